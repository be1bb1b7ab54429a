#include "report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace accuracy::intervals {
namespace {

std::string count_text(std::uint64_t n) {
  if (n == 0) return "-";
  return n < 4096 ? fmt::format("{}", n) : fmt::format("2^{:.4g}", std::log2(static_cast<double>(n)));
}

std::string number_text(double x) {
  if (x == 0) return "0";
  if (!std::isfinite(x)) return "infinite";
  return x < 1e4 ? fmt::format("{:.3f}", x) : fmt::format("{:.2e}", x);
}

nlohmann::json finite_or_text(double x) {
  if (std::isfinite(x)) return x;
  return "infinite";
}

bool in_pairs(const trial& t) { return t.which->type == type_bit<ff_t>; }
const char* unit_text(const trial& t) { return in_pairs(t) ? "u^2" : "ulp"; }

bool by_hunt(const trial& t) { return t.violations == 0 && t.prey.excess > t.worst.excess; }

std::string theme_text(const trial& t) {
  const instance& i = t.worst_instance();
  if (i.excess < 0 || (i.excess == 0 && t.violations == 0)) return "-";
  return std::string(by_hunt(t) ? "hunt: " : "") + theme_names[static_cast<int>(i.of)];
}

const char* demand_text(demand d) {
  switch (d) {
    case demand::exact:
      return "exact";
    case demand::upper_bound:
      return "upper bound";
    case demand::member:
      return "member";
    case demand::near:
      return "near";
    default:
      return "tightest";
  }
}

}  // namespace

std::string table_head() {
  return fmt::format("{:<28} {:>7} {:>7} {:>8} {:>8} {:>9} {:>9} {:>8} {:>5} {:<4} {:<15} {:<12} {}\n",
                     "operation", "vectors", "hunted", "violated", "loose", "max", "mean", "total", "bound",
                     "", "worst class", "verdict", "worst input -> result");
}

std::string table_row(const trial& t) {
  const instance& i = t.worst_instance();
  const bool shown = t.violations > 0 || i.excess > 0;
  std::string text = fmt::format(
      "{:<28} {:>7} {:>7} {:>8} {:>8} {:>9} {:>9} {:>8} {:>5.3g} {:<4} {:<15} {:<12} {}\n", t.which->name,
      count_text(t.vectors), count_text(t.hunted), t.violations, t.loose, number_text(t.worst_excess()),
      number_text(t.mean), in_pairs(t) ? number_text(t.total) : "", t.bound(), unit_text(t), theme_text(t),
      t.verdict(),
      shown ? fmt::format("{} -> {}", fmt::join(i.input, " "), fmt::join(i.result, " ")) : std::string("-"));
  if (t.violations > 0)
    text += fmt::format("  {}: {}\n", t.which->name, fault_names[static_cast<int>(i.wrong)]);
  return text;
}

std::string to_json(const provenance& from, const std::vector<trial>& trials) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const trial& t : trials) {
    const instance& i = t.worst_instance();
    nlohmann::ordered_json row{{"operation", t.which->name},
                               {"demand", demand_text(t.which->info->asked)},
                               {"unit", unit_text(t)},
                               {"bound", t.bound()},
                               {"vectors", t.vectors},
                               {"violated", t.violations},
                               {"not_tightest", t.loose},
                               {"outside_the_domain", t.outside},
                               {"max", finite_or_text(t.worst.excess)},
                               {"mean", finite_or_text(t.mean)},
                               {"hunted", t.hunted},
                               {"verdict", t.verdict()},
                               {"seconds", t.seconds},
                               {"hunt_seconds", t.hunt_seconds}};
    if (in_pairs(t)) row["total"] = finite_or_text(t.total), row["total_bound"] = t.which->info->total;
    if (t.hunted > 0)
      row["hunt_max"] = finite_or_text(t.prey.excess), row["hunt_least_slack"] = t.least_slack;
    row["worst_input"] = i.input;
    row["worst_result"] = i.result;
    row["worst_class"] = theme_text(t);
    if (t.violations > 0) row["fault"] = fault_names[static_cast<int>(i.wrong)];
    for (int c = 0; c < theme_count; ++c) {
      const double excess = t.worst_of_theme[static_cast<std::size_t>(c)];
      if (excess > 0) row["max_of_class"][theme_names[c]] = finite_or_text(excess);
    }
    rows.push_back(row);
  }
  const nlohmann::ordered_json all{{"device", from.device}, {"driver", from.driver},
                                   {"commit", from.commit}, {"command", from.command},
                                   {"seed", from.seed},     {"operations", rows}};
  return all.dump(1) + "\n";
}

std::string to_csv(const std::vector<trial>& trials) {
  std::string text =
      "operation,vectors,violated,not_tightest,max,hunted,hunt_max,mean,total,bound,unit,class,verdict,"
      "worst_input\n";
  for (const trial& t : trials) {
    text += fmt::format("{},{},{},{},{:.9g},{},{:.9g},{:.9g},{:.9g},{:.9g},{},{},{},{}\n", t.which->name,
                        t.vectors, t.violations, t.loose, t.worst.excess, t.hunted, t.prey.excess, t.mean,
                        t.total, t.bound(), unit_text(t), theme_text(t), t.verdict(),
                        fmt::join(t.worst_instance().input, " "));
  }
  return text;
}

void add_to_corpus(const std::string& directory, const std::vector<trial>& trials) {
  std::filesystem::create_directories(directory);
  for (const trial& t : trials) {
    if (t.which->info->mutant_of) continue;
    const std::string path = directory + "/" + t.which->name + ".wc";
    const instance& worst = t.prey.excess > t.worst.excess ? t.prey : t.worst;
    for (const instance* i : {&worst, &t.violation}) {
      if (i->excess <= 0 && i->wrong == fault::none) continue;
      const std::string operands = fmt::format("{}  #", fmt::join(i->input, " "));
      std::string known;
      {
        std::ifstream in(path);
        known.assign(std::istreambuf_iterator<char>(in), {});
      }
      if (known.find(operands) != std::string::npos) continue;
      std::ofstream out(path, std::ios::app);
      if (known.empty())
        out << "# " << t.which->name << ": endpoints of the operands, words in order, # excess in "
            << unit_text(t) << " when found\n";
      out << fmt::format("{} {:.4f}\n", operands, i->excess);
      if (!out.flush()) throw std::runtime_error("cannot write " + path);
    }
  }
}

}  // namespace accuracy::intervals
