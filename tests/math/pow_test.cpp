// Powers and roots: Annex F's special values against double's pow, integers of two words, hard arguments with
// MPFR's results, every row of the table of logarithms, and the identities between the functions.
#include <ff/math/pow.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff::pow;
using ff::pown;
using ff::rootn;
using ff_test::nan;

using Power = Everywhere;

// |got - want| in u^2 of want, in double: good to 2^-4 where `want` is.
FF_HD_LARGE constexpr double error(ff_t got, double want) {
  return distance(got, want) / magnitude(want) * 0x1p48;
}

// The same kind as a double's result, and near it where that is a normal float.
FF_HD_LARGE bool matches(ff_t got, double want) {
  const double size = fabs(want);
  if (want != want) return is_nan(got.hi());
  if (size >= 0x1p128) return got.hi() == (want > 0 ? inf : -inf) && !(got.hi() + got.lo() != got.hi());
  const bool sign = ff::detail::bit_cast<uint64>(want) >> 63 != 0;
  if (ff::signbit(got) != sign) return false;
  if (size < 0x1p-151) return got.hi() == 0 && got.lo() == 0;
  if (size < 0x1p-96) return is_pair(got) && distance(got, want) <= 0x1p-149 + size * 0x1p-46;
  return is_pair(got) && error(got, want) < 5;
}

// ---------------------------------------------------------------- special values

constexpr int special_count = 40;
FF_HD_LARGE float special_word(uint64 i) {
  constexpr float words[special_count / 2] = {
      0.0f,           inf,           nan,      1.0f,        0.5f,      2.0f,       3.0f,    2.5f,
      0x1.fffffep-1f, 0x1.000002p0f, least,    0x1.8p-128f, 0x1p-126f, 0x1.4p125f, largest, 0x1.fffffep22f,
      0x1.fffffep23f, 0x1p24f,       1.0f / 3, 90.0f};
  const float x = words[i % special_count / 2];
  return i % 2 == 0 ? x : ff::neg(x);
}

FF_HD_LARGE two_pairs special_words(uint64 i) {
  return {special_word(i % special_count), special_word(i / special_count)};
}
FF_HD_LARGE bool as_double_does_it(ff_t x, ff_t y) {
  return matches(pow(x, y), ::pow(wide(x.hi()), wide(y.hi())));
}

TEST_F(Power, special_values_are_annex_f_s) {
  EXPECT_TRUE((holds_for<as_double_does_it, special_words>(special_count * special_count)));
}

// Integers and the order against 1 are decided by both words.
constexpr known_of_two both_words_count[] = {{-1.0f, from_words(0x1p24f, 1.0f), -1.0f},
                                             {-1.0f, from_words(0x1p24f, -1.0f), -1.0f},
                                             {-1.0f, from_words(0x1p25f, 2.0f), 1.0f},
                                             {-1.0f, from_words(0x1p40f, 3.0f), -1.0f},
                                             {-1.0f, from_words(0x1p127f, 1.0f), -1.0f},
                                             {-1.0f, from_words(0x1p24f, 0.5f), nan},
                                             {-1.0f, from_words(3.0f, 0x1p-149f), nan},
                                             {from_words(-1.0f, 0x1p-149f), from_words(3.0f, 0x1p-30f), nan},
                                             {0.0f, from_words(-0x1p24f, 1.0f), inf},
                                             {-0.0f, from_words(-0x1p24f, 1.0f), -inf},
                                             {-0.0f, from_words(-0x1p25f, 2.0f), inf},
                                             {-0.0f, from_words(0x1p24f, 1.0f), -0.0f},
                                             {-inf, from_words(0x1p24f, -1.0f), -inf},
                                             {-inf, from_words(-0x1p24f, 1.0f), -0.0f},
                                             {from_words(1.0f, 0x1p-149f), inf, inf},
                                             {from_words(1.0f, -0x1p-149f), inf, 0.0f},
                                             {from_words(-1.0f, 0x1p-149f), inf, 0.0f},
                                             {from_words(-1.0f, 0x1p-149f), -inf, inf},
                                             {from_words(1.0f, 0x1p-149f), nan, nan},
                                             {-2.0f, from_words(0x1p24f, 1.0f), -inf},
                                             {-2.0f, from_words(-0x1p24f, 1.0f), -0.0f},
                                             {nan, from_words(0.0f, 0.0f), 1.0f}};
TEST_F(Power, both_words_decide) { EXPECT_TRUE(gives<ff::pow>(both_words_count)); }

