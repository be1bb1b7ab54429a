#include "interval_page.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "shown.hpp"

namespace bench {
namespace {

/// The rows of one name, by their types; names in the order of the run.
using by_type = std::map<std::string, const json*>;
using by_name = std::vector<std::pair<std::string, by_type>>;

void add(by_name& all, const std::string& name, const std::string& type, const json& row) {
  auto at = std::find_if(all.begin(), all.end(), [&](const auto& known) { return known.first == name; });
  if (at == all.end()) at = all.insert(all.end(), {name, {}});
  at->second[type] = &row;
}

const char* const interval_types[] = {"float", "double", "ff"};
const std::string interval_prefix = "interval_";

bool is_interval(const std::string& name) {
  return name.compare(0, interval_prefix.size(), interval_prefix) == 0;
}

/// An error: whole numbers without decimals.
std::string error_text(const json& x) {
  if (x.get<double>() == 0) return "0";
  return x.is_number_float() ? fmt::format("{:.2f}", x.get<double>()) : x.dump();
}

std::string power_of_two(const json& n) {
  return n.get<double>() > 0 ? fmt::format("2^{:.4g}", std::log2(n.get<double>())) : "-";
}

/// The largest error of a row, the hunt's included; "-" where there is no row.
std::string worst_text(const by_type& kinds, const std::string& type) {
  const auto at = kinds.find(type);
  if (at == kinds.end()) return "-";
  const json& row = *at->second;
  const json found = row.at("max"), hunted = row.value("hunt_max", json(0));
  return error_text(hunted.get<double>() > found.get<double>() ? hunted : found);
}

std::string interval_accuracy(const json& accuracy) {
  by_name rows;
  for (const json& row : accuracy.at("operations")) {
    std::string name = row.at("operation");
    if (is_interval(name)) name.erase(0, interval_prefix.size());
    const std::size_t dot = name.find('.');
    add(rows, name.substr(dot + 1), name.substr(0, dot), row);
  }
  table t(headed({"operation", "vectors, of each type", "hunted", "not contained", "float, ulp",
                  "double, ulp", "ff, u^2", "ff, total u^2"}));
  for (const auto& [name, kinds] : rows) {
    const json& some = *kinds.begin()->second;
    long long violated = 0;
    for (const auto& [type, row] : kinds) violated += row->at("violated").get<long long>();
    table::row cells{code(name), power_of_two(some.at("vectors")), power_of_two(some.at("hunted")),
                     fmt::format("{}", violated)};
    for (const char* type : interval_types) cells.push_back(worst_text(kinds, type));
    const auto ff = kinds.find("ff");
    const bool has_total = ff != kinds.end() && ff->second->contains("total");
    cells.push_back(has_total ? error_text(ff->second->at("total")) : "-");
    t.add(cells);
  }
  return t.markdown();
}

std::string interval_speed(const json& run) {
  by_name rows;
  for (const json& row : run.at("throughput")) {
    const std::string type = row.at("type");
    if (is_interval(type)) add(rows, row.at("name"), type.substr(interval_prefix.size()), row);
  }
  // Collange, Florez and Defour (2008), Table 3.
  const std::map<std::string, const char*> paper = {
      {"add", "6"}, {"mul", "12"}, {"sqr", "20"}, {"x^5", "10"}};
  table t(headed({"operation", "paper", "float", "double", "ff", "float, slots", "double, slots", "ff, slots",
                  "ff x double"}));
  for (const auto& [name, kinds] : rows) {
    const auto known = paper.find(name);
    table::row cells{code(name), known == paper.end() ? "-" : known->second};
    const auto own = [&kinds = kinds](const char* type, const char* key, int decimals) {
      const json& row = *kinds.at(type);
      if (!row.contains(key)) return std::string("-");
      return fmt::format("{:.{}f}", row.at(key).get<double>() - row.value("harness", 0), decimals);
    };
    for (const char* type : interval_types) cells.push_back(own(type, "instructions", 0));
    for (const char* type : interval_types) cells.push_back(own(type, "slots", 1));
    cells.push_back(figure(*kinds.at("ff"), "ratio_to_double", "{:.2f}"));
    t.add(cells);
  }
  return t.markdown();
}

}  // namespace

std::string intervals_page(const std::vector<json>& runs, const cost_model&) {
  const json &accuracy = runs.at(0), &run = runs.at(1);
  return interval_accuracy(accuracy) +
         fmt::format(
             "\nInstructions of the machine code (sm_90, operands in registers) and issue slots of {}; the "
             "2008 paper's best for floats, where it has one, is of\n"
             "Collange, Florez and Defour, Table 3. A directed root of words, or quotient of doubles, is a "
             "subroutine. The last column is how many times as fast as `interval<double>` the\n"
             "`interval<ff_t>` is on that GPU, whose double has half the rate of its float.\n\n",
             run.at("device").get<std::string>()) +
         interval_speed(run);
}

}  // namespace bench
