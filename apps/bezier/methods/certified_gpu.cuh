// The kernels of the certified search: a block's threads share out the boxes of its rays and patches.
#pragma once

#include <algorithm>
#include <ff/geometry/cuda.hpp>
#include <map>

#include "../steps.hpp"
#include "command/device.cuh"
#include "methods.hpp"

namespace bezier {

/// Says how many pairs a block searches at a time, by how many threads, and how many blocks are to run at
/// once on a multiprocessor.
template <int Pairs, int Threads, int Blocks>
struct block_shape {
  static constexpr int pairs = Pairs, threads = Threads, blocks = Blocks;
};
/// Less than 64 KB: they run on every GPU.
using small_blocks = block_shape<64, 128, 4>;
/// A whole multiprocessor of compute capability 9.0.  A round of twice as many boxes lasts less than twice as
/// long, so that as many pairs are searched as fit.  Of the 256 KB the L1 cache keeps 60 if the block has at
/// most 196: it holds what the threads keep in local memory.
using large_blocks = block_shape<512, 512, 1>;

template <class Boxes, class Values, class Shape>
using block_memory = ff::geometry::block_memory<Boxes, Values, Shape::pairs, Shape::threads>;

/// A block's shared memory, which is more than the compiler declares by itself.
template <class T>
__device__ T& shared_memory() {
  extern __shared__ ff::uint64 bytes[];
  return *reinterpret_cast<T*>(bytes);
}

/// Says how many elements of a launch by such blocks have been taken.
template <class Memory>
__device__ int taken_elements = 0;

/// Lets the L2 cache have what is needed soon.
template <class T>
__device__ void prefetch(const T& x) {
  const char* const at = reinterpret_cast<const char*>(&x);
  for (unsigned byte = 0; byte < sizeof x; byte += 128)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(at + byte));
}

/// All points of each pair.
template <class Boxes, class Values, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    find_by_blocks(ff::geometry::block_store<Values, Shape::pairs>* stores, int slots,
                   const ray_and_patch* pairs, int count, point_list* found) {
  using memory_of_block = block_memory<Boxes, Values, Shape>;
  auto& memory = shared_memory<memory_of_block>();
  ff::geometry::certified_hits_of_stream(
      memory, stores[blockIdx.x], slots,
      [&](int slot) {
        const int number = memory.number[slot] = atomicAdd(&taken_elements<memory_of_block>, 1);
        if (number < count) prefetch(pairs[number]);
        return number < count;
      },
      [&](int slot) -> const ray_and_patch& { return pairs[memory.number[slot]]; },
      [&](int slot, const ff::geometry::patch_hits<Values>& h) {
        certified<Boxes, Values>::list(h, found[memory.number[slot]]);
      });
}

/// Pairs of a task and one of its candidates, of which so many have been before.
template <class Boxes, class Values, class Shape>
struct meeting_memory {
  block_memory<Boxes, Values, Shape> search;
  int task[Shape::pairs], before[Shape::pairs];
  candidate at[Shape::pairs];
};

/// The candidates of each task, one after another.
template <class Boxes, class Values, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    meet_by_blocks(ff::geometry::block_store<Values, Shape::pairs>* stores, int slots, int n, const int* list,
                   task* tasks, scene_view scene) {
  struct meeting {
    const ray& r;
    const patch& s;
  };
  using memory_of_block = meeting_memory<Boxes, Values, Shape>;
  auto& m = shared_memory<memory_of_block>();
  static_assert(Shape::pairs <= Shape::threads, "each slot has a thread");
  if (threadIdx.x < Shape::pairs) m.task[threadIdx.x] = -1;
  ff::geometry::certified_hits_of_stream(
      m.search, stores[blockIdx.x], slots,
      [&](int slot) {
        for (;;) {
          if (m.task[slot] >= 0 && has_next(tasks[m.task[slot]], m.before[slot]++, m.at[slot])) return true;
          const int next = atomicAdd(&taken_elements<memory_of_block>, 1);
          if (next >= n) return false;
          m.task[slot] = list[next], m.before[slot] = 0;
        }
      },
      [&](int slot) {
        return meeting{tasks[m.task[slot]].r, scene.patches[m.at[slot].patch()]};
      },
      [&](int slot, const ff::geometry::patch_hits<Values>& h) {
        task& t = tasks[m.task[slot]];
        certified<Boxes, Values>::take_nearest(h, t.r, m.at[slot].patch(), t.hit);
        count_met(t, m.at[slot]);
      });
}

// ---------------------------------------------------------------- launches

inline int current_device() {
  int device = 0;
  command::check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}
inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  command::check(cudaDeviceGetAttribute(&value, attribute, current_device()), "cudaDeviceGetAttribute");
  return value;
}

/// The stores of as many blocks, on the current device; they are kept for the thread's next launch there.
template <class Store>
Store* stores_of(int blocks) {
  thread_local std::map<int, command::buffer<Store>> of_device;
  return of_device[current_device()].at_least(static_cast<std::size_t>(blocks));
}

/// As many blocks as run at once, which take n elements by way of as many slots as suit; arguments follow
/// their number.
template <class Memory, class Store, class Shape, class Kernel, class... Arguments>
void launch_blocks(Kernel* kernel, int n, Arguments... arguments) {
  constexpr std::size_t bytes = sizeof(Memory);
  command::check(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "cudaFuncSetAttribute");
  void* taken = nullptr;
  command::check(cudaGetSymbolAddress(&taken, taken_elements<Memory>), "cudaGetSymbolAddress");
  command::check(cudaMemsetAsync(taken, 0, sizeof(int)), "cudaMemsetAsync");
  const int at_once = Shape::blocks * device_attribute(cudaDevAttrMultiProcessorCount);
  const int slots = std::clamp((n + at_once - 1) / at_once, 1, Shape::pairs);
  const int blocks = std::min(at_once, (n + slots - 1) / slots);
  kernel<<<static_cast<unsigned>(blocks), Shape::threads, bytes>>>(stores_of<Store>(blocks), slots,
                                                                   arguments...);
  command::check(cudaGetLastError(), "kernel launch");
}

/// The certified search by blocks of a shape.
template <class Boxes, class Values, class Shape = small_blocks>
struct by_blocks {
  using finding = block_memory<Boxes, Values, Shape>;
  using meeting = meeting_memory<Boxes, Values, Shape>;
  using store = typename finding::store;

  static_assert(Shape::pairs > small_blocks::pairs || sizeof(meeting) <= 64 * 1024, "all GPUs have 64 KB");
  static_assert(sizeof(meeting) <= 195 * 1024, "with 1 KB of the system's, 196 KB");

  /// Returns whether this GPU has the shared memory.
  static bool fit() {
    return device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) >= static_cast<int>(sizeof(meeting));
  }
  static void find(const ray_and_patch* pairs, int count, point_list* found) {
    launch_blocks<finding, store, Shape>(find_by_blocks<Boxes, Values, Shape>, count, pairs, count, found);
  }
  static void meet(int n, const int* list, task* tasks, const scene_view& scene) {
    launch_blocks<meeting, store, Shape>(meet_by_blocks<Boxes, Values, Shape>, n, n, list, tasks, scene);
  }
};

}  // namespace bezier
