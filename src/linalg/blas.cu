// BLAS on the device: vectors, sums of rows, substitution.
#include <ff/linalg/cuda/blas.hpp>
#include <ff/reduce/cuda.hpp>

#include "blas_device.cuh"

namespace ff::linalg {
namespace detail {
namespace {

using ff::detail::aligned_to;
using ff::detail::load_packet;
using ff::detail::row_packet;
using pair_of_elements = row_packet<ff_t>;

constexpr int threads = 256;

// ---------------------------------------------------------------- vectors

constexpr int in_flight = 4;  ///< packets of a thread

struct axpy_step {
  ff_t alpha;
  __device__ ff_t operator()(ff_t x, ff_t y) const { return settled(fma(alpha, x, y)); }
};
struct scal_step {
  ff_t alpha;
  __device__ ff_t operator()(ff_t, ff_t y) const { return settled(alpha * y); }
};
struct copy_step {
  __device__ ff_t operator()(ff_t x, ff_t) const { return x; }
};

/// y = f(x, y), elements by twos.
template <class F, bool reads_x, bool reads_y>
__global__ void __launch_bounds__(threads) each_pair(F f, int64 pairs, const ff_t* x, ff_t* y) {
  const int64 first = int64{blockIdx.x} * (threads * in_flight) + threadIdx.x;
  pair_of_elements xs[in_flight]{}, ys[in_flight]{};
#pragma unroll
  for (int i = 0; i < in_flight; ++i) {
    const int64 at = first + i * threads;
    if (at >= pairs) continue;
    if constexpr (reads_x) xs[i] = load_packet<true>(x + 2 * at);
    if constexpr (reads_y) ys[i] = load_packet<true>(y + 2 * at);
  }
#pragma unroll
  for (int i = 0; i < in_flight; ++i) {
    const int64 at = first + i * threads;
    if (at >= pairs) continue;
    pair_of_elements r;
#pragma unroll
    for (int e = 0; e < 2; ++e) r.element[e] = f(xs[i].element[e], ys[i].element[e]);
    *reinterpret_cast<pair_of_elements*>(y + 2 * at) = r;
  }
}
template <class F, bool reads_x, bool reads_y>
__global__ void __launch_bounds__(threads) each_element(F f, vector_view<const ff_t> x, vector_view<ff_t> y) {
  const int64 i = int64{blockIdx.x} * threads + threadIdx.x;
  if (i >= y.size) return;
  y(i) = f(reads_x ? x(i) : ff_t(0.0f), reads_y ? y(i) : ff_t(0.0f));
}

template <bool reads_x, bool reads_y, class F>
status on_elements(cudaStream_t stream, F f, const vector_view<const ff_t>& x, const vector_view<ff_t>& y) {
  if (y.size == 0) return {};
  const bool wide =
      y.stride == 1 && aligned_to(y.data, 16) && (!reads_x || (x.stride == 1 && aligned_to(x.data, 16)));
  const int64 paired = wide ? y.size / 2 * 2 : 0;
  if (paired > 0)
    each_pair<F, reads_x, reads_y>
        <<<blocks_for(paired / 2, threads * in_flight), threads, 0, stream>>>(f, paired / 2, x.data, y.data);
  if (paired < y.size)
    each_element<F, reads_x, reads_y><<<blocks_for(y.size - paired, threads), threads, 0, stream>>>(
        f, reads_x ? x.part(paired, x.size - paired) : x, y.part(paired, y.size - paired));
  return launched();
}

// ---------------------------------------------------------------- dot and nrm2

/// The elements one after the other: where they are, or in a copy.
class consecutive {
 public:
  consecutive(const device_resources& on, const vector_view<const ff_t>& v)
      : copies_(v.stride != 1 && v.size > 1),
        copy_(on, copies_ ? static_cast<size_t>(v.size) * sizeof(ff_t) : 0),
        first_(v.data),
        ready_(copy_.found()) {
    if (!copies_ || !ready_) return;
    first_ = copy_.at<ff_t>();
    ready_ = on_elements<true, false>(on.stream, copy_step{}, v, vector_view<ff_t>(copy_.at<ff_t>(), v.size));
  }
  const ff_t* data() const { return first_; }
  status ready() const { return ready_; }

