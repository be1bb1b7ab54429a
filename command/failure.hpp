// Says how a tool ends when it does not succeed.
#pragma once

#include <stdexcept>

namespace command {

/// Exit statuses.  0 is success; 1 is the tool's own verdict, like an exceeded bound.
constexpr int bad_arguments = 2, failed = 3;

/// Ends the tool with `bad_arguments`.  The message says what was expected.
struct bad_argument : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace command
