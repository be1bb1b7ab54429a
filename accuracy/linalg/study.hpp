// ff::linalg before MPFR: --ops linalg.  A subject is a function of a matrix of some family that says how
// large its errors are, and how large they may be; a factorisation is one whose errors are its residual and
// orthogonality.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "accuracy/linalg/machine.hpp"

namespace accuracy {

/// An error and its bound, both relative to `unit`.
struct linalg_error {
  std::string unit;
  double error = 0, bound = 0;

  bool passed() const { return error <= bound; }
};

/// Says what a subject is given: A is rows by columns, of the family.
struct dimensions {
  int64 rows, columns;
};
struct linalg_case : dimensions {
  const machine& on;
  const family& of;
  std::uint64_t seed, samples;

  dense matrix() const { return of.make(rows, columns, seed); }
  /// Says what A is multiplied by, of as many rows as A has columns.
  dense other(int64 width) const { return of.other(columns, width, seed + 1); }
};

struct linalg_subject {
  std::string name;
  std::function<std::vector<linalg_error>(const linalg_case&)> judge;
  std::function<std::vector<family>()> families = matrix_families;
  std::vector<dimensions> sizes = {{1, 1}, {33, 20}, {70, 400}, {200, 130}};
};

/// Says what was seen of a subject on a family: the worst of all dimensions, relative to its bound.
struct linalg_row {
  std::string subject, family;
  linalg_error worst;
  int64 rows = 0, columns = 0;  ///< of the worst
  std::uint64_t matrices = 0;

  bool passed() const { return worst.passed(); }
};

/// The factorisations and solutions among the subjects.
std::vector<linalg_subject> factor_subjects();
/// All subjects, in the order of the report.
std::vector<linalg_subject> linalg_subjects();

/// A row for each family and unit.  Fewer than 16 samples are a quick look, at small matrices alone.
std::vector<linalg_row> study_linalg(const linalg_subject& s, const machine& on, std::uint64_t seed,
                                     std::uint64_t samples);

/// Hashes what the host's functions return on fixed matrices (accuracy/judge/bits.hpp).
std::string linalg_bits(const linalg_subject& s);

/// A machine that is wrong on purpose, and whom it shows.
struct linalg_mutant {
  std::string name, subject;
  std::function<std::unique_ptr<machine>()> make;
};
std::vector<linalg_mutant> factor_mutants();

/// A file NAME.cpp of linalg/judges/ defines `linalg_judge NAME_judge()`, and is listed by CMakeLists.txt.
struct linalg_judge {
  std::vector<linalg_subject> subjects;
  std::vector<linalg_mutant> mutants;
};
std::vector<linalg_judge> linalg_judges();

std::vector<linalg_mutant> linalg_mutants();

/// The table of a run.
std::string linalg_table_head();
std::string linalg_table_row(const linalg_row& r);

}  // namespace accuracy
