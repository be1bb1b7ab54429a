// exp, exp2, exp10 and expm1: Annex F's special values, hard arguments with MPFR's results, integers, every
// exponent, the edges of the table's cells, underflow, and the identities between them.
#include <ff/math/exp.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Exponentials = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known exp_specials[] = {{0.0f, 1.0f}, {-0.0f, 1.0f}, {inf, inf},      {-inf, 0.0f},
                                  {nan, nan},   {89.0f, inf},  {-104.0f, 0.0f}, {least, 1.0f}};
constexpr known exp_special_pairs[] = {{from_words(inf, inf), inf},
                                       {from_words(-inf, nan), 0.0f},
                                       {from_words(largest, 0x1p102f), inf},
                                       {from_words(-largest, -0x1p102f), 0.0f}};
constexpr known exp2_specials[] = {{0.0f, 1.0f},    {inf, inf},     {-inf, 0.0f},
                                   {nan, nan},      {128.0f, inf},  {-149.0f, least},
                                   {-150.0f, 0.0f}, {largest, inf}, {-largest, 0.0f}};
constexpr known exp10_specials[] = {{0.0f, 1.0f}, {inf, inf},     {-inf, 0.0f},   {nan, nan},
                                    {39.0f, inf}, {-46.0f, 0.0f}, {largest, inf}, {-largest, 0.0f}};
constexpr known expm1_specials[] = {
    {0.0f, 0.0f},     {-0.0f, -0.0f},    {inf, inf},     {-inf, -1.0f},    {nan, nan},
    {89.0f, inf},     {largest, inf},    {least, least}, {-least, -least}, {-0x1p-126f, -0x1p-126f},
    {-104.0f, -1.0f}, {-0x1p100f, -1.0f}};
constexpr known expm1_special_pairs[] = {
    {from_words(-inf, nan), -1.0f},
    {from_words(-largest, -0x1p102f), -1.0f},
    {from_words(0x1p-100f, -0x1p-130f), from_words(0x1p-100f, -0x1p-130f)},
    {from_words(-0x1.8p-100f, 0x1p-130f), from_words(-0x1.8p-100f, 0x1p-130f)}};

TEST_F(Exponentials, special_values) {
  EXPECT_TRUE(gives<ff::exp>(exp_specials));
  EXPECT_TRUE(gives<ff::exp>(exp_special_pairs));
  EXPECT_TRUE(gives<ff::exp2>(exp2_specials));
  EXPECT_TRUE(gives<ff::exp10>(exp10_specials));
  EXPECT_TRUE(gives<ff::expm1>(expm1_specials));
  EXPECT_TRUE(gives<ff::expm1>(expm1_special_pairs));
}

