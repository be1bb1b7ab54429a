// tgamma: special values, factorials, hard arguments with MPFR's results, and its identities.  What tgamma
// and lgamma promise alike is in lgamma_test.cpp.
#include <ff/math/tgamma.hpp>
#include <ff/math/trig_pi.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Gamma = Everywhere;

constexpr double tgamma_bound = ff::bounds::find(ff::bounds::tgammas, "tgamma")->error.u2,
                 below_bound = ff::bounds::find(ff::bounds::tgammas, "tgamma_below_one")->error.u2;

// ---------------------------------------------------------------- special values

constexpr known tgamma_specials[] = {{0.0f, inf},
                                     {-0.0f, -inf},
                                     {inf, inf},
                                     {-inf, nan},
                                     {nan, nan},
                                     {-1.0f, nan},
                                     {-2.0f, nan},
                                     {-33.0f, nan},
                                     {-34.0f, nan},
                                     {-35.0f, nan},
                                     {-64.0f, nan},
                                     {-65.0f, nan},
                                     {-0x1.fffffep23f, nan},
                                     {-0x1p24f, nan},
                                     {-0x1p100f, nan},
                                     {1.0f, 1.0f},
                                     {2.0f, 1.0f},
                                     {0x1.185224p5f, inf},
                                     {36.0f, inf},
                                     {1e20f, inf},
                                     {0x1.895f1ep121f, inf},
                                     {0x1.fffffep127f, inf},
                                     {0x1p-128f, inf},
                                     {0x1p-149f, inf},
                                     {-0x1p-149f, -inf},
                                     {-65.5f, 0.0f},
                                     {-66.5f, -0.0f},
                                     {-0x1.000002p22f, -0.0f}};

TEST_F(Gamma, special_values) { EXPECT_TRUE(gives<ff::tgamma>(tgamma_specials)); }

TEST_F(Gamma, overflow) { EXPECT_TRUE(overflow_is_clean<ff::tgamma>(0x1.18522p5f)); }

// ---------------------------------------------------------------- integers

// n! = m 2^e with m odd, rounded to a pair in integers.
FF_HD_LARGE constexpr ff_t factorial_pair(int n) {
  uint128 m = 1;
  int e = 0;
  for (int k = 2; k <= n; ++k) {
    m *= static_cast<uint128>(k);
    while ((m & 1u) == 0) m >>= 1, ++e;
  }
  const float hi = nearest_float(false, m, e);
  const decoded d = decode(hi);
  const uint128 head =
      d.e >= e ? static_cast<uint128>(d.m) << (d.e - e) : static_cast<uint128>(d.m) >> (e - d.e);
  const bool below = head > m;
  return from_words(hi, nearest_float(below, below ? head - m : m - head, e));
}

