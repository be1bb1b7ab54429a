// hypot and rhypot: special values, squares that give their sum back, Pythagorean numbers, the worst
// arguments found.
#include <ff/math/hypot.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Lengths = Everywhere;

// ---------------------------------------------------------------- special values

// Two sides, and the heads of their hypot and rhypot.
constexpr three_pairs heads[] = {{0.0f, -0.0f, from_words(0.0f, inf)},
                                 {inf, nan, from_words(inf, 0.0f)},
                                 {nan, -inf, from_words(inf, 0.0f)},
                                 {-inf, 3.0f, from_words(inf, 0.0f)},
                                 {-inf, inf, from_words(inf, 0.0f)},
                                 {nan, 0.0f, from_words(nan, nan)},
                                 {1.0f, nan, from_words(nan, nan)},
                                 {-3.0f, 4.0f, from_words(5.0f, 0x1.99999ap-3f)},
                                 {0x1p-149f, 0.0f, from_words(0x1p-149f, inf)},
                                 {0.0f, -0x1p-126f, from_words(0x1p-126f, 0x1p126f)},
                                 {0x1.8p-140f, 0x1p-139f, from_words(0x1.4p-139f, inf)},
                                 {0x1.8p127f, 0x1p127f, from_words(0x1.cd82b4p127f, 0x1.1c01a8p-128f)},
                                 {0x1.fp127f, 0x1.fp127f, from_words(inf, 0x1.75b7ap-129f)},
                                 {0x1p127f, 0.0f, from_words(0x1p127f, 0x1p-127f)},
                                 {0x1p60f, 0x1p-60f, from_words(0x1p60f, 0x1p-60f)}};
// Whatever the order and the signs of the sides.
FF_HD_LARGE bool has_heads(ff_t x, ff_t y, ff_t want) {
  const auto [h, r] = want;
  return same_bits(ff::hypot(x, y).hi(), h) && same_bits(ff::hypot(y, -x).hi(), h) &&
         same_bits(ff::hypot(x, 0.0f, y).hi(), h) && same_bits(ff::hypot(-y, x, -0.0f).hi(), h) &&
         same_bits(ff::rhypot(x, y).hi(), r) && same_bits(ff::rhypot(-y, x).hi(), r);
}
TEST_F(Lengths, special_values) { EXPECT_TRUE(holds_for<has_heads>(heads)); }

// ---------------------------------------------------------------- identities

// Scaled by powers of 2 the length scales, exactly but where a low word's square underflows and a tie then
// falls the other way; the sides may change places and signs.
FF_HD_LARGE two_pairs sides_of_like_size(uint64 i) {
  draws d(i);
  const ff_t x = d.pair(-15, 30);  // so that no square's residue underflows
  const int e = ff::ilogb(x) + d.between(-25, 25);
  return {x, d.pair(e, e)};
}
FF_HD_LARGE bool scales(ff_t x, ff_t y) {
  const ff_t h = ff::hypot(x, y);
  bool all = same_bits(h, ff::hypot(-y, x)) && is_pair(h) && is_pair(ff::hypot(x, y, x)) &&
             is_pair(ff::rhypot(x, y));
  for (int n = -4; n <= 4; ++n) {
    const ff_t scaled = ff::ldexp(h, n);
    all = all && distance(ff::hypot(ff::ldexp(x, n), ff::ldexp(y, n)), scaled) <= wide(scaled.hi()) * 0x1p-64;
  }
  return all;
}
TEST_F(Lengths, scale) { EXPECT_TRUE((holds_for<scales, sides_of_like_size>(vectors(1 << 18, 1 << 26)))); }

// hypot(x, y)^2 - x^2 - y^2, exactly.
FF_HD_LARGE two_pairs two_sides(uint64 i) {
  draws d(i);
  const ff_t x = d.pair(-15, 30);  // so that no square's residue underflows
  const int e = ff::ilogb(x);
  return {x, i % 2 == 0 ? d.pair(-30, 30) : d.pair(e, e)};
}
FF_HD_LARGE bool square_is_back(ff_t x, ff_t y) {
  const ff_t h = ff::hypot(x, y), three = ff::hypot(x, y, x);
  const double back = exact_sum<16>().add_product(h, h).sub_product(x, x).sub_product(y, y).value();
  const double back3 =
      exact_sum<20>().add_product(three, three).sub_product(x, x).sub_product(y, y).sub_product(x, x).value();
  const double s = wide(h.hi()) * wide(h.hi()), s3 = wide(three.hi()) * wide(three.hi());
  const ff_t one = h * ff::rhypot(x, y) - 1.0f;
  return magnitude(back) <= 8.1 * 0x1p-48 * s && magnitude(back3) <= 8.1 * 0x1p-48 * s3 &&
         magnitude(wide(one.hi())) <= 12.1 * 0x1p-48;
}
TEST_F(Lengths, squares_are_back) {
  EXPECT_TRUE((holds_for<square_is_back, two_sides>(vectors(1 << 19, 1 << 27))));
}

