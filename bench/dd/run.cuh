// A type on the GPU: its results, and what a call takes beside the harness alone.
//
// A thread works through arguments that lie in L1.  It makes several calls with each, whose heads differ in
// their last bits, so that loads do not hide the arithmetic and nothing is computed once for all, and folds
// the words of each result into one.  The harness does the same with the words of x, y and z themselves.
#pragma once

#include <algorithm>

#include "bench/device.cuh"
#include "operations.hpp"

namespace bench {
namespace {

/// Makes a T of words and words of a T; double keeps the head.
template <class T>
struct dd_words {
  __device__ static T from(two_doubles w) { return T(w.hi, w.lo); }
  __device__ static two_doubles to(T x) { return {x.hi(), x.lo()}; }
};
template <>
struct dd_words<double> {
  __device__ static double from(two_doubles w) { return w.hi; }
  __device__ static two_doubles to(double x) { return {x, 0.0}; }
};

/// All three words are read, as by fma.
struct dd_harness {
  static constexpr const char* name = "";
  template <class T>
  __device__ static T of(T x, T y, T z) {
    const two_doubles a = dd_words<T>::to(x), b = dd_words<T>::to(y), c = dd_words<T>::to(z);
    const auto mixed = [](double p, double q, double r) {
      return __longlong_as_double(__double_as_longlong(p) ^ __double_as_longlong(q) ^
                                  __double_as_longlong(r));
    };
    return dd_words<T>::from({mixed(a.hi, b.hi, c.hi), mixed(a.lo, b.lo, c.lo)});
  }
};

constexpr int dd_in_l1 = 512;       ///< arguments that the timed loop reads: 24 KB
constexpr int dd_calls_a_load = 8;  ///< calls with each
struct dd_operands {
  const two_doubles *x, *y, *z;
};

template <class T, class Operation>
__global__ void dd_results(dd_operands in, two_doubles* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  using words = dd_words<T>;
  out[i] = words::to(Operation::of(words::from(in.x[i]), words::from(in.y[i]), words::from(in.z[i])));
}

/// w with other last bits of its head.
__device__ inline two_doubles dd_changed(two_doubles w, int k) {
  return {__longlong_as_double(__double_as_longlong(w.hi) ^ k), w.lo};
}

template <class T, class Operation>
__global__ void __launch_bounds__(block_size) dd_calls(dd_operands in, int rounds, long long* out) {
  using words = dd_words<T>;
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  long long folded = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    const unsigned i = (thread + 37u * static_cast<unsigned>(r)) % dd_in_l1;
    const two_doubles x = in.x[i], y = in.y[i], z = in.z[i];
#pragma unroll
    for (int k = 0; k < dd_calls_a_load; ++k) {
      const two_doubles w = words::to(Operation::of(
          words::from(dd_changed(x, k)), words::from(dd_changed(y, k)), words::from(dd_changed(z, k))));
      folded += __double_as_longlong(w.hi) ^ __double_as_longlong(w.lo);
    }
  }
  out[thread] = folded;
}

/// Seconds of the GPU a call, harness included: of the rounds that a longer run has more than a shorter one.
template <class T, class Operation>
double seconds_a_call(const dd_operands& in) {
  const unsigned blocks = blocks_on_gpu(dd_calls<T, Operation>);
  const std::size_t threads = std::size_t{blocks} * block_size;
  static buffer<long long> out;
  long long* const to = out.at_least(threads);
  const auto seconds = [&](int rounds) {
    return seconds_of([&] { dd_calls<T, Operation><<<blocks, block_size>>>(in, rounds, to); });
  };
  int rounds = 16;
  while (seconds(rounds) < 1e-3 && rounds < 1 << 16) rounds *= 2;
  std::vector<double> all;
  for (int i = 0; i < 7; ++i)
    all.push_back((seconds(3 * rounds) - seconds(rounds)) /
                  (2.0 * dd_calls_a_load * rounds * static_cast<double>(threads)));
  std::nth_element(all.begin(), all.begin() + 3, all.end());
  return all[3];
}

template <class T, class Operation>
void add_dd(std::vector<dd_run>& all, const char* type) {
  if constexpr (has_dd<Operation, T>) {
    const dd_arguments drawn = dd_arguments_of(Operation::name);
    static buffer<two_doubles> x, y, z, out;
    const auto on_device = [](buffer<two_doubles>& to, const std::vector<two_doubles>& from) {
      two_doubles* const at = to.at_least(from.size());
      check(cudaMemcpy(at, from.data(), from.size() * sizeof from[0], cudaMemcpyHostToDevice), "cudaMemcpy");
      return at;
    };
    const dd_operands in{on_device(x, drawn.x), on_device(y, drawn.y), on_device(z, drawn.z)};
    two_doubles* const to = out.at_least(dd_arguments::count);
    dd_results<T, Operation><<<dd_arguments::count / block_size, block_size>>>(in, to);
    check(cudaGetLastError(), "kernel launch");
    dd_run run{Operation::name, type, 0, 0, std::vector<two_doubles>(dd_arguments::count)};
    check(cudaMemcpy(run.results.data(), to, run.results.size() * sizeof run.results[0],
                     cudaMemcpyDeviceToHost),
          "results");
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, dd_calls<T, Operation>), "cudaFuncGetAttributes");
    run.registers = attributes.numRegs;
    run.seconds_a_call = seconds_a_call<T, Operation>(in) - seconds_a_call<T, dd_harness>(in);
    all.push_back(run);
  }
}

template <class T>
void add_dd_type(std::vector<dd_run>& all, const char* type) {
#define BENCH_DD_ADD(NAME, ...) add_dd<T, dd_##NAME>(all, type);
  BENCH_DD_OPERATIONS(BENCH_DD_ADD)
#undef BENCH_DD_ADD
}

}  // namespace
}  // namespace bench
