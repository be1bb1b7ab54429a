#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "critical_path.hpp"
#include "operations.hpp"

namespace bench {
namespace {

std::vector<operation> operations() {
  std::vector<operation> all;
  for_each_operation([&](auto, const operation& o) { all.push_back(o); });
  return all;
}

/// "-" where the run has no such figure.
std::string figure(const json& row, const char* key, const char* format) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? "-" : fmt::format(fmt::runtime(format), at->get<double>());
}
std::string percent(const json& row, const char* key) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? "-" : fmt::format("{:.1f} %", 100 * at->get<double>());
}

std::string size_text(double n) { return fmt::format("2^{:g}", std::log2(n)); }

double predicted_ratio(const cost_model& model, const architecture& a, const operation& o) {
  const double ours = model.predict(a, o.id).per_clock, native = model.predict(a, o.as).per_clock;
  return native > 0 ? ours / native : 0;
}

// ---------------------------------------------------------------- SVG

const char* const colours[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                               "#17becf", "#8c564b", "#7f7f7f", "#bcbd22", "#e377c2"};

struct point {
  double x, y;
};
struct curve {
  std::string name;
  std::vector<point> points;
  bool dots_only = false;
  int colour = 0;
};

struct axis {
  double low, high;  ///< both axes are logarithmic
  std::vector<double> ticks;
  std::string title;
};

std::string log_plot(const std::string& title, const std::string& subtitle, const axis& x, const axis& y,
                     const std::vector<curve>& curves, double rule) {
  const double left = 70, top = 60, wide = 620, high = 380;
  const auto at_x = [&](double v) { return left + wide * std::log2(v / x.low) / std::log2(x.high / x.low); };
  const auto at_y = [&](double v) {
    const double shown = std::clamp(v, y.low, y.high);
    return top + high * (1 - std::log2(shown / y.low) / std::log2(y.high / y.low));
  };
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{:.0f}' height='{:.0f}' font-family='sans-serif' "
      "font-size='11'>\n<rect width='100%' height='100%' fill='white'/>\n<text x='10' y='20' "
      "font-size='14'>{}</text>\n<text x='10' y='38' fill='#555'>{}</text>\n",
      left + wide + 190, std::max(top + high + 50, top + 16.0 * static_cast<double>(curves.size()) + 20),
      title, subtitle);
  for (const double t : x.ticks) {
    svg += fmt::format(
        "<path d='M{0:.1f} {1:.1f}V{2:.1f}' stroke='#ddd'/><text x='{0:.1f}' y='{3:.1f}' "
        "text-anchor='middle'>{4}</text>\n",
        at_x(t), top, top + high, top + high + 15, t >= 1024 ? size_text(t) : fmt::format("{:g}", t));
  }
  for (const double t : y.ticks) {
    svg += fmt::format(
        "<path d='M{0:.1f} {1:.1f}H{2:.1f}' stroke='#ddd'/><text x='{3:.1f}' y='{4:.1f}' "
        "text-anchor='end'>{5:g}</text>\n",
        left, at_y(t), left + wide, left - 5, at_y(t) + 4, t);
  }
  if (rule > 0)
    svg += fmt::format("<path d='M{:.1f} {:.1f}H{:.1f}' stroke='#000'/>\n", left, at_y(rule), left + wide);
  int line = 0;
  for (const curve& c : curves) {
    const char* colour = colours[static_cast<std::size_t>(c.colour) % std::size(colours)];
    std::string path;
    for (const point& p : c.points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", at_x(p.x), at_y(p.y));
      if (c.dots_only || c.points.size() < 16)
        svg += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.5' fill='{}'/>\n", at_x(p.x), at_y(p.y),
                           colour);
    }
    if (c.dots_only) continue;
    svg += fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='1.5'{}/>\n", path, colour,
                       line >= static_cast<int>(std::size(colours)) ? " stroke-dasharray='4 3'" : "");
    svg += fmt::format(
        "<path d='M{0:.1f} {1:.1f}h18' stroke='{2}' stroke-width='2'/><text x='{3:.1f}' "
        "y='{4:.1f}'>{5}</text>\n",
        left + wide + 12, top + 10 + 16.0 * line, colour, left + wide + 35, top + 14 + 16.0 * line, c.name);
    ++line;
  }
  svg += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>\n", left + wide / 2,
                     top + high + 34, x.title);
  svg += fmt::format("<text transform='translate(18 {:.1f}) rotate(-90)' text-anchor='middle'>{}</text>\n",
                     top + high / 2, y.title);
  return svg + "</svg>\n";
}

}  // namespace