 private:
  bool copies_;
  pooled copy_;
  const ff_t* first_;
  status ready_;
};

/// Where *norm says that the squares were too small or too large, the totals again; otherwise nothing.
template <bool aligned>
__global__ void __launch_bounds__(ff::detail::reduce_threads)
    scaled_chunks(size_t n, size_t rows, size_t chunks, const ff_t* x, ff_t* partial, const ff_t* norm) {
  using ff::detail::reduce_chunks_of_block;
  if (norm_too_small(*norm))
    reduce_chunks_of_block<small_nrm2, aligned>(n, rows, chunks, x, x, partial, nullptr);
  else if (norm_too_large(*norm))
    reduce_chunks_of_block<large_nrm2, aligned>(n, rows, chunks, x, x, partial, nullptr);
}
__global__ void __launch_bounds__(ff::detail::combine_threads)
    combine_scaled(int chunks, const ff_t* partial, ff_t* norm) {
  const ff_t before = *norm;
  __syncthreads();
  if (norm_too_small(before))
    ff::detail::combine_chunks_in_block<small_nrm2>(chunks, partial, norm);
  else if (norm_too_large(before))
    ff::detail::combine_chunks_in_block<large_nrm2>(chunks, partial, norm);
}

// ---------------------------------------------------------------- gemv

using ff::detail::thread_tree;
using ff::detail::warp_tree;

/// What becomes of the total of a chunk: y's element where there is one chunk, else a partial sum.
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
  int64 first, end;
};
__device__ chunk_of_columns chunk_of_block(int64 columns, int64 length) {
  const int64 first = int64{blockIdx.y} * length, rest = columns - first;
  return {first, first + (rest < length ? rest : length)};
}

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
  const int64 first = chunk.first, end = chunk.end;
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

constexpr int warps_across = 16, lanes_of_warp = row_lanes / warps_across;

/// A block takes a chunk of 32 neighbouring rows, a row a thread of each warp, four lanes a warp.
__global__ void __launch_bounds__(32 * warps_across, 2)
    sums_across(matrix_view<const ff_t> a, vector_view<const ff_t> x, int64 length, row_result to) {
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int64 row = int64{blockIdx.x} * 32 + lane;
  const auto [first, end] = chunk_of_block(a.columns, length);

  accumulator sum[lanes_of_warp];
  const int64 mine = first + warp * lanes_of_warp;
  const ff_t* of = a.data + (row < a.rows ? row : 0) * a.row_stride + mine * a.column_stride;
  const ff_t* with = x.data + mine * x.stride;
  const int64 step = row_lanes * a.column_stride, step_of_x = row_lanes * x.stride;
  int in_batch = 0;
#pragma unroll 2
  for (int64 h = mine; h < end; h += row_lanes) {
    ff_t as[lanes_of_warp], xs[lanes_of_warp];
#pragma unroll
    for (int l = 0; l < lanes_of_warp; ++l) {
      const bool inside = h + l < end;
      as[l] = inside ? of[l * a.column_stride] : ff_t(0.0f);
      xs[l] = inside ? with[l * x.stride] : ff_t(0.0f);
    }
#pragma unroll
    for (int l = 0; l < lanes_of_warp; ++l) sum[l].add_product(as[l], xs[l]);
    if (++in_batch == row_batch) {
      in_batch = 0;
#pragma unroll
      for (int l = 0; l < lanes_of_warp; ++l) sum[l].renormalize();
    }
    of += step;
    with += step_of_x;
  }
  ff_t total[lanes_of_warp];
#pragma unroll
  for (int l = 0; l < lanes_of_warp; ++l) total[l] = sum[l].result();
  __shared__ ff_t of_warps[warps_across][32];
  of_warps[warp][lane] = thread_tree(total);
  __syncthreads();
  if (warp > 0 || row >= a.rows) return;
  ff_t level[warps_across];
#pragma unroll
  for (int w = 0; w < warps_across; ++w) level[w] = of_warps[w][lane];
  to.take(row, thread_tree(level));
}

/// The tree over the chunks, a warp a row, and the update of y.
__global__ void __launch_bounds__(threads)
    finish_rows(int chunks, const ff_t* partial, ff_t alpha, ff_t beta, vector_view<ff_t> y) {
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
  const auto chunks = static_cast<unsigned>(shape.chunks);
  if (along) {
    const bool wide = a.column_stride == 1 && x.stride == 1 && aligned_to(a.data, 16) &&
                      aligned_to(x.data, 16) && (a.rows == 1 || a.row_stride % 2 == 0);
    const auto kernel = wide ? sums_along<true> : sums_along<false>;
    kernel<<<dim3(blocks_for(a.rows, warps_along), chunks), 32 * warps_along, 0, stream>>>(
        a, x, shape.chunk_length(), to);
  } else {
    sums_across<<<dim3(blocks_for(a.rows, 32), chunks), 32 * warps_across, 0, stream>>>(
        a, x, shape.chunk_length(), to);
  }
  if (in_parts)
    finish_rows<<<blocks_for(y.size, threads / 32), threads, 0, stream>>>(static_cast<int>(chunks),
                                                                          partial.at<ff_t>(), alpha, beta, y);
  return launched();
}

// ---------------------------------------------------------------- ger

constexpr int ger_rows = 4;  ///< of a thread

/// A thread takes four elements of the direction that is not consecutive.
template <bool by_columns>
__global__ void __launch_bounds__(threads)
    add_rank_one(ff_t alpha, vector_view<const ff_t> x, vector_view<const ff_t> y, matrix_view<ff_t> a) {
  const int64 along = int64{blockIdx.x} * threads + threadIdx.x;
  if (along >= (by_columns ? a.rows : a.columns)) return;
  const int64 across = by_columns ? a.columns : a.rows;
  const int64 first = int64{blockIdx.y} * ger_rows, step = int64{gridDim.y} * ger_rows;
  for (int64 start = first; start < across; start += step) {
    ff_t before[ger_rows];
#pragma unroll
    for (int r = 0; r < ger_rows; ++r)
      if (start + r < across) before[r] = by_columns ? a(along, start + r) : a(start + r, along);
#pragma unroll
    for (int r = 0; r < ger_rows; ++r) {
      if (start + r >= across) continue;
      const int64 i = by_columns ? along : start + r, j = by_columns ? start + r : along;
      a(i, j) = rank_one(alpha * x(i), y(j), before[r]);
    }
  }
}

// ---------------------------------------------------------------- trsm

/// A triangle by columns, [h][i] for a_ih; one more row keeps neighbours along h in banks of their own.
using triangle_tile = ff_t[solved][solved + 1];

/// Zeros elsewhere; neighbouring threads read what is consecutive.
template <int block>
__device__ void load_triangle(const matrix_view<const ff_t>& a, triangle_tile& of_column) {
  const int n = static_cast<int>(a.rows);
  const bool by_rows = magnitude_of(a.column_stride) <= magnitude_of(a.row_stride);
#pragma unroll 8
  for (int at = static_cast<int>(threadIdx.x); at < solved * solved; at += block) {
    const int r = by_rows ? at / solved : at % solved, h = by_rows ? at % solved : at / solved;
    of_column[h][r] = h <= r && r < n ? a(r, h) : ff_t(0.0f);
  }
  __syncthreads();
}

constexpr int columns_of_block = 64, rows_at_once = 8;
struct columns_memory {
  triangle_tile of_column;
  ff_t x[solved][columns_of_block];
};

/// Many right sides: a thread a column, eight rows at a time.
__global__ void __launch_bounds__(columns_of_block)
    substitute_columns(bool unit, matrix_view<const ff_t> a, matrix_view<ff_t> b) {
  extern __shared__ __align__(16) char memory[];
  auto& [of_column, x] = *reinterpret_cast<columns_memory*>(memory);
  const int thread = static_cast<int>(threadIdx.x), n = static_cast<int>(b.rows);
  load_triangle<columns_of_block>(a, of_column);
  const int64 column = int64{blockIdx.x} * columns_of_block + thread;
  if (column >= b.columns) return;
  for (int first = 0; first < n; first += rows_at_once) {
    accumulator sum[rows_at_once];
#pragma unroll
    for (int r = 0; r < rows_at_once; ++r)
      sum[r] = accumulator(first + r < n ? b(first + r, column) : ff_t(0.0f));
    for (int start = 0; start < first; start += row_batch) {
#pragma unroll
      for (int h = 0; h < row_batch; ++h) {
        const ff_t solution = x[start + h][thread];
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) sum[r].add_product(-of_column[start + h][first + r], solution);
      }
#pragma unroll
      for (int r = 0; r < rows_at_once; ++r) sum[r].renormalize();
    }
#pragma unroll
    for (int h = 0; h < rows_at_once; ++h) {
      if (first + h >= n) break;
      const ff_t r = sum[h].result();
      const ff_t solution = settled(unit ? r : r / of_column[first + h][first + h]);
      x[first + h][thread] = solution;
      b(first + h, column) = solution;
#pragma unroll
      for (int below = h + 1; below < rows_at_once; ++below)
        sum[below].add_product(-of_column[first + h][first + below], solution);
    }
  }
}
static_assert(rows_at_once == row_batch, "a batch ends where a group of rows does");

/// B = alpha B.
__global__ void __launch_bounds__(threads) scale_matrix(ff_t alpha, matrix_view<ff_t> b) {
  const int64 j = int64{blockIdx.x} * threads + threadIdx.x;
  if (j >= b.columns) return;
  for (int64 i = blockIdx.y; i < b.rows; i += gridDim.y) b(i, j) = settled(alpha * b(i, j));
}
unsigned lines_for(int64 n) { return static_cast<unsigned>(n < 32768 ? n : 32768); }

/// What the largest of trsm's products refuses of its options.
status checked_products(const context& on, int64 rows, const gemm_options& options) {
  const int64 inner = rows > substituted ? first_half(rows) : 0;
  return gemm(on, -1.0f, row_major<const ff_t>(nullptr, 0, inner), row_major<const ff_t>(nullptr, inner, 0),
              1.0f, row_major<ff_t>(nullptr, 0, 0), of_solution(options));
}

}  // namespace
}  // namespace detail

