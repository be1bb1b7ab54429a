// wide_t against MPFR: the bounds over exponents to 2^31, special values, conversions, order, text.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <unordered_set>

#include "real.hpp"
#include "wide_exact.hpp"
#include "wide_vectors.hpp"

namespace {

using namespace ff_test;
using namespace ff::literals;
using limits = std::numeric_limits<wide_t>;

using Wide = wide_range_test;

TEST_F(Wide, OperatorsKeepTheirBoundsOverTheRange) {
  for (const int span : {30, 200, 5000, 1000000000}) {
    double sum = 0, product = 0, quotient = 0, fused = 0, root = 0, reciprocal = 0, cube = 0, hypotenuse = 0;
    for (unsigned i = 0; i < 20000; ++i) {
      draws d(i);
      const auto [x, y] = wide_pair_of(d, span);
      const real X = exact(x), Y = exact(y), A = abs(X);
      sum = std::max(sum, mpfr_zero_p(X + Y) ? (x + y == wide_t(0) ? 0 : HUGE_VAL) : error_of(x + y, X + Y));
      product = std::max(product, error_of(x * y, X * Y));
      quotient = std::max(quotient, error_of(x / y, X / Y));
      const wide_t z = i % 2 != 0 ? wide_number(d, span) : -(x * y) * wide_t(wide_digits(d));
      fused = std::max(fused, error_of(fma(x, y, z), X * Y + exact(z), abs(X * Y) + abs(exact(z))));
      root = std::max(root, error_of(sqrt(abs(x)), sqrt(A)));
      reciprocal = std::max(reciprocal, error_of(rsqrt(abs(x)), by(mpfr_rec_sqrt, A)));
      cube = std::max(cube, error_of(cbrt(x), by(mpfr_cbrt, X)));
      hypotenuse = std::max(hypotenuse, error_of(hypot(x, y), by(mpfr_hypot, X, Y)));
    }
    EXPECT_LE(sum, 2) << span;
    EXPECT_LE(product, 4) << span;
    EXPECT_LE(quotient, 5) << span;
    EXPECT_LE(fused, 6.5) << span;
    EXPECT_LE(root, 27.0 / 8) << span;
    EXPECT_LE(reciprocal, 5) << span;
    EXPECT_LE(cube, 4) << span;
    EXPECT_LE(hypotenuse, 6.5) << span;
    EXPECT_GE(std::min({sum, product, quotient, fused, root, reciprocal}), 0.5) << "the vectors are too kind";
  }
}

TEST_F(Wide, ExponentialsAndLogarithmsKeepTheirBounds) {
  double e = 0, m = 0, two = 0, ten = 0, ln = 0, lg2 = 0, lg10 = 0, plus_one = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const wide_t q = ff::ldexp(wide_number(d, 0), d.between(-80, 29)),
                 x = abs(wide_number(d, i % 2 != 0 ? 40 : 2000000000));
    const real Q = exact(q), X = exact(x);
    e = std::max(e, error_of(exp(q), by(mpfr_exp, Q)));
    m = std::max(m, error_of(expm1(q), by(mpfr_expm1, Q)));
    two = std::max(two, error_of(exp2(q), by(mpfr_exp2, Q)));
    if (i % 16 == 0) {  // MPFR takes its time
      const wide_t t = abs(q) < wide_t(1e7) ? q : q * wide_t(0x1p-8f);
      ten = std::max(ten, error_of(exp10(t), by(mpfr_exp, exact(t) * by(mpfr_log, real(10.0)))));
    }
    if (!(x == wide_t(1))) {
      ln = std::max(ln, error_of(log(x), by(mpfr_log, X)));
      lg2 = std::max(lg2, error_of(log2(x), by(mpfr_log2, X)));
      lg10 = std::max(lg10, error_of(log10(x), by(mpfr_log10, X)));
    }
    const wide_t s = ff::ldexp(wide_number(d, 0), d.between(-200, 200));
    if (s > wide_t(-1)) plus_one = std::max(plus_one, error_of(log1p(s), by(mpfr_log1p, exact(s))));
  }
  EXPECT_LE(e, 2);
  EXPECT_LE(m, 5.1);
  EXPECT_LE(two, 2);
  EXPECT_LE(ten, 2);
  EXPECT_LE(ln, 4.5);
  EXPECT_LE(lg2, 6);
  EXPECT_LE(lg10, 4.5);
  EXPECT_LE(plus_one, 5.1);
}

