// The primitives against arithmetic in integers, and the compiler's own evaluation against the run-time one.
#include <ff/rounding.hpp>

#include "exact.hpp"
#include "properties.hpp"

namespace {

using namespace ff_test;

struct Rounding : Everywhere {};

// ---- the reference: binary32 in integers

constexpr uint32 sign_bit = 0x80000000u;
constexpr float quiet_nan = ff::detail::quiet_nan, infinity = ff::detail::infinity;

FF_HD_LARGE bool is_infinite(float x) { return (to_bits(x) & ~sign_bit) == 0x7f800000u; }
FF_HD_LARGE bool is_zero(float x) { return (to_bits(x) & ~sign_bit) == 0; }
FF_HD_LARGE float signed_as(uint32 sign, float x) { return from_bits((sign & sign_bit) | to_bits(x)); }

// m 2^-n with everything shifted out gathered in the last bit, which keeps it off every half-way point.
FF_HD_LARGE uint128 jammed(uint128 m, int n) {
  if (n >= 127) return m != 0 ? 1u : 0u;
  const uint128 k = m >> n;
  return (k << n) == m ? k : k | 1u;
}

FF_HD_LARGE float reference_fma(float a, float b, float c) {
  const uint32 sp = to_bits(a) ^ to_bits(b);
  if (is_nan(a) || is_nan(b) || is_nan(c)) return quiet_nan;
  if (is_infinite(a) || is_infinite(b)) {
    if (is_zero(a) || is_zero(b)) return quiet_nan;
    return is_infinite(c) && ((sp ^ to_bits(c)) & sign_bit) != 0 ? quiet_nan : signed_as(sp, infinity);
  }
  if (is_infinite(c)) return c;
  const decoded x = decode(a), y = decode(b), z = decode(c);
  const bool product_negative = x.negative != y.negative;
  if (x.m == 0 || y.m == 0)
    return z.m != 0 || product_negative == z.negative ? c : 0.0f;  // opposite zeros add up to +0
  uint128 p = static_cast<uint128>(x.m) * y.m, q = z.m;
  int e = x.e + y.e;
  const int above = z.m == 0 ? 0 : z.e - e;  // how far z's unit lies above the product's
  if (above > 64) {
    p = jammed(p, above - 64), q <<= 64, e += above - 64;
  } else if (above >= 0) {
    q <<= above;
  } else if (above >= -64) {
    p <<= -above, e += above;
  } else {
    p <<= 64, e -= 64, q = jammed(q, -above - 64);
  }
  if (product_negative == z.negative) return nearest_float(product_negative, p + q, e);
  if (p == q) return 0.0f;
  return p > q ? nearest_float(product_negative, p - q, e) : nearest_float(z.negative, q - p, e);
}

FF_HD_LARGE float reference_mul(float a, float b) {
  const uint32 s = to_bits(a) ^ to_bits(b);
  return reference_fma(a, b, signed_as(s, 0.0f));
}

FF_HD_LARGE float reference_div(float a, float b) {
  const uint32 s = to_bits(a) ^ to_bits(b);
  if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)) || (is_zero(a) && is_zero(b)))
    return quiet_nan;
  if (is_infinite(a) || is_zero(b)) return signed_as(s, infinity);
  if (is_zero(a) || is_infinite(b)) return signed_as(s, 0.0f);
  const decoded x = decode(a), y = decode(b);
  const uint128 n = static_cast<uint128>(x.m) << 60, q = n / y.m;
  return nearest_float((s & sign_bit) != 0, q | (q * y.m != n ? 1u : 0u), x.e - y.e - 60);
}

FF_HD_LARGE float reference_sqrt(float a) {
  if (is_nan(a) || is_zero(a)) return a;
  if ((to_bits(a) & sign_bit) != 0) return quiet_nan;
  if (is_infinite(a)) return a;
  const decoded x = decode(a);
  const int up = (x.e & 1) != 0 ? 61 : 60;  // leaves an even exponent
  const uint128 n = static_cast<uint128>(x.m) << up;
  uint64 root = 0;
  for (uint64 bit = uint64{1} << 42; bit != 0; bit >>= 1)
    if (static_cast<uint128>(root | bit) * (root | bit) <= n) root |= bit;
  const bool inexact = static_cast<uint128>(root) * root != n;
  return nearest_float(false, static_cast<uint128>(root) << 1 | (inexact ? 1u : 0u), (x.e - up) / 2 - 1);
}

