// The GPU's renderer for one arithmetic; interval-ff, which takes long to compile, has a file of its own.
#pragma once

#include <algorithm>

#include "command/device.cuh"
#include "render.hpp"

namespace implicit {

using command::check, command::event;

// A warp renders 8 x 4 pixels, a block 8 x 16: neighbours take similar paths.
constexpr int block_width = 8, block_height = 16;

template <class I, class Surface>
__global__ void __launch_bounds__(block_width* block_height)
    render(const __grid_constant__ Surface f, const __grid_constant__ camera c, const search s,
           pixel* pixels) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (i < c.width && j < c.height)
    pixels[static_cast<long long>(j) * c.width + i] = render_pixel<I>(f, c, s, i, j);
}

template <class I, class Surface>
double best_time(const Surface& f, const camera& c, const search& s, pixel* pixels, int runs) {
  const dim3 block(block_width, block_height);
  const dim3 grid((static_cast<unsigned>(c.width) + block.x - 1) / block.x,
                  (static_cast<unsigned>(c.height) + block.y - 1) / block.y);
  event start, stop;
  double best = ff::detail::infinity;
  for (int run = 0; run < runs; ++run) {
    start.record();
    render<I><<<grid, block>>>(f, c, s, pixels);
    check(cudaGetLastError(), "kernel launch");
    stop.record();
    check(cudaEventSynchronize(stop.handle), "rendering");
    best = std::min(best, command::between(start, stop));
  }
  return best;
}

/// Into device memory; the best time in milliseconds.
template <class I>
double render_on_device(const surface& f, const camera& c, const search& s, pixel* pixels, int runs) {
  return std::visit([&](const auto& g) { return best_time<I>(g, c, s, pixels, runs); }, f);
}

extern template double render_on_device<interval_ff>(const surface&, const camera&, const search&, pixel*,
                                                     int);

}  // namespace implicit
