// The cells of a function's argument: intervals of heads on which it takes the same steps.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "analysis.hpp"

namespace proofs {

/// Two numbers of the trace.
struct words {
  ff::traced hi, lo;
};
using kernel = std::function<words(ff::traced hi, ff::traced lo)>;

/// The key of every path outside.
inline constexpr std::size_t outside_key = 2;

/// Places of a run and the values that they get instead of their own.
using planted_values = std::vector<std::pair<int, float>>;

/// The steps that the kernel takes for that argument.
program traced_program(const kernel& f, float hi, float lo, const planted_values& planted = {});

/// Whether every argument of the cell takes the steps of p, or a path outside: its reads lie in the intervals
/// of `steps`, and whatever values they have there, the path is the same.
bool path_holds(const kernel& f, const program& p, const std::vector<step>& steps);
/// The same where a cell's arguments take some more paths, which this adds to `others`; false if they are too
/// many.
inline constexpr std::size_t most_others = 8;
bool other_paths(const kernel& f, const program& p, const std::vector<step>& steps,
                 std::map<std::size_t, program>& others);

/// An interval of heads of one sign and exponent, and the steps that they take with these low words.
struct interval_of_heads {
  float first, last;
  double low, low_radius;
  program steps;
};

/// Half an ulp of x, and what a weak pair may have more.
double largest_low_word(float x);

/// Calls use(interval) for all intervals between `first` and `last`, 0 < first <= last or first <= last < 0.
void for_all_intervals(const kernel& f, float first, float last,
                       const std::function<void(interval_of_heads&)>& use);

/// A float's place in the order of floats, and back.
int order_of(float x);
float float_at(int order);

}  // namespace proofs
