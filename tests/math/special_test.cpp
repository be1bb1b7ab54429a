// expint, digamma, Lambert's W and zeta: special values, exact results on both sides of every border,
// identities.
#include <ff/special.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Special = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known expint_specials[] = {{0.0f, -inf}, {-0.0f, -inf}, {inf, inf},      {-inf, -0.0f},
                                     {nan, nan},   {100.0f, inf}, {-200.0f, -0.0f}};
constexpr known digamma_specials[] = {
    {0.0f, -inf}, {-0.0f, inf}, {inf, inf},      {-inf, nan},
    {nan, nan},   {-1.0f, nan}, {-0x1p30f, nan}, {from_words(inf, nan), inf}};
constexpr known w0_specials[] = {
    {0.0f, 0.0f},           {-0.0f, -0.0f},        {inf, inf}, {-inf, nan}, {nan, nan}, {-0.5f, nan},
    {-0x1.78b566p-2f, nan}, {0x1p-149f, 0x1p-149f}};
constexpr known wm1_specials[] = {{0.0f, -inf}, {-0.0f, -inf}, {inf, nan},   {-inf, nan},
                                  {nan, nan},   {1.0f, nan},   {-0.5f, nan}, {-0x1.78b566p-2f, nan}};
constexpr known zeta_specials[] = {{0.0f, -0.5f}, {1.0f, inf},   {inf, 1.0f},    {-inf, nan},
                                   {nan, nan},    {-2.0f, 0.0f}, {-64.0f, 0.0f}, {-0x1p30f, 0.0f}};

TEST_F(Special, special_values) {
  EXPECT_TRUE(gives<ff::expint>(expint_specials));
  EXPECT_TRUE(gives<ff::digamma>(digamma_specials));
  EXPECT_TRUE(gives<ff::lambert_w0>(w0_specials));
  EXPECT_TRUE(gives<ff::lambert_wm1>(wm1_specials));
  EXPECT_TRUE(gives<ff::riemann_zeta>(zeta_specials));
}

// ---------------------------------------------------------------- hard arguments, exact results

