// Says what is timed beside cuSOLVER shares: both libraries' handles, arrays, and the clock.
#pragma once

#include <cusolverDn.h>

#include <algorithm>
#include <chrono>
#include <ff/linalg/cuda.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "../device.cuh"

namespace bench {
namespace {

using ff::ff_t;
using ff::int64;

void expect(cusolverStatus_t s) {
  if (s != CUSOLVER_STATUS_SUCCESS) throw std::runtime_error("cuSOLVER: status " + std::to_string(int(s)));
}
void expect(const ff::linalg::status& s) {
  if (!s.ok()) throw std::runtime_error(s.text());
}

/// Says what every decomposition is made with.
struct solvers {
  ff::linalg::context ours;
  cusolverDnHandle_t theirs = nullptr;

  solvers() {
    expect(ours.open(nullptr));
    expect(cusolverDnCreate(&theirs));
  }
};
solvers& shared() {
  static solvers all;
  return all;
}

template <class T>
struct array {
  explicit array(int64 n) : size(static_cast<std::size_t>(n)) { data = memory.at_least(size); }
  std::vector<T> read() {
    std::vector<T> x(size);
    memory.copy_out(x.data(), size);
    return x;
  }

  std::size_t size;
  buffer<T> memory;
  T* data;
};

template <class T>
__global__ void convert(const ff_t* x, T* to, int64 n) {
  for (int64 i = blockIdx.x * int64{256} + threadIdx.x; i < n; i += gridDim.x * int64{256})
    to[i] = static_cast<T>(x[i]);
}

/// On the host's clock, since the host takes part: the best of three after one to warm up; of two where one
/// takes over a second.
template <class F>
double best_seconds(F f) {
  const auto once = [&] {
    check(cudaDeviceSynchronize(), "linear algebra");
    const auto begin = std::chrono::steady_clock::now();
    f();
    check(cudaDeviceSynchronize(), "linear algebra");
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  double best = once();
  if (best > 1) return std::min(best, once());
  best = once();
  for (int i = 0; i < 2; ++i) best = std::min(best, once());
  return best;
}

}  // namespace
}  // namespace bench
