// The error of least squares, bounded: every rounding counts, and nothing is estimated
// (docs/proofs/solve.md).
//
// 1. S is nearly R^-1.  W = A S has nearly orthonormal columns: | I - W^T W | <= a < 1 is computed, with what
//    its roundings may hide.  So A has full rank.
// 2. An answer y + z, its residual r = b - A (y + z) and A^T r are computed in words, each with a bound d_r
//    and d_g of what it is off by.
// 3. The error of y + z is S (W^T W)^-1 (S^T A^T r + W^T d_r): its element i is at most
//    |S_i| (|S^T A^T r| + |S^T| d_g + |W^T| d_r) / (1 - a).
// 4. Where that is too large, z gets the correction S S^T A^T r, which leaves a share of about a.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "equilibrate.hpp"
#include "residual.hpp"

namespace ff::linalg::detail::factor {

/// The identity's columns from `first` on.
struct identity_from {
  matrix to;
  int64 first;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = i == j + first ? 1.0f : 0.0f; }
};
/// Adds to each row's sum its magnitudes, of the heads, and those of what they are off by.
struct sums_of_rows {
  matrix_read a, off;  ///< off: or null
  matrix to;           ///< one column
  FF_HD void operator()(int64 i, int64) const {
    float sum = to(i, 0).hi();
    for (int64 j = 0; j < a.columns; ++j) {
      sum = add_rn(sum, abs(a(i, j).hi()));
      if (off.data != nullptr) sum = add_rn(sum, off(i, j).hi());
    }
    to(i, 0) = sum;
  }
};
/// z is what y keeps of y + z - d, and y the rest.
struct corrected_words {
  matrix y, z;
  matrix_read d;
  FF_HD void operator()(int64 i, int64 j) const {
    word_sum<4> sum;
    sum.add(y(i, j));
    sum.add(z(i, j));
    sum.add(-d(i, j));
    const ff_t head = sum.result();
    y(i, j) = head;
    sum.add(-head);
    z(i, j) = sum.result();
  }
};

/// W^T W may be off from the identity by so much: beyond, corrections shrink too slowly.
inline constexpr double most_departure = 0.5;
/// Sums in float and keys tell sizes to better than this.
inline constexpr double of_sizes = 1.0 + 0x1p-10;

/// Bounds the error of the least squares `of`, with S of n by n, whose lower triangle is made 0.
template <class Machine>
class verified_least_squares {
 public:
  verified_least_squares(Machine& on, const scaled_system& of, const matrix& s)
      : on_(on),
        of_(of),
        s_(s),
        w_(on.matrix(of.a.rows, of.a.columns)),
        row_sums_(on.matrix(of.a.columns, 1)),
        worst_(on.template take<uint32>(2)) {
    on_.each(s.rows, s.columns, upper_of{s, s, 0});
  }

  /// Computes W, and returns a bound of the 2-norm of I - W^T W.
  double departure() {
    const int64 m = of_.a.rows, n = of_.a.columns, wide = std::min(n, panel);
    const matrix off = on_.matrix(m, wide), e = on_.matrix(n, wide), e_off = on_.matrix(n, wide),
                 unit = on_.matrix(n, wide);
    on_.each(n, 1, zeros_of{row_sums_});
    double largest_off = 0.0;
    for (int64 first = 0; first < n; first += panel) {
      const int64 end = std::min(n, first + panel), k = end - first;
      // Zeros below the triangle of S are left out.
      residual_task product{
          of_.a.block(0, 0, m, end), s_.block(0, first, end, k), {}, {}, w_.block(0, first, m, k), worst_};
      product.bound = off.block(0, 0, m, k);
      product.errors = sum_errors::of<4>(end);
      on_.template residual<4>(product);  // -W, which serves as well
      largest_off = std::max(largest_off, largest_of(on_, m, k, keys_of_elements{product.bound, {}}));
      // The columns of I - W^T W down to its diagonal block, and the rows beside it.
      on_.each(end, k, identity_from{unit, first});
      residual_task gram{w_.block(0, 0, m, end).transposed(),
                         w_.block(0, first, m, k),
                         unit.block(0, 0, end, k),
                         {},
                         e.block(0, 0, end, k),
                         worst_};
      gram.bound = e_off.block(0, 0, end, k);
      gram.errors = sum_errors::of<4>(m);
      on_.template residual<4>(gram);
      on_.each(end, 1, sums_of_rows{gram.r, gram.bound, row_sums_});
      const auto above = [&](const matrix& all) { return all.block(0, 0, first, k).transposed(); };
      on_.each(k, 1, sums_of_rows{above(gram.r), above(gram.bound), row_sums_.block(first, 0, k, 1)});
    }
    // The 2-norm of a symmetric matrix is at most its largest row sum, and that of W's errors at most that of
    // Frobenius.
    w_off_ = of_sizes * largest_off * std::sqrt(static_cast<double>(m) * static_cast<double>(n));
    const double seen = of_sums(n) * largest_of(on_, n, 1, keys_of_elements{row_sums_, {}});
    departure_ = seen + 2 * std::sqrt(1 + seen) * w_off_ + w_off_ * w_off_;
    return departure_;
  }

