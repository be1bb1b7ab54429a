// qr on either machine: which method, Q and R of it.
#pragma once

#include <ff/linalg/qr.hpp>
#include <numeric>
#include <vector>

#include "householder.hpp"
#include "potrf.hpp"

namespace ff::linalg::detail::factor {

/// The sign of the diagonal of R, and Q and R with that of the diagonal positive.
struct signs_of {
  matrix_read r;
  float* sign;
  FF_HD void operator()(int64 i, int64) const { sign[i] = r(i, i).hi() < 0.0f ? -1.0f : 1.0f; }
};
struct sign_rows {
  matrix a;
  const float* sign;
  FF_HD void operator()(int64 i, int64 j) const {
    if (a(i, j) == 0.0f)
      a(i, j) = 0.0f;  // not -0, so that R's diagonal has no sign
    else if (sign[i] < 0.0f)
      a(i, j) = -a(i, j);
  }
};

/// Q and R of A by reflections; `work` has A's dimensions.
template <class Machine>
void qr_by_reflections(Machine& on, const matrix_read& a, const matrix& work, const matrix& q,
                       const matrix& r) {
  const int64 k = r.rows, m = q.rows, n = r.columns;
  const int32* const sizes = sizes_of(on, a);
  on.each(m, n, columns_scaled{a, work, sizes});
  const vector_view<ff_t> tau(on.template take<ff_t>(k), k);
  auto* const sign = on.template take<float>(k);
  reflect(on, work, tau);
  on.each(m, k, identity_of{q});
  apply_reflections<Machine>(on, work, tau, false, q, true);
  on.each(k, n, upper_of_columns{work.block(0, 0, k, n), r, sizes, 0, true});
  on.each(k, 1, signs_of{work, sign});
  on.each(k, n, sign_rows{r, sign});
  on.each(k, m, sign_rows{q.transposed(), sign});
}

/// Says what the diagonal gets so that the factor exists: the bound of the rounding of the product and of the
/// factor, n (sqrt(m) + 8 n) 2^-49, times it.  Scaling of columns changes nothing.
struct shift_diagonal {
  matrix g;
  float by;
  FF_HD void operator()(int64 i, int64) const { g(i, i) = g(i, i) + by * g(i, i); }
};
/// Says how far from the identity.
struct distance_from_identity {
  matrix_read g;
  FF_HD uint32 operator()(int64 i, int64 j) const {
    return magnitude_bits_of((g(i, j) - (i == j ? ff_t(1.0f) : ff_t(0.0f))).hi());
  }
};

/// Shifted Cholesky QR three times (Fukaya, Kannan, Nakatsukasa, Yamamoto, Yanagisawa, SISC 42(1), 2020).
/// Whether it is done; *failed is the pivot otherwise, or -1 where Q was not nearly orthogonal before the
/// last pass.
template <class Machine>
bool qr_by_products(Machine& on, const matrix& x, int32 e, const matrix& q, const matrix& r, int64* failed) {
  const int64 m = x.rows, n = x.columns;
  const matrix g = on.matrix(n, n), before = on.matrix(n, n), all = on.matrix(n, n);
  const uint32 near_identity = magnitude_bits_of(0x1p-6f);
  for (int pass = 0; pass < 3; ++pass) {
    on.gemm(1.0f, x.transposed(), x, 0.0f, g);
    const float by =
        static_cast<float>(n) * (sqrt_rn(static_cast<float>(m)) + 8.0f * static_cast<float>(n)) * 0x1p-49f;
    if (pass == 0) on.each(n, 1, shift_diagonal{g, by});
    if (pass == 2 && on.largest(n, n, distance_from_identity{g}) > near_identity) return false;
    *failed = lower_factor(on, g);
    if (!on.ok() || *failed >= 0) return false;
    on.each(n, n, lower_of{g, g});
    on.trsm(triangle::lower, diagonal::stored, g, x.transposed());
    if (pass == 0) {
      on.each(n, n, scaled_elements{g.transposed(), all, 0});
    } else {
      on.each(n, n, scaled_elements{all, before, 0});
      on.gemm(1.0f, g.transposed(), before, 0.0f, all);
    }
  }
  on.each(m, n, scaled_elements{x, q, 0});
  on.each(n, n, upper_of{all, r, -e});
  return on.ok();
}

/// Says which columns depend on those before to working precision.
struct dependent_columns {
  matrix_read r;
  float share;
  int32* depends;
  FF_HD void operator()(int64 j, int64) const {
    float largest = 0.0f;
    for (int64 i = 0; i <= j; ++i) largest = less(largest, abs(r(i, j).hi())) ? abs(r(i, j).hi()) : largest;
    depends[j] = less(share, div_rn(abs(r(j, j).hi()), largest)) ? 0 : 1;  // 1 for a column of zeros, too
  }
};
/// The columns among the first k of R that do not.
template <class Machine>
int64 rank_of(Machine& on, const matrix_read& r, int64 m) {
  auto* const depends = on.template take<int32>(r.rows);
  on.each(r.rows, 1, dependent_columns{r, static_cast<float>(m + r.columns) * 0x1p-48f, depends});
  std::vector<int32> here(static_cast<size_t>(r.rows), 0);
  on.read(depends, r.rows, here.data());
  return r.rows - std::accumulate(here.begin(), here.end(), int64{0});
}

template <class Machine>
status qr_on(Machine& on, const matrix_read& a, const matrix& q, const matrix& r, const qr_options& options,
             qr_report* report) {
  qr_report said;
  const int64 m = a.rows, n = a.columns;
  const bool products = options.method == qr_method::cholesky ||
                        (options.method == qr_method::automatic && n > 0 && m >= 4 * n);
  said.used = products ? qr_method::cholesky : qr_method::householder;
  if (m > 0 && n > 0) {
    const int32 e = scale_of(on, a, "qr: expected a matrix without infinities and NaN");
    const matrix work = on.matrix(m, n);
    if (products) on.each(m, n, scaled_elements{a, work, e});
    const bool done = products && on.ok() && qr_by_products(on, work, e, q, r, &said.failed_pivot);
    if (!done && on.ok() && options.method == qr_method::cholesky)
      on.fail(
          {fault::numeric, "qr: expected a matrix of full rank, of condition below 2^40, for Cholesky QR"});
    if (!done && on.ok()) {
      said.used = qr_method::householder;
      qr_by_reflections(on, a, work, q, r);
    }
    if (report != nullptr) said.rank = rank_of(on, r, m);
    expect_in_range(on, r);
  }
  if (report != nullptr) *report = said;
  return on.said();
}

// ---------------------------------------------------------------- arguments

inline status checked_qr(const matrix_read& a, const matrix& q, const matrix& r, const qr_options& o) {
  const int64 k = a.rows < a.columns ? a.rows : a.columns;
  if (o.method != qr_method::automatic && o.method != qr_method::householder &&
      o.method != qr_method::cholesky)
    return {fault::option, "qr: expected method automatic, householder or cholesky"};
  if (o.threads < 0) return {fault::option, "qr: expected a number of threads of at least 0"};
  if (q.rows != a.rows || q.columns != k)
    return {fault::shape, "qr: expected Q of A's rows and min(rows, columns) columns"};
  if (r.rows != k || r.columns != a.columns)
    return {fault::shape, "qr: expected R of min(rows, columns) rows and A's columns"};
  if (o.method == qr_method::cholesky && a.rows < a.columns)
    return {fault::shape, "qr: expected at least as many rows as columns for Cholesky QR"};
  return first_fault(checked_matrix(a), checked_matrix(q), checked_matrix(r), checked_result(q),
                     checked_result(r));
}
inline status checked_reflections(const matrix_read& a, const vector_view<const ff_t>& tau) {
  if (tau.size != (a.rows < a.columns ? a.rows : a.columns))
    return {fault::shape, "householder: expected min(rows, columns) elements of tau"};
  return first_fault(checked_matrix(a), checked_vector(tau));
}
inline status checked_householder(const matrix& a, const vector_view<ff_t>& tau) {
  return first_fault(checked_reflections(a, tau), checked_result(a), checked_result(tau));
}
inline status checked_apply(const matrix_read& a, const vector_view<const ff_t>& tau, const matrix& c) {
  if (c.rows != a.rows) return {fault::shape, "apply_q: expected as many rows of C as of A"};
  return first_fault(checked_reflections(a, tau), checked_matrix(c), checked_result(c));
}
inline status checked_cholesky(const matrix_read& a, const matrix& l) {
  if (a.rows != a.columns) return {fault::shape, "cholesky: expected as many rows of A as columns"};
  if (l.rows != a.rows || l.columns != a.rows)
    return {fault::shape, "cholesky: expected L of A's dimensions"};
  return first_fault(checked_matrix(a), checked_matrix(l), checked_result(l));
}

}  // namespace ff::linalg::detail::factor
