// Parts of Eigen that call functions of built-in types by name, or square what is small.
#include <ff/eigen.hpp>
// After it, as functions that are called by their qualified names have to be declared first.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <unsupported/Eigen/IterativeSolvers>
#include <unsupported/Eigen/MatrixFunctions>

namespace {

using ff::ff_t;
using matrix = Eigen::Matrix<ff_t, Eigen::Dynamic, Eigen::Dynamic>;
using column = Eigen::Matrix<ff_t, Eigen::Dynamic, 1>;
using sparse = Eigen::SparseMatrix<ff_t>;

double relative(const matrix& x, const matrix& exact) { return double((x - exact).norm() / exact.norm()); }

// Symmetric, of eigenvalues from 1 to about n^2.
matrix positive(int n) {
  matrix a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = sin(ff_t(3 * i + 5 * j * j + 1));
  return a * a.transpose() + matrix::Identity(n, n);
}
column right_side(int n) {
  column b(n);
  for (int i = 0; i < n; ++i) b(i) = cos(ff_t(7 * i));
  return b;
}

TEST(EigenUnsupported, LogarithmAndPower) {
  const matrix a = positive(6), logarithm = a.log(), back = logarithm.exp();
  EXPECT_LE(relative(back, a), 1e-12);
  EXPECT_LE(relative(matrix(2 * logarithm), matrix((a * a).log())), 1e-12);
  const matrix third = a.pow(ff_t(1) / 3), inverse = a.pow(ff_t(-1.5));
  EXPECT_LE(relative(third * third * third, a), 1e-12);
  EXPECT_LE(relative(matrix(inverse * inverse * a * a * a), matrix(matrix::Identity(6, 6))), 1e-10);
}

TEST(EigenUnsupported, IterativeSolvers) {
  const sparse a = positive(20).sparseView();
  const column b = right_side(20);
  Eigen::MINRES<sparse> minres(a);
  minres.setTolerance(1e-11);
  EXPECT_LE(relative(a * minres.solve(b), b), 1e-10);
  Eigen::DGMRES<sparse> dgmres(a);
  dgmres.setTolerance(1e-11);
  EXPECT_LE(relative(a * dgmres.solve(b), b), 1e-10);
}

// Scaled by a power of two, everything is the same to the last bit but for that power.  At 2^-110 and 2^110
// low words of R or of the solution underflow, and about 38 bits are left.
TEST(EigenSparse, QrOfSmallAndLargeMatrices) {
  const matrix dense = positive(12).leftCols(8);
  const column b = right_side(12);
  sparse a = dense.sparseView();
  a.makeCompressed();
  const Eigen::SparseQR<sparse, Eigen::COLAMDOrdering<int>> plain(a);
  const column x = plain.solve(b);
  EXPECT_LE(relative(x, matrix(dense.colPivHouseholderQr().solve(b))), 1e-11);
  for (const int n : {-110, -90, -70, -30, 60, 90, 110}) {
    sparse moved = a;
    for (int k = 0; k < moved.nonZeros(); ++k) moved.valuePtr()[k] = ldexp(moved.valuePtr()[k], n);
    Eigen::SparseQR<sparse, Eigen::COLAMDOrdering<int>> qr;
    qr.compute(moved);
    EXPECT_EQ(qr.rank(), 8) << n;
    const double allowed = std::abs(n) > 90 ? 4e-12 : 0;
    column y = qr.solve(b);
    for (int i = 0; i < 8; ++i) y(i) = ldexp(y(i), n);
    EXPECT_LE(relative(y, x), allowed) << n;
    matrix r = qr.matrixR();
    for (int i = 0; i < r.size(); ++i) r(i) = ldexp(r(i), -n);
    EXPECT_LE(relative(r, matrix(plain.matrixR())), allowed) << n;
    // A threshold of the user's is one of the matrix that was given.
    qr.setPivotThreshold(ldexp(ff_t(1e10), n));
    qr.factorize(moved);
    EXPECT_EQ(qr.rank(), 0) << n;
  }
  const Eigen::SparseQR<sparse, Eigen::NaturalOrdering<int>> natural(a);
  EXPECT_LE(relative(natural.solve(b), x), 1e-12);
}

}  // namespace
