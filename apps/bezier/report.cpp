#include "report.hpp"

#include <fmt/format.h>

#include <array>

#include "command/table.hpp"

namespace bezier {
namespace {

using nlohmann::ordered_json;

std::array<int, 4> count(const rendering& r) {
  std::array<int, 4> counts{};
  for (const pixel& p : r.pixels) ++counts[static_cast<std::size_t>(p.what)];
  return counts;
}

/// "-" where nothing was counted.
std::string ratio(double x, double y, int digits) {
  return y > 0 ? fmt::format("{:.{}f}", x / y, digits) : "-";
}

const ordered_json& stage_named(const ordered_json& picture, const std::string& name) {
  for (const ordered_json& s : picture.at("stages"))
    if (s.at("rays_are") == name) return s;
  throw nlohmann::json::other_error::create(501, "no stage " + name, &picture);
}

double number(const ordered_json& j, const char* key) { return j.at(key).get<double>(); }
std::string whole(const ordered_json& j, const char* key) { return std::to_string(j.at(key).get<uint64>()); }
std::string words(const ordered_json& j, const char* key) { return j.at(key).get<std::string>(); }

}  // namespace

std::string outcomes_text(const rendering& r) {
  const auto [misses, hits, in_doubt, undecided] = count(r);
  std::string text = fmt::format("hit {}, miss {}, undecided {}", hits + in_doubt, misses, undecided);
  if (in_doubt > 0) text += fmt::format("; hits whose shadow or reflection is undecided {}", in_doubt);
  return text + "\n";
}

std::string stages_text(const rendering& r) {
  command::table t({{"rays", 20, command::side::left},
                    {"number", 9},
                    {"hit", 9},
                    {"undecided", 9},
                    {"pairs", 9},
                    {"pairs a ray", 11},
                    {"boxes a pair", 12},
                    {"traversal, ms", 13},
                    {"meeting, ms", 11}});
  for (std::size_t i = 0; i < r.stages.size(); ++i) {
    const auto& [cost, traversal_ms, meeting_ms] = r.stages[i];
    if (cost.rays == 0) continue;
    t.add({name_of_stage(static_cast<int>(i)), std::to_string(cost.rays), std::to_string(cost.hits),
           std::to_string(cost.undecided), std::to_string(cost.pairs),
           ratio(static_cast<double>(cost.pairs), static_cast<double>(cost.rays), 2),
           ratio(static_cast<double>(cost.boxes), static_cast<double>(cost.pairs), 2),
           fmt::format("{:.3f}", traversal_ms), fmt::format("{:.3f}", meeting_ms)});
  }
  return t.text();
}

std::string difference_text(const difference& d) {
  return fmt::format("{} pixels are wrong: {} hits lost, {} invented, {} moved; undecided {}; of {} judged\n",
                     d.wrong(), d.lost, d.invented, d.moved, d.undecided, d.judged);
}

ordered_json to_json(const rendering& r) {
  ordered_json j;
  const auto [misses, hits, in_doubt, undecided] = count(r);
  j["hit"] = hits + in_doubt, j["miss"] = misses, j["undecided"] = undecided, j["hit_in_doubt"] = in_doubt;
  j["batches"] = r.batches, j["gpus"] = r.gpus;
  j["building_ms"] = r.building, j["total_ms"] = r.total;
  for (std::size_t i = 0; i < r.stages.size(); ++i) {
    const auto& [cost, traversal_ms, meeting_ms] = r.stages[i];
    j["stages"].push_back({{"rays_are", name_of_stage(static_cast<int>(i))},
                           {"rays", cost.rays},
                           {"hits", cost.hits},
                           {"undecided", cost.undecided},
                           {"pairs", cost.pairs},
                           {"boxes", cost.boxes},
                           {"traversal_ms", traversal_ms},
                           {"meeting_ms", meeting_ms}});
  }
  return j;
}

ordered_json to_json(const difference& d) {
  return {{"judged", d.judged}, {"lost", d.lost},           {"invented", d.invented},
          {"moved", d.moved},   {"undecided", d.undecided}, {"wrong", d.wrong()}};
}

std::string methods_text(const ordered_json& record) {
  using command::side;
  command::table t({{"view", 10, side::left},
                    {"method", 16, side::left},
                    {"arithmetic", 10, side::left},
                    {"pairs", 9},
                    {"hits", 9},
                    {"ns a pair", 9},
                    {"ns a hit", 9},
                    {"wrong pixels", 12},
                    {"undecided", 9}});
  for (const ordered_json& row : record.at("rows")) {
    const ordered_json& primary = stage_named(row.at("picture"), "primary");
    const ordered_json& d = row.at("difference");
    const double in_pairs = number(primary, "meeting_ms"), all = in_pairs + number(primary, "traversal_ms");
    t.add({words(row, "view"), words(row, "method"), words(row, "arithmetic"), whole(primary, "pairs"),
           whole(primary, "hits"), ratio(1e6 * in_pairs, number(primary, "pairs"), 2),
           ratio(1e6 * all, number(primary, "hits"), 2), whole(d, "wrong"), whole(d, "undecided")});
  }
  return t.text();
}

}  // namespace bezier
