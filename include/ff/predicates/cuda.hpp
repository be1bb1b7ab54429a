// Batches of predicates on the device.
//
// One kernel takes the plain stages of every item in its stride.  What they leave is queued, so that the
// exact stages run in full warps, and a second kernel decides it.  Nothing is allocated, no one waits: both
// kernels are queued on `stream`, and may be captured in a graph.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/predicates/batch.hpp>

namespace ff {
namespace detail {

inline constexpr int predicate_threads = 256;

/// What the plain stages left: how many, then the first of them, as far as the workspace goes.
struct left_items {
  unsigned long long* count;
  size_t* item;
  size_t room;
};

// Adds what the threads of a block counted to *total.
__device__ inline void add_counts(const predicates::stage_counts& mine, predicates::stage_counts* total) {
  const uint64 counts[] = {mine.filter, mine.pairs, mine.lattice, mine.limbs};
  uint64* const to[] = {&total->filter, &total->pairs, &total->lattice, &total->limbs};
#pragma unroll
  for (int s = 0; s < 4; ++s) {
    uint64 sum = counts[s];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x % 32 == 0 && sum != 0) atomicAdd(to[s], sum);
  }
}

/// The plain stages of item i in each thread; an item that they leave is marked and, while there is room,
/// queued.
template <predicates::determinant which, bool counted, class Items>
__global__ void __launch_bounds__(predicate_threads)
    plain_signs(Items items, size_t n, sign* signs, left_items left, predicates::stage_counts* counts) {
  const size_t i = size_t{blockIdx.x} * predicate_threads + threadIdx.x;
  predicates::stage_counts mine;
  predicates::uncounted nothing;
  bool leaves = false;
  if (i < n) {
    const batch_item<which, Items> item(items, i);
    const sign s = counted ? item.plain(mine) : item.plain(nothing);
    leaves = s == undecided;
    signs[i] = s;
  }
  if (counted) add_counts(mine, counts);

  // The block asks for its places at once.
  if (!__syncthreads_or(leaves)) return;
  __shared__ unsigned before[predicate_threads / 32 + 1];
  __shared__ unsigned long long first;
  const unsigned leaving = __ballot_sync(0xffffffffu, leaves), warp = threadIdx.x / 32,
                 lane = threadIdx.x % 32;
  if (lane == 0) before[warp + 1] = static_cast<unsigned>(__popc(static_cast<int>(leaving)));
  __syncthreads();
  if (threadIdx.x == 0) {
    before[0] = 0;
    for (int w = 0; w < predicate_threads / 32; ++w) before[w + 1] += before[w];
    first = atomicAdd(left.count, static_cast<unsigned long long>(before[predicate_threads / 32]));
  }
  __syncthreads();
  const size_t place =
      first + before[warp] + static_cast<unsigned>(__popc(static_cast<int>(leaving & ((1u << lane) - 1))));
  if (leaves && place < left.room) left.item[place] = i;
}

/// Decides the queued items; where there was no room for some, all that are marked.
template <predicates::determinant which, bool counted, class Items>
__global__ void __launch_bounds__(predicate_threads)
    exact_signs(Items items, size_t n, sign* signs, left_items left, predicates::stage_counts* counts) {
  predicates::stage_counts mine;
  predicates::uncounted nothing;
  const auto decide = [&](size_t i) {
    const batch_item<which, Items> item(items, i);
    signs[i] = counted ? item.exact(mine) : item.exact(nothing);
  };
  const size_t step = size_t{gridDim.x} * predicate_threads, queued = *left.count;
  const size_t mine_first = size_t{blockIdx.x} * predicate_threads + threadIdx.x;
  if (queued <= left.room) {
    for (size_t q = mine_first; q < queued; q += step) decide(left.item[q]);
  } else {
    for (size_t i = mine_first; i < n; i += step) {
      if (signs[i] == undecided) decide(i);
    }
  }
  if (counted) add_counts(mine, counts);
}

}  // namespace detail

namespace predicates {

/// A workspace with room for `left` of the items in the queue of those that the plain stages leave.  With
/// less than were needed the second kernel looks through all signs instead: slower, as right.
inline size_t workspace_bytes(size_t left) { return sizeof(unsigned long long) + left * sizeof(size_t); }

/// signs[i] = the predicate `which` of item i, i < n: Items is arrays<P, count>, indexed<P, count>, or
/// anything that gives point k of item i as items(i, k) on the device.  Items' arrays, signs and workspace
/// are in device memory.  The counts of the stages are added to *counts, in device memory, unless it is null.
/// cudaErrorInvalidValue for null pointers and a workspace below 8 bytes or not aligned to 8, else what the
/// launches return.
///
///   cudaMalloc(&workspace, ff::predicates::workspace_bytes(n / 8));
///   ff::predicates::evaluate<ff::predicates::determinant::orient3d>(
///       ff::predicates::arrays<ff::point3<float>, 4>{{a, b, c, d}}, n, signs, workspace,
///       ff::predicates::workspace_bytes(n / 8), stream);
template <determinant which, class Items>
cudaError_t evaluate(const Items& items, size_t n, sign* signs, void* workspace, size_t workspace_bytes,
                     cudaStream_t stream = nullptr, stage_counts* counts = nullptr) {
  using namespace detail;
  if (n == 0) return cudaSuccess;
  if (signs == nullptr || workspace == nullptr || workspace_bytes < sizeof(unsigned long long) ||
      reinterpret_cast<size_t>(workspace) % alignof(unsigned long long) != 0)
    return cudaErrorInvalidValue;
  auto* const count = static_cast<unsigned long long*>(workspace);
  const left_items left{count, reinterpret_cast<size_t*>(count + 1),
                        (workspace_bytes - sizeof *count) / sizeof(size_t)};
  cudaError_t status = cudaMemsetAsync(count, 0, sizeof *count, stream);
  if (status != cudaSuccess) return status;

  const size_t blocks = n / predicate_threads + (n % predicate_threads != 0 ? 1 : 0);
  if (blocks > 0x7fffffff) return cudaErrorInvalidValue;
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(static_cast<unsigned>(blocks));
  launch.blockDim = dim3(predicate_threads);
  launch.stream = stream;
  status = counts != nullptr
               ? cudaLaunchKernelEx(&launch, plain_signs<which, true, Items>, items, n, signs, left, counts)
               : cudaLaunchKernelEx(&launch, plain_signs<which, false, Items>, items, n, signs, left, counts);
  if (status != cudaSuccess) return status;
  constexpr size_t exact_blocks = 1024;  // they stride over the queue
  launch.gridDim = dim3(static_cast<unsigned>(blocks < exact_blocks ? blocks : exact_blocks));
  return counts != nullptr
             ? cudaLaunchKernelEx(&launch, exact_signs<which, true, Items>, items, n, signs, left, counts)
             : cudaLaunchKernelEx(&launch, exact_signs<which, false, Items>, items, n, signs, left, counts);
}

}  // namespace predicates
}  // namespace ff

#endif
