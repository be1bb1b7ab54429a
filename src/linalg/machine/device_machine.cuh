// A device as a machine: memory, loops over elements, products.  host_machine.hpp has the same on the host.
//
// Work is queued on the context's stream; read() and largest() wait for it.
#pragma once

#include <algorithm>
#include <ff/linalg/cuda/blas.hpp>
#include <ff/linalg/cuda/svd_batched.hpp>
#include <vector>

#include "resources.hpp"

namespace ff::linalg::detail::factor {

inline constexpr int threads_of_each = 256, threads_in_steps = 128;

template <class F>
__global__ void __launch_bounds__(threads_of_each) each_kernel(int64 rows, int64 columns, F f) {
  const int64 i = int64{blockIdx.x} * threads_of_each + threadIdx.x;
  if (i >= rows) return;
  for (int64 j = blockIdx.y; j < columns; j += gridDim.y) f(i, j);
}

template <class F>
__global__ void __launch_bounds__(threads_in_steps) steps_kernel(int64 steps, int64 items, F f) {
  for (int64 s = 0; s < steps; ++s) {
    for (int64 i = threadIdx.x; i < items; i += threads_in_steps) f(s, i);
    __syncthreads();
  }
}

/// The warp's largest.
__device__ inline unsigned largest_of_warp(unsigned seen) {
  for (int width = 16; width > 0; width /= 2) seen = ::max(seen, ::__shfl_xor_sync(0xffffffffu, seen, width));
  return seen;
}

template <class F>
__global__ void __launch_bounds__(threads_of_each)
    largest_kernel(int64 rows, int64 columns, F f, unsigned* most) {
  const int64 i = int64{blockIdx.x} * threads_of_each + threadIdx.x;
  unsigned seen = 0;
  if (i < rows) {
#pragma unroll 4
    for (int64 j = blockIdx.y; j < columns; j += gridDim.y) seen = ::max(seen, f(i, j));
  }
  seen = largest_of_warp(seen);
  if (threadIdx.x % 32 == 0 && seen > 0) ::atomicMax(most, seen);
}

template <class F>
__global__ void __launch_bounds__(threads_of_each)
    find_largest_kernel(int64 count, F f, unsigned long long* place) {
  const int64 i = int64{blockIdx.x} * threads_of_each + threadIdx.x;
  unsigned long long seen = i < count ? f(i) : 0;
  for (int width = 16; width > 0; width /= 2) {
    const unsigned long long other = ::__shfl_down_sync(0xffffffffu, seen, static_cast<unsigned>(width));
    if (other > seen) seen = other;
  }
  if (threadIdx.x % 32 == 0 && seen > 0) ::atomicMax(place, seen);
}

/// Memory of the context's pool, in a few pieces, as a stack.  Every piece has at least the size of the one
/// before; where the first size is 0, each has just what was asked for.
class device_stack {
 public:
  device_stack(const device_resources& on, size_t first_bytes) : on_(on), next_bytes_(first_bytes) {}
  ~device_stack() {
    for (const piece& p : pieces_) cudaFreeAsync(p.memory, on_.stream);
  }
  device_stack(const device_stack&) = delete;
  device_stack& operator=(const device_stack&) = delete;

  /// Memory, or null where the pool has no more.
  void* take(size_t bytes) {
    bytes = (bytes + 255) / 256 * 256;
    while (at_ < pieces_.size() && pieces_[at_].bytes - used_ < bytes) ++at_, used_ = 0;
    if (at_ == pieces_.size()) {
      piece p{nullptr, std::max(bytes, next_bytes_)};
      if (take_from_pool(on_, &p.memory, p.bytes) != cudaSuccess) {
        cudaGetLastError();  // the caller reports it
        return nullptr;
      }
      pieces_.push_back(p);
      if (next_bytes_ > 0) next_bytes_ = p.bytes;
    }
    void* const here = static_cast<char*>(pieces_[at_].memory) + used_;
    used_ += bytes;
    return here;
  }
  size_t mark() const { return at_ << 48 | used_; }
  void release(size_t mark) {
    at_ = mark >> 48;
    used_ = mark & ((size_t{1} << 48) - 1);
  }

 private:
  struct piece {
    void* memory;
    size_t bytes;
  };
  const device_resources& on_;
  size_t next_bytes_, at_ = 0, used_ = 0;
  std::vector<piece> pieces_;
};

class device_machine {
 public:
  explicit device_machine(const context& on, size_t first_bytes = 0)
      : on_(on), stream_(on.resources()->stream), memory_(*on.resources(), first_bytes) {
    most_ = take<unsigned>(1);
  }

  const context& where() const { return on_; }
  cudaStream_t stream() const { return stream_; }
  const status& said() const { return said_; }
  bool ok() const { return said_.ok(); }
  void fail(const status& s) {
    if (said_.ok()) said_ = s;
  }
  void launched() { fail(of_cuda(cudaGetLastError())); }

  template <class T>
  T* take(int64 count) {
    if (!ok()) return nullptr;
    void* const memory = memory_.take(static_cast<size_t>(count > 0 ? count : 1) * sizeof(T));
    if (memory == nullptr) fail({fault::memory, "expected device memory from the context's pool"});
    return static_cast<T*>(memory);
  }
  size_t mark() const { return memory_.mark(); }
  void release(size_t mark) { memory_.release(mark); }

