// What a trace computes on a cell of arguments: each step's form, and which steps are exact.
#pragma once

#include <memory>
#include <vector>

#include "form.hpp"
#include "traced.hpp"

namespace proofs {

/// A case: the rounding error of a step, or its value, lies between these.
struct known_case {
  int step;
  double least, most;
  bool of_value = false;  ///< the ends are floats

  bool operator==(const known_case& o) const {
    return step == o.step && least == o.least && most == o.most && of_value == o.of_value;
  }
};

/// Arguments hi + lo: hi from `first` to `last`, floats of one sign and exponent; |lo - low| <= low_radius.
///
/// The variable t of the forms runs through hi + lo (`by_sum`), so that what depends on the sum alone has no
/// error of the low word; or through hi, where that is multiplied and divided by itself.
struct cell {
  float first, last;
  double low, low_radius;
  bool by_sum;
  std::vector<known_case> known = {};
  /// A step that is one float on the cell keeps its form, if that is mostly errors: they may cancel later.
  bool keep_errors = false;
  /// Products of two errors are kept as such (form.hpp).
  bool pairs = false;
  /// The ends of a step's values are moved to multiples of its grid where at most 16 lie between them.  log1p
  /// needs that; elsewhere it makes a step one float, which hides errors that cancel later.
  bool on_grids = false;

  /// Of the heads; that of hi + lo is this + low.
  long double middle() const { return (static_cast<long double>(first) + last) / 2; }
  /// t runs through the low words of one head.
  bool one_head() const { return first == last; }
  /// At least that of t's range.
  long double half_width() const {
    if (one_head()) return low_radius;
    const long double heads = (static_cast<long double>(last) - first) / 2;
    return by_sum ? (heads + low_radius) * (1 + 0x1p-62L) : heads;
  }
};

/// A trace without what neither its results nor its path need.
struct program {
  std::vector<ff::trace::node> steps;
  int hi = 0, lo = 0;  ///< the results' places
  std::size_t key = 0;
  unsigned long serial = 0;  ///< of the run that made it, in its thread: equal numbers mean equal programs
  bool outside = false;      ///< a path that is not certified; it has no steps
  /// What chose the path: the place in the run, and the step here.
  struct read {
    int place, step;
  };
  std::vector<read> reads = {};
};

/// What is known of a step.
struct step {
  form value;                  ///< after rounding
  double least = 0, most = 0;  ///< an interval of values
  int grid = 0;                ///< it is a multiple of 2^grid
  int own_error = -1;          ///< the number of its rounding error, or -1
  bool exact =
      false;  ///< its operation was not rounded; false where that is not known, even without an error
};

struct result {
  bool possible = true;     ///< false where a step divides by what may be 0, or overflows
  bool empty = false;       ///< no argument of the cell has the errors that are known
  form total;               ///< hi + lo
  bounds_of_errors errors;  ///< number 0 is that of lo - low
  std::vector<step> steps;

  bool operator==(const result& o) const;
};

/// Analyses cells, one after the other.  A step depends on the cell's words and on what is known of it and of
/// the steps before.  So where two cells in a row are of one program and have the same words, the steps
/// before the first one of which something else is known are kept, with their errors' numbers: the result
/// is the same, bit for bit, as that of a new analyser.
class analyser {
 public:
  analyser();
  ~analyser();
  analyser(const analyser&) = delete;
  analyser& operator=(const analyser&) = delete;

  /// It stands until the next call.
  const result& analysed(const program& p, const cell& at);
  /// `at` with the other choice of keep_errors has the same analysis as the last cell, `at`.
  bool errors_decided_nothing() const;

 private:
  class work;
  std::unique_ptr<work> work_;
};

}  // namespace proofs
