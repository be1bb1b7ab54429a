// fused_t: fast_t's bits where fast_t has bounds, and IEEE's infinities and NaN everywhere.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <ff/ff.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using ff::fast_t;
using ff::ff_t;
using ff::fused_product;
using ff::fused_sum;
using ff::fused_t;

constexpr float inf = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max(),
                nan = std::numeric_limits<float>::quiet_NaN();

// ---------------------------------------------------------------- types

template <class A, class B>
constexpr bool same = std::is_same_v<std::remove_const_t<A>, B>;
const fused_t a(1.5), b(2.25);

static_assert(same<decltype(a + b), fused_sum> && same<decltype(2 * a), fused_product>);
static_assert(same<decltype(a / b), fused_t> && same<decltype(sqrt(a * b)), fused_t>);
static_assert(same<decltype(a * b + ff_t(1)), fused_sum> && same<decltype(pow(a, 2)), fused_t>);
static_assert(same<decltype(true ? a * b : a + b), fused_sum> && same<decltype(true ? a * b : a), fused_t>);
static_assert(std::is_trivially_copyable_v<fused_t> && std::is_trivially_copyable_v<fused_sum>);
static_assert(std::is_convertible_v<fused_t, ff_t> && std::is_convertible_v<ff_t, fused_t>);

// Both kinds in one expression meet in ff_t.
static_assert(same<decltype(a + fast_t(1)), ff_t> && same<decltype(a * b + fast_t(1) * 2), ff_t>);

constexpr fused_t third = fused_t(1) / 3;
static_assert(third * 3 > 0.999999 && fused_t(2) * 3 + 4 == 10);

// ---------------------------------------------------------------- bits

// Numbers of all magnitudes between 2^-40 and 2^40, one in eight close to the one before.
class drawing {
 public:
  explicit drawing(unsigned seed) : engine_(seed) {}
  ff_t operator()() {
    const double v = std::ldexp(1 + uniform_(engine_), int(engine_() % 80) - 40) * (engine_() % 2 ? 1 : -1);
    last_ = engine_() % 8 ? v : -last_ * (1 + 0x1p-40 * uniform_(engine_));
    return last_;
  }

 private:
  std::mt19937_64 engine_;
  std::uniform_real_distribution<double> uniform_{0, 1};
  double last_ = 1;
};

template <class T>
std::vector<ff_t> expressions(ff_t u, ff_t v, ff_t w) {
  const T x = u, y = v, z = w;
  const auto p = x * y;
  return {x + y,
          x - y,
          x + z.hi(),
          p,
          x * y.hi(),
          x / y,
          x / y.hi(),
          x.hi() / y,
          p + z,
          z - p,
          p + z.hi(),
          x * x + y * y + z * z,
          p - x * z,
          (x + y) + (y + z),
          (x - y) * (y + z),
          p * z,
          sqrt(fabs(x)),
          rsqrt(fabs(x)),
          rcp(x),
          fma(x, y, z),
          sqr(x) + p,
          -(p + z),
          fmin(p, z),
          exp(x * T(0x1p-40f))};
}

TEST(Fused, HasTheBitsOfFast) {
  drawing next(1);
  for (int i = 0; i < 200000; ++i) {
    const ff_t x = next(), y = next(), z = next();
    const std::vector<ff_t> fast = expressions<fast_t>(x, y, z), fused = expressions<fused_t>(x, y, z);
    for (std::size_t k = 0; k < fast.size(); ++k) {
      ASSERT_EQ(fast[k].hi(), fused[k].hi()) << "expression " << k << " of " << x << ", " << y << ", " << z;
      ASSERT_EQ(fast[k].lo(), fused[k].lo()) << "expression " << k << " of " << x << ", " << y << ", " << z;
    }
    ASSERT_EQ(fast_t(x) + y < z, fused_t(x) + y < z);
    ASSERT_EQ(fast_t(x) * y >= z, fused_t(x) * y >= z);
    ASSERT_EQ(fast_t(x) == y, fused_t(x) == y);
  }
}

// ---------------------------------------------------------------- infinities and NaN

// The head of a result is the same infinity or NaN as that of the heads, or both are finite.
void expect_class(ff_t of, float heads, const char* what, float x, float y, float z) {
  const float h = of.hi();
  if (std::isfinite(heads)) {
    EXPECT_TRUE(std::isfinite(h) && std::isfinite(of.lo())) << what << " of " << x << ", " << y << ", " << z;
    EXPECT_EQ(h == 0, heads == 0) << what << " of " << x << ", " << y << ", " << z;
  } else {
    EXPECT_TRUE(std::isnan(heads) ? std::isnan(h) : h == heads)
        << what << " of " << x << ", " << y << ", " << z << " is " << h << ", not " << heads;
  }
}

