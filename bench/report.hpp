// Says what a run prints, from the JSON that was recorded: a run of last year prints as well as
// today's.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model.hpp"

namespace bench {

using json = nlohmann::ordered_json;

std::string heading(const json& run);
/// The tables of all measures that the run has.
std::string all_tables(const json& run);

/// The prediction for every operation and GPU; its error against the recorded runs.
std::string model_tables(const cost_model& model, const std::vector<json>& recorded);
/// What scripts/report reads: architectures; results a clock of operations and of functions' executed
/// instructions on each; the parts of mixes.
std::string predictions_json(const cost_model& model);
/// B over A, row by row.
std::string compare_runs(const json& a, const json& b);

/// The data files, built in.
const char* architectures_json();
const char* sass_json();
const char* functions_json();
const char* tables_json();

}  // namespace bench
