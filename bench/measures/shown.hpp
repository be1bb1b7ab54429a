// The figures of a recorded run as text, for every page that shows them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/operations.hpp"
#include "bench/report.hpp"
#include "command/table.hpp"

namespace bench {

using command::column;
using command::side;
using command::table;

/// nullptr where there is none of that id.
inline const json* find_row(const json& rows, const std::string& id) {
  const auto at = std::find_if(rows.begin(), rows.end(), [&](const json& row) { return row.at("id") == id; });
  return at == rows.end() ? nullptr : &*at;
}

/// "-" where the run has no such figure.
inline std::string figure(const json& row, const char* key, const char* format) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? "-" : fmt::format(fmt::runtime(format), at->get<double>());
}
/// The singular vectors of a matrix of `solve`.  Records of before they were written have two reflections.
inline std::string vectors_of(const json& row) { return row.value("vectors", "two reflections"); }
inline std::string milliseconds(const json& row, const char* key) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? "-" : fmt::format("{:.3g}", 1e3 * at->get<double>());
}
inline std::string percent(const json& row, const char* key) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? "-" : fmt::format("{:.1f} %", 100 * at->get<double>());
}

/// Says what each stage of a predicate decided, in percent; "-" where nothing was counted.
inline std::vector<std::string> stage_shares(const json& row) {
  std::vector<std::string> texts;
  double all = 0;
  for (const json& share : row.at("shares")) all += share.get<double>();
  for (const json& share : row.at("shares"))
    texts.push_back(all > 0 ? fmt::format("{:.3g} %", 100 * share.get<double>()) : "-");
  return texts;
}

inline std::string size_text(double n) { return fmt::format("2^{:g}", std::log2(n)); }

/// Says how many times as fast as double ff is on that GPU, by the model; 0 where it does not know.
inline double predicted_ratio(const cost_model& model, const architecture& a, const operation& o) {
  const double ours = model.predict(a, o.id).per_clock, native = model.predict(a, o.as).per_clock;
  return native > 0 ? ours / native : 0;
}

/// A table by type and operation, whose heading is narrower in the first column than its rows.
inline std::string text_by_type(int heading_width, const std::vector<column>& figures,
                                const std::vector<table::row>& rows) {
  std::vector<column> columns{{"type", 15, side::left}, {"operation", 18, side::left}};
  columns.insert(columns.end(), figures.begin(), figures.end());
  table t(columns);
  for (const table::row& r : rows) t.add(r);
  columns.front().width = heading_width;
  return table(columns).text_heading() + t.text_rows();
}

}  // namespace bench
