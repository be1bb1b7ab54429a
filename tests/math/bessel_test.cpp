// j0, j1, y0, y1, jn and yn: special values of C and CUDA, exact results on both sides of every border,
// identities.
#include <ff/special/bessel_n.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Bessel = Everywhere;

// Out of line: a kernel that had each of its calls inlined would take minutes to compile.
FF_HD_OUT_OF_LINE constexpr ff_t jn_of(ff_t n, ff_t x) { return ff::jn(static_cast<int>(n), x); }
FF_HD_OUT_OF_LINE constexpr ff_t yn_of(ff_t n, ff_t x) { return ff::yn(static_cast<int>(n), x); }

// ---------------------------------------------------------------- special values

constexpr known j0_specials[] = {{0.0f, 1.0f}, {-0.0f, 1.0f}, {inf, 0.0f},
                                 {-inf, 0.0f}, {nan, nan},    {0x1p-149f, 1.0f}};
constexpr known j1_specials[] = {{0.0f, 0.0f},  {-0.0f, -0.0f}, {inf, 0.0f},
                                 {-inf, -0.0f}, {nan, nan},     {0x1p-120f, 0x1p-121f}};
constexpr known y_specials[] = {{0.0f, -inf}, {-0.0f, -inf}, {inf, 0.0f},      {-inf, nan},
                                {nan, nan},   {-1.0f, nan},  {-0x1p-149f, nan}};
constexpr known y1_specials[] = {{0x1p-149f, -inf}, {0x1p-130f, -inf}};
constexpr known_of_two jn_specials[] = {{2.0f, 0.0f, 0.0f},     {-3.0f, 0.0f, -0.0f}, {3.0f, -0.0f, -0.0f},
                                        {2.0f, inf, 0.0f},      {3.0f, -inf, -0.0f},  {5.0f, nan, nan},
                                        {129.0f, 1.0f, nan},    {-129.0f, 1.0f, nan}, {128.0f, 1.0f, 0.0f},
                                        {2.0f, 0x1p-100f, 0.0f}};
constexpr known_of_two yn_specials[] = {{2.0f, 0.0f, -inf},   {-3.0f, 0.0f, inf},   {2.0f, inf, 0.0f},
                                        {5.0f, nan, nan},     {5.0f, -1.0f, nan},   {129.0f, 1.0f, nan},
                                        {128.0f, 1.0f, -inf}, {-127.0f, 1.0f, inf}, {2.0f, 0x1p-100f, -inf}};

TEST_F(Bessel, special_values) {
  EXPECT_TRUE(gives<ff::j0>(j0_specials));
  EXPECT_TRUE(gives<ff::j1>(j1_specials));
  EXPECT_TRUE(gives<ff::y0>(y_specials));
  EXPECT_TRUE(gives<ff::y1>(y_specials));
  EXPECT_TRUE(gives<ff::y1>(y1_specials));
  EXPECT_TRUE(gives<jn_of>(jn_specials));
  EXPECT_TRUE(gives<yn_of>(yn_specials));
}

// ---------------------------------------------------------------- hard arguments, exact results