status axpy(const context& on, ff_t alpha, vector_view<const ff_t> x, vector_view<ff_t> y) {
  if (const status s = detail::first_fault(detail::checked_axpy(x, y), detail::current(on)); !s) return s;
  return detail::on_elements<true, true>(on.resources()->stream, detail::axpy_step{alpha}, x, y);
}

status scal(const context& on, ff_t alpha, vector_view<ff_t> x) {
  if (const status s = detail::first_fault(detail::checked_scal(x), detail::current(on)); !s) return s;
  return detail::on_elements<false, true>(on.resources()->stream, detail::scal_step{alpha}, {}, x);
}

status dot(const context& on, vector_view<const ff_t> x, vector_view<const ff_t> y, ff_t* result) {
  if (const status s = detail::first_fault(detail::checked_dot(x, y, result), detail::current(on)); !s)
    return s;
  const cudaStream_t stream = on.resources()->stream;
  const auto n = static_cast<size_t>(x.size);
  const detail::consecutive a(*on.resources(), x), b(*on.resources(), y);
  const size_t bytes = reduce_workspace_bytes(n);
  const detail::pooled workspace(*on.resources(), bytes);
  if (const status s = detail::first_fault(a.ready(), b.ready(), workspace.found()); !s) return s;
  return detail::of_cuda(ff::dot(n, a.data(), b.data(), result, workspace.at<void>(), bytes, stream));
}

