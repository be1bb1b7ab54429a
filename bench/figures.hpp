// The figures of a recorded run as text, for every page that shows them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "operations.hpp"
#include "report.hpp"

namespace bench {

inline std::vector<operation> operations() {
  std::vector<operation> all;
  for_each_operation([&](auto, const operation& o) { all.push_back(o); });
  return all;
}

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
inline std::string percent(const json& row, const char* key) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? "-" : fmt::format("{:.1f} %", 100 * at->get<double>());
}

inline std::string size_text(double n) { return fmt::format("2^{:g}", std::log2(n)); }

/// How many times as fast as double ff is on that GPU, by the model; 0 where it does not know.
inline double predicted_ratio(const cost_model& model, const architecture& a, const operation& o) {
  const double ours = model.predict(a, o.id).per_clock, native = model.predict(a, o.as).per_clock;
  return native > 0 ? ours / native : 0;
}

}  // namespace bench
