// Blocks and threads of a launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace intersect {

constexpr unsigned block_size = 256, warp_size = 32;

inline unsigned blocks_for(uint64_t threads) {
  const uint64_t blocks = (threads + block_size - 1) / block_size;
  if (blocks > 0x7fffffff)
    throw std::runtime_error("more pairs than a kernel takes: a finer --grid has fewer");
  return static_cast<unsigned>(std::max<uint64_t>(blocks, 1));
}
inline __device__ uint64_t thread_number() { return uint64_t{blockIdx.x} * block_size + threadIdx.x; }

}  // namespace intersect