TEST_F(Wide, PowersKeepTheirBound) {
  double worst = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    draws d(i);
    const wide_t base = i % 3 == 0   ? wide_t(1) + ff::ldexp(abs(wide_number(d, 0)), -d.between(0, 140))
                        : i % 3 == 1 ? abs(wide_number(d, 30))
                                     : abs(wide_number(d, 100000));
    const wide_t y = ff::ldexp(wide_number(d, 0), i % 3 == 0 ? d.between(-60, 130) : d.between(-40, 20));
    const real L = exact(y) * by(mpfr_log, exact(base));
    const double size = std::fabs(double(L));
    if (size < 1.4e9)
      worst = std::max(worst, error_of(pow(base, y), by(mpfr_pow, exact(base), exact(y))) / (2 + size / 64));
  }
  EXPECT_LE(worst, 1);
  EXPECT_GE(worst, 0.1);
}

TEST_F(Wide, PowersHaveTheSpecialCasesOfC) {
  const double values[] = {0.0, -0.0, 1,    -1,  0.5,  -0.5,     2,         -2, 3,
                           -3,  2.5,  -2.5, 1e9, -1e9, HUGE_VAL, -HUGE_VAL, NAN};
  for (const double x : values)
    for (const double y : values) {
      const double right = std::pow(x, y), got = double(pow(wide_t(x), wide_t(y)));
      if (std::isnan(right)) {
        EXPECT_TRUE(std::isnan(got)) << x << ' ' << y;
      } else if (right == 0 || std::isinf(right)) {
        const bool within =
            std::fabs(y) == 1e9 && std::isfinite(x) && x != 0;  // finite for wide_t, if not for double
        EXPECT_EQ(got, right) << x << ' ' << y << ' ' << within;
        EXPECT_EQ(std::signbit(got), std::signbit(right)) << x << ' ' << y;
      } else {
        EXPECT_NEAR(got, right, std::fabs(right) * 1e-9) << x << ' ' << y;
      }
    }
  const wide_t odd = ff::ldexp(wide_t(1), 100) + wide_t(1);  // an odd integer of 101 bits
  EXPECT_TRUE(signbit(pow(wide_t(-1.0), odd)));
  EXPECT_FALSE(signbit(pow(wide_t(-1.0), ff::ldexp(wide_t(1), 100))));
}

TEST_F(Wide, RoundingIsExact) {
  for (unsigned i = 0; i < 40000; ++i) {
    draws d(i);
    const wide_t x = ff::ldexp(wide_number(d, 0), d.between(-40, 200));
    const real X = exact(x);
    const auto same = [&](const char* name, wide_t got, const real& right) {
      EXPECT_TRUE(exact(got) == right)
          << name << " of " << to_string(x, 80) << " gave " << to_string(got, 80);
    };
    real r;
    mpfr_floor(r, X), same("floor", floor(x), r);
    mpfr_ceil(r, X), same("ceil", ceil(x), r);
    mpfr_trunc(r, X), same("trunc", trunc(x), r);
    mpfr_round(r, X), same("round", round(x), r);
    mpfr_rint(r, X, MPFR_RNDN), same("rint", rint(x), r);
  }
}

