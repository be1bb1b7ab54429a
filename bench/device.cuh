// Says what the timed kernels share: the clock, the memory that they write to, and how they are launched.
#pragma once

#include "command/device.cuh"
#include "gpu.hpp"

namespace bench {

using command::buffer;
using command::check;

struct stamp {
  long long cycles;
  unsigned long long nanoseconds;
};

__device__ inline stamp now() {
  stamp s;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(s.cycles)::"memory");
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(s.nanoseconds)::"memory");
  return s;
}

/// Says what is allocated once for the whole run.
struct workspace {
  buffer<char> results;
  buffer<stamp> elapsed;
  cudaEvent_t begin{}, end{};
  workspace() {
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
  }
};
inline workspace& shared_workspace() {
  static workspace w;
  return w;
}

/// Seconds on the device from before to behind what launch() puts there.
template <class Launch>
double seconds_of(Launch launch) {
  const workspace& w = shared_workspace();
  check(cudaEventRecord(w.begin), "cudaEventRecord");
  launch();
  check(cudaGetLastError(), "kernel launch");
  check(cudaEventRecord(w.end), "cudaEventRecord");
  check(cudaEventSynchronize(w.end), "kernel");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, w.begin, w.end), "cudaEventElapsedTime");
  return milliseconds * 1e-3;
}

inline int attribute_of_device(cudaDeviceAttr which) {
  int value = 0, device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}
/// The blocks of a kernel that fit on one SM, and on the whole GPU.
template <class Kernel>
int blocks_on_sm(Kernel kernel) {
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block_size, 0),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return resident;
}
template <class Kernel>
unsigned blocks_on_gpu(Kernel kernel) {
  return static_cast<unsigned>(blocks_on_sm(kernel) * attribute_of_device(cudaDevAttrMultiProcessorCount));
}

/// Runs kernel(arguments.., results, elapsed) on a GPU full of its threads, or as one warp.  A thread makes
/// `results` results and writes `written` of them, of type Result.
template <class Result, class Kernel, class... Arguments>
chain_time run_kernel(Kernel kernel, bool whole_gpu, int written, double results, Arguments... arguments) {
  const unsigned blocks = whole_gpu ? blocks_on_gpu(kernel) : 1;
  const unsigned threads = whole_gpu ? block_size : 32;
  const std::size_t count = std::size_t{blocks} * threads;
  workspace& w = shared_workspace();
  auto* to = reinterpret_cast<Result*>(
      w.results.at_least(count * static_cast<std::size_t>(written) * sizeof(Result)));
  stamp* at = w.elapsed.at_least(1);
  const double seconds = seconds_of([&] { kernel<<<blocks, threads>>>(arguments..., to, at); });
  stamp elapsed{};
  w.elapsed.copy_out(&elapsed, 1);
  return {seconds, static_cast<double>(elapsed.cycles), static_cast<double>(elapsed.nanoseconds) * 1e-9,
          static_cast<double>(count) * results};
}

}  // namespace bench
