// The kernels of the certified search: a block's threads share out the boxes of its rays and patches.
#pragma once

#include <ff/geometry/cuda.hpp>

#include "command/device.cuh"
#include "draw.hpp"
#include "methods.hpp"
#include "steps.hpp"

namespace bezier {

constexpr int pairs_of_block = 128, threads_of_block = 256, blocks_at_once = 2;

template <class Boxes, class Values>
using block_memory = ff::geometry::block_memory<Boxes, Values, pairs_of_block, threads_of_block>;

/// A block's shared memory, which is more than the compiler declares by itself.
template <class T>
__device__ T& shared_memory() {
  extern __shared__ ff::uint64 bytes[];
  return *reinterpret_cast<T*>(bytes);
}

/// All points of each pair.
template <class Boxes, class Values>
__global__ void __launch_bounds__(threads_of_block, blocks_at_once)
    find_by_blocks(const ray_and_patch* pairs, int count, point_list* found) {
  const int first = static_cast<int>(blockIdx.x) * pairs_of_block;
  ff::geometry::certified_hits_of_block(
      shared_memory<block_memory<Boxes, Values>>(), ::min(pairs_of_block, count - first),
      [&](int i) -> const ray_and_patch& { return pairs[first + i]; },
      [&](int i, const ff::geometry::patch_hits<Values>& h) {
        certified<Boxes, Values>::list(h, found[first + i]);
      });
}

/// Pairs of a task and one of its candidates.
template <class Boxes, class Values>
struct meeting_memory {
  block_memory<Boxes, Values> search;
  int task[pairs_of_block], count;
  candidate at[pairs_of_block];
};

/// The candidates of each task, one after another: at a time one of each task that has more.
template <class Boxes, class Values>
__global__ void __launch_bounds__(threads_of_block, blocks_at_once)
    meet_by_blocks(int n, const int* list, task* tasks, scene_view scene) {
  struct meeting {
    const ray& r;
    const patch& s;
  };
  auto& m = shared_memory<meeting_memory<Boxes, Values>>();
  const int first = static_cast<int>(blockIdx.x) * pairs_of_block, own = ::min(pairs_of_block, n - first);
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

template <class Memory, class Kernel, class... Arguments>
void launch_blocks(Kernel* kernel, int n, Arguments... arguments) {
  constexpr std::size_t bytes = sizeof(Memory);
  command::check(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "cudaFuncSetAttribute");
  const unsigned blocks = (static_cast<unsigned>(n) + pairs_of_block - 1) / pairs_of_block;
  kernel<<<blocks, threads_of_block, bytes>>>(arguments...);
  command::check(cudaGetLastError(), "kernel launch");
}

template <class Boxes, class Values>
void launch_find_by_blocks(const ray_and_patch* pairs, int count, point_list* found) {
  launch_blocks<block_memory<Boxes, Values>>(find_by_blocks<Boxes, Values>, count, pairs, count, found);
}
template <class Boxes, class Values>
void launch_meeting_by_blocks(int n, const int* list, task* tasks, const scene_view& scene) {
  launch_blocks<meeting_memory<Boxes, Values>>(meet_by_blocks<Boxes, Values>, n, n, list, tasks, scene);
}

}  // namespace bezier
