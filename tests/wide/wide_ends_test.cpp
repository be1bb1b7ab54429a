// Wide numbers at both ends of the range: what is representable is a number there, however far the
// intermediate results of a formula would leave the range; infinities, NaN and zeros of complex numbers as
// C Annex G.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ff/dd/complex.hpp>
#include <ff/wide/complex.hpp>
#include <limits>

#include "wide_exact.hpp"

namespace {

using namespace ff_test;
using ff::dd_complex, ff::dd_t, ff::wide_complex;
using limits = std::numeric_limits<wide_t>;
using WideEnds = wide_range_test;

const double inf = HUGE_VAL, nan = std::nan("");

bool below(const real& x, const real& y) { return mpfr_less_p(x, y) != 0; }
bool is_negative(const real& x) { return mpfr_signbit(static_cast<mpfr_srcptr>(x)) != 0; }

/// max() is below 2^(last + 1), and min() is 2^first.
constexpr long last_exponent = (1L << 31) + 63, first_exponent = -(1L << 31) - 64;

/// Exponents all over the range, at its ends, and where squares or products reach them.
long hostile_exponent(draws& d) {
  const long ends[] = {last_exponent - 40, first_exponent + 40, 1 << 30, -(1 << 30), 1 << 29, -(1 << 29)};
  const int kind = d.between(0, 7);
  return kind > 5 ? d.between(-2147480000, 2147480000) : ends[kind] + d.between(-90, 90);
}
wide_t number_at(draws& d, long exponent) {
  const wide_t m = wide_number(d, 0);
  return ff::scalbln(m, exponent);
}

struct exact_complex {
  real re, im;
  explicit exact_complex(wide_complex z) : re(exact(z.real())), im(exact(z.imag())) {}
  exact_complex(const real& a, const real& b) : re(a), im(b) {}
};
real modulus(const exact_complex& z) { return by(mpfr_hypot, z.re, z.im); }
exact_complex product(const exact_complex& z, const exact_complex& w) {
  return {z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re};
}

/// The error in u^2 of the scale, where less than min() is nothing.  Beyond max() a result must be infinite.
double error_at_end(wide_t got, const real& right, const real& scale) {
  static const real least = exact((limits::min)()), largest = exact((limits::max)());
  if (isnan(got)) return HUGE_VAL;
  if (isinf(got)) return below(largest, abs(right)) && signbit(got) == is_negative(right) ? 0 : HUGE_VAL;
  const real d = abs(exact(got) - right);
  if (below(d, least)) return 0;
  return double(by(mpfr_div, d, scale) * real(0x1p48));
}
double error_at_end(wide_complex got, const exact_complex& right) {
  const real size = modulus(right);
  return std::max(error_at_end(got.real(), right.re, size), error_at_end(got.imag(), right.im, size));
}
/// The errors of finite results that lie well within the range: the vectors must reach them.
struct errors {
  double worst = 0;
  int numbers = 0;
  void note(double error, bool is_number) { worst = std::max(worst, error), numbers += is_number; }
};

// ---------------------------------------------------------------- fused sums, interpolation

TEST_F(WideEnds, FusedSumsHoldWhereTheirProductLeavesTheRange) {
  const real least = exact((limits::min)()), largest = exact((limits::max)());
  errors fused;
  int beyond = 0;
  for (unsigned i = 0; i < 40000; ++i) {
    draws d(i);
    const long end = i % 2 != 0 ? last_exponent : first_exponent, part = end / 1000 * d.between(0, 1000);
    const wide_t x = number_at(d, part), y = number_at(d, end - part + d.between(-1, 1));
    const real p = exact(x) * exact(y);
    wide_t z = number_at(d, end + d.between(-50, 50));
    if (z != 0 && is_negative(p) == signbit(z) && end > 0) z = -z;
    const real Z = exact(z), right = p + Z;
    if (isinf(z) || below(abs(right), least) || below(largest, abs(right))) continue;
    beyond += below(largest, abs(p)) || below(abs(p), least);
    const wide_t got = fma(x, y, z);
    fused.note(error_of(got, right, abs(p) + abs(Z)), true);
    ASSERT_LE(fused.worst, 6.5) << i << ' ' << to_string(got);
  }
  EXPECT_GE(beyond, 1000) << "the vectors are too kind";
  EXPECT_GE(fused.worst, 0.5) << "the vectors are too kind";
  // A summand at the other end decides.
  const wide_t M = (limits::max)(), m = (limits::min)();
  EXPECT_TRUE(fma(m, m, M) == M && fma(m, -m, m) == m && isinf(fma(M, M, -M)) && fma(M, -2, M) == -M);
  EXPECT_TRUE(isinf(fma(M, 4, -M)) && fma(m, 0.5, m) == m * 1.5 && fma(m, -0.5, 0) == 0);
}

TEST_F(WideEnds, InterpolationStaysBetweenItsEnds) {
  errors between;
  int beyond = 0;
  for (unsigned i = 0; i < 8000; ++i) {
    draws d(i);
    const long end = i % 3 == 0 ? last_exponent - 1 : i % 3 == 1 ? first_exponent + 1 : hostile_exponent(d);
    const wide_t a = number_at(d, end + d.between(-1, 1)), b = number_at(d, end + d.between(-1, 1));
    if (!isfinite(a) || !isfinite(b)) continue;
    beyond += !isnormal(b - a);
    const real A = exact(a), B = exact(b);
    ASSERT_TRUE(lerp(a, b, 0) == a && lerp(a, b, 1) == b && lerp(a, a, 0.3) == a) << i;
    wide_t last = a;
    for (int j = 0; j <= 16; ++j) {
      const wide_t t = wide_t(j) / 16, got = lerp(a, b, t);
      ASSERT_TRUE(isfinite(got)) << i;
      const real right = A + exact(t) * (B - A), scale = abs(A) + abs(B);
      // Below min() there is zero alone.
      const bool vanishes = below(abs(right), exact((limits::min)()));
      between.note(vanishes ? 0 : error_of(got, right, scale), true);
      ASSERT_LE(between.worst, 12) << i << ' ' << j << ' ' << to_string(a) << ' ' << to_string(b);
      ASSERT_TRUE(a < b ? last <= got : got <= last) << i << ' ' << j;
      last = got;
    }
  }
  EXPECT_GE(beyond, 500) << "the vectors are too kind";
  EXPECT_GE(between.worst, 0.5) << "the vectors are too kind";
  const wide_t M = (limits::max)(), m = (limits::min)();
  EXPECT_TRUE(lerp(-M, M, 0.5) == 0 && lerp(M, -M, 0) == M && lerp(m, m * 1.5, 0.5) == m * 1.25);
  EXPECT_TRUE(isinf(lerp(-M, M, 2)) && isnan(lerp(M, limits::quiet_NaN(), 0.5)));
}

// e^x / 2 is a number up to x = log(2 max()), and e^x is not.
TEST_F(WideEnds, HyperbolicFunctionsEndWhereTheirResultsDo) {
  const wide_t end = log((limits::max)());
  int beyond = 0;
  for (int i = -40; i < 60; ++i) {
    const wide_t x = end + wide_t(i) * 0.01;
    beyond += isinf(exp(x));
    ASSERT_LE(error_of(sinh(x), by(mpfr_sinh, exact(x))), 3.3) << i;
    ASSERT_LE(error_of(cosh(-x), by(mpfr_cosh, exact(x))), 3.3) << i;
  }
  EXPECT_GE(beyond, 50);
  EXPECT_TRUE(isinf(sinh(end + 0.7)) && isinf(cosh(-end - 0.7)) && sinh(-end - 0.7) < 0);
}

// ---------------------------------------------------------------- complex numbers over the whole range

TEST_F(WideEnds, ComplexNumbersHoldOverTheWholeRange) {
  errors times, quotient, size, square, root;
  const real least = exact((limits::min)()), largest = exact((limits::max)());
  const auto is_number = [&](const real& r) { return below(least, r) && below(r, largest); };
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const long e = hostile_exponent(d), f = d.between(0, 2) == 0   ? e
                                            : d.between(0, 1) == 0 ? -e
                                                                   : hostile_exponent(d);
    const auto part = [&](long at) {
      return d.between(0, 9) == 0 ? wide_t(0) : number_at(d, at + d.between(-30, 30));
    };
    const wide_t a = part(e), b = part(e), c = part(f), g = part(f);
    const wide_complex z(a, b), w(c, g);
    if (z == wide_t(0) || w == wide_t(0) || !isfinite(abs(z)) || !isfinite(abs(w))) continue;
    const exact_complex Z(z), W(w);
    const exact_complex p = product(Z, W), q = product(Z, {W.re, exact(-w.imag())});
    const real n = W.re * W.re + W.im * W.im, m = Z.re * Z.re + Z.im * Z.im;
    const exact_complex right(by(mpfr_div, q.re, n), by(mpfr_div, q.im, n));
    times.note(error_at_end(z * w, p), is_number(modulus(p)));
    ASSERT_LE(times.worst, 15) << i;
    quotient.note(error_at_end(z / w, right), is_number(modulus(right)));
    ASSERT_LE(quotient.worst, 31) << i << ' ' << e << ' ' << f;
    square.note(error_at_end(norm(z), m, m), is_number(m));
    ASSERT_LE(square.worst, 10.5) << i;
    size.note(error_at_end(abs(z), modulus(Z), modulus(Z)), true);
    ASSERT_LE(size.worst, 6.5) << i;
    const exact_complex r(sqrt(z)), back = product(r, r);
    const real off = modulus({back.re - Z.re, back.im - Z.im});
    root.note(double(by(mpfr_div, off, modulus(Z)) * real(0x1p48)) / 2, true);
    ASSERT_LE(root.worst, 13) << i;
    ASSERT_FALSE(sqrt(z).real() < wide_t(0)) << i;
  }
  for (const errors& each : {times, quotient, size, square, root}) {
    EXPECT_GE(each.worst, 0.5) << "the vectors are too kind";
    EXPECT_GE(each.numbers, 3000) << "the vectors are too kind";
  }
}

