// The errors of all operators, found by name.  The report, the tests and the README read them from here
// alone.
#pragma once

#include <ff/fast.hpp>
#include <ff/operators.hpp>
#include <ff/paper2006.hpp>
#include <ff/type/accumulate.hpp>

namespace ff {
namespace bounds {

/// An operator's row, or nullptr.  Where nvcc compiles, call it while compiling alone: at run time the device
/// would need the arrays.
FF_HD constexpr const operator_row* find(const char* name) {
  if (const operator_row* const row = find(error_free, name)) return row;
  if (const operator_row* const row = find(kernels, name)) return row;
  if (const operator_row* const row = find(accumulators, name)) return row;
  if (const operator_row* const row = find(operators, name)) return row;
  if (const operator_row* const row = find(fast, name)) return row;
  return find(paper, name);
}

}  // namespace bounds
}  // namespace ff
