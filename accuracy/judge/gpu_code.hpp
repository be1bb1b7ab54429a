// Says what the host knows of a row's kernels: their launches.  No CUDA here.
#pragma once

#include <map>
#include <string>

#include "runner.hpp"

namespace accuracy {

struct device_code {
  void (*evaluate)(unsigned blocks, const recipe&, std::uint64_t seed, const class_list&, std::uint64_t first,
                   std::uint64_t count, evaluation*);
  void (*given)(const operands*, int n, outcome*);
  void (*hunt)(unsigned blocks, const recipe&, const origin&, int rounds, int sample, candidate*);
  void (*exhaust)(unsigned blocks, const recipe&, candidate*);
};
using gpu_runners = std::map<std::string, device_code>;

}  // namespace accuracy
