// The error of least squares, bounded: every rounding counts, and nothing is estimated
// (docs/proofs/solve.md).
//
// 1. S is nearly R^-1.  W = A S has nearly orthonormal columns: | I - W^T W | <= a < 1 is computed, with what
//    its roundings may hide.  So A has full rank.
// 2. Where S is not near enough, A S is factored in its turn, and S is a product of two triangles.
// 3. An answer y + z, its residual r = b - A (y + z) and A^T r are computed in words, each with a bound d_r
//    and d_g of what it is off by.
// 4. The error of y + z is S (W^T W)^-1 (S^T A^T r + W^T d_r).  With h = S^T A^T r its element i is at most
//    |S h|_i + |S_i| (a |h| + |S^T| d_g + |W^T| d_r) / (1 - a).
// 5. Where that is too large, y + z gets the correction S h, which leaves a share of about a.
#pragma once

#include <algorithm>
#include <cmath>
#include <ff/linalg/solve.hpp>
#include <vector>

#include "equilibrate.hpp"
#include "residual.hpp"
#include "solve_factors.hpp"

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
/// Adds the heads of bounds.
struct added_bounds {
  matrix_read more;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = add_rn(to(i, j).hi(), more(i, j).hi()); }
};
/// y is what a pair keeps of y + z - d - d_low, and z the rest.
struct corrected_words {
  matrix y, z;
  matrix_read d, d_low;
  FF_HD void operator()(int64 i, int64 j) const {
    word_sum<4> sum;
    sum.add(y(i, j));
    sum.add(z(i, j));
    sum.add(-d(i, j));
    sum.add(-d_low(i, j));
    const ff_t head = sum.result();
    y(i, j) = head;
    sum.add(-head);
    z(i, j) = sum.result();
  }
};

/// W^T W may be off from the identity by so much: beyond, corrections shrink too slowly.  A second triangle
/// is worth its time from the lesser share on.
inline constexpr double most_departure = 0.5, small_departure = 0.125;
/// Sums in float and keys tell sizes to better than this.
inline constexpr double of_sizes = 1.0 + 0x1p-10;

/// Bounds the error of the least squares `of`.
template <class Machine>
class verified_least_squares {
 public:
  /// With S of n by n, whose lower triangle is made 0.
  verified_least_squares(Machine& on, const scaled_system& of, const matrix& s)
      : on_(on),
        of_(of),
        left_{of.a, {}, {}},
        inverse_(s),
        w_(on.matrix(of.a.rows, of.a.columns)),
        row_sums_(on.matrix(of.a.columns, 1)),
        ignored_(on.matrix(of.a.columns, of.y.columns)),
        worst_(on.template take<uint32>(2)),
        keys_(on.template take<uint32>(of.y.columns)) {
    add_triangle(s);
  }

