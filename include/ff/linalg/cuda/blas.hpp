// BLAS 1 and 2, and trsm, on the device: the bits of the host.
//
// Every function queues its work on the context's stream and returns.  Vectors, matrices and results are in
// device memory.  What they need besides comes from the context's pool: nothing for axpy, scal and ger, 32
// KiB for dot and nrm2, 512 bytes a row at most for gemv, 4 bytes for 64 rows for trsv, and copies of x and y
// where dot and nrm2 are given strides other than 1.  trsm needs what its products need.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/blas.hpp>
#include <ff/linalg/cuda.hpp>

namespace ff::linalg {

/// This works as on the host; see linalg/blas.hpp.
status axpy(const context& on, ff_t alpha, vector_view<const ff_t> x, vector_view<ff_t> y);
status scal(const context& on, ff_t alpha, vector_view<ff_t> x);
status dot(const context& on, vector_view<const ff_t> x, vector_view<const ff_t> y, ff_t* result);
status nrm2(const context& on, vector_view<const ff_t> x, ff_t* result);
status gemv(const context& on, ff_t alpha, matrix_view<const ff_t> a, vector_view<const ff_t> x, ff_t beta,
            vector_view<ff_t> y);
status ger(const context& on, ff_t alpha, vector_view<const ff_t> x, vector_view<const ff_t> y,
           matrix_view<ff_t> a);
status trsv(const context& on, triangle half, diagonal ones, matrix_view<const ff_t> a, vector_view<ff_t> x);
status trsm(const context& on, triangle half, diagonal ones, ff_t alpha, matrix_view<const ff_t> a,
            matrix_view<ff_t> b, const gemm_options& options = {});

}  // namespace ff::linalg

#endif
