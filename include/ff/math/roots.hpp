// Cube roots and Euclidean lengths.
//
// cbrt and rcbrt: Newton's iteration from an integer seed (no MUFU), the last step a residue in two words
// over an accurate 3 y^2.  hypot: the sum of the squares with what its roundings lost, and a square root of
// both. The bare kernels, cbrt22 and so on, hold on the domain stated; the functions beside them everywhere:
// they always run the kernel, so that the device has a branch around the rest and not two.  Constant
// expressions must not, where it divides by zero or makes a NaN.
#pragma once

#include <ff/directed.hpp>
#include <ff/math/bounds.hpp>
#include <ff/math/roots_table.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

// 2 (bits(|x|) - bits(2^-96)): the sign drops out, and what is not in [2^-96, 2^128) is large.
FF_HD constexpr uint32 cbrt_key(float x) { return to_bits(x) + to_bits(x) - 2 * cbrt_least_bits; }
FF_HD constexpr bool plain_cbrt(uint32 key) { return key < 2 * (0x7f800000u - cbrt_least_bits); }

// (bits >> Shift) + offset, on the device opaque to the compiler, which would otherwise multiply out the
// product that follows and spend an instruction on its constant.
template <int Shift>
FF_HD uint32 run_shifted(uint32 bits, uint32 offset) {
#if defined(__CUDA_ARCH__)
  uint32 r;
  asm("{ .reg .u32 t; shr.u32 t, %1, %2; add.u32 %0, t, %3; }"
      : "=r"(r)
      : "r"(bits), "n"(Shift), "r"(offset));
  return r;
#else
  return (bits >> Shift) + offset;
#endif
}
template <int Shift>
FF_HD constexpr float cbrt_seed(float x, uint32 offset) {
  const uint32 key = cbrt_key(x);
  return from_bits((constant_evaluated() ? (key >> Shift) + offset : run_shifted<Shift>(key, offset)) *
                   cbrt_factor);
}

// z0 near a constant times x^(-1/3), with the sign of x; v = x z0^3 is 1/3 to 10 %.
struct cube_seed {
  float z0, square, cube, v;  // z0, z0^2, z0^3, x z0^3
};
FF_HD constexpr cube_seed seed_cube_root(float x) {
  const float z0 = flip_sign(cbrt_seed<17>(x, rcbrt_offset), sign_bit(x));
  const float square = mul_rn(z0, z0), cube = mul_rn(square, z0);
  return {z0, square, cube, mul_rn(x, cube)};
}

FF_HD constexpr bool is_zero_or_not_finite(float a) { return equal(a, 0.0f) || !less(abs(a), infinity); }

}  // namespace detail

// ---------------------------------------------------------------- cube roots

/// x^(1/3) for 2^-96 <= |x| < 2^128.  29 flops and integer operations.
FF_HD constexpr ff_t cbrt22(ff_t x) {
  using namespace detail;
  // g0 near a constant times x^(-2/3), t near x^(1/3) and v = x^2 g0^3: 3 g = g0 v^(-1/3)
  const float xh = x.hi(), g0 = cbrt_seed<16>(xh, cbrt_offset), t = mul_rn(xh, g0);
  const float w = fma_rn(neg(mul_rn(t, t)), g0, cbrt_m), q = fma_rn(w, fma_rn(w, w, cbrt_b), cbrt_a);
  // x^(-2/3)/3 to 2^-18, with two bits less, so that 3 g is exact
  const float g = from_bits(to_bits(mul_rn(g0, q)) & ~3u), g3 = mul_rn(g, 3.0f);
  const float y0 = mul_rn(xh, g3);
  const float y = fma_rn(fma_rn(neg(mul_rn(y0, y0)), y0, xh), g, y0);  // y = root (1 - delta), |delta| < 2 u
  const auto [p, pe] = two_prod(y, y);
  const float rh = fma_rn(neg(p), y, xh), rl = fma_rn(neg(pe), y, x.lo()), r = add_rn(rh, rl);
  // The correction is r g (1 + e) with 1 + e = 1/(3 g y root): y root = y^2 + y r g.
  const float e = fma_rn(neg(fma_rn(mul_rn(g, y), r, pe)), g3, fma_rn(neg(p), g3, 1.0f));
  return add_prod(y, add_rn(rh, fma_rn(r, e, rl)), g);
}

