// sin, cos, sincos and tan: arguments that are not finite or tiny, identities that hold bit for bit, the
// worst cases known, the nearest pairs to multiples of pi/2, and both ways to reduce an argument.
#include <ff/math/trig.hpp>
#include <ff/operators.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Trigonometry = Everywhere;

FF_HD_LARGE constexpr ff_t sine_of_both(ff_t x) { return ff::sincos(x).s; }
FF_HD_LARGE constexpr ff_t cosine_of_both(ff_t x) { return ff::sincos(x).c; }

// ---------------------------------------------------------------- special values

TEST_F(Trigonometry, non_finite_arguments_give_nan) {
  EXPECT_TRUE(gives<ff::sin>(not_finite));
  EXPECT_TRUE(gives<ff::sin>(low_word_not_finite));
  EXPECT_TRUE(gives<ff::cos>(not_finite));
  EXPECT_TRUE(gives<ff::cos>(low_word_not_finite));
  EXPECT_TRUE(gives<ff::tan>(not_finite));
  EXPECT_TRUE(gives<ff::tan>(low_word_not_finite));
  EXPECT_TRUE(gives<sine_of_both>(not_finite));
  EXPECT_TRUE(gives<sine_of_both>(low_word_not_finite));
  EXPECT_TRUE(gives<cosine_of_both>(not_finite));
  EXPECT_TRUE(gives<cosine_of_both>(low_word_not_finite));
}

// Zeros, and the subnormal and tiny arguments with sin x and tan x next to x, cos x to 1 - x^2/2.
FF_HD_LARGE one_pair zeros_and_tiny_pairs(uint64 i) {
  draws d(i);
  const float hi = i < 2 ? 0.0f : from_bits(d.word() % to_bits(0x1p-39f));
  const ff_t x = from_words(hi, i < 2 ? 0.0f : d.low_word(draws::exponent(hi)));
  return {d.coin() || i == 1 ? -x : x};
}
FF_HD_LARGE bool tiny(ff_t x) {
  const ff_t c = ff::cos(x);
  const float square = ff::mul_rn(ff::mul_rn(x.hi(), -0.5f), x.hi());
  const auto is_one = [&](ff_t z) {
    return ff::equal(z.hi(), 1.0f) && !ff::less(0x1p-100f, ff::abs(ff::sub_rn(z.lo(), square)));
  };
  const auto is_x = [&](ff_t z) {
    const float difference = ff::abs(ff::add_rn(ff::sub_rn(z.hi(), x.hi()), ff::sub_rn(z.lo(), x.lo())));
    return to_bits(z.hi()) >> 31 == to_bits(x.hi()) >> 31 &&
           !ff::less(ff::mul_rn(ff::abs(x.hi()), 0x1p-76f), difference);
  };
  return is_x(ff::sin(x)) && is_x(ff::tan(x)) && is_x(ff::sincos(x).s) && is_one(c) &&
         is_one(ff::sincos(x).c);
}

TEST_F(Trigonometry, tiny_arguments) {
  EXPECT_TRUE((holds_for<tiny, zeros_and_tiny_pairs>(vectors(1 << 18, 1 << 26))));
}

// ---------------------------------------------------------------- identities

