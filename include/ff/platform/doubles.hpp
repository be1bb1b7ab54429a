// Arithmetic of doubles at run time, for intervals and predicates, one function an instruction or a call.
#pragma once

#include <ff/platform/floats.hpp>

namespace ff {
namespace detail {

// The device's is never contracted into a sum; the host's may be.
FF_HD double run_mul(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}

// These three are contracted nowhere, by the spellings that platform/floats.hpp explains.
FF_HD double run_rounded_sum(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dadd_rn(a, b);
#else
  return target_fuses ? __builtin_fma(a, 1.0, b) : a + b;
#endif
}
FF_HD double run_rounded_difference(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dsub_rn(a, b);
#else
  return target_fuses ? __builtin_fma(b, -1.0, a) : a - b;
#endif
}
FF_HD double run_rounded_product(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dmul_rn(a, b);
#elif defined(__clang__)
  const uint64 sign = (bit_cast<uint64>(a) ^ bit_cast<uint64>(b)) & 0x8000000000000000u;
  return target_fuses ? __builtin_fma(a, b, bit_cast<double>(sign)) : a * b;
#else
  return target_fuses ? __builtin_fma(a, b, -0.0) : a * b;
#endif
}

FF_HD double run_fma(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}

FF_HD constexpr bool equal_doubles(double a, double b) {
#if defined(__CUDA_ARCH__) && !defined(__CUDA__)  // not clang's CUDA mode, which knows the functions below
  return a == b;
#else
  return constant_evaluated() ? folded_equal(a, b)
                              : !__builtin_islessgreater(a, b) && !__builtin_isunordered(a, b);
#endif
}

FF_HD_PRIMITIVE double run_div(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __ddiv_rn(a, b);
#else
  return a / b;
#endif
}

FF_HD_PRIMITIVE double run_rcp(double a) {
#if defined(__CUDA_ARCH__)
  return __drcp_rn(a);
#else
  return 1.0 / a;
#endif
}

// By the sign bit on the host, as run_neg of a float.
FF_HD_PRIMITIVE double run_neg(double a) {
#if defined(__CUDA_ARCH__)
  return -a;
#else
  return bit_cast<double>(bit_cast<uint64>(a) ^ uint64{1} << 63);
#endif
}

// a + b or a b + c where p holds, else `otherwise`, as those of floats.
FF_HD_PRIMITIVE double run_add_if(bool p, double a, double b, double otherwise) {
#if defined(__CUDA_ARCH__)
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p add.rn.f64 %0, %2, %3; }"
      : "+d"(otherwise)
      : "r"(static_cast<int>(p)), "d"(a), "d"(b));
  return otherwise;
#else
  const double sum = run_rounded_sum(a, b);
  return p ? sum : otherwise;
#endif
}
FF_HD_PRIMITIVE double run_fma_if(bool p, double a, double b, double c, double otherwise) {
#if defined(__CUDA_ARCH__)
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p fma.rn.f64 %0, %2, %3, %4; }"
      : "+d"(otherwise)
      : "r"(static_cast<int>(p)), "d"(a), "d"(b), "d"(c));
  return otherwise;
#else
  const double sum = run_fma(a, b, c);
  return p ? sum : otherwise;
#endif
}

FF_HD double run_sqrt(double a) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(a);
#else
  return __builtin_sqrt(a);
#endif
}

FF_HD double run_abs(double a) {
#if defined(__CUDA_ARCH__)
  return ::fabs(a);
#else
  return __builtin_fabs(a);
#endif
}

FF_HD double run_floor(double a) {
#if defined(__CUDA_ARCH__)
  return ::floor(a);
#else
  return __builtin_floor(a);
#endif
}

FF_HD double run_frexp(double a, int* exponent) {
#if defined(__CUDA_ARCH__)
  return ::frexp(a, exponent);
#else
  return __builtin_frexp(a, exponent);
#endif
}

FF_HD double run_ldexp(double a, int exponent) {
#if defined(__CUDA_ARCH__)
  return ::ldexp(a, exponent);
#else
  return __builtin_ldexp(a, exponent);
#endif
}

}  // namespace detail
}  // namespace ff
