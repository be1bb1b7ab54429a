// erfc, erfcx and the normal distribution: Annex F's special values, the hardest arguments found with MPFR's
// results, every exponent, every cell's edges, and the identities between them.
#include <ff/math/erfc.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using ComplementaryErrorFunctions = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known erfc_specials[] = {{0.0f, 1.0f}, {-0.0f, 1.0f}, {inf, 0.0f},      {-inf, 2.0f},
                                   {nan, nan},   {11.0f, 0.0f}, {0x1p127f, 0.0f}, {-0x1p127f, 2.0f}};
constexpr known erfc_special_pairs[] = {{from_words(-inf, nan), 2.0f}};
constexpr known normcdf_specials[] = {{0.0f, 0.5f}, {inf, 1.0f},    {-inf, 0.0f},
                                      {nan, nan},   {-15.0f, 0.0f}, {0x1p127f, 1.0f}};
constexpr known erfcx_specials[] = {{0.0f, 1.0f}, {-0.0f, 1.0f}, {inf, 0.0f},     {-inf, inf},
                                    {nan, nan},   {-9.5f, inf},  {-0x1p127f, inf}};
constexpr known erfcx_special_pairs[] = {{from_words(inf, nan), 0.0f}};

TEST_F(ComplementaryErrorFunctions, special_values) {
  EXPECT_TRUE(gives<ff::erfc>(erfc_specials));
  EXPECT_TRUE(gives<ff::erfc>(erfc_special_pairs));
  EXPECT_TRUE(gives<ff::normcdf>(normcdf_specials));
  EXPECT_TRUE(gives<ff::erfcx>(erfcx_specials));
  EXPECT_TRUE(gives<ff::erfcx>(erfcx_special_pairs));
}

