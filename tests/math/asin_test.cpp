// asin and acos: the special values of C Annex F, the worst cases known, the edges of the table's cells, and
// every exponent against double's own functions.
#include <ff/math/asin.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Arcsines = Everywhere;

constexpr ff_t pi = from_words(0x1.921fb6p1f, -0x1.777a5cp-24f),
               half_pi = from_words(0x1.921fb6p0f, -0x1.777a5cp-25f);

// ---------------------------------------------------------------- special values

constexpr known asin_specials[] = {{0.0f, 0.0f}, {-0.0f, -0.0f}, {1.0f, half_pi}, {-1.0f, -half_pi}};
constexpr known acos_specials[] = {{1.0f, 0.0f}, {-1.0f, pi}, {0.0f, half_pi}, {-0.0f, half_pi}};
// 2^-74 = sqrt(2 2^-149)
constexpr known acos_next_to_1[] = {{from_words(1.0f, -least), 0x1p-74f}};
constexpr known outside[] = {{0x1.000002p0f, nan}, {-0x1.000002p0f, nan}, {largest, nan}, {-largest, nan},
                             {inf, nan},           {-inf, nan},           {nan, nan},     {-nan, nan}};
constexpr known pairs_outside[] = {{from_words(1.0f, least), nan},    {from_words(-1.0f, -least), nan},
                                   {from_words(1.0f, 0x1p-60f), nan}, {from_words(-1.0f, -0x1p-60f), nan},
                                   {from_words(2.0f, 0x1p-30f), nan}, {from_words(-2.0f, -0x1p-30f), nan}};

TEST_F(Arcsines, special_values) {
  EXPECT_TRUE(gives<ff::asin>(asin_specials));
  EXPECT_TRUE(gives<ff::acos>(acos_specials));
  EXPECT_TRUE(gives<ff::acos>(acos_next_to_1));
  EXPECT_TRUE(gives<ff::asin>(outside));
  EXPECT_TRUE(gives<ff::asin>(pairs_outside));
  EXPECT_TRUE(gives<ff::acos>(outside));
  EXPECT_TRUE(gives<ff::acos>(pairs_outside));
}

// Any two words, unordered ones too: nothing is read outside the tables, and NaN stays NaN.
FF_HD_LARGE bool keep_nan(ff_t x) {
  const ff_t b = ff::asin(x), c = ff::acos(x);
  return !is_nan(x.hi()) || (is_nan(b.hi()) && is_nan(c.hi()));
}
TEST_F(Arcsines, nan_stays_nan) {
  EXPECT_TRUE((holds_for<keep_nan, any_bits_of_two>(vectors(1 << 20, 1 << 28))));
}

// ---------------------------------------------------------------- symmetries

FF_HD_LARGE bool symmetries(ff_t x) {
  return is_odd<ff::asin>(x) && is_rounded(ff::asin(x)) && is_rounded(ff::acos(x));
}
TEST_F(Arcsines, odd) { EXPECT_TRUE(holds_for<symmetries>(pairs_of{-41, -1}, vectors(1 << 19, 1 << 28))); }

// asin x = x where x^3/6 is below the last digit.
FF_HD_LARGE bool tiny(ff_t x) { return is_next_to(ff::asin(x), x); }
TEST_F(Arcsines, tiny_arguments) { EXPECT_TRUE((holds_for<tiny, tiny_pair>(vectors(1 << 19, 1 << 27)))); }

// ---------------------------------------------------------------- against double

