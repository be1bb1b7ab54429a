// fused_t and fast_t in the place of ff_t: Eigen's factorisations and odeint's steps, from unchanged sources.
#include <ff/eigen.hpp>
// After it, which specialises what they use.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <boost/numeric/odeint.hpp>

namespace {

template <class T>
class InCompany : public ::testing::Test {};
using numbers = ::testing::Types<ff::fused_t, ff::fast_t>;
TYPED_TEST_SUITE(InCompany, numbers);

// The Hilbert matrix plus the unit matrix, of condition 3.
template <class T>
using matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
matrix<T> well_conditioned(int n) {
  matrix<T> a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = T(1) / T(i + j + 1) + T(i == j ? 1 : 0);
  return a;
}

TYPED_TEST(InCompany, EigensFactorisationsSolve) {
  using column = Eigen::Matrix<TypeParam, Eigen::Dynamic, 1>;
  const matrix<TypeParam> a = well_conditioned<TypeParam>(12);
  const column x = column::LinSpaced(12, TypeParam(1), TypeParam(12)), b = a * x;
  const double size = double(x.norm());
  const auto error = [&](const column& found) { return double((found - x).norm()) / size; };
  EXPECT_LE(error(a.partialPivLu().solve(b)), 0x1p-40);
  EXPECT_LE(error(a.llt().solve(b)), 0x1p-40);
  EXPECT_LE(error(a.householderQr().solve(b)), 0x1p-40);
}

TEST(FusedInCompany, EigensEigenvaluesAreThoseOfTheMatrix) {
  using numbers = matrix<ff::fused_t>;
  const numbers a = well_conditioned<ff::fused_t>(6);
  const Eigen::SelfAdjointEigenSolver<numbers> found(a);
  ASSERT_EQ(found.info(), Eigen::Success);
  const numbers rest = a * found.eigenvectors() - found.eigenvectors() * found.eigenvalues().asDiagonal();
  EXPECT_LE(double(rest.norm()), 0x1p-40);
}

// x' = v, v' = -x from (1, 0) for one unit of time: cosine and minus sine.
TYPED_TEST(InCompany, OdeintFollowsAnOscillator) {
  using state = std::array<TypeParam, 2>;
  state s{TypeParam(1), TypeParam(0)};
  boost::numeric::odeint::runge_kutta_fehlberg78<state, TypeParam> stepper;
  boost::numeric::odeint::integrate_n_steps(
      stepper,
      [](const state& of, state& slope, TypeParam) {
        slope[0] = of[1];
        slope[1] = -of[0];
      },
      s, TypeParam(0), TypeParam(1) / 64, 64);
  EXPECT_NEAR(double(s[0]), 0.54030230586813971740, 1e-12);
  EXPECT_NEAR(double(s[1]), -0.84147098480789650665, 1e-12);
}

}  // namespace
