// lgamma: special values and hard arguments with MPFR's results; and with tgamma what both promise, at poles,
// in every exponent and for weak operands.
#include <ff/math/lgamma.hpp>
#include <ff/math/tgamma.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using LogGamma = Everywhere;

constexpr double tgamma_bound = ff::bounds::find(ff::bounds::tgammas, "tgamma")->error.u2,
                 below_bound = ff::bounds::find(ff::bounds::tgammas, "tgamma_below_one")->error.u2;
constexpr double lgamma_bound = ff::bounds::find(ff::bounds::lgammas, "lgamma")->error.u2,
                 negative_bound = ff::bounds::find(ff::bounds::lgammas, "lgamma_negative")->error.u2;

// ---------------------------------------------------------------- special values

constexpr known lgamma_specials[] = {{0.0f, inf},
                                     {-0.0f, inf},
                                     {inf, inf},
                                     {-inf, inf},
                                     {nan, nan},
                                     {-1.0f, inf},
                                     {-2.0f, inf},
                                     {-33.0f, inf},
                                     {-34.0f, inf},
                                     {-35.0f, inf},
                                     {-64.0f, inf},
                                     {-65.0f, inf},
                                     {-0x1.fffffep23f, inf},
                                     {-0x1p24f, inf},
                                     {-0x1p100f, inf},
                                     {1.0f, 0.0f},
                                     {2.0f, 0.0f},
                                     {0x1.895f1ep121f, inf},
                                     {0x1.fffffep127f, inf}};

TEST_F(LogGamma, special_values) { EXPECT_TRUE(gives<ff::lgamma>(lgamma_specials)); }

// Between the integers however large, the words of x being what they are: signs of tgamma's zeros.
FF_HD_LARGE two_floats between_integers(uint64 i) {
  draws d(i);
  const int e = d.between(7, 60);
  const float head = ff::neg(from_bits(static_cast<uint32>(e + 127) << 23 | d.fraction()));
  return {head, d.coin() ? 0.25f : -0.25f};
}
FF_HD_LARGE bool zeros_of_either_sign(float head, float low) {
  if (wide(head) > -0x1p24) return true;  // 1/4 then is below half an ulp
  const ff_t g = ff::tgamma(from_words(head, low)), l = ff::lgamma(from_words(head, low));
  // -2^e k + 1/4 lies above an integer that is even, unless its last bit is one
  const bool odd = wide(head) >= -0x1p24 && (to_bits(head) & 1u) != 0;
  const bool negative = (low < 0) != odd;
  return is(g, negative ? -0.0f : 0.0f) && is_finite(l) && l.hi() < 0;
}
TEST_F(LogGamma, zeros_of_either_sign) {
  EXPECT_TRUE((holds_for<zeros_of_either_sign, between_integers>(vectors(1 << 16, 1 << 24))));
}

