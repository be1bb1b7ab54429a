// The kernels of the reductions, for nvcc and NVRTC; reduce/cuda.hpp launches them.
//
// Block-level sums are warp shuffles here, not CUB's: CUB leaves the order of its additions open, and the
// host has to repeat it.
#pragma once

#if defined(__CUDACC__)

#include <ff/reduce/shape.hpp>

namespace ff {

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

// The total that the thread `distance` further up the warp holds.
template <class T>
__device__ __forceinline__ basic_ff<T> from_further_up(basic_ff<T> total, int distance) {
  return from_words(::__shfl_down_sync(0xffffffffu, total.hi(), distance),
                    ::__shfl_down_sync(0xffffffffu, total.lo(), distance));
}
template <class Total>
__device__ __forceinline__ Total from_further_up(Total total, int distance) {
  return __shfl_down_sync(0xffffffffu, total, static_cast<unsigned>(distance));
}

// The tree over the first Width threads of a warp; the total is in thread 0.
template <int Width, class Total>
__device__ __forceinline__ Total warp_tree(Total total) {
#pragma unroll
  for (int distance = 1; distance < Width; distance *= 2)
    total = joined(total, from_further_up(total, distance));
  return total;
}

// The tree over the block, likewise.
template <int Threads, class Total>
__device__ __forceinline__ Total block_tree(Total total) {
  __shared__ Total warp_total[Threads / 32];
  total = warp_tree<32>(total);
  if (threadIdx.x % 32 == 0) warp_total[threadIdx.x / 32] = total;
  __syncthreads();
  if (threadIdx.x < 32) {
    total = threadIdx.x < Threads / 32 ? warp_total[threadIdx.x] : Total(0.0f);
    total = warp_tree<Threads / 32>(total);
  }
  __syncthreads();
  return total;
}

// The tree over what one thread holds, a power of two.
template <size_t Lanes, class Total>
__device__ __forceinline__ Total thread_tree(Total (&total)[Lanes]) {
#pragma unroll
  for (int width = static_cast<int>(Lanes) / 2; width > 0; width /= 2)
#pragma unroll
    for (int i = 0; i < width; ++i) total[i] = joined(total[2 * i], total[2 * i + 1]);
  return total[0];
}

template <class Reduction, bool Aligned, class T = typename Reduction::element>
__device__ __forceinline__ void reduce_chunks_of_block(size_t n, size_t rows, size_t chunks,
                                                       const T* __restrict__ x, const T* __restrict__ y,
                                                       total_of<Reduction>* __restrict__ partial,
                                                       typename Reduction::result* __restrict__ result) {
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

    total_of<Reduction> total[packet::size];
#pragma unroll
    for (int i = 0; i < packet::size; ++i) total[i] = lane[i].result();
    const total_of<Reduction> chunk_total = block_tree<reduce_threads>(thread_tree(total));
    if (threadIdx.x == 0) {
      if (chunks == 1 && result != nullptr)
        *result = Reduction::finish(chunk_total);
      else
        partial[chunk] = chunk_total;
    }
  }
}

template <class Reduction, bool Aligned, class T = typename Reduction::element>
__global__ void __launch_bounds__(reduce_threads)
    reduce_chunks(size_t n, size_t rows, size_t chunks, const T* __restrict__ x, const T* __restrict__ y,
                  total_of<Reduction>* __restrict__ partial,
                  typename Reduction::result* __restrict__ result) {
  reduce_chunks_of_block<Reduction, Aligned>(n, rows, chunks, x, y, partial, result);
}

// The tree over all chunks by one block, padded with zeros to the most there can be.
template <class Reduction>
__device__ __forceinline__ void combine_chunks_in_block(int chunks,
                                                        const total_of<Reduction>* __restrict__ partial,
                                                        typename Reduction::result* result) {
  constexpr int each = static_cast<int>(reduction_shape<float>::most_chunks) / combine_threads;
  total_of<Reduction> total[each];
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int chunk = static_cast<int>(threadIdx.x) * each + i;
    total[i] = chunk < chunks ? partial[chunk] : total_of<Reduction>(0.0f);
  }
  const total_of<Reduction> all = block_tree<combine_threads>(thread_tree(total));
  if (threadIdx.x == 0) *result = Reduction::finish(all);
}

template <class Reduction>
__global__ void __launch_bounds__(combine_threads)
    combine_chunks(int chunks, const total_of<Reduction>* __restrict__ partial,
                   typename Reduction::result* result) {
  combine_chunks_in_block<Reduction>(chunks, partial, result);
}

}  // namespace detail
}  // namespace ff

#endif