// The error is relative to the amplitude where the result is below it.
FF_HD_LARGE bool within(ff_t got, ff_t want, double x, double n, double u2) {
  const double size = magnitude(wide(want.hi())), amplitude = x > n ? std::sqrt(0.6366197723675814 / x) : 0;
  return is_pair(got) && distance(got, want) <= (u2 + 0.5) * 0x1p-48 * (size < amplitude ? amplitude : size);
}
template <unary* f>
FF_HD_LARGE bool gives_bessel(ff_t x, ff_t want) {
  return within(f(x), want, wide(x.hi()), 0, 10);
}
template <binary* f>
FF_HD_LARGE bool gives_order(ff_t n, ff_t x, ff_t want) {
  return within(f(n, x), want, wide(x.hi()), wide(n.hi()), n > 20 ? 256 : 48);
}
constexpr known j0_hard[] = {
    {from_words(0x1.07fffep4f, 0x1p-21f), from_words(-0x1.92300cp-3f, 0x1.db638p-29f)},
    {from_words(0x1.08p4f, 0x1p-21f), from_words(-0x1.92300ap-3f, -0x1.eca78p-32f)},
    {from_words(0x1p0f, 0.0f), from_words(0x1.87c7fep-1f, -0x1.0a11c4p-27f)},
    {from_words(0x1.921p6f, -0x1.3p-20f), from_words(0x1.c5492cp-5f, 0x1.9a1fap-30f)},
    {from_words(0x1.33d152p1f, 0x1.e9df4cp-24f), from_words(-0x1.7dd36ep-29f, 0x1.6b9bbp-56f)},
    {from_words(0x1p-10f, 0x1p-36f), from_words(0x1.fffff8p-1f, 0x1p-47f)},
    {from_words(0x1.fff58cp119f, -0x1.5e0ca4p91f), from_words(-0x1.9444c4p-61f, 0x1.931924p-87f)},
    {from_words(0x1.bffffep1f, 0x1p-25f), from_words(-0x1.854032p-2f, -0x1.c3a8b8p-27f)},
    {from_words(0x1.c00002p1f, -0x1p-25f), from_words(-0x1.854036p-2f, -0x1.751a72p-27f)},
};
constexpr known j1_hard[] = {
    {from_words(0x1.07fffep4f, 0x1p-21f), from_words(-0x1.79bec2p-8f, 0x1.deb5dap-33f)},
    {from_words(0x1.08p4f, 0x1p-21f), from_words(-0x1.79c506p-8f, -0x1.e862e2p-33f)},
    {from_words(0x1p0f, 0.0f), from_words(0x1.c29c9ep-2f, 0x1.d2e18ep-27f)},
    {from_words(0x1.921p6f, -0x1.3p-20f), from_words(-0x1.d253b4p-5f, -0x1.f9bf8cp-31f)},
    {from_words(0x1.33d152p1f, 0x1.e9df4cp-24f), from_words(0x1.09cdb4p-1f, -0x1.49367cp-26f)},
    {from_words(0x1p-10f, 0x1p-36f), from_words(0x1.fffffcp-12f, 0x1.fffffep-38f)},
    {from_words(0x1.fff58cp119f, -0x1.5e0ca4p91f), from_words(-0x1.d6ffd4p-64f, 0x1.0e1baap-89f)},
    {from_words(0x1.bffffep1f, 0x1p-25f), from_words(0x1.19597p-3f, -0x1.502a6ep-28f)},
    {from_words(0x1.c00002p1f, -0x1p-25f), from_words(0x1.195958p-3f, -0x1.22570ap-30f)},
};
constexpr known y0_hard[] = {
    {from_words(0x1.07fffep4f, 0x1p-21f), from_words(0x1.7ca954p-13f, 0x1.74cb46p-43f)},
    {from_words(0x1.08p4f, 0x1p-21f), from_words(0x1.7be024p-13f, -0x1.e1a7bap-38f)},
    {from_words(0x1p0f, 0.0f), from_words(0x1.698022p-4f, 0x1.bcd638p-30f)},
    {from_words(0x1.921p6f, -0x1.3p-20f), from_words(-0x1.d4937p-5f, 0x1.13bb5p-31f)},
    {from_words(0x1.33d152p1f, 0x1.e9df4cp-24f), from_words(0x1.0514dp-1f, -0x1.f011c2p-26f)},
    {from_words(0x1p-10f, 0x1p-36f), from_words(-0x1.1f231p2f, -0x1.7af688p-26f)},
    {from_words(0x1.fff58cp119f, -0x1.5e0ca4p91f), from_words(-0x1.d6ffd4p-64f, 0x1.0e1baap-89f)},
    {from_words(0x1.bffffep1f, 0x1p-25f), from_words(0x1.831dfcp-3f, -0x1.51adap-28f)},
    {from_words(0x1.c00002p1f, -0x1p-25f), from_words(0x1.831de4p-3f, 0x1.7acc88p-29f)},
};
constexpr known y1_hard[] = {
    {from_words(0x1.07fffep4f, 0x1p-21f), from_words(0x1.9261eep-3f, 0x1.9ca714p-28f)},
    {from_words(0x1.08p4f, 0x1p-21f), from_words(0x1.9261ecp-3f, -0x1.91592ap-30f)},
    {from_words(0x1p0f, 0.0f), from_words(-0x1.8ffb2p-1f, -0x1.f59ae6p-27f)},
    {from_words(0x1.921p6f, -0x1.3p-20f), from_words(-0x1.c79f4cp-5f, 0x1.7e7dccp-32f)},
    {from_words(0x1.33d152p1f, 0x1.e9df4cp-24f), from_words(0x1.a4d9b6p-4f, -0x1.8d58dap-29f)},
    {from_words(0x1p-10f, 0x1p-36f), from_words(-0x1.45f354p9f, 0x1.289eccp-16f)},
    {from_words(0x1.fff58cp119f, -0x1.5e0ca4p91f), from_words(0x1.9444c4p-61f, -0x1.931924p-87f)},
    {from_words(0x1.bffffep1f, 0x1p-25f), from_words(0x1.a4086ep-2f, -0x1.054a38p-28f)},
    {from_words(0x1.c00002p1f, -0x1p-25f), from_words(0x1.a4087p-2f, -0x1.f3d51ep-29f)},
};
constexpr known_of_two jn_hard[] = {
    {0x1p1f, from_words(0x1p-3f, 0x1p-30f), from_words(0x1.ff556cp-10f, -0x1.ae2d44p-35f)},
    {0x1.4p4f, from_words(0x1.4p4f, 0x1p-21f), from_words(0x1.51674cp-3f, -0x1.4b86e2p-28f)},
    {0x1.4p4f, from_words(0x1.3ffffep4f, 0x1p-21f), from_words(0x1.51673ep-3f, -0x1.005fdp-28f)},
    {0x1.cp2f, from_words(0x1.921p6f, -0x1.3p-20f), from_words(0x1.59b416p-5f, -0x1.03badcp-30f)},
    {0x1p7f, from_words(0x1.921p6f, -0x1.3p-20f), from_words(0x1.2a49fcp-24f, -0x1.3f0c86p-49f)},
    {0x1.8p1f, from_words(0x1p-26f, 0x1p-52f), from_words(0x1.555556p-84f, 0x1.555556p-110f)},
    {0x1.4p5f, from_words(0x1.8p4f, 0x1p-22f), from_words(0x1.e8db04p-22f, -0x1.bc7366p-49f)},
};
constexpr known_of_two yn_hard[] = {
    {0x1p1f, from_words(0x1p-3f, 0x1p-30f), from_words(-0x1.473cb8p6f, -0x1.498966p-22f)},
    {0x1.4p4f, from_words(0x1.4p4f, 0x1p-21f), from_words(-0x1.245756p-2f, -0x1.193b8ep-30f)},
    {0x1.4p4f, from_words(0x1.3ffffep4f, 0x1p-21f), from_words(-0x1.245762p-2f, -0x1.97d67cp-27f)},
    {0x1.cp2f, from_words(0x1.921p6f, -0x1.3p-20f), from_words(0x1.14d644p-4f, -0x1.0ce96p-29f)},
    {0x1p7f, from_words(0x1.921p6f, -0x1.3p-20f), from_words(-0x1.c3fdfcp15f, -0x1.bd469ep-10f)},
    {0x1.4p5f, from_words(0x1.8p4f, 0x1p-22f), from_words(-0x1.558af2p14f, 0x1.0e098p-12f)},
};
TEST_F(Bessel, hard_arguments) {
  EXPECT_TRUE(holds_for<gives_bessel<ff::j0>>(j0_hard));
  EXPECT_TRUE(holds_for<gives_bessel<ff::j1>>(j1_hard));
  EXPECT_TRUE(holds_for<gives_bessel<ff::y0>>(y0_hard));
  EXPECT_TRUE(holds_for<gives_bessel<ff::y1>>(y1_hard));
  EXPECT_TRUE(holds_for<gives_order<jn_of>>(jn_hard));
  EXPECT_TRUE(holds_for<gives_order<yn_of>>(yn_hard));
}

