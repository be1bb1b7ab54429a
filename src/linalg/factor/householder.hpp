// Householder reflections in panels: Q = H_0 H_1 ... = product of I - V T V^T, T upper triangular (Schreiber,
// Van Loan, SISC 10(1), 1989), for host and device.
#pragma once

#include <algorithm>
#include <ff/math/hypot.hpp>

#include "elements.hpp"

namespace ff::linalg::detail::factor {

inline constexpr int64 panel_columns = 32;

/// A shorter column is not reflected: its norm has lost bits of the low word, and H its orthogonality.  The
/// callers scale columns by powers of two first, so this is 2^-100 of a column at the most.
inline constexpr float least_whole_norm = 0x1p-100f;

/// H = I - tau v v^T of a column x with (H x)_0 = beta = -sign(x_0) |x|: v = x / (x_0 - beta), v_0 = 1 and
/// tau = (beta - x_0) / beta, from the norm of x without x_0.  H = I where that norm is 0 or |x| is below
/// least_whole_norm.
struct reflector {
  matrix_read a;  ///< the panel
  const ff_t* norm;
  int64 column;
  matrix v;                     ///< its column receives v, zeros above
  vector_view<ff_t> tau, beta;  ///< of the panel
  ff_t* tau_v;

  FF_HD void operator()(int64 i, int64) const {
    const ff_t x0 = a(column, column), rest = *norm, length = hypot(x0, rest);
    const bool nothing = rest == 0.0f || less(length.hi(), least_whole_norm);
    const ff_t to = nothing ? x0 : x0.hi() < 0.0f ? length : -length;
    const ff_t t = nothing ? ff_t(0.0f) : (to - x0) / to;
    const ff_t e = i < column    ? ff_t(0.0f)
                   : i == column ? ff_t(1.0f)
                   : nothing     ? ff_t(0.0f)
                                 : a(i, column) / (x0 - to);
    v(i, column) = e;
    tau_v[i] = t * e;
    if (i != column) return;
    tau(column) = t;
    beta(column) = to;
  }
};

/// Column j of T: tau_j on the diagonal and above it -tau_j T (V^T v_j).
struct triangle_of_panel {
  matrix_read products;  ///< V^T V
  vector_view<const ff_t> tau;
  matrix t;
  FF_HD void operator()(int64 j, int64 i) const {
    if (i >= j) {
      t(i, j) = i == j ? tau(j) : ff_t(0.0f);
      return;
    }
    const ff_t sum = sum_onto(
        ff_t(0.0f), j - i, [&](int64 h) { return t(i, i + h); }, [&](int64 h) { return products(i + h, j); });
    t(i, j) = -tau(j) * sum;
  }
};

/// v_j below the diagonal of A, beta_j on it.
struct store_panel {
  matrix_read v;
  vector_view<const ff_t> beta;
  matrix a;
  FF_HD void operator()(int64 i, int64 j) const {
    if (i >= j) a(i, j) = i == j ? beta(j) : v(i, j);
  }
};
/// V of what was stored.
struct vectors_of_panel {
  matrix_read a;
  matrix v;
  FF_HD void operator()(int64 i, int64 j) const {
    v(i, j) = i > j ? a(i, j) : i == j ? ff_t(1.0f) : ff_t(0.0f);
  }
};

/// Says what panels share: V, T and the two products with them.
template <class Machine>
struct panel_work {
  Machine& on;
  /// Products are componentwise: where rows are graded, norms do not bound what is left of the light ones.
  bool graded;
  matrix v, products, t, first, second;

  panel_work(Machine& machine, int64 rows, int64 columns, int64 across, bool of_graded_rows)
      : on(machine),
        graded(of_graded_rows),
        v(machine.matrix(rows, columns)),
        products(machine.matrix(columns, columns)),
        t(machine.matrix(columns, columns)),
        first(machine.matrix(columns, across)),
        second(machine.matrix(columns, across)) {}

  matrix vectors(int64 rows, int64 columns) const { return v.block(0, 0, rows, columns); }

  void make_triangle(const matrix_read& vs, const vector_view<const ff_t>& tau) const {
    const int64 b = vs.columns;
    on.gemm(1.0f, vs.transposed(), vs, 0.0f, products.block(0, 0, b, b), graded);
    on.in_steps(b, b, triangle_of_panel{products.block(0, 0, b, b), tau, t.block(0, 0, b, b)});
  }

