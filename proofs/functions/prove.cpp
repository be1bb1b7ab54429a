// Certifies the functions' bounds: on every cell of every function, the error of the header's own steps.
//
// For each cell (cells.cpp) the steps' forms give hi + lo as a polynomial and errors (analysis.cpp).  The
// exact function's power series is enclosed in balls (Arb).  The bound is what the polynomials differ by, and
// the sum of all errors, over the least magnitude of the result.  A cell whose bound is above the goal is
// divided.
#include <flint/flint.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <thread>
#include <utility>

#include "function.hpp"

namespace proofs {
namespace {

constexpr slong precision = 128;
constexpr double least_result = 0x1p-90;  // of a function that is not_tiny

double upper(const arb_t x) {
  arf_t bound;
  arf_init(bound);
  arb_get_abs_ubound_arf(bound, x, 53);
  const double r = arf_get_d(bound, ARF_RND_UP);
  arf_clear(bound);
  return r;
}
void set_long_double(arb_t x, long double v) {
  int e;
  const long double m = std::frexp(v, &e);
  const long double high = std::floor(std::ldexp(m, 32)), low = std::ldexp(std::ldexp(m, 32) - high, 32);
  arf_t part;
  arf_init(part);
  arf_set_d(arb_midref(x), static_cast<double>(high));
  arf_mul_2exp_si(arb_midref(x), arb_midref(x), 32);
  arf_set_d(part, static_cast<double>(low));
  arf_add(arb_midref(x), arb_midref(x), part, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_mul_2exp_si(arb_midref(x), arb_midref(x), e - 64);
  mag_zero(arb_radref(x));
  arf_clear(part);
}

// A bound of |d[0] + d[1] t + ..| for |t| <= 1: the coefficients of its Chebyshev series, added.  Where terms
// of opposite signs balance, as in a minimax polynomial, it is far below the sum of all |d[k]|.
double largest_value(const double (&d)[degree + 1]) {
  double series[degree + 3] = {};
  for (int k = degree; k >= 0; --k) {  // Horner: t T_0 = T_1, t T_j = (T_(j-1) + T_(j+1)) / 2
    double next[degree + 3] = {d[k] + series[1] / 2};
    for (int j = 1; j <= degree + 1; ++j) next[j] = series[j - 1] / (j == 1 ? 1 : 2) + series[j + 1] / 2;
    std::copy(std::begin(next), std::end(next), series);
  }
  double sum = 0;
  for (const double c : series) sum += std::fabs(c);
  return sum;
}

/// Where a bound comes from, in u^2.
struct parts {
  double bound = 0, method = 0, second = 0, low_word = 0, rounding = 0;
  bool wide = false;  ///< the cell is wide beside the result
};

/// Certifies cells of one function, in one thread.
class prover {
 public:
  explicit prover(const function& f) : f_(f), goal_(f.goal > 0 ? f.goal : 0.9 * f.stated) {
    arb_init(centre_);
    arb_init(radius_);
    arb_init(term_);
    arb_init(other_);
    arb_poly_init(x_);
    arb_poly_init(y_);
    arb_poly_init(ball_);
    for (arb_struct& c : scaled_) arb_init(&c);
  }
  ~prover() {
    arb_clear(centre_);
    arb_clear(radius_);
    arb_clear(term_);
    arb_clear(other_);
    arb_poly_clear(x_);
    arb_poly_clear(y_);
    arb_poly_clear(ball_);
    for (arb_struct& c : scaled_) arb_clear(&c);
  }
  prover(const prover&) = delete;
  prover& operator=(const prover&) = delete;

  void take(const interval_of_heads& interval) {
    cell all{interval.first, interval.last, interval.low, interval.low_radius, f_.by_sum};
    all.pairs = f_.pairs, all.on_grids = f_.on_grids;
    if (interval.steps.outside)
      leave_out(interval.steps, all);
    else
      settle(std::make_shared<const program>(interval.steps), all);
  }

  // Says whether the kernel itself errs by more than the stated bound, at one of a few arguments of an
  // interval.
  bool refutes(const interval_of_heads& interval) {
    constexpr int arguments = 256;
    cell at{interval.first, interval.last, interval.low, interval.low_radius, f_.by_sum};
    for (int i = 0; i < arguments; ++i) {
      const auto words = drawn(at);
      if (!words) continue;
      const auto [hi, lo] = *words;
      const program here = traced_program(f_.steps, hi, lo);
      if (here.outside || here.steps.empty()) continue;
      const double error = error_of(hi, lo, here);
      if (error <= f_.stated) continue;
      at.first = at.last = hi, at.low = static_cast<double>(lo), at.low_radius = 0;
      worst = error, worst_cell = at;
      return true;
    }
    return false;
  }

  double worst = 0;
  cell worst_cell{};
  parts worst_parts{};
  long cells = 0, failed = 0, outside = 0;
  cell failed_cell{};

 private:
  // Counts the heads of a cell that lies outside as a whole.
  void leave_out(const program& p, const cell& at) {
    last_ = &analyser_.analysed(p, at);
    if (last_->possible && path_holds(f_.steps, p, last_->steps)) {
      outside += order_of(at.last) - order_of(at.first) + 1;
      return;
    }
    if (at.one_head()) return fail(at);
    const int first = order_of(at.first), last = order_of(at.last), middle = first + (last - first) / 2;
    cell half = at;
    half.last = float_at(middle);
    leave_out(p, half);
    half = at;
    half.first = float_at(middle + 1);
    leave_out(p, half);
  }
  static bool few_heads(const cell& at) { return order_of(at.last) - order_of(at.first) < 16; }
  // Next to a border, where arguments of one cell take several paths: each path on the whole cell.  The paths
  // that one path's reads lead to are among them.
  bool take_all_paths(const program& p, const cell& at) {
    std::map<std::size_t, program> paths{{p.key, p}};
    for (std::vector<std::size_t> open{p.key}; !open.empty();) {
      const program q = paths[open.back()];
      open.pop_back();
      if (q.outside) continue;
      const result& r = analyser_.analysed(q, at);
      std::map<std::size_t, program> others;
      if (r.empty) continue;
      if (!r.possible || !other_paths(f_.steps, q, r.steps, others)) return false;
      for (auto& [key, found] : others)
        if (paths.try_emplace(key, found).second) open.push_back(key);
      if (paths.size() > most_others) return false;
    }
    for (const auto& [key, q] : paths)
      if (!q.outside) evaluate(std::make_shared<const program>(q), at, 0, HUGE_VAL, 0, true);
    return true;
  }
  void fail(const cell& at) {
    if (failed++ == 0) failed_cell = at;
  }
  // A split halves the heads, or the low word (step -1), or a step's rounding error; or a step's values, into
  // those below `most`, a power of two or less one, and the others.
  struct split {
    int step = -1;
    double least = 0, most = 0;
    bool heads = false, values = false;
  };
  // A part of an interval, and its bound.
  struct leaf {
    std::shared_ptr<const program> steps;
    cell at;
    parts found;
    bool path_known;
    int depth = 0, idle = 0;  // idle: how many halvings in a row did not help
    split next{};

    bool wide() const { return !(found.bound < 1e300) || found.wide; }  // beside the result
    bool stuck() const {
      if (next.step < 0 && !next.heads && !(at.low_radius > 0)) return true;
      return wide() || !path_known ? depth >= 160 : depth >= 100 || idle >= 30;
    }
    double rank() const { return path_known ? found.bound : HUGE_VAL; }
    bool operator<(const leaf& o) const { return rank() < o.rank(); }
  };

  // Bounds an interval.  If one order of the halvings does not reach the stated bound, both halves of the
  // heads, or of the low words, are bounded on their own; small parts try other orders.  An open function
  // spends no time on that.
  void settle(const std::shared_ptr<const program>& steps, const cell& all, int depth = 0) {
    // short searches of small parts may reach sooner what a long one does
    short_ = f_.short_first && depth < parts_for_orders && all.low_radius > 0;
    leaf best = searched(steps, all);
    if (f_.pairs && best.path_known && best.rank() > 1.5 * f_.stated)
      return keep(best);  // its halves take long
    const double enough = short_ ? std::max(goal_, worst) : f_.stated;
    const auto open = [&] { return best.rank() > enough && worst <= f_.stated; };
    for (order_ = 1; order_ < orders && depth >= parts_for_orders && open(); ++order_) {
      const leaf other = searched(steps, all);
      if (other < best) best = other;
    }
    order_ = 0;
    if (!open() || depth == most_parts || !(all.low_radius > 0)) return keep(best);
    for (const cell& half : halves_of(all, {-1, 0, 0, !all.one_head()})) settle(steps, half, depth + 1);
  }
  // Halves the worst part, again and again, until all are below the goal; after `patience` halvings, below
  // the stated bound; or until they are no worse than what was kept before and is above the goal.
  leaf searched(const std::shared_ptr<const program>& steps, const cell& all) {
    open_ = {};
    evaluate(steps, all, 0, HUGE_VAL, 0, false);
    for (long halvings = 0; !open_.empty(); ++halvings) {
      const leaf top = open_.top();
      const double enough = halvings < patience ? goal_ : std::max(goal_, 0.995 * f_.stated);
      if (top.rank() <= enough || (worst > goal_ && top.rank() <= worst)) return top;
      const long most = short_ ? 1 : top.wide() || top.rank() < 1.03 * f_.stated ? 200 : 40;
      if (top.stuck() || halvings > most * patience) return top;
      open_.pop();
      halve(top);
    }
    return {steps, all, {}, true};  // no argument has these steps
  }
  void halve(const leaf& top) {
    for (const cell& half : halves_of(top.at, top.next))
      evaluate(top.steps, half, top.depth + 1, top.found.bound, top.idle, top.path_known);
  }
  static std::array<cell, 2> halves_of(const cell& at, const split& by) {
    std::array<cell, 2> halves{at, at};
    if (by.heads) {
      const int a = order_of(at.first), b = order_of(at.last), middle = a + (b - a) / 2;
      halves[0].last = float_at(middle);
      halves[1].first = float_at(middle + 1);
    } else if (by.step < 0) {
      for (const std::size_t side : {0u, 1u}) {
        const double r = at.low_radius / 2, move = side == 0 ? -r : r;
        halves[side].low += move;
        // what that rounded, so that the halves meet
        halves[side].low_radius = r + std::fabs((halves[side].low - at.low) - move) * 2;
      }
    } else if (by.values) {
      const float upper = static_cast<float>(by.most), lower = std::nextafter(upper, -HUGE_VALF);
      halves[0].known.push_back({by.step, -HUGE_VAL, lower, true});
      halves[1].known.push_back({by.step, upper, HUGE_VAL, true});
    } else {
      const double middle = by.least + (by.most - by.least) / 2;
      halves[0].known.push_back({by.step, by.least, middle});
      halves[1].known.push_back({by.step, middle, by.most});
    }
    return halves;
  }
  void push(leaf part, int depth, int idle, const split& next) {
    part.depth = depth, part.idle = idle, part.next = next;
    open_.push(std::move(part));
  }
  // Bounds a part and puts it among the open ones.  `before` is the bound of what it is a part of.
  void evaluate(const std::shared_ptr<const program>& steps, cell at, int depth, double before, int idle,
                bool path_known) {
    ++cells;
    // a low word is a float: an interval shorter than its last bit holds one or none
    if (at.low_radius > 0 &&
        at.low_radius <
            std::ldexp(1.0, std::ilogb(std::max(std::fabs(at.low) - at.low_radius, 0x1p-126)) - 24)) {
      const float low = static_cast<float>(at.low);
      if (std::fabs(static_cast<double>(low) - at.low) > at.low_radius * upwards) return;
      at.low = low;
      at.low_radius = 0;
    }
    if (parts exact{}; at.one_head() && judged_one_by_one(at, exact))
      return push({steps, at, exact, true}, depth, idle, {});
    const program& p = *steps;
    parts found = bound(p, at);
    if (last_->empty) return;
    if (found.bound > before && path_known) {
      at.keep_errors = !at.keep_errors;
      // where that decides nothing on this cell, the bound would be the same
      if (!analyser_.errors_decided_nothing()) {
        const parts again = bound(p, at);
        if (again.bound < found.bound) found = again;
      }
    }
    found.bound = std::min(found.bound, before);  // what holds for the whole holds for its part
    idle = found.bound > 0.999 * before ? idle + 1 : 0;
    // once the path is known to hold, it holds in every part
    if (!path_known && last_->possible) {
      path_known = path_holds(f_.steps, p, last_->steps);
      if (!path_known && few_heads(at) && take_all_paths(p, at)) return;
    }
    if (path_known && at.known.empty() && found.bound < 1e300) spot_check(p, at);
    split next{-1, 0, 0, !at.one_head()};
    if (path_known) {
      const std::vector<split> choices = splits(p, at, found);
      // where one halving alone does not help, two may: all choices have their turn
      next = idle % 2 == 0 || choices.size() < 2 ? choices[0]
             : idle < 8 || order_ == 2           ? best_tried(p, at, choices)
                                       : choices[static_cast<std::size_t>(idle / 2) % choices.size()];
    }
    push({steps, at, found, path_known}, depth, idle, next);
  }

  // A head with a few low words: the kernel runs on each, and its error is computed.
  bool judged_one_by_one(const cell& at, parts& found) {
    constexpr int few = 256;
    const auto inside = [&](float lo) {
      return std::fabs(static_cast<double>(lo) - at.low) <= at.low_radius * upwards;
    };
    float lo = static_cast<float>(at.low - at.low_radius * upwards);
    if (!inside(lo)) lo = std::nextafter(lo, HUGE_VALF);
    std::vector<float> words;
    for (; inside(lo); lo = std::nextafter(lo, HUGE_VALF)) {
      if (words.size() == few) return false;
      words.push_back(lo);
    }
    for (const float word : words) {
      const program here = traced_program(f_.steps, at.first, word);
      if (here.outside) continue;
      if (here.steps.empty()) return false;
      const double error = error_of(at.first, word, here);
      if (!(error < 1e300)) return false;
      found.bound = found.rounding = std::max(found.bound, error);
    }
    return true;
  }
  // The relative error of a run, in u^2, rounded upwards; 0 for results that are left out.
  double error_of(float hi, float lo, const program& run) {
    const auto exact_sum = [](arb_t sum, arb_t other, float a, float b) {
      arb_set_d(sum, static_cast<double>(a));
      arb_set_d(other, static_cast<double>(b));
      arb_add(sum, sum, other, ARF_PREC_EXACT);
    };
    expanded_ = false;  // y_ is another series
    const auto value_at = [&](int i) { return run.steps[static_cast<std::size_t>(i)].value; };
    exact_sum(centre_, term_, hi, lo);
    arb_poly_zero(x_);
    arb_poly_set_coeff_arb(x_, 0, centre_);
    arb_poly_set_coeff_si(x_, 1, 1);
    f_.exact(y_, x_, 2, precision);
    arb_poly_get_coeff_arb(radius_, y_, 0);
    if (f_.not_tiny && upper(radius_) < least_result) return 0;
    exact_sum(centre_, term_, value_at(run.hi), value_at(run.lo));
    arb_sub(centre_, centre_, radius_, precision);
    arb_div(centre_, centre_, radius_, precision);
    arb_mul_2exp_si(centre_, centre_, 48);
    return upper(centre_);
  }

  // Draws a head and a low word of a cell.  The rounded low word may lie next to the cell: then there is
  // none.
  std::optional<std::pair<float, float>> drawn(const cell& at) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    const int a = order_of(at.first), b = order_of(at.last);
    const float hi = float_at(a + static_cast<int>((random_ >> 33) % static_cast<std::uint64_t>(
                                                                         static_cast<long long>(b) - a + 1)));
    const float lo = static_cast<float>(
        at.low + at.low_radius * (static_cast<double>(random_ >> 11 & 0xfffff) * 0x1p-19 - 1));
    if (std::fabs(static_cast<double>(lo) - at.low) > at.low_radius) return {};
    return std::pair(hi, lo);
  }

  // One argument of the cell takes these steps, and each step's value lies in the step's interval.
  void spot_check(const program& p, const cell& at) {
    const auto words = drawn(at);
    if (!words) return;
    const auto [hi, lo] = *words;
    const program here = traced_program(f_.steps, hi, lo);
    if (here.key != p.key) return;  // next to a border
    bool good = here.key == p.key && here.steps.size() == last_->steps.size();
    for (std::size_t i = 0; good && i < here.steps.size(); ++i) {
      const double v = static_cast<double>(here.steps[i].value);
      good = last_->steps[i].least <= v && v <= last_->steps[i].most;
    }
    if (!good) fail(at);
  }

  // The choice whose worse half is the best.
  split best_tried(const program& p, const cell& at, const std::vector<split>& choices) {
    // Cells in a row that know the same of the first steps share these (analyser), so the choices of the
    // last steps come first; of equal ones the first choice is taken.
    std::array<std::size_t, most_choices> order{};
    for (std::size_t i = 0; i < choices.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.begin() + choices.size(),
                     [&](std::size_t i, std::size_t k) { return choices[i].step > choices[k].step; });
    std::size_t best = 0;
    double least = HUGE_VAL;
    for (std::size_t n = 0; n < choices.size(); ++n) {
      const std::size_t i = order[n];
      double worse = 0, all = 0;
      const auto judged = [&] { return worse + all / 64; };
      for (const cell& half : halves_of(at, choices[i])) {
        // a second half does not make it less
        if (judged() > least) break;
        const double b = bound(p, half).bound;
        worse = std::max(worse, b);
        all += b;
      }
      if (judged() < least || (judged() == least && i < best)) least = judged(), best = i;
    }
    return choices[best];
  }

  // Where to divide the values of a step so that the larger magnitudes stand alone, or 0: at the largest
  // power of two, or where the negative numbers of that magnitude end.
  static double power_inside(const step& s) {
    const bool upper = s.most >= -s.least;
    const double power = std::ldexp(1.0, std::ilogb(upper ? s.most : s.least));
    if (upper) return s.least < power && power <= s.most ? power : 0;
    const double end = static_cast<double>(std::nextafter(static_cast<float>(-power), HUGE_VALF));
    return s.least < end && end <= s.most ? end : 0;
  }
  // Lists the splits, the most promising first.  A rounding error counts as much as it adds to the bound;
  // what makes up its step's range shares it.
  std::vector<split> splits(const program& p, const cell& at, const parts& found) {
    const bool one = at.first == at.last;
    if (found.wide || !(found.bound < 1e300))
      return {{-1, 0, 0, !one && !(found.second + found.low_word > 0.5 * found.bound)}};
    if (found.method > 0.5 * found.bound) return {{-1, 0, 0, !one}};  // the series want a narrower cell
    const result& r = *last_;
    std::vector<double> weights(r.errors.size(), 0.0), added(r.errors.size(), 0.0);
    for (const slope& s : r.total.slopes)
      added[static_cast<std::size_t>(s.error)] =
          s.bound() * r.errors[static_cast<std::size_t>(s.error)] * unit_;
    for (const pair_of_errors& q : r.total.pairs) {
      weights[static_cast<std::size_t>(q.i)] += bound_of(q, r.errors) * unit_;
      weights[static_cast<std::size_t>(q.j)] += bound_of(q, r.errors) * unit_;
    }
    double heads = found.method;
    for (const step& s : r.steps) {
      if (s.own_error < 0) continue;
      const double most = std::max(std::fabs(s.least), std::fabs(s.most)),
                   k = added[static_cast<std::size_t>(s.own_error)];
      if (!(most > 0) || k < 0.01) continue;
      heads += k * std::min(1.0, static_cast<double>(s.value.spread()) / most);
      for (const slope& c : s.value.slopes)
        weights[static_cast<std::size_t>(c.error)] +=
            k * std::min(1.0, c.bound() * r.errors[static_cast<std::size_t>(c.error)] / most);
    }
    struct choice {
      double weight;
      split by;
    };
    std::vector<choice> choices;
    if (!one) choices.push_back({heads, {-1, 0, 0, true}});
    if (one || at.low_radius > 0)
      choices.push_back({weights[0] + found.second + found.low_word + (one ? heads : 0), {}});
    for (std::size_t i = 0; i < p.steps.size(); ++i) {
      const step& s = r.steps[i];
      if (s.own_error < 0 || !(weights[static_cast<std::size_t>(s.own_error)] > 0)) continue;
      const double d = r.errors[static_cast<std::size_t>(s.own_error)];
      // r.errors is half the width of what is left of the error, so a case that is known gives the ends
      split by{static_cast<int>(i), -HUGE_VAL, HUGE_VAL, false};
      for (const known_case& k : at.known)
        if (k.step == by.step && !k.of_value)
          by.least = std::max(by.least, k.least), by.most = std::min(by.most, k.most);
      const bool down = p.steps[i].op == ff::trace::operation::add_down;
      if (!(by.most < HUGE_VAL)) by.least = down ? -2 * d : -d, by.most = down ? 0 : d;
      choices.push_back({weights[static_cast<std::size_t>(s.own_error)], by});
      // its error is half as large on one side of a power of two
      if (const double power = power_inside(s); power != 0)
        choices.push_back({values_weight[order_] * added[static_cast<std::size_t>(s.own_error)],
                           {static_cast<int>(i), 0, power, false, true}});
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const choice& a, const choice& b) { return a.weight > b.weight; });
    std::vector<split> best;
    for (const choice& c : choices)
      if (best.size() < most_choices) best.push_back(c.by);
    return best;
  }
  // The worst part of an interval.
  void keep(const leaf& top) {
    if (!top.path_known || !(top.found.bound < 1e300)) return fail(top.at);
    if (top.found.bound > worst) worst = top.found.bound, worst_cell = top.at, worst_parts = top.found;
  }

