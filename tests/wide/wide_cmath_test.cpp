// The rest of <cmath> for wide_t against MPFR: remainders, neighbours, integer parts, error and gamma
// functions; conversions from and to every arithmetic type; volatile numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "real.hpp"
#include "wide_exact.hpp"
#include "wide_vectors.hpp"

namespace {

using namespace ff_test;
using ff::from_words;
using limits = std::numeric_limits<wide_t>;
using WideCmath = wide_range_test;

bool same(wide_t x, wide_t y) { return (x == y && signbit(x) == signbit(y)) || (isnan(x) && isnan(y)); }

/// The exact remainder as the nearest pair: |error| <= u^2 of it.
bool is_nearest(wide_t got, const real& right) {
  return mpfr_zero_p(right) ? got == wide_t(0) : error_of(got, right) <= 1;
}

TEST_F(WideCmath, RemaindersAreExactOverAnyDistance) {
  int inexact = 0, large = 0, extreme = 0;
  for (unsigned i = 0; i < 16000; ++i) {
    draws d(i);
    const int kind = d.between(0, 6);
    wide_t y = wide_number(d, 3000);
    if (kind == 6) y = ff::ldexp(wide_t(d.between(1, 1000)), -d.between(0, 3000));  // short, with zeros below
    int least = -3, most = 70;
    if (kind == 0) least = 0, most = 20000;
    if (kind == 4) least = 1900, most = 2200;  // where the loop ends and powers begin
    if (kind >= 5) least = 1 << 20, most = 2147000000;
    if (kind == 5) y = ff::ldexp(y, -2147000000);  // up to 2^32 apart
    const int above = d.between(least, most);
    wide_t x = ff::ldexp(wide_number(d, 30), (kind == 5 ? 0 : ff::ilogb(y)) + above);
    if (kind == 3) x = y * wide_t(d.between(-9, 9));  // the product is rounded: next to a multiple
    real cut(0.0), near(0.0);
    long n = 0;
    const real X = exact(x), Y = exact(y);
    mpfr_fmod(cut, X, Y, MPFR_RNDN);
    mpfr_remquo(near, &n, X, Y, MPFR_RNDN);
    int quotient = 0;
    const wide_t of_nearest = remquo(x, y, &quotient), of_cut = fmod(x, y);
    ASSERT_TRUE(is_nearest(of_cut, cut)) << i;
    ASSERT_TRUE(is_nearest(of_nearest, near)) << i;
    ASSERT_TRUE(same(remainder(x, y), of_nearest)) << i;
    // C asks for three bits; MPFR gives those of a long.
    ASSERT_EQ(std::abs(quotient) & 0x3fffffff, std::labs(n) & 0x3fffffff) << i;
    ASSERT_TRUE(quotient == 0 || (quotient < 0) == (signbit(x) != signbit(y))) << i;
    ASSERT_EQ(signbit(of_cut), signbit(x)) << i;
    ASSERT_TRUE(abs(of_cut) <= abs(y) && abs(of_nearest) <= abs(y)) << i;
    inexact += !(exact(of_cut) == cut);
    const long apart = long{ff::ilogb(x)} - ff::ilogb(y);
    large += apart > 1000, extreme += apart > 1000000000;
  }
  EXPECT_GT(large, 2000);
  EXPECT_GT(extreme, 2000);
  EXPECT_LT(inexact, 8000);
}

TEST_F(WideCmath, RemaindersHaveTheSpecialValuesOfC) {
  const wide_t huge = ff::ldexp(wide_t(3), 2000000000), tiny = ff::ldexp(wide_t(1), -2000000000);
  EXPECT_TRUE(same(fmod(tiny, huge), tiny) && same(remainder(-tiny, huge), -tiny));
  EXPECT_TRUE(isnan(fmod(limits::infinity(), huge)) && isnan(fmod(huge, 0)) &&
              isnan(remainder(wide_t(0), 0)));
  EXPECT_TRUE(same(fmod(huge, limits::infinity()), huge) && same(fmod(-0.0, tiny), wide_t(-0.0)));
  EXPECT_TRUE(isnan(fmod(huge, limits::quiet_NaN())) && isnan(remainder(limits::quiet_NaN(), huge)));
  // 2^1000003 modulo 7: 2^3 = 1.
  EXPECT_TRUE(fmod(ff::ldexp(wide_t(1), 1000003), 7) == 2);
  EXPECT_TRUE(remainder(ff::ldexp(wide_t(1), 1000004), 7) == -3);
  EXPECT_TRUE(fmod(ff::ldexp(wide_t(1), 2147483646), 11) == 9);
}

TEST_F(WideCmath, NeighboursAreThoseOfTheModel) {
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const wide_t x = wide_number(d, i % 2 != 0 ? 100 : 2000000000);
    const wide_t up = nextafter(x, limits::infinity()), down = nextafter(x, -limits::infinity());
    ASSERT_TRUE(down < x && x < up) << i;
    ASSERT_TRUE(up - x <= abs(x) * limits::epsilon() && x - down <= abs(x) * limits::epsilon()) << i;
    ASSERT_TRUE(same(nextafter(x, x), x) && same(nexttoward(x, up), up)) << i;
    ASSERT_TRUE(nextafter(nextafter(up, limits::infinity()), x) == up) << i;
  }
  EXPECT_TRUE(nextafter(wide_t(1), 2) == wide_t(1) + limits::epsilon());
  EXPECT_TRUE(nextafter(wide_t(1), 0) == wide_t(1) - ff::ldexp(limits::epsilon(), -1));
  EXPECT_TRUE(nextafter(wide_t(0), 1) == (limits::min)() && nextafter((limits::min)(), 0) < (limits::min)());
  EXPECT_TRUE(isinf(nextafter((limits::max)(), limits::infinity())));
  EXPECT_TRUE(nextafter(-limits::infinity(), 0) == limits::lowest());
  EXPECT_TRUE(isnan(nextafter(wide_t(1), limits::quiet_NaN())));
}

