// The reductions of dd/reduce.hpp on the device: the same bits as on the host.
//
// They queue their kernels on `stream` and return at once, as those of ff/reduce/cuda.hpp.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/dd/operators.hpp>
#include <ff/reduce/cuda.hpp>

namespace ff {

/// Returns what these functions need for n elements of either type; 64 KiB at most.
inline size_t dd_reduce_workspace_bytes(size_t n) {
  const size_t chunks = reduction_shape<dd_t>(n).chunks;  // no fewer than for doubles
  return chunks > 1 ? chunks * sizeof(dd_t) : 0;
}

/// *result = x[0] + ... + x[n - 1].  cudaErrorInvalidValue for null pointers or too small a workspace, and
/// what the launch returns.
inline cudaError_t sum(size_t n, const double* x, dd_t* result, void* workspace, size_t workspace_bytes,
                       cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::sum<double>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                       blocks);
}
inline cudaError_t sum(size_t n, const dd_t* x, dd_t* result, void* workspace, size_t workspace_bytes,
                       cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::sum<dd_t>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                     blocks);
}

/// *result = x[0] y[0] + ... + x[n - 1] y[n - 1].
inline cudaError_t dot(size_t n, const double* x, const double* y, dd_t* result, void* workspace,
                       size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::dot<double>>(n, x, y, result, workspace, workspace_bytes, stream,
                                                       blocks);
}
inline cudaError_t dot(size_t n, const dd_t* x, const dd_t* y, dd_t* result, void* workspace,
                       size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::dot<dd_t>>(n, x, y, result, workspace, workspace_bytes, stream,
                                                     blocks);
}

/// *result = sqrt(x[0]^2 + ... + x[n - 1]^2); domain as on the host.
inline cudaError_t nrm2(size_t n, const double* x, dd_t* result, void* workspace, size_t workspace_bytes,
                        cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::nrm2<double>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                        blocks);
}
inline cudaError_t nrm2(size_t n, const dd_t* x, dd_t* result, void* workspace, size_t workspace_bytes,
                        cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::nrm2<dd_t>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                      blocks);
}

}  // namespace ff

#endif
