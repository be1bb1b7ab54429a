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

/// S. Lahabar, Exploiting the GPU for ray tracing of Bezier surfaces and other problems (thesis, IIIT
/// Hyderabad, 2010): primary rays of 512 x 512 in double.
struct of_thesis {
  const char* model;
  int intersections;
  double gtx280, gtx480;  ///< seconds
};
constexpr of_thesis thesis[] = {{"teapot", 54389, 0.211, 0.071}, {"Killeroo", 127040, 0.466, 0.164}};
constexpr int thesis_percent_of_roots = 82;

std::string head_of(const ordered_json& record) {
  return fmt::format("{}, {} x {} pixels, driver {}, commit {}", record.at("device").get<std::string>(),
                     record.at("width").get<int>(), record.at("height").get<int>(),
                     record.at("driver").get<std::string>(), record.at("commit").get<std::string>());
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

std::string methods_table(const ordered_json& record) {
  command::table t({{"view"},
                    {"method"},
                    {"arithmetic"},
                    {"candidate pairs"},
                    {"hits"},
                    {"ns a pair"},
                    {"ns a hit"},
                    {"wrong pixels"},
                    {"lost"},
                    {"invented"},
                    {"moved"},
                    {"undecided"}});
  for (const ordered_json& row : record.at("rows")) {
    const ordered_json& primary = stage_named(row.at("picture"), "primary");
    const ordered_json& d = row.at("difference");
    const double in_pairs = number(primary, "meeting_ms"), all = in_pairs + number(primary, "traversal_ms");
    t.add({words(row, "view"), words(row, "method"), words(row, "arithmetic"), whole(primary, "pairs"),
           whole(primary, "hits"), ratio(1e6 * in_pairs, number(primary, "pairs"), 2),
           ratio(1e6 * all, number(primary, "hits"), 2), whole(d, "wrong"), whole(d, "lost"),
           whole(d, "invented"), whole(d, "moved"), whole(d, "undecided")});
  }
  return head_of(record) + ", primary rays; wrong pixels are judged by certified/mixed.\n\n" + t.markdown();
}

std::string rays_table(const ordered_json& record) {
  command::table t({{"method"},
                    {"arithmetic"},
                    {"rays"},
                    {"number"},
                    {"candidate pairs"},
                    {"hits"},
                    {"traversal, ms"},
                    {"meeting, ms"},
                    {"both, ms"},
                    {"ns a hit"}});
  for (const ordered_json& row : record.at("rows")) {
    if (words(row, "view") != "teapot") continue;
    for (const char* name : {"primary", "shadow", "reflected"}) {
      const ordered_json& s = stage_named(row.at("picture"), name);
      const double in_pairs = number(s, "meeting_ms"), in_boxes = number(s, "traversal_ms");
      t.add({words(row, "method"), words(row, "arithmetic"), name, whole(s, "rays"), whole(s, "pairs"),
             whole(s, "hits"), fmt::format("{:.3f}", in_boxes), fmt::format("{:.3f}", in_pairs),
             fmt::format("{:.3f}", in_boxes + in_pairs),
             ratio(1e6 * (in_boxes + in_pairs), number(s, "hits"), 1)});
    }
  }
  command::table steps({{"rays"},
                        {"method"},
                        {"arithmetic"},
                        {"candidate pairs"},
                        {"formation, ms"},
                        {"roots, ms"},
                        {"other coordinate, ms"},
                        {"roots, % of these"}});
  for (const ordered_json& row : record.at("steps")) {
    const double formation = number(row, "formation_ms"), roots = number(row, "roots_ms"),
                 other = number(row, "other_coordinate_ms");
    steps.add({words(row, "rays_are"), words(row, "method"), words(row, "arithmetic"), whole(row, "pairs"),
               fmt::format("{:.3f}", formation), fmt::format("{:.3f}", roots), fmt::format("{:.3f}", other),
               ratio(100 * roots, formation + roots + other, 0)});
  }
  const std::string text = head_of(record) + ", the teapot.\n\n" + t.markdown() +
                           "\nKajiya's method step by step, on the pairs that certified/mixed meets:\n\n" +
                           steps.markdown() +
                           "\nThe thesis's, primary rays of 512 x 512 pixels in double:\n\n";
  command::table of_it({{"model"},
                        {"intersections"},
                        {"GTX 280, ms"},
                        {"ns an intersection"},
                        {"GTX 480, ms"},
                        {"ns an intersection"}});
  for (const of_thesis& m : thesis)
    of_it.add({m.model, std::to_string(m.intersections), fmt::format("{:.0f}", 1e3 * m.gtx280),
               ratio(1e9 * m.gtx280, m.intersections, 0), fmt::format("{:.0f}", 1e3 * m.gtx480),
               ratio(1e9 * m.gtx480, m.intersections, 0)});
  return text + of_it.markdown() +
         fmt::format("\nFinding roots took {} % of them.\n", thesis_percent_of_roots);
}

std::string scaling_table(const ordered_json& record) {
  const auto yes = [](const ordered_json& j) { return j.at("same_picture").get<bool>() ? "yes" : "NO"; };
  command::table batches(
      {{"rays a batch"}, {"batches"}, {"all, ms"}, {"ns a primary hit"}, {"same picture"}});
  for (const ordered_json& b : record.at("batches")) {
    const ordered_json& s = stage_named(b.at("picture"), "primary");
    batches.add({whole(b, "batch"), whole(b.at("picture"), "batches"),
                 fmt::format("{:.2f}", number(b.at("picture"), "total_ms")),
                 ratio(1e6 * (number(s, "meeting_ms") + number(s, "traversal_ms")), number(s, "hits"), 1),
                 yes(b)});
  }
  command::table gpus({{"GPUs"}, {"all, ms"}, {"same picture"}});
  for (const ordered_json& g : record.at("gpus"))
    gpus.add({whole(g, "gpus"), fmt::format("{:.2f}", number(g.at("picture"), "total_ms")), yes(g)});
  command::table scenes({{"scene"},
                         {"patches"},
                         {"pixels"},
                         {"candidate pairs"},
                         {"undecided"},
                         {"tree, ms"},
                         {"primary rays, ms"},
                         {"all, ms"}});
  for (const ordered_json& c : record.at("scenes")) {
    const ordered_json& p = c.at("picture");
    const ordered_json& s = stage_named(p, "primary");
    scenes.add({words(c, "scene"), whole(c, "patches"),
                fmt::format("{}x{}", whole(c, "width"), whole(c, "height")), whole(s, "pairs"),
                whole(p, "undecided"), fmt::format("{:.2f}", number(p, "building_ms")),
                fmt::format("{:.2f}", number(s, "meeting_ms") + number(s, "traversal_ms")),
                fmt::format("{:.2f}", number(p, "total_ms"))});
  }
  std::string text = head_of(record) + ", the teapot by certified/mixed.\n\n" + batches.markdown() + "\n";
  if (!record.at("gpus").empty()) text += gpus.markdown() + "\n";
  return text + "All of other scenes, likewise:\n\n" + scenes.markdown();
}

}  // namespace bezier
