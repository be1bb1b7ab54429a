// sinh, cosh and tanh: Annex F's special values, hard arguments with MPFR's results, every exponent, the
// edges of the table's cells, and the exponential that they are made of.
#include <ff/math/hyperbolic.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Hyperbolics = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known sinh_specials[] = {{0.0f, 0.0f}, {-0.0f, -0.0f}, {inf, inf},     {-inf, -inf},
                                   {nan, nan},   {90.0f, inf},   {least, least}, {-3 * least, -3 * least}};
constexpr known sinh_special_pairs[] = {
    {from_words(-largest, -0x1p102f), -inf},
    {from_words(0x1p-100f, -3 * least), from_words(0x1p-100f, -3 * least)}};
constexpr known cosh_specials[] = {{0.0f, 1.0f}, {-0.0f, 1.0f}, {inf, inf},   {-inf, inf},
                                   {nan, nan},   {-90.0f, inf}, {least, 1.0f}};
constexpr known cosh_special_pairs[] = {{from_words(largest, 0x1p102f), inf}};
constexpr known tanh_specials[] = {{0.0f, 0.0f}, {-0.0f, -0.0f}, {inf, 1.0f},   {-inf, -1.0f},
                                   {nan, nan},   {-nan, nan},    {19.0f, 1.0f}, {-3 * least, -3 * least}};
constexpr known tanh_special_pairs[] = {
    {from_words(-largest, -0x1p102f), -1.0f},
    {from_words(-0x1p-100f, 3 * least), from_words(-0x1p-100f, 3 * least)}};

TEST_F(Hyperbolics, special_values) {
  EXPECT_TRUE(gives<ff::sinh>(sinh_specials));
  EXPECT_TRUE(gives<ff::sinh>(sinh_special_pairs));
  EXPECT_TRUE(gives<ff::cosh>(cosh_specials));
  EXPECT_TRUE(gives<ff::cosh>(cosh_special_pairs));
  EXPECT_TRUE(gives<ff::tanh>(tanh_specials));
  EXPECT_TRUE(gives<ff::tanh>(tanh_special_pairs));
}

