// Sums, dot products and norms of arrays that are distributed over GPUs, and all-reduce of arrays of numbers.
//
// Of an array of n elements each rank of the communicator holds blocks of reduction_block<T>(n), one run of
// them. Every rank gets the result, and its bits are those that ff::sum, dot and nrm2 of the whole array have
// on one GPU, or on the host, for any number of ranks.
//
// Every function queues its work on `stream` and returns at once, as NCCL's do; arrays, result and workspace
// are in the memory of the rank's device.  A rank that refuses its arguments leaves the others waiting, as
// with NCCL's.
//
//   cudaMalloc(&workspace, ff::nccl::reduce_workspace_bytes<float>(n));
//   ff::nccl::sum(n, first, count, x, result, workspace, bytes, communicator, stream);
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <nccl.h>

#include <ff/reduce/cuda.hpp>

namespace ff::nccl {

/// The bytes that sum, dot and nrm2 need for n elements of type T in all; 32 KiB and 8 bytes at most.
template <class T>
size_t reduce_workspace_bytes(size_t n) {
  return (reduction_shape<T>(n).chunks + 1) * sizeof(ff_t);
}

namespace detail {

// The totals of all blocks, zero where they are another rank's, and the number of blocks that a rank has.
template <class Word>
__global__ void clear_totals(Word* words, int chunks, Word blocks) {
  for (int i = static_cast<int>(threadIdx.x); i < chunks; i += static_cast<int>(blockDim.x)) words[i] = 0;
  if (threadIdx.x == 0) words[chunks] = blocks;
}

template <class Result>
__global__ void refuse_gaps(const uint64* blocks, uint64 wanted, Result* result) {
  if (*blocks != wanted) *result = Result(ff::detail::quiet_nan);
}

// out[i] = the sum of the elements i of `ranks` slices, from the first rank's on.
template <class Number>
__global__ void add_slices(const Number* slices, size_t stride, int ranks, Number* out, size_t n) {
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += size_t{gridDim.x} * blockDim.x) {
    Number sum = slices[i];
    for (int r = 1; r < ranks; ++r) sum = sum + slices[static_cast<size_t>(r) * stride + i];
    out[i] = sum;
  }
}

inline ncclResult_t status_of(cudaError_t status) {
  return status == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

template <class Reduction, class T = typename Reduction::element>
ncclResult_t reduce(size_t n, size_t first, size_t count, const T* x, const T* y,
                    typename Reduction::result* result, void* workspace, size_t workspace_bytes,
                    ncclComm_t comm, cudaStream_t stream) {
  const reduction_shape<T> shape(n);
  const size_t full = reduction_block<T>(n), own = shape.quotient_up(count, full);
  const bool whole =
      first <= n && count <= n - first && first % full == 0 && (count == n - first || count % full == 0);
  if (!whole || result == nullptr || (count > 0 && (x == nullptr || y == nullptr)) || workspace == nullptr ||
      workspace_bytes < reduce_workspace_bytes<T>(n) || !ff::detail::aligned_to(workspace, alignof(ff_t)))
    return ncclInvalidArgument;

  auto* const words = static_cast<uint64*>(workspace);
  auto* const totals = static_cast<ff_t*>(workspace);
  clear_totals<<<1, 256, 0, stream>>>(words, static_cast<int>(shape.chunks), uint64{own});
  if (const cudaError_t status = cudaGetLastError(); status != cudaSuccess) return status_of(status);
  if (own > 0) {
    const cudaError_t status = ff::detail::reduce_chunks_async<Reduction>(
        count, shape.rows, own, x, y, totals + first / full, nullptr, stream, 0);
    if (status != cudaSuccess) return status_of(status);
  }
  // A block has one owner, and its total is zero elsewhere: so the sum of the bits is the owner's.
  const ncclResult_t together =
      ncclAllReduce(words, words, shape.chunks + 1, ncclUint64, ncclSum, comm, stream);
  if (together != ncclSuccess) return together;
  const cudaError_t status =
      ff::detail::combine_chunks_async<Reduction>(shape.chunks, totals, result, stream);
  if (status != cudaSuccess) return status_of(status);
  refuse_gaps<<<1, 1, 0, stream>>>(words + shape.chunks, shape.quotient_up(n, full), result);
  return status_of(cudaGetLastError());
}

}  // namespace detail

/// *result = the sum of an array of n elements, of which this rank has `count` from element `first` on: whole
/// blocks, or to the end; count may be 0.  NaN where the ranks together have fewer or more blocks than there
/// are.  ncclInvalidArgument for null pointers, blocks that are not whole, or too small a workspace;
/// ncclUnhandledCudaError where a launch fails; else what NCCL returns.
inline ncclResult_t sum(size_t n, size_t first, size_t count, const float* x, ff_t* result, void* workspace,
                        size_t workspace_bytes, ncclComm_t comm, cudaStream_t stream) {
  return detail::reduce<reductions::sum<float>>(n, first, count, x, x, result, workspace, workspace_bytes,
                                                comm, stream);
}
inline ncclResult_t sum(size_t n, size_t first, size_t count, const ff_t* x, ff_t* result, void* workspace,
                        size_t workspace_bytes, ncclComm_t comm, cudaStream_t stream) {
  return detail::reduce<reductions::sum<ff_t>>(n, first, count, x, x, result, workspace, workspace_bytes,
                                               comm, stream);
}

/// The dot product of two arrays that are distributed alike, likewise.
inline ncclResult_t dot(size_t n, size_t first, size_t count, const float* x, const float* y, ff_t* result,
                        void* workspace, size_t workspace_bytes, ncclComm_t comm, cudaStream_t stream) {
  return detail::reduce<reductions::dot<float>>(n, first, count, x, y, result, workspace, workspace_bytes,
                                                comm, stream);
}
inline ncclResult_t dot(size_t n, size_t first, size_t count, const ff_t* x, const ff_t* y, ff_t* result,
                        void* workspace, size_t workspace_bytes, ncclComm_t comm, cudaStream_t stream) {
  return detail::reduce<reductions::dot<ff_t>>(n, first, count, x, y, result, workspace, workspace_bytes,
                                               comm, stream);
}

/// The norm, the root of the sum of squares, likewise; its domain is ff::nrm2's.
inline ncclResult_t nrm2(size_t n, size_t first, size_t count, const float* x, ff_t* result, void* workspace,
                         size_t workspace_bytes, ncclComm_t comm, cudaStream_t stream) {
  return detail::reduce<reductions::nrm2<float>>(n, first, count, x, x, result, workspace, workspace_bytes,
                                                 comm, stream);
}
inline ncclResult_t nrm2(size_t n, size_t first, size_t count, const ff_t* x, ff_t* result, void* workspace,
                         size_t workspace_bytes, ncclComm_t comm, cudaStream_t stream) {
  return detail::reduce<reductions::nrm2<ff_t>>(n, first, count, x, x, result, workspace, workspace_bytes,
                                                comm, stream);
}

/// The bytes that all_reduce needs for n numbers on `ranks` ranks.
inline size_t all_reduce_workspace_bytes(size_t n, int ranks) {
  const auto all = static_cast<size_t>(ranks);
  return (n + all * all) * sizeof(ff_t);
}

/// out[i] = the sum of all ranks' in[i], rounded as operator+ from the first rank's on: the bits depend on
/// the numbers and the order of the ranks, not on what NCCL makes of the machine.  In place too.  Error: at
/// most 2 (ranks - 1) u^2 times the sum of the magnitudes.  Each rank adds up a slice of the arrays: of the
/// data as much is moved as by NCCL's own all-reduce of doubles.  Status as sum's.
inline ncclResult_t all_reduce(const ff_t* in, ff_t* out, size_t n, void* workspace, size_t workspace_bytes,
                               ncclComm_t comm, cudaStream_t stream) {
  int ranks = 0, rank = 0;
  if (const ncclResult_t status = ncclCommCount(comm, &ranks); status != ncclSuccess) return status;
  if (const ncclResult_t status = ncclCommUserRank(comm, &rank); status != ncclSuccess) return status;
  if ((n > 0 && (in == nullptr || out == nullptr)) || workspace == nullptr ||
      workspace_bytes < all_reduce_workspace_bytes(n, ranks) ||
      !ff::detail::aligned_to(workspace, alignof(ff_t)))
    return ncclInvalidArgument;
  if (n == 0) return ncclSuccess;

  // Each rank gets its slice of all arrays, and the rest, of fewer elements than there are ranks.
  const auto all = static_cast<size_t>(ranks);
  const size_t slice = n / all, rest = n % all;
  auto* const slices = static_cast<ff_t*>(workspace);
  auto* const rests = slices + all * slice;
  ncclResult_t status = ncclGroupStart();
  const auto exchange = [&](const ff_t* from, ff_t* to, size_t count, int peer) {
    if (count == 0 || status != ncclSuccess) return;
    status = ncclSend(from, 2 * count, ncclFloat, peer, comm, stream);
    if (status == ncclSuccess) status = ncclRecv(to, 2 * count, ncclFloat, peer, comm, stream);
  };
  for (int peer = 0; peer < ranks; ++peer) {
    const auto p = static_cast<size_t>(peer);
    exchange(in + p * slice, slices + p * slice, slice, peer);
    exchange(in + all * slice, rests + p * rest, rest, peer);
  }
  const ncclResult_t ended = ncclGroupEnd();
  if (status != ncclSuccess || ended != ncclSuccess) return status != ncclSuccess ? status : ended;

  ff_t* const own = out + static_cast<size_t>(rank) * slice;
  constexpr size_t threads = 256, most_blocks = 4096;
  if (slice > 0) {
    const size_t blocks = (slice + threads - 1) / threads;
    detail::add_slices<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks), threads, 0,
                         stream>>>(slices, slice, ranks, own, slice);
  }
  if (rest > 0) detail::add_slices<<<1, threads, 0, stream>>>(rests, rest, ranks, out + all * slice, rest);
  if (const cudaError_t launched = cudaGetLastError(); launched != cudaSuccess) return ncclUnhandledCudaError;
  return slice == 0 ? ncclSuccess : ncclAllGather(own, out, 2 * slice, ncclFloat, comm, stream);
}

}  // namespace ff::nccl

#endif