// ---- vectors: every kind of float; sums near ties and cancellation; results at the edges of the range

FF_HD_LARGE int clamped(int e) { return e < -126 ? -126 : e > 127 ? 127 : e; }

FF_HD_LARGE three_floats operands(uint64 i) {
  draws d(i);
  const float a = d.any(), b = d.any(), c = d.any();
  const int kind = d.between(0, 8), ea = d.between(-60, 60), eb = d.between(-60, 60);
  const int near = clamped(ea + eb + d.between(-26, 26)), above = clamped(ea + eb + d.between(23, 25));
  const int lowest = clamped(d.between(-152, -124) - ea), highest = clamped(d.between(125, 128) - ea);
  const uint32 m = static_cast<uint32>(d.between(1, 3)), n = static_cast<uint32>(d.between(1, 3));
  const float first = d.in(ea, ea), subnormal = from_bits(d.sign() | d.word() >> d.between(9, 31));
  // a product a few units beside a power of two, which is half an ulp of what is added
  const float beside = from_bits(to_bits(power(ea)) + m);
  const int top = kind == 7 ? 103 - ea : eb;
  const float against = from_bits((d.sign() | to_bits(power(top))) + (d.coin() ? n : 0u - n));
  if (kind == 0) return {beside, against, d.in(above, above)};
  if (kind == 1) return {first, d.in(eb, eb), d.in(near, near)};
  if (kind == 2) return {first, d.in(lowest, lowest), c};
  if (kind == 3) return {first, d.in(highest, highest), c};
  if (kind == 4) return {a, from_bits(to_bits(a) ^ sign_bit ^ (d.word() & 3u)), ff::mul_rn(a, a)};
  if (kind == 5) return {first, d.in(lowest, lowest), subnormal};
  if (kind == 6) return {subnormal, d.in(-126, -123), from_bits(d.word() >> 9)};
  if (kind == 7) return {beside, against, from_bits(d.sign() | (0x7f7fffffu - (d.word() & 1u)))};
  return {a, b, c};
}

FF_HD_LARGE bool add_is_rounded(float a, float b, float c) {
  return same_bits(ff::add_rn(a, b), reference_fma(a, 1.0f, b)) &&
         same_bits(ff::add_rn(a, c), reference_fma(a, 1.0f, c));
}
FF_HD_LARGE bool sub_is_rounded(float a, float b, float c) {
  return same_bits(ff::sub_rn(a, b), reference_fma(b, -1.0f, a)) &&
         same_bits(ff::sub_rn(c, a), reference_fma(a, -1.0f, c));
}
FF_HD_LARGE bool mul_is_rounded(float a, float b, float c) {
  return same_bits(ff::mul_rn(a, b), reference_mul(a, b)) && same_bits(ff::mul_rn(b, c), reference_mul(b, c));
}
FF_HD_LARGE bool fma_is_rounded(float a, float b, float c) {
  return same_bits(ff::fma_rn(a, b, c), reference_fma(a, b, c));
}
FF_HD_LARGE bool div_is_rounded(float a, float b, float c) {
  return same_bits(ff::div_rn(a, b), reference_div(a, b)) && same_bits(ff::div_rn(c, a), reference_div(c, a));
}
FF_HD_LARGE bool sqrt_is_rounded(float a, float b, float c) {
  return same_bits(ff::sqrt_rn(a), reference_sqrt(a)) &&
         same_bits(ff::sqrt_rn(ff::abs(b)), reference_sqrt(ff::abs(b))) &&
         same_bits(ff::sqrt_rn(c), reference_sqrt(c));
}

TEST_F(Rounding, add_rn) { EXPECT_TRUE((holds_for<add_is_rounded, operands>(vectors(1 << 22, 1ull << 30)))); }
TEST_F(Rounding, sub_rn) { EXPECT_TRUE((holds_for<sub_is_rounded, operands>(vectors(1 << 22, 1ull << 30)))); }
TEST_F(Rounding, mul_rn) { EXPECT_TRUE((holds_for<mul_is_rounded, operands>(vectors(1 << 22, 1ull << 30)))); }
TEST_F(Rounding, fma_rn) { EXPECT_TRUE((holds_for<fma_is_rounded, operands>(vectors(1 << 23, 1ull << 31)))); }
TEST_F(Rounding, div_rn) { EXPECT_TRUE((holds_for<div_is_rounded, operands>(vectors(1 << 22, 1ull << 28)))); }
TEST_F(Rounding, sqrt_rn) {
  EXPECT_TRUE((holds_for<sqrt_is_rounded, operands>(vectors(1 << 21, 1ull << 28))));
}

