// Says what solve and least_squares ask of the device besides: factors in float by cuSOLVER and by
// getrf_float.cu, residuals.
#pragma once

#include "../machine/cusolver.hpp"
#include "../machine/device_machine.cuh"
#include "getrf_float.hpp"
#include "residual.hpp"

namespace ff::linalg::detail::factor {

inline constexpr int residual_warps = 8, warps_across = 16;

/// Raises a task's two shares.
__device__ inline void raise_shares(uint32* worst, residual_task::shares seen) {
  ::atomicMax(worst, seen.error);
  if (seen.lost > 0) ::atomicMax(worst + 1, seen.lost);
}

/// A thread's terms of a row, each `between` columns.
template <int words>
__device__ row_sum<words> part_of_row(const residual_task& t, int64 i, int64 j, int64 from, int64 between) {
  constexpr int64 batch = word_sum<words>::batch;
  row_sum<words> s;
  for (int64 h = from; h < t.a.columns; h += batch * between) {
#pragma unroll
    for (int64 b = 0; b < batch; ++b) {
      const int64 at = h + b * between;
      if (at < t.a.columns) t.take(i, j, at, s);
    }
    s.sum.renormalize();
  }
  return s;
}

/// A warp a row, for rows whose elements are near each other.
template <int words>
__global__ void __launch_bounds__(32 * residual_warps) residual_along(residual_task t) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int64 i = int64{blockIdx.x} * residual_warps + threadIdx.x / 32, j = blockIdx.y;
  if (i >= t.r.rows) return;
  row_sum<words> s = part_of_row<words>(t, i, j, lane, 32);
  for (unsigned width = 16; width > 0; width /= 2) {
    row_sum<words> other;
#pragma unroll
    for (int w = 0; w < words; ++w)
      other.sum.word_[w] = ::__shfl_down_sync(0xffffffffu, s.sum.word_[w], width);
    other.size = ::__shfl_down_sync(0xffffffffu, s.size, width);
    other.lost = ::__shfl_down_sync(0xffffffffu, s.lost, width);
    s.take(other);
  }
  if (lane == 0) raise_shares(t.worst, t.finish(i, j, s));
}

/// A block takes 32 rows, a row a thread of each warp, for columns whose elements are near each other.
template <int words>
__global__ void __launch_bounds__(32 * warps_across, 2) residual_across(residual_task t) {
  __shared__ row_sum<words> of_warps[warps_across][32];
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int64 i = int64{blockIdx.x} * 32 + lane, j = blockIdx.y;
  of_warps[warp][lane] = part_of_row<words>(t, i < t.r.rows ? i : 0, j, warp, warps_across);
  __syncthreads();
  if (warp > 0 || i >= t.r.rows) return;
  row_sum<words> s = of_warps[0][lane];
  for (int w = 1; w < warps_across; ++w) s.take(of_warps[w][lane]);
  raise_shares(t.worst, t.finish(i, j, s));
}

/// to[j] = the largest f(i, j), a block a column and a part of its rows.
template <class F>
__global__ void __launch_bounds__(threads_of_each)
    column_largest_kernel(int64 rows, int64 first, F f, uint32* to) {
  const int64 j = first + blockIdx.y;
  unsigned seen = 0;
  for (int64 i = int64{blockIdx.x} * threads_of_each + threadIdx.x; i < rows;
       i += int64{gridDim.x} * threads_of_each)
    seen = ::max(seen, f(i, j));
  seen = largest_of_warp(seen);
  if (threadIdx.x % 32 == 0 && seen > 0) ::atomicMax(to + j, seen);
}

class solve_device : public device_machine {
 public:
  using device_machine::device_machine;
  class float_factors;
  /// The largest order that is multiplied by its inverse; the host's, so that both certify the same kinds.
  static constexpr int64 most_multiplied = 256;

  /// Columns by so many at a time, which is what a grid has.
  static constexpr int64 columns_at_once = 32768;

