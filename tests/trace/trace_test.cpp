// What the tracer certifies, held against f in long double.
#include <gtest/gtest.h>

#include <random>

#include "apps/trace/parse.hpp"
#include "apps/trace/render_cpu.hpp"
#include "reference.hpp"

namespace implicit {
namespace {

template <class I>
class Trace : public testing::Test {};
using arithmetics = testing::Types<interval_float, interval_ff>;
TYPED_TEST_SUITE(Trace, arithmetics);

long double derivative(const surface& f, const ray& r, long double t) {
  const long double h = 0x1p-20L;
  return (value(f, r, t + h) - value(f, r, t - h)) / (2 * h);
}

// Any point's value and slope lie in the ranges over any interval around it.
TYPED_TEST(Trace, RangesEncloseValueAndSlope) {
  using I = TypeParam;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> place(-2.0f, 2.0f), share(0.0f, 1.0f);
  for (const exhibit& e : gallery()) {
    for (int i = 0; i < 400; ++i) {
      const ray r{{place(random), place(random), place(random)},
                  {place(random), place(random), place(random)}};
      const float from = share(random), length = std::ldexp(share(random), -i % 24), to = from + length;
      const long double t = from + share(random) * (static_cast<long double>(to) - from);
      const I here = I(scalar<I>(from), scalar<I>(to));
      const jet<I, 1> over = slope_of(e.f, r, here);
      const long double v = value(e.f, r, t), slope = derivative(e.f, r, t), slack = 1e-7L;
      ASSERT_LE(number(over.value.lower()), v + 1e-15L) << e.name;
      ASSERT_GE(number(over.value.upper()), v - 1e-15L) << e.name;
      ASSERT_LE(number(over.slope[0].lower()), slope + slack) << e.name;
      ASSERT_GE(number(over.slope[0].upper()), slope - slack) << e.name;
      if (length < 1e-5f) {
        ASSERT_LT(number(width(over.slope[0])), 0.1L) << e.name;  // and not by being useless
      }
    }
  }
}

// A built-in surface and its equation as text are one sequence of operations.
TYPED_TEST(Trace, TextAndBuiltInHaveTheSameRanges) {
  using I = TypeParam;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> place(-2.0f, 2.0f), share(0.0f, 1.0f);
  for (const exhibit& e : gallery()) {
    const surface text = parse_equation(e.equation);
    for (int i = 0; i < 200; ++i) {
      const ray r{{place(random), place(random), place(random)},
                  {place(random), place(random), place(random)}};
      const float from = share(random);
      const I here = I(scalar<I>(from), scalar<I>(from + std::ldexp(share(random), -i % 24)));
      const jet<I, 1> built_in = slope_of(e.f, r, here), parsed = slope_of(text, r, here);
      ASSERT_TRUE(built_in.value == parsed.value && built_in.slope[0] == parsed.slope[0]) << e.name;
    }
  }
}

// Every pixel's verdict, held against 4000 samples of f along its ray.
template <class I>
void check_verdicts(const exhibit& e, int size) {
  const camera c = make_camera(e.from, 0, size, size);
  const search s = limits(e.from.box);
  int decided = 0, hits = 0, crossed = 0;
  for (int k = 0; k < size * size; ++k) {
    const ray r = ray_of(c, k % size, k / size);
    const range t = clip(r, s.box);
    if (t.last < t.first) continue;
    crossed += 1;
    const crossing<I> root = first_root_of<I>(e.f, r, t, s.resolution);
    if (root.what == verdict::undecided) continue;
    decided += 1;
    const bool hit = root.what == verdict::hit;
    hits += hit;
    const long double first = t.first, last = hit ? number(root.where.lower()) : t.last;
    const long double start = value(e.f, r, first);
    for (int i = 1; i < 4000; ++i)
      ASSERT_GT(value(e.f, r, first + (last - first) * i / 4000) * start, 0) << e.name << ", pixel " << k;
    if (hit) {
      ASSERT_LE(value(e.f, r, number(root.where.upper())) * start, 0) << e.name << ", pixel " << k;
      // In float the noise of f itself can be wider than the resolution.
      const bool noisy = std::is_same_v<I, interval_float>;
      ASSERT_LE(number(width(root.where)), noisy ? 2e-3L : 1.001L * s.resolution)
          << e.name << ", pixel " << k;
    }
  }
  EXPECT_GE(decided, crossed * 99 / 100) << e.name;
  EXPECT_GT(hits, size * size / 20) << e.name;
  EXPECT_LT(hits, crossed) << e.name;
}
TYPED_TEST(Trace, VerdictsHoldForEverySurface) {
  for (const exhibit& e : gallery())
    check_verdicts<TypeParam>(e, std::is_same_v<TypeParam, interval_ff> ? 12 : 40);
}

// Of a sphere the discriminant knows: no hit is missed, none invented.
TYPED_TEST(Trace, SphereIsItsDiscriminant) {
  using I = TypeParam;
  const int size = std::is_same_v<I, interval_ff> ? 32 : 128;
  const exhibit& e = gallery()[0];
  const camera c = make_camera(e.from, 0, size, size);
  const search s = limits(e.from.box);
  int hits = 0;
  for (int k = 0; k < size * size; ++k) {
    const ray r = ray_of(c, k % size, k / size);
    const range t = clip(r, s.box);
    const long double ox = r.origin.x, oy = r.origin.y, oz = r.origin.z, dx = r.direction.x,
                      dy = r.direction.y, dz = r.direction.z;
    const long double aa = dx * dx + dy * dy + dz * dz, half_b = ox * dx + oy * dy + oz * dz,
                      cc = ox * ox + oy * oy + oz * oz - 1, discriminant = half_b * half_b - aa * cc;
    const crossing<I> root =
        t.last < t.first ? crossing<I>{} : first_root_of<I>(sphere{}, r, t, s.resolution);
    if (root.what == verdict::undecided) continue;
    ASSERT_EQ(root.what == verdict::hit, discriminant > 0) << "pixel " << k;
    if (root.what != verdict::hit) continue;
    hits += 1;
    const long double near = (-half_b - std::sqrt(discriminant)) / aa;
    ASSERT_LE(number(root.where.lower()), near + 1e-15L);
    ASSERT_GE(number(root.where.upper()), near - 1e-15L);
  }
  EXPECT_GT(hits, size * size / 3);
}

// Two sheets 2^-12 apart, which sampling steps over: the first of the two roots is found.
TYPED_TEST(Trace, ThinSheetIsFound) {
  using I = TypeParam;
  const surface f = gallery()[0].f;
  const ray r{{0x1.ffffp-1f, -4.0f, 0.0f},
              {0.0f, 1.0f, 0.0f}};  // grazes the unit sphere: half the chord is 2^-7.5
  const search s = limits(1.25f);
  const crossing<I> root = first_root_of<I>(f, r, clip(r, s.box), s.resolution);
  ASSERT_EQ(root.what, verdict::hit);
  const long double near = 4 - std::sqrt(1 - 0x1.ffffp-1L * 0x1.ffffp-1L);
  EXPECT_LE(number(root.where.lower()), near);
  EXPECT_GE(number(root.where.upper()), near);
  const crossing<real> sampled = std::visit(
      [&](const auto& g) { return first_sign_change(g, r, clip(r, s.box), s.sample_step, s.samples); }, f);
  EXPECT_EQ(sampled.what, verdict::miss);
}

// A ray that touches the sphere in one point can be no certain hit and no certain miss.
TYPED_TEST(Trace, TangentIsUndecided) {
  using I = TypeParam;
  const ray r{{1.0f, -4.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
  const crossing<I> root = first_root_of<I>(sphere{}, r, clip(r, 1.25f), limits(1.25f).resolution);
  EXPECT_EQ(root.what, verdict::undecided);
}

// A finer search than the arithmetic's positions ends, and says what it is.
TYPED_TEST(Trace, EndsWhereverTheResolutionLies) {
  using I = TypeParam;
  const exhibit& e = gallery()[2];
  const camera c = make_camera(e.from, 0, 16, 16);
  for (int k = 0; k < 256; ++k) {
    const ray r = ray_of(c, k % 16, k / 16);
    const range t = clip(r, e.from.box);
    if (t.last < t.first) continue;
    for (const float resolution : {0.0f, 0x1p-60f, 1.0f, 100.0f}) {
      const crossing<I> root = first_root_of<I>(e.f, r, t, resolution);
      if (root.what == verdict::hit && resolution < 1) {
        EXPECT_LT(number(width(root.where)), 1e-3L);
      }
    }
  }
}

// The slab test encloses the cube: points of the ray outside the range are outside the cube.
TEST(Clip, EnclosesTheCube) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> place(-3.0f, 3.0f), aim(-1.0f, 1.0f);
  int crossed = 0;
  for (int i = 0; i < 4000; ++i) {
    ray r{{place(random), place(random), place(random)}, {aim(random), aim(random), aim(random)}};
    if (i % 8 == 0) r.direction.x = 0;
    const range t = clip(r, 1.5f);
    crossed += t.first <= t.last;
    for (int k = 0; k <= 200; ++k) {
      const long double at = k * 0.1L;
      const bool inside = std::fabs(r.origin.x + at * r.direction.x) <= 1.5L &&
                          std::fabs(r.origin.y + at * r.direction.y) <= 1.5L &&
                          std::fabs(r.origin.z + at * r.direction.z) <= 1.5L;
      if (inside) {
        ASSERT_LE(t.first, at);
        ASSERT_GE(t.last, at);
      }
    }
  }
  EXPECT_GT(crossed, 500);
  EXPECT_LT(crossed, 3900);
}

}  // namespace
}  // namespace implicit
