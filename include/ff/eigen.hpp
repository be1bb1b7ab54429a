// Eigen::Matrix<ff::ff_t, ...>: Eigen's decompositions, solvers and expressions.  Host only; needs Eigen 3.4.
//
// Before or after Eigen's own headers; only RealQZ, GeneralizedEigenSolver and the SVD of complex matrices
// want this one first, and say so.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <Eigen/Core>
#include <Eigen/Jacobi>
#include <complex>
#include <ff/ff.hpp>

// MINRES and DGMRES of Eigen's unsupported part call these by their qualified names, and see them where this
// header comes first.  Templates, so that ff's own are the better match of an unqualified call.
namespace std {
template <class F, ff::detail::require<ff::detail::is_same<F, ff::ff_t>> = 0>
F abs(F x) {
  return ff::abs(x);
}
template <class F, ff::detail::require<ff::detail::is_same<F, ff::ff_t>> = 0>
F sqrt(F x) {
  return ff::sqrt(x);
}
template <class F, ff::detail::require<ff::detail::is_same<F, ff::ff_t>> = 0>
F pow(F x, int n) {
  return ff::pow(x, n);
}
}  // namespace std

namespace ff {

/// For Eigen's logarithm of a matrix T, which has overloads for the built-in types alone: the degree of the
/// Pade approximant by the norm of T - I, with double's bounds (Al-Mohy, Higham, SIAM J. Sci. Comput. 34,
/// 2012).
inline int matrix_log_get_pade_degree(ff_t norm) {
  int degree = 3;
  for (const float most : {0.0162f, 0.0538f, 0.113f, 0.186f}) degree += norm > most ? 1 : 0;
  return degree + (norm > 0.264f ? 1 : 0);
}

}  // namespace ff

namespace Eigen {

/// Eigen asks these of a scalar: epsilon() 2^-47, highest(), lowest(), digits() 48 and digits10() 14 are
/// those of std::numeric_limits<ff_t>.  A matrix is not initialised, as one of doubles is not.  Costs are in
/// flops, of + and *.
template <>
struct NumTraits<ff::ff_t> : GenericNumTraits<ff::ff_t> {
  enum { RequireInitialization = 0, ReadCost = 2, AddCost = 20, MulCost = 5 };

