// What the CUDA files offer to the rest: no CUDA in the interface but check().
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "operations.hpp"

namespace bench {

struct gpu_info {
  std::string name, architecture, driver, runtime;
  int processors = 0;
  std::size_t memory = 0;
};

/// The first CUDA device; false when there is none that this build can use, and `why` says so.
bool open_gpu(gpu_info& info, std::string& why);

// ---- chains

constexpr int block_size = 256;  ///< threads

struct chain_time {
  double seconds;        ///< of the kernel, from CUDA events
  double cycles;         ///< of the loop, one warp's SM clock
  double clock_seconds;  ///< the same in global time: cycles / clock_seconds is the clock
  double results;
};

struct chain_kernel {
  operation what;
  int unrolled;  ///< links a round
  int together;  ///< chains a thread of the second form
  chain_time (*one_chain)(bool whole_gpu, int rounds);
  chain_time (*several_chains)(bool whole_gpu, int rounds);
};
const std::vector<chain_kernel>& chain_kernels();

// ---- elementary functions

/// Arguments are uniform in [low, high).
struct arguments {
  float low, high;
};

/// Calls of a function of one type on arguments drawn in registers, harness included.
struct function_kernel {
  const char* name;
  const char* type;  ///< ff, double or float
  int operands;
  arguments x, y;
  chain_time (*throughput)(arguments x, arguments y, int rounds);
  chain_time (*latency)(arguments x, arguments y,
                        int rounds);  ///< each argument from the result before; one warp
};
/// "null1" and "null2", the harness alone, come first.
const std::vector<function_kernel>& function_kernels();

// ---- arrays

/// A kernel over arrays of n elements; `repeat` launches back to back, seconds of one.
struct stream_kernel {
  const char* name;
  const char* type;  ///< float, ff, double, or float->ff: ff accumulation of floats
  double (*bytes)(std::size_t n);
  std::size_t (*footprint)(std::size_t n);  ///< bytes of device memory
  double (*seconds)(std::size_t n, int repeat);
};
const std::vector<stream_kernel>& stream_kernels();

/// The operators of the 2006 paper over arrays.
struct paper_kernel {
  const char* name;
  const char* algorithm;
  double (*seconds)(std::size_t n, int repeat);
};
const std::vector<paper_kernel>& gpu_paper_kernels();

#if defined(__CUDACC__)
void check(cudaError_t e, const char* what);
#endif

}  // namespace bench
