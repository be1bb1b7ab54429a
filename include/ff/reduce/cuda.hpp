// The reductions on the device: the same bits as on the host.
//
// Every function queues its kernels on `stream` and returns at once; arrays, result and workspace are in
// device memory, and nothing is allocated.  `blocks` limits the grid (0: one block a chunk) and changes
// nothing but the time.  Arrays aligned to 16 bytes are read in words of 16, others element by element.
//
//   cudaMalloc(&workspace, ff::reduce_workspace_bytes(n));
//   ff::dot(n, x, y, result, workspace, ff::reduce_workspace_bytes(n), stream);
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/reduce/kernels.hpp>

namespace ff {

/// Returns what the device versions need for n elements, whose results are R: 32 KiB at most for an ff_t, 64
/// for a dd_t or wide_t.
template <class R = ff_t>
size_t reduce_workspace_bytes(size_t n) {
  const size_t chunks = reduction_shape<R>(n).chunks;  // no fewer than for shorter elements
  return chunks > 1 ? chunks * sizeof(R) : 0;
}

namespace detail {

inline bool aligned_to(const void* p, size_t bytes) { return reinterpret_cast<size_t>(p) % bytes == 0; }

// The totals of the chunks of n elements, or the result where they are one chunk and it is not null.
template <class Reduction, class T = typename Reduction::element>
cudaError_t reduce_chunks_async(size_t n, size_t rows, size_t chunks, const T* x, const T* y,
                                total_of<Reduction>* partial, typename Reduction::result* result,
                                cudaStream_t stream, unsigned blocks) {
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(blocks == 0 || blocks > chunks ? static_cast<unsigned>(chunks) : blocks);
  launch.blockDim = dim3(reduce_threads);
  launch.stream = stream;
  const auto kernel = aligned_to(x, 16) && aligned_to(y, 16) ? reduce_chunks<Reduction, true>
                                                             : reduce_chunks<Reduction, false>;
  return cudaLaunchKernelEx(&launch, kernel, n, rows, chunks, x, y, partial, result);
}

// *result from the totals of all chunks.
template <class Reduction>
cudaError_t combine_chunks_async(size_t chunks, const total_of<Reduction>* partial,
                                 typename Reduction::result* result, cudaStream_t stream) {
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(combine_threads);
  launch.stream = stream;
  return cudaLaunchKernelEx(&launch, combine_chunks<Reduction>, static_cast<int>(chunks), partial, result);
}

template <class Reduction, class T = typename Reduction::element>
cudaError_t reduce_async(size_t n, const T* x, const T* y, typename Reduction::result* result,
                         void* workspace, size_t workspace_bytes, cudaStream_t stream, unsigned blocks) {
  const reduction_shape<T> shape(n);
  using total = total_of<Reduction>;
  total* partial = static_cast<total*>(workspace);
  const size_t needed = shape.chunks > 1 ? shape.chunks * sizeof(total) : 0;
  if (result == nullptr || (n > 0 && (x == nullptr || y == nullptr))) return cudaErrorInvalidValue;
  if (needed > 0 && (partial == nullptr || workspace_bytes < needed || !aligned_to(partial, alignof(total))))
    return cudaErrorInvalidValue;

  const cudaError_t status =
      reduce_chunks_async<Reduction>(n, shape.rows, shape.chunks, x, y, partial, result, stream, blocks);
  if (status != cudaSuccess || shape.chunks == 1) return status;
  return combine_chunks_async<Reduction>(shape.chunks, partial, result, stream);
}

}  // namespace detail

/// *result = x[0] + ... + x[n - 1], elements and results as on the host.  cudaErrorInvalidValue for null
/// pointers or too small a workspace, and what the launch returns.
template <class T, detail::require<reductions::is_element<T>> = 0>
cudaError_t sum(size_t n, const T* x, typename reductions::sum<T>::result* result, void* workspace,
                size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::sum<T>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                  blocks);
}

/// *result = x[0] y[0] + ... + x[n - 1] y[n - 1].
template <class T, detail::require<reductions::is_element<T>> = 0>
cudaError_t dot(size_t n, const T* x, const typename reductions::dot<T>::element* y,
                typename reductions::dot<T>::result* result, void* workspace, size_t workspace_bytes,
                cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::dot<T>>(n, x, y, result, workspace, workspace_bytes, stream,
                                                  blocks);
}

/// *result = sqrt(x[0]^2 + ... + x[n - 1]^2); domain as on the host.
template <class T, detail::require<reductions::is_element<T>> = 0>
cudaError_t nrm2(size_t n, const T* x, typename reductions::nrm2<T>::result* result, void* workspace,
                 size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::nrm2<T>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                   blocks);
}

/// Sum2 and Dot2.
inline cudaError_t sum2(size_t n, const float* x, float* result, void* workspace, size_t workspace_bytes,
                        cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::sum2>(n, x, x, result, workspace, workspace_bytes, stream, blocks);
}
inline cudaError_t dot2(size_t n, const float* x, const float* y, float* result, void* workspace,
                        size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::dot2>(n, x, y, result, workspace, workspace_bytes, stream, blocks);
}

}  // namespace ff

#endif
