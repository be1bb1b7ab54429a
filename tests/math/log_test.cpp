// log, log2, log10 and log1p: Annex F's special values, hard arguments with MPFR's results, powers of two,
// every exponent, the edges of the table's cells, and the identities between them.
#include <ff/math/exp.hpp>
#include <ff/math/log.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Logarithms = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known log_specials[] = {{1.0f, 0.0f}, {0.0f, -inf}, {-0.0f, -inf}, {inf, inf},
                                  {-inf, nan},  {nan, nan},   {-1.0f, nan},  {-least, nan}};
constexpr known log_special_pairs[] = {{from_words(inf, -inf), inf},
                                       {from_words(inf, nan), inf},
                                       {from_words(1.0f, 0x1p-140f), 0x1p-140f},
                                       {from_words(0.5f, nan), nan}};
constexpr known log2_specials[] = {{1.0f, 0.0f}, {0.0f, -inf},     {inf, inf},           {-1.0f, nan},
                                   {nan, nan},   {least, -149.0f}, {0x1p-126f, -126.0f}, {0x1p127f, 127.0f}};
constexpr known log10_specials[] = {{1.0f, 0.0f}, {0.0f, -inf}, {inf, inf}, {-1.0f, nan}, {nan, nan}};
constexpr known log10_special_pairs[] = {{from_words(inf, nan), inf}};
constexpr known log1p_specials[] = {{0.0f, 0.0f},     {-0.0f, -0.0f}, {least, least},
                                    {-least, -least}, {-1.0f, -inf},  {-2.0f, nan},
                                    {-inf, nan},      {inf, inf},     {nan, nan}};
constexpr known log1p_special_pairs[] = {
    {from_words(0x1.8p-100f, -0x1p-130f), from_words(0x1.8p-100f, -0x1p-130f)},
    {from_words(-0x1p-90f, 0x1p-120f), from_words(-0x1p-90f, 0x1p-120f)},
    {from_words(-1.0f, -least), nan},
    {from_words(inf, nan), inf},
    {from_words(0.5f, nan), nan}};