TEST_F(Wide, OrderIsThatOfTheValues) {
  for (unsigned i = 0; i < 40000; ++i) {
    draws d(i);
    const auto [x, y] = wide_pair_of(d, i % 2 != 0 ? 60 : 5000);
    const int order = mpfr_cmp(exact(x), exact(y));
    EXPECT_EQ(x < y, order < 0);
    EXPECT_EQ(x > y, order > 0);
    EXPECT_EQ(x == y, order == 0);
    EXPECT_EQ(x <= y, order <= 0);
    EXPECT_EQ(x != y, order != 0);
  }
  // One value at home in two steps.
  const wide_t a = ff::detail::wide_from(0x1p-35f, 1), b = ff::detail::wide_from(0x1p29f, 0);
  EXPECT_TRUE(a == b);
  EXPECT_EQ(std::hash<wide_t>()(a), std::hash<wide_t>()(b));
  EXPECT_FALSE(limits::quiet_NaN() == limits::quiet_NaN());
  EXPECT_LT(limits::lowest(), -limits::min());
  EXPECT_LT(limits::max(), limits::infinity());
}

TEST_F(Wide, DoublesComeInRoundedToAPairAndGoOutRoundedOnce) {
  for (unsigned i = 0; i < 200000; ++i) {
    draws d(i);
    ff::uint64 bits = d.bits();
    if (i % 5 == 0) bits &= 0x800fffffffffffffu;  // subnormal
    if (i % 7 == 0) bits = (bits & 0x800fffffffffffffu) | (0x3fdull + i % 9) << 52;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    const wide_t w(x);
    EXPECT_LE(std::fabs(double(w) - x),
              std::ldexp(std::fabs(x), -49) + (std::fabs(x) < 0x1p-1000 ? 4.95e-324 : 0));
    double back;
    store_double(&back, w);
    EXPECT_EQ(back, double(w));
    EXPECT_EQ(ff::load_double(&back), wide_t(back));
    // From any number: rounded once, into subnormal doubles too.
    const wide_t y = abs(wide_number(d, 1100));
    const real Y = exact(y);
    double right = mpfr_get_d(Y, MPFR_RNDN);
    EXPECT_EQ(double(y), right) << to_string(y, 60);
  }
  EXPECT_EQ(double(wide_t(HUGE_VAL)), HUGE_VAL);
  EXPECT_TRUE(std::signbit(double(wide_t(-0.0))));
  EXPECT_TRUE(std::isnan(double(wide_t(NAN))));
  EXPECT_EQ(double(1e400_wide), HUGE_VAL);
  EXPECT_EQ(double(1e-400_wide), 0);
}