  template <class F>
  void column_largest(int64 rows, int64 columns, const F& f, uint32* to) {
    if (!ok() || columns == 0) return;
    clear(to, columns);
    if (rows == 0) return;
    for (int64 j = 0; j < columns; j += columns_at_once) {
      const int64 k = std::min(columns_at_once, columns - j);
      // Few columns are shared by many blocks; many columns have a block each.
      const int64 parts = std::max<int64>(1, std::min<int64>({64, (rows + 255) / 256, 65536 / k}));
      column_largest_kernel<<<dim3(static_cast<unsigned>(parts), static_cast<unsigned>(k)), threads_of_each,
                              0, stream()>>>(rows, j, f, to);
    }
    launched();
  }

  template <int words>
  void residual(const residual_task& all) {
    if (!ok()) return;
    clear(all.worst, 2);
    const bool along = magnitude_of(all.a.column_stride) <= magnitude_of(all.a.row_stride);
    const int64 rows = all.r.rows, rows_of_block = along ? residual_warps : 32;
    for (int64 j = 0; j < all.r.columns; j += columns_at_once) {
      const int64 k = std::min(columns_at_once, all.r.columns - j);
      const residual_task t = all.block(j, k);
      const dim3 grid(static_cast<unsigned>((rows + rows_of_block - 1) / rows_of_block),
                      static_cast<unsigned>(k));
      if (along)
        residual_along<words><<<grid, 32 * residual_warps, 0, stream()>>>(t);
      else
        residual_across<words><<<grid, 32 * warps_across, 0, stream()>>>(t);
    }
    launched();
  }

  void said_by(cusolverStatus_t s) {
    if (s != CUSOLVER_STATUS_SUCCESS) fail({fault::device, "cuSOLVER reports a failure"});
  }

 private:
  void clear(uint32* bits, int64 count) {
    fail(of_cuda(cudaMemsetAsync(bits, 0, static_cast<size_t>(count) * sizeof(uint32), stream())));
  }
};

class solve_device::float_factors {
 public:
  /// For blocks of at most `widest` right sides.
  explicit float_factors(int64 widest) : widest_(widest) {}
  /// The order that `lu` wants A padded to.
  int64 order_for(const solve_device& on, int64 n) {
    own_ = on.where().resources()->float_lu && n >= smallest_lu && n <= largest_lu;
    return own_ ? padded(n, lu_block) : n;
  }
  bool lu(solve_device& on, int64 n, float* a) { return own_ ? own_lu(on, n, a) : cusolver_lu(on, n, a); }
  /// Says where the solution is.
  const float* solve_lu(solve_device& on, int64 n, const float* a, int64 columns, float* b) {
    if (own_) {
      if (solution_ == nullptr) solution_ = on.take<float>(n * widest_);
      if (on.ok()) on.fail(detail::solve_lu(*on.where().resources(), parts_, columns, b, solution_));
      return solution_;
    }
    const int rows = static_cast<int>(n);
    if (on.ok())
      on.said_by(cusolverDnSgetrs(solver_, CUBLAS_OP_N, rows, static_cast<int>(columns), a, rows, order_, b,
                                  rows, info_));
    return b;
  }

  /// The same for A^T.
  const float* solve_transposed_lu(solve_device& on, int64 n, float* a, int64 columns, float* b) {
    const int rows = static_cast<int>(n), width = static_cast<int>(columns);
    if (!own_) {
      if (on.ok())
        on.said_by(cusolverDnSgetrs(solver_, CUBLAS_OP_T, rows, width, a, rows, order_, b, rows, info_));
      return b;
    }
    if (solution_ == nullptr) solution_ = on.take<float>(n * widest_);
    if (on.ok()) on.fail(detail::solve_transposed_lu(*on.where().resources(), parts_, columns, b, solution_));
    return solution_;
  }

