// The factors that solve and least_squares correct with, on either machine: in float, in pairs, and in pairs
// of a matrix that was multiplied by its inverse.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "condition.hpp"
#include "getrf.hpp"
#include "householder.hpp"
#include "residual.hpp"

namespace ff::linalg::detail::factor {

struct zeros_of {
  matrix a;
  FF_HD void operator()(int64 i, int64 j) const { a(i, j) = 0.0f; }
};
struct magnitude_of_floats {
  const float* a;
  int64 rows, leading;
  FF_HD uint32 operator()(int64 i, int64 j) const {
    return i <= j && j < rows ? magnitude_bits_of(a[i + j * leading]) : 0u;
  }
};
/// From heads, and back.
struct heads_of {
  matrix_read from;
  float* to;  ///< by columns
  FF_HD void operator()(int64 i, int64 j) const { to[i + j * from.rows] = from(i, j).hi(); }
};
/// The same, continued to `leading` rows, and columns, by those of the identity.
struct padded_heads_of {
  matrix_read from;
  int64 leading;
  float* to;
  FF_HD void operator()(int64 i, int64 j) const {
    const bool inside = i < from.rows && j < from.columns;
    to[i + j * leading] = inside ? from(i, j).hi() : i == j ? 1.0f : 0.0f;
  }
};
struct floats_of {
  const float* from;
  int64 leading;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = from[i + j * leading]; }
};

struct negated {
  matrix a;
  FF_HD void operator()(int64 i, int64 j) const { a(i, j) = -a(i, j); }
};

/// Numbers from -1 to 1 without a pattern: no null vector of small integers is orthogonal to all columns.
FF_HD float number_of_place(int64 i, int64 j) {
  const auto n = static_cast<int32>(mixed_place(i, j) >> 40);
  return mul_rn(static_cast<float>(n - (1 << 23)), 0x1p-23f);
}
/// The largest share that an element of each row has of its column's largest, to a factor of two.
struct weights_of_rows {
  matrix_read y;
  const uint32* largest;  ///< keys
  float* to;
  FF_HD void operator()(int64 i, int64) const {
    float weight = 0.0f;
    for (int64 j = 0; j < y.columns; ++j) {
      const float share = abs(ldexp(y(i, j), -exponent_of_key(largest[j])).hi());
      if (less(weight, share)) weight = share;
    }
    to[i] = weight;
  }
};
/// Adds numbers without a pattern, of this size.
struct blurred {
  matrix a;
  float size;
  FF_HD void operator()(int64 i, int64 j) const {
    a(i, j) = a(i, j) + mul_rn(size, number_of_place(i + 0x20000000, j));
  }
};

/// The factors in float: of A's heads, and what a solution with them does to a block of right sides.
template <class Machine>
class float_lu {
 public:
  static constexpr double precision = 0x1p-24;  ///< of a correction by these factors
  static constexpr int residual_words = 4;
  /// For blocks of at most `widest` right sides.
  float_lu(Machine& on, const matrix_read& a, int64 widest)
      : on_(on),
        n_(a.rows),
        factors_(widest),
        padded_(factors_.order_for(on, n_)),
        lu_(on.template take<float>(padded_ * padded_)),
        right_(on.template take<float>(padded_ * widest)) {
    on.each(padded_, padded_, padded_heads_of{a, padded_, lu_});
    usable_ = factors_.lu(on, padded_, lu_);
  }
  bool usable() const { return usable_; }
  /// The largest element of U over the largest of A, which is in [1, 2) or that of zeros.
  double growth(double largest) const {
    return double(from_bits(on_.largest(n_, n_, magnitude_of_floats{lu_, n_, padded_}))) / largest;
  }
  void operator()(const matrix& d) {
    on_.each(padded_, d.columns, padded_heads_of{d, padded_, right_});
    const float* const x = factors_.solve_lu(on_, padded_, lu_, d.columns, right_);
    on_.each(n_, d.columns, floats_of{x, padded_, d});
  }
  matrix_read inverse(const matrix& d) {
    (*this)(d);
    return d;
  }
  matrix_read transposed(const matrix& d) {
    on_.each(padded_, d.columns, padded_heads_of{d, padded_, right_});
    const float* const x = factors_.solve_transposed_lu(on_, padded_, lu_, d.columns, right_);
    on_.each(n_, d.columns, floats_of{x, padded_, d});
    return d;
  }

 private:
  Machine& on_;
  int64 n_;
  typename Machine::float_factors factors_;
  int64 padded_;
  float *lu_, *right_;
  bool usable_ = false;
};

