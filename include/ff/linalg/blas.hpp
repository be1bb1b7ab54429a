// BLAS 1 and 2, and trsm, of float-floats, on the host.  linalg/cuda/blas.hpp has them on the device, with
// the same bits.
//
// Every sum has one order, which depends on its length alone: not on strides, threads, the launch or the
// machine (docs/proofs/blas.md has the orders and the bounds).  u = 2^-24.
// Domain of all bounds: finite operands, products and partial sums below 2^126, and products from 2^-80 on or
// zero.  Outside of it an infinity or NaN in what is read gives infinity or NaN in each result that depends
// on it, as does an overflow.
//
// A result shares no element with another operand, but where it is said to be one.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/gemm.hpp>

namespace ff::linalg {

/// y = alpha x + y, by ff's fma: within 6.5 u^2 (|alpha x| + |y|).  x may be y.
status axpy(ff_t alpha, vector_view<const ff_t> x, vector_view<ff_t> y);

/// x = alpha x, within 4 u^2 of each element.
status scal(ff_t alpha, vector_view<ff_t> x);

/// *result = x_0 y_0 + x_1 y_1 + ..., 0 where there is none: ff::dot, its order and its bound.
status dot(vector_view<const ff_t> x, vector_view<const ff_t> y, ff_t* result);

/// *result = the 2-norm of x: ff::nrm2 where that is from 2^-30 to 2^62, and otherwise 2^88 ff::nrm2(2^-88
/// x), or 2^-88 ff::nrm2(2^88 x) for a small one.  No square overflows or vanishes.  NaN for an infinity or
/// NaN among the elements, infinity where the norm itself is too large.
status nrm2(vector_view<const ff_t> x, ff_t* result);

/// y = alpha A x + beta y.  Where alpha is 0, A and x are not read, and where beta is 0, y is not.  The
/// transpose of a view multiplies by the transpose.
///
/// |error of (A x)_i| <= gemv_bound(columns of A) u^2 sum_h |a_ih x_h|; alpha and beta follow with ff's
/// operators.
status gemv(ff_t alpha, matrix_view<const ff_t> a, vector_view<const ff_t> x, ff_t beta, vector_view<ff_t> y,
            int threads = 0);

/// A = alpha x y^T + A: (alpha x_i) y_j + a_ij by ff's fma, within 4 u^2 |alpha x_i y_j| and
/// 6.5 u^2 (|alpha x_i y_j| + |a_ij|).
status ger(ff_t alpha, vector_view<const ff_t> x, vector_view<const ff_t> y, matrix_view<ff_t> a,
           int threads = 0);

/// Names which triangle of a square matrix is read; the other one need not be there.
enum class triangle { lower, upper };

/// Returns whether the diagonal of a triangle is read, or taken for ones.
enum class diagonal { stored, unit };

/// x becomes the solution of A x = x, A triangular.  Blocks of 64 rows by substitution, one after the other;
/// the columns before them by gemv, but for the last 128, which have a sum of their own.  A zero on the
/// diagonal divides as IEEE would.
///
/// Backward stable: (A + E) x = b with |E| <= (trsv_bound(n) u^2) |A|, entry by entry.
status trsv(triangle half, diagonal ones, matrix_view<const ff_t> a, vector_view<ff_t> x, int threads = 0);

/// B becomes the solution X of A X = alpha B, A triangular.  Blocks of 64 by substitution, the others by
/// gemm, balanced, with the options given.  For X A = alpha B solve A^T X^T = alpha B^T: the views of
/// transposes.
status trsm(triangle half, diagonal ones, ff_t alpha, matrix_view<const ff_t> a, matrix_view<ff_t> b,
            const gemm_options& options = {});

/// The bound of gemv's sums of k products, in u^2 times the sum of their magnitudes.
double gemv_bound(int64 k);

/// That of the backward error of trsv.
double trsv_bound(int64 n);

}  // namespace ff::linalg

#endif
