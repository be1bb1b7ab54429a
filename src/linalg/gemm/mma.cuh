// Products of bytes by mma.sync, on the INT8 tensor cores of compute capability 8.0 and later.
#pragma once

#include <ff/platform/integers.hpp>

namespace ff::linalg::detail {
namespace {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

// a is of 16 by 32 bytes, b of 32 by 8 signed ones.  Of a a lane has bytes 4 t ... 4 t + 3 of rows g and g +
// 8, then bytes 16 + 4 t ... of them, t = lane%4 and g = lane/4; of b the same bytes of column g; of the sums
// those of columns 2 t and 2 t + 1 in row g, then in row g + 8.

/// c += a b, the bytes of a signed.
__device__ void add_product_of_bytes(int32 (&c)[4], const uint32 (&a)[4], uint32 b0, uint32 b1) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// c = start + a b modulo 2^32, the bytes of a unsigned; `even` and `odd` are what the columns start from.
__device__ void product_of_bytes(uint32 (&c)[4], uint32 even, uint32 odd, const uint32 (&a)[4], uint32 b0,
                                 uint32 b1) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%10, %11, %10, %11};"
      : "=r"(c[0]), "=r"(c[1]), "=r"(c[2]), "=r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "r"(even), "r"(odd));
}

#endif

}  // namespace
}  // namespace ff::linalg::detail
