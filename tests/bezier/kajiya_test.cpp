// Kajiya's method: the polynomial, its roots, and the other coordinate.
#include "apps/bezier/methods/kajiya.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "apps/bezier/methods/methods.hpp"
#include "known_points.hpp"

namespace bezier {
namespace {

/// The polynomial's value at x, and what it adds up to in magnitude.
struct value {
  double p, size;
};
template <class T>
value value_at(const resultant<T>& r, double x) {
  value y{0, 0};
  for (int k = resultant<T>::degree; k >= 0; --k) {
    const double c = static_cast<double>(r.c[k]);
    y = {y.p * x + c, y.size * std::fabs(x) + std::fabs(c)};
  }
  return y;
}
template <basis B>
double variable(double v) {
  return B == basis::power ? v : v / (1 - v);
}

template <basis B, class T>
void expect_zero_at_known_roots(double noise) {
  int elsewhere = 0;
  for (ff::uint64 i = 0; i < 100; ++i) {
    const known_pair k = known_point(i);
    resultant<T> r;
    form<B>(k.pair.r, k.pair.s, r);
    const value at = value_at(r, variable<B>(k.v)), beside = value_at(r, variable<B>(k.v + 0.07));
    EXPECT_LE(std::fabs(at.p), noise * at.size) << i;
    elsewhere += std::fabs(beside.p) > 16 * noise * beside.size;
  }
  EXPECT_GT(elsewhere, 60);
}

TEST(BezierKajiya, PolynomialVanishesAtKnownRoots) {
  expect_zero_at_known_roots<basis::power, double>(0x1p-44);
  expect_zero_at_known_roots<basis::bernstein, double>(0x1p-44);
  expect_zero_at_known_roots<basis::power, ff::ff_t>(0x1p-40);
  expect_zero_at_known_roots<basis::bernstein, ff::ff_t>(0x1p-40);
  expect_zero_at_known_roots<basis::bernstein, float>(0x1p-17);
}

TEST(BezierKajiya, PolynomialHasDegree18) {
  for (ff::uint64 i = 0; i < 100; ++i) {
    const known_pair k = known_point(i);
    resultant<double> r;
    form<basis::power>(k.pair.r, k.pair.s, r);
    double greatest = 0;
    for (const double c : r.c) greatest = std::fmax(greatest, std::fabs(c));
    EXPECT_GE(greatest, 1);
    EXPECT_LT(greatest, 2);
    EXPECT_GT(std::fabs(r.c[18]), 0) << i;
  }
}

/// Of a graph z = f(x, y) one combination of the planes is linear: six common zeros, and twice the degree of
/// the factor of u^3.
TEST(BezierKajiya, PolynomialOfAGraphHasDegree12) {
  for (ff::uint64 i = 0; i < 20; ++i) {
    pairs::stream x(i);
    patch s = flat_sheet();
    for (auto& row : s.p)
      for (auto& p : row) p.z = std::floor(x.within(16.0f));
    const ray r{{-4, -2, 16}, {2, 1, -8}, 0, 100};
    resultant<double> p;
    form<basis::power>(r, s, p);
    EXPECT_GT(std::fabs(p.c[12]), 0) << i;
    for (int k = 13; k <= 18; ++k) EXPECT_EQ(p.c[k], 0) << i;
  }
}

/// One is (1 - v)^18 times the other, but for a factor, which is taken at v = 1/2.
TEST(BezierKajiya, BasesAgree) {
  int telling = 0;
  for (ff::uint64 i = 0; i < 100; ++i) {
    const ray_and_patch p = draw_pair(pair_kind::random, i, {});
    resultant<double> power, bernstein;
    form<basis::power>(p.r, p.s, power), form<basis::bernstein>(p.r, p.s, bernstein);
    const value half = value_at(power, 0.5), one = value_at(bernstein, 1);
    const double factor = half.p / (one.p * 0x1p-18), loss = half.size / std::fabs(half.p);
    for (const double v : {0.125, 0.25, 0.375, 0.625}) {
      const value a = value_at(power, v), b = value_at(bernstein, v / (1 - v));
      const double same = factor * b.p * std::pow(1 - v, 18),
                   noise = 0x1p-38 * (a.size + loss * std::fabs(same));
      EXPECT_NEAR(a.p, same, noise) << i << ", v = " << v;
      telling += std::fabs(a.p) > 16 * noise;
    }
  }
  EXPECT_GT(telling, 300);
}

/// The product of x - root and of x^2 - 2 re x + re^2 + im^2, of degree at most 18.
template <class T>
resultant<T> polynomial_of(const std::vector<double>& real,
                           const std::vector<complex_number<double>>& pairs) {
  std::vector<double> c{1};
  const auto times = [&c](const std::vector<double>& factor) {
    std::vector<double> d(c.size() + factor.size() - 1);
    for (std::size_t i = 0; i < c.size(); ++i)
      for (std::size_t j = 0; j < factor.size(); ++j) d[i + j] += c[i] * factor[j];
    c = d;
  };
  for (const double x : real) times({-x, 1});
  for (const auto& z : pairs) times({z.re * z.re + z.im * z.im, -2 * z.re, 1});
  resultant<T> r;
  for (int k = 0; k <= 18; ++k)
    r.c[k] = static_cast<T>(k < static_cast<int>(c.size()) ? c[static_cast<std::size_t>(k)] : 0);
  return r;
}

template <basis B, class T>
void expect_roots(const std::vector<double>& v, const std::vector<double>& beyond, double near) {
  std::vector<double> real;
  real.reserve(18);
  for (const double x : v) real.push_back(variable<B>(x));
  real.insert(real.end(), beyond.begin(), beyond.end());
  std::vector<complex_number<double>> pairs;
  pairs.reserve(9);
  ASSERT_EQ(real.size() % 2, 0u);
  for (std::size_t k = 0; real.size() + 2 * pairs.size() < 18; ++k) {
    const double turn = 1.1 * static_cast<double>(k + 1);
    pairs.push_back({1.3 * std::cos(turn), 0.4 + std::fabs(std::sin(turn))});
  }
  root_list<T> found;
  find_roots<B>(polynomial_of<T>(real, pairs), found);
  std::vector<double> all(static_cast<std::size_t>(found.count));
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<double>(found.v[k]);
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), v.size());
  for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR(all[k], v[k], near);
}

