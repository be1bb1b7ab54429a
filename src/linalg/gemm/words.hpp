// Instructions on the bytes and half words of a word, and the same on the host.
#pragma once

#include <ff/type/integral.hpp>

namespace ff::linalg::detail {

using ff::detail::from_bits;
using ff::detail::to_bits;

/// 32 of zero.
FF_HD int leading_zeros_of(uint32 n) {
#if defined(__CUDA_ARCH__)
  return __clz(static_cast<int>(n));
#else
  return n == 0 ? 32 : ff::detail::leading_zeros(uint64{n} << 32);
#endif
}

/// The nearest integer, ties to even.
FF_HD float nearest_integer(float x) {
#if defined(__CUDA_ARCH__)
  return rintf(x);
#else
  return ff::detail::nearest_integer(x);
#endif
}

/// x without its fraction, 0 <= x < 2^23.
FF_HD uint32 whole_part(float x) {
#if defined(__CUDA_ARCH__)
  return to_bits(__fadd_rz(x, 0x1p23f)) - to_bits(0x1p23f);
#else
  return static_cast<uint32>(x);
#endif
}

/// The upper word of high:low shifted left by 0 to 31 bits.
FF_HD uint32 shifted_left(uint32 high, uint32 low, int bits) {
#if defined(__CUDA_ARCH__)
  return __funnelshift_l(low, high, static_cast<uint32>(bits));
#else
  return static_cast<uint32>((uint64{high} << 32 | low) << (bits & 31) >> 32);
#endif
}

/// The four unsigned bytes of a times the four signed bytes of b, added to c modulo 2^32.
FF_HD uint32 dot_of_bytes(uint32 a, uint32 b, uint32 c) {
#if defined(__CUDA_ARCH__)
  uint32 d;
  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
#else
  for (int j = 0; j < 32; j += 8) c += (a >> j & 255u) * (((b >> j & 255u) ^ 128u) - 128u);
  return c;
#endif
}

/// The two half words of a times the lower (upper) two bytes of b, all unsigned, added to c.
template <bool upper>
FF_HD uint32 dot_of_halves(uint32 a, uint32 b, uint32 c) {
#if defined(__CUDA_ARCH__)
  uint32 d;
  if constexpr (upper) asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  if constexpr (!upper) asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
#else
  const uint32 pair = upper ? b >> 16 : b;
  return c + (a & 0xffffu) * (pair & 255u) + (a >> 16) * (pair >> 8 & 255u);
#endif
}

/// Four of the eight bytes of high:low, chosen by the four digits of `which`, the last one first.
FF_HD uint32 chosen_bytes(uint32 low, uint32 high, uint32 which) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(low, high, which);
#else
  const uint64 all = uint64{high} << 32 | low;
  uint32 chosen = 0;
  for (int j = 0; j < 4; ++j)
    chosen |= static_cast<uint32>(all >> (8 * (which >> (4 * j) & 7u)) & 255u) << (8 * j);
  return chosen;
#endif
}

/// The last bytes of four words.
FF_HD uint32 last_bytes(uint32 a, uint32 b, uint32 c, uint32 d) {
  return chosen_bytes(chosen_bytes(a, b, 0x0040), chosen_bytes(c, d, 0x0040), 0x5410);
}

}  // namespace ff::linalg::detail
