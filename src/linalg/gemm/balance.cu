// gemm_options::balance and componentwise on the device: balanced copies, their product, and back.
#include <ff/linalg/cuda.hpp>

#include "balance.hpp"
#include "componentwise.hpp"
#include "result.cuh"
#include "tasks.hpp"

namespace ff::linalg::detail {
namespace {

constexpr int threads = 256, warps = threads / 32;

unsigned blocks_for(int64 items, int64 each) { return static_cast<unsigned>((items + each - 1) / each); }
unsigned lines_for(int64 n) { return static_cast<unsigned>(std::min<int64>(n, 32768)); }

/// Returns whether neighbours of a row are closer than those of a column.
template <class T>
bool is_by_rows(const matrix_view<T>& m) {
  return magnitude_of(m.column_stride) <= magnitude_of(m.row_stride);
}

// ---------------------------------------------------------------- shifts

constexpr int64 part_of_line = 1024;

/// The largest field of each row, shifted by inner[h] or, where that is null, of what is finite.  `by_rows`:
/// a warp a row; otherwise a thread a row.
template <bool by_rows>
__global__ void __launch_bounds__(threads)
    find_largest(matrix_view<const ff_t> m, const int32* inner, int32* largest) {
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int64 row = int64{blockIdx.x} * (by_rows ? warps : 32) + (by_rows ? warp : lane);
  const int64 step = int64{gridDim.y} * part_of_line;
  int32 found = no_field;
  if (row < m.rows)
    for (int64 first = int64{blockIdx.y} * part_of_line; first < m.columns; first += step) {
      const int64 rest = m.columns - first, end = first + (rest < part_of_line ? rest : part_of_line);
      for (int64 h = first + (by_rows ? lane : warp); h < end; h += by_rows ? 32 : warps) {
        const float head = m(row, h).hi();
        const int32 field = inner != nullptr ? shifted_field(head, inner[h]) : finite_field(head);
        found = found < field ? field : found;
      }
    }
  if constexpr (by_rows) {
#pragma unroll
    for (int d = 16; d > 0; d /= 2) {
      const int32 other = __shfl_xor_sync(0xffffffffu, found, d);
      found = found < other ? other : found;
    }
    if (lane != 0) return;
  }
  if (row < m.rows && found != no_field) atomicMax(largest + row, found);
}

__global__ void __launch_bounds__(threads) make_inner_shifts(int64 k, int32* of_a, int32* of_b) {
  const int64 h = int64{blockIdx.x} * threads + threadIdx.x;
  if (h >= k) return;
  const int32 d = inner_shift(of_a[h], of_b[h]);
  of_a[h] = d;
  of_b[h] = opposite_shift(d);
}

__global__ void __launch_bounds__(threads) make_outer_shifts(int64 n, int32* of) {
  const int64 i = int64{blockIdx.x} * threads + threadIdx.x;
  if (i < n) of[i] = outer_shift(of[i]);
}

// ---------------------------------------------------------------- copies

/// to = the balanced rows of m, whose neighbours along `along` are consecutive.
template <bool by_rows>
__global__ void __launch_bounds__(threads)
    copy_balanced(matrix_view<const ff_t> m, const int32* outer, const int32* inner, matrix_view<ff_t> to) {
  const int64 along = int64{blockIdx.x} * threads + threadIdx.x;
  if (along >= (by_rows ? m.columns : m.rows)) return;
  const int64 lines = by_rows ? m.rows : m.columns;
  for (int64 line = blockIdx.y; line < lines; line += gridDim.y) {
    const int64 i = by_rows ? line : along, h = by_rows ? along : line;
    to(i, h) = balanced(m(i, h), outer[i], inner[h]);
  }
}

constexpr int tile = 32;

/// The block's tile: a row of them after the other.
struct tile_place {
  int64 row, column;
};
__device__ tile_place tile_of_block(int64 columns) {
  const auto across = static_cast<uint32>((columns + tile - 1) / tile);
  return {int64{blockIdx.x / across} * tile, int64{blockIdx.x % across} * tile};
}
unsigned tiles_of(int64 rows, int64 columns) {
  return static_cast<unsigned>((rows + tile - 1) / tile * ((columns + tile - 1) / tile));
}

/// The leading bits of balanced rows, a byte each, consecutive along h: 32 by 32 through shared memory.
__global__ void __launch_bounds__(threads)
    cut_rows(matrix_view<const ff_t> m, int32 bits, signed char* cuts, int64 padded_columns, bool by_rows) {
  __shared__ signed char cut[tile][tile + 4];
  const auto [first_row, first] = tile_of_block(padded_columns);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
  for (int r = 0; r < tile; r += warps) {
    const int i = by_rows ? warp + r : lane, h = by_rows ? lane : warp + r;
    const bool inside = first_row + i < m.rows && first + h < m.columns;
    cut[i][h] = inside ? static_cast<signed char>(cut_magnitude(m(first_row + i, first + h), bits)) : 0;
  }
  __syncthreads();
#pragma unroll
  for (int r = 0; r < tile; r += warps)
    cuts[(first_row + warp + r) * padded_columns + first + lane] = cut[warp + r][lane];
}

/// A warp a row.
__global__ void __launch_bounds__(threads)
    find_norms(int64 rows, int64 columns, const signed char* cuts, int64 padded_columns, float* norms) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int64 row = int64{blockIdx.x} * warps + threadIdx.x / 32;
  if (row >= rows) return;
  uint64 squares = 0;
  for (int64 h = lane; h < columns; h += 32) squares += square_above(cuts[row * padded_columns + h]);
#pragma unroll
  for (int d = 16; d > 0; d /= 2) squares += __shfl_xor_sync(0xffffffffu, squares, d);
  if (lane == 0) norms[row] = norm_above(squares);
}

// ---------------------------------------------------------------- results

/// Rows of C from the products of the balanced rows.
struct finish_task {
  gemm_arguments g;  ///< with C's rows alone
  matrix_view<ff_t> product;
  const int32 *outer_a, *outer_b;
  const int32* sums;  ///< of cut magnitudes, or null
  const float *norms_a, *norms_b;
  int64 padded_columns;
  float share;
};

__device__ bool is_vouched_for(const finish_task& t, int64 i, int64 j) {
  return is_within(t.sums[i * t.padded_columns + j], t.norms_a[i], t.norms_b[j], t.share);
}
__device__ bool is_poisoned(const finish_task& t, int64 i, int64 j) {
  return t.outer_a[i] == poisoned || t.outer_b[j] == poisoned;
}

template <bool by_rows>
__global__ void __launch_bounds__(threads) finish_elements(finish_task t) {
  const int64 along = int64{blockIdx.x} * threads + threadIdx.x;
  const gemm_arguments& g = t.g;
  if (along >= (by_rows ? g.c.columns : g.c.rows)) return;
  const int64 lines = by_rows ? g.c.rows : g.c.columns;
  for (int64 line = blockIdx.y; line < lines; line += gridDim.y) {
    const int64 i = by_rows ? line : along, j = by_rows ? along : line;
    const bool no_product = is_poisoned(t, i, j);
    if (!no_product && t.sums != nullptr && !is_vouched_for(t, i, j)) continue;
    const ff_t e = no_product
                       ? ff_t(poisoned_element(g.a.data + i * g.a.row_stride, g.a.column_stride,
                                               g.b.data + j * g.b.column_stride, g.b.row_stride, g.a.columns))
                       : unbalanced(t.product(i, j), t.outer_a[i], t.outer_b[j]);
    g.c(i, j) = updated(g.alpha, e, g.beta, [&] { return g.c(i, j); });
  }
}

/// The elements that the bound does not reach, by sums: 32 by 32 of them a block, four a thread.
__global__ void __launch_bounds__(threads) add_long_sums(finish_task t, bool a_by_rows, bool b_by_rows) {
  __shared__ ff_t of_a[tile][tile + 1], of_b[tile][tile + 1];  // [i][h] and [h][j]
  const gemm_arguments& g = t.g;
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const auto [first_row, first_column] = tile_of_block(g.c.columns);
  constexpr int of_thread = tile / warps;
  const int64 j = first_column + lane;
  bool wanted[of_thread], any = false;
#pragma unroll
  for (int r = 0; r < of_thread; ++r) {
    const int64 i = first_row + warp + r * warps;
    wanted[r] = i < g.c.rows && j < g.c.columns && !is_poisoned(t, i, j) && !is_vouched_for(t, i, j);
    any = any || wanted[r];
  }
  if (__syncthreads_or(any ? 1 : 0) == 0) return;
  long_sum sum[of_thread];
  for (int64 first = 0; first < g.a.columns; first += tile) {
#pragma unroll
    for (int r = 0; r < tile; r += warps) {
      const int ai = a_by_rows ? warp + r : lane, ah = a_by_rows ? lane : warp + r;
      const bool in_a = first_row + ai < g.c.rows && first + ah < g.a.columns;
      of_a[ai][ah] = in_a ? g.a(first_row + ai, first + ah) : ff_t(0.0f);
      const int bh = b_by_rows ? warp + r : lane, bj = b_by_rows ? lane : warp + r;
      const bool in_b = first_column + bj < g.c.columns && first + bh < g.a.columns;
      of_b[bh][bj] = in_b ? g.b(first + bh, first_column + bj) : ff_t(0.0f);
    }
    __syncthreads();
    if (any)
      for (int start = 0; start < tile; start += long_sum::batch) {
#pragma unroll
        for (int h = 0; h < long_sum::batch; ++h) {
          const ff_t y = of_b[start + h][lane];
#pragma unroll
          for (int r = 0; r < of_thread; ++r) sum[r].add_product(of_a[warp + r * warps][start + h], y);
        }
#pragma unroll
        for (int r = 0; r < of_thread; ++r) sum[r].renormalize();
      }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < of_thread; ++r) {
    const int64 i = first_row + warp + r * warps;
    if (wanted[r]) g.c(i, j) = updated(g.alpha, sum[r].result(), g.beta, [&] { return g.c(i, j); });
  }
}

// ---------------------------------------------------------------- the whole

/// Says where the parts lie in the workspace.
struct balance_plan {
  int64 rows, columns, inner, panel;  ///< padded; the rows of a panel of sums
  size_t inner_a, inner_b, outer_a, outer_b, copy_a, copy_b, product, cuts_a, cuts_b, norms_a, norms_b, sums,
      rest;
};

balance_plan plan_balanced(int64 m, int64 n, int64 k, const gemm_options& options) {
  balance_plan p{};
  size_t next = 0;
  const auto place = [&next](int64 items, size_t bytes) {
    const size_t here = next;
    next += (static_cast<size_t>(items) * bytes + 255) / 256 * 256;
    return here;
  };
  p.rows = padded(m, 64);
  p.columns = padded(n, 64);
  p.inner = padded(k, 128);
  p.outer_a = place(m, sizeof(int32));
  p.outer_b = place(n, sizeof(int32));
  p.inner_a = place(k, sizeof(int32));
  p.inner_b = place(k, sizeof(int32));
  p.copy_a = place(padded(m, 4) * padded(k, 4), sizeof(ff_t));
  p.copy_b = place(padded(k, 4) * padded(n, 4), sizeof(ff_t));
  p.product = place(m * n, sizeof(ff_t));
  if (options.componentwise) {
    p.panel = std::min(p.rows, std::max<int64>(64, (int64{1} << 28) / p.columns / 64 * 64));  // a GiB at most
    p.cuts_a = place(p.rows * p.inner, 1);
    p.cuts_b = place(p.columns * p.inner, 1);
    p.norms_a = place(m, sizeof(float));
    p.norms_b = place(n, sizeof(float));
    p.sums = place(p.panel * p.columns, sizeof(int32));
  }
  p.rest = next;
  return p;
}

/// A copy's layout follows its matrix's.
matrix_view<ff_t> copy_of(const matrix_view<const ff_t>& m, ff_t* memory) {
  return is_by_rows(m) ? row_major(memory, m.rows, m.columns, padded(m.columns, 4))
                       : column_major(memory, m.rows, m.columns, padded(m.rows, 4));
}

class balanced_product {
 public:
  balanced_product(const context& on, const gemm_arguments& g, const balance_plan& plan, char* workspace)
      : on_(on),
        stream_(on.resources()->stream),
        g_(g),
        plan_(plan),
        workspace_(workspace),
        k_(g.a.columns),
        columns_of_b_(g.b.transposed()),
        a_(copy_of(g.a, at<ff_t>(plan.copy_a))),
        b_(copy_of(columns_of_b_, at<ff_t>(plan.copy_b))) {}

