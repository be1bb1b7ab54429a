// The singular value decomposition, A = U diag(s) V^T, and the eigenvalues of a symmetric matrix, on the
// host.  linalg/cuda/svd.hpp has them on the device.
//
// refine: factors in float, refined by products of 46 and 50 bits (linalg/gemm.hpp).  One step of Ogita and
// Aishima's iteration ("Iterative refinement for singular value decomposition based on matrix
// multiplication", J. Comput. Appl. Math. 369, 2020) squares the error of vectors whose values are apart;
// values too close for that are taken as a block, which is decomposed by itself.
// golub_reinsch: Householder's reflections make A bidiagonal, implicit QR with a shift makes that diagonal
// (Golub, Reinsch, Numer. Math. 14, 1970; Demmel, Kahan, SIAM J. Sci. Stat. Comput. 11, 1990).
// jacobi: rotations of pairs of columns until all are orthogonal (Hestenes, J. SIAM 6, 1958).
// The last two begin with a QR decomposition where m is not n, are sums and rotations of one order, and so
// have the same bits on host and device.  docs/proofs/svd.md has the derivations.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/linalg/status.hpp>
#include <ff/linalg/view.hpp>

namespace ff::linalg {

/// Names how to decompose.  `automatic` refines, and where that does not converge takes golub_reinsch.
enum class svd_method { automatic, refine, golub_reinsch, jacobi };

/// Names which vectors are asked for: none, min(m, n) of each side, or all m and n.
enum class svd_vectors { none, thin, full };

/// Holds the options of svd and eigh.  eigh takes `none` for values alone, and anything else for vectors too.
struct svd_options {
  svd_method method = svd_method::automatic;
  svd_vectors vectors = svd_vectors::thin;
  int threads = 0;  ///< read on the host; 0: one for each processor
};

/// Reports what came of it, as measured with the factors and values that were returned, in products of 50
/// bits.
struct svd_report {
  svd_method method = svd_method::automatic;  ///< the one that gave the answer
  double residual = 0;       ///< Frobenius norm of A - U diag(s) V^T over that of A; 0 for A = 0
  double orthogonality = 0;  ///< the larger of the norms of I - U^T U and I - V^T V, over sqrt(min(m, n))
  int steps = 0;             ///< of refinement; sweeps of implicit QR, or of rotations in pairs
  int clusters = 0;          ///< blocks of close values that were decomposed by themselves, in all steps
  bool converged = false;    ///< residual at most 5e-13, orthogonality at most 5e-14, and values finite
};

/// A = U diag(s) V^T for A of m by n elements on the host.
///
/// s has min(m, n) entries, at least 0, in descending order.  U is m by min(m, n) and V n by min(m, n)
/// (thin), or m by m and n by n (full); with `none` they are neither read nor written.  No result shares an
/// element with A.  The answer is written whatever it is worth: the status, and `report`, say what that is.
/// Elements are scaled by a power of two before all else, so that nothing overflows on the way.
///
/// Status: fault::numeric where A has an infinity or a NaN; every result is NaN then.  fault::overflow where
/// a value is infinite.  fault::not_converged where `converged` does not hold: the iteration came to its
/// limit, or values are so small (below about 2^-108) that they lose bits below 2^-149.  Methods
/// golub_reinsch and jacobi measure residual and orthogonality only for a report; without one their status
/// says whether the iteration ended, and what values lost.
///
/// Errors: `residual` and `orthogonality` are measured, not bounded beforehand; a singular value is off by at
/// most their sum, times the 2-norm of A, and an eigenvalue likewise (Weyl).  Small values are good to that
/// alone, but for `jacobi`.  There, where m >= n and A = B D, D diagonal and the columns of B well
/// conditioned, each value above 2^-100 is right to a relative 2e-13, as measured down to 2^-200 of the
/// largest (tests/linalg/linalg_svd_rotations_test.cpp).
status svd(matrix_view<const ff_t> a, ff_t* s, matrix_view<ff_t> u, matrix_view<ff_t> v,
           const svd_options& options = {}, svd_report* report = nullptr);

/// A = V diag(w) V^T for a symmetric A of n by n elements on the host, w in descending order, V orthogonal.
///
/// A is read whole and replaced by (A + A^T)/2.  Otherwise as svd, the status too; method is automatic or
/// refine.
status eigh(matrix_view<const ff_t> a, ff_t* w, matrix_view<ff_t> v, const svd_options& options = {},
            svd_report* report = nullptr);

}  // namespace ff::linalg

#endif
