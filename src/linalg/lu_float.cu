// Factors in float, and solutions with them: a column of a panel costs the cluster one exchange.
#include <algorithm>

#include "device.hpp"
#include "launch.cuh"
#include "lu_float.hpp"

namespace ff::linalg::detail {
namespace {

constexpr int width = 32;  // of a panel
constexpr int block = static_cast<int>(lu_block);
constexpr int most_blocks = 16, panel_threads = 256;  // of a cluster
constexpr int most_moved = 2 * block;

// ---------------------------------------------------------------- panels

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

__device__ uint32 rank_in_cluster() {
  uint32 r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
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
  for (int tries = 0; done == 0; ++tries) {
    if (tries > 1 << 22) __trap();  // what never comes ends the kernel with an error, after seconds
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
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
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
  const auto rank = rank_in_cluster();
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
  const auto blocks = static_cast<int>(gridDim.x);
  const uint32 bytes = gridDim.x * (width * sizeof(float) + sizeof(uint32));
  if (thread == 0) {
    for (const uint64& b : barriers) {
      asm volatile(
          "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(static_cast<uint32>(__cvta_generic_to_shared(&b)))
          : "memory");
      expect_bytes(&b, bytes);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
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
    if (lane == 0) key_of_warp[buffer][warp] = of_warp;
    if (of_warp != 0 && best == of_warp) {
#pragma unroll
      for (int r = 0; r < each; ++r)
        if (each == 1 || at[r] == position_of(of_warp))
#pragma unroll
          for (int j = 0; j < width; j += 4)
            *reinterpret_cast<float4*>(&row_of_warp[buffer][warp][j]) =
                make_float4(v[r][j], v[r][j + 1], v[r][j + 2], v[r][j + 3]);
    }
    __syncthreads();
    {
      const uint32 key = lane < panel_warps ? key_of_warp[buffer][lane] : 0, of_block = largest_of_warp(key);
      const int best_warp = __ffs(static_cast<int>(__ballot_sync(0xffffffffu, key == of_block))) - 1;
      for (int to = warp; to < blocks; to += panel_warps) {
        const uint32 there = static_cast<uint32>(to), barrier = address_in(there, &barriers[buffer]);
        if (lane < width / 4) {
          float4 x = *reinterpret_cast<const float4*>(&row_of_warp[buffer][best_warp][4 * lane]);
          // Columns that are done take no part.
          const int left = width - c - 4 * lane;
          x.x = left > 0 ? x.x : 0.0f, x.y = left > 1 ? x.y : 0.0f;
          x.z = left > 2 ? x.z : 0.0f, x.w = left > 3 ? x.w : 0.0f;
          send(address_in(there, &row_of_block[buffer][rank][4 * lane]), x, barrier);
        }
        if (lane == width / 4) send(address_in(there, &key_of_block[buffer][rank]), of_block, barrier);
      }
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
    if (rank == 0 && thread == 0) {
      pivots[c] = p;
      const uint32 field = pivot >> 23;
      if (field == 0 || field == 255) *failed = 1;  // 0 or subnormal, or not finite
    }
  }
#pragma unroll
  for (int r = 0; r < each; ++r) {
    if (at[r] >= rows) continue;
    source[at[r]] = from[r];
#pragma unroll
    for (int j = 0; j < width; ++j) a[at[r] + j * leading] = v[r][j];
  }
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

// ---------------------------------------------------------------- blocks

/// The kernels that run beside the inverse of a block, and end after it.
struct after_previous {
  __device__ ~after_previous() { wait_for_previous(); }
};

/// Moves among the rows from a block's first one on, by where they come from, and the order of all that they
/// leave: `to` continues `from`.
__global__ void __launch_bounds__(256)
    combine_exchanges(int n, int first, const int* source, int* moved, const int* from, int* to) {
  const int row = static_cast<int>(blockIdx.x) * 256 + static_cast<int>(threadIdx.x), i = row - first;
  const after_previous end;
  if (row >= n) return;
  if (i < 0) {
    to[row] = from[row];
    return;
  }
  const int s = source[i];
  to[row] = from == nullptr ? s : from[first + s];
  if (i >= block && s == i) return;
  const int k = i < block ? i : block + ::atomicAdd(moved, 1);
  moved[1 + k] = s;
  moved[1 + most_moved + k] = i;
}

/// Moves rows of columns: the first 256 go to `beside`.
__global__ void __launch_bounds__(most_moved)
    move_rows(float* a, int64 leading, int columns, const int* moved, float* beside) {
  const int i = static_cast<int>(threadIdx.x), count = block + moved[0];
  const int from = i < count ? moved[1 + i] : 0, to = i < count ? moved[1 + most_moved + i] : 0;
  constexpr int together = 4;
  for (int first = static_cast<int>(blockIdx.x) * together; first < columns;
       first += static_cast<int>(gridDim.x) * together) {
    float x[together];
#pragma unroll
    for (int j = 0; j < together; ++j)
      x[j] = i < count && first + j < columns ? a[from + (first + j) * leading] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < together; ++j) {
      if (i >= count || first + j >= columns) continue;
      if (i < block)
        beside[i + int64{block} * (first + j)] = x[j];
      else
        a[to + (first + j) * leading] = x[j];
    }
    __syncthreads();
  }
}

/// x = h + l, h of 11 bits as TF32 has them.  L U is nearly L_h U_h + L_l U_h + L_h U_l: one product of three
/// times the inner dimension, on tensor cores.
__device__ float leading_bits(float x) {
  return __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u);
}

__global__ void __launch_bounds__(256) split_left(const float* l, int64 leading, int rows, float* to) {
  let_next_start();
  const int i = static_cast<int>(blockIdx.x) * 256 + static_cast<int>(threadIdx.x);
  const after_previous end;
  if (i >= rows) return;
  const float x = l[i + blockIdx.y * leading], h = leading_bits(x);
  float* const at = to + i + int64{blockIdx.y} * rows;
  at[0] = h;
  at[int64{block} * rows] = x - h;
  at[int64{2 * block} * rows] = h;
}
__global__ void __launch_bounds__(block) split_right(const float* u, int64 leading, float* to) {
  const float x = u[threadIdx.x + blockIdx.x * leading], h = leading_bits(x);
  float* const at = to + threadIdx.x + int64{blockIdx.x} * (3 * block);
  at[0] = h;
  at[block] = h;
  at[2 * block] = x - h;
}

/// The inverses of triangular blocks of 256, the next one `between` elements after each: 32 of its columns
/// a thread block.  T X = I, by blocks of 32 rows; `upper`: of the transposes.
constexpr int inverse_pitch = block + 4, inverse_bytes = (width * inverse_pitch + block * (width + 1)) * 4;
template <bool upper>
__global__ void __launch_bounds__(256) invert_blocks(const float* t, int64 leading, int64 between, float* x) {
  extern __shared__ __align__(16) float memory[];
  auto* const of_t = reinterpret_cast<float(*)[inverse_pitch]>(memory);
  auto* const done = reinterpret_cast<float(*)[width + 1]>(memory + width * inverse_pitch);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int first_column = static_cast<int>(blockIdx.x) * width;
  const float* const of = t + blockIdx.y * between;
  float* const to = x + int64{blockIdx.y} * block * block;

  let_next_start();
  // The next 32 rows of T are on their way while these are worked with.
  float next[width];
  const auto row_of = [&](int i) { return upper ? warp + 8 * (i % 4) : lane; };
  const auto column_of = [&](int i) { return upper ? lane + 32 * (i / 4) : warp + 8 * i; };
  const auto load = [&](int first) {
#pragma unroll
    for (int i = 0; i < width; ++i) {
      const int row = first + row_of(i), column = column_of(i);
      const bool needed = first < block && column >= first_column && column <= row;
      next[i] = !needed ? 0.0f : upper ? of[column + row * leading] : of[row + column * leading];
    }
  };
  load(first_column);
  for (int i = static_cast<int>(threadIdx.x); i < first_column * width; i += 256) {
    const int row = upper ? i / width : i % first_column, column = upper ? i % width : i / first_column;
    to[upper ? first_column + column + row * block : row + (first_column + column) * block] = 0.0f;
  }
  for (int first = first_column; first < block; first += width) {
#pragma unroll
    for (int i = 0; i < width; ++i) of_t[row_of(i)][column_of(i)] = next[i];
    __syncthreads();
    load(first + width);
    // E - sum of T(first, k) X(k): column `lane` of rows warp + 8 r.
    float sum[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) sum[r] = first == first_column && warp + 8 * r == lane ? 1.0f : 0.0f;
    for (int k = first_column; k < first; k += 4) {
      const float y[4] = {done[k][lane], done[k + 1][lane], done[k + 2][lane], done[k + 3][lane]};
#pragma unroll
      for (int r = 0; r < 4; ++r) {
        const float4 z = *reinterpret_cast<const float4*>(&of_t[warp + 8 * r][k]);
        sum[r] = fmaf(-z.x, y[0], sum[r]);
        sum[r] = fmaf(-z.y, y[1], sum[r]);
        sum[r] = fmaf(-z.z, y[2], sum[r]);
        sum[r] = fmaf(-z.w, y[3], sum[r]);
      }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) done[first + warp + 8 * r][lane] = sum[r];
    __syncthreads();
    // A warp solves for four columns, a row a lane.
    float y[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) y[r] = done[first + lane][warp + 8 * r];
    const float diagonal = upper ? of_t[lane][first + lane] : 1.0f;
    for (int c = 0; c < width; ++c) {
      const float l = lane > c ? of_t[lane][first + c] : 0.0f;
      const float pivot = __shfl_sync(0xffffffffu, diagonal, c);
#pragma unroll
      for (int r = 0; r < 4; ++r) {
        if (upper && lane == c) y[r] = y[r] / pivot;
        y[r] = fmaf(-l, __shfl_sync(0xffffffffu, y[r], c), y[r]);
      }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) done[first + lane][warp + 8 * r] = y[r];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      const int row = upper ? warp + 8 * r : lane, column = upper ? lane : warp + 8 * r;
      const int i = first + row, j = first_column + column;
      to[upper ? j + i * block : i + j * block] = done[i][column];
    }
  }
}

/// Rows of L left of later blocks go where those blocks' exchanges have moved them.
__global__ void __launch_bounds__(512) order_left(float_lu_parts t) {
  extern __shared__ int position[];  // of each row after block `blockIdx.y`
  auto* const column = reinterpret_cast<float*>(position + t.n);
  const int n = static_cast<int>(t.n), thread = static_cast<int>(threadIdx.x);
  const int begin = (static_cast<int>(blockIdx.y) + 1) * block;
  const int *const then = t.orders + blockIdx.y * t.n, *const last = t.orders + (t.n / block - 1) * t.n;
  for (int i = begin + thread; i < n; i += 512) position[then[i]] = i;
  __syncthreads();
  for (int j = static_cast<int>(blockIdx.x); j < block; j += static_cast<int>(gridDim.x)) {
    float* const of = t.a + (int64{blockIdx.y} * block + j) * t.n;
    for (int i = begin + thread; i < n; i += 512) column[i] = of[i];
    __syncthreads();
    for (int i = begin + thread; i < n; i += 512) of[i] = column[position[last[i]]];
    __syncthreads();
  }
}

// ---------------------------------------------------------------- solutions

__global__ void __launch_bounds__(256) reorder(const float* b, int64 n, const int* order, float* x) {
  const int64 i = int64{blockIdx.x} * 256 + threadIdx.x, column = int64{blockIdx.y} * n;
  if (i < n) x[column + i] = b[column + order[i]];
}

/// y = A x, or y - A x, for A of 256 columns: 64 rows a thread block, a quarter of the columns a thread.
template <bool less>
__global__ void __launch_bounds__(256)
    multiply_block(const float* a, int64 leading, const float* x, float* y, int64 between) {
  __shared__ float of[block], parts[4][64];
  const int thread = static_cast<int>(threadIdx.x), row = thread % 64, part = thread / 64;
  const float* const from = a + int64{blockIdx.x} * 64 + row + part * 64 * leading;
  let_next_start();
  float m[64];
#pragma unroll
  for (int j = 0; j < 64; ++j) m[j] = from[j * leading];
  wait_for_previous();
  of[thread] = x[blockIdx.y * between + thread];
  __syncthreads();
  float sum[4] = {};
#pragma unroll
  for (int j = 0; j < 64; ++j) sum[j % 4] = fmaf(m[j], of[part * 64 + j], sum[j % 4]);
  parts[part][row] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  __syncthreads();
  if (part > 0) return;
  float* const to = y + blockIdx.y * between + int64{blockIdx.x} * 64 + row;
  const float all = (parts[0][row] + parts[1][row]) + (parts[2][row] + parts[3][row]);
  *to = less ? *to - all : all;
}

status launched() { return of_cuda(cudaGetLastError()); }

/// A launch of a cluster.
struct panel_launch {
  cudaLaunchAttribute attributes[2]{};
  cudaLaunchConfig_t how{};

  panel_launch(unsigned blocks, cudaStream_t stream) {
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = blocks;
    attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    how.gridDim = dim3(blocks);
    how.blockDim = dim3(panel_threads);
    how.stream = stream;
    how.attrs = attributes;
    how.numAttrs = 2;
  }
};

/// The blocks that the rows need with `each` of them a thread; two at least, for a block alone has no cluster
/// to send to, and one without rows has no candidates.
unsigned panel_blocks(int64 rows, int each) {
  unsigned blocks = 2;
  while (int64{blocks} * panel_threads * each < rows) blocks *= 2;
  return blocks;
}

template <int each>
status launch_panel(float* a, int64 leading, int64 rows, int* pivots, int* source, bool first_of_block,
                    int* failed, cudaStream_t stream) {
  const panel_launch p(panel_blocks(rows, each), stream);
  return of_cuda(cudaLaunchKernelEx(&p.how, factor_panel<each>, a, leading, static_cast<int>(rows), pivots,
                                    source, first_of_block, failed));
}

template <int each>
bool fits_device() {
  if (cudaFuncSetAttribute(factor_panel<each>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) !=
      cudaSuccess)
    return false;
  panel_launch p(most_blocks, nullptr);
  p.how.numAttrs = 1;
  int clusters = 0;
  return cudaOccupancyMaxActiveClusters(&clusters, factor_panel<each>, &p.how) == cudaSuccess && clusters > 0;
}

template <class Kernel>
bool allow_memory(Kernel kernel, int64 bytes) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)) ==
         cudaSuccess;
}

}  // namespace