TEST_F(Logarithms, special_values) {
  EXPECT_TRUE(gives<ff::log>(log_specials));
  EXPECT_TRUE(gives<ff::log>(log_special_pairs));
  EXPECT_TRUE(gives<ff::log2>(log2_specials));
  EXPECT_TRUE(gives<ff::log10>(log10_specials));
  EXPECT_TRUE(gives<ff::log10>(log10_special_pairs));
  EXPECT_TRUE(gives<ff::log1p>(log1p_specials));
  EXPECT_TRUE(gives<ff::log1p>(log1p_special_pairs));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known log_hard[] = {
    {from_words(0x1.001786p0f, 0x1.a8bc3ap-28f), from_words(0x1.78505ep-12f, 0x1.a6646ep-37f)},
    {from_words(0x1.ff4336p-1f, -0x1.912e76p-43f), from_words(-0x1.79d9aep-10f, 0x1.b1001ap-37f)},
    {from_words(0x1.001438p0f, -0x1.f7d1a4p-32f), from_words(0x1.43731ap-12f, 0x1.9f141ap-37f)},
    {from_words(0x1.002004p0f, 0x1.00f904p-25f), from_words(0x1.0014p-11f, 0x1.720faep-36f)},
    {from_words(0x1.002fep0f, 0x1.73fda2p-30f), from_words(0x1.7edc62p-11f, 0x1.bad306p-36f)},
    {from_words(0x1.ffd51p-1f, -0x1.d1367ap-28f), from_words(-0x1.57903ap-12f, 0x1.24987ap-37f)},
    {from_words(0x1p0f, 0x1.1ap-50f), from_words(0x1.1ap-50f, -0x1.36a4p-101f)},
    {from_words(0x1.afdc0ap127f, -0x1.2b5d7ep102f), from_words(0x1.6235ep6f, 0x1.5370e2p-19f)},
    {from_words(0x1.8p-140f, 0x0p0f), from_words(-0x1.828a62p6f, -0x1.7a77e2p-21f)},
    {from_words(0x1.0015c4p0f, -0x1.4aa194p-25f), from_words(0x1.5c26dep-12f, 0x1.74e138p-37f)},
    {from_words(0x1.ffd64ep-1f, 0x1.a61984p-29f), from_words(-0x1.4d9cc2p-12f, -0x1.3cca34p-37f)}};
constexpr known log2_hard[] = {
    {from_words(0x1.0017aap0f, 0x1.3a3d18p-32f), from_words(0x1.111236p-11f, -0x1.c0ef5p-36f)},
    {from_words(0x1.ffd718p-1f, -0x1.68dfp-26f), from_words(-0x1.d83a38p-12f, -0x1.3452b6p-37f)},
    {from_words(0x1.ffde34p-1f, -0x1.f2ab1p-26f), from_words(-0x1.8629b4p-12f, 0x1.7cc4ep-37f)},
    {from_words(0x1.ffd6bap-1f, -0x1.d4b14p-27f), from_words(-0x1.dc749ep-12f, 0x1.222492p-37f)},
    {from_words(0x1.0016a8p0f, -0x1.448424p-26f), from_words(0x1.056dd4p-11f, -0x1.800c9cp-36f)}};
constexpr known log10_hard[] = {
    {from_words(0x1.fff688p-1f, 0x1.d439c8p-26f), from_words(-0x1.0717b8p-15f, -0x1.bd6138p-40f)},
    {from_words(0x1.4ee82ap0f, -0x1.5ef104p-26f), from_words(0x1.ddf028p-4f, 0x1.476ce2p-29f)},
    {from_words(0x1.69f8fcp0f, 0x1.9ed15cp-25f), from_words(0x1.3417a8p-3f, -0x1.404a36p-28f)},
    {from_words(0x1.00161cp0f, -0x1.cde562p-27f), from_words(0x1.333304p-13f, 0x1.282b42p-38f)},
    {from_words(0x1.00101ap0f, -0x1.8de89ep-26f), from_words(0x1.bf717ep-14f, -0x1.d288a2p-39f)}};
constexpr known log1p_hard[] = {
    {from_words(0x1.77cba6p-12f, 0x1.f51bf2p-37f), from_words(0x1.77ba6ap-12f, 0x1.ac807ap-37f)},
    {from_words(-0x1p-2f, -0x1.fffffep-27f), from_words(-0x1.269622p-2f, -0x1.a28c36p-28f)},
    {from_words(-0x1p0f, 0x1.8p-30f), from_words(-0x1.463924p4f, 0x1.50d022p-25f)},
    {from_words(0x1.8p-60f, 0x1.2p-90f), from_words(0x1.8p-60f, 0x1.2p-90f)},
    {from_words(0x1.2p100f, 0x1p70f), from_words(0x1.15bae2p6f, -0x1.bc051cp-20f)},
    {from_words(0x1.2p0f, 0x1p-25f), from_words(0x1.81ee62p-1f, -0x1.afa50cp-26f)},
    {from_words(0x1.635decp-12f, 0x1.15b718p-38f), from_words(0x1.634e82p-12f, 0x1.79470ep-37f)},
    {from_words(0x1.000028p24f, -0x1.a62016p-6f), from_words(0x1.0a2b26p4f, 0x1.06a1f6p-21f)},
    {from_words(0x1.8p40f, 0x1.fffffep15f), from_words(0x1.c21a04p4f, 0x1.e2ce44p-21f)},
    {from_words(-0x1.ffep-1f, 0x1.fffffep-26f), from_words(-0x1.0a2a24p3f, 0x1.088bc4p-26f)},
    {from_words(-0x1.ffdffep-1f, -0x1.fffffcp-26f), from_words(-0x1.0a2a24p3f, 0x1.08ebc2p-26f)},
    {from_words(-0x1.50ccap-1f, -0x1.fffffcp-26f), from_words(-0x1.128852p0f, -0x1.a482a4p-25f)},
    {from_words(0x1.11c382p-24f, 0x1.143ceep-49f), from_words(0x1.11c382p-24f, -0x1.085a2ep-53f)}};

TEST_F(Logarithms, hard_arguments) {
  EXPECT_TRUE(gives<ff::log>(log_hard, 3.6f));
  EXPECT_TRUE(gives<ff::log2>(log2_hard, 2.0f));
  EXPECT_TRUE(gives<ff::log10>(log10_hard, 2.0f));
  EXPECT_TRUE(gives<ff::log1p>(log1p_hard, 3.6f));
}

// ---------------------------------------------------------------- powers

struct powers_of_two {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const int n = static_cast<int>(i) - 149;
    return same_bits(ff::log2(ff_t(power(n))), ff_t(n));
  }
};
TEST_F(Logarithms, log2_is_exact_for_powers_of_two) { EXPECT_TRUE(holds(powers_of_two{}, 149 + 128)); }

struct powers_of_ten {
  FF_HD_LARGE bool operator()(uint64 i) const {
    ff_t x = 1.0f;
    for (uint64 k = 0; k < i; ++k) x = x * 10.0f;
    return i == 0 ? same_bits(ff::log10(x), ff_t(0.0f)) : near(ff::log10(x), static_cast<float>(i), 2.0f);
  }
};
TEST_F(Logarithms, log10_of_powers_of_ten) { EXPECT_TRUE(holds(powers_of_ten{}, 14)); }

// ---------------------------------------------------------------- against double

