// A panel of an LU factorisation in float, and what it means for the columns beside it: a column costs a
// cluster one exchange.
#pragma once

#include <cooperative_groups.h>

#include "../machine/launch.cuh"
#include "getrf_float.hpp"

namespace ff::linalg::detail {
namespace {

constexpr int width = 32;  // of a panel
constexpr int block = static_cast<int>(lu_block);
constexpr int most_blocks = 16, panel_threads = 256;  // of a cluster
constexpr int most_moved = 2 * block;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

/// Larger for a larger element, by its 17 leading bits, and for an upper one among equals: a pivot is within
/// 2^-9 of the largest, which costs no accuracy, and the key tells where it stands.
constexpr int position_bits = 14;
constexpr uint32 position_mask = (1u << position_bits) - 1;
static_assert(largest_lu <= 1 << position_bits, "positions fit");
__device__ uint32 key_of(float x, int position) {
  return (__float_as_uint(x) & 0x7fffffffu & ~position_mask) |
         (position_mask - static_cast<uint32>(position));
}
__device__ int position_of(uint32 key) { return static_cast<int>(position_mask - (key & position_mask)); }

__device__ uint32 largest_of_warp(uint32 key) { return __reduce_max_sync(0xffffffffu, key); }

/// The address of another block's variable.
__device__ uint32 address_in(uint32 rank, const void* p) {
  uint32 there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(static_cast<uint32>(__cvta_generic_to_shared(p))), "r"(rank));
  return there;
}
/// Words for another block, and the bytes of them for its barrier.
__device__ void send(uint32 address, float4 x, uint32 barrier) {
  asm volatile(
      "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(
          address),
      "f"(x.x), "f"(x.y), "f"(x.z), "f"(x.w), "r"(barrier)
      : "memory");
}
__device__ void send(uint32 address, uint32 x, uint32 barrier) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(address),
               "r"(x), "r"(barrier)
               : "memory");
}
__device__ void expect_bytes(const uint64* barrier, uint32 bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   static_cast<uint32>(__cvta_generic_to_shared(barrier))),
               "r"(bytes)
               : "memory");
}
__device__ void wait_for_bytes(const uint64* barrier, uint32 parity) {
  const auto address = static_cast<uint32>(__cvta_generic_to_shared(barrier));
  uint32 done = 0;
  while (done == 0) {  // without a time limit: a debugger or another process may hold the kernel for long
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, "
        "1, 0, p; }"
        : "=r"(done)
        : "r"(address), "r"(parity)
        : "memory");
  }
}
__device__ void synchronise_cluster() {
  __syncwarp();
  cooperative_groups::this_cluster().sync();
}

