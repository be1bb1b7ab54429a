// A hash of every operator's results, and of what the operators are made of.
#include "bits.hpp"
#include "catalogue/arithmetic.hpp"

namespace {
namespace piece {

FF_HD constexpr ff_t of(ff::sqrt_seeds<float> r) { return from_words(r.s, r.h); }
// p and, as 0 or 1, whether s + e = p + c exactly, with the p seen here.
FF_HD constexpr ff_t seen(float p, float c) {
  const auto [s, e] = ff::add12(p, c);
  return from_words(p, double(s) + double(e) == double(p) + double(c) ? 0.0f : 1.0f);
}

CATALOGUE_ENTRY(add_rn_sub_rn, (float a, float b), from_words(ff::add_rn(a, b), ff::sub_rn(a, b)))
CATALOGUE_ENTRY(mul_rn_fma_rn, (float a, float b, float c), from_words(ff::mul_rn(a, b), ff::fma_rn(a, b, c)))
CATALOGUE_ENTRY(div_rn_sqrt_rn, (float a, float b), from_words(ff::div_rn(a, b), ff::sqrt_rn(a)))
CATALOGUE_ENTRY(seeds, (ff_t x, ff_t y),
                from_words(ff::rcp_rn(divisor(y).hi()), ff::rsqrt_rn(radicand(x).hi())))
CATALOGUE_ENTRY(sqrt_seed, (ff_t x), of(ff::sqrt_seed(radicand(x).hi())))
CATALOGUE_ENTRY(less_equal, (float a, float b),
                from_words(ff::less(a, b) ? 1.0f : 0.0f, ff::equal(a, b) ? 1.0f : 0.0f))
CATALOGUE_ENTRY(neg_abs, (float a, float b), from_words(ff::neg(a), ff::abs(b)))
CATALOGUE_ENTRY(add_prod, (float a, float b, float c), ff::add_prod(a, b, c))
CATALOGUE_ENTRY(fast_add12_unordered, (float a, float b), ff::fast_add12(a, b))
CATALOGUE_ENTRY(mixed, (ff_t x, ff_t y), (x + y.hi()) * x.hi() - y / x.hi())
CATALOGUE_ENTRY(order, (ff_t x, ff_t y), from_words(x < y ? 1.0f : 0.0f, x == y ? 1.0f : 0.0f))
CATALOGUE_ENTRY(fast_order, (ff_t x, ff_t y),
                from_words(ff::fast_t(x) < y ? 1.0f : 0.0f,
                           ff::fast_t(x) + y > ff::fast_t(x) * y ? 1.0f : 0.0f))
CATALOGUE_ENTRY(fast_chain, (ff_t x, ff_t y, ff_t z),
                ff_t((ff::fast_t(x) - y) * z + (ff::fast_t(y) + z * ff::fast_t(y)) * 3.0f -
                     ff::fast_t(x) * x.hi()))
CATALOGUE_ENTRY(fused_order, (ff_t x, ff_t y),
                from_words(ff::fused_t(x) < y ? 1.0f : 0.0f,
                           ff::fused_t(x) + y > ff::fused_t(x) * y ? 1.0f : 0.0f))
CATALOGUE_ENTRY(fused_chain, (ff_t x, ff_t y, ff_t z),
                ff_t((ff::fused_t(x) - y) * z + (ff::fused_t(y) + z * ff::fused_t(y)) * 3.0f -
                     ff::fused_t(x) * x.hi()))
CATALOGUE_ENTRY(to_double, (ff_t x), ff_t(static_cast<double>(x) / 3))
CATALOGUE_ENTRY(accumulate, (ff_t x, ff_t y, ff_t z),
                ff::accumulator(z).add_product(x, y).add_product(x.hi(), y.hi()).add(x).add(y.hi()).result())

// The user's own product feeds a sum.  It is theirs to contract, but whatever value the sum sees must be
// the one that it accounts for.
CATALOGUE_ENTRY(user_product, (ff_t x, ff_t y, ff_t z), ff::add12(moderate(x) * moderate(y), moderate(z)))
CATALOGUE_ENTRY(user_product_seen, (ff_t x, ff_t y, ff_t z), seen(moderate(x) * moderate(y), moderate(z)))

}  // namespace piece

template <change made>
using fit = std::integral_constant<change, made>;

// use(entry{}, fit{}) for each row.  The device's seeds are right only where the bare kernels have a domain,
// and a remainder's limbs hold the words of pairs alone.
template <class Use>
struct with_fit {
  Use use;

  template <class Row>
  void operator()(Row, const catalogue::row_info&) const {
    using entry = typename Row::entry;
    if constexpr (std::is_same_v<typename Row::vectors, catalogue::dividend_and_modulus>) {
      use(entry{}, fit<all_valid>{});
    } else if constexpr (!catalogue::is_bare<entry>) {
      use(entry{}, fit<as_they_come>{});
    } else if constexpr (std::is_same_v<typename Row::vectors, catalogue::radicand>) {
      use(entry{}, fit<fit_for_root>{});
    } else if constexpr (catalogue::signature_of<entry>::operands == 1) {
      use(entry{}, fit<fit_to_invert>{});
    } else {
      use(entry{}, fit<fit_to_divide>{});
    }
  }
  template <class Entry>
  void operator()(Entry entry) const {
    use(entry, fit<as_they_come>{});
  }
};

template <class Use>
void for_all(Use use) {
  const with_fit<Use> visit{use};
  catalogue::arithmetic_rows(visit);
  using namespace piece;
  visit(add_rn_sub_rn{}), visit(mul_rn_fma_rn{}), visit(div_rn_sqrt_rn{}), visit(seeds{});
  visit(sqrt_seed{}), visit(less_equal{}), visit(neg_abs{}), visit(add_prod{}), visit(fast_add12_unordered{});
  visit(mixed{}), visit(order{}), visit(fast_order{}), visit(fast_chain{}), visit(fused_order{}),
      visit(fused_chain{}), visit(to_double{}), visit(accumulate{});
  visit(user_product{}), visit(user_product_seen{});
}

// Plain numbers, an overflow being no constant expression.
constexpr int few = 8 * plain_classes;
constexpr operands plain(int i) { return vector(i / plain_classes * classes + i % plain_classes); }

template <class Entry, change made>
constexpr uint64 folded_sum() {
  uint64 sum = 0;
  for (int i = 0; i < few; ++i) {
    const operands v = made(plain(i));
    sum += hash(i, value<Entry>::at(&v, 0));
  }
  return sum;
}

// Whether the compiler folds an entry to the bits that it runs to.
template <class Entry, change made>
bool folds_alike() {
  const uint64 folded = std::integral_constant<uint64, folded_sum<Entry, made>()>::value,
               run = host::sum<value<Entry>>(inputs<made, plain, few>());
  if (folded != run) std::printf("%s: folded to %016llx, run %016llx\n", Entry::name, folded, run);
  return folded == run;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--folded") == 0) {
    bool alike = true;
    for_all([&](auto entry, auto made) {
      alike = folds_alike<decltype(entry), decltype(made)::value>() && alike;
    });
    return alike ? 0 : 1;
  }
  return print_on(argc, argv, [](auto machine) {
    std::set<std::string> seen;
    for_all([&](auto entry, auto made) { printer<decltype(machine), decltype(made)::value>{&seen}(entry); });
  });
}