 public:
  void explain(const program& p, const cell& at) {
    const result& r = analyser_.analysed(p, at);
    std::printf("%d\n", r.possible);
    const parts b = bound(p, at);
    std::printf("bound %g method %g second %g low %g rounding %g\n", b.bound, b.method, b.second, b.low_word,
                b.rounding);
    for (std::size_t i = 0; i < p.steps.size(); ++i) {
      const auto& n = p.steps[i];
      const step& s = r.steps[i];
      double k = 0;
      for (const slope& c : r.total.slopes)
        if (c.error == s.own_error) k = c.bound() * r.errors[static_cast<std::size_t>(c.error)];
      std::printf("%zu op %d (%d %d %d) value %a in [%g, %g] grid %d error %d %g -> %g\n", i,
                  static_cast<int>(n.op), n.a, n.b, n.c, static_cast<double>(n.value), s.least, s.most,
                  s.grid, s.own_error, s.own_error >= 0 ? r.errors[static_cast<std::size_t>(s.own_error)] : 0,
                  k);
    }
    for (const pair_of_errors& q : r.total.pairs)
      if (bound_of(q, r.errors) * unit_ > 0.01)
        std::printf("  errors %d and %d: %g +- %g -> %g u^2\n", q.i, q.j, q.c, q.radius,
                    bound_of(q, r.errors) * unit_);
    for (const slope& c : r.total.slopes) {
      bool own = false;
      for (const step& s : r.steps) own = own || s.own_error == c.error;
      if (!own)
        std::printf("  other error %d: %g times %g\n", c.error, c.bound(),
                    r.errors[static_cast<std::size_t>(c.error)]);
    }
  }

