// All roots of one polynomial of a degree up to 2^20 on a GPU, with the bits of large_roots.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/polynomial/large.hpp>

namespace ff {
namespace detail {

template <class Body>
__global__ void __launch_bounds__(128) for_each_kernel(int count, Body body) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) body(i);
}

/// Has what large_search asks of the device: after the first error it does nothing more, and remembers it.
class large_device {
 public:
  template <class T>
  class array {
   public:
    array(large_device& machine, size_t n) : machine_(machine) {
      if (n > 0)
        machine_.note(cudaMallocAsync(reinterpret_cast<void**>(&all_), n * sizeof(T), machine_.stream_));
    }
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array() {
      if (all_ != nullptr) cudaFreeAsync(all_, machine_.stream_);
    }
    T* data() { return all_; }
    void from(const std::vector<T>& v) { copy(all_, v.data(), v.size(), cudaMemcpyHostToDevice); }
    void to(std::vector<T>& v) { copy(v.data(), all_, v.size(), cudaMemcpyDeviceToHost); }

   private:
    void copy(T* to, const T* from, size_t n, cudaMemcpyKind kind) {
      if (n == 0 || !machine_.works()) return;
      machine_.note(cudaMemcpyAsync(to, from, n * sizeof(T), kind, machine_.stream_));
      machine_.note(cudaStreamSynchronize(machine_.stream_));
    }

    large_device& machine_;
    T* all_ = nullptr;
  };

  explicit large_device(cudaStream_t stream) : stream_(stream) {}
  bool works() const { return error_ == cudaSuccess; }
  cudaError_t error() const { return error_; }

  template <class Body>
  void for_each(int count, const Body& body) {
    constexpr unsigned block = 128;
    if (count <= 0 || !works()) return;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = dim3((static_cast<unsigned>(count) + block - 1) / block);
    launch.blockDim = dim3(block);
    launch.stream = stream_;
    note(cudaLaunchKernelEx(&launch, for_each_kernel<Body>, count, body));
  }

 private:
  void note(cudaError_t error) {
    if (works()) error_ = error;
  }

  cudaStream_t stream_;
  cudaError_t error_ = cudaSuccess;
};

}  // namespace detail

namespace polynomial {

/// disks = large_roots(coefficients, degree), found on the device; the coefficients are in the host's memory.
/// Returns when it is done.  cudaErrorInvalidValue for a null pointer or a degree that is not from 0 to
/// greatest_degree, else what CUDA's calls return; `disks` says something only on success.
///
///   ff::polynomial::large_roots_on_device(coefficients, 1000000, disks, stream);
template <class T>
cudaError_t large_roots_on_device(const T* coefficients, int degree, large_root_disks& disks,
                                  cudaStream_t stream = nullptr) {
  if (!detail::are_arguments(coefficients, degree)) return cudaErrorInvalidValue;
  detail::large_device device(stream);
  disks = detail::large_search(device, coefficients, degree);
  return device.error();
}

}  // namespace polynomial
}  // namespace ff

#endif
