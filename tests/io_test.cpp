// Text against exact references: GMP rationals for reading, MPFR for writing, double for streams and fmt.
#include <gmp.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <ff/eft.hpp>
#include <ff/fmt.hpp>
#include <ff/text/io.hpp>
#include <iomanip>
#include <random>
#include <sstream>
#include <vector>

#include "real.hpp"

namespace {

using ff::ff_t;
using ff::from_words;
using ff::detail::to_bits;
using ff_test::real;

std::mt19937_64 random_bits(20240229);

int random_int(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_bits); }

bool same_words(ff_t a, ff_t b) {
  return to_bits(a.hi()) == to_bits(b.hi()) && to_bits(a.lo()) == to_bits(b.lo());
}

std::string words(ff_t x) { return fmt::format("({:a}, {:a})", x.hi(), x.lo()); }

#define EXPECT_SAME_WORDS(a, b) EXPECT_TRUE(same_words(a, b)) << words(a) << " against " << words(b) << " "

// ---------------------------------------------------------------- reading

struct rational {
  mpq_t q;
  rational() { mpq_init(q); }
  ~rational() { mpq_clear(q); }
  rational(const rational&) = delete;
  rational& operator=(const rational&) = delete;

  // integer * base^exponent
  rational(const std::string& integer, unsigned base, long exponent) : rational() {
    mpz_set_str(mpq_numref(q), integer.c_str(), static_cast<int>(base));
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, base, static_cast<unsigned long>(std::labs(exponent)));
    if (exponent >= 0) {
      mpz_mul(mpq_numref(q), mpq_numref(q), power);
    } else {
      mpz_set(mpq_denref(q), power);
    }
    mpz_clear(power);
    mpq_canonicalize(q);
  }
};

// MPFR's rounding of a rational to binary32, subnormals and overflow included.
float nearest_float(const rational& r) {
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  mpfr_t x;
  mpfr_init2(x, 24);
  const int direction = mpfr_set_q(x, r.q, MPFR_RNDN);
  mpfr_subnormalize(x, direction, MPFR_RNDN);
  const float f = mpfr_get_flt(x, MPFR_RNDN);
  mpfr_clear(x);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  return f;
}

// hi = RN(r), lo = RN(r - hi), or {infinity, 0}.
ff_t nearest(const rational& r) {
  const float hi = nearest_float(r);
  if (std::isinf(hi)) return from_words(hi, 0.0f);
  rational rest;
  mpq_set_d(rest.q, static_cast<double>(hi));
  mpq_sub(rest.q, r.q, rest.q);
  const float lo = nearest_float(rest);
  return from_words(hi, lo == 0 ? 0.0f : lo);
}

// digits * base^exponent, written with a point somewhere and the exponent to match; then read.
void expect_read(const std::string& digits, unsigned base, int exponent) {
  const ff_t expected = nearest(rational(digits, base, exponent));
  const int point = random_int(0, static_cast<int>(digits.size()));
  std::string text = (base == 16 ? "0x" : "") + digits.substr(0, static_cast<std::size_t>(point));
  text += "." + digits.substr(static_cast<std::size_t>(point));
  const int moved = exponent + static_cast<int>(digits.size()) - point;
  text += base == 16 ? "p" + std::to_string(4 * moved) : "e" + std::to_string(moved);
  const bool negative = random_int(0, 1) != 0;
  if (negative) text = "-" + text;

  ff_t value(7.0f);
  const auto [end, error] = ff::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(end, text.data() + text.size()) << text;
  const bool zero_digits = digits.find_first_not_of('0') == std::string::npos;
  if (std::isinf(expected.hi()) || (expected.hi() == 0 && !zero_digits)) {
    EXPECT_EQ(error, std::errc::result_out_of_range) << text;
    EXPECT_SAME_WORDS(value, ff_t(7.0f)) << text;
  } else {
    const float minus_zero = negative ? -0.0f : 0.0f;
    const ff_t positive = negative && expected.lo() != 0 ? -expected
                          : negative                     ? ff_t(-expected.hi())
                                                         : expected;
    EXPECT_EQ(error, std::errc{}) << text;
    EXPECT_SAME_WORDS(value, expected.hi() == 0 ? ff_t(minus_zero) : positive) << text;
  }
}

std::string random_digits(int count, unsigned base) {
  std::string digits;
  for (int i = 0; i < count; ++i) digits += "0123456789abcdef"[random_int(0, static_cast<int>(base) - 1)];
  return digits;
}