TEST_F(Exponentials, overflow) {
  EXPECT_TRUE(overflow_is_clean<ff::exp>(0x1.62e43p+6f));
  EXPECT_TRUE(overflow_is_clean<ff::exp2>(0x1p7f));
  EXPECT_TRUE(overflow_is_clean<ff::exp10>(0x1.344136p5f));
  EXPECT_TRUE(overflow_is_clean<ff::expm1>(0x1.62e43p+6f));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known exp_hard[] = {
    {from_words(0x1.37bcbap-10f, 0x1.e05ff8p-128f), from_words(0x1.004dfcp0f, -0x1.e6d608p-25f)},
    {from_words(0x1.0a196ap-11f, 0x1.a2164ap-36f), from_words(0x1.002146p0f, -0x1.52b87ep-25f)},
    {from_words(0x1.bb994p-11f, -0x1.9dd038p-37f), from_words(0x1.00377ap0f, -0x1.ac8cdcp-25f)},
    {from_words(-0x1.e26908p5f, -0x1.3931fp-23f), from_words(0x1.00a558p-87f, 0x1.44b31ap-115f)},
    {from_words(0x1.4cc7eep6f, -0x1.5421dep-19f), from_words(0x1.048a4ap120f, -0x1.f4fc26p95f)},
    {from_words(0x1.5aa234p6f, -0x1.b05dp-19f), from_words(0x1.03de8p125f, -0x1.ede27ep100f)},
    {from_words(0x1.62e42ep6f, 0x1.fp-19f), from_words(0x1.ffff84p127f, 0x1.71fbfap100f)}};
constexpr known exp2_hard[] = {
    {from_words(0x1.e40602p-6f, -0x1.01e7e6p-31f), from_words(0x1.054bd6p0f, -0x1.c51a96p-25f)},
    {from_words(0x1.ffc1fap-2f, 0x1.7277cep-27f), from_words(0x1.69fab4p0f, -0x1.dbbba4p-27f)},
    {from_words(0x1.fe7662p-2f, -0x1.4c3474p-28f), from_words(0x1.69a97cp0f, 0x1.ffe3acp-25f)},
    {from_words(0x1.ae4ac8p6f, 0x1.75d3e8p-19f), from_words(0x1.7cd66p107f, -0x1.ed19e2p80f)}};
constexpr known exp10_hard[] = {
    {from_words(0x1.8e990cp-6f, 0x1.73c4b8p-33f), from_words(0x1.0ecp0f, -0x1.811f64p-25f)},
    {from_words(-0x1.8af38cp4f, 0x1.0f31cap-24f), from_words(0x1p-82f, 0x1.a57b96p-107f)},
    {from_words(-0x1.e0e2c4p1f, 0x1.bc8b58p-25f), from_words(0x1.6f096cp-13f, 0x1.d0dad8p-39f)},
    {from_words(0x1.e0a926p1f, -0x1.36c214p-29f), from_words(0x1.63aa6ep12f, -0x1.ff9efcp-13f)},
    {from_words(-0x1.6c7ffep1f, 0x1.e0710ap-28f), from_words(0x1.744accp-10f, 0x1.ffd5dap-36f)}};
constexpr known expm1_hard[] = {
    {from_words(-0x1.055246p-13f, 0x1p-37f), from_words(-0x1.054e1ap-13f, -0x1.faf8dcp-43f)},
    {from_words(-0x1.bc13a6p-11f, -0x1.e188d8p-36f), from_words(-0x1.bbe386p-11f, 0x1.aeb8e4p-36f)},
    {from_words(0x1.0379d2p-15f, -0x1p-39f), from_words(0x1.037ad8p-15f, 0x1.a250a4p-49f)},
    {from_words(-0x1.672f8ap-13f, 0x1.fe3532p-38f), from_words(-0x1.6727aap-13f, 0x1.7621ccp-38f)},
    {from_words(0x1.fe4bbcp-6f, 0x1.e590cep-32f), from_words(0x1.0329b4p-5f, 0x1.84df6ep-30f)},
    {from_words(0x1.050abp-10f, 0x1.7421ap-35f), from_words(0x1.052bfap-10f, -0x1.30b4ecp-35f)},
    {from_words(0x1.62p6f, 0x1p-20f), from_words(0x1.99b9ap127f, 0x1.61f242p102f)}};

TEST_F(Exponentials, hard_arguments) {
  EXPECT_TRUE(gives<ff::exp>(exp_hard, 1.5f));
  EXPECT_TRUE(gives<ff::exp2>(exp2_hard, 2));
  EXPECT_TRUE(gives<ff::exp10>(exp10_hard, 2.25f));
  EXPECT_TRUE(gives<ff::expm1>(expm1_hard, 3.5f));
}

// ---------------------------------------------------------------- integers

struct powers_of_two {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const int n = static_cast<int>(i) - 149;
    return same_bits(ff::exp2(ff_t(n)), ff_t(power(n)));
  }
};
TEST_F(Exponentials, exp2_is_exact_for_integers) { EXPECT_TRUE(holds(powers_of_two{}, 149 + 128)); }

struct powers_of_ten {  // 10^13 has 48 bits less its twos
  FF_HD_LARGE bool operator()(uint64 i) const {
    ff_t want = 1.0f;
    for (uint64 k = 0; k < i; ++k) want = want * 10.0f;
    return near(ff::exp10(ff_t(static_cast<int>(i))), want, 2.25f);
  }
};
TEST_F(Exponentials, exp10_of_integers) { EXPECT_TRUE(holds(powers_of_ten{}, 14)); }

// ---------------------------------------------------------------- against double

// Floats of every exponent and sign, and those around the edges of the table's cells.
struct heads {
  FF_HD_LARGE float operator()(uint64 i) const {
    draws d(i);
    if (i % 2 == 0) return d.in(-149 + 23, 6);
    const float cell = i % 4 == 1 ? 0x1.62e43p-9f : 0x1.62e43p-11f;
    const float edge = (static_cast<float>(d.between(-35000, 35000)) + 0.5f) * cell;
    return from_bits(to_bits(edge) + static_cast<uint32>(d.between(0, 2)));
  }
};
FF_HD_LARGE double roughly_exp10(double x) { return ::exp(x * 2.302585092994046); }  // tells cells apart

