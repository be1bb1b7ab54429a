// The rate that slots are counted in.
#pragma once

#include <algorithm>

#include "device.cuh"

namespace bench {
namespace {

// Eight independent chains of FMA in every thread.
__global__ void fma_chains(float* out, float a, float b, int rounds) {
  float v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) v[i] = static_cast<float>(threadIdx.x + i);
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = fmaf(v[i], a, b);
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) sum += v[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Float FMAs a second of the whole GPU.
double slots_a_second() {
  constexpr int blocks = 132 * 16, rounds = 8192;
  buffer<float> out;
  float* const to = out.at_least(std::size_t{blocks} * block_size);
  double best = 0;
  for (int i = 0; i < 6; ++i) {
    const double seconds = seconds_of([&] { fma_chains<<<blocks, block_size>>>(to, 1.1f, 0.3f, rounds); });
    best = std::max(best, double(blocks) * block_size * 8 * rounds / seconds);
  }
  return best;
}

}  // namespace
}  // namespace bench