TEST(Read, RandomDecimals) {
  for (int i = 0; i < 100000; ++i) {
    const int count = random_int(1, 60);
    expect_read(random_digits(count, 10), 10, random_int(-56, 41) - count);
  }
}

TEST(Read, RandomHexadecimals) {
  for (int i = 0; i < 20000; ++i) {
    const int count = random_int(1, 60);
    expect_read(random_digits(count, 16), 16, random_int(-42, 34) - count);
  }
}

// Every decimal digit of m 2^-e: m 5^e with the point e digits from the right.
std::string exact_digits(unsigned long long m, unsigned e) {
  mpz_t z;
  mpz_init(z);
  mpz_ui_pow_ui(z, 5, e);
  mpz_mul_ui(z, z, static_cast<unsigned long>(m));
  char* s = mpz_get_str(nullptr, 10, z);
  std::string digits = s;
  std::free(s);
  mpz_clear(z);
  return digits;
}

// The exact decimal expansion of m 2^-e, and its neighbours one unit away in a far digit.
void expect_read_around(unsigned long long m, unsigned e) {
  const std::string digits = exact_digits(m, e);
  const int exponent = -static_cast<int>(e);
  expect_read(digits, 10, exponent);
  for (const int zeros : {0, 5, 300}) {
    const std::string far = digits + std::string(static_cast<std::size_t>(zeros), '0');
    expect_read(far + "1", 10, exponent - zeros - 1);
    mpz_t z;
    mpz_init_set_str(z, (far + "0").c_str(), 10);
    mpz_sub_ui(z, z, 1);
    std::vector<char> below(far.size() + 3);
    mpz_get_str(below.data(), 10, z);
    mpz_clear(z);
    expect_read(below.data(), 10, exponent - zeros - 1);
  }
}

TEST(Read, TiesBetweenFloats) {
  for (int i = 0; i < 2000; ++i) {
    const auto significand = (random_bits() >> 40) | 0x800000u;
    expect_read_around(2 * significand + 1, static_cast<unsigned>(random_int(0, 150)));
  }
  for (const unsigned long long odd : {1ull, 3ull, 0xffffffull, 0x1000001ull, 0x1ffffffull})
    for (unsigned e = 0; e <= 150; ++e) expect_read_around(odd, e);
}

TEST(Read, TiesBetweenPairs) {
  for (int i = 0; i < 4000; ++i) {
    const auto hi = (random_bits() >> 40) | 0x800000u;
    const int gap = random_int(0, 14);  // zero bits between the words; 24 + 14 + 25 bits in all
    const auto lo = 2 * ((random_bits() >> 40) | 0x800000u) + 1;
    const auto head = hi << (25 + gap);
    const auto m = random_int(0, 1) != 0 ? head + lo : head - lo;
    expect_read_around(m, static_cast<unsigned>(random_int(0, 150)));
  }
}

TEST(Read, SmallestAndLargest) {
  for (unsigned long long m = 1; m < 40; ++m)
    for (unsigned e = 145; e <= 152; ++e) expect_read_around(m, e);  // subnormals and the way to zero
  const auto top = [](unsigned long long m, int exponent) {          // m 2^exponent around 2^128
    mpz_t z;
    mpz_init_set_ui(z, static_cast<unsigned long>(m));
    mpz_mul_2exp(z, z, static_cast<mp_bitcnt_t>(exponent));
    for (int step = -2; step <= 2; ++step) {
      mpz_t near;
      mpz_init(near);
      step < 0 ? mpz_sub_ui(near, z, static_cast<unsigned long>(-step))
               : mpz_add_ui(near, z, static_cast<unsigned long>(step));
      std::vector<char> digits(200);
      mpz_get_str(digits.data(), 10, near);
      mpz_clear(near);
      expect_read(digits.data(), 10, 0);
    }
    mpz_clear(z);
  };
  top(0xffffff, 104);   // the largest float
  top(0x1ffffff, 103);  // the tie that rounds to infinity
  top(1, 128);
  top(0x1fffffeffffff, 79);     // the largest pair
  top(0x3fffffdffffffull, 78);  // half-way from there to the overflow
  top(1, 159);
  top(1, 160);
  top(0xffffff, 200);
}

