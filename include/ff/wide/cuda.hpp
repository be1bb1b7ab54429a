// Wide numbers in CUDA: exchange within a warp, and the reductions of doubles on the device.
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

namespace reductions {

/// For the trees that add up totals.
__device__ inline far_wide __shfl_down_sync(unsigned mask, far_wide x, unsigned delta, int width = warpSize) {
  return {from_words(::__shfl_down_sync(mask, x.pair().hi(), delta, width),
                     ::__shfl_down_sync(mask, x.pair().lo(), delta, width)),
          ::__shfl_down_sync(mask, x.step(), delta, width)};
}

}  // namespace reductions
}  // namespace ff

#if !defined(__CUDACC_RTC__)

#include <ff/reduce/cuda.hpp>

namespace ff {

/// *result = x[0] + ... + x[n - 1] of doubles as wide numbers, as ff::sum's of <ff/reduce/cuda.hpp>, which
/// serves arrays of wide_t.  The workspace has reduce_workspace_bytes<wide_t>(n).
inline cudaError_t wide_sum(size_t n, const double* x, wide_t* result, void* workspace,
                            size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_sum<double>>(n, x, x, result, workspace, workspace_bytes,
                                                            stream, blocks);
}

/// *result = x[0] y[0] + ... + x[n - 1] y[n - 1].
inline cudaError_t wide_dot(size_t n, const double* x, const double* y, wide_t* result, void* workspace,
                            size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_dot<double>>(n, x, y, result, workspace, workspace_bytes,
                                                            stream, blocks);
}

/// *result = sqrt(x[0]^2 + ... + x[n - 1]^2).
inline cudaError_t wide_nrm2(size_t n, const double* x, wide_t* result, void* workspace,
                             size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::wide_nrm2<double>>(n, x, x, result, workspace, workspace_bytes,
                                                             stream, blocks);
}

}  // namespace ff

#endif
#endif