constexpr known expint_hard[] = {
    {from_words(0x1.0c2e64p-1f, -0x1.cf9138p-29f), from_words(0x1.104498p-1f, -0x1.0c6326p-27f)},
    {from_words(-0x1p-1f, 0x1p-30f), from_words(-0x1.1e9aa6p-1f, 0x1.e1addcp-26f)},
    {from_words(-0x1p-1f, -0x1p-30f), from_words(-0x1.1e9aa4p-1f, -0x1.f780bep-26f)},
    {from_words(0x1p0f, 0x1p-26f), from_words(0x1.e52672p0f, -0x1.7adb6cp-26f)},
    {from_words(0x1.fffffep-1f, 0x1p-26f), from_words(0x1.e5266ep0f, 0x1.d2cfa8p-25f)},
    {from_words(-0x1p-20f, 0x1p-46f), from_words(-0x1.a924bp3f, -0x1.ee399p-22f)},
    {from_words(0x1.74p6f, 0x1.1p-20f), from_words(0x1.90f15cp127f, -0x1.fc8a24p101f)},
    {from_words(-0x1.08p5f, 0x1p-21f), from_words(-0x1.3c3848p-53f, -0x1.0846b6p-78f)},
};
constexpr known digamma_hard[] = {
    {from_words(0x1p4f, 0x1p-22f), from_words(0x1.5ed986p1f, 0x1.da3764p-25f)},
    {from_words(0x1.fffffep3f, 0x1p-22f), from_words(0x1.5ed986p1f, -0x1.b0ef06p-28f)},
    {from_words(0x1p0f, 0x1p-26f), from_words(-0x1.2788cep-1f, -0x1.e8dc5ep-26f)},
    {from_words(0x1p-3f, 0x1p-29f), from_words(-0x1.0c6e88p3f, 0x1.6f06ep-25f)},
    {from_words(-0x1.b29e86p2f, -0x1.faf7d8p-23f), from_words(-0x1.0b26b4p1f, -0x1.07498cp-28f)},
    {from_words(0x1.8p1f, 0x1p-24f), from_words(0x1.d87732p-1f, -0x1.f98d2ap-26f)},
    {from_words(-0x1.8p10f, 0x1p-20f), from_words(-0x1.ffff16p19f, 0x1.95c23p-6f)},
    {from_words(0x1p60f, 0x1p30f), from_words(0x1.4cb5ecp5f, 0x1.e192cap-20f)},
};
constexpr known w0_hard[] = {
    {from_words(-0x1.498646p-2f, 0x1.bfd1e6p-27f), from_words(-0x1.22b0a4p-1f, 0x1.aefa38p-29f)},
    {from_words(-0x1.48d22p-2f, 0x1.e665dap-27f), from_words(-0x1.2142aep-1f, 0x1.68b3d4p-28f)},
    {from_words(-0x1.4ap-2f, 0x1p-30f), from_words(-0x1.23a9dcp-1f, 0x1.604d5cp-26f)},
    {from_words(-0x1.78b56p-2f, 0x1p-30f), from_words(-0x1.ffbabcp-1f, 0x1.93b85p-30f)},
    {from_words(0x1p0f, 0x1p-26f), from_words(0x1.22609cp-1f, -0x1.b187fap-26f)},
    {from_words(0x1p2f, -0x1p-26f), from_words(0x1.33c146p0f, 0x1.5e5c18p-29f)},
    {from_words(0x1.fp125f, 0x1p99f), from_words(0x1.4b8c9cp6f, 0x1.a0aa62p-23f)},
    {from_words(0x1p-20f, 0x1p-46f), from_words(0x1.ffffep-21f, 0x1.0005ep-46f)},
};
constexpr known wm1_hard[] = {
    {from_words(-0x1.498646p-2f, 0x1.bfd1e6p-27f), from_words(-0x1.9c3286p0f, -0x1.8dcb1ap-26f)},
    {from_words(-0x1.4ap-2f, 0x1p-30f), from_words(-0x1.9b38a8p0f, 0x1.794a54p-29f)},
    {from_words(-0x1.78b56p-2f, 0x1p-30f), from_words(-0x1.0022a6p0f, 0x1.b391a6p-25f)},
    {from_words(-0x1.8p-3f, 0x1p-29f), from_words(-0x1.52e624p1f, 0x1.c70bcep-24f)},
    {from_words(-0x1p-3f, 0x1p-30f), from_words(-0x1.a17eeap1f, -0x1.6f3c74p-24f)},
    {from_words(-0x1.fp-90f, 0x1p-118f), from_words(-0x1.07a3fcp6f, 0x1.ee67a2p-21f)},
};
constexpr known zeta_hard[] = {
    {from_words(0x1p1f, 0x1p-26f), from_words(0x1.a51a66p0f, -0x1.6d04d2p-28f)},
    {from_words(0x1.000002p0f, 0x1p-26f), from_words(0x1.c71c74p22f, 0x1.62e12p-6f)},
    {from_words(0x1.6p2f, 0x1p-26f), from_words(0x1.0673cep0f, 0x1.5acb4p-25f)},
    {from_words(0x1.5ffffep2f, 0x1p-26f), from_words(0x1.0673cep0f, 0x1.a8bbeap-25f)},
    {from_words(-0x1p-1f, -0x1p-28f), from_words(-0x1.a9c04p-3f, -0x1.3caffep-28f)},
    {from_words(-0x1p-1f, 0x1p-28f), from_words(-0x1.a9c04p-3f, -0x1.f571e4p-28f)},
    {from_words(-0x1p5f, -0x1.2p-20f), from_words(-0x1.fad09cp11f, 0x1.b73646p-15f)},
    {from_words(-0x1p5f, 0x1p-20f), from_words(0x1.c28028p11f, -0x1.6037c2p-18f)},
    {from_words(-0x1.ep5f, -0x1.8p-20f), from_words(-0x1.8ba9d4p92f, -0x1.73c33ap62f)},
    {from_words(0x1.4p4f, 0x1p-21f), from_words(0x1.00001p0f, 0x1.3c008p-32f)},
};
TEST_F(Special, hard_arguments) {
  EXPECT_TRUE(gives<ff::expint>(expint_hard, 16));
  EXPECT_TRUE(gives<ff::digamma>(digamma_hard, 10));
  EXPECT_TRUE(gives<ff::lambert_w0>(w0_hard, 12));
  EXPECT_TRUE(gives<ff::lambert_wm1>(wm1_hard, 12));
  EXPECT_TRUE(gives<ff::riemann_zeta>(zeta_hard, 48));
}

