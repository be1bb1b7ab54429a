// The operators' kernels; null shows what load and store take.
#include <ff/wide/arithmetic.hpp>

#include "catalogue/arithmetic.hpp"
#include "kernels.cuh"

namespace catalogue {

// A wide number as its pair and its place.
template <>
struct result<ff::wide_t> {
  static constexpr int numbers = 2;
  FF_HD_LARGE static constexpr outcome to(ff::wide_t x) {
    return {x.pair(), ff_t(ff::detail::from_bits(x.place()))};
  }
};

}  // namespace catalogue

namespace catalogue::entry {
CATALOGUE_ENTRY(null, (ff_t x), x)
CATALOGUE_ENTRY(fast_add12_bare, (float x, float y), ff::fast_add12(x, y))  // its operands in no order
// Doubles, which lie in the bytes of a number here.
CATALOGUE_ENTRY(of_double, (ff_t x), ff_t(ff::detail::bit_cast<double>(x)))
CATALOGUE_ENTRY(as_double, (ff_t x), ff::detail::bit_cast<ff_t>(static_cast<double>(x)))
CATALOGUE_ENTRY(less_than_double, (ff_t x, ff_t y), ff_t(x < ff::detail::bit_cast<double>(y)))
CATALOGUE_ENTRY(equals_double, (ff_t x, ff_t y), ff_t(x == ff::detail::bit_cast<double>(y)))
CATALOGUE_ENTRY(load_double, (ff_t x), ff::detail::wide_of_bits(ff::detail::bit_cast<ff::uint64>(x)))
CATALOGUE_ENTRY(
    store_double, (ff_t x, ff_t y),
    ff::detail::bit_cast<ff_t>(ff::detail::bits_of_wide(ff::detail::wide_at(x, ff::detail::to_bits(y.hi())))))
// Wide numbers: two pairs, and their places in the heads of two more.
FF_HD constexpr ff::wide_t placed(ff_t m, ff_t place) {
  return ff::detail::wide_at(m, ff::detail::to_bits(place.hi()));
}
CATALOGUE_ENTRY(add_wide, (ff_t x, ff_t y, ff_t p, ff_t q), placed(x, p) + placed(y, q))
CATALOGUE_ENTRY(mul_wide, (ff_t x, ff_t y, ff_t p, ff_t q), (placed(x, p) * placed(y, q)))
CATALOGUE_ENTRY(fma_wide, (ff_t x, ff_t y, ff_t z, ff_t p, ff_t q, ff_t r),
                ff::fma(placed(x, p), placed(y, q), placed(z, r)))
CATALOGUE_ENTRY(times_tenth, (ff_t x), (x * 0.1))  // a literal is converted while compiling
}  // namespace catalogue::entry

void operators() {
  compile{}(catalogue::entry::null{});
  compile{}(catalogue::entry::fast_add12_bare{});
  compile{}(catalogue::entry::of_double{});
  compile{}(catalogue::entry::as_double{});
  compile{}(catalogue::entry::less_than_double{});
  compile{}(catalogue::entry::equals_double{});
  compile{}(catalogue::entry::load_double{});
  compile{}(catalogue::entry::store_double{});
  compile{}(catalogue::entry::add_wide{});
  compile{}(catalogue::entry::mul_wide{});
  compile{}(catalogue::entry::fma_wide{});
  compile{}(catalogue::entry::times_tenth{});
  catalogue::arithmetic_rows(compile{});
}