/// x^(-1/3) for 2^-96 <= |x| < 2^128.  41 flops and integer operations.
FF_HD constexpr ff_t rcbrt22(ff_t x) {
  using namespace detail;
  const float xh = x.hi();
  const cube_seed seed = seed_cube_root(xh);
  const float z1 = mul_rn(seed.z0, fma_rn(seed.v, fma_rn(seed.v, rcbrt_p2, rcbrt_p1), rcbrt_p0));
  const float z2 = mul_rn(z1, z1);
  const float e1 = fma_rn(neg(mul_rn(x.lo(), z2)), z1, fma_rn(neg(mul_rn(xh, z2)), z1, 1.0f));
  const float z = fma_rn(mul_rn(z1, 0x1.555556p-2f), e1, z1);
  // r = 1 - x z^3, through the pair x z^2 = 1/z.
  const auto [p, pe] = two_prod(z, z);
  const float t = fma_rn(x.lo(), p, mul_rn(xh, pe)), yh = fma_rn(xh, p, t);
  const float yl = add_rn(fma_rn(xh, p, neg(yh)), t);
  const float rh = fma_rn(neg(yh), z, 1.0f), rl = mul_rn(neg(yl), z), r = add_rn(rh, rl);
  // z + z (r/3 + 2 r^2/9), with c = z/3 rounded and z - 3c made good.
  const float c = mul_rn(z, 0x1.555556p-2f);
  const float e = fma_rn(r, 0x1.555556p-1f, mul_rn(fma_rn(c, -3.0f, z), yh));
  // Each part of the correction times c by itself: rounded, their sum made errors of 4.03 u^2 out of 3.17.
  const float rest = fma_rn(r, e, rl), root = fma_rn(add_rn(rh, rest), c, z);
  return fast_add12(root, fma_rn(rest, c, fma_rn(rh, c, sub_rn(z, root))));
}

namespace detail {
FF_HD constexpr ff_t cbrt_outside(ff_t x) {
  if (is_zero_or_not_finite(x.hi())) return x.hi();
  const ff_t y = cbrt22({mul_rn(x.hi(), 0x1p96f), mul_rn(x.lo(), 0x1p96f)});
  return {mul_rn(y.hi(), 0x1p-32f), mul_rn(y.lo(), 0x1p-32f)};
}
FF_HD constexpr ff_t rcbrt_outside(ff_t x) {
  if (equal(x.hi(), 0.0f)) return with_sign(infinity, sign_bit(x.hi()));
  if (equal(abs(x.hi()), infinity)) return with_sign(0.0f, sign_bit(x.hi()));
  if (!less(abs(x.hi()), infinity)) return x.hi();
  const ff_t z = rcbrt22({mul_rn(x.hi(), 0x1p96f), mul_rn(x.lo(), 0x1p96f)});
  return {mul_rn(z.hi(), 0x1p32f), mul_rn(z.lo(), 0x1p32f)};
}
}  // namespace detail

/// x^(1/3) for every x, subnormal ones included.  4 u^2.  cbrt(+-0) = +-0, cbrt(+-inf) = +-inf.
FF_HD constexpr ff_t cbrt(ff_t x) {
  using namespace detail;
  if (constant_evaluated() && !plain_cbrt(cbrt_key(x.hi()))) return cbrt_outside(x);
  ff_t y = cbrt22(x);
  if (!less(0x1p-32f, abs(y.hi()))) y = cbrt_outside(x);  // from smaller x cbrt22 makes 0
  return y;
}