bool has_float_lu() {
  cudaFuncAttributes code{};
  if (cudaFuncGetAttributes(&code, factor_panel<1>) != cudaSuccess || code.ptxVersion < 90) {
    cudaGetLastError();
    return false;  // compiled without what it needs
  }
  const bool found = fits_device<1>() && fits_device<2>() && fits_device<4>() &&
                     allow_memory(invert_blocks<false>, inverse_bytes) &&
                     allow_memory(invert_blocks<true>, inverse_bytes) &&
                     allow_memory(order_left, largest_lu * static_cast<int64>(sizeof(int) + sizeof(float)));
  cudaGetLastError();
  return found;
}

namespace {

class float_lu_run {
 public:
  float_lu_run(const device_resources& on, const float_lu_parts& t) : on_(on), t_(t), stream_(on.stream) {}

  status factor() {
    steps all;
    all([&] { return of_cuda(cudaMemsetAsync(t_.failed, 0, sizeof(int), stream_)); });
    for (int64 first = 0; first < t_.n; first += block)
      all([&] { return panels(first); })([&] { return trailing(first); });
    const auto blocks = static_cast<unsigned>(t_.n / block);
    return all([&] {
             if (blocks > 1)
               order_left<<<dim3(16, blocks - 1), 512,
                            static_cast<size_t>(t_.n) * (sizeof(int) + sizeof(float)), stream_>>>(t_);
             invert_blocks<true><<<dim3(block / width, blocks), 256, inverse_bytes, stream_>>>(
                 t_.a, t_.n, block * (t_.n + 1), t_.upper_inverses);
             return launched();
           })
        .result();
  }