TEST_F(LogGamma, overflow) { EXPECT_TRUE(overflow_is_clean<ff::lgamma>(0x1.895f1cp121f)); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

// Some of them lie beside the zeros between the poles, and beside poles.
constexpr known lgamma_hard[] = {
    {from_words(0x1p-1f, 0.0f), from_words(0x1.250d04p-1f, 0x1.1cf438p-26f)},
    {from_words(0x1.8p1f, 0.0f), from_words(0x1.62e43p-1f, -0x1.05c61p-29f)},
    {from_words(0x1p0f, 0x1p-40f), from_words(-0x1.2788dp-41f, 0x1.c8321cp-68f)},
    {from_words(0x1p1f, -0x1p-30f), from_words(-0x1.b0ee6p-32f, -0x1.b381a6p-58f)},
    {from_words(0x1.0044ccp0f, -0x1.bd6f4p-25f), from_words(-0x1.3d31cap-11f, 0x1.21471ap-36f)},
    {from_words(0x1.736eacp2f, -0x1.ba9fd8p-23f), from_words(0x1.1d2f16p2f, 0x1.d90476p-24f)},
    {from_words(0x1p4f, 0.0f), from_words(0x1.be636ap4f, 0x1.8ff4d2p-22f)},
    {from_words(0x1.fffffep3f, 0x1p-22f), from_words(0x1.be6368p4f, 0x1.56dbacp-22f)},
    {from_words(0x1.044254p25f, -0x1.f1936ep0f), from_words(0x1.09dfb4p29f, -0x1.83a55p3f)},
    {from_words(0x1p120f, 0.0f), from_words(0x1.48b5ecp126f, 0x1.e152cap101f)},
    {from_words(0x1p-149f, 0.0f), from_words(0x1.9d1dap6f, -0x1.985c48p-21f)},
    {from_words(0x1p-100f, 0.0f), from_words(0x1.154246p6f, -0x1.199058p-19f)},
    {from_words(-0x1p-100f, 0.0f), from_words(0x1.154246p6f, -0x1.199058p-19f)},
    {from_words(-0x1.8p0f, 0.0f), from_words(0x1.b85816p-1f, -0x1.cfbe1p-26f)},
    {from_words(-0x1.3a7fc6p1f, -0x1.23dcfp-26f), from_words(0x1.3992p-21f, 0x1.6ae1cep-47f)},
    {from_words(-0x1.4p3f, 0x1.27e4fcp-22f), from_words(0x1.4d2d74p-21f, -0x1.5f2fcap-47f)},
    {from_words(-0x1.4p4f, 0x1p-149f), from_words(0x1.e78be8p5f, -0x1.4ee8dep-23f)},
    {from_words(-0x1.1p5f, 0x1p-127f), from_words(-0x1.1a2e72p-1f, -0x1.8a27cep-27f)},
    {from_words(-0x1.1p5f, 0x1p-149f), from_words(0x1.d656dap3f, 0x1.86b0b6p-22f)},
    {from_words(-0x1.08p6f, 0x1p-140f), from_words(-0x1.d1f77p6f, 0x1.081022p-19f)},
    {from_words(-0x1.08p6f, 0x1p-20f), from_words(-0x1.8f56aep7f, 0x1.3ffb9ep-19f)},
    {from_words(-0x1.908p6f, 0.0f), from_words(-0x1.6a35ep8f, 0x1.76db78p-19f)},
    {from_words(0x1.185224p5f, 0.0f), from_words(0x1.62e438p6f, 0x1.2810eap-19f)},
    {from_words(36.0f, 0.0f), from_words(0x1.708b72p6f, -0x1.87ba6ap-20f)},
    {from_words(1e20f, 0.0f), from_words(0x1.e87398p71f, 0x1.2ae27cp44f)},
    {from_words(0x1p-128f, 0.0f), from_words(0x1.62e43p6f, -0x1.05c61p-22f)},
    {from_words(0x1p-149f, 0.0f), from_words(0x1.9d1dap6f, -0x1.985c48p-21f)},
    {from_words(-0x1p-149f, 0.0f), from_words(0x1.9d1dap6f, -0x1.985c48p-21f)},
    {from_words(-65.5f, 0.0f), from_words(-0x1.a494e2p7f, -0x1.df9832p-19f)},
    {from_words(-66.5f, 0.0f), from_words(-0x1.acf9dap7f, -0x1.f3de1p-21f)},
    {from_words(-0x1.000002p22f, 0.0f), from_words(-0x1.c7f9cap25f, 0x1.26fd7p0f)},
    // borders of cells, beside the zeros, and the worst arguments seen
    {from_words(0x1.04p-1f, 0x1p-26f), from_words(0x1.1d45f2p-1f, 0x1.5572cep-29f)},
    {from_words(0x1.04p-1f, -0x1p-26f), from_words(0x1.1d45f4p-1f, 0x1.212766p-32f)},
    {from_words(0x1.fcp-1f, 0x1p-26f), from_words(0x1.2ad618p-8f, -0x1.df8b46p-35f)},
    {from_words(0x1.fcp-1f, -0x1p-26f), from_words(0x1.2ad664p-8f, -0x1.646e8p-33f)},
    {from_words(0x1.08p0f, 0x1p-25f), from_words(-0x1.1a9248p-6f, -0x1.05a47cp-31f)},
    {from_words(0x1.08p0f, -0x1p-25f), from_words(-0x1.1a9226p-6f, -0x1.926feap-31f)},
    {from_words(0x1.78p0f, 0x1p-25f), from_words(-0x1.f181f6p-4f, 0x1.65716ap-31f)},
    {from_words(0x1.78p0f, -0x1p-25f), from_words(-0x1.f181f6p-4f, 0x1.08f456p-32f)},
    {from_words(0x1.78p1f, 0x1p-24f), from_words(0x1.45c2aep-1f, 0x1.b9733cp-29f)},
    {from_words(0x1.78p1f, -0x1p-24f), from_words(0x1.45c2aap-1f, 0x1.087f4p-26f)},
    {from_words(0x1.fcp3f, 0x1p-22f), from_words(0x1.b8ea16p4f, 0x1.77424p-21f)},
    {from_words(0x1.fcp3f, -0x1p-22f), from_words(0x1.b8ea16p4f, -0x1.445e52p-21f)},
    {from_words(0x1p0f, 0x1p-149f), from_words(-0x1p-149f, 0.0f)},
    {from_words(0x1p0f, -0x1.4p-60f), from_words(0x1.716b04p-61f, -0x1.1d1718p-87f)},
    {from_words(0x1p1f, 0x1.76p-100f), from_words(0x1.3c3e2p-101f, 0x1.cd32fcp-127f)},
    {from_words(0x1.039e48p0f, 0x1.ebfa86p-25f), from_words(-0x1.05fc66p-7f, 0x1.ad261p-32f)},
    {from_words(-0x1.1030aap1f, -0x1.3807dep-24f), from_words(0x1.47f6fap0f, 0x1.6551c8p-25f)},
    {from_words(-0x1.1p5f, 0x1p-57f), from_words(-0x1.88924ep5f, -0x1.bd28eep-22f)},
};
FF_HD_LARGE bool within_its_bound(ff_t x, ff_t want) {
  const double size = magnitude(value(want)), scale = value(x) < 0 && size < 1 ? 1 : size + 0x1p-103;
  const ff_t got = ff::lgamma(x);
  return error_in_u2(got, want, scale) <= (value(x) < 0 ? negative_bound : lgamma_bound) && is_pair(got);
}
TEST_F(LogGamma, hard_arguments) { EXPECT_TRUE(holds_for<within_its_bound>(lgamma_hard)); }

// ---------------------------------------------------------------- with tgamma

// log|Gamma(x)| by the two functions
FF_HD_LARGE bool logarithm(ff_t x) {
  const ff_t g = ff::tgamma(x);
  if (is_nan(g.hi()) || !is_finite(g)) return true;
  const ff_t l = ff::lgamma(x), other = ff::log(ff::abs(g));
  const double size = magnitude(value(l)), below = value(x) < 1 ? below_bound : tgamma_bound;
  return error_in_u2(l, other, 1) <= 16 * (size > 1 ? size : 1) + below + 4 * size;
}

TEST_F(LogGamma, logarithm) {
  EXPECT_TRUE(holds_for<logarithm>(dyadic_between{-26, 35}, vectors(1 << 18, 1ull << 30)));
}

// ---------------------------------------------------------------- poles

// Gamma(-n + r) = (-1)^n / (n! r) to within r psi: r from 2^-60 to the least float.
FF_HD_LARGE two_floats poles_and_distances(uint64 i) {
  draws d(i);
  const float r = from_bits(d.sign() | (d.word() & 0x7fffffu) | static_cast<uint32>(d.between(0, 67)) << 23);
  return {static_cast<float>(d.between(0, 64)), r};
}
FF_HD_LARGE bool beside_poles(float n, float r) {
  if (r == 0.0f) return true;
  const ff_t x = n == 0.0f ? ff_t(r) : from_words(ff::neg(n), r), g = ff::tgamma(x), l = ff::lgamma(x);
  double inverse = 1 / wide(r);  // of r n!
  for (double k = 2; k <= wide(n); k += 1) inverse /= k;
  if ((static_cast<int>(n) & 1) != 0) inverse = -inverse;
  const double size = magnitude(inverse), log_size = std::log(size);
  const bool close = magnitude(value(l) - log_size) <= 1e-13 * (1 + magnitude(log_size));
  if (!close || !is_pair(l)) return false;
  if (size >= 0x1.ffp127 && !is_finite(g)) return same_bits(g.hi(), inverse < 0 ? -inf : inf) && g.lo() == 0;
  const double e = magnitude((wide(g.hi()) - inverse) + wide(g.lo()));
  return e <= (16 + 64 * 0x1p-5) * 0x1p-48 * (size + 0x1p-103) && is_pair(g);
}

TEST_F(LogGamma, beside_poles) {
  EXPECT_TRUE((holds_for<beside_poles, poles_and_distances>(vectors(1 << 18, 1ull << 28))));
}

// ---------------------------------------------------------------- every exponent, order, weak operands

// Near zero Gamma(x) = 1/x - 0.577 and log|Gamma(x)| = -log|x|; beyond the ends the right kind.
FF_HD_LARGE one_pair heads_of_every_exponent(uint64 i) {
  draws d(i);
  const uint32 head = static_cast<uint32>(i % 255) << 23 | d.fraction() | d.sign();
  return {ff_t(from_bits(head))};
}
FF_HD_LARGE bool every_exponent(ff_t x) {
  const ff_t g = ff::tgamma(x), l = ff::lgamma(x);
  const double a = value(x), size = magnitude(a);
  if (a == 0) return true;
  if (is_finite(g) && !(is_pair(g) && is_pair(l) && is_finite(l))) return a > 4e36;
  if (size < 0x1p-50) {
    const bool gamma_fits = size < 0x1.00001p-128 ? true : error_in_u2(g, ff_t(1 / a), 1 / size) <= 16 + 4;
    return gamma_fits && error_in_u2(l, -ff::log(ff::abs(x)), value(l)) <= 20;
  }
  if (a >= 35.1) return g.hi() == inf && (a > 4.0850035e36 ? l.hi() == inf : is_finite(l) && l.hi() > 0);
  if (a <= -65)
    return a <= -0x1p23 ? is_nan(g.hi()) && l.hi() == inf : magnitude(value(g)) == 0 || is_nan(g.hi());
  return is_finite(l) || l.hi() == inf;
}

// From one float to the next: Gamma increases from 1.5 on, its logarithm from 1.5 on and decreases
// before 1.4.
FF_HD_LARGE one_pair cell_edges(uint64 i) {
  draws d(i);
  const double x = 0.5 + 34.5 * d.word() * 0x1p-32;
  const double edge = static_cast<int>(x * 64) / 64.0;  // the cells of both meet at some of these
  return {ff_t(static_cast<float>(d.coin() ? x : edge))};
}
FF_HD_LARGE bool monotone(ff_t x) {
  const ff_t next(outwards(x.hi())), before(inwards(x.hi()));
  const auto rises = [](ff_t a, ff_t b, ff_t c) { return a < b && b < c; };
  if (value(x) > 1.5)
    return rises(ff::tgamma(before), ff::tgamma(x), ff::tgamma(next)) &&
           rises(ff::lgamma(before), ff::lgamma(x), ff::lgamma(next));
  return value(x) > 1.4 || (value(x) > 0.51 && rises(ff::lgamma(next), ff::lgamma(x), ff::lgamma(before))) ||
         value(x) <= 0.51;
}

// |lo| one float above ulp(hi)/2, as mul22 may leave it.
FF_HD_LARGE one_pair weak_pairs(uint64 i) {
  draws d(i);
  const ff_t x = d.weak_pair(-20, 5);
  return {ff::abs(x)};
}
FF_HD_LARGE bool weak_operands(ff_t x) {
  const ff_t strict = ff::renormalize(x), g = ff::tgamma(x), l = ff::lgamma(x);
  if (value(x) > 35.04) return true;
  const double size = magnitude(value(l));
  return error_in_u2(g, ff::tgamma(strict), magnitude(value(g))) <= 2 * 16 &&
         error_in_u2(l, ff::lgamma(strict), size) <= 2 * 16 && is_pair(g) && is_pair(l);
}

TEST_F(LogGamma, every_exponent) {
  EXPECT_TRUE((holds_for<every_exponent, heads_of_every_exponent>(vectors(1 << 18, 1ull << 28))));
}
TEST_F(LogGamma, monotone) { EXPECT_TRUE((holds_for<monotone, cell_edges>(vectors(1 << 18, 1ull << 30)))); }
TEST_F(LogGamma, weak_operands) {
  EXPECT_TRUE((holds_for<weak_operands, weak_pairs>(vectors(1 << 18, 1ull << 28))));
}

// ---------------------------------------------------------------- constant expressions

static_assert(ff::lgamma(ff_t(2.0f)) == 0.0f && ff::lgamma(ff_t(3.0f)).hi() == 0x1.62e43p-1f);
static_assert(ff::lgamma(ff_t(16.0f)).hi() == 0x1.be636ap4f &&
              ff::lgamma(ff_t(-1.5f)).hi() == 0x1.b85816p-1f);

}  // namespace
