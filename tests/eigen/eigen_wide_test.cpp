// Eigen's matrices of wide_t: expressions, and decompositions of matrices whose entries double cannot square.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <ff/wide/eigen.hpp>

namespace {

using ff::wide_t;
using matrix = Eigen::Matrix<wide_t, Eigen::Dynamic, Eigen::Dynamic>;
using column = Eigen::Matrix<wide_t, Eigen::Dynamic, 1>;

// The Hilbert matrix plus the unit matrix, times 2^exponent.
matrix scaled_matrix(int n, int exponent) {
  matrix a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a(i, j) = ff::ldexp(wide_t(1) / wide_t(i + j + 1) + wide_t(i == j ? 1 : 0), exponent);
  return a;
}

bool small_beside(const wide_t& rest, const wide_t& size) { return rest <= size * wide_t(0x1p-40); }

TEST(EigenWide, SolversKeepTheirDigitsBeyondDouble) {
  for (const int exponent : {0, 700, -700, 100000}) {
    const matrix a = scaled_matrix(12, exponent);
    const column x = column::LinSpaced(12, wide_t(1), wide_t(12)), b = a * x;
    EXPECT_TRUE(small_beside((a.partialPivLu().solve(b) - x).norm(), x.norm())) << exponent;
    EXPECT_TRUE(small_beside((a.llt().solve(b) - x).norm(), x.norm())) << exponent;
    EXPECT_TRUE(small_beside((a.householderQr().solve(b) - x).norm(), x.norm())) << exponent;
    EXPECT_TRUE(isfinite(b.squaredNorm())) << exponent;
  }
}

TEST(EigenWide, EigenvaluesScaleWithTheMatrix) {
  const Eigen::SelfAdjointEigenSolver<matrix> plain(scaled_matrix(8, 0)), large(scaled_matrix(8, 3000));
  ASSERT_EQ(plain.info(), Eigen::Success);
  ASSERT_EQ(large.info(), Eigen::Success);
  for (int i = 0; i < 8; ++i)
    EXPECT_TRUE(small_beside(abs(ff::ldexp(large.eigenvalues()(i), -3000) - plain.eigenvalues()(i)),
                             abs(plain.eigenvalues()(7))));
}

TEST(EigenWide, TraitsAreThoseOfTheLimits) {
  EXPECT_EQ(Eigen::NumTraits<wide_t>::epsilon(), std::numeric_limits<wide_t>::epsilon());
  EXPECT_EQ(Eigen::NumTraits<wide_t>::highest(), std::numeric_limits<wide_t>::max());
  EXPECT_EQ(Eigen::NumTraits<wide_t>::digits10(), 14);
  const matrix a = scaled_matrix(3, 2000);
  EXPECT_TRUE(a.isApprox(a * (wide_t(1) + wide_t(0x1p-45f))));
  EXPECT_FALSE(a.isApprox(a * (wide_t(1) + wide_t(0x1p-30f))));
  EXPECT_EQ((2.0 * a + a / 3.0)(0, 0), wide_t(2) * a(0, 0) + a(0, 0) / wide_t(3));
}

}  // namespace
