// svd and eigh on a machine (refine.hpp): scaling, shapes, what is returned and what is measured.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "by_rotations.hpp"
#include "refine.hpp"

namespace ff::linalg::detail {

inline constexpr double residual_goal = 5e-13, orthogonality_goal = 5e-14;

inline ff_t not_a_number() { return std::numeric_limits<float>::quiet_NaN(); }

template <class Machine>
void fill(Machine& on, dense x, float value, float rest) {
  on.each(x.rows, x.columns, fill_diagonal{x, value, rest});
}

/// values 2^exponent, which are what the caller gets.
inline std::vector<ff_t> scaled_values(std::vector<ff_t> values, int exponent) {
  for (ff_t& x : values) x = ldexp(x, exponent);
  return values;
}

/// The norm of what values lost when they were returned, over theirs: bits below 2^-149, or all of an
/// infinity.
inline double lost_share(const std::vector<ff_t>& found, const std::vector<ff_t>& returned) {
  double lost = 0, all = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const auto before = static_cast<double>(found[i]), after = static_cast<double>(returned[i]);
    lost += (after - before) * (after - before);
    all += before * before;
  }
  return all > 0 ? std::sqrt(lost / all) : 0.0;
}

/// Says what has been found of the factors that the caller has.
struct conclusion {
  svd_report report;
  bool fails = false;       ///< an answer was asked for, and is not good
  bool not_finite = false;  ///< A has an infinity or NaN
  bool overflows = false;   ///< a value is infinite
  bool too_small = false;   ///< values have lost too many bits below 2^-149

  /// After the report's figures, or with 0 for what was not measured; `finished` where the iteration came to
  /// its end.
  void conclude(const std::vector<ff_t>& values, double lost, bool finished) {
    overflows = std::any_of(values.begin(), values.end(), [](ff_t x) { return isinf(x); });
    report.residual = std::max(report.residual, lost);
    too_small = !overflows && lost > residual_goal / 2;
    report.converged = finished && !overflows && report.residual <= residual_goal &&
                       report.orthogonality <= orthogonality_goal;
  }
  status said() const {
    if (!fails) return {};
    if (not_finite) return {fault::numeric, "svd and eigh: expected finite elements; every result is NaN"};
    if (overflows) return {fault::overflow, "svd and eigh: expected values in the range of float"};
    return {fault::not_converged,
            too_small ? "svd and eigh: expected values above 2^-108; their bits below 2^-149 are lost"
                      : "svd and eigh: expected the iteration to converge; the report says how far it came"};
  }
};

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

/// Says what is asked of a decomposition of m by n elements, m >= n >= 1.
struct svd_request {
  ff_t* values;
  dense u, v;
  svd_vectors vectors;
  bool measured_too;

  bool full() const { return vectors == svd_vectors::full; }
  bool wanted() const { return vectors != svd_vectors::none; }
};

/// A, which is 2^exponent x and whose largest element is in [2^(exponent - 1), 2^exponent), by one method;
/// the report is filled where it is measured.
template <class Machine>
void decompose_by(svd_method method, Machine& on, dense_read a, dense x, int exponent, const svd_request& to,
                  conclusion& found) {
  memory_scope<Machine> scope(on);
  const int64 m = x.rows, n = x.columns;
  const bool needed = to.wanted() || to.measured_too, refines = method == svd_method::refine;
  tall_factors f = refines ? by_refinement(on, x, needed)
                           : by_rotations(on.by_columns(), a, exponent, method, to.full() ? m : n, needed);
  if (!refines && needed) {  // each of the rotations was rounded
    orthonormalise(on, f.left);
    orthonormalise(on, f.right);
  }
  svd_report& report = found.report;
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
  const std::vector<ff_t> values = scaled_values(f.values, f.exponent + exponent);
  on.write(to.values, values);
  const std::vector<ff_t> returned = scaled_values(values, -exponent);
  report.residual = report.orthogonality = 0;
  if (to.measured_too) {
    report.residual = residual_norm(on, x, whole.block(0, 0, m, n), on.upload(returned), f.right) /
                      (std::sqrt(on.squares(m, n, magnified{x})) * 0x1p-40);
    report.orthogonality = std::max(defect_norm(on, whole) / std::sqrt(static_cast<double>(whole.columns)),
                                    defect_norm(on, f.right) / std::sqrt(static_cast<double>(n)));
  }
  found.conclude(values, lost_share(scaled_values(f.values, f.exponent), returned), f.finished);
}

