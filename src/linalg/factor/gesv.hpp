// solve and least_squares on either machine.
//
// 1. Scale rows, columns and right sides by powers of two (equilibrate.hpp).
// 2. Factor in float.  Try the factors on random answers, and correct the solution by its residuals.
// 3. Where the factors do not contract, do the same with factors in pairs.
// 4. Where those do not contract either, a square matrix is multiplied by its own computed inverse first.
// 5. Solve least squares with a bound of their error (verified.hpp), and without it where that is too large.
// 6. Write X, measure its backward error, and say what is certified.
#pragma once

#include <algorithm>
#include <cmath>
#include <ff/linalg/solve.hpp>
#include <vector>

#include "condition.hpp"
#include "equilibrate.hpp"
#include "solve_factors.hpp"
#include "verified.hpp"

namespace ff::linalg::detail::factor {

// ---------------------------------------------------------------- elements

/// Column j by 2^(level - e_j), e_j of its largest element.
struct columns_to_one {
  matrix_read from;
  const uint32* largest;  ///< keys
  matrix to;
  int32 level;
  FF_HD void operator()(int64 i, int64 j) const {
    to(i, j) = ldexp(from(i, j), level - exponent_of_key(largest[j]));
  }
};
/// d = 2^(e_j - level) d and x = x + d.
struct correction_onto {
  matrix d;
  const uint32* largest;
  matrix x;
  int32 level;
  FF_HD void operator()(int64 i, int64 j) const {
    const ff_t e = ldexp(d(i, j), exponent_of_key(largest[j]) - level);
    d(i, j) = e;
    x(i, j) = x(i, j) + e;
  }
};
struct probes_of {
  matrix a;
  int64 round = 0;
  FF_HD void operator()(int64 i, int64 j) const { a(i, j) = number_of_place(i, j + round * a.columns); }
};
struct diagonal_of {
  matrix_read a;
  ff_t* to;
  FF_HD void operator()(int64 i, int64) const { to[i] = a(i, i); }
};

// ---------------------------------------------------------------- refinement

inline constexpr int most_corrections = 40;
/// Right sides that a set of factors is tried on before it is trusted.
inline constexpr int64 probe_columns = 4;
/// Factors that leave more of an error than this do not certify an answer.
inline constexpr double most_left = 0.25;
/// Says what `converged` promises of each column, relative to its largest element.
inline constexpr double stated_error = 0x1p-46;

/// A Y = B and its least squares by corrections: begin() takes the right side for the residual, step()
/// corrects, and measure() computes the residual.
template <class Machine, class Factors>
class square_refinement {
 public:
  static constexpr bool is_square = true;
  square_refinement(Machine& on, const scaled_system& of, Factors& factors)
      : on_(on),
        of_(of),
        factors_(factors),
        r_(on.matrix(of.a.rows, of.y.columns)),
        d_(on.matrix(of.a.rows, of.y.columns)),
        scales_(on.template take<uint32>(of.y.columns)),
        worst_(on.template take<uint32>(2)) {
    if (with_low) low_ = on.matrix(of.a.rows, of.y.columns);
  }

  void begin() {
    on_.each(of_.y.rows, of_.y.columns, zeros_of{of_.y});
    on_.each(r_.rows, r_.columns, scaled_elements{of_.b, r_, 0});
    if (with_low) on_.each(r_.rows, r_.columns, zeros_of{low_});
  }
  void step() {
    on_.column_largest(r_.rows, r_.columns, keys_of_elements{r_, {}}, scales_);
    on_.each(r_.rows, r_.columns, columns_to_one{r_, scales_, d_, level_});
    if (with_low) on_.each(r_.rows, r_.columns, columns_to_one{low_, scales_, low_, level_});
    divide();
    on_.each(r_.rows, r_.columns, correction_onto{d_, scales_, of_.y, level_});
  }
  void measure() {
    on_.template residual<Factors::residual_words>({of_.a, of_.y, of_.b, {}, r_, worst_, low_});
  }
  /// The last correction of Y.
  matrix_read correction() const { return d_; }
  /// The exponent at which corrections are solved for: a low one where they are far larger than residuals.
  void solve_at(int32 level) { level_ = level; }

