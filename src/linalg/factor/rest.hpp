// A correction of least squares leaves an error by its rounding.  It is estimated here, by A^+ and (A^T
// A)^-1, each times the residuals that are corrected (docs/proofs/solve.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "equilibrate.hpp"
#include "solve_factors.hpp"

namespace ff::linalg::detail::factor {

/// Says what the largest key of a matrix stands for.
template <class Machine, class F>
double largest_of(Machine& on, int64 rows, int64 columns, const F& keys) {
  return magnitude_of_key(on.largest(rows, columns, keys));
}

/// What an element may lose below the range of float, with its low word far below its head.
inline constexpr float lost_below_range = 0x1p-146f;

/// What the elements of A^T R may be off by: such a share of |A|^T |R|, and what products lose.
struct errors_of_products {
  matrix_read a, r;
  float share;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const {
    row_sum<4> sum;
    for (int64 h = 0; h < a.rows; ++h) sum.take(a(h, i), r(h, j));
    const bool of_zeros = sum.size == 0.0f && sum.lost == 0.0f;
    to(i, j) = of_zeros ? 0.0f : fma_rn(sum.size, share, add_rn(sum.lost, lost_below_range));
  }
};

/// What an element of B - R - A Y may be off by: what is lost, but for a column of zeros.
struct errors_of_sides {
  const uint32* largest;  ///< keys
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = largest[j] == 0 ? 0.0f : lost_below_range; }
};

/// Row i by 2^(c_i - less).
struct rows_by_powers {
  matrix a;
  scales by;
  int32 less;
  FF_HD void operator()(int64 i, int64 j) const { a(i, j) = ldexp(a(i, j), by.of_column(i) - less); }
};
/// diag(2^(c_i - less)) C and its transpose, by products with C.
template <class Machine, class Products>
struct products_by_powers {
  Machine& on;
  Products& products;
  scales by;
  int32 less;
  matrix_read inverse(const matrix& d) {
    const matrix copy = on.matrix(products.columns(), d.columns);
    on.each(copy.rows, copy.columns, scaled_elements{products.inverse(d), copy, 0});
    on.each(copy.rows, copy.columns, rows_by_powers{copy, by, less});
    return copy;
  }
  matrix_read transposed(const matrix& d) {
    on.each(d.rows, d.columns, rows_by_powers{d, by, less});
    return products.transposed(d);
  }
};

/// An estimate of the largest element of |C| |v_j|, over the largest of y_j, of the worst column j; with
/// scales, of what these are in X.  `products` multiply by C.
template <class Machine, class Products>
double amplified(Machine& on, const matrix_read& v, const matrix& y, const scales& by, Products& products) {
  const auto rows = static_cast<std::size_t>(v.rows), columns = static_cast<std::size_t>(v.columns);
  auto* const keys = on.template take<uint32>(v.columns);
  std::vector<uint32> of_y(columns);
  on.column_largest(y.rows, y.columns, keys_of_solution{y, by}, keys);
  on.read(keys, v.columns, of_y.data());
  const matrix copy = on.matrix(v.rows, v.columns);
  std::vector<ff_t> words(rows * columns);
  on.each(v.rows, v.columns, scaled_elements{v, copy, 0});
  on.read(copy.data, v.rows * v.columns, words.data());
  std::vector<double> sizes(rows, 0.0);
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i)
      if (const double size = std::fabs(double(words[i + j * rows])); !(size < HUGE_VAL))
        return HUGE_VAL;
      else if (size > 0.0)
        sizes[i] = std::max(sizes[i], size / magnitude_of_key(of_y[j]));
  // Blocks of sizes and powers of at most 1 stay within the range of floats.
  const double largest = *std::max_element(sizes.begin(), sizes.end());
  if (largest == 0.0 || largest == HUGE_VAL) return largest;  // infinite where an answer of 0 has an error
  for (double& size : sizes) size /= largest;
  const double power = largest_of(on, y.rows, 1, keys_of_weights{by});
  products_by_powers<Machine, Products> in_x{on, products, by, std::ilogb(power)};
  return largest * power * norm_beside(on, y.rows, sizes, in_x);
}

/// What the words of Y lose below the range, over the largest element of the smallest column, of Y or of X.
template <class Machine>
double lost_of_words(Machine& on, const matrix& y, const scales& by) {
  auto* const keys = on.template take<uint32>(y.columns);
  std::vector<uint32> seen(static_cast<std::size_t>(y.columns));
  on.column_largest(y.rows, y.columns, keys_of_solution{y, by}, keys);
  on.read(keys, y.columns, seen.data());
  const double lost = 0x1p-149 * largest_of(on, y.rows, 1, keys_of_weights{by});
  double share = 0.0;
  for (const uint32 key : seen)
    if (key != 0) share = std::max(share, lost / magnitude_of_key(key));
  return share;
}

/// Says what the next correction leaves of the error, as a share of the largest element of Y's or X's column:
/// by its rounding, of the residuals f = B - R - A Y and g = -A^T R, by that of its factors, which mix rows
/// and see the roundings of R, and by what is lost below the range.  (A^T A)^-1 amplifies what belongs to g.
/// Probes need not show it: products of few digits cancel without rounding.
template <class Machine, class Factors>
double rounding_of_rest(Machine& on, const scaled_system& of, Factors& factors, const matrix_read& f,
                        const matrix_read& g) {
  const int64 m = of.a.rows, n = of.a.columns, k = of.y.columns;
  const matrix of_g = on.matrix(n, k), of_f = on.matrix(m, k);
  auto* const keys = on.template take<uint32>(k);
  on.column_largest(m, k, keys_of_elements{of.b, {}}, keys);
  on.each(n, k, errors_of_products{of.a, of.rest, static_cast<float>(Factors::precision * 0x1p-48), of_g});
  on.each(m, k, errors_of_sides{keys, of_f});
  products_by_qr<Machine, Factors> pseudoinverse(on, of.a, factors);
  inverse_of_normal_equations<Machine, Factors> normal(on, of.a, factors);
  double left = 0.0;
  for (const scales& by : {scales{}, of.by}) {
    const double rounded = amplified(on, f, of.y, by, pseudoinverse) + amplified(on, g, of.y, by, normal);
    const double own = amplified(on, of_f, of.y, by, pseudoinverse) + amplified(on, of_g, of.y, by, normal);
    left = std::max(left, 4 * rounded * Factors::precision + 8 * own + 2 * lost_of_words(on, of.y, by));
  }
  return left;
}

}  // namespace ff::linalg::detail::factor
