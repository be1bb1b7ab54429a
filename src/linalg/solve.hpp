// solve and least_squares on either machine: factors in float, refinement, factors in pairs.
#pragma once

#include <cmath>
#include <ff/linalg/solve.hpp>
#include <vector>

#include "householder.hpp"
#include "lu.hpp"
#include "residual.hpp"

namespace ff::linalg::detail::factor {

// ---------------------------------------------------------------- elements

/// The exponent of a column by the bits of its largest element; 0 for zeros.
FF_HD constexpr int32 exponent_of(uint32 magnitude) {
  return magnitude == 0 ? 0 : static_cast<int32>(exponent_field(magnitude)) - 127;
}

/// Column j by 2^-e_j, e_j of its largest element.
struct columns_to_one {
  matrix_read from;
  const uint32* largest;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = ldexp(from(i, j), -exponent_of(largest[j])); }
};
/// d = 2^e_j d and x = x + d.
struct correction_onto {
  matrix d;
  const uint32* largest;
  matrix x;
  FF_HD void operator()(int64 i, int64 j) const {
    const ff_t e = ldexp(d(i, j), exponent_of(largest[j]));
    d(i, j) = e;
    x(i, j) = x(i, j) + e;
  }
};
struct zeros_of {
  matrix a;
  FF_HD void operator()(int64 i, int64 j) const { a(i, j) = 0.0f; }
};
/// 1 and -1 without a pattern: the leading bits of multiples of 2^64 over the golden ratio.
struct ones_of_either_sign {
  matrix a;
  FF_HD void operator()(int64 i, int64 j) const {
    const uint64 turns = static_cast<uint64>(1 + i + j * a.rows) * 0x9e3779b97f4a7c15u;
    a(i, j) = turns >> 63 != 0 ? 1.0f : -1.0f;
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

/// The factors in float: of A's heads, and what a solution with them does to a block of right sides.
template <class Machine>
class float_lu {
 public:
  static constexpr int residual_words = 3;
  float_lu(Machine& on, const matrix_read& a)
      : on_(on),
        n_(a.rows),
        padded_(factors_.order_for(on, n_)),
        lu_(on.template take<float>(padded_ * padded_)) {
    on.each(padded_, padded_, padded_heads_of{a, padded_, lu_});
    usable_ = factors_.lu(on, padded_, lu_);
  }
  bool usable() const { return usable_; }
  void operator()(const matrix& d) {
    if (right_ == nullptr) right_ = on_.template take<float>(padded_ * d.columns);
    on_.each(padded_, d.columns, padded_heads_of{d, padded_, right_});
    const float* const x = factors_.solve_lu(on_, padded_, lu_, d.columns, right_);
    on_.each(n_, d.columns, floats_of{x, padded_, d});
  }

 private:
  Machine& on_;
  int64 n_;
  typename Machine::float_factors factors_;
  int64 padded_;
  float *lu_, *right_ = nullptr;
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

template <class Machine>
class float_qr {
 public:
  static constexpr int residual_words = 3;
  float_qr(Machine& on, const matrix_read& a)
      : on_(on), m_(a.rows), n_(a.columns), qr_(on.template take<float>(m_ * n_)) {
    on.each(m_, n_, heads_of{a, qr_});
    usable_ = factors_.qr(on, m_, n_, qr_);
  }
  bool usable() const { return usable_; }
  void operator()(const matrix& f, const matrix& g) {
    const int64 k = f.columns;
    if (f_ == nullptr) {
      f_ = on_.template take<float>(m_ * k);
      g_ = on_.template take<float>(n_ * k);
    }
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
  float *qr_, *f_ = nullptr, *g_ = nullptr;
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

template <class Machine>
class pair_qr {
 public:
  static constexpr int residual_words = 4;
  pair_qr(Machine& on, const matrix_read& a)
      : on_(on), qr_(on.matrix(a.rows, a.columns)), tau_(on.template take<ff_t>(a.columns), a.columns) {
    const int64 n = a.columns;
    scale_ = factor::scale_of(on, a, "least_squares: expected a matrix without infinities and NaN");
    on.each(a.rows, n, scaled_elements{a, qr_, scale_});
    if (on.ok()) reflect(on, qr_, tau_);
    const uint32 left = on.largest(n, 1, zero_on_diagonal{qr_.block(0, 0, n, n)});
    failed_pivot_ = left == 0 ? -1 : n - static_cast<int64>(left);
  }
  int64 failed_pivot() const { return failed_pivot_; }
  void operator()(const matrix& f, const matrix& g) {
    const int64 n = qr_.columns, k = f.columns;
    const matrix_read r = qr_.block(0, 0, n, n);
    on_.each(n, k, scaled_elements{g, g, scale_});
    on_.trsm(triangle::lower, diagonal::stored, r.transposed(), g);
    apply_reflections<Machine>(on_, qr_, tau_, true, f);
    on_.each(n, k, exchange_parts{f.block(0, 0, n, k), g});
    on_.trsm(triangle::upper, diagonal::stored, r, g);
    on_.each(n, k, scaled_elements{g, g, scale_});
    apply_reflections<Machine>(on_, qr_, tau_, false, f);
  }

 private:
  Machine& on_;
  matrix qr_;
  vector_view<ff_t> tau_;
  int32 scale_ = 0;
  int64 failed_pivot_ = -1;
};

// ---------------------------------------------------------------- refinement

inline constexpr int most_corrections = 40;

/// Whether corrections go on, by the largest ratio of a correction to its column of x.
class progress {
 public:
  /// `fewest` steps before what they shrink by counts.
  progress(solve_report& r, int fewest) : r_(r), fewest_(fewest) {}

  /// False at the end.  `bits`: the columns' largest corrections, those of x, what is left of errors of 1
  /// after a step, and the backward error.
  bool goes_on(const std::vector<uint32>& bits) {
    const std::size_t k = bits.size() / 3;
    double ratio = 0.0;
    for (std::size_t j = 0; j < k; ++j) {
      const double d = from_bits(bits[j]), x = from_bits(bits[k + j]), left = from_bits(bits[2 * k + j]);
      if (!(left <= slowest_)) slowest_ = left;  // a NaN stays
      if (d == 0.0) continue;
      const double q = d / x;
      if (!(q <= ratio)) ratio = q;
    }
    ++r_.steps;
    r_.backward_error = static_cast<double>(from_bits(bits[3 * k]));
    const double shrunk = r_.steps > 1 ? ratio / last_ : 1.0;
    if (r_.steps > 1 && !(shrunk <= slowest_)) slowest_ = shrunk;
    r_.correction = last_ = ratio;
    if (!(ratio <= HUGE_VAL) || !(r_.backward_error <= HUGE_VAL)) return false;  // infinite or NaN: hopeless
    // What is left is the next correction, shrunk by as much again as in the worst step so far, and what the
    // residuals' own error makes of the condition.  Factors of a precision p shrink by about the condition
    // times p; residuals of p 2^-48 then leave 2^-48 times that.  An answer that happens to have little in
    // the direction which shrinks least shows nothing of it: errors of 1 in all directions do.  The first
    // solution alone tells nothing: heads may make it 0 where low words do not.
    r_.converged = (r_.steps >= fewest_ && ratio * slowest_ <= 0x1p-50) || (r_.steps > 1 && ratio <= 0x1p-47);
    if (r_.converged || r_.steps == most_corrections) return false;
    return r_.steps < 2 || shrunk <= 0.25;
  }

 private:
  solve_report& r_;
  int fewest_;
  double last_ = 1.0, slowest_ = 0.0;
};

template <class Machine, class Factors>
void refine_solution(Machine& on, const matrix_read& a, const matrix_read& b, const matrix& x,
                     Factors& factors, solve_report& report) {
  const int64 n = a.rows, k = b.columns;
  const matrix r = on.matrix(n, k), d = on.matrix(n, k);
  std::vector<uint32> seen(static_cast<std::size_t>(3 * k + 1));
  auto* const bits = on.template take<uint32>(3 * k + 1);
  auto* const scales = on.template take<uint32>(k);
  const auto correct = [&] {
    on.column_largest(r, scales);
    on.each(n, k, columns_to_one{r, scales, d});
    factors(d);
    on.each(n, k, correction_onto{d, scales, x});
  };
  on.each(n, k, ones_of_either_sign{x});
  on.template residual<Factors::residual_words>({a, x, {}, {}, r, bits + 3 * k});
  correct();
  on.column_largest(x, bits + 2 * k);
  on.each(n, k, zeros_of{x});
  on.each(n, k, scaled_elements{b, r, 0});
  progress watch(report, 2);
  do {
    correct();
    on.column_largest(d, bits);
    on.column_largest(x, bits + k);
    on.template residual<Factors::residual_words>({a, x, b, {}, r, bits + 3 * k});
    on.read(bits, 3 * k + 1, seen.data());
  } while (on.ok() && watch.goes_on(seen));
}

template <class Machine, class Factors>
void refine_least_squares(Machine& on, const matrix_read& a, const matrix_read& b, const matrix& x,
                          Factors& factors, solve_report& report) {
  const int64 m = a.rows, n = a.columns, k = b.columns;
  const matrix both = on.matrix(m + n, k), d = on.matrix(m + n, k), r = on.matrix(m, k);
  const matrix f = both.block(0, 0, m, k), g = both.block(m, 0, n, k);
  const matrix dr = d.block(0, 0, m, k), dx = d.block(m, 0, n, k);
  std::vector<uint32> seen(static_cast<std::size_t>(3 * k + 1));
  auto* const bits = on.template take<uint32>(3 * k + 2);
  auto* const scales = on.template take<uint32>(k);
  const auto correct = [&] {
    on.column_largest(both, scales);
    on.each(m + n, k, columns_to_one{both, scales, d});
    factors(dr, dx);
    on.each(m, k, correction_onto{dr, scales, r});
    on.each(n, k, correction_onto{dx, scales, x});
  };
  on.each(n, k, ones_of_either_sign{x});
  on.each(m, k, zeros_of{r});
  on.template residual<Factors::residual_words>({a, x, {}, {}, f, bits + 3 * k});
  on.each(n, k, zeros_of{g});
  correct();
  on.column_largest(x, bits + 2 * k);
  on.each(n, k, zeros_of{x});
  on.each(m, k, zeros_of{r});
  on.each(m, k, scaled_elements{b, f, 0});
  on.each(n, k, zeros_of{g});
  progress watch(report, 3);  // the second correction does not show yet what the residual is off by
  do {
    correct();
    on.column_largest(dx, bits);
    on.column_largest(x, bits + k);
    on.template residual<Factors::residual_words>({a, x, b, r, f, bits + 3 * k});
    on.template residual<Factors::residual_words>({a.transposed(), r, {}, {}, g, bits + 3 * k + 1});
    on.read(bits, 3 * k + 1, seen.data());
  } while (on.ok() && watch.goes_on(seen));
}

/// refine(a, b, factors, report) with factors in float, then in pairs; of elements near 1, so that no word of
/// a residual is lost below the range.
template <class InFloat, class InPairs, class Machine, class Refine>
status by_refinement(Machine& on, const matrix_read& given_a, const matrix_read& given_b, const matrix& x,
                     const solve_options& options, solve_report* report, const char* not_finite_text,
                     const char* singular_text, const Refine& refine) {
  solve_report said;
  if (report != nullptr) *report = said;
  said.converged = true;
  if (given_b.columns > 0 && given_a.columns > 0) {
    const int32 scale_a = scale_of(on, given_a, not_finite_text),
                scale_b = scale_of(on, given_b, not_finite_text);
    const matrix_read a = scaled_copy(on, given_a, scale_a), b = scaled_copy(on, given_b, scale_b);
    said.converged = false;
    if (options.factors == solve_factors::automatic && on.ok()) {
      InFloat factors(on, a);
      if (factors.usable()) refine(a, b, factors, said);
    }
    if (!said.converged && on.ok()) {
      said = {};
      said.fallback = true;
      InPairs factors(on, a);
      said.failed_pivot = factors.failed_pivot();
      if (said.failed_pivot >= 0)
        on.fail({fault::numeric, singular_text});
      else
        refine(a, b, factors, said);
    }
    if (scale_a != scale_b) on.each(x.rows, x.columns, scaled_elements{x, x, scale_a - scale_b});
  }
  if (report != nullptr) *report = said;
  return on.said();
}

template <class Machine>
status solve_on(Machine& on, const matrix_read& a, const matrix_read& b, const matrix& x,
                const solve_options& options, solve_report* report) {
  matrix_read right = b;
  if (b.data == x.data && b.data != nullptr && b.columns > 0) {  // B is read to the end
    const matrix copy = on.matrix(b.rows, b.columns);
    on.each(b.rows, b.columns, scaled_elements{b, copy, 0});
    right = copy;
  }
  return by_refinement<float_lu<Machine>, pair_lu<Machine>>(
      on, a, right, x, options, report, "solve: expected matrices without infinities and NaN",
      "solve: expected a regular matrix; the report has the pivot that is 0",
      [&](const matrix_read& of, const matrix_read& to, auto& factors, solve_report& said) {
        refine_solution(on, of, to, x, factors, said);
      });
}

template <class Machine>
status least_squares_on(Machine& on, const matrix_read& a, const matrix_read& b, const matrix& x,
                        const solve_options& options, solve_report* report) {
  return by_refinement<float_qr<Machine>, pair_qr<Machine>>(
      on, a, b, x, options, report, "least_squares: expected matrices without infinities and NaN",
      "least_squares: expected a matrix of full rank; the report has the pivot that is 0",
      [&](const matrix_read& of, const matrix_read& to, auto& factors, solve_report& said) {
        refine_least_squares(on, of, to, x, factors, said);
      });
}

// ---------------------------------------------------------------- arguments

inline status checked_solve_options(const solve_options& o) {
  if (o.factors != solve_factors::automatic && o.factors != solve_factors::pairs)
    return {fault::option, "solve and least_squares: expected factors automatic or pairs"};
  if (o.threads < 0)
    return {fault::option, "solve and least_squares: expected a number of threads of at least 0"};
  return {};
}
inline status checked_sides(const matrix_read& a, const matrix_read& b, const matrix& x) {
  if (b.rows != a.rows) return {fault::shape, "solve and least_squares: expected as many rows of B as of A"};
  if (x.rows != a.columns)
    return {fault::shape, "solve and least_squares: expected as many rows of X as A has columns"};
  if (x.columns != b.columns)
    return {fault::shape, "solve and least_squares: expected as many columns of X as of B"};
  return first_fault(checked_matrix(a), checked_matrix(b), checked_matrix(x), checked_result(x));
}
inline status checked_solve(const matrix_read& a, const matrix_read& b, const matrix& x,
                            const solve_options& o) {
  if (a.rows != a.columns) return {fault::shape, "solve: expected as many rows of A as columns"};
  return first_fault(checked_solve_options(o), checked_sides(a, b, x));
}
inline status checked_least_squares(const matrix_read& a, const matrix_read& b, const matrix& x,
                                    const solve_options& o) {
  if (a.rows < a.columns) return {fault::shape, "least_squares: expected at least as many rows as columns"};
  return first_fault(checked_solve_options(o), checked_sides(a, b, x));
}

}  // namespace ff::linalg::detail::factor