  status run() {
    steps all;
    all([&] { return shifts(); })([&] { return copies(); })([&] { return product(); });
    if (!g_.options.componentwise) return all([&] { return finish(0, g_.c.rows, false); }).result();
    all([&] { return cut(a_, plan_.rows, plan_.cuts_a, plan_.norms_a); })(
        [&] { return cut(b_, plan_.columns, plan_.cuts_b, plan_.norms_b); });
    for (int64 first = 0; first < g_.c.rows; first += plan_.panel) {
      const int64 rows = std::min(plan_.panel, g_.c.rows - first);
      all([&] { return multiply_cuts(first, rows); })([&] { return finish(first, rows, true); });
    }
    return all.result();
  }

 private:
  template <class T>
  T* at(size_t offset) const {
    return reinterpret_cast<T*>(workspace_ + offset);
  }
  status launched() const { return of_cuda(cudaGetLastError()); }

  /// The largest field of each row of m into cleared memory.
  status largest(const matrix_view<const ff_t>& m, const int32* inner, size_t to) const {
    const bool by_rows = is_by_rows(m);
    const dim3 grid(blocks_for(m.rows, by_rows ? warps : 32),
                    std::min(lines_for(m.columns), blocks_for(m.columns, part_of_line)));
    const auto kernel = by_rows ? find_largest<true> : find_largest<false>;
    kernel<<<grid, threads, 0, stream_>>>(m, inner, at<int32>(to));
    return launched();
  }