TEST_F(Wide, DoublesAreStoredRoundedOnceAtEveryEdge) {
  unsigned wrong = 0, subnormal = 0, ties = 0;
  for (unsigned i = 0; i < wide_edges; ++i) {
    const wide_t x = wide_edge(i);
    const real X = exact(x);
    const double right = mpfr_get_d(X, MPFR_RNDN);
    double stored = 0;
    store_double(&stored, x);
    const bool same = std::memcmp(&stored, &right, sizeof right) == 0;
    if (!same && wrong++ == 0) ADD_FAILURE() << i << ": " << stored << " of " << to_string(x, 60);
    subnormal += right != 0 && std::fabs(right) < 0x1p-1022;
    const double below = mpfr_get_d(X, MPFR_RNDD), over = mpfr_get_d(X, MPFR_RNDU);
    if (below != over && std::isfinite(below) && std::isfinite(over))
      ties += real(below) + real(over) == real(2) * X;
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(subnormal, wide_edges / 64) << "the vectors are too kind";
  EXPECT_GT(ties, wide_edges / 64) << "the vectors are too kind";
}

TEST_F(Wide, DoublesAreLoadedRoundedOnceAtEveryEdge) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < double_edges; ++i) {
    const double x = double_edge(i);
    const wide_t w = ff::load_double(&x);
    bool right = std::isnan(x) ? isnan(w) : isinf(w) && signbit(w) == std::signbit(x);
    if (std::isfinite(x)) {
      int e = 0;
      const double digits = std::frexp(x, &e);
      real nearest(nearest_pair(digits));
      mpfr_mul_2si(nearest, nearest, e, MPFR_RNDN);
      const ff_t m = w.pair();
      right = exact(w) == nearest && signbit(w) == std::signbit(x) &&
              (x == 0 || std::fabs(m.lo()) <= std::ldexp(1.0, ff::ilogb(ff_t(m.hi())) - 24));
    }
    if (!right && wrong++ == 0) ADD_FAILURE() << i << ": " << to_string(w, 30) << " of " << x;
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_F(Wide, SpecialValuesAreThoseOfIeee) {
  const double values[] = {0.0, -0.0, 1, -1, 0x1p1000, -0x1p-1000, HUGE_VAL, -HUGE_VAL, NAN};
  const auto same = [](wide_t got, double right, const char* what, double x, double y) {
    const double g = double(got);
    EXPECT_TRUE(std::isnan(right) ? std::isnan(g) : g == right && std::signbit(g) == std::signbit(right))
        << what << ' ' << x << ' ' << y << ": " << g;
  };
  for (const double x : values) {
    for (const double y : values) {
      if (std::isfinite(x) && std::isfinite(y) && x != 0 && y != 0) continue;
      same(wide_t(x) + wide_t(y), x + y, "+", x, y);
      same(wide_t(x) - wide_t(y), x - y, "-", x, y);
      same(wide_t(x) * wide_t(y), x * y, "*", x, y);
      same(wide_t(x) / wide_t(y), x / y, "/", x, y);
    }
    if (std::fabs(x) == 0x1p1000 || std::fabs(x) == 0x1p-1000) continue;
    same(sqrt(wide_t(x)), std::sqrt(x), "sqrt", x, 0);
    same(rsqrt(wide_t(x)), 1 / std::sqrt(x), "rsqrt", x, 0);
    if (std::fabs(x) != 1)
      same(exp(wide_t(x)), std::exp(x), "exp", x, 0), same(log(wide_t(x)), std::log(x), "log", x, 0);
  }
  EXPECT_EQ(limits::max() * wide_t(2), limits::infinity());
  EXPECT_EQ(-limits::max() * limits::max(), -limits::infinity());
  EXPECT_EQ(limits::min() * limits::min(), wide_t(0));
  // At the ends everything still works.
  EXPECT_LE(error_of(log(limits::max()), by(mpfr_log, exact(limits::max()))), 8);
  EXPECT_LE(error_of(sqrt(limits::max()), sqrt(exact(limits::max()))), 27.0 / 8);
  EXPECT_LE(error_of(limits::min() / wide_t(0.5), exact(limits::min()) * real(2)), 0);
  EXPECT_EQ(*ff::parse_wide(to_string(limits::max())), limits::max());
  EXPECT_NE(std::hash<wide_t>()(limits::max()), std::hash<wide_t>()(limits::infinity()));
  wide_t x = 1e300;
  for (int i = 0; i < 60; ++i) x = x * x;  // a runaway square does not come round
  EXPECT_EQ(x, limits::infinity());
}

// In the outer halves of the last homes, and one digit beyond.
TEST_F(Wide, NumbersAtTheEndsOfTheRangeStayWhatTheyAre) {
  const int last = ff::detail::largest_step;
  for (const float head : {0x1p-64f, -0x1.8p-50f, 0x1p-33f, 0x1p-32f, 1.5f})
    for (const wide_t x : {ff::detail::wide_from(head, -last), ff::detail::wide_from(0.5f / head, last)}) {
      EXPECT_EQ(x + 0, x);
      EXPECT_EQ(x * 1, x);
      EXPECT_EQ(x / 1, x);
      if (x / 4 != 0) {
        EXPECT_EQ(x - x / 4, x * 0.75 + 0);
      }
      EXPECT_EQ(ff::ldexp(x, 0), x);
      EXPECT_EQ(*ff::parse_wide(to_string(x)), x);
      EXPECT_LE(error_of(cbrt(x), by(mpfr_cbrt, exact(x))), 5);
      EXPECT_EQ(exp(x), x.step() < 0 ? wide_t(1) : head > 0 ? limits::infinity() : wide_t(0));
      EXPECT_EQ(std::hash<wide_t>()(x), std::hash<wide_t>()(x + 0));
      if (x.step() >= 0) continue;
      for (const wide_t same : {sin(x), sinh(x), asinh(x), atan(x), expm1(x), log1p(x)}) EXPECT_EQ(same, x);
      EXPECT_EQ(rint(x), wide_t(0));
    }
  EXPECT_EQ(limits::min() * wide_t(0.5), wide_t(0));
  EXPECT_EQ(limits::min() / wide_t(2) + wide_t(0), wide_t(0));
  EXPECT_EQ(limits::max() + limits::max() * wide_t(0x1p-60f), limits::max());
  EXPECT_EQ(limits::max() + limits::max(), limits::infinity());
  EXPECT_EQ(ff::ldexp(limits::max(), 1), limits::infinity());
  EXPECT_TRUE(isfinite(0.25 / limits::min()));
  EXPECT_EQ(1 / limits::min(), limits::infinity());
}

TEST_F(Wide, ArithmeticMixesWithEveryType) {
  const wide_t x = 3;
  EXPECT_EQ(x + 1, wide_t(4));
  EXPECT_EQ(2.0f * x, wide_t(6));
  EXPECT_EQ(1.5 / x, wide_t(0.5));
  EXPECT_EQ(x - ff::ff_t(1), wide_t(2));
  EXPECT_TRUE(x < 4 && x > 2.5 && x == ff::ff_t(3));
  EXPECT_EQ(int(wide_t(-7.9)), -7);
  EXPECT_EQ(static_cast<long long>(wide_t(1e18)), 1000000000000000000);
  constexpr wide_t third = wide_t(1.0) / wide_t(3.0);
  static_assert(third < 0.34 && third * 3 + 1e200 > 1e199);
}

TEST_F(Wide, TextIsRoundedOnce) {
  EXPECT_EQ(to_string(6.62607015e-34_wide * 6.62607015e-34_wide), "4.3904805632721e-67");
  EXPECT_EQ(to_string(1e-400000_wide, 3), "1e-400000");
  EXPECT_EQ(to_string(exp(wide_t(1e9)), 10), "8.002981771e+434294481");
  for (const char* text : {"0", "-0", "100000", "inf", "-inf", "12.5", "0.00012", "1e+100000"})
    EXPECT_EQ(to_string(*ff::parse_wide(text)), text);
  for (const char* text : {"", "1.5x", "1e", "1e700000000", "--1", "0x"})
    EXPECT_FALSE(ff::parse_wide(text)) << text;
  EXPECT_EQ(*ff::parse_wide("1e-700000000"), wide_t(0));
  EXPECT_EQ(*ff::parse_wide("0x1p100000"), ff::ldexp(wide_t(1), 100000));
  for (unsigned i = 0; i < 4000; ++i) {
    draws d(i);
    const wide_t x = wide_number(d, i % 2 != 0 ? 300 : 40000);
    const int digits = d.between(1, 40);
    char right[120];
    mpfr_snprintf(right, sizeof right, "%.*Re", digits - 1, static_cast<mpfr_srcptr>(exact(x)));
    real R, G;
    mpfr_set_str(R, right, 10, MPFR_RNDN), mpfr_set_str(G, to_string(x, digits).c_str(), 10, MPFR_RNDN);
    EXPECT_TRUE(R == G) << right << ' ' << to_string(x, digits);
    EXPECT_EQ(*ff::parse_wide(to_string(x)), x);
  }
  // A decimal tie goes to the even digit.
  EXPECT_EQ(to_string(wide_t(235), 2), "240");
  EXPECT_EQ(to_string(wide_t(245), 2), "240");
  EXPECT_EQ(to_string(wide_t(3.5), 1) + to_string(wide_t(2.5), 1), "42");
  EXPECT_EQ(to_string(wide_t(9.995), 3), "9.99") << "this double is below the tie";
  std::ostringstream out;
  out.precision(5);
  out << std::showpos << 1e50000_wide;
  EXPECT_EQ(out.str(), "+1e+50000");
  out.str("");
  out.precision(0);  // one digit, as %g has it
  out << 2.75_wide;
  EXPECT_EQ(out.str(), "+3");
}

}  // namespace
