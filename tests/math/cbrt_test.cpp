// cbrt and rcbrt: special values, all exponents, perfect cubes, the worst arguments found.
#include <ff/math/cbrt.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using CubeRoots = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known cbrt_specials[] = {{0.0f, 0.0f},
                                   {-0.0f, -0.0f},
                                   {inf, inf},
                                   {-inf, -inf},
                                   {nan, nan},
                                   {1.0f, 1.0f},
                                   {-8.0f, -2.0f},
                                   {0x1p-126f, 0x1p-42f},
                                   {-0x1p-147f, -0x1p-49f},
                                   {0x1p126f, 0x1p42f}};
constexpr known rcbrt_specials[] = {
    {0.0f, inf},  {-0.0f, -inf},  {inf, 0.0f},          {-inf, -0.0f},          {nan, nan},
    {1.0f, 1.0f}, {-8.0f, -0.5f}, {0x1p-126f, 0x1p42f}, {-0x1p-147f, -0x1p49f}, {0x1p126f, 0x1p-42f}};

TEST_F(CubeRoots, special_values) {
  EXPECT_TRUE(gives<ff::cbrt>(cbrt_specials));
  EXPECT_TRUE(gives<ff::rcbrt>(rcbrt_specials));
}

// ---------------------------------------------------------------- every exponent

// Every exponent, subnormal heads included.
FF_HD_LARGE one_pair any_pair(uint64 i) {
  draws d(i);
  const float subnormal = from_bits(d.sign() | (d.word() & 0x7fffffu));
  return {i % 16 == 0 ? ff_t(subnormal) : d.pair(-126, 126)};
}

// y^3 - x, relative to x, is three times the error: exactly, on significands.
FF_HD_LARGE bool cube_is_back(ff_t x) {
  if (x.hi() == 0) return true;
  const int n = ff::ilogb(x) / 3;
  const ff_t y = ff::ldexp(ff::cbrt(x), -n), z = ff::ldexp(ff::rcbrt(x), n), a = ff::ldexp(x, -3 * n);
  const double yh = wide(y.hi()), yl = wide(y.lo()), zh = wide(z.hi()), zl = wide(z.lo());
  const double ah = wide(a.hi()), al = wide(a.lo());
  // yh^3 - ah in double words, the rest to first order
  const double p = yh * yh, cube = p * yh, lost = ::fma(p, yh, -cube);
  const double back = ((cube - ah) + lost) + (3 * p * yl - al);
  const double q = zh * zh * zh, q_lost = ::fma(zh * zh, zh, -q), r = q * ah, r_lost = ::fma(q, ah, -r);
  const double one = ((r - 1) + r_lost) + (q_lost * ah + q * al + 3 * zh * zh * zl * ah);
  return is_pair(ff::cbrt(x)) && is_pair(ff::rcbrt(x)) && magnitude(back) <= 12.3 * 0x1p-48 * magnitude(ah) &&
         magnitude(one) <= 12.3 * 0x1p-48;
}
TEST_F(CubeRoots, cubes_are_back_for_every_exponent) {
  EXPECT_TRUE((holds_for<cube_is_back, any_pair>(vectors(1 << 21, 1 << 28))));
}

FF_HD_LARGE bool odd(ff_t x) { return is_odd<ff::cbrt>(x) && is_odd<ff::rcbrt>(x); }
TEST_F(CubeRoots, odd) { EXPECT_TRUE(holds_for<odd>(pairs_of{-15, 30}, vectors(1 << 20, 1 << 28))); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known cbrt_hard[] = {
    {from_words(-0x1.0669f4p126f, -0x1.9211dap100f), from_words(-0x1.021edp42f, 0x1.527a3p17f)},
    {from_words(0x1.010422p60f, -0x1.6a1ccap34f), from_words(0x1.005698p20f, 0x1.274e84p-5f)},
    {from_words(0x1.04a1a6p123f, 0x1.185cf4p97f), from_words(0x1.0188dcp41f, -0x1.505536p16f)},
    {from_words(0x1.060b12p0f, 0x1.a883cp-27f), from_words(0x1.01ffbp0f, -0x1.54f9bp-25f)},
    {from_words(-0x1.048daep126f, -0x1.e09f0ap99f), from_words(-0x1.018248p42f, 0x1.2e70d2p17f)},
    {from_words(0x1.02acd2p0f, -0x1.cee63ap-25f), from_words(0x1.00e37cp0f, -0x1.59ed94p-25f)},
    {from_words(0x1.f55d42p-25f, 0x1.fffffcp-50f), from_words(0x1.fc6e1p-9f, 0x1.958a94p-38f)},
    {from_words(0x1.84c8dap125f, -0x1.c48e92p100f), from_words(0x1.d31b6p41f, -0x1.582f18p14f)},
    {from_words(0x1.9c071ep2f, -0x1.06d08ap-23f), from_words(0x1.dc3c64p0f, 0x1.eed438p-25f)}};
constexpr known rcbrt_hard[] = {
    {from_words(-0x1.0669f4p126f, -0x1.9211dap100f), from_words(-0x1.fbcb4cp-43f, -0x1.3bd4e2p-69f)},
    {from_words(0x1.010422p60f, -0x1.6a1ccap34f), from_words(0x1.ff530ap-21f, -0x1.4ab984p-46f)},
    {from_words(0x1.04a1a6p123f, 0x1.185cf4p97f), from_words(0x1.fcf2f8p-42f, -0x1.e0adfap-70f)},
    {from_words(0x1.060b12p0f, 0x1.a883cp-27f), from_words(0x1.fc088ep-1f, 0x1.ee27ecp-26f)},
    {from_words(-0x1.048daep126f, -0x1.e09f0ap99f), from_words(-0x1.fcfff8p-43f, -0x1.0a448ap-71f)},
    {from_words(0x1.02acd2p0f, -0x1.cee63ap-25f), from_words(0x1.fe3a9cp-1f, 0x1.de7456p-28f)},
    {from_words(0x1.f55d42p-25f, 0x1.fffffcp-50f), from_words(0x1.01cc2ep8f, -0x1.2f6792p-17f)},
    {from_words(0x1.84c8dap125f, -0x1.c48e92p100f), from_words(0x1.189a96p-42f, -0x1.12b858p-67f)},
    {from_words(0x1.9c071ep2f, -0x1.06d08ap-23f), from_words(0x1.133996p-1f, -0x1.05f14ep-26f)}};

TEST_F(CubeRoots, hard_arguments) {
  EXPECT_TRUE(gives<ff::cbrt>(cbrt_hard, 3.5f));
  EXPECT_TRUE(gives<ff::rcbrt>(rcbrt_hard, 3.5f));
}

// ---------------------------------------------------------------- perfect cubes

struct exact_roots {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const ff_t n = static_cast<float>(i + 1);  // n^3 has at most 48 bits
    const ff_t root = ff::cbrt(n * n * n);
    return same_bits(root.hi(), n.hi()) && (i > 1000 || same_bits(root, n));
  }
};
TEST_F(CubeRoots, of_perfect_cubes_are_exact) { EXPECT_TRUE(holds(exact_roots{}, 40000)); }

static_assert(same_bits(ff::cbrt(27), 3.0f) && same_bits(ff::rcbrt(-64), -0.25f), "constant expressions");
// ... and where the bare kernels, which every call runs at run time, would divide by zero or make a NaN.
static_assert(same_bits(ff::cbrt(-0.0f), -0.0f) && same_bits(ff::cbrt(inf), inf));
static_assert(same_bits(ff::rcbrt(0.0f), inf));

}  // namespace