__device__ __forceinline__ void initialise(const uint64 (&barriers)[2], uint32 bytes) {
  for (const uint64& b : barriers) {
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(static_cast<uint32>(__cvta_generic_to_shared(&b)))
        : "memory");
    expect_bytes(&b, bytes);
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Keeps the key of the warp's best row, which one of its threads has, and the row.
template <int each>
__device__ __forceinline__ void keep_best_of_warp(const float (&v)[each][width], const int (&at)[each],
                                                  uint32 best, uint32 of_warp, float (&row)[width],
                                                  uint32& key) {
  if (threadIdx.x % 32 == 0) key = of_warp;
  if (of_warp == 0 || best != of_warp) return;
#pragma unroll
  for (int r = 0; r < each; ++r)
    if (each == 1 || at[r] == position_of(of_warp))
#pragma unroll
      for (int j = 0; j < width; j += 4)
        *reinterpret_cast<float4*>(&row[j]) = make_float4(v[r][j], v[r][j + 1], v[r][j + 2], v[r][j + 3]);
}

/// Stores the rows, and where each came from, at their positions.
template <int each>
__device__ __forceinline__ void store_rows(const float (&v)[each][width], const int (&at)[each],
                                           const int (&from)[each], int rows, float* a, int64 leading,
                                           int* source) {
#pragma unroll
  for (int r = 0; r < each; ++r) {
    if (at[r] >= rows) continue;
    source[at[r]] = from[r];
#pragma unroll
    for (int j = 0; j < width; ++j) a[at[r] + j * leading] = v[r][j];
  }
}

/// Sends the block's best row, of which columns from c on are not done, and its key to every block.
__device__ __forceinline__ void send_best(const float (&row)[width], uint32 key, int c,
                                          float (&to_row)[width], uint32& to_key, uint64& barrier_here) {
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  for (int to = warp; to < static_cast<int>(gridDim.x); to += panel_threads / 32) {
    const uint32 there = static_cast<uint32>(to), barrier = address_in(there, &barrier_here);
    if (lane < width / 4) {
      float4 x = *reinterpret_cast<const float4*>(&row[4 * lane]);
      // Columns that are done take no part.
      const int left = width - c - 4 * lane;
      x.x = left > 0 ? x.x : 0.0f, x.y = left > 1 ? x.y : 0.0f;
      x.z = left > 2 ? x.z : 0.0f, x.w = left > 3 ? x.w : 0.0f;
      send(address_in(there, &to_row[4 * lane]), x, barrier);
    }
    if (lane == width / 4) send(address_in(there, &to_key), key, barrier);
  }
}

/// Subtracts `factor` times the pivot's row `u` from each row, whose words move one column to the left;
/// columns 1 to 3 of it are `first`'s and are done where the next pivots are looked for.
template <int each>
__device__ __forceinline__ void eliminate(float (&v)[each][width], const float (&factor)[each],
                                          const float (&done)[each], const float* u, float4 first) {
#pragma unroll
  for (int r = 0; r < each; ++r) {
    v[r][1] = fmaf(-factor[r], first.z, v[r][2]);
    v[r][2] = fmaf(-factor[r], first.w, v[r][3]);
  }
#pragma unroll
  for (int j = 4; j < width; j += 4) {
    const float4 four = *reinterpret_cast<const float4*>(u + j);
#pragma unroll
    for (int r = 0; r < each; ++r) {
      v[r][j - 1] = fmaf(-factor[r], four.x, v[r][j]);
      v[r][j] = fmaf(-factor[r], four.y, v[r][j + 1]);
      v[r][j + 1] = fmaf(-factor[r], four.z, v[r][j + 2]);
      v[r][j + 2] = fmaf(-factor[r], four.w, v[r][j + 3]);
    }
  }
#pragma unroll
  for (int r = 0; r < each; ++r) v[r][width - 1] = done[r];
}

#endif

/// `rows` by 32 elements from `a` on.  A thread keeps `each` rows and the positions at which they stand, as
/// LAPACK's exchanges move them.  In step c the words of a row are columns c, ..., 31, 0, ..., c - 1.
///
/// In each step every block sends its best row and its key to all blocks, which choose alike.  Two buffers
/// do: nobody sends the row of step c + 2 before all have sent that of c + 1, for which they had read c's.
template <int each>
__global__ void __launch_bounds__(panel_threads, 1)
    factor_panel(float* a, int64 leading, int rows, int* pivots, int* source, bool first_of_block,
                 int* failed) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  constexpr int panel_warps = panel_threads / 32;
  __shared__ __align__(16) float row_of_block[2][most_blocks][width], row_of_warp[2][panel_warps][width];
  __shared__ __align__(8) uint64 barriers[2];
  __shared__ uint32 key_of_block[2][most_blocks], key_of_warp[2][panel_warps];
  const auto rank = cooperative_groups::this_cluster().block_rank();
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
  const auto blocks = static_cast<int>(gridDim.x);
  const uint32 bytes = gridDim.x * (width * sizeof(float) + sizeof(uint32));
  if (thread == 0) initialise(barriers, bytes);
  wait_for_previous();
  let_next_start();

  float v[each][width];
  int at[each], from[each];
#pragma unroll
  for (int r = 0; r < each; ++r) {
    at[r] = thread + panel_threads * (static_cast<int>(rank) + blocks * r);
    from[r] = first_of_block || at[r] >= rows ? at[r] : source[at[r]];
#pragma unroll
    for (int j = 0; j < width; ++j) v[r][j] = at[r] < rows ? a[at[r] + j * leading] : 0.0f;
  }
  const auto best_of_step = [&](int c) {
    uint32 best = 0;
#pragma unroll
    for (int r = 0; r < each; ++r) {
      const uint32 key = at[r] >= c && at[r] < rows ? key_of(v[r][0], at[r]) : 0;
      best = key > best ? key : best;
    }
    return best;
  };
  uint32 best = best_of_step(0), of_warp = largest_of_warp(best);
  synchronise_cluster();  // all have read, and their barriers are there

#pragma unroll 1
  for (int c = 0; c < width; ++c) {
    const int buffer = c & 1;
    keep_best_of_warp(v, at, best, of_warp, row_of_warp[buffer][warp], key_of_warp[buffer][warp]);
    __syncthreads();
    {
      const uint32 key = lane < panel_warps ? key_of_warp[buffer][lane] : 0, of_block = largest_of_warp(key);
      const int best_warp = __ffs(static_cast<int>(__ballot_sync(0xffffffffu, key == of_block))) - 1;
      send_best(row_of_warp[buffer][best_warp], of_block, c, row_of_block[buffer][rank],
                key_of_block[buffer][rank], barriers[buffer]);
    }
    wait_for_bytes(&barriers[buffer], static_cast<uint32>(c / 2 & 1));
    if (thread == 0 && c + 2 < width) expect_bytes(&barriers[buffer], bytes);

    const uint32 of_lane = lane < blocks ? key_of_block[buffer][lane] : 0, pivot = largest_of_warp(of_lane);
    const int winner = __ffs(static_cast<int>(__ballot_sync(0xffffffffu, of_lane == pivot))) - 1;
    const int p = position_of(pivot);
    const float* const u = row_of_block[buffer][winner];
    const float4 first = *reinterpret_cast<const float4*>(u);
    const float reciprocal = __frcp_rn(first.x);
    float factor[each], done[each];
#pragma unroll
    for (int r = 0; r < each; ++r) {
      at[r] = at[r] == p ? c : at[r] == c ? p : at[r];
      const bool below = at[r] > c;
      factor[r] = below ? v[r][0] * reciprocal : 0.0f;
      done[r] = below ? factor[r] : v[r][0];
      v[r][0] = fmaf(-factor[r], first.y, v[r][1]);
    }
    // The next pivots are looked for while the rows are worked on.
    best = best_of_step(c + 1);
    of_warp = largest_of_warp(best);
    eliminate(v, factor, done, u, first);
    if (rank == 0 && thread == 0) {
      pivots[c] = p;
      const uint32 field = pivot >> 23;
      if (field == 0 || field == 255) *failed = 1;  // 0 or subnormal, or not finite
    }
  }
  store_rows(v, at, from, rows, a, leading, source);
  synchronise_cluster();  // nobody sends to a block that has ended
#endif
}

