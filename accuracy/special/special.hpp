// Operators and functions at special operands, held to what double says: NaN, infinities, zeros and their
// signs, overflow by ff's own range.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalogue/operands.hpp"

namespace accuracy {

using catalogue::ff_t;
using catalogue::operands;
using catalogue::outcome;

enum class special_group { operators, comparisons, conversions, exact_functions, functions };
inline constexpr int special_groups = 5;
inline constexpr const char* special_group_names[special_groups] = {"operators", "comparisons", "conversions",
                                                                    "exact functions", "functions"};

/// Names what C Annex F promises.
struct special_subject {
  const char* name;
  special_group kind;
  int arguments;
  bool words[3], integers[3];  ///< which operands are floats or ints
  outcome (*run)(const operands&);
  double (*in_double)(const operands&);
  double (*size)(const operands&);  ///< what errors are relative to; nullptr: double's result
  bool has_row;  ///< the GPU has it by the name of a row; else with "special." before its name
};

/// All that this program has, in the order of the catalogue.
const std::vector<special_subject>& special_subjects();

/// Says how a head can differ from double's.
enum class special_verdict { same, kind, sign, value };

/// Returns whether a result has the kind of number (NaN, infinite, zero or not) and the sign that double has
/// at `want` and, where both are finite, the value to 2^-40 of `size` or of itself.  Where |want| rounds to
/// an infinite head either is right; from 2^-150 to 2^-149 zero and the least float are.
special_verdict judged(ff_t r, double want, double size = 0);

/// All tuples of special operands.
std::vector<operands> special_tuples(const special_subject& s);

struct special_trial {
  const special_subject* of;
  std::uint64_t tried = 0, differ = 0;
  operands first{};  ///< that differ
  ff_t first_result;
};
special_trial judge_special(const special_subject& s, bool on_gpu);

}  // namespace accuracy
