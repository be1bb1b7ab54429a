// Launches of all methods in one arithmetic: included by one source for each.
#pragma once

#include "certified_gpu.cuh"
#include "command/device.cuh"
#include "functions.hpp"
#include "meet_gpu.cuh"
#include "methods.hpp"

namespace bezier {

inline constexpr unsigned pairs_a_block = 128;

inline unsigned blocks_of(int count) {
  return (static_cast<unsigned>(count) + pairs_a_block - 1) / pairs_a_block;
}
inline __device__ int pair_number() { return static_cast<int>(blockIdx.x * pairs_a_block + threadIdx.x); }

/// Says what the GPU has for a choice: kernels over `count` > 0 pairs in its memory, and over the rays of
/// pictures.
struct gpu_functions {
  void (*find)(const ray_and_patch* pairs, int count, point_list* found);
  stage_times (*in_stages)(const ray_and_patch* pairs, int count, point_list* found);
  meeting_launch meet;
};
gpu_functions functions_on_gpu(const choice& c);

gpu_functions gpu_functions_in_float(method m);
gpu_functions gpu_functions_in_double(method m);
gpu_functions gpu_functions_in_pairs(method m);
gpu_functions gpu_certified_mixed();

// ---------------------------------------------------------------- all points

template <class Method>
__global__ void __launch_bounds__(pairs_a_block)
    find_kernel(const ray_and_patch* pairs, int count, point_list* found) {
  const int i = pair_number();
  if (i < count) Method::find(pairs[i].r, pairs[i].s, found[i]);
}

template <class Method>
void launch_find(const ray_and_patch* pairs, int count, point_list* found) {
  find_kernel<Method><<<blocks_of(count), pairs_a_block>>>(pairs, count, found);
  command::check(cudaGetLastError(), "kernel launch");
}

// ---------------------------------------------------------------- Kajiya's method in stages

// Numbers of neighbouring pairs lie side by side: number k of pair i at k count + i.

template <basis B, class T>
__global__ void __launch_bounds__(pairs_a_block)
    form_kernel(const ray_and_patch* pairs, int count, T* coefficients) {
  const int i = pair_number();
  if (i >= count) return;
  resultant<T> r;
  form<B>(pairs[i].r, pairs[i].s, r);
  const std::size_t n = static_cast<std::size_t>(count), at = static_cast<std::size_t>(i);
  for (std::size_t k = 0; k <= resultant<T>::degree; ++k) coefficients[k * n + at] = r.c[k];
}

template <basis B, class T>
__global__ void __launch_bounds__(pairs_a_block)
    root_kernel(const T* coefficients, int count, T* v, int* roots) {
  const int i = pair_number();
  if (i >= count) return;
  const std::size_t n = static_cast<std::size_t>(count), at = static_cast<std::size_t>(i);
  resultant<T> r;
  for (std::size_t k = 0; k <= resultant<T>::degree; ++k) r.c[k] = coefficients[k * n + at];
  root_list<T> found;
  find_roots<B>(r, found);
  roots[i] = found.count;
  for (int k = 0; k < found.count; ++k) v[static_cast<std::size_t>(k) * n + at] = found.v[k];
}

template <basis B, class T>
__global__ void __launch_bounds__(pairs_a_block)
    other_kernel(const ray_and_patch* pairs, int count, const T* v, const int* roots, point_list* found) {
  const int i = pair_number();
  if (i >= count) return;
  const std::size_t n = static_cast<std::size_t>(count), at = static_cast<std::size_t>(i);
  root_list<T> r;
  r.count = roots[i];
  for (int k = 0; k < r.count; ++k) r.v[k] = v[static_cast<std::size_t>(k) * n + at];
  clear(found[i]);
  add_points<B>(pairs[i].r, pairs[i].s, r, found[i]);
}

/// Launches `stage_runs` times; the least time in milliseconds.
template <class Launch>
double least_time_of(const Launch& launch) {
  command::event start, end;
  double least = 0;
  for (int run = 0; run < stage_runs; ++run) {
    start.record();
    launch();
    command::check(cudaGetLastError(), "kernel launch");
    end.record();
    command::check(cudaEventSynchronize(end.handle), "kernel");
    const double time = command::between(start, end);
    least = run == 0 ? time : std::min(least, time);
  }
  return least;
}

template <basis B, class T>
stage_times find_in_stages(const ray_and_patch* pairs, int count, point_list* found) {
  const auto n = static_cast<std::size_t>(count);
  command::buffer<T> coefficients, v;
  command::buffer<int> roots;
  T* c = coefficients.at_least(n * (resultant<T>::degree + 1));
  T* v_of = v.at_least(n * resultant<T>::degree);
  int* roots_of = roots.at_least(n);
  const unsigned blocks = blocks_of(count);
  stage_times times;
  times.pairs = n;
  times.formation = least_time_of([&] { form_kernel<B, T><<<blocks, pairs_a_block>>>(pairs, count, c); });
  times.root_finding =
      least_time_of([&] { root_kernel<B, T><<<blocks, pairs_a_block>>>(c, count, v_of, roots_of); });
  times.other_coordinate = least_time_of(
      [&] { other_kernel<B, T><<<blocks, pairs_a_block>>>(pairs, count, v_of, roots_of, found); });
  std::vector<int> root_counts(n);
  roots.copy_out(root_counts.data(), n);
  for (const int r : root_counts) times.roots += static_cast<std::uint64_t>(r);
  return times;
}

/// T is float, double or ff_t.
template <class T>
gpu_functions gpu_functions_in(method m) {
  switch (m) {
    case method::kajiya:
      return {launch_find<kajiya<T>>, find_in_stages<basis::power, T>, launch_meeting<kajiya<T>>};
    case method::kajiya_bernstein:
      return {launch_find<kajiya_bernstein<T>>, find_in_stages<basis::bernstein, T>,
              launch_meeting<kajiya_bernstein<T>>};
    case method::newton:
      return {launch_find<newton<T>>, nullptr, launch_meeting<newton<T>>};
    case method::certified:
      break;
  }
  return {by_blocks<T, T>::find, nullptr, by_blocks<T, T>::meet};
}

}  // namespace bezier
