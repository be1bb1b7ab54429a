// Kernels of an operator, instantiated by device.cu for the operators and by functions/*.cu for a family
// each.
#pragma once

#include "backend.hpp"

namespace accuracy {

struct routines {
  void (*evaluate)(unsigned blocks, const recipe&, std::uint64_t, const class_list&, std::uint64_t first,
                   std::uint64_t count, evaluation*);
  void (*one)(const operands&, outcome*);
  void (*hunt)(unsigned blocks, const recipe&, const origin&, int rounds, int sample, candidate*);
  void (*exhaust)(unsigned blocks, const recipe&, candidate*);
};

/// Appends the routines of every function, in the order of for_each_function.
void add_function_routines(std::vector<routines>& all);
/// ... of every composite, in the order of for_each_composite.
void add_composite_routines(std::vector<routines>& all);

namespace {

// Out of line and compiled once: inlined into the kernels of every operator they would be most of the build.
__device__ __noinline__ operands make(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t i) {
  return make_vector(r, seed, cls, i);
}
__device__ __noinline__ operands relative(random_bits& bits, const recipe& r, const operands& v) {
  return make_relative(bits, r, v);
}
__device__ __noinline__ double judge(const recipe& r, const operands& v, ff::ff_t result) {
  return estimated_error(r, v, result);
}
template <class Op>
__device__ __noinline__ outcome run(const operands& v) {
  return Op::run(v);
}
template <class Op>
__device__ __noinline__ operands draw(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t i) {
  return draw_vector<Op>(r, seed, cls, i, make);
}
template <class Op>
__device__ __noinline__ double estimated(const recipe& r, const operands& v, const outcome& result) {
  return estimate<Op>(r, v, result, judge);
}

template <class Op>
__device__ __noinline__ bool wrong(const operands& v, const outcome& result) {
  return is_wrong_kind<Op>(v, result);
}

template <class Op>
__global__ void evaluate_kernel(recipe r, std::uint64_t seed, class_list classes, std::uint64_t first,
                                std::uint64_t count, evaluation* results) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k >= count) return;
  const std::uint64_t i = first + k;
  const operands v = draw<Op>(r, seed, classes.classes[i % static_cast<std::uint64_t>(classes.count)], i);
  results[k] = {v, run<Op>(v)};
}

template <class Op>
__global__ void evaluate_one_kernel(operands v, outcome* result) {
  *result = run<Op>(v);
}

constexpr int block_size = 128;

// The block's worst.
__device__ void keep_worst(const candidate& mine, candidate* found) {
  __shared__ double errors[block_size];
  __shared__ int winner;
  errors[threadIdx.x] = mine.error;
  __syncthreads();
  if (threadIdx.x == 0) {
    int best = 0;
    for (int t = 1; t < block_size; ++t) best = errors[t] > errors[best] ? t : best;
    winner = best;
  }
  __syncthreads();
  if (static_cast<int>(threadIdx.x) == winner) found[blockIdx.x] = mine;
}

template <class Op>
__global__ void hunt_kernel(recipe r, origin from, int rounds, int sample, candidate* found) {
  const std::uint64_t climber = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  keep_worst(climb(r, from, climber, rounds, sample, run<Op>, draw<Op>, relative, estimated<Op>), found);
}

template <class Op>
__global__ void exhaust_kernel(recipe r, candidate* found) {
  const std::uint64_t thread = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  const std::uint64_t threads = gridDim.x * std::uint64_t{blockDim.x};
  keep_worst(worst_float(r, thread, threads, run<Op>, estimated<Op>, wrong<Op>), found);
}

template <class Op>
routines routines_of() {
  return {[](unsigned blocks, const recipe& r, std::uint64_t seed, const class_list& c, std::uint64_t first,
             std::uint64_t count,
             evaluation* out) { evaluate_kernel<Op><<<blocks, 256>>>(r, seed, c, first, count, out); },
          [](const operands& v, outcome* out) { evaluate_one_kernel<Op><<<1, 1>>>(v, out); },
          [](unsigned blocks, const recipe& r, const origin& from, int rounds, int sample, candidate* out) {
            hunt_kernel<Op><<<blocks, block_size>>>(r, from, rounds, sample, out);
          },
          [](unsigned blocks, const recipe& r, candidate* out) {
            exhaust_kernel<Op><<<blocks, block_size>>>(r, out);
          }};
}

/// For for_each_operator and the families' lists: appends the routines of each.
struct gather {
  std::vector<routines>& all;
  template <class Op>
  void operator()(Op, const operator_info&) const {
    all.push_back(routines_of<Op>());
  }
  template <class F>
  void operator()(F, const char*, const ff::bounds::function_row&) const {
    all.push_back(routines_of<function_operator<F>>());
  }
};

}  // namespace
}  // namespace accuracy