 private:
  parts bound(const program& p, const cell& at) {
    parts nothing;
    nothing.bound = HUGE_VAL, nothing.wide = true;
    if (p.steps.empty()) return nothing;
    last_ = &analyser_.analysed(p, at);
    const result& r = *last_;
    // what it kept of the cell before is what a new one finds: tried on some cells
    if ((++analysed_ <= 128 || analysed_ % 512 == 0) && !(r == analyser().analysed(p, at))) fail(at);
    if (r.empty) return {};
    if (!r.possible) return nothing;
    const double d = at.low_radius,
                 outside = at.by_sum || at.one_head() ? 0 : d;  // how far hi + lo goes beyond t's range
    const double reach = (static_cast<double>(at.half_width()) + outside) * upwards;
    const expansion& f = expanded(at, reach);
    if (!std::isfinite(f.missing)) return nothing;
    if (f_.not_tiny && (f.middle + f.spread + f.missing) * upwards < least_result) return {};
    if (!(f.least > 0)) return nothing;
    const double method = (f.missing + r.total.rest + distance(r.total)) * upwards;
    double rounding = noise_of_pairs(r.total, r.errors);
    for (const slope& s : r.total.slopes)
      if (s.error != 0) rounding += s.bound() * r.errors[static_cast<std::size_t>(s.error)];
    const double low_word = of_low_word(r, at, f.last * std::pow(reach, degree));
    const double second = f.curvature / 2 * outside * outside;
    const double unit = unit_ = 0x1p48 / f.least * upwards;
    parts all;
    all.bound = (method + second + low_word + rounding) * unit;
    all.method = method * unit, all.second = second * unit;
    all.low_word = low_word * unit, all.rounding = rounding * unit;
    all.wide = f.spread > 0.25 * f.middle;
    return all;
  }

