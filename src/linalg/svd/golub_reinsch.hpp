// Golub and Reinsch's decomposition of a square matrix on a machine (host_machine.hpp, device_machine.cuh):
// Householder's reflections make it bidiagonal, implicit QR makes that diagonal, and its rotations turn the
// vectors of the reflections.
//
// Columns and rows are reduced in panels (Dongarra, Sorensen, Hammarling, J. Comput. Appl. Math. 27, 1989;
// LAPACK's labrd): after j reflections from either side the matrix is A - L R^T, L = (v_0, x_0, v_1, ...) and
// R = (y_0, u_0, y_1, ...) of 2 j columns, and the products v_i y_i^T and x_i u_i^T are taken from it at the
// panel's end.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "../factor/householder.hpp"
#include "bdsqr.hpp"

namespace ff::linalg::detail {

using factor::matrix;
using factor::matrix_read;
using column_read = vector_view<const ff_t>;
using column = vector_view<ff_t>;

/// A = P diag(values) Q^T: values of either sign in any order, as far as the iteration came.
struct square_factors {
  std::vector<ff_t> values;
  matrix p, q;
  int64 steps = 0;
  bool finished = true;  ///< false: the iteration was to take more steps
};

/// Columns in another order, with a sign each; beyond those of `from` the identity's.
struct placed_columns {
  matrix_read from;
  matrix to;
  const int32* order;
  const float* sign;  ///< null: all 1
  FF_HD void operator()(int64 i, int64 j) const {
    if (i >= from.rows || j >= from.columns) {
      to(i, j) = i == j ? 1.0f : 0.0f;
      return;
    }
    const ff_t x = from(i, order[j]);
    to(i, j) = sign != nullptr && sign[j] < 0.0f ? -x : x;
  }
};

/// The places of values, the largest first.
inline std::vector<int32> descending(const std::vector<ff_t>& values) {
  std::vector<int32> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int32 x, int32 y) {
    return values[static_cast<size_t>(x)] > values[static_cast<size_t>(y)];
  });
  return order;
}

struct copied_vector {
  column_read from;
  column to;
  FF_HD void operator()(int64 i, int64) const { to(i) = from(i); }
};

/// The panel's v_j below the diagonal of A, its u_j right of what is above the diagonal.
struct store_reflections {
  matrix_read l, r;
  matrix a;
  FF_HD void operator()(int64 i, int64 j) const {
    if (i > j) a(i, j) = l(i, 2 * j);
    if (i > j + 1) a(j, i) = r(i, 2 * j + 1);
  }
};

/// Says what the reduction leaves beside the vectors of the reflections.
struct bidiagonal_form {
  column d, e, tau_left, tau_right;
};

/// Reflections from both sides make A of n by n bidiagonal.
template <class Machine>
class bidiagonalisation {
 public:
  bidiagonalisation(Machine& machine, const matrix& a, const bidiagonal_form& to)
      : on_(machine),
        a_(a),
        to_(to),
        l_(machine.matrix(a.rows, 2 * factor::panel_columns)),
        r_(machine.matrix(a.rows, 2 * factor::panel_columns)),
        norm_(machine.template take<ff_t>(1)),
        line_(machine.template take<ff_t>(a.rows)),
        scaled_(machine.template take<ff_t>(a.rows)),
        along_(machine.template take<ff_t>(2 * factor::panel_columns)) {}

  void run() {
    const int64 n = a_.rows;
    for (int64 first = 0; first < n && on_.ok(); first += factor::panel_columns) {
      const int64 rows = n - first, width = std::min(factor::panel_columns, rows), below = rows - width;
      const matrix trailing = a_.block(first, first, rows, rows);
      for (int64 j = 0; j < width && on_.ok(); ++j) {
        reduce_column(trailing, first, j);
        if (j + 1 < rows) reduce_row(trailing, first, j);
      }
      if (below > 0) {
        const matrix rest = trailing.block(width, width, below, below);
        on_.gemm(-1.0f, every_other(l_, 0, width, below), every_other(r_, 0, width, below).transposed(), 1.0f,
                 rest);
        on_.gemm(-1.0f, every_other(l_, 1, width, below), every_other(r_, 1, width, below).transposed(), 1.0f,
                 rest);
      }
      on_.each(rows, width, store_reflections{l_, r_, trailing});
    }
  }

 private:
  Machine& on_;
  matrix a_;
  bidiagonal_form to_;
  matrix l_, r_;
  ff_t *norm_, *line_, *scaled_, *along_;

  /// Columns first, first + 2, ... of a panel of so many reflections, `rows` rows from that number on.
  static matrix every_other(const matrix& x, int64 first, int64 reflections, int64 rows) {
    return {x.data + reflections * x.row_stride + first * x.column_stride, rows, reflections, x.row_stride,
            2 * x.column_stride};
  }

