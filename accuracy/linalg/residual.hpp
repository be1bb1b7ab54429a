// Every decomposition is judged by how far its factors are from the matrix and from orthogonality, by MPFR.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "accuracy/linalg/judge.hpp"
#include "accuracy/linalg/study.hpp"

namespace accuracy {

using wide_column = std::vector<wide_real>;

inline constexpr double u2 = 0x1p-48;

inline std::size_t at(int64 i) { return static_cast<std::size_t>(i); }

/// f(j) for an eighth as many columns as elements are sampled, or for all.
template <class F>
inline void sampled_columns(const linalg_case& c, int64 columns, F f) {
  const auto wanted = std::max<int64>(1, static_cast<int64>(c.samples) / 8);
  const int64 step = std::max<int64>(1, columns / wanted);
  for (int64 j = 0; j < columns; j += step) f(j);
}

inline double norm_of(const wide_column& x) {
  wide_real sum;
  for (const wide_real& e : x) mpfr_fma(sum, e, e, sum, MPFR_RNDN);
  mpfr_sqrt(sum, sum, MPFR_RNDU);
  return mpfr_get_d(sum, MPFR_RNDU);
}
inline double norm_of(const dense& a) {
  wide_column all;
  for (const ff_t& e : a.elements) all.emplace_back(e);
  return norm_of(all);
}
inline wide_column column_of(const dense& a, int64 j) {
  wide_column x;
  for (int64 i = 0; i < a.rows; ++i) x.emplace_back(a(i, j));
  return x;
}
/// x = x - A y.
inline void subtract_product(wide_column& x, const dense& a, const wide_column& y) {
  wide_real term;
  for (int64 i = 0; i < a.rows; ++i)
    for (int64 h = 0; h < a.columns; ++h) {
      mpfr_mul(term, wide_real(a(i, h)), y[at(h)], MPFR_RNDN);
      mpfr_sub(x[at(i)], x[at(i)], term, MPFR_RNDN);
    }
}
inline dense transpose_of(const dense& a) {
  return filled(a.columns, a.rows, [&](int64 i, int64 j) { return a(j, i); });
}

/// error / scale, where 0 / 0 is 0.
inline double quotient(double error, double scale) { return error == 0 ? 0 : error / scale; }
inline void raise(linalg_error& e, double seen) {
  if (!(seen <= e.error)) e.error = std::isnan(seen) ? HUGE_VAL : seen;
}

/// |I - Q^T Q| over the root of its order, as svd's report has it, from sampled columns.
inline double mean_defect(const linalg_case& c, const dense& q) {
  const dense transposed = transpose_of(q);
  double squares = 0, seen = 0;
  sampled_columns(c, q.columns, [&](int64 j) {
    wide_column x(at(q.columns));
    mpfr_set_si(x[at(j)], 1, MPFR_RNDN);
    subtract_product(x, transposed, column_of(q, j));
    squares += norm_of(x) * norm_of(x);
    ++seen;
  });
  return std::sqrt(squares / seen);
}

/// The largest |Q^T q_j - e_j|.
inline linalg_error orthogonality(const linalg_case& c, const dense& q, double bound) {
  linalg_error e{"|Q^T Q - I|", 0, bound};
  const dense transposed = transpose_of(q);
  sampled_columns(c, q.columns, [&](int64 j) {
    wide_column x(at(q.columns));
    mpfr_set_si(x[at(j)], 1, MPFR_RNDN);
    subtract_product(x, transposed, column_of(q, j));
    raise(e, norm_of(x));
  });
  return e;
}

}  // namespace accuracy
