// Functions and mixes in company: the tables, from a recorded run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "../figures.hpp"
#include "command/table.hpp"
#include "company_rows.hpp"

namespace bench {
namespace {

using command::column;
using command::side;
using command::table;

const json* row_of(const json& run, const std::string& name, const std::string& type) {
  for (const json& row : run.at("company")) {
    if (row.at("name") == name && row.at("type") == type) return &row;
  }
  return nullptr;
}

/// Slots at size `i` of L1.
double slots(const json& row, const char* key, std::size_t i) { return row.at(key).at(i).get<double>(); }

/// A figure says something above the noise of the harness, and above half a slot.
double least_of(const json& run) { return std::max(0.5, run.value("noise_slots", 0.0)); }
std::string text(double x, double least) { return x < least ? "-" : fmt::format("{:.0f}", x); }

/// Finds the types beside ff that were measured.
std::vector<const char*> peers_of(const json& run) {
  std::vector<const char*> types;
  for (const char* type : {"double", "fp32mp2"}) {
    for (const json& row : run.at("company")) {
      if (row.at("type") != type) continue;
      types.push_back(type);
      break;
    }
  }
  return types;
}

std::string span_text(const json& row, const char* key) {
  return fmt::format("[{:g}, {:g}]", row.at(key).at(0).get<double>(), row.at(key).at(1).get<double>());
}

/// The bytes of tables that a kernel with this function alone carries; "" where they were not counted.
std::string table_bytes(const std::string& kernel) {
  static const auto counted = nlohmann::json::parse(tables_json());
  const auto at = counted.at("bytes").find(kernel);
  return at == counted.at("bytes").end() ? "" : std::to_string(at->get<long>());
}

/// The first table, in columns of text or of Markdown.
table company_rows_of(const json& run) {
  const json& l1 = run.at("l1_kb");
  const std::size_t last = l1.size() - 1;
  std::vector<column> columns{{"work", 26, side::left}, {"x (and y)", 26, side::left}, {"tables, bytes", 13}};
  const double least = least_of(run);
  for (const char* type : peers_of(run)) columns.push_back({type, 8});
  for (std::size_t i = 0; i <= last; ++i)
    columns.push_back(
        {fmt::format("{}{:g}", i == 0 ? "ff, KB: " : "", l1.at(i).get<double>()), i == 0 ? 11 : 5});
  columns.push_back({fmt::format("{:g}, 2048", l1.at(last).get<double>()), 9});
  columns.push_back({"over itself", 11});
  columns.push_back({"x double", 9});
  table t(columns);
  for (const json& ours : run.at("company")) {
    if (ours.at("type") != "ff") continue;
    const std::string name = ours.at("name");
    table::row cells{name,
                     (ours.value("wide", false) ? "log " : "") + span_text(ours, "x") +
                         (ours.contains("y") ? ", " + span_text(ours, "y") : ""),
                     table_bytes(ours.at("kernel"))};
    for (const char* type : peers_of(run)) {
      const json* peer = row_of(run, name, type);
      cells.push_back(peer == nullptr ? "-" : text(slots(*peer, "slots_2048", last), least));
    }
    for (std::size_t i = 0; i <= last; ++i) cells.push_back(text(slots(ours, "slots_512", i), least));
    const double hardest = slots(ours, "slots_2048", last), alone = slots(ours, "slots_512", 0);
    cells.push_back(text(hardest, least));
    cells.push_back(alone >= least ? fmt::format("{:.2f}", hardest / alone) : "-");
    const json* native = row_of(run, name, "double");
    const double double_slots = native == nullptr ? 0 : slots(*native, "slots_2048", last);
    cells.push_back(std::min(double_slots, hardest) < least ? "-"
                                                            : fmt::format("{:.2f}", double_slots / hardest));
    t.add(cells);
  }
  return t;
}

std::string mixes_table(const json& run) {
  const json& l1 = run.at("l1_kb");
  std::vector<column> columns{{"mix"}, {"type"}};
  for (const auto& kilobytes : l1)
    columns.push_back({fmt::format("at {:g} KB: mix − parts", kilobytes.get<double>())});
  table t(columns);
  std::string formulas;
  for (const json& row : run.at("company")) {
    if (!row.contains("parts_slots_512")) continue;
    table::row cells{row.at("name"), row.at("type")};
    for (std::size_t i = 0; i < l1.size(); ++i) {
      const double mix = slots(row, "slots_512", i), parts = slots(row, "parts_slots_512", i);
      cells.push_back(fmt::format("{:.0f} − {:.0f} = {:.0f}", mix, parts, std::round(mix - parts) + 0.0));
    }
    t.add(cells);
    if (row.at("type") == "ff")
      formulas += fmt::format("- {}: {}\n", row.at("name").get<std::string>(), row.value("formula", ""));
  }
  return t.markdown() + "\n" + formulas;
}

/// Says what another GPU of 128 KB for L1 and shared memory makes of the measured slots.
class elsewhere {
 public:
  elsewhere(const json& run, const cost_model& model)
      : run_(run),
        model_(model),
        executed_(model),
        here_(*model.find(run.at("architecture").get<std::string>())) {}

