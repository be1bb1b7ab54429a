// An estimate of Skeel's condition from factors, for host and device: | |A^+| |A| e | in the maximum norm.
//
// 1. D has the sums of A's rows in magnitude, so that the condition is the 1-norm of C = D (A^+)^T (Higham,
//    Accuracy and Stability of Numerical Algorithms, 2002, 15.1).
// 2. Multiply a block of four columns by C.  The largest column's 1-norm, over that of the factor's column,
//    is a bound from below.
// 3. Multiply the signs of the result by C^T.  Its largest rows name the columns of C to try next.
// 4. End where a step gains nothing (Higham, Tisseur, SIMAX 21(4), 2000, Algorithm 2.4).
// The random signs are those of places, so that equal matrices have equal estimates.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "elements.hpp"

namespace ff::linalg::detail::factor {

/// 64 bits without a pattern, of an element's place (Steele, Lea, Flood 2014: SplitMix64).
FF_HD constexpr uint64 mixed_place(int64 i, int64 j) {
  uint64 z = (static_cast<uint64>(i) * 8191u + static_cast<uint64>(j) + 1u) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/// The sum of each row's magnitudes, times the columns' weights unless these are null.
struct row_sizes {
  matrix_read a;
  const float* weights;
  ff_t* to;
  FF_HD void operator()(int64 i, int64) const {
    float size = 0.0f;
    for (int64 h = 0; h < a.columns; ++h)
      size = fma_rn(abs(a(i, h).hi()), weights == nullptr ? 1.0f : weights[h], size);
    to[i] = size;
  }
};

/// A bound from below of the 1-norm of a matrix C that is given by products with it.
class block_norm_estimate {
 public:
  static constexpr int64 widest = 4;
  /// Steps after which the estimate stands.
  static constexpr int most_steps = 5;
  using block = std::vector<double>;  ///< by columns

  /// C has so many rows and columns.
  block_norm_estimate(int64 rows, int64 columns)
      : rows_(static_cast<std::size_t>(rows)),
        columns_(static_cast<std::size_t>(columns)),
        width_(static_cast<std::size_t>(std::min(columns, widest))),
        tried_(columns_, false) {}

  std::size_t width() const { return width_; }

  /// times(X) is C X, and times_transposed(S) is C^T S.  Infinity where a product is not finite.
  template <class Times, class Transposed>
  double run(const Times& times, const Transposed& times_transposed) {
    block x = first_block(), signs;
    double estimate = 0.0;
    std::vector<std::size_t> tried_now;
    for (int step = 1;; ++step) {
      const block y = times(x);
      const auto [norm, best] = largest_column(y);
      if (!(norm < HUGE_VAL)) return HUGE_VAL;
      if (step > 1 && norm <= estimate) return estimate;
      estimate = norm;
      // So few columns were all tried.
      if (columns_ == width_ || step == most_steps) return estimate;
      if (!new_signs(y, step, signs)) return estimate;
      const std::vector<double> sizes = row_largest(times_transposed(signs));
      const double most = *std::max_element(sizes.begin(), sizes.end());
      if (!(most < HUGE_VAL)) return HUGE_VAL;
      if (step > 1 && most <= sizes[tried_now[best]]) return estimate;
      tried_now = next_columns(sizes);
      if (tried_now.empty()) return estimate;
      x.assign(columns_ * width_, 0.0);
      for (std::size_t j = 0; j < tried_now.size(); ++j) x[j * columns_ + tried_now[j]] = 1.0;
      tried_now.resize(width_, tried_now[0]);
    }
  }

 private:
  static double sign_of_place(std::size_t i, std::size_t j) {
    return mixed_place(static_cast<int64>(i), static_cast<int64>(j)) >> 63 != 0 ? 1.0 : -1.0;
  }
  /// Ones, and signs without a pattern; the identity where it is no wider.
  block first_block() const {
    block x(columns_ * width_, 0.0);
    for (std::size_t j = 0; j < width_; ++j)
      for (std::size_t i = 0; i < columns_; ++i) {
        const double sign = j == 0 ? 1.0 : sign_of_place(i, j);
        x[j * columns_ + i] =
            columns_ == width_ ? (i == j ? 1.0 : 0.0) : sign / static_cast<double>(columns_);
      }
    return x;
  }
  /// The largest 1-norm of a column, and the column; NaN counts as the largest.
  std::pair<double, std::size_t> largest_column(const block& y) const {
    std::pair<double, std::size_t> most{-1.0, 0};
    for (std::size_t j = 0; j < width_; ++j) {
      double sum = 0.0;
      for (std::size_t i = 0; i < rows_; ++i) sum += std::fabs(y[j * rows_ + i]);
      if (std::isnan(sum)) sum = HUGE_VAL;
      if (sum > most.first) most = {sum, j};
    }
    return most;
  }
  bool parallel(const double* x, const double* y) const {
    return std::fabs(std::inner_product(x, x + rows_, y, 0.0)) == static_cast<double>(rows_);
  }
  /// The signs of Y, with other ones in place of a column that is parallel to one before.  False where all
  /// are parallel to those of the step before.
  bool new_signs(const block& y, int step, block& signs) const {
    const block old = std::move(signs);
    signs.assign(rows_ * width_, 1.0);
    bool any = old.empty();
    for (std::size_t j = 0; j < width_; ++j) {
      double* const s = signs.data() + j * rows_;
      for (std::size_t i = 0; i < rows_; ++i) s[i] = y[j * rows_ + i] < 0.0 ? -1.0 : 1.0;
      bool again = false;
      for (std::size_t h = 0; h < width_ && !old.empty(); ++h)
        again = again || parallel(s, old.data() + h * rows_);
      any = any || !again;
      for (std::size_t h = 0; h < j; ++h) again = again || parallel(s, signs.data() + h * rows_);
      for (std::size_t i = 0; again && i < rows_; ++i)
        s[i] = sign_of_place(i, static_cast<std::size_t>(step) * width_ + j);
    }
    return any;
  }
  std::vector<double> row_largest(const block& z) const {
    std::vector<double> most(columns_, 0.0);
    for (std::size_t j = 0; j < width_; ++j)
      for (std::size_t i = 0; i < columns_; ++i) {
        const double size = std::fabs(z[j * columns_ + i]);
        if (!(size <= most[i])) most[i] = std::isnan(size) ? HUGE_VAL : size;
      }
    return most;
  }
  /// The columns of the largest sizes among those that were not tried.  None where the largest ones were.
  std::vector<std::size_t> next_columns(const std::vector<double>& sizes) {
    std::vector<std::size_t> order(columns_), next;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return sizes[i] > sizes[j]; });
    bool all_tried = true;
    for (std::size_t j = 0; j < width_; ++j) all_tried = all_tried && tried_[order[j]];
    for (std::size_t j = 0; !all_tried && j < columns_ && next.size() < width_; ++j)
      if (!tried_[order[j]]) next.push_back(order[j]);
    for (const std::size_t j : next) tried_[j] = true;
    return next;
  }

