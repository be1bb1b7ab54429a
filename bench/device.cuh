// What the timed kernels share: the clock and the memory they write to.
#pragma once

#include "gpu.hpp"

namespace bench {

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

// One allocation each for the whole run.
struct workspace {
  void *operands = nullptr, *results = nullptr;
  stamp* elapsed = nullptr;
  cudaEvent_t begin{}, end{};
  std::size_t size = 0;
};

/// With room for so many bytes of results.
workspace& shared_workspace(std::size_t result_bytes);

}  // namespace bench
