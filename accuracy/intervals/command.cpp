#include "command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "command/command.hpp"

namespace accuracy::intervals {
namespace {

constexpr std::uint64_t elementary_cap = std::uint64_t{1} << 24;

}  // namespace

bool are_wanted(const std::string& ops) { return ops.rfind("interval", 0) == 0; }

std::vector<const row*> parse_rows(const std::string& ops) {
  std::vector<const row*> chosen;
  for (const std::string& name : CLI::detail::split(ops, ',')) {
    bool known = false;
    for (const row& r : rows()) {
      const bool whole_type = r.name.compare(0, name.size() + 1, name + ".") == 0;
      if (r.info->mutant_of || (name != "intervals" && name != r.name && !whole_type)) continue;
      chosen.push_back(&r);
      known = true;
    }
    if (known) continue;
    std::string names;
    for (const operation_info& o : operations()) {
      if (!o.mutant_of) names += std::string(names.empty() ? "" : ", ") + o.name;
    }
    throw command::bad_argument(fmt::format(
        "--ops {}: no such interval operation; expected intervals, interval_float, interval_double, "
        "interval_ff, or a list like interval_ff.mul of {}",
        name, names));
  }
  return chosen;
}

theme_list parse_themes(const std::string& text) {
  theme_list themes;
  for (int c = 0; c < theme_count; ++c) {
    if (text == "all" || text == theme_names[c]) themes.add(static_cast<theme>(c));
  }
  if (themes.count == 0) {
    std::string names;
    for (const char* name : theme_names) names += std::string(names.empty() ? "" : ", ") + name;
    throw command::bad_argument(
        fmt::format("--distribution {}: of intervals expected all, or one of {}", text, names));
  }
  return themes;
}

bool report(engines& where, const std::vector<const row*>& chosen, plan p, const progress_maker& progress,
            std::vector<trial>& trials) {
  fmt::print("{}", table_head());
  bool all_passed = true;
  const std::uint64_t asked = p.count;
  for (const row* r : chosen) {
    p.progress = progress(r->name);
    p.count = is_elementary(r->info->wanted) ? std::min(asked, elementary_cap) : asked;
    trials.push_back(study(where, *r, p));
    all_passed = all_passed && trials.back().passed();
    fmt::print("{}", table_row(trials.back()));
    std::fflush(stdout);
  }
  if (asked > elementary_cap)
    fmt::print(
        "Powers and functions: at most 2^24 vectors each, since MPFR takes ten times as long for them.\n");
  fmt::print(all_passed ? "Every range is contained, and within its bound.\n"
                        : "A range is NOT CONTAINED, or a bound is exceeded.\n");
  return all_passed;
}

bool self_test(engines& where, const plan& p) {
  bool sound = true;
  fmt::print("{:<40} {:<24} {:>8} {:>8} {:>9}  {}\n", "interval mutant", "of", "violated", "loose", "max",
             "verdict");
  for (const row& r : rows()) {
    if (!r.info->mutant_of) continue;
    const std::string type = r.name.substr(0, r.name.find('.') + 1);
    const row& original = rows()[static_cast<std::size_t>(find_row(type + r.info->mutant_of))];
    const trial broken = study(where, r, p);
    const bool acquitted = study(where, original, p).passed();
    const bool caught = !broken.passed() && acquitted;
    sound = sound && caught;
    fmt::print("{:<40} {:<24} {:>8} {:>8} {:>9.4g}  {}\n", r.name, original.name, broken.violations,
               broken.loose, broken.worst_excess(),
               !acquitted ? "the original fails too"
               : caught   ? "caught"
                          : "MISSED");
    std::fflush(stdout);
  }
  fmt::print(sound ? "Every interval mutant was caught.\n"
                   : "The report cannot be trusted: an interval mutant was missed.\n");
  return sound;
}

}  // namespace accuracy::intervals
