// The functions of dd_t at C's special values, their signs and limits, and identities across branches.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/dd.hpp>
#include <limits>

namespace {

using ff::dd_t;

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();
const double arguments[] = {0.0,  -0.0,    1,     -1,      infinity, -infinity, nan,   0.5,
                            -0.5, 2,       -2,    3,       -3,       2.5,       -2.5,  1e-300,
                            1e20, -1e-300, 1e300, -1e300,  5e-324,   -1e-20,    700.0, -700.0,
                            1e6,  -1e6,    1e-7,  0x1p-70, -0x1p-70};

/// Equal to a few digits of libm's result, in zeros, infinities and NaN altogether.
void expect_same(const char* name, double x, double y, dd_t got, double right) {
  const double value = static_cast<double>(got);
  const bool special = right == 0 || std::isinf(right);
  const bool same = std::isnan(right) ? std::isnan(value)
                    : special         ? value == right && std::signbit(value) == std::signbit(right)
                                      : std::fabs(value - right) <= 1e-14 * std::fabs(right) + 5e-324;
  EXPECT_TRUE(same) << name << '(' << x << ", " << y << ") = " << value << ", libm's is " << right;
}

TEST(DoubleDoubleFunctions, SpecialValuesAreThoseOfC) {
  for (const double x : arguments) {
    const dd_t d = x;
    expect_same("exp", x, 0, exp(d), std::exp(x)), expect_same("log", x, 0, log(d), std::log(x));
    expect_same("expm1", x, 0, expm1(d), std::expm1(x)), expect_same("log1p", x, 0, log1p(d), std::log1p(x));
    expect_same("exp2", x, 0, exp2(d), std::exp2(x)), expect_same("log2", x, 0, log2(d), std::log2(x));
    expect_same("exp10", x, 0, exp10(d), std::pow(10.0, x));
    expect_same("log10", x, 0, log10(d), std::log10(x));
    expect_same("sinh", x, 0, sinh(d), std::sinh(x)), expect_same("cosh", x, 0, cosh(d), std::cosh(x));
    expect_same("tanh", x, 0, tanh(d), std::tanh(x)), expect_same("atan", x, 0, atan(d), std::atan(x));
    expect_same("asin", x, 0, asin(d), std::asin(x)), expect_same("acos", x, 0, acos(d), std::acos(x));
    expect_same("erf", x, 0, erf(d), std::erf(x)), expect_same("erfc", x, 0, erfc(d), std::erfc(x));
    if (x != -infinity) expect_same("tgamma", x, 0, tgamma(d), std::tgamma(x));  // glibc's is not C's NaN
    expect_same("lgamma", x, 0, lgamma(d), std::lgamma(x));
    const bool beyond = std::fabs(x) >= 0x1p30;  // where sine and cosine end
    expect_same("sin", x, 0, sin(d), beyond ? nan : std::sin(x));
    expect_same("cos", x, 0, cos(d), beyond ? nan : std::cos(x));
    expect_same("tan", x, 0, tan(d), beyond ? nan : std::tan(x));
    for (const double y : arguments) {
      expect_same("pow", x, y, pow(d, dd_t(y)), std::pow(x, y));
      expect_same("atan2", x, y, atan2(d, dd_t(y)), std::atan2(x, y));
    }
  }
}

TEST(DoubleDoubleFunctions, NarrowingKeepsTheSignOfZero) {
  EXPECT_TRUE(std::signbit(static_cast<float>(dd_t(-0.0))));
  EXPECT_TRUE(std::signbit(static_cast<ff::ff_t>(dd_t(-0.0)).hi()));
  EXPECT_TRUE(std::signbit(static_cast<float>(dd_t(-1e-300))));
  EXPECT_FALSE(std::signbit(static_cast<float>(dd_t(0.0))));
}

TEST(DoubleDoubleFunctions, SinhAndCoshReachTheLargestNumber) {
  EXPECT_TRUE(isfinite(sinh(dd_t(710.4)))) << "e^x itself overflows here";
  EXPECT_TRUE(isfinite(cosh(dd_t(-710.4))));
  EXPECT_TRUE(isinf(sinh(dd_t(711))));
}

TEST(DoubleDoubleFunctions, GammaIsRightAtIntegersHalvesAndEnds) {
  dd_t factorial = 1;
  for (int n = 1; n < 170; ++n) {
    // The product of n numbers errs by less than that of exact integers below 2^106, and a little more above.
    EXPECT_LE(abs(tgamma(dd_t(n)) / factorial - 1.0), (12.0 + 2 * n) * 0x1p-106) << n;
    EXPECT_LE(abs(lgamma(dd_t(n)) - log(factorial)), (24.0 + n) * 0x1p-106 * (1.0 + log(factorial))) << n;
    factorial = factorial * dd_t(n);
  }
  EXPECT_EQ(lgamma(dd_t(1)), 0.0);
  EXPECT_EQ(lgamma(dd_t(2)), 0.0);
  EXPECT_LE(abs(sqr(tgamma(dd_t(-0.5)) / -2.0) / acos(dd_t(-1)) - 1.0), 0x1p-101);
  EXPECT_TRUE(isfinite(tgamma(dd_t(171.62))) && isinf(tgamma(dd_t(171.63))) && isinf(tgamma(dd_t(1e300))));
  EXPECT_TRUE(std::isnan(double(tgamma(dd_t(-3)))) && std::isnan(double(tgamma(dd_t(-infinity)))));
  EXPECT_EQ(double(tgamma(dd_t(-170.5))), std::tgamma(-170.5));
  EXPECT_TRUE(tgamma(dd_t(-200.5)) == 0.0 && std::signbit(double(tgamma(dd_t(-200.5)))) &&
              !std::signbit(double(tgamma(dd_t(-201.5)))));
  EXPECT_TRUE(isinf(lgamma(dd_t(-7))) && isinf(lgamma(dd_t(1e306))) && isfinite(lgamma(dd_t(2.5e305))));
}

TEST(DoubleDoubleFunctions, ErrorFunctionsAddUpAndReachTheirEnds) {
  for (double x = -6; x <= 6; x += 0.0625) EXPECT_LE(abs(erf(dd_t(x)) + erfc(dd_t(x)) - 1.0), 0x1p-103) << x;
  EXPECT_TRUE(erfc(dd_t(26.5)) > 0.0 && erfc(dd_t(30)) == 0.0 && erfc(dd_t(-30)) == 2.0);
  EXPECT_TRUE(erf(dd_t(9.5)) == 1.0 && erf(dd_t(-infinity)) == -1.0);
  EXPECT_EQ(double(erf(dd_t(5e-324))), std::erf(5e-324));
}

TEST(DoubleDoubleFunctions, TakeACharacterBesideANumber) {
  EXPECT_TRUE(pow(dd_t(2), u'\3') == pow(dd_t(2), 3) && hypot(L'\3', dd_t(4)) == 5 &&
              fmax(dd_t(1), U'\2') == 2);
}

TEST(DoubleDoubleFunctions, PowersOfTwoAreExact) {
  for (int n = -1000; n <= 1000; n += 37) {
    EXPECT_EQ(exp2(dd_t(n)), ldexp(dd_t(1), n));
    EXPECT_EQ(log2(ldexp(dd_t(1), n)), dd_t(n));
  }
}

TEST(DoubleDoubleFunctions, ConstantExpressionsHaveTheBitsOfCalls) {
  constexpr dd_t sine = sin(dd_t(100.25)), angle = atan2(dd_t(3), dd_t(-4)),
                 power = pow(dd_t(10), dd_t(-0.3));
  volatile double hundred = 100.25, three = 3, ten = 10;
  const dd_t s = sin(dd_t(double(hundred))), a = atan2(dd_t(double(three)), dd_t(-4)),
             p = pow(dd_t(double(ten)), dd_t(-0.3));
  EXPECT_TRUE(s.hi() == sine.hi() && s.lo() == sine.lo());
  EXPECT_TRUE(a.hi() == angle.hi() && a.lo() == angle.lo());
  EXPECT_TRUE(p.hi() == power.hi() && p.lo() == power.lo());
}

}  // namespace
