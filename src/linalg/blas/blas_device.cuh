// Says what BLAS's kernels share.
#pragma once

#include <cuda_runtime.h>

#include <ff/reduce/kernels.hpp>

#include "../machine/resources.hpp"
#include "orders.hpp"

namespace ff::linalg::detail {
namespace {

using pair_of_elements = ff::detail::row_packet<ff_t>;

constexpr int threads = 256;

unsigned blocks_for(int64 items, int64 each) { return static_cast<unsigned>((items + each - 1) / each); }

status current(const context& on) {
  if (on.resources() == nullptr) return {fault::option, "blas: expected a context that was opened"};
  int device = -1;
  if (const status s = of_cuda(cudaGetDevice(&device)); !s) return s;
  if (device != on.resources()->device)
    return {fault::option, "blas: expected the context's device to be the current one"};
  return {};
}

status launched() { return of_cuda(cudaGetLastError()); }

constexpr int row_lanes = static_cast<int>(row_shape::lanes), row_batch = static_cast<int>(row_shape::batch);

__device__ __forceinline__ ff_t from_lane(ff_t x, int lane) {
  return from_words(__shfl_sync(0xffffffffu, x.hi(), lane), __shfl_sync(0xffffffffu, x.lo(), lane));
}

}  // namespace
}  // namespace ff::linalg::detail