  /// Corrects Y, and returns a bound of the largest error of X over the largest element of its column.
  /// Counts corrections in `steps`.  `of.rest` becomes the residual.
  double bounded(int& steps) {
    const int64 m = of_.a.rows, n = of_.a.columns, k = of_.y.columns;
    const matrix z = on_.matrix(n, k), r_low = on_.matrix(m, k), r_off = on_.matrix(m, k),
                 g = on_.matrix(n, k), g_low = on_.matrix(n, k), g_off = on_.matrix(n, k),
                 h = on_.matrix(n, k), h_off = on_.matrix(n, k), spread_g = on_.matrix(n, k),
                 spread_r = on_.matrix(n, k), d = on_.matrix(n, k);
    on_.each(n, k, zeros_of{z});
    on_.each(n, 1, zeros_of{row_sums_});
    on_.each(n, 1, sums_of_rows{s_, {}, row_sums_});
    const double row_of_s = of_sums(n) * largest_of(on_, n, 1, keys_of_solution{row_sums_, of_.by});
    const auto task = [&](const matrix_read& a, const matrix_read& x, const matrix_read& x_low,
                          const matrix& to, const matrix& off, const sum_errors& errors) {
      residual_task t{a, x, {}, {}, to, worst_};
      t.x_low = x_low;
      t.bound = off;
      t.errors = errors;
      return t;
    };
    double error = HUGE_VAL;
    for (int t = 0; on_.ok(); ++t) {
      residual_task residual = task(of_.a, of_.y, z, of_.rest, r_off, sum_errors::of<6>(2 * n));
      residual.b = of_.b;
      residual.low = r_low;
      on_.template residual<6>(residual);
      residual_task gradient = task(of_.a.transposed(), of_.rest, r_low, g, g_off, sum_errors::of<6>(2 * m));
      gradient.low = g_low;
      on_.template residual<6>(gradient);  // -A^T r
      on_.template residual<6>(task(s_.transposed(), g, g_low, h, h_off, sum_errors::of<6>(2 * n)));
      on_.template residual<4>(task(s_.transposed(), g_off, {}, d, spread_g, sum_errors::of_magnitudes(n)));
      on_.template residual<4>(task(w_.transposed(), r_off, {}, d, spread_r, sum_errors::of_magnitudes(m)));
      const auto said = worst_of_columns({h, h_off, spread_g, spread_r}, r_off, z, row_of_s);
      const bool gains = said.tail < 0.5 * last_tail_;
      last_tail_ = said.tail;
      error = said.error;
      if (said.tail <= small_tail || !gains || t == most_verified_corrections) return error;
      on_.template residual<4>({s_, h, {}, {}, d, worst_});
      on_.each(n, k, corrected_words{of_.y, z, d});
      ++steps;
    }
    return error;
  }

 private:
  static constexpr int64 panel = 64;
  static constexpr int most_verified_corrections = 40;
  /// Beyond this, corrections gain nothing that the words of Y could show.
  static constexpr double small_tail = 0x1p-51;

  /// A sum of so many magnitudes in float, over what it was seen to be.
  static double of_sums(int64 n) { return of_sizes * std::exp(0x1p-22 * static_cast<double>(n)); }

  struct worst_column {
    double error, tail;  ///< tail: of y + z
  };
  /// By the largest elements of each column: the sizes in `h` add up.
  worst_column worst_of_columns(std::initializer_list<matrix_read> h, const matrix_read& r_off,
                                const matrix_read& z, double row_of_s) {
    const int64 m = of_.a.rows, n = of_.a.columns, k = of_.y.columns;
    std::vector<double> sum(static_cast<std::size_t>(k), 0.0);
    for (const matrix_read& part : h) {
      const std::vector<double> sizes = columns_of(part, {});
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += sizes[j] * std::sqrt(static_cast<double>(n));
    }
    const std::vector<double> off = columns_of(r_off, {}), rest = columns_of(z, of_.by),
                              x = columns_of(of_.y, of_.by);
    worst_column most{0.0, 0.0};
    for (std::size_t j = 0; j < sum.size(); ++j) {
      sum[j] += w_off_ * off[j] * std::sqrt(static_cast<double>(m));
      const double tail = of_sizes * of_sizes * row_of_s * sum[j] / (1 - departure_);
      const auto share = [&](double part) {
        return part == 0.0 ? 0.0 : part < HUGE_VAL ? part / x[j] : HUGE_VAL;
      };
      most.tail = std::max(most.tail, share(tail));
      most.error = std::max(most.error, of_sizes * share(tail + rest[j]));
    }
    return most;
  }
  std::vector<double> columns_of(const matrix_read& a, const scales& by) {
    auto* const keys = on_.template take<uint32>(a.columns);
    std::vector<uint32> seen(static_cast<std::size_t>(a.columns), key_of_not_finite);
    on_.column_largest(a.rows, a.columns, keys_of_solution{a, by}, keys);
    on_.read(keys, a.columns, seen.data());
    std::vector<double> sizes;
    for (const uint32 key : seen) sizes.push_back(magnitude_of_key(key));
    return sizes;
  }

  Machine& on_;
  const scaled_system& of_;
  matrix s_, w_, row_sums_;
  uint32* worst_;
  double w_off_ = HUGE_VAL, departure_ = HUGE_VAL, last_tail_ = HUGE_VAL;
};

}  // namespace ff::linalg::detail::factor
