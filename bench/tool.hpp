// ff-bench's own reading of its command line; the rest is command/command.hpp.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "command/command.hpp"
#include "record.hpp"

namespace bench {

using command::bad_argument;
using command::result_file;

/// "2^24", "4096" or "1e6": a power of two, which the kernels need.
inline std::uint64_t parse_size(const std::string& option, const std::string& text, std::uint64_t least,
                                std::uint64_t most) {
  const double size = command::parse_whole(text).value_or(0);
  if (!(size >= double(least) && size <= double(most) && std::exp2(std::rint(std::log2(size))) == size)) {
    throw bad_argument(fmt::format("{} {}: expected a power of two from 2^{:g} to 2^{:g}, like 2^24 or 4096",
                                   option, text, std::log2(double(least)), std::log2(double(most))));
  }
  return static_cast<std::uint64_t>(size);
}

}  // namespace bench