/// [I A; A^T 0] (dr, dx) = (f, g) by A = Q R: h = R^-T g, (d_1, d_2) = Q^T f, dx = R^-1 (d_1 - h) and dr = Q
/// (h, d_2).
struct exchange_parts {
  matrix d, g;  ///< on entry d = Q^T f and g = h; then d = (h, d_2) and g = d_1 - h
  FF_HD void operator()(int64 i, int64 j) const {
    const ff_t h = g(i, j), d1 = d(i, j);
    g(i, j) = d1 - h;
    d(i, j) = h;
  }
};

/// A^+ and its transpose by factors of least squares: for (f, 0) they give dx = A^+ f, for (0, g)
/// dr = (A^+)^T g.
template <class Machine, class Factors>
class products_by_qr {
 public:
  products_by_qr(Machine& on, const matrix_read& a, Factors& factors)
      : on_(on),
        factors_(factors),
        f_(on.matrix(a.rows, block_norm_estimate::widest)),
        g_(on.matrix(a.columns, block_norm_estimate::widest)) {}
  int64 columns() const { return g_.rows; }
  matrix_read inverse(const matrix& d) {
    const matrix f = f_.block(0, 0, f_.rows, d.columns), g = g_.block(0, 0, g_.rows, d.columns);
    on_.each(f.rows, f.columns, scaled_elements{d, f, 0});
    on_.each(g.rows, g.columns, zeros_of{g});
    factors_(f, g);
    return g;
  }
  matrix_read transposed(const matrix& d) {
    const matrix f = f_.block(0, 0, f_.rows, d.columns), g = g_.block(0, 0, g_.rows, d.columns);
    on_.each(f.rows, f.columns, zeros_of{f});
    on_.each(g.rows, g.columns, scaled_elements{d, g, 0});
    factors_(f, g);
    return f;
  }

 private:
  Machine& on_;
  Factors& factors_;
  matrix f_, g_;
};

template <class Machine>
class float_qr {
 public:
  static constexpr double precision = 0x1p-24;
  static constexpr int residual_words = 4;
  float_qr(Machine& on, const matrix_read& a, int64 widest)
      : on_(on),
        m_(a.rows),
        n_(a.columns),
        qr_(on.template take<float>(m_ * n_)),
        f_(on.template take<float>(m_ * widest)),
        g_(on.template take<float>(n_ * widest)),
        factors_(widest) {
    on.each(m_, n_, heads_of{a, qr_});
    usable_ = factors_.qr(on, m_, n_, qr_);
  }
  bool usable() const { return usable_; }
  double growth(double) const { return 1.0; }
  /// R^-1, as these factors have it.
  matrix inverse_of_triangle() {
    const matrix inverse = on_.matrix(n_, n_);
    auto* const x = on_.template take<float>(n_ * n_);
    on_.each(n_, n_, identity_of{inverse});
    on_.each(n_, n_, heads_of{inverse, x});
    factors_.solve_r(on_, m_, n_, qr_, false, n_, x);
    on_.each(n_, n_, floats_of{x, n_, inverse});
    return inverse;
  }
  void operator()(const matrix& f, const matrix& g) {
    const int64 k = f.columns;
    on_.each(m_, k, heads_of{f, f_});
    on_.each(n_, k, heads_of{g, g_});
    factors_.solve_r(on_, m_, n_, qr_, true, k, g_);
    factors_.apply_q(on_, m_, n_, qr_, true, k, f_);
    on_.each(m_, k, floats_of{f_, m_, f});
    on_.each(n_, k, floats_of{g_, n_, g});
    on_.each(n_, k, exchange_parts{f, g});
    on_.each(m_, k, heads_of{f, f_});
    on_.each(n_, k, heads_of{g, g_});
    factors_.solve_r(on_, m_, n_, qr_, false, k, g_);
    factors_.apply_q(on_, m_, n_, qr_, false, k, f_);
    on_.each(m_, k, floats_of{f_, m_, f});
    on_.each(n_, k, floats_of{g_, n_, g});
  }

 private:
  Machine& on_;
  int64 m_, n_;
  float *qr_, *f_, *g_;
  typename Machine::float_factors factors_;
  bool usable_ = false;
};

/// The first zero on a diagonal.
struct zero_on_diagonal {
  matrix_read r;
  FF_HD uint32 operator()(int64 i, int64) const {
    return r(i, i) == 0.0f ? static_cast<uint32>(r.rows - i) : 0u;
  }
};

/// A pivot of 0 is replaced by the unit of rounding, so that a solution of a matrix nearby can be written.
struct pivots_not_zero {
  matrix r;
  float unit;
  FF_HD void operator()(int64 i, int64) const {
    if (r(i, i) == 0.0f) r(i, i) = unit;
  }
};