TEST(Read, ExtremeExponentsAndLengths) {
  const auto words_of = [](const std::string& text) { return ff::parse(text).value_or(ff_t(7.0f)); };
  const std::string zeros(100000, '0');
  EXPECT_SAME_WORDS(words_of("0." + zeros + "1e100001"), ff_t(1.0f));
  EXPECT_SAME_WORDS(words_of("1" + zeros + "e-100000"), ff_t(1.0f));
  EXPECT_SAME_WORDS(words_of(zeros + "1." + zeros), ff_t(1.0f));
  EXPECT_SAME_WORDS(words_of("1." + zeros + "1"), ff_t(1.0f));
  EXPECT_SAME_WORDS(words_of("0x1" + zeros + "p-400000"), ff_t(1.0f));
  EXPECT_SAME_WORDS(words_of("0x." + zeros + "1p+400004"), ff_t(1.0f));
  EXPECT_SAME_WORDS(words_of("0e999999999999999999999999"), ff_t(0.0f));
  EXPECT_SAME_WORDS(words_of("-0e-999999999999999999999999"), ff_t(-0.0f));
  // 1 + 2^-24 is a tie; a digit a hundred thousand places further decides.
  const std::string tie = exact_digits((1ull << 24) + 1, 24);
  const std::string text = tie.substr(0, 1) + "." + tie.substr(1);
  EXPECT_SAME_WORDS(words_of(text), from_words(1.0f, 0x1p-24f));
  EXPECT_SAME_WORDS(words_of(text + zeros + "1"), from_words(1.0f + 0x1p-23f, -0x1p-24f));
  for (const char* out : {"1e999999999999999999999999", "-1e39", "1e-999999999999999999999999", "0x1p128",
                          "0x8p157", "0x1p160", "0x1p99999999999999999999", "0x1p-150", "7e-46"}) {
    ff_t value(7.0f);
    const auto [end, error] = ff::from_chars(out, out + std::strlen(out), value);
    EXPECT_EQ(error, std::errc::result_out_of_range) << out;
    EXPECT_EQ(end, out + std::strlen(out)) << out;
    EXPECT_SAME_WORDS(value, ff_t(7.0f));
    EXPECT_FALSE(ff::parse(out).has_value()) << out;
  }
}

struct text_and_rest {
  const char* text;
  double value;
  const char* rest;
};

TEST(Read, Grammar) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [text, value, rest] : std::vector<text_and_rest>{{"1", 1, ""},
                                                                    {"+1", 1, ""},
                                                                    {"-1.", -1, ""},
                                                                    {".5", 0.5, ""},
                                                                    {"1e", 1, "e"},
                                                                    {"1e+", 1, "e+"},
                                                                    {"1e-x", 1, "e-x"},
                                                                    {"1E2", 100, ""},
                                                                    {"0x", 0, "x"},
                                                                    {"0x.", 0, "x."},
                                                                    {"0xg", 0, "xg"},
                                                                    {"0x.8", 0.5, ""},
                                                                    {"0X1P-1", 0.5, ""},
                                                                    {"0x1p", 1, "p"},
                                                                    {"0x1p+", 1, "p+"},
                                                                    {"0xfF", 255, ""},
                                                                    {"1..2", 1, ".2"},
                                                                    {"1.5.2", 1.5, ".2"},
                                                                    {"1 ", 1, " "},
                                                                    {"12abc", 12, "abc"},
                                                                    {"1'000", 1, "'000"},
                                                                    {"inf", infinity, ""},
                                                                    {"-INF", -infinity, ""},
                                                                    {"infinit", infinity, "init"},
                                                                    {"iNfInItY", infinity, ""},
                                                                    {"0x1.8p3", 12, ""},
                                                                    {"1e5p3", 100000, "p3"},
                                                                    {"0x1e5", 485, ""}}) {
    ff_t x(7.0f);
    const char* last = text + std::strlen(text);
    const auto [end, error] = ff::from_chars(text, last, x);
    EXPECT_EQ(error, std::errc{}) << text;
    EXPECT_STREQ(end, rest) << text;
    EXPECT_EQ(x.hi(), static_cast<float>(value)) << text;
    EXPECT_EQ(ff::parse(text).has_value(), *rest == '\0') << text;
  }
  for (const char* text : {"nan", "NaN", "-nan", "+nan"}) {
    ASSERT_TRUE(ff::parse(text).has_value()) << text;
    EXPECT_TRUE(std::isnan(ff::parse(text)->hi())) << text;
  }
  for (const char* text :
       {"", "-", "+", ".", "-.", "e5", ".e5", " 1", "--1", "+-1", "abc", "x1", "in", "na", "'1"}) {
    ff_t x(7.0f);
    const auto [end, error] = ff::from_chars(text, text + std::strlen(text), x);
    EXPECT_EQ(error, std::errc::invalid_argument) << text;
    EXPECT_EQ(end, text);
    EXPECT_SAME_WORDS(x, ff_t(7.0f));
    EXPECT_FALSE(ff::parse(text).has_value()) << text;
  }
  EXPECT_FALSE(ff::parse(std::string_view{}).has_value());
  EXPECT_FALSE(ff::parse(std::string_view("1\0", 2)).has_value());
  EXPECT_SAME_WORDS(ff::parse(std::string_view("123", 2)).value(), ff_t(12.0f));  // looks no further
}

