// Singular value decompositions of many small matrices on the device: a few lanes of a warp for each pair of
// columns, the matrices in shared memory as far as they fit.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/cuda.hpp>
#include <ff/linalg/svd_batched.hpp>

namespace ff::linalg {

/// As on the host, with its bits; everything is in device memory, and `threads` is not read.
///
/// With `sweeps` the call is queued on the context's stream and does not wait: `sweeps` tells then what
/// failed, and the status speaks of the arguments and the launch alone.  Without, the call waits, and the
/// status says what it says on the host.  Matrices of more than 80 columns, and calls without `sweeps`, take
/// memory from the context's pool.
status svd_batched(const context& on, int64 count, matrix_view<const ff_t> a, int64 stride_a, ff_t* s,
                   int64 stride_s, matrix_view<ff_t> u, int64 stride_u, matrix_view<ff_t> v, int64 stride_v,
                   const svd_batched_options& options = {}, int32* sweeps = nullptr);

}  // namespace ff::linalg

#endif
