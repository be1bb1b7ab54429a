// Says what a program of the report judges: all there is (whole.cpp), or the operators alone (operators.cpp),
// which take a fifth of the build.
#pragma once

#include "accuracy/judge/gpu_code.hpp"
#include "accuracy/judge/runner.hpp"
#include "accuracy/special/special.hpp"
#include "catalogue/families.hpp"

namespace accuracy {

// One pair of these for each family, in files that CMake makes.
#define FAMILY(name)                                \
  void bind_##name##_rows(std::vector<value_row>&); \
  void bind_##name##_runners(gpu_runners&);
CATALOGUE_FAMILIES(FAMILY)
#undef FAMILY

/// The families that this program has, in the order of the report.
void bind_rows(std::vector<value_row>& all);
void bind_runners(gpu_runners& all);

/// Says what is judged at special operands.
void bind_special_operators(std::vector<special_subject>& all);
void bind_special_functions(std::vector<special_subject>& all);
void bind_special(std::vector<special_subject>& all);
void bind_special_runners(gpu_runners& all);  ///< those without a row

/// The rows of intervals on the CPU or on the GPU; none where they were left out.
subjects interval_rows(bool on_gpu);

/// Those of predicates, likewise.
subjects predicate_rows(bool on_gpu);

/// Returns whether anything was left out.
bool is_whole();

}  // namespace accuracy
