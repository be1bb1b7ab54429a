#include "report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace accuracy {
namespace {

const char* known_text(ff::bounds::evidence e) {
  switch (e) {
    case ff::bounds::evidence::exact:
      return "exact";
    case ff::bounds::evidence::proved:
      return "proved";
    default:
      return "observed";
  }
}

const char* verdict_text(const trial& t) {
  return !t.judged() ? "outside" : t.within_bound() ? "ok" : "EXCEEDED";
}

std::string bound_text(const trial& t) {
  if (!t.judged()) return "-";
  return t.op->bound().known == ff::bounds::evidence::exact ? "0" : fmt::format("{:.3g}", t.bound);
}

// The operands in the order x.hi x.lo y.hi y.lo ..., low words of single operands left out.
std::vector<float> words(const trial& t, const operands& v) {
  std::vector<float> list;
  for (int i = 0; i < operand_count(t.how); ++i) {
    list.push_back(v[i].hi());
    if (!is_single(t.how, i)) list.push_back(v[i].lo());
  }
  return list;
}

const char* scale_text(ff::bounds::relative_to scale) {
  switch (scale) {
    case ff::bounds::relative_to::unit:
      return "max(1, f)";
    case ff::bounds::relative_to::subnormal:
      return "f + 2^-103";
    case ff::bounds::relative_to::operands:
      return "sum of |x y|";
    case ff::bounds::relative_to::norm:
      return "|f|, as a whole";
    case ff::bounds::relative_to::power:
      return "|f| (1 + |w log z|), as a whole";
    default:
      return "f";
  }
}

bool is_used(const ff::bounds::range& s) { return s.low < s.high; }

// The magnitudes, or the ends where these are not alike.
std::string range_text(const ff::bounds::range& s) {
  if (s.low != -s.high) return fmt::format("[{:.4g}, {:.4g}]", s.low, s.high);
  const int top = std::ilogb(s.high), bottom = std::max(s.smallest, -149);
  return s.high == std::ldexp(1.0, top) ? fmt::format("2^{} to 2^{}", bottom, top) : "all";
}

nlohmann::json finite_or_text(double error) {
  if (std::isfinite(error)) return error;
  return "infinite";
}

}  // namespace

std::string hex(float a) { return fmt::format("{:a}", a); }

std::string hex(const trial& t) {
  std::string text;
  for (float w : words(t, t.worst_finding().v)) text += (text.empty() ? "" : " ") + hex(w);
  return text;
}

std::string bits_text(double error) {
  if (error == 0) return "exact";
  return std::isfinite(error) ? fmt::format("{:.2f}", 48 - std::log2(error)) : "none";
}

std::string error_text(double error) {
  if (error == 0) return "0";
  if (!std::isfinite(error)) return "infinite";
  return error < 1e4 ? fmt::format("{:.3f}", error) : fmt::format("{:.2e}", error);
}

std::string table_head() {
  return fmt::format("{:<21} {:>9} {:>8} {:>9} {:>7} {:>6} {:<9} {:<12} {:<8} {}\n", "operator", "vectors",
                     "hunted", "max u^2", "bits", "bound", "known", "worst class", "verdict", "worst input");
}

std::string table_row(const trial& t) {
  const auto power = [](std::uint64_t n) {
    return n == 0 ? std::string("-") : fmt::format("2^{:.4g}", std::log2(static_cast<double>(n)));
  };
  const bool by_hunt = t.prey.error >= t.worst.error,
             by_float = t.worst_error() > std::max(t.prey.error, t.worst.error);
  return fmt::format("{:<21} {:>9} {:>8} {:>9} {:>7} {:>6} {:<9} {:<12} {:<8} {}\n", t.op->name,
                     power(t.vectors), power(t.hunted), error_text(t.worst_error()),
                     bits_text(t.worst_error()), bound_text(t), known_text(t.op->bound().known),
                     t.worst_error() == 0 ? "-"
                     : by_float           ? "all floats"
                     : by_hunt            ? "hunt"
                                          : class_names[static_cast<int>(t.worst.cls)],
                     verdict_text(t), t.worst_error() == 0 ? "-" : hex(t));
}

