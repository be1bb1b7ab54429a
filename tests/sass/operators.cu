// The operators' kernels; null shows what load and store take.
#include "catalogue/arithmetic.hpp"
#include "kernels.cuh"

namespace catalogue::entry {
CATALOGUE_ENTRY(null, (ff_t x), x)
CATALOGUE_ENTRY(fast_add12_bare, (float x, float y), ff::fast_add12(x, y))  // its operands in no order
// Doubles, which lie in the bytes of a number here.
CATALOGUE_ENTRY(of_double, (ff_t x), ff_t(ff::detail::bit_cast<double>(x)))
CATALOGUE_ENTRY(as_double, (ff_t x), ff::detail::bit_cast<ff_t>(static_cast<double>(x)))
CATALOGUE_ENTRY(less_than_double, (ff_t x, ff_t y), ff_t(x < ff::detail::bit_cast<double>(y)))
CATALOGUE_ENTRY(equals_double, (ff_t x, ff_t y), ff_t(x == ff::detail::bit_cast<double>(y)))
CATALOGUE_ENTRY(times_tenth, (ff_t x), (x * 0.1))  // a literal is converted while compiling
}  // namespace catalogue::entry

void operators() {
  compile{}(catalogue::entry::null{});
  compile{}(catalogue::entry::fast_add12_bare{});
  compile{}(catalogue::entry::of_double{});
  compile{}(catalogue::entry::as_double{});
  compile{}(catalogue::entry::less_than_double{});
  compile{}(catalogue::entry::equals_double{});
  compile{}(catalogue::entry::times_tenth{});
  catalogue::arithmetic_rows(compile{});
}