TEST_F(WideCmath, IntegerPartsAreExact) {
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const wide_t x = wide_number(d, i % 2 != 0 ? 70 : 200);
    wide_t whole = 0;
    const wide_t fraction = modf(x, &whole);
    real W(0.0), F(0.0);
    mpfr_modf(W, F, exact(x), MPFR_RNDN);
    ASSERT_TRUE(exact(whole) == W && exact(fraction) == F) << i;
    ASSERT_TRUE(signbit(fraction) == signbit(x) && signbit(whole) == signbit(x)) << i;
    ASSERT_TRUE(same(nearbyint(x), rint(x))) << i;
    if (abs(x) < wide_t(0x1p62)) {
      ASSERT_EQ(
          lround(x),
          mpfr_get_si(by([](mpfr_ptr r, mpfr_srcptr v, mpfr_rnd_t) { return mpfr_round(r, v); }, exact(x)),
                      MPFR_RNDN))
          << i;
      ASSERT_TRUE(wide_t(ff::ff_t(llrint(x))) == wide_t(ff::ff_t(static_cast<long long>(rint(x))))) << i;
    }
  }
  wide_t whole = 0;
  EXPECT_TRUE(same(modf(-limits::infinity(), &whole), wide_t(-0.0)) && same(whole, -limits::infinity()));
  EXPECT_EQ(llround(ff::ldexp(wide_t(1), 5000)), std::numeric_limits<long long>::max());
  EXPECT_EQ(lrint(limits::quiet_NaN()), 0);
  EXPECT_TRUE(scalbln((limits::min)(), 4294967296L) == ff::ldexp(wide_t(1), 2147483584) &&
              isinf(scalbln(wide_t(1), std::numeric_limits<long>::max())) &&
              scalbln(wide_t(1), std::numeric_limits<long>::min()) == 0);
}

TEST_F(WideCmath, AnglesAndDistancesKeepTheirBounds) {
  double angle = 0, distance = 0, between = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const int span = i % 3 == 0 ? 30 : 2000;
    const auto [x, y] = wide_pair_of(d, span);
    const wide_t z = wide_number(d, span);
    const real X = exact(x), Y = exact(y), Z = exact(z);
    angle = std::max(angle, error_of(atan2(y, x), by(mpfr_atan2, Y, X)));
    distance = std::max(distance, error_of(hypot(x, y, z), sqrt(X * X + Y * Y + Z * Z)));
    const ff::ff_t t = abs(wide_digits(d)) - 1.0f;
    const real T(t);
    if (!(t < 0)) between = std::max(between, error_of(lerp(x, y, t), X + T * (Y - X), abs(X) + abs(Y)));
    const wide_t over = fdim(x, y);
    ASSERT_TRUE(x > y ? same(over, x - y) : same(over, 0)) << i;
  }
  EXPECT_LE(angle, 5.1);
  EXPECT_LE(distance, 7.5);
  EXPECT_LE(between, 12);
  const float inf = HUGE_VALF;
  for (const float y : {0.0f, -0.0f, 3.0f, -3.0f, inf, -inf})
    for (const float x : {0.0f, -0.0f, 2.0f, -2.0f, inf, -inf}) {
      const double got = double(atan2(wide_t(y), wide_t(x))), right = std::atan2(double(y), double(x));
      EXPECT_NEAR(got, right, 1e-13) << y << " " << x;
      EXPECT_EQ(std::signbit(got), std::signbit(right)) << y << " " << x;
    }
  EXPECT_TRUE(isnan(atan2(wide_t(NAN), 1)) && isnan(fdim(wide_t(1), limits::quiet_NaN())));
  EXPECT_TRUE(isinf(fdim(limits::infinity(), 1)) && same(fdim(limits::infinity(), limits::infinity()), 0));
}

