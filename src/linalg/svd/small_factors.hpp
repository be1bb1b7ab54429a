// Factors of small matrices on the host, in float or double: where refinement begins, and what it does with a
// block of close values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace ff::linalg::detail {

/// Columns v with v^T a v diagonal and in descending order, by Jacobi's method, cyclic by rows (Golub and Van
/// Loan, Matrix Computations, 8.5).  a is symmetric, by rows, and is overwritten; at most 30 sweeps.
template <class T>
std::vector<T> symmetric_eigenvectors(std::vector<T>& a, std::size_t n) {
  std::vector<T> v(n * n, T(0));  // by rows, an eigenvector in each
  for (std::size_t i = 0; i < n; ++i) v[i * n + i] = T(1);
  T largest = 0;
  for (const T x : a) largest = std::max(largest, std::abs(x));
  const T least = largest * std::numeric_limits<T>::epsilon() * T(0.25);
  bool rotated = largest > 0;
  for (int sweep = 0; sweep < 30 && rotated; ++sweep) {
    rotated = false;
    for (std::size_t p = 0; p + 1 < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        const T off = a[p * n + q];
        if (!(std::abs(off) > least)) continue;
        rotated = true;
        const T theta = (a[q * n + q] - a[p * n + p]) / (2 * off);
        const T t = std::copysign(T(1), theta) / (std::abs(theta) + std::hypot(T(1), theta));
        const T c = 1 / std::sqrt(1 + t * t), s = t * c;
        const auto turn = [c, s](T& x, T& y) {
          const T old = x;
          x = c * old - s * y;
          y = s * old + c * y;
        };
        for (std::size_t k = 0; k < n; ++k) turn(a[p * n + k], a[q * n + k]);
        for (std::size_t k = 0; k < n; ++k) turn(a[k * n + p], a[k * n + q]);
        for (std::size_t k = 0; k < n; ++k) turn(v[p * n + k], v[q * n + k]);
      }
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return a[x * n + x] > a[y * n + y]; });
  std::vector<T> columns(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) columns[i * n + j] = v[order[j] * n + i];
  return columns;
}

/// The first `columns` columns of Q in b = Q R by Householder's reflections; b is m by n by rows, n <=
/// columns
/// <= m, and is overwritten.
template <class T>
std::vector<T> orthonormal_columns(std::vector<T>& b, std::size_t m, std::size_t n, std::size_t columns) {
  std::vector<T> beta(n, T(0)), q(m * columns, T(0));
  const auto reflect = [&](std::size_t k, std::vector<T>& x, std::size_t width, std::size_t from) {
    std::vector<T> w(width, T(0));
    for (std::size_t i = k; i < m; ++i)
      for (std::size_t j = from; j < width; ++j) w[j] += b[i * n + k] * x[i * width + j];
    for (std::size_t i = k; i < m; ++i)
      for (std::size_t j = from; j < width; ++j) x[i * width + j] -= beta[k] * b[i * n + k] * w[j];
  };
  for (std::size_t k = 0; k < n; ++k) {
    T largest = 0;
    for (std::size_t i = k; i < m; ++i) largest = std::max(largest, std::abs(b[i * n + k]));
    if (!(largest > 0)) continue;
    T squares = 0;
    for (std::size_t i = k; i < m; ++i) {
      b[i * n + k] /= largest;  // the vector of the reflection may have any length
      squares += b[i * n + k] * b[i * n + k];
    }
    b[k * n + k] += std::copysign(std::sqrt(squares), b[k * n + k]);
    T length = 0;
    for (std::size_t i = k; i < m; ++i) length += b[i * n + k] * b[i * n + k];
    beta[k] = 2 / length;
    reflect(k, b, n, k + 1);
  }
  for (std::size_t i = 0; i < columns; ++i) q[i * columns + i] = T(1);
  for (std::size_t k = n; k-- > 0;)
    if (beta[k] > 0) reflect(k, q, columns, 0);
  return q;
}

/// p and q orthogonal with p^T e q nearly diagonal: eigenvectors of e^T e, and an orthonormal basis of e q.
template <class T>
struct small_svd {
  std::vector<T> p, q;
  small_svd(const std::vector<T>& e, std::size_t n) {
    std::vector<T> gram(n * n, T(0)), product(n * n, T(0));
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) gram[i * n + j] += e[k * n + i] * e[k * n + j];
    q = symmetric_eigenvectors(gram, n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j) product[i * n + j] += e[i * n + k] * q[k * n + j];
    p = orthonormal_columns(product, n, n, n);
  }
};

/// The inverse of the upper factor of a Cholesky decomposition, by rows; false where g is not positive
/// definite.
template <class T>
bool inverse_cholesky(std::vector<T>& g, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {  // g = R^T R, R in the upper triangle
    const T pivot = g[k * n + k];
    if (!(pivot > 0)) return false;
    const T root = std::sqrt(pivot);
    for (std::size_t j = k; j < n; ++j) g[k * n + j] /= root;
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = i; j < n; ++j) g[i * n + j] -= g[k * n + i] * g[k * n + j];
  }
  std::vector<T> x(n * n, T(0));
  for (std::size_t i = n; i-- > 0;) {
    x[i * n + i] = 1 / g[i * n + i];
    for (std::size_t j = i + 1; j < n; ++j) {
      T sum = 0;
      for (std::size_t k = i + 1; k <= j; ++k) sum += g[i * n + k] * x[k * n + j];
      x[i * n + j] = -sum * x[i * n + i];
    }
  }
  g = x;
  return true;
}

}  // namespace ff::linalg::detail
