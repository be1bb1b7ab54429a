// limits.hpp and hash.hpp: the claims that numeric_limits makes, checked on numbers; hashes against equality.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ff/comparison.hpp>
#include <ff/type/hash.hpp>
#include <ff/type/limits.hpp>
#include <random>
#include <string>
#include <unordered_set>

#include "real.hpp"

namespace {

using namespace ff_test;
using ff::ff_t;
using ff::from_words;
using limits = std::numeric_limits<ff_t>;

static_assert(limits::is_specialized && std::numeric_limits<const ff_t>::is_specialized);
static_assert(limits::is_signed && !limits::is_integer && !limits::is_exact && limits::is_bounded);
static_assert(!limits::is_iec559 && !limits::is_modulo && !limits::traps && !limits::tinyness_before);
static_assert(limits::has_infinity && limits::has_quiet_NaN && !limits::has_signaling_NaN);
static_assert(limits::has_denorm == std::denorm_present && !limits::has_denorm_loss);
static_assert(limits::round_style == std::round_indeterminate && limits::round_error() >= ff_t(0.5f));
static_assert(limits::radix == 2 && limits::digits == 48 && limits::digits10 == 14);
static_assert(limits::max_exponent == std::numeric_limits<float>::max_exponent);
static_assert(limits::max_exponent10 == std::numeric_limits<float>::max_exponent10);
static_assert(noexcept(limits::max()) && limits::lowest() == -limits::max());

// x as a pair, and whether the pair is all of it.
struct conversion {
  ff_t pair;
  bool exact;
};
conversion to_pair(const real& x) {
  const ff_t pair = nearest_pair(x);
  return {pair, real(pair) == x};
}

// m 2^e for a number of the given count of binary digits.
conversion number(std::uint64_t m, int e) {
  real x;
  mpfr_set_uj_2exp(x, m, e, MPFR_RNDN);
  return to_pair(x);
}

TEST(Limits, EveryNumberOfDigitsIsAPair) {
  std::mt19937_64 random(1);
  const int lowest = limits::min_exponent - limits::digits,
            highest = limits::max_exponent - limits::digits;  // of the last digit
  std::uniform_int_distribution<int> exponent(lowest, highest);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t top = std::uint64_t{1} << (limits::digits - 1);
    const std::uint64_t m = top | (random() & (top - 1)), all_ones = 2 * top - 1;
    ASSERT_TRUE(number(m, exponent(random)).exact) << m;
    ASSERT_TRUE(number(m, lowest).exact && number(m & ~(top >> i % 47), exponent(random)).exact) << m;
    ASSERT_TRUE(number(all_ones - (m & 0xfff), std::min(exponent(random), highest - 1)).exact) << m;
  }
  // Below min() one digit is gone.
  EXPECT_TRUE(number((std::uint64_t{1} << 47) + 1, lowest).exact);
  EXPECT_FALSE(number((std::uint64_t{1} << 47) + 1, lowest - 1).exact);
  EXPECT_EQ(number(std::uint64_t{1} << 47, lowest).pair, limits::min());
  // 49 bits always fit as well, which is what max_digits10 rests on; 50 need not.
  for (int i = 0; i < 100000; ++i) ASSERT_TRUE(number(random() >> 15, 0).exact);
  EXPECT_FALSE(number((std::uint64_t{1} << 49) + (std::uint64_t{1} << 25) - 1, 0).exact);
}

TEST(Limits, Epsilon) {
  const ff_t next = from_words(1.0f, limits::epsilon().hi());
  EXPECT_EQ(limits::epsilon(), ff_t(std::ldexp(1.0f, 1 - limits::digits)));
  EXPECT_TRUE(next > ff_t(1.0f));
}

