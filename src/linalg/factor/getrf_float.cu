// Factors in float, and solutions with them.
#include <algorithm>

#include "../machine/resources.hpp"
#include "getrf_float_blocks.cuh"

namespace ff::linalg::detail {
namespace {

__global__ void __launch_bounds__(256) reorder(const float* b, int64 n, const int* order, float* x) {
  const int64 i = int64{blockIdx.x} * 256 + threadIdx.x, column = int64{blockIdx.y} * n;
  if (i < n) x[column + i] = b[column + order[i]];
}

/// Undoes the new order of the rows.
__global__ void __launch_bounds__(256) order_back(const float* b, int64 n, const int* order, float* x) {
  const int64 i = int64{blockIdx.x} * 256 + threadIdx.x, column = int64{blockIdx.y} * n;
  if (i < n) x[column + order[i]] = b[column + i];
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

  /// Says what lies beside and below it.
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

status solve_transposed_lu(const device_resources& on, const float_lu_parts& t, int64 columns, float* b,
                           float* x) {
  const int n = static_cast<int>(t.n), width = static_cast<int>(columns);
  const auto divide = [&](cublasFillMode_t half, cublasDiagType_t ones) {
    const float one = 1.0f;
    return of_cublas(
        cublasStrsm(on.cublas, CUBLAS_SIDE_LEFT, half, CUBLAS_OP_T, ones, n, width, &one, t.a, n, b, n));
  };
  steps all;
  return all([&] { return divide(CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT); })(
             [&] { return divide(CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT); })([&] {
           const dim3 blocks(static_cast<unsigned>(t.n / 256), static_cast<unsigned>(columns));
           order_back<<<blocks, 256, 0, on.stream>>>(b, t.n, t.orders + (t.n / block - 1) * t.n, x);
           return launched();
         })
      .result();
}

}  // namespace ff::linalg::detail