  /// Slots there over slots here; 0 where that is not known.
  double relative(const std::string& kernel, const std::string& type, const architecture& there) const {
    static const std::map<std::string, std::pair<const char*, const char*>> operators = {
        {"+", {"plus", "add"}}, {"*", {"times", "mul"}}, {"/", {"div", "div"}}, {"sqrt", {"sqrt", "sqrt"}}};
    if (const auto o = operators.find(kernel); o != operators.end()) {
      const std::string id = type + "_" + (type == "ff" ? o->second.first : o->second.second);
      const double mine = model_.predict(here_, id).per_clock, other = model_.predict(there, id).per_clock;
      return other > 0 ? mine / other : 0;
    }
    for (const company_mix& mix : company_mixes()) {
      if (mix.whole.kernel == kernel) return of_parts(mix, type, there);
    }
    return executed_.relative_clocks(type + "_" + kernel, here_, there);
  }

 private:
  // The mean of its parts, each as it weighs here.
  double of_parts(const company_mix& mix, const std::string& type, const architecture& there) const {
    double before = 0, after = 0;
    for (const company_part& part : mix.parts) {
      const json* row = row_of(run_, part.row.kernel, type);
      const double times = relative(part.row.kernel, type, there);
      if (row == nullptr || times <= 0) return 0;
      const double weight = part.times * slots(*row, "slots_512", 0);
      before += weight, after += weight * times;
    }
    return before > 0 ? after / before : 0;
  }

  const json& run_;
  const cost_model& model_;
  executed_calls executed_;
  const architecture& here_;
};

std::string model_table(const json& run, const cost_model& model) {
  const elsewhere at(run, model);
  const json& l1 = run.at("l1_kb");
  const std::size_t last = l1.size() - 1, before = last - 1;
  std::vector<column> columns{{"work"}};
  const char* const keys[] = {"sm_89", "sm_120"};
  for (const char* key : keys) {
    for (const std::size_t i : {before, last})
      columns.push_back({fmt::format("{}, {:g} KB: ff, × double", key, l1.at(i).get<double>())});
  }
  table t(columns);
  for (const json& ours : run.at("company")) {
    const json* native = row_of(run, ours.at("name"), "double");
    if (ours.at("type") != "ff" || native == nullptr) continue;
    table::row cells{ours.at("name")};
    bool known = true;
    for (const char* key : keys) {
      const architecture& there = *model.find(key);
      const double own = at.relative(ours.at("kernel"), "ff", there),
                   peer = at.relative(ours.at("kernel"), "double", there);
      known = known && own > 0 && peer > 0;
      for (const std::size_t i : {before, last}) {
        const double mine = slots(ours, "slots_2048", i) * own,
                     other = slots(*native, "slots_2048", i) * peer;
        cells.push_back(!known ? ""
                        : std::min(slots(*native, "slots_2048", i), mine) < least_of(run)
                            ? fmt::format("{:.0f}, -", mine)
                            : fmt::format("{:.0f}, {:.2g}", mine, other / mine));
      }
    }
    if (known) t.add(cells);
  }
  return t.markdown();
}

}  // namespace

std::string company_table(const json& run) {
  const table t = company_rows_of(run);
  return "\nIn company: FP32 issue slots a call, harness subtracted, at so many KB of L1 and with 512 "
         "different "
         "arguments, or 2048;\nthe other types as in that hardest column.\n" +
         t.text();
}

std::string company_page(const json& run, const cost_model& model) {
  const auto counted = nlohmann::json::parse(tables_json());
  std::string page = fmt::format(
      "On {}, driver {}, commit {}: FP32 issue slots a call, measured, the harness subtracted.  ff's columns "
      "are "
      "the KB of L1 that\nshared memory leaves, with 512 different arguments, in the last of them with 2048; "
      "`{}` {} told as in that\nlast one, and so is how many times as fast as double ff is.  *Over itself* "
      "is "
      "that column over the first.  A figure below\n{:.2g} slots, the noise of the harness, is left "
      "out.\n\n",
      run.at("device").get<std::string>(), run.at("driver").get<std::string>(),
      run.at("commit").get<std::string>(), fmt::join(peers_of(run), "` and `"),
      peers_of(run).size() > 1 ? "are" : "is", least_of(run));
  if (run.contains("cccl"))
    page += fmt::format("`fp32mp2` is that of CCCL {}.\n\n", run.at("cccl").get<std::string>());
  for (const json& row : run.at("company")) {
    if (!row.contains("commit")) continue;
    page +=
        fmt::format("`{}` is another's code, and was measured at commit {} on the same GPU and driver.\n\n",
                    row.at("type").get<std::string>(), row.at("commit").get<std::string>());
    break;
  }
  page += company_rows_of(run).markdown();
  page += fmt::format(
      "\nTables of a kernel with that function alone, read from its cubin; together, in a kernel with all of "
      "{}: {} bytes.\n",
      counted.at("together").at("names").get<std::string>(), counted.at("together").at("bytes").get<long>());
  page +=
      "\n## What a mix costs beyond its parts\n\nEach part alone, with the arguments that it has in the "
      "mix.\n\n" +
      mixes_table(run);
  page +=
      "\n## GPUs with 128 KB\n\nA model, not a measurement: the slots above, at the size of L1 that those "
      "GPUs "
      "have left where a kernel takes none of their shared\nmemory, or all, with 2048 arguments, times what "
      "the cost model makes of the instructions there.\n\n" +
      model_table(run, model);
  return page;
}

}  // namespace bench
