// asinh, acosh and atanh: Annex F's special values, hard arguments with MPFR's results, every exponent, the
// edges of the table's cells, the ends of their domains, and the functions that they undo.
#include <ff/math/hyperbolic.hpp>
#include <ff/math/inverse_hyperbolic.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using InverseHyperbolics = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known asinh_specials[] = {{0.0f, 0.0f}, {-0.0f, -0.0f}, {inf, inf},
                                    {-inf, -inf}, {nan, nan},     {3 * least, 3 * least}};
constexpr known asinh_special_pairs[] = {
    {from_words(-0x1p-100f, 3 * least), from_words(-0x1p-100f, 3 * least)}};
constexpr known acosh_specials[] = {{1.0f, 0.0f},   {inf, inf},   {-inf, nan},  {nan, nan},
                                    {0.0f, nan},    {-0.0f, nan}, {-2.0f, nan}, {0x1.fffffep-1f, nan},
                                    {-largest, nan}};
constexpr known acosh_special_pairs[] = {{from_words(1.0f, -least), nan}};
constexpr known atanh_specials[] = {{0.0f, 0.0f},
                                    {-0.0f, -0.0f},
                                    {1.0f, inf},
                                    {-1.0f, -inf},
                                    {0x1.000002p0f, nan},
                                    {-2.0f, nan},
                                    {inf, nan},
                                    {-inf, nan},
                                    {nan, nan},
                                    {-largest, nan},
                                    {-3 * least, -3 * least},
                                    {0x1p-126f, 0x1p-126f}};
constexpr known atanh_special_pairs[] = {
    {from_words(1.0f, least), nan},
    {from_words(-1.0f, -least), nan},
    {from_words(0x1p-100f, 3 * least), from_words(0x1p-100f, 3 * least)}};

