// Matrices of ff_t as Eigen's: scalars, operands, maps, text, and the decompositions by elimination and
// reflection.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <sstream>

#include "linalg/matrices.hpp"

namespace {

using namespace ff_test;
using ff::from_words;
using matrix = dynamic<ff_t>;

// The bound of every residual, in n epsilon of the scalar.  |A - L U| <= gamma_n |L| |U| (Higham, Accuracy
// and Stability of Numerical Algorithms, theorem 9.3; 10.3 and 19.4 have the like for L L^T and Q R), gamma_n
// being n times the error of an operation: at most 2.5 epsilon for ff (division, 5 u^2), half of one for
// double.  |L| |U| is a few times A, and errors cancel more than that: the largest seen is 0.9 for ff, 0.6
// for double.
constexpr double bound = 2;

template <class S>
class EigenScalar : public testing::Test {};
using scalars = testing::Types<ff_t, double>;
TYPED_TEST_SUITE(EigenScalar, scalars);

// ---------------------------------------------------------------- decompositions

TYPED_TEST(EigenScalar, PartialPivLU) {
  EXPECT_LE(worst<TypeParam>(
                square_matrices<TypeParam>(),
                [](const auto& a) {
                  const Eigen::PartialPivLU<dynamic<TypeParam>> lu(a);
                  const dynamic<TypeParam> l = lu.matrixLU().template triangularView<Eigen::UnitLower>(),
                                           u = lu.matrixLU().template triangularView<Eigen::Upper>();
                  return residual(dynamic<TypeParam>(lu.permutationP() * a), exactly(l) * exactly(u));
                }),
            bound);
}

TYPED_TEST(EigenScalar, FullPivLU) {
  EXPECT_LE(worst<TypeParam>(
                square_matrices<TypeParam>(),
                [](const auto& a) {
                  const Eigen::FullPivLU<dynamic<TypeParam>> lu(a);
                  const dynamic<TypeParam> l = lu.matrixLU().template triangularView<Eigen::UnitLower>(),
                                           u = lu.matrixLU().template triangularView<Eigen::Upper>();
                  return residual(dynamic<TypeParam>(lu.permutationP() * a * lu.permutationQ()),
                                  exactly(l) * exactly(u));
                }),
            bound);
}

TYPED_TEST(EigenScalar, LLT) {
  EXPECT_LE(worst<TypeParam>(positive_matrices<TypeParam>(),
                             [](const auto& a) {
                               const Eigen::LLT<dynamic<TypeParam>> llt(a);
                               EXPECT_EQ(llt.info(), Eigen::Success);
                               const quad_matrix l(dynamic<TypeParam>(llt.matrixL()));
                               return residual(a, l * l.transpose());
                             }),
            bound);
}

TYPED_TEST(EigenScalar, LDLT) {
  EXPECT_LE(worst<TypeParam>(positive_matrices<TypeParam>(),
                             [](const auto& a) {
                               const Eigen::LDLT<dynamic<TypeParam>> ldlt(a);
                               EXPECT_EQ(ldlt.info(), Eigen::Success);
                               const quad_matrix l(dynamic<TypeParam>(ldlt.matrixL()));
                               const dynamic<TypeParam> d = ldlt.vectorD().asDiagonal();
                               dynamic<TypeParam> permuted = ldlt.transpositionsP() * a;
                               permuted = (ldlt.transpositionsP() * permuted.transpose()).transpose();
                               return residual(permuted, l * exactly(d) * l.transpose());
                             }),
            bound);
}

template <class Qr, class M>
double qr_error(const Qr& qr, const M& permuted) {
  M r = qr.matrixQR().template triangularView<Eigen::Upper>();
  const M q = qr.householderQ() * M::Identity(permuted.rows(), permuted.rows());
  return std::max(residual(permuted, exactly(q) * exactly(r)), skewness(exactly(q)));
}

TYPED_TEST(EigenScalar, HouseholderQR) {
  using M = dynamic<TypeParam>;
  const auto error = [](const M& a) { return qr_error(Eigen::HouseholderQR<M>(a), a); };
  EXPECT_LE(worst<TypeParam>(square_matrices<TypeParam>(), error), bound);
  EXPECT_LE(worst<TypeParam>(rectangles<TypeParam>(), error), bound);
}

TYPED_TEST(EigenScalar, ColPivHouseholderQR) {
  using M = dynamic<TypeParam>;
  const auto error = [](const M& a) {
    const Eigen::ColPivHouseholderQR<M> qr(a);

    return qr_error(qr, M(a * qr.colsPermutation()));
  };
  EXPECT_LE(worst<TypeParam>(square_matrices<TypeParam>(), error), bound);
  EXPECT_LE(worst<TypeParam>(rectangles<TypeParam>(), error), bound);
}

// Hilbert's of order 8 has condition 1.5e10: a solution has 48 - 34 bits, and with float's 24 bits none.
TEST(Eigen, SolvesHilbert) {
  const matrix a = hilbert<ff_t>(8), x = matrix::Ones(8, 1), b = a * x;
  EXPECT_LE((exactly(a.partialPivLu().solve(b)) - exactly(x)).norm(), 1e-3);
  EXPECT_LE((exactly(a.llt().solve(b)) - exactly(x)).norm(), 1e-3);
  EXPECT_LE((exactly(a.colPivHouseholderQr().solve(b)) - exactly(x)).norm(), 1e-3);
}

// The rank counts pivots above n epsilon of the largest.
TEST(Eigen, Rank) {
  std::mt19937_64 bits(3);
  const matrix a = random_matrix(20, 7, bits).cast<ff_t>() * random_matrix(7, 20, bits).cast<ff_t>();
  EXPECT_EQ(a.fullPivLu().rank(), 7);
  EXPECT_EQ(a.colPivHouseholderQr().rank(), 7);
  const Eigen::Vector3d pivots(1, 0x1p-20, 0x1p-44), smaller(1, 0x1p-20, 0x1p-46);
  EXPECT_EQ(matrix(pivots.cast<ff_t>().asDiagonal()).colPivHouseholderQr().rank(), 3);
  EXPECT_EQ(matrix(smaller.cast<ff_t>().asDiagonal()).colPivHouseholderQr().rank(), 2);
}

TEST(Eigen, FixedSizes) {
  using fixed = Eigen::Matrix<ff_t, 4, 4>;
  std::mt19937_64 bits(4);
  for (int i = 0; i < 100; ++i) {
    const fixed a = random_matrix(4, 4, bits).cast<ff_t>();
    const fixed b = a * a.transpose(), inverse = b.inverse();
    EXPECT_LE((exactly(b) * exactly(inverse) - identity(4)).norm(),
              bound * 4 * 0x1p-47 * std::pow(exactly(b).norm() * exactly(inverse).norm(), 2));
    const Eigen::PartialPivLU<fixed> lu(a);
    const fixed l = lu.matrixLU().triangularView<Eigen::UnitLower>(),
                u = lu.matrixLU().triangularView<Eigen::Upper>();
    EXPECT_LE(residual(fixed(lu.permutationP() * a), exactly(l) * exactly(u)), bound * 4 * 0x1p-47);
    EXPECT_LE(qr_error(Eigen::HouseholderQR<fixed>(a), a), bound * 4 * 0x1p-47);
  }
}

// ---------------------------------------------------------------- the scalar

TEST(Eigen, NumTraits) {
  using traits = Eigen::NumTraits<ff_t>;
  using limits = std::numeric_limits<ff_t>;
  static_assert(!traits::IsComplex && !traits::IsInteger && traits::IsSigned &&
                !traits::RequireInitialization);
  static_assert(std::is_same_v<traits::Real, ff_t> && std::is_same_v<traits::NonInteger, ff_t> &&
                std::is_same_v<traits::Literal, ff_t> && std::is_same_v<traits::Nested, ff_t>);
  static_assert(traits::AddCost > traits::MulCost && traits::MulCost > traits::ReadCost);
  EXPECT_EQ(traits::epsilon(), 0x1p-47);
  EXPECT_EQ(traits::dummy_precision(), 0x1p-35);
  EXPECT_EQ(traits::highest(), limits::max());
  EXPECT_EQ(traits::lowest(), limits::lowest());
  EXPECT_EQ(traits::digits(), 48);
  EXPECT_EQ(traits::digits10(), 14);
  EXPECT_EQ(traits::min_exponent(), -101);
  EXPECT_EQ(traits::max_exponent(), 128);
  EXPECT_TRUE(isinf(traits::infinity()));
  EXPECT_TRUE(isnan(traits::quiet_NaN()));
  EXPECT_EQ(Eigen::NumTraits<std::complex<ff_t>>::epsilon(), 0x1p-47);
}

TEST(Eigen, ApproximateEqualityIsThatOfDouble) {
  const matrix one = matrix::Ones(3, 3);
  EXPECT_TRUE(one.isApprox(matrix(one * ff_t(1 + 0x1p-36))));
  EXPECT_FALSE(one.isApprox(matrix(one * ff_t(1 + 0x1p-34))));
}

// ---------------------------------------------------------------- operands, weak pairs

bool same_words(const matrix& a, const matrix& b) {
  for (Eigen::Index i = 0; i < a.size(); ++i)
    if (a(i).hi() != b(i).hi() || a(i).lo() != b(i).lo()) return false;
  return a.rows() == b.rows() && a.cols() == b.cols();
}
template <class F>
matrix each(const matrix& a, F f) {
  return matrix::NullaryExpr(a.rows(), a.cols(),
                             [&](Eigen::Index i, Eigen::Index j) -> ff_t { return f(a(i, j)); });
}

TEST(Eigen, MixedOperands) {
  std::mt19937_64 bits(5);
  const matrix m = random_matrix(5, 7, bits).cast<ff_t>();
  EXPECT_TRUE(same_words(m * 0.1f, each(m, [](ff_t x) { return x * 0.1f; })));
  EXPECT_TRUE(same_words(0.1f * m, each(m, [](ff_t x) { return x * 0.1f; })));
  EXPECT_TRUE(same_words(m * 0.1, each(m, [](ff_t x) { return x * ff_t(0.1); })));
  EXPECT_TRUE(same_words(0.1 * m, each(m, [](ff_t x) { return ff_t(0.1) * x; })));
  EXPECT_TRUE(same_words(m * 123456789, each(m, [](ff_t x) { return x * ff_t(123456789); })));
  EXPECT_TRUE(same_words(123456789 * m, each(m, [](ff_t x) { return ff_t(123456789) * x; })));
  EXPECT_TRUE(same_words(m / 3, each(m, [](ff_t x) { return x / ff_t(3); })));
  EXPECT_TRUE(same_words(m / 0.3f, each(m, [](ff_t x) { return x / 0.3f; })));
  EXPECT_TRUE(same_words(m / 0.3, each(m, [](ff_t x) { return x / ff_t(0.3); })));
  EXPECT_TRUE(same_words(m * 5000000000L, each(m, [](ff_t x) { return x * ff_t(5000000000L); })));

  const Eigen::MatrixXd d = random_matrix(5, 7, bits);
  const Eigen::MatrixXf f = d.cast<float>();
  const Eigen::MatrixXi n = (d * 1e9).cast<int>();
  const matrix wide = d.cast<ff_t>(), narrow = f.cast<ff_t>(), whole = n.cast<ff_t>();
  EXPECT_TRUE(same_words(m + d, m + wide));
  EXPECT_TRUE(same_words(d - m, wide - m));
  EXPECT_TRUE(same_words(m.cwiseProduct(d), m.cwiseProduct(wide)));
  EXPECT_TRUE(same_words(n + m, whole + m));
  EXPECT_LE((exactly(m.cwiseQuotient(f)) - exactly(m.cwiseQuotient(narrow))).norm(),
            5 * 0x1p-48 * exactly(m.cwiseQuotient(narrow)).norm());
  // 0.1 has all its digits that a pair can hold.
  EXPECT_LE((exactly(m * 0.1) - exactly(m) * (exactly(matrix::Identity(7, 7).cast<double>() * 0.1))).norm(),
            5 * 0x1p-48 * exactly(m * 0.1).norm());
}

TEST(Eigen, Casts) {
  std::mt19937_64 bits(6);
  const Eigen::MatrixXd d = random_matrix(6, 6, bits);
  const matrix m = d.cast<ff_t>();
  EXPECT_EQ(m.cast<double>(), d);
  EXPECT_EQ(m.cast<float>(), d.cast<float>());
  EXPECT_EQ(matrix(m * 1e6).cast<int>(), Eigen::MatrixXd(matrix(m * 1e6).cast<double>()).cast<int>());
  EXPECT_EQ(exactly(m).norm(), exactly(d).norm());
}

// A weak pair's low word may be the float next above ulp(hi)/2, and words from elsewhere up to ulp(hi).
TEST(Eigen, WeakPairs) {
  std::mt19937_64 bits(7);
  matrix a = random_matrix(24, 24, bits).cast<ff_t>(), b = random_matrix(24, 24, bits).cast<ff_t>();
  for (matrix* m : {&a, &b})
    for (ff_t& x : m->reshaped()) {
      const float ulp = std::nextafter(std::fabs(x.hi()), 2.0f) - std::fabs(x.hi());
      const float half = std::nextafter(ulp / 2, ulp);
      x = from_words(x.hi(), (bits() & 1 ? ulp : half) * (bits() & 1 ? 1.0f : -1.0f));
    }
  const quad_matrix product = exactly(a) * exactly(b);
  EXPECT_LE((exactly(a * b) - product).norm(), bound * 0x1p-47 * exactly(a).norm() * exactly(b).norm());
  const Eigen::PartialPivLU<matrix> lu(a);
  const matrix l = lu.matrixLU().triangularView<Eigen::UnitLower>(),
               u = lu.matrixLU().triangularView<Eigen::Upper>();
  EXPECT_LE(residual(matrix(lu.permutationP() * a), exactly(l) * exactly(u)), bound * 24 * 0x1p-47);
  EXPECT_EQ(a, matrix(each(a, [](ff_t x) { return renormalize(x); })));
}

TEST(Eigen, LargeProducts) {
  std::mt19937_64 bits(8);
  const matrix a = random_matrix(65, 150, bits).cast<ff_t>(), b = random_matrix(150, 33, bits).cast<ff_t>();
  const quad_matrix product = exactly(a) * exactly(b);
  EXPECT_LE((exactly(a * b) - product).norm(), bound * 0x1p-47 * product.norm());
  EXPECT_LE((exactly(a * b.col(0)) - exactly(a) * exactly(b.col(0))).norm(),
            bound * 0x1p-47 * product.norm());
  EXPECT_LE((exactly(b.transpose() * a.transpose()) - product.transpose()).norm(),
            bound * 0x1p-47 * product.norm());
}

// ---------------------------------------------------------------- maps, functions, norms, text

TEST(Eigen, Maps) {
  std::vector<ff_t> numbers(24);
  for (int i = 0; i < 24; ++i) numbers[static_cast<std::size_t>(i)] = ff_t(i) / 7;
  const Eigen::Map<const matrix, Eigen::Aligned8> columns(numbers.data(), 4, 6);
  EXPECT_EQ(columns(1, 2), ff_t(9) / 7);
  Eigen::Map<Eigen::Matrix<ff_t, 4, 6, Eigen::RowMajor>> rows(numbers.data());
  EXPECT_EQ(rows(1, 2), ff_t(8) / 7);
  const Eigen::Map<const matrix, 0, Eigen::OuterStride<>> part(numbers.data() + 1, 2, 3,
                                                               Eigen::OuterStride<>(8));
  EXPECT_EQ(part(1, 2), ff_t(18) / 7);
  rows *= 7;
  EXPECT_EQ(numbers[23], rows(3, 5));
  EXPECT_LE(abs(numbers[23] - 23), 23 * 0x1p-45);
}

TEST(Eigen, Functions) {
  std::mt19937_64 bits(9);
  const Eigen::Array<ff_t, Eigen::Dynamic, 1> x = random_matrix(20, 1, bits).cast<ff_t>();
  const auto same = [&](const Eigen::Array<ff_t, Eigen::Dynamic, 1>& y, auto f) {
    return same_words(y.matrix(), each(x.matrix(), f));
  };
  EXPECT_TRUE(same(x.exp(), [](ff_t v) { return exp(v); }));
  EXPECT_TRUE(same(x.abs().log(), [](ff_t v) { return log(abs(v)); }));
  EXPECT_TRUE(same(x.sin(), [](ff_t v) { return sin(v); }));
  EXPECT_TRUE(same(x.tanh(), [](ff_t v) { return tanh(v); }));
  EXPECT_TRUE(same(x.abs().sqrt(), [](ff_t v) { return sqrt(abs(v)); }));
  EXPECT_TRUE(same((x * 9).floor(), [](ff_t v) { return floor(v * 9); }));
  EXPECT_TRUE(x.isFinite().all());
  EXPECT_FALSE((x / 0).isFinite().any());
  EXPECT_TRUE((x * 0 / 0).isNaN().all());
  EXPECT_EQ(x.maxCoeff(), *std::max_element(x.begin(), x.end()));
}

// norm squares its elements; stableNorm scales them first.
TEST(Eigen, NormsOfLargeAndSmallElements) {
  const matrix one = matrix::Ones(9, 1) / 3;
  for (const float scale : {0x1p100f, 0x1p-90f}) {
    EXPECT_LE(abs(matrix(one * scale).stableNorm() / scale - 1), 0x1p-44);
    EXPECT_LE(abs(matrix(one * scale).hypotNorm() / scale - 1), 0x1p-44);
  }
  EXPECT_LE(abs(one.norm() - 1), 0x1p-44);
}

TEST(Eigen, RandomElementsLieInRangeAndHaveLowWords) {
  const matrix m = matrix::Random(20, 20);
  EXPECT_LE(m.cwiseAbs().maxCoeff(), 1);
  EXPECT_GE((m.maxCoeff() - m.minCoeff()), 1.5);
  EXPECT_GE(std::count_if(m.reshaped().begin(), m.reshaped().end(), [](ff_t x) { return x.lo() != 0; }), 300);
}

TEST(Eigen, Text) {
  Eigen::Matrix<ff_t, 2, 2> m;
  m << 1, -2.5, ff_t(1) / 3, 1e10;
  std::ostringstream out;
  out << m << '\n' << m.format(Eigen::IOFormat(Eigen::FullPrecision, Eigen::DontAlignCols, ", ", "; "));
  EXPECT_EQ(out.str(), "       1     -2.5\n0.333333    1e+10\n1, -2.5; 0.33333333333333, 10000000000");
}

}  // namespace
