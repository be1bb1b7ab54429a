// svd and eigh on a machine (refine.hpp): scaling, shapes, what is returned and what is measured.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "refine.hpp"

namespace ff::linalg::detail {

inline constexpr double residual_goal = 5e-13, orthogonality_goal = 5e-14;

inline ff_t not_a_number() { return std::numeric_limits<float>::quiet_NaN(); }

template <class Machine>
void fill(Machine& on, dense x, float value, float rest) {
  on.each(x.rows, x.columns, fill_diagonal{x, value, rest});
}

/// 2^exponent values, to where the caller wants them.
template <class Machine>
void write_values(Machine& on, std::vector<ff_t> values, int exponent, ff_t* to) {
  for (ff_t& x : values) x = from_words(std::ldexp(x.hi(), exponent), std::ldexp(x.lo(), exponent));
  on.write(to, values);
}

inline void conclude(svd_report& r) {
  r.converged = r.residual <= residual_goal && r.orthogonality <= orthogonality_goal;
}

/// For m >= n >= 1; the report is filled where `measured_too`.
template <class Machine>
void svd_of_tall(Machine& on, dense_read a, ff_t* values, dense u, dense v, svd_vectors vectors,
                 bool measured_too, svd_report& report) {
  memory_scope<Machine> scope(on);
  const int64 m = a.rows, n = a.columns;
  const bool full = vectors == svd_vectors::full, wanted = vectors != svd_vectors::none;
  const std::array<float, measured> seen = on.most(m, n, measure_elements{a});
  report.method = svd_method::refine;
  if (seen[1] > 0.0f || seen[0] == 0.0f) {  // not finite, or zero
    const bool zero = !(seen[1] > 0.0f);
    const float nan = not_a_number().hi();
    on.write(values, std::vector<ff_t>(static_cast<size_t>(n), zero ? ff_t(0.0f) : not_a_number()));
    if (wanted) fill(on, u, zero ? 1.0f : nan, zero ? 0.0f : nan);
    if (wanted) fill(on, v, zero ? 1.0f : nan, zero ? 0.0f : nan);
    report.residual = report.orthogonality = zero ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    report.converged = zero;
    return;
  }
  const power_of_two by(seen[0]);
  const dense x = on.matrix(m, n), right = on.matrix(n, n);
  on.each(m, n, scaled_copy{a, x, by.first, by.second});

  dense square = x, basis, left = on.matrix(n, n);
  if (m > n) {
    basis = on.matrix(m, n);
    square = on.matrix(n, n);
    orthonormal_basis(on, x, basis, right);
    on.multiply(1.0f, basis.transposed(), x, 0.0f, square, accuracy::standard);
    fill(on, left, 1.0f, 0.0f);  // the basis of x v, in v's order, holds the left vectors
  } else {
    start(on, x, left, right);
  }
  refinement<Machine> all(on, square, left, right, false);
  const refinement_result done = all.run();
  report.steps = done.steps;
  report.clusters = done.clusters;
  left = all.left();
  if (m > n && (wanted || measured_too)) {
    const dense longer = on.matrix(m, n);
    on.multiply(1.0f, basis, left, 0.0f, longer, accuracy::standard);
    left = longer;
  }
  if (full && m > n) {
    complete(on, left, u);
    left = u.block(0, 0, m, n);
  } else if (wanted) {
    copy(on, left, u);
  }
  if (wanted) copy(on, all.right(), v);
  write_values(on, done.values, by.exponent, values);
  if (!measured_too) return;
  report.residual = residual_norm(on, x, left, on.upload(done.values), all.right()) /
                    (std::sqrt(on.squares(m, n, magnified{x})) * 0x1p-40);
  const dense_read whole = full ? dense_read(u) : dense_read(left);
  report.orthogonality = std::max(defect_norm(on, whole) / std::sqrt(static_cast<double>(whole.columns)),
                                  defect_norm(on, all.right()) / std::sqrt(static_cast<double>(n)));
  conclude(report);
}

template <class Machine>
void svd_on(Machine& on, dense_read a, ff_t* s, dense u, dense v, const svd_options& options,
            svd_report* report) {
  svd_report here;
  if (a.rows == 0 || a.columns == 0) {
    if (options.vectors == svd_vectors::full) fill(on, u, 1.0f, 0.0f), fill(on, v, 1.0f, 0.0f);
    here.method = svd_method::refine;
    here.converged = true;
  } else if (a.rows >= a.columns) {
    svd_of_tall(on, a, s, u, v, options.vectors, report != nullptr, here);
  } else {
    svd_of_tall(on, a.transposed(), s, v, u, options.vectors, report != nullptr, here);
  }
  if (report != nullptr) *report = here;
}

template <class Machine>
void eigh_on(Machine& on, dense_read a, ff_t* w, dense v, const svd_options& options, svd_report* report) {
  memory_scope<Machine> scope(on);
  const int64 n = a.rows;
  const bool wanted = options.vectors != svd_vectors::none;
  svd_report here;
  here.method = svd_method::refine;
  here.converged = true;
  if (report != nullptr) *report = here;
  if (n == 0) return;
  const std::array<float, measured> seen = on.most(n, n, measure_elements{a});
  if (seen[1] > 0.0f || seen[0] == 0.0f) {
    const bool zero = !(seen[1] > 0.0f);
    const float nan = not_a_number().hi();
    on.write(w, std::vector<ff_t>(static_cast<size_t>(n), zero ? ff_t(0.0f) : not_a_number()));
    if (wanted) fill(on, v, zero ? 1.0f : nan, zero ? 0.0f : nan);
    here.residual = here.orthogonality = zero ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    here.converged = zero;
    if (report != nullptr) *report = here;
    return;
  }
  const power_of_two by(seen[0]);
  const dense scaled = on.matrix(n, n), x = on.matrix(n, n), right = on.matrix(n, n);
  on.each(n, n, scaled_copy{a, scaled, by.first, by.second});
  on.each(n, n, symmetric_part{scaled, x});
  on.eigenvectors(x, right);
  refinement<Machine> all(on, x, right, right, true);
  const refinement_result done = all.run();
  if (wanted) copy(on, all.right(), v);
  write_values(on, done.values, by.exponent, w);
  if (report == nullptr) return;
  here.steps = done.steps;
  here.clusters = done.clusters;
  here.residual = residual_norm(on, x, all.right(), on.upload(done.values), all.right()) /
                  (std::sqrt(on.squares(n, n, magnified{x})) * 0x1p-40);
  here.orthogonality = defect_norm(on, all.right()) / std::sqrt(static_cast<double>(n));
  conclude(here);
  *report = here;
}

}  // namespace ff::linalg::detail
