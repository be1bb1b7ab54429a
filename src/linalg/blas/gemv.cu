// Products of a matrix and a vector on the device.
#include <ff/linalg/cuda/blas.hpp>
#include <ff/reduce/cuda.hpp>

#include "blas_device.cuh"

namespace ff::linalg {
namespace detail {
namespace {

using ff::detail::aligned_to;
using ff::detail::load_packet;
using ff::detail::thread_tree;
using ff::detail::warp_tree;

/// Says what becomes of the total of a chunk: y's element where there is one chunk, else a partial sum.
struct row_result {
  ff_t alpha, beta;
  vector_view<ff_t> y;
  ff_t* partial;  ///< null where there is one chunk

  __device__ void take(int64 row, ff_t total) const {
    if (partial != nullptr)
      partial[int64{blockIdx.y} * y.size + row] = total;
    else
      y(row) = finished_row(alpha, total, beta, [&] { return y(row); });
  }
};

/// The part of the inner dimension that is the block's.
struct chunk_of_columns {
  int64 first;
  int count;
};
__device__ chunk_of_columns chunk_of_block(int64 columns, int64 length) {
  const int64 first = int64{blockIdx.y} * length, rest = columns - first;
  return {first, static_cast<int>(rest < length ? rest : length)};
}

/// An element of A, which is read once: it leaves the first cache to x.
__device__ __forceinline__ ff_t read_once(const ff_t* p) {
  float hi, lo;
  asm("ld.global.nc.L1::no_allocate.v2.f32 {%0, %1}, [%2];" : "=f"(hi), "=f"(lo) : "l"(p));
  return from_words(hi, lo);
}

// ---------------------------------------------------------------- rows whose elements are neighbours

constexpr int warps_along = 4, steps_ahead = 4;

/// Two neighbours of each of four steps of 64, from h on; zeros from `end` on.
template <bool wide>
__device__ void load_steps(const ff_t* p, int64 stride, int64 h, int64 end,
                           pair_of_elements (&to)[steps_ahead]) {
#pragma unroll
  for (int b = 0; b < steps_ahead; ++b) {
    const int64 at = h + b * row_lanes;
    to[b] = pair_of_elements{};
    if (wide && at + 1 < end) {
      to[b] = load_packet<true>(p + at);
    } else {
      if (at < end) to[b].element[0] = p[at * stride];
      if (at + 1 < end) to[b].element[1] = p[(at + 1) * stride];
    }
  }
}

/// A warp takes a chunk of a row, each thread two neighbouring lanes; four steps are on their way while four
/// are added.
template <bool wide>
__global__ void __launch_bounds__(32 * warps_along, 4)
    sums_along(matrix_view<const ff_t> a, vector_view<const ff_t> x, int64 length, row_result to) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int64 row = int64{blockIdx.x} * warps_along + threadIdx.x / 32;
  if (row >= a.rows) return;
  const chunk_of_columns chunk = chunk_of_block(a.columns, length);
  const int64 first = chunk.first, end = first + chunk.count;
  const ff_t* const of = a.data + row * a.row_stride;