// ---------------------------------------------------------------- writing

std::string print(const real& x, const char* form, int precision) {
  std::vector<char> text(1000);
  mpfr_snprintf(text.data(), text.size(), form, precision, static_cast<mpfr_srcptr>(x));
  return text.data();
}

float random_float(int low_exponent, int high_exponent) {
  const double significand = 1 + static_cast<double>(random_bits() >> 41) * 0x1p-23;
  const double x = std::ldexp(significand, random_int(low_exponent, high_exponent));
  return static_cast<float>(random_int(0, 1) != 0 ? -x : x);
}

double half_ulp(float hi) {
  const int exponent = hi == 0 ? -126 : std::max(std::ilogb(hi), -126);
  return std::ldexp(1.0, exponent - 24);
}

enum class tail { dense, gap, tie, zero, power };

// A pair with |lo| <= ulp(hi)/2; over a tie, any parity of hi.
ff_t random_pair(tail kind) {
  float hi = random_int(0, 15) == 0 ? random_float(-149, -120) : random_float(-126, 127);
  if (random_int(0, 7) == 0) hi = std::ldexp(1.0f, std::ilogb(hi));
  const double half = half_ulp(hi), sign = random_int(0, 1) != 0 ? -1 : 1;
  const double part = std::fabs(static_cast<double>(random_float(-1, -1)));  // [1/2, 1)
  const int shift = kind == tail::gap ? random_int(1, 255) : 0;
  const double lo = kind == tail::tie     ? half
                    : kind == tail::zero  ? 0
                    : kind == tail::power ? std::ldexp(half, -random_int(1, 200))
                                          : std::ldexp(half * part, -shift);
  const float low = static_cast<float>(sign * lo);  // may underflow to a subnormal or to zero
  return from_words(hi, low == 0 ? 0.0f : low);
}

constexpr tail every_tail[] = {tail::dense, tail::gap, tail::tie, tail::zero, tail::power};

TEST(Write, PrecisionAgainstMpfr) {
  for (int i = 0; i < 20000; ++i) {
    const ff_t x = random_pair(every_tail[i % 5]);
    const real sum(x);
    const int precision = random_int(0, 3) != 0 ? random_int(0, 20) : random_int(0, 200);
    EXPECT_EQ(ff::to_string(x, std::chars_format::fixed, precision), print(sum, "%.*RNf", precision))
        << words(x);
    EXPECT_EQ(ff::to_string(x, std::chars_format::scientific, precision), print(sum, "%.*RNe", precision))
        << words(x);
    EXPECT_EQ(ff::to_string(x, std::chars_format::general, precision), print(sum, "%.*RNg", precision))
        << words(x);
  }
}

// Values that end in a decimal 5: ties in fixed and scientific notation.
TEST(Write, DecimalTiesAgainstMpfr) {
  for (int i = 0; i < 20000; ++i) {
    const int places = random_int(0, 20);
    const double scaled = std::ldexp(static_cast<double>(random_bits() >> random_int(17, 63)), -places);
    const ff_t x(scaled);
    const real sum(x);
    const int precision = std::max(places - random_int(1, 3), 0);
    EXPECT_EQ(ff::to_string(x, std::chars_format::fixed, precision), print(sum, "%.*RNf", precision))
        << words(x);
    EXPECT_EQ(ff::to_string(x, std::chars_format::scientific, precision), print(sum, "%.*RNe", precision));
    EXPECT_EQ(ff::to_string(x, std::chars_format::general, precision), print(sum, "%.*RNg", precision));
  }
}