// Sides of 2^126 to 2^128, and their like below 2^-126 for the reciprocal.
FF_HD_LARGE two_pairs sides_beyond_the_range(uint64 i) {
  draws d(i);
  const ff_t x = d.pair(126, 127);
  return {x, d.pair(120, 127)};
}
FF_HD_LARGE bool overflows_cleanly(ff_t x, ff_t y) {
  const float a = from_bits(to_bits(x.hi()) >> 8), b = from_bits(to_bits(y.hi()) >> 9);
  return is_finite_pair_or_infinity(hypot(x, y)) && is_finite_pair_or_infinity(ff::rhypot(a, b));
}
TEST_F(Lengths, overflow) {
  EXPECT_TRUE((holds_for<overflows_cleanly, sides_beyond_the_range>(vectors(1 << 18, 1 << 26))));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known_of_two hypot_hard[] = {
    {from_words(0x1.e2cb96p73f, -0x1.b51b9ap-62f), from_words(-0x1.0a3f5p88f, -0x1.04929p63f),
     from_words(0x1.0a3f5p88f, 0x1.12407p63f)},
    {from_words(-0x1.000002p-22f, -0x1.dfffdcp-49f), from_words(0x1.4422fcp-26f, 0x1.0001c8p-51f),
     from_words(0x1.00cce4p-22f, 0x1.0ee826p-47f)},
    {from_words(0x1.00cb9ep0f, 0x1.67cecap-27f), from_words(0x1.62822p-10f, 0x1.7c89d6p-36f),
     from_words(0x1.00cbaep0f, -0x1.0f9f2cp-25f)},
    {from_words(0x1.08p-92f, -0x1.1048bp-119f), from_words(-0x1.0000dp-89f, 0x1.ffffbap-115f),
     from_words(0x1.021f1p-89f, -0x1.032baep-114f)},
    {from_words(-0x1.76b44ep-29f, -0x1.faf6fap-54f), from_words(-0x1.84c724p-39f, 0x1.759194p-65f),
     from_words(0x1.76b45cp-29f, -0x1.9de9a6p-55f)},
    {from_words(0x1.77df0cp95f, -0x1.09de28p69f), from_words(0x1.78dc9p99f, -0x1.e956f8p74f),
     from_words(0x1.7997d2p99f, -0x1.85775ap73f)},
    {from_words(-0x1.7a3efap-4f, 0x1.ff3fe6p-29f), from_words(0x1.ae6f18p-11f, -0x1.ffa0b2p-36f),
     from_words(0x1.7a42ccp-4f, 0x1.410a9p-29f)}};
constexpr known_of_two rhypot_hard[] = {
    {from_words(0x1.e2cb96p73f, -0x1.b51b9ap-62f), from_words(-0x1.0a3f5p88f, -0x1.04929p63f),
     from_words(0x1.ec4b4ep-89f, -0x1.bbed76p-115f)},
    {from_words(-0x1.000002p-22f, -0x1.dfffdcp-49f), from_words(0x1.4422fcp-26f, 0x1.0001c8p-51f),
     from_words(0x1.fe677ep21f, -0x1.a8ef76p-7f)},
    {from_words(0x1.00cb9ep0f, 0x1.67cecap-27f), from_words(0x1.62822p-10f, 0x1.7c89d6p-36f),
     from_words(0x1.fe69e8p-1f, 0x1.3da3a4p-28f)},
    {from_words(0x1.08p-92f, -0x1.1048bp-119f), from_words(-0x1.0000dp-89f, 0x1.ffffbap-115f),
     from_words(0x1.fbcacep88f, 0x1.9360e4p60f)},
    {from_words(-0x1.76b44ep-29f, -0x1.faf6fap-54f), from_words(-0x1.84c724p-39f, 0x1.759194p-65f),
     from_words(0x1.5dcd0cp28f, -0x1.2d9c7ap3f)},
    {from_words(0x1.77df0cp95f, -0x1.09de28p69f), from_words(0x1.78dc9p99f, -0x1.e956f8p74f),
     from_words(0x1.5b2002p-100f, 0x1.463a64p-125f)},
    {from_words(-0x1.7a3efap-4f, 0x1.ff3fe6p-29f), from_words(0x1.ae6f18p-11f, -0x1.ffa0b2p-36f),
     from_words(0x1.5a831ap3f, 0x1.210ddap-22f)}};
FF_HD_LARGE constexpr ff_t flat_hypot(ff_t x, ff_t y) { return ff::hypot(x, 0.0f, y); }

TEST_F(Lengths, hard_arguments) {
  EXPECT_TRUE(gives<ff::hypot>(hypot_hard, 3.5f));
  EXPECT_TRUE(gives<flat_hypot>(hypot_hard, 3.5f));
  EXPECT_TRUE(gives<ff::rhypot>(rhypot_hard, 3.5f));
}

// ---------------------------------------------------------------- exact lengths

FF_HD_LARGE one_pair from_one_on(uint64 i) { return {ff_t(static_cast<int>(i) + 1)}; }
FF_HD_LARGE bool exact_lengths(ff_t n) {
  return same_bits(ff::hypot(3 * n, 4 * n), 5 * n) && same_bits(ff::hypot(2 * n, 3 * n, 6 * n), 7 * n);
}
TEST_F(Lengths, of_pythagorean_numbers_are_exact) {
  EXPECT_TRUE((holds_for<exact_lengths, from_one_on>(40000)));
}

static_assert(same_bits(ff::hypot(5, 12), 13.0f) && same_bits(ff::hypot(2, 3, 6), 7.0f));
static_assert(same_bits(ff::rhypot(0, 0), inf));
// ... and where the bare kernels, which every call runs at run time, would divide by zero or make a NaN.
static_assert(same_bits(ff::rsqrt(ff_t(0.0f)), inf) && same_bits(ff::rsqrt(ff_t(inf)), 0.0f));
static_assert(same_bits(ff::rsqrt(ff_t(0x1p-148f)), 0x1p74f) &&
              same_bits(ff::rsqrt(ff_t(0x1p126f)), 0x1p-63f));

}  // namespace