  accumulator sum[2];
  pair_of_elements as[2][steps_ahead], xs[2][steps_ahead];
  constexpr int64 ahead = steps_ahead * row_lanes;
  const auto load = [&](int64 h, int slot) {
    load_steps<wide>(of, a.column_stride, h, end, as[slot]);
    load_steps<wide>(x.data, x.stride, h, end, xs[slot]);
  };
  const auto add = [&](int slot) {
#pragma unroll
    for (int b = 0; b < steps_ahead; ++b)
#pragma unroll
      for (int e = 0; e < 2; ++e) sum[e].add_product(as[slot][b].element[e], xs[slot][b].element[e]);
  };
  static_assert(2 * steps_ahead == row_batch, "a batch is two loads");
  int64 h = first + 2 * lane;
  load(h, 0);
  for (; h < end; h += 2 * ahead) {
    load(h + ahead, 1);
    add(0);
    load(h + 2 * ahead, 0);
    add(1);
    sum[0].renormalize();
    sum[1].renormalize();
  }
  __syncwarp();
  ff_t total[2] = {sum[0].result(), sum[1].result()};
  const ff_t all = warp_tree<32>(thread_tree(total));
  if (lane == 0) to.take(row, all);
}

// ---------------------------------------------------------------- columns whose elements are neighbours

constexpr int warps_across = 16, lanes_of_warp = row_lanes / warps_across, steps_across = 2;
static_assert(row_batch % (2 * steps_across) == 0, "a batch is whole pairs of loads");

/// A block takes a chunk of 32 neighbouring rows, a row a thread of each warp, four lanes a warp; two steps
/// are on their way while two are added.
template <bool wide>
__global__ void __launch_bounds__(32 * warps_across, 2)
    sums_across(matrix_view<const ff_t> a, vector_view<const ff_t> x, int64 length, row_result to) {
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int64 row = int64{blockIdx.x} * 32 + lane;
  const chunk_of_columns chunk = chunk_of_block(a.columns, length);
  const int64 mine = chunk.first + warp * lanes_of_warp;
  const int count = chunk.count - warp * lanes_of_warp;  // from the warp's first lane on

  const ff_t* const of = a.data + (row < a.rows ? row : a.rows - 1) * a.row_stride + mine * a.column_stride;
  const ff_t* const with = x.data + mine * x.stride;
  accumulator sum[lanes_of_warp];
  ff_t as[2][steps_across][lanes_of_warp];
  const ff_t* ahead = of;  // what is loaded next
  const auto load = [&](int h, int slot) {
    const bool all = h + steps_across * row_lanes <= count;
#pragma unroll
    for (int s = 0; s < steps_across; ++s) {
      const ff_t* here = ahead;
#pragma unroll
      for (int l = 0; l < lanes_of_warp; ++l) {
        as[slot][s][l] = all || h + s * row_lanes + l < count ? read_once(here) : ff_t(0.0f);
        here += a.column_stride;
      }
      ahead += row_lanes * a.column_stride;
    }
  };
  const auto add = [&](int h, int slot) {
#pragma unroll
    for (int s = 0; s < steps_across; ++s) {
      const int at = h + s * row_lanes;
      ff_t xs[lanes_of_warp];
      if (wide && at + lanes_of_warp <= count) {
#pragma unroll
        for (int l = 0; l < lanes_of_warp; l += 2) {
          const pair_of_elements p = load_packet<true>(with + at + l);
          xs[l] = p.element[0];
          xs[l + 1] = p.element[1];
        }
      } else {
#pragma unroll
        for (int l = 0; l < lanes_of_warp; ++l)
          xs[l] = at + l < count ? with[int64{at + l} * x.stride] : ff_t(0.0f);
      }
#pragma unroll
      for (int l = 0; l < lanes_of_warp; ++l) sum[l].add_product(as[slot][s][l], xs[l]);
    }
  };
  load(0, 0);
  for (int h = 0; h < chunk.count; h += row_batch * row_lanes) {
#pragma unroll
    for (int part = 0; part < row_batch / steps_across; ++part) {
      const int at = h + part * steps_across * row_lanes;
      load(at + steps_across * row_lanes, (part + 1) % 2);
      add(at, part % 2);
    }
#pragma unroll
    for (int l = 0; l < lanes_of_warp; ++l) sum[l].renormalize();
  }
  ff_t total[lanes_of_warp];
#pragma unroll
  for (int l = 0; l < lanes_of_warp; ++l) total[l] = sum[l].result();
  __shared__ ff_t of_warps[warps_across][32];
  of_warps[warp][lane] = thread_tree(total);
  __syncthreads();
  if (warp > 0 || row >= a.rows) return;
  ff_t level[warps_across / 4];
#pragma unroll
  for (int w = 0; w < warps_across; w += 4) {
    ff_t four[4] = {of_warps[w][lane], of_warps[w + 1][lane], of_warps[w + 2][lane], of_warps[w + 3][lane]};
    level[w / 4] = thread_tree(four);
  }
  to.take(row, thread_tree(level));
}

// ---------------------------------------------------------------- after the chunks

/// The tree over the chunks, a thread a row, and the update of y.
__global__ void __launch_bounds__(threads)
    finish_rows(int chunks, const ff_t* partial, ff_t alpha, ff_t beta, vector_view<ff_t> y) {
  constexpr int each = 8, most = static_cast<int>(row_shape::most_chunks) / each;
  const int64 row = int64{blockIdx.x} * threads + threadIdx.x;
  if (row >= y.size) return;
  ff_t total[most];
#pragma unroll
  for (int g = 0; g < most; ++g) {
    total[g] = 0.0f;
    if (g * each >= chunks) continue;
    ff_t of[each];
#pragma unroll
    for (int c = 0; c < each; ++c)
      of[c] = g * each + c < chunks ? partial[int64{g * each + c} * y.size + row] : ff_t(0.0f);
    total[g] = thread_tree(of);
  }
  const ff_t all = chunks <= each ? total[0] : thread_tree(total);
  y(row) = finished_row(alpha, all, beta, [&] { return y(row); });
}

/// The same, a warp a row.
__global__ void __launch_bounds__(threads)
    finish_few_rows(int chunks, const ff_t* partial, ff_t alpha, ff_t beta, vector_view<ff_t> y) {
  static_assert(row_shape::most_chunks == 64, "two chunks a thread");
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int64 row = int64{blockIdx.x} * (threads / 32) + threadIdx.x / 32;
  if (row >= y.size) return;
  ff_t total[2];
#pragma unroll
  for (int e = 0; e < 2; ++e)
    total[e] = 2 * lane + e < chunks ? partial[int64{2 * lane + e} * y.size + row] : ff_t(0.0f);
  const ff_t all = warp_tree<32>(thread_tree(total));
  if (lane == 0) y(row) = finished_row(alpha, all, beta, [&] { return y(row); });
}

/// Nothing to sum: y = beta y.
__global__ void __launch_bounds__(threads) scale_rows(ff_t beta, vector_view<ff_t> y) {
  const int64 row = int64{blockIdx.x} * threads + threadIdx.x;
  if (row >= y.size) return;
  y(row) = finished_row(1.0f, 0.0f, beta, [&] { return y(row); });
}

constexpr int64 many_rows = 4096;  ///< from which on a thread finishes a row

status queue_gemv(const device_resources& on, ff_t alpha, const matrix_view<const ff_t>& a,
                  const vector_view<const ff_t>& x, ff_t beta, const vector_view<ff_t>& y) {
  if (y.size == 0) return {};
  const cudaStream_t stream = on.stream;
  if (a.columns == 0 || alpha == 0.0f) {
    scale_rows<<<blocks_for(y.size, threads), threads, 0, stream>>>(beta, y);
    return launched();
  }
  const row_shape shape(a.columns);
  const bool in_parts = shape.chunks > 1;
  const pooled partial(on, in_parts ? static_cast<size_t>(shape.chunks * a.rows) * sizeof(ff_t) : 0);
  if (const status s = partial.found(); !s) return s;
  const row_result to{alpha, beta, y, in_parts ? partial.at<ff_t>() : nullptr};
  const bool along = magnitude_of(a.column_stride) <= magnitude_of(a.row_stride) || a.rows == 1;
  const bool wide_x = x.stride == 1 && aligned_to(x.data, 16);
  const auto chunks = static_cast<unsigned>(shape.chunks);
  if (along) {
    const bool wide =
        wide_x && a.column_stride == 1 && aligned_to(a.data, 16) && (a.rows == 1 || a.row_stride % 2 == 0);
    const auto kernel = wide ? sums_along<true> : sums_along<false>;
    kernel<<<dim3(blocks_for(a.rows, warps_along), chunks), 32 * warps_along, 0, stream>>>(
        a, x, shape.chunk_length(), to);
  } else {
    const auto kernel = wide_x ? sums_across<true> : sums_across<false>;
    kernel<<<dim3(blocks_for(a.rows, 32), chunks), 32 * warps_across, 0, stream>>>(a, x, shape.chunk_length(),
                                                                                   to);
  }
  if (in_parts) {
    const bool few = y.size < many_rows;
    const auto kernel = few ? finish_few_rows : finish_rows;
    kernel<<<blocks_for(y.size, few ? threads / 32 : threads), threads, 0, stream>>>(
        static_cast<int>(chunks), partial.at<ff_t>(), alpha, beta, y);
  }
  return launched();
}

}  // namespace
}  // namespace detail

status gemv(const context& on, ff_t alpha, matrix_view<const ff_t> a, vector_view<const ff_t> x, ff_t beta,
            vector_view<ff_t> y) {
  if (const status s = detail::first_fault(detail::checked_gemv(alpha, a, x, y), detail::current(on)); !s)
    return s;
  return detail::queue_gemv(*on.resources(), alpha, a, x, beta, y);
}

}  // namespace ff::linalg