TEST(BezierKajiya, RealRootsOnThePatchAreFound) {
  const std::vector<double> v{0.0625, 0.375, 0.6875, 0.9375}, beyond{-0.75, -20};
  expect_roots<basis::power, double>(v, beyond, 1e-9);
  expect_roots<basis::power, double>(v, {1.25, 20}, 1e-9);
  expect_roots<basis::bernstein, double>(v, beyond, 1e-9);
  expect_roots<basis::power, ff::ff_t>(v, beyond, 1e-8);
  expect_roots<basis::bernstein, ff::ff_t>(v, beyond, 1e-8);
  expect_roots<basis::bernstein, float>({0.125, 0.75}, {-0.75, -2}, 1e-3);
}

TEST(BezierKajiya, RootsAtTheEndsAreFound) {
  expect_roots<basis::power, double>({0, 0.5, 1}, {-2}, 1e-9);
  expect_roots<basis::power, ff::ff_t>({0, 0.5, 1}, {-2}, 1e-8);
  expect_roots<basis::bernstein, double>({0, 0.5}, {-2, -3}, 1e-9);
  // v = 1 is a root at infinity: the leading coefficient vanishes.
  root_list<double> found;
  find_roots<basis::bernstein>(polynomial_of<double>({1, -3}, {{0, 1}, {2, 2}}), found);
  ASSERT_EQ(found.count, 2);
  EXPECT_EQ(found.v[0], 1);
  EXPECT_NEAR(found.v[1], 0.5, 1e-12);
}

/// Coefficients at both ends of float's range, whose squares would leave it.
TEST(BezierKajiya, RootsOfTinyAndHugeValues) {
  for (const float scale : {0x1p-100f, 0x1p-40f, 0x1p40f, 0x1p100f}) {
    resultant<ff::ff_t> r = polynomial_of<ff::ff_t>({0.25, 0.5}, {{0.125, 1}, {-1, 0.5}, {0.5, 2}});
    for (ff::ff_t& c : r.c) c = ldexp(c, std::ilogb(scale));
    root_list<ff::ff_t> found;
    find_roots<basis::power>(r, found);
    ASSERT_EQ(found.count, 2) << scale;
    const double sum = static_cast<double>(found.v[0] + found.v[1]);
    EXPECT_NEAR(sum, 0.75, 1e-9) << scale;
  }
}

/// Of leading coefficients next to the least float the low words are lost, and |p| stays above what the
/// others would let it fall to: the steps end all the same.
TEST(BezierKajiya, StepsEndWhereLowWordsAreLost) {
  const double a = 16223085.4375;  // (x - a)((x - 2 a)^2 + a^2)
  const double c[] = {-5 * a * a * a, 9 * a * a, -5 * a, 1};
  ff::ff_t small[4];
  for (int k = 0; k < 4; ++k) small[k] = static_cast<ff::ff_t>(c[k] * 0x1p-149);
  complex_number<ff::ff_t> x{static_cast<ff::ff_t>(0.75 * a), 0.0f};
  ASSERT_TRUE(find_root(small, 1, 3, x));
  EXPECT_NEAR(static_cast<double>(x.re), a, 0x1p-20 * a);
  EXPECT_NEAR(static_cast<double>(x.im), 0, 0x1p-20 * a);
}

