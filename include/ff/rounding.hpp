// The six correctly rounded primitives, the sign and order operations that go with them, and three
// correctly rounded seeds.  All other code is written in these, so host and device agree bit for bit.
//
// Device: inline PTX with an explicit rounding mode and no .ftz.  Neither --use_fast_math nor
// -ftz=true nor -fmad=true changes it (they do change __fadd_rn, unary minus and operator<), and
// ptxas folds the negations into operands, so it costs no instruction.
// Host: where the target has a fused multiply-add, g++ contracts a product into the sum that follows
// it, and its vectoriser drops parentheses and __builtin_assoc_barrier.  A sum spelled fma(a, 1, b)
// and a product spelled fma(a, b, -0) have the same value, latency and vector form, and nothing can
// be contracted into or out of them.  clang folds both spellings back; there a product is
// fma(a, b, z) with z the zero of the product's sign, which it cannot see through.
#pragma once

#include <ff/platform.hpp>

#if defined(__FAST_MATH__) && !defined(__CUDACC_RTC__)
#error \
    "ff: -ffast-math lets the compiler cancel the error terms that hold the low word; 6 to 10 of 48 bits would survive. Compile this file without it (nvcc's --use_fast_math is harmless)."
#endif
#if (defined(__GCC_IEC_559) && __GCC_IEC_559 == 0) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0)
#error \
    "ff: a part of -ffast-math is on (-fassociative-math, -freciprocal-math, -fno-signed-zeros or -ffinite-math-only); ff needs IEEE arithmetic. Compile this file without it."
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "ff: float arithmetic must round to float (FLT_EVAL_METHOD 0). On 32-bit x86: -msse2 -mfpmath=sse."
#endif

namespace ff {
namespace detail {

#if defined(__FP_FAST_FMAF) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr bool target_fuses = true;
#else
inline constexpr bool target_fuses = false;  // nothing to contract into
#endif

// --- constant expressions: the compiler's own arithmetic is exact IEEE; fma and sqrt are not there.

// RN(s + e) for |s| < 2^127 and e the error of the double s: they differ only where s lies half-way between
// two floats, and then e decides.
FF_HD constexpr float rounded_once(double s, double e) {
  const float r = float(s);
  const double d = s - double(r), other = double(r) + 2 * d;
  const bool half_way = d != 0 && double(float(other)) == other;
  return half_way && e != 0 && (e > 0) == (d > 0) ? float(other) : r;
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
  if (!(a > 0) || a == infinity) return a < 0 ? quiet_nan : a;
  double s = a > 1 ? a : 1;
  for (double next = s; (next = 0.5 * (s + a / s)) < s;) s = next;
  const double r = float(s), c = (a - r * r) / (2 * r);
  return float(r + c * (1 - c / (2 * r)));
}

// RN(1/sqrt a) from the double nearest 1/sqrt a, reached by Newton from the float.
FF_HD constexpr float folded_rsqrt(float a) {
  const double s = folded_sqrt(a), root = s + (a - s * s) / (2 * s);
  return float(1 / (root - (root - s) * (root - s) / (2 * s)));
}

// Zeros compare equal: -0 < +0 is a matter of the sign bits.
FF_HD constexpr float folded_least(float a, float b) {
  return a < b || b != b ? a : b < a || a != a ? b : from_bits(to_bits(a) | to_bits(b));
}
FF_HD constexpr float folded_greatest(float a, float b) {
  return b < a || b != b ? a : a < b || a != a ? b : from_bits(to_bits(a) & to_bits(b));
}

// --- run time.

FF_HD float run_add(float a, float b) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return target_fuses ? __builtin_fmaf(a, 1.0f, b) : a + b;
#endif
}

FF_HD float run_sub(float a, float b) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return target_fuses ? __builtin_fmaf(b, -1.0f, a) : a - b;
#endif
}

FF_HD float run_mul(float a, float b) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#elif defined(__clang__)
  return target_fuses ? __builtin_fmaf(a, b, from_bits((to_bits(a) ^ to_bits(b)) & 0x80000000u)) : a * b;
#else
  return target_fuses ? __builtin_fmaf(a, b, -0.0f) : a * b;
#endif
}

FF_HD float run_fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
  return r;
#else
  return __builtin_fmaf(a, b, c);
#endif
}

FF_HD float run_div(float a, float b) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return a / b;
#endif
}

FF_HD float run_sqrt(float a) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#else
  return __builtin_sqrtf(a);
#endif
}

// Host: g++ turns -fma(a, b, c) into fma(-a, b, -c), whose zeros have the other sign.
FF_HD float run_neg(float a) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("neg.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#else
  return from_bits(to_bits(a) ^ 0x80000000u);
#endif
}

FF_HD float run_abs(float a) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("abs.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#else
  return __builtin_fabsf(a);
#endif
}

FF_HD bool run_less(float a, float b) {
#if defined(__CUDA_ARCH__)
  int r;
  asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(r) : "f"(a), "f"(b));
  return r != 0;
#else
  return a < b;
#endif
}

FF_HD bool run_equal(float a, float b) {
#if defined(__CUDA_ARCH__)
  int r;
  asm("{ .reg .pred p; setp.eq.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(r) : "f"(a), "f"(b));
  return r != 0;
#else
  return a == b;
#endif
}

FF_HD float run_least(float a, float b) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("min.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return folded_least(a, b);
#endif
}

FF_HD float run_greatest(float a, float b) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return folded_greatest(a, b);
#endif
}

FF_HD float run_narrow(double a) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("cvt.rn.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
  return r;
#else
  return static_cast<float>(a);
#endif
}