/// Rounding explains a pivot of at most so much of the largest.
inline double small_pivot(int64 n) { return static_cast<double>(n) * 0x1p-46; }

/// Elements on the diagonal that are no larger become so large that nothing is left of their unknowns.
inline constexpr float pivot_away = 0x1p120f;
struct pivots_away {
  matrix r;
  float level;
  FF_HD void operator()(int64 i, int64) const {
    if (!less(level, abs(r(i, i).hi()))) r(i, i) = pivot_away;
  }
};
struct unknowns_away {
  matrix_read r;
  matrix x;
  FF_HD void operator()(int64 i, int64 j) const {
    if (r(i, i) == pivot_away) x(i, j) = 0.0f;
  }
};
struct magnitude_of_diagonal {
  matrix_read r;
  FF_HD uint32 operator()(int64 i, int64) const { return magnitude_bits_of(r(i, i).hi()); }
};

template <class Machine>
class pair_qr {
 public:
  static constexpr double precision = 0x1p-48;
  static constexpr int residual_words = 4;
  pair_qr(Machine& on, const matrix_read& a, int64)
      : on_(on), qr_(on.matrix(a.rows, a.columns)), tau_(on.template take<ff_t>(a.columns), a.columns) {
    const int64 n = a.columns;
    on.each(a.rows, n, scaled_elements{a, qr_, 0});
    if (on.ok()) reflect(on, qr_, tau_, true);
    const uint32 left = on.largest(n, 1, zero_on_diagonal{qr_.block(0, 0, n, n)});
    failed_pivot_ = left == 0 ? -1 : n - static_cast<int64>(left);
    if (left != 0) on.each(n, 1, pivots_not_zero{qr_, mul_rn(std::max(largest_pivot(), 1.0f), 0x1p-48f)});
  }
  int64 failed_pivot() const { return failed_pivot_; }
  double growth(double) const { return 1.0; }
  matrix_read triangle() const { return qr_.block(0, 0, qr_.columns, qr_.columns); }
  matrix inverse_of_triangle() {
    const matrix inverse = on_.matrix(qr_.columns, qr_.columns);
    on_.each(inverse.rows, inverse.columns, identity_of{inverse});
    on_.trsm(linalg::triangle::upper, diagonal::stored, triangle(), inverse);
    return inverse;
  }
  /// Leaves out the columns whose pivots rounding explains: solutions are 0 there.
  void drop_small_pivots() {
    const int64 n = qr_.columns;
    on_.each(n, 1, pivots_away{qr_, static_cast<float>(small_pivot(n) * double(largest_pivot()))});
    leaves_out_ = true;
  }
  void operator()(const matrix& f, const matrix& g) {
    const int64 n = qr_.columns, k = f.columns;
    const matrix_read r = qr_.block(0, 0, n, n);
    on_.trsm(linalg::triangle::lower, diagonal::stored, r.transposed(), g);
    apply_reflections<Machine>(on_, qr_, tau_, true, f, false, true);
    on_.each(n, k, exchange_parts{f.block(0, 0, n, k), g});
    on_.trsm(linalg::triangle::upper, diagonal::stored, r, g);
    if (leaves_out_) on_.each(n, k, unknowns_away{r, g});
    apply_reflections<Machine>(on_, qr_, tau_, false, f, false, true);
  }

 private:
  float largest_pivot() { return from_bits(on_.largest(qr_.columns, 1, magnitude_of_diagonal{triangle()})); }

  Machine& on_;
  matrix qr_;
  vector_view<ff_t> tau_;
  int64 failed_pivot_ = -1;
  bool leaves_out_ = false;
};

/// A matrix is multiplied from the left by the inverse that its factors in pairs give.  This inverse of an
/// almost singular matrix is useless by itself, but the product's condition is smaller by about as much as
/// pairs have (Rump, 1984).  The product is kept in four words, and is factored in pairs in its turn.
/// Further multiplications help where one is not enough.  Right sides are multiplied likewise.
/// The method lives on the inverse's rounding errors, which are as large as what is lost of the inverse.
/// Where they happen to be zeros or to cancel, as for triangular matrices or sums of few digits, the inverse
/// is singular itself, or nearly: then errors of that size are added.
template <class Machine>
class extended_lu {
 public:
  static constexpr double precision = 0.0;  ///< A's condition says nothing, the product's does
  static constexpr int residual_words = 6;
  /// `blurs`: every inverse gets errors, and not only one with which the product has a pivot of 0.
  extended_lu(Machine& on, const matrix_read& a, int64 widest, bool blurs)
      : on_(on),
        n_(a.rows),
        widest_(widest),
        blurs_(blurs),
        worst_(on.template take<uint32>(2)),
        side_(parts_of(widest)),
        product_{a, {}} {}

