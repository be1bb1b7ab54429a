// dd_t against MPFR: the bounds of its operators up to their edges, special values, conversions, order.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ff/ff.hpp>
#include <iomanip>
#include <limits>
#include <sstream>
#include <unordered_set>
#include <vector>

#include "dd_vectors.hpp"
#include "real.hpp"

namespace {

using namespace ff_test;
using ff::from_words;
using limits = std::numeric_limits<dd_t>;

constexpr double infinite = HUGE_VAL;

real exact(dd_t x) {
  real r(x.hi());
  if (mpfr_number_p(r) != 0) mpfr_add_d(r, r, x.lo(), MPFR_RNDN);
  return r;
}

/// |got - right| / scale in u^2 = 2^-106; infinite where one of the two is not finite and the other is.
double error_of(dd_t got, const real& right, const real& scale) {
  if (!isfinite(got) || mpfr_number_p(right) == 0)
    return isfinite(got) == (mpfr_number_p(right) != 0) ? 0 : HUGE_VAL;
  const real d = abs(exact(got) - right);
  if (mpfr_zero_p(d)) return 0;
  return double(by(mpfr_div, d, abs(scale)) * real(0x1p106));
}
double error_of(dd_t got, const real& right) { return error_of(got, right, right); }

/// |lo| <= ulp(hi)/2, or the number above it.
bool is_weak_pair(dd_t x) {
  const double half = std::ldexp(0x1p-53, std::ilogb(x.hi()));
  return std::fabs(x.lo()) <= std::nextafter(half, infinite);
}

TEST(DoubleDouble, OperatorsKeepTheirBounds) {
  for (const int span : {1, 60, 400}) {
    double sum = 0, product = 0, square = 0, quotient = 0, inverse = 0, fused = 0, root = 0, reciprocal = 0;
    double sum1 = 0, product1 = 0, quotient1 = 0, quotient2 = 0;
    for (unsigned i = 0; i < 60000; ++i) {
      draws d(i);
      const auto [x, y] = dd_pair_of(d, span);
      const real X = exact(x), Y = exact(y), H(y.hi());
      const dd_t s = x + y, s1 = x - y.hi();
      sum = std::max(sum, mpfr_zero_p(X + Y) ? (s == 0 ? 0 : HUGE_VAL) : error_of(s, X + Y));
      sum1 = std::max(sum1, mpfr_zero_p(X - H) ? (s1 == 0 ? 0 : HUGE_VAL) : error_of(s1, X - H));
      product = std::max(product, error_of(x * y, X * Y));
      product1 = std::max(product1, error_of(y.hi() * x, X * H));
      square = std::max(square, error_of(sqr(x), X * X));
      quotient = std::max(quotient, error_of(x / y, X / Y));
      quotient1 = std::max(quotient1, error_of(x / y.hi(), X / H));
      quotient2 = std::max(quotient2, error_of(y.hi() / x, H / X));
      inverse = std::max(inverse, error_of(rcp(x), real(1) / X));
      const dd_t z = i % 2 != 0 ? dd_number(d, span) : -(x * y) * dd_digits(d);
      fused = std::max(fused, error_of(fma(x, y, z), X * Y + exact(z), abs(X * Y) + abs(exact(z))));
      root = std::max(root, error_of(sqrt(abs(x)), sqrt(abs(X))));
      reciprocal = std::max(reciprocal, error_of(rsqrt(abs(x)), by(mpfr_rec_sqrt, abs(X))));
      EXPECT_TRUE(is_weak_pair(x * y) && is_weak_pair(x / y) && is_weak_pair(sqrt(abs(x)))) << i;
    }
    const struct {
      const char* name;
      double error, bound, seen;  // what the vectors must come up to, or they are too kind
    } rows[] = {{"+", sum, 2, 1.2},
                {"+ double", sum1, 2, 1},
                {"*", product, 4, 3.2},
                {"* double", product1, 1, 0.9},
                {"sqr", square, 3.5, 2.5},
                {"/", quotient, 5, 3.3},
                {"/ double", quotient1, 2.5, 1.6},
                {"double /", quotient2, 3, 1.8},
                {"rcp", inverse, 2.5, 1.8},
                {"fma", fused, 6.5, 2.7},
                {"sqrt", root, 3.375, 2.3},
                {"rsqrt", reciprocal, 5, 3}};
    for (const auto& r : rows) {
      EXPECT_LE(r.error, r.bound) << r.name << ' ' << span;
      EXPECT_GE(r.error, r.seen) << r.name << ' ' << span << ": the vectors are too kind";
    }
  }
}

TEST(DoubleDouble, BoundsHoldToTheEndsOfTheDomain) {
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const dd_t m = dd_digits(d), n = dd_digits(d), large = ldexp(m, 1020), least = ldexp(m, -959);
    const real M = exact(large), L = exact(least);
    EXPECT_LE(error_of(large + ldexp(n, 1020), M + exact(ldexp(n, 1020))), 2);
    EXPECT_LE(error_of(ldexp(m, 500) * ldexp(n, 519), exact(m) * exact(n) * real(0x1p500) * real(0x1p519)),
              4);
    EXPECT_LE(
        error_of(ldexp(m, -500) * ldexp(n, -459), exact(m) * exact(n) * real(0x1p-500) * real(0x1p-459)), 4);
    EXPECT_LE(error_of(sqrt(least), sqrt(L)), 3.375);
    EXPECT_LE(error_of(sqrt(large), sqrt(M)), 3.375);
    EXPECT_LE(error_of(rsqrt(large), by(mpfr_rec_sqrt, M)), 5);
    EXPECT_LE(error_of(least / n, L / exact(n)), 5 + 1);  // the quotient may lie just below 2^-960
    EXPECT_LE(error_of(large / ldexp(n, 1020), M / exact(ldexp(n, 1020))), 5);
    EXPECT_LE(error_of(rcp(ldexp(n, -1022 + 107)), real(1) / exact(ldexp(n, -1022 + 107))), 2.5);
    // Below the domain a quotient is still right to 2^-1074, and a head that is subnormal has no tail.
    const dd_t q = ldexp(m, -1000) / ldexp(n, 20);
    const real Q = exact(ldexp(m, -1000)) / exact(ldexp(n, 20));
    EXPECT_LE(double(by(mpfr_mul_2si, abs(exact(q) - Q), 1074L)), 1 + std::ldexp(5.0, -1020 + 1074 - 106))
        << i;
    const dd_t r = sqrt(ldexp(m, -1040));  // of a subnormal head, whose low word is gone
    EXPECT_LE(error_of(r, sqrt(exact(ldexp(m, -1040)))), 3.375);
  }
}

