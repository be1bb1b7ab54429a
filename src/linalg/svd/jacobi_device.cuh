// Says what lanes of a warp that share a pair of columns tell each other.
#pragma once

#include "jacobi_decompose.hpp"

namespace ff::linalg::detail::jacobi {
/// Says what the lane has whose number differs by `width`, a power of two.
inline __device__ float of_lane(float x, int width) { return ::__shfl_xor_sync(0xffffffffu, x, width); }
inline __device__ ff_t of_lane(ff_t x, int width) {
  return from_words(of_lane(x.hi(), width), of_lane(x.lo(), width));
}
template <class T>
__device__ products<T> of_lane(const products<T>& d, int width) {
  return {of_lane(d.xx, width), of_lane(d.yy, width), of_lane(d.xy, width), d.x_exponent, d.y_exponent};
}
inline __device__ skew_products of_lane(const skew_products& d, int width) {
  return {d.xx, d.yy, of_lane(d.xy, width)};
}

}  // namespace ff::linalg::detail::jacobi
