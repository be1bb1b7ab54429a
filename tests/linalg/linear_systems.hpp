// Matrices of a known condition, and products and solutions of __float128, that judge factorisations and
// solutions of ff::linalg.
#pragma once

#include <cmath>
#include <ff/linalg/view.hpp>
#include <ff/operators.hpp>
#include <utility>
#include <vector>

#include "vectors.hpp"

namespace ff_test {

using ff_numbers = std::vector<ff_t>;

/// random: uniform.  graded: singular values from 1 to 1/condition, geometrically, between two reflections.
/// hilbert: that.  columns: uniform, columns from 1 to 1/condition.
enum class system_kind { random, graded, hilbert, columns };
inline constexpr system_kind every_system[] = {system_kind::random, system_kind::graded, system_kind::hilbert,
                                               system_kind::columns};

/// By rows.
inline ff_numbers system_matrix(system_kind kind, int64 m, int64 n, double condition, uint64 seed = 1) {
  const auto uniform = [&](uint64 stream, int64 i) {
    draws d(seed << 48 | stream << 32 | static_cast<uint64>(i));
    const double high = d.word();
    return high * 0x1p-31 - 1.0 + d.word() * 0x1p-63;
  };
  const auto grade = [&](int64 h) {
    return n > 1 ? std::pow(condition, -static_cast<double>(h) / static_cast<double>(n - 1)) : 1.0;
  };
  ff_numbers a(static_cast<std::size_t>(m * n));
  double uu = 0.0, vv = 0.0, uv = 0.0;
  for (int64 h = 0; h < m; ++h) uu += uniform(1, h) * uniform(1, h);
  for (int64 h = 0; h < n; ++h) vv += uniform(2, h) * uniform(2, h);
  for (int64 h = 0; h < std::min(m, n); ++h) uv += uniform(1, h) * uniform(2, h) * grade(h);
  for (int64 i = 0; i < m; ++i)
    for (int64 j = 0; j < n; ++j) {
      double x = uniform(3, i * n + j);
      if (kind == system_kind::columns) x *= grade(j);
      ff_t e = x;
      if (kind == system_kind::hilbert) e = ff_t(1.0f) / static_cast<float>(i + j + 1);
      if (kind == system_kind::graded) {
        const double d_i = i < n ? grade(i) : 0.0, d_j = j < m ? grade(j) : 0.0;
        e = (i == j ? d_i : 0.0) - 2.0 * uniform(1, i) * (j < m ? uniform(1, j) : 0.0) * d_j / uu -
            2.0 * d_i * (i < n ? uniform(2, i) : 0.0) * uniform(2, j) / vv +
            4.0 * uniform(1, i) * uniform(2, j) * uv / (uu * vv);
      }
      a[static_cast<std::size_t>(i * n + j)] = e;
    }
  return a;
}

/// The largest difference over the largest element.
inline double apart(const ff_numbers& x, const ff_numbers& y) {
  double most = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    most = std::max(most, std::fabs(static_cast<double>(x[i] - y[i])));
    norm = std::max(norm, std::fabs(static_cast<double>(y[i])));
  }
  return norm > 0.0 ? most / norm : most;
}

#if !defined(__CUDACC__)  // whose host pass refuses __float128 too

__extension__ typedef __float128 float128;
using quads = std::vector<float128>;

inline float128 quad_of(ff_t x) { return float128(x.hi()) + float128(x.lo()); }
inline double size_of(float128 x) { return std::fabs(static_cast<double>(x)); }

inline quads quads_of(const ff_numbers& x) {
  quads q;
  for (const ff_t e : x) q.push_back(quad_of(e));
  return q;
}

/// The Frobenius norm of A - B C, over that of A; A is m by n by rows, B of m by k.
inline double distance_of_product(const quads& a, const quads& b, const quads& c, int64 m, int64 n, int64 k) {
  double all = 0.0, norm = 0.0;
  for (int64 i = 0; i < m; ++i)
    for (int64 j = 0; j < n; ++j) {
      float128 t = a[static_cast<std::size_t>(i * n + j)];
      norm += size_of(t) * size_of(t);
      for (int64 h = 0; h < k; ++h)
        t -= b[static_cast<std::size_t>(i * k + h)] * c[static_cast<std::size_t>(h * n + j)];
      all += size_of(t) * size_of(t);
    }
  return norm > 0.0 ? std::sqrt(all / norm) : std::sqrt(all);
}

inline quads transpose_of(const quads& a, int64 m, int64 n) {
  quads t(a.size());
  for (int64 i = 0; i < m; ++i)
    for (int64 j = 0; j < n; ++j)
      t[static_cast<std::size_t>(j * m + i)] = a[static_cast<std::size_t>(i * n + j)];
  return t;
}

inline quads identity_quads(int64 n) {
  quads one(static_cast<std::size_t>(n * n), float128(0));
  for (int64 i = 0; i < n; ++i) one[static_cast<std::size_t>(i * n + i)] = 1;
  return one;
}

/// The solution of A x = b by Gauss's elimination.
inline quads solution_of(quads a, quads b) {
  const auto n = b.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t p = c;
    for (std::size_t i = c; i < n; ++i)
      if (size_of(a[i * n + c]) > size_of(a[p * n + c])) p = i;
    for (std::size_t j = 0; j < n; ++j) std::swap(a[c * n + j], a[p * n + j]);
    std::swap(b[c], b[p]);
    for (std::size_t i = c + 1; i < n; ++i) {
      const float128 f = a[i * n + c] / a[c * n + c];
      for (std::size_t j = c; j < n; ++j) a[i * n + j] -= f * a[c * n + j];
      b[i] -= f * b[c];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
  return b;
}

inline double apart(const ff_numbers& x, const quads& y) {
  double most = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    most = std::max(most, size_of(quad_of(x[i]) - y[i]));
    norm = std::max(norm, size_of(y[i]));
  }
  return norm > 0.0 ? most / norm : most;
}

#endif

}  // namespace ff_test
