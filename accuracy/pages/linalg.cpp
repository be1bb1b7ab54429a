// Linear algebra on paper: the worst of each function, and of the factors on each family of matrices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "command/table.hpp"
#include "pages.hpp"

namespace accuracy {
namespace {

using json = nlohmann::ordered_json;

double error_of(const json& row) {
  return row.at("max").is_number() ? row.at("max").get<double>() : HUGE_VAL;
}
std::string log_text(double x) { return x == 0 ? "exact" : fmt::format("{:.1f}", std::log2(x)); }
std::string text_of(const json& row, const char* name) { return row.at(name).get<std::string>(); }

/// Says what is measured of a function, in the order of the run.
struct measure {
  std::string function, unit;
  const json* worst;
  std::size_t families, matrices;
};

std::vector<measure> measures_of(const json& rows) {
  std::vector<measure> all;
  for (const json& row : rows) {
    const std::string function = text_of(row, "function"), unit = text_of(row, "relative_to");
    if (row.at("bound").get<double>() == 0) continue;  // a property, and no error
    auto at = std::find_if(all.begin(), all.end(),
                           [&](const measure& m) { return m.function == function && m.unit == unit; });
    if (at == all.end()) at = all.insert(at, {function, unit, &row, 0, 0});
    const auto of_bound = [](const json& r) { return error_of(r) / r.at("bound").get<double>(); };
    if (of_bound(row) > of_bound(*at->worst)) at->worst = &row;
    ++at->families;
    at->matrices += row.at("judged").get<std::size_t>();
  }
  return all;
}

}  // namespace

std::string linalg_table(const std::string& text) {
  const json run = json::parse(text), &rows = run.at("linalg");
  command::table functions({{"function"},
                            {"error relative to"},
                            {"matrices"},
                            {"log2 of the worst"},
                            {"of its bound"},
                            {"on"},
                            {"rows x columns"}});
  std::size_t matrices = 0, exceeded = 0;
  for (const measure& m : measures_of(rows)) {
    const json& w = *m.worst;
    matrices += m.matrices;
    functions.add({m.function, m.unit, std::to_string(m.matrices), log_text(error_of(w)),
                   log_text(w.at("bound").get<double>()), text_of(w, "matrices"),
                   fmt::format("{} x {}", w.at("rows").get<int>(), w.at("columns").get<int>())});
  }
  // The factors' measures, a column each.
  const std::vector<std::pair<std::string, std::string>> columns = {{"qr", "|A_j|"},
                                                                    {"qr", "|Q^T Q - I|"},
                                                                    {"cholesky", "sqrt(a_ii a_jj)"},
                                                                    {"solve", "|x|, converged"},
                                                                    {"least_squares", "|x|, converged"},
                                                                    {"svd", "|A|"},
                                                                    {"svd", "|Q^T Q - I|"}};
  command::table families({{"matrices"},
                           {"qr, residual"},
                           {"orthogonality"},
                           {"cholesky"},
                           {"solve"},
                           {"least_squares"},
                           {"svd, residual"},
                           {"orthogonality"}});
  std::vector<std::string> names;
  std::map<std::pair<std::string, std::size_t>, std::string> cells;
  for (const json& row : rows) {
    exceeded += text_of(row, "verdict") != "within";
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c] != std::pair{text_of(row, "function"), text_of(row, "relative_to")}) continue;
      const std::string name = text_of(row, "matrices");
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      cells[{name, c}] = fmt::format("{} ({})", log_text(error_of(row)), row.at("judged").get<int>());
    }
  }
  for (const std::string& name : names) {
    std::vector<std::string> line{name};
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto at = cells.find({name, c});
      line.push_back(at == cells.end() ? "-" : at->second);
    }
    families.add(line);
  }
  return fmt::format(
      "Computed on {}, commit {}: {} errors judged by MPFR, {} of them beyond their bounds.\n\n{}\n"
      "The factors, family by family: log2 of the worst, and of how many matrices.\n\n{}",
      text_of(run, "device"), text_of(run, "commit"), matrices, exceeded, functions.markdown(),
      families.markdown());
}

}  // namespace accuracy
