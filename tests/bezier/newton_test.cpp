// Newton's method from a grid of starts.
#include "apps/bezier/methods/newton.hpp"

#include <gtest/gtest.h>

#include "known_points.hpp"

namespace bezier {
namespace {

template <class T>
void expect_known_points(double near) {
  for (ff::uint64 i = 0; i < 100; ++i) {
    const known_pair k = known_point(i);
    point_list found;
    newton<T>::find(k.pair.r, k.pair.s, found);
    EXPECT_LE(nearest(found, k.u, k.v), near) << i;
    first_hit best = no_hit();
    newton<T>::meet(k.pair.r, k.pair.s, 3, best);
    EXPECT_TRUE(best.found() && best.t <= 64 + 64 * near);
  }
}
TEST(BezierNewton, KnownPointsAreFound) {
  expect_known_points<float>(1e-4);
  expect_known_points<double>(1e-12);
  expect_known_points<ff::ff_t>(1e-10);
}

/// 16 starts lead to one point of a flat sheet, which is told once; beyond its edges to none.
TEST(BezierNewton, OnePointOfAFlatSheet) {
  for (int k = 0; k < 9; ++k) {
    const float x = static_cast<float>(k % 3) * 1.5f, y = 0.5f * static_cast<float>(k - k % 3);
    const auto count = [&](float dx) {
      point_list found;
      newton<ff::ff_t>::find({{x + dx, y, 4}, {0, 0, -1}, 0, 100}, flat_sheet(), found);
      return found.count;
    };
    EXPECT_EQ(count(0), 1) << k;
    EXPECT_EQ(count(x < 1 ? -0.001f : 4), 0) << k;
  }
}

/// The part of the ray is respected.
TEST(BezierNewton, PointsBeyondTheRaysEndsAreLeftOut) {
  const auto count = [](float t_min, float t_max) {
    point_list found;
    newton<double>::find({{1, 1, 4}, {0, 0, -1}, t_min, t_max}, flat_sheet(), found);
    return found.count;
  };
  EXPECT_EQ(count(0, 100), 1);
  EXPECT_EQ(count(0, 3.9f), 0);
  EXPECT_EQ(count(4.1f, 100), 0);
}

/// Two points that are near each other are one too few for a grid of starts: the method is not a proof.
TEST(BezierNewton, PointsNearASilhouetteAreLost) {
  const pair_source from = sphere();
  const pair_figures f =
      study_on_host({pair_kind::silhouette, {method::newton, arithmetic::float64}, 500, 0}, from);
  EXPECT_GT(f.counts.lost, 0u);
  EXPECT_LT(f.counts.lost, f.counts.zeros / 4);
}

}  // namespace
}  // namespace bezier