struct factorials {
  FF_HD_LARGE one_float input(uint64 i) const { return {static_cast<float>(i + 1)}; }
  FF_HD_LARGE bool operator()(uint64 i) const {
    return same_bits(ff::tgamma(ff_t(input(i).a)), factorial_pair(static_cast<int>(i)));
  }
};
TEST_F(Gamma, factorials) { EXPECT_TRUE(holds(factorials{}, 35)); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known tgamma_hard[] = {
    {from_words(0x1p-1f, 0.0f), from_words(0x1.c5bf8ap0f, -0x1.c96212p-25f)},
    {from_words(-0x1p-1f, 0.0f), from_words(-0x1.c5bf8ap1f, 0x1.c96212p-24f)},
    {from_words(0x1.8p0f, 0.0f), from_words(0x1.c5bf8ap-1f, -0x1.c96212p-26f)},
    {from_words(0x1.50256p4f, 0x1.05387ap-33f), from_words(0x1.15a7bp61f, 0x1.c2401ep35f)},
    {from_words(0x1.a50256p4f, 0x1.05387ap-33f), from_words(0x1.1b7ac8p85f, -0x1.ca5112p60f)},
    {from_words(0x1.0f451cp5f, 0x1.33c27p-20f), from_words(0x1.2f7ed8p122f, -0x1.378e52p94f)},
    {from_words(0x1.9dbcdcp4f, 0x1.82db9p-23f), from_words(0x1.03d48ap83f, -0x1.9fa1cap56f)},
    {from_words(0x1.18521p5f, 0x1.fffffep-21f), from_words(0x1.fff30ep127f, -0x1.ff0998p100f)},
    {from_words(0x1.762d86p0f, 0x1.b82fep-25f), from_words(0x1.c56dc8p-1f, 0x1.53a57ap-28f)},
    {from_words(0x1p-127f, 0.0f), from_words(0x1p127f, -0x1.2788dp-1f)},
    {from_words(0x1p-100f, 0x1p-149f), from_words(0x1p100f, -0x1p51f)},
    {from_words(-0x1p-127f, 0.0f), from_words(-0x1p127f, -0x1.2788dp-1f)},
    {from_words(-0x1p0f, 0x1p-100f), from_words(-0x1p100f, -0x1.b0ee6p-2f)},
    {from_words(-0x1p0f, -0x1p-100f), from_words(0x1p100f, -0x1.b0ee6p-2f)},
    {from_words(-0x1.8p1f, 0x1p-120f), from_words(-0x1.555556p117f, 0x1.555556p92f)},
    {from_words(-0x1.4p4f, 0x1p-149f), from_words(0x1.e542bap87f, 0x1.00808ap61f)},
    {from_words(-0x1p6f, 0x1p-149f), from_words(0x1p-147f, 0.0f)},
    {from_words(-0x1.ep5f, -0x1.8p-148f), from_words(-0x1.3749c8p-125f, 0.0f)},
    {from_words(-0x1.11p5f, 0.0f), from_words(-0x1.84e64ep-126f, 0.0f)},
    {from_words(-0x1.116718p5f, 0x1.a98156p-21f), from_words(-0x1.dbbbe4p-127f, 0.0f)},
    {from_words(-0x1.4p3f, -0x1.1p-27f), from_words(-0x1.167d28p5f, -0x1.23fceap-20f)},
    {from_words(-0x1.4p3f, -0x1.1p-24f), from_words(-0x1.167d26p2f, -0x1.88dbc4p-25f)},
    // borders of cells and of paths, and the worst arguments seen
    {from_words(0x1.28p0f, 0x1p-25f), from_words(0x1.dcac36p-1f, -0x1.7f321p-27f)},
    {from_words(0x1.28p0f, -0x1p-25f), from_words(0x1.dcac36p-1f, 0x1.146c2p-27f)},
    {from_words(0x1.14p1f, 0x1p-24f), from_words(0x1.13939p0f, -0x1.02dc3ep-26f)},
    {from_words(0x1.14p1f, -0x1p-24f), from_words(0x1.13938ep0f, 0x1.4290e8p-25f)},
    {from_words(0x1.94p1f, 0x1p-24f), from_words(0x1.291b18p1f, -0x1.efee54p-25f)},
    {from_words(0x1.94p1f, -0x1p-24f), from_words(0x1.291b16p1f, -0x1.87cf54p-24f)},
    {from_words(0x1.114p5f, 0x1p-20f), from_words(0x1.69fb46p123f, -0x1.5e9f62p98f)},
    {from_words(0x1.114p5f, -0x1p-20f), from_words(0x1.69faa6p123f, 0x1.b6a67ap96f)},
    {from_words(0x1.dp4f, 0x1p-49f), from_words(0x1.ec92dep97f, -0x1.b852ccp72f)},
    {from_words(0x1.dp4f, -0x1p-21f), from_words(0x1.ec92aap97f, -0x1.b3ccf2p71f)},
    {from_words(0x1.18p5f, -0x1p-20f), from_words(0x1.bc3728p127f, -0x1.5875d8p102f)},
    {from_words(0x1.17f5c2p5f, 0x1p-20f), from_words(0x1.b46bdap127f, -0x1.0a5c8ap101f)},
    {from_words(0x1.eacf1ep4f, -0x1.0cda86p-21f), from_words(0x1.14a2a6p106f, 0x1.f91412p81f)},
    {from_words(-0x1.b8p4f, 0x1p-22f), from_words(0x1.15b4f8p-94f, -0x1.798d62p-121f)},
    {from_words(-0x1.b8p4f, -0x1p-22f), from_words(0x1.15b4dap-94f, 0x1.cb5e4ap-119f)},
    {from_words(-0x1p1f, 0x1p-56f), from_words(0x1p55f, 0x1.d8773p-2f)},
    {from_words(-0x1p1f, 0x1.fffffep-57f), from_words(0x1.000002p55f, -0x1.fffffep30f)},
    {from_words(-0x1.4p3f, -0x1p-56f), from_words(-0x1.27e4fcp34f, 0x1.10ec14p9f)},
    {from_words(-0x1.ap4f, -0x1.8p-57f), from_words(-0x1.05f04p-32f, 0x1.31e5e2p-59f)},
    {from_words(0x1p-56f, 0.0f), from_words(0x1p56f, -0x1.2788dp-1f)},
    {from_words(0x1.fffffep-57f, 0.0f), from_words(0x1.000002p56f, -0x1.fffffep31f)},
    {from_words(-0x1.dp4f, 0x1.8p-30f), from_words(-0x1.877f76p-74f, -0x1.92aae8p-100f)},
    {from_words(-0x1.14p5f, 0x1.4p-70f), from_words(-0x1.3a7e5p-129f, 0.0f)},
    {from_words(-0x1.5p5f, 0x1.234p-90f), from_words(0x1.df5d14p-81f, -0x1.3e1774p-109f)},
    {from_words(-0x1.fp5f, -0x1.7p-145f), from_words(-0x1.6p-140f, 0.0f)},
    {from_words(-0x1p-1f, -0x1.9d5e74p-26f), from_words(-0x1.c5bf8ap1f, 0x1.d6c03p-24f)},
    {from_words(-0x1.a56984p3f, -0x1.b51862p-22f), from_words(0x1.601612p-31f, -0x1.dcb432p-59f)},
};
FF_HD_LARGE bool within_its_bound(ff_t x, ff_t want) {
  const ff_t got = ff::tgamma(x);
  return error_in_u2(got, want, magnitude(value(want)) + 0x1p-103) <=
             (value(x) >= 1 ? tgamma_bound : below_bound) &&
         is_pair(got);
}
TEST_F(Gamma, hard_arguments) { EXPECT_TRUE(holds_for<within_its_bound>(tgamma_hard)); }

// ---------------------------------------------------------------- identities

// Gamma(x + 1) = x Gamma(x)
FF_HD_LARGE bool recurrence(ff_t x) {
  if (value(x) <= 0 && is_nan(ff::tgamma(x).hi())) return x.lo() == 0.0f;
  const ff_t next = ff::tgamma(ff::add21(x, 1.0f)), product = ff::mul22(x, ff::tgamma(x));
  const auto bound = [](ff_t a) { return value(a) < 1 ? below_bound : tgamma_bound; };
  if (value(x) == 0) return value(next) == 1;
  return error_in_u2(product, next, magnitude(value(next))) <= bound(x) + bound(ff::add21(x, 1.0f)) + 4.5;
}

// Gamma(x) Gamma(1 - x) sin(pi x) = pi
FF_HD_LARGE bool reflection(ff_t x) {
  const ff_t s = ff::sinpi(x);
  if (s.hi() == 0.0f) return true;
  const ff_t p = ff::mul22(ff::mul22(ff::tgamma(x), s), ff::tgamma(ff::add21(-x, 1.0f)));
  const double bound = tgamma_bound + below_bound + 4 + 2 * 4.5;
  return error_in_u2(p, from_words(0x1.921fb6p+1f, -0x1.777a5cp-24f), 3.14) <= bound;
}

TEST_F(Gamma, recurrence) {
  EXPECT_TRUE(holds_for<recurrence>(dyadic_between{-26, 34}, vectors(1 << 18, 1ull << 30)));
}
TEST_F(Gamma, reflection) {
  EXPECT_TRUE(holds_for<reflection>(dyadic_between{-26, 1}, vectors(1 << 18, 1ull << 30)));
}

// ---------------------------------------------------------------- constant expressions

static_assert(ff::tgamma(ff_t(5.0f)) == 24.0f && ff::tgamma(ff_t(0.5f)).hi() == 0x1.c5bf8ap0f);
static_assert(ff::tgamma(ff_t(-0.5f)).hi() == -0x1.c5bf8ap1f && ff::tgamma(ff_t(0.0f)).hi() == inf);

}  // namespace