TEST_F(WideEnds, ComplexNumbersHoldAtTheVeryEnds) {
  const wide_t M = (limits::max)(), m = (limits::min)(), half = M * 0.5;
  for (const wide_complex z :
       {wide_complex(M, M), wide_complex(-M, M), wide_complex(m, m), wide_complex(m, -m)}) {
    EXPECT_EQ(z / z, wide_complex(1));
    EXPECT_LE(error_at_end(sqrt(z) * sqrt(z), exact_complex(z)), 50);
  }
  EXPECT_TRUE(isinf(norm(wide_complex(M, 0))) && norm(wide_complex(m, m)) == 0 &&
              isinf(abs(wide_complex(M, M))));
  EXPECT_LE(error_of(abs(wide_complex(half, half)), modulus(exact_complex(wide_complex(half, half)))), 6.5);
  // |z|^2 = 5/4 min() although the lesser square is below min(), and where both are.
  const wide_t base = ff::scalbln(wide_t(1), -(1L << 30) - 32), r = sqrt(m);
  EXPECT_TRUE(base * base == m && norm(wide_complex(base, base * 0.5)) == m * 1.25);
  EXPECT_LE(error_of(norm(wide_complex(r * 0.9, r * 0.9)), exact(r * 0.9) * exact(r * 0.9) * real(2)), 10.5);
  // Both products leave the range, and their difference does not.
  const wide_complex p = wide_complex(M, M) * wide_complex(2, 2);
  EXPECT_TRUE(p.real() == 0 && isinf(p.imag()));
  // Quotients beyond the range are infinite, and below it zero.
  const wide_complex large = wide_complex(M, -M) / wide_complex(0.25),
                     small = wide_complex(m, m) / wide_complex(M, M);
  EXPECT_TRUE(isinf(large.real()) && isinf(large.imag()) && signbit(large.imag()) && small == wide_t(0));
}

