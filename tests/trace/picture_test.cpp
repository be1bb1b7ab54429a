// Whole pictures on the CPU.
#include <gtest/gtest.h>

#include "apps/trace/parse.hpp"
#include "reference.hpp"

namespace implicit {
namespace {

constexpr arithmetic all[] = {arithmetic::point, arithmetic::interval_float, arithmetic::interval_ff};

rendering render(const surface& f, const view& from, arithmetic kind, int size) {
  return render_cpu(f, kind, make_camera(from, 0, size, size), limits(from.box));
}

std::size_t count(const rendering& p, outcome what) {
  return static_cast<std::size_t>(
      std::count_if(p.pixels.begin(), p.pixels.end(), [&](const pixel& q) { return q.what == what; }));
}

TEST(Picture, TextAndBuiltInAreOne) {
  for (const exhibit& e : gallery())
    for (const arithmetic kind : all)
      EXPECT_TRUE(
          same_pixels(render(e.f, e.from, kind, 24), render(parse_equation(e.equation), e.from, kind, 24)))
          << e.name << ", arithmetic " << static_cast<int>(kind);
}

TEST(Picture, ArithmeticsDoNotContradictEachOther) {
  for (const exhibit& e : gallery()) {
    const rendering single = render(e.f, e.from, arithmetic::interval_float, 32),
                    pair = render(e.f, e.from, arithmetic::interval_ff, 32);
    for (std::size_t i = 0; i < single.pixels.size(); ++i) {
      const outcome a = single.pixels[i].what, b = pair.pixels[i].what;
      ASSERT_FALSE(a == outcome::hit && b == outcome::miss) << e.name << ", pixel " << i;
      ASSERT_FALSE(a == outcome::miss && b == outcome::hit) << e.name << ", pixel " << i;
    }
    EXPECT_GT(count(pair, outcome::hit), 40u) << e.name;
    EXPECT_LE(count(pair, outcome::undecided), 2u) << e.name;
    EXPECT_LE(count(pair, outcome::hit_no_normal), 2u) << e.name;
  }
}

// The tip of the drop is thinner than the steps of point sampling.
TEST(Picture, PointSamplingLosesTheTip) {
  const exhibit& e = gallery()[4];
  view tip = e.from;
  tip.look_at = {0, 0, 0.85f};
  tip.degrees = 4;
  const rendering points = render(e.f, tip, arithmetic::point, 64),
                  intervals = render(e.f, tip, arithmetic::interval_float, 64);
  EXPECT_LT(count(points, outcome::hit), count(intervals, outcome::hit));
  for (std::size_t i = 0; i < points.pixels.size(); ++i)
    ASSERT_FALSE(points.pixels[i].what == outcome::hit && intervals.pixels[i].what == outcome::miss);
}

// A node of the surface, where all slopes vanish, is never a certain hit with a normal.
TEST(Picture, NodesHaveNoNormal) {
  const exhibit& e = gallery()[1];  // node at (1, 1, 1)
  const view from{{{1.0f, -3.0f, 1.0f}, {1, 1, 1}, 1e-3f}, 2.5f};
  const rendering p = render(e.f, from, arithmetic::interval_float, 1);
  EXPECT_NE(p.pixels[0].what, outcome::hit);
  EXPECT_NE(p.pixels[0].what, outcome::miss);
}

TEST(Picture, RaysOutsideTheCubeMiss) {
  const exhibit& e = gallery()[0];
  view away = e.from;
  away.look_at = away.eye - away.look_at + away.eye;
  const rendering p = render(e.f, away, arithmetic::interval_float, 16);
  EXPECT_EQ(count(p, outcome::miss), 256u);
}

TEST(Picture, FromInsideEverythingIsHit) {
  const exhibit& e = gallery()[0];
  view inside = e.from;
  inside.eye = {0.25f, 0.125f, -0.0625f};
  const rendering p = render(e.f, inside, arithmetic::interval_float, 16);
  EXPECT_EQ(count(p, outcome::hit), 256u);
  for (const pixel& q : p.pixels)
    EXPECT_GT(q.colour.blue, q.colour.red) << "seen from f < 0 the surface is blue";
}

TEST(Picture, OrthographicSphereHasItsArea) {
  const exhibit& e = gallery()[0];
  const int size = 200;
  const camera c = make_camera(e.from, 4, size, size);  // 50 pixels a unit
  const rendering p = render_cpu(e.f, arithmetic::interval_float, c, limits(e.from.box));
  EXPECT_NEAR(static_cast<double>(count(p, outcome::hit)), 3.14159265 * 50 * 50, 40);
}

}  // namespace
}  // namespace implicit