  std::size_t rows_, columns_, width_;
  std::vector<bool> tried_;
};

/// The estimate of the maximum norm of | |C| d | for C of n by m and sizes d.  `products` has inverse(x),
/// which gives C x for x of m rows, and transposed(x), which gives C^T x for x of n rows.
template <class Machine, class Products>
double norm_beside(Machine& on, int64 n, const std::vector<double>& d, Products& products) {
  const auto m = static_cast<int64>(d.size());
  block_norm_estimate estimate(m, n);
  const auto width = static_cast<int64>(estimate.width());
  std::vector<ff_t> words(static_cast<std::size_t>(m * width));
  const matrix tall = on.matrix(m, width), small = on.matrix(n, width);
  const auto written = [&](const block_norm_estimate::block& x, const matrix& to) {
    words.assign(x.begin(), x.end());
    on.write(to.data, words.data(), to.rows * width);
  };
  const auto values = [&](const matrix_read& from) {
    words.assign(static_cast<std::size_t>(from.rows * width), ff_t(0.0f));
    on.read(from.data, from.rows * width, words.data());
    block_norm_estimate::block x(words.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = double(words[i]);
    return x;
  };
  const auto weighted = [&](block_norm_estimate::block x) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= d[i % d.size()];
    return x;
  };
  return estimate.run(
      [&](const block_norm_estimate::block& x) {
        written(x, small);
        return weighted(values(products.transposed(small)));
      },
      [&](const block_norm_estimate::block& s) {
        written(weighted(s), tall);
        return values(products.inverse(tall));
      });
}

/// The estimate for A of m by n: of | |A^+| |A| e |, or with weights w of | |A^+| |A| w |.  `products`
/// multiply by A^+.
template <class Machine, class Products>
double skeel_condition(Machine& on, const matrix_read& a, Products& products,
                       const float* weights = nullptr) {
  auto* const sizes = on.template take<ff_t>(a.rows);
  std::vector<ff_t> words(static_cast<std::size_t>(a.rows));
  on.each(a.rows, 1, row_sizes{a, weights, sizes});
  on.read(sizes, a.rows, words.data());
  return norm_beside(on, a.columns, {words.begin(), words.end()}, products);
}

}  // namespace ff::linalg::detail::factor
