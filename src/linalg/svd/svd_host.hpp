// The host as a machine of refine.hpp.
#pragma once

#include <ff/linalg/gemm.hpp>
#include <new>
#include <vector>

#include "../machine/host_machine.hpp"
#include "refine.hpp"

namespace ff::linalg::detail {

/// Matrices lie by rows, and what fails throws.
class svd_host : public factor::host_machine {
 public:
  using host_machine::host_machine;

  /// The same machine for the factorisations, whose matrices lie by columns.
  host_machine& by_columns() { return *this; }

  dense matrix(int64 rows, int64 columns) { return row_major(array<ff_t>(rows * columns), rows, columns); }
  template <class T>
  T* array(int64 n) {
    T* const memory = take<T>(n);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  template <class T>
  const T* upload(const std::vector<T>& x) {
    T* const to = array<T>(static_cast<int64>(x.size()));
    std::copy(x.begin(), x.end(), to);
    return to;
  }

  template <class T>
  std::vector<T> read(const T* x, int64 n) const {
    return std::vector<T>(x, x + n);
  }
  void write(ff_t* to, const std::vector<ff_t>& x) const { std::copy(x.begin(), x.end(), to); }

  void multiply(ff_t alpha, dense_read a, dense_read b, ff_t beta, dense c, accuracy length) {
    gemm_options o;
    o.length = length;
    o.threads = threads_of(c.rows * c.columns * (a.columns + 1));
    if (const status s = linalg::gemm(alpha, a, b, beta, c, o); !s) throw s;
  }

  /// f(i, j) for all elements, row by row.  One thread does it, because find_clusters raises one number from
  /// all rows.
  template <class F>
  void each(int64 rows, int64 columns, F f) const {
    for (int64 i = 0; i < rows; ++i)
      for (int64 j = 0; j < columns; ++j) f(i, j);
  }
  template <class F>
  std::array<float, measured> most(int64 rows, int64 columns, F f) const {
    float x[measured] = {};
    for (int64 i = 0; i < rows; ++i)
      for (int64 j = 0; j < columns; ++j) f(i, j, x);
    std::array<float, measured> all;
    std::copy(x, x + measured, all.begin());
    return all;
  }
  template <class F>
  double squares(int64 rows, int64 columns, F f) const {
    ff_t sum = 0.0f;
    for (int64 i = 0; i < rows; ++i)
      for (int64 j = 0; j < columns; ++j) {
        const ff_t x = f(i, j);
        sum += x * x;
      }
    return static_cast<double>(sum);
  }

  void eigenvectors(dense_read g, dense v) const {
    std::vector<float> x = heads(g);
    put(symmetric_eigenvectors(x, static_cast<size_t>(g.rows)), v);
  }
  void orthonormal(dense_read b, dense q) const {
    std::vector<float> x = heads(b);
    put(orthonormal_columns(x, static_cast<size_t>(b.rows), static_cast<size_t>(b.columns),
                            static_cast<size_t>(q.columns)),
        q);
  }
  bool inverse_cholesky(dense_read g, dense x) const {
    std::vector<float> factor = heads(g);
    if (!detail::inverse_cholesky(factor, static_cast<size_t>(g.rows))) return false;
    put(factor, x);
    return true;
  }

 private:
  static std::vector<float> heads(dense_read m) {
    std::vector<float> x;
    x.reserve(static_cast<size_t>(m.rows * m.columns));
    for (int64 i = 0; i < m.rows; ++i)
      for (int64 j = 0; j < m.columns; ++j) x.push_back(m(i, j).hi());
    return x;
  }
  static void put(const std::vector<float>& x, dense to) {
    for (int64 i = 0; i < to.rows; ++i)
      for (int64 j = 0; j < to.columns; ++j) to(i, j) = x[static_cast<size_t>(i * to.columns + j)];
  }
};

}  // namespace ff::linalg::detail
