// BLAS on the device: vectors, sums of rows, substitution.
#include <algorithm>
#include <ff/linalg/cuda/blas.hpp>
#include <ff/reduce/cuda.hpp>

#include "blas_device.cuh"

namespace ff::linalg {
namespace detail {
namespace {

using ff::detail::aligned_to;
using ff::detail::load_packet;

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
using triangle_tile = ff_t[block_rows][block_rows + 1];

/// Zeros elsewhere; neighbouring threads read what is consecutive.
template <int block>
__device__ void load_triangle(const matrix_view<const ff_t>& a, triangle_tile& of_column) {
  const int n = static_cast<int>(a.rows);
  const bool by_rows = magnitude_of(a.column_stride) <= magnitude_of(a.row_stride);
#pragma unroll 8
  for (int at = static_cast<int>(threadIdx.x); at < block_rows * block_rows; at += block) {
    const int r = by_rows ? at / block_rows : at % block_rows,
              h = by_rows ? at % block_rows : at / block_rows;
    of_column[h][r] = h <= r && r < n ? a(r, h) : ff_t(0.0f);
  }
  __syncthreads();
}

constexpr int columns_of_block = 64, rows_at_once = 8;
struct columns_memory {
  triangle_tile of_column;
  ff_t x[block_rows][columns_of_block];
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

/// Says what the largest of trsm's products refuses of its options.
status checked_products(const context& on, int64 rows, const gemm_options& options) {
  const int64 inner = rows > block_rows ? first_half(rows) : 0;
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
  // Mostly they find nothing to do.
  const auto blocks = static_cast<unsigned>(
      std::min<size_t>(shape.chunks, 8 * static_cast<size_t>(on.resources()->processors)));
  const auto again =
      detail::aligned_to(a.data(), 16) ? detail::scaled_chunks<true> : detail::scaled_chunks<false>;
  return detail::steps()(
             [&] { return detail::of_cuda(ff::nrm2(n, a.data(), result, partial, bytes, stream)); })([&] {
           again<<<blocks, ff::detail::reduce_threads, 0, stream>>>(n, shape.rows, shape.chunks, a.data(),
                                                                    partial, result);
           return detail::launched();
         })([&] {
           detail::combine_scaled<<<1, ff::detail::combine_threads, 0, stream>>>(
               static_cast<int>(shape.chunks), partial, result);
           return detail::launched();
         })
      .result();
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
