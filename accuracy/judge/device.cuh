// Says what every use of the device here needs.
#pragma once

#include <vector>

#include "command/device.cuh"

namespace accuracy {

using command::buffer;
using command::check;

/// Blocks enough to fill the device.
inline unsigned full_grid() {
  int processors = 0;
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
  return static_cast<unsigned>(processors) * 16;
}
constexpr int block_size = 128;

}  // namespace accuracy