std::string to_json(const provenance& from, const std::vector<trial>& trials) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const trial& t : trials) {
    const ff::bounds::operator_row& b = t.op->bound();
    nlohmann::ordered_json row{{"operator", t.op->name},
                               {"algorithm", b.algorithm},
                               {"flops", b.flops},
                               {"bound_u2", t.bound},
                               {"known", known_text(b.known)},
                               {"source", b.source},
                               {"vectors", t.vectors},
                               {"max_u2", finite_or_text(t.worst.error)},
                               {"hunted", t.hunted},
                               {"verdict", verdict_text(t)},
                               {"not_finite", t.not_finite},
                               {"seconds", t.seconds},
                               {"hunt_seconds", t.hunt_seconds}};
    if (t.hunted > 0) row["hunt_max_u2"] = finite_or_text(t.prey.error);
    if (t.exhausted) row["all_floats_max_u2"] = finite_or_text(t.worst_float.error);
    if (t.exhausted) row["exhaust_seconds"] = t.exhaust_seconds;
    if (const ff::bounds::function_row* f = t.op->function) {
      row["x"] = {f->x.low, f->x.high};
      if (is_used(f->y)) row["y"] = {f->y.low, f->y.high};
      row["scale"] = scale_text(f->scale);
    }
    for (float w : words(t, t.worst_finding().v)) row["worst_input"].push_back(hex(w));
    for (int i = 0; i < t.how.results; ++i) {
      const ff::ff_t got = t.worst_finding().result.part[i];
      for (float w : {got.hi(), got.lo()}) row["worst_result"].push_back(hex(w));
    }
    for (int c = 0; c < class_count; ++c) {
      const double error = t.worst_of_class[static_cast<std::size_t>(c)];
      if (error >= 0) row["max_u2_of_class"][class_names[c]] = finite_or_text(error);
    }
    row["histogram"] = {{"top_u2", t.histogram_top()}, {"counts", t.histogram}};
    rows.push_back(row);
  }
  const nlohmann::ordered_json all{{"device", from.device}, {"driver", from.driver},
                                   {"commit", from.commit}, {"command", from.command},
                                   {"seed", from.seed},     {"operators", rows}};
  return all.dump(1) + "\n";
}

std::string to_csv(const std::vector<trial>& trials) {
  std::string text = "operator,vectors,max_u2,hunted,hunt_max_u2,bits,bound_u2,known,verdict,worst_input\n";
  for (const trial& t : trials) {
    text += fmt::format("{},{},{:.9g},{},{:.9g},{},{:.9g},{},{},{}\n", t.op->name, t.vectors, t.worst.error,
                        t.hunted, t.prey.error, bits_text(t.worst_error()), t.bound,
                        known_text(t.op->bound().known), verdict_text(t), hex(t));
  }
  return text;
}

std::string to_svg(const provenance& from, const std::vector<trial>& trials) {
  constexpr int columns = 3, width = 300, height = 150, margin = 34;
  std::vector<const trial*> shown;
  for (const trial& t : trials) {
    if (t.bound > 0 && t.judged()) shown.push_back(&t);
  }
  const int rows = (static_cast<int>(shown.size()) + columns - 1) / columns;
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}' font-family='sans-serif' "
      "font-size='11'>\n<rect width='100%' height='100%' fill='white'/>\n"
      "<text x='10' y='18' font-size='13'>Error of each operator in u^2 = 2^-48, judged by MPFR: share of "
      "vectors (logarithmic), bound in red</text>\n<text x='10' y='34' fill='#555'>{}; commit {}</text>\n",
      columns * width + 10, rows * height + 50, from.device, from.commit);
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const trial& t = *shown[k];
    const double left = static_cast<double>(k % columns) * width + margin, wide = width - margin - 12;
    const double top = static_cast<double>(k / columns) * height + 66, high = height - 52;
    const double total = static_cast<double>(t.vectors), decades = 8;
    svg += fmt::format("<text x='{:.0f}' y='{:.0f}'>{}: max {}, {} {}</text>\n", left, top - 4, t.op->name,
                       error_text(t.worst_error()), known_text(t.op->bound().known), bound_text(t));
    svg += fmt::format("<path d='M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}' fill='none' stroke='#888'/>\n", left, top,
                       top + high, left + wide);
    const double bin = wide / histogram_bins;
    for (int i = 0; i < histogram_bins; ++i) {
      const double count = static_cast<double>(t.histogram[static_cast<std::size_t>(i)]);
      if (count == 0) continue;
      const double share = std::max(0.02, 1 + std::log10(count / total) / decades);
      svg += fmt::format("<rect x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}' fill='#4878a8'/>\n",
                         left + i * bin, top + high * (1 - share), bin * 0.9, high * share);
    }
    for (const auto& [height_share, label] : {std::pair{0.0, "1"}, {0.5, "1e-4"}, {1.0, "1e-8"}}) {
      svg +=
          fmt::format("<text x='{:.0f}' y='{:.1f}' text-anchor='end' fill='#555' font-size='9'>{}</text>\n",
                      left - 3, top + 4 + high * height_share, label);
    }
    const double at = left + wide * t.bound / t.histogram_top();
    svg += fmt::format("<path d='M{0:.1f} {1:.1f}V{2:.1f}' stroke='#c03030' stroke-width='1.5'/>\n", at, top,
                       top + high);
    for (int tick = 0; tick <= 4; ++tick) {
      const double value = t.bound * tick / 4;
      svg += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='middle' fill='#555'>{:.3g}</text>\n",
                         left + wide * value / t.histogram_top(), top + high + 13, value);
    }
  }
  return svg + "</svg>\n";
}