TEST(Fused, KeepsInfinitiesAndNaN) {
  const float heads[] = {0.0f, -0.0f, 1.0f, -1.0f, 3.0f, 0x1p100f, -0x1p126f, 0x1.8p127f, inf, -inf, nan};
  const float lows[] = {0.0f, -0.0f, 1.0f, inf, -inf, nan, 0x1p100f};
  for (const float low : lows) {
    const auto number = [low](float h) -> fused_t {
      return std::isfinite(h) ? ff_t(h) : ff::from_words(h, low);
    };
    for (const float x : heads) {
      for (const float y : heads) {
        const fused_t X = number(x), Y = number(y);
        expect_class(X + Y, x + y, "x + y", x, y, 0);
        expect_class(X - Y, x - y, "x - y", x, y, 0);
        expect_class(X + y, x + y, "x + float", x, y, 0);
        expect_class(X * Y, x * y, "x y", x, y, 0);
        expect_class(X * y, x * y, "x float", x, y, 0);
        expect_class(X / Y, x / y, "x / y", x, y, 0);
        EXPECT_EQ(X == Y, x == y) << x << ' ' << y;
        EXPECT_EQ(X < Y, x < y) << x << ' ' << y;
        EXPECT_EQ(X <= Y, x <= y) << x << ' ' << y;
        if (!std::isfinite(x + y)) {
          EXPECT_EQ(X + Y < X, x + y < x) << x << " " << y;
        }
        if (!std::isfinite(x * y)) {
          EXPECT_EQ(X * Y >= Y, x * y >= y) << x << " " << y;
        }
        for (const float z : heads) {
          const fused_t Z = number(z);
          expect_class(X * Y + Z, x * y + z, "x y + z", x, y, z);
          expect_class(Z - X * Y, z - x * y, "z - x y", x, y, z);
          expect_class(X * Y + z, x * y + z, "x y + float", x, y, z);
          expect_class(X * Y * Z, x * y * z, "x y z", x, y, z);
          expect_class((X + Y) * Z, (x + y) * z, "(x + y) z", x, y, z);
          expect_class((X + Y) + Z, (x + y) + z, "x + y + z", x, y, z);
          expect_class(X * Z + Y * Z, x * z + y * z, "x z + y z", x, y, z);
        }
      }
      expect_class(sqrt(number(x)), std::sqrt(x), "sqrt x", x, 0, 0);
      expect_class(rsqrt(number(x)), 1 / std::sqrt(x), "1 / sqrt x", x, 0, 0);
      expect_class(rcp(number(x)), 1 / x, "1 / x", x, 0, 0);
    }
  }
}

// A sum through a reciprocal: 1 / (1 / 0 + 1) is 0, where fast_t has NaN.
TEST(Fused, ComesBackFromInfinity) {
  const fused_t one = 1, zero = 0.0f;
  EXPECT_TRUE(one / (one / zero + one) == 0);
  EXPECT_TRUE(rsqrt(zero) == inf && sqrt(fused_t(inf)) == inf && isnan(sqrt(-one)));
  EXPECT_TRUE(fused_t(largest) * 2 == inf && fused_t(largest) * -2 + one == -inf);
  EXPECT_TRUE(std::isinf(double(fused_t(largest) + largest)));
  EXPECT_TRUE(isinf(fused_t(inf) * fused_t(3) + one) && isnan(fused_t(inf) - fused_t(inf)));
}

// The sign of a product, a quotient and a root that is zero is IEEE's; a sum that is zero is +0.
TEST(Fused, HasZerosWithASign) {
  const fused_t one = 1, minus_zero = -0.0f;
  EXPECT_TRUE(std::signbit(ff_t(minus_zero * one).hi()) && std::signbit(ff_t(one * minus_zero).hi()));
  EXPECT_TRUE(std::signbit((minus_zero / one).hi()) && std::signbit(sqrt(minus_zero).hi()));
  EXPECT_FALSE(std::signbit(ff_t(minus_zero + minus_zero).hi()));
}

// ---------------------------------------------------------------- in company

TEST(Fused, WorksInGenericCode) {
  EXPECT_EQ(double(std::max<fused_t>(a * b, a)), 3.375);
  const std::complex<fused_t> z(a, b), w = z * z;
  EXPECT_EQ(double(w.real()), 1.5 * 1.5 - 2.25 * 2.25);
  fused_t x = a;
  x += b * b, x *= 2, x -= a, x /= 3.0f, ++x;
  EXPECT_NEAR(double(x), ((1.5 + 2.25 * 2.25) * 2 - 1.5) / 3 + 1, 1e-13);
  EXPECT_TRUE(std::numeric_limits<fused_t>::max() == std::numeric_limits<ff_t>::max());
  EXPECT_EQ(std::hash<fused_t>()(a), std::hash<fast_t>()(1.5));
  EXPECT_EQ(ff::to_string(a * b), "3.375");
  fused_t s, c, whole;
  const fused_t half = 0.5;
  sincos(half, &s, &c);
  EXPECT_TRUE(s == sin(half) && c == cos(half) && modf(b, &whole) == 0.25 && whole == 2);
  const auto [hi, lo] = a;
  EXPECT_TRUE(hi == 1.5f && lo == 0);
}

}  // namespace