TEST_F(WideCmath, ErrorAndGammaFunctionsKeepTheirBounds) {
  double complement = 0, gamma = 0, far_gamma = 0, reflected = 0, logarithm = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    draws d(i);
    const wide_t a = abs(wide_number(d, 0));  // in [1, 2)
    const wide_t x = ff::ldexp(a, d.between(-60, 14)), small = ff::ldexp(a, d.between(-3000, 4));
    complement = std::max(complement, error_of(erfc(x), by(mpfr_erfc, exact(x))));
    gamma = std::max(gamma, error_of(tgamma(small), by(mpfr_gamma, exact(small))));
    const wide_t large = ff::ldexp(a, d.between(6, 17));
    const double power = double(large) * std::log(double(large));
    far_gamma = std::max(far_gamma, error_of(tgamma(large), by(mpfr_gamma, exact(large))) / (3 + power / 64));
    const wide_t negative = -ff::ldexp(a, d.between(5, 11));
    const double size = -double(negative) * std::log(-double(negative));
    reflected =
        std::max(reflected, error_of(tgamma(negative), by(mpfr_gamma, exact(negative))) / (25 + size / 64));
    const wide_t any = ff::ldexp(a, i % 2 != 0 ? d.between(-5000, -20) : d.between(2, 30000));
    real L(0.0);
    int sign = 0;
    mpfr_lgamma(L, &sign, exact(any), MPFR_RNDN);
    logarithm = std::max(logarithm, error_of(lgamma(any), L));
  }
  EXPECT_LE(complement, 10);
  EXPECT_LE(gamma, 13);
  EXPECT_LE(far_gamma, 1);
  EXPECT_LE(reflected, 1);
  EXPECT_LE(logarithm, 11);
  EXPECT_GE(complement, 1);
  EXPECT_TRUE(erfc(wide_t(38581)) > 0 && erfc(wide_t(39000)) == 0 && erfc(-ff::ldexp(wide_t(1), 500)) == 2);
  EXPECT_TRUE(isinf(tgamma(limits::infinity())) && isnan(tgamma(wide_t(-40))) &&
              isnan(tgamma(-limits::infinity())));
  EXPECT_TRUE(same(tgamma(wide_t(-0.0)), -limits::infinity()) && isinf(tgamma(wide_t(1e9))));
  EXPECT_TRUE(isinf(lgamma(wide_t(0))) && isinf(lgamma(-ff::ldexp(wide_t(1), 200))) &&
              isnan(lgamma(limits::quiet_NaN())));
}

TEST_F(WideCmath, GammaFunctionsHoldNextToTheirPoles) {
  double worst = 0, logarithm = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    draws d(i);
    const int n = d.between(1, 60);
    const ff::ff_t x = from_words(-static_cast<float>(n), wide_digits(d).hi() * power(-d.between(30, 145)) *
                                                              (d.sign() != 0 ? 1.0f : -1.0f));
    real L;
    int sign = 0;
    mpfr_lgamma(L, &sign, real(x), MPFR_RNDN);
    const double bound = n < 20 ? 13 : 25 + n * std::log(n) / 64;
    worst = std::max(worst, error_of(tgamma(wide_t(x)), by(mpfr_gamma, real(x))) / bound);
    const wide_t any = -ff::ldexp(wide_t(1.0f) + wide_t(d.between(1, 1000)) / 1001, d.between(-30, 40));
    mpfr_lgamma(L, &sign, exact(any), MPFR_RNDN);
    if (!(any == rint(any)))
      logarithm = std::max(logarithm, error_of(lgamma(any), L, double(abs(L)) < 1 ? real(1.0) : L));
  }
  EXPECT_LE(worst, 1);
  EXPECT_LE(logarithm, 9);
  EXPECT_GE(std::min(worst, logarithm), 0.1) << "the vectors are too kind";
  // Beyond float's range, of either sign.
  EXPECT_EQ(tgamma(wide_t(from_words(-2.0f, 0x1p-140f))), ff::ldexp(wide_t(1), 139));
  EXPECT_EQ(tgamma(wide_t(from_words(-3.0f, 0x1p-140f))) * 6, -ff::ldexp(wide_t(1), 140));
}