/// For m >= n >= 1.  `automatic` refines, and takes Golub and Reinsch's method where that did not converge.
template <class Machine>
void svd_of_tall(svd_method method, Machine& on, dense_read a, svd_request to, conclusion& found) {
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
    found.report.method = first;
    found.report.residual = found.report.orthogonality =
        zero ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    found.report.converged = zero;
    found.fails = found.not_finite = !zero;
    return;
  }
  const power_of_two by(seen[0]);
  const dense x = on.matrix(m, n);
  on.each(m, n, scaled_copy{a, x, by.first, by.second});
  // Refinement does not know of itself whether it has converged.
  to.measured_too = to.measured_too || first == svd_method::refine;
  decompose_by(first, on, a, x, by.exponent, to, found);
  const bool failed = !found.report.converged && !found.overflows && !found.too_small;
  if (method == svd_method::automatic && failed)
    decompose_by(svd_method::golub_reinsch, on, a, x, by.exponent, to, found);
  found.fails = !found.report.converged;
}

template <class Machine>
status svd_on(Machine& on, dense_read a, ff_t* s, dense u, dense v, const svd_options& options,
              svd_report* report) {
  conclusion found;
  if (a.rows == 0 || a.columns == 0) {
    if (options.vectors == svd_vectors::full) fill(on, u, 1.0f, 0.0f), fill(on, v, 1.0f, 0.0f);
    found.report.method = options.method == svd_method::automatic ? svd_method::refine : options.method;
    found.report.converged = true;
  } else {
    const bool is_wide = a.rows < a.columns;
    svd_of_tall(options.method, on, is_wide ? a.transposed() : a,
                {s, is_wide ? v : u, is_wide ? u : v, options.vectors, report != nullptr}, found);
  }
  if (report != nullptr) *report = found.report;
  return found.said();
}

template <class Machine>
status eigh_on(Machine& on, dense_read a, ff_t* w, dense v, const svd_options& options, svd_report* report) {
  memory_scope<Machine> scope(on);
  const int64 n = a.rows;
  const bool wanted = options.vectors != svd_vectors::none;
  conclusion found;
  svd_report& here = found.report;
  here.method = svd_method::refine;
  here.converged = true;
  if (report != nullptr) *report = here;
  if (n == 0) return {};
  const std::array<float, measured> seen = on.most(n, n, measure_elements{a});
  if (seen[1] > 0.0f || !(seen[0] > 0.0f)) {
    const bool zero = !(seen[1] > 0.0f);
    const float nan = not_a_number().hi();
    on.write(w, std::vector<ff_t>(static_cast<size_t>(n), zero ? ff_t(0.0f) : not_a_number()));
    if (wanted) fill(on, v, zero ? 1.0f : nan, zero ? 0.0f : nan);
    here.residual = here.orthogonality = zero ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    here.converged = zero;
    found.fails = found.not_finite = !zero;
    if (report != nullptr) *report = here;
    return found.said();
  }
  const power_of_two by(seen[0]);
  const dense scaled = on.matrix(n, n), x = on.matrix(n, n), right = on.matrix(n, n);
  on.each(n, n, scaled_copy{a, scaled, by.first, by.second});
  on.each(n, n, symmetric_part{scaled, x});
  on.eigenvectors(x, right);
  refinement<Machine> all(on, x, right, right, true);
  const refinement_result done = all.run();
  if (wanted) copy(on, all.right(), v);
  const std::vector<ff_t> values = scaled_values(done.values, by.exponent);
  on.write(w, values);
  here.steps = done.steps;
  here.clusters = done.clusters;
  const std::vector<ff_t> returned = scaled_values(values, -by.exponent);
  here.residual = residual_norm(on, x, all.right(), on.upload(returned), all.right()) /
                  (std::sqrt(on.squares(n, n, magnified{x})) * 0x1p-40);
  here.orthogonality = defect_norm(on, all.right()) / std::sqrt(static_cast<double>(n));
  found.conclude(values, lost_share(done.values, returned), true);
  found.fails = !here.converged;
  if (report != nullptr) *report = here;
  return found.said();
}

}  // namespace ff::linalg::detail