TEST_F(WideEnds, ComplexExponentialsHoldWhereTheirPowerLeavesTheRange) {
  errors part;
  const real least = exact((limits::min)()), largest = exact((limits::max)());
  const double end = 0x1p31 * 0.6931471805599453;
  int beyond = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    draws d(i);
    const double bits = i % 4 == 0   ? d.between(0, 100)
                        : i % 4 == 1 ? d.between(0, 2147483000)
                                     : d.between(0, 60);
    // e^re is 2^bits beyond the end, and the angle's sine as far below 1, or about there.
    const double x = (end + bits * 0.6931471805599453) * (i % 8 == 7 ? -1 : 1);
    const wide_t y = number_at(d, -static_cast<long>(bits) - d.between(-8, 90));
    const wide_complex got = exp(wide_complex(x, y));
    const real power = by(mpfr_exp, exact(wide_t(x))), Y = exact(y);
    const real re = power * by(mpfr_cos, Y), im = power * by(mpfr_sin, Y);
    beyond += !isnormal(exp(wide_t(x)));
    part.note(error_at_end(got.real(), re, abs(re)), false);
    part.note(error_at_end(got.imag(), im, abs(im)), below(least, abs(im)) && below(abs(im), largest));
    ASSERT_LE(part.worst, 8.3) << i << ' ' << x << ' ' << to_string(y);
  }
  EXPECT_GE(std::min(beyond, part.numbers), 1000) << "the vectors are too kind";
  EXPECT_GE(part.worst, 0.5) << "the vectors are too kind";
  const wide_complex level = exp(wide_complex(1e12, -0.0)), none = exp(wide_complex(-1e12, 2));
  EXPECT_TRUE(isinf(level.real()) && level.imag() == 0 && signbit(level.imag()));
  EXPECT_TRUE(none == wide_t(0) && signbit(none.real()) && !signbit(none.imag()));
}

