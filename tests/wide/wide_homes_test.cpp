// Wide numbers wherever they may stand: one value at home in two steps, words in weak form, angles on the
// axes, exponents at the ends of the range, and results at the ends of narrower types.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/wide/complex.hpp>
// After the wide numbers' header, so that neither needs the other one first.
#include <ff/dd/complex.hpp>
#include <limits>

#include "wide_exact.hpp"

namespace {

using namespace ff_test;
using ff::from_words;
using ff::detail::wide_from;
using limits = std::numeric_limits<wide_t>;
using WideHomes = wide_range_test;

using mpfr_function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

/// A function of one argument, its bound in u^2, and the exponents of the arguments.
struct function_case {
  const char* name;
  wide_t (*call)(wide_t);
  mpfr_function exact;
  double u2;
  int low, high;
  bool any_sign;
  bool negated = false;  ///< the function takes -x
};
const function_case functions[] = {
    {"sqrt", [](wide_t x) { return sqrt(x); }, mpfr_sqrt, 3.375, -140, 140, false},
    {"rsqrt", [](wide_t x) { return rsqrt(x); }, mpfr_rec_sqrt, 5, -140, 140, false},
    {"cbrt", [](wide_t x) { return cbrt(x); }, mpfr_cbrt, 4, -140, 140, true},
    {"exp", [](wide_t x) { return exp(x); }, mpfr_exp, 2, -140, 29, true},
    {"exp2", [](wide_t x) { return exp2(x); }, mpfr_exp2, 2, -140, 29, true},
    {"exp10", [](wide_t x) { return exp10(x); }, mpfr_exp10, 2, -140, 16, true},
    {"expm1", [](wide_t x) { return expm1(x); }, mpfr_expm1, 5.1, -140, 29, true},
    {"log", [](wide_t x) { return log(x); }, mpfr_log, 3.5, -140, 140, false},
    {"log2", [](wide_t x) { return log2(x); }, mpfr_log2, 4.5, -140, 140, false},
    {"log10", [](wide_t x) { return log10(x); }, mpfr_log10, 4, -140, 140, false},
    {"log1p", [](wide_t x) { return log1p(x); }, mpfr_log1p, 5.1, -140, 140, false},
    {"log1p(-x)", [](wide_t x) { return log1p(-x); }, mpfr_log1p, 5.1, -140, -1, false, true},
    {"sin", [](wide_t x) { return sin(x); }, mpfr_sin, 2.35, -140, 100, true},
    {"cos", [](wide_t x) { return cos(x); }, mpfr_cos, 2.35, -140, 100, true},
    {"tan", [](wide_t x) { return tan(x); }, mpfr_tan, 4.1, -140, 100, true},
    {"asin", [](wide_t x) { return asin(x); }, mpfr_asin, 3.6, -140, -1, true},
    {"acos", [](wide_t x) { return acos(x); }, mpfr_acos, 4.1, -140, -1, true},
    {"atan", [](wide_t x) { return atan(x); }, mpfr_atan, 3.1, -140, 140, true},
    {"sinh", [](wide_t x) { return sinh(x); }, mpfr_sinh, 3.3, -140, 29, true},
    {"cosh", [](wide_t x) { return cosh(x); }, mpfr_cosh, 3.3, -140, 29, true},
    {"tanh", [](wide_t x) { return tanh(x); }, mpfr_tanh, 4.1, -140, 29, true},
    {"asinh", [](wide_t x) { return asinh(x); }, mpfr_asinh, 4.1, -140, 140, true},
    {"acosh", [](wide_t x) { return acosh(x); }, mpfr_acosh, 4.1, 1, 140, false},
    {"atanh", [](wide_t x) { return atanh(x); }, mpfr_atanh, 4.1, -140, -1, true},
    {"erf", [](wide_t x) { return erf(x); }, mpfr_erf, 4.1, -140, 4, true},
};

TEST_F(WideHomes, FunctionsDoNotAskInWhichStepANumberIs) {
  for (const function_case& f : functions) {
    double worst = 0;
    for (unsigned i = 0; i < 3000; ++i) {
      draws d(i);
      const wide_t m = abs(wide_number(d, 0));
      const wide_t size = ff::ldexp(m, d.between(f.low, f.high) - ff::ilogb(m));
      const wide_t x = f.any_sign && d.sign() != 0 ? -size : size;
      for (const int steps : {-1, 0, 1}) {
        const wide_t moved = moved_home(x, steps);
        const double error = error_of(f.call(moved), by(f.exact, exact(f.negated ? -moved : moved)));
        ASSERT_LE(error, f.u2) << f.name << " of " << to_string(moved) << " in step " << moved.step();
        worst = std::max(worst, error);
      }
    }
    EXPECT_GE(worst, 0.3) << f.name << ": the vectors are too kind";
  }
}

TEST_F(WideHomes, NegativeNumbersHaveNoPowerOfATinyFraction) {
  for (const int e : {-10, -31, -33, -100, -149, -200, -5000, -2000000000}) {
    const wide_t y = ff::ldexp(wide_t(3), e);
    EXPECT_TRUE(isnan(pow(wide_t(-2), y)) && isnan(pow(wide_t(-1), -y))) << e;
    EXPECT_TRUE(pow(wide_t(-0.0), y) == 0 && !signbit(pow(-wide_t(0), y))) << e;
    EXPECT_TRUE(pow(-limits::infinity(), y) == limits::infinity()) << e;
  }
}

TEST_F(WideHomes, OrderSeesLowWordsAcrossTwoSteps) {
  for (const int step : {-5, 0, 7})
    for (unsigned i = 0; i < 5 * 5 * 3; ++i) {
      const float low = 0x1p-90f * static_cast<float>(i % 5), below = 0x1p37f * static_cast<float>(i / 5 % 5);
      const wide_t x = wide_from(from_words(i / 25 == 2 ? 0x1.000002p-64f : 0x1p-64f, -low), step + 2),
                   y = wide_from(from_words(0x1.fffffep63f, i / 25 == 0 ? below : -below), step);
      const int order = mpfr_cmp(exact(x), exact(y));
      ASSERT_TRUE((x < y) == (order < 0) && (x == y) == (order == 0) && (x <= y) == (order <= 0)) << i;
      ASSERT_TRUE((-y < -x) == (order < 0) && (-x == -y) == (order == 0) && (y > x) == (order < 0)) << i;
      ASSERT_TRUE(order != 0 || std::hash<wide_t>()(x) == std::hash<wide_t>()(y)) << i;
    }
}

TEST_F(WideHomes, DistancesAndAnglesHoldAtTheEndsOfTheRange) {
  for (unsigned i = 0; i < 5000; ++i) {
    draws d(i);
    const int e = d.between(-2147483000, 2147483000);
    const wide_t x = ff::ldexp(wide_number(d, 40), e), y = ff::ldexp(wide_number(d, 40), e),
                 z = i % 2 != 0 ? wide_t(0) : ff::ldexp(wide_number(d, 40), e);
    const real X = exact(x), Y = exact(y), Z = exact(z);
    ASSERT_LE(error_of(hypot(x, y), by(mpfr_hypot, X, Y)), 6.5) << i;
    ASSERT_LE(error_of(hypot(x, z, y), sqrt(X * X + Y * Y + Z * Z)), 7.5) << i;
    ASSERT_LE(error_of(arg(ff::wide_complex(x, y)), by(mpfr_atan2, Y, X)), 5.1) << i;
  }
  for (const wide_t x : {-ff::ldexp((limits::max)(), -1), (limits::min)()})
    EXPECT_LE(error_of(hypot(x, 0), abs(exact(x))), 6.5);
  const real largest = exact((limits::max)());
  EXPECT_LE(error_of(asinh((limits::max)()), by(mpfr_asinh, largest)), 4.6);
  EXPECT_LE(error_of(acosh((limits::max)()), by(mpfr_acosh, largest)), 4.6);
  EXPECT_TRUE(isinf(hypot((limits::max)(), (limits::max)())) && hypot(wide_t(0), -0.0, 0) == 0);
  EXPECT_TRUE(isinf(hypot(limits::quiet_NaN(), limits::infinity())) && isnan(hypot(limits::quiet_NaN(), 1)));
  for (const double re : {0.0, -0.0, 1.0, -1.0, HUGE_VAL, -HUGE_VAL})
    for (const double im : {0.0, -0.0, 1.0, -1.0, HUGE_VAL, -HUGE_VAL}) {
      const double got = double(arg(ff::wide_complex(re, im))), right = std::atan2(im, re);
      EXPECT_NEAR(got, right, 1e-13) << re << ' ' << im;
      EXPECT_EQ(std::signbit(got), std::signbit(right)) << re << ' ' << im;
    }
}

TEST_F(WideHomes, ExponentialsEndWhereTheRangeDoes) {
  // Beyond the range they are infinite or zero, as far out as their arguments go: no exponent wraps.
  for (double x = 0x1p31 + 65; x < 1e12; x *= 1.0137) {
    const double e = x * 0.6931471805599454, ten = x * 0.3010299956639813;
    ASSERT_TRUE(isinf(exp2(wide_t(x))) && isinf(exp(wide_t(e))) && isinf(exp10(wide_t(ten)))) << x;
    ASSERT_TRUE(exp2(wide_t(-x)) == 0 && exp(wide_t(-e)) == 0 && exp10(wide_t(-ten)) == 0) << x;
    ASSERT_TRUE(isinf(pow(wide_t(2), x)) && pow(wide_t(10), -ten) == 0 && isinf(sinh(wide_t(e + 1)))) << x;
    ASSERT_TRUE(isinf(tgamma(wide_t(x))) && tgamma(wide_t(-x - 0.25)) == 0 && erfc(wide_t(std::sqrt(e))) == 0)
        << x;
  }
  // Within it they are numbers, heads of 2^31 included.
  for (const double below : {0.25, 1.0, 30.5, 63.0, 100.0, 500.0}) {
    EXPECT_LE(error_of(exp2(wide_t(0x1p31 - below)), by(mpfr_exp2, real(0x1p31 - below))), 2) << below;
    EXPECT_LE(error_of(exp2(wide_t(below - 0x1p31)), by(mpfr_exp2, real(below - 0x1p31))), 2) << below;
  }
}

TEST_F(WideHomes, FloatsAreRoundedOnceDownToTheLeast) {
  for (unsigned i = 0; i < 40000; ++i) {
    draws d(i);
    const ff::ff_t m = wide_digits(d);
    const int e = d.between(-152, 129);
    // Half a unit of the float, and a trace of either sign beside it.
    const float head = static_cast<float>(ff::ldexp(wide_t(m), e));
    const int unit = std::max(ff::ilogb(ff::ff_t(head)) - 24, -150);
    const wide_t half = ff::ldexp(wide_t(1), unit), trace = ff::ldexp(half, -d.between(1, 30));
    const wide_t tie = wide_t(head) + (d.sign() != 0 ? half : -half);
    for (const wide_t x : {ff::ldexp(wide_t(m), e), tie, tie + trace, trace - tie, moved_home(tie, 1)}) {
      const float got = static_cast<float>(x), right = mpfr_get_flt(exact(x), MPFR_RNDN);
      ASSERT_TRUE(got == right && std::signbit(got) == std::signbit(right)) << i << ' ' << to_string(x);
    }
  }
  EXPECT_TRUE(std::signbit(float(wide_t(-0.0))) && std::signbit(float(ff::ldexp(wide_t(-1), -5000))));
}

TEST_F(WideHomes, LargeIntegersAreCutOffBeforeTheEndOfTheirType) {
  using U = unsigned __int128;
  const wide_t end = ff::ldexp(wide_t(1), 128);
  for (const int e : {103, 90, 80, 60, 1, 0, -1, -10}) {
    const wide_t d = ff::ldexp(wide_t(1), e),
                 x = wide_from(from_words(1.0f, -static_cast<float>(ff::ldexp(d, -128))), 2);
    const U less = e < 0 ? U(1) : U(1) << e;
    EXPECT_TRUE(x < end && static_cast<U>(x) == U(0) - less) << e;
    EXPECT_TRUE(e < 60 || static_cast<U>(moved_home(x, 1)) == U(0) - less)
        << e << ", a lower word is lost there";
    EXPECT_TRUE(static_cast<__int128>(x) == static_cast<__int128>(~U(0) >> 1)) << e;
  }
  EXPECT_TRUE(static_cast<U>(end) == ~U(0) && static_cast<U>(-end) == 0);
}

TEST_F(WideHomes, ComplexDoubleDoublesNeedNoHeaderBeforeThese) {
  const ff::dd_complex z(3.0, 4.0);
  EXPECT_TRUE(z / z == ff::dd_complex(1.0) && sqrt(ff::dd_complex(-4.0)) == ff::dd_complex(0.0, 2.0));
}

}  // namespace
