// A block of the factors of getrf_float_panel.cuh: its exchanges, its words for tensor cores, and its
// inverse.
#pragma once

#include "getrf_float_panel.cuh"

namespace ff::linalg::detail {
namespace {

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

}  // namespace
}  // namespace ff::linalg::detail
