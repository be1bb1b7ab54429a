#include "pairs_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command/command.hpp"
#include "command/table.hpp"

namespace bezier {
namespace {

using command::bad_argument;
using nlohmann::ordered_json;

std::uint64_t parse_pairs(const std::string& text) {
  const auto n = command::parse_whole(text);
  if (!n || !(*n >= 1 && *n <= 1e12))
    throw bad_argument(
        fmt::format("--pairs {}: expected a whole number from 1 to 1e12, like 100000 or 2^20", text));
  return static_cast<std::uint64_t>(*n);
}

std::vector<pair_kind> wanted_kinds(const std::string& name, const pair_source& from) {
  std::vector<pair_kind> kinds;
  for (int k = 0; k < pair_kinds; ++k) {
    const auto kind = static_cast<pair_kind>(k);
    if (name == pair_kind_names[k] && !from.has(kind))
      throw bad_argument(
          fmt::format("--kind {}: expected patches to draw from{}", name,
                      kind == pair_kind::poles ? ", of which one has an edge that is a point" : ""));
    if ((name == "all" || name == pair_kind_names[k]) && from.has(kind)) kinds.push_back(kind);
  }
  if (kinds.empty())
    throw bad_argument(fmt::format("--kind {}: expected all, {}", name, fmt::join(pair_kind_names, ", ")));
  return kinds;
}

template <class Names>
void expect_name(const char* option, const std::string& name, const Names& names) {
  if (name != "all" && std::find(std::begin(names), std::end(names), name) == std::end(names))
    throw bad_argument(fmt::format("{} {}: expected all, {}", option, name, fmt::join(names, ", ")));
}

std::string method_of(const choice& c) { return method_names[static_cast<int>(c.how)]; }
std::string arithmetic_of(const choice& c) { return arithmetic_names[static_cast<int>(c.in)]; }

ordered_json head_of(const pair_study& s) {
  return {{"kind", pair_kind_names[static_cast<int>(s.kind)]},
          {"method", method_of(s.by)},
          {"arithmetic", arithmetic_of(s.by)}};
}

std::string words(const ordered_json& row, const char* key) { return row.at(key).get<std::string>(); }
std::string whole(const ordered_json& row, const char* key) {
  return fmt::format("{}", row.at(key).get<std::uint64_t>());
}
std::string share(const ordered_json& row, const char* part, const char* all) {
  const auto of = row.at(all).get<double>();
  return of > 0 ? fmt::format("{:.4f}", 100 * row.at(part).get<double>() / of) : "-";
}

pair_figures figures_of(const pair_study& s, const pair_source& from,
                        const std::function<void(double)>& report, bool on_gpu) {
  if constexpr (command::has_gpu_code)
    if (on_gpu) return study_on_gpu(s, from, report);
  return study_on_host(s, from, 0, report);
}
stage_times times_of(const pair_study& s, const pair_source& from, bool on_gpu) {
  if constexpr (command::has_gpu_code)
    if (on_gpu) return time_stages_on_gpu(s, from);
  return time_stages_on_host(s, from);
}

}  // namespace

std::vector<pair_study> wanted_studies(const pairs_options& o, const pair_source& from) {
  const std::uint64_t count = parse_pairs(o.pairs);
  expect_name("--method", o.method, method_names);
  expect_name("--arithmetic", o.arithmetic, arithmetic_names);
  std::vector<pair_study> studies;
  for (const pair_kind kind : wanted_kinds(o.kind, from))
    for (const choice& c : all_choices())
      if ((o.method == "all" || o.method == method_of(c)) &&
          (o.arithmetic == "all" || o.arithmetic == arithmetic_of(c)))
        studies.push_back({kind, c, count, 0});
  if (studies.empty())
    throw bad_argument(
        fmt::format("--arithmetic {}: expected --method certified or all beside it", o.arithmetic));
  return studies;
}

ordered_json run_studies(const std::vector<pair_study>& studies, const pair_source& from, bool on_gpu,
                         const study_progress& report) {
  ordered_json rows = ordered_json::array();
  for (const pair_study& s : studies) {
    std::function<void(double)> own;
    if (report) {
      const std::string name = fmt::format("{} {}", pair_kind_names[static_cast<int>(s.kind)], name_of(s.by));
      own = [&report, name](double done) { report(name, done); };
    }
    const pair_figures f = figures_of(s, from, own, on_gpu);
    ordered_json row = head_of(s);
    row["pairs"] = f.counts.pairs;
    row["zeros"] = f.counts.zeros;
    row["hits"] = f.counts.hits;
    row["lost"] = f.counts.lost;
    row["invented"] = f.counts.invented;
    row["undecided"] = f.counts.undecided;
    row["unjudged"] = f.counts.unjudged;
    row["nanoseconds"] = f.nanoseconds_a_pair;
    rows.push_back(row);
  }
  return rows;
}

ordered_json run_stages(const std::vector<pair_study>& studies, const pair_source& from, bool on_gpu) {
  constexpr std::uint64_t most = 1 << 20;
  ordered_json rows = ordered_json::array();
  for (pair_study s : studies) {
    if (s.by.how != method::kajiya && s.by.how != method::kajiya_bernstein) continue;
    s.count = std::min(s.count, most);
    const stage_times t = times_of(s, from, on_gpu);
    ordered_json row = head_of(s);
    row["pairs"] = t.pairs;
    row["roots"] = t.roots;
    row["points"] = t.points;
    row["milliseconds"] = {
        {"formation", t.formation}, {"roots", t.root_finding}, {"other coordinate", t.other_coordinate}};
    rows.push_back(row);
  }
  return rows;
}

std::string pairs_text(const ordered_json& rows) {
  using command::side;
  command::table t({{"pairs", 10, side::left},
                    {"method", 16, side::left},
                    {"arithmetic", 10, side::left},
                    {"points", 10},
                    {"lost, %", 9},
                    {"invented, %", 11},
                    {"undecided, % of pairs", 21},
                    {"ns a pair", 10}});
  for (const ordered_json& row : rows)
    t.add({words(row, "kind"), words(row, "method"), words(row, "arithmetic"), whole(row, "zeros"),
           share(row, "lost", "zeros"), share(row, "invented", "hits"), share(row, "undecided", "pairs"),
           fmt::format("{:.1f}", row.at("nanoseconds").get<double>())});
  return t.text();
}

std::string stages_text(const ordered_json& rows) {
  using command::side;
  command::table t({{"pairs", 10, side::left},
                    {"method", 16, side::left},
                    {"arithmetic", 10, side::left},
                    {"formation, ns a pair", 20},
                    {"roots, ns a pair", 16},
                    {"other coordinate, ns a pair", 27},
                    {"roots, % of the time", 20}});
  for (const ordered_json& row : rows) {
    const ordered_json& times = row.at("milliseconds");
    const auto of = [&](const char* stage) { return times.at(stage).get<double>(); };
    const double all = of("formation") + of("roots") + of("other coordinate");
    const double pairs = row.at("pairs").get<double>();
    const auto a_pair = [&](const char* stage) { return fmt::format("{:.2f}", 1e6 * of(stage) / pairs); };
    t.add({words(row, "kind"), words(row, "method"), words(row, "arithmetic"), a_pair("formation"),
           a_pair("roots"), a_pair("other coordinate"), fmt::format("{:.1f}", 100 * of("roots") / all)});
  }
  return t.text();
}

}  // namespace bezier
