// Results as text, CSV and JSON, and the table of the paper.
#pragma once

#include <nlohmann/json.hpp>

#include "run.hpp"

namespace intersect {

/// A line for each contact, by segment, then by triangle or blue segment.
std::string to_csv(const std::vector<hit>& hits, bool in_space);

/// "12 contacts: 9 proper, 3 vertex".
std::string contacts_text(const std::vector<hit>& hits);
/// The steps' times.
std::string times_text(const milliseconds& times);
/// A line for each predicate.
std::string stages_text(const counters& counts, bool in_space);

nlohmann::ordered_json to_json(const result& r, const plan& p);

/// A row of Table 3 of Menezes et al., "Employing GPUs to accelerate exact geometric predicates for 3D
/// geospatial processing": seconds on their machine, with a GTX 1070 Ti.
struct paper_row {
  strategy how;
  const char* name;
  double seconds;
};
constexpr paper_row paper_rows[] = {{strategy::sequential, "sequential", 2.50},
                                    {strategy::pairs, "list of pairs", 2.14},
                                    {strategy::segment, "one segment per thread", 6.00},
                                    {strategy::triangle, "one triangle per thread", 0.72},
                                    {strategy::cells, "several blocks per cell", 0.15}};

/// The record of --table3 for a terminal.  scripts/report/apps.py makes the page's table.
std::string table3_text(const nlohmann::ordered_json& record);

}  // namespace intersect
