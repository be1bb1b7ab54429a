// Wide numbers where a step of the calculation lies beyond the range and the result does not, or where a
// number is the last one: powers, fused sums, integer parts, neighbours, roots, and arrays of such numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/dd/complex.hpp>
#include <ff/wide/complex.hpp>
#include <ff/wide/reduce.hpp>
#include <ff/wide/text.hpp>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "wide_exact.hpp"

namespace {

using namespace ff_test;
using ff::from_words, ff::wide_complex;
using ff::detail::wide_from;
using limits = std::numeric_limits<wide_t>;
using WideBeyond = wide_range_test;

constexpr int last = ff::detail::largest_step;
const wide_t zero = 0, one = 1, inf = limits::infinity(), largest = (limits::max)(), least = (limits::min)();

bool same(wide_t x, wide_t y) { return x == y && signbit(x) == signbit(y); }
bool is_home(wide_t x) {
  return !isnormal(x) || (ff::detail::is_at_home(x.pair().hi()) && std::abs(x.step()) <= last);
}
/// Numbers at both ends of the range, in the last homes and in those before them.
std::vector<wide_t> outer_numbers() {
  std::vector<wide_t> all = {largest, -largest, least, -least};
  for (unsigned i = 0; i < 2000; ++i) {
    draws d(i);
    const ff_t m = ff::ldexp(wide_digits(d), d.between(-63, 62));
    all.push_back(wide_from(d.sign() != 0 ? -m : m, (i % 2 != 0 ? 1 : -1) * (last - d.between(0, 2))));
  }
  return all;
}

// ---------------------------------------------------------------- powers, fused sums

TEST_F(WideBeyond, PowersOfHugeExponentsAreInfiniteOrZero) {
  const wide_t bases[] = {2,
                          0.5,
                          1e-30,
                          1e100,
                          1e-100,
                          1e40,
                          1e-8,
                          largest,
                          least,
                          one + limits::epsilon(),
                          one - limits::epsilon(),
                          wide_from(from_words(1.0f, 0x1p-140f), 0)};
  int powers = 0;
  for (const wide_t b : bases)
    for (long e = 200; e < 2147480000; e += 1 + e / 7)
      for (const wide_t y : {ff::scalbln(wide_t(1.25), e), -ff::scalbln(wide_t(1.25), e)}) {
        ++powers;
        ASSERT_TRUE(same(pow(b, y), (one < b) == (zero < y) ? inf : zero)) << to_string(b) << " " << e;
        ASSERT_TRUE(same(pow(-b, y), pow(b, y))) << "an even number: " << to_string(b) << " " << e;
      }
  EXPECT_GT(powers, 1000);
  // An exponent of 2^96 and more has a finite power only where the logarithm is nearly 0.
  for (int e = 33; e < 200; ++e)
    for (const wide_t b : {wide_t(1e100), wide_t(1e-100), wide_t(3e39), wide_t(1e-8), largest, least})
      ASSERT_TRUE(same(pow(b, ff::ldexp(one, e)), one < b ? inf : zero)) << to_string(b) << " " << e;
}

TEST_F(WideBeyond, FusedSumsBesideInfinityAndZero) {
  EXPECT_TRUE(same(fma(largest, largest, -inf), -inf) && same(fma(-largest, largest, inf), inf));
  EXPECT_TRUE(same(fma(least, least, inf), inf) && isnan(fma(largest, largest, limits::quiet_NaN())));
  EXPECT_TRUE(isnan(fma(inf, one, -inf)) && isnan(fma(inf, zero, one)) && same(fma(inf, one, one), inf));
  // A product that vanishes keeps its sign.
  for (const wide_t z : {zero, -zero}) {
    EXPECT_TRUE(same(fma(least, -least, z), -zero) && same(fma(-least, -least, z), zero));
    EXPECT_TRUE(same(fma(largest, largest, z), inf) && same(fma(largest, -largest, z), -inf));
    EXPECT_TRUE(same(fma(largest, one, z), largest * one));
  }
  EXPECT_TRUE(same(fma(zero, -one, zero), zero) && same(fma(zero, -one, -zero), -zero));
}

// ---------------------------------------------------------------- the last numbers

TEST_F(WideBeyond, IntegerPartsOfTheLargestStayInTheRange) {
  int outer = 0;
  for (const wide_t x : outer_numbers()) {
    if (x.step() < 0) continue;
    wide_t whole = 0;
    EXPECT_TRUE(same(modf(x, &whole), copysign(zero, x)));
    for (const wide_t r : {floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x), whole}) {
      ASSERT_TRUE(is_home(r) && same(r, x)) << to_string(x) << " " << r.step();
      outer += x.step() == last && abs(x.pair().hi()) >= 0x1p32f;
    }
  }
  EXPECT_GT(outer, 100);
}