TEST(Write, ReadsBack) {
  for (int i = 0; i < 200000; ++i) {
    const ff_t x = random_pair(every_tail[i % 5]);
    const ff_t nearest = ff::add12(x.hi(), x.lo());
    if (std::isinf(nearest.hi())) continue;  // a tie above the largest float
    const std::string text = ff::to_string(x), hex = ff::to_string(x, std::chars_format::hex);
    const ff_t back = ff::parse(text).value_or(ff_t(7.0f)), hex_back = ff::parse(hex).value_or(ff_t(7.0f));
    EXPECT_SAME_WORDS(back, nearest) << text;
    EXPECT_SAME_WORDS(hex_back, nearest) << hex;
    if (to_bits(x.hi()) == to_bits(nearest.hi())) {
      EXPECT_SAME_WORDS(back, x) << text;
    }
    for (const auto form : {std::chars_format::fixed, std::chars_format::scientific})
      EXPECT_SAME_WORDS(ff::parse(ff::to_string(x, form)).value_or(7.0f), nearest) << text;
  }
}

// mul22's form: |lo| a little above ulp(hi)/2.  The value comes back, in the words nearest to it.
TEST(Write, WeakPairsReadBackAsTheirValue) {
  for (int i = 0; i < 20000; ++i) {
    const float hi = random_float(-60, 100);
    const double excess = half_ulp(hi) * (1 + random_int(0, 3) * 0x1p-23);
    const ff_t x = from_words(hi, static_cast<float>(random_int(0, 1) != 0 ? excess : -excess));
    EXPECT_SAME_WORDS(ff::parse(ff::to_string(x)).value_or(7.0f), ff::add12(x.hi(), x.lo()));
  }
}

TEST(Write, NoShorterDecimalReadsBack) {
  for (int i = 0; i < 10000; ++i) {
    const ff_t x = random_pair(every_tail[i % 5]);
    const ff_t nearest = ff::add12(x.hi(), x.lo());
    if (std::isinf(nearest.hi())) continue;
    const std::string text = ff::to_string(x, std::chars_format::scientific);
    const int digits = static_cast<int>(text.find('e')) - (text[0] == '-') - (text.find('.') != text.npos);
    if (digits == 1) continue;
    const real sum(x);
    for (const char* form : {"%.*RDe", "%.*RUe"}) {
      const std::string shorter = print(sum, form, digits - 2);
      EXPECT_FALSE(same_words(ff::parse(shorter).value_or(7.0f), nearest)) << shorter << " for " << text;
    }
  }
}

TEST(Write, HexadecimalIsExact) {
  for (int i = 0; i < 20000; ++i) {
    const ff_t x = random_pair(every_tail[i % 5]);
    const real sum(x);
    real read;
    EXPECT_EQ(mpfr_strtofr(read, ff::to_string(x, std::chars_format::hex).c_str(), nullptr, 0, MPFR_RNDN), 0);
    EXPECT_TRUE(read == sum) << words(x);
  }
}

TEST(Write, Examples) {
  EXPECT_EQ(ff::to_string(ff_t(0.0f)), "0");
  EXPECT_EQ(ff::to_string(ff_t(-0.0f)), "-0");
  EXPECT_EQ(ff::to_string(ff_t(42.0f)), "42");
  EXPECT_EQ(ff::to_string(*ff::parse("1.1")), "1.1");
  EXPECT_EQ(ff::to_string(*ff::parse("-1e-4")), "-0.0001");
  EXPECT_EQ(ff::to_string(*ff::parse("1e-5")), "1e-05");
  EXPECT_EQ(ff::to_string(*ff::parse("123456.789")), "123456.789");
  EXPECT_EQ(ff::to_string(*ff::parse("1e15")), "1000000000000000");
  EXPECT_EQ(ff::to_string(*ff::parse("1e16")), "1e+16");
  EXPECT_EQ(ff::to_string(ff_t(0x1p-149f)), "1e-45");
  EXPECT_EQ(ff::to_string(from_words(1.0f, 0x1p-149f)), "1.000000000000000000000000000000000000000000001");
  EXPECT_EQ(ff::to_string(ff_t(12.0f), std::chars_format::hex), "0x1.8p+3");
  EXPECT_EQ(ff::to_string(from_words(1.0f, -0x1p-26f), std::chars_format::hex), "0x1.ffffff8p-1");
  EXPECT_EQ(ff::to_string(ff_t(2.5f), std::chars_format::fixed, 0), "2");
  EXPECT_EQ(ff::to_string(from_words(2.5f, 0x1p-140f), std::chars_format::fixed, 0), "3");
  EXPECT_EQ(ff::to_string(ff_t(999999.5f), std::chars_format::general, 6), "1e+06");
  EXPECT_EQ(ff::to_string(ff_t(9.5f), std::chars_format::scientific, 0), "1e+01");
}

