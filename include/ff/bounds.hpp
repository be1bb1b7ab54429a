// What is known of each operator's error: the one source that the report, the tests and the README read.
#pragma once

#include <ff/fast.hpp>
#include <ff/operators.hpp>
#include <ff/paper2006.hpp>
#include <ff/type/accumulate.hpp>

namespace ff {
namespace bounds {

/// visit(row) for each operator's row, as they stand in the headers.  On the host: device code has no such
/// arrays.
template <class Visit>
constexpr void each_operator(Visit visit) {
  for (const operator_row& row : error_free) visit(row);
  for (const operator_row& row : kernels) visit(row);
  for (const operator_row& row : accumulators) visit(row);
  for (const operator_row& row : operators) visit(row);
  for (const operator_row& row : fast) visit(row);
  for (const operator_row& row : paper) visit(row);
}

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
