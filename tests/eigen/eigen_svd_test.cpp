// Singular values of matrices of ff_t by Eigen, and RealQZ, whose rotations use the same function.
#include <gtest/gtest.h>

#include "linalg/matrices.hpp"
// After <ff/eigen.hpp>, which RealQZ and complex matrices want first.
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace {

using namespace ff_test;
using matrix = dynamic<ff_t>;
using complex_matrix = dynamic<std::complex<ff_t>>;

// The bound of a residual in n epsilon, as in eigen_test.cpp: several sweeps rotate both sides, and JacobiSVD
// leaves elements of 2 epsilon of the largest.  The largest seen is 3.0 for ff, 2.2 for double.
constexpr double bound = 6;

template <class S>
class SingularValues : public testing::Test {};
using scalars = testing::Types<ff_t, double>;
TYPED_TEST_SUITE(SingularValues, scalars);

template <class Svd, class M>
double svd_error(const M& a) {
  const Svd svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const quad_matrix u(svd.matrixU()), v(svd.matrixV());
  const M s = svd.singularValues().asDiagonal();
  for (Eigen::Index i = 1; i < s.rows(); ++i) EXPECT_GE(s(i - 1, i - 1), s(i, i));
  return std::max({residual(a, u * exactly(s) * v.transpose()), skewness(u), skewness(v)});
}

TYPED_TEST(SingularValues, JacobiSVD) {
  using M = dynamic<TypeParam>;
  EXPECT_LE(worst<TypeParam>(square_matrices<TypeParam>(), svd_error<Eigen::JacobiSVD<M>, M>), bound);
  EXPECT_LE(worst<TypeParam>(rectangles<TypeParam>(), svd_error<Eigen::JacobiSVD<M>, M>), bound);
  EXPECT_LE(worst<TypeParam>(symmetric_matrices<TypeParam>(), svd_error<Eigen::JacobiSVD<M>, M>), bound);
}

TEST(EigenSvd, BDCSVD) {
  EXPECT_LE(worst<ff_t>(square_matrices<ff_t>(), svd_error<Eigen::BDCSVD<matrix>, matrix>), bound);
  EXPECT_LE(worst<ff_t>(rectangles<ff_t>(), svd_error<Eigen::BDCSVD<matrix>, matrix>), bound);
}

// Symmetric but for their last digits: Eigen's own rotation overflows from order 6 on.
TYPED_TEST(SingularValues, Hilbert) {
  using M = dynamic<TypeParam>;
  std::vector<M> matrices;
  for (Eigen::Index n = 3; n <= 10; ++n) matrices.push_back(hilbert<TypeParam>(n));
  EXPECT_LE(worst<TypeParam>(matrices, svd_error<Eigen::JacobiSVD<M>, M>), bound);
}

TEST(EigenSvd, FixedSizes) {
  using fixed = Eigen::Matrix<ff_t, 3, 3>;
  std::mt19937_64 bits(13);
  for (int i = 0; i < 100; ++i) {
    const fixed a = random_matrix(3, 3, bits).cast<ff_t>();
    const Eigen::JacobiSVD<fixed> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const fixed s = svd.singularValues().asDiagonal();
    EXPECT_LE(residual(a, exactly(svd.matrixU()) * exactly(s) * exactly(svd.matrixV()).transpose()),
              3 * bound * 0x1p-47);
  }
}

// The rotation itself, where the tangent or its square leaves the range.
TEST(EigenSvd, RotationsOfNearlySymmetricBlocks) {
  using block = Eigen::Matrix<ff_t, 2, 2>;
  std::mt19937_64 bits(14);
  for (int e = -140; e <= 0; ++e)
    for (int f = -40; f <= 40; f += 20) {
      block b = random_matrix(2, 2, bits).cast<ff_t>();
      b(1, 0) = b(0, 1) + ldexp(b(1, 0), e);
      b = block(b.unaryExpr([&](ff_t x) { return ldexp(x, f); }));
      Eigen::JacobiRotation<ff_t> left, right;
      Eigen::internal::real_2x2_jacobi_svd(b, Eigen::Index{0}, Eigen::Index{1}, &left, &right);
      block diagonal = b;
      diagonal.applyOnTheLeft(0, 1, left);
      diagonal.applyOnTheRight(0, 1, right);
      for (const auto& rotation : {left, right})
        EXPECT_LE(abs(rotation.c() * rotation.c() + rotation.s() * rotation.s() - 1), 8 * 0x1p-47);
      EXPECT_LE(std::hypot(double(diagonal(0, 1)), double(diagonal(1, 0))),
                2 * bound * 0x1p-47 * exactly(b).norm());
    }
}

// A = Q S Z, B = Q T Z, and S or T of each 2x2 block diagonal.
TEST(EigenSvd, RealQZ) {
  using M = matrix;
  std::mt19937_64 bits(15);
  const double epsilon = 0x1p-47;
  for (const Eigen::Index n : {2, 4, 9, 20})
    for (const bool nearly_one : {false, true}) {
      const M a = random_matrix(n, n, bits).cast<ff_t>();
      const Eigen::MatrixXd small = random_matrix(n, n, bits) * 0x1p-75;
      M b = random_matrix(n, n, bits).cast<ff_t>();
      if (nearly_one)
        b = (Eigen::MatrixXd::Identity(n, n) + Eigen::MatrixXd(small.triangularView<Eigen::StrictlyUpper>()))
                .cast<ff_t>();
      const Eigen::RealQZ<M> qz(a, b);
      EXPECT_EQ(qz.info(), Eigen::Success);
      const quad_matrix q(qz.matrixQ()), z(qz.matrixZ());
      EXPECT_LE(residual(a, q * exactly(qz.matrixS()) * z), bound * double(n) * epsilon);
      EXPECT_LE(residual(b, q * exactly(qz.matrixT()) * z), bound * double(n) * epsilon);
      EXPECT_LE(std::max(skewness(q), skewness(z)), bound * double(n) * epsilon);
    }
}

TEST(EigenSvd, Complex) {
  std::mt19937_64 bits(16);
  for (const Eigen::Index n : {2, 4, 9}) {
    complex_matrix z(n, n);
    z.real() = random_matrix(n, n, bits).cast<ff_t>();
    z.imag() = random_matrix(n, n, bits).cast<ff_t>();
    if (n == 4) z = hilbert<ff_t>(6).cast<std::complex<ff_t>>();
    const Eigen::JacobiSVD<complex_matrix> svd(z, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const complex_matrix u = svd.matrixU() * svd.singularValues().cast<std::complex<ff_t>>().asDiagonal(),
                         v = svd.matrixV();
    const quad_matrix a(u.real()), b(u.imag()), c(v.real()), d(v.imag());  // u v* = (a + ib) (c - id)^T
    const quad_matrix re = a * c.transpose() + b * d.transpose(), im = b * c.transpose() - a * d.transpose();
    const double error = std::hypot((exactly(z.real()) - re).norm(), (exactly(z.imag()) - im).norm());
    EXPECT_LE(error,
              bound * 0x1p-47 * double(n) * std::hypot(exactly(z.real()).norm(), exactly(z.imag()).norm()));
  }
}

}  // namespace
