// The rows of a family on the GPU; each family is compiled by a file of its own (family.cu.in).
#pragma once

#include "device.cuh"
#include "gpu_code.hpp"
#include "mutant.hpp"

namespace accuracy {
namespace {

// Out of line and compiled once: inlined into the kernels of every row they would be most of the build.
template <class Vectors>
__device__ __noinline__ operands draw_operands(const recipe& r, random_bits& bits, input_class cls) {
  return Vectors::draw(r, bits, cls);
}
__device__ __noinline__ operands relative(random_bits& bits, const recipe& r, const operands& v) {
  return catalogue::make_relative(bits, r, v);
}
template <class Entry>
__device__ __noinline__ outcome run(const operands& v) {
  return catalogue::apply<Entry>(v);
}
// The kind of vector that decides how all of its kind are drawn, hard and fitted ones apart.
template <class Vectors>
using drawn_as = std::conditional_t<
    std::is_base_of_v<catalogue::components, Vectors>, catalogue::components,
    std::conditional_t<std::is_base_of_v<catalogue::arguments, Vectors>, catalogue::arguments, Vectors>>;
template <class Vectors>
__device__ __noinline__ operands draw(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t i) {
  return catalogue::make_vector<Vectors>(r, seed, cls, i, draw_operands<drawn_as<Vectors>>);
}
template <class Judged>
__device__ __noinline__ double estimated(const recipe& r, const operands& v, const outcome& result) {
  return estimate<definition_of<Judged>, catalogue::signature_of<Judged>::operands,
                  catalogue::numbers_of<Judged>>(r, v, result);
}
template <class Definition>
__device__ __noinline__ bool wrong(const operands& v, const outcome& result) {
  return is_wrong_kind<Definition>(v, result);
}

template <class Row>
__global__ void evaluate_kernel(recipe r, std::uint64_t seed, class_list classes, std::uint64_t first,
                                std::uint64_t count, evaluation* results) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k >= count) return;
  const std::uint64_t i = first + k;
  const operands v = draw<typename Row::vectors>(r, seed, class_of(classes, i), i);
  results[k] = {v, run<typename Row::entry>(v)};
}

template <class Row>
__global__ void evaluate_given_kernel(const operands* given, int n, outcome* results) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) results[i] = run<typename Row::entry>(given[i]);
}
template <class Row>
void evaluate_given_on_device(const operands* given, int n, outcome* results) {
  evaluate_given_kernel<Row>
      <<<static_cast<unsigned>((n + block_size - 1) / block_size), block_size>>>(given, n, results);
}

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

// A search waits for its own steps most of the time: more threads, of fewer registers, hide that.
constexpr int hunting_blocks = 6;
template <class Row>
__global__ void __launch_bounds__(block_size, hunting_blocks)
    hunt_kernel(recipe r, origin from, int rounds, int sample, candidate* found) {
  using judged = typename Row::judged_as;
  const std::uint64_t climber = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  keep_worst(climb(r, from, climber, rounds, sample, run<typename Row::entry>, draw<typename Row::vectors>,
                   relative, estimated<judged>),
             found);
}

template <class Row>
__global__ void exhaust_kernel(recipe r, candidate* found) {
  using judged = typename Row::judged_as;
  const std::uint64_t thread = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  const std::uint64_t threads = gridDim.x * std::uint64_t{blockDim.x};
  keep_worst(worst_float(r, thread, threads, run<typename Row::entry>, estimated<judged>,
                         wrong<definition_of<judged>>),
             found);
}

/// Visits a family's rows and mutants.
struct bind_on_device {
  gpu_runners& all;

  template <class Row>
  void operator()(Row, const row_info& info) const {
    bind<Row>(info.name);
  }
  template <class Mutant>
  void operator()(const char*, Mutant, double) const {
    bind<Mutant>(Mutant::entry::name);
  }

 private:
  template <class Row>
  void bind(const char* name) const {
    device_code code{
        [](unsigned blocks, const recipe& r, std::uint64_t seed, const class_list& c, std::uint64_t first,
           std::uint64_t count,
           evaluation* out) { evaluate_kernel<Row><<<blocks, 256>>>(r, seed, c, first, count, out); },
        evaluate_given_on_device<Row>,
        [](unsigned blocks, const recipe& r, const origin& from, int rounds, int sample, candidate* out) {
          hunt_kernel<Row><<<blocks, block_size>>>(r, from, rounds, sample, out);
        },
        nullptr};
    using judged = typename Row::judged_as;
    if constexpr (definition_of<judged>::is_function && catalogue::signature_of<judged>::operands == 1) {
      code.exhaust = [](unsigned blocks, const recipe& r, candidate* out) {
        exhaust_kernel<Row><<<blocks, block_size>>>(r, out);
      };
    }
    all[name] = code;
  }
};

}  // namespace
}  // namespace accuracy