  /// C = C - V (T or T^T) (V^T C).
  void apply(const matrix_read& vs, bool transposed, const matrix& c) const {
    const int64 b = vs.columns;
    if (c.columns == 0) return;
    const matrix x = first.block(0, 0, b, c.columns), y = second.block(0, 0, b, c.columns);
    const matrix_read square = t.block(0, 0, b, b);
    on.gemm(1.0f, vs.transposed(), c, 0.0f, x, graded);
    on.gemm(1.0f, transposed ? square.transposed() : square, x, 0.0f, y, graded);
    on.gemm(-1.0f, vs, y, 1.0f, c, graded);
  }
};

/// The factored form over A, whose columns are finite and have exponents from 0 to column_exponent.
template <class Machine>
void reflect(Machine& on, const matrix& a, const vector_view<ff_t>& tau, bool graded_rows = false) {
  const int64 m = a.rows, n = a.columns, k = std::min(m, n);
  const panel_work<Machine> work(on, m, std::min(k, panel_columns), n, graded_rows);
  ff_t *const norm = on.template take<ff_t>(1), *const tau_v = on.template take<ff_t>(m),
              *const products = on.template take<ff_t>(panel_columns),
              *const betas = on.template take<ff_t>(panel_columns);
  for (int64 first = 0; first < k && on.ok(); first += panel_columns) {
    const int64 b = std::min(panel_columns, k - first), rows = m - first;
    const matrix panel = a.block(first, first, rows, b), v = work.vectors(rows, b);
    const vector_view<ff_t> taus = tau.part(first, b), beta(betas, b);
    for (int64 j = 0; j < b && on.ok(); ++j) {
      on.nrm2(panel.column(j).part(j + 1, rows - j - 1), norm);
      reflector column{};
      column.a = panel, column.norm = norm, column.column = j, column.v = v;
      column.tau = taus, column.beta = beta, column.tau_v = tau_v;
      on.each(rows, 1, column);
      const int64 right = b - j - 1;
      if (right == 0) continue;
      const matrix others = panel.block(j, j + 1, rows - j, right);
      const vector_view<ff_t> w(products, right), x(tau_v + j, rows - j);
      on.gemv(others.transposed(), v.column(j).part(j, rows - j), w);
      on.less_outer(x, w, others);
    }
    const int64 right = n - first - b;
    if (right > 0) {
      work.make_triangle(v, taus);
      work.apply(v, true, a.block(first, first + b, rows, right));
    }
    on.each(rows, b, store_panel{v, beta, panel});
  }
}

/// C = Q C or Q^T C.  `triangular`: C is as zero as the identity's columns left of each panel.
template <class Machine>
void apply_reflections(Machine& on, const matrix_read& a, const vector_view<const ff_t>& tau, bool transposed,
                       const matrix& c, bool triangular = false, bool graded_rows = false) {
  const int64 m = a.rows, k = tau.size, panels = (k + panel_columns - 1) / panel_columns;
  const panel_work<Machine> work(on, m, std::min(k, panel_columns), c.columns, graded_rows);
  for (int64 p = 0; p < panels && on.ok(); ++p) {
    const int64 first = (transposed ? p : panels - 1 - p) * panel_columns;
    const int64 b = std::min(panel_columns, k - first), rows = m - first, left = triangular ? first : 0;
    const matrix v = work.vectors(rows, b);
    on.each(rows, b, vectors_of_panel{a.block(first, first, rows, b), v});
    work.make_triangle(v, tau.part(first, b));
    work.apply(v, transposed, c.block(first, left, rows, c.columns - left));
  }
}

/// Fails where A's factor R, at the scale of the caller, has an infinity.
template <class Machine>
void expect_in_range(Machine& on, const matrix_read& r) {
  if (exponent_field(on.largest(r.rows, r.columns, magnitude_of_elements{r})) == not_finite)
    on.fail({fault::overflow, "qr: expected columns of A with norms in the range of float"});
}

template <class Machine>
status householder_on(Machine& on, const matrix& a, const vector_view<ff_t>& tau) {
  if (tau.size == 0) return {};
  scale_of(on, a, "householder: expected a matrix without infinities and NaN");
  if (!on.ok()) return on.said();
  const int32* const sizes = sizes_of(on, a);
  on.each(a.rows, a.columns, columns_scaled{a, a, sizes});
  reflect(on, a, tau);
  const matrix upper = a.block(0, 0, std::min(a.rows, a.columns), a.columns);
  on.each(upper.rows, a.columns, upper_of_columns{upper, upper, sizes, 0, false});
  expect_in_range(on, a);
  return on.said();
}

}  // namespace ff::linalg::detail::factor