// Odd and even bit for bit, pairs, and sin^2 + cos^2 = 1, tan cos = sin to a few u^2, for every exponent.
FF_HD_LARGE bool identities(ff_t x) {
  const ff_t s = ff::sin(x), c = ff::cos(x), t = ff::tan(x);
  const auto both = ff::sincos(x);
  return is_odd<ff::sin>(x) && is_even<ff::cos>(x) && is_odd<ff::tan>(x) && is_rounded(s) && is_rounded(c) &&
         is_rounded(t) && is_rounded(both.s) && is_rounded(both.c) && near(both.s, s, 29.5f) &&
         near(both.c, c, 29.5f) && near(ff::add22(ff::mul22(s, s), ff::mul22(c, c)), 1.0f, 29.5f) &&
         near(ff::mul22(t, c), s, 29.5f);
}
TEST_F(Trigonometry, identities) {
  EXPECT_TRUE(holds_for<identities>(pairs_of{-60, 126}, vectors(1 << 19, 1 << 28)));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

// The worst arguments found, and of the pairs of many binades the nearest to multiples of pi/2.
constexpr known sin_hard[] = {
    {from_words(-0x1.ea7b2ap12f, -0x1.590ccep-17f), from_words(0x1.66dd0ap-11f, 0x1.f17ffp-36f)},
    {from_words(0x1.00000ep-12f, 0x1p-36f), from_words(0x1.00000ep-12f, 0x1.aaaa9cp-37f)},
    {from_words(-0x1.58fc72p12f, -0x1.3f6968p-13f), from_words(-0x1.42fb1ep-12f, -0x1.5313e6p-37f)},
    {from_words(-0x1.8936eap15f, -0x1.9a1532p-10f), from_words(0x1.60e6d6p-9f, 0x1.0d1ebp-34f)},
    {from_words(0x1.a33b16p15f, -0x1.95318ap-10f), from_words(0x1.60f6e2p-9f, 0x1.03f60ep-35f)},
    {from_words(0x1.73e2d4p11f, 0x1.d9706cp-14f), from_words(-0x1.04ebb6p-12f, 0x1.9d8e04p-37f)},
    {from_words(0x1p112f, 0x1.000002p85f), from_words(-0x1.049ea6p-1f, -0x1.feca7ap-26f)},
    {from_words(0x1.921fb6p13f, -0x1.777a5cp-12f), from_words(0x1.ee59dap-37f, -0x1.98a2ep-64f)},
    {from_words(0x1.921fb6p1f, -0x1.777a5cp-24f), from_words(-0x1.ee59dap-49f, 0x1.98a2ep-76f)},
    {from_words(0x1.d5468p10f, 0x1.92d1f4p-15f), from_words(-0x1p0f, 0x1.9f8d22p-93f)},
    {from_words(0x1.51f80cp19f, 0x1.f91584p-6f), from_words(-0x1p0f, 0x1.75986ep-98f)},
    {from_words(0x1.ce39eap28f, -0x1.ef244p1f), from_words(0x1p0f, -0x1.f9b27ep-93f)},
    {from_words(0x1.ffbf3ep37f, -0x1.91364p8f), from_words(0x1.896dbcp-49f, 0x1.4edd24p-76f)},
    {from_words(0x1.0e826cp46f, 0x1.d618b8p21f), from_words(-0x1p0f, 0x1.17a66ep-95f)},
    {from_words(0x1.e50f1cp55f, -0x1.552a08p30f), from_words(-0x1p0f, 0x1.21a92p-96f)},
    {from_words(0x1.d847b4p64f, -0x1.568f54p39f), from_words(-0x1.8967a4p-46f, 0x1.4638a8p-73f)},
    {from_words(0x1.532016p73f, -0x1.0027ap48f), from_words(0x1p0f, -0x1.94fd7ep-94f)},
    {from_words(0x1.8f662ap82f, 0x1.0a2fbp56f), from_words(0x1p0f, -0x1.b9bdbap-97f)},
    {from_words(0x1.b7b896p91f, -0x1.3f3d08p65f), from_words(0x1.1d25c6p-49f, 0x1.b41996p-74f)},
    {from_words(0x1.e3d2f4p100f, -0x1.6267d8p74f), from_words(0x1p0f, -0x1.13e412p-91f)},
    {from_words(0x1.d99e16p109f, 0x1.03d5b4p84f), from_words(0x1.e1584cp-52f, 0x1.bd23e6p-77f)},
    {from_words(0x1.9a8b26p118f, 0x1.9fb1fp91f), from_words(-0x1.365df4p-48f, 0x1.915ce6p-74f)},
    {from_words(0x1.4f8464p-10f, -0x1.927f0cp-38f), from_words(0x1.4f845ep-10f, -0x1.a02dbap-38f)},
    {from_words(0x1.7d882p+15f, -0x1.f1e5d2p-10f), from_words(-0x1.6f1502p-9f, 0x1.258acp-39f)},
    {from_words(0x1.11e864p12f, 0x1.d5cbecp-13f), from_words(-0x1.7a50bcp-9f, 0x1.b96f1cp-37f)},
    {from_words(0x1.4c9bdap-10f, -0x1.ffffc8p-37f), from_words(0x1.4c9bd4p-10f, -0x1.93c1acp-38f)},
    {from_words(0x1.bac4b6p12f, -0x1.a19c84p-13f), from_words(-0x1.6f14f6p-9f, 0x1.02dae6p-41f)},
    {from_words(0x1.94e12ap23f, 0x1.babe08p-2f), from_words(-0x1.6f4b9ep-10f, 0x1.0e5f2ep-36f)}};
constexpr known cos_hard[] = {
    {from_words(-0x1.b380ccp10f, 0x1.876286p-20f), from_words(0x1.62c95cp-11f, -0x1.ac6922p-36f)},
    {from_words(-0x1.edd1b2p11f, -0x1.e5587p-16f), from_words(0x1.017bcp-12f, -0x1.87399p-39f)},
    {from_words(0x1.fb9ee4p13f, -0x1.b20d3cp-12f), from_words(-0x1.03635p-2f, 0x1.fed212p-27f)},
    {from_words(-0x1.fffffep126f, -0x1.e7a15ap101f), from_words(0x1.4eb9a4p-9f, -0x1.f4dc3cp-34f)},
    {from_words(0x1.921fb6p0f, -0x1.777a5cp-25f), from_words(-0x1.ee59dap-50f, 0x1.98a2ep-77f)},
    {from_words(0x1.921fb6p1f, -0x1.777a5cp-24f), from_words(-0x1p0f, 0x1.dd4f72p-98f)},
    {from_words(0x1.d5468p10f, 0x1.92d1f4p-15f), from_words(-0x1.462946p-46f, 0x1.f1fecep-71f)},
    {from_words(0x1.51f80cp19f, 0x1.f91584p-6f), from_words(0x1.b55b4ep-49f, 0x1.860358p-75f)},
    {from_words(0x1.ce39eap28f, -0x1.ef244p1f), from_words(-0x1.67cdacp-46f, -0x1.4416e6p-72f)},
    {from_words(0x1.ffbf3ep37f, -0x1.91364p8f), from_words(-0x1p0f, 0x1.2e510ep-98f)},
    {from_words(0x1.0e826cp46f, 0x1.d618b8p21f), from_words(-0x1.0b905ap-47f, -0x1.95836ap-72f)},
    {from_words(0x1.e50f1cp55f, -0x1.552a08p30f), from_words(0x1.811b02p-48f, 0x1.f494e8p-73f)},
    {from_words(0x1.d847b4p64f, -0x1.568f54p39f), from_words(0x1p0f, -0x1.2e47bp-92f)},
    {from_words(0x1.532016p73f, -0x1.0027ap48f), from_words(0x1.c75ccap-47f, 0x1.f4c2b2p-72f)},
    {from_words(0x1.8f662ap82f, 0x1.0a2fbp56f), from_words(0x1.50484p-48f, -0x1.ee6eccp-73f)},
    {from_words(0x1.b7b896p91f, -0x1.3f3d08p65f), from_words(0x1p0f, -0x1.3d9d22p-99f)},
    {from_words(0x1.e3d2f4p100f, -0x1.6267d8p74f), from_words(-0x1.09c26ap-45f, 0x1.e0a10ap-71f)},
    {from_words(0x1.d99e16p109f, 0x1.03d5b4p84f), from_words(0x1p0f, -0x1.c48678p-104f)},
    {from_words(0x1.9a8b26p118f, 0x1.9fb1fp91f), from_words(-0x1p0f, 0x1.7847acp-97f)},
    {from_words(0x1.9d056ep+12f, -0x1.021f28p-14f), from_words(-0x1.bf2a12p-11f, 0x1.25b2b2p-41f)},
    {from_words(0x1.336292p12f, -0x1.e5e91ep-13f), from_words(-0x1.7a522ap-9f, 0x1.c2bc1cp-37f)},
    {from_words(-0x1.d9229ep13f, -0x1.11b50cp-12f), from_words(-0x1.17e562p-1f, 0x1.0517a6p-30f)},
    {from_words(0x1.0d5a08p17f, 0x1.f33884p-9f), from_words(0x1.6eb646p-9f, -0x1.047d8ap-40f)},
    {from_words(-0x1.b8dc2ep27f, 0x1.8386ccp2f), from_words(-0x1.bcef3ep-11f, 0x1.27e022p-39f)}};
constexpr known tan_hard[] = {
    {from_words(-0x1.32b2bap10f, -0x1.c3689ap-15f), from_words(0x1.58c4b6p10f, -0x1.1d1c84p-15f)},
    {from_words(-0x1.b42c0ep16f, -0x1.af62b4p-9f), from_words(0x1.cb5978p9f, -0x1.ed4088p-20f)},
    {from_words(0x1.c88348p11f, 0x1.35bdfap-17f), from_words(-0x1.cb5978p9f, 0x1.f15c46p-20f)},
    {from_words(0x1.979f24p9f, 0x1.f58ddcp-18f), from_words(-0x1.0e908ep42f, 0x1.855aaep17f)},
    {from_words(-0x1.476e86p-12f, 0x1p-36f), from_words(-0x1.476e86p-12f, 0x1.35cc4ap-38f)},
    {from_words(0x1.94cb14p-12f, -0x1.7f47eep-38f), from_words(0x1.94cb14p-12f, 0x1.e31662p-37f)},
    {from_words(0x1.0b8852p41f, 0x1.5975f2p16f), from_words(0x1.7e5f5p-12f, 0x1.364562p-39f)},
    {from_words(0x1.921fb6p0f, -0x1.777a5cp-25f), from_words(-0x1.0923bap49f, -0x1.58f0f2p20f)},
    {from_words(0x1.921fb6p13f, -0x1.777a5cp-12f), from_words(0x1.ee59dap-37f, -0x1.98a2ep-64f)},
    {from_words(0x1.921fb6p1f, -0x1.777a5cp-24f), from_words(0x1.ee59dap-49f, -0x1.98a2ep-76f)},
    {from_words(0x1.d5468p10f, 0x1.92d1f4p-15f), from_words(0x1.91dcd6p45f, -0x1.f2db02p20f)},
    {from_words(0x1.51f80cp19f, 0x1.f91584p-6f), from_words(-0x1.2bb0fap48f, -0x1.d7db72p23f)},
    {from_words(0x1.ce39eap28f, -0x1.ef244p1f), from_words(-0x1.6c49aep45f, -0x1.1dd4f4p20f)},
    {from_words(0x1.ffbf3ep37f, -0x1.91364p8f), from_words(-0x1.896dbcp-49f, -0x1.4edd24p-76f)},
    {from_words(0x1.0e826cp46f, 0x1.d618b8p21f), from_words(0x1.e9df2ep46f, -0x1.ec5a1p19f)},
    {from_words(0x1.e50f1cp55f, -0x1.552a08p30f), from_words(-0x1.545a7ep47f, 0x1.52b42ap22f)},
    {from_words(0x1.d847b4p64f, -0x1.568f54p39f), from_words(-0x1.8967a4p-46f, 0x1.4638a8p-73f)},
    {from_words(0x1.532016p73f, -0x1.0027ap48f), from_words(0x1.1fd74ep46f, -0x1.62ad44p21f)},
    {from_words(0x1.8f662ap82f, 0x1.0a2fbp56f), from_words(0x1.85c492p47f, 0x1.b3bb76p22f)},
    {from_words(0x1.b7b896p91f, -0x1.3f3d08p65f), from_words(0x1.1d25c6p-49f, 0x1.b41996p-74f)},
    {from_words(0x1.e3d2f4p100f, -0x1.6267d8p74f), from_words(-0x1.ed32acp44f, -0x1.df0d82p17f)},
    {from_words(0x1.d99e16p109f, 0x1.03d5b4p84f), from_words(0x1.e1584cp-52f, 0x1.bd23e6p-77f)},
    {from_words(0x1.9a8b26p118f, 0x1.9fb1fp91f), from_words(0x1.365df4p-48f, -0x1.915ce6p-74f)},
    {from_words(0x1.3218ccp-11f, -0x1.2644aap-37f), from_words(0x1.3218cep-11f, -0x1.098208p-42f)},
    {from_words(0x1.4b0b92p11f, -0x1.a0e556p-14f), from_words(-0x1.294c9ep-10f, 0x1.84d6d2p-40f)},
    {from_words(-0x1.7f458cp6f, 0x1.fb98aap-22f), from_words(-0x1.7b0dbep10f, 0x1.ab229ap-16f)},
    {from_words(-0x1.4b8f8ep14f, 0x1.b3b7a2p-15f), from_words(0x1.e02fcep9f, 0x1.87be36p-17f)}};

TEST_F(Trigonometry, worst_cases_and_pairs_next_to_multiples_of_half_pi) {
  EXPECT_TRUE(gives<ff::sin>(sin_hard, 3.75f));
  EXPECT_TRUE(gives<sine_of_both>(sin_hard, 3.75f));
  EXPECT_TRUE(gives<ff::cos>(cos_hard, 3.75f));
  EXPECT_TRUE(gives<cosine_of_both>(cos_hard, 3.75f));
  EXPECT_TRUE(gives<ff::tan>(tan_hard, 3.75f));
}

// ---------------------------------------------------------------- the reduction

FF_HD_LARGE ff::detail::large_parts in_integers(ff_t x) {
  return ff::detail::reduce_any(ff::abs(x.hi()), ff::detail::flip_by(x.lo(), x.hi()));
}

// The reduced argument of the main path and that of the integer path.
FF_HD_LARGE bool either_reduction(ff_t x) {
  const auto p = ff::detail::split_quadrant(x);
  if (!p.ordinary) return true;
  const auto r = in_integers(x);
  const double sign = x.hi() < 0 ? -1 : 1;
  const ff_t y = ff::add22(ff_t(p.a), ff_t(p.l));
  const double n = static_cast<double>(p.n);
  // r, less the multiple of pi/2 that another rounding of x 2/pi leaves
  const double other = static_cast<double>(y) - n * 0x1.4442d18469899p-24;
  const uint32 r_quadrant = x.hi() < 0 ? 0 - r.quadrant : r.quadrant;
  const double turns = static_cast<double>(static_cast<int>((p.quadrant - r_quadrant) << 30) >> 30);
  const double e = other + turns * 0x1.921fb54442d18p0 -
                   sign * (ff::widen(r.rest.head) + ff::widen(r.rest.low) + ff::widen(r.rest.tail));
  return (e < 0 ? -e : e) < 0x1p-48;
}

TEST_F(Trigonometry, both_reductions_agree) {
  EXPECT_TRUE(holds_for<either_reduction>(pairs_of{-20, 13}, vectors(1 << 19, 1 << 28)));
}

// Large arguments: the rest of the reduction in floats and that in integers, of the same quadrant but where
// that changes.
FF_HD_LARGE bool either_large_reduction(ff_t x) {
  const auto p = ff::detail::reduce_large(x);
  const auto r = in_integers(x);
  if (((p.quadrant ^ r.quadrant) & 3u) != 0) return ff::less(0.785f, ff::abs(r.y));
  const ff_t beside =
      ff_t(p.rest.head) - p.y + p.rest.v + p.rest.low;  // y, which chooses the cell, is all but the last bits
  if (!ff::less(ff::abs(beside.hi()), 0x1p-21f)) return false;
  const ff_t left =
      ff_t(p.rest.head) - r.rest.head + p.rest.v - r.rest.low + p.rest.low + p.rest.tail - r.rest.tail;
  return !ff::less(ff::mul_rn(ff::abs(r.y), 0x1.8p-47f), ff::abs(left.hi()));
}
// Pairs and weak pairs up to 2^30; a half of them within 2^-3 to 2^-13 of a multiple of pi/2.
FF_HD_LARGE one_pair large_pairs(uint64 i) {
  draws d(i);
  const ff_t x = i % 4 == 0 ? d.weak_pair(13, 29) : d.pair(13, 29);
  if (i % 2 == 0) return {x};
  const double n = static_cast<double>(d.between(1 << 28, 683565275) >> d.between(0, 15));
  const double near = n * 0x1.921fb54442d18p0 + ff::widen(d.in(-13, -4));
  const float hi = static_cast<float>(near);
  const ff_t pair = from_words(hi, static_cast<float>(near - ff::widen(hi)));
  return {d.coin() ? -pair : pair};
}
TEST_F(Trigonometry, both_reductions_of_large_arguments_agree) {
  EXPECT_TRUE((holds_for<either_large_reduction, large_pairs>(vectors(1 << 20, 1 << 28))));
}

// Any bits, words that are no pair and cancel included, read rows of the tables only.
FF_HD_LARGE bool within(uint32 index, ff::detail::cell_grid grid) {
  return index - 2 * grid.first < 2 * grid.cells;
}
template <class Parts>
FF_HD_LARGE bool within_tables(const Parts& p) {
  using namespace ff::detail;
  return within(cell_index(cell_key(p.y, sine_grid), p.quadrant, sine_grid), sine_grid) &&
         within(cell_index(cell_key(p.y, tangent_grid), p.quadrant, tangent_grid), tangent_grid);
}
FF_HD_LARGE bool any_bits(ff_t x) {
  const auto p = ff::detail::split_quadrant(x);
  return p.ordinary ? within_tables(p) : within_tables(ff::detail::reduce_large(x));
}
TEST_F(Trigonometry, any_bits_stay_within_the_tables) {
  EXPECT_TRUE((holds_for<any_bits, any_bits_of_two>(vectors(1 << 20, 1 << 28))));
}

// ---------------------------------------------------------------- constant expressions

static_assert(is(ff::cos(ff_t(0.0f)), 1.0f));
static_assert(ff::sin(ff_t(1.0f)).hi() == 0x1.aed548p-1f && ff::sin(ff_t(0x1p100f)).hi() == -0x1.be8edap-1f);
static_assert(is(ff::sin(ff_t(0x1p20f)), from_words(0x1.526cccp-2f, -0x1.a06f36p-27f)));
static_assert(ff::tan(ff_t(0x1.8p29f)).hi() == 0x1.d5b72p+0f &&
              ff::sincos(ff_t(0x1.8p29f)).c.hi() == 0x1.ea0984p-2f);
static_assert(ff::tan(ff_t(2.0f)).hi() == -0x1.17af62p+1f && ff::sincos(ff_t(1.0f)).c.hi() == 0x1.14a28p-1f);

}  // namespace