  /// 2^-35: what isApprox takes for equal, 4096 epsilon() as double's is.
  static constexpr ff::ff_t dummy_precision() { return 0x1p-35f; }
};

/// fast_t and fused_t likewise.
template <bool ieee>
struct NumTraits<ff::basic_fast<ieee>> : GenericNumTraits<ff::basic_fast<ieee>> {
  enum { RequireInitialization = 0, ReadCost = 2, AddCost = 11, MulCost = 5 };
  static constexpr ff::basic_fast<ieee> dummy_precision() { return 0x1p-35f; }
};

/// 2.0 * m, m / 3, m + m.cast<float>() with float, double and int in place: each operand rounded once to the
/// nearest pair, a float as it is.  A product of two matrices of different scalars wants a cast<ff_t>().
template <class Operation>
struct ScalarBinaryOpTraits<ff::ff_t, float, Operation> {
  using ReturnType = ff::ff_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<float, ff::ff_t, Operation> {
  using ReturnType = ff::ff_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<ff::ff_t, double, Operation> {
  using ReturnType = ff::ff_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<double, ff::ff_t, Operation> {
  using ReturnType = ff::ff_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<ff::ff_t, int, Operation> {
  using ReturnType = ff::ff_t;
};
template <class Operation>
struct ScalarBinaryOpTraits<int, ff::ff_t, Operation> {
  using ReturnType = ff::ff_t;
};

namespace internal {

// The SVD of a real 2x2 block B by a rotation that makes B symmetric, with the tangent d/t of d = B(1,0) -
// B(0,1) to t = trace(B), then one of Jacobi's.
//
// Eigen's own takes u = t/d and 1/sqrt(1 + u^2).  With double, u^2 overflows from 2^512 on; with the range of
// float from 2^64 on, which blocks reach that are symmetric but for their last digits: the rotation is then
// (0, 0), the matrices U and V finite and wrong.  hypot does not overflow.
template <class MatrixType, class Index>
void real_2x2_jacobi_svd(const MatrixType& matrix, Index p, Index q, JacobiRotation<ff::ff_t>* left,
                         JacobiRotation<ff::ff_t>* right) {
  Matrix<ff::ff_t, 2, 2> block;
  block << numext::real(matrix.coeff(p, p)), numext::real(matrix.coeff(p, q)),
      numext::real(matrix.coeff(q, p)), numext::real(matrix.coeff(q, q));
  const ff::ff_t t = block(0, 0) + block(1, 1), d = block(1, 0) - block(0, 1), h = hypot(t, d);
  JacobiRotation<ff::ff_t> symmetrize(1.0f, 0.0f);
  if (h > 0.0f) symmetrize = JacobiRotation<ff::ff_t>(t / h, d / h);
  block.applyOnTheLeft(0, 1, symmetrize);
  right->makeJacobi(block, 0, 1);
  *left = symmetrize * right->transpose();
}

// JacobiSVD sees that function only where it is declared first; in either order it asks this class before it
// calls one or the other.  A block with |d| < 2^-60 |t| is made symmetric: u^2 stays below 2^120, and
// JacobiSVD takes changes below 2^-46 of the largest diagonal element for nothing.
template <class MatrixType, int Preconditioner, bool IsComplex>
struct svd_precondition_2x2_block_to_be_real;

template <int Rows, int Columns, int Options, int MaxRows, int MaxColumns, int Preconditioner>
struct svd_precondition_2x2_block_to_be_real<Matrix<ff::ff_t, Rows, Columns, Options, MaxRows, MaxColumns>,
                                             Preconditioner, false> {
  template <class Work, class Svd>
  static bool run(Work& work, const Svd&, Index p, Index q, const ff::ff_t&) {
    const ff::ff_t t = work.coeff(p, p) + work.coeff(q, q), d = work.coeff(q, p) - work.coeff(p, q);
    if (abs(d) < abs(t) * 0x1p-60f) work.coeffRef(p, q) = work.coeff(q, p);
    return true;
  }
};

// The reflection of v onto a multiple of the first unit vector, as MatrixBase::makeHouseholder has it.
//
// Eigen's own takes a tail whose squares sum to at most numeric_limits' min() for zero: with double one below
// 2^-511, with ff_t one below 2^-51.  RealSchur and RealQZ iterate on vectors of that size, and would not
// converge; here v is scaled to 1 first.
template <class Vector, class Essential>
EIGEN_DEVICE_FUNC void reflect_scaled(const Vector& v, Essential& essential, ff::ff_t& tau, ff::ff_t& beta) {
  const ff::ff_t largest = v.cwiseAbs().maxCoeff();
  const int n = largest > 0.0f && isfinite(largest) ? ilogb(largest) : 0;
  Vector scaled = v;
  for (Index i = 0; i < v.size(); ++i) scaled.coeffRef(i) = ldexp(v.coeff(i), -n);
  const ff::ff_t first = scaled.coeff(0),
                 square = scaled.template tail<Vector::SizeAtCompileTime - 1>().squaredNorm();
  if (square == 0.0f) {
    tau = 0.0f;
    beta = v.coeff(0);
    essential.setZero();
    return;
  }
  const ff::ff_t length = sqrt(first * first + square), mirrored = first < 0.0f ? length : -length;
  essential = scaled.template tail<Vector::SizeAtCompileTime - 1>() / (first - mirrored);
  tau = (mirrored - first) / mirrored;
  beta = ldexp(mirrored, n);
}

}  // namespace internal

template <>
template <class Essential>
EIGEN_DEVICE_FUNC void MatrixBase<Matrix<ff::ff_t, 3, 1>>::makeHouseholder(Essential& essential,
                                                                           ff::ff_t& tau,
                                                                           ff::ff_t& beta) const {
  internal::reflect_scaled(derived(), essential, tau, beta);
}
template <>
template <class Essential>
EIGEN_DEVICE_FUNC void MatrixBase<Matrix<ff::ff_t, 2, 1>>::makeHouseholder(Essential& essential,
                                                                           ff::ff_t& tau,
                                                                           ff::ff_t& beta) const {
  internal::reflect_scaled(derived(), essential, tau, beta);
}

/// JacobiSVD under the other name: divide and conquer normalises vectors of quotients by singular values,
/// whose squares leave the range of float where those values spread over more than 2^40.
template <int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
class BDCSVD<Matrix<ff::ff_t, Rows, Columns, Options, MaxRows, MaxColumns>>
    : public JacobiSVD<Matrix<ff::ff_t, Rows, Columns, Options, MaxRows, MaxColumns>> {
 public:
  using JacobiSVD<Matrix<ff::ff_t, Rows, Columns, Options, MaxRows, MaxColumns>>::JacobiSVD;
  /// The size from which Eigen's own would divide; without a meaning here.
  void setSwitchSize(int) {}
};
template <int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
class BDCSVD<Matrix<std::complex<ff::ff_t>, Rows, Columns, Options, MaxRows, MaxColumns>>
    : public JacobiSVD<Matrix<std::complex<ff::ff_t>, Rows, Columns, Options, MaxRows, MaxColumns>> {
 public:
  using JacobiSVD<Matrix<std::complex<ff::ff_t>, Rows, Columns, Options, MaxRows, MaxColumns>>::JacobiSVD;
  void setSwitchSize(int) {}
};

// A fractional power of a triangular matrix T, which Eigen computes in the built-in types alone: exp(p log
// T).
template <class MatrixType>
class MatrixPowerAtomic;
template <int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
class MatrixPowerAtomic<Matrix<std::complex<ff::ff_t>, Rows, Columns, Options, MaxRows, MaxColumns>> {
  using MatrixType = Matrix<std::complex<ff::ff_t>, Rows, Columns, Options, MaxRows, MaxColumns>;

 public:
  MatrixPowerAtomic(const MatrixType& matrix, ff::ff_t power) : matrix_(matrix), power_(power) {}

  /// Writes the upper triangle of the result.
  void compute(Block<MatrixType, Dynamic, Dynamic>& result) const {
    MatrixType logarithm = matrix_.log();
    logarithm *= std::complex<ff::ff_t>(power_);
    const MatrixType powered = logarithm.exp();
    result.template triangularView<Upper>() = powered;
  }

 private:
  const MatrixType& matrix_;
  ff::ff_t power_;
};

// SparseQR of A as that of A 2^-n, whose largest element is near 1, with R scaled back.
//
// Eigen's own adds squares of the elements, which underflow below 2^-60: it would report success, and a
// result with few digits or rank 0.  An ordering under another name is what tells the two apart.
namespace internal {
template <class Ordering, int>
struct of_scaled_matrix : Ordering {};
}  // namespace internal

template <class Scalar, int Options, class StorageIndex>
class SparseMatrix;
template <class MatrixType, class Ordering>
class SparseQR;
template <int Options, class StorageIndex, template <class> class Ordering, class OrderingIndex>
class SparseQR<SparseMatrix<ff::ff_t, Options, StorageIndex>, Ordering<OrderingIndex>>
    : public SparseQR<SparseMatrix<ff::ff_t, Options, StorageIndex>,
                      internal::of_scaled_matrix<Ordering<OrderingIndex>, 0>> {
 public:
  using MatrixType = SparseMatrix<ff::ff_t, Options, StorageIndex>;
  using Unscaled = SparseQR<MatrixType, internal::of_scaled_matrix<Ordering<OrderingIndex>, 0>>;

  SparseQR() = default;
  explicit SparseQR(const MatrixType& matrix) { compute(matrix); }

  void compute(const MatrixType& matrix) {
    this->analyzePattern(matrix);
    factorize(matrix);
  }
  void factorize(const MatrixType& matrix) {
    MatrixType scaled = matrix;
    ff::ff_t largest = 0;
    for (Index k = 0; k < scaled.nonZeros(); ++k) largest = fmax(largest, abs(scaled.valuePtr()[k]));
    const int n = largest > 0 && isfinite(largest) ? ilogb(largest) : 0;
    for (Index k = 0; k < scaled.nonZeros(); ++k) scaled.valuePtr()[k] = ldexp(scaled.valuePtr()[k], -n);
    const ff::ff_t threshold = this->m_threshold;  // the user's, or none and unread
    if (!this->m_useDefaultThreshold) this->m_threshold = ldexp(threshold, -n);
    Unscaled::factorize(scaled);
    this->m_threshold = threshold;
    for (Index k = 0; k < this->m_R.nonZeros(); ++k)
      this->m_R.valuePtr()[k] = ldexp(this->m_R.valuePtr()[k], n);
  }
};

// Eigen's header came first: real_2x2_jacobi_svd above is too late for those that have no other remedy.
#if defined(EIGEN_REALSVD2X2_H)
namespace internal {
template <int Rows, int Columns, int Options, int MaxRows, int MaxColumns, int Preconditioner>
struct svd_precondition_2x2_block_to_be_real<
    Matrix<std::complex<ff::ff_t>, Rows, Columns, Options, MaxRows, MaxColumns>, Preconditioner, true> {
  static_assert(Rows != Rows,
                "include <ff/eigen.hpp> before <Eigen/SVD>: the SVD of complex matrices needs it");
};
}  // namespace internal

template <int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
class RealQZ<Matrix<ff::ff_t, Rows, Columns, Options, MaxRows, MaxColumns>> {
  static_assert(Rows != Rows, "include <ff/eigen.hpp> before <Eigen/Eigenvalues>: RealQZ needs it");
};
#endif

}  // namespace Eigen

#endif
