// svd and eigh on the device: cuSOLVER begins in float, the machine of refine.hpp does the rest.
#include <cusolverDn.h>

#include <ff/linalg/cuda/svd.hpp>

#include "../machine/cusolver.hpp"
#include "../machine/memory.hpp"
#include "../machine/resources.hpp"
#include "gesvd.hpp"
#include "rotations_device.cuh"

namespace ff::linalg {
namespace detail {
namespace {

// ---------------------------------------------------------------- elements

constexpr int tile = 32, tile_rows = 8, block_threads = tile * tile_rows;
constexpr int64 most_blocks = 4096;

/// body(i, j) for the elements of tiles of 32 by 32, which one block takes whole: so a transpose is read
/// through the first cache.
template <class F>
__device__ void for_each_element(int64 rows, int64 columns, F body) {
  const int64 across = (columns + tile - 1) / tile, tiles = (rows + tile - 1) / tile * across;
  for (int64 at = blockIdx.x; at < tiles; at += gridDim.x) {
    const int64 j = at % across * tile + threadIdx.x;
    for (int k = 0; k < tile; k += tile_rows) {
      const int64 i = at / across * tile + k + threadIdx.y;
      if (i < rows && j < columns) body(i, j);
    }
  }
}

template <class F>
__global__ void __launch_bounds__(block_threads) apply_each(int64 rows, int64 columns, F f) {
  for_each_element(rows, columns, [&](int64 i, int64 j) { f(i, j); });
}

/// Magnitudes: their order is that of their bits.
template <class F>
__global__ void __launch_bounds__(block_threads) find_most(int64 rows, int64 columns, F f, int32* to) {
  float most[measured] = {};
  for_each_element(rows, columns, [&](int64 i, int64 j) { f(i, j, most); });
  for (int k = 0; k < measured; ++k) {
    float largest = most[k];
    for (int step = tile / 2; step > 0; step /= 2)
      largest = greater_of(largest, ::__shfl_xor_sync(0xffffffffu, largest, step));
    if (threadIdx.x == 0 && largest > 0.0f) ::atomicMax(to + k, __float_as_int(largest));
  }
}

/// The sum of squares of what each block has seen.
template <class F>
__global__ void __launch_bounds__(block_threads) sum_squares(int64 rows, int64 columns, F f, ff_t* to) {
  ff_t sum = 0.0f;
  for_each_element(rows, columns, [&](int64 i, int64 j) {
    const ff_t x = f(i, j);
    sum += x * x;
  });
  for (int step = tile / 2; step > 0; step /= 2)
    sum += from_words(::__shfl_down_sync(0xffffffffu, sum.hi(), step),
                      ::__shfl_down_sync(0xffffffffu, sum.lo(), step));
  __shared__ ff_t of_warp[tile_rows];
  if (threadIdx.x == 0) of_warp[threadIdx.y] = sum;
  __syncthreads();
  if (threadIdx.x != 0 || threadIdx.y != 0) return;
  for (int k = 1; k < tile_rows; ++k) sum += of_warp[k];
  to[blockIdx.x] = sum;
}

/// The heads, by columns, as cuSOLVER has them.
struct heads_by_columns {
  dense_read from;
  float* to;
  FF_HD void operator()(int64 j, int64 i) const { to[j * from.rows + i] = from(i, j).hi(); }
};
/// And back; with `reversed` the last column first.
struct from_columns {
  const float* from;
  dense to;
  bool reversed;
  FF_HD void operator()(int64 i, int64 j) const {
    to(i, j) = from[(reversed ? to.columns - 1 - j : j) * to.rows + i];
  }
};
struct identity_by_columns {
  float* to;
  int64 n;
  FF_HD void operator()(int64 j, int64 i) const { to[j * n + i] = i == j ? 1.0f : 0.0f; }
};

// ---------------------------------------------------------------- the machine

void expect(const status& s) {
  if (!s) throw s;
}
void expect(cusolverStatus_t s) {
  if (s != CUSOLVER_STATUS_SUCCESS) throw status(fault::device, "svd: cuSOLVER reports a failure");
}

/// A device as a machine of refine.hpp.
/// Matrices lie by rows, and what fails throws.
class svd_device : public factor::device_machine {
 public:
  svd_device(const context& on, int64 rows, int64 columns)
      : device_machine(on, first_bytes(rows, columns)), on_(on), r_(*on.resources()) {
    expect(said());
    expect(cusolver_of(*on.resources(), &solver_));
  }