TEST_F(Exponentials, every_exponent_and_cell) {
  constexpr uint64 count = vectors(1 << 19, 1 << 26);
  EXPECT_TRUE((follows_double<ff::exp, ::exp>(heads{}, 4.2, count)));
  EXPECT_TRUE((follows_double<ff::exp2, ::exp2>(heads{}, 4.2, count)));
  EXPECT_TRUE((follows_double<ff::exp10, roughly_exp10>(heads{}, 100, count)));
  EXPECT_TRUE((follows_double<ff::expm1, ::expm1>(heads{}, 4.2, count)));
}

// ---------------------------------------------------------------- identities

// e^x e^-x = 1, for all low words; weak pairs among them.
FF_HD_LARGE bool reciprocals(ff_t x) {
  const ff_t e = ff::exp(x);
  return near(e * ff::exp(-x), 1.0f, 12) && is_pair(e) &&
         near(ff::exp10(x * 0.5f) * ff::exp10(x * -0.5f), 1.0f, 12);
}
TEST_F(Exponentials, reciprocals) {
  EXPECT_TRUE(holds_for<reciprocals>(pairs_and_weak_of{-30, 4}, vectors(1 << 19, 1 << 26)));
}

// expm1(x) + 1 = e^x where that does not cancel, and expm1(-x) = -expm1(x) e^-x.
FF_HD_LARGE bool less_one(ff_t x) {
  const ff_t e = ff::expm1(x), m = ff::expm1(-x);
  return near(m, -(e * ff::exp(-x)), 14) && (x.hi() < -0.5f || near(e + 1.0f, ff::exp(x), 12)) && is_pair(e);
}
TEST_F(Exponentials, less_one) {
  EXPECT_TRUE(holds_for<less_one>(pairs_of{-20, 4}, vectors(1 << 19, 1 << 26)));
}

// Across cells and exponents too.
TEST_F(Exponentials, monotone_between_floats) {
  EXPECT_TRUE(
      holds(never_falls<ff::exp, ff::exp2, ff::exp10, ff::expm1>{-20, 6, true}, vectors(1 << 18, 1 << 25)));
}

template <unary*... f>
FF_HD_LARGE bool no_finite_words_give_nan(ff_t x) {
  return !is_finite(x) || (!is_nan(f(x).hi() + f(x).lo()) && ...);
}
FF_HD_LARGE bool sound(ff_t x) {
  return are_sound<ff::exp, ff::exp2, ff::exp10, ff::expm1>(x) &&
         no_finite_words_give_nan<ff::exp, ff::exp2, ff::exp10, ff::expm1>(x);
}
TEST_F(Exponentials, any_words) { EXPECT_TRUE((holds_for<sound, any_words>(vectors(1 << 19, 1 << 26)))); }

// ---------------------------------------------------------------- the cores

FF_HD_LARGE bool cores(ff_t x) {
  const auto [h, l, k] = ff::detail::exp_core(x);
  const auto [ht, lt, kt] = ff::detail::exp_core(x, 0x1p-40f);
  if (!(h > 0.69f && h < 1.43f) || !is_pair(from_words(h, l)) || k != kt) return false;
  const ff_t ratio = from_words(ht, lt) / from_words(h, l);  // e^(2^-40)
  if (!near(ratio, from_words(1.0f, 0x1p-40f), 11)) return false;
  if (k < -252 || k > 254) return true;
  const ff_t e = ff::exp(x), scaled = ff::detail::ldexp_pair(h, l, k);
  const bool underflow = e.hi() < 0x1p-100f;  // the head's last place is one of the low word's
  return is_finite(e) ? underflow || near(e, scaled, 0) : scaled.hi() == inf;
}
TEST_F(Exponentials, cores) { EXPECT_TRUE(holds_for<cores>(pairs_of{-30, 9}, vectors(1 << 18, 1 << 25))); }

// ---------------------------------------------------------------- constant expressions

static_assert(ff::exp(ff_t(0.0f)).hi() == 1.0f && ff::exp(ff_t(0.0f)).lo() == 0.0f);
static_assert(near(ff::exp(ff_t(1.0f)), from_words(0x1.5bf0a8p1f, 0x1.628aeep-24f), 1.5f));
static_assert(ff::exp2(ff_t(10.0f)).hi() == 1024.0f && ff::exp2(ff_t(10.0f)).lo() == 0.0f);
static_assert(near(ff::exp10(ff_t(3.0f)), 1000.0f, 2.25f));
static_assert(ff::expm1(ff_t(0x1p-60f)).hi() == 0x1p-60f);

}  // namespace
