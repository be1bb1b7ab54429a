// Batches of predicates on the device.
//
// One kernel takes the cheap stages of every item in its stride.  What they leave is queued, so that the
// others run in full warps, and a second kernel decides it.  Nothing is allocated, no one waits: both
// kernels are queued on `stream`, and may be captured in a graph.
#pragma once

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)

#include <ff/predicates/batch.hpp>

namespace ff {
namespace detail {

inline constexpr int predicate_threads = 256;

/// Holds what the cheap stages left: how many, then the first of them, as far as the workspace goes.
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
    for (int distance = 16; distance > 0; distance /= 2)
      sum += ::__shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x % 32 == 0 && sum != 0) ::atomicAdd(to[s], sum);
  }
}

/// Items a thread: with two, whose loads are under way together, memory is kept busy although the lattice's
/// registers leave room for half the threads.
template <class Item>
inline constexpr int items_of_thread = Item::lattice_is_cheap ? 2 : 1;

/// The cheap stages; an item that they leave is marked and, while there is room, queued.
template <predicates::determinant which, bool counted, class Items, class Item = batch_item<which, Items>>
__global__ void __launch_bounds__(predicate_threads, Item::lattice_is_cheap ? 4 : 1)
    cheap_signs(Items items, size_t n, sign* signs, left_items left, predicates::stage_counts* counts) {
  constexpr int share = items_of_thread<Item>;
  const size_t begin = size_t{blockIdx.x} * (share * predicate_threads) + threadIdx.x;
  Item item[share];
#pragma unroll
  for (int k = 0; k < share; ++k) {
    const size_t i = begin + static_cast<size_t>(k * predicate_threads);
    item[k] = Item(items, i < n ? i : n - 1);
  }
  predicates::stage_counts mine;
  predicates::uncounted nothing;
  unsigned leaving[share], left_here = 0;  // the lanes of this warp that leave item k
#pragma unroll
  for (int k = 0; k < share; ++k) {
    const size_t i = begin + static_cast<size_t>(k * predicate_threads);
    bool leaves = false;
    if (i < n) {
      const sign s = counted ? item[k].cheap(mine) : item[k].cheap(nothing);
      leaves = s == undecided;
      signs[i] = s;
    }
    leaving[k] = __ballot_sync(0xffffffffu, leaves);
    left_here += static_cast<unsigned>(__popc(static_cast<int>(leaving[k])));
  }
  if (counted) add_counts(mine, counts);

  // The block asks for its places at once.
  if (!__syncthreads_or(left_here != 0)) return;
  constexpr unsigned warps = predicate_threads / 32;
  __shared__ unsigned before[warps + 1];  // in the warps below
  __shared__ unsigned long long first;
  const unsigned warp = threadIdx.x / 32, lane = 1u << threadIdx.x % 32;
  if (threadIdx.x % 32 == 0) before[warp + 1] = left_here;
  __syncthreads();
  if (threadIdx.x == 0) {
    before[0] = 0;
    for (unsigned w = 0; w < warps; ++w) before[w + 1] += before[w];
    first = ::atomicAdd(left.count, static_cast<unsigned long long>(before[warps]));
  }
  __syncthreads();
  size_t place = first + before[warp];
#pragma unroll
  for (int k = 0; k < share; ++k) {
    const size_t mine_at = place + static_cast<unsigned>(__popc(static_cast<int>(leaving[k] & (lane - 1))));
    if ((leaving[k] & lane) != 0 && mine_at < left.room)
      left.item[mine_at] = begin + static_cast<size_t>(k * predicate_threads);
    place += static_cast<unsigned>(__popc(static_cast<int>(leaving[k])));
  }
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

/// A workspace with room for `left` of the items in the queue of those that the cheap stages leave.  With
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

  constexpr size_t share = size_t{predicate_threads} * items_of_thread<batch_item<which, Items>>;
  const size_t blocks = n / share + (n % share != 0 ? 1 : 0);
  if (blocks > 0x7fffffff) return cudaErrorInvalidValue;
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(static_cast<unsigned>(blocks));
  launch.blockDim = dim3(predicate_threads);
  launch.stream = stream;
  status = counts != nullptr
               ? cudaLaunchKernelEx(&launch, cheap_signs<which, true, Items>, items, n, signs, left, counts)
               : cudaLaunchKernelEx(&launch, cheap_signs<which, false, Items>, items, n, signs, left, counts);
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
