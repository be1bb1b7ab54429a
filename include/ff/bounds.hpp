// What is known of each operator's error: the one source that the report, the tests and the README read.
#pragma once

#include <ff/fast.hpp>
#include <ff/operators.hpp>
#include <ff/paper2006.hpp>
#include <ff/type/accumulate.hpp>

namespace ff {
namespace bounds {

/// visit(row) for each operator's row, as they stand in the headers.
template <class Visit>
FF_HD constexpr void each_operator(Visit visit) {
  for (const operator_row& row : error_free) visit(row);
  for (const operator_row& row : kernels) visit(row);
  for (const operator_row& row : accumulators) visit(row);
  for (const operator_row& row : operators) visit(row);
  for (const operator_row& row : fast) visit(row);
  for (const operator_row& row : paper) visit(row);
}

/// An operator's row, or nullptr.
FF_HD constexpr const operator_row* find(const char* name) {
  const operator_row* found = nullptr;
  each_operator([&](const operator_row& row) {
    if (same_name(row.name, name)) found = &row;
  });
  return found;
}

}  // namespace bounds
}  // namespace ff