  // The exact function about the middle of a cell.
  struct expansion {
    double last;       ///< its last coefficient, over the whole cell
    double middle;     ///< |f| there
    double spread;     ///< about that
    double curvature;  ///< |f''|
    double missing;    ///< what the series lacks
    double least;      ///< |f| on the cell, or not positive
  };
  const expansion& expanded(const cell& at, double reach) {
    // cells that differ in what is known of steps alone have one expansion
    if (expanded_ && at.first == expanded_at_.first && at.last == expanded_at_.last &&
        at.low == expanded_at_.low && at.low_radius == expanded_at_.low_radius &&
        at.by_sum == expanded_at_.by_sum)
      return expansion_;
    expanded_ = true, expanded_at_ = at;
    set_long_double(centre_, at.middle());
    arb_set_d(term_, at.low);
    arb_add(centre_, centre_, term_, ARF_PREC_EXACT);
    arb_poly_zero(x_);
    arb_poly_set_coeff_arb(x_, 0, centre_);
    arb_poly_set_coeff_si(x_, 1, 1);
    f_.exact(y_, x_, degree + 1, precision);
    arb_set_d(radius_, reach);
    arb_set(term_, centre_);
    arb_add_error(term_, radius_);
    arb_poly_set_coeff_arb(x_, 0, term_);
    f_.exact(ball_, x_, degree + 2, precision);
    arb_poly_get_coeff_arb(term_, ball_, degree + 1);
    expansion& f = expansion_;
    f = {};
    f.last = upper(term_);
    double power = 1;
    for (int k = 0; k <= degree; ++k) {
      arb_poly_get_coeff_arb(term_, y_, k);
      const double magnitude = upper(term_);
      if (k == 0) f.middle = magnitude;
      if (k > 0) f.spread += magnitude * power * reach;
      if (k > 0) power *= reach;
      if (k > 1) f.curvature += k * (k - 1) * magnitude * std::pow(reach, k - 2);
    }
    f.missing = f.last * std::pow(reach, degree + 1) * upwards;
    f.curvature += (degree + 1) * degree * f.last * std::pow(reach, degree - 1);
    arb_poly_get_coeff_arb(term_, y_, 0);
    arf_t least;
    arf_init(least);
    arb_get_abs_lbound_arf(least, term_, 53);
    f.least = arf_get_d(least, ARF_RND_DOWN) - (f.spread + f.missing) * upwards;
    arf_clear(least);
    // with t from -1 to 1
    arb_one(other_);
    set_long_double(radius_, at.half_width());
    for (int k = 0; k <= degree; ++k) {
      arb_poly_get_coeff_arb(term_, y_, k);
      arb_mul(&scaled_[k], term_, other_, precision);
      arb_mul(other_, other_, radius_, precision);
    }
    return f;
  }
  // Bounds the distance between the steps' polynomial and the function's.
  double distance(const form& total) {
    double all = 0, difference[degree + 1];
    for (int k = 0; k <= degree; ++k) {
      set_long_double(other_, total.p[k]);
      arb_sub(term_, &scaled_[k], other_, precision);
      difference[k] = arf_get_d(arb_midref(term_), ARF_RND_NEAR);
      all += mag_get_d(arb_radref(term_)) + 0x1p-48 * std::fabs(difference[k]);  // what the doubles round
    }
    return all + largest_value(difference);
  }
  // Bounds what the low word adds, whose slope is to be f', or 0.  `last` is the end of f's series.
  double of_low_word(const result& r, const cell& at, double last) {
    double low_word = 0, slopes[degree + 1] = {};
    derivative_error_ = 0;
    const bool own = !at.by_sum && !at.one_head();
    for (int k = 0; k < degree && own; ++k) slopes[k] = derivative(k, static_cast<double>(at.half_width()));
    for (const slope& s : r.total.slopes) {
      if (s.error != 0) continue;
      low_word = s.radius;
      for (int k = 0; k <= slope_degree; ++k) {
        low_word += 0x1p-50 * std::fabs(s.c[k]);
        slopes[k] -= s.c[k];
      }
    }
    for (const double k : slopes) low_word += std::fabs(k);
    low_word += derivative_error_;
    if (own) low_word += (degree + 1) * last;
    return low_word * at.low_radius;
  }
  double derivative(int k, double scale) {  // the coefficient of t^k of f'
    arb_poly_get_coeff_arb(term_, y_, k + 1);
    const double power = (k + 1) * std::pow(scale, k), d = arf_get_d(arb_midref(term_), ARF_RND_NEAR) * power;
    derivative_error_ += std::fabs(d) * 0x1p-50 + mag_get_d(arb_radref(term_)) * power * upwards;
    return d;
  }