 private:
  float* at(int64 i, int64 j) const { return t_.a + i + j * t_.n; }

  status multiply(int64 m, int64 n, int64 k, float alpha, const float* a, int64 between_a, const float* b,
                  int64 between_b, float beta, float* c) const {
    return of_cublas(cublasSgemm(on_.cublas, CUBLAS_OP_N, CUBLAS_OP_N, static_cast<int>(m),
                                 static_cast<int>(n), static_cast<int>(k), &alpha, a,
                                 static_cast<int>(between_a), b, static_cast<int>(between_b), &beta, c,
                                 static_cast<int>(t_.n)));
  }

  /// The block's 256 columns.
  status panels(int64 first) const {
    steps all;
    for (int64 c = first; c < first + block; c += width) {
      const int64 rows = t_.n - c, left = c - first, right = block - width - left;
      int *const pivots = t_.pivots + left, *const source = t_.source + left;
      all([&] {
        constexpr int64 once = most_blocks * panel_threads;
        const auto launch = rows <= once       ? launch_panel<1>
                            : rows <= 2 * once ? launch_panel<2>
                                               : launch_panel<4>;
        return launch(at(c, c), t_.n, rows, pivots, source, left == 0, t_.failed, stream_);
      })([&] {
        return of_cuda(launch_behind(true, follow_panel, dim3((block - width) / beside_warps),
                                     dim3(32 * beside_warps), 0, stream_, at(c, first), t_.n,
                                     static_cast<int>(left), pivots));
      });
      if (right == 0) continue;
      all([&] {
        const dim3 grid(static_cast<unsigned>((rows - width + 255) / 256),
                        static_cast<unsigned>(right / width));
        return of_cuda(launch_behind(true, update_right, grid, dim3(256), 0, stream_, at(c + width, c),
                                     at(c, c + width), at(c + width, c + width), t_.n,
                                     static_cast<int>(rows - width)));
      });
    }
    return all.result();
  }

