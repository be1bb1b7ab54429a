// sinpi, cospi, sincospi and tanpi: arguments that are not finite, exact values, identities that hold bit for
// bit, and the worst cases known.
#include <ff/math/trig_pi.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using HalfTurns = Everywhere;

FF_HD_LARGE constexpr ff_t sine_of_both(ff_t x) { return ff::sincospi(x).s; }
FF_HD_LARGE constexpr ff_t cosine_of_both(ff_t x) { return ff::sincospi(x).c; }

// ---------------------------------------------------------------- special values

TEST_F(HalfTurns, non_finite_arguments_give_nan) {
  EXPECT_TRUE(gives<ff::sinpi>(not_finite));
  EXPECT_TRUE(gives<ff::sinpi>(low_word_not_finite));
  EXPECT_TRUE(gives<ff::cospi>(not_finite));
  EXPECT_TRUE(gives<ff::cospi>(low_word_not_finite));
  EXPECT_TRUE(gives<ff::tanpi>(not_finite));
  EXPECT_TRUE(gives<ff::tanpi>(low_word_not_finite));
  EXPECT_TRUE(gives<sine_of_both>(not_finite));
  EXPECT_TRUE(gives<sine_of_both>(low_word_not_finite));
  EXPECT_TRUE(gives<cosine_of_both>(not_finite));
  EXPECT_TRUE(gives<cosine_of_both>(low_word_not_finite));
}

// k/4 for every k with |k| < 2^12, and larger ones with a low word: C23, F.10.1.
struct quarters {
  FF_HD_LARGE one_pair input(uint64 i) const {
    const int k = static_cast<int>(i & 8191) - 4096;
    const float q = 0.25f * static_cast<float>(k);
    return {i < 8192 ? ff_t(q) : from_words(i % 3 == 0 ? 0x1p60f : i % 3 == 1 ? 0x1p20f : -0x1.8p33f, q)};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    const int k = static_cast<int>(i & 8191) - 4096, turn = k & 7;
    const bool below = ff::less(x.hi(), 0.0f);
    const ff_t s = ff::sinpi(x), c = ff::cospi(x), t = ff::tanpi(x);
    const auto both = ff::sincospi(x);
    if (!is(both.s, s) && (k & 1) == 0) return false;
    if (!is(both.c, c) && (k & 1) == 0) return false;
    const float zero = below ? -0.0f : 0.0f, turned = (turn & 4) != 0 ? ff::neg(zero) : zero;
    switch (turn) {
      case 0:
      case 4:
        return is(s, zero) && is(c, turn == 0 ? 1.0f : -1.0f) && is(t, turned);
      case 2:
      case 6:
        return is(s, turn == 2 ? 1.0f : -1.0f) && is(c, 0.0f) && is(t, turn == 2 ? inf : -inf);
      default: {
        const ff_t root = from_words(0x1.6a09e6p-1f, 0x1.9fcef4p-27f);  // sqrt(1/2)
        const double e = static_cast<double>(ff::detail::flip_sign(s, ff::detail::sign_bit(s.hi()))) -
                         static_cast<double>(root);
        return (e < 0 ? -e : e) < 5e-15 && ff::less(s.hi(), 0.0f) == (turn > 4);
      }
    }
  }
};

TEST_F(HalfTurns, exact_at_multiples_of_a_half) { EXPECT_TRUE(holds(quarters{}, 16384)); }

// ---------------------------------------------------------------- identities

