// Arithmetic of floats at run time, one function an instruction.  rounding.hpp says what each promises.
//
// Device: CUDA's intrinsics, which are never contracted, and the compiler's own minus and comparisons; of
// equal calls in one kernel it then makes one.  -ftz=true and --use_fast_math would have all of them flush
// subnormals.  There it is inline PTX without .ftz, which the compiler does not see into, and for debugging
// too, where an intrinsic is a call.  Negations are folded into operands and cost no instruction.  A choice
// between two calls is a branch to the compiler, behind which it finds no equal calls: functions choose
// between values that they have computed before. Host: where the target has a fused multiply-add, g++
// contracts a product into the sum that follows it, and its vectoriser drops parentheses and
// __builtin_assoc_barrier.  A sum spelled fma(a, 1, b) and a product spelled fma(a, b, -0) have the same
// value, latency and vector form, and nothing can be contracted into or out of them.  clang folds both
// spellings back; there a product is fma(a, b, z) with z the zero of the product's sign, which it cannot see
// through.
#pragma once

#include <ff/platform/types.hpp>

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

#if defined(__CUDA_ARCH__) && !defined(__clang__) && !defined(__CUDACC_DEBUG__)
#define FF_REFLECTS 1
/// The compiler's own, declared as NVRTC does: what -ftz was, known when code is generated.  The functions of
/// libdevice ask it too.
extern "C" __device__ int __nvvm_reflect(const char* name);
/// The compiler's own too: what CUDA's __fdividef and rsqrtf are where subnormals are flushed.
extern "C" __device__ float __nvvm_div_approx_ftz_f(float a, float b);
extern "C" __device__ float __nvvm_rsqrt_approx_ftz_f(float a);
#endif

namespace ff {
namespace detail {

#if defined(__CUDA_ARCH__)
// Do intrinsics and operators keep subnormals?  Not true where that is not known.
FF_HD_PRIMITIVE bool subnormals_kept() {
#if defined(FF_REFLECTS)
  return __nvvm_reflect("__CUDA_FTZ") == 0;
#else
  return false;
#endif
}
#endif

#if defined(__FP_FAST_FMAF) || defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr bool target_fuses = true;
#else
inline constexpr bool target_fuses = false;  // nothing to contract into
#endif

// Zeros compare equal: -0 < +0 is a matter of the sign bits.
FF_HD_PRIMITIVE constexpr float folded_least(float a, float b) {
  return a < b || __builtin_isnan(b)   ? a
         : b < a || __builtin_isnan(a) ? b
                                       : from_bits(to_bits(a) | to_bits(b));
}
FF_HD_PRIMITIVE constexpr float folded_greatest(float a, float b) {
  return b < a || __builtin_isnan(b)   ? a
         : a < b || __builtin_isnan(a) ? b
                                       : from_bits(to_bits(a) & to_bits(b));
}

FF_HD_PRIMITIVE float run_add(float a, float b) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return __fadd_rn(a, b);
  float r;
  asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return target_fuses ? __builtin_fmaf(a, 1.0f, b) : a + b;
#endif
}

FF_HD_PRIMITIVE float run_sub(float a, float b) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return __fsub_rn(a, b);
  float r;
  asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return target_fuses ? __builtin_fmaf(b, -1.0f, a) : a - b;
#endif
}

FF_HD_PRIMITIVE float run_mul(float a, float b) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return __fmul_rn(a, b);
  float r;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#elif defined(__clang__)
  return target_fuses ? __builtin_fmaf(a, b, from_bits((to_bits(a) ^ to_bits(b)) & sign_bits)) : a * b;
#else
  return target_fuses ? __builtin_fmaf(a, b, -0.0f) : a * b;
#endif
}

FF_HD_PRIMITIVE float run_fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return __fmaf_rn(a, b, c);
  float r;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
  return r;
#else
  return __builtin_fmaf(a, b, c);
#endif
}

FF_HD_PRIMITIVE float run_div(float a, float b) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return a / b;
#endif
}

FF_HD_PRIMITIVE float run_sqrt(float a) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#else
  return __builtin_sqrtf(a);
#endif
}

// Host: g++ turns -fma(a, b, c) into fma(-a, b, -c), whose zeros have the other sign.
FF_HD_PRIMITIVE float run_neg(float a) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return -a;
  float r;
  asm("neg.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#else
  return from_bits(to_bits(a) ^ sign_bits);
#endif
}

FF_HD_PRIMITIVE float run_abs(float a) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return ::fabsf(a);
  float r;
  asm("abs.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#else
  return __builtin_fabsf(a);
#endif
}

FF_HD_PRIMITIVE bool run_less(float a, float b) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return a < b;
  int r;
  asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(r) : "f"(a), "f"(b));
  return r != 0;
#else
  return a < b;
#endif
}