status nrm2(const context& on, vector_view<const ff_t> x, ff_t* result) {
  if (const status s = detail::first_fault(detail::checked_dot(x, x, result), detail::current(on)); !s)
    return s;
  const cudaStream_t stream = on.resources()->stream;
  const auto n = static_cast<size_t>(x.size);
  const reduction_shape<ff_t> shape(n);
  const detail::consecutive a(*on.resources(), x);
  const size_t bytes = shape.chunks * sizeof(ff_t);
  const detail::pooled workspace(*on.resources(), bytes);
  if (const status s = detail::first_fault(a.ready(), workspace.found()); !s) return s;
  auto* const partial = workspace.at<ff_t>();
  const auto again =
      detail::aligned_to(a.data(), 16) ? detail::scaled_chunks<true> : detail::scaled_chunks<false>;
  return detail::steps()(
             [&] { return detail::of_cuda(ff::nrm2(n, a.data(), result, partial, bytes, stream)); })([&] {
           again<<<static_cast<unsigned>(shape.chunks), ff::detail::reduce_threads, 0, stream>>>(
               n, shape.rows, shape.chunks, a.data(), partial, result);
           return detail::launched();
         })([&] {
           detail::combine_scaled<<<1, ff::detail::combine_threads, 0, stream>>>(
               static_cast<int>(shape.chunks), partial, result);
           return detail::launched();
         })
      .result();
}