 private:
  static constexpr bool with_low = Factors::residual_words == 6;
  void divide() {
    if constexpr (with_low)
      factors_(d_, low_);
    else
      factors_(d_);
  }

  Machine& on_;
  scaled_system of_;
  Factors& factors_;
  matrix r_, d_, low_{};  ///< low_: what the residual has beyond pairs
  uint32 *scales_, *worst_;
  int32 level_ = 0;
};

template <class Machine, class Factors>
class tall_refinement {
 public:
  static constexpr bool is_square = false;
  tall_refinement(Machine& on, const scaled_system& of, Factors& factors)
      : on_(on),
        of_(of),
        factors_(factors),
        both_(on.matrix(of.a.rows + of.a.columns, of.y.columns)),
        d_(on.matrix(of.a.rows + of.a.columns, of.y.columns)),
        scales_(on.template take<uint32>(of.y.columns)),
        worst_(on.template take<uint32>(2)) {}

  void begin() {
    on_.each(of_.y.rows, of_.y.columns, zeros_of{of_.y});
    on_.each(of_.rest.rows, of_.rest.columns, zeros_of{of_.rest});
    on_.each(of_.a.rows, of_.y.columns, scaled_elements{of_.b, upper(both_), 0});
    on_.each(of_.y.rows, of_.y.columns, zeros_of{lower(both_)});
  }
  void step() {
    on_.column_largest(both_.rows, both_.columns, keys_of_elements{both_, {}}, scales_);
    on_.each(both_.rows, both_.columns, columns_to_one{both_, scales_, d_, level_});
    factors_(upper(d_), lower(d_));
    on_.each(of_.a.rows, of_.y.columns, correction_onto{upper(d_), scales_, of_.rest, level_});
    on_.each(of_.y.rows, of_.y.columns, correction_onto{lower(d_), scales_, of_.y, level_});
  }
  void measure() {
    constexpr int words = Factors::residual_words;
    on_.template residual<words>({of_.a, of_.y, of_.b, of_.rest, upper(both_), worst_});
    on_.template residual<words>({of_.a.transposed(), of_.rest, {}, {}, lower(both_), worst_});
  }
  matrix_read correction() const { return lower(d_); }
  void solve_at(int32 level) { level_ = level; }

 private:
  matrix upper(const matrix& m) const { return m.block(0, 0, of_.a.rows, m.columns); }
  matrix lower(const matrix& m) const { return m.block(of_.a.rows, 0, of_.a.columns, m.columns); }

  Machine& on_;
  scaled_system of_;
  Factors& factors_;
  matrix both_, d_;
  uint32 *scales_, *worst_;
  int32 level_ = 0;
};

/// What the rounding of a correction leaves at least, of products with an inverse too.
inline constexpr double least_rounding = 0x1p-40;

/// part / whole, where infinite stands for any of them that is not finite: no later share hides it.
inline double share_of(double part, double whole) {
  return part < HUGE_VAL && whole < HUGE_VAL ? part / whole : HUGE_VAL;
}

/// Returns whether corrections go on, by the largest ratio of a correction to its column of the solution.
class progress {
 public:
  /// `left`: the share of an error that a correction leaves, as the probes have shown.  `rounding`: the share
  /// that the rounding of a correction may leave.  `floor`: the error that remains because residuals have one
  /// of their own.
  progress(solve_report& r, double left, double rounding, double floor)
      : r_(r), slowest_(left), rounding_(rounding), floor_(floor) {}