TEST(DoubleDouble, FunctionsKeepTheirBounds) {
  double cube = 0, hypotenuse = 0, exponential = 0, logarithm = 0, near_one = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const dd_t x = dd_number(d, i % 2 != 0 ? 1 : 900);
    cube = std::max(cube, error_of(cbrt(x), by(mpfr_cbrt, exact(x))));
    const auto [a, b] = dd_pair_of(d, i % 3 != 0 ? 10 : 800);
    if (a != 0 || b != 0)
      hypotenuse = std::max(hypotenuse, error_of(hypot(a, b), by(mpfr_hypot, exact(a), exact(b))));
    const dd_t q = ldexp(dd_number(d, 0), d.between(-60, 9));
    if (abs(q) < 665) exponential = std::max(exponential, error_of(exp(q), by(mpfr_exp, exact(q))));
    const dd_t m = abs(i % 2 != 0 ? x : dd_number(d, 1)),
               next = 1 + ldexp(dd_number(d, 0), -d.between(1, 180));
    if (m != 1) logarithm = std::max(logarithm, error_of(log(m), by(mpfr_log, exact(m))));
    if (next != 1) near_one = std::max(near_one, error_of(log(next), by(mpfr_log, exact(next))));
  }
  EXPECT_LE(cube, 5);
  EXPECT_LE(hypotenuse, 6.25);
  EXPECT_LE(exponential, 4);
  EXPECT_LE(logarithm, 12);
  EXPECT_LE(near_one, 12);
  EXPECT_GE(std::min({cube, hypotenuse, exponential, logarithm, near_one}), 1) << "the vectors are too kind";
}

TEST(DoubleDouble, FunctionsHaveTheSpecialValuesOfC) {
  const auto same = [](dd_t got, double right) {
    return std::isnan(right) ? isnan(got)
                             : got.hi() == right && std::signbit(got.hi()) == std::signbit(right);
  };
  for (const double x : {0.0, -0.0, infinite, -infinite, double{NAN}, -1.0, 1.0}) {
    EXPECT_TRUE(same(cbrt(dd_t(x)), std::cbrt(x))) << x;
    EXPECT_TRUE(same(log(dd_t(x)), std::log(x))) << x;
    if (std::fabs(x) != 1) {
      EXPECT_TRUE(same(exp(dd_t(x)), std::exp(x))) << x;
    }
    for (const double y : {0.0, infinite, double{NAN}, -3.0})
      if (x == 0 || !std::isfinite(x) || !std::isfinite(y)) {
        EXPECT_TRUE(same(hypot(dd_t(x), y), std::hypot(x, y))) << x << ' ' << y;
      }
  }
  EXPECT_EQ(exp(dd_t(710)), infinite);
  EXPECT_EQ(exp(dd_t(1e300)), infinite);
  EXPECT_EQ(exp(dd_t(-746)), 0);
  EXPECT_EQ(exp(dd_t(-1e300)), 0);
  EXPECT_TRUE(isfinite(exp(from_words(0x1.62e42fefa39efp+9, 0.0))) && exp(dd_t(-745)) == 0x1p-1074);
  EXPECT_EQ(hypot(dd_t(3), 4), 5);
  EXPECT_EQ(hypot(ldexp(dd_t(3), 1020), ldexp(dd_t(4), 1020)), ldexp(dd_t(5), 1020));
  EXPECT_EQ(hypot(ldexp(dd_t(3), -1060), ldexp(dd_t(4), -1060)), ldexp(dd_t(5), -1060));
  EXPECT_EQ(cbrt(dd_t(-0x1p-1074)), -0x1p-358);
  EXPECT_LE(error_of(log(dd_t(0x1p-1074)), by(mpfr_log, real(0x1p-1074))), 12);
  EXPECT_LE(error_of(log(limits::max()), by(mpfr_log, exact(limits::max()))), 12);
}

