// Steps of integer arithmetic of which the device's compiler may make one where they are equal, and no other
// ones: it would merge them with an address or a multiplication that follows, and spend more instructions.
#pragma once

#include <ff/platform/floats.hpp>

namespace ff {
namespace detail {

/// x, which nvcc's optimiser does not see.  Up to sm_90: half of a double's bits.  ptxas, which allots the
/// registers, sees it and spends no instruction.  The optimiser for sm_100 and newer sees it too, but makes
/// one of equal inline PTX.
FF_HD_PRIMITIVE uint32 run_hidden(uint32 x) {
#if defined(__CUDA_ARCH__) && !defined(__CUDACC_DEBUG__)
#if __CUDA_ARCH__ < 1000
  return static_cast<uint32>(__double2loint(__hiloint2double(0, static_cast<int>(x))));
#else
  asm("" : "+r"(x));
#endif
#endif
  return x;
}
FF_HD_PRIMITIVE constexpr uint32 hidden(uint32 x) { return constant_evaluated() ? x : run_hidden(x); }

/// x with its sign flipped by the leading bit of `by`: one LOP3.  Inline PTX, since of two floats even ptxas
/// would mask the bit first.
FF_HD float run_flipped(float x, uint32 by) {
#if defined(__CUDA_ARCH__)
  uint32 r;
  asm("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(r) : "r"(by), "r"(sign_bits), "r"(to_bits(x)));
  return from_bits(r);
#else
  return from_bits((by & sign_bits) ^ to_bits(x));
#endif
}

/// The upper word of high:low shifted to the left by the last five bits of `by`: one SHF.
FF_HD uint32 run_shifted_left(uint32 high, uint32 low, uint32 by) {
#if defined(__CUDA_ARCH__)
  uint32 r;
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(by));
  return r;
#else
  return static_cast<uint32>((uint64{high} << 32 | low) << (by & 31u) >> 32);
#endif
}

/// high:low.  The compiler would add its words to a sum one by one.
FF_HD uint64 run_joined(uint32 high, uint32 low) {
#if defined(__CUDA_ARCH__)
  return static_cast<uint64>(
      __double_as_longlong(__hiloint2double(static_cast<int>(high), static_cast<int>(low))));
#else
  return uint64{high} << 32 | low;
#endif
}

/// a b: one IMAD.WIDE, together with the addition of what it is added to.  Of a factor that it knows is not
/// negative the compiler would make an unsigned product, and correct it for the other's sign.
FF_HD constexpr int64 wide_product(int32 a, int32 b) {
  return int64{static_cast<int32>(hidden(static_cast<uint32>(a)))} *
         static_cast<int32>(hidden(static_cast<uint32>(b)));
}

/// The zeros before the first one of 64 bits; 64 for 0.
FF_HD constexpr int leading_zeros(uint64 n) {
  if (n == 0) return 64;
#if defined(__CUDA_ARCH__)
  if (!constant_evaluated()) return __clzll(static_cast<int64>(n));
  int zeros = 0;
  for (; n >> 63 == 0; n <<= 1) ++zeros;
  return zeros;
#else
  return __builtin_clzll(n);
#endif
}

/// The integer nearest to a, ties to even, |a| <= 2^30.
FF_HD constexpr int32 folded_nearest_int(float a) {
  return static_cast<int32>(bit_cast<uint64>(static_cast<double>(a) + 0x1.8p52) & 0xffffffffu);
}
FF_HD int32 run_nearest_int(float a) {
#if defined(__CUDA_ARCH__)
  return __float2int_rn(a);
#else
  return folded_nearest_int(a);
#endif
}

/// The bits of hi + lo cut off to a float, of a pair in weak form; where lo is 0, those of hi or its
/// predecessor.
FF_HD constexpr uint32 folded_cut_off_sum(float hi, float lo) {
  return to_bits(hi) + static_cast<uint32>(static_cast<int32>(to_bits(hi) ^ to_bits(lo)) >> 31);
}
FF_HD uint32 run_cut_off_sum(float hi, float lo) {
#if defined(__CUDA_ARCH__)
  if (subnormals_kept()) return to_bits(__fadd_rz(hi, lo));
  float r;
  asm("add.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(hi), "f"(lo));
  return to_bits(r);
#else
  return folded_cut_off_sum(hi, lo);
#endif
}

}  // namespace detail
}  // namespace ff