// ---- sign, order and width

// A total order of the bits that agrees with the floats' own, for all but NaN.
FF_HD_LARGE int64 place(float x) {
  const uint32 b = to_bits(x);
  return (b & sign_bit) != 0 ? -static_cast<int64>(b & ~sign_bit) : static_cast<int64>(b);
}

// Every float, against a random one and its own neighbours.
struct signs_and_order {
  uint64 stride;
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float a = from_bits(static_cast<uint32>(i * stride));
    const bool nan = is_nan(a);
    if (nan != is_nan(ff::neg(a)) || nan != is_nan(ff::abs(a))) return false;
    if (!nan &&
        (to_bits(ff::neg(a)) != (to_bits(a) ^ sign_bit) || to_bits(ff::abs(a)) != (to_bits(a) & ~sign_bit)))
      return false;
    const float others[] = {
        draws(i).any(), a, outwards(a), inwards(a), from_bits(to_bits(a) ^ sign_bit), 0.0f};
    for (const float b : others) {
      const bool ordered = !nan && !is_nan(b);
      if (ff::less(a, b) != (ordered && place(a) < place(b))) return false;
      if (ff::equal(a, b) != (ordered && place(a) == place(b))) return false;
    }
    return true;
  }
};

// Sums of any two floats, NaN of infinities among them, whose sign differs from machine to machine.
struct limits_of_sums {
  FF_HD_LARGE bool operator()(uint64 i) const {
    draws d(i);
    constexpr float special[] = {infinity, -infinity, 0x1.fffffep127f, -0x1.fffffep127f, 0.0f, 0x1p100f};
    const float a = i % 4 == 0 ? special[i / 4 % 6] : d.any(), b = i % 4 < 2 ? special[i / 24 % 6] : d.any();
    const float limit = i % 2 == 0 ? 0x1p103f : 0x1p-3f, s = ff::add_rn(a, b), cut = ff::limited(s, limit);
    if (is_nan(s)) return is_nan(a) || is_nan(b) || ff::equal(cut, limit);
    return to_bits(cut) == to_bits(place(s) > place(limit) ? limit : place(s) < -place(limit) ? -limit : s);
  }
};

struct widening {
  uint64 stride;
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float a = from_bits(static_cast<uint32>(i * stride));
    const double w = ff::widen(a);
    return is_nan(a) ? w != w && is_nan(ff::narrow_rn(w))
                     : ff::detail::bit_cast<uint64>(w) == ff::detail::bit_cast<uint64>(wide(a)) &&
                           to_bits(ff::narrow_rn(w)) == to_bits(a);
  }
};

// Doubles of every exponent that a float can see, ties and their neighbours included.
struct narrowing {
  FF_HD_LARGE static double input_of(uint64 i) {
    draws d(i);
    const int e = d.between(-180, 140), kind = d.between(0, 3);
    const uint64 f = d.bits() >> 12, tail = uint64{0x1fffffff};
    const uint64 tie = (f & ~tail) + 0x10000000u + static_cast<uint64>(d.between(-1, 1));
    const uint64 cut = f & ~uint64{0} << d.between(20, 51);
    return ff::detail::bit_cast<double>(d.bits() >> 63 << 63 | static_cast<uint64>(e + 1023) << 52 |
                                        (kind == 0   ? tie
                                         : kind == 1 ? cut
                                                     : f));
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const double x = input_of(i);
    const uint64 b = ff::detail::bit_cast<uint64>(x), m = (b & (~uint64{0} >> 12)) | uint64{1} << 52;
    const float expected = nearest_float(b >> 63 != 0, m, static_cast<int>(b >> 52 & 0x7ffu) - 1075);
    return to_bits(ff::narrow_rn(x)) == to_bits(expected);
  }
};