  const function& f_;
  std::uint64_t random_ = 0x2545f4914f6cdd1du;
  static constexpr long patience = 100;
  static constexpr std::size_t most_choices = 5;
  // Orders of the halvings: how much dividing a step's values counts.  The last one tries them.
  static constexpr int orders = 3, most_parts = 24, parts_for_orders = 6;
  static constexpr double values_weight[orders] = {0.25, 2, 0.5};
  int order_ = 0;
  bool short_ = false;  ///< a search ends after `patience` halvings
  const double goal_;
  analyser analyser_;
  long analysed_ = 0;
  const result* last_ = nullptr;    ///< of the last cell
  double derivative_error_ = 0;     ///< what derivative() rounded
  double unit_ = 0;                 ///< an error's size in u^2 there
  std::priority_queue<leaf> open_;  ///< parts of the interval at hand
  arb_t centre_, radius_, term_, other_;
  arb_poly_t x_, y_, ball_;
  // The last expansion: y_, and its coefficients with t from -1 to 1.
  bool expanded_ = false;
  cell expanded_at_{};
  expansion expansion_{};
  arb_struct scaled_[degree + 1];
};

struct certificate {
  double bound = 0, seconds = 0;  // seconds of all threads, by their number
  cell where{};
  parts of{};
  long cells = 0, failed = 0, outside = 0;
  cell failed_cell{};
};

// A function's work.  The floats of each span are cut into pieces; a thread takes the next piece when it has
// done one.
struct job {
  const function* f;
  std::vector<span> work = {};
  std::size_t next = 0;
  unsigned left = 0;  // threads that have left it
  bool done = false;
  certificate found = {};
};
job job_of(const function& f) {
  constexpr int pieces = 32;
  job j{&f};
  for (const span& s : f.where) {
    const int a = order_of(s.first), b = order_of(s.last);
    for (int i = 0; i < pieces; ++i) {
      const long long n = static_cast<long long>(b) - a + 1;
      const int from = a + static_cast<int>(n * i / pieces),
                to = a + static_cast<int>(n * (i + 1) / pieces) - 1;
      if (from <= to) j.work.push_back({float_at(from), float_at(to)});
    }
  }
  return j;
}

// A broken function takes long where its errors are large: the rest may be left out once the stated bound is
// lost, or arguments be tried before the certificates.
enum class search { whole, until_lost, until_refuted };

// Certifies functions one after the other, in threads that each visit all of them in order: one whose next
// piece is taken already begins the next function, while the others end the last.  So a function is complete
// when all threads have left it, and the functions are complete in order.
class pool {
 public:
  using report = std::function<void(const function&, const certificate&)>;