// Floats of every exponent, subnormal ones too, and those around the edges of the table's cells; for log1p
// all of these less 1.
template <bool less_one>
struct heads {
  FF_HD_LARGE float operator()(uint64 i) const {
    draws d(i);
    const float t = from_bits(static_cast<uint32>(0x4000 + d.between(1, 255)) << 17);
    const float y = (t - ff::detail::log_offset) / ff::detail::log_stretch;
    const float edge = d.coin() ? 1 + y : 1 - y;
    const float x = from_bits(i % 2 == 0 ? static_cast<uint32>(d.bits() % 0x7f800000u)
                                         : to_bits(edge) + static_cast<uint32>(d.between(-2, 2)));
    if (!less_one) return x;
    return i % 2 != 0 ? x - 1 : x < 1 && d.coin() ? -x : x;
  }
};

TEST_F(Logarithms, every_exponent_and_cell) {
  constexpr uint64 count = vectors(1 << 19, 1 << 26);
  EXPECT_TRUE((follows_double<ff::log, ::log>(heads<false>{}, 4.2, count)));
  EXPECT_TRUE((follows_double<ff::log2, ::log2>(heads<false>{}, 4.2, count)));
  EXPECT_TRUE((follows_double<ff::log10, ::log10>(heads<false>{}, 4.2, count)));
  EXPECT_TRUE((follows_double<ff::log1p, ::log1p>(heads<true>{}, 4.2, count)));
}

// ---------------------------------------------------------------- identities

// log(1/x) = -log x and log(x 2^n) = log x + n ln2, with all low words, weak ones among them.
FF_HD_LARGE bool products(ff_t x) {
  const ff_t l = ff::log(x), inverse = ff::log(ff::rcp(x));
  if (!is_pair(l)) return false;
  const float slack = 0x1p-48f * (8 * ff::abs(l.hi()) + 3);  // the reciprocal's own error is absolute here
  const ff_t shifted = ff::log2(ff::ldexp(x, 40)) - (ff::log2(x) + 40.0f);
  const ff_t tens = ff::log10(x) * from_words(0x1.26bb1cp1f, -0x1.12aabap-25f) - l;  // times ln10
  return ff::abs((l + inverse).hi()) <= slack && ff::abs(shifted.hi()) <= 3 * slack + 0x1p-48f * 100 &&
         ff::abs(tens.hi()) <= 2 * slack;
}
TEST_F(Logarithms, products) {
  EXPECT_TRUE(holds_for<products>(positive{pairs_and_weak_of{-60, 60}}, vectors(1 << 19, 1 << 26)));
}

// expm1(log1p(x)) = x, and log(e^x) = x.
FF_HD_LARGE bool inverses(ff_t x) {
  const ff_t l = ff::log1p(x);
  const ff_t y = ff_t(8.0f) + x;
  return near(ff::expm1(l), x, 12) && is_pair(l) && near(ff::log(ff::exp(y)), y, 8) &&
         near(ff::log2(ff::exp2(y)), y, 8) && near(ff::log10(ff::exp10(y)), y, 8);
}
TEST_F(Logarithms, inverses) {
  EXPECT_TRUE(holds_for<inverses>(pairs_of{-90, -2}, vectors(1 << 19, 1 << 26)));
}

// Across cells and exponents too.
TEST_F(Logarithms, monotone_between_floats) {
  EXPECT_TRUE(
      holds(never_falls<ff::log, ff::log2, ff::log10, ff::log1p>{-30, 30, false}, vectors(1 << 18, 1 << 25)));
}

FF_HD_LARGE bool sound(ff_t x) {
  const bool far_from_poles = is_finite(x.hi() + x.lo()) && x.hi() > 0x1p-100f;
  return are_sound<ff::log, ff::log2, ff::log10, ff::log1p>(x) &&
         (!far_from_poles || (is_finite(ff::log(x)) && is_finite(ff::log2(x)) && is_finite(ff::log10(x)) &&
                              is_finite(ff::log1p(x))));
}
TEST_F(Logarithms, any_words) { EXPECT_TRUE((holds_for<sound, any_words>(vectors(1 << 19, 1 << 26)))); }

// ---------------------------------------------------------------- constant expressions

static_assert(ff::log(ff_t(1.0f)).hi() == 0.0f && ff::log(ff_t(1.0f)).lo() == 0.0f);
static_assert(near(ff::log(ff_t(2.0f)), from_words(0x1.62e43p-1f, -0x1.05c61p-29f), 4));
static_assert(ff::log2(ff_t(0x1p-149f)).hi() == -149.0f);
static_assert(near(ff::log10(ff_t(1000.0f)), 3.0f, 4));
static_assert(ff::log1p(ff_t(0x1p-60f)).hi() == 0x1p-60f);
static_assert(ff::log(ff_t(0.0f)).hi() == -inf);

}  // namespace