// docs/proofs/div22.md: the corner of div21, y = 2 - 2ku, where a head's residue above 2u would be rounded.
// These are finitely many operands at each precision; here are those of 53 bits, in multiples of u and u^2.
TEST(DoubleDouble, TheCornerOfDiv21IsHarmlessAt53Bits) {
  __extension__ typedef __int128 wide_integer;
  constexpr double u = 0x1p-53;
  const wide_integer one = wide_integer{1} << 53;
  long double worst = 0;
  unsigned visited = 0, rounded_of_even = 0, large = 0;
  for (int k = 1; k <= 12; ++k)
    for (int m = 0; m < (k % 2 == 0 ? 2 * k : k); m += k % 2 == 0 ? 1 : 2)
      for (int j = -24; j <= 24; ++j)
        for (int i = -4; i <= 4; ++i)
          for (int l = -1; l <= 24; ++l)
            for (const double sign : {1.0, -1.0}) {
              const wide_integer y = 2 * one - 2 * k, q = one / 2 + (one * (m + 1) + k) / (2 * k) + j;
              const wide_integer x = 2 * ((y * q + one) / (2 * one) + i);
              if (x < one || x >= 2 * one) continue;
              const double xl = sign * (l < 0 ? u + 2 * u * u : u - l * u * u),
                           divisor = static_cast<double>(y) * u;
              const dd_t r = ff::div21(from_words(static_cast<double>(x) * u, xl), divisor);
              const wide_integer residue = x * one - y * static_cast<wide_integer>(r.hi() / u);
              const auto [p, e] = ff::two_prod(divisor, r.lo());
              const long double left = static_cast<long double>(residue) * u * u + xl - p - e;
              worst = std::max(worst, std::fabs(left) / (static_cast<double>(x) * u + xl));
              ++visited;
              large += residue > 2 * one || residue < -2 * one;
              rounded_of_even +=
                  k % 2 == 0 && static_cast<wide_integer>(static_cast<double>(residue)) != residue;
            }
  EXPECT_LE(worst / (u * u), 2.5);
  EXPECT_GE(worst / (u * u), 0.5);
  EXPECT_GT(visited, 500000u);
  EXPECT_GT(large, 1000u);
  EXPECT_EQ(rounded_of_even, 0u);
}

TEST(DoubleDouble, OperatorsHaveTheBitsOfTheKernels) {
  for (unsigned i = 0; i < 50000; ++i) {
    draws d(i);
    const auto [x, y] = dd_pair_of(d, 300);
    const dd_t z = dd_number(d, 300), a = abs(x), sum = add22(x, y);
    if (y == 0) continue;
    EXPECT_TRUE(dd_bits(x + y) == dd_bits(sum) || sum == 0);
    EXPECT_TRUE(dd_bits(x * y) == dd_bits(mul22(x, y)));
    EXPECT_TRUE(dd_bits(x / y) == dd_bits(div22(x, y)));
    EXPECT_TRUE(dd_bits(fma(x, y, z)) == dd_bits(fma22(x, y, z)));
    EXPECT_TRUE(dd_bits(sqrt(a)) == dd_bits(sqrt22(a)));
    EXPECT_TRUE(dd_bits(x + y.hi()) == dd_bits(add21(x, y.hi())) || x + y.hi() == 0);
  }
}

TEST(DoubleDouble, HeadsAreThoseOfIeee) {
  const double values[] = {
      0.0, -0.0, 1, -1, 3, 0x1p1000, -0x1p-1000, 0x1p-1074, 0x1.fffffffffffffp1023, infinite, -infinite, NAN};
  const auto same = [](dd_t got, double right, const char* what, double x, double y) {
    const double g = got.hi();
    EXPECT_TRUE(std::isnan(right) ? std::isnan(g) : g == right && std::signbit(g) == std::signbit(right))
        << what << ' ' << x << ' ' << y << ": " << g << ", not " << right;
    EXPECT_FALSE(std::isfinite(g) && !std::isfinite(got.lo())) << what << ' ' << x << ' ' << y;
  };
  for (const double x : values)
    for (const double y : values) {
      // A low word beside an infinity or NaN does not count.
      const dd_t X = std::isfinite(x) ? dd_t(x) : from_words(x, double{NAN}),
                 Y = std::isfinite(y) ? dd_t(y) : from_words(y, -x);
      same(X + Y, x + y, "+", x, y);
      same(X - Y, x - y, "-", x, y);
      same(X * Y, x * y, "*", x, y);
      same(X / Y, x / y, "/", x, y);
      same(X + y, x + y, "+ double", x, y);
      same(x * Y, x * y, "double *", x, y);
      same(x / Y, x / y, "double /", x, y);
      same(X / y, x / y, "/ double", x, y);
      same(fma(X, Y, dd_t(1)), std::fma(x, y, 1.0), "fma", x, y);
      same(fma(X, dd_t(1), Y), std::fma(x, 1.0, y), "fma", x, y);
    }
  for (const double x : values) {
    if (x == 0 || x == 1 || x < 0 || !std::isfinite(x)) same(sqrt(dd_t(x)), std::sqrt(x), "sqrt", x, 0);
    if (x == 0 || !std::isfinite(x)) same(rsqrt(dd_t(x)), 1 / std::sqrt(x), "rsqrt", x, 0);
    same(sqr(dd_t(x)), x * x, "sqr", x, 0);
    same(rcp(dd_t(x)), 1 / x, "rcp", x, 0);
  }
  EXPECT_EQ(limits::max() + limits::max(), limits::infinity());
  EXPECT_EQ(limits::max() * -2, -limits::infinity());
  EXPECT_EQ(limits::max() * 1, limits::max());
  // No overflow becomes finite, whatever the low words are.
  const dd_t full = from_words(0x1.fffffffffffffp1023, 0x1p970 * (1 - 0x1p-53));
  EXPECT_TRUE(isinf(full + 0x1p970));
  EXPECT_TRUE(isfinite(full - 0x1p971));
  const dd_t big = from_words(0x1p1000, -0x1p947);
  EXPECT_EQ(big * big, limits::infinity());
  EXPECT_EQ(-big * big, -limits::infinity());
}