  /// The same machine for the factorisations, whose matrices lie by columns.
  device_machine& by_columns() { return *this; }

  dense matrix(int64 rows, int64 columns) { return row_major(array<ff_t>(rows * columns), rows, columns); }
  template <class T>
  T* array(int64 n) {
    T* const memory = take<T>(n);
    if (memory == nullptr)
      throw status(fault::memory, "svd: expected device memory for twenty matrices of the size of A");
    return memory;
  }
  template <class T>
  const T* upload(const std::vector<T>& x) {
    T* const to = array<T>(static_cast<int64>(x.size()));
    write(to, x);
    return to;
  }

  template <class T>
  std::vector<T> read(const T* x, int64 n) const {
    std::vector<T> here(static_cast<size_t>(n));
    expect(
        of_cuda(cudaMemcpyAsync(here.data(), x, here.size() * sizeof(T), cudaMemcpyDeviceToHost, r_.stream)));
    expect(of_cuda(cudaStreamSynchronize(r_.stream)));
    return here;
  }
  template <class T>
  void write(T* to, const std::vector<T>& x) const {
    expect(of_cuda(cudaMemcpyAsync(to, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice, r_.stream)));
  }

  void multiply(ff_t alpha, dense_read a, dense_read b, ff_t beta, dense c, accuracy length) {
    memory_scope<svd_device> scope(*this);
    gemm_options o;
    o.length = length;
    const size_t bytes = gemm_workspace_bytes(on_, c.rows, c.columns, a.columns, o);
    expect(linalg::gemm(on_, alpha, a, b, beta, c, o, array<char>(static_cast<int64>(bytes)), bytes));
  }

  template <class F>
  void each(int64 rows, int64 columns, F f) const {
    if (rows == 0 || columns == 0) return;
    apply_each<<<blocks(rows, columns), threads(), 0, r_.stream>>>(rows, columns, f);
    expect(of_cuda(cudaGetLastError()));
  }
  template <class F>
  std::array<float, measured> most(int64 rows, int64 columns, F f) {
    memory_scope<svd_device> scope(*this);
    auto* const there = array<float>(measured);
    expect(of_cuda(cudaMemsetAsync(there, 0, measured * sizeof(float), r_.stream)));
    find_most<<<blocks(rows, columns), threads(), 0, r_.stream>>>(rows, columns, f,
                                                                  reinterpret_cast<int32*>(there));
    expect(of_cuda(cudaGetLastError()));
    const std::vector<float> here = read(there, measured);
    std::array<float, measured> all;
    std::copy(here.begin(), here.end(), all.begin());
    return all;
  }
  template <class F>
  double squares(int64 rows, int64 columns, F f) {
    memory_scope<svd_device> scope(*this);
    const unsigned count = blocks(rows, columns);
    auto* const there = array<ff_t>(count);
    sum_squares<<<count, threads(), 0, r_.stream>>>(rows, columns, f, there);
    expect(of_cuda(cudaGetLastError()));
    ff_t sum = 0.0f;
    for (const ff_t x : read(there, count)) sum += x;
    return static_cast<double>(sum);
  }

  void eigenvectors(dense_read g, dense v) {
    memory_scope<svd_device> scope(*this);
    const int64 n = g.rows;
    auto *const x = array<float>(n * n), *const w = array<float>(n);
    each(n, n, heads_by_columns{g, x});
    size_t there = 0, here = 0;
    expect(cusolverDnXsyevd_bufferSize(solver_, nullptr, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n,
                                       CUDA_R_32F, x, n, CUDA_R_32F, w, CUDA_R_32F, &there, &here));
    std::vector<char> on_host(here);
    int* const info = array<int>(1);
    expect(cusolverDnXsyevd(solver_, nullptr, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, CUDA_R_32F,
                            x, n, CUDA_R_32F, w, CUDA_R_32F, array<char>(static_cast<int64>(there)), there,
                            on_host.data(), here, info));
    expect_info(info);
    each(n, n, from_columns{x, v, true});
  }

