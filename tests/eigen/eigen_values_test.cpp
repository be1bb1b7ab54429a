// Eigenvalues of matrices of ff_t by Eigen, and what of them is complex.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include "linalg/matrices.hpp"

namespace {

using namespace ff_test;
using matrix = dynamic<ff_t>;
using complex_matrix = dynamic<std::complex<ff_t>>;

// The bound of a residual in n epsilon, as in eigen_test.cpp, here after 2 or 3 sweeps of rotations for each
// eigenvalue.  The largest seen is 2.0 for ff, 1.7 for double.
constexpr double bound = 4;

template <class S>
class EigenValues : public testing::Test {};
using scalars = testing::Types<ff_t, double>;
TYPED_TEST_SUITE(EigenValues, scalars);

TYPED_TEST(EigenValues, SelfAdjointEigenSolver) {
  const auto error = [](const dynamic<TypeParam>& a) {
    const Eigen::SelfAdjointEigenSolver<dynamic<TypeParam>> solver(a);
    EXPECT_EQ(solver.info(), Eigen::Success);
    const quad_matrix v(solver.eigenvectors());
    const dynamic<TypeParam> d = solver.eigenvalues().asDiagonal();
    return std::max(residual(a, v * exactly(d) * v.transpose()), skewness(v));
  };
  EXPECT_LE(worst<TypeParam>(symmetric_matrices<TypeParam>(), error), bound);
  EXPECT_LE(worst<TypeParam>(positive_matrices<TypeParam>(), error), bound);
}

// A V = V D, D with a block of 2x2 for each pair of conjugate eigenvalues.
TYPED_TEST(EigenValues, EigenSolver) {
  const auto error = [](const dynamic<TypeParam>& a) {
    const Eigen::EigenSolver<dynamic<TypeParam>> solver(a);
    EXPECT_EQ(solver.info(), Eigen::Success);
    const quad_matrix v(solver.pseudoEigenvectors()), d(solver.pseudoEigenvalueMatrix());
    return (exactly(a) * v - v * d).norm() / (exactly(a).norm() * v.norm());
  };
  EXPECT_LE(worst<TypeParam>(square_matrices<TypeParam>(), error), bound);
}

// A v = lambda v with the complex numbers that users ask for.
TEST(EigenComplex, EigenvectorsOfEigenSolver) {
  std::mt19937_64 bits(10);
  for (const Eigen::Index n : {4, 12}) {
    const matrix a = random_matrix(n, n, bits).cast<ff_t>();
    const Eigen::EigenSolver<matrix> solver(a);
    const complex_matrix d = solver.eigenvalues().asDiagonal(), v = solver.eigenvectors();
    EXPECT_GT(d.imag().norm(), 0.1);
    const quad_matrix x(v.real()), y(v.imag()), re(d.real()), im(d.imag());
    EXPECT_LE((exactly(a) * x - (x * re - y * im)).norm(),
              bound * 0x1p-47 * double(n) * exactly(a).norm() * x.norm());
    EXPECT_LE((exactly(a) * y - (x * im + y * re)).norm(),
              bound * 0x1p-47 * double(n) * exactly(a).norm() * x.norm());
  }
}

TEST(Eigen, GeneralizedSelfAdjointEigenSolver) {
  std::mt19937_64 bits(11);
  const auto b = positive_matrices<ff_t>()[8];
  const Eigen::Index n = b.rows();
  const matrix a = mirrored<ff_t>(random_matrix(n, n, bits).cast<ff_t>());
  const Eigen::GeneralizedSelfAdjointEigenSolver<matrix> solver(a, b);
  const quad_matrix v(solver.eigenvectors());
  const matrix d = solver.eigenvalues().asDiagonal();
  EXPECT_LE((exactly(a) * v - exactly(b) * v * exactly(d)).norm(),
            bound * double(n) * 0x1p-47 * exactly(a).norm() * v.norm());
}

// The product of a complex matrix with its factors, by real and imaginary parts.
struct parts {
  quad_matrix re, im;
  explicit parts(const complex_matrix& m) : re(m.real()), im(m.imag()) {}
  parts(quad_matrix x, quad_matrix y) : re(std::move(x)), im(std::move(y)) {}
  double norm() const { return std::hypot(re.norm(), im.norm()); }
  friend parts operator*(const parts& a, const parts& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend parts operator-(const parts& a, const parts& b) { return {a.re - b.re, a.im - b.im}; }
};

complex_matrix random_complex(Eigen::Index n, std::mt19937_64& bits) {
  complex_matrix z(n, n);
  z.real() = random_matrix(n, n, bits).cast<ff_t>();
  z.imag() = random_matrix(n, n, bits).cast<ff_t>();
  return z;
}

TEST(EigenComplex, Decompositions) {
  std::mt19937_64 bits(12);
  for (const Eigen::Index n : {2, 5, 16}) {
    const complex_matrix z = random_complex(n, bits), w = random_complex(n, bits);
    const double level = bound * 0x1p-47 * double(n);
    EXPECT_LE((parts(z * w) - parts(z) * parts(w)).norm(), level * parts(z).norm() * parts(w).norm());
    EXPECT_LE((parts(z * 0.1f + w * 2.0) - (parts(z * ff_t(0.1f)) - parts(w * ff_t(-2.0)))).norm(),
              level * parts(z).norm());

    const Eigen::PartialPivLU<complex_matrix> lu(z);
    const complex_matrix l = lu.matrixLU().triangularView<Eigen::UnitLower>();
    const complex_matrix u = lu.matrixLU().triangularView<Eigen::Upper>();
    EXPECT_LE((parts(complex_matrix(lu.permutationP() * z)) - parts(l) * parts(u)).norm(),
              level * parts(z).norm());

    const Eigen::HouseholderQR<complex_matrix> qr(z);
    const complex_matrix q = qr.householderQ(), r = qr.matrixQR().triangularView<Eigen::Upper>();
    EXPECT_LE((parts(z) - parts(q) * parts(r)).norm(), level * parts(z).norm());

    const Eigen::ComplexEigenSolver<complex_matrix> solver(z);
    EXPECT_EQ(solver.info(), Eigen::Success);
    const parts v(solver.eigenvectors()), d(complex_matrix(solver.eigenvalues().asDiagonal()));
    EXPECT_LE((parts(z) * v - v * d).norm(), level * parts(z).norm() * v.norm());

    const complex_matrix hermitian = z + z.adjoint();
    const Eigen::SelfAdjointEigenSolver<complex_matrix> adjoint(hermitian);
    const parts x(adjoint.eigenvectors()),
        e(complex_matrix(adjoint.eigenvalues().cast<std::complex<ff_t>>().asDiagonal()));
    EXPECT_LE((parts(hermitian) * x - x * e).norm(), level * parts(hermitian).norm() * x.norm());
  }
}

}  // namespace