TEST(DoubleDouble, SumsNextToTheLargestNumberKeepTheirBounds) {
  for (unsigned i = 0; i < 40000; ++i) {
    draws d(i);
    const auto near_the_end = [&](int exponent) {
      const dd_t x = ldexp(dd_digits(d), exponent);
      return ff::detail::flip_sign(x, d.bits() & ff::detail::double_sign_bit);
    };
    const dd_t x = near_the_end(1023), y = near_the_end(1023 - d.between(0, 3)), z = near_the_end(510);
    if (!isfinite(x)) continue;
    const real X = exact(x), Y = exact(y), Z = exact(z), size = abs(Z * Z) + abs(X);
    const dd_t sum = x + y, fused = fma(z, z, x);
    if (isfinite(sum) && sum != 0) {
      EXPECT_LE(error_of(sum, X + Y), 2) << i;
    }
    if (isfinite(fused)) {
      EXPECT_LE(error_of(fused, Z * Z + X, size), 6.5) << i;
    }
    if (mpfr_cmpabs(X + Y, real(0x1.ffffffffffffp1023)) < 0) {
      EXPECT_TRUE(isfinite(sum)) << i;
    }
  }
}

TEST(DoubleDouble, OrderAndHashAreThoseOfTheValues) {
  for (unsigned i = 0; i < 60000; ++i) {
    draws d(i);
    const auto [x, other] = dd_pair_of(d, 60);
    const dd_t y = i % 2 != 0 ? -other : from_words(x.hi(), other.lo() * 0x1p-60);
    if (i % 2 == 0 && !is_weak_pair(y)) continue;
    const int order = mpfr_cmp(exact(x), exact(y));
    EXPECT_EQ(x < y, order < 0);
    EXPECT_EQ(x > y, order > 0);
    EXPECT_EQ(x == y, order == 0);
    EXPECT_EQ(x != y, order != 0);
    EXPECT_EQ(x <= y, order <= 0);
    EXPECT_EQ(x >= y, order >= 0);
  }
  // The weak pair of a value and the strict one.
  const dd_t weak = from_words(1.0 + 0x1p-52, 0x1.0000000000001p-53), strict = renormalize(weak);
  EXPECT_NE(weak.hi(), strict.hi());
  EXPECT_EQ(weak, strict);
  EXPECT_FALSE(weak < strict || weak > strict);
  const std::hash<dd_t> hash;
  EXPECT_EQ(hash(weak), hash(strict));
  EXPECT_EQ(hash(dd_t(0.0)), hash(dd_t(-0.0)));
  EXPECT_EQ(hash(from_words(infinite, 1.0)), hash(dd_t(infinite)));
  std::unordered_set<std::size_t> seen;
  for (int i = 0; i < 4000; ++i) seen.insert(hash(from_words(1.0, i * 0x1p-90)));
  EXPECT_EQ(seen.size(), 4000u);
  EXPECT_FALSE(limits::quiet_NaN() == limits::quiet_NaN());
  EXPECT_TRUE(limits::quiet_NaN() != limits::quiet_NaN());
  EXPECT_LT(limits::max(), limits::infinity());
  EXPECT_EQ(from_words(infinite, -1.0), from_words(infinite, 5.0));
  EXPECT_TRUE(dd_t(1) < 2 && 1.5f < dd_t(2) && dd_t(3) == ff::ff_t(3) && ff::ff_t(3) < dd_t(4) &&
              3L == dd_t(3));
}

TEST(DoubleDouble, IntegersAndFloatPairsComeInExactly) {
  for (unsigned i = 0; i < 100000; ++i) {
    draws d(i);
    const auto n = static_cast<long long>(d.bits() >> d.between(0, 63));
    const auto m = d.bits() >> d.between(0, 63);
    real N, M;
    mpfr_set_sj(N, -n, MPFR_RNDN), mpfr_set_uj(M, m, MPFR_RNDN);
    EXPECT_TRUE(exact(dd_t(-n)) == N && exact(dd_t(m)) == M);
    EXPECT_EQ(static_cast<long long>(dd_t(-n)), -n);
    EXPECT_EQ(static_cast<unsigned long long>(dd_t(static_cast<unsigned long long>(m))), m);
    const ff::ff_t f = d.pair(-126, 126);
    EXPECT_TRUE(exact(dd_t(f)) == real(f));
    EXPECT_EQ(ff::ff_t(dd_t(f)), f);
    const long double l = static_cast<long double>(dd_t(n)) / 3;
    EXPECT_EQ(static_cast<long double>(dd_t(l)), l);
  }
  EXPECT_EQ(dd_t(ff::from_words(static_cast<float>(infinite), 1.0f)), infinite);
}

