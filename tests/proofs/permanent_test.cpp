// This counts what a bound by maxima leaves undecided beside one by the permanent.  docs/proofs/predicates.md
// has the figures.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <ff/predicates.hpp>
#include <functional>
#include <random>

namespace {

using ff::point3;

constexpr int tetrahedra = 2000000;

/// Each bound leaves so many tetrahedra undecided.
struct undecided {
  double permanent = 0, maxima = 0;
};

/// Tells if orient3d's determinant in floats is within 7u of the permanent, a sum of six products.
bool is_within_permanent(point3<float> a, point3<float> b, point3<float> c, point3<float> d) {
  const float x[3] = {a.x - d.x, b.x - d.x, c.x - d.x}, y[3] = {a.y - d.y, b.y - d.y, c.y - d.y},
              z[3] = {a.z - d.z, b.z - d.z, c.z - d.z};
  float sum = 0, permanent = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const float left = y[j] * z[k], minor = std::fma(-y[k], z[j], left);
    sum = std::fma(x[i], minor, sum);
    permanent = std::fma(std::fabs(x[i]), std::fabs(left) + std::fabs(y[k] * z[j]), permanent);
  }
  return std::fabs(sum) <= 7 * 0x1p-24f * permanent;
}

using maker = std::function<void(std::mt19937&, point3<float>*)>;

undecided count(const char* name, const maker& make) {
  std::mt19937 random(1);
  undecided n;
  for (int i = 0; i < tetrahedra; ++i) {
    point3<float> p[4];
    make(random, p);
    n.permanent += is_within_permanent(p[0], p[1], p[2], p[3]);
    n.maxima += ff::detail::orient3d_filter(p[0], p[1], p[2], p[3]) == 0;
  }
  std::printf("%-12s permanent %.5f %%, maxima %.5f %%\n", name, 100 * n.permanent / tetrahedra,
              100 * n.maxima / tetrahedra);
  return n;
}

TEST(PredicateBounds, MaximaLeaveLittleMoreThanThePermanent) {
  std::uniform_real_distribution<float> unit(0, 1), thin(0, 0x1p-10f);
  const auto each = [](point3<float>* p, auto one) {
    for (int k = 0; k < 4; ++k) p[k] = one();
  };
  const undecided cube = count("unit cube", [&](auto& g, point3<float>* p) {
    each(p, [&] { return point3<float>{unit(g), unit(g), unit(g)}; });
  });
  const undecided map = count("slope, UTM", [&](auto& g, point3<float>* p) {
    each(p, [&] {
      const float east = 1000 * unit(g), north = 1000 * unit(g);
      return point3<float>{500000 + east, 5400000 + north, 300 + 0.2f * east + 0.1f * north + 5 * unit(g)};
    });
  });
  const undecided narrow = count("long", [&](auto& g, point3<float>* p) {
    const float to[3] = {unit(g), unit(g), unit(g)};
    each(p, [&] {
      const float along = unit(g);
      return point3<float>{along * to[0] + thin(g), along * to[1] + thin(g), along * to[2] + thin(g)};
    });
  });
  const undecided plane = count("rounded", [&](auto& g, point3<float>* p) {
    each(p, [&] {
      const double s = unit(g), t = unit(g);
      return point3<float>{static_cast<float>(s), static_cast<float>(t),
                           static_cast<float>(0.3 * s + 0.7 * t + 0.1)};
    });
  });
  for (const undecided& n : {cube, map, narrow, plane}) EXPECT_LE(n.permanent, n.maxima);
  EXPECT_LT(cube.maxima, 1e-4 * tetrahedra);
  EXPECT_GT(plane.permanent, 0.5 * tetrahedra);
}

}  // namespace
