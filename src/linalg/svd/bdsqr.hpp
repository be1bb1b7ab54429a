// Singular values of an upper bidiagonal matrix by implicit QR, on the host.
//
// Golub, Reinsch, "Singular value decomposition and least squares solutions", Numer. Math. 14 (1970); without
// a shift where that keeps small values (Demmel, Kahan, "Accurate singular values of bidiagonal matrices",
// SIAM J. Sci. Stat. Comput. 11, 1990).  The order of tests is that of LAPACK's bdsqr.
//
// It is the one part that cannot be dealt to many threads, for each rotation waits for the one before.  So it
// runs in double: its square roots and quotients are instructions there, and 53 bits are more than pairs
// have.  One object file serves host and device, and both get the same rotations.
#pragma once

#include <vector>

#include "rotations.hpp"

namespace ff::linalg::detail {

struct bidiagonal_report {
  int64 sweeps = 0;
  bool converged = false;  ///< false: `most_sweeps` were not enough, and what is left of e was not zero
};

/// d becomes the values, of either sign and in any order; e, one shorter, becomes zero.
/// P^T B Q = diag(d) for the products P of all left and Q of all right rotations, which `to` gets, unless it
/// is null.
///
/// A value is right to a relative error of about n 2^-50 (Demmel, Kahan).  Elements are finite, and the
/// largest is from 2^-100 to 2^100.
bidiagonal_report diagonalise(std::vector<double>& d, std::vector<double>& e, int64 most_sweeps,
                              rotation_sink* to);

}  // namespace ff::linalg::detail