/// The panel's exchanges in the block's other columns, and the rows of U of those to its right: a warp a
/// column.  `a` is the block's first column in the panel's first row, `done` the columns left of the panel.
constexpr int beside_warps = 8;
__global__ void __launch_bounds__(32 * beside_warps)
    follow_panel(float* a, int64 leading, int done, const int* pivots) {
  __shared__ float lower[width][width + 1];
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const float* const panel = a + done * leading;
  wait_for_previous();
  let_next_start();
  for (int j = warp; j < width; j += beside_warps)
    lower[j][lane] = lane > j ? panel[lane + j * leading] : 0.0f;
  __syncthreads();
  const int column = static_cast<int>(blockIdx.x) * beside_warps + warp;
  const bool left = column < done;
  float* const of = a + (left ? column : column + width) * leading;
  const int mine = pivots[lane];
  float x = of[lane], other = of[mine];  // in row `lane`, and in its pivot's
  for (int c = 0; c < width; ++c) {
    const int p = __shfl_sync(0xffffffffu, mine, c);
    const float upper = __shfl_sync(0xffffffffu, x, c);
    const float inside = __shfl_sync(0xffffffffu, x, p & 31), outside = __shfl_sync(0xffffffffu, other, c);
    if (lane == c) x = p < width ? inside : outside;
    if (lane == p && p != c) x = upper;
    if (mine == p) other = upper;
  }
  if (mine >= width) of[mine] = other;
  if (!left)
    for (int c = 0; c < width; ++c) x = fmaf(-lower[c][lane], __shfl_sync(0xffffffffu, x, c), x);
  of[lane] = x;
}

/// C - L U for the panel's L and 32 columns of what lies right of it: a row a thread.
__global__ void __launch_bounds__(256, 2)
    update_right(const float* l, const float* u, float* c, int64 leading, int rows) {
  __shared__ __align__(16) float upper[width][width];  // by columns
  const int thread = static_cast<int>(threadIdx.x), row = static_cast<int>(blockIdx.x) * 256 + thread;
  const int64 first = int64{blockIdx.y} * width * leading;
  wait_for_previous();
  let_next_start();
  for (int i = thread; i < width * width; i += 256)
    upper[i / width][i % width] = u[first + i % width + i / width * leading];
  __syncthreads();
  if (row >= rows) return;
  float of_l[width], of_c[width];
#pragma unroll
  for (int h = 0; h < width; ++h) {
    of_l[h] = l[row + h * leading];
    of_c[h] = c[first + row + h * leading];
  }
#pragma unroll
  for (int j = 0; j < width; ++j) {
    float sum[4] = {of_c[j], 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int h = 0; h < width; h += 4) {
      const float4 x = *reinterpret_cast<const float4*>(&upper[j][h]);
      sum[0] = fmaf(-of_l[h], x.x, sum[0]);
      sum[1] = fmaf(-of_l[h + 1], x.y, sum[1]);
      sum[2] = fmaf(-of_l[h + 2], x.z, sum[2]);
      sum[3] = fmaf(-of_l[h + 3], x.w, sum[3]);
    }
    c[first + row + j * leading] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

}  // namespace
}  // namespace ff::linalg::detail