// ---------------------------------------------------------------- tables of a run

std::string heading(const json& run) {
  std::string text = fmt::format("{} ({}); CPU {}; driver {}; commit {}\n", run.value("device", "no GPU"),
                                 run.value("architecture", "-"), run.value("cpu_name", "-"),
                                 run.value("driver", "-"), run.value("commit", "-"));
  if (run.contains("peaks")) {
    const json& p = run.at("peaks");
    text += fmt::format(
        "Peaks in this run: FFMA {} Gresults/s ({} a clock and SM), DFMA {} ({}), issue {} instructions a "
        "clock and SM, "
        "copy {} GB/s, {} GHz\n",
        figure(p, "ffma_gresults", "{:.0f}"), figure(p, "ffma_per_clock_sm", "{:.1f}"),
        figure(p, "dfma_gresults", "{:.0f}"), figure(p, "dfma_per_clock_sm", "{:.1f}"),
        figure(p, "issue_per_clock_sm", "{:.1f}"), figure(p, "copy_gbs", "{:.0f}"),
        figure(p, "clock_ghz", "{:.3f}"));
  }
  return text;
}

std::string throughput_table(const json& run) {
  std::string text = fmt::format(
      "\nThroughput, operands in registers.  SASS: instructions a result, the harness's included (how many "
      "of them are the "
      "harness's);\nslots: FP32 issue slots a result, from the measured peak; share: SASS over slots.\n{:<7} "
      "{:<18} {:>11} {:>10} {:>11} "
      "{:>7} {:>9} {:>9}\n",
      "type", "operation", "Gresults/s", "/clock/SM", "SASS", "slots", "share", "x double");
  for (const json& row : run.at("throughput")) {
    const int harness = row.value("harness", 0);
    text += fmt::format(
        "{:<15} {:<18} {:>11} {:>10} {:>11} {:>7} {:>9} {:>9}\n", row.at("type").get<std::string>(),
        row.at("name").get<std::string>(), figure(row, "gresults", "{:.1f}"),
        figure(row, "per_clock_sm", "{:.2f}"),
        figure(row, "instructions", "{:.2f}") + (harness > 0 ? fmt::format(" ({})", harness) : ""),
        figure(row, "slots", "{:.2f}"), percent(row, "share_of_issue"),
        figure(row, "ratio_to_double", "{:.2f}"));
  }
  return text;
}

std::string latency_table(const json& run) {
  double step = 0;  // of one dependent FADD, FMUL or FFMA
  for (const json& row : run.at("latency")) {
    if (row.at("id") == "float_fma") step = row.at("cycles");
  }
  std::string text = fmt::format(
      "\nLatency: cycles from result to result of a dependent chain.  path: dependent instructions on the "
      "way, MUFU seeds apart,\nand the cycles of the former at {:.2f} each.\n{:<7} {:<18} {:>9} {:>14} "
      "{:>9}\n",
      step, "type", "operation", "cycles", "path", "cycles");
  for (const json& row : run.at("latency")) {
    const auto known = critical_paths().find(row.at("id").get<std::string>());
    std::string path = "-", cycles = "-";
    if (known != critical_paths().end()) {
      const auto [arithmetic, seeds] = known->second;
      path = fmt::format("{:g}{}", arithmetic, seeds > 0 ? fmt::format(" + {:g} MUFU", seeds) : "");
      if (step > 0) cycles = fmt::format("{:.1f}{}", arithmetic * step, seeds > 0 ? "+" : "");
    }
    text += fmt::format("{:<15} {:<18} {:>9} {:>14} {:>9}\n", row.at("type").get<std::string>(),
                        row.at("name").get<std::string>(), figure(row, "cycles", "{:.1f}"), path, cycles);
  }
  return text;
}

