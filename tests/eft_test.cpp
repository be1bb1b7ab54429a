// Error-free transforms: the words add up to the exact sum or product, and the head is that value rounded.
#include <ff/eft.hpp>

#include "exact.hpp"
#include "properties.hpp"

namespace {

using namespace ff_test;

struct Runner : Everywhere {};
struct Eft : Everywhere {};

struct fails_from_12345_on {
  FF_HD_LARGE bool operator()(uint64 i) const { return i < 12345; }
};

TEST_F(Runner, counts_the_failures_and_names_the_first) {
  const outcome seen = run(fails_from_12345_on{}, 1 << 20);
  EXPECT_EQ(seen.failures, (1u << 20) - 12345u);
  EXPECT_EQ(seen.first, 12345u);
  EXPECT_TRUE(holds(fails_from_12345_on{}, 12345));
  EXPECT_FALSE(holds(fails_from_12345_on{}, 12346));
}

// ---- sums

// Any finite floats whose sum does not overflow: all exponents, subnormals, ties, near cancellation.
FF_HD_LARGE two_floats addends(uint64 i) {
  draws d(i);
  const float a = d.in(-126, 126);
  const int e = draws::exponent(a), gap = d.between(-30, 30), kind = d.between(0, 7);
  const int near_e = e + gap < -126 ? -126 : e + gap > 126 ? 126 : e + gap;
  const float subnormal = from_bits(d.sign() | (d.word() >> d.between(9, 31)));
  const float near = d.in(near_e, near_e), wide_gap = d.in(-126, 126);
  const float b = kind == 0   ? wide_gap
                  : kind == 1 ? subnormal
                  : kind == 2 ? ff::neg(from_bits(to_bits(a) + static_cast<uint32>(gap) % 4))
                  : kind == 3 ? from_bits(d.sign() | to_bits(power(near_e)))
                              : near;
  return (i & 1u) != 0 ? two_floats{a, b} : two_floats{kind == 1 ? from_bits(d.word() >> 9) : b, a};
}

FF_HD_LARGE bool add12_is_exact(float a, float b) {
  const ff_t r = ff::add12(a, b);
  return exact_sum<4>().add(a).add(b).sub(r).sign() == 0 && is_pair(r);
}

FF_HD_LARGE two_floats ordered_addends(uint64 i) {
  const auto [a, b] = addends(i);
  return draws::exponent(a) >= draws::exponent(b) ? two_floats{a, b} : two_floats{b, a};
}
FF_HD_LARGE bool fast_add12_is_exact(float a, float b) {
  const ff_t r = ff::fast_add12(a, b), zero = ff::fast_add12(0.0f, b);
  return exact_sum<4>().add(a).add(b).sub(r).sign() == 0 && is_pair(r) && wide(zero.hi()) == wide(b) &&
         wide(zero.lo()) == 0;
}

TEST_F(Eft, add12_is_exact) {
  EXPECT_TRUE((holds_for<add12_is_exact, addends>(vectors(1 << 24, 1ull << 32))));
}
TEST_F(Eft, fast_add12_is_exact) {
  EXPECT_TRUE((holds_for<fast_add12_is_exact, ordered_addends>(vectors(1 << 24, 1ull << 32))));
}

// ---- split

// Every significand, in the exponents -126, -125, 0, 113 and 114, both signs.
// Whether 12 bits hold x: its whole-number significand, stripped of trailing zeros.
FF_HD_LARGE bool has_12_bits(float x) {
  uint64 m = decode(x).m;
  while (m != 0 && (m & 1u) == 0) m >>= 1;
  return m < 4096;
}
FF_HD_LARGE one_float every_significand(uint64 i) {
  constexpr int exponents[] = {-126, -125, 0, 113, 114};
  const uint32 biased = static_cast<uint32>(exponents[(i >> 24) % 5] + 127);
  return {
      from_bits(static_cast<uint32>(i & 0x7fffffu) | biased << 23 | static_cast<uint32>(i >> 23 & 1u) << 31)};
}
FF_HD_LARGE bool split_is_exact(float a) {
  const ff_t r = ff::split(a);
  const bool ordered = magnitude(wide(r.lo())) * 4096 <= magnitude(wide(r.hi()));
  return exact_sum<3>().add(a).sub(r).sign() == 0 && has_12_bits(r.hi()) && has_12_bits(r.lo()) && ordered;
}

TEST_F(Eft, split_of_every_significand) {
  EXPECT_TRUE((holds_for<split_is_exact, every_significand>(5ull << 24)));
}

// ---- products

// |ab| in [2^-102, 2^127]; beside uniform factors, products within a few units of a power of two or a tie.
template <int limit>
FF_HD_LARGE two_floats multiplicands(uint64 i) {
  draws d(i);
  const int ea = d.between(-126, limit), kind = d.between(0, 5);
  const int low = -102 - ea < -126 ? -126 : -102 - ea, high = 125 - ea > limit ? limit : 125 - ea;
  const int eb = d.between(low > limit ? limit : low, high < -126 ? -126 : high);
  const float a = d.in(ea, ea), b = d.in(eb, eb);
  if (kind != 0) return {a, b};
  const uint32 n = static_cast<uint32>(d.between(1, 4096));
  return {from_bits(to_bits(power(ea)) + n), from_bits(d.sign() | (to_bits(power(eb)) + 0x800000u - n))};
}
FF_HD_LARGE bool product_in_domain(double p) { return magnitude(p) >= 0x1p-102 && magnitude(p) <= 0x1p127; }

FF_HD_LARGE bool two_prod_is_exact(float a, float b) {
  if (!product_in_domain(wide(a) * wide(b))) return true;
  const ff_t r = ff::two_prod(a, b);
  return exact_sum<3>().add_product(a, b).sub(r).sign() == 0 && is_pair(r);
}

FF_HD_LARGE bool mul12_is_exact(float a, float b) {
  if (!product_in_domain(wide(a) * wide(b))) return true;
  const ff_t r = ff::mul12(a, b), same = ff::two_prod(a, b);
  return exact_sum<3>().add_product(a, b).sub(r).sign() == 0 && is_pair(r) && wide(r.lo()) == wide(same.lo());
}

FF_HD_LARGE bool sqr12_is_exact(float a) {
  const ff_t r = ff::sqr12(a);
  return exact_sum<3>().add_product(a, a).sub(r).sign() == 0 && is_pair(r);
}

// The squares of every significand, in both parities of the exponent.
FF_HD_LARGE one_float significands(uint64 i) { return {from_bits(static_cast<uint32>(i) + 0x3f800000u)}; }

// The test's own domain: most vectors must lie within it.
struct is_outside {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [a, b] = multiplicands<126>(i);
    return !product_in_domain(wide(a) * wide(b));
  }
};