  status shifts() const {
    const size_t fields = plan_.copy_a - plan_.outer_a, outer = plan_.inner_a - plan_.outer_a;
    return steps()([&] { return of_cuda(cudaMemsetAsync(at<char>(plan_.outer_a), 0x80, fields, stream_)); })(
               [&] { return largest(g_.a.transposed(), nullptr, plan_.inner_a); })(
               [&] { return largest(g_.b, nullptr, plan_.inner_b); })([&] {
             make_inner_shifts<<<blocks_for(k_, threads), threads, 0, stream_>>>(k_, at<int32>(plan_.inner_a),
                                                                                 at<int32>(plan_.inner_b));
             return launched();
           })([&] { return largest(g_.a, at<int32>(plan_.inner_a), plan_.outer_a); })(
               [&] { return largest(columns_of_b_, at<int32>(plan_.inner_b), plan_.outer_b); })([&] {
             const auto both = static_cast<int64>(outer / sizeof(int32));
             make_outer_shifts<<<blocks_for(both, threads), threads, 0, stream_>>>(both,
                                                                                   at<int32>(plan_.outer_a));
             return launched();
           })
        .result();
  }

  status copy(const matrix_view<const ff_t>& m, size_t outer, size_t inner,
              const matrix_view<ff_t>& to) const {
    const bool by_rows = is_by_rows(m);
    const int64 along = by_rows ? m.columns : m.rows, lines = by_rows ? m.rows : m.columns;
    const auto kernel = by_rows ? copy_balanced<true> : copy_balanced<false>;
    kernel<<<dim3(blocks_for(along, threads), lines_for(lines)), threads, 0, stream_>>>(m, at<int32>(outer),
                                                                                        at<int32>(inner), to);
    return launched();
  }
  status copies() const {
    return steps()([&] { return copy(g_.a, plan_.outer_a, plan_.inner_a, a_); })(
               [&] { return copy(columns_of_b_, plan_.outer_b, plan_.inner_b, b_); })
        .result();
  }