TEST_F(WideBeyond, NeighboursLeadToTheEndsAndBack) {
  EXPECT_TRUE(same(nextafter(zero, one), least) && same(nextafter(least, zero), zero));
  EXPECT_TRUE(same(nextafter(-least, zero), -zero) && same(nextafter(-least, one), -zero));
  EXPECT_TRUE(same(nextafter(inf, zero), largest) && same(nextafter(largest, inf), inf));
  EXPECT_TRUE(same(nextafter(-inf, zero), -largest) && same(nextafter(-largest, -inf), -inf));
  const wide_t below = nextafter(largest, zero), above = nextafter(least, one);
  EXPECT_TRUE(below < largest && largest - below <= largest * limits::epsilon());
  EXPECT_TRUE(same(nextafter(below, inf), largest) && same(nextafter(-below, -inf), -largest));
  EXPECT_TRUE(least < above && same(nextafter(above, zero), least));
}

TEST_F(WideBeyond, ExponentsAreExactBeyondThoseOfInt) {
  for (const wide_t x : outer_numbers()) {
    const long e = 64L * x.step() + std::ilogb(x.pair().hi());
    const real size = abs(exact(x));
    const long right = mpfr_get_exp(static_cast<mpfr_srcptr>(size)) - 1;
    ASSERT_LE(std::abs(e - right), 1);
    ASSERT_EQ(static_cast<long>(logb(x)), right);
    ASSERT_EQ(ilogb(x), right > 2147483647 ? 2147483647 : right < -2147483648L ? -2147483647 - 1 : right);
  }
}

// ---------------------------------------------------------------- roots

/// A root of an odd step may have a head of 2^64, which is the next home's.
TEST_F(WideBeyond, RootsNextToAnotherHomeAreOperandsAsAllAre) {
  int met = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const int k = d.between(-last / 2, last / 2) * 2 + 1;
    const float low = power(-d.between(25, 60));
    const wide_t r = i % 2 != 0 ? rsqrt(wide_from(from_words(0x1p-64f, 0x1p-64f * low), k))
                                : sqrt(wide_from(from_words(0x1.fffffep63f, 0x1.fffffcp38f), k));
    met += ff::detail::is_at_home(r.pair().hi()) ? 0 : 1;
    const wide_t y = ff::scalbln(wide_number(d, 0), ff::ilogb(r) + long{d.between(-70, 70)});
    const real R = exact(r), Y = exact(y);
    EXPECT_LE(error_of(r + y, R + Y), 2.001);
    EXPECT_LE(error_of(r * wide_t(3), R * real(3)), 4.001);
    EXPECT_LE(error_of(r / y, R / Y), 5.001);
    EXPECT_LE(error_of(sqrt(r), sqrt(R)), 3.376);
    EXPECT_LE(error_of(rsqrt(r), by(mpfr_rec_sqrt, R)), 5.001);
    EXPECT_TRUE((r < y) == (mpfr_less_p(R, Y) != 0) && (r == y) == (R == Y));
    EXPECT_TRUE(r == ff::detail::canonical(r) && is_home(r + zero * r + r));
    EXPECT_EQ(std::hash<wide_t>()(r), std::hash<wide_t>()(ff::detail::canonical(r)));
  }
  EXPECT_GT(met, 15000);
}

/// The lesser part of z may vanish beside the other one by steps, and be a number in the root.
TEST_F(WideBeyond, RootsOfComplexNumbersHaveBothParts) {
  int far = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const wide_t re = ff::scalbln(wide_number(d, 0), d.between(-2147483000, 2147483000));
    const wide_t im = ff::scalbln(wide_number(d, 0), d.between(-2147483000, 2147483000));
    const wide_complex r = sqrt(wide_complex(re, im));
    const real size = by(mpfr_hypot, exact(re), exact(im));
    const real large = sqrt((size + abs(exact(re))) * real(0.5)), lesser = abs(exact(im)) / large * real(0.5);
    const wide_t got = signbit(re) ? abs(r.imag()) : r.real(), other = signbit(re) ? r.real() : abs(r.imag());
    ASSERT_LE(error_of(got, large), 13);
    if (mpfr_less_p(lesser, exact(least)) != 0) continue;
    ++far;
    ASSERT_LE(error_of(other, lesser), 26) << i;
    ASSERT_EQ(signbit(r.imag()), signbit(im));
  }
  EXPECT_GT(far, 5000);
}
TEST_F(WideBeyond, RootsOfDoubleDoublesHaveBothParts) {
  for (const double sign : {1.0, -1.0})
    for (const double re : {1e200, -1e200}) {
      const ff::dd_complex r = sqrt(ff::dd_complex(re, sign * 1e-180));
      const ff::dd_t large = re > 0 ? r.real() : abs(r.imag()), lesser = re > 0 ? abs(r.imag()) : r.real();
      EXPECT_LE(abs(2.0 * lesser * large / ff::dd_t(1e-180) - 1.0), 40 * 0x1p-106);
      EXPECT_EQ(signbit(r.imag()), sign < 0);
    }
}

