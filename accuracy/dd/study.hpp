// The operators and functions of dd_t before MPFR: --ops dd.
//
// They are judged on the host; tests/gpu/dd.cu shows that a GPU has the same bits.
#pragma once

#include <string>
#include <vector>

#include "catalogue/dd.hpp"
#include "command/provenance.hpp"

namespace accuracy {

struct dd_trial {
  std::string name;
  double bound = 0;
  ff::bounds::evidence known{};
  std::uint64_t vectors = 0, wrong = 0;  ///< wrong: a result that is not finite, or not zero where it must be
  double worst = -1;                     ///< the largest error, in u^2
  catalogue::dd_operands at{};           ///< where it was seen

  /// The terms in u^3 are below 2^-45 u^2.
  bool passed() const { return wrong == 0 && worst <= bound + 0x1p-45; }
};

/// A row computed wrongly on purpose.
struct dd_mutant {
  const char* what;
  const char* row;  ///< the row that it is judged as
  catalogue::dd_t (*call)(const catalogue::dd_operands& v);
};
const std::vector<dd_mutant>& dd_mutants();

/// `count` vectors of a row, judged on all cores; of a mutant's results where there is one.
dd_trial study_dd(const catalogue::dd_row& row, std::uint64_t count, std::uint64_t seed,
                  const dd_mutant* mutant = nullptr);

/// Hashes the results over fixed vectors (accuracy/judge/bits.hpp).
std::string bits_of_dd(const catalogue::dd_row& row);

/// The table of a run on a terminal.
std::string dd_table_head();
std::string dd_table_row(const dd_trial& t);

/// A run as JSON.
std::string dd_json(const command::provenance& from, const std::vector<dd_trial>& trials);

}  // namespace accuracy
