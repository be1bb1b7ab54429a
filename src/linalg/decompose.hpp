// svd and eigh on a machine (refine.hpp): scaling, shapes, what is returned and what is measured.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "refine.hpp"
#include "rotated.hpp"

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

/// By refinement; left vectors of m by n elements where they are `needed`.
template <class Machine>
tall_factors by_refinement(Machine& on, dense x, bool needed) {
  const int64 m = x.rows, n = x.columns;
  const dense right = on.matrix(n, n), left = on.matrix(n, n);
  dense square = x, basis;
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
  tall_factors f{done.values, all.left(), all.right(), done.steps, done.clusters};
  if (m > n && needed) {
    f.left = on.matrix(m, n);
    on.multiply(1.0f, basis, all.left(), 0.0f, f.left, accuracy::standard);
  }
  return f;
}

/// What is asked of a decomposition of m by n elements, m >= n >= 1.
struct svd_request {
  ff_t* values;
  dense u, v;
  svd_vectors vectors;
  bool measured_too;

  bool full() const { return vectors == svd_vectors::full; }
  bool wanted() const { return vectors != svd_vectors::none; }
};

/// x, of which the largest element is in [1/2, 1), times 2^exponent, by one method; the report is filled
/// where it is measured.
template <class Machine, class Factors>
void decompose_by(svd_method method, Machine& on, Factors& direct, dense x, int exponent,
                  const svd_request& to, svd_report& report) {
  memory_scope<Machine> scope(on);
  const int64 m = x.rows, n = x.columns;
  const bool needed = to.wanted() || to.measured_too, refines = method == svd_method::refine;
  tall_factors f =
      refines ? by_refinement(on, x, needed) : by_rotations(direct, x, method, to.full() ? m : n, needed);
  if (!refines && needed) {  // each of the rotations was rounded
    orthonormalise(on, f.left);
    orthonormalise(on, f.right);
  }
  report.method = method;
  report.steps = static_cast<int>(f.steps);
  report.clusters = f.clusters;
  dense_read whole = f.left;
  if (refines && to.full() && m > n) {
    complete(on, f.left, to.u);
    whole = to.u;
  } else if (to.wanted()) {
    copy(on, f.left, to.u);
  }
  if (to.wanted()) copy(on, f.right, to.v);
  write_values(on, f.values, exponent, to.values);
  if (!to.measured_too) return;
  report.residual = residual_norm(on, x, whole.block(0, 0, m, n), on.upload(f.values), f.right) /
                    (std::sqrt(on.squares(m, n, magnified{x})) * 0x1p-40);
  report.orthogonality = std::max(defect_norm(on, whole) / std::sqrt(static_cast<double>(whole.columns)),
                                  defect_norm(on, f.right) / std::sqrt(static_cast<double>(n)));
  conclude(report);
}

/// For m >= n >= 1.  `automatic` refines, and takes Golub and Reinsch's method where that did not converge.
template <class Machine, class Factors>
void svd_of_tall(svd_method method, Machine& on, Factors& direct, dense_read a, svd_request to,
                 svd_report& report) {
  memory_scope<Machine> scope(on);
  const int64 m = a.rows, n = a.columns;
  const std::array<float, measured> seen = on.most(m, n, measure_elements{a});
  const svd_method first = method == svd_method::automatic ? svd_method::refine : method;
  if (seen[1] > 0.0f || !(seen[0] > 0.0f)) {  // not finite, or zero
    const bool zero = !(seen[1] > 0.0f);
    const float nan = not_a_number().hi();
    on.write(to.values, std::vector<ff_t>(static_cast<size_t>(n), zero ? ff_t(0.0f) : not_a_number()));
    if (to.wanted()) fill(on, to.u, zero ? 1.0f : nan, zero ? 0.0f : nan);
    if (to.wanted()) fill(on, to.v, zero ? 1.0f : nan, zero ? 0.0f : nan);
    report.method = first;
    report.residual = report.orthogonality = zero ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    report.converged = zero;
    return;
  }
  const power_of_two by(seen[0]);
  const dense x = on.matrix(m, n);
  on.each(m, n, scaled_copy{a, x, by.first, by.second});
  const bool may_fail = method == svd_method::automatic;
  to.measured_too = to.measured_too || may_fail;
  decompose_by(first, on, direct, x, by.exponent, to, report);
  if (may_fail && !report.converged)
    decompose_by(svd_method::golub_reinsch, on, direct, x, by.exponent, to, report);
}

/// `direct` is the same machine, as factor_host.hpp and factor_device.cuh have it.
template <class Machine, class Factors>
void svd_on(Machine& on, Factors& direct, dense_read a, ff_t* s, dense u, dense v, const svd_options& options,
            svd_report* report) {
  svd_report here;
  if (a.rows == 0 || a.columns == 0) {
    if (options.vectors == svd_vectors::full) fill(on, u, 1.0f, 0.0f), fill(on, v, 1.0f, 0.0f);
    here.method = options.method == svd_method::automatic ? svd_method::refine : options.method;
    here.converged = true;
  } else {
    const bool is_wide = a.rows < a.columns;
    svd_of_tall(options.method, on, direct, is_wide ? a.transposed() : a,
                {s, is_wide ? v : u, is_wide ? u : v, options.vectors, report != nullptr}, here);
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
  if (seen[1] > 0.0f || !(seen[0] > 0.0f)) {
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