TEST(DoubleDouble, ConversionsRoundOnce) {
  for (unsigned i = 0; i < 200000; ++i) {
    draws d(i);
    // Around points half-way between two floats, subnormal ones and the largest included.
    const float f = i % 3 == 0   ? d.in(-126, 127)
                    : i % 3 == 1 ? d.in(-40, 40)
                                 : from_bits(d.word() & 0x807fffffu);
    const double step = std::ldexp(0.5, std::max(std::ilogb(f) - 23, -149));
    const double tail = std::ldexp(with_random_sign(1.0, d.bits()), d.between(-170, -60)) * std::fabs(f);
    const double head = double{f} + step * d.between(-1, 1);
    const dd_t x = i % 2 != 0 ? ff::fast_add12(head, d.coin() ? 0.0 : tail) : dd_number(d, 140);
    const real X = exact(x);
    EXPECT_EQ(to_bits(float(x)), to_bits(mpfr_get_flt(X, MPFR_RNDN))) << x.hi() << ' ' << x.lo();
    const ff::ff_t got(x), right = nearest_pair(X);
    EXPECT_EQ(to_bits(got.hi()), to_bits(right.hi())) << x.hi() << ' ' << x.lo();
    if (isfinite(got)) {
      EXPECT_EQ(got.lo(), right.lo()) << x.hi() << ' ' << x.lo();
    }
    const long long n = static_cast<long long>(x);
    real T;
    mpfr_trunc(T, X);
    EXPECT_EQ(n, mpfr_get_sj(T, MPFR_RNDZ)) << x.hi() << ' ' << x.lo();
    EXPECT_EQ(static_cast<int>(x), mpfr_cmp_si(T, 2147483647) > 0    ? 2147483647
                                   : mpfr_cmp_si(T, -2147483647) < 0 ? -2147483647 - 1
                                                                     : int(mpfr_get_si(T, MPFR_RNDZ)));
  }
  EXPECT_EQ(static_cast<int>(dd_t(NAN)), 0);
  EXPECT_EQ(static_cast<unsigned>(dd_t(-3)), 0u);
  EXPECT_EQ(static_cast<long long>(from_words(0x1p63, -1.0)), 0x7fffffffffffffffll);
  EXPECT_EQ(static_cast<long long>(from_words(-0x1p63, -1.0)), -0x7fffffffffffffffll - 1);
  EXPECT_FALSE(bool(dd_t(-0.0)));
  EXPECT_TRUE(bool(dd_t(0x1p-1074)));
}

TEST(DoubleDouble, IntegerPartsAndScalingAreExact) {
  for (unsigned i = 0; i < 60000; ++i) {
    draws d(i);
    const dd_t x = dd_number(d, 120);
    const real X = exact(x);
    real r;
    mpfr_floor(r, X);
    EXPECT_TRUE(exact(floor(x)) == r) << x.hi() << ' ' << x.lo();
    mpfr_ceil(r, X);
    EXPECT_TRUE(exact(ceil(x)) == r);
    mpfr_trunc(r, X);
    EXPECT_TRUE(exact(trunc(x)) == r);
    EXPECT_EQ(ilogb(x), static_cast<int>(mpfr_get_exp(X)) - 1);
    const int n = d.between(-700, 700);
    mpfr_mul_2si(r, X, n, MPFR_RNDN);
    EXPECT_TRUE(exact(ldexp(x, n)) == r);
    EXPECT_EQ(fmin(x, dd_t(NAN)), x);
    EXPECT_TRUE(isnormal(x) && !signbit(abs(x)));
  }
  EXPECT_TRUE(std::signbit(floor(dd_t(-0.0)).hi()));
  EXPECT_EQ(ldexp(dd_t(1), 3000), infinite);
  EXPECT_EQ(ldexp(dd_t(1), -3000), 0);
  EXPECT_EQ(ldexp(ldexp(dd_t(1), -1074), 2000), 0x1p926);
  EXPECT_EQ(ilogb(dd_t(0x1p-1074)), -1074);
}

TEST(DoubleDouble, LimitsAreThoseOfTheModel) {
  EXPECT_EQ(limits::digits10, std::floor((limits::digits - 1) * std::log10(2.0)));
  EXPECT_EQ(limits::max_digits10, std::ceil(1 + (limits::digits + 1) * std::log10(2.0)));
  EXPECT_EQ(limits::epsilon(), ldexp(dd_t(1), 1 - limits::digits));
  EXPECT_EQ(limits::min(), ldexp(dd_t(1), limits::min_exponent - 1));
  EXPECT_TRUE(isfinite(limits::max()) && isinf(limits::max() + ldexp(limits::max(), -106)));
  // A number of 106 digits at min() is a pair, and below it is not.
  const real m = real(0x1p-969) + by(mpfr_mul_2si, real(1.0), -1074L);
  EXPECT_TRUE(exact(from_words(0x1p-969, 0x1p-1074)) == m);
  EXPECT_TRUE(isnormal(limits::min()) && !isnormal(limits::min() / 2));
  static_assert(!std::numeric_limits<dd_t>::is_integer && std::numeric_limits<dd_t>::has_infinity);
}