constexpr int exponent_count = 16;
FF_HD_LARGE two_pairs words_and_integers(uint64 i) {
  constexpr int exponents[exponent_count] = {
      0, 1, 2, 3, 4, 5, 7, 100, -1, -2, -3, -4, 0x1000001, -0x7ffffff, largest_of<int>, least_of<int>};
  return {special_word(i % special_count), ff_t(exponents[i / special_count])};
}

FF_HD_LARGE bool integer_power_as_double(ff_t x, ff_t exponent) {
  const int n = static_cast<int>(exponent);
  const ff_t got = pown(x, n);
  return matches(got, ::pow(wide(x.hi()), static_cast<double>(n))) && same_bits(got, ff::powi(x, n));
}
TEST_F(Power, integer_powers_are_ieee_754_s) {
  EXPECT_TRUE((holds_for<integer_power_as_double, words_and_integers>(special_count * exponent_count)));
}

// rootn by its definition: a sign, and the power 1/n of the magnitude.
FF_HD_LARGE double root_in_double(double x, int n) {
  const bool odd = n % 2 != 0, negative = ff::detail::bit_cast<uint64>(x) >> 63 != 0;
  if (n == 0 || x != x || (x < 0 && !odd)) return wide(nan);
  const double inverse = 1.0 / n, rest = ::fma(-inverse, static_cast<double>(n), 1.0) * inverse;
  const double a = fabs(x), root = ::pow(a, inverse);
  const double closer = a > 0 && a < 0x1p1000 ? root * (1 + rest * ::log(a)) : root;
  return odd && negative ? -closer : closer;
}

FF_HD_LARGE bool root_as_double(ff_t x, ff_t exponent) {
  const int n = static_cast<int>(exponent);
  return matches(rootn(x, n), root_in_double(wide(x.hi()), n));
}
TEST_F(Power, roots_are_ieee_754_s) {
  EXPECT_TRUE((holds_for<root_as_double, words_and_integers>(special_count * exponent_count)));
}

// Any base, and the exponent that takes it to 2^128 to within 2^-20 and less.
FF_HD_LARGE two_pairs powers_near_2_to_128(uint64 i) {
  draws d(i);
  const ff_t x = abs(d.pair(-126, 126));
  const double off = static_cast<double>(d.between(-999, 999)) * ::ldexp(1.0, -d.between(30, 45));
  return {x, ff_t(128 / ::log2(value(x)) * (1 + off))};
}
FF_HD_LARGE bool overflow_is_clean_in_pow(ff_t x, ff_t y) {
  const int n = static_cast<int>(y), other_parity = n > 0 ? n - 1 : n + 1;
  return is_finite_pair_or_infinity(pow(x, y)) && is_finite_pair_or_infinity(pown(x, n)) &&
         is_finite_pair_or_infinity(pown(-x, other_parity)) &&
         is_finite_pair_or_infinity(rootn(x, n > 0 ? -1 : -2));
}
TEST_F(Power, overflow) {
  EXPECT_TRUE((holds_for<overflow_is_clean_in_pow, powers_near_2_to_128>(vectors(1 << 19, 1 << 26))));
}

// The largest number is its own first power; what lies beyond it is infinite.
constexpr ff_t most = from_words(largest, outwards(0x1.fffffcp102f)),
               next = from_words(largest, 0x1.fffffcp102f);
constexpr known_of_two at_the_end[] = {
    {most, 1.0f, most},         {-most, 1.0f, -most},
    {next, 1.0f, next},         {from_words(largest, -0x1p103f), 1.0f, from_words(largest, -0x1p103f)},
    {0x1p127f, 1.0f, 0x1p127f}, {inf, 1.0f, inf},
    {nan, 1.0f, nan},           {most, from_words(1.0f, 0x1p-30f), inf},
    {-most, 3.0f, -inf},        {0x1p64f, 2.0f, inf},
    {0x1p-64f, -2.0f, inf},     {0x1p-149f, -1.0f, inf}};
