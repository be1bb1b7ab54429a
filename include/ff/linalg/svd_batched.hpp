// Singular value decompositions of many small matrices on the host, by Jacobi's rotations from one side.
// linalg/cuda/svd_batched.hpp has them on the device, with the same bits.
//
// Definition.  A is scaled by a power of two so that its largest head is from 1 to 2; where it has fewer rows
// than columns its transpose is decomposed.  Columns are rotated in pairs until all are orthogonal, in the
// order of a round-robin tournament (Brent, Luk, SIAM J. Sci. Stat. Comput. 6, 1985): first in float, then,
// after the rotations' product V was brought to 48 bits by two steps of Newton and Schulz, in pairs on A V.
// From 17 columns on A V and V of the rotations in float are refined by products instead (Ogita, Aishima, J.
// Comput. Appl. Math. 369, 2020), and rotations in pairs are for matrices whose values are too close or too
// far apart for that.  In pairs each column has a power of two of its own, so that short columns are turned
// as exactly as long ones.  Where a column is shorter than 2^-40 of the longest all rotations are in pairs.
// Each sum has one order, which depends on the dimensions alone.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/status.hpp>
#include <ff/linalg/view.hpp>

namespace ff::linalg {

/// The largest of m and n of svd_batched.
inline constexpr int largest_batched = 128;

/// Holds the options of svd_batched.
struct svd_batched_options {
  bool vectors = true;  ///< false: values alone; U and V are neither read nor written
  int threads = 0;      ///< read on the host; 0: one for each processor
};

/// A_p = U_p diag(s_p) V_p^T for `count` matrices of m by n elements, m and n at most 128.
///
/// Of matrix p the elements begin p stride_a, p stride_s, p stride_u and p stride_v elements after the given
/// ones.  s has min(m, n) values, at least 0, in descending order, U is m by min(m, n), V n by min(m, n).  No
/// result shares an element with another or with A.  A matrix with an infinity or NaN has NaN for results.
///
/// Errors, as measured (tests/linalg/linalg_jacobi_test.cpp): residual |A - U S V^T| / |A| at most 5e-13 and
/// |I - U^T U|, |I - V^T V| over sqrt(n) at most 5e-14, in Frobenius' norms; a value is off by at most 1e-13
/// of the largest.  Where many rows are equal, rounding errors of the sums have one sign: |I - U^T U| is then
/// at most 2.5e-15 (m + 20), m the larger dimension.
///
/// `sweeps`, unless it is null, gets for each matrix how many times all pairs of columns were visited with
/// pairs of floats, in refinements and in rotations.  It is negative where 60 sweeps of rotations were not
/// enough, so that columns of U are orthogonal to less than 2^-45, and where the largest value is below
/// 2^-105, so that bits below 2^-149 are lost.  It is 0 where that value is infinite or NaN.
///
/// Status, the first of these that holds for a matrix; all results were written.
/// fault::overflow: a value is infinite.  fault::numeric: an element is infinite or NaN.
/// fault::not_converged: `sweeps` is, or would be, negative.
status svd_batched(int64 count, matrix_view<const ff_t> a, int64 stride_a, ff_t* s, int64 stride_s,
                   matrix_view<ff_t> u, int64 stride_u, matrix_view<ff_t> v, int64 stride_v,
                   const svd_batched_options& options = {}, int32* sweeps = nullptr);

}  // namespace ff::linalg

#endif
