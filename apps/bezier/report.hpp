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

// ---- a record of study.hpp as Markdown; nlohmann::json::exception where it is none

/// A row for each view, method and arithmetic: the time of a pair and of a hit, and pixels that are wrong.
std::string methods_table(const nlohmann::ordered_json& record);
/// Rays of each kind and the steps of Kajiya's method, beside the thesis's.
std::string rays_table(const nlohmann::ordered_json& record);
/// Batches, GPUs, and larger scenes.
std::string scaling_table(const nlohmann::ordered_json& record);

}  // namespace bezier