std::string composites_table(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  std::string table =
      fmt::format("Measured on {}, driver {}, commit {}.\n\n", json.at("device").get<std::string>(),
                  json.at("driver").get<std::string>(), json.at("commit").get<std::string>());
  table +=
      "| operation | components | bound, u² | of | judged | hunted | measured worst, u² | at |\n"
      "|---|---|---|---|---|---|---|---|\n";
  const auto power = [](const nlohmann::json& n) {
    return n.get<double>() > 0 ? fmt::format("2^{:.4g}", std::log2(n.get<double>())) : std::string("-");
  };
  for (const auto& row : json.at("operators")) {
    const int op = find_operator(row.at("operator"));
    if (op < 0 || operators()[static_cast<std::size_t>(op)].kind != group::composite) continue;
    const ff::bounds::function_row& f = *operators()[static_cast<std::size_t>(op)].function;
    std::string where, of = scale_text(f.scale);
    for (std::size_t at; (at = of.find('|')) != of.npos;) of.replace(at, 1, "&#124;");
    for (const auto& word : row.at("worst_input"))
      where += (where.empty() ? "" : " ") + word.get<std::string>();
    table += fmt::format("| `{}` | {}{} | {:.3g} {} | {} | {} | {} | {:.2f} | `{}` |\n", f.name,
                         range_text(f.x), is_used(f.y) ? "; " + range_text(f.y) : "", f.u2,
                         known_text(f.known), of, power(row.at("vectors")), power(row.at("hunted")),
                         std::max(row.at("max_u2").get<double>(), row.value("hunt_max_u2", 0.0)), where);
  }
  return table;
}

std::string readme_table(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  std::string table =
      "| operator | algorithm | flops | bound, u^2 | measured worst, u^2 | bits |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& row : json.at("operators")) {
    const int op = find_operator(row.at("operator"));
    if (op < 0) continue;
    const operator_info& info = operators()[static_cast<std::size_t>(op)];
    const ff::bounds::operator_row& b = info.bound();
    if (info.kind != group::core && info.kind != group::variant) continue;
    if (b.algorithm[0] == '\0') continue;
    const auto value = [&](const char* key) {
      return row.contains(key) && row.at(key).is_number() ? row.at(key).get<double>() : -1.0;
    };
    const double worst = std::max(value("max_u2"), value("hunt_max_u2"));
    const std::string of =
        b.scale == ff::bounds::relative_to::operands
            ? (info.wanted == expression::product_sum ? " of \\|xy\\|+\\|z\\|" : " of \\|x\\|+\\|y\\|")
            : "";
    table += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", info.name, b.algorithm,
                         b.flops > 0 ? std::to_string(b.flops) : "",
                         b.known == ff::bounds::evidence::exact
                             ? std::string("exact")
                             : fmt::format("{:.3g}{}, {}", b.u2, of, known_text(b.known)),
                         worst == 0 ? "0" : fmt::format("{:.2f}", worst), bits_text(worst));
  }
  return table;
}

void add_to_corpus(const std::string& directory, const std::vector<trial>& trials) {
  std::filesystem::create_directories(directory);
  for (const trial& t : trials) {
    if (t.op->kind == group::mutant || t.op->kind == group::outside || t.worst_error() <= 0) continue;
    const std::string path = directory + "/" + t.op->name + ".wc";
    const std::string line = fmt::format("{}  # {:.4f}\n", hex(t), t.worst_error());
    std::string known;
    {
      std::ifstream in(path);
      known.assign(std::istreambuf_iterator<char>(in), {});
    }
    if (known.find(hex(t) + "  #") != std::string::npos) continue;
    std::ofstream out(path, std::ios::app);
    if (known.empty()) out << "# " << t.op->name << ": operands, words in order, # error in u^2\n";
    out << line;
    if (!out.flush()) throw std::runtime_error("cannot write " + path);
  }
}

}  // namespace accuracy
