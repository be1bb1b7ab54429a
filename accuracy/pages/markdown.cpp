#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "accuracy/judge/values.hpp"
#include "command/table.hpp"
#include "pages.hpp"
#include "words.hpp"

namespace accuracy {
namespace {

using nlohmann::json;

double worst_of(const json& row) {
  double worst = -1;
  for (const char* key : {"max_u2", "hunt_max_u2"}) {
    if (row.contains(key) && row.at(key).is_number()) worst = std::max(worst, row.at(key).get<double>());
  }
  return worst;
}

std::string power_text(const json& n) {
  return n.get<double>() > 0 ? fmt::format("2^{:.4g}", std::log2(n.get<double>())) : std::string("-");
}

}  // namespace

std::string composites_table(const std::string& text) {
  const auto run = json::parse(text);
  command::table table({{"operation"},
                        {"components"},
                        {"bound, u²"},
                        {"of"},
                        {"judged"},
                        {"hunted"},
                        {"measured worst, u²"},
                        {"at"}});
  for (const auto& row : run.at("operators")) {
    const value_row* known = find_value_row(row.at("operator"));
    if (!known || known->info.kind != group::composite) continue;
    const recipe& how = known->info.how;
    const bool of_operands = how.scale == relative_to::operands && known->operands_text[0] != '\0';
    std::string of = of_operands ? known->operands_text : scale_text(how.scale);
    for (std::size_t at; (at = of.find('|')) != of.npos;) of.replace(at, 1, "&#124;");
    table.add({fmt::format("`{}`", known->info.name),
               range_text(how.span[0]) + (is_used(how.span[1]) ? "; " + range_text(how.span[1]) : ""),
               fmt::format("{:.3g} {}", known->info.u2, known_text(known->info.known)), of,
               power_text(row.at("vectors")), power_text(row.at("hunted")),
               fmt::format("{:.2f}", worst_of(row)),
               fmt::format("`{}`", fmt::join(row.at("worst_input").get<std::vector<std::string>>(), " "))});
  }
  return fmt::format("Measured on {}, driver {}, commit {}.\n\n", run.at("device").get<std::string>(),
                     run.at("driver").get<std::string>(), run.at("commit").get<std::string>()) +
         table.markdown();
}

namespace {

/// A line of each operator that has an algorithm, of the groups that are wanted.
template <class Wanted>
std::string table_of_operators(const json& run, Wanted wanted) {
  command::table table(
      {{"operator"}, {"algorithm"}, {"flops"}, {"bound, u²"}, {"measured worst, u²"}, {"bits"}});
  for (const auto& row : run.at("operators")) {
    const value_row* known = find_value_row(row.at("operator"));
    if (!known || known->info.algorithm[0] == '\0' || !wanted(known->info.kind)) continue;
    const row_info& info = known->info;
    const double worst = worst_of(row);
    const std::string of =
        info.how.scale == relative_to::operands ? std::string(" of ") + known->operands_text : "";
    table.add({fmt::format("`{}`", info.name), info.algorithm,
               info.flops > 0 ? std::to_string(info.flops) : "",
               info.known == ff::bounds::evidence::exact
                   ? std::string("exact")
                   : fmt::format("{:.3g}{}, {}", info.u2, of, known_text(info.known)),
               worst == 0 ? "0" : fmt::format("{:.2f}", worst), bits_text(worst)});
  }
  return table.markdown();
}

}  // namespace

std::string readme_table(const std::string& text) {
  return table_of_operators(json::parse(text), [](group g) { return g == group::core; });
}

std::string operators_table(const std::string& text) {
  const auto run = json::parse(text);
  const auto& first = run.at("operators").at(0);
  return fmt::format(
             "Measured on {}, driver {}, commit {}: {} vectors of each, every one judged by MPFR, and {} "
             "more "
             "searched.\n\n",
             run.at("device").get<std::string>(), run.at("driver").get<std::string>(),
             run.at("commit").get<std::string>(), power_text(first.at("vectors")),
             power_text(first.at("hunted"))) +
         table_of_operators(run, [](group g) { return g == group::core || g == group::variant; });
}

}  // namespace accuracy