// ---------------------------------------------------------------- special values: C Annex G

constexpr int of_re = 1, of_im = 2;  // signs that the table leaves open

/// f(x + i y) = re + i im, and f(x - i y) its conjugate.
struct special_row {
  double x, y, re, im;
  int open = 0;
};

bool is_part(double got, double right, bool open) {
  if (std::isnan(right)) return std::isnan(got);
  return open ? std::fabs(got) == std::fabs(right) : got == right && std::signbit(got) == std::signbit(right);
}
template <class C, class F>
void expect_rows(const special_row* first, const special_row* last, F f) {
  using T = typename C::value_type;
  for (const special_row* r = first; r != last; ++r)
    for (const double side : {1.0, -1.0}) {
      const C got = f(C(T(r->x), T(side * r->y)));
      const double re = static_cast<double>(got.real()), im = static_cast<double>(got.imag());
      EXPECT_TRUE(is_part(re, r->re, (r->open & of_re) != 0) &&
                  is_part(im, side * r->im, (r->open & of_im) != 0))
          << r->x << ' ' << side * r->y << ": " << re << ' ' << im;
    }
}

TEST_F(WideEnds, ExponentialsHaveTheRowsOfAnnexG) {
  const special_row rows[] = {
      {0.0, 0.0, 1, 0},
      {-0.0, 0.0, 1, 0},
      {1, inf, nan, nan},
      {0, inf, nan, nan},
      {-1, nan, nan, nan},
      {0, nan, nan, nan},
      {inf, 0.0, inf, 0},
      {-inf, 0.0, 0, 0},
      {-inf, 1, 0, 0},
      {-inf, 2, -0.0, 0},
      {-inf, 4, -0.0, -0.0},
      {-inf, 6, 0, -0.0},
      {inf, 1, inf, inf},
      {inf, 2, -inf, inf},
      {inf, 4, -inf, -inf},
      {inf, 6, inf, -inf},
      {inf, 1e-300, inf, inf},
      {-inf, inf, 0, 0, of_re | of_im},
      {inf, inf, inf, nan, of_re},
      {-inf, nan, 0, 0, of_re | of_im},
      {inf, nan, inf, nan, of_re},
      {nan, 0.0, nan, 0},
      {nan, 1, nan, nan},
      {nan, inf, nan, nan},
      {nan, nan, nan, nan},
  };
  expect_rows<wide_complex>(std::begin(rows), std::end(rows), [](wide_complex z) { return exp(z); });
  // An angle from 2^128 on has no known sine; the modulus is known.
  const wide_t far = ff::scalbln(wide_t(1), 5000);
  const wide_complex gone = exp(wide_complex(-inf, far)), grown = exp(wide_complex(inf, far));
  EXPECT_TRUE(gone == wide_t(0) && isinf(grown.real()) && isnan(grown.imag()));
}