  static matrix as_matrix(const column& x) { return {x.data, x.size, 1, x.stride, 0}; }

  /// H x = beta e_0, H = I - tau v v^T; v to `v`, and tau v to scaled_.
  void reflect(const column& x, const column& v, const column& tau, const column& beta) {
    on_.nrm2(x.part(1, x.size - 1), norm_);
    factor::reflector first{};
    first.a = as_matrix(x), first.norm = norm_, first.column = 0, first.v = as_matrix(v);
    first.tau = tau, first.beta = beta, first.tau_v = scaled_;
    on_.each(x.size, 1, first);
  }

  /// y = y - (factors x's^T) scaled_.
  void subtract_updates(const matrix& factors, const matrix& others, const column& y) {
    const column along(along_, others.columns);
    if (along.size == 0) return;
    on_.gemv(others.transposed(), column(scaled_, others.rows), along);
    on_.less_product(factors, along, y);
  }

  /// v_j of column j, and y_j = A^T tau v_j - R L^T tau v_j.
  void reduce_column(const matrix& trailing, int64 first, int64 j) {
    const int64 rows = trailing.rows - j, right = rows - 1;
    const column x(line_, rows);
    on_.each(rows, 1, copied_vector{trailing.column(j).part(j, rows), x});
    if (j > 0) on_.less_product(l_.block(j, 0, rows, 2 * j), r_.row(j).part(0, 2 * j), x);
    reflect(x, l_.column(2 * j).part(j, rows), to_.tau_left.part(first + j, 1), to_.d.part(first + j, 1));
    if (right == 0) return;
    const column y = r_.column(2 * j).part(j + 1, right);
    on_.gemv(trailing.block(j, j + 1, rows, right).transposed(), column(scaled_, rows), y);
    subtract_updates(r_.block(j + 1, 0, right, 2 * j), l_.block(j, 0, rows, 2 * j), y);
  }

  /// u_j of row j from column j + 1 on, and x_j = A tau u_j - L R^T tau u_j.
  void reduce_row(const matrix& trailing, int64 first, int64 j) {
    const int64 right = trailing.rows - j - 1, updates = 2 * j + 1;
    const column row(line_, right);
    on_.each(right, 1, copied_vector{trailing.row(j).part(j + 1, right), row});
    const matrix others = r_.block(j + 1, 0, right, updates);
    on_.less_product(others, l_.row(j).part(0, updates), row);
    reflect(row, r_.column(updates).part(j + 1, right), to_.tau_right.part(first + j, 1),
            to_.e.part(first + j, 1));
    const column x = l_.column(updates).part(j + 1, right);
    on_.gemv(trailing.block(j + 1, j + 1, right, right), column(scaled_, right), x);
    subtract_updates(l_.block(j + 1, 0, right, updates), others, x);
  }
};

template <class Machine>
std::vector<double> read_as_double(Machine& on, const column& x) {
  std::vector<ff_t> here(static_cast<size_t>(x.size));
  on.read(x.data, x.size, here.data());
  return {here.begin(), here.end()};
}

/// A, which is overwritten, of n by n elements near 1; values alone where no vectors are `wanted`.
template <class Machine>
square_factors golub_reinsch(Machine& on, const matrix& a, bool wanted) {
  const int64 n = a.rows;
  const auto take = [&](int64 size) { return column(on.template take<ff_t>(size), size); };
  const bidiagonal_form form{take(n), take(n - 1), take(n), take(n - 1)};
  bidiagonalisation<Machine>(on, a, form).run();
  std::vector<double> d = read_as_double(on, form.d), e = read_as_double(on, form.e);
  square_factors f;
  if (!on.ok()) return f;

  std::unique_ptr<rotation_sink> turning;
  if (wanted) {
    f.p = on.matrix(n, n);
    f.q = on.matrix(n, n);
    on.each(n, n, factor::identity_of{f.p});
    on.each(n, n, factor::identity_of{f.q});
    factor::apply_reflections<Machine>(on, a, form.tau_left, false, f.p, true);
    if (n > 1)
      factor::apply_reflections<Machine>(on, a.transposed().block(1, 0, n - 1, n - 1), form.tau_right, false,
                                         f.q.block(1, 1, n - 1, n - 1), true);
    turning = rotations_of(on, f.p, f.q);
  }
  if (!on.ok()) return f;
  const bidiagonal_report done = diagonalise(d, e, 30 * n, turning.get());
  f.steps = done.sweeps;
  f.finished = done.converged;
  if (turning) turning->finish();
  f.values.assign(d.begin(), d.end());
  return f;
}

}  // namespace ff::linalg::detail