  /// What lies beside and below it.
  status trailing(int64 first) const {
    const int64 end = first + block, rest = t_.n - end;
    int* const order = t_.orders + first / block * t_.n;
    float* const inverse = t_.lower_inverses + first * block;
    steps all;
    all([&] { return of_cuda(cudaMemsetAsync(t_.moved, 0, sizeof(int), stream_)); })([&] {
      invert_blocks<false>
          <<<dim3(block / width, 1), 256, inverse_bytes, stream_>>>(at(first, first), t_.n, 0, inverse);
      return launched();
    });
    if (rest > 0)
      all([&] {
        return of_cuda(launch_behind(true, split_left, dim3(static_cast<unsigned>(rest / 256), block),
                                     dim3(256), 0, stream_, at(end, first), t_.n, static_cast<int>(rest),
                                     t_.left));
      });
    all([&] {
      return of_cuda(launch_behind(true, combine_exchanges, dim3(static_cast<unsigned>(t_.n / 256)),
                                   dim3(256), 0, stream_, static_cast<int>(t_.n), static_cast<int>(first),
                                   t_.source, t_.moved, first == 0 ? nullptr : order - t_.n, order));
    });
    if (rest == 0) return all.result();
    return all([&] {
             move_rows<<<static_cast<unsigned>(std::min<int64>(rest / 4, 4 * on_.processors)), most_moved, 0,
                         stream_>>>(at(first, end), t_.n, static_cast<int>(rest), t_.moved, t_.beside);
             return launched();
           })([&] {
             return multiply(block, rest, block, 1.0f, inverse, block, t_.beside, block, 0.0f,
                             at(first, end));
           })([&] {
             split_right<<<static_cast<unsigned>(rest), block, 0, stream_>>>(at(first, end), t_.n, t_.right);
             const float minus = -1.0f, one = 1.0f;
             const int size = static_cast<int>(rest), leading = static_cast<int>(t_.n);
             return of_cublas(cublasGemmEx(on_.cublas, CUBLAS_OP_N, CUBLAS_OP_N, size, size, 3 * block,
                                           &minus, t_.left, CUDA_R_32F, size, t_.right, CUDA_R_32F, 3 * block,
                                           &one, at(end, end), CUDA_R_32F, leading,
                                           CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_GEMM_DEFAULT));
           })
        .result();
  }