FF_HD_PRIMITIVE bool run_equal(float a, float b) {
#if defined(__CUDA_ARCH__)
#if !defined(__CUDA__)  // not clang's CUDA mode, which would warn of the comparison
  if (subnormals_kept()) return a == b;
#endif
  int r;
  asm("{ .reg .pred p; setp.eq.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(r) : "f"(a), "f"(b));
  return r != 0;
#else
  return !__builtin_islessgreater(a, b) && !__builtin_isunordered(a, b);  // one comparison, which stays quiet
#endif
}

FF_HD_PRIMITIVE float run_least(float a, float b) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return ::fminf(a, b);
  float r;
  asm("min.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return folded_least(a, b);
#endif
}

FF_HD_PRIMITIVE float run_greatest(float a, float b) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return ::fmaxf(a, b);
  float r;
  asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return folded_greatest(a, b);
#endif
}

// a b, which is a normal float or a zero, the positive one.  In the compiler's own arithmetic, which it
// folds: an exact result is the same under every flag.
FF_HD_PRIMITIVE constexpr float exact_product(float a, float b) { return a * b + 0.0f; }

// a with its magnitude cut at `limit` > 0, which a NaN becomes.  sm_86 and newer: one FMNMX, which gives a
// NaN's sign to the limit; arithmetic makes no other NaN there than the positive one, and g++'s machines the
// negative.
FF_HD_PRIMITIVE float run_limited(float a, float limit) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 860
  float r;
  asm("min.xorsign.abs.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(limit));
  return r;
#elif defined(__CUDA_ARCH__)
  return run_greatest(run_least(a, limit), run_neg(limit));
#else
  const uint32 magnitude = to_bits(a) & magnitude_bits, most = to_bits(limit);  // in integers: no branch
  const uint32 sign = magnitude <= infinity_bits ? to_bits(a) & sign_bits : 0u;
  return from_bits((magnitude < most ? magnitude : most) | sign);
#endif
}

// a + b or a b + c where p holds, else `otherwise`.  Device: one predicated instruction in the register of
// `otherwise`, which ptxas makes of the selection too.
FF_HD_PRIMITIVE float run_add_if(bool p, float a, float b, float otherwise) {
#if defined(__CUDA_ARCH__)
  const float sum = run_add(a, b);
  if (subnormals_kept()) return p ? sum : otherwise;
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p add.rn.f32 %0, %2, %3; }"
      : "+f"(otherwise)
      : "r"(static_cast<int>(p)), "f"(a), "f"(b));
  return otherwise;
#else
  const float sum =
      run_add(a, b);  // in any case: loops vectorise where nothing is conditional that might trap
  return p ? sum : otherwise;
#endif
}
FF_HD_PRIMITIVE float run_fma_if(bool p, float a, float b, float c, float otherwise) {
#if defined(__CUDA_ARCH__)
  const float sum = run_fma(a, b, c);
  if (subnormals_kept()) return p ? sum : otherwise;
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p fma.rn.f32 %0, %2, %3, %4; }"
      : "+f"(otherwise)
      : "r"(static_cast<int>(p)), "f"(a), "f"(b), "f"(c));
  return otherwise;
#else
  const float sum = run_fma(a, b, c);
  return p ? sum : otherwise;
#endif
}

FF_HD_PRIMITIVE float run_narrow(double a) {
#if defined(__CUDA_ARCH__)
  float r;
  asm("cvt.rn.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
  return r;
#else
  return static_cast<float>(a);
#endif
}

FF_HD_PRIMITIVE double run_widen(float a) {
#if defined(__CUDA_ARCH__)
  double r;
  asm("cvt.f64.f32 %0, %1;" : "=d"(r) : "f"(a));
  return r;
#else
  return static_cast<double>(a);
#endif
}

// ---- approximations that the device has an instruction for

/// 1/b to about 2^-23: MUFU.RCP.  Host: RN(1/b).
FF_HD_PRIMITIVE float run_rcp_approximation(float b) {
#if defined(FF_REFLECTS)
  return __nvvm_div_approx_ftz_f(1.0f, b);  // MUFU.RCP, and an addition of 0 for the product by 1
#elif defined(__CUDA_ARCH__)
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
  return r;
#else
  return 1.0f / b;
#endif
}

/// 1/sqrt(a) to about 2^-23: MUFU.RSQ.  Host: RN(1/sqrt a), by double, whose two roundings never meet a tie
/// (checked for every float).
FF_HD_PRIMITIVE float run_rsqrt_approximation(float a) {
#if defined(FF_REFLECTS)
  return __nvvm_rsqrt_approx_ftz_f(a);
#elif defined(__CUDA_ARCH__)
  float r;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#else
  return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(a)));
#endif
}

/// 1/sqrt(a) to about 2^-23 in straight-line arithmetic, from below: MUFU.RSQ.  Host: Halley's and Newton's
/// iterations on a seed by bits.
FF_HD_PRIMITIVE float run_straight_rsqrt_approximation(float a) {
#if defined(__CUDA_ARCH__)
  return run_rsqrt_approximation(a);
#else
  const float y = from_bits(0x5f3759dfu - (to_bits(a) >> 1));  // within 3.5 %
  const float e = run_fma(run_neg(run_mul(a, y)), y, 1.0f);
  const float z = run_fma(run_mul(y, e), run_fma(e, 0.375f, 0.5f), y);
  return run_fma(run_mul(z, run_fma(run_neg(run_mul(a, z)), z, 1.0f)), 0.5f, z);
#endif
}

}  // namespace detail
}  // namespace ff
#undef FF_REFLECTS