TEST_F(ComplementaryErrorFunctions, overflow) { EXPECT_TRUE(overflow_is_clean<ff::erfcx>(-0x1.2c3cbep3f)); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known erfc_hard[] = {
    {from_words(0x1.0a4414p2f, 0x1.4c4fbap-23f), from_words(0x1.13b23cp-28f, 0x1.fff302p-53f)},
    {from_words(0x1.7877b2p1f, -0x1.997f5ap-24f), from_words(0x1.0ba57ep-15f, 0x1.fd4d0cp-40f)},
    {from_words(0x1.a16deep1f, -0x1.6099bap-25f), from_words(0x1.0ba7dap-18f, 0x1.15b69p-43f)},
    {from_words(0x1.110f84p0f, -0x1.d85826p-27f), from_words(0x1.0d2eap-3f, 0x1.22f486p-31f)},
    {from_words(-0x1p0f, 0x1p-26f), from_words(0x1.d7bb3ep0f, -0x1.c111b6p-25f)},
    {from_words(0x1.fffffep2f, 0x1p-23f), from_words(0x1.c7507p-97f, 0x1.03d046p-124f)},
    {from_words(-0x1.4p2f, 0.0f), from_words(0x1p1f, -0x1.b0c1a8p-40f)},
};
constexpr known normcdf_hard[] = {
    {from_words(-0x1.239a64p0f, 0x1.8eb912p-26f), from_words(0x1.04c8cp-3f, 0x1.fc158cp-28f)},
    {from_words(-0x1.cf02b2p2f, -0x1.a6057p-23f), from_words(0x1.06f5bep-42f, 0x1.4890c4p-76f)},
    {from_words(-0x1.4e412cp-1f, 0x1.41bb7ap-26f), from_words(0x1.07188p-2f, 0x1.93c754p-27f)},
    {from_words(0x1p0f, 0.0f), from_words(0x1.aec4bep-1f, -0x1.dbe59p-26f)},
    {from_words(0x1.4p2f, 0x1p-24f), from_words(0x1.fffff6p-1f, 0x1.86bae4p-27f)},
    {from_words(-0x1.6p3f, 0x1p-22f), from_words(0x1.e4693ap-93f, -0x1.356b6cp-118f)},
};
constexpr known erfcx_hard[] = {
    {from_words(0x1.9dc808p11f, 0.0f), from_words(0x1.656eb8p-13f, -0x1.071cd2p-40f)},
    {from_words(0x1.fffff2p10f, -0x1.08008p-18f), from_words(0x1.20dd7ap-12f, 0x1.63987ap-37f)},
    {from_words(0x1.b727fap93f, 0x1.46565ep68f), from_words(0x1.50c7ap-95f, -0x1.b97586p-120f)},
    {from_words(-0x1.2c28f6p3f, 0x1p-23f), from_words(0x1.e953eap127f, 0x1.c4a83ap101f)},
    {from_words(0x1.fffffep0f, 0x1p-24f), from_words(0x1.058672p-2f, 0x1.144426p-29f)},
    {from_words(0x1p1f, -0x1p-25f), from_words(0x1.058672p-2f, -0x1.42582p-30f)},
    {from_words(-0x1p-1f, 0x1p-30f), from_words(0x1.f3cde6p0f, -0x1.a5201p-26f)},
    {from_words(0x1.5b2e02p10f, 0x1p-14f), from_words(0x1.aa003ap-12f, 0x1.ab7f2cp-38f)},
    {from_words(-0x1.35fep0f, -0x1.1da996p-25f), from_words(0x1.0948f6p3f, 0x1.547cep-30f)},
    {from_words(0x1.36ad12p1f, 0x1.da3abcp-24f), from_words(0x1.bb19aap-3f, 0x1.d9bfa2p-28f)},
    {from_words(0x1.bfd2e2p3f, -0x1.30ce04p-27f), from_words(0x1.496cb6p-5f, -0x1.ffb42cp-30f)},
    {from_words(-0x1.1de1a8p3f, -0x1.13f07p-23f), from_words(0x1.1b2574p116f, -0x1.fc43e4p91f)},
    {from_words(0x1.577ffep3f, 0x1.fp-23f), from_words(0x1.acb854p-5f, -0x1.11712ep-31f)},
    {from_words(0x1.578p3f, -0x1p-22f), from_words(0x1.acb852p-5f, 0x1.e791a4p-31f)},
    {from_words(0x1.578p3f, 0x1p-22f), from_words(0x1.acb852p-5f, -0x1.85cf6p-30f)},
    {from_words(0x1.10481ep5f, -0x1.9745f6p-20f), from_words(0x1.0f7984p-6f, -0x1.ffcb52p-31f)},
    {from_words(0x1.131a48p30f, -0x1.643732p5f), from_words(0x1.0cce8ap-31f, -0x1.ffaad2p-56f)},
    {from_words(0x1.8e001p1f, 0x1.3dee1p-27f), from_words(0x1.62cad4p-3f, -0x1.e33632p-28f)},
    {from_words(-0x1.b89d02p-14f, 0x1.713e1ap-59f), from_words(0x1.0007c4p0f, 0x1.cd26fcp-25f)},
    {from_words(-0x1.41b7bcp-4f, 0x1.6ed312p-33f), from_words(0x1.185ddp0f, 0x1.d3416cp-25f)},
    {from_words(-0x1.2c3cbcp3f, 0.0f), from_words(0x1.ffffbcp127f, 0x1.cb8268p101f)},
    {from_words(0x1.fffffep99f, 0x1p75f), from_words(0x1.20dd76p-101f, -0x1.ad9e38p-127f)},
    {from_words(0x1p100f, -0x1p75f), from_words(0x1.20dd76p-101f, -0x1.ad9e38p-127f)},
};

TEST_F(ComplementaryErrorFunctions, worst_arguments) {
  EXPECT_TRUE(gives<ff::erfc>(erfc_hard, 4));
  EXPECT_TRUE(gives<ff::normcdf>(normcdf_hard, 4));
  EXPECT_TRUE(gives<ff::erfcx>(erfcx_hard, 4));
}

// ---------------------------------------------------------------- identities

// erf + erfc = 1 and the two tails of the normal distribution, on every exponent.
FF_HD_LARGE bool parts_of_one(ff_t x) {
  const ff_t c = ff::erfc(x), p = ff::normcdf(x);
  return is_pair(c) && is_pair(p) && near(ff::add22(ff::erf(x), c), 1.0f, 8) &&
         near(ff::add22(p, ff::normcdf(-x)), 1.0f, 5);
}
TEST_F(ComplementaryErrorFunctions, parts_of_one) {
  EXPECT_TRUE(holds_for<parts_of_one>(pairs_of{-126, 4}, vectors(1 << 19, 1 << 27)));
}

// erfc(x) and erfcx(x) exp(x^2), and erfcx(-x) = 2 exp(x^2) - erfcx(x), where the exponential amplifies
// little.
FF_HD_LARGE bool scaled(ff_t x) {
  const ff_t f = ff::erfcx(x), c = ff::erfc(x), g = ff::erfcx(-x), d = ff::erfc(-x);
  // exp(x^2) from either side
  return is_pair(f) && is_pair(g) && near(ff::mul22(f, d), ff::mul22(g, c), 32.0f);
}
TEST_F(ComplementaryErrorFunctions, scaled) {
  EXPECT_TRUE(holds_for<scaled>(positive{pairs_of{-20, 0}}, vectors(1 << 18, 1 << 26)));
}

// ---------------------------------------------------------------- order

TEST_F(ComplementaryErrorFunctions, rise_or_fall_across_cells) {
  EXPECT_TRUE(holds(rises_across_cells<ff::normcdf>{}, 8 * 4 * 4096));
  EXPECT_TRUE(holds(falls_across_cells<ff::erfc>{}, 8 * 4 * 4096));
  EXPECT_TRUE(holds(falls_across_cells<ff::erfcx>{}, 8 * 4 * 4096));
}

// The same at the edges of the wider cells from 4 on, which lie 2^-16 beyond multiples of 2^-6, and
// at 10.734375, where erfcx leaves them.
struct erfcx_falls_beyond_4 : falls_across_cells<ff::erfcx> {
  FF_HD_LARGE one_float input(uint64 i) const {
    const float edge = static_cast<float>(i / 16 + 256) * 0x1p-6f + static_cast<float>(i / 8 % 2) * 0x1p-16f;
    return {from_bits(to_bits(edge) + static_cast<uint32>(i % 8) - 3)};
  }
  FF_HD_LARGE bool operator()(uint64 i) const { return step(input(i).a).hi() < 0; }
};
TEST_F(ComplementaryErrorFunctions, erfcx_falls_beyond_4) {
  EXPECT_TRUE(holds(erfcx_falls_beyond_4{}, 16 * 64 * 12));
}

// ---------------------------------------------------------------- constant expressions

static_assert(near(ff::erfc(ff_t(-1.0f)), from_words(0x1.d7bb3ep0f, -0x1.8bef78p-25f), 4));
static_assert(near(ff::erfcx(ff_t(-1.0f)), from_words(0x1.409322p2f, -0x1.9f67cp-23f), 4));
static_assert(near(ff::erfcx(ff_t(16.0f)), from_words(0x1.204ddcp-5f, 0x1.b2ce6ep-30f), 4));
static_assert(near(ff::erfcx(ff_t(0x1p100f)), from_words(0x1.20dd76p-101f, -0x1.f7ac94p-126f), 1));
static_assert(ff::erfc(0.0f).hi() == 1 && ff::normcdf(0.0f).hi() == 0.5f && ff::erfcx(0.0f).hi() == 1);

}  // namespace