  /// False at the end.  `keys`: the largest corrections of all columns and the columns' largest elements, of
  /// Y and then of X.  `spread`: see spread_of.
  bool goes_on(const std::vector<uint32>& keys, double spread) {
    const std::size_t k = keys.size() / 4;
    double ratio = 0.0;
    for (std::size_t j = 0; j < 2 * k; ++j) {
      const std::size_t at = j < k ? j : j + k;
      const double d = magnitude_of_key(keys[at]), x = magnitude_of_key(keys[at + k]);
      if (d > 0.0) ratio = std::max(ratio, share_of(d, x));
    }
    ++r_.steps;
    const double shrunk = r_.steps > 1 ? ratio / last_ : 1.0;
    if (r_.steps > 1 && !(shrunk <= slowest_) && ratio > 0x1p-47) slowest_ = shrunk;
    r_.correction = last_ = ratio;
    r_.forward_error = HUGE_VAL;
    if (!(ratio < HUGE_VAL)) return false;  // hopeless
    // The next correction would be the last one, shrunk by as much as in the worst step so far.  Factors of a
    // precision p shrink errors to about the condition times p, and residuals are computed to p 2^-48: the
    // residuals' own error then is 2^-48 of that share.  An answer with little in the direction that shrinks
    // least does not show it, but probes do.  The first solution alone tells nothing: heads may make it 0
    // where low words do not.  Probes tell of Y, and powers of columns make its error a larger share of X.
    // Factors of small integers are exact, and so are their corrections of probes, but not those of an
    // answer.
    // The words of Y end at 2^-48, and what they leave is corrected no better than by that share.
    const double share = std::max(slowest_, std::min(rounding_, most_left));
    const double beyond = share * std::max(ratio, 0x1p-48) * std::max(spread, 1.0);
    const bool still = r_.steps > 1 && (beyond <= 0x1p-50 || ratio <= 0x1p-47);
    if (slowest_ <= most_left) r_.forward_error = 2 * (still ? beyond : ratio) + 0x1p-48 + floor_;
    r_.converged = still && slowest_ <= most_left && r_.forward_error <= stated_error;
    if (still || r_.steps == most_corrections) return false;
    return r_.steps < 2 || shrunk <= most_left;
  }

