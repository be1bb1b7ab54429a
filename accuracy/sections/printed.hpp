// Tables of pages, each printed from the JSON of a recorded run.
#pragma once

#include <string>

#include "accuracy/dd/study.hpp"
#include "accuracy/pages/pages.hpp"
#include "accuracy/roots/study.hpp"
#include "command/command.hpp"

namespace accuracy {

struct page {
  const char *option, *help;
  std::string (*make)(const std::string& json);
  bool of_all_rows = false;  ///< whether ff-accuracy-operators has only a part of it
};
inline constexpr page pages[] = {
    {"--readme-table", "print the README's table from the JSON of a recorded run", readme_table},
    {"--operators-table", "print the table of all operators, likewise", operators_table},
    {"--composites-table", "print that of vectors and complex numbers, likewise", composites_table, true},
    {"--predicates-table", "print that of predicates, likewise", predicates_table, true},
    {"--roots-table", "print that of roots of polynomials, likewise", roots_table},
    {"--dd-table", "print that of dd_t, likewise", dd_table},
    {"--linalg-table", "print those of linear algebra, likewise", linalg_table}};

/// The page of the record in the file `path`.
inline std::string printed(const page& p, const std::string& path) {
  const char* expected = "a readable JSON file that ff-accuracy --json wrote";
  const std::string record = command::read_file(p.option, path, expected);
  try {
    return p.make(record);
  } catch (const std::exception&) {
    throw command::bad_argument(fmt::format("{} {}: expected {}", p.option, path, expected));
  }
}

}  // namespace accuracy
