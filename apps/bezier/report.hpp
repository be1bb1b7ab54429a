// Says what is printed and recorded of pictures.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "compare.hpp"

namespace bezier {

/// Pixels by outcome: "hit 5, miss 3, undecided 0".
std::string outcomes_text(const rendering& r);
/// A row for each stage that had rays.
std::string stages_text(const rendering& r);
std::string difference_text(const difference& d);

nlohmann::ordered_json to_json(const rendering& r);
nlohmann::ordered_json to_json(const difference& d);

/// A row of a study's record for each view, method and arithmetic.  scripts/report/apps.py makes the pages'
/// tables.
std::string methods_text(const nlohmann::ordered_json& record);

}  // namespace bezier