// Odd and even bit for bit, pairs, and sin^2 + cos^2 = 1 to a few u^2, for every exponent.
FF_HD_LARGE bool identities(ff_t x) {
  const ff_t s = ff::sinpi(x), c = ff::cospi(x);
  const auto both = ff::sincospi(x);
  return is_odd<ff::sinpi>(x) && is_even<ff::cospi>(x) && is_odd<ff::tanpi>(x) && is_rounded(s) &&
         is_rounded(c) && near(both.s, s, 29.5f) && near(both.c, c, 29.5f) &&
         near(ff::add22(ff::mul22(s, s), ff::mul22(c, c)), 1.0f, 29.5f);
}
TEST_F(HalfTurns, identities) {
  EXPECT_TRUE(holds_for<identities>(pairs_of{-60, 126}, vectors(1 << 19, 1 << 28)));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known sinpi_hard[] = {
    {from_words(-0x1.4857bp-12f, -0x1p-36f), from_words(-0x1.01e12cp-10f, -0x1.9a5b3p-35f)},
    {from_words(0x1.ff5b2p-1f, -0x1.c95e2ap-27f), from_words(0x1.02fcb4p-8f, -0x1.673748p-33f)},
    {from_words(-0x1.4b3638p-12f, -0x1.225bdap-37f), from_words(-0x1.042212p-10f, -0x1.51f118p-35f)},
    {from_words(-0x1.46d03p-17f, -0x1.2d7bf8p-49f), from_words(-0x1.00adb2p-15f, -0x1.fea80ep-40f)},
    {from_words(-0x1.515p-116f, 0x1p-140f), from_words(-0x1.08ecb2p-114f, -0x1.f58p-139f)},
    {from_words(0x1.800002p23f, 0x1.8p-2f), from_words(-0x1.d906bcp-1f, -0x1.e651a8p-26f)},
    {from_words(0x1.a86e8ap-12f, 0x1.728eaap-37f), from_words(0x1.4d590ep-10f, -0x1.59f1aep-41f)},
    {from_words(0x1.1c0db6p-12f, 0x1.29569p-37f), from_words(0x1.be30b4p-11f, -0x1.e7e9ep-41f)},
    {from_words(0x1.400e1ep2f, 0x1.3d61cep-23f), from_words(-0x1.62dd32p-9f, 0x1.4f0da4p-40f)}};
constexpr known cospi_hard[] = {
    {from_words(-0x1.ffad72p-2f, -0x1.692b24p-28f), from_words(0x1.03594cp-10f, 0x1.bb8c1p-35f)},
    {from_words(-0x1.3ffd46p1f, 0x1.1289f2p-25f), from_words(0x1.12359p-12f, 0x1.891462p-37f)},
    {from_words(0x1.1p10f, 0x1p-40f), from_words(0x1p0f, -0x1.3bd3ccp-78f)},
    {from_words(0x1.18011cp+4f, 0x1.2afc9cp-30f), from_words(0x1.be1b9ep-11f, 0x1.f40e04p-36f)},
    {from_words(0x1.002382p-1f, -0x1.24b3cap-27f), from_words(-0x1.be30b4p-11f, 0x1.ba8fb4p-43f)},
    {from_words(-0x1.4379d8p-2f, -0x1.05a1ap-27f), from_words(0x1.17e562p-1f, -0x1.fd556cp-31f)}};
constexpr known tanpi_hard[] = {
    {from_words(0x1.3fffa8p4f, 0x1.9b9204p-23f), from_words(-0x1.13d42ep-12f, 0x1.0edbacp-37f)},
    {from_words(-0x1.477d8ep-14f, -0x1.7391e6p-39f), from_words(-0x1.0135dep-12f, 0x1.1bc7ep-37f)},
    {from_words(0x1.fff614p-2f, 0x1.362e72p-27f), from_words(0x1.06e018p13f, 0x1.e9f1dcp-12f)},
    {from_words(0x1p-1f, 0x1.8c4p-120f), from_words(-0x1.a529dep117f, 0x1.8baab6p89f)},
    {from_words(-0x1.4b6e88p39f, 0x1.75db8p14f), from_words(-0x1.a8279ap-2f, 0x1.80c434p-28f)},
    {from_words(0x1.52c7ep-9f, 0x1.aae698p-36f), from_words(0x1.0a156ap-7f, -0x1.50167p-32f)},
    {from_words(0x1.ffc96ap-2f, -0x1.f0a092p-27f), from_words(0x1.7e2312p10f, -0x1.0b651ap-16f)},
    {from_words(0x1.894b3p-13f, -0x1.a963cp-39f), from_words(0x1.34e466p-11f, -0x1.f575a2p-44f)},
    {from_words(0x1.ffc8f8p-2f, -0x1.9631c8p-30f), from_words(0x1.7b1182p10f, -0x1.2f372cp-15f)}};

TEST_F(HalfTurns, worst_cases) {
  EXPECT_TRUE(gives<ff::sinpi>(sinpi_hard, 2.25f));
  EXPECT_TRUE(gives<sine_of_both>(sinpi_hard, 2.25f));
  EXPECT_TRUE(gives<ff::cospi>(cospi_hard, 2));
  EXPECT_TRUE(gives<cosine_of_both>(cospi_hard, 2.25f));
  EXPECT_TRUE(gives<ff::tanpi>(tanpi_hard, 4.5f));
}

// ---------------------------------------------------------------- the reduction

// Any bits, words that are no pair and cancel included, read rows of the tables only.
FF_HD_LARGE bool within(uint32 index, ff::detail::cell_grid grid) {
  return index - 2 * grid.first < 2 * grid.cells;
}
FF_HD_LARGE bool any_bits(ff_t x) {
  using namespace ff::detail;
  const quadrant_rest r = split_half_turn(x.hi(), x.lo());
  return within(cell_index(angle_key(r, sine_grid), r.quadrant, sine_grid), sine_grid) &&
         within(cell_index(angle_key(r, tangent_grid), r.quadrant, tangent_grid), tangent_grid);
}
TEST_F(HalfTurns, any_bits_stay_within_the_tables) {
  EXPECT_TRUE((holds_for<any_bits, any_bits_of_two>(vectors(1 << 20, 1 << 28))));
}

// ---------------------------------------------------------------- constant expressions

static_assert(is(ff::cospi(ff_t(0.5f)), 0.0f) && is(ff::tanpi(ff_t(1.5f)), -inf));

}  // namespace
