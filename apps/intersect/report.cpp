#include "report.hpp"

#include <fmt/format.h>

#include <array>

#include "command/table.hpp"

namespace intersect {
namespace {

std::array<uint64_t, contacts> count(const std::vector<hit>& hits) {
  std::array<uint64_t, contacts> counts{};
  for (const hit& h : hits) ++counts[static_cast<std::size_t>(h.how)];
  return counts;
}

nlohmann::ordered_json to_json(const stages& s) {
  return {{"filter", s.filter}, {"pairs", s.pairs}, {"lattice", s.lattice}, {"limbs", s.limbs}};
}

}  // namespace

std::string to_csv(const std::vector<hit>& hits, bool in_space) {
  fmt::memory_buffer text;
  const auto to = std::back_inserter(text);
  fmt::format_to(to, "{}\n", in_space ? "segment,triangle,contact" : "red,blue,contact");
  for (const hit& h : hits)
    fmt::format_to(to, "{},{},{}\n", h.red, h.blue, contact_names[static_cast<std::size_t>(h.how)]);
  return fmt::to_string(text);
}

std::string contacts_text(const std::vector<hit>& hits) {
  std::string text = fmt::format("{} contacts", hits.size());
  const auto counts = count(hits);
  const char* between = ": ";
  for (std::size_t i = 1; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += fmt::format("{}{} {}", between, counts[i], contact_names[i]);
    between = ", ";
  }
  return text;
}

std::string times_text(const milliseconds& times) {
  return fmt::format("copies {:.3f} ms, grid {:.3f} ms, intersection {:.3f} ms, all {:.3f} ms", times.copies,
                     times.grid, times.intersection, times.total);
}

std::string stages_text(const counters& counts, bool in_space) {
  const auto row = [](const char* name, const stages& s) {
    const uint64_t all = s.filter + s.pairs + s.lattice + s.limbs;
    const auto share = [all](uint64_t n) {
      return fmt::format("{} ({:.2f} %)", n,
                         all == 0 ? 0.0 : 100.0 * static_cast<double>(n) / static_cast<double>(all));
    };
    return fmt::format("{} {}: filter {}, pairs {}, lattice {}, limbs {}\n", all, name, share(s.filter),
                       share(s.pairs), share(s.lattice), share(s.limbs));
  };
  return fmt::format("{} pairs whose boxes meet\n", counts.tested) +
         (in_space ? row("orient3d", counts.in_space) : std::string()) + row("orient2d", counts.in_plane);
}

nlohmann::ordered_json to_json(const result& r, const plan& p) {
  nlohmann::ordered_json j;
  j["strategy"] = strategy_names[static_cast<int>(p.how)];
  j["arithmetic"] = numbers_names[static_cast<int>(p.in)];
  j["grid"] = p.along;
  j["segments_whole"] = p.whole;
  j["candidates"] = r.candidates;
  j["contacts"] = r.hits.size();
  const auto counts = count(r.hits);
  for (std::size_t i = 1; i + 1 < counts.size(); ++i) j["classes"][contact_names[i]] = counts[i];
  if (p.in == numbers::rational) j["left_to_rationals"] = r.undecided;
  if (p.counted && p.in == numbers::cascade) {
    j["tested"] = r.counts.tested;
    j["orient3d"] = to_json(r.counts.in_space);
    j["orient2d"] = to_json(r.counts.in_plane);
  }
  j["milliseconds"] = {{"copies", r.times.copies},
                       {"grid", r.times.grid},
                       {"intersection", r.times.intersection},
                       {"all", r.times.total}};
  return j;
}

std::string table3_text(const nlohmann::ordered_json& record) {
  using command::side;
  command::table t({{"strategy", 44, side::left},
                    {"arithmetic", 10, side::left},
                    {"on", 5, side::left},
                    {"paper, s", 9},
                    {"copies, ms", 11},
                    {"grid, ms", 11},
                    {"intersection, ms", 17},
                    {"all, ms", 11},
                    {"sequential / this", 18},
                    {"same contacts", 14}});
  const auto number = [](const nlohmann::ordered_json& x, int digits) {
    return x.is_null() ? std::string("-") : fmt::format("{:.{}f}", x.get<double>(), digits);
  };
  for (const auto& row : record.at("rows")) {
    const auto& times = row.at("milliseconds");
    t.add({row.at("name").get<std::string>(), row.at("arithmetic").get<std::string>(),
           row.at("on").get<std::string>(), number(row.at("paper_seconds"), 2), number(times.at("copies"), 3),
           number(times.at("grid"), 3), number(times.at("intersection"), 3), number(times.at("all"), 3),
           number(row.at("speedup"), 1),
           row.at("same").is_null()     ? "-"
           : row.at("same").get<bool>() ? "yes"
                                        : "NO"});
  }
  return t.text();
}

}  // namespace intersect