  const device_resources& on_;
  const float_lu_parts& t_;
  cudaStream_t stream_;
};

/// The systems of few columns take the kernel above, whose blocks read the matrix before the sums that they
/// wait for are there.
constexpr int64 few_columns = 4;

class float_solution {
 public:
  float_solution(const device_resources& on, const float_lu_parts& t, int64 columns)
      : on_(on), t_(t), columns_(columns) {}

  status run(float* b, float* x) const {
    const int64 n = t_.n;
    const auto blocks = static_cast<unsigned>(n / 256);
    reorder<<<dim3(blocks, static_cast<unsigned>(columns_)), 256, 0, on_.stream>>>(
        b, n, t_.orders + (n / block - 1) * n, x);
    steps all;
    all([&] { return launched(); });
    for (int64 k = 0; k < n; k += block)
      all([&] { return multiply<false>(block, t_.lower_inverses + k * block, block, x + k, b + k); })(
          [&] { return multiply<true>(n - k - block, t_.a + k + block + k * n, n, b + k, x + k + block); });
    for (int64 k = n - block; k >= 0; k -= block)
      all([&] { return multiply<false>(block, t_.upper_inverses + k * block, block, b + k, x + k); })(
          [&] { return multiply<true>(k, t_.a + k * n, n, x + k, b); });
    return all.result();
  }

