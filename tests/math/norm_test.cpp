// norm3d, norm4d, rnorm3d and rnorm4d: special values, CUDA's for infinities beside NaN, and what they share
// with hypot.
#include <ff/math/norm.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Norms = Everywhere;

// ---------------------------------------------------------------- special values

// Two components beside zeros, and the heads of their norm and inverse norm.
constexpr three_pairs heads[] = {{0.0f, -0.0f, from_words(0.0f, inf)},
                                 {inf, nan, from_words(inf, 0.0f)},
                                 {nan, -inf, from_words(inf, 0.0f)},
                                 {-inf, 3.0f, from_words(inf, 0.0f)},
                                 {nan, 1.0f, from_words(nan, nan)},
                                 {-3.0f, 4.0f, from_words(5.0f, 0x1.99999ap-3f)},
                                 {0x1p-149f, 0.0f, from_words(0x1p-149f, inf)},
                                 {0.0f, -0x1p-126f, from_words(0x1p-126f, 0x1p126f)},
                                 {0x1.fp127f, 0x1.fp127f, from_words(inf, 0x1.75b7ap-129f)},
                                 {0x1p127f, 0.0f, from_words(0x1p127f, 0x1p-127f)}};
// Whatever the places and the signs of the components.
FF_HD_LARGE bool has_heads(ff_t x, ff_t y, ff_t want) {
  const auto [n, r] = want;
  return same_bits(ff::norm3d(x, 0.0f, y).hi(), n) && same_bits(ff::norm4d(-0.0f, y, 0.0f, -x).hi(), n) &&
         same_bits(ff::norm4d(x, y, -0.0f, 0.0f).hi(), n) && same_bits(ff::rnorm3d(-y, x, 0.0f).hi(), r) &&
         same_bits(ff::rnorm4d(0.0f, x, y, 0.0f).hi(), r) && same_bits(ff::rnorm4d(y, 0.0f, 0.0f, x).hi(), r);
}
TEST_F(Norms, special_values) { EXPECT_TRUE(holds_for<has_heads>(heads)); }

// ---------------------------------------------------------------- identities

// Components of like size, far from the ends of the range or close to them.
FF_HD_LARGE two_pairs components(uint64 i) {
  draws d(i);
  const int e = i % 4 == 0 ? d.between(-95, -60) : i % 4 == 1 ? d.between(60, 95) : d.between(-30, 30);
  return {d.pair(e, e), d.pair(e - 3, e)};
}
// Two zeros change hypot's result by a rounding; four equal components have twice their length, exactly.
FF_HD_LARGE bool follows_hypot(ff_t x, ff_t y) {
  const ff_t h = ff::hypot(x, y), n = ff::norm4d(x, 0.0f, 0.0f, y), r = ff::rnorm4d(x, y, 0.0f, 0.0f);
  const double u2 = 0x1p-48 * wide(h.hi());
  return distance(n, h) <= 8 * u2 && same_bits(ff::norm3d(x, y, x), ff::hypot(x, y, x)) && is_pair(n) &&
         is_pair(r) && magnitude(wide((h * r - 1.0f).hi())) <= 12.1 * 0x1p-48 &&
         distance(ff::norm4d(x, x, -x, x), 2 * ff::abs(x)) <= 8 * 0x1p-48 * wide(ff::abs(x.hi()));
}
TEST_F(Norms, follow_hypot) {
  EXPECT_TRUE((holds_for<follows_hypot, components>(vectors(1 << 18, 1 << 26))));
}

// Near the ends of the range no square over- or underflows: powers of two scale exactly.
FF_HD_LARGE bool scales(ff_t x, ff_t y) {
  const ff_t n = ff::norm4d(x, y, y, x), r = ff::rnorm3d(x, y, x);
  const int e = ff::ilogb(x);
  const ff_t a = ff::ldexp(x, -e), b = ff::ldexp(y, -e);
  return distance(ff::ldexp(ff::norm4d(a, b, b, a), e), n) <= 8 * 0x1p-48 * wide(n.hi()) &&
         distance(ff::ldexp(ff::rnorm3d(a, b, a), -e), r) <= 8 * 0x1p-48 * (wide(r.hi()) + 0x1p-103);
}
TEST_F(Norms, scale) { EXPECT_TRUE((holds_for<scales, components>(vectors(1 << 18, 1 << 26)))); }

static_assert(same_bits(ff::norm3d(2, 3, 6), 7.0f) && same_bits(ff::norm4d(1, 2, 4, 10), 11.0f));
static_assert(same_bits(ff::rnorm4d(0, 0, 0, 0), inf) && same_bits(ff::rnorm4d(2, 2, 2, 2), 0.25f));

}  // namespace
