// What is left of a box when the halves without a zero are taken off: no zero is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ff/bounds.hpp>
#include <ff/geometry/box_test.hpp>
#include <ff/vector.hpp>

#include "pairs.hpp"

namespace {

using ff::detail::dyadic_range;

double cubic(const float (&c)[4], double t) {
  const double r = 1 - t;
  return r * r * r * c[0] + 3 * r * r * t * c[1] + 3 * r * t * t * c[2] + t * t * t * c[3];
}

struct tally {
  int clipped = 0, emptied = 0, lost = 0;
};

/// Cubics in bands, some narrow and some wide: those of the band's border and two between.
tally clip_bands(int count) {
  tally all;
  for (int k = 0; k < count; ++k) {
    pairs::stream x(static_cast<ff::uint64>(k));
    const float width = k % 3 == 0 ? 0.01f : 0.3f, shift = x.within(1.5f), bend = k % 2 == 0 ? 0.1f : 1.0f;
    float lower[4], upper[4], between[4][4];
    for (int i = 0; i < 4; ++i) {
      const float at = static_cast<float>(i) / 3.0f + shift + x.within(bend), w = std::fabs(x.within(width));
      lower[i] = at, upper[i] = at + w;
      between[0][i] = lower[i], between[1][i] = upper[i];
      for (int e = 2; e < 4; ++e)
        between[e][i] = std::clamp(at + w * std::fabs(x.within(1.0f)), lower[i], upper[i]);
    }
    dyadic_range left{};
    const bool some = ff::detail::clip(lower, upper, 0x1p-22f, 3, left);
    all.clipped += some && left.depth > 0, all.emptied += !some;
    const double scale = std::ldexp(1.0, -left.depth), first = left.index * scale, last = first + scale;
    for (const auto& c : between)
      for (int i = 0; i <= 256; ++i) {
        const double t = i / 256.0;
        const bool is_left = some && first <= t && t <= last;
        const bool may_vanish = cubic(c, t) == 0 || (i < 256 && cubic(c, t) * cubic(c, t + 1 / 256.0) < 0 &&
                                                     !(some && first <= t + 1 / 256.0 && t < last));
        all.lost += may_vanish && !is_left;
      }
  }
  return all;
}

// number<ff_t> counts with the bounds of the operators that it calls, and value_at with that of dot4.
TEST(GeometryBox, ErrorsAreThoseOfTheOperators) {
  using n = ff::detail::number<ff::ff_t>;
  const auto stated = [](const char* name) { return ff::bounds::find(name)->error.u2 * 0x1p-48; };
  EXPECT_EQ(n::sum_error, stated("plus"));
  EXPECT_EQ(n::sum_error, stated("minus"));
  EXPECT_EQ(n::product_error, stated("times"));
  EXPECT_EQ(n::by_float_error, stated("times_float"));
  EXPECT_EQ(n::dot4_error, ff::bounds::dot_u2(4) * 0x1p-48);
}

TEST(GeometryBox, ClippingLosesNoZero) {
  const tally all = clip_bands(30000);
  EXPECT_EQ(all.lost, 0);
  EXPECT_GT(all.clipped, 3000);
  EXPECT_GT(all.emptied, 3000);
}

dyadic_range range(int depth, ff::uint32 index) { return {depth, index}; }

TEST(GeometryBox, HalvingsKeepBalance) {
  dyadic_range u = range(3, 5), v = range(3, 2);
  EXPECT_TRUE(ff::detail::keep_balance(1.0f, 1.0f, u, v));
  EXPECT_EQ(u.depth, 3);
  EXPECT_EQ(u.index, 5u);
  EXPECT_EQ(v.depth, 3);
  EXPECT_EQ(v.index, 2u);
  u = range(3, 5), v = range(0, 0);
  EXPECT_TRUE(ff::detail::keep_balance(1.0f, 1.0f, u, v));  // then it is 1/2 along u
  EXPECT_EQ(u.depth, 1);
  EXPECT_EQ(u.index, 1u);
  EXPECT_EQ(v.depth, 0);
  EXPECT_EQ(v.index, 0u);
  u = range(0, 0), v = range(2, 3);
  EXPECT_FALSE(ff::detail::keep_balance(1.0f, 0.25f, u, v));
  EXPECT_EQ(v.depth, 0);
  EXPECT_EQ(v.index, 0u);
}

}  // namespace