 private:
  template <bool less>
  status multiply(int64 rows, const float* a, int64 leading, const float* x, float* y) const {
    if (rows == 0) return {};
    if (columns_ <= few_columns)
      return of_cuda(launch_behind(true, multiply_block<less>,
                                   dim3(static_cast<unsigned>(rows / 64), static_cast<unsigned>(columns_)),
                                   dim3(256), 0, on_.stream, a, leading, x, y, t_.n));
    const float alpha = less ? -1.0f : 1.0f, beta = less ? 1.0f : 0.0f;
    return of_cublas(cublasSgemm(on_.cublas, CUBLAS_OP_N, CUBLAS_OP_N, static_cast<int>(rows),
                                 static_cast<int>(columns_), block, &alpha, a, static_cast<int>(leading), x,
                                 static_cast<int>(t_.n), &beta, y, static_cast<int>(t_.n)));
  }

  const device_resources& on_;
  const float_lu_parts& t_;
  int64 columns_;
};

}  // namespace

status factor_lu(const device_resources& on, const float_lu_parts& t) { return float_lu_run(on, t).factor(); }

status solve_lu(const device_resources& on, const float_lu_parts& t, int64 columns, float* b, float* x) {
  return float_solution(on, t, columns).run(b, x);
}

}  // namespace ff::linalg::detail
