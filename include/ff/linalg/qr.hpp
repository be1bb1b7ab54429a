// QR and Cholesky factors of float-float matrices on the host.  linalg/cuda/qr.hpp has them on the device,
// with the same bits: every sum is one of gemm, gemv, ger, trsm or nrm2, or has its order in src/linalg.
//
// u = 2^-24; all errors are those of sums of pairs, of the order of u^2 = 2^-48.  Reflections have each
// column at a power of two of its own.  Cholesky QR has one for all elements: those below 2^-80 of the
// largest count as that much less accurate.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/status.hpp>
#include <ff/linalg/view.hpp>

namespace ff::linalg {

/// Names how a matrix is factored.  householder: reflections, in panels of 32 columns, the rest by gemm
/// (compact WY; Schreiber, Van Loan 1989).  cholesky: shifted Cholesky QR, three times (Fukaya et al. 2020),
/// for full rank and at least as many rows as columns.  automatic: cholesky from four times as many rows as
/// columns on, and householder where that fails and otherwise.
enum class qr_method { automatic, householder, cholesky };

/// Holds the options of qr.
struct qr_options {
  qr_method method = qr_method::automatic;
  int threads = 0;  ///< read on the host; 0: one for each processor
};

/// Reports what qr did.
struct qr_report {
  qr_method used = qr_method::automatic;  ///< householder or cholesky
  int64 failed_pivot = -1;  ///< the column where Cholesky QR met a pivot that is not positive, or -1
  int64 rank = 0;  ///< how many of the first min(m, n) columns do not depend on those before, see qr()
};

/// A = Q R for A of m by n elements and k = min(m, n): Q of m by k with orthonormal columns, R of k by n,
/// zero below its diagonal, which is not negative.  Backward stable: of the order of m n u^2 |A|, for
/// householder column by column down to columns of 2^-100, where R has low words.  Q's columns are
/// orthonormal to that for every A: rank-deficient ones, and columns at any scales, too.  What is left of a
/// column counts as zero below 2^-140 of the column.
///
/// `rank` counts the columns with |R_jj| above (m + n) u^2 times the largest element of R's column j.  Below
/// min(m, n) it says that R is singular to working precision.  Columns are not exchanged: a matrix can have a
/// smaller rank than is seen in R's diagonal (Kahan's).
///
/// fault::numeric where A has an infinity or NaN (nothing was written), and where method::cholesky was asked
/// for and fails.  fault::overflow where R has an infinity: a column's norm is beyond the range.  Q, R and A
/// share no element.
status qr(matrix_view<const ff_t> a, matrix_view<ff_t> q, matrix_view<ff_t> r, const qr_options& options = {},
          qr_report* report = nullptr);

/// The factored form: A becomes R on and above its diagonal, whose sign is the opposite of the pivot's, and
/// below it the vectors v_j, v_jj = 1, of Q = H_0 H_1 ..., H_j = I - tau_j v_j v_j^T.  tau has min(m, n)
/// elements; tau_j is 0 where there is nothing to reflect.
///
/// fault::numeric where A has an infinity or NaN; nothing was written.  fault::overflow as for qr.
status householder(matrix_view<ff_t> a, vector_view<ff_t> tau, int threads = 0);

/// C = Q C, or Q^T C, of the factored form: C has the rows of A and any columns, and shares no element with A
/// and tau.
status apply_q(matrix_view<const ff_t> a, vector_view<const ff_t> tau, bool transposed, matrix_view<ff_t> c,
               int threads = 0);

/// Reports what cholesky found.
struct cholesky_report {
  int64 failed_pivot = -1;  ///< the first pivot that is not positive and finite, or -1
};

/// A = L L^T for a symmetric positive definite A, of which the lower triangle is read; L is lower triangular,
/// zero above.  L may be A.  |A - L L^T|_ij is of the order of n u^2 sqrt(a_ii a_jj), for diagonal elements
/// of the whole range, graded ones too.  What L has below 2^-149 is lost.
///
/// fault::numeric where a pivot is not positive and finite, as an infinity or NaN in A makes one; the report
/// says which, and L is not defined.  A status of ok says that a matrix within that bound is positive
/// definite: rounding can accept a singular A, or refuse an A whose smallest eigenvalue, with a diagonal of
/// ones, is of the order of n u^2.
status cholesky(matrix_view<const ff_t> a, matrix_view<ff_t> l, cholesky_report* report = nullptr,
                int threads = 0);

/// L becomes the factor of B = L L^T + x x^T, in 2 n^2 fused products, by plane rotations (LINPACK's dchud).
/// L is lower triangular and of any signs; its new diagonal is not negative, and what stands above it is
/// neither read nor written.  x shares no element with L.  A new observation enters a system of least squares
/// so.
///
/// |L L^T - B|_ij is at most 56 n u^2 sqrt(b_ii b_jj), where the diagonal elements of B are zero or in
/// [2^-80, 2^120].  The host has this function alone.
///
/// fault::numeric where L or x has an infinity or NaN; nothing was written.  fault::overflow where an element
/// of the result is infinite.
status cholesky_update(matrix_view<ff_t> l, vector_view<const ff_t> x);

}  // namespace ff::linalg

#endif
