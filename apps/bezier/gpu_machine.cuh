// The GPU that its thread has chosen as a machine for renderer.hpp.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>

#include "methods/methods_gpu.cuh"
#include "renderer.hpp"

namespace bezier {

constexpr unsigned step_block = 128;

template <class F>
__global__ void __launch_bounds__(step_block) run_each(int n, F f) {
  const unsigned k = blockIdx.x * step_block + threadIdx.x;
  if (k < static_cast<unsigned>(n)) f(static_cast<int>(k));
}

/// The first arrival's writes are before its fence, the second's reads after.
struct arrive_on_device {
  __device__ int operator()(int& arrivals) const {
    __threadfence();
    const int before = atomicAdd(&arrivals, 1);
    __threadfence();
    return before;
  }
};
struct climb_step {
  tree_in_work tree;

  __device__ void operator()(int place) const { bezier::climb(tree, place, arrive_on_device{}); }
};

struct add_counts {
  FF_HD counts operator()(const counts& a, const counts& b) const { return a + b; }
};
struct join_boxes {
  FF_HD box operator()(const box& a, const box& b) const { return join(a, b); }
};

class gpu_machine {
 public:
  static constexpr int rays_at_a_time = 1 << 20;

  template <class T>
  using array = command::buffer<T>;

  template <class F>
  void each(int n, const F& f) {
    if (n == 0) return;
    run_each<<<blocks_for(n), step_block>>>(n, f);
    command::check(cudaGetLastError(), "kernel launch");
  }
  template <class P>
  int select(int n, const P& wanted, int* list) {
    return select_of(thrust::make_counting_iterator(0), n, wanted, list);
  }
  template <class From, class P>
  int select_of(From from, int n, const P& wanted, int* list) {
    int* count = count_.at_least(1);
    command::with_memory(scratch_, [&](void* memory, std::size_t& bytes) {
      return cub::DeviceSelect::If(memory, bytes, from, list, count, n, wanted);
    });
    return read(count);
  }
  template <class F>
  counts sum(int n, const F& f) {
    counts* all = counts_.at_least(1);
    const auto each = thrust::make_transform_iterator(thrust::make_counting_iterator(0), f);
    command::with_memory(scratch_, [&](void* memory, std::size_t& bytes) {
      return cub::DeviceReduce::Reduce(memory, bytes, each, all, n, add_counts{}, counts{});
    });
    return read(all);
  }
  box join(const box* each, int n) {
    box* all = box_.at_least(1);
    command::with_memory(scratch_, [&](void* memory, std::size_t& bytes) {
      return cub::DeviceReduce::Reduce(memory, bytes, each, all, n, join_boxes{}, ff::geometry::empty_box());
    });
    return read(all);
  }
  void sort(array<uint64>& keys, int n) {
    uint64* sorted = sorted_.at_least(static_cast<std::size_t>(n));
    uint64* unsorted = keys.at_least(static_cast<std::size_t>(n));
    command::with_memory(scratch_, [&](void* memory, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(memory, bytes, unsorted, sorted, n);
    });
    command::check(
        cudaMemcpy(unsorted, sorted, static_cast<std::size_t>(n) * sizeof *sorted, cudaMemcpyDeviceToDevice),
        "cudaMemcpy");
  }
  void climb(const tree_in_work& tree) { each(tree.leaves, climb_step{tree}); }
  void meet(const choice& by, int n, const int* list, task* tasks, const scene_view& scene) {
    functions_on_gpu(by).meet(n, list, tasks, scene);
  }
  void finish() { command::check(cudaDeviceSynchronize(), "rendering"); }

 private:
  static unsigned blocks_for(int n) { return (static_cast<unsigned>(n) + step_block - 1) / step_block; }
  template <class T>
  static T read(const T* from) {
    T value{};
    command::check(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost), "kernel or copy");
    return value;
  }

  command::buffer<char> scratch_;
  command::buffer<int> count_;
  command::buffer<counts> counts_;
  command::buffer<box> box_;
  command::buffer<uint64> sorted_;
};

}  // namespace bezier