  matrix_view<ff_t> matrix(int64 rows, int64 columns) {
    return column_major(take<ff_t>(rows * columns), rows, columns);
  }

  template <class F>
  void each(int64 rows, int64 columns, const F& f) {
    if (!ok() || rows == 0 || columns == 0) return;
    each_kernel<<<grid(rows, columns), threads_of_each, 0, stream_>>>(rows, columns, f);
    launched();
  }

  template <class F>
  void in_steps(int64 steps, int64 items, const F& f) {
    if (!ok() || steps == 0) return;
    steps_kernel<<<1, threads_in_steps, 0, stream_>>>(steps, items, f);
    launched();
  }

  template <class F>
  uint32 largest(int64 rows, int64 columns, const F& f) {
    if (!ok() || rows == 0 || columns == 0) return 0;
    fail(of_cuda(cudaMemsetAsync(most_, 0, sizeof(unsigned), stream_)));
    // Few enough blocks that their maxima do not queue for one address.
    const dim3 all = grid(rows, columns);
    const dim3 few(all.x, std::min(all.y, std::max(1u, 4096 / all.x)));
    largest_kernel<<<few, threads_of_each, 0, stream_>>>(rows, columns, f, most_);
    launched();
    uint32 most = 0;
    read(most_, 1, &most);
    return most;
  }

  template <class F>
  void find_largest(int64 count, const F& f, uint64* place) {
    if (!ok() || count == 0) return;
    auto* const to = reinterpret_cast<unsigned long long*>(place);
    fail(of_cuda(cudaMemsetAsync(to, 0, sizeof(*to), stream_)));
    find_largest_kernel<<<grid(count, 1), threads_of_each, 0, stream_>>>(count, f, to);
    launched();
  }

  template <class T>
  void read(const T* from, int64 count, T* to) {
    if (!ok() || count == 0) return;
    fail(of_cuda(
        cudaMemcpyAsync(to, from, static_cast<size_t>(count) * sizeof(T), cudaMemcpyDeviceToHost, stream_)));
    fail(of_cuda(cudaStreamSynchronize(stream_)));
  }

  template <class T>
  void write(T* to, const T* from, int64 count) {
    if (!ok() || count == 0) return;
    fail(of_cuda(
        cudaMemcpyAsync(to, from, static_cast<size_t>(count) * sizeof(T), cudaMemcpyHostToDevice, stream_)));
    fail(of_cuda(cudaStreamSynchronize(stream_)));
  }

  void gemm(ff_t alpha, matrix_view<const ff_t> a, matrix_view<const ff_t> b, ff_t beta, matrix_view<ff_t> c,
            bool componentwise = false) {
    gemm_options o;
    o.componentwise = componentwise;
    if (ok()) fail(linalg::gemm(on_, alpha, a, b, beta, c, o));
  }
  void gemv(matrix_view<const ff_t> a, vector_view<const ff_t> x, vector_view<ff_t> y) {
    if (ok()) fail(linalg::gemv(on_, 1.0f, a, x, 0.0f, y));
  }
  void less_product(matrix_view<const ff_t> a, vector_view<const ff_t> x, vector_view<ff_t> y) {
    if (ok()) fail(linalg::gemv(on_, -1.0f, a, x, 1.0f, y));
  }
  void less_outer(vector_view<const ff_t> x, vector_view<const ff_t> y, matrix_view<ff_t> a) {
    if (ok()) fail(linalg::ger(on_, -1.0f, x, y, a));
  }
  void nrm2(vector_view<const ff_t> x, ff_t* result) {
    if (ok()) fail(linalg::nrm2(on_, x, result));
  }
  void trsm(triangle half, diagonal ones, matrix_view<const ff_t> a, matrix_view<ff_t> b) {
    if (ok()) fail(linalg::trsm(on_, half, ones, 1.0f, a, b));
  }
  void svd_of_small(matrix_view<const ff_t> a, ff_t* s, matrix_view<ff_t> u, matrix_view<ff_t> v,
                    bool vectors, int32* sweeps) {
    svd_batched_options o;
    o.vectors = vectors;
    if (ok()) fail(linalg::svd_batched(on_, 1, a, 0, s, 0, u, 0, v, 0, o, sweeps));
  }

 private:
  static dim3 grid(int64 rows, int64 columns) {
    return {static_cast<unsigned>((rows + threads_of_each - 1) / threads_of_each),
            static_cast<unsigned>(columns < 16384 ? columns : 16384)};
  }

  const context& on_;
  cudaStream_t stream_;
  status said_;
  device_stack memory_;
  unsigned* most_ = nullptr;
};

/// Of every function on the device.
inline status checked_context(const context& on) {
  if (on.resources() == nullptr) return {fault::option, "linalg: expected a context that was opened"};
  int device = -1;
  if (const status s = of_cuda(cudaGetDevice(&device)); !s) return s;
  if (device != on.resources()->device)
    return {fault::option, "linalg: expected the context's device to be the current one"};
  return {};
}

}  // namespace ff::linalg::detail::factor
