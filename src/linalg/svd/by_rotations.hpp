// Decompositions by rotations in pairs, Golub and Reinsch's and Jacobi's, of a matrix of at least as many
// rows as columns: Householder's reflections make it square first.
//
// Every sum has one order, so that host and device get the same bits.
#pragma once

#include "golub_reinsch.hpp"
#include "jacobi_columns.hpp"
#include "refine_elements.hpp"

namespace ff::linalg::detail {

/// A = left diag(2^exponent values) right^T, values in descending order, on a machine.
struct tall_factors {
  std::vector<ff_t> values;
  dense left, right;  ///< of m by n elements at least, and n by n
  int64 steps = 0;
  int clusters = 0;
  int exponent = 0;
  bool finished = true;
};

/// The exponent of A's largest element where values are to be right to bits of their own: short columns, of
/// 2^-200 of the longest, are whole there, and no norm overflows.
inline constexpr int32 exponent_for_jacobi = 100;

/// 2^-exponent A for A of m by n elements, m >= n, whose largest element is in [2^(exponent - 1),
/// 2^exponent); so many columns of the left vectors, n or m.  Where no vectors are `wanted` there are none.
template <class Machine>
tall_factors by_rotations(Machine& on, const matrix_read& a, int32 exponent, svd_method method,
                          int64 left_columns, bool wanted) {
  const int64 m = a.rows, n = a.columns;
  const bool by_columns = method == svd_method::jacobi;
  const int32 scale = (by_columns ? exponent_for_jacobi : 0) - exponent;
  const matrix work = on.matrix(m, n), square = m > n ? on.matrix(n, n) : work;
  const column tau(on.template take<ff_t>(n), n);
  if (m > n && by_columns) {
    const int32* const sizes = factor::sizes_of(on, a);
    on.each(m, n, factor::columns_scaled{a, work, sizes});
    factor::reflect(on, work, tau);
    on.each(n, n, factor::upper_of_columns{work.block(0, 0, n, n), square, sizes, scale, true});
  } else {
    on.each(m, n, factor::scaled_elements{a, work, scale});
    if (m > n) {
      factor::reflect(on, work, tau);
      on.each(n, n, factor::upper_of{work.block(0, 0, n, n), square, 0});
    }
  }
  const square_factors f =
      by_columns ? jacobi::decompose_columns(on, square, wanted) : golub_reinsch(on, square, wanted);
  if (!on.ok()) throw on.said();

  tall_factors all;
  all.steps = f.steps;
  all.finished = f.finished;
  if (by_columns) all.exponent = -exponent_for_jacobi;
  std::vector<ff_t> sizes;
  for (const ff_t x : f.values) sizes.push_back(x < 0.0f ? -x : x);
  const std::vector<int32> order = descending(sizes);
  std::vector<float> sign;
  for (const int32 j : order) {
    all.values.push_back(sizes[static_cast<size_t>(j)]);
    sign.push_back(f.values[static_cast<size_t>(j)] < 0.0f ? -1.0f : 1.0f);
  }
  if (!wanted) return all;
  auto* const places = on.template take<int32>(n);
  auto* const signs = on.template take<float>(n);
  on.write(places, order.data(), n);
  on.write(signs, sign.data(), n);
  all.left = on.matrix(m, left_columns);
  all.right = on.matrix(n, n);
  on.each(m, left_columns, placed_columns{f.p, all.left, places, signs});
  on.each(n, n, placed_columns{f.q, all.right, places, nullptr});
  if (m > n) factor::apply_reflections<Machine>(on, work, tau, false, all.left);
  if (!on.ok()) throw on.said();
  return all;
}

}  // namespace ff::linalg::detail