std::string function_table(const json& run) {
  std::string text = fmt::format(
      "\nElementary functions, a random argument for each lane and call.  Slots and cycles are the "
      "function's "
      "alone: the harness,\ntimed by itself, is subtracted.\n{:<7} {:<12} {:>11} {:>8} {:>9} {:>9}  {}\n",
      "type", "function", "Gresults/s", "slots", "latency", "x double", "arguments");
  for (const json& row : run.at("functions")) {
    text += fmt::format("{:<7} {:<12} {:>11} {:>8} {:>9} {:>9}  {}{}\n", row.at("type").get<std::string>(),
                        row.at("name").get<std::string>(), figure(row, "gresults", "{:.1f}"),
                        figure(row, "slots", "{:.1f}"), figure(row, "latency", "{:.0f}"),
                        figure(row, "ratio_to_double", "{:.2f}"), row.at("x").dump(),
                        row.contains("y") ? " " + row.at("y").dump() : "");
  }
  return text;
}

std::string streaming_table(const json& run) {
  double largest = 0;
  for (const json& row : run.at("streaming")) largest = std::max(largest, row.at("n").get<double>());
  std::string text = fmt::format(
      "\nArrays of {} elements (float->ff: float elements, ff sum).  copy: the share of the best copy of the "
      "same size.\n{:<8} {:<10} "
      "{:>12} {:>9} {:>9} {:>9}\n",
      size_text(largest), "kernel", "type", "Gelements/s", "GB/s", "copy", "x double");
  for (const json& row : run.at("streaming")) {
    if (row.at("n").get<double>() != largest) continue;
    text += fmt::format("{:<8} {:<10} {:>12} {:>9} {:>9} {:>9}\n", row.at("kernel").get<std::string>(),
                        row.at("type").get<std::string>(), figure(row, "gelements", "{:.2f}"),
                        figure(row, "gbs", "{:.0f}"), percent(row, "share_of_copy"),
                        figure(row, "ratio_to_double", "{:.3f}"));
  }
  return text;
}

std::string cpu_table(const json& run) {
  std::string text =
      fmt::format("\nOn the CPU, one thread, arrays in cache: {}\n{:<10} {:<18} {:>11} {:>9} {:>13}\n",
                  run.value("cpu_name", "-"), "type", "operation", "Gresults/s", "x double", "x __float128");
  for (const json& row : run.at("cpu")) {
    text += fmt::format("{:<15} {:<18} {:>11} {:>9} {:>13}\n", row.at("type").get<std::string>(),
                        row.at("name").get<std::string>(), figure(row, "gresults", "{:.4f}"),
                        figure(row, "ratio_to_double", "{:.2f}"), figure(row, "ratio_to_float128", "{:.1f}"));
  }
  return text;
}

