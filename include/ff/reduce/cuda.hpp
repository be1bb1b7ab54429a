// The reductions on the device: the same bits as on the host.
//
// Every function queues its kernels on `stream` and returns at once; arrays, result and workspace are in
// device memory, and nothing is allocated.  `blocks` limits the grid (0: one block a chunk) and changes
// nothing but the time.  Arrays aligned to 16 bytes are read in words of 16, others element by element.
//
//   cudaMalloc(&workspace, ff::reduce_workspace_bytes(n));
//   ff::dot(n, x, y, result, workspace, ff::reduce_workspace_bytes(n), stream);
//
// Block-level sums are warp shuffles here, not CUB's: CUB leaves the order of its additions open, and the
// host has to repeat it.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/reduce/shape.hpp>

namespace ff {

/// What the device versions need for n elements of either type; 32 KiB at most.
inline size_t reduce_workspace_bytes(size_t n) {
  const size_t chunks = reduction_shape<ff_t>(n).chunks;  // no fewer than for floats
  return chunks > 1 ? chunks * sizeof(ff_t) : 0;
}

namespace detail {

inline constexpr int reduce_threads = 256, combine_threads = 1024;

// A thread's share of a row.
template <class T>
struct alignas(16) row_packet {
  static constexpr int size = 16 / sizeof(T);
  T element[static_cast<size_t>(size)];
};

template <bool Aligned, class T>
__device__ __forceinline__ row_packet<T> load_packet(const T* p) {
  if constexpr (Aligned) {
    return *reinterpret_cast<const row_packet<T>*>(p);
  } else {
    row_packet<T> packet;
#pragma unroll
    for (int i = 0; i < packet.size; ++i) packet.element[i] = p[i];
    return packet;
  }
}

// The tree over the first Width threads of a warp; the total is in thread 0.
template <int Width>
__device__ __forceinline__ ff_t warp_tree(ff_t total) {
#pragma unroll
  for (int distance = 1; distance < Width; distance *= 2)
    total = add22(total, from_words(::__shfl_down_sync(0xffffffffu, total.hi(), distance),
                                    ::__shfl_down_sync(0xffffffffu, total.lo(), distance)));
  return total;
}

// The tree over the block, likewise.
template <int Threads>
__device__ __forceinline__ ff_t block_tree(ff_t total) {
  __shared__ ff_t warp_total[Threads / 32];
  total = warp_tree<32>(total);
  if (threadIdx.x % 32 == 0) warp_total[threadIdx.x / 32] = total;
  __syncthreads();
  if (threadIdx.x < 32) {
    total = threadIdx.x < Threads / 32 ? warp_total[threadIdx.x] : ff_t(0.0f);
    total = warp_tree<Threads / 32>(total);
  }
  __syncthreads();
  return total;
}

// The tree over what one thread holds, a power of two.
template <size_t N>
__device__ __forceinline__ ff_t thread_tree(ff_t (&total)[N]) {
#pragma unroll
  for (int width = static_cast<int>(N) / 2; width > 0; width /= 2)
#pragma unroll
    for (int i = 0; i < width; ++i) total[i] = add22(total[2 * i], total[2 * i + 1]);
  return total[0];
}

template <class Reduction, bool Aligned, class T = typename Reduction::element>
__global__ void __launch_bounds__(reduce_threads)
    reduce_chunks(size_t n, size_t rows, size_t chunks, const T* __restrict__ x, const T* __restrict__ y,
                  ff_t* __restrict__ partial, typename Reduction::result* __restrict__ result) {
  using packet = row_packet<T>;
  constexpr size_t lanes = reduction_shape<T>::lanes;
  constexpr int batch = reduction_shape<T>::batch;
  constexpr int group = Reduction::two_arrays ? batch / 2 : batch;  // rows in flight
  static_assert(lanes == size_t{reduce_threads} * packet::size, "a row is one packet for each thread");

  for (size_t chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x) {
    const size_t first = chunk * rows * lanes, mine = first + threadIdx.x * packet::size;
    const size_t last = n - first < rows * lanes ? n : first + rows * lanes;
    typename Reduction::lane lane[packet::size];

    size_t at = first;
    for (; last - at >= batch * lanes; at += batch * lanes) {
#pragma unroll
      for (int start = 0; start < batch; start += group) {
        packet xs[group], ys[group];
#pragma unroll
        for (int row = 0; row < group; ++row) {
          const size_t offset = at - first + (start + row) * lanes + mine;
          xs[row] = load_packet<Aligned>(x + offset);
          ys[row] = Reduction::two_arrays ? load_packet<Aligned>(y + offset) : xs[row];
        }
#pragma unroll
        for (int row = 0; row < group; ++row)
#pragma unroll
          for (int i = 0; i < packet::size; ++i)
            Reduction::step(lane[i], xs[row].element[i], ys[row].element[i]);
      }
#pragma unroll
      for (int i = 0; i < packet::size; ++i) lane[i].renormalize();
    }

    // The end of the array.  Absent elements are zeros, which change no bit of a lane.
    if (at < last) {
#pragma unroll
      for (int row = 0; row < batch; ++row)
#pragma unroll
        for (int i = 0; i < packet::size; ++i) {
          const size_t k = at - first + row * lanes + mine + i;
          Reduction::step(lane[i], k < last ? x[k] : T(0.0f),
                          Reduction::two_arrays && k < last ? y[k] : T(0.0f));
        }
    }

    ff_t total[packet::size];
#pragma unroll
    for (int i = 0; i < packet::size; ++i) total[i] = lane[i].result();
    const ff_t chunk_total = block_tree<reduce_threads>(thread_tree(total));
    if (threadIdx.x == 0) {
      if (result != nullptr)  // the one chunk's total is that of all
        *result = Reduction::finish(chunk_total);
      else
        partial[chunk] = chunk_total;
    }
  }
}

// One block: the tree over all chunks, padded with zeros to the most there can be.
template <class Reduction>
__global__ void __launch_bounds__(combine_threads)
    combine_chunks(int chunks, const ff_t* __restrict__ partial, typename Reduction::result* result) {
  constexpr int each = static_cast<int>(reduction_shape<float>::most_chunks) / combine_threads;
  ff_t total[each];
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int chunk = static_cast<int>(threadIdx.x) * each + i;
    total[i] = chunk < chunks ? partial[chunk] : ff_t(0.0f);
  }
  const ff_t all = block_tree<combine_threads>(thread_tree(total));
  if (threadIdx.x == 0) *result = Reduction::finish(all);
}

inline bool aligned_to(const void* p, size_t bytes) { return reinterpret_cast<size_t>(p) % bytes == 0; }

// The totals of the chunks of n elements, or the result where they are one chunk and it is not null.
template <class Reduction, class T = typename Reduction::element>
cudaError_t reduce_chunks_async(size_t n, size_t rows, size_t chunks, const T* x, const T* y, ff_t* partial,
                                typename Reduction::result* result, cudaStream_t stream, unsigned blocks) {
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
cudaError_t combine_chunks_async(size_t chunks, const ff_t* partial, typename Reduction::result* result,
                                 cudaStream_t stream) {
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
  ff_t* partial = static_cast<ff_t*>(workspace);
  const size_t needed = shape.chunks > 1 ? shape.chunks * sizeof(ff_t) : 0;
  if (result == nullptr || (n > 0 && (x == nullptr || y == nullptr))) return cudaErrorInvalidValue;
  if (needed > 0 && (partial == nullptr || workspace_bytes < needed || !aligned_to(partial, alignof(ff_t))))
    return cudaErrorInvalidValue;

  const cudaError_t status = reduce_chunks_async<Reduction>(
      n, shape.rows, shape.chunks, x, y, partial, shape.chunks == 1 ? result : nullptr, stream, blocks);
  if (status != cudaSuccess || shape.chunks == 1) return status;
  return combine_chunks_async<Reduction>(shape.chunks, partial, result, stream);
}

}  // namespace detail

/// *result = x[0] + ... + x[n - 1].  cudaErrorInvalidValue for null pointers or too small a workspace, and
/// what the launch returns.
inline cudaError_t sum(size_t n, const float* x, ff_t* result, void* workspace, size_t workspace_bytes,
                       cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::sum<float>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                      blocks);
}
inline cudaError_t sum(size_t n, const ff_t* x, ff_t* result, void* workspace, size_t workspace_bytes,
                       cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::sum<ff_t>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                     blocks);
}

/// *result = x[0] y[0] + ... + x[n - 1] y[n - 1].
inline cudaError_t dot(size_t n, const float* x, const float* y, ff_t* result, void* workspace,
                       size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::dot<float>>(n, x, y, result, workspace, workspace_bytes, stream,
                                                      blocks);
}
inline cudaError_t dot(size_t n, const ff_t* x, const ff_t* y, ff_t* result, void* workspace,
                       size_t workspace_bytes, cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::dot<ff_t>>(n, x, y, result, workspace, workspace_bytes, stream,
                                                     blocks);
}

/// *result = sqrt(x[0]^2 + ... + x[n - 1]^2); domain as on the host.
inline cudaError_t nrm2(size_t n, const float* x, ff_t* result, void* workspace, size_t workspace_bytes,
                        cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::nrm2<float>>(n, x, x, result, workspace, workspace_bytes, stream,
                                                       blocks);
}
inline cudaError_t nrm2(size_t n, const ff_t* x, ff_t* result, void* workspace, size_t workspace_bytes,
                        cudaStream_t stream = nullptr, unsigned blocks = 0) {
  return detail::reduce_async<reductions::nrm2<ff_t>>(n, x, x, result, workspace, workspace_bytes, stream,
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
