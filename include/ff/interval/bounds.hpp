// What is promised of each interval operation, besides that its result contains the exact range: the one
// source that the report, the tests and the pages read.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace bounds {

/// Holds what an operation promises of its endpoints, or of its number.
enum class promise {
  tightest,     ///< float, double: the correctly rounded endpoints; ff_t: within `u2` of the exact ones
  exact,        ///< the endpoints themselves, for all types
  upper_bound,  ///< a number not below the exact one, as near as `tightest` asks of an endpoint
  member,       ///< a number of the operand, near its middle
  close         ///< float: within `ulps`; ff_t: within `u2`, of powers so much a product; double: nothing
};

/// One operation's row.
struct interval_row {
  const char* name;
  promise promised;
  double u2;          ///< ff_t: the largest distance of an endpoint from the exact one, in u^2 of it
  double total = 16;  ///< ff_t: how much wider than the exact range, in u^2 of the larger endpoint: 2^-44
  double ulps = 2;    ///< float, where `near` is promised: the largest distance of an endpoint
};

/// Of float (or double): the largest distance of an endpoint in units in the last place; of a member, of the
/// middle.  0 where nothing is promised.
FF_HD constexpr double ulps_of(const interval_row& row, bool of_float) {
  switch (row.promised) {
    case promise::exact:
      return 0;
    case promise::member:
      return 1.5;
    case promise::close:
      return of_float ? row.ulps : 0;
    default:
      return 1;
  }
}

inline constexpr double quotient_total = 20;  // of two endpoints, each 10 at most

inline constexpr interval_row interval_operations[] = {
    {"add", promise::tightest, 5},
    {"sub", promise::tightest, 5},
    {"mul", promise::tightest, 6},
    {"div", promise::tightest, 10, quotient_total},
    {"divide_split", promise::tightest, 10, quotient_total},
    {"recip", promise::tightest, 10, quotient_total},
    {"fma", promise::tightest, 9},
    {"sqr", promise::tightest, 4},
    {"sqrt", promise::tightest, 10},
    {"add_scalar", promise::tightest, 5},
    {"scalar_sub", promise::tightest, 5},
    {"mul_scalar", promise::tightest, 6},
    {"div_scalar", promise::tightest, 10, quotient_total},
    {"scalar_div", promise::tightest, 10, quotient_total},
    {"abs", promise::exact, 0},
    {"min", promise::exact, 0},
    {"max", promise::exact, 0},
    {"floor", promise::exact, 0},
    {"ceil", promise::exact, 0},
    {"trunc", promise::exact, 0},
    {"hull", promise::exact, 0},
    {"intersection", promise::exact, 0},
    {"magnitude", promise::exact, 0},
    {"mignitude", promise::exact, 0},
    {"width", promise::upper_bound, 5},
    {"radius", promise::upper_bound, 5},
    {"midpoint", promise::member, 2},
    {"pown5", promise::close, 6},
    {"pown_4", promise::close, 6},
    {"pown", promise::close, 6},
    {"rootn", promise::close, 22, 16, 5},
    {"pow", promise::close, 16},
    {"exp", promise::close, 16},
    {"exp2", promise::close, 16},
    {"exp10", promise::close, 16},
    {"log", promise::close, 16},
    {"log2", promise::close, 16},
    {"log10", promise::close, 16},
    {"sin", promise::close, 16},
    {"cos", promise::close, 16},
    {"tan", promise::close, 16},
    {"atan", promise::close, 16},
    {"sinh", promise::close, 16},
    {"cosh", promise::close, 16},
    {"tanh", promise::close, 16},
};

}  // namespace bounds
}  // namespace ff
