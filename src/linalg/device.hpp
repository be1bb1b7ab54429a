// What the parts of gemm on the device say to each other.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <ff/linalg/cuda.hpp>

#include "plan.hpp"

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

  abilities able_to() const { return {own_kernel, direct_kernel, processors}; }
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

/// Rows of numbers, and the N planes of their residues.  Byte (row, h) of a plane lies at row inner + h, or,
/// where tiles of 128 along h are consecutive, at (h/128 padded_rows + row') 128 + h%128, row' being row
/// permuted within 64.
struct split_task {
  const ff_t* x;
  int64 between, along;  ///< strides from row to row, and along a row
  int64 rows, length, padded_rows, inner;
  int64 plane;  ///< padded_rows inner, filled in by split: the kernels would multiply again at each store
  signed char* residues;
  int32* scales;
  uint64* norms;       ///< for rows that are not consecutive along h
  uint32* magnitudes;  ///< likewise
  int moduli;
  bool tiled;
  bool beside;  ///< the previous kernel in the stream is the other operand's split; the two may overlap
};
status split(const split_task& t, cudaStream_t stream);

/// Sums of 32 bits to residues of a modulus; onto those that are there where `adding`.
status reduce_sums(const int32* sums, unsigned char* residues, size_t count, int modulus, bool adding,
                   cudaStream_t stream);

/// Rows of C from N planes of residues, or of sums where `residues` is null.
struct reconstruct_task {
  const unsigned char* residues;
  const int32* sums;
  size_t plane;
  int64 padded_columns;
  const int32 *scales_a, *scales_b;
  int moduli;
  bool own;  ///< behind the own kernel
  gemm_arguments g;
};
status reconstruct(const reconstruct_task& t, cudaStream_t stream);

/// Products of which no planes are made.  Row i of A, and column j of B, has its measures at i, and at j
/// after A's rows padded to 32.
struct direct_task {
  uint32* magnitudes;
  uint64* norms;
  signed128* sums;  ///< part, row and column, where there are several parts
  int moduli;
  int64 measured;     ///< of a row at a time by a block; 0 where the products' blocks measure their own rows
  int64 part, parts;  ///< of the inner dimension; 1 where the batch has more products than one
  gemm_arguments g;
};
status prepare_direct();
status multiply_direct(const direct_task& t, cudaStream_t stream);

/// A product with gemm_options::balance or componentwise: its workspace, and the batch in it.
size_t balanced_workspace_bytes(const context& on, int64 m, int64 n, int64 k, const gemm_options& options);
status multiply_balanced(const context& on, const gemm_arguments& g, void* workspace);

/// C = beta C.
status scale_result(const gemm_arguments& g, cudaStream_t stream);

/// The products of N tiled planes as planes of residues.
struct product_task {
  const signed char *a, *b;
  unsigned char* residues;
  int64 rows, columns, inner;  ///< padded
  int64 pitch_a;               ///< rows of the planes that a points into
  int64 left_a;                ///< of them, from a on
  int moduli, processors;
};
status prepare_products_sm90();
status multiply_sm90(const product_task& t, cudaStream_t stream);

}  // namespace ff::linalg::detail