/// x^(-1/3) for every x.  4 u^2.  rcbrt(+-0) = +-inf, rcbrt(+-inf) = +-0.
FF_HD constexpr ff_t rcbrt(ff_t x) {
  const bool plain = detail::plain_cbrt(detail::cbrt_key(x.hi()));
  if (detail::constant_evaluated() && !plain) return detail::rcbrt_outside(x);
  ff_t z = rcbrt22(x);
  if (!plain) z = detail::rcbrt_outside(x);
  return z;
}

// ---------------------------------------------------------------- lengths

namespace detail {

// The larger and the smaller of two numbers that are not negative; NaN counts as larger.
FF_HD constexpr float larger(float a, float b) { return to_bits(a) < to_bits(b) ? b : a; }
FF_HD constexpr float smaller(float a, float b) { return to_bits(a) < to_bits(b) ? a : b; }

// a + b for numbers that are not negative: add12 in 5 operations.
FF_HD constexpr ff_t add_sorted(float a, float b) {
  const float s = add_rn(a, b);
  return {s, sub_rn(smaller(a, b), sub_rn(s, larger(a, b)))};
}

// x^2 less the square of its low word: hi rounded with the cross term in, so that lo is at most half its ulp.
FF_HD constexpr ff_t square(ff_t x) {
  const float twice = add_rn(x.hi(), x.hi()), p = fma_rn(x.hi(), x.hi(), mul_rn(twice, x.lo()));
  return {p, fma_rn(twice, x.lo(), fma_rn(x.hi(), x.hi(), neg(p)))};
}
// The same with the square of the low word and without the rounding of x^2 - p, which may have 25 bits.
FF_HD constexpr ff_t accurate_square(ff_t x) {
  const float twice = add_rn(x.hi(), x.hi()), p = fma_rn(x.hi(), x.hi(), mul_rn(twice, x.lo()));
  const auto [s, e] = two_prod(x.hi(), x.hi());
  return {p, add_rn(fma_rn(twice, x.lo(), sub_rn(s, p)), fma_rn(x.lo(), x.lo(), e))};
}

// Sums of squares.
FF_HD constexpr ff_t sum_of(ff_t p, ff_t q) {
  const auto [t, e] = add_sorted(p.hi(), q.hi());
  return fast_add12(t, add_rn(add_rn(p.lo(), q.lo()), e));
}
// t + (e + low), where e + low may be more than half an ulp of t: what it loses is made good, and |lo| is at
// most ulp(hi)/2 but for a rounding.
FF_HD constexpr ff_t sum_of_three(float t, float e, float low) {
  const auto [more, lost] = add12(e, low);
  const auto [hi, lo] = fast_add12(t, more);
  return {hi, add_rn(lo, lost)};
}
FF_HD constexpr ff_t accurate_sum_of(ff_t p, ff_t q) {
  const auto [t, e] = add_sorted(p.hi(), q.hi());
  return sum_of_three(t, e, add_rn(p.lo(), q.lo()));
}
// The largest last: what the first addition loses is then small beside the sum.
FF_HD constexpr ff_t accurate_sum_of(ff_t p, ff_t q, ff_t r) {
  const float more = larger(p.hi(), q.hi()), largest = larger(more, r.hi());
  const auto [s, d] = add_sorted(smaller(p.hi(), q.hi()), smaller(more, r.hi()));
  const auto [t, e] = add_sorted(s, largest);
  return sum_of_three(t, e, add_rn(add_rn(add_rn(p.lo(), q.lo()), r.lo()), d));
}

// sqrt(x): sqrt22 with the residue rounded downwards.  The second order of the correction, left out there, is
// up to 9/8 u^2 and never positive: the rounding makes up for some of it.  (With the residue to nearest hypot
// exceeds 4 u^2.)
FF_HD constexpr ff_t balanced_sqrt(ff_t x) {
  const auto [s, h] = sqrt_seed(x.hi());
  return add_prod(s, add_toward<toward::down>(fma_rn(neg(s), s, x.hi()), x.lo()), h);
}

// sqrt(x): sqrt22 with the second order of its correction and the error of h, the corrected residue in two
// words.
FF_HD constexpr ff_t accurate_sqrt(ff_t x) {
  const auto [s, h] = sqrt_seed(x.hi());
  const float dh = fma_rn(neg(s), s, x.hi()), d = add_rn(dh, x.lo());
  const float e = fma_rn(neg(d), mul_rn(h, h), fma_rn(neg(s), add_rn(h, h), 1.0f));
  const auto [r, rest] = add12(dh, fma_rn(d, e, x.lo()));
  const auto [root, low] = add_prod(s, r, h);
  return fast_add12(root, fma_rn(rest, h, low));
}

// 1/sqrt(x): rsqrt22 with the second order of its correction, added to the smaller part of 1 - x y^2.
FF_HD constexpr ff_t accurate_rsqrt(ff_t x) {
  const float y = rsqrt_rn(x.hi());
  const auto [s, t] = two_prod(x.hi(), y);
  const float w = fma_rn(x.lo(), y, t), a = fma_rn(neg(s), y, 1.0f), e = fma_rn(neg(w), y, a);
  return add_prod(y, add_rn(a, fma_rn(neg(w), y, mul_rn(mul_rn(e, 0.75f), e))), mul_rn(0.5f, y));
}

// Sums of squares of which no square that counts, nor its low word, nor the root's residue over- or
// underflows.
FF_HD constexpr bool plain_squares(float t) { return between(t, 0x1p-90f, 0x1p126f); }
FF_HD constexpr bool plain_inverse_squares(float t) { return between(t, 0x1p-90f, 0x1p100f); }
// The same by the inverse root, an instruction less: that of zero, infinity and NaN is NaN and compares
// false.  Up to 2^128 nothing overflows that does not overflow the sum.
FF_HD constexpr bool plain_inverse_length(float inverse) { return less(inverse, 0x1p45f); }

FF_HD constexpr bool all_zero(float a, float b, float c) {
  return equal(a, 0.0f) && equal(b, 0.0f) && equal(c, 0.0f);
}
FF_HD constexpr bool all_finite(float a, float b, float c) {
  return less(abs(a), infinity) && less(abs(b), infinity) && less(abs(c), infinity);
}
// The length of a vector with a component that is not finite: infinite if one is, else NaN.
FF_HD constexpr float length_not_finite(float a, float b, float c) {
  const bool any = equal(abs(a), infinity) || equal(abs(b), infinity) || equal(abs(c), infinity);
  return any ? infinity : quiet_nan;
}
// The exponent of the largest component; INT_MIN only for zeros.
FF_HD constexpr int largest_exponent(ff_t x, ff_t y, ff_t z) {
  return max_int(max_int(ilogb(x), ilogb(y)), ilogb(z));
}

FF_HD constexpr ff_t hypot_outside(ff_t x, ff_t y, ff_t z) {
  if (!all_finite(x.hi(), y.hi(), z.hi())) return length_not_finite(x.hi(), y.hi(), z.hi());
  if (all_zero(x.hi(), y.hi(), z.hi())) return 0.0f;
  const int n = largest_exponent(x, y, z);
  const ff_t sum = accurate_sum_of(accurate_square(ldexp(x, -n)), accurate_square(ldexp(y, -n)),
                                   accurate_square(ldexp(z, -n)));
  return ldexp(accurate_sqrt(sum), n);
}
FF_HD constexpr ff_t rhypot_outside(ff_t x, ff_t y) {
  if (!all_finite(x.hi(), y.hi(), 0.0f))
    return equal(length_not_finite(x.hi(), y.hi(), 0.0f), infinity) ? 0.0f : quiet_nan;
  if (all_zero(x.hi(), y.hi(), 0.0f)) return infinity;
  const int n = largest_exponent(x, y, 0.0f);
  const ff_t sum = accurate_sum_of(accurate_square(ldexp(x, -n)), accurate_square(ldexp(y, -n)));
  return ldexp(accurate_rsqrt(sum), -n);
}

}  // namespace detail

