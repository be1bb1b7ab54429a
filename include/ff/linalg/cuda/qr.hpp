// QR and Cholesky factors on the device: the bits of the host.
//
// Matrices are in device memory, what is needed besides comes from the context's pool, and the
// reports are the host's: every function but apply_q waits for the context's stream.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/cuda.hpp>
#include <ff/linalg/qr.hpp>

namespace ff::linalg {

/// This works as on the host; see linalg/qr.hpp.  `threads` is not read.
status qr(const context& on, matrix_view<const ff_t> a, matrix_view<ff_t> q, matrix_view<ff_t> r,
          const qr_options& options = {}, qr_report* report = nullptr);
status householder(const context& on, matrix_view<ff_t> a, vector_view<ff_t> tau);
status apply_q(const context& on, matrix_view<const ff_t> a, vector_view<const ff_t> tau, bool transposed,
               matrix_view<ff_t> c);
status cholesky(const context& on, matrix_view<const ff_t> a, matrix_view<ff_t> l,
                cholesky_report* report = nullptr);

}  // namespace ff::linalg

#endif
