// Steps of integer arithmetic that the device compiler must not see into: it would merge them with an address
// or a multiplication that follows, and spend more instructions.
#pragma once

#include <ff/platform/types.hpp>

namespace ff {
namespace detail {

/// (bits & mask) ^ flip: one LOP3.
FF_HD uint32 run_masked(uint32 bits, uint32 mask, uint32 flip) {
#if defined(__CUDA_ARCH__)
  uint32 r;
  asm("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(r) : "r"(bits), "r"(mask), "r"(flip));
  return r;
#else
  return (bits & mask) ^ flip;
#endif
}

/// (bits >> Shift) + offset.
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

/// (bits << Shift) + offset.
template <int Shift>
FF_HD uint32 run_shifted_up(uint32 bits, uint32 offset) {
#if defined(__CUDA_ARCH__)
  uint32 r;
  asm("{ .reg .u32 t; shl.b32 t, %1, %2; add.u32 %0, t, %3; }"
      : "=r"(r)
      : "r"(bits), "n"(Shift), "r"(offset));
  return r;
#else
  return (bits << Shift) + offset;
#endif
}

/// (bits >> Shift) & mask.
template <int Shift>
FF_HD uint32 run_field(uint32 bits, uint32 mask) {
#if defined(__CUDA_ARCH__)
  uint32 r;
  asm("{ .reg .u32 t; shr.u32 t, %1, %2; and.b32 %0, t, %3; }" : "=r"(r) : "r"(bits), "n"(Shift), "r"(mask));
  return r;
#else
  return (bits >> Shift) & mask;
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
  uint64 r;
  asm("mov.b64 %0, {%1, %2};" : "=l"(r) : "r"(low), "r"(high));
  return r;
#else
  return uint64{high} << 32 | low;
#endif
}

/// a b: one IMAD.WIDE, together with the addition of what it is added to.  Of a factor that it knows is not
/// negative the compiler would make an unsigned product, and correct it for the other's sign; of mad.wide it
/// makes chains of additions.
FF_HD int64 run_wide_product(int32 a, int32 b) {
#if defined(__CUDA_ARCH__)
  int64 r;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(r) : "r"(a), "r"(b));
  return r;
#else
  return int64{a} * b;
#endif
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
  int32 r;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r) : "f"(a));
  return r;
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
  float r;
  asm("add.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(hi), "f"(lo));
  return to_bits(r);
#else
  return folded_cut_off_sum(hi, lo);
#endif
}

}  // namespace detail
}  // namespace ff
