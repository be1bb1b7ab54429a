// The elementary functions measured: entries of the catalogue and the arguments that they get.
#pragma once

#include "../gpu.hpp"
#include "catalogue/functions.hpp"
#include "function_list.hpp"

namespace bench {

constexpr argument_ranges between(float x_low, float x_high, float y_low = 0, float y_high = 0) {
  return {{x_low, x_high}, {y_low, y_high}};
}

/// add(entry, ranges of its arguments) for each.
template <class Add>
void for_each_function(Add add) {
#define BENCH_ADD(NAME, ...) add(catalogue::entry::NAME{}, between(__VA_ARGS__));
  BENCH_FUNCTIONS(BENCH_ADD)
#undef BENCH_ADD
}

}  // namespace bench