// ---------------------------------------------------------------- text

/// The digits of a text without its leading and trailing zeros.
std::string significant(const std::string& text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e')))
    if (c >= '0' && c <= '9' && !(digits.empty() && c == '0')) digits += c;
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

TEST_F(WideBeyond, AllEightyDigitsAreRoundedOnce) {
  for (unsigned i = 0; i < 4000; ++i) {
    draws d(i);
    const wide_t x = ff::scalbln(wide_number(d, 0), d.between(-2147483000, 2147483000));
    for (const int count : {17, 80}) {
      mpfr_exp_t exponent = 0;
      char* const right =
          mpfr_get_str(nullptr, &exponent, 10, static_cast<size_t>(count), exact(x), MPFR_RNDN);
      ASSERT_EQ(significant(to_string(x, count)), significant(right)) << i << ' ' << count;
      mpfr_free_str(right);
    }
  }
}

// ---------------------------------------------------------------- arrays

/// |got - right| in u^2 of the scale; less than min() counts as nothing.
double error_at_end(wide_t got, const real& right, const real& scale) {
  if (!isfinite(got)) return HUGE_VAL;
  const real d = abs(exact(got) - right);
  return mpfr_lessequal_p(d, exact(least)) != 0 ? 0 : double(d / scale * real(0x1p48));
}

TEST_F(WideBeyond, NormsHoldWhereSquaresLeaveTheRange) {
  for (const long centre :
       {0L, 1L << 30, -(1L << 30), (1L << 31) + 50, -(1L << 31) - 30, 1500000000L, -1999999999L})
    for (const std::size_t n : {1, 2, 3, 255, 257, 3000}) {
      std::vector<wide_t> x(n);
      real squares;
      for (std::size_t i = 0; i < n; ++i) {
        draws d(static_cast<unsigned>(i + n));
        x[i] = ff::scalbln(wide_number(d, 0), centre + d.between(-30, 6));
        squares = squares + exact(x[i]) * exact(x[i]);
      }
      const wide_t norm = ff::nrm2(n, x.data());
      EXPECT_TRUE(is_home(norm));
      const double bound = ff::reduction_bound<ff::reductions::nrm2<wide_t>>(n) / 2 + 27.0 / 8;
      EXPECT_LE(error_at_end(norm, sqrt(squares), sqrt(squares)), bound) << centre << " " << n;
    }
  for (const wide_t x : outer_numbers()) {
    ASSERT_LE(error_of(ff::nrm2(1, &x), abs(exact(x))), 5.5) << to_string(x);
    ASSERT_TRUE(same(ff::sum(1, &x), x) && is_home(ff::sum(1, &x)));
  }
}

TEST_F(WideBeyond, SumsComeBackIntoTheRange) {
  const wide_t up[] = {largest, largest, -largest, -largest, least}, ones[] = {1, 1, 1, 1, 1};
  EXPECT_TRUE(same(ff::sum(3, up), largest) && same(ff::sum(5, up), least));
  EXPECT_TRUE(same(ff::dot(3, up, ones), largest) && same(ff::dot(5, up, ones), least));
  for (unsigned i = 0; i < 300; ++i) {
    draws d(i);
    const std::size_t n = static_cast<std::size_t>(d.between(3, 700));
    const long end = (i % 2 != 0 ? 1 : -1) * ((1L << 31) + d.between(-40, 100)),
               part = d.between(-1000000, 1000000);
    std::vector<wide_t> x(n), y(n);
    real dot, sizes;
    for (std::size_t k = 0; k < n; ++k) {
      x[k] = ff::scalbln(wide_number(d, 0), end / 2 + part),
      y[k] = ff::scalbln(wide_number(d, 0), end - end / 2 - part);
      if (k % 2 != 0) x[k] = -x[k - 1], y[k] = y[k - 1] + ff::ldexp(y[k], -40);
      dot = dot + exact(x[k]) * exact(y[k]), sizes = sizes + abs(exact(x[k]) * exact(y[k]));
    }
    if (mpfr_lessequal_p(exact(largest), abs(dot)) != 0) continue;
    ASSERT_LE(error_at_end(ff::dot(n, x.data(), y.data()), dot, sizes),
              ff::reduction_bound<ff::reductions::dot<wide_t>>(n))
        << i;
  }
  EXPECT_TRUE(isinf(ff::dot(2, up, up)) && isnan(ff::sum(2, std::vector<wide_t>{inf, -inf}.data())));
}

}  // namespace
