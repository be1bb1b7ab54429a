// A row states the error of an elementary function.  Each family's header has its rows beside the code, and
// the report, the tests and the README read them from there.
#pragma once

#include <ff/type/bound.hpp>

namespace ff {
namespace bounds {

/// low <= x <= high; of those, the tests draw magnitudes down to 2^smallest, and zero.  Ends like 88.7228 are
/// no floats; the judge alone reads them, and no function computes with them.
struct range {
  double low, high;
  int smallest;
};
inline constexpr range unused{0, 0, 0};

inline constexpr double largest_float = 0x1.fffffep127;
inline constexpr range everything{-largest_float, largest_float, -149};  ///< every finite number
inline constexpr range positive{0x1p-149, largest_float, -149}, not_negative{0, largest_float, -149};
inline constexpr range tiny{-0x1p-90, 0x1p-90, -149};  ///< low words underflow

/// A bound holds for x and y in these ranges; y is `unused` for functions of one argument.
struct ranges {
  range x, y = unused;
};

/// One range of one function.
struct function_row {
  const char* name;  ///< the function, or function_range where it has several rows
  bound error;
  ranges where;
  const char* source;  ///< the method, in a few words
};

}  // namespace bounds
}  // namespace ff