TEST_F(Power, largest_numbers) {
  EXPECT_TRUE(gives<ff::pow>(at_the_end));
  EXPECT_TRUE(same_bits(pown(most, 1), most) && same_bits(rootn(-most, 1), -most));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known_of_two pow_hard[] = {
    {from_words(0x1.001478p2f, 0x1.739888p-23f), from_words(-0x1.33e6fep5f, 0x1.bbb77ep-21f),
     from_words(0x1.014278p-77f, -0x1.f9b6p-102f)},
    {from_words(0x1.dc5088p-1f, -0x1.637e28p-26f), from_words(0x1.92aedcp9f, 0x1.2f1f78p-20f),
     from_words(0x1.0a6312p-84f, -0x1.880338p-109f)},
    {from_words(0x1.ffc6p-1f, -0x1.f67ebep-26f), from_words(-0x1.013ae2p15f, 0x1.767c68p-10f),
     from_words(0x1.0496aap21f, -0x1.d3e624p-4f)},
    {from_words(0x1.00401p0f, 0x1.393716p-25f), from_words(0x1.4p16f, 0x1.3p-9f),
     from_words(0x1.641d14p115f, -0x1.e470d8p87f)},
    {from_words(0x1p0f, 0x1.8d47e4p-26f), from_words(0x1.29c81cp26f, 0x1.5735fp1f),
     from_words(0x1.852e2cp2f, -0x1.80da24p-26f)},
    {from_words(0x1p0f, -0x1.72acp-37f), from_words(-0x1.ce42d8p40f, -0x1.8ad12p14f),
     from_words(0x1.2136d4p30f, 0x1.caaadp5f)},
    {from_words(0x1p0f, 0x1.3p-80f), from_words(0x1.1p86f, 0x1.7p60f),
     from_words(0x1.697192p116f, 0x1.f0fceep90f)},
    {from_words(0x1p0f, -0x1.3p-120f), from_words(-0x1.1p126f, 0x1.7p101f),
     from_words(0x1.69711ep116f, 0x1.990fd8p91f)},
    {from_words(0x1p0f, 0x1p-149f), from_words(0x1.fffffep127f, 0x1p102f),
     from_words(0x1.000008p0f, 0x1.a00002p-44f)},
    {from_words(0x1.f757a4p-122f, 0x1p-149f), from_words(-0x1.ac177cp-1f, -0x1.741056p-27f),
     from_words(0x1.242cdep101f, 0x1.a5f6a6p74f)},
    {from_words(0x1p-148f, 0x0p0f), from_words(-0x1.ac177cp-1f, -0x1.741056p-27f),
     from_words(0x1.ad2122p123f, -0x1.efbf96p97f)},
    {from_words(0x1.fffffcp-127f, 0x0p0f), from_words(0x1.555556p-2f, -0x1.555556p-27f),
     from_words(0x1.fffffep-43f, 0x1.55557p-68f)},
    {from_words(0x1.fffffep127f, 0x1.fffffep102f), from_words(0x1.fffffep-1f, -0x1p-30f),
     from_words(0x1.ffff4ap127f, 0x1.907f74p102f)},
    {from_words(0x1.fffffep127f, -0x1p102f), from_words(-0x1.8p-1f, 0x0p0f),
     from_words(0x1p-96f, 0x1.e00002p-121f)},
    {from_words(0x1.6a09e6p125f, 0x1p100f), from_words(0x1p0f, 0x1p-30f),
     from_words(0x1.6a09e8p125f, 0x1.b05bc2p99f)},
    {from_words(0x1.4p1f, 0x0p0f), from_words(0x1.8p1f, 0x0p0f), from_words(0x1.f4p3f, 0x0p0f)},
    {from_words(0x1.921fb6p1f, -0x1.777a5cp-24f), from_words(0x1.921fb6p1f, -0x1.777a5cp-24f),
     from_words(0x1.23b28p5f, 0x1.78e7dcp-20f)},
    {from_words(0x1.6a09e8p-1f, -0x1p-26f), from_words(0x1.8dp6f, 0x1.3p-18f),
     from_words(0x1.4bfdeep-50f, 0x1.759d4p-75f)},
};
TEST_F(Power, hard_arguments) { EXPECT_TRUE(gives<ff::pow>(pow_hard, 2)); }

// ---------------------------------------------------------------- the tables

// Both ends and the middle of each row, in several binades, with results all over the range.
constexpr int binades = 5;
FF_HD_LARGE two_pairs ends_and_middles(uint64 i) {
  const uint32 row = static_cast<uint32>(i % 256), place = static_cast<uint32>(i / 256 % 4);
  const int e = static_cast<int>(i / 1024 % binades) - 2;
  const uint32 within_row = place == 0 ? 0u : place == 1 ? 1u : place == 2 ? 0x4000u : 0x7fffu;
  const float hi =
      ff::mul_rn(from_bits(0x3f34c000u + (row << 15) + within_row), ff::detail::power_of_two(20 * e));
  draws d(i);
  const ff_t x = from_words(hi, d.low_word(static_cast<int>(to_bits(hi) >> 23) - 127));
  const double log_x = ::log1p((wide(hi) - 1) + wide(x.lo()));
  const double t = static_cast<double>(d.between(-66000, 88700)) * 1e-3;
  return {x, ff_t(log_x == 0 ? 1.0 : t / log_x)};
}
FF_HD_LARGE bool every_row(ff_t x, ff_t y) {
  const double xd = value(x), yd = value(y);
  if (fabs(yd) > 0x1p27) return true;  // double cannot tell
  const double want = ::pow(xd, yd), correction = want * (yd * (rest(x) / xd) + rest(y) * ::log(xd));
  const ff_t got = pow(x, y);
  return want > 0x1p127 || (is_pair(got) && is_near_double(got, want, correction, 3.5));
}

TEST_F(Power, every_row_of_the_table) {
  EXPECT_TRUE((holds_for<every_row, ends_and_middles>(1024 * binades)));
}

// ---------------------------------------------------------------- identities

FF_HD_LARGE constexpr ff_t positive(draws& d, int exponent) {
  const float hi = from_bits(to_bits(power(exponent)) | d.fraction());
  return from_words(hi, d.low_word(exponent));
}

// x^1 = x for every exponent, subnormal x included, to the bound of pow.
FF_HD_LARGE one_pair positive_of_every_exponent(uint64 i) {
  draws d(i);
  const int e = static_cast<int>(i % 275) - 148;
  return {e < -126 ? ff_t(power(e)) : positive(d, e)};
}
FF_HD_LARGE bool first_power(ff_t x) {
  const ff_t one = pow(x, 1.0f);
  return distance(one, x) <= 4 * 0x1p-48 * wide(x.hi()) + 0x1p-149 && same_bits(pown(x, 1), x) &&
         same_bits(rootn(x, 1), x) && same_bits(pow(x, 0.0f), 1.0f) && same_bits(pow(1.0f, x), 1.0f);
}

TEST_F(Power, first_power_over_all_exponents) {
  EXPECT_TRUE((holds_for<first_power, positive_of_every_exponent>(vectors(275 * 400, 1 << 24))));
}

// Against products and square roots, which have bounds of their own.
FF_HD_LARGE one_pair positive_pairs(uint64 i) {
  draws d(i);
  return {positive(d, d.between(-30, 39))};
}
FF_HD_LARGE bool squares_and_roots(ff_t x) {
  const ff_t square = ff::sqr22(x), cube = ff::mul22(square, x), root = ff::sqrt22(x);
  const ff_t by_root = rootn(x, 2), third = rootn(-cube, 3);
  return near(pow(x, 2.0f), square, 7) && near(pown(x, 2), square, 7) && near(pown(-x, 3), -cube, 11.5f) &&
         near(pow(x, 0.5f), root, 7) && near(by_root, root, 7) && near(third, -x, 6.5f) &&
         near(pown(x, -1), ff::rcp22(x), 6) && near(pow(-x, 3.0f), -cube, 11.5f) &&
         near(pow(-x, -2.0f), pow(x, -2.0f), -0.49f) && same_bits(pown(-x, 5), -pown(x, 5)) &&
         same_bits(pown(-x, 4), pown(x, 4)) && same_bits(pown(x, 7), pow(x, 7.0f)) && is_pair(pown(x, 2)) &&
         is_pair(pown(x, 3)) && is_pair(by_root);
}

TEST_F(Power, squares_cubes_and_roots) {
  EXPECT_TRUE((holds_for<squares_and_roots, positive_pairs>(vectors(200'000, 1 << 26))));
}

FF_HD_LARGE one_pair from_one_on(uint64 i) { return {ff_t(static_cast<int>(i) + 1)}; }
FF_HD_LARGE bool exact_squares(ff_t x) {
  const int64 n = static_cast<int64>(x);
  return same_bits(pown(x, 2), ff_t(n * n)) && same_bits(pown(-x, 3), ff_t(-n * n * n));
}
TEST_F(Power, exact_squares_and_cubes) { EXPECT_TRUE((holds_for<exact_squares, from_one_on>(30'000))); }

// ---------------------------------------------------------------- constant expressions

constexpr bool about(ff_t got, double want) { return error(got, want) < 5; }
static_assert(about(pow(2.0f, 0.5f), 0x1.6a09e667f3bcdp0), "pow folds");
static_assert(about(pow(ff_t(-3.0f), ff_t(5.0f)), -243.0), "and outside the straight path");
static_assert(pow(0.0f, -1.0f).hi() == inf, "and for special values");
static_assert(about(pown(ff_t(1.5f), -7), 0x1.df75680feb65fp-5), "pown folds");
static_assert(about(rootn(ff_t(-10.0f), 3), -0x1.13c484138704fp1), "rootn folds");

}  // namespace