  pool(const std::vector<const function*>& functions, search how, report use)
      : how_(how), use_(std::move(use)) {
    for (const function* f : functions) jobs_.push_back(job_of(*f));
  }
  void run(unsigned threads) {
    threads_ = threads;
    std::vector<std::thread> running;
    for (unsigned t = 0; t < threads; ++t)
      running.emplace_back([&] {
        for (job& j : jobs_) visit(j);
        flint_cleanup();
      });
    for (std::thread& t : running) t.join();
  }

 private:
  void visit(job& j) {
    const auto begin = std::chrono::steady_clock::now();
    prover p(*j.f);
    for (span s; taken(j, s);) {
      for_all_intervals(j.f->steps, s.first, s.last, [&](interval_of_heads& i) {
        if (how_ != search::whole && is_done(j)) return;
        const bool refuted = how_ == search::until_refuted && p.refutes(i);
        if (!refuted) p.take(i);
        if (refuted || p.failed > 0 || p.worst > j.f->stated) {
          const std::lock_guard<std::mutex> hold(lock_);
          j.done = true;
        }
      });
    }
    const std::lock_guard<std::mutex> hold(lock_);
    certificate& c = j.found;
    if (p.worst > c.bound) c.bound = p.worst, c.where = p.worst_cell, c.of = p.worst_parts;
    c.cells += p.cells;
    c.failed += p.failed;
    c.outside += p.outside;
    if (p.failed > 0) c.failed_cell = p.failed_cell;
    c.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / threads_;
    if (++j.left == threads_) use_(*j.f, c);
  }
  bool taken(job& j, span& s) {
    const std::lock_guard<std::mutex> hold(lock_);
    if (j.next == j.work.size()) return false;
    s = j.work[j.next++];
    return true;
  }
  bool is_done(const job& j) {
    const std::lock_guard<std::mutex> hold(lock_);
    return j.done;
  }