// ---------------------------------------------------------------- identities

// The Wronskian J_(n+1) Y_n - J_n Y_(n+1) = 2/(pi x), of the first two orders and of higher ones.
FF_HD_LARGE two_pairs order_and_argument(uint64 i) {
  draws d(i);
  const ff_t x = ff::abs(d.pair(-6, i % 5 == 0 ? 60 : 7));
  return {ff_t(i % 2 == 0 ? 0 : d.between(0, 19)), x};
}
FF_HD_LARGE bool has_wronskian(ff_t n, ff_t x) {
  if (n > 4 * x) return true;
  const ff_t left = jn_of(n + 1, x) * yn_of(n, x), right = jn_of(n, x) * yn_of(n + 1, x);
  const ff_t wanted = ff::from_words(0x1.45f306p-1f, 0x1.b9391p-26f) / x;
  const double size = magnitude(wide(left.hi())) + magnitude(wide(right.hi())) + wide(wanted.hi());
  return distance(left - right, wanted) <= (n == 0.0f ? 40 : 200) * 0x1p-48 * size;
}
TEST_F(Bessel, wronskian) {
  EXPECT_TRUE((holds_for<has_wronskian, order_and_argument>(vectors(1 << 14, 1 << 22))));
}

// Parities in both arguments, and orders 0 and 1 by their names, bit for bit.
FF_HD_LARGE bool symmetric(ff_t x) {
  const ff_t a = ff::abs(x), zero = ff::j0(a);
  return same_bits(jn_of(0, x), zero) && same_bits(jn_of(-3, x), jn_of(3, -x)) &&
         same_bits(jn_of(-4, x), jn_of(4, -x)) && same_bits(jn_of(1, -x), -jn_of(1, x)) &&
         same_bits(yn_of(-5, a), -yn_of(5, a)) && same_bits(yn_of(-2, a), yn_of(2, a));
}
TEST_F(Bessel, symmetric) { EXPECT_TRUE(holds_for<symmetric>(pairs_of{-20, 60}, vectors(1 << 12, 1 << 20))); }

static_assert(ff::j0(0.0f) == 1.0f && same_bits(ff::y0(0.0f).hi(), -inf));
static_assert(ff::j0(1.0f).hi() == 0x1.87c7fep-1f && ff::jn(3, 2.0f).hi() > 0.128f);

}  // namespace