// ---------------------------------------------------------------- identities

// psi(x + 1) = psi(x) + 1/x for x > 0 and for x < 0; x + 1 may be rounded.
FF_HD_LARGE bool steps(ff_t x) {
  const ff_t a = ff::abs(x), next = ff::digamma(a + 1.0f), step = ff::rcp(a), here = ff::digamma(a);
  return is_pair(here) &&
         distance(next - here, step) <= 32 * 0x1p-48 * (wide(step.hi()) + magnitude(wide(next.hi())) + 1);
}
TEST_F(Special, digamma_steps) {
  EXPECT_TRUE(holds_for<steps>(pairs_of{-30, 30}, vectors(1 << 16, 1 << 24)));
}

// w exp(w) is x again, on both branches: the error grows by |1 + w|.
FF_HD_LARGE bool inverts(ff_t x) {
  const ff_t a = ff::abs(x), w = ff::lambert_w0(a), back = w * ff::exp(w);
  const bool upper = is_pair(w) && distance(back, a) <= 24 * 0x1p-48 * wide(a.hi()) * (1 + wide(w.hi()));
  const ff_t b = -ff::ldexp(a, -ff::ilogb(a) - 3), v = ff::lambert_wm1(b), again = v * ff::exp(v);
  return upper && v < -1.0f &&
         distance(again, b) <= 24 * 0x1p-48 * magnitude(wide(b.hi())) * magnitude(wide(v.hi()));
}
TEST_F(Special, lambert_inverts) {
  EXPECT_TRUE(holds_for<inverts>(pairs_of{-60, 100}, vectors(1 << 15, 1 << 23)));
}

// Next to its zero -60 zeta is a multiple of the distance, which need not be small where that is: the words
// of the sine underflow at 2^-120, and are exact at 2^-55.
TEST_F(Special, zeta_next_to_a_zero) {
  for (const float side : {1.0f, -1.0f}) {
    const ff_t far = ff::riemann_zeta(from_words(-60.0f, side * 0x1p-55f));
    const ff_t close = ff::riemann_zeta(from_words(-60.0f, side * 0x1p-120f));
    EXPECT_TRUE(near(ldexp(close, 65), far, 96));
  }
}

// At even integers zeta is a multiple of a power of pi; at odd negative ones it is rational.
TEST_F(Special, zeta_of_integers) {
  const ff_t pi = ff::constants::pi;
  EXPECT_TRUE(near(ff::riemann_zeta(2.0f), pi * pi / 6.0f, 24));
  EXPECT_TRUE(near(ff::riemann_zeta(4.0f), pi * pi * pi * pi / 90.0f, 32));
  EXPECT_TRUE(near(ff::riemann_zeta(-1.0f), ff_t(-1.0f) / 12.0f, 48));
  EXPECT_TRUE(near(ff::riemann_zeta(-7.0f), ff_t(1.0f) / 240.0f, 48));
}

// A result beyond the range is infinite, with the sign of the value, and no NaN: psi next to 0, and zeta
// between the even integers, where it has the sign of sin(pi s/2).
TEST_F(Special, overflows_have_a_sign) {
  for (int e = -149; e < -128; ++e) {
    const ff_t x = ff::ldexp(ff_t(1.25f), e);
    EXPECT_TRUE(same_bits(ff::digamma(x).hi(), -inf) && same_bits(ff::digamma(-x).hi(), inf)) << e;
  }
  EXPECT_EQ(ff::digamma(0x1p-127f).hi(), -0x1p127f);
  for (float s = -75.5f; s > -3000.0f; s -= 1.0f) {
    const int quarter = static_cast<int>(-s) / 2 % 2;  // -2 > s > -4: positive
    EXPECT_TRUE(same_bits(ff::riemann_zeta(s).hi(), quarter == 1 ? inf : -inf)) << s;
  }
  EXPECT_EQ(ff::riemann_zeta(-200.0f), 0.0f);
}

static_assert(same_bits(ff::expint(0.0f).hi(), -inf) && ff::lambert_w0(0.0f) == 0.0f);
static_assert(ff::expint(1.0f).hi() > 1.895f && ff::digamma(1.0f).hi() < -0.577f &&
              ff::riemann_zeta(3.0f).hi() > 1.202f);

}  // namespace