TEST(DoubleDouble, MixesWithEveryTypeAndLeavesTheOthersAlone) {
  const ff::ff_t f = 3;
  const auto is_dd = [](auto x) { return std::is_same_v<decltype(x), dd_t>; };
  const auto is_ff = [](auto x) { return std::is_same_v<decltype(x), ff::ff_t>; };
  EXPECT_TRUE(is_dd(dd_t(1) + f) && is_dd(f * dd_t(2)) && is_dd(1 - dd_t(2)) && is_dd(dd_t(1) / 2.0f) &&
              is_dd(2.0 / dd_t(1)));
  EXPECT_TRUE(is_ff(f + 1.0) && is_ff(1.0f * f) && is_ff(2 / f) && is_ff(f - 1L) && is_ff(sqrt(f)) &&
              is_ff(fma(f, f, 1.0)));
  EXPECT_TRUE(is_ff(ff::sqrt(2.0)) && is_ff(ff::ldexp(2.0f, 3)) && is_ff(ff::hypot(3.0, f)));
  EXPECT_TRUE(f < 4.0 && f == 3 && f != 2.5L && dd_t(3) == f && dd_t(2) < f);
  EXPECT_EQ(fma(dd_t(2), 3, f), 9);
  EXPECT_EQ(max(dd_t(2), f), 3);
  EXPECT_EQ(fmin(dd_t(2), 1.5), 1.5);
  EXPECT_EQ(copysign(dd_t(2), -0.0f), -2);
  dd_t x = 1;
  x += 1, x *= f, x -= 0.5, x /= 2.0f;
  EXPECT_EQ(x, 2.75);
  EXPECT_EQ(x++, 2.75);
  EXPECT_EQ(--x, 2.75);
}

// ---------------------------------------------------------------- constant expressions

/// Operands of a fused multiply-add, subnormal results and cancellation among them, and what the compiler
/// folds.
struct folded_vector {
  double a = 0, b = 0, c = 0, fused = 0, root = 0;
};
constexpr double scaled_double(draws& d, int first, int last) {
  const uint64 f = double_fraction(d), sign = d.bits();
  return with_random_sign(ff::detail::double_from_bits(static_cast<uint64>(d.between(first, last)) << 52 | f),
                          sign);
}
struct folded_vectors {
  static constexpr unsigned count = 1500;
  folded_vector all[count];
  constexpr folded_vectors() {
    for (unsigned i = 0; i < count; ++i) {
      draws d(i);
      const bool small = i % 5 == 0;
      const double a = scaled_double(d, small ? 0 : 960, small ? 60 : 1080), b = scaled_double(d, 960, 1080),
                   p = a * b;
      const double near = ff::detail::folded_scaled(p, d.between(-110, 110));
      const double c = i % 3 == 0 ? scaled_double(d, 0, 1100) : i % 3 == 1 ? -p : near;
      const double magnitude = a < 0 ? -a : a;
      all[i] = {a, b, c, ff::fma_rn(a, b, c), ff::sqrt_rn(magnitude)};
    }
  }
};
constexpr folded_vectors folded_by_compiler;

TEST(DoubleDouble, FoldedPrimitivesAreTheProcessors) {
  unsigned subnormal = 0;
  for (const auto& v : folded_by_compiler.all) {
    const double right = std::fma(v.a, v.b, v.c);
    EXPECT_TRUE(right == v.fused && std::signbit(right) == std::signbit(v.fused))
        << std::hexfloat << v.a << ' ' << v.b << ' ' << v.c << ": " << v.fused << ", not " << right;
    EXPECT_EQ(v.root, std::sqrt(std::fabs(v.a))) << std::hexfloat << v.a;
    subnormal += right != 0 && std::fabs(right) < 0x1p-1022;
  }
  EXPECT_GE(subnormal, 20u);
}

constexpr dd_t mixture(unsigned i) {
  draws d(i);
  const auto [x, y] = dd_pair_of(d, 100);
  const dd_t z = fma(x, y, sqrt(abs(x))) / (y + 3) - rsqrt(abs(y)) * 0.1 + ff::ff_t(1) / 7;
  return cbrt(z) + log(abs(z) + 1) + exp(ldexp(z, -40)) + hypot(x, z) + floor(z) + (x < y ? rcp(z) : sqr(z)) +
         dd_t(static_cast<float>(z)) + static_cast<int>(x);
}
constexpr dd_t folded[] = {mixture(1), mixture(2), mixture(3), mixture(4), mixture(5), mixture(6)};

TEST(DoubleDouble, ConstantExpressionsHaveTheBitsOfTheProcessor) {
  for (unsigned i = 0; i < 6; ++i) {
    volatile unsigned j = i + 1;
    EXPECT_TRUE(dd_bits(mixture(j)) == dd_bits(folded[i])) << i;
  }
}

// ---------------------------------------------------------------- complex numbers

/// The distance from the exact parts in u^2 of their modulus.
double error_of(ff::dd_complex got, const real& re, const real& im) {
  const real a = exact(got.real()) - re, b = exact(got.imag()) - im;
  return double(by(mpfr_div, by(mpfr_hypot, a, b), by(mpfr_hypot, re, im)) * real(0x1p106));
}

