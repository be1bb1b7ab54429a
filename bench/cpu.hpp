// The same operations on the host: loops over arrays that stay in the first-level cache.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gpu.hpp"

namespace bench {

constexpr std::size_t cpu_elements = 1024;

struct cpu_kernel {
  operation what;  ///< type __float128 for the quad operations, whose ids begin with quad_
  double (*seconds)(int sweeps);
};
const std::vector<cpu_kernel>& cpu_kernels();

/// Arrays of n elements of 8 bytes, larger than the caches, read and written once.
struct host_array_kernel {
  const char* name;
  const char* type;  ///< double; double->ff and back
  double (*seconds)(std::size_t n);
};
const std::vector<host_array_kernel>& host_array_kernels();

const std::vector<paper_kernel>& cpu_paper_kernels();

}  // namespace bench