TEST(Write, NonFiniteIsTheHead) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(ff::to_string(ff_t(inf)), "inf");
  EXPECT_EQ(ff::to_string(ff_t(-inf)), "-inf");
  EXPECT_EQ(ff::to_string(from_words(inf, -inf)), "inf");
  EXPECT_EQ(ff::to_string(from_words(-inf, nan)), "-inf");
  EXPECT_EQ(ff::to_string(ff_t(-nan)), "nan");
  EXPECT_EQ(ff::to_string(from_words(nan, 1.0f)), "nan");
  EXPECT_EQ(fmt::format("{:+07.1f} {:E}", from_words(-inf, inf), from_words(nan, -inf)), "   -inf NAN");
  std::ostringstream out;
  out << from_words(inf, nan) << ' ' << std::hexfloat << from_words(-inf, 1.0f);
  EXPECT_EQ(out.str(), "inf -inf");
}

// Words that are no pair: still the exact sum, without overflow.
TEST(Write, AnyTwoFiniteWords) {
  EXPECT_EQ(ff::to_string(from_words(1.0f, -3.0f)), "-2");
  EXPECT_EQ(ff::to_string(from_words(0.0f, 0.5f)), "0.5");
  EXPECT_EQ(ff::to_string(from_words(1.0f, -1.0f)), "0");
  const float max = std::numeric_limits<float>::max();
  EXPECT_EQ(ff::to_string(from_words(max, max)), "6.8056469327705771962340836696903385088e+38");
}

TEST(Write, ToChars) {
  char buffer[8];
  const auto [end, error] = ff::to_chars(buffer, buffer + 8, ff_t(-1.5f), std::chars_format::fixed, 5);
  EXPECT_EQ(error, std::errc{});
  EXPECT_EQ(std::string(buffer, end), "-1.50000");
  const auto full = ff::to_chars(buffer, buffer + 7, ff_t(-2.5f), std::chars_format::fixed, 5);
  EXPECT_EQ(full.ec, std::errc::value_too_large);
  EXPECT_EQ(full.ptr, buffer + 7);
  EXPECT_EQ(buffer[1], '1');
  EXPECT_EQ(std::string(buffer, ff::to_chars(buffer, buffer + 8, ff_t(0.25f)).ptr), "0.25");
}

// ---------------------------------------------------------------- streams

// Numbers that double and ff_t both hold exactly.  None rounds up to a power of ten: there glibc's %#g
// drops the zeros that C asks for.
std::vector<double> shared_values() {
  std::vector<double> values{0.0,
                             -0.0,
                             1.0,
                             0.5,
                             1.5,
                             2.5,
                             -9.5,
                             99.5,
                             999998.5,
                             1e15,
                             1234567,
                             1e-3,
                             0.000123,
                             1e10,
                             0x1p100,
                             -0x1.8p-70,
                             0.1,
                             1e22,
                             123456789.125,
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()};
  for (int i = 0; i < 40; ++i)
    values.push_back(std::ldexp(static_cast<double>(random_bits() >> 16), random_int(-100, 60)));
  for (double& v : values) {
    const ff_t x(v);
    if (std::isfinite(v)) v = static_cast<double>(x);
  }
  return values;
}

template <class C>
void expect_streams_agree(const std::locale& locale) {
  using ios = std::ios_base;
  for (const double value : shared_values())
    for (const auto field : {ios::fmtflags{}, ios::fixed, ios::scientific, ios::fixed | ios::scientific})
      for (const auto adjust : {ios::fmtflags{}, ios::left, ios::right, ios::internal})
        for (const auto extra :
             {ios::fmtflags{}, ios::showpos | ios::uppercase, ios::fmtflags(ios::showpoint)})
          for (const int precision : {-1, 0, 1, 6, 17, 40})
            for (const int width : {0, 30}) {
              const bool upper = (extra & ios::uppercase) != 0;
              if (field == ios::fixed && upper && !std::isfinite(value)) continue;  // libstdc++: %f, not %F
              std::basic_ostringstream<C> expected, actual;
              const auto set = [&](auto& os) -> auto& {
                os.imbue(locale);
                os.flags(field | adjust | extra);
                os.precision(precision);
                os.width(width);
                os.fill(C('*'));
                return os;
              };
              set(expected) << value << C('|');
              set(actual) << ff_t(value) << C('|');
              const auto want = expected.str(), got = actual.str();
              ASSERT_TRUE(want == got)
                  << fmt::format("{:a}", value) << " flags " << (field | adjust | extra) << " precision "
                  << precision << " width " << width << ": " << std::string(got.begin(), got.end())
                  << " against " << std::string(want.begin(), want.end());
            }
}