TEST_F(Rounding, neg_abs_less_equal) {
  if (on_device)
    EXPECT_TRUE(holds(signs_and_order{1}, 1ull << 32));
  else
    EXPECT_TRUE(holds(signs_and_order{251}, (1ull << 32) / 251));
}
TEST_F(Rounding, widen) {
  if (on_device)
    EXPECT_TRUE(holds(widening{1}, 1ull << 32));
  else
    EXPECT_TRUE(holds(widening{17}, (1ull << 32) / 17));
}
TEST_F(Rounding, limited) { EXPECT_TRUE(holds(limits_of_sums{}, vectors(1 << 22, 1ull << 28))); }
TEST_F(Rounding, narrow_rn) { EXPECT_TRUE(holds(narrowing{}, vectors(1 << 24, 1ull << 30))); }

// ---- constant expressions

static_assert(ff::add_rn(0x1p-149f, 0x1p-149f) == 0x1p-148f &&
              ff::sub_rn(0x1p-126f, 0x1p-149f) == 0x0.fffffep-126f);
static_assert(ff::mul_rn(0x1p-75f, 0x1p-74f) == 0x1p-149f && ff::div_rn(1.0f, 3.0f) == 0x1.555556p-2f);
static_assert(ff::fma_rn(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f) == 0x1p-46f);
static_assert(ff::fma_rn(0x1p-100f, 0x1p-50f, 0.0f) == 0.0f &&
              ff::fma_rn(0x1.000002p-100f, 0x1p-50f, 0.0f) == 0x1p-149f &&
              ff::fma_rn(-0x1.000002p-100f, 0x1p-50f, 0.0f) == -0x1p-149f &&
              ff::fma_rn(0x1p-100f, 0x1p-50f, 0x1p-149f) == 0x1p-148f &&
              to_bits(ff::fma_rn(-0x1p-100f, 0x1p-60f, -0.0f)) == sign_bit);
static_assert(ff::sqrt_rn(2.0f) == 0x1.6a09e6p0f && ff::sqrt_rn(0x1p-149f) == 0x1.6a09e6p-75f);
static_assert(to_bits(ff::sqrt_rn(-0.0f)) == sign_bit && ff::sqrt_rn(infinity) == infinity);
static_assert(ff::less(0.0f, 0x1p-149f) && !ff::equal(0.0f, 0x1p-149f) && ff::equal(0.0f, -0.0f));
static_assert(to_bits(ff::neg(0.0f)) == sign_bit && ff::abs(-0x1p-149f) == 0x1p-149f);
static_assert(ff::rcp_rn(3.0f) == 0x1.555556p-2f && ff::rsqrt_rn(4.0f) == 0.5f &&
              ff::sqrt_seed(4.0f).h == 0.25f);

#if !defined(FF_TEST_ON_DEVICE)  // what only the compiler evaluates, and it works as the host does

bool folded_fma_agrees(float a, float b, float c) {
  return same_bits(ff::detail::folded_fma(a, b, c), reference_fma(a, b, c));
}
bool folded_sqrt_agrees(float a) { return same_bits(ff::detail::folded_sqrt(a), ff::sqrt_rn(a)); }
bool folded_rsqrt_agrees(float a) { return same_bits(ff::detail::folded_rsqrt(a), ff::rsqrt_rn(a)); }

// Every `stride`-th float from one on.
struct floats_from {
  uint32 first;
  uint64 stride;
  one_float operator()(uint64 i) const { return {from_bits(static_cast<uint32>(first + i * stride))}; }
};

TEST_F(Rounding, folded_fma) { EXPECT_TRUE((holds_for<folded_fma_agrees, operands>(1 << 23))); }
TEST_F(Rounding, folded_sqrt) {
  EXPECT_TRUE(holds_for<folded_sqrt_agrees>(floats_from{0, 1021}, (1ull << 32) / 1021));
}
TEST_F(Rounding, folded_sqrt_of_every_significand) {
  EXPECT_TRUE(holds_for<folded_sqrt_agrees>(floats_from{0, 1}, 16));  // zero and the smallest subnormals
  EXPECT_TRUE(holds_for<folded_sqrt_agrees>(floats_from{to_bits(1.0f), 1}, 1 << 24));
}
TEST_F(Rounding, folded_rsqrt) {
  EXPECT_TRUE(holds_for<folded_rsqrt_agrees>(floats_from{to_bits(0x1p-126f), 509}, (254ull << 23) / 509));
}

#endif

}  // namespace