// The figures of the paper that are known: at 1048576 elements, on a GeForce 7800 GTX and its CPU.
std::string paper_tables(const json& run) {
  struct known {
    const char *where, *name, *figure;
  };
  const known figures[] = {{"gpu", "Add12", "as an addition"},
                           {"gpu", "Add22", "2.2"},
                           {"gpu", "Mul22", "2.3"},
                           {"cpu", "Add22", "11.4"},
                           {"cpu", "Mul22", "4.1"}};
  std::string text;
  for (const std::string where : {"gpu", "cpu"}) {
    std::set<double> sizes;
    std::vector<std::pair<std::string, std::string>> lines;
    for (const json& row : run.at("paper")) {
      if (row.at("where") != where) continue;
      sizes.insert(row.at("n").get<double>());
      const std::pair<std::string, std::string> line{row.at("name"), row.at("algorithm")};
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    if (lines.empty()) continue;
    text += fmt::format(
        "\nTime on the {}, the float addition of 4096 elements = 1; in brackets over the float addition of "
        "as many.\n{:<6} {:<9}",
        where == "gpu" ? "GPU" : "CPU", "", "algorithm");
    for (const double n : sizes) text += fmt::format(" {:>18.0f}", n);
    text += "   2006\n";
    for (const auto& [name, algorithm] : lines) {
      text += fmt::format("{:<6} {:<9}", name, algorithm);
      for (const double n : sizes) {
        double here = 0, add = 0;
        for (const json& row : run.at("paper")) {
          if (row.at("where") != where || row.at("n").get<double>() != n) continue;
          if (row.at("name") == name && row.at("algorithm") == algorithm) here = row.at("relative");
          if (row.at("name") == "Add") add = row.at("relative");
        }
        text += fmt::format(" {:>18}", fmt::format("{:.2f} ({:.2f})", here, here / add));
      }
      std::string of_2006 = "-";
      for (const known& k : figures) {
        if (where == k.where && name == k.name) of_2006 = k.figure;
      }
      text += "   " + of_2006 + "\n";
    }
  }
  return text;
}

std::string all_tables(const json& run) {
  std::string text;
  if (run.contains("throughput")) text += throughput_table(run);
  if (run.contains("latency")) text += latency_table(run);
  if (run.contains("functions")) text += function_table(run);
  if (run.contains("streaming")) text += streaming_table(run);
  if (run.contains("cpu")) text += cpu_table(run);
  if (run.contains("paper")) text += paper_tables(run);
  return text;
}

// ---------------------------------------------------------------- the model

std::string model_tables(const cost_model& model, const std::vector<json>& recorded) {
  std::string text = "Predicted from SASS counts and pipe rates: ff over double, and what to use.\n";
  text += fmt::format("{:<18}", "");
  for (const architecture& a : model.architectures()) text += fmt::format(" {:>13}", a.key);
  text += fmt::format("\n{:<18}", "");
  for (const architecture& a : model.architectures()) text += fmt::format(" {:>13.13}", a.example);
  text += "\n";
  for (const operation& o : operations()) {
    if (std::string(o.type) != "ff" || *o.as == 0) continue;
    text += fmt::format("{:<18}", o.name);
    for (const architecture& a : model.architectures()) {
      const double ratio = predicted_ratio(model, a, o);
      text +=
          fmt::format(" {:>13}", ratio > 0 ? fmt::format("{:.2f} {:<6}", ratio, recommendation(ratio)) : "-");
    }
    text += "\n";
  }
  text += "\nPredicted results a clock and SM, and the pipe that limits them.\n";
  text += fmt::format("{:<34}", "");
  for (const architecture& a : model.architectures()) text += fmt::format(" {:>15}", a.key);
  text += "\n";
  for (const operation& o : operations()) {
    text += fmt::format("{:<16}{:<18}", o.type, o.name);
    for (const architecture& a : model.architectures()) {
      const prediction p = model.predict(a, o.id);
      text +=
          fmt::format(" {:>15}", p.per_clock > 0 ? fmt::format("{:.2f} {:<8.8}", p.per_clock, p.limit) : "-");
    }
    text += "\n";
  }
  for (const json& run : recorded) {
    const model_error e = compare_with(model, run);
    if (e.rows.empty()) continue;
    text +=
        fmt::format("\nAgainst {}, commit {}: median error {:.1f} %, largest {:.1f} %\n",
                    run.value("device", "?"), run.value("commit", "?"), 100 * e.median(), 100 * e.largest());
    for (const auto& row : e.rows) {
      text += fmt::format("{:<22} predicted {:>8.2f}  measured {:>8.2f}  error {:>+6.1f} %\n", row.id,
                          row.predicted, row.measured, 100 * row.error());
    }
  }
  if (recorded.empty()) text += "\nNo recorded run to compare with.\n";
  return text;
}

// ---------------------------------------------------------------- comparison

std::string compare_runs(const json& a, const json& b) {
  struct part {
    const char *name, *figure;
    std::vector<const char*> keys;
    bool time;  ///< less is better
  };
  const part parts[] = {{"throughput", "gresults", {"type", "name"}, false},
                        {"latency", "cycles", {"type", "name"}, true},
                        {"functions", "gresults", {"type", "name"}, false},
                        {"streaming", "gelements", {"kernel", "type", "n"}, false},
                        {"cpu", "gresults", {"type", "name"}, false}};
  std::string text = "A: " + heading(a) + "B: " + heading(b);
  for (const part& p : parts) {
    if (!a.contains(p.name) || !b.contains(p.name)) continue;
    text += fmt::format("\n{:<34} {:>12} {:>12} {:>8}\n", p.name + std::string(", ") + p.figure, "A", "B",
                        p.time ? "A/B" : "B/A");
    for (const json& row : a.at(p.name)) {
      for (const json& other : b.at(p.name)) {
        std::string label;
        bool same = true;
        for (const char* key : p.keys) {
          same = same && row.at(key) == other.at(key);
          label += (label.empty() ? "" : " ") +
                   (row.at(key).is_string() ? row.at(key).get<std::string>() : row.at(key).dump());
        }
        if (!same) continue;
        const double x = row.at(p.figure), y = other.at(p.figure);
        text += fmt::format("{:<34} {:>12.4g} {:>12.4g} {:>8.3f}\n", label, x, y, p.time ? x / y : y / x);
      }
    }
  }
  return text;
}

// ---------------------------------------------------------------- README

std::string readme_tables(const json& run, const cost_model& model) {
  std::string text;
  if (run.contains("throughput")) {
    text += fmt::format(
        "On {}, operands in registers; a slot is the time of one `float` FMA:\n\n| operation | instructions "
        "| slots | "
        "share of the issue limit | times native double | latency, cycles |\n|---|---|---|---|---|---|\n",
        run.value("device", "?"));
    for (const json& row : run.at("throughput")) {
      if (row.at("type") != "ff") continue;
      std::string cycles = "-";
      for (const json& l : run.value("latency", json::array())) {
        if (l.at("id") == row.at("id")) cycles = figure(l, "cycles", "{:.0f}");
      }
      text += fmt::format(
          "| `{}` | {} | {} | {} | {} | {} |\n", row.at("name").get<std::string>(),
          row.contains("instructions")
              ? fmt::format("{:.0f}", row.at("instructions").get<double>() - row.value("harness", 0))
              : "-",
          figure(row, "slots", "{:.1f}"), percent(row, "share_of_issue"),
          figure(row, "ratio_to_double", "{:.2f}"), cycles);
    }
  }
  text += "\nff over double as the cost model predicts it:\n\n| operation |";
  std::string rule = "|---|";
  for (const architecture& a : model.architectures()) {
    text += fmt::format(" {} ({}) |", a.key, a.example);
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (const char* id :
       {"ff_add22", "ff_mul22", "ff_fma22", "ff_dot_step", "ff_div", "ff_sqrt", "ff_rsqrt"}) {
    for (const operation& o : operations()) {
      if (std::string(o.id) != id) continue;
      text += fmt::format("| `{}` |", o.name);
      for (const architecture& a : model.architectures()) {
        const double ratio = predicted_ratio(model, a, o);
        text += fmt::format(" {:.2g}: {} |", ratio, recommendation(ratio));
      }
      text += "\n";
    }
  }
  return text;
}

// ---------------------------------------------------------------- plots

std::string functions_page(const json& accuracy, const json& run, const cost_model& model) {
  const auto executed = nlohmann::json::parse(functions_json()).at("functions");
  const auto row_of = [&](const std::string& id) -> const json* {
    for (const json& row : run.at("functions")) {
      if (row.at("id") == id) return &row;
    }
    return nullptr;
  };
  // Clocks of an SM a call: as measured, scaled by what the model makes of the executed instructions.
  const auto clocks = [&](const std::string& id, const char* there) {
    const json* row = row_of(id);
    if (row == nullptr || !executed.contains(id)) return 0.0;
    const counts c = executed.at(id).get<counts>();
    const double here = model.predict(*model.find("sm_90"), c).per_clock;
    return row->at("slots").get<double>() * here / model.predict(*model.find(there), c).per_clock;
  };
  std::string text =
      "| function | x (and y) | bound, u² | measured worst, u² | at | slots | × double, H200 | sm_89 | "
      "sm_120 |\n"
      "|---|---|---|---|---|---|---|---|---|\n";
  for (const json& row : accuracy.at("operators")) {
    if (!row.contains("x")) continue;
    const std::string name = row.at("operator");
    const auto span = [&](const char* key) {
      const double low = row.at(key).at(0), high = row.at(key).at(1);
      return fmt::format("[{:.4g}, {:.4g}]", low, high);
    };
    double worst = 0;
    for (const char* key : {"max_u2", "hunt_max_u2", "all_floats_max_u2"}) {
      if (row.contains(key) && row.at(key).is_number()) worst = std::max(worst, row.at(key).get<double>());
    }
    std::string input;
    for (const auto& word : row.value("worst_input", json::array()))
      input += (input.empty() ? "" : " ") + word.get<std::string>();
    const std::string scale = row.at("scale");
    std::string slots = "", ratio = "", ada = "", blackwell = "";
    const std::string id = name == "sincos_sin" ? "sincos" : name == "sincospi_sin" ? "sincospi" : name;
    if (const json* speed = row_of("ff_" + id)) {
      slots = figure(*speed, "slots", "{:.0f}");
      ratio = figure(*speed, "ratio_to_double", "{:.2f}");
      const auto predicted = [&](const char* there) {
        const double ours = clocks("ff_" + id, there), native = clocks("double_" + id, there);
        return ours > 0 && native > 0 ? fmt::format("{:.2g}", native / ours) : std::string("-");
      };
      ada = predicted("sm_89");
      blackwell = predicted("sm_120");
    }
    text += fmt::format("| `{}` | {}{} | {:g} {}{} | {:.2f} | `{}` | {} | {} | {} | {} |\n", name, span("x"),
                        row.contains("y") ? ", " + span("y") : "", row.at("bound_u2").get<double>(),
                        row.at("known").get<std::string>(), scale == "f" ? "" : " of " + scale, worst, input,
                        slots, ratio, ada, blackwell);
  }
  return text;
}

std::string streaming_svg(const json& run) {
  std::vector<curve> curves;
  double top = 0, largest = 1024;
  for (const json& row : run.at("streaming")) {
    const std::string name = row.at("kernel").get<std::string>() + " " + row.at("type").get<std::string>();
    if (name.find("memcpy") != std::string::npos) continue;
    auto at = std::find_if(curves.begin(), curves.end(), [&](const curve& c) { return c.name == name; });
    if (at == curves.end()) {
      curves.push_back({name, {}, false, static_cast<int>(curves.size())});
      at = curves.end() - 1;
    }
    at->points.push_back({row.at("n"), row.at("gelements")});
    top = std::max(top, row.at("gelements").get<double>());
    largest = std::max(largest, row.at("n").get<double>());
  }
  axis x{1024, largest, {}, "elements"},
      y{std::exp2(std::floor(std::log2(top)) - 13), std::exp2(std::ceil(std::log2(top))), {}, "Gelements/s"};
  for (double n = 1024; n <= largest; n *= 4) x.ticks.push_back(n);
  for (double v = y.low; v <= y.high; v *= 2) y.ticks.push_back(v);
  return log_plot("Array kernels: throughput against size",
                  fmt::format("{}; commit {}", run.value("device", "?"), run.value("commit", "?")), x, y,
                  curves, 0);
}

std::string model_svg(const cost_model& model) {
  std::vector<curve> curves;
  const architecture* base = model.find("sm_90");
  const char* const shown[] = {"ff_add22", "ff_mul22", "ff_fma22",  "ff_dot_step",
                               "ff_div22", "ff_div",   "ff_sqrt22", "ff_rsqrt22"};
  int colour = 0;
  for (const operation& o : operations()) {
    if (std::find(std::begin(shown), std::end(shown), std::string(o.id)) == std::end(shown)) continue;
    curve line{o.name, {}, false, colour}, dots{"", {}, true, colour};
    ++colour;
    for (int k = 0; base != nullptr && k <= 48; ++k) {
      const double r = std::exp2(k / 8.0);
      architecture a = *base;
      a.rate["fp64"] = a.rate.at("fp32") / r;
      a.slots["fp64"] = std::min(r, 2.0);
      line.points.push_back({r, predicted_ratio(model, a, o)});
    }
    for (const architecture& a : model.architectures()) {
      dots.points.push_back({a.rate.at("fp32") / a.rate.at("fp64"), predicted_ratio(model, a, o)});
    }
    curves.push_back(line);
    curves.push_back(dots);
  }
  return log_plot(
      "ff over double: predicted throughput ratio",
      "lines: sm_90 with its FP64 rate varied; dots: each architecture with its own code; above "
      "1 ff is faster",
      {1, 64, {1, 2, 4, 8, 16, 32, 64}, "FP32 : FP64 results a clock"},
      {1.0 / 32, 32, {1.0 / 32, 1.0 / 16, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64}, "ff / double"}, curves,
      1);
}

}  // namespace bench
