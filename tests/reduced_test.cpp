// reduced<Bits, Exponents>: rounding once, range, and functions.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/ff.hpp>
#include <ff/reduced.hpp>
#include <random>
#include <type_traits>

namespace {

using ff::ff_t;
using ff::reduced;
using half = reduced<11, 5>;
using between = reduced<36, 8>;

static_assert(sizeof(half) == 4 && sizeof(between) == 8 && std::is_trivially_copyable_v<half>);
static_assert(half(1) + half(2) == half(3), "a constant expression");

/// x, of at most 53 bits, rounded to `bits` by the host's nearbyint.
double rounded(double x, int bits) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::nearbyint(std::ldexp(m, bits)), e - bits);
}

template <int Bits>
void expect_rounding() {
  std::mt19937_64 random(Bits);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    const double x =
        static_cast<double>(ff_t(std::ldexp(uniform(random), static_cast<int>(random() % 40) - 20)));
    ASSERT_EQ(static_cast<double>(reduced<Bits, 8>(x)), rounded(x, Bits)) << Bits << " " << x;
    // A tie, and its neighbours on both sides: the low word decides.
    int e = 0;
    const double m = std::frexp(x, &e), tie = std::ldexp(std::floor(std::ldexp(m, Bits)) + 0.5, e - Bits);
    for (const double y : {tie, tie * (1 + 0x1p-46), tie * (1 - 0x1p-46)}) {
      const double exact = static_cast<double>(ff_t(y));
      ASSERT_EQ(static_cast<double>(reduced<Bits, 8>(ff_t(y))), rounded(exact, Bits)) << Bits << " " << y;
    }
  }
}

TEST(Reduced, RoundsToNearestAndTiesToEven) {
  expect_rounding<2>(), expect_rounding<8>(), expect_rounding<11>(), expect_rounding<23>(),
      expect_rounding<24>();
  expect_rounding<25>(), expect_rounding<30>(), expect_rounding<36>(), expect_rounding<45>();
}

TEST(Reduced, HasTheRangeOfItsFormat) {
  EXPECT_EQ(double(std::numeric_limits<half>::max()), 65504.0);
  EXPECT_EQ(double((std::numeric_limits<half>::min)()), 0x1p-14);
  EXPECT_EQ(double(half(65519.0)), 65504.0);
  EXPECT_TRUE(isinf(half(65520.0)));
  EXPECT_TRUE(isinf(half(60000.0) + half(60000.0)));
  EXPECT_EQ(double(half(0x1p-15)), 0.0) << "no subnormal numbers";
  EXPECT_TRUE(isnan(half(0) / half(0)));
  EXPECT_TRUE(isinf(half(1) / half(0)));
  EXPECT_TRUE(isfinite((std::numeric_limits<between>::max)()));
  EXPECT_TRUE(isinf((std::numeric_limits<between>::max)() * between(1.5)));
}

/// Every pair of numbers of 5 bits in two binades: an operation rounds the exact result once.
TEST(Reduced, OperationsAreRoundedOnce) {
  using tiny = reduced<5, 8>;
  for (int i = 16; i < 48; ++i)
    for (int j = 16; j < 48; ++j) {
      const double x = i < 32 ? i : 2 * (i - 16), y = j < 32 ? j : 2 * (j - 16);
      EXPECT_EQ(double(tiny(x) + tiny(y)), rounded(x + y, 5));
      EXPECT_EQ(double(tiny(x) - tiny(y)), x == y ? 0 : rounded(x - y, 5));
      EXPECT_EQ(double(tiny(x) * tiny(y)), rounded(x * y, 5));
      EXPECT_EQ(double(tiny(x) / tiny(y)), rounded(x / y, 5)) << x << " " << y;
      EXPECT_EQ(tiny(x) < tiny(y), x < y);
    }
}

/// Every arithmetic type, and ff_t, stands on both sides: it is rounded to the format first.
template <class A>
void expect_beside(A a) {
  const between x = 3;
  static_assert(std::is_same_v<decltype(x + a), between> && std::is_same_v<decltype(a / x), between>);
  EXPECT_TRUE(x + a == between(4) && a + x == 4.0f && x - a == 2 && a - x == -2.0 && x * a == x &&
              a * x == x);
  EXPECT_TRUE(a / x == between(1) / 3 && x / a == 3.0f);
  EXPECT_TRUE(x > a && a < x && x >= a && a <= x && x != a && a != x && !(x == a) && !(a > x));
}

TEST(Reduced, TakesOperandsOfEveryArithmeticType) {
  expect_beside(1.0f), expect_beside(1.0), expect_beside(1.0L), expect_beside(1), expect_beside(1u);
  expect_beside(1LL), expect_beside(true), expect_beside('\1'), expect_beside(ff_t(1));
  EXPECT_EQ(double(half(1) * 0.1f), rounded(0.1f, 11)) << "the operand is rounded, too";
  static_assert(std::is_same_v<decltype(fma(half(1), half(1), 1.0f)), half>,
                "no sum in ff_t behind one's back");
  static_assert(std::is_same_v<decltype(pow(2, half(1))), half> &&
                std::is_same_v<decltype(fmax(half(1), 0.0)), half>);
  static_assert(std::is_same_v<decltype(hypot(ff_t(1), half(1))), half>);
  static_assert(std::is_same_v<decltype(pow(ff_t(1), 2.0f)), ff_t>);
  EXPECT_EQ(double(fma(half(1), half(2), 0x1p-20f)), 2.0);
  EXPECT_EQ(double(fmin(half(1), 0.1f)), rounded(0.1f, 11));
  half sum = 1;
  sum += 0.5f;
  EXPECT_TRUE(sum == 1.5f);
}

TEST(Reduced, FunctionsAreRoundedOnce) {
  for (int i = 1; i < 100; ++i) {
    const double x = rounded(0.07 * i, 20);
    using twenty = reduced<20, 8>;
    EXPECT_EQ(double(sin(twenty(x))), rounded(std::sin(x), 20));
    EXPECT_EQ(double(exp(twenty(x))), rounded(std::exp(x), 20));
    EXPECT_EQ(double(sqrt(twenty(x))), rounded(std::sqrt(x), 20));
    EXPECT_EQ(double(hypot(twenty(x), twenty(1))), rounded(std::hypot(x, 1), 20));
  }
}

}  // namespace