TEST(Limits, Range) {
  const ff_t max = limits::max(), min = limits::min(), tiny = limits::denorm_min();
  EXPECT_TRUE(std::isfinite(max.hi()) && max.hi() == std::numeric_limits<float>::max());
  EXPECT_EQ(max.hi() + max.lo(), max.hi());
  EXPECT_TRUE(std::isinf(max.hi() + std::nextafter(max.lo(), limits::infinity().hi())));
  EXPECT_EQ(min.hi(), std::ldexp(1.0f, limits::min_exponent - 1));
  EXPECT_EQ(std::log10(min.hi()) > float(limits::min_exponent10 - 1) &&
                std::log10(min.hi()) <= float(limits::min_exponent10),
            true);
  EXPECT_EQ(tiny.hi(), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(tiny.hi() / 2, 0.0f);
  EXPECT_TRUE(std::isinf(limits::infinity().hi()) && limits::infinity().lo() == 0 &&
              limits::infinity() > max);
  EXPECT_TRUE(std::isnan(limits::quiet_NaN().hi()) && limits::quiet_NaN() != limits::quiet_NaN());
}

// Text of n significant decimal digits -> pair.
conversion read(const std::string& text) {
  real x;
  mpfr_set_str(x, text.c_str(), 10, MPFR_RNDN);
  return to_pair(x);
}
std::string write(ff_t x, int digits) {
  char text[64];
  mpfr_snprintf(text, sizeof text, "%.*RNe", digits - 1, static_cast<mpfr_srcptr>(real(x)));
  return text;
}

TEST(Limits, Digits10SurviveTheTripThroughAPair) {
  std::mt19937_64 random(2);
  std::uniform_int_distribution<int> exponent(limits::min_exponent10, limits::max_exponent10 - 1);
  for (int i = 0; i < 50000; ++i) {
    const std::string digits =
        std::to_string(100000000000000u + random() % 900000000000000u).substr(0, limits::digits10);
    char tail[8];
    std::snprintf(tail, sizeof tail, "e%+03d", exponent(random));
    const std::string text = digits.substr(0, 1) + "." + digits.substr(1) + tail;
    ASSERT_EQ(write(read(text).pair, limits::digits10), text);
  }
}

// A number of 49 bits, written with max_digits10 digits, is the nearest such number to its text.
TEST(Limits, MaxDigits10TellNumbersOf49BitsApart) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> exponent(-140, 70);
  const auto returns = [](std::uint64_t m, int e, int digits) {
    const std::string text = write(number(m, e).pair, digits);
    mpfr_t x;
    mpfr_init2(x, 49);
    mpfr_set_str(x, text.c_str(), 10, MPFR_RNDN);
    const bool same = mpfr_cmp_ui_2exp(x, m, e) == 0;
    mpfr_clear(x);
    return same;
  };
  int lost = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t m = std::uint64_t{1} << 48 | random() >> 16;
    const int e = exponent(random);
    ASSERT_TRUE(returns(m, e, limits::max_digits10)) << m << " " << e;
    lost += returns(m, e, limits::max_digits10 - 1) ? 0 : 1;
  }
  EXPECT_GT(lost, 1000);  // one digit fewer would not do
}

// ---------------------------------------------------------------- hash

const std::hash<ff_t> hash_of;

TEST(Hash, AgreesWithEquality) {
  const auto expect_same = [](ff_t x, ff_t y) {
    EXPECT_TRUE(x == y);
    EXPECT_EQ(hash_of(x), hash_of(y));
  };
  for (const float a : {0.0f, -0.0f})
    for (const float b : {0.0f, -0.0f}) expect_same(from_words(a, b), ff_t(0.0f));
  for (const float b : {0.0f, -0.0f, 1.0f})
    expect_same(from_words(3.0f, b * 0x1p-149f), from_words(3.0f, b * 0x1p-149f + 0.0f));
  expect_same(from_words(limits::infinity().hi(), 1.0f), limits::infinity());
  expect_same(from_words(1.0f, 0x1p-24f), from_words(1.0f + 0x1p-23f, -0x1p-24f));  // a tie, both ways round
  EXPECT_NE(hash_of(limits::infinity()), hash_of(-limits::infinity()));

  std::mt19937 random(4);
  int weak = 0;
  for (int i = 0; i < 200000; ++i) {
    const float hi =
        std::ldexp(1.0f + std::ldexp(float(random() & 0x7fffffu), -23), int(random() % 200) - 90);
    const float half = std::ldexp(1.0f, std::ilogb(hi) - 24),
                excess = half * std::ldexp(float(random() % 3), -23);
    const ff_t x = from_words(hi, (random() & 1) != 0 ? half + excess : -half - excess);
    const ff_t strict = ff::fast_add12(x.hi(), x.lo());
    weak += strict.hi() != x.hi() ? 1 : 0;
    ASSERT_TRUE(x == strict);
    ASSERT_EQ(hash_of(x), hash_of(strict));
  }
  EXPECT_GT(weak, 50000);
}

TEST(Hash, SpreadsNeighbours) {
  std::unordered_set<ff_t> numbers;
  std::unordered_set<std::size_t> hashes, low_bits;
  for (int i = 0; i < 4096; ++i)
    for (int j = -8; j < 8; ++j) {
      const ff_t x = from_words(1.0f + std::ldexp(float(i), -12), std::ldexp(float(j), -40));
      EXPECT_TRUE(numbers.insert(x).second);
      hashes.insert(hash_of(x));
      low_bits.insert(hash_of(x) & 0xffffu);
    }
  EXPECT_EQ(numbers.size(), 65536u);
  EXPECT_EQ(hashes.size(), 65536u);
  // Thrown at random, 2^16 values leave a share of 1/e of 2^16 buckets empty.
  EXPECT_NEAR(double(low_bits.size()) / 65536, 1 - std::exp(-1.0), 0.02);
  EXPECT_EQ(numbers.count(from_words(1.0f, -0.0f)), 1u);
}

}  // namespace