TEST_F(InverseHyperbolics, special_values) {
  EXPECT_TRUE(gives<ff::asinh>(asinh_specials));
  EXPECT_TRUE(gives<ff::asinh>(asinh_special_pairs));
  EXPECT_TRUE(gives<ff::acosh>(acosh_specials));
  EXPECT_TRUE(gives<ff::acosh>(acosh_special_pairs));
  EXPECT_TRUE(gives<ff::atanh>(atanh_specials));
  EXPECT_TRUE(gives<ff::atanh>(atanh_special_pairs));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known asinh_hard[] = {
    {from_words(0x1.05386cp-2f, -0x1.fd08b2p-27f), from_words(0x1.027796p-2f, -0x1.ff188p-27f)},
    {from_words(0x1.b05aacp-12f, 0x1.2f29dp-39f), from_words(0x1.b05aacp-12f, -0x1.4f47f4p-37f)},
    {from_words(-0x1.af531ap-12f, -0x1.2fe21p-39f), from_words(-0x1.af531ap-12f, 0x1.4c2be4p-37f)},
    {from_words(0x1.0b1bd8p-10f, 0x1.f9cf4ep-36f), from_words(0x1.0b1bd6p-10f, -0x1.11fe1p-35f)},
    {from_words(-0x1.42c0cap0f, 0x1.f96b86p-25f), from_words(-0x1.0de62ep0f, 0x1.171de2p-28f)},
    {from_words(0x1.02f914p2f, 0x1.8402fp-23f), from_words(0x1.0d8eb8p1f, -0x1.79feb2p-24f)},
    {from_words(-0x1.020422p1f, -0x1.b5ee4ap-24f), from_words(-0x1.735e4ap0f, -0x1.5ee696p-25f)},
    {from_words(-0x1.fbf842p2f, -0x1.53c11cp-24f), from_words(-0x1.62628p1f, -0x1.b3f806p-24f)},
    {from_words(0x1.00803p12f, 0x1.81e842p-14f), from_words(0x1.20696ap3f, -0x1.f5e816p-22f)},
    {from_words(-0x1.b8aadap93f, -0x1.af92fep56f), from_words(-0x1.06cbb8p6f, -0x1.fefaf8p-19f)}};
constexpr known acosh_hard[] = {
    {from_words(0x1.08428p0f, 0x1.d802a2p-26f), from_words(0x1.036dc6p-2f, -0x1.ffe226p-27f)},
    {from_words(0x1.0828dep0f, -0x1.246482p-25f), from_words(0x1.01dc0ep-2f, 0x1.fe667ap-27f)},
    {from_words(0x1.08309cp0f, -0x1.1c5df8p-25f), from_words(0x1.0255a2p-2f, 0x1.fc3746p-27f)},
    {from_words(0x1.99fa64p0f, 0x1.bd27d8p-25f), from_words(0x1.0c5388p0f, -0x1.b85828p-25f)},
    {from_words(0x1.083dacp0f, -0x1.3e2eccp-28f), from_words(0x1.032246p-2f, -0x1.b298aap-31f)},
    {from_words(0x1.022102p0f, -0x1.d30e24p-25f), from_words(0x1.07f084p-3f, 0x1.439018p-30f)},
    {from_words(0x1.0023a4p0f, 0x1.58dd4ap-25f), from_words(0x1.0e2b06p-5f, -0x1.fecf72p-30f)},
    {from_words(0x1.2001f6p0f, -0x1.c390e8p-25f), from_words(0x1.fadee4p-2f, -0x1.8c1edep-27f)},
    {from_words(0x1p0f, 0x1.238b52p-85f), from_words(0x1.1131d6p-42f, -0x1.fd67d6p-67f)},
    {from_words(0x1p0f, 0x1p-149f), from_words(0x1p-74f, 0.0f)},
    {from_words(0x1.000024p0f, 0x1.02198ep-31f), from_words(0x1.0f8f04p-9f, 0x1.ce7e96p-36f)},
    {from_words(0x1.1fee2p1f, 0x1.e8a94cp-25f), from_words(0x1.73471ep0f, -0x1.ddf064p-25f)},
    {from_words(0x1.fffffep127f, 0x1p102f), from_words(0x1.65a9f8p6f, 0x1.320b98p-20f)}};
constexpr known atanh_hard[] = {
    {from_words(0x1.ff70e2p-1f, -0x1.ffd534p-26f), from_words(0x1.e0cb5cp1f, -0x1.b2f62p-29f)},
    {from_words(0x1.149242p-3f, -0x1.ff8fdep-28f), from_words(0x1.16456ep-3f, 0x1.ff2cep-28f)},
    {from_words(0x1.3d88dcp-1f, -0x1.ef0948p-27f), from_words(0x1.735b36p-1f, 0x1.7b5ec4p-26f)},
    {from_words(-0x1.8de4fap-13f, 0x1.7fffe8p-39f), from_words(-0x1.8de4fap-13f, 0x1.fcbd14p-42f)},
    {from_words(0x1.ff7cfep-1f, 0x1p-26f), from_words(0x1.e67544p1f, 0x1.945acp-31f)},
    {from_words(0x1p0f, -0x1p-149f), from_words(0x1.9fe368p5f, 0x1.669df2p-22f)},
    {from_words(-0x1.fffffep-1f, 0x1.2p-27f), from_words(-0x1.132756p3f, 0x1.9608f6p-23f)}};

TEST_F(InverseHyperbolics, hard_arguments) {
  EXPECT_TRUE(gives<ff::asinh>(asinh_hard, 4));
  EXPECT_TRUE(gives<ff::acosh>(acosh_hard, 4));
  EXPECT_TRUE(gives<ff::atanh>(atanh_hard, 4));
}

// ---------------------------------------------------------------- against double

struct positive_heads_and_cells {
  FF_HD_LARGE float operator()(uint64 i) const { return ff::abs(heads_and_cells{0, 127}(i)); }
};

TEST_F(InverseHyperbolics, every_exponent_and_cell) {
  constexpr uint64 count = vectors(1 << 18, 1 << 26);
  EXPECT_TRUE((follows_double<ff::asinh, ::asinh>(heads_and_cells{-126, 127}, 4.4, count)));
  EXPECT_TRUE((follows_double<ff::acosh, ::acosh>(positive_heads_and_cells{}, 4.4, count)));
  EXPECT_TRUE((follows_double<ff::atanh, ::atanh>(heads_and_cells{-126, -1}, 4.4, count)));
}

// ---------------------------------------------------------------- identities

// The functions undo their inverses, up to the condition of the step back.
FF_HD_LARGE bool back(ff_t got, ff_t x, ff_t angle) {
  return near(got, x, 10 + 6 * ff::abs(angle.hi())) && is_pair(angle);
}
FF_HD_LARGE bool round_trips(ff_t x) {
  const ff_t a = ff::abs(x), a1 = a + 1.0f;
  if (!back(ff::sinh(ff::asinh(x)), x, ff::asinh(x))) return false;
  if (!back(ff::cosh(ff::acosh(a1)), a1, ff::acosh(a1))) return false;
  const ff_t t = x / a1, u = ff::atanh(t);  // tanh forgets a part of the angle that grows as e^(2u)
  return u.hi() > 16 || u.hi() < -16 || (near(ff::tanh(u), t, 16) && is_pair(u));
}
TEST_F(InverseHyperbolics, round_trips) {
  EXPECT_TRUE(holds_for<round_trips>(pairs_and_weak_of{-30, 40}, vectors(1 << 18, 1 << 26)));
}

// acosh(1 + m) = sqrt(2m) (1 - m/12) and atanh(1 - q) = ln(2/q)/2 where the next term is beyond the last
// digit.
FF_HD_LARGE bool at_the_ends(float m) {
  const ff_t root = ff::sqrt(ff_t(m) * 2.0f);
  if (!near(ff::acosh(from_words(1.0f, m)), root - root * (m / 12), 9)) return false;
  const ff_t half_log = ff::log(ff_t(2.0f) - m) - ff::log(ff_t(m));
  return near(ff::atanh(from_words(1.0f, -m)), half_log * 0.5f, 10) &&
         near(ff::atanh(from_words(-1.0f, m)), half_log * -0.5f, 10);
}
TEST_F(InverseHyperbolics, at_the_ends) {
  EXPECT_TRUE(holds_for<at_the_ends>(positive{floats_of{-126, -26}}, vectors(1 << 18, 1 << 24)));
}

// asinh and acosh grow by ln 2 when a huge argument doubles, and agree with each other.
FF_HD_LARGE bool huge_arguments(ff_t x) {
  const ff_t ln2 = from_words(0x1.62e43p-1f, -0x1.05c61p-29f), a = ff::asinh(x);
  return near(ff::asinh(x * 2.0f) - ln2, a, 10) && near(ff::acosh(x), a, 8) && is_pair(a);
}
TEST_F(InverseHyperbolics, huge_arguments) {
  EXPECT_TRUE(holds_for<huge_arguments>(positive{pairs_of{30, 125}}, vectors(1 << 18, 1 << 26)));
}

// Across cells and exponents too.
TEST_F(InverseHyperbolics, monotone_between_floats) {
  EXPECT_TRUE(holds(never_falls<ff::asinh, ff::acosh, ff::atanh>{-20, 14, false}, vectors(1 << 18, 1 << 25)));
}

FF_HD_LARGE bool sound(ff_t x) {
  return are_sound<ff::asinh, ff::acosh, ff::atanh>(x) && is_odd<ff::asinh>(x) && is_odd<ff::atanh>(x);
}
TEST_F(InverseHyperbolics, any_words) {
  EXPECT_TRUE((holds_for<sound, any_words>(vectors(1 << 18, 1 << 26))));
}

// ---------------------------------------------------------------- constant expressions

static_assert(near(ff::asinh(ff_t(1.0f)), from_words(0x1.c34366p-1f, 0x1.79d426p-29f), 4));
static_assert(near(ff::acosh(ff_t(2.0f)), from_words(0x1.512428p0f, -0x1.ccff7ap-25f), 4));
static_assert(near(ff::atanh(ff_t(0.5f)), from_words(0x1.193ea8p-1f, -0x1.54bf3ep-27f), 4));
static_assert(ff::asinh(ff_t(0x1p20f)).hi() > 14.5f && ff::atanh(ff_t(0x1.fffffep-1f)).hi() > 8.0f);

}  // namespace
