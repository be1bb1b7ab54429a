// Says what a run prints: its measures in their order, the cost model, and two runs compared.
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "command/record.hpp"
#include "functions/company_rows.hpp"
#include "measures/measure.hpp"
#include "measures/shown.hpp"

namespace bench {

std::string heading(const json& run) {
  std::string text = fmt::format("{} ({}); CPU {}; driver {}; commit {}\n", run.value("device", "no GPU"),
                                 run.value("architecture", "-"), run.value("cpu_name", "-"),
                                 run.value("driver", "-"), run.value("commit", "-"));
  if (run.contains("peaks")) {
    const json& p = run.at("peaks");
    text += fmt::format(
        "Peaks in this run: FFMA {} Gresults/s ({} a clock and SM), DFMA {} ({}), issue {} instructions a "
        "clock and SM, "
        "copy {} GB/s, {} GHz\n",
        figure(p, "ffma_gresults", "{:.0f}"), figure(p, "ffma_per_clock_sm", "{:.1f}"),
        figure(p, "dfma_gresults", "{:.0f}"), figure(p, "dfma_per_clock_sm", "{:.1f}"),
        figure(p, "issue_per_clock_sm", "{:.1f}"), figure(p, "copy_gbs", "{:.0f}"),
        figure(p, "clock_ghz", "{:.3f}"));
  }
  return text;
}

std::string all_tables(const json& run) {
  std::string text;
  for (const measure& m : measures())
    if (run.contains(m.name) && !run.at(m.name).empty()) text += m.table(run);
  return text;
}

// ---------------------------------------------------------------- the model

std::string model_tables(const cost_model& model, const std::vector<json>& recorded) {
  std::vector<column> columns{{"", 18, side::left}};
  table::row examples{""};
  for (const architecture& a : model.architectures()) {
    columns.push_back({a.key, 13});
    examples.push_back(a.example.substr(0, 13));
  }
  table ratios(columns);
  ratios.add(examples);
  for (const operation& o : operations()) {
    if (o.type != "ff" || o.as.empty()) continue;
    table::row cells{o.name};
    for (const architecture& a : model.architectures()) {
      const double ratio = predicted_ratio(model, a, o);
      cells.push_back(ratio > 0 ? fmt::format("{:.2f} {:<6}", ratio, recommendation(ratio)) : "-");
    }
    ratios.add(cells);
  }
  columns = {{"", 16, side::left}, {"", 18, side::left, 0}};
  for (const architecture& a : model.architectures()) columns.push_back({a.key, 15});
  table results(columns);
  for (const operation& o : operations()) {
    table::row cells{o.type, o.name};
    for (const architecture& a : model.architectures()) {
      const prediction p = model.predict(a, o.id);
      cells.push_back(p.per_clock > 0 ? fmt::format("{:.2f} {:<8.8}", p.per_clock, p.limit) : "-");
    }
    results.add(cells);
  }
  std::string text = "Predicted from SASS counts and pipe rates: ff over double, and what to use.\n" +
                     ratios.text() + "\nPredicted results a clock and SM, and the pipe that limits them.\n" +
                     results.text();
  for (const json& run : recorded) {
    const model_error e = compare_with(model, run);
    if (e.rows.empty()) continue;
    text +=
        fmt::format("\nAgainst {}, commit {}: median error {:.1f} %, largest {:.1f} %\n",
                    run.value("device", "?"), run.value("commit", "?"), 100 * e.median(), 100 * e.largest());
    for (const auto& row : e.rows) {
      text += fmt::format("{:<22} predicted {:>8.2f}  measured {:>8.2f}  error {:>+6.1f} %\n", row.id,
                          row.predicted, row.measured, 100 * row.error());
    }
  }
  if (recorded.empty()) text += "\nNo recorded run to compare with.\n";
  return text;
}

std::string predictions_json(const cost_model& model) {
  json all;
  for (const architecture& a : model.architectures())
    all["architectures"][a.key] = {{"example", a.example}, {"rate", a.rate}, {"banks", a.slots.at("banks")}};
  const auto on_each = [&](auto per_clock) {
    json rates = json::object();
    for (const architecture& a : model.architectures()) rates[a.key] = per_clock(a);
    return rates;
  };
  for (const operation& o : operations())
    all["operations"][o.id] = {
        {"name", o.name},
        {"as", o.as},
        {"per_clock", on_each([&](const architecture& a) { return model.predict(a, o.id).per_clock; })}};
  const auto executed = nlohmann::json::parse(functions_json()).at("functions");
  for (const auto& [id, c] : executed.items())
    all["functions"][id] = on_each(
        [&, &c = c](const architecture& a) { return model.predict(a, c.template get<counts>()).per_clock; });
  for (const company_mix& mix : company_mixes())
    for (const company_part& part : mix.parts)
      all["mixes"][mix.whole.kernel].push_back({part.times, part.row.kernel});
  return command::record_text(all) + "\n";
}

// ---------------------------------------------------------------- comparison

std::string compare_runs(const json& a, const json& b) {
  std::string text = "A: " + heading(a) + "B: " + heading(b);
  for (const measure& m : measures()) {
    const comparison& p = m.compared;
    if (p.figure == nullptr || !a.contains(m.name) || !b.contains(m.name)) continue;
    table t({{m.name + ", " + p.figure, 34, side::left},
             {"A", 12},
             {"B", 12},
             {p.less_is_better ? "A/B" : "B/A", 8}});
    for (const json& row : a.at(m.name)) {
      for (const json& other : b.at(m.name)) {
        std::string label;
        bool same = true;
        for (const char* key : p.keys) {
          const auto value_of = [&](const json& of) {
            return key == std::string("vectors") ? json(vectors_of(of)) : of.at(key);
          };
          const json value = value_of(row);
          same = same && value == value_of(other);
          label += (label.empty() ? "" : " ") + (value.is_string() ? value.get<std::string>() : value.dump());
        }
        if (!same) continue;
        const auto figure_of = [&](const json& of) {
          const json& all = of.at(p.figure);
          return (all.is_array() ? all.back() : all).get<double>();
        };
        const double x = figure_of(row), y = figure_of(other);
        t.add({label, fmt::format("{:.4g}", x), fmt::format("{:.4g}", y),
               fmt::format("{:.3f}", p.less_is_better ? x / y : y / x)});
      }
    }
    text += "\n" + t.text();
  }
  return text;
}

}  // namespace bench