FF_HD double run_widen(float a) {
#if defined(__CUDA_ARCH__)
  double r;
  asm("cvt.f64.f32 %0, %1;" : "=d"(r) : "f"(a));
  return r;
#else
  return static_cast<double>(a);
#endif
}

#if defined(__CUDA_ARCH__)
__device__ __forceinline__ float mufu_rcp(float b) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
  return r;
}
__device__ __forceinline__ float mufu_rsqrt(float a) {
  float r;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
}
#endif

}  // namespace detail

// ---- the primitives: IEEE binary32, to nearest even, subnormals kept, whatever the flags

FF_HD constexpr float add_rn(float a, float b) {
  return detail::constant_evaluated() ? a + b : detail::run_add(a, b);
}
FF_HD constexpr float sub_rn(float a, float b) {
  return detail::constant_evaluated() ? a - b : detail::run_sub(a, b);
}
FF_HD constexpr float mul_rn(float a, float b) {
  return detail::constant_evaluated() ? a * b : detail::run_mul(a, b);
}
FF_HD constexpr float fma_rn(float a, float b, float c) {
  return detail::constant_evaluated() ? detail::folded_fma(a, b, c) : detail::run_fma(a, b, c);
}
FF_HD constexpr float div_rn(float a, float b) {
  return detail::constant_evaluated() ? a / b : detail::run_div(a, b);
}
FF_HD constexpr float sqrt_rn(float a) {
  return detail::constant_evaluated() ? detail::folded_sqrt(a) : detail::run_sqrt(a);
}

// ---- sign, order and width: exact, and deaf to -ftz=true, which flushes -a, a < b and float(d)

FF_HD constexpr float neg(float a) { return detail::constant_evaluated() ? -a : detail::run_neg(a); }
FF_HD constexpr float abs(float a) {
  return detail::constant_evaluated() ? detail::from_bits(detail::to_bits(a) & 0x7fffffffu)
                                      : detail::run_abs(a);
}
FF_HD constexpr bool less(float a, float b) {
  return detail::constant_evaluated() ? a < b : detail::run_less(a, b);
}
FF_HD constexpr bool equal(float a, float b) {
  return detail::constant_evaluated() ? a == b : detail::run_equal(a, b);
}
/// The smaller and the larger of a and b; NaN loses, and -0 < +0.
FF_HD constexpr float least(float a, float b) {
  return detail::constant_evaluated() ? detail::folded_least(a, b) : detail::run_least(a, b);
}
FF_HD constexpr float greatest(float a, float b) {
  return detail::constant_evaluated() ? detail::folded_greatest(a, b) : detail::run_greatest(a, b);
}
FF_HD constexpr float narrow_rn(double a) {
  return detail::constant_evaluated() ? static_cast<float>(a) : detail::run_narrow(a);
}
FF_HD constexpr double widen(float a) {
  return detail::constant_evaluated() ? static_cast<double>(a) : detail::run_widen(a);
}

// ---- seeds.  The device corrects a MUFU approximation; tests/gpu checks every significand in every
// exponent of the stated range against the host's IEEE result, so any user can rerun it on their GPU.

/// RN(1/b) for 2^-126 <= |b| < 2^126.  Device: MUFU.RCP and one Newton step, 3 instructions.
/// Outside that range host and device may differ.
FF_HD constexpr float rcp_rn(float b) {
#if defined(__CUDA_ARCH__)
  if (!detail::constant_evaluated()) {
    const float r = detail::mufu_rcp(b);
    return fma_rn(r, fma_rn(neg(b), r, 1.0f), r);
  }
#endif
  return div_rn(1.0f, b);
}

/// A square root s = RN(sqrt a) and its half reciprocal h.
template <class T>
struct sqrt_seeds {
  T s;  ///< RN(sqrt a)
  T h;  ///< RN(1 / (2 s)); when the significand of s is all ones, the number below it
};

/// For 2^-102 <= a < 2^128.  Device: MUFU.RSQ and 7 instructions.  Outside host and device may differ.
FF_HD constexpr sqrt_seeds<float> sqrt_seed(float a) {
#if defined(__CUDA_ARCH__)
  if (!detail::constant_evaluated()) {
    const float r = detail::mufu_rsqrt(a), s0 = mul_rn(a, r), h0 = mul_rn(0.5f, r);
    const float s = fma_rn(fma_rn(neg(s0), s0, a), h0, s0);
    const float e = fma_rn(neg(s), r, 1.0f);
    return {s, fma_rn(fma_rn(e, e, e), h0, h0)};
  }
#endif
  const float s = sqrt_rn(a), h = div_rn(0.5f, s);
  const bool all_ones = (detail::to_bits(s) & 0x7fffffu) == 0x7fffffu;
  return {s, detail::from_bits(detail::to_bits(h) - (all_ones ? 1u : 0u))};
}

/// RN(1/sqrt a) for 2^-126 <= a < 2^128.  Device: MUFU.RSQ and 7 instructions; host: double, whose
/// two roundings never meet a tie (checked for every float).  Outside they may differ.
FF_HD constexpr float rsqrt_rn(float a) {
#if defined(__CUDA_ARCH__)
  if (!detail::constant_evaluated()) {
    const float r = detail::mufu_rsqrt(a), s = mul_rn(a, r), q = fma_rn(a, r, neg(s));
    const float e = fma_rn(neg(q), r, fma_rn(neg(s), r, 1.0f));
    const float m = mul_rn(e, r);
    return fma_rn(fma_rn(m, e, m), 0.5f, r);  // r e^2/8 more than the series: no result changes
  }
#else
  if (!detail::constant_evaluated()) return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(a)));
#endif
  return detail::folded_rsqrt(a);
}

}  // namespace ff
