// Wide numbers in CUDA: exchange within a warp, and the reductions of wide/reduce.hpp on the device.
#pragma once

#if defined(__CUDACC__)

#include <ff/reduce/kernels.hpp>
#include <ff/wide/reduce.hpp>

namespace ff {

/// CUDA's exchange between the lanes of a warp that `mask` names, as for ff_t: pair and step, bit for bit, in
/// three exchanges of 32 bits.
__device__ inline wide_t __shfl_sync(unsigned mask, wide_t x, int source, int width = warpSize) {
  return detail::wide_at(from_words(::__shfl_sync(mask, x.pair().hi(), source, width),
                                    ::__shfl_sync(mask, x.pair().lo(), source, width)),
                         ::__shfl_sync(mask, x.place(), source, width));
}
__device__ inline wide_t __shfl_up_sync(unsigned mask, wide_t x, unsigned delta, int width = warpSize) {
  return detail::wide_at(from_words(::__shfl_up_sync(mask, x.pair().hi(), delta, width),
                                    ::__shfl_up_sync(mask, x.pair().lo(), delta, width)),
                         ::__shfl_up_sync(mask, x.place(), delta, width));
}
__device__ inline wide_t __shfl_down_sync(unsigned mask, wide_t x, unsigned delta, int width = warpSize) {
  return detail::wide_at(from_words(::__shfl_down_sync(mask, x.pair().hi(), delta, width),
                                    ::__shfl_down_sync(mask, x.pair().lo(), delta, width)),
                         ::__shfl_down_sync(mask, x.place(), delta, width));
}
__device__ inline wide_t __shfl_xor_sync(unsigned mask, wide_t x, int lanes, int width = warpSize) {
  return detail::wide_at(from_words(::__shfl_xor_sync(mask, x.pair().hi(), lanes, width),
                                    ::__shfl_xor_sync(mask, x.pair().lo(), lanes, width)),
                         ::__shfl_xor_sync(mask, x.place(), lanes, width));
}

}  // namespace ff

#if !defined(__CUDACC_RTC__)

#include <ff/reduce/cuda.hpp>

namespace ff {

/// Returns what the device versions need for n wide numbers or doubles; 64 KiB at most.
inline size_t wide_reduce_workspace_bytes(size_t n) {
  const size_t chunks = reduction_shape<wide_t>(n).chunks;  // no fewer than for doubles
  return chunks > 1 ? chunks * sizeof(wide_t) : 0;
}

/// *result = x[0] + ... + x[n - 1].  Arrays, result and workspace are in device memory. cudaErrorInvalidValue
/// for null pointers or too small a workspace, and what the launch returns.
inline cudaError_t sum(size_t n, const wide_t* x, wide_t* result, void* workspace, size_t workspace_bytes,
                       cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_sum<wide_t>>(n, x, x, result, workspace, workspace_bytes,
                                                            stream, blocks);
}
inline cudaError_t wide_sum(size_t n, const double* x, wide_t* result, void* workspace,
                            size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_sum<double>>(n, x, x, result, workspace, workspace_bytes,
                                                            stream, blocks);
}

/// *result = x[0] y[0] + ... + x[n - 1] y[n - 1].
inline cudaError_t dot(size_t n, const wide_t* x, const wide_t* y, wide_t* result, void* workspace,
                       size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_dot<wide_t>>(n, x, y, result, workspace, workspace_bytes,
                                                            stream, blocks);
}
inline cudaError_t wide_dot(size_t n, const double* x, const double* y, wide_t* result, void* workspace,
                            size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_dot<double>>(n, x, y, result, workspace, workspace_bytes,
                                                            stream, blocks);
}

/// *result = sqrt(x[0]^2 + ... + x[n - 1]^2).
inline cudaError_t nrm2(size_t n, const wide_t* x, wide_t* result, void* workspace, size_t workspace_bytes,
                        cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_nrm2<wide_t>>(n, x, x, result, workspace, workspace_bytes,
                                                             stream, blocks);
}
inline cudaError_t wide_nrm2(size_t n, const double* x, wide_t* result, void* workspace,
                             size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_nrm2<double>>(n, x, x, result, workspace, workspace_bytes,
                                                             stream, blocks);
}

}  // namespace ff

#endif
#endif
