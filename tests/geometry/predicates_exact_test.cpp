// The exact stages against each other, on host and device: the lattice where it applies, and how far it does;
// the limbs, and that a limb too few is seen; doubles as three floats against doubles.  The limbs themselves
// are compared with GMP in predicates_test.cpp.
#include <cmath>
#include <ff/predicates/triple.hpp>
#include <limits>

#include "everywhere.hpp"
#include "predicate_points.hpp"

namespace {

using namespace ff_test;
using ff::sign;

struct PredicatesExact : Everywhere {};

template <int dimension, bool lifted>
inline constexpr int coordinates_of = (dimension + (lifted ? 2 : 1)) * dimension;

// The first coordinates of the points, in a plane without z.
template <int dimension, class T>
FF_HD_LARGE void take(const points_drawn<T>& v, T (&x)[15]) {
  for (int i = 0; i < 15; ++i) x[i] = i / dimension < 5 ? v.c[3 * (i / dimension) + i % dimension] : T(0);
}

template <class T, int dimension, bool lifted>
FF_HD_LARGE ff::detail::lattice_sign on_lattice(const T (&x)[15]) {
  using word = decltype(ff::detail::on_lattice(T{}));
  word words[coordinates_of<dimension, lifted>] = {};
  for (int i = 0; i < coordinates_of<dimension, lifted>; ++i) words[i] = ff::detail::on_lattice(x[i]);
  return ff::detail::determinant_on_lattice<word, dimension, lifted>::of(words);
}
template <class T, int dimension, bool lifted, int missing = 0>
FF_HD_LARGE sign in_limbs(const T (&x)[15]) {
  return ff::detail::determinant_in_limbs<T, dimension, lifted, missing>(x).of();
}

// Points of every class, and such as have the largest digits that the lattice takes: of magnitude 2 or just
// below, and small multiples of its unit.
template <class T>
FF_HD_LARGE points_drawn<T> points_for_lattice(uint64 i) {
  if (i % 4 != 0) return points_at<T>(i / 4);
  constexpr T largest = T(2) - (sizeof(T) == 4 ? T(0x1p-23) : T(0x1p-52));
  const T unit = sizeof(T) == 4 ? T(0x1p-44) : T(0x1p-67);
  draws d(i);
  points_drawn<T> p{};
  for (T& c : p.c) {
    const T magnitude =
        d.coin() ? largest : static_cast<T>(d.between(0, 1 << 22)) * (d.coin() ? unit : unit * T(0x1p22));
    c = d.coin() ? magnitude : -magnitude;
  }
  return p;
}

template <class T, int dimension, bool lifted>
struct agree {
  FF_HD_LARGE points_drawn<T> input(uint64 i) const { return points_for_lattice<T>(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    T x[15] = {};
    take<dimension>(input(i), x);
    const auto l = on_lattice<T, dimension, lifted>(x);
    return !l.applies || l.s == in_limbs<T, dimension, lifted>(x);
  }
};
template <class T>
void judge_lattice(uint64 host, uint64 device) {
  EXPECT_TRUE(holds(agree<T, 2, false>{}, vectors(host, device)));
  EXPECT_TRUE(holds(agree<T, 3, false>{}, vectors(host, device)));
  EXPECT_TRUE(holds(agree<T, 2, true>{}, vectors(host, device)));
  EXPECT_TRUE(holds(agree<T, 3, true>{}, vectors(host / 10, device / 10)));
}
TEST_F(PredicatesExact, LatticeOfFloats) { judge_lattice<float>(100000, 30000000); }
TEST_F(PredicatesExact, LatticeOfDoubles) { judge_lattice<double>(50000, 10000000); }

template <class T>
bool same_on_lattice(T x, T y, bool lifted) {
  const T c[15] = {1, y, 0, y, x, y};
  return lifted ? on_lattice<T, 2, true>(c).applies : on_lattice<T, 2, false>(c).applies;
}
TEST(PredicatesLattice, AppliesAsFarAsItSays) {
  EXPECT_TRUE(same_on_lattice(0x1p-44f, 1.0f, false));
  EXPECT_FALSE(same_on_lattice(0x1p-45f, 1.0f, false));
  EXPECT_TRUE(same_on_lattice(0x1p-44f, 0x1p-60f, false)) << "each axis has a unit of its own";
  EXPECT_FALSE(same_on_lattice(0x1p-44f, 0x1p-60f, true)) << "but where squares are summed";
  EXPECT_TRUE(same_on_lattice(0x1p-67, 1.0, false));
  EXPECT_FALSE(same_on_lattice(0x1p-68, 1.0, false));
  const float subnormal[15] = {0x1p-149f, 0x1p-126f, 0x1p-120f, 0, 0, 0x1p-149f}, large[15] = {0x1p124f, 1},
              larger[15] = {0x1p125f, 1};
  EXPECT_TRUE((on_lattice<float, 2, false>(subnormal).applies));
  EXPECT_TRUE((on_lattice<float, 2, false>(large).applies));
  EXPECT_FALSE((on_lattice<float, 2, false>(larger).applies));
}

template <class T>
void judge_not_finite() {
  for (const T bad : {std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(),
                      std::numeric_limits<T>::quiet_NaN()}) {
    for (int i = 0; i < 12; ++i) {
      T x[15] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14};
      x[i] = bad;
      EXPECT_FALSE((on_lattice<T, 3, false>(x).applies)) << i;
    }
  }
}
TEST(PredicatesLattice, DoesNotApplyToInfinityAndNan) {
  judge_not_finite<float>();
  judge_not_finite<double>();
}

// A limb too few gives a wrong sign to most determinants of uniform points.
template <class T, int dimension, bool lifted>
int wrong_with_a_limb_too_few() {
  int wrong = 0;
  for (uint64 i = 0; i < 50; ++i) {
    T x[15] = {};
    take<dimension>(points_at<T>(i * point_classes), x);
    wrong += in_limbs<T, dimension, lifted, 1>(x) != in_limbs<T, dimension, lifted>(x);
  }
  return wrong;
}
TEST(PredicatesLimbs, ALimbTooFewIsSeen) {
  EXPECT_GT((wrong_with_a_limb_too_few<float, 2, false>()), 5);
  EXPECT_GT((wrong_with_a_limb_too_few<float, 3, false>()), 5);
  EXPECT_GT((wrong_with_a_limb_too_few<float, 2, true>()), 5);
  EXPECT_GT((wrong_with_a_limb_too_few<float, 3, true>()), 5);
  EXPECT_GT((wrong_with_a_limb_too_few<double, 3, false>()), 5);
  EXPECT_GT((wrong_with_a_limb_too_few<double, 3, true>()), 5);
}

// ---------------------------------------------------------------- doubles as three floats

// Points of every class, those of the float's own for what a double's do not fit.
FF_HD_LARGE points_drawn<double> points_that_fit(uint64 i) {
  const points_drawn<double> p = points_at<double>(i);
  bool fits = true;
  for (double c : p.c) fits = fits && ff::split_in_floats(c).fits;
  if (fits) return p;
  const points_drawn<float> q = points_at<float>(i);
  points_drawn<double> r{};
  for (int k = 0; k < 15; ++k) r.c[k] = wide(q.c[k]);
  return r;
}

struct same_signs {
  FF_HD_LARGE points_drawn<double> input(uint64 i) const { return points_that_fit(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const points_drawn<double> p = input(i);
    points_drawn<ff::double_in_floats> q{};
    for (int k = 0; k < 15; ++k) {
      q.c[k] = ff::split_in_floats(p.c[k]).words;
      if (ff::detail::bit_cast<uint64>(ff::as_double(q.c[k])) != ff::detail::bit_cast<uint64>(p.c[k]))
        return false;
    }
    const auto plane = [](const auto& v, int k) { return v.in_plane(k); };
    const auto space = [](const auto& v, int k) { return v.in_space(k); };
    const auto all = [&](const auto& v, sign(&s)[5]) {
      s[0] = ff::orient2d(plane(v, 0), plane(v, 1), plane(v, 2));
      s[1] = ff::incircle(plane(v, 0), plane(v, 1), plane(v, 2), plane(v, 3));
      s[2] = ff::orient3d(space(v, 0), space(v, 1), space(v, 2), space(v, 3));
      s[3] = ff::insphere(space(v, 0), space(v, 1), space(v, 2), space(v, 3), space(v, 4));
      s[4] = ff::orient3d_sos(space(v, 0), space(v, 1), space(v, 2), space(v, 3), 3, 1, 2, 0);
    };
    sign of_doubles[5] = {}, of_floats[5] = {};
    all(p, of_doubles), all(q, of_floats);
    bool same = true;
    for (int k = 0; k < 5; ++k) same = same && of_doubles[k] == of_floats[k];
    return same;
  }
};
TEST_F(PredicatesExact, DoublesInFloats) { EXPECT_TRUE(holds(same_signs{}, vectors(60000, 10000000))); }

// |(hi + lo) - (a - b)| <= 2 u^2 |a - b|, and hi is hi + lo rounded.
struct difference_is_close {
  FF_HD_LARGE points_drawn<double> input(uint64 i) const {
    draws d(i);
    const auto drawn = [&](int e) {
      const uint64 fraction = d.bits() >> 12 & ~uint64{0} << (d.coin() ? 0 : d.between(0, 52));
      return ff::detail::bit_cast<double>(uint64{d.coin()} << 63 | static_cast<uint64>(1023 + e) << 52 |
                                          fraction);
    };
    points_drawn<double> p{};
    p.c[0] = drawn(0), p.c[1] = drawn(d.between(-3, 3));
    const uint64 bits = ff::detail::bit_cast<uint64>(p.c[0]);
    if (d.coin()) p.c[1] = ff::detail::bit_cast<double>(bits ^ (d.bits() >> 12 >> d.between(0, 51)));
    return p;
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    using ff::detail::triple;
    const points_drawn<double> p = input(i);
    const auto [hi, lo] = ff::detail::exact_difference(triple(ff::split_in_floats(p.c[0]).words),
                                                       triple(ff::split_in_floats(p.c[1]).words));
    // exact in integers of 2^-58: the numbers have exponents from -3 on, or are zero
    const auto integer = [](double x) {
      const ff::detail::scaled_integer n = ff::detail::as_scaled_integer(x);
      if (n.m == 0) return int128{0};
      const int shift = n.e + 58;
      const int128 m = shift >= 0 ? static_cast<int128>(n.m) << shift : static_cast<int128>(n.m >> -shift);
      return n.negative ? -m : m;
    };
    const int128 exact = integer(p.c[0]) - integer(p.c[1]),
                 off = integer(wide(hi)) + integer(wide(lo)) - exact;
    const int128 most = (exact < 0 ? -exact : exact) >> 47, error = off < 0 ? -off : off;
    return error <= most && to_bits(ff::add_rn(hi, lo)) == to_bits(hi);
  }
};
TEST_F(PredicatesExact, DifferencesOfDoublesInFloats) {
  EXPECT_TRUE(holds(difference_is_close{}, vectors(1000000, 1000000000)));
}

TEST(PredicatesTriple, WhatFits) {
  for (double x :
       {0.0, -0.0, 1.0, 0x1.fffffffffffffp127, -0x1.23456789abcdep-97, 0x1p-149, 0x1.8p-148, 0x1p-126}) {
    const auto [words, fits] = ff::split_in_floats(x);
    EXPECT_TRUE(fits) << std::hexfloat << x;
    EXPECT_EQ(ff::as_double(words), x);
    EXPECT_EQ(static_cast<double>(words.hi) + words.mid + words.lo, x);
  }
  for (double x : {0x1p128, 0x1p-150, 0x1.8p-149, 0x1.0000000000001p-98, 5e-324})
    EXPECT_FALSE(ff::split_in_floats(x).fits) << std::hexfloat << x;
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ff::split_in_floats(-infinity).words.hi, -std::numeric_limits<float>::infinity());
  for (double x : {infinity, 0x1p128, 1e300, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(ff::as_double(ff::split_in_floats(x).words), infinity) << x;
    EXPECT_EQ(ff::as_double(ff::split_in_floats(-x).words), -infinity) << x;
  }
  for (double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::signaling_NaN()})
    EXPECT_TRUE(std::isnan(ff::as_double(ff::split_in_floats(x).words)));
  for (double x : {5e-324, 0x1p-150, 0x1.8p-149, 0x1.0000000000001p-98, 0x1.fffffffffffffp-120}) {
    const double units = std::trunc(std::ldexp(x, 149));
    EXPECT_EQ(ff::as_double(ff::split_in_floats(x).words), std::ldexp(units, -149)) << x;
    EXPECT_EQ(ff::as_double(ff::split_in_floats(-x).words), -std::ldexp(units, -149)) << x;
  }
  const double few[] = {1, 2, 3e-60};
  ff::double_in_floats words[3];
  EXPECT_TRUE(ff::split_in_floats(few, words, 2));
  EXPECT_FALSE(ff::split_in_floats(few, words, 3));
  using P = ff::point2<ff::double_in_floats>;
  const auto word = [](double x) { return ff::split_in_floats(x).words; };
  EXPECT_EQ(ff::orient2d(P{word(0), word(0)}, P{word(1), word(0)}, P{word(0), word(infinity)}),
            sign::not_finite);
}

}  // namespace