TEST(DoubleDoubleComplex, ArithmeticKeepsItsBounds) {
  double product = 0, quotient = 0, modulus = 0, root = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const int span = i % 3 == 0 ? 0 : i % 3 == 1 ? 20 : 200;
    const auto [a, b] = dd_pair_of(d, span);
    const auto [c, e] = dd_pair_of(d, span);
    const ff::dd_complex z(a, b),
        w = i % 2 != 0 ? ff::dd_complex(c, e) : ff::dd_complex(b, a * (1 + 0x1p-60));
    const real A = exact(z.real()), B = exact(z.imag()), C = exact(w.real()), E = exact(w.imag());
    product = std::max(product, error_of(z * w, A * C - B * E, A * E + B * C));
    if (w.real() != 0 || w.imag() != 0) {
      const real n = C * C + E * E;
      quotient = std::max(quotient, error_of(z / w, (A * C + B * E) / n, (B * C - A * E) / n));
    }
    modulus = std::max(modulus, error_of(abs(z), by(mpfr_hypot, A, B)));
    const real m = by(mpfr_hypot, A, B), larger = sqrt((m + abs(A)) / real(2)),
               smaller = abs(B) / (larger * real(2));
    const bool left = signbit(a);
    const real sign(signbit(b) ? -1.0 : 1.0);
    root = std::max(root, error_of(sqrt(z), left ? smaller : larger, sign * (left ? larger : smaller)));
  }
  EXPECT_LE(product, 15);
  EXPECT_LE(quotient, 31);
  EXPECT_LE(modulus, 6.25);
  EXPECT_LE(root, 20);
  EXPECT_GE(std::min({product, quotient, modulus, root}), 2) << "the vectors are too kind";
}

TEST(DoubleDoubleComplex, NothingOverflowsThatNeedNot) {
  const ff::dd_complex large(0x1p1020, -0x1p1020), small(0x1p-1000, 0x1p-1000), i(0, 1);
  EXPECT_TRUE(large / large == dd_t(1) && small / small == dd_t(1));
  EXPECT_EQ(abs(ff::dd_complex(ldexp(dd_t(3), 1020), ldexp(dd_t(-4), 1020))), ldexp(dd_t(5), 1020));
  EXPECT_TRUE(sqrt(ff::dd_complex(-0x1p1020)) == ff::dd_complex(0, 0x1p510));
  EXPECT_TRUE(sqrt(ff::dd_complex(0, 0x1p-1001)) == ff::dd_complex(0x1p-501, 0x1p-501));
  EXPECT_TRUE(i * i == dd_t(-1) && conj(i) == -i && (2 - i) + i == dd_t(2) && norm(3 * i) == 9 &&
              1 / i == -i);
}

// ---------------------------------------------------------------- arrays

/// Elements of like size, or of many; the second half cancels the first but for a few bits where `cancels`.
template <class T>
std::vector<T> elements(std::size_t n, bool cancels, unsigned seed) {
  std::vector<T> all(n);
  for (std::size_t i = 0; i < n; ++i) {
    draws d(seed + i);
    const dd_t x = dd_number(d, i % 3 == 0 ? 30 : 2);
    if constexpr (sizeof(T) == sizeof(double))
      all[i] = cancels && i >= n / 2 ? -all[i - n / 2] * (1 + 0x1p-40) : x.hi();
    else
      all[i] = cancels && i >= n / 2 ? -all[i - n / 2] * (1 + 0x1p-80) : x;
  }
  return all;
}

template <class T>
void judge_reductions() {
  for (const std::size_t n : {0, 1, 2, 37, 256, 4096, 4097, 30000}) {
    for (const bool cancels : {false, true}) {
      const std::vector<T> x = elements<T>(n, cancels, 1), y = elements<T>(n, false, 7);
      real sum, size, dot, dot_size, squares;
      for (std::size_t i = 0; i < n; ++i) {
        const real X = exact(x[i]), Y = exact(y[i]);
        sum = sum + X, size = size + abs(X), dot = dot + X * Y, dot_size = dot_size + abs(X * Y);
        squares = squares + X * X;
      }
      const auto within = [&](dd_t got, const real& right, const real& scale, double bound) {
        EXPECT_TRUE(n == 0 ? got == 0 : error_of(got, right, scale) <= bound)
            << n << ' ' << cancels << ": " << error_of(got, right, scale) << ", not " << bound;
      };
      within(ff::sum(n, x.data()), sum, size, ff::reduction_bound<ff::reductions::sum<T>>(n));
      within(ff::dot(n, x.data(), y.data()), dot, dot_size, ff::reduction_bound<ff::reductions::dot<T>>(n));
      within(ff::nrm2(n, x.data()), sqrt(squares), sqrt(squares),
             ff::reduction_bound<ff::reductions::nrm2<T>>(n) / 2 + 3.376);
    }
  }
}
TEST(DoubleDoubleArrays, ReductionsKeepTheirBounds) {
  judge_reductions<dd_t>();
  judge_reductions<double>();
  const double ends[] = {1, infinite, -infinite};
  EXPECT_TRUE(isnan(ff::sum(3, ends)) && !isfinite(ff::sum(2, ends)));
}

// ---------------------------------------------------------------- text

using namespace ff::literals;

/// RN(value) and RN(value - hi) as MPFR reads the text.
dd_t nearest_dd(const char* text) {
  mpfr_t all;
  mpfr_init2(all, 5000), mpfr_set_str(all, text, 0, MPFR_RNDN);
  const double hi = mpfr_get_d(all, MPFR_RNDN);
  mpfr_sub_d(all, all, hi, MPFR_RNDN);
  const double lo = std::isfinite(hi) ? mpfr_get_d(all, MPFR_RNDN) : 0;
  mpfr_clear(all);
  return from_words(hi, lo);
}

