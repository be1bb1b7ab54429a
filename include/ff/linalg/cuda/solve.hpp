// Linear systems and least squares on the device: factors in float by cuSOLVER, or the library's own LU for
// orders from 1024 to 16384 on compute capability 9.0, residuals in three or four floats.
//
// Matrices are in device memory, what is needed besides comes from the context's pool, and the
// report is the host's: both functions wait for the context's stream, once for each correction.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/cuda/qr.hpp>
#include <ff/linalg/solve.hpp>

namespace ff::linalg {

/// As on the host, to the same bound; see linalg/solve.hpp.
status solve(const context& on, matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
             const solve_options& options = {}, solve_report* report = nullptr);
status least_squares(const context& on, matrix_view<const ff_t> a, matrix_view<const ff_t> b,
                     matrix_view<ff_t> x, const solve_options& options = {}, solve_report* report = nullptr);

}  // namespace ff::linalg

#endif