  void orthonormal(dense_read b, dense q) {
    memory_scope<svd_device> scope(*this);
    const int m = static_cast<int>(b.rows), n = static_cast<int>(b.columns),
              all = static_cast<int>(q.columns);
    auto *const x = array<float>(q.rows * q.columns), *const tau = array<float>(n);
    each(n, m, heads_by_columns{b, x});
    int factor = 0, form = 0;
    expect(cusolverDnSgeqrf_bufferSize(solver_, m, n, x, m, &factor));
    expect(cusolverDnSorgqr_bufferSize(solver_, m, all, n, x, m, tau, &form));
    const int length = std::max(factor, form);
    auto* const work = array<float>(length);
    int* const info = array<int>(1);
    expect(cusolverDnSgeqrf(solver_, m, n, x, m, tau, work, length, info));
    expect(cusolverDnSorgqr(solver_, m, all, n, x, m, tau, work, length, info));
    each(m, all, from_columns{x, q, false});
  }

  bool inverse_cholesky(dense_read g, dense x) {
    memory_scope<svd_device> scope(*this);
    const int n = static_cast<int>(g.rows);
    auto *const factor = array<float>(g.rows * g.rows), *const inverse = array<float>(g.rows * g.rows);
    each(n, n, heads_by_columns{g, factor});
    int length = 0;
    expect(cusolverDnSpotrf_bufferSize(solver_, CUBLAS_FILL_MODE_UPPER, n, factor, n, &length));
    int* const info = array<int>(1);
    expect(
        cusolverDnSpotrf(solver_, CUBLAS_FILL_MODE_UPPER, n, factor, n, array<float>(length), length, info));
    if (read(info, 1)[0] != 0) return false;
    each(n, n, identity_by_columns{inverse, n});
    const float one = 1.0f;
    expect(of_cublas(cublasStrsm(r_.cublas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
                                 CUBLAS_DIAG_NON_UNIT, n, n, &one, factor, n, inverse, n)));
    each(n, n, from_columns{inverse, x, false});
    return true;
  }

 private:
  const context& on_;
  const device_resources& r_;
  cusolverDnHandle_t solver_ = nullptr;

  /// The matrices of refine.hpp, and what products and cuSOLVER need beside them.
  static size_t first_bytes(int64 rows, int64 columns) {
    return (size_t{1} << 22) + 20 * static_cast<size_t>(rows * columns) * sizeof(ff_t);
  }
  static dim3 threads() { return {tile, tile_rows}; }
  static unsigned blocks(int64 rows, int64 columns) {
    const int64 tiles = (rows + tile - 1) / tile * ((columns + tile - 1) / tile);
    return static_cast<unsigned>(std::min(most_blocks, tiles));
  }
  void expect_info(const int* info) const {
    if (read(info, 1)[0] != 0)
      throw status(fault::device, "svd: expected cuSOLVER's eigenvalues to converge");
  }
};

template <class F>
status on_device(const context& c, matrix_view<const ff_t> a, const status& bad, F body) {
  if (c.resources() == nullptr) return {fault::option, "svd: expected a context that was opened"};
  if (!bad) return bad;
  int device = -1;
  if (const status s = of_cuda(cudaGetDevice(&device)); !s) return s;
  if (device != c.resources()->device)
    return {fault::option, "svd: expected the context's device to be the current one"};
  return with_memory("svd: expected memory for a few vectors on the host", [&]() -> status {
    status said;
    try {
      svd_device on(c, a.rows, a.columns);
      said = body(on);
    } catch (const status& s) {
      return s;
    }
    const status synchronised = of_cuda(cudaStreamSynchronize(c.resources()->stream));
    return synchronised ? said : synchronised;
  });
}

}  // namespace
}  // namespace detail

status svd(const context& on, matrix_view<const ff_t> a, ff_t* s, matrix_view<ff_t> u, matrix_view<ff_t> v,
           const svd_options& options, svd_report* report) {
  return detail::on_device(on, a, detail::checked_svd(a, s, u, v, options), [&](detail::svd_device& machine) {
    return detail::svd_on(machine, a, s, u, v, options, report);
  });
}

status eigh(const context& on, matrix_view<const ff_t> a, ff_t* w, matrix_view<ff_t> v,
            const svd_options& options, svd_report* report) {
  return detail::on_device(on, a, detail::checked_eigh(a, w, v, options), [&](detail::svd_device& machine) {
    return detail::eigh_on(machine, a, w, v, options, report);
  });
}

}  // namespace ff::linalg