/// sqrt(x^2 + y^2) where the sum lies in [2^-90, 2^126].  33 flops (MUFU).
FF_HD constexpr ff_t hypot22(ff_t x, ff_t y) {
  return detail::balanced_sqrt(detail::sum_of(detail::square(x), detail::square(y)));
}

/// sqrt(x^2 + y^2), without undue over- or underflow.  4 u^2; below 2^-100 the result's words underflow.
/// hypot(+-inf, y) = inf, even for y NaN; hypot(x, 0) = |x| to the same bound.
FF_HD constexpr ff_t hypot(ff_t x, ff_t y) {
  using namespace detail;
  const ff_t sum = sum_of(square(x), square(y));
  const bool plain = plain_squares(sum.hi());
  if (constant_evaluated() && !plain) return hypot_outside(x, y, 0.0f);
  ff_t root = balanced_sqrt(sum);
  if (!plain) root = hypot_outside(x, y, 0.0f);
  return root;
}

/// sqrt(x^2 + y^2 + z^2), as hypot(x, y).
FF_HD constexpr ff_t hypot(ff_t x, ff_t y, ff_t z) {
  using namespace detail;
  const ff_t sum = accurate_sum_of(accurate_square(x), accurate_square(y), accurate_square(z));
  const bool plain = plain_squares(sum.hi());
  if (constant_evaluated() && !plain) return hypot_outside(x, y, z);
  ff_t root = accurate_sqrt(sum);
  if (!plain) root = hypot_outside(x, y, z);
  return root;
}