  std::vector<job> jobs_;
  const search how_;
  const report use_;
  unsigned threads_ = 1;
  std::mutex lock_;
};

std::string hexadecimal(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}

[[noreturn]] void refuse(const std::string& what, const std::string& expected) {
  std::fprintf(stderr, "ff-prove: %s: expected %s\n", what.c_str(), expected.c_str());
  std::exit(2);
}

std::string names_of_functions() {
  std::string names;
  for (const function& f : all_functions()) names += ' ' + f.name;
  return names;
}

float read_float(const char* option, const char* text) {
  char* end = nullptr;
  const float x = std::strtof(text, &end);
  if (end == text || *end != '\0' || !std::isfinite(x)) refuse(std::string(option) + ' ' + text, "a number");
  return x;
}

int explain(const char* name, const char* first, const char* last, const char* low) {
  const float a = read_float("--explain FIRST", first), b = read_float("--explain LAST", last),
              low_word = read_float("--explain LOW", low);
  for (const function& f : all_functions()) {
    if (f.name != name) continue;
    prover p(f);
    cell at{a, b, 0, low_word * largest_low_word(a), f.by_sum};
    at.pairs = f.pairs, at.on_grids = f.on_grids;
    p.explain(traced_program(f.steps, a, 0), at);
    return 0;
  }
  refuse(name, "one of" + names_of_functions());
}

constexpr char usage[] =
    "ff-prove [--json FILE] [--span FIRST LAST] [--until-lost | --until-refuted] [NAME...]: certifies all "
    "functions, or these.\n"
    "Exit status 1 where a certificate is above the stated bound, 2 for arguments that say nothing.\n"
    "--until-lost leaves out the rest of a function whose bound is lost; --until-refuted does, and tries "
    "arguments first.\n"
    "ff-prove --explain NAME FIRST LAST LOW: the steps on a cell.\nFunctions:";

struct arguments {
  std::FILE* json = nullptr;
  std::vector<std::string> names;
  std::vector<span> only;
  search how = search::whole;
};

arguments read_arguments(int argc, char** argv) {
  arguments a;
  const char* json = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--json") {
      if (++i >= argc) refuse("--json", "a file after it");
      json = argv[i];
    } else if (word == "--span") {
      if (i + 2 >= argc) refuse("--span", "two numbers after it");
      a.only.push_back({read_float("--span", argv[i + 1]), read_float("--span", argv[i + 2])});
      if (a.only.back().first > a.only.back().last) refuse("--span", "its first number below its last");
      i += 2;
    } else if (word == "--until-lost" || word == "--until-refuted") {
      a.how = word == "--until-lost" ? search::until_lost : search::until_refuted;
    } else {
      const auto is_it = [&](const function& f) { return f.name == word; };
      const std::vector<function> all = all_functions();
      if (std::none_of(all.begin(), all.end(), is_it))
        refuse("'" + word + "'",
               "--json FILE, --span FIRST LAST, --until-lost, --until-refuted, --help, or one of" +
                   names_of_functions());
      a.names.push_back(word);
    }
  }
  if (json != nullptr && (a.json = std::fopen(json, "w")) == nullptr)
    refuse(std::string("--json ") + json, "a file in a writable folder");
  return a;
}