FF_HD_LARGE one_pair in_the_domain(uint64 i) {
  const ff_t x = draws(i).pair(-60, -1);
  return {i % 3 != 0 ? x : ff::sub22(ff_t(1.0f), ff::abs(ff::ldexp(x, -1)))};
}
FF_HD_LARGE bool near_double(ff_t x) {
  const double a = value(x);
  if (magnitude(a) > 1 - 0x1p-29) return true;  // double no longer tells 1 - |x|
  const double slope = 1 / ::sqrt((1 - a) * (1 + a));
  return is_near_double(ff::asin(x), ::asin(a), slope * rest(x), 4.1) &&
         is_near_double(ff::acos(x), ::acos(a), -slope * rest(x), 4.1);
}
TEST_F(Arcsines, every_exponent) {
  EXPECT_TRUE((holds_for<near_double, in_the_domain>(vectors(1 << 20, 1 << 29))));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known asin_hard[] = {
    {from_words(0x1.20a81p-1f, -0x1.621ea6p-27f), from_words(0x1.32aaa2p-1f, -0x1.fd2026p-26f)},
    {from_words(0x1.425962p-1f, -0x1.8d9b16p-27f), from_words(0x1.5caf0cp-1f, 0x1.e93d04p-26f)},
    {from_words(0x1.155df6p-10f, -0x1.17e0c4p-35f), from_words(0x1.155df8p-10f, 0x1.b0a82ap-35f)},
    {from_words(0x1.333334p-1f, 0x1.000002p-25f), from_words(0x1.4978fcp-1f, 0x1.c9a7c6p-27f)},
    {from_words(0x1.199998p-1f, 0x1p-25f), from_words(0x1.2a2ba4p-1f, 0x1.003176p-26f)},
    {from_words(0x1.fffffep-1f, 0x1.000002p-25f), from_words(0x1.920fb6p0f, -0x1.775bb2p-25f)},
    {from_words(0x1p0f, -0x1p-40f), from_words(0x1.921f9ep0f, 0x1.4748d6p-25f)},
    {from_words(-0x1.c06f0ep-12f, 0x1.fffffp-37f), from_words(-0x1.c06f0ep-12f, 0x1.aab16p-40f)},
    {from_words(-0x1.6f7cap-1f, -0x1.180a4ap-28f), from_words(-0x1.99e34cp-1f, 0x1.a8581cp-26f)},
    {from_words(0x1.be3412p-12f, -0x1.2d3076p-37f), from_words(0x1.be3412p-12f, 0x1.2d53f6p-38f)}};
constexpr known acos_hard[] = {
    {from_words(0x1.b86126p-1f, 0x1.2568d6p-27f), from_words(0x1.1212b4p-1f, -0x1.fdbb6p-26f)},
    {from_words(0x1.7ffff6p-1f, -0x1.f4332ep-27f), from_words(0x1.720a4ap-1f, -0x1.f0f16cp-26f)},
    {from_words(0x1.fffffep-1f, 0x1.000002p-25f), from_words(0x1.fffffep-13f, 0x1.555542p-41f)},
    {from_words(0x1p0f, -0x1p-60f), from_words(0x1.6a09e6p-30f, 0x1.9fcef4p-56f)},
    {from_words(0x1p0f, -0x1.4p-110f), from_words(0x1.94c584p-55f, -0x1.49692cp-81f)},
    {from_words(-0x1.fffffep-1f, -0x1p-26f), from_words(0x1.9215e8p1f, 0x1.fa706p-24f)},
    {from_words(0x1.ffffb4p-1f, 0x1.588e82p-26f), from_words(0x1.15bb52p-9f, 0x1.b55c9cp-34f)},
    {from_words(-0x1.333334p-1f, -0x1.000002p-25f), from_words(0x1.1b6e1ap1f, -0x1.05106cp-25f)},
    {from_words(0x1.ffec84p-1f, -0x1.c53aep-41f), from_words(0x1.1a81bp-6f, 0x1.939c92p-32f)},
    {from_words(0x1.77fedep-1f, -0x1.e400acp-27f), from_words(0x1.7dfc0ep-1f, 0x1.e0415cp-26f)},
    {from_words(0x1.bbffdep-1f, -0x1.b8fee8p-26f), from_words(0x1.0ae428p-1f, 0x1.c2c7cp-26f)},
    {from_words(-0x1.07df92p-1f, 0x1.ff8376p-26f), from_words(0x1.0e5e06p1f, 0x1.ff1fb6p-24f)}};

TEST_F(Arcsines, known_cases) {
  EXPECT_TRUE(gives<ff::asin>(asin_hard, 3.0f));
  EXPECT_TRUE(gives<ff::acos>(acos_hard, 3.25f));
}

// ---------------------------------------------------------------- the edges of the table's cells

// The number of a's cell, from 0 on to 1, and one more for all beyond arcsine_limit.
FF_HD_LARGE constexpr uint32 cell_of(float a) {
  using namespace ff::detail;
  const uint32 up_to_half = (to_bits(ff::fma_rn(0.5f, arcsine_scale, arcsine_shifted)) >> arcsine_shift) + 1;
  const uint32 last = to_bits(ff::mul_rn(0.5f, arcsine_scale)) >> arcsine_shift;
  if (a <= 0.5f)
    return (to_bits(ff::fma_rn(a, arcsine_scale, arcsine_shifted)) >> arcsine_shift) - arcsine_first;
  return up_to_half - arcsine_first + last - (to_bits(ff::mul_rn(1 - a, arcsine_scale)) >> arcsine_shift);
}
constexpr uint32 cells = cell_of(ff::detail::arcsine_limit);

// The bits of the least float of a cell.
FF_HD_LARGE uint32 edge_of(uint32 cell) {
  uint32 low = 0, high = to_bits(ff::detail::arcsine_limit);
  while (low < high) {
    const uint32 middle = (low + high) / 2;
    if (cell_of(from_bits(middle)) < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
FF_HD_LARGE one_float beside_edges(uint64 i) {
  return {from_bits(edge_of(static_cast<uint32>(i / 8) + 1) + static_cast<uint32>(i % 8) - 4)};
}
/// From one float to the next, asin does not fall and acos does not rise.
FF_HD_LARGE bool monotone(float x) {
  const float next = outwards(x);
  return !(next < 1) || (ff::asin(x).hi() <= ff::asin(next).hi() && ff::acos(next).hi() <= ff::acos(x).hi());
}
TEST_F(Arcsines, monotone_at_the_edges_of_cells) {
  EXPECT_TRUE((holds_for<monotone, beside_edges>(8 * cells)));
}
FF_HD_LARGE one_float anywhere(uint64 i) { return {ff::abs(draws(i).in(-30, -1))}; }
TEST_F(Arcsines, monotone) { EXPECT_TRUE((holds_for<monotone, anywhere>(vectors(1 << 18, 1 << 24)))); }

// ---------------------------------------------------------------- constant expressions

static_assert(is(ff::asin(ff_t(1.0f)), half_pi) && is(ff::acos(1.0f), 0.0f), "asin, acos");
static_assert(!ff::equal(ff::acos(2.0f).hi(), 0.0f), "acos outside");

struct constants {
  FF_HD_LARGE bool operator()(uint64 i) const {
    constexpr float xs[4] = {0x1.2p-1f, 0x1.9p-4f, 0x1.fp-1f, 0x1p-20f};
    constexpr ff_t s[4] = {ff::asin(xs[0]), ff::asin(xs[1]), ff::asin(xs[2]), ff::asin(xs[3])};
    constexpr ff_t c[4] = {ff::acos(xs[0]), ff::acos(xs[1]), ff::acos(xs[2]), ff::acos(xs[3])};
    return is(ff::asin(xs[i]), s[i]) && is(ff::acos(xs[i]), c[i]);
  }
};
TEST_F(Arcsines, constant_expressions_agree) { EXPECT_TRUE(holds(constants{}, 4)); }

}  // namespace