TEST(DoubleDoubleText, ReadsTheNearestPair) {
  char text[2200];
  for (unsigned i = 0; i < 3000; ++i) {
    draws d(i);
    const dd_t x = dd_number(d, i % 2 != 0 ? 200 : 1000),
               next = from_words(x.hi(), std::nextafter(x.lo(), infinite));
    // Half-way between two neighbouring pairs, all of its digits, then a little more or less.
    mpfr_t middle;
    mpfr_init2(middle, 2300), mpfr_set_d(middle, x.lo(), MPFR_RNDN),
        mpfr_add_d(middle, middle, next.lo(), MPFR_RNDN);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDN), mpfr_add_d(middle, middle, x.hi(), MPFR_RNDN);
    mpfr_snprintf(text, sizeof text, "%.*Re", i % 3 == 0 ? d.between(0, 60) : 1100, middle);
    mpfr_clear(middle);
    const dd_t right = nearest_dd(text), got = ff::parse_dd(text).value_or(dd_t(double{NAN}));
    EXPECT_TRUE(dd_bits(got) == dd_bits(right)) << text;
    EXPECT_TRUE(dd_bits(dd_t(static_cast<const char*>(text))) == dd_bits(right));
  }
  EXPECT_EQ(*ff::parse_dd("0x1.8p-1070"), ldexp(dd_t(1.5), -1070));
  EXPECT_EQ(*ff::parse_dd("1.7976931348623157e308"), nearest_dd("1.7976931348623157e308"));
  for (const char* out : {"1e309", "-1e4000", "1e-330", "0x1p1024"}) EXPECT_FALSE(ff::parse_dd(out)) << out;
  for (const char* none : {"", "1.5x", "1e", "--1", "0x"}) EXPECT_FALSE(ff::parse_dd(none)) << none;
  EXPECT_TRUE(isinf(*ff::parse_dd("-inf")) && signbit(*ff::parse_dd("-inf")) && isnan(*ff::parse_dd("nan")));
  constexpr dd_t tenth = 0.1_dd;
  EXPECT_TRUE(dd_bits(tenth) == dd_bits(nearest_dd("0.1")));
  EXPECT_EQ(6.62607015e-34_dd, nearest_dd("6.62607015e-34"));
}

TEST(DoubleDoubleText, WritesRoundedOnceAndReadsBack) {
  for (unsigned i = 0; i < 2000; ++i) {
    draws d(i);
    const dd_t x =
        i % 40 == 39 ? ldexp(dd_number(d, 0), -1070 + d.between(0, 60)) : dd_number(d, i % 2 != 0 ? 60 : 900);
    const int digits = d.between(1, 60);
    mpfr_t X;
    mpfr_init2(X, 2300), mpfr_set_d(X, x.hi(), MPFR_RNDN), mpfr_add_d(X, X, x.lo(), MPFR_RNDN);
    char right[1600];
    mpfr_snprintf(right, sizeof right, "%.*Re", digits - 1, X);
    EXPECT_EQ(to_string(x, std::chars_format::scientific, digits - 1), right);
    mpfr_snprintf(right, sizeof right, "%.*Rf", digits, X);
    EXPECT_EQ(to_string(x, std::chars_format::fixed, digits), right);
    mpfr_clear(X);
    const std::string shortest = to_string(x), hex = to_string(x, std::chars_format::hex);
    EXPECT_EQ(*ff::parse_dd(shortest), x) << shortest;
    EXPECT_EQ(*ff::parse_dd(hex), x) << hex;
  }
  EXPECT_EQ(to_string(1 / 3.0_dd, std::chars_format::fixed, 30), "0.333333333333333333333333333333");
  EXPECT_EQ(to_string(0.1_dd), "0.1");
  EXPECT_EQ(to_string(dd_t(0x1p-1074), std::chars_format::scientific, 3), "4.941e-324");
  EXPECT_EQ(*ff::parse_dd(to_string(limits::max())), limits::max());
  EXPECT_EQ(to_string(-limits::infinity()), "-inf");
  char text[8];
  EXPECT_EQ(ff::to_chars(text, text + 3, 0.25_dd).ec, std::errc::value_too_large);
  EXPECT_EQ(ff::to_chars(text, text + 8, 0.25_dd).ptr, text + 4);
}

TEST(DoubleDoubleText, StreamsAreThoseOfDoubles) {
  std::ostringstream out;
  out << std::setprecision(32) << std::showpos << dd_t(1) / 7 << ' ' << std::noshowpos << std::fixed
      << std::setprecision(3) << std::setw(10) << dd_t(-2.5) << ' ' << std::scientific << std::uppercase
      << 1e100_dd;
  EXPECT_EQ(out.str(), "+0.14285714285714285714285714285714     -2.500 1.000E+100");
  std::istringstream in("3.14159265358979323846264338327950288 -1e999 x");
  dd_t x, y, z;
  in >> x;
  EXPECT_EQ(x, nearest_dd("3.14159265358979323846264338327950288"));
  EXPECT_TRUE(!(in >> y) && y == limits::lowest());
  in.clear();
  EXPECT_TRUE(!(in >> z) && z == 0);
}

}  // namespace