// Prints a function's line, and its row of the file, if there is one.  Whether its certificate holds.
bool print(std::FILE* json, bool first, const function& f, const certificate& c) {
  const bool holds = c.failed == 0 && c.cells > 0 && c.bound <= f.stated;
  std::printf("%-13s %7.3f %10.4g %9ld %8.2f  %s..%s%s\n", f.name.c_str(), f.stated, c.bound, c.cells,
              c.seconds, hexadecimal(c.where.first).c_str(), hexadecimal(c.where.last).c_str(),
              holds ? "" : "  NOT CERTIFIED");
  if (!holds)
    std::printf("  low word %a +- %a; method %.3g, rounding %.3g\n", c.where.low, c.where.low_radius,
                c.of.method, c.of.rounding);
  if (c.failed > 0)
    std::printf("  %ld cells without a bound, as %a..%a\n", c.failed,
                static_cast<double>(c.failed_cell.first), static_cast<double>(c.failed_cell.last));
  std::fflush(stdout);
  if (json == nullptr) return holds;
  std::fprintf(json,
               "%s\n  {\"function\": \"%s\", \"stated\": %.17g, \"certified\": %.17g, \"holds\": %s, "
               "\"cells\": %ld, ",
               first ? "" : ",", f.name.c_str(), f.stated, c.failed == 0 ? c.bound : -1,
               holds ? "true" : "false", c.cells);
  std::fprintf(json, "\"seconds\": %.2f, \"outside\": %ld, \"least_result\": %.17g, \"where\": [", c.seconds,
               c.outside, f.not_tiny ? least_result : 0);
  for (std::size_t i = 0; i < f.where.size(); ++i)
    std::fprintf(json, "%s[%.9g, %.9g]", i == 0 ? "" : ", ", static_cast<double>(f.where[i].first),
                 static_cast<double>(f.where[i].last));
  std::fprintf(json, "], \"worst\": \"%s..%s\"}", hexadecimal(c.where.first).c_str(),
               hexadecimal(c.where.last).c_str());
  return holds;
}

}  // namespace
}  // namespace proofs

int main(int argc, char** argv) {
  using namespace proofs;
  if (argc == 2 && std::strcmp(argv[1], "--help") == 0) {
    std::printf("%s%s\n", usage, names_of_functions().c_str());
    return 0;
  }
  if (argc > 1 && std::strcmp(argv[1], "--explain") == 0) {
    if (argc != 6) refuse("--explain", "NAME FIRST LAST LOW after it");
    return explain(argv[2], argv[3], argv[4], argv[5]);
  }
  const arguments asked = read_arguments(argc, argv);
  std::vector<function> functions = all_functions();
  std::vector<const function*> wanted;
  for (function& f : functions) {
    if (!asked.only.empty()) f.where = asked.only;
    const auto& names = asked.names;
    if (names.empty() || std::find(names.begin(), names.end(), f.name) != names.end()) wanted.push_back(&f);
  }
  int status = 0;
  bool first = true;
  if (asked.json != nullptr) std::fprintf(asked.json, "{\"functions\": [");
  std::printf("%-13s %7s %10s %9s %8s  %s\n", "function", "stated", "certified", "cells", "seconds",
              "worst cell");
  pool all(wanted, asked.how, [&](const function& f, const certificate& c) {
    if (!print(asked.json, first, f, c)) status = 1;
    first = false;
  });
  all.run(std::max(1u, std::thread::hardware_concurrency()));
  if (asked.json != nullptr) {
    std::fprintf(asked.json, "\n]}\n");
    std::fclose(asked.json);
  }
  return status;
}
