// Says how pages put ranges and scales into words.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "catalogue/row.hpp"

namespace accuracy {

inline const char* scale_text(ff::bounds::relative_to scale) {
  using ff::bounds::relative_to;
  switch (scale) {
    case relative_to::unit:
      return "max(1, f)";
    case relative_to::subnormal:
      return "f + 2^-103";
    case relative_to::operands:
      return "sum of |x y|";
    case relative_to::norm:
      return "|f|, as a whole";
    case relative_to::power:
      return "|f| (1 + |w log z|), as a whole";
    default:
      return "f";
  }
}

inline bool is_used(const ff::bounds::range& s) { return s.low < s.high; }

/// The magnitudes, or the ends where these are not alike.
inline std::string range_text(const ff::bounds::range& s) {
  if (s.low != -s.high) return fmt::format("[{:.4g}, {:.4g}]", s.low, s.high);
  const int top = std::ilogb(s.high), bottom = s.smallest < -149 ? -149 : s.smallest;
  return s.high == std::ldexp(1.0, top) ? fmt::format("2^{} to 2^{}", bottom, top) : "all";
}

}  // namespace accuracy
