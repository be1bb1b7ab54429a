// A GPU, as tools name it in what they print and record.  No CUDA here.
#pragma once

#include <cstddef>
#include <string>

namespace command {

struct gpu_info {
  std::string name, architecture;  ///< "sm_90"
  std::string driver, runtime;     ///< CUDA's versions: of the driver, and compiled with
  int processors = 0;
  std::size_t memory = 0;  ///< bytes
};

}  // namespace command