  /// One multiplication more: `rough` has factors of the product so far.
  void multiply_by_inverse_of(const pair_lu<Machine>& rough) {
    const matrix inverse = rough.inverse();
    inverses_.push_back(inverse);
    const read_parts before = product_;
    if (!blurs_) {
      form_product(before);
      if (factors_->failed_pivot() < 0) return;
    }
    is_blurred_ = true;
    const uint32 largest = on_.largest(n_, n_, magnitude_of_elements{inverse});
    // The last place of a pair is up to 2^-47 of it, so that 2^-48 leaves few values to each element.  Where
    // they happen to be those of a singular inverse, larger ones do it.
    on_.each(n_, n_, blurred{inverse, mul_rn(from_bits(largest), blurs_ ? 0x1p-46f : 0x1p-48f)});
    form_product(before);
  }
  /// Returns whether an inverse got errors of its own.
  bool is_blurred() const { return is_blurred_; }
  const pair_lu<Machine>& factors() const { return *factors_; }

  /// Says what the rounding of a correction leaves of errors of these solutions' sizes, as a share.  Probes
  /// do not show it: a product of few digits may have exact factors, and be almost singular.
  double rounding_beside(const matrix_read& y) {
    auto* const keys = on_.template take<uint32>(y.columns);
    auto* const weights = on_.template take<float>(n_);
    on_.column_largest(n_, y.columns, keys_of_elements{y, {}}, keys);
    on_.each(n_, 1, weights_of_rows{y, keys, weights});
    return skeel_condition(on_, product_.high, *factors_, weights) * pair_lu<Machine>::precision;
  }

  /// Replaces d by A^-1 (d + low); low changes.
  void operator()(const matrix& d, const matrix& low) {
    const auto part = [&](const matrix& m) { return m.block(0, 0, n_, d.columns); };
    const parts to{part(side_.high), part(side_.low), part(side_.of_low), part(side_.below)};
    for (const matrix& inverse : inverses_) {
      multiply(inverse, d, low, to);
      on_.each(n_, d.columns, scaled_elements{to.high, d, 0});
      on_.each(n_, d.columns, scaled_elements{to.low, low, 0});
    }
    (*factors_)(d);
  }
  matrix_read inverse(const matrix& d) {
    const matrix low = side_.of_low.block(0, 0, n_, d.columns);
    for (const matrix& r : inverses_) {
      on_.template residual<residual_words>({r, d, {}, {}, low, worst_});
      on_.each(n_, d.columns, scaled_elements{low, d, 0});
    }
    (*factors_)(d);
    return d;
  }
  matrix_read transposed(const matrix& d) {
    const matrix to = side_.of_low.block(0, 0, n_, d.columns);
    factors_->transposed(d);
    for (auto r = inverses_.rbegin(); r != inverses_.rend(); ++r) {
      on_.template residual<residual_words>({r->transposed(), d, {}, {}, to, worst_});
      on_.each(n_, d.columns, scaled_elements{to, d, 0});
    }
    return d;
  }

 private:
  struct parts {
    matrix high, low, of_low, below;
  };
  struct read_parts {
    matrix_read high, low;
  };

  /// The product is the last inverse times the product before.
  void form_product(const read_parts& before) {
    const parts to = parts_of(n_);
    multiply(inverses_.back(), before.high, before.low, to);
    factors_ = std::make_unique<pair_lu<Machine>>(on_, to.high, widest_);
    product_ = {to.high, to.low};
  }
  parts parts_of(int64 columns) {
    return {on_.matrix(n_, columns), on_.matrix(n_, columns), on_.matrix(n_, columns),
            on_.matrix(n_, columns)};
  }
  /// to = -R (x + low).  The sign is that of the right sides, too, and cancels.  R low is kept in four words
  /// as well: R x may cancel against it, and a second product multiplies what is left.
  void multiply(const matrix_read& r, const matrix_read& x, const matrix_read& low, const parts& to) {
    matrix_read of_low, below;
    if (low.data != nullptr) {
      on_.template residual<4>({r, low, {}, {}, to.of_low, worst_, to.below});
      on_.each(n_, low.columns, negated{to.below});
      of_low = to.of_low;
      below = to.below;
    }
    on_.template residual<residual_words>({r, x, of_low, below, to.high, worst_, to.low});
  }

  Machine& on_;
  int64 n_, widest_;
  bool blurs_;
  uint32* worst_;
  parts side_;
  read_parts product_;
  std::vector<matrix> inverses_;  ///< the first one is that of A
  std::unique_ptr<pair_lu<Machine>> factors_;
  bool is_blurred_ = false;
};

}  // namespace ff::linalg::detail::factor