  bool qr(solve_device& on, int64 m, int64 n, float* a) {
    const int rows = static_cast<int>(m), columns = static_cast<int>(n);
    if (!open(on)) return false;
    tau_ = on.take<float>(n);
    int length = 0;
    if (on.ok()) on.said_by(cusolverDnSgeqrf_bufferSize(solver_, rows, columns, a, rows, &length));
    auto* const work = on.take<float>(length);
    if (on.ok()) on.said_by(cusolverDnSgeqrf(solver_, rows, columns, a, rows, tau_, work, length, info_));
    return succeeded(on);
  }
  void apply_q(solve_device& on, int64 m, int64 n, const float* a, bool transposed, int64 columns, float* c) {
    const int rows = static_cast<int>(m), reflections = static_cast<int>(n),
              width = static_cast<int>(columns), widest = static_cast<int>(widest_);
    const auto how = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    if (apply_work_ == nullptr && on.ok()) {
      int other = 0;
      on.said_by(cusolverDnSormqr_bufferSize(solver_, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, rows, widest,
                                             reflections, a, rows, tau_, c, rows, &apply_length_));
      on.said_by(cusolverDnSormqr_bufferSize(solver_, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, rows, widest,
                                             reflections, a, rows, tau_, c, rows, &other));
      apply_length_ = std::max(apply_length_, other);
      apply_work_ = on.take<float>(apply_length_);
    }
    if (on.ok())
      on.said_by(cusolverDnSormqr(solver_, CUBLAS_SIDE_LEFT, how, rows, width, reflections, a, rows, tau_, c,
                                  rows, apply_work_, apply_length_, info_));
  }
  void solve_r(solve_device& on, int64 m, int64 n, const float* a, bool transposed, int64 columns,
               float* b) const {
    const float one = 1.0f;
    if (on.ok())
      on.fail(of_cublas(cublasStrsm(on.where().resources()->cublas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER,
                                    transposed ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
                                    static_cast<int>(n), static_cast<int>(columns), &one, a,
                                    static_cast<int>(m), b, static_cast<int>(n))));
  }

 private:
  bool open(solve_device& on) {
    if (!on.ok()) return false;
    on.fail(cusolver_of(*on.where().resources(), &solver_));
    info_ = on.take<int>(1);
    return on.ok();
  }
  /// A 0 on the diagonal shows in `info`, or in corrections that are not finite.
  bool succeeded(solve_device& on) {
    int info = 0;
    on.read(info_, 1, &info);
    return on.ok() && info == 0;
  }

  bool own_lu(solve_device& on, int64 n, float* a) {
    const int64 blocks = n / lu_block;
    parts_.n = n;
    parts_.a = a;
    parts_.lower_inverses = on.take<float>(lu_block * n);
    parts_.upper_inverses = on.take<float>(lu_block * n);
    parts_.beside = on.take<float>(lu_block * n);
    parts_.left = on.take<float>(3 * lu_block * n);
    parts_.right = on.take<float>(3 * lu_block * n);
    parts_.orders = on.take<int>(n * blocks);
    parts_.source = on.take<int>(n);
    parts_.pivots = on.take<int>(lu_block);
    parts_.moved = on.take<int>(1 + 4 * lu_block);
    parts_.failed = on.take<int>(1);
    info_ = parts_.failed;
    if (on.ok()) on.fail(factor_lu(*on.where().resources(), parts_));
    return succeeded(on);
  }
  bool cusolver_lu(solve_device& on, int64 n, float* a) {
    const int rows = static_cast<int>(n);
    if (!open(on)) return false;
    order_ = on.take<int>(n);
    int length = 0;
    if (on.ok()) on.said_by(cusolverDnSgetrf_bufferSize(solver_, rows, rows, a, rows, &length));
    auto* const work = on.take<float>(length);
    if (on.ok()) on.said_by(cusolverDnSgetrf(solver_, rows, rows, a, rows, work, order_, info_));
    return succeeded(on);
  }

  int64 widest_;
  bool own_ = false;
  float_lu_parts parts_{};
  float* solution_ = nullptr;
  cusolverDnHandle_t solver_ = nullptr;
  int *order_ = nullptr, *info_ = nullptr;
  float *tau_ = nullptr, *apply_work_ = nullptr;
  int apply_length_ = 0;
};

}  // namespace ff::linalg::detail::factor