TEST_F(WideEnds, RootsHaveTheRowsOfAnnexG) {
  const special_row rows[] = {
      {0.0, 0.0, 0, 0},      {-0.0, 0.0, 0, 0},    {1, inf, inf, inf},
      {-1, inf, inf, inf},   {0, inf, inf, inf},   {inf, inf, inf, inf},
      {-inf, inf, inf, inf}, {nan, inf, inf, inf}, {1, nan, nan, nan},
      {0, nan, nan, nan},    {-inf, 1, 0, inf},    {-inf, 0.0, 0, inf},
      {inf, 1, inf, 0},      {inf, 0.0, inf, 0},   {-inf, nan, nan, inf, of_im},
      {inf, nan, inf, nan},  {nan, 0.0, nan, nan}, {nan, 1, nan, nan},
      {nan, nan, nan, nan},
  };
  expect_rows<wide_complex>(std::begin(rows), std::end(rows), [](wide_complex z) { return sqrt(z); });
  expect_rows<dd_complex>(std::begin(rows), std::end(rows), [](dd_complex z) { return sqrt(z); });
}

template <class C>
struct kind_of {
  bool finite, infinite, zero;
  explicit kind_of(C z)
      : finite(isfinite(z.real()) && isfinite(z.imag())),
        infinite(isinf(z.real()) || isinf(z.imag())),
        zero(z == C(typename C::value_type(0.0f))) {}
};
/// G.5.1 of products and quotients of all numbers with these parts.
template <class C, size_t N>
void expect_annex_g(const typename C::value_type (&parts)[N], bool products) {
  int quotients_of_infinities = 0;
  for (const auto& a : parts)
    for (const auto& b : parts)
      for (const auto& c : parts)
        for (const auto& e : parts) {
          const C z(a, b), w(c, e), q = z / w, p = z * w;
          const kind_of<C> of_z(z), of_w(w), of_q(q), of_p(p);
          const bool z_counts = of_z.infinite || (of_z.finite && !of_z.zero),
                     w_counts = of_w.infinite || (of_w.finite && !of_w.zero);
          const auto show = [&] {
            return ::testing::Message()
                   << double(a) << ' ' << double(b) << " by " << double(c) << ' ' << double(e);
          };
          if (of_z.infinite && of_w.finite) {
            EXPECT_TRUE(of_q.infinite) << show();
          }
          if (of_z.finite && of_w.infinite) {
            EXPECT_TRUE(of_q.zero) << show();
          }
          if (z_counts && of_w.zero) {
            EXPECT_TRUE(of_q.infinite) << show();
          }
          if (products && ((of_z.infinite && w_counts) || (of_w.infinite && z_counts))) {
            EXPECT_TRUE(of_p.infinite) << show();
          }
          quotients_of_infinities += of_z.infinite && of_w.finite;
        }
  EXPECT_GE(quotients_of_infinities, 100);
}

TEST_F(WideEnds, ProductsAndQuotientsAreInfiniteAndZeroAsAnnexGHasThem) {
  const wide_t M = (limits::max)(), m = (limits::min)();
  const wide_t parts[] = {0.0, -0.0, 1, -2, inf, -inf, nan, M, -M, m, -m};
  expect_annex_g<wide_complex>(parts, true);
  const dd_t doubles[] = {0.0, -0.0, 1.0, -2.0, inf, -inf, nan, 0x1p1023, -0x1p1023, 0x1p-1020};
  expect_annex_g<dd_complex>(doubles, false);
  EXPECT_TRUE(isinf(norm(wide_complex(nan, -inf))) && isinf(abs(wide_complex(nan, inf))));
  EXPECT_TRUE(isnan(norm(wide_complex(nan, 1))) && norm(wide_complex(0, -0.0)) == 0);
}

}  // namespace
