// Matrices of __float128 that judge Eigen's: a number of ff or double and a product of two are exact in it,
// sums of them within 2^-112.
#pragma once

#include <cmath>
#include <cstdlib>
#include <ff/eigen.hpp>
#include <random>
#include <vector>

namespace ff_test {

using ff::ff_t;
__extension__ typedef __float128 quad;

inline quad wide_quad(double x) { return x; }
inline quad wide_quad(ff_t x) { return quad(x.hi()) + quad(x.lo()); }

class quad_matrix {
 public:
  quad_matrix(Eigen::Index rows, Eigen::Index columns)
      : rows_(rows), columns_(columns), values_(static_cast<std::size_t>(rows * columns), quad(0)) {}
  template <class Derived>
  explicit quad_matrix(const Eigen::DenseBase<Derived>& m) : quad_matrix(m.rows(), m.cols()) {
    const typename Derived::PlainObject values = m.derived();
    for (Eigen::Index i = 0; i < rows_; ++i)
      for (Eigen::Index j = 0; j < columns_; ++j) (*this)(i, j) = wide_quad(values(i, j));
  }

  Eigen::Index rows() const { return rows_; }
  Eigen::Index columns() const { return columns_; }
  quad& operator()(Eigen::Index i, Eigen::Index j) {
    return values_[static_cast<std::size_t>(i * columns_ + j)];
  }
  quad operator()(Eigen::Index i, Eigen::Index j) const {
    return values_[static_cast<std::size_t>(i * columns_ + j)];
  }

  quad_matrix transpose() const {
    quad_matrix t(columns_, rows_);
    for (Eigen::Index i = 0; i < rows_; ++i)
      for (Eigen::Index j = 0; j < columns_; ++j) t(j, i) = (*this)(i, j);
    return t;
  }
  /// Frobenius.
  double norm() const {
    quad sum = 0;
    for (const quad x : values_) sum += x * x;
    return std::sqrt(static_cast<double>(sum));
  }

  friend quad_matrix operator*(const quad_matrix& a, const quad_matrix& b) {
    quad_matrix c(a.rows_, b.columns_);
    for (Eigen::Index i = 0; i < a.rows_; ++i)
      for (Eigen::Index k = 0; k < a.columns_; ++k)
        for (Eigen::Index j = 0; j < b.columns_; ++j) c(i, j) += a(i, k) * b(k, j);
    return c;
  }
  friend quad_matrix operator-(quad_matrix a, const quad_matrix& b) {
    for (std::size_t i = 0; i < a.values_.size(); ++i) a.values_[i] -= b.values_[i];
    return a;
  }
  friend quad_matrix operator+(quad_matrix a, const quad_matrix& b) {
    for (std::size_t i = 0; i < a.values_.size(); ++i) a.values_[i] += b.values_[i];
    return a;
  }

 private:
  Eigen::Index rows_, columns_;
  std::vector<quad> values_;
};

template <class Derived>
quad_matrix exactly(const Eigen::DenseBase<Derived>& m) {
  return quad_matrix(m);
}
inline quad_matrix identity(Eigen::Index n) {
  quad_matrix one(n, n);
  for (Eigen::Index i = 0; i < n; ++i) one(i, i) = 1;
  return one;
}

template <class S>
using dynamic = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

// ---------------------------------------------------------------- samples: the same numbers for every scalar

/// A multiple of 2^-47 in [-1, 1): exact in ff and in double.
inline double random_number(std::mt19937_64& bits) { return static_cast<double>(bits() >> 16) * 0x1p-47 - 1; }

inline Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937_64& bits) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random_number(bits); });
}
/// 2^e, 2^-e and, in between, powers of two that fall with i.
inline Eigen::VectorXd grades(Eigen::Index n, int e) {
  return Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index i) {
    return std::ldexp(1.0, e - static_cast<int>(2 * e * i / std::max<Eigen::Index>(n - 1, 1)));
  });
}
template <class S>
dynamic<S> hilbert(Eigen::Index n) {
  return dynamic<S>::NullaryExpr(n, n,
                                 [](Eigen::Index i, Eigen::Index j) { return S(1) / S(double(i + j + 1)); });
}

constexpr Eigen::Index sizes[] = {2, 3, 4, 5, 8, 13, 24, 40};

/// Square: random, with elements of 2^20 to 2^-20 by rows and by columns, and Hilbert's of order 8.
template <class S>
std::vector<dynamic<S>> square_matrices() {
  std::mt19937_64 bits(20250117);
  std::vector<dynamic<S>> all;
  for (const Eigen::Index n : sizes) {
    const Eigen::MatrixXd a = random_matrix(n, n, bits);
    all.push_back(a.cast<S>());
    all.push_back((grades(n, 20).asDiagonal() * a).cast<S>());
    all.push_back((a * grades(n, 20).asDiagonal()).cast<S>());
  }
  all.push_back(hilbert<S>(8));
  return all;
}
/// With more rows than columns, and with fewer.
template <class S>
std::vector<dynamic<S>> rectangles() {
  std::mt19937_64 bits(20250118);
  std::vector<dynamic<S>> all;
  for (const Eigen::Index n : {2, 7, 20}) {
    const Eigen::MatrixXd a = random_matrix(2 * n, n, bits);
    all.push_back((grades(2 * n, 20).asDiagonal() * a).cast<S>());
    all.push_back(a.transpose().cast<S>());
  }
  return all;
}
template <class S>
dynamic<S> mirrored(dynamic<S> a) {
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) a(j, i) = a(i, j);
  return a;
}
/// Symmetric: the lower triangles of the square ones, mirrored.
template <class S>
std::vector<dynamic<S>> symmetric_matrices() {
  std::vector<dynamic<S>> all = square_matrices<S>();
  for (dynamic<S>& a : all) a = mirrored<S>(a);
  return all;
}
/// Positive definite: B B^T + I, graded on both sides by 2^10 to 2^-10; Hilbert's of order 8.
template <class S>
std::vector<dynamic<S>> positive_matrices() {
  std::mt19937_64 bits(20250119);
  std::vector<dynamic<S>> all;
  for (const Eigen::Index n : sizes) {
    const Eigen::MatrixXd b = random_matrix(n, n, bits),
                          a = b * b.transpose() + Eigen::MatrixXd::Identity(n, n);
    all.push_back(mirrored<S>(a.cast<S>()));
    all.push_back(
        mirrored<S>((grades(n, 10).asDiagonal() * a * grades(n, 10).asDiagonal()).eval().cast<S>()));
  }
  all.push_back(hilbert<S>(8));
  return all;
}

// ---------------------------------------------------------------- the judge

/// The largest of `error(a) / (n epsilon)` over matrices a of order n; NaN counts as infinite.
template <class S, class Error>
double worst(const std::vector<dynamic<S>>& matrices, Error error) {
  double largest = 0;
  for (const dynamic<S>& a : matrices) {
    const double n = static_cast<double>(std::max(a.rows(), a.cols()));
    const double e = error(a) / (n * static_cast<double>(Eigen::NumTraits<S>::epsilon()));
    if (!(e <= largest)) largest = std::isnan(e) ? INFINITY : e;
  }
  return largest;
}

/// ||a - product|| / ||a||.
template <class M>
double residual(const M& a, const quad_matrix& product) {
  return (exactly(a) - product).norm() / exactly(a).norm();
}
/// ||Q^T Q - 1|| / ||Q||.
inline double skewness(const quad_matrix& q) {
  return (q.transpose() * q - identity(q.columns())).norm() / q.norm();
}

}  // namespace ff_test
