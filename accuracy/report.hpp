// What a run prints and writes.
#pragma once

#include <string>
#include <vector>

#include "study.hpp"

namespace accuracy {

/// Where and how a run was made; recorded with every result.
struct provenance {
  std::string device, driver, commit, command;
  std::uint64_t seed = 0;
};

std::string hex(float a);              ///< 0x1.8p+3
std::string hex(const trial& t);       ///< the operands of the worst vector
std::string bits_text(double error);   ///< good bits of 48, or "exact"
std::string error_text(double error);  ///< in u^2

std::string table_head();
std::string table_row(const trial& t);

std::string to_json(const provenance& from, const std::vector<trial>& trials);
std::string to_csv(const std::vector<trial>& trials);
/// One panel an operator: how often each error occurred, the bound as a line.
std::string to_svg(const provenance& from, const std::vector<trial>& trials);
/// The README's table, from bounds.hpp and the JSON of a recorded run.
std::string readme_table(const std::string& json);

/// The table of docs/composites.md, likewise.
std::string composites_table(const std::string& json);

/// Adds the worst vector of each trial to DIR/<operator>.wc, which the tests replay; keeps what is there.
void add_to_corpus(const std::string& directory, const std::vector<trial>& trials);

}  // namespace accuracy