template <class C>
struct other_punctuation : std::numpunct<C> {
  C do_decimal_point() const override { return C(','); }
  C do_thousands_sep() const override { return C('.'); }
  std::string do_grouping() const override { return "\3\2"; }
};

TEST(Stream, WritesAsDoubleDoes) { expect_streams_agree<char>(std::locale::classic()); }
TEST(Stream, WritesAsDoubleDoesWide) { expect_streams_agree<wchar_t>(std::locale::classic()); }

TEST(Stream, WritesInTheLocaleOfTheStream) {
  const std::locale locale(std::locale::classic(), new other_punctuation<char>);
  for (const double value : {0.0, 1.5, -123.0, 1234.5, 12345678.25, -1e14, 1e300})
    for (const auto field : {std::ios_base::fmtflags{}, std::ios_base::fixed, std::ios_base::scientific}) {
      std::ostringstream expected, actual;
      const ff_t x(value);
      for (std::ostringstream* os : {&expected, &actual}) {
        os->imbue(locale);
        os->flags(field);
        os->precision(12);
      }
      expected << value;
      actual << x;
      EXPECT_EQ(actual.str(), value == 1e300 ? "inf" : expected.str());
    }
}

TEST(Stream, ManyDigits) {
  std::ostringstream os;
  os << std::setprecision(50) << from_words(1.0f, 0x1p-149f);
  EXPECT_EQ(os.str(), "1.0000000000000000000000000000000000000000000014013");
}

TEST(Stream, KeepsItsState) {
  std::ostringstream os;
  os << std::setw(6) << ff_t(1.0f) << ff_t(2.0f);
  EXPECT_EQ(os.str(), "     12");
  os.setstate(std::ios_base::failbit);
  os << ff_t(3.0f);
  EXPECT_EQ(os.str(), "     12");
}

struct read_case {
  const char* text;
  double value;
  bool fails;
  const char* rest;
};

void expect_read_from_stream(const read_case& c, const std::locale& locale) {
  std::istringstream is(c.text);
  is.imbue(locale);
  ff_t x(7.0f);
  is >> x;
  EXPECT_EQ(is.fail(), c.fails) << c.text;
  if (!std::isnan(c.value)) {
    EXPECT_EQ(static_cast<double>(x), c.value) << c.text;
  }
  is.clear();
  std::string rest;
  std::getline(is, rest, '\0');
  EXPECT_EQ(rest, c.rest) << c.text;
}

TEST(Stream, Reads) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double max = 0x1.fffffep127 + 0x1.fffffep102;
  for (const read_case& c :
       std::vector<read_case>{{"1.5", 1.5, false, ""},     {"  -2e3 4", -2000, false, " 4"},
                              {"3m", 3, false, "m"},       {"1.5.2", 1.5, false, ".2"},
                              {"1,5", 1, false, ",5"},     {"0x1.8p3;", 12, false, ";"},
                              {"1e", 0, true, ""},         {"1e+", 0, true, ""},
                              {"0x", 0, true, ""},         {"abc", 0, true, "abc"},
                              {"-", 0, true, ""},          {"", 7, true, ""},
                              {"inf", inf, false, ""},     {"-Infinity,", -inf, false, ","},
                              {"nan", nan, false, ""},     {"infinite", 0, true, "e"},
                              {"1e40", max, true, ""},     {"-1e40", -max, true, ""},
                              {"1e-60", 0, false, ""},     {"+7", 7, false, ""},
                              {"1-2", 1, false, "-2"},     {"0x1e+2", 30, false, "+2"},
                              {"1e2e3", 100, false, "e3"}, {"00x1", 0, false, "x1"},
                              {".5", 0.5, false, ""},      {"1'000", 1, false, "'000"}})
    expect_read_from_stream(c, std::locale::classic());

  const std::locale locale(std::locale::classic(), new other_punctuation<char>);
  for (const read_case& c : std::vector<read_case>{{"1,5", 1.5, false, ""},
                                                   {"-12.34.567,25", -1234567.25, false, ""},
                                                   {"1234567,25", 1234567.25, false, ""},
                                                   {"12.345", 12345, false, ""},
                                                   {"1.23", 0, true, ""},
                                                   {"1.5e3", 0, true, ""},
                                                   {",5", 0.5, false, ""}})
    expect_read_from_stream(c, locale);

  std::wistringstream wide(L" 0.1 x");
  ff_t x(7.0f);
  wide >> x;
  EXPECT_SAME_WORDS(x, *ff::parse("0.1"));
}