TEST_F(Hyperbolics, overflow) {
  EXPECT_TRUE(overflow_is_clean<ff::sinh>(0x1.65a9fap6f));
  EXPECT_TRUE(overflow_is_clean<ff::sinh>(-0x1.65a9fap6f));
  EXPECT_TRUE(overflow_is_clean<ff::cosh>(0x1.65a9fap6f));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known sinh_hard[] = {
    {from_words(-0x1.269272p-2f, -0x1.1f8894p-29f), from_words(-0x1.2aa6d4p-2f, -0x1.c74dc8p-28f)},
    {from_words(0x1.26c2cp-2f, 0x1.436c4ap-28f), from_words(0x1.2ad926p-2f, 0x1.45cc18p-29f)},
    {from_words(0x1.634d2ap-13f, 0x1.fc1bfp-38f), from_words(0x1.634d2cp-13f, -0x1.cadb8p-38f)},
    {from_words(0x1.0a9c74p4f, 0x1.f48c06p-21f), from_words(0x1.072e6p23f, 0x1.5e9f9ap-3f)},
    {from_words(-0x1.00008p6f, 0x1p-19f), from_words(-0x1.4281a8p91f, -0x1.a24dfep64f)},
    {from_words(0x1.65a9f6p6f, -0x1p-19f), from_words(0x1.fffe98p127f, 0x1.f85a5ap100f)},
    {from_words(0x1p-100f, -0x1.8p-126f), from_words(0x1p-100f, -0x1.8p-126f)}};
constexpr known cosh_hard[] = {
    {from_words(-0x1.94dbep-12f, -0x1.ffffeap-42f), from_words(0x1.000002p0f, -0x1.7fb948p-25f)},
    {from_words(-0x1.bc6af4p1f, -0x1.da1d5p-24f), from_words(0x1.01dc56p4f, 0x1.9c1cb6p-21f)},
    {from_words(0x1.0b4a7p3f, -0x1.2478ap-22f), from_words(0x1.092324p11f, -0x1.066c4ap-15f)},
    {from_words(0x1.65a9f6p6f, -0x1p-19f), from_words(0x1.fffe98p127f, 0x1.f85a5ap100f)}};
constexpr known tanh_hard[] = {
    {from_words(-0x1.90502p-12f, -0x1.c00148p-37f), from_words(-0x1.90502p-12f, 0x1.9921dep-38f)},
    {from_words(-0x1.05fd0cp2f, -0x1.1fd7eep-23f), from_words(-0x1.ffb716p-1f, -0x1.dff1fep-26f)},
    {from_words(-0x1.000016p1f, 0x1.fff81ep-24f), from_words(-0x1.ed950cp-1f, 0x1.77e8ccp-28f)},
    {from_words(0x1.0bp3f, 0x1p-22f), from_words(0x1.fffffcp-1f, 0x1.9ed9c2p-28f)},
    {from_words(0x1.12p4f, 0x1p-22f), from_words(0x1p0f, -0x1.80ba5p-49f)}};

TEST_F(Hyperbolics, hard_arguments) {
  EXPECT_TRUE(gives<ff::sinh>(sinh_hard, 4));
  EXPECT_TRUE(gives<ff::cosh>(cosh_hard, 3.25f));
  EXPECT_TRUE(gives<ff::tanh>(tanh_hard, 4));
}

// ---------------------------------------------------------------- against double

TEST_F(Hyperbolics, every_exponent_and_cell) {
  constexpr uint64 count = vectors(1 << 18, 1 << 26);
  EXPECT_TRUE((follows_double<ff::sinh, ::sinh>(heads_and_cells{-126, 6}, 4.4, count)));
  EXPECT_TRUE((follows_double<ff::cosh, ::cosh>(heads_and_cells{-126, 6}, 4.4, count)));
  EXPECT_TRUE((follows_double<ff::tanh, ::tanh>(heads_and_cells{-126, 5}, 4.4, count)));
}

// ---------------------------------------------------------------- identities

// cosh - sinh and cosh + sinh are e^-x and e^x, tanh is their quotient; weak pairs among them.
FF_HD_LARGE bool of_the_exponential(ff_t x) {
  const ff_t s = ff::sinh(x), c = ff::cosh(x), t = ff::tanh(x);
  return near(x.hi() < 0 ? c - s : c + s, ff::exp(ff::abs(x)), 16) && near(s / c, t, 20) && is_pair(s) &&
         is_pair(c) && is_pair(t);
}
TEST_F(Hyperbolics, of_the_exponential) {
  EXPECT_TRUE(holds_for<of_the_exponential>(pairs_and_weak_of{-30, 5}, vectors(1 << 18, 1 << 26)));
}

// Across cells and exponents too.
TEST_F(Hyperbolics, monotone_between_floats) {
  EXPECT_TRUE(holds(never_falls<ff::sinh, ff::cosh, ff::tanh>{-20, 14, false}, vectors(1 << 18, 1 << 25)));
}

FF_HD_LARGE bool sound(ff_t x) {
  return are_sound<ff::sinh, ff::cosh, ff::tanh>(x) && is_odd<ff::sinh>(x) && is_even<ff::cosh>(x) &&
         is_odd<ff::tanh>(x);
}
TEST_F(Hyperbolics, any_words) { EXPECT_TRUE((holds_for<sound, any_words>(vectors(1 << 18, 1 << 26)))); }

// ---------------------------------------------------------------- constant expressions

static_assert(near(ff::sinh(ff_t(1.0f)), from_words(0x1.2cd9fcp0f, 0x1.13ae6p-26f), 4));
static_assert(near(ff::cosh(ff_t(1.0f)), from_words(0x1.8b0756p0f, -0x1.c4c156p-25f), 4));
static_assert(near(ff::tanh(ff_t(1.0f)), from_words(0x1.85efacp-1f, -0x1.5d618ep-26f), 4));

}  // namespace
