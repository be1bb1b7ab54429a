// A context's resources on the device: its stream, its handles, its pool of memory, and faults as a status.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <ff/linalg/cuda.hpp>

struct cusolverDnContext;  // cusolverDnHandle_t points to one

namespace ff::linalg::detail {

struct device_resources {
  int device = 0, processors = 0;
  cudaStream_t stream = nullptr;
  cublasHandle_t cublas = nullptr;
  void* cublas_memory = nullptr;
  cudaMemPool_t pool = nullptr;           ///< what `pooled` takes from; null on a device that has none
  cusolverDnContext* cusolver = nullptr;  ///< cusolver_of()'s
  bool own_kernel = false, direct_kernel = false;
  bool float_lu = false;  ///< factor_lu runs
};

inline status of_cuda(cudaError_t e) {
  return e == cudaSuccess ? status() : status(fault::device, cudaGetErrorString(e));
}
inline status of_cublas(cublasStatus_t e) {
  return e == CUBLAS_STATUS_SUCCESS ? status() : status(fault::device, cublasGetStatusString(e));
}

/// The first fault of a series; what follows one is left out.
class steps {
 public:
  template <class F>
  steps& operator()(F step) {
    if (first_.ok()) first_ = step();
    return *this;
  }
  status result() const { return first_; }

 private:
  status first_;
};

/// Memory of the context's pool, in the order of its stream.
inline cudaError_t take_from_pool(const device_resources& r, void** memory, size_t bytes) {
  if (r.pool == nullptr) return cudaErrorNotSupported;
  return cudaMallocFromPoolAsync(memory, bytes, r.pool, r.stream);
}

/// The same, from here to the end of the block.
class pooled {
 public:
  pooled(const device_resources& r, size_t bytes) : stream_(r.stream) {
    if (bytes == 0 || take_from_pool(r, &memory_, bytes) == cudaSuccess) return;
    cudaGetLastError();  // it is reported here
    memory_ = nullptr;
    found_ = false;
  }
  ~pooled() {
    if (memory_ != nullptr) cudaFreeAsync(memory_, stream_);
  }
  pooled(const pooled&) = delete;
  pooled& operator=(const pooled&) = delete;

  status found() const {
    return found_ ? status() : status(fault::memory, "expected device memory from the context's pool");
  }
  template <class T>
  T* at(size_t offset = 0) const {
    return reinterpret_cast<T*>(static_cast<char*>(memory_) + offset);
  }

 private:
  cudaStream_t stream_;
  void* memory_ = nullptr;
  bool found_ = true;
};

/// Returns whether kernels of the rooms above run on the current device; the context asks when it opens.
status prepare_products_sm90();
status prepare_direct();
bool has_float_lu();

}  // namespace ff::linalg::detail
