// cyl_bessel_i0 and cyl_bessel_i1: special values, arguments on both sides of every border with exact
// results, parity, order across the cells.
#include <ff/special/bessel_i.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using BesselI = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known i0_specials[] = {{0.0f, 1.0f}, {-0.0f, 1.0f}, {inf, inf},       {-inf, inf},
                                 {nan, nan},   {100.0f, inf}, {-0x1p127f, inf}, {0x1p-149f, 1.0f}};
constexpr known i1_specials[] = {{0.0f, 0.0f},
                                 {-0.0f, -0.0f},
                                 {inf, inf},
                                 {-inf, -inf},
                                 {nan, nan},
                                 {-100.0f, -inf},
                                 {0x1p127f, inf},
                                 {0x1p-120f, 0x1p-121f},
                                 {from_words(inf, nan), inf}};

TEST_F(BesselI, special_values) {
  EXPECT_TRUE(gives<ff::cyl_bessel_i0>(i0_specials));
  EXPECT_TRUE(gives<ff::cyl_bessel_i1>(i1_specials));
}

// ---------------------------------------------------------------- hard arguments, exact results

constexpr known i0_hard[] = {
    {from_words(0x1.e5728cp4f, -0x1.fa0ca6p-23f), from_words(0x1.fcba58p39f, -0x1.261cd4p14f)},
    {from_words(0x1p-10f, 0x1p-36f), from_words(0x1.000004p0f, 0x1.800002p-46f)},
    {from_words(0x1.08p4f, 0x1p-21f), from_words(0x1.620cb2p20f, -0x1.32d2e4p-5f)},
    {from_words(0x1.07fffep4f, 0x1p-21f), from_words(0x1.620c86p20f, 0x1.03c48cp-5f)},
    {from_words(-0x1.e86d52p5f, -0x1.976a7ep-20f), from_words(0x1.bb742ep83f, -0x1.3b5244p58f)},
    {from_words(0x1.6ep6f, 0x1.1p-20f), from_words(0x1.57b1b4p127f, 0x1.a481d2p98f)},
    {from_words(0x1p0f, 0.0f), from_words(0x1.441ce4p0f, 0x1.670d86p-25f)},
    {from_words(0x1.8p2f, -0x1p-24f), from_words(0x1.0cf008p6f, -0x1.26ecdep-19f)},
};
constexpr known i1_hard[] = {
    {from_words(-0x1.2c20c8p5f, -0x1.ff7fe2p-20f), from_words(-0x1.1fd4a4p50f, -0x1.fbc382p23f)},
    {from_words(0x1.310e3ep3f, -0x1.e948f2p-22f), from_words(0x1.abd79cp10f, 0x1.7cfe0ep-18f)},
    {from_words(0x1p-30f, 0x1p-56f), from_words(0x1p-31f, 0x1p-57f)},
    {from_words(0x1.08p4f, 0x1p-21f), from_words(0x1.5725b8p20f, -0x1.e16cd8p-5f)},
    {from_words(0x1.07fffep4f, 0x1p-21f), from_words(0x1.57258ep20f, -0x1.31953ep-5f)},
    {from_words(0x1.6ep6f, 0x1.1p-20f), from_words(0x1.55cf94p127f, 0x1.8b7748p100f)},
    {from_words(0x1p0f, 0.0f), from_words(0x1.215c88p-1f, 0x1.72bcdp-26f)},
    {from_words(-0x1.8p-2f, -0x1p-28f), from_words(-0x1.86ca28p-3f, 0x1.095d9ep-30f)},
};
TEST_F(BesselI, hard_arguments) {
  EXPECT_TRUE(gives<ff::cyl_bessel_i0>(i0_hard, 16));
  EXPECT_TRUE(gives<ff::cyl_bessel_i1>(i1_hard, 16));
}

// ---------------------------------------------------------------- symmetry and order

FF_HD_LARGE bool symmetric(ff_t x) {
  const ff_t zero = ff::cyl_bessel_i0(x);
  return same_bits(zero, ff::cyl_bessel_i0(-x)) && is_odd<ff::cyl_bessel_i1>(x) && is_pair(zero) &&
         is_pair(ff::cyl_bessel_i1(x));
}
TEST_F(BesselI, symmetric) { EXPECT_TRUE(holds_for<symmetric>(pairs_of{-90, 6}, vectors(1 << 17, 1 << 25))); }

// I_0 rises, and I_1 stays below it and rises too, from each float to the next.
FF_HD_LARGE bool rises(ff_t x) {
  const ff_t a = ff::abs(x), next = a * (1 + 0x1p-20f);
  const ff_t f = ff::cyl_bessel_i0(a), g = ff::cyl_bessel_i1(a);
  if (!ff::less(next.hi(), 91.0f)) return true;
  return f <= ff::cyl_bessel_i0(next) && g < ff::cyl_bessel_i1(next) && g < f;
}
TEST_F(BesselI, rise) { EXPECT_TRUE(holds_for<rises>(pairs_of{-8, 6}, vectors(1 << 17, 1 << 25))); }

TEST_F(BesselI, overflow) {
  EXPECT_TRUE(overflow_is_clean<ff::cyl_bessel_i0>(0x1.6f9a62p6f));
  EXPECT_TRUE(overflow_is_clean<ff::cyl_bessel_i1>(0x1.6fa004p6f));
}

static_assert(near(ff::cyl_bessel_i0(1.0f), from_words(0x1.441ce4p0f, 0x1.670d86p-25f), 12));

}  // namespace