TEST_F(WideCmath, ClassesAndOrderHaveTheNamesOfC) {
  EXPECT_EQ(fpclassify(limits::quiet_NaN()), FP_NAN);
  EXPECT_EQ(fpclassify(-limits::infinity()), FP_INFINITE);
  EXPECT_EQ(fpclassify(wide_t(-0.0)), FP_ZERO);
  EXPECT_EQ(fpclassify((limits::min)()), FP_NORMAL);
  EXPECT_TRUE(isgreater(wide_t(2), 1) && isgreaterequal(2, wide_t(2)) && isless(1.0, wide_t(2)) &&
              islessequal(1, wide_t(1)));
  EXPECT_TRUE(islessgreater(wide_t(1), 2) && !islessgreater(wide_t(1), NAN) && isunordered(wide_t(1), NAN));
}

template <class A>
void passes_through(A x) {
  const wide_t w = x;
  EXPECT_EQ(static_cast<A>(w), x);
  wide_t sum = w + x;
  sum -= x;
  EXPECT_TRUE(sum == x && x == w && !(w < x));
}

TEST_F(WideCmath, EveryArithmeticTypeGoesInAndOut) {
  passes_through<bool>(true), passes_through<char>('x'), passes_through<signed char>(-7);
  passes_through<unsigned char>(200), passes_through<wchar_t>(L'x'), passes_through<char16_t>(0xfffe);
  passes_through<char32_t>(0xfffffffeu), passes_through<short>(-32768), passes_through<unsigned short>(65535);
  passes_through<int>(-2147483647), passes_through<unsigned>(4294967295u),
      passes_through<long>(-123456789012L);
  passes_through<unsigned long>(1ul << 63), passes_through<long long>(-(1ll << 62));
  passes_through<unsigned long long>(3ull << 61), passes_through<float>(-1e-40f),
      passes_through<double>(0x1.8p-1060);
  passes_through<long double>(0x1.8p16000L), passes_through<long double>(-0x1.8p-16000L);
  using ff::detail::int128, ff::detail::uint128;
  passes_through<int128>(-(int128(5) << 120)), passes_through<uint128>(uint128(1) << 127);
  // The end of a type's range, which the nearest pair lies beyond.
  EXPECT_TRUE(wide_t(~uint128(0)) == ff::ldexp(wide_t(1), 128) - 1);
  EXPECT_TRUE(static_cast<uint128>(ff::ldexp(wide_t(1), 200)) == ~uint128(0));
  EXPECT_EQ(static_cast<char16_t>(wide_t(-5)), 0);
  EXPECT_TRUE(isinf(wide_t(std::numeric_limits<long double>::infinity())) &&
              isnan(wide_t(static_cast<long double>(NAN))));
  EXPECT_TRUE(std::isinf(static_cast<long double>(ff::ldexp(wide_t(1), 20000))));
  for (unsigned i = 0; i < 5000; ++i) {
    draws d(i);
    const wide_t x = wide_number(d, 15000);
    ASSERT_LE(error_of(wide_t(static_cast<long double>(x)), exact(x)), 1) << i;
  }
}

TEST_F(WideCmath, TextMakesANumberExplicitly) {
  const char* const text = "-1.5e5000";
  EXPECT_TRUE(wide_t(text) == *ff::parse_wide(text));
  EXPECT_FALSE((std::is_convertible_v<const char*, wide_t>));
  EXPECT_TRUE(same(wide_t("1e9999999999"), limits::infinity()) && isnan(wide_t("1e")) &&
              isinf(wide_t("-inf")));
  EXPECT_FALSE(ff::parse_wide("1e9999999999"));
}

TEST_F(WideCmath, VolatileNumbersComputeAsOthers) {
  for (unsigned i = 0; i < 1000; ++i) {
    draws d(i);
    const wide_t x = wide_number(d, 2000), y = wide_number(d, 2000);
    const volatile wide_t a = x;
    volatile wide_t b = y, c;
    c = a;
    c = c + b;
    wide_t z = x + y;
    ASSERT_TRUE(same(c, z) && same(-a, -x) && same(sqrt(abs(wide_t(a))), sqrt(abs(x)))) << i;
    ASSERT_TRUE((a < b) == (x < y) && same(a * 2.0 + b, x * 2.0 + y)) << i;
    c = 2.5, z = c;
    ASSERT_TRUE(z == 2.5 && static_cast<double>(c) == 2.5 && static_cast<int>(c) == 2 &&
                static_cast<bool>(c));
  }
}

}  // namespace