  /// In C itself where that is not read.
  matrix_view<ff_t> place_of_product() const {
    return g_.beta == 0.0f ? g_.c : row_major(at<ff_t>(plan_.product), g_.c.rows, g_.c.columns);
  }
  status product() const {
    const gemm_options plain = of_balanced(g_.options);
    return gemm(on_, 1.0f, a_, b_.transposed(), 0.0f, place_of_product(), plain, at<void>(plan_.rest),
                gemm_workspace_bytes(on_, g_.c.rows, g_.c.columns, k_, plain));
  }

  status cut(const matrix_view<const ff_t>& m, int64 padded_rows, size_t cuts, size_t norms) const {
    cut_rows<<<tiles_of(padded_rows, plan_.inner), threads, 0, stream_>>>(
        m, magnitude_bits(k_), at<signed char>(cuts), plan_.inner, is_by_rows(m));
    find_norms<<<blocks_for(m.rows, warps), threads, 0, stream_>>>(m.rows, m.columns, at<signed char>(cuts),
                                                                   plan_.inner, at<float>(norms));
    return launched();
  }

  // Rows of C are columns to cuBLAS.
  status multiply_cuts(int64 first, int64 rows) const {
    const int one = 1, zero = 0, inner = static_cast<int>(plan_.inner);
    return of_cublas(cublasGemmEx(
        on_.resources()->cublas, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(plan_.columns),
        static_cast<int>(padded(rows, 64)), inner, &one, at<void>(plan_.cuts_b), CUDA_R_8I, inner,
        at<signed char>(plan_.cuts_a) + first * plan_.inner, CUDA_R_8I, inner, &zero, at<void>(plan_.sums),
        CUDA_R_32I, static_cast<int>(plan_.columns), CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  }

  status finish(int64 first, int64 rows, bool looks_at_sums) const {
    finish_task t{};
    t.g = g_;
    t.g.a = g_.a.block(first, 0, rows, k_);
    t.g.c = g_.c.block(first, 0, rows, g_.c.columns);
    t.product = place_of_product().block(first, 0, rows, g_.c.columns);
    t.outer_a = at<int32>(plan_.outer_a) + first;
    t.outer_b = at<int32>(plan_.outer_b);
    if (looks_at_sums) {
      t.sums = at<int32>(plan_.sums);
      t.norms_a = at<float>(plan_.norms_a) + first;
      t.norms_b = at<float>(plan_.norms_b);
      t.padded_columns = plan_.columns;
      t.share = needed_share(k_);
    }
    const bool by_rows = is_by_rows(g_.c);
    const int64 along = by_rows ? g_.c.columns : rows, lines = by_rows ? rows : g_.c.columns;
    const auto kernel = by_rows ? finish_elements<true> : finish_elements<false>;
    kernel<<<dim3(blocks_for(along, threads), lines_for(lines)), threads, 0, stream_>>>(t);
    if (looks_at_sums)
      add_long_sums<<<tiles_of(rows, g_.c.columns), threads, 0, stream_>>>(t, is_by_rows(g_.a),
                                                                           is_by_rows(g_.b));
    return launched();
  }

  const context& on_;
  cudaStream_t stream_;
  const gemm_arguments& g_;
  const balance_plan& plan_;
  char* workspace_;
  int64 k_;
  matrix_view<const ff_t> columns_of_b_;
  matrix_view<ff_t> a_, b_;
};

}  // namespace

size_t balanced_workspace_bytes(const context& on, int64 m, int64 n, int64 k, const gemm_options& options) {
  return plan_balanced(m, n, k, options).rest + gemm_workspace_bytes(on, m, n, k, of_balanced(options));
}

status multiply_balanced(const context& on, const gemm_arguments& g, void* workspace) {
  const balance_plan plan = plan_balanced(g.c.rows, g.c.columns, g.a.columns, g.options);
  for (int64 p = 0; p < g.count; ++p) {
    const gemm_arguments one = of_batch(g, p);
    const status s = balanced_product(on, one, plan, static_cast<char*>(workspace)).run();
    if (!s) return s;
  }
  return {};
}

}  // namespace ff::linalg::detail
