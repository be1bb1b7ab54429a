// The six correctly rounded primitives, the sign and order operations that go with them, and three
// correctly rounded seeds.  All other code is written in these, so host and device agree bit for bit.
//
// Device: intrinsics, or inline PTX where a flag would change them.  Host: spellings that no flag can
// contract. platform/floats.hpp has both.
#pragma once

#include <ff/platform.hpp>
#include <ff/platform/floats.hpp>

namespace ff {
namespace detail {

/// x + rounder<n> is rounder<n> plus x rounded to the nearest multiple of 2^-n, ties to even, |x| < 2^(22-n).
/// Its last bits count the multiple, and less rounder<n> it is the multiple.
template <int n>
inline constexpr float rounder = from_bits(static_cast<uint32>(127 + 23 - n) << 23 | 0x400000u);

// --- constant expressions: the compiler's own arithmetic is exact IEEE; fma and sqrt are not there.

// The double as a float, rounded to nearest even.  nvcc converts none that becomes 0.
FF_HD constexpr float converted(double s) {
  const bool vanishes = -0x1p-150 <= s && s <= 0x1p-150 && (s < 0 || s > 0);
  return !vanishes ? float(s) : s < 0 ? -0.0f : 0.0f;
}

// RN(s + e) for |s| < 2^127 and e the error of the double s: they differ only where s lies half-way between
// two floats, and then e decides.
FF_HD constexpr float rounded_once(double s, double e) {
  const float r = converted(s);
  const double d = s - double(r), other = double(r) + 2 * d;
  const bool half_way = !folded_equal(d, 0.0) && folded_equal(double(converted(other)), other);
  return half_way && !folded_equal(e, 0.0) && (e > 0) == (d > 0) ? float(other) : r;
}

// RN(a b + c).  The product is exact in double, and the sum in two.
FF_HD constexpr float folded_fma(float a, float b, float c) {
  const double p = double(a) * double(b), s = p + double(c);
  const double bb = s - p, e = (p - (s - bb)) + (double(c) - bb);
  const bool large = s >= 0x1p127 || s <= -0x1p127;  // where float(s) may overflow too early
  return large ? 4 * rounded_once(s / 4, e / 4) : rounded_once(s, e);
}

// RN(sqrt a): Newton in double, then one step from the float r that keeps the second-order term, which
// leaves 2^-53; no square root of a float comes closer than 2^-51 to half-way between two floats.
FF_HD constexpr float folded_sqrt(float a) {
  if (!(a > 0) || folded_equal(a, infinity)) return a < 0 ? quiet_nan : a;
  const double x = double(a);
  double s = x > 1 ? x : 1;
  for (double next = s; (next = 0.5 * (s + x / s)) < s;) s = next;
  const double r = double(float(s)), c = (x - r * r) / (2 * r);
  return float(r + c * (1 - c / (2 * r)));
}

// RN(1/sqrt a) from the double nearest 1/sqrt a, reached by Newton from the float.
FF_HD constexpr float folded_rsqrt(float a) {
  const double s = double(folded_sqrt(a)), root = s + (double(a) - s * s) / (2 * s);
  return float(1 / (root - (root - s) * (root - s) / (2 * s)));
}

}  // namespace detail

// ---- the primitives: IEEE binary32, to nearest even, subnormals kept, whatever the flags

/// The sum, difference, product, fused a b + c, quotient and square root, rounded once.
FF_HD_PRIMITIVE constexpr float add_rn(float a, float b) {
  return detail::constant_evaluated() ? a + b : detail::run_add(a, b);
}
FF_HD_PRIMITIVE constexpr float sub_rn(float a, float b) {
  return detail::constant_evaluated() ? a - b : detail::run_sub(a, b);
}
FF_HD_PRIMITIVE constexpr float mul_rn(float a, float b) {
  return detail::constant_evaluated() ? a * b : detail::run_mul(a, b);
}
FF_HD_PRIMITIVE constexpr float fma_rn(float a, float b, float c) {
  return detail::constant_evaluated() ? detail::folded_fma(a, b, c) : detail::run_fma(a, b, c);
}
FF_HD_PRIMITIVE constexpr float div_rn(float a, float b) {
  return detail::constant_evaluated() ? a / b : detail::run_div(a, b);
}
FF_HD_PRIMITIVE constexpr float sqrt_rn(float a) {
  return detail::constant_evaluated() ? detail::folded_sqrt(a) : detail::run_sqrt(a);
}

// ---- sign, order and width: exact, and deaf to -ftz=true, which flushes -a, a < b and float(d)

/// -a and |a|: the sign bit alone changes, of NaN too.
FF_HD_PRIMITIVE constexpr float neg(float a) {
  return detail::constant_evaluated() ? -a : detail::run_neg(a);
}
// A template, so that C's own abs(float), which <math.h> and CUDA put beside it, is the better match where a
// user says `using namespace ff`.
template <class F, detail::require<detail::is_same<F, float>> = 0>
FF_HD_PRIMITIVE constexpr float abs(F a) {
  return detail::constant_evaluated() ? detail::from_bits(detail::to_bits(a) & detail::magnitude_bits)
                                      : detail::run_abs(a);
}
/// a < b and a == b as IEEE has them; false with a NaN.
FF_HD_PRIMITIVE constexpr bool less(float a, float b) {
  return detail::constant_evaluated() ? a < b : detail::run_less(a, b);
}
FF_HD_PRIMITIVE constexpr bool equal(float a, float b) {
  return detail::constant_evaluated() ? detail::folded_equal(a, b) : detail::run_equal(a, b);
}
/// The smaller and the larger of a and b; NaN loses, and -0 < +0.
FF_HD_PRIMITIVE constexpr float least(float a, float b) {
  return detail::constant_evaluated() ? detail::folded_least(a, b) : detail::run_least(a, b);
}
FF_HD_PRIMITIVE constexpr float greatest(float a, float b) {
  return detail::constant_evaluated() ? detail::folded_greatest(a, b) : detail::run_greatest(a, b);
}
/// a with its magnitude cut at `limit` > 0, which a NaN that arithmetic made becomes.
FF_HD_PRIMITIVE constexpr float limited(float a, float limit) {
  return detail::constant_evaluated() ? (a > limit || !detail::folded_equal(a, a) ? limit
                                         : a < -limit                             ? -limit
                                                                                  : a)
                                      : detail::run_limited(a, limit);
}
/// RN(a + b) or RN(a b + c) where p holds, else `otherwise`: one instruction on the device.
FF_HD_PRIMITIVE constexpr float add_if(bool p, float a, float b, float otherwise) {
  return detail::constant_evaluated() ? (p ? a + b : otherwise) : detail::run_add_if(p, a, b, otherwise);
}
FF_HD_PRIMITIVE constexpr float fma_if(bool p, float a, float b, float c, float otherwise) {
  return detail::constant_evaluated() ? (p ? fma_rn(a, b, c) : otherwise)
                                      : detail::run_fma_if(p, a, b, c, otherwise);
}
/// A double rounded to the nearest float.
FF_HD_PRIMITIVE constexpr float narrow_rn(double a) {
  return detail::constant_evaluated() ? static_cast<float>(a) : detail::run_narrow(a);
}
/// A float as a double, exactly.
FF_HD_PRIMITIVE constexpr double widen(float a) {
  return detail::constant_evaluated() ? static_cast<double>(a) : detail::run_widen(a);
}

// ---- seeds.  The device corrects a MUFU approximation; tests/gpu checks every significand in every
// exponent of the stated range against the host's IEEE result, so any user can rerun it on their GPU.

/// RN(1/b) for 2^-126 <= |b| < 2^126.  Device: MUFU.RCP and one Newton step, 3 instructions.
/// Outside that range host and device may differ.
FF_HD_PRIMITIVE constexpr float rcp_rn(float b) {
  if (!detail::on_device()) return div_rn(1.0f, b);
  const float r = detail::run_rcp_approximation(b);
  return fma_rn(r, fma_rn(neg(b), r, 1.0f), r);
}

/// A square root s = RN(sqrt a) and its half reciprocal h.
template <class T>
struct sqrt_seeds {
  T s;  ///< RN(sqrt a)
  T h;  ///< RN(1 / (2 s)); when the significand of s is all ones, the number below it
};

namespace detail {

// sqrt_seed and rsqrt_rn from an approximation r of 1/sqrt(a).
FF_HD_PRIMITIVE constexpr sqrt_seeds<float> sqrt_seed_from(float a, float r) {
  const float s0 = mul_rn(a, r), h0 = mul_rn(0.5f, r);
  const float s = fma_rn(fma_rn(neg(s0), s0, a), h0, s0);
  const float e = fma_rn(neg(s), r, 1.0f);  // 1 - s r
  return {s, fma_rn(fma_rn(e, e, e), h0, h0)};
}
FF_HD_PRIMITIVE constexpr float rsqrt_from(float a, float r) {
  const float s = mul_rn(a, r), q = fma_rn(a, r, neg(s));
  const float e = fma_rn(neg(q), r, fma_rn(neg(s), r, 1.0f));  // 1 - a r^2
  const float m = mul_rn(e, r);
  return fma_rn(fma_rn(m, e, m), 0.5f, r);  // r e^2/8 more than the series: no result changes
}

// A loop over these roots vectorises; the host's own root may set errno, which stops that.  (Without a fused
// multiply-add in the processor nothing here would.)
FF_HD_PRIMITIVE constexpr bool straight_roots() {
  return on_device() || (!constant_evaluated() && target_fuses);
}

}  // namespace detail

/// For 2^-102 <= a < 2^128.  Device: MUFU.RSQ and 7 instructions.  Outside host and device may differ.
FF_HD_PRIMITIVE constexpr sqrt_seeds<float> sqrt_seed(float a) {
  if (detail::on_device()) return detail::sqrt_seed_from(a, detail::run_rsqrt_approximation(a));
  const float s = sqrt_rn(a), h = div_rn(0.5f, s);
  const bool all_ones = (detail::to_bits(s) & detail::fraction_bits) == detail::fraction_bits;
  return {s, detail::from_bits(detail::to_bits(h) - (all_ones ? 1u : 0u))};
}

/// RN(1/sqrt a) for 2^-126 <= a < 2^128.  Device: MUFU.RSQ and 7 instructions.  Outside host and device may
/// differ.
FF_HD_PRIMITIVE constexpr float rsqrt_rn(float a) {
  if (detail::constant_evaluated()) return detail::folded_rsqrt(a);
  const float r = detail::run_rsqrt_approximation(a);
  return detail::on_device() ? detail::rsqrt_from(a, r) : r;  // the host's is rounded already
}

/// These two vectorise in loops of the host; a single one takes longer.
FF_HD_PRIMITIVE constexpr sqrt_seeds<float> straight_sqrt_seed(float a) {
  if (!detail::straight_roots()) return sqrt_seed(a);
  return detail::sqrt_seed_from(a, detail::run_straight_rsqrt_approximation(a));
}
FF_HD_PRIMITIVE constexpr float straight_rsqrt_rn(float a) {
  if (!detail::straight_roots()) return rsqrt_rn(a);
  return detail::rsqrt_from(a, detail::run_straight_rsqrt_approximation(a));
}

}  // namespace ff