// ---------------------------------------------------------------- fmt

TEST(Fmt, FormatsAsDoubleIs) {
  for (const char* type : {"a", "A", "e", "E", "f", "F", "g", "G"})
    for (const char* sign : {"", "+", "-", " "})
      for (const char* alternate : {"", "#"})
        for (const char* width : {"", "1", "030", "30"})
          for (const char* align : {"", "<", "^", ">", "*<", "*^", "\u20ac>"})
            for (const char* precision : {"", ".0", ".3", ".20"}) {
              const bool hex = *type == 'a' || *type == 'A';
              // What fmt 9 does apart: %#.0g gets a zero after the point, %a zeros before its 0x, and 0
              // overrules an alignment.
              const bool zeros = *width == '0', rounded = *precision != '\0';
              const bool sole_digit = std::strcmp(precision, ".0") == 0 && *alternate != '\0';
              if (hex && (zeros || rounded)) continue;
              if ((zeros && *align != '\0') || (sole_digit && (*type | 0x20) == 'g')) continue;
              const std::string spec =
                  fmt::format("{{:{}{}{}{}{}{}}}", align, sign, alternate, width, precision, type);
              for (const double v : {0.0, 1.5, -9.5, 1e10, 0x1.8p-70, 123456789.125, 0x1.020c49p-13}) {
                ASSERT_EQ(fmt::format(fmt::runtime(spec), ff_t(v)), fmt::format(fmt::runtime(spec), v))
                    << spec;
              }
            }
}

TEST(Fmt, Examples) {
  const ff_t x = *ff::parse("1.1");
  EXPECT_EQ(fmt::format("{}", x), "1.1");
  EXPECT_EQ(fmt::format("{:>6}|{:<6}|{:^6}|{:6}", x, x, x, x), "   1.1|1.1   | 1.1  |   1.1");
  EXPECT_EQ(fmt::format("{:.3}", *ff::parse("1234.5")), "1.23e+03");
  EXPECT_EQ(fmt::format("{:{}.{}f}", x, 8, 3), "   1.100");
  EXPECT_EQ(fmt::format("{0:{2}.{1}e}", x, 1, 10), "   1.1e+00");
  EXPECT_EQ(fmt::format("{:+g} {: g}", x, x), "+1.1  1.1");
  EXPECT_EQ(fmt::format("{:06}", -*ff::parse("inf")), "  -inf");
  EXPECT_EQ(fmt::format("{:F}", *ff::parse("nan")), "NAN");
  EXPECT_EQ(fmt::format("{:.2a}", ff_t(1.1)), "0x1.1ap+0");
  EXPECT_EQ(fmt::format("{:.45f}", from_words(1.0f, 0x1p-149f)),
            "1.000000000000000000000000000000000000000000001");
}

TEST(Fmt, RejectsBadSpecifications) {
  const ff_t x(1.0f);
  for (const char* spec :
       {"{:d}", "{:x}", "{:.}", "{:.f}", "{:5.2q}", "{:gg}", "{:+ g}", "{:L}", "{:{}", "{:99999999999}"})
    EXPECT_THROW((void)fmt::format(fmt::runtime(spec), x), fmt::format_error) << spec;
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:{}}"), x, -1), fmt::format_error);
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:{}}"), x, 1.5), fmt::format_error);
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:.{}}"), x, "a"), fmt::format_error);
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:{}}"), x), fmt::format_error);
}

// ---- a number of a text, as Boost's tables have them

TEST(Text, constructs_a_number) {
  for (const char* text : {"0.1", "-1e-60", "0x1.8p3", "+12345678901234567890", "3.4028235e38", "-0"}) {
    ff_t read;
    std::istringstream(text) >> read;
    EXPECT_TRUE(same_words(ff_t(text), read)) << text;
  }
  EXPECT_TRUE(same_words(ff_t("1e50"), ff_t(ff::detail::infinity)));
  EXPECT_TRUE(same_words(ff_t("-93326215443944152681699238856266700490715968264381621468592963895217"),
                         ff_t(-ff::detail::infinity)));
  EXPECT_TRUE(isnan(ff_t("")) && isnan(ff_t("1.5x")) && isnan(ff_t(" 1")) && isnan(ff_t("nan")));
  static_assert(!std::is_convertible_v<const char*, ff_t> && !std::is_constructible_v<ff_t, const void*> &&
                !std::is_constructible_v<ff_t, std::nullptr_t>);
}

}  // namespace