/// A polynomial of degree 1 whose slope is subnormal.
TEST(BezierKajiya, TheLastRootIsAQuotient) {
  for (const double root : {0.5, 0x1p100}) {
    resultant<ff::ff_t> r{};
    r.c[0] = static_cast<ff::ff_t>(-root * 0x1p-140), r.c[1] = 0x1p-140f;
    root_list<ff::ff_t> found;
    find_roots<basis::power>(r, found);
    ASSERT_EQ(found.count, root < 1 ? 1 : 0);
    if (found.count == 1) {
      EXPECT_EQ(found.v[0], 0.5f);
    }
  }
}

template <basis B, class T>
void expect_other_coordinates(double near) {
  for (ff::uint64 i = 0; i < 100; ++i) {
    const known_pair k = known_point(i);
    const T u = other_coordinate<B>(unit_planes<T>(k.pair.r, k.pair.s), static_cast<T>(k.v));
    EXPECT_NEAR(static_cast<double>(u), k.u, near) << i;
  }
}
TEST(BezierKajiya, OtherCoordinates) {
  expect_other_coordinates<basis::power, double>(1e-11);
  expect_other_coordinates<basis::bernstein, double>(1e-11);
  expect_other_coordinates<basis::power, ff::ff_t>(1e-10);
  expect_other_coordinates<basis::bernstein, ff::ff_t>(1e-10);
  expect_other_coordinates<basis::bernstein, float>(1e-3);
}

template <class Method>
void expect_known_points(double near) {
  for (ff::uint64 i = 0; i < 100; ++i) {
    const known_pair k = known_point(i);
    point_list found;
    Method::find(k.pair.r, k.pair.s, found);
    EXPECT_LE(nearest(found, k.u, k.v), near) << Method::name << ", " << i;
    first_hit best = no_hit();
    Method::meet(k.pair.r, k.pair.s, 7, best);
    ASSERT_TRUE(best.found());
    EXPECT_EQ(best.patch, 7);
    for (int h = 0; h < found.count; ++h) EXPECT_TRUE(best.t <= found.hit[h].t);
  }
}
TEST(BezierKajiya, KnownPointsAreFound) {
  expect_known_points<kajiya<double>>(1e-8);
  expect_known_points<kajiya_bernstein<double>>(1e-10);
  expect_known_points<kajiya<ff::ff_t>>(1e-6);
  expect_known_points<kajiya_bernstein<ff::ff_t>>(1e-9);
}

/// The three stages one after another are the method.
TEST(BezierKajiya, StagesGiveTheSamePoints) {
  const pair_source from = sphere();
  for (const choice& c : all_choices()) {
    const host_functions f = functions_on_host(c);
    ASSERT_EQ(f.in_stages != nullptr, c.how == method::kajiya || c.how == method::kajiya_bernstein);
    if (f.in_stages == nullptr) continue;
    const auto pairs = drawn_pairs({pair_kind::camera, c, 50, 0}, from);
    std::vector<point_list> found;
    const stage_times times = f.in_stages(pairs, found);
    EXPECT_EQ(times.pairs, 50u);
    EXPECT_GE(times.roots, times.points);
    EXPECT_GT(times.points, 0u);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      point_list whole;
      f.find(pairs[i].r, pairs[i].s, whole);
      ASSERT_EQ(found[i].count, whole.count);
      for (int h = 0; h < whole.count; ++h)
        EXPECT_TRUE(found[i].hit[h].u == whole.hit[h].u && found[i].hit[h].t == whole.hit[h].t);
    }
  }
}

/// Of a flat sheet both cubics are linear in u: they have roots at infinity in common, and the polynomial
/// vanishes everywhere.  The method then finds nothing, where the certified search does.
TEST(BezierKajiya, NothingIsFoundOfAFlatSheet) {
  const ray r{{1, 1, 4}, {0.125f, 0.25f, -4}, 0, 100};
  point_list power, bernstein, proved;
  kajiya<double>::find(r, flat_sheet(), power), kajiya_bernstein<double>::find(r, flat_sheet(), bernstein);
  certified<float, ff::ff_t>::find(r, flat_sheet(), proved);
  EXPECT_EQ(power.count, 0);
  EXPECT_EQ(bernstein.count, 0);
  EXPECT_EQ(proved.count, 1);
}

template <class Method>
void expect_no_points(const ray& r, const patch& s) {
  point_list found;
  Method::find(r, s, found);
  EXPECT_EQ(found.count, 0) << Method::name;
}
TEST(BezierKajiya, NumbersThatAreNoneGiveNoPoints) {
  for (const float bad : {ff::detail::quiet_nan, ff::detail::infinity}) {
    ray_and_patch p = known_point(1).pair, q = p;
    p.s.p[1][2].y = bad, q.r.direction = {bad, 1, 1};
    for (const ray_and_patch& x : {p, q}) {
      expect_no_points<kajiya<float>>(x.r, x.s), expect_no_points<kajiya<ff::ff_t>>(x.r, x.s);
      expect_no_points<kajiya_bernstein<double>>(x.r, x.s);
      expect_no_points<newton<float>>(x.r, x.s), expect_no_points<newton<ff::ff_t>>(x.r, x.s);
    }
  }
}

}  // namespace
}  // namespace bezier