/// 1/sqrt(x^2 + y^2), without undue over- or underflow.  4 u^2; below 2^-100 the result's words underflow.
/// rhypot(0, 0) = inf, rhypot(+-inf, y) = 0.
FF_HD constexpr ff_t rhypot(ff_t x, ff_t y) {
  using namespace detail;
  const ff_t sum = accurate_sum_of(accurate_square(x), accurate_square(y));
  if (constant_evaluated() && is_zero_or_not_finite(sum.hi())) return rhypot_outside(x, y);
  ff_t inverse = accurate_rsqrt(sum);
  if (!plain_inverse_length(inverse.hi())) inverse = rhypot_outside(x, y);
  return inverse;
}

namespace bounds {
inline constexpr double largest_argument = 0x1.fffffep127;
inline constexpr function_row cube_roots_and_lengths[] = {
    {"cbrt",
     4,
     evidence::observed,
     relative_to::result,
     {-largest_argument, largest_argument, -149},
     unused,
     "Newton from an integer seed, residue in two words"},
    {"rcbrt",
     4,
     evidence::observed,
     relative_to::result,
     {-largest_argument, largest_argument, -149},
     unused,
     "Newton from an integer seed, residue in two words"},
    {"hypot",
     4,
     evidence::observed,
     relative_to::result,
     {-0x1p126, 0x1p126, -100},
     {-0x1p126, 0x1p126, -100},
     "sum of squares as a pair, one residue"},
    {"hypot_underflow",
     4,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p-96, 0x1p-96, -149},
     {-0x1p-96, 0x1p-96, -149},
     "the same, scaled by a power of two"},
    {"rhypot",
     4,
     evidence::observed,
     relative_to::result,
     {-0x1p100, 0x1p100, -126},
     {-0x1p100, 0x1p100, -126},
     "sum of squares as a pair, one residue"},
    {"rhypot_underflow",
     4,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p126, 0x1p126, 90},
     {-0x1p126, 0x1p126, 90},
     "the same, scaled by a power of two"},
    {"hypot3",
     4,
     evidence::observed,
     relative_to::result,
     {-0x1p126, 0x1p126, -100},
     unused,
     "sum of squares as a pair, one residue"},
    {"hypot3_underflow",
     4,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p-96, 0x1p-96, -149},
     unused,
     "the same, scaled by a power of two"},
};
}  // namespace bounds

}  // namespace ff
