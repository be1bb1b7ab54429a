// The study of candidate pairs as the command line has it: which studies are wanted, their record, and
// tables.
#pragma once

#include <nlohmann/json.hpp>

#include "pairs.hpp"

namespace bezier {

/// --pairs, --kind, --method and --arithmetic; "all" leaves the choice open.
struct pairs_options {
  std::string pairs = "100000", kind = "all", method = "all", arithmetic = "all";
};

/// The studies that are wanted; a kind that the patches do not have is left out where the kind is open.
/// Throws command::bad_argument.
std::vector<pair_study> wanted_studies(const pairs_options& o, const pair_source& from);

/// The rows "pairs" and "stages" of a record.  `report` is called with what is being done and the share done.
using study_progress = std::function<void(const std::string&, double)>;
nlohmann::ordered_json run_studies(const std::vector<pair_study>& studies, const pair_source& from,
                                   bool on_gpu, const study_progress& report = nullptr);
/// Kajiya's method among the studies, stage by stage.
nlohmann::ordered_json run_stages(const std::vector<pair_study>& studies, const pair_source& from,
                                  bool on_gpu);

/// Tables of those rows for a terminal.  scripts/report/apps.py makes the pages' tables.
std::string pairs_text(const nlohmann::ordered_json& rows);
std::string stages_text(const nlohmann::ordered_json& rows);

}  // namespace bezier
