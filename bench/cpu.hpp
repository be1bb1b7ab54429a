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

const std::vector<paper_kernel>& cpu_paper_kernels();

}  // namespace bench
