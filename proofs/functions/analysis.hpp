// What a trace computes on a cell of arguments: each step's form, and which steps are exact.
#pragma once

#include <vector>

#include "form.hpp"
#include "traced.hpp"

namespace proofs {

/// A case: the rounding error of a step, or its value, lies between these.
struct known_case {
  int step;
  double least, most;
  bool of_value = false;  ///< the ends are floats
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
  bool outside = false;  ///< a path that is not certified; it has no steps
  /// What chose the path: the place in the run, and the step here.
  struct read {
    int place, step;
  };
  std::vector<read> reads = {};
};

/// What is known of a step.
struct step {
  form value;          ///< after rounding
  double least, most;  ///< an interval of values
  int grid;            ///< it is a multiple of 2^grid
  int own_error;       ///< the number of its rounding error, or -1
  bool exact =
      false;  ///< its operation was not rounded; false where that is not known, even without an error
};

struct result {
  bool possible;            ///< false where a step divides by what may be 0, or overflows
  bool empty;               ///< no argument of the cell has the errors that are known
  form total;               ///< hi + lo
  bounds_of_errors errors;  ///< number 0 is that of lo - low
  std::vector<step> steps;
};

result analysed(const program& p, const cell& at);

}  // namespace proofs