 private:
  solve_report& r_;
  double last_ = 1.0, slowest_, rounding_, floor_;
};

/// Probes are corrected until so much of them is left: a null vector's part stays (docs/proofs/solve.md).
inline constexpr double least_share = 0x1p-30;
/// Corrections that leave a quarter each are done by then.
inline constexpr int most_probe_steps = 15;

/// The residual's own error, u^words, may be amplified by the factors to this share of an answer.  More could
/// pass for a null vector's disappearance.
inline constexpr double most_noise = 0x1p-30;

/// Says what corrections leave of Y, whose solution is 0 and whose elements are near 1, as the largest of
/// their shares.  Infinity where they come to no end.
template <class Machine, class Refinement>
double share_of_each(Machine& on, Refinement& tries, const matrix& y) {
  auto* const keys = on.template take<uint32>(y.columns);
  std::vector<uint32> seen(static_cast<std::size_t>(y.columns));
  on.column_largest(y.rows, y.columns, keys_of_elements{y, {}}, keys);
  on.read(keys, y.columns, seen.data());
  std::vector<double> first(seen.size());
  for (std::size_t j = 0; j < seen.size(); ++j) first[j] = magnitude_of_key(seen[j]);
  std::vector<double> before = first;
  double left = 0.0;
  for (int t = 0; on.ok() && t < most_probe_steps; ++t) {
    tries.measure();
    tries.step();
    on.column_largest(y.rows, y.columns, keys_of_elements{y, {}}, keys);
    on.read(keys, y.columns, seen.data());
    bool all_gone = true;
    for (std::size_t j = 0; j < seen.size(); ++j) {
      const double now = magnitude_of_key(seen[j]);
      const bool gone = now <= least_share * first[j];
      if (!gone) left = std::max(left, share_of(now, before[j]));
      all_gone = all_gone && gone;
      before[j] = now;
    }
    if (all_gone || !(left <= most_left)) return left;
  }
  return HUGE_VAL;
}

/// Says what corrections leave of answers without a pattern.  A singular matrix keeps what lies along its
/// null vector.
template <template <class, class> class Refinement, class Machine, class Factors>
double share_left(Machine& on, const scaled_system& of, Factors& factors, solve_report& said) {
  const int64 n = of.a.columns;
  scaled_system probe{of.a, {}, on.matrix(n, probe_columns), {}, {}};
  if constexpr (!Refinement<Machine, Factors>::is_square) {
    products_by_qr<Machine, Factors> products(on, of.a, factors);
    said.condition = skeel_condition(on, of.a, products);
    probe.rest = on.matrix(of.a.rows, probe_columns);
    on.each(of.a.rows, probe_columns, zeros_of{probe.rest});
  } else {
    said.condition = skeel_condition(on, of.a, factors);
  }
  if (!(said.condition <= std::ldexp(most_noise, 24 * Factors::residual_words))) return HUGE_VAL;
  Refinement<Machine, Factors> tries(on, probe, factors);
  on.each(n, probe_columns, probes_of{probe.y});
  return share_of_each(on, tries, probe.y);
}

/// Returns whether X is.
template <class Machine>
bool in_range(Machine& on, const scaled_system& of) {
  return largest_of(on, of.y.rows, of.y.columns, keys_of_answer{of.y, of.by}) < 0x1p128;
}

/// The solution with one correction, which makes the backward error small where nothing makes the error so
/// (Skeel, Math. Comp. 35, 1980).  A correction that leaves the range is left out.
template <class Refinement, class Machine>
void write_first(Machine& on, const scaled_system& of, Refinement& run, solve_report& said) {
  run.begin();
  run.step();
  run.measure();
  run.step();
  said.steps = 2;
  said.forward_error = HUGE_VAL;  // of the Y that was there before
  if (in_range(on, of)) return;
  run.begin();
  run.step();
  said.steps = 1;
}

/// Says how much larger than X's largest element one could be by Y's largest and the powers of the columns:
/// the residuals' own error, which is a share of Y, may be so much larger a share of X.  Of the columns with
/// the keys that `refine` reads, the worst.
template <class Machine>
double spread_of(Machine& on, const scaled_system& of, const std::vector<uint32>& keys) {
  const std::size_t k = keys.size() / 4;
  const double weight = largest_of(on, of.y.rows, 1, keys_of_weights{of.by});
  double spread = 0.0;
  for (std::size_t j = 0; j < k; ++j) {
    const double y = magnitude_of_key(keys[k + j]), x = magnitude_of_key(keys[3 * k + j]);
    if (y > 0.0) spread = std::max(spread, weight * share_of(y, x));
  }
  return spread;
}

/// Solves least squares with a bound of their error.  Returns whether there is one, which shows A's full
/// rank; otherwise Y is left as it may be.
template <class Machine, class Factors>
bool bounded_least_squares(Machine& on, const scaled_system& of, Factors& factors, double left,
                           solve_report& said) {
  constexpr bool in_pairs = Factors::precision < 0x1p-24;
  if (!(left <= most_left) && !in_pairs) return false;
  const auto mark = on.mark();
  verified_least_squares<Machine> answer(on, of, factors.inverse_of_triangle());
  double departure = answer.departure();
  if (!(departure <= small_departure) && in_pairs && on.ok()) {
    answer.take_second_triangle();
    departure = answer.departure();
  }
  said.forward_error = departure <= most_departure ? answer.solve(said) : HUGE_VAL;
  on.release(mark);
  said.converged = on.ok() && said.forward_error <= stated_error;
  if (said.forward_error < HUGE_VAL) return true;
  said.steps = 0;
  return false;
}

/// The answer with these factors, and whether it is certified.
template <template <class, class> class Refinement, class Machine, class Factors>
double refine(Machine& on, const scaled_system& of, Factors& factors, bool try_anyway, solve_report& said) {
  const int64 n = of.a.columns, k = of.y.columns;
  constexpr bool is_square = Refinement<Machine, Factors>::is_square;
  const double left = share_left<Refinement>(on, of, factors, said);
  if constexpr (!is_square)
    if (bounded_least_squares(on, of, factors, left, said)) return std::min(left, most_left);
  if (!(left <= most_left) && !try_anyway) return left;
  Refinement<Machine, Factors> run(on, of, factors);
  std::vector<uint32> seen(static_cast<std::size_t>(4 * k));
  auto* const keys = on.template take<uint32>(4 * k);
  // A residual is off by some u^words of |A| |x| + |b|, which Skeel's condition amplifies.  Six words are
  // also what its rounding to two pairs leaves, since it is itself of the order of u^2.  The estimate is one
  // from below, seldom by more than a factor of three.
  const double floor = 8 * said.condition * std::ldexp(1.0, -24 * Factors::residual_words);
  // A correction rounds as its factors do, of which pivots that have grown are the larger part.
  double rounding = std::max(said.condition * said.growth * Factors::precision, least_rounding);
  constexpr bool by_inverse = Factors::residual_words == 6;
  // An inverse that was blurred leaves corrections that round by more, and have to vanish.
  if constexpr (by_inverse)
    if (factors.is_blurred()) rounding = most_left;
  progress watch(said, left, rounding, floor);
  run.begin();
  for (bool more = true; more && on.ok();) {
    run.step();
    on.column_largest(n, k, keys_of_elements{run.correction(), {}}, keys);
    on.column_largest(n, k, keys_of_elements{of.y, {}}, keys + k);
    on.column_largest(n, k, keys_of_solution{run.correction(), of.by}, keys + 2 * k);
    on.column_largest(n, k, keys_of_solution{of.y, of.by}, keys + 3 * k);
    run.measure();
    on.read(keys, 4 * k, seen.data());
    if (on.ok()) more = watch.goes_on(seen, spread_of(on, of, seen));
  }
  if (!is_square) {
    said.converged = false;
    said.forward_error = HUGE_VAL;
  }
  if (said.converged) {
    said.forward_error += floor * spread_of(on, of, seen);
    said.converged = said.forward_error <= stated_error;
  }
  if constexpr (by_inverse)
    if (said.converged) {
      const double rounded = factors.rounding_beside(of.y);
      said.forward_error +=
          2 * rounded * std::max(said.correction, 0x1p-48) * std::max(spread_of(on, of, seen), 1.0);
      said.converged = rounded <= most_left && said.forward_error <= stated_error;
    }
  // Corrections by factors that do not contract may leave the range: then the first solution stands.
  if (!said.converged && !in_range(on, of)) write_first(on, of, run, said);
  return left;
}

/// Columns of Y that X does not show: the largest share of a column that was lost below the range.  Of the
/// keys the third k are what was lost, and the fourth X's.
inline double share_lost(const std::vector<uint32>& keys) {
  const std::size_t k = keys.size() / 4;
  double share = 0.0;
  for (std::size_t j = 0; j < k; ++j) {
    const double lost = magnitude_of_key(keys[2 * k + j]), kept = magnitude_of_key(keys[3 * k + j]);
    if (lost > 0.0) share = std::max(share, of_sizes * share_of(lost, kept));
  }
  return share;
}

/// Writes X, measures the backward error of what was written, and withdraws a certificate that does not hold
/// for it.  False where X has an infinity or NaN.
template <class Machine>
bool finish(Machine& on, const scaled_system& of, const matrix& x, solve_report& said) {
  const int64 m = of.a.rows, n = of.a.columns, k = of.y.columns;
  const matrix r = on.matrix(m, k), lost = on.matrix(n, k);
  auto* const worst = on.template take<uint32>(2);
  auto* const keys = on.template take<uint32>(4 * k);
  std::vector<uint32> seen(static_cast<std::size_t>(4 * k));
  on.each(n, k, unscaled_solution{of.y, x, lost, of.by});
  on.template residual<4>({of.a, of.y, of.b, of.rest, r, worst});
  on.column_largest(n, k, keys_of_elements{lost, {}}, keys);
  on.column_largest(n, k, keys_of_elements{of.y, {}}, keys + k);
  on.column_largest(n, k, keys_of_solution{lost, of.by}, keys + 2 * k);
  on.column_largest(n, k, keys_of_solution{of.y, of.by}, keys + 3 * k);
  on.read(keys, 4 * k, seen.data());
  uint32 shares[2] = {0, 0};
  on.read(worst, 2, shares);
  const bool finite = on.largest(n, k, keys_of_elements{x, {}}) != key_of_not_finite;
  said.backward_error = static_cast<double>(from_bits(shares[0]));
  // X may be smaller than Y was by what it lost.
  if (const double lost = share_lost(seen); lost > 0.0)
    said.forward_error += lost * (1.0 + said.forward_error);
  // The lost share of a row is a relative change of the system: the condition tells what becomes of it in Y.
  // The bound of least squares has it.
  if (const double lost = static_cast<double>(from_bits(shares[1])); of.rest.data == nullptr && lost > 0.0)
    said.forward_error += 16 * said.condition * lost * std::max(spread_of(on, of, seen), 1.0);
  if (!finite || !(said.forward_error <= stated_error)) said.converged = false;
  return finite;
}

/// The number of pivots that rounding alone does not explain, less than n.
template <class Machine>
int64 rank_of(Machine& on, const matrix_read& triangle) {
  const int64 n = triangle.columns;
  auto* const pivots = on.template take<ff_t>(n);
  std::vector<ff_t> seen(static_cast<std::size_t>(n));
  on.each(n, 1, diagonal_of{triangle, pivots});
  on.read(pivots, n, seen.data());
  double largest = 0.0;
  for (const ff_t& p : seen) largest = std::max(largest, std::fabs(double(p)));
  int64 rank = 0;
  for (const ff_t& p : seen) rank += std::fabs(double(p)) > small_pivot(n) * largest;
  return std::min(rank, n - 1);
}

/// The exponent of scaled columns and sides of least squares: their products are within the range, and what
/// products lose below it is as small beside them as can be.
inline constexpr int32 tall_exponent = 50;

/// Rows in descending order of their largest elements, which keeps reflections stable where rows are graded
/// (Cox, Higham, BIT 38(1), 1998), and columns in the middle of what products of them need.
template <class Machine>
const int32* sorted_rows(Machine& on, const matrix_read& a, scales& by) {
  auto* const keys = on.template take<uint32>(a.rows);
  auto* const order = on.template take<int32>(a.rows);
  std::vector<uint32> seen(static_cast<std::size_t>(a.rows));
  std::vector<int32> sorted(seen.size());
  on.column_largest(a.columns, a.rows, keys_of_rows{a, by}, keys);
  on.read(keys, a.rows, seen.data());
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<int32>(i);
  std::stable_sort(sorted.begin(), sorted.end(), [&](int32 i, int32 j) {
    return seen[static_cast<std::size_t>(i)] > seen[static_cast<std::size_t>(j)];
  });
  on.write(order, sorted.data(), a.rows);
  by.target = by.side_target = tall_exponent;
  return order;
}

/// A right side's exponent where the solution may be 2^100 times larger.
inline constexpr int32 small_side_exponent = 0;
/// Products with inverses before a matrix is called singular.
inline constexpr int most_products = 2;

/// The backward error of Y, and the share of it that was lost below the range.
struct backward_errors {
  double all, lost;
};
template <class Machine>
backward_errors backward_errors_of(Machine& on, const scaled_system& of) {
  const matrix r = on.matrix(of.b.rows, of.b.columns);
  auto* const worst = on.template take<uint32>(2);
  on.template residual<4>({of.a, of.y, of.b, {}, r, worst});
  uint32 shares[2] = {to_bits(ff::detail::infinity), to_bits(ff::detail::infinity)};
  on.read(worst, 2, shares);
  return {from_bits(shares[0]), from_bits(shares[1])};
}

/// An answer with a larger backward error stands only where it is certified.
inline constexpr double small_backward_error = 0x1p-40;

/// Returns whether the factors of R A contract, where a matrix is too near to a singular one for its own:
/// then `of` has the solution, at another scale of its right sides, and `said` what it is worth.  Otherwise
/// they stay.  Where no answer is certified, one that solves a system nearby will do.
template <class Machine>
bool solved_by_inverse(Machine& on, scaled_system& of, const pair_lu<Machine>& rough_factors,
                       const matrix_read& b, solve_report& said) {
  const int64 n = of.a.columns, k = of.y.columns;
  scaled_system first = of;
  first.by.side_target = small_side_exponent;
  const matrix scaled_b = on.matrix(n, k);
  on.each(n, k, equilibrated_side{b, scaled_b, first.by, nullptr});
  first.b = scaled_b;
  bool contracts = false;
  const auto certified = [&](extended_lu<Machine>& factors) {
    scaled_system again = first;
    again.y = on.matrix(n, k);
    solve_report now;
    now.rank = n;
    now.fallback = true;
    now.growth = said.growth;
    now.failed_pivot = said.failed_pivot;
    const double left = refine<square_refinement>(on, again, factors, false, now);
    if (!(left <= most_left)) return false;
    const auto is_near = [&] { return backward_errors_of(on, again).all <= small_backward_error; };
    if (now.converged || (!contracts && is_near())) {
      said = now;
      of = again;
      contracts = true;
    }
    return now.converged;
  };
  for (const bool blurs : {false, true}) {
    extended_lu<Machine> factors(on, of.a, std::max(k, probe_columns), blurs);
    for (int products = 1; products <= most_products && on.ok(); ++products) {
      factors.multiply_by_inverse_of(products == 1 ? rough_factors : factors.factors());
      if (certified(factors)) return true;
    }
  }
  return contracts;
}

/// Returns whether factors in pairs certify the answer where rows are scaled whole, so that columns keep only
/// powers of their own: then `of` has the solution in those scales.  Otherwise it stays.
template <class Machine>
bool solved_by_whole_rows(Machine& on, scaled_system& of, const matrix_read& a, const matrix_read& b,
                          const char* not_finite_text, solve_report& said) {
  const int64 n = a.columns, k = b.columns;
  const matrix scaled_a = on.matrix(n, n), scaled_b = on.matrix(n, k), y = on.matrix(n, k);
  scaled_system again{scaled_a, scaled_b, y, {}, scales_of(on, a, b, true, not_finite_text, 1)};
  on.each(n, n, equilibrated{a, scaled_a, again.by, nullptr});
  on.each(n, k, equilibrated_side{b, scaled_b, again.by, nullptr});
  pair_lu<Machine> factors(on, again.a, std::max(k, probe_columns));
  solve_report now;
  now.rank = n;
  now.fallback = true;
  now.failed_pivot = factors.failed_pivot();
  now.growth = factors.growth(largest_of(on, n, n, keys_of_elements{again.a, {}}));
  refine<square_refinement>(on, again, factors, false, now);
  if (!now.converged || !in_range(on, again) || backward_errors_of(on, again).lost > 0.0) return false;
  said = now;
  of = again;
  return true;
}

/// Right sides are lowered in such steps, down to about the least exponent.
inline constexpr int32 side_step = 30, least_side_exponent = -110;

/// Lowers the right sides, whose scaled elements are `scaled_b`, until the solution is in range: Y may leave
/// the range where X does not, since small pivots one after the other make Y large.  Where X does, sides
/// stay.
template <template <class, class> class Refinement, class Machine, class Factors>
void lower_sides(Machine& on, scaled_system& of, Factors& factors, const matrix_read& b,
                 const matrix& scaled_b, const int32* order, solve_report& said) {
  Refinement<Machine, Factors> first(on, of, factors);
  const auto try_exponent = [&](int32 exponent) {
    of.by.side_target = exponent;
    first.solve_at(std::min(exponent, 0));
    on.each(scaled_b.rows, scaled_b.columns, equilibrated_side{b, scaled_b, of.by, order});
    write_first(on, of, first, said);
  };
  const int32 before = of.by.side_target;
  for (int32 e = before - side_step; on.ok() && e >= least_side_exponent && !in_range(on, of); e -= side_step)
    try_exponent(e);
  if (on.ok() && !in_range(on, of)) try_exponent(before);
}

/// Raises small pivots as far as it takes for a solution in range, from the unit of rounding on.  Beyond
/// 2^-34 the factors would be those of another matrix.
template <template <class, class> class Refinement, class Machine, class Factors>
void bring_into_range(Machine& on, const scaled_system& of, Factors& factors, solve_report& said) {
  Refinement<Machine, Factors> nearby(on, of, factors);
  for (float least = 0x1p-48f; on.ok() && least < 0x1p-34f && !in_range(on, of); least *= 4.0f) {
    factors.limit_pivots(least);
    write_first(on, of, nearby, said);
  }
}

/// Says what a call says where there is no certificate.
struct solve_texts {
  const char *not_finite, *singular, *not_converged, *overflow;
};

/// Factors in float, then in pairs, of the equilibrated system.
template <template <class> class InFloat, template <class> class InPairs,
          template <class, class> class Refinement, class Machine>
status by_refinement(Machine& on, const matrix_read& a, const matrix_read& b, const matrix& x,
                     const solve_options& options, solve_report* report, const solve_texts& texts) {
  constexpr bool square = Refinement<Machine, InPairs<Machine>>::is_square;
  const int64 m = a.rows, n = a.columns, k = b.columns, widest = std::max(k, probe_columns);
  solve_report said;
  said.rank = n;
  if (report != nullptr) *report = said;
  said.converged = true;
  if (k > 0 && n > 0) {
    scaled_system of;
    of.by = scales_of(on, a, b, square, texts.not_finite);
    if (!on.ok()) return on.said();
    const int32* const order = square ? nullptr : sorted_rows(on, a, of.by);
    const matrix scaled_a = on.matrix(m, n), scaled_b = on.matrix(m, k);
    of.y = on.matrix(n, k);
    if (!square) of.rest = on.matrix(m, k);
    on.each(m, n, equilibrated{a, scaled_a, of.by, order});
    on.each(m, k, equilibrated_side{b, scaled_b, of.by, order});
    of.a = scaled_a;
    of.b = scaled_b;
    const double largest = largest_of(on, m, n, keys_of_elements{of.a, {}});
    said.converged = false;
    if (options.factors == solve_factors::automatic && on.ok()) {
      InFloat<Machine> factors(on, of.a, widest);
      if (factors.usable()) {
        said.growth = factors.growth(largest);
        refine<Refinement>(on, of, factors, false, said);
      }
    }
    bool singular = false;
    if (!said.converged && on.ok()) {
      said = {};
      said.rank = n;
      said.fallback = true;
      InPairs<Machine> factors(on, of.a, widest);
      said.failed_pivot = factors.failed_pivot();
      said.growth = factors.growth(largest);
      const double left = refine<Refinement>(on, of, factors, true, said);
      singular = !said.converged && !(left <= most_left);
      if (singular && on.ok()) said.rank = rank_of(on, factors.triangle());
      if constexpr (square) {
        if (!said.converged && on.ok() && n <= Machine::most_multiplied &&
            solved_by_inverse(on, of, factors, b, said))
          singular = false;
        if (!said.converged && on.ok() && solved_by_whole_rows(on, of, a, b, texts.not_finite, said))
          singular = false;
        if (singular && !in_range(on, of)) {
          lower_sides<Refinement>(on, of, factors, b, scaled_b, order, said);
          bring_into_range<Refinement>(on, of, factors, said);
        }
      } else if (on.ok() && !said.converged && (singular || !in_range(on, of))) {
        factors.drop_small_pivots();
        Refinement<Machine, InPairs<Machine>> basic(on, of, factors);
        write_first(on, of, basic, said);
        if (!in_range(on, of)) lower_sides<Refinement>(on, of, factors, b, scaled_b, order, said);
      }
    }
    if (on.ok()) {
      const bool y_in_range = on.largest(n, k, keys_of_elements{of.y, {}}) != key_of_not_finite;
      const bool finite = finish(on, of, x, said);
      if (singular)
        on.fail({fault::singular, texts.singular});
      else if (y_in_range && !finite)
        on.fail({fault::overflow, texts.overflow});
      else if (!said.converged)
        on.fail({fault::not_converged, texts.not_converged});
    }
  } else {
    said.forward_error = 0.0;
  }
  if (report != nullptr) *report = said;
  return on.said();
}

template <class Machine>
status solve_on(Machine& on, const matrix_read& a, const matrix_read& b, const matrix& x,
                const solve_options& options, solve_report* report) {
  return by_refinement<float_lu, pair_lu, square_refinement>(
      on, a, b, x, options, report,
      {"solve: expected matrices without infinities and NaN",
       "solve: expected a matrix that is not singular to working precision; X solves a system nearby",
       "solve: expected a system whose solution can be certified; X was written, and the report has its "
       "errors",
       "solve: expected a solution in the range of float; X was written, with infinities"});
}

template <class Machine>
status least_squares_on(Machine& on, const matrix_read& a, const matrix_read& b, const matrix& x,
                        const solve_options& options, solve_report* report) {
  return by_refinement<float_qr, pair_qr, tall_refinement>(
      on, a, b, x, options, report,
      {"least_squares: expected matrices without infinities and NaN",
       "least_squares: expected a matrix that is not rank deficient to working precision; the report has the "
       "rank",
       "least_squares: expected a solution that can be certified; X was written, and the report has its "
       "errors",
       "least_squares: expected a solution in the range of float; X was written, with infinities"});
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
