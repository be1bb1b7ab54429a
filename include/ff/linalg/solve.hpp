// Linear systems and least squares to the last bits of a pair, on the host; linalg/cuda/solve.hpp has them on
// the device.
//
// Rows, columns and right sides are scaled by powers of two first (LAPACK's xGEEQUB); least squares scale
// columns and right sides, and sort rows by size.  The matrix is factored in float, and the answer is
// corrected by the residual until the corrections vanish (Wilkinson; Demmel, Hida, Kahan, Li, Mukherjee,
// Riedy, TOMS 32(2), 2006).  Residuals are sums in three floats, or in four with factors in pairs.  Where
// corrections do not shrink by a factor of four, the matrix is factored again in pairs.  Where those do not
// contract either, a square matrix is multiplied by the inverse that they give, once or twice (Rump, 1984),
// with sums in six floats.
//
// Certificate: a status of ok means that each column of X is within 2^-46 of its largest element of the
// solution of the given A and B (docs/proofs/solve.md).
//
// solve: before factors are trusted, corrections of four answers without a pattern must each leave at most a
// quarter of the error, until 2^-30 of it is left: a singular matrix leaves what lies along its null vector.
// Factors in float pass up to an equilibrated condition of about 2^22, factors in pairs up to about 2^45, and
// products with the inverse up to about 2^90.  The probes are random numbers: a singular matrix of order n,
// chosen without knowledge of them, is certified with a probability of at most (n 2^-29 + 2^-24)^4.
//
// least_squares: the error is bounded, with every rounding, for every matrix.  A is multiplied by a computed
// R^-1, and the product's columns must be orthonormal but for 1/2; where they are, A has full rank.  Factors
// in float pass up to a condition of about 2^22 of the scaled A, factors in pairs up to about 2^44.  Where
// they do not, the product is factored in its turn, which serves up to about 2^64 where the residual is
// small.
//
// On the host both expect the default floating-point environment: rounding to nearest, and no flushing to
// zero.
//
// Host and device scale alike, bit for bit.  Their answers agree to the bound: their factors in float differ.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/qr.hpp>

namespace ff::linalg {

/// Names which factors serve: in float, in pairs where those fail (automatic), or in pairs at once.
enum class solve_factors { automatic, pairs };

/// Holds the options of solve and least_squares.
struct solve_options {
  solve_factors factors = solve_factors::automatic;
  int threads = 0;  ///< read on the host; 0: one for each processor
};

/// Reports what solve and least_squares did.
struct solve_report {
  int steps = 0;           ///< solutions with the factors, the first one included
  bool fallback = false;   ///< factored in pairs
  bool converged = false;  ///< certified, as a status of ok says: forward_error is at most 2^-46
  /// The last correction's largest element over that of its column, of X and of the scaled X.
  double correction = 0.0;
  /// solve: max |b - A x|_i / (|A| |x| + |b|)_i of the caller's A and B and the X that was written (Oettli,
  /// Prager 1964).  least_squares: the same of b = r + A x, with |r| beside |b|.  Whatever was lost below the
  /// range of float is added to |b - A x|.
  double backward_error = 0.0;
  int64 failed_pivot = -1;  ///< the first column where the factors in pairs met a pivot that is 0, or -1
  /// The largest error of X over the largest element of its column, an estimate from solve and a bound from
  /// least_squares; infinity where nothing bounds it.
  double forward_error = 0.0;
  /// An estimate from below of Skeel's condition | |A^-1| |A| | of the scaled matrix (A^+ for least squares),
  /// in the maximum norm, by Higham and Tisseur's block algorithm for the 1-norm of the transpose (SIMAX
  /// 21(4), 2000).  Usually within a factor of three.  Equal factors have equal estimates.
  double condition = 0.0;
  double growth = 0.0;  ///< the largest element of U over that of the scaled A; 1 for least squares
  int64 rank = 0;  ///< columns of A; less for fault::singular, by the pivots that rounding does not explain
};

/// A X = B for a square A of n by n and B and X of n by any number of columns.  X may be B, otherwise they
/// share no element.
///
/// A status of ok certifies X: see above.  fault::numeric: A or B has an infinity or NaN; nothing was
/// written. After all other faults X was written.  fault::not_converged: X could not be certified; the report
/// has its backward error.  fault::overflow: an element of X is beyond the range.
///
/// fault::singular: A is singular to working precision.  That is, no factors contract the errors of the
/// probes: A is singular, or regular with a condition beyond about 2^80 (2^45 for orders above 256, which are
/// not multiplied by their inverse); most are solved up to 2^90.  X is the solution with the factors in
/// pairs: it solves a system nearby, and is one of many where A is singular.  A pivot of 0 counts as 2^-48 of
/// the largest element.  Where only the scaled solution leaves the range, right sides are scaled down first;
/// where X does, small pivots count as up to 2^-36.  An X that leaves it for all of these has infinities or
/// NaN. A report's rank is less than n.
status solve(matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
             const solve_options& options = {}, solve_report* report = nullptr);

/// The x of smallest |b - A x|_2 for each column of B: A of m by n elements, m >= n, of full rank.  QR
/// factors, and refinement of residual and solution together (Björck, BIT 7, 1967).  X and B share no
/// element.
///
/// Faults as for solve.  fault::singular: A is rank deficient to working precision, which begins at a
/// condition between 2^72 and 2^88.  X is a basic solution then, and wherever X leaves the range without a
/// certificate: 0 for the columns whose pivots rounding explains, at most n 2^-46 of the largest one, and
/// least squares of the others.
///
/// Beside a large residual its roundings count by the square of the condition, or of what the weights of
/// rows that conflict differ by: where that square is beyond some 2^70 the status is not_converged.
///
/// Time: O(m n^2), of which the products of the bound take the most, in sums of four floats.
status least_squares(matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
                     const solve_options& options = {}, solve_report* report = nullptr);

}  // namespace ff::linalg

#endif