  /// Computes W, and returns a bound of the 2-norm of I - W^T W.
  double departure() {
    const int64 m = of_.a.rows, n = of_.a.columns, wide = std::min(n, panel);
    const matrix off = on_.matrix(m, wide), of_low = on_.matrix(m, wide), e = on_.matrix(n, wide),
                 e_off = on_.matrix(n, wide), unit = on_.matrix(n, wide);
    on_.each(n, 1, zeros_of{row_sums_});
    double largest_off = 0.0;
    for (int64 first = 0; first < n; first += panel) {
      const int64 end = std::min(n, first + panel), k = end - first;
      // Zeros below the triangle of S are left out.
      const auto of_left = [&](const matrix_read& a) { return a.block(0, 0, m, end); };
      const matrix_read s = s_.back().block(0, first, end, k);
      residual_task product{
          of_left(left_.high),   s, {}, {}, w_.block(0, first, m, k), worst_, {}, {}, off.block(0, 0, m, k),
          sum_errors::of<4>(end)};
      double off_here = 0.0;
      const auto run = [&](const residual_task& t) {
        on_.template residual<4>(t);
        off_here += largest_of(on_, m, k, keys_of_elements{t.bound, {}});
      };
      if (left_.low.data != nullptr) {
        residual_task part = product;
        part.a = of_left(left_.off);
        part.errors = sum_errors::of_magnitudes(end);
        run(part);
        part.a = of_left(left_.low);
        part.errors = product.errors;
        part.r = of_low.block(0, 0, m, k);
        run(part);
        product.b = part.r;
      }
      run(product);  // -W, which serves as well
      largest_off = std::max(largest_off, off_here);
      // The columns of I - W^T W down to its diagonal block, and the rows beside it.
      on_.each(end, k, identity_from{unit, first});
      const residual_task gram{w_.block(0, 0, m, end).transposed(),
                               product.r,
                               unit.block(0, 0, end, k),
                               {},
                               e.block(0, 0, end, k),
                               worst_,
                               {},
                               {},
                               e_off.block(0, 0, end, k),
                               sum_errors::of<4>(m)};
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

  /// Factors A S, as the product with an S that is not near enough, and takes the product of two triangles
  /// from there on.
  void take_second_triangle() {
    const int64 m = of_.a.rows, n = of_.a.columns;
    const matrix high = on_.matrix(m, n), low = on_.matrix(m, n), off = on_.matrix(m, n),
                 both = on_.matrix(n, n), both_off = on_.matrix(n, n);
    on_.template residual<6>({of_.a, s_[0], {}, {}, high, worst_, low, {}, off, sum_errors::of<6>(n)});
    pair_qr<Machine> again(on_, high, 1);
    add_triangle(again.inverse_of_triangle());
    on_.template residual<4>({s_[0], s_[1], {}, {}, both, worst_, {}, {}, both_off, sum_errors::of<4>(n)});
    inverse_ = both;
    inverse_off_ = both_off;
    left_ = {high, low, off};
  }

  /// Solves for Y, and returns a bound of the largest error of X over the largest element of its column.
  /// `of.rest` becomes the residual.
  double solve(solve_report& said) {
    const int64 m = of_.a.rows, n = of_.a.columns, k = of_.y.columns;
    const matrix z = on_.matrix(n, k), spread = on_.matrix(n, k);
    const words r{of_.rest, on_.matrix(m, k), on_.matrix(m, k)};
    words g[2] = {words_of(n, k), words_of(n, k)};
    on_.each(n, k, zeros_of{of_.y});
    on_.each(n, k, zeros_of{z});
    on_.each(n, 1, zeros_of{row_sums_});
    on_.each(n, 1, sums_of_rows{inverse_, inverse_off_, row_sums_});
    const double row_of_s = of_sums(n) * largest_of(on_, n, 1, keys_of_solution{row_sums_, of_.by});
    const auto multiply_by = [&](const matrix_read& s) {  // with the other sign
      less_product(s, g[0], g[1]);
      spread_bounds(s, g[0].off, spread);
      on_.each(n, k, added_bounds{spread, g[1].off});
      std::swap(g[0], g[1]);
    };
    for (said.steps = 0;; ++said.steps) {
      on_.template residual<6>(
          {of_.a, of_.y, of_.b, {}, r.high, worst_, r.low, z, r.off, sum_errors::of<6>(2 * n)});
      less_product(of_.a.transposed(), r, g[0]);
      for (const matrix_read& s : s_) multiply_by(s.transposed());
      spread_bounds(w_.transposed(), r.off, spread);
      const std::vector<double> beside = beside_correction(g[0], spread, r.off, row_of_s);
      on_.each(n, k, zeros_of{g[0].off});
      for (auto s = s_.rbegin(); s != s_.rend(); ++s) multiply_by(*s);
      const state now = state_of(g[0], beside, z);
      if (!on_.ok() || now.tail <= small_tail || !now.gains || said.steps == most_steps) return now.error;
      on_.each(n, k, corrected_words{of_.y, z, g[0].high, g[0].low});
      said.correction = largest_share(columns_of(g[0].high, of_.by), columns_of(of_.y, of_.by));
    }
  }

 private:
  static constexpr int64 panel = 64;
  static constexpr int most_steps = 60;
  /// Beyond this, corrections gain nothing that the words of Y could show.
  static constexpr double small_tail = 0x1p-51;

  /// A matrix as high + low, and a bound of what these are off by; low and off may be null.
  struct words {
    matrix high, low, off;
  };
  struct read_words {
    matrix_read high, low, off;
  };
  words words_of(int64 rows, int64 columns) {
    return {on_.matrix(rows, columns), on_.matrix(rows, columns), on_.matrix(rows, columns)};
  }

  void add_triangle(const matrix& s) {
    on_.each(s.rows, s.columns, upper_of{s, s, 0});
    s_.push_back(s);
  }
  /// to = -A (x.high + x.low), with the bound of its own roundings.
  void less_product(const matrix_read& a, const words& x, const words& to) {
    on_.template residual<6>(
        {a, x.high, {}, {}, to.high, worst_, to.low, x.low, to.off, sum_errors::of<6>(2 * a.columns)});
  }
  /// to = |A| off, rounded up.
  void spread_bounds(const matrix_read& a, const matrix_read& off, const matrix& to) {
    residual_task t{a, off, {}, {}, ignored_, worst_};
    t.bound = to;
    t.errors = sum_errors::of_magnitudes(a.columns);
    on_.template residual<4>(t);
  }

  /// A sum of so many magnitudes in float, over what it was seen to be.
  static double of_sums(int64 n) { return of_sizes * std::exp(0x1p-22 * static_cast<double>(n)); }

  static double share_of_column(double part, double x) {
    return part == 0.0 ? 0.0 : part < HUGE_VAL ? part / x : HUGE_VAL;
  }
  static double largest_share(const std::vector<double>& parts, const std::vector<double>& x) {
    double most = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j) most = std::max(most, share_of_column(parts[j], x[j]));
    return most;
  }

  /// What an element of X is off by beside the correction S S^T g, of each column: h is S^T g, `of_r` what
  /// r's errors make of it.
  std::vector<double> beside_correction(const words& h, const matrix_read& of_r, const matrix_read& r_off,
                                        double row_of_s) {
    const auto root_of_m = std::sqrt(static_cast<double>(of_.a.rows)),
               root_of_n = std::sqrt(static_cast<double>(of_.a.columns));
    const std::vector<double> sizes = columns_of(h.high, {}), off = columns_of(h.off, {}),
                              spread = columns_of(of_r, {}), rest = columns_of(r_off, {});
    std::vector<double> beside;
    for (std::size_t j = 0; j < sizes.size(); ++j)
      beside.push_back(
          of_sizes * row_of_s / (1 - departure_) *
          (root_of_n * (departure_ * sizes[j] + off[j] + spread[j]) + root_of_m * w_off_ * rest[j]));
    return beside;
  }
  struct state {
    double error, tail;  ///< the largest shares of a column: of y's error, and of that of y + z
    bool gains;          ///< the error of y + z, or its part beside the correction, has halved in some column
  };
  state state_of(const words& correction, const std::vector<double>& beside, const matrix_read& z) {
    const std::vector<double> x = columns_of(of_.y, of_.by), rest = columns_of(z, of_.by),
                              size = columns_of(correction.high, of_.by),
                              off = columns_of(correction.off, of_.by);
    std::vector<double> tails, errors;
    bool gains = false;
    tails_.resize(x.size(), HUGE_VAL);
    beside_.resize(x.size(), HUGE_VAL);
    for (std::size_t j = 0; j < x.size(); ++j) {
      tails.push_back(of_sizes * (size[j] + off[j] + beside[j]));
      errors.push_back(tails[j] + of_sizes * rest[j]);
      gains = gains || tails[j] < 0.5 * tails_[j] || beside[j] < 0.5 * beside_[j];
    }
    tails_ = tails;
    beside_ = beside;
    return {largest_share(errors, x), largest_share(tails, x), gains};
  }
  std::vector<double> columns_of(const matrix_read& a, const scales& by) {
    std::vector<uint32> seen(static_cast<std::size_t>(a.columns), key_of_not_finite);
    on_.column_largest(a.rows, a.columns, keys_of_solution{a, by}, keys_);
    on_.read(keys_, a.columns, seen.data());
    std::vector<double> sizes;
    for (const uint32 key : seen) sizes.push_back(magnitude_of_key(key));
    return sizes;
  }

  Machine& on_;
  const scaled_system& of_;
  read_words left_;                    ///< W is this times the last triangle
  std::vector<matrix_read> s_;         ///< S is their product
  matrix_read inverse_, inverse_off_;  ///< S
  matrix w_, row_sums_, ignored_;
  uint32 *worst_, *keys_;
  std::vector<double> tails_, beside_;  ///< of y + z, as they were seen last
  double w_off_ = HUGE_VAL, departure_ = HUGE_VAL;
};

}  // namespace ff::linalg::detail::factor