status gemv(const context& on, ff_t alpha, matrix_view<const ff_t> a, vector_view<const ff_t> x, ff_t beta,
            vector_view<ff_t> y) {
  if (const status s = detail::first_fault(detail::checked_gemv(alpha, a, x, y), detail::current(on)); !s)
    return s;
  return detail::queue_gemv(*on.resources(), alpha, a, x, beta, y);
}

status ger(const context& on, ff_t alpha, vector_view<const ff_t> x, vector_view<const ff_t> y,
           matrix_view<ff_t> a) {
  if (const status s = detail::first_fault(detail::checked_ger(x, y, a), detail::current(on)); !s) return s;
  if (a.rows == 0 || a.columns == 0) return {};
  const bool by_columns = detail::magnitude_of(a.row_stride) < detail::magnitude_of(a.column_stride);
  const int64 along = by_columns ? a.rows : a.columns, across = by_columns ? a.columns : a.rows;
  const dim3 grid(detail::blocks_for(along, detail::threads),
                  detail::lines_for((across + detail::ger_rows - 1) / detail::ger_rows));
  const auto kernel = by_columns ? detail::add_rank_one<true> : detail::add_rank_one<false>;
  kernel<<<grid, detail::threads, 0, on.resources()->stream>>>(alpha, x, y, a);
  return detail::launched();
}

status trsm(const context& on, triangle half, diagonal ones, ff_t alpha, matrix_view<const ff_t> a,
            matrix_view<ff_t> b, const gemm_options& options) {
  if (const status s =
          detail::first_fault(detail::checked_trsm(half, ones, a, b, options), detail::current(on));
      !s)
    return s;
  if (const status s = detail::checked_products(on, b.rows, options); !s) return s;
  if (b.rows == 0 || b.columns == 0) return {};
  if (half == triangle::upper) {
    a = a.reversed();
    b = b.reversed();
  }
  const cudaStream_t stream = on.resources()->stream;
  const status shared = detail::of_cuda(
      cudaFuncSetAttribute(detail::substitute_columns, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           static_cast<int>(sizeof(detail::columns_memory))));
  if (!shared) return shared;
  if (!(alpha == 1.0f)) {
    const bool by_columns = detail::magnitude_of(b.row_stride) < detail::magnitude_of(b.column_stride);
    const matrix_view<ff_t> rows = by_columns ? b.transposed() : b;
    detail::
        scale_matrix<<<dim3(detail::blocks_for(rows.columns, detail::threads), detail::lines_for(rows.rows)),
                       detail::threads, 0, stream>>>(alpha, rows);
    if (const status s = detail::launched(); !s) return s;
  }
  return detail::solve_halves(
      0, b.rows,
      [&](int64 first, int64 rows) {
        detail::substitute_columns<<<detail::blocks_for(b.columns, detail::columns_of_block),
                                     detail::columns_of_block, sizeof(detail::columns_memory), stream>>>(
            ones == diagonal::unit, a.block(first, first, rows, rows), b.block(first, 0, rows, b.columns));
        return detail::launched();
      },
      [&](int64 from, int64 of, int64 rows) {
        return gemm(on, -1.0f, a.block(of, from, rows, of - from), b.block(from, 0, of - from, b.columns),
                    1.0f, b.block(of, 0, rows, b.columns), detail::of_solution(options));
      });
}

}  // namespace ff::linalg
