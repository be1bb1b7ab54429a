// The kernels of the certified search: a block's threads share out the boxes of its rays and patches.
#pragma once

#include <algorithm>
#include <ff/geometry/cuda.hpp>

#include "command/device.cuh"
#include "draw.hpp"
#include "methods.hpp"
#include "steps.hpp"

namespace bezier {

/// How many pairs a block searches at a time, by how many threads, and how many blocks are to run at once on
/// a multiprocessor.
template <int Pairs, int Threads, int Blocks>
struct block_shape {
  static constexpr int pairs = Pairs, threads = Threads, blocks = Blocks;
};
/// Less than 64 KB: they run on every GPU.
using small_blocks = block_shape<64, 128, 4>;
/// Twice that.  More warps run the same instructions, so that fewer wait for them to be fetched.
using large_blocks = block_shape<128, 256, 2>;

template <class Boxes, class Values, class Shape>
using block_memory = ff::geometry::block_memory<Boxes, Values, Shape::pairs, Shape::threads>;

/// A block's shared memory, which is more than the compiler declares by itself.
template <class T>
__device__ T& shared_memory() {
  extern __shared__ ff::uint64 bytes[];
  return *reinterpret_cast<T*>(bytes);
}

/// All points of each pair.
template <class Boxes, class Values, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    find_by_blocks(const ray_and_patch* pairs, int count, point_list* found) {
  const int first = static_cast<int>(blockIdx.x) * Shape::pairs;
  ff::geometry::certified_hits_of_block(
      shared_memory<block_memory<Boxes, Values, Shape>>(), ::min(Shape::pairs, count - first),
      [&](int i) -> const ray_and_patch& { return pairs[first + i]; },
      [&](int i, const ff::geometry::patch_hits<Values>& h) {
        certified<Boxes, Values>::list(h, found[first + i]);
      });
}

/// Pairs of a task and one of its candidates.
template <class Boxes, class Values, class Shape>
struct meeting_memory {
  block_memory<Boxes, Values, Shape> search;
  int task[Shape::pairs], count;
  candidate at[Shape::pairs];
};

/// The candidates of each of up to Shape::pairs tasks, one after another.
template <class Boxes, class Values, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    meet_by_blocks(int n, const int* list, task* tasks, scene_view scene, int tasks_of_block) {
  struct meeting {
    const ray& r;
    const patch& s;
  };
  auto& m = shared_memory<meeting_memory<Boxes, Values, Shape>>();
  const int first = static_cast<int>(blockIdx.x) * tasks_of_block, own = ::min(tasks_of_block, n - first);
  const ff::detail::block_group block;
  for (int k = 0;; ++k) {
    if (threadIdx.x == 0) m.count = 0;
    block.wait();
    block.each(own, [&](int i) {
      task& t = tasks[list[first + i]];
      candidate next{};
      if (!has_next(t, k, next)) return;
      const int place = block.take(m.count, 1);
      m.task[place] = list[first + i], m.at[place] = next;
    });
    const int count = m.count;
    if (count == 0) return;
    ff::geometry::certified_hits_of_block(
        m.search, count,
        [&](int i) {
          return meeting{tasks[m.task[i]].r, scene.patches[m.at[i].patch()]};
        },
        [&](int i, const ff::geometry::patch_hits<Values>& h) {
          task& t = tasks[m.task[i]];
          certified<Boxes, Values>::take_nearest(h, t.r, m.at[i].patch(), t.hit);
          count_met(t, m.at[i]);
        });
  }
}

// ---------------------------------------------------------------- launches

inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  command::check(cudaGetDevice(&device), "cudaGetDevice");
  command::check(cudaDeviceGetAttribute(&value, attribute, device), "cudaDeviceGetAttribute");
  return value;
}

template <class Memory, class Shape, class Kernel, class... Arguments>
void launch_blocks(Kernel* kernel, int n, int of_block, Arguments... arguments) {
  constexpr std::size_t bytes = sizeof(Memory);
  command::check(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "cudaFuncSetAttribute");
  const unsigned blocks = static_cast<unsigned>((n + of_block - 1) / of_block);
  kernel<<<blocks, Shape::threads, bytes>>>(arguments...);
  command::check(cudaGetLastError(), "kernel launch");
}

/// The certified search by blocks of a shape.
template <class Boxes, class Values, class Shape = small_blocks>
struct by_blocks {
  using finding = block_memory<Boxes, Values, Shape>;
  using meeting = meeting_memory<Boxes, Values, Shape>;

  static_assert(Shape::pairs > small_blocks::pairs || sizeof(meeting) <= 64 * 1024, "all GPUs have 64 KB");

  /// Whether this GPU has the shared memory.
  static bool fit() {
    return device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) >= static_cast<int>(sizeof(meeting));
  }
  static void find(const ray_and_patch* pairs, int count, point_list* found) {
    launch_blocks<finding, Shape>(find_by_blocks<Boxes, Values, Shape>, count, Shape::pairs, pairs, count,
                                  found);
  }
  /// Few tasks are dealt to twice the blocks that run at once.
  static void meet(int n, const int* list, task* tasks, const scene_view& scene) {
    const int shares = 2 * Shape::blocks * device_attribute(cudaDevAttrMultiProcessorCount);
    const int of_block = std::clamp((n + shares - 1) / shares, 1, Shape::pairs);
    launch_blocks<meeting, Shape>(meet_by_blocks<Boxes, Values, Shape>, n, of_block, n, list, tasks, scene,
                                  of_block);
  }
};

}  // namespace bezier
