// Products of 16 by 32 and 32 by 8 bytes on tensor cores, from compute capability 8.0 on: mma.m16n8k32.
//
// Of A a lane has bytes 4 t ... 4 t + 3 of rows g and g + 8, then bytes 16 + 4 t ... of them, t = lane%4 and
// g = lane/4; of B the same bytes of column g; of the sums those of columns 2 t and 2 t + 1 in row g, then in
// row g + 8.
#pragma once

#include <ff/platform/types.hpp>

namespace ff::linalg::detail {
namespace {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Whether the bytes of an operand have signs.
enum class bytes { with_signs, without };

/// c += a b.
template <bytes of_a, bytes of_b>
__device__ __forceinline__ void multiply_add(int32 (&c)[4], uint32 a0, uint32 a1, uint32 a2, uint32 a3,
                                             uint32 b0, uint32 b1) {
  static_assert(of_a == bytes::without || of_b == bytes::with_signs, "the others are not needed");
  if constexpr (of_a == bytes::with_signs)
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  else if constexpr (of_b == bytes::with_signs)
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  else
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

#endif

}  // namespace
}  // namespace ff::linalg::detail
