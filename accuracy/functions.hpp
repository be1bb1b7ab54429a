// The elementary functions of the report, family by family.
#pragma once

#include "function.hpp"

namespace accuracy {

/// add(function, name, row of its bound) for each.
template <class Add>
void for_each_function([[maybe_unused]] Add add) {}

}  // namespace accuracy
