// sin, cos, sincos, tan and their relatives in half-turns: special values, exact values, identities that hold
// bit for bit, the worst cases known, and the nearest pairs to multiples of pi/2.
#include <cmath>
#include <ff/math/trig_pi.hpp>

#include "everywhere.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

struct Trigonometry : Everywhere {};

constexpr float infinity = ff::detail::infinity, quiet_nan = ff::detail::quiet_nan;

FF_HD constexpr bool same(ff_t x, ff_t y) {
  return to_bits(x.hi()) == to_bits(y.hi()) && ff::equal(x.lo(), y.lo());
}
FF_HD constexpr bool is_nan(ff_t x) { return !ff::equal(x.hi(), x.hi()); }
FF_HD constexpr bool is(ff_t x, float hi) { return same(x, ff_t(hi)); }

// ---------------------------------------------------------------- special values

// Infinities, NaN and words that are either, alone and as a low word: NaN everywhere.
struct non_finite {
  FF_HD one_pair input(uint64 i) const {
    const float special = i % 3 == 0 ? infinity : i % 3 == 1 ? -infinity : quiet_nan;
    return {i < 3 ? ff_t(special) : ff_t(i < 6 ? 1.5f : 0x1p100f, special)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    return is_nan(ff::sin(x)) && is_nan(ff::cos(x)) && is_nan(ff::tan(x)) && is_nan(ff::sinpi(x)) &&
           is_nan(ff::cospi(x)) && is_nan(ff::tanpi(x)) && is_nan(ff::sincos(x).s) &&
           is_nan(ff::sincos(x).c) && is_nan(ff::sincospi(x).s) && is_nan(ff::sincospi(x).c);
  }
};

// Zeros, and the subnormal and tiny arguments with sin x and tan x next to x, cos x to 1 - x^2/2.
struct tiny {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const float hi = i < 2 ? 0.0f : from_bits(d.word() % to_bits(0x1p-39f));
    const ff_t x(hi, i < 2 ? 0.0f : d.low_word(draws::exponent(hi)));
    return {d.coin() || i == 1 ? -x : x};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, c = ff::cos(x);
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
};

TEST_F(Trigonometry, non_finite_arguments_give_nan) { EXPECT_TRUE(holds(non_finite{}, 9)); }

// ---------------------------------------------------------------- half-turns, exact

// k/4 for every k with |k| < 2^12, and larger ones with a low word: C23, F.10.1.
struct quarters {
  FF_HD one_pair input(uint64 i) const {
    const int k = static_cast<int>(i & 8191) - 4096;
    const float q = 0.25f * static_cast<float>(k);
    return {i < 8192 ? ff_t(q) : ff_t(i % 3 == 0 ? 0x1p60f : i % 3 == 1 ? 0x1p20f : -0x1.8p33f, q)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    const int k = static_cast<int>(i & 8191) - 4096, turn = k & 7;
    const bool below = ff::less(x.hi(), 0.0f);
    const ff_t s = ff::sinpi(x), c = ff::cospi(x), t = ff::tanpi(x);
    const auto both = ff::sincospi(x);
    if (!same(both.s, s) && (k & 1) == 0) return false;
    if (!same(both.c, c) && (k & 1) == 0) return false;
    const float zero = below ? -0.0f : 0.0f, turned = (turn & 4) != 0 ? ff::neg(zero) : zero;
    switch (turn) {
      case 0:
      case 4:
        return is(s, zero) && is(c, turn == 0 ? 1.0f : -1.0f) && is(t, turned);
      case 2:
      case 6:
        return is(s, turn == 2 ? 1.0f : -1.0f) && is(c, 0.0f) && is(t, turn == 2 ? infinity : -infinity);
      default: {
        const ff_t root(0x1.6a09e6p-1f, 0x1.9fcef4p-27f);  // sqrt(1/2)
        const double e = static_cast<double>(ff::detail::flip_sign(s, ff::detail::sign_bit(s.hi()))) -
                         static_cast<double>(root);
        return (e < 0 ? -e : e) < 5e-15 && ff::less(s.hi(), 0.0f) == (turn > 4);
      }
    }
  }
};

TEST_F(Trigonometry, half_turns_are_exact_at_multiples_of_a_half) { EXPECT_TRUE(holds(quarters{}, 16384)); }
TEST_F(Trigonometry, tiny_arguments) { EXPECT_TRUE(holds(tiny{}, vectors(1 << 18, 1 << 26))); }

// ---------------------------------------------------------------- identities

// Odd and even bit for bit, pairs, and sin^2 + cos^2 = 1, tan cos = sin to a few u^2, for every exponent.
struct identities {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    return {d.pair(-60, 126)};
  }
  FF_HD static bool is_pair(ff_t x) { return ff::equal(ff::add_rn(x.hi(), x.lo()), x.hi()); }
  FF_HD static bool near(ff_t x, ff_t y) {
    const ff_t d = ff::sub22(x, y);
    return !ff::less(ff::mul_rn(ff::abs(y.hi()), 30 * 0x1p-48f), ff::abs(d.hi()));
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    const ff_t s = ff::sin(x), c = ff::cos(x), t = ff::tan(x), sp = ff::sinpi(x), cp = ff::cospi(x);
    const auto both = ff::sincos(x);
    const auto pi = ff::sincospi(x);
    return same(ff::sin(-x), -s) && same(ff::cos(-x), c) && same(ff::tan(-x), -t) &&
           same(ff::sinpi(-x), -sp) && same(ff::cospi(-x), cp) && same(ff::tanpi(-x), -ff::tanpi(x)) &&
           is_pair(s) && is_pair(c) && is_pair(t) && is_pair(sp) && is_pair(cp) && is_pair(both.s) &&
           is_pair(both.c) && near(both.s, s) && near(both.c, c) && near(pi.s, sp) && near(pi.c, cp) &&
           near(ff::add22(ff::mul22(s, s), ff::mul22(c, c)), ff_t(1.0f)) &&
           near(ff::add22(ff::mul22(sp, sp), ff::mul22(cp, cp)), ff_t(1.0f)) && near(ff::mul22(t, c), s);
  }
};

TEST_F(Trigonometry, identities) { EXPECT_TRUE(holds(identities{}, vectors(1 << 19, 1 << 28))); }

// ---------------------------------------------------------------- values

// x and what MPFR gives, rounded to a pair: function, argument, result.
enum class function : int { sin, cos, tan, sinpi, cospi, tanpi };
struct known_value {
  function f;
  float x, x_low, y, y_low;
};
constexpr int known_values = 74;
FF_HD known_value known(uint64 i) {
  constexpr known_value all[known_values] = {
      {function::sin, 0x1.00000ep-12f, 0x1p-36f, 0x1.00000ep-12f, 0x1.aaaa9cp-37f},
      {function::sin, -0x1.58fc72p12f, -0x1.3f6968p-13f, -0x1.42fb1ep-12f, -0x1.5313e6p-37f},
      {function::sin, -0x1.8936eap15f, -0x1.9a1532p-10f, 0x1.60e6d6p-9f, 0x1.0d1ebp-34f},
      {function::sin, 0x1.a33b16p15f, -0x1.95318ap-10f, 0x1.60f6e2p-9f, 0x1.03f60ep-35f},
      {function::sin, 0x1.73e2d4p11f, 0x1.d9706cp-14f, -0x1.04ebb6p-12f, 0x1.9d8e04p-37f},
      {function::cos, -0x1.edd1b2p11f, -0x1.e5587p-16f, 0x1.017bcp-12f, -0x1.87399p-39f},
      {function::cos, 0x1.fb9ee4p13f, -0x1.b20d3cp-12f, -0x1.03635p-2f, 0x1.fed212p-27f},
      {function::cos, -0x1.fffffep126f, -0x1.e7a15ap101f, 0x1.4eb9a4p-9f, -0x1.f4dc3cp-34f},
      {function::tan, 0x1.979f24p9f, 0x1.f58ddcp-18f, -0x1.0e908ep42f, 0x1.855aaep17f},
      {function::tan, -0x1.476e86p-12f, 0x1p-36f, -0x1.476e86p-12f, 0x1.35cc4ap-38f},
      {function::tan, 0x1.94cb14p-12f, -0x1.7f47eep-38f, 0x1.94cb14p-12f, 0x1.e31662p-37f},
      {function::tan, 0x1.0b8852p41f, 0x1.5975f2p16f, 0x1.7e5f5p-12f, 0x1.364562p-39f},
      {function::sin, 0x1p112f, 0x1.000002p85f, -0x1.049ea6p-1f, -0x1.feca7ap-26f},
      {function::sinpi, -0x1.4857bp-12f, -0x1p-36f, -0x1.01e12cp-10f, -0x1.9a5b3p-35f},
      {function::sinpi, 0x1.ff5b2p-1f, -0x1.c95e2ap-27f, 0x1.02fcb4p-8f, -0x1.673748p-33f},
      {function::sinpi, -0x1.4b3638p-12f, -0x1.225bdap-37f, -0x1.042212p-10f, -0x1.51f118p-35f},
      {function::sinpi, -0x1.46d03p-17f, -0x1.2d7bf8p-49f, -0x1.00adb2p-15f, -0x1.fea80ep-40f},
      {function::sinpi, -0x1.515p-116f, 0x1p-140f, -0x1.08ecb2p-114f, -0x1.f58p-139f},
      {function::cospi, -0x1.ffad72p-2f, -0x1.692b24p-28f, 0x1.03594cp-10f, 0x1.bb8c1p-35f},
      {function::cospi, -0x1.3ffd46p1f, 0x1.1289f2p-25f, 0x1.12359p-12f, 0x1.891462p-37f},
      {function::cospi, 0x1.1p10f, 0x1p-40f, 0x1p0f, -0x1.3bd3ccp-78f},
      {function::tanpi, 0x1.3fffa8p4f, 0x1.9b9204p-23f, -0x1.13d42ep-12f, 0x1.0edbacp-37f},
      {function::tanpi, -0x1.477d8ep-14f, -0x1.7391e6p-39f, -0x1.0135dep-12f, 0x1.1bc7ep-37f},
      {function::tanpi, 0x1.fff614p-2f, 0x1.362e72p-27f, 0x1.06e018p13f, 0x1.e9f1dcp-12f},
      {function::tanpi, 0x1p-1f, 0x1.8c4p-120f, -0x1.a529dep117f, 0x1.8baab6p89f},
      {function::tanpi, -0x1.4b6e88p39f, 0x1.75db8p14f, -0x1.a8279ap-2f, 0x1.80c434p-28f},
      {function::sinpi, 0x1.800002p23f, 0x1.8p-2f, -0x1.d906bcp-1f, -0x1.e651a8p-26f},
      {function::tan, 0x1.921fb6p0f, -0x1.777a5cp-25f, -0x1.0923bap49f, -0x1.58f0f2p20f},
      {function::tan, 0x1.921fb6p13f, -0x1.777a5cp-12f, 0x1.ee59dap-37f, -0x1.98a2ep-64f},
      {function::sin, 0x1.921fb6p13f, -0x1.777a5cp-12f, 0x1.ee59dap-37f, -0x1.98a2ep-64f},
      {function::cos, 0x1.921fb6p0f, -0x1.777a5cp-25f, -0x1.ee59dap-50f, 0x1.98a2ep-77f},
      {function::sin, 0x1.921fb6p1f, -0x1.777a5cp-24f, -0x1.ee59dap-49f, 0x1.98a2ep-76f},
      {function::sin, 0x1.921fb6p1f, -0x1.777a5cp-24f, -0x1.ee59dap-49f, 0x1.98a2ep-76f},
      {function::sin, 0x1.d5468p10f, 0x1.92d1f4p-15f, -0x1p0f, 0x1.9f8d22p-93f},
      {function::sin, 0x1.51f80cp19f, 0x1.f91584p-6f, -0x1p0f, 0x1.75986ep-98f},
      {function::sin, 0x1.ce39eap28f, -0x1.ef244p1f, 0x1p0f, -0x1.f9b27ep-93f},
      {function::sin, 0x1.ffbf3ep37f, -0x1.91364p8f, 0x1.896dbcp-49f, 0x1.4edd24p-76f},
      {function::sin, 0x1.0e826cp46f, 0x1.d618b8p21f, -0x1p0f, 0x1.17a66ep-95f},
      {function::sin, 0x1.e50f1cp55f, -0x1.552a08p30f, -0x1p0f, 0x1.21a92p-96f},
      {function::sin, 0x1.d847b4p64f, -0x1.568f54p39f, -0x1.8967a4p-46f, 0x1.4638a8p-73f},
      {function::sin, 0x1.532016p73f, -0x1.0027ap48f, 0x1p0f, -0x1.94fd7ep-94f},
      {function::sin, 0x1.8f662ap82f, 0x1.0a2fbp56f, 0x1p0f, -0x1.b9bdbap-97f},
      {function::sin, 0x1.b7b896p91f, -0x1.3f3d08p65f, 0x1.1d25c6p-49f, 0x1.b41996p-74f},
      {function::sin, 0x1.e3d2f4p100f, -0x1.6267d8p74f, 0x1p0f, -0x1.13e412p-91f},
      {function::sin, 0x1.d99e16p109f, 0x1.03d5b4p84f, 0x1.e1584cp-52f, 0x1.bd23e6p-77f},
      {function::sin, 0x1.9a8b26p118f, 0x1.9fb1fp91f, -0x1.365df4p-48f, 0x1.915ce6p-74f},
      {function::cos, 0x1.921fb6p1f, -0x1.777a5cp-24f, -0x1p0f, 0x1.dd4f72p-98f},
      {function::cos, 0x1.d5468p10f, 0x1.92d1f4p-15f, -0x1.462946p-46f, 0x1.f1fecep-71f},
      {function::cos, 0x1.51f80cp19f, 0x1.f91584p-6f, 0x1.b55b4ep-49f, 0x1.860358p-75f},
      {function::cos, 0x1.ce39eap28f, -0x1.ef244p1f, -0x1.67cdacp-46f, -0x1.4416e6p-72f},
      {function::cos, 0x1.ffbf3ep37f, -0x1.91364p8f, -0x1p0f, 0x1.2e510ep-98f},
      {function::cos, 0x1.0e826cp46f, 0x1.d618b8p21f, -0x1.0b905ap-47f, -0x1.95836ap-72f},
      {function::cos, 0x1.e50f1cp55f, -0x1.552a08p30f, 0x1.811b02p-48f, 0x1.f494e8p-73f},
      {function::cos, 0x1.d847b4p64f, -0x1.568f54p39f, 0x1p0f, -0x1.2e47bp-92f},
      {function::cos, 0x1.532016p73f, -0x1.0027ap48f, 0x1.c75ccap-47f, 0x1.f4c2b2p-72f},
      {function::cos, 0x1.8f662ap82f, 0x1.0a2fbp56f, 0x1.50484p-48f, -0x1.ee6eccp-73f},
      {function::cos, 0x1.b7b896p91f, -0x1.3f3d08p65f, 0x1p0f, -0x1.3d9d22p-99f},
      {function::cos, 0x1.e3d2f4p100f, -0x1.6267d8p74f, -0x1.09c26ap-45f, 0x1.e0a10ap-71f},
      {function::cos, 0x1.d99e16p109f, 0x1.03d5b4p84f, 0x1p0f, -0x1.c48678p-104f},
      {function::cos, 0x1.9a8b26p118f, 0x1.9fb1fp91f, -0x1p0f, 0x1.7847acp-97f},
      {function::tan, 0x1.921fb6p1f, -0x1.777a5cp-24f, 0x1.ee59dap-49f, -0x1.98a2ep-76f},
      {function::tan, 0x1.d5468p10f, 0x1.92d1f4p-15f, 0x1.91dcd6p45f, -0x1.f2db02p20f},
      {function::tan, 0x1.51f80cp19f, 0x1.f91584p-6f, -0x1.2bb0fap48f, -0x1.d7db72p23f},
      {function::tan, 0x1.ce39eap28f, -0x1.ef244p1f, -0x1.6c49aep45f, -0x1.1dd4f4p20f},
      {function::tan, 0x1.ffbf3ep37f, -0x1.91364p8f, -0x1.896dbcp-49f, -0x1.4edd24p-76f},
      {function::tan, 0x1.0e826cp46f, 0x1.d618b8p21f, 0x1.e9df2ep46f, -0x1.ec5a1p19f},
      {function::tan, 0x1.e50f1cp55f, -0x1.552a08p30f, -0x1.545a7ep47f, 0x1.52b42ap22f},
      {function::tan, 0x1.d847b4p64f, -0x1.568f54p39f, -0x1.8967a4p-46f, 0x1.4638a8p-73f},
      {function::tan, 0x1.532016p73f, -0x1.0027ap48f, 0x1.1fd74ep46f, -0x1.62ad44p21f},
      {function::tan, 0x1.8f662ap82f, 0x1.0a2fbp56f, 0x1.85c492p47f, 0x1.b3bb76p22f},
      {function::tan, 0x1.b7b896p91f, -0x1.3f3d08p65f, 0x1.1d25c6p-49f, 0x1.b41996p-74f},
      {function::tan, 0x1.e3d2f4p100f, -0x1.6267d8p74f, -0x1.ed32acp44f, -0x1.df0d82p17f},
      {function::tan, 0x1.d99e16p109f, 0x1.03d5b4p84f, 0x1.e1584cp-52f, 0x1.bd23e6p-77f},
      {function::tan, 0x1.9a8b26p118f, 0x1.9fb1fp91f, 0x1.365df4p-48f, -0x1.915ce6p-74f},
  };
  return all[i];
}

struct known_results {
  FF_HD one_pair input(uint64 i) const { return {{known(i).x, known(i).x_low}}; }
  FF_HD static bool agrees(ff_t got, ff_t want) {
    const ff_t error = ff::sub22(got, want);
    return !ff::less(ff::mul_rn(ff::abs(want.hi()), 4.25f * 0x1p-48f), ff::abs(error.hi()));
  }
  FF_HD bool operator()(uint64 i) const {
    const known_value k = known(i);
    const ff_t x(k.x, k.x_low), want(k.y, k.y_low);
    switch (k.f) {
      case function::sin:
        return agrees(ff::sin(x), want) && agrees(ff::sincos(x).s, want);
      case function::cos:
        return agrees(ff::cos(x), want) && agrees(ff::sincos(x).c, want);
      case function::tan:
        return agrees(ff::tan(x), want);
      case function::sinpi:
        return agrees(ff::sinpi(x), want) && agrees(ff::sincospi(x).s, want);
      case function::cospi:
        return agrees(ff::cospi(x), want) && agrees(ff::sincospi(x).c, want);
      default:
        return agrees(ff::tanpi(x), want);
    }
  }
};

TEST_F(Trigonometry, worst_cases_and_pairs_next_to_multiples_of_half_pi) {
  EXPECT_TRUE(holds(known_results{}, known_values));
}

// The reduced argument of the main path and that of the integer path.
struct either_reduction {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    return {d.pair(-20, 13)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    const auto p = ff::detail::split_quadrant(x);
    if (!p.ordinary) return true;
    const auto r = ff::detail::reduce_any(x.hi(), x.lo());
    const ff_t y = ff::add22(ff_t(p.a), ff_t(p.l));
    const double n = static_cast<double>(p.n);
    // r, less the multiple of pi/2 that another rounding of x 2/pi leaves
    const double other = static_cast<double>(y) - n * 0x1.4442d18469899p-24;
    const double turns = static_cast<double>(static_cast<int>(p.quadrant - r.quadrant) << 30 >> 30);
    const double e = other + turns * 0x1.921fb54442d18p0 - (ff::widen(r.hi) + ff::widen(r.lo));
    return (e < 0 ? -e : e) < 0x1p-48;
  }
};

TEST_F(Trigonometry, both_reductions_agree) {
  EXPECT_TRUE(holds(either_reduction{}, vectors(1 << 19, 1 << 28)));
}

// Any bits, words that are no pair and cancel included, read rows of the tables only.
struct any_bits {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const float hi = from_bits(d.word());
    const uint32 lo = d.word();
    return {{hi, i % 4 == 0 ? from_bits(to_bits(hi) ^ 0x80000000u) : from_bits(lo)}};
  }
  FF_HD static bool within(uint32 index, ff::detail::cell_grid grid) {
    return index - 2 * grid.first < 2 * grid.cells;
  }
  FF_HD bool operator()(uint64 i) const {
    using namespace ff::detail;
    const ff_t x = input(i).x;
    const quadrant_parts p = split_quadrant_any(x);
    const quadrant_rest r = split_half_turn(x.hi(), x.lo());
    return within(cell_index(cell_key(p.y, sine_grid), p.quadrant, sine_grid), sine_grid) &&
           within(cell_index(cell_key(p.y, tangent_grid), p.quadrant, tangent_grid), tangent_grid) &&
           within(cell_index(key_within(r.hi, sine_pi_grid), r.quadrant, sine_pi_grid), sine_pi_grid) &&
           within(tangent_pi_index(r, r.quadrant), tangent_pi_grid);
  }
};

TEST_F(Trigonometry, any_bits_stay_within_the_tables) {
  EXPECT_TRUE(holds(any_bits{}, vectors(1 << 20, 1 << 28)));
}

// ---------------------------------------------------------------- constant expressions

static_assert(is(ff::cos(ff_t(0.0f)), 1.0f) && is(ff::cospi(ff_t(0.5f)), 0.0f) &&
              is(ff::tanpi(ff_t(1.5f)), -infinity));
static_assert(ff::sin(ff_t(1.0f)).hi() == 0x1.aed548p-1f && ff::sin(ff_t(0x1p100f)).hi() == -0x1.be8edap-1f);
static_assert(ff::tan(ff_t(2.0f)).hi() == -0x1.17af62p+1f && ff::sincos(ff_t(1.0f)).c.hi() == 0x1.14a28p-1f);

}  // namespace
