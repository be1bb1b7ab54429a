// Boys's function: special values, arguments on both sides of every border with exact results, its
// recurrence.
#include <ff/special/boys.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Boys = Everywhere;

FF_HD_LARGE constexpr ff_t boys_of(ff_t n, ff_t x) { return ff::boys(static_cast<int>(n), x); }

// ---------------------------------------------------------------- special values

constexpr known_of_two specials[] = {{0.0f, 0.0f, 1.0f},      {0.0f, -0.0f, 1.0f},
                                     {0.0f, inf, 0.0f},       {24.0f, inf, 0.0f},
                                     {0.0f, nan, nan},        {3.0f, nan, nan},
                                     {0.0f, -inf, nan},       {3.0f, -1.0f, nan},
                                     {-1.0f, 1.0f, nan},      {25.0f, 1.0f, nan},
                                     {24.0f, 0x1p120f, 0.0f}, {0.0f, -0x1p-149f, nan},
                                     {1000.0f, inf, nan},     {0.0f, from_words(inf, nan), 0.0f}};
TEST_F(Boys, special_values) { EXPECT_TRUE(gives<boys_of>(specials)); }

// At 0 it is 1/(2n + 1).
FF_HD_LARGE one_pair order(uint64 i) { return {ff_t(static_cast<int>(i))}; }
FF_HD_LARGE bool starts_right(ff_t n) { return near(boys_of(n, 0.0f), ff::rcp(2 * n + 1), 3); }
TEST_F(Boys, of_zero) { EXPECT_TRUE((holds_for<starts_right, order>(25))); }

// ---------------------------------------------------------------- hard arguments, exact results

constexpr known_of_two hard[] = {
    {0x1p4f, from_words(0x1.ffeffep-2f, 0x1.0c65cep-28f), from_words(0x1.35fe5ap-6f, -0x1.59c0bep-32f)},
    {0.0f, from_words(0x1p-20f, 0.0f), from_words(0x1.fffff6p-1f, -0x1.5554eep-26f)},
    {0.0f, from_words(0x1.08p5f, -0x1.fp-22f), from_words(0x1.3bf31ep-3f, 0x1.0d882ep-28f)},
    {0x1.8p4f, from_words(0x1.04p5f, -0x1.8p-21f), from_words(0x1.830fc8p-48f, 0x1.d9808cp-74f)},
    {0x1.8p4f, from_words(0x1.04p5f, 0x1p-21f), from_words(0x1.830fb2p-48f, 0x1.53ef46p-74f)},
    {0x1.4p4f, from_words(0x1.5p5f, 0x1.2p-20f), from_words(0x1.49a53cp-53f, -0x1.3a0d62p-78f)},
    {0x1.cp2f, from_words(0x1.91p3f, -0x1.3p-24f), from_words(0x1.5b948p-18f, 0x1.7cd42ap-43f)},
    {0x1.cp3f, from_words(0x1.999d1cp6f, -0x1.d2c1acp-19f), from_words(0x1.826672p-64f, -0x1.c15aa4p-90f)},
    {0x1.8p1f, from_words(0x1.0cp10f, 0x1.1p-14f), from_words(0x1.6a5f22p-35f, 0x1.dbf9d6p-60f)},
    {0x1p0f, from_words(0x1p7f, -0x1p-18f), from_words(0x1.40d932p-12f, 0x1.e00aacp-37f)},
    {0x1.3p4f, from_words(0x1.fcc254p-2f, 0x1.3edb58p-27f), from_words(0x1.05f446p-6f, -0x1.7949f6p-32f)},
};
TEST_F(Boys, hard_arguments) { EXPECT_TRUE(gives<boys_of>(hard, 16)); }

// ---------------------------------------------------------------- identities

// (2n + 1) F_n = 2x F_(n+1) + exp(-x), on every cell and beyond; all orders of 0 to 23 and their neighbours.
FF_HD_LARGE two_pairs order_and_argument(uint64 i) {
  draws d(i);
  const ff_t a = ff::abs(d.pair(-1, -1));
  return {ff_t(static_cast<int>(i % 24)), i % 3 == 0 ? ff::abs(d.pair(-30, 4)) : a * ff_t(d.between(0, 160))};
}
FF_HD_LARGE bool recurs(ff_t n, ff_t x) {
  const ff_t f = boys_of(n, x), next = boys_of(n + 1, x), left = (2 * n + 1) * f;
  const ff_t right = 2 * x * next + ff::exp(-x);
  if (!ff::less(0x1p-90f, next.hi())) return true;
  return is_pair(f) && next < f && distance(left, right) <= 40 * 0x1p-48 * wide(left.hi());
}
TEST_F(Boys, recurs) { EXPECT_TRUE((holds_for<recurs, order_and_argument>(vectors(1 << 16, 1 << 24)))); }

// Malformed pairs, and heads beyond any cell, read no memory outside the table.
FF_HD_LARGE bool ends(ff_t x, ff_t y) {
  const ff_t f = ff::boys(static_cast<int>(x), y);
  return f.hi() <= 0x1p127f || !(f.hi() <= 0x1p127f);
}
FF_HD_LARGE two_pairs any_words(uint64 i) {
  draws d(i);
  const float hi = d.pair(-120, 120).hi(), lo = d.pair(-120, 120).hi();
  return {ff_t(static_cast<int>(i % 25)), from_words(ff::abs(hi), lo)};
}
TEST_F(Boys, malformed_pairs) { EXPECT_TRUE((holds_for<ends, any_words>(vectors(1 << 16, 1 << 24)))); }

static_assert(ff::isnan(ff::boys(-1, 1.0f)) && ff::boys(2, 40.0f).hi() > 0x1p-14f);

}  // namespace
