// svd and eigh on the device: a start by cuSOLVER in float, products on tensor cores; or, by rotations, what
// the host does, with its bits.
//
// Matrices and values are in device memory, the report on the host.  The functions wait for the context's
// stream: whether another step is needed is decided on the host, where golub_reinsch has its bidiagonal
// matrix made diagonal, while the device turns the vectors.  Their workspace comes from the context's
// pool.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/cuda.hpp>
#include <ff/linalg/svd.hpp>

namespace ff::linalg {

/// A = U diag(s) V^T as on the host (linalg/svd.hpp), by golub_reinsch and jacobi with the host's bits.
/// `threads` is not read.
status svd(const context& on, matrix_view<const ff_t> a, ff_t* s, matrix_view<ff_t> u, matrix_view<ff_t> v,
           const svd_options& options = {}, svd_report* report = nullptr);

/// A = V diag(w) V^T as on the host.
status eigh(const context& on, matrix_view<const ff_t> a, ff_t* w, matrix_view<ff_t> v,
            const svd_options& options = {}, svd_report* report = nullptr);

}  // namespace ff::linalg

#endif