TEST_F(Eft, two_prod_is_exact) {
  EXPECT_TRUE((holds_for<two_prod_is_exact, multiplicands<126>>(vectors(1 << 24, 1ull << 32))));
}
TEST_F(Eft, mul12_is_exact) {
  EXPECT_TRUE((holds_for<mul12_is_exact, multiplicands<114>>(vectors(1 << 24, 1ull << 32))));
}
TEST_F(Eft, sqr12_is_exact) {
  EXPECT_TRUE(holds_for<sqr12_is_exact>(floats_of{-51, 62}, vectors(1 << 22, 1ull << 30)));
}
TEST_F(Eft, sqr12_of_every_significand) { EXPECT_TRUE((holds_for<sqr12_is_exact, significands>(1 << 24))); }
TEST_F(Eft, most_products_are_judged) { EXPECT_GT(run(is_outside{}, 1 << 20).failures, (1u << 20) * 9 / 10); }

// ---- a + d r

// |d r| of a few ulp(a), as the corrections of quotients and roots are: a pair, and the rest rounded once.
FF_HD_LARGE three_floats corrections(uint64 i) {
  draws d(i);
  const int ea = d.between(-60, 120), er = d.between(-40, 40);
  const float a = d.in(ea, ea), r = d.in(er, er);
  const int ed = ea - 24 - er - d.between(-3, 12);
  return {a, d.in(ed < -126 ? -126 : ed > 126 ? 126 : ed, ed < -126 ? -126 : ed > 126 ? 126 : ed), r};
}
FF_HD_LARGE bool add_prod_is_a_pair(float a, float d, float r) {
  const ff_t v = ff::add_prod(a, d, r);
  const double rest = exact_sum<3>().add(a).add_product(d, r).sub(v.hi()).value();
  const double error = exact_sum<4>().add(a).add_product(d, r).sub(v).value();
  return is_pair(v) && magnitude(error) <= 0x1p-24 * magnitude(rest);
}

TEST_F(Eft, add_prod_is_a_pair) {
  EXPECT_TRUE((holds_for<add_prod_is_a_pair, corrections>(vectors(1 << 23, 1ull << 32))));
}

// ---- constant expressions

constexpr bool sums_and_products_fold() {
  const auto [s, e] = ff::add12(1.0f, 0x1p-30f);
  const auto [p, q] = ff::two_prod(0x1.000002p0f, 0x1.000002p0f);
  const auto [h, l] = ff::split(0x1.001002p0f);
  return s == 1.0f && e == 0x1p-30f && p == 0x1.000004p0f && q == 0x1p-46f && h + l == 0x1.001002p0f;
}
static_assert(sums_and_products_fold(), "the transforms are constant expressions");

}  // namespace
