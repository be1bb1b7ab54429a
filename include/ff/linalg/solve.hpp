// Linear systems and least squares to the last bits of a pair, on the host; linalg/cuda/solve.hpp has them on
// the device.
//
// The matrix is factored in float, and the answer is corrected by the residual until the corrections vanish
// (Wilkinson; Demmel, Hida, Kahan, Li, Mukherjee, Riedy, TOMS 32(2), 2006).  Residuals are sums in three
// floats, or in four with factors in pairs, so that where the report says `converged` the answer is within
// about 2^-46 of the largest element of its column, whatever the condition: up to 2^22 or so with factors in
// float.  Where corrections do not shrink by a factor of four, the matrix is factored again in pairs; that
// converges up to a condition of about 2^44.  Beyond it the backward error is usually still of the order of
// 2^-48; up to 2^-41 was seen.
// For least squares, what residuals are off by is multiplied by the square of the condition, times
// |b - A x| / (|A| |x|): of 2^-70 with factors in float, which serve up to a condition of about 2^14, and of
// 2^-94 with factors in pairs.
//
// Host and device agree to that bound, not bit for bit: their factors in float differ.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/qr.hpp>

namespace ff::linalg {

/// Which factors serve: in float, in pairs where those fail (automatic), or in pairs at once.
enum class solve_factors { automatic, pairs };

/// What solve and least_squares may be told.
struct solve_options {
  solve_factors factors = solve_factors::automatic;
  int threads = 0;  ///< read on the host; 0: one for each processor
};

/// What solve and least_squares did.
struct solve_report {
  int steps = 0;           ///< solutions with the factors, the first one included
  bool fallback = false;   ///< factored in pairs
  bool converged = false;  ///< x is right to its last bits, by the corrections
  /// The last correction's largest element over that of its column of x.
  double correction = 0.0;
  /// solve: max |b - A x|_i / (|A| |x| + |b|)_i (Oettli, Prager 1964).  least_squares: the same of b = r + A
  /// x with |r| beside |b|.  Of A and B scaled by powers of two to elements near 1, before x is scaled back:
  /// elements of x below 2^-101 lose bits of their low words there, which this does not see.
  double backward_error = 0.0;
  int64 failed_pivot = -1;  ///< the column where the factors in pairs met a pivot that is 0, or -1
};

/// A X = B for a square A of n by n and B and X of n by any number of columns.  X may be B, otherwise they
/// share no element.
///
/// fault::numeric where A or B has an infinity or NaN (nothing was written), and where a pivot of the factors
/// in pairs is 0; the report says which.
status solve(matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
             const solve_options& options = {}, solve_report* report = nullptr);

/// The x of smallest |b - A x|_2 for each column of B: A of m by n elements, m >= n, of full rank.  QR
/// factors, and refinement of residual and solution together (Björck, BIT 7, 1967).  X and B share no
/// element.
///
/// fault::numeric as for solve; a pivot is an element of R's diagonal.
status least_squares(matrix_view<const ff_t> a, matrix_view<const ff_t> b, matrix_view<ff_t> x,
                     const solve_options& options = {}, solve_report* report = nullptr);

}  // namespace ff::linalg

#endif
