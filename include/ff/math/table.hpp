// Constant tables: one copy for the host, one in device memory that is read through the L1 cache.
//
// A table is a struct with an array `at`, so that the device's copy can be initialised from the host's:
//
//   struct exp_rows { exp_row at[256]; };
//   inline constexpr exp_rows exp_table = {{ ... }};
//   #if defined(__CUDACC__)
//   [[maybe_unused]] static __device__ constexpr exp_rows exp_table_on_device = exp_table;
//   #endif
//
// Gathers of 8 bytes a lane cost about 14 issue slots, of 16 bytes about 30, but in parallel with
// arithmetic; __constant__ memory serialises them.
#pragma once

#include <ff/ff_t.hpp>

namespace ff {
namespace detail {

/// i, or `last` where i is beyond it: keeps the lookup of a malformed pair (|lo| > |hi|, or uninitialised)
/// inside.
FF_HD constexpr uint32 index_within(uint32 i, uint32 last) { return i < last ? i : last; }

/// rows[i], on the device as one load of 4, 8 or 16 bytes through the read-only path.
template <class Row>
FF_HD constexpr Row fetch(const Row* rows, uint32 i) {
  static_assert(sizeof(Row) == 4 || sizeof(Row) == 8 || sizeof(Row) == 16, "a row is one load");
  static_assert(alignof(Row) == sizeof(Row), "alignas(sizeof) makes it one load");
#if defined(__CUDA_ARCH__)
  if (!constant_evaluated()) {
    if constexpr (sizeof(Row) == 4) return bit_cast<Row>(__ldg(reinterpret_cast<const uint32*>(rows) + i));
    if constexpr (sizeof(Row) == 8) return bit_cast<Row>(__ldg(reinterpret_cast<const ::uint2*>(rows) + i));
    if constexpr (sizeof(Row) == 16) return bit_cast<Row>(__ldg(reinterpret_cast<const ::uint4*>(rows) + i));
  }
#endif
  return rows[i];
}

}  // namespace detail
}  // namespace ff
