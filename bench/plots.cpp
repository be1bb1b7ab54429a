// Says what a run draws, as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "command/svg.hpp"
#include "figures.hpp"

namespace bench {
namespace {

namespace svg = command::svg;

const char* const colours[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                               "#17becf", "#8c564b", "#7f7f7f", "#bcbd22", "#e377c2"};

struct curve {
  std::string name;
  std::vector<svg::point> points;
  bool dots_only = false;
  int colour = 0;
};

std::string plain_text(double v) { return fmt::format("{:g}", v); }

svg::axis logarithmic(double low, double high, const std::vector<double>& ticks, const std::string& title,
                      std::string (*label)(double) = plain_text) {
  svg::axis a{low, high, svg::scale::logarithmic, {}, title};
  for (const double t : ticks) a.ticks.push_back({t, label(t)});
  return a;
}

/// Both axes are logarithmic.  A black line marks the height `rule`, if that is positive.
std::string log_plot(const std::string& title, const std::string& subtitle, const svg::axis& x,
                     const svg::axis& y, const std::vector<curve>& curves, double rule) {
  const svg::frame plot{70, 60, 620, 380, x, y};
  const double right = plot.left + plot.width, bottom = plot.top + plot.height;
  const double legend_bottom = plot.top + 16.0 * static_cast<double>(curves.size());
  svg::document page(right + 190, std::max(bottom + 50, legend_bottom + 20));
  page.add(svg::text(10, 20, title, "font-size='14'"));
  page.add(svg::text(10, 38, subtitle, "fill='#555'"));
  plot.add_grid(page);
  if (rule > 0) page.add(svg::horizontal_line(plot.left, right, plot.at_y(rule), "stroke='#000'"));
  int line = 0;
  for (const curve& c : curves) {
    const std::string colour = colours[static_cast<std::size_t>(c.colour) % std::size(colours)];
    std::vector<svg::point> points;
    for (const svg::point& p : c.points) {
      points.push_back(plot.at(p.x, p.y));
      if (c.dots_only || c.points.size() < 16)
        page.add(svg::circle(points.back(), 2.5, fmt::format("fill='{}'", colour)));
    }
    if (c.dots_only) continue;
    const bool dashed = line >= static_cast<int>(std::size(colours));
    page.add(svg::polyline(points, fmt::format("stroke='{}' stroke-width='1.5'{}", colour,
                                               dashed ? " stroke-dasharray='4 3'" : "")));
    const double at = plot.top + 16.0 * line;
    page.add(svg::segment(right + 12, at + 10, 18, fmt::format("stroke='{}' stroke-width='2'", colour)) +
             svg::text(right + 35, at + 14, c.name));
    ++line;
  }
  plot.add_titles(page);
  return page.str();
}

/// The copy that the others are compared with is not drawn.
bool is_memcpy(const json& row) {
  return row.at("kernel").get<std::string>().find("memcpy") != std::string::npos;
}

// The functions and mixes that are drawn of a run in company.
const char* const in_company[] = {"exp",   "log",           "pow",           "sin",       "acos",
                                  "atan2", "exp sin + log", "six functions", "haversine", "Black-Scholes"};
bool is_drawn(const json& row) {
  return row.at("type") == "ff" &&
         std::find(std::begin(in_company), std::end(in_company), row.at("name")) != std::end(in_company);
}

std::string streaming_svg(const json& run) {
  std::vector<curve> curves;
  double top = 0, largest = 4096;
  for (const json& row : run.at("streaming")) {
    if (is_memcpy(row)) continue;
    const std::string name = row.at("kernel").get<std::string>() + " " + row.at("type").get<std::string>();
    auto at = std::find_if(curves.begin(), curves.end(), [&](const curve& c) { return c.name == name; });
    if (at == curves.end()) {
      curves.push_back({name, {}, false, static_cast<int>(curves.size())});
      at = curves.end() - 1;
    }
    at->points.push_back({row.at("n"), row.at("gelements")});
    top = std::max(top, row.at("gelements").get<double>());
    largest = std::max(largest, row.at("n").get<double>());
  }
  if (curves.empty()) throw std::invalid_argument("a run without curves");
  const double low = std::exp2(std::floor(std::log2(top)) - 13), high = std::exp2(std::ceil(std::log2(top)));
  std::vector<double> sizes, speeds;
  for (double n = 1024; n <= largest; n *= 4) sizes.push_back(n);
  for (double v = low; v <= high; v *= 2) speeds.push_back(v);
  return log_plot("Array kernels: throughput against size",
                  fmt::format("{}; commit {}", run.value("device", "?"), run.value("commit", "?")),
                  logarithmic(1024, largest, sizes, "elements", size_text),
                  logarithmic(low, high, speeds, "Gelements/s"), curves, 0);
}

std::string company_svg(const json& run) {
  const std::vector<double> l1 = run.at("l1_kb").get<std::vector<double>>();
  const auto [least, most] = std::minmax_element(l1.begin(), l1.end());
  std::vector<curve> curves;
  double low = 1e30, high = 0;
  for (const char* name : in_company) {
    for (const json& row : run.at("company")) {
      if (row.at("type") != "ff" || row.at("name") != name) continue;
      curve line{name, {}, false, static_cast<int>(curves.size())};
      for (std::size_t i = 0; i < l1.size(); ++i) {
        const double slots = row.at("slots_2048").at(i);
        line.points.push_back({l1[i], std::max(slots, 1.0)});
        low = std::min(low, line.points.back().y), high = std::max(high, line.points.back().y);
      }
      curves.push_back(line);
    }
  }
  if (curves.empty()) throw std::invalid_argument("a run without curves");
  std::vector<double> ticks;
  for (double v = std::exp2(std::floor(std::log2(low))); v <= 2 * high; v *= 2) ticks.push_back(v);
  return log_plot("In company: issue slots of a call against the L1 cache that is left",
                  fmt::format("ff, 2048 different arguments; {}; commit {}", run.value("device", "?"),
                              run.value("commit", "?")),
                  logarithmic(std::min(*least, *most / 2), *most, l1, "KB of L1"),
                  logarithmic(ticks.front(), ticks.back(), ticks, "slots"), curves, 0);
}

/// Powers of two from at most `low` to at least `high`.
std::vector<double> powers_of_two(double low, double high) {
  std::vector<double> all;
  for (double v = std::exp2(std::floor(std::log2(low))); all.empty() || all.back() < high; v *= 2)
    all.push_back(v);
  return all;
}

/// Curves over the order of square problems, by name.
class square_curves {
 public:
  void add(const std::string& name, const json& n, double y) {
    auto at = std::find_if(curves_.begin(), curves_.end(), [&](const curve& c) { return c.name == name; });
    if (at == curves_.end()) {
      curves_.push_back({name, {}, false, static_cast<int>(curves_.size())});
      at = curves_.end() - 1;
    }
    at->points.push_back({n, y});
  }
  std::string plot(const json& run, const std::string& title, const std::string& unit) const {
    std::vector<double> x, y;
    for (const curve& c : curves_)
      for (const svg::point& p : c.points) x.push_back(p.x), y.push_back(p.y);
    if (x.empty()) throw std::invalid_argument("a run without curves");
    const auto axis = [](const std::vector<double>& values, const std::string& text) {
      const auto [least, most] = std::minmax_element(values.begin(), values.end());
      const std::vector<double> ticks = powers_of_two(*least, *most);
      return logarithmic(ticks.front(), ticks.back(), ticks, text);
    };
    return log_plot(title, fmt::format("{}; commit {}", run.value("device", "?"), run.value("commit", "?")),
                    axis(x, "n"), axis(y, unit), curves_, 0);
  }

 private:
  std::vector<curve> curves_;
};

std::string gemm_svg(const json& run) {
  square_curves curves;
  for (const json& row : run.at("gemm"))
    if (row.at("m") == row.at("n") && row.at("m") == row.at("k"))
      curves.add(row.at("product"), row.at("n"), row.at("tf"));
  return curves.plot(run, "Matrix products of n by n: 2 n^3 operations, without a pause", "TF");
}

std::string svd_svg(const json& run) {
  square_curves curves;
  for (const json& row : run.at("svd")) {
    if (row.at("m") != row.at("n")) continue;
    curves.add("ff", row.at("n"), row.at("seconds"));
    curves.add("double, cuSOLVER", row.at("n"), row.at("double_seconds"));
    if (row.contains("golub_reinsch_seconds"))
      curves.add("ff, Golub-Reinsch", row.at("n"), row.at("golub_reinsch_seconds"));
    if (row.contains("thesis_seconds")) curves.add("float, thesis", row.at("n"), row.at("thesis_seconds"));
  }
  return curves.plot(run, "Singular value decompositions of n by n", "seconds");
}

/// Says what is drawn of a run: the first of its parts that can be.
using drawing = std::string (*)(const json&);
drawing drawing_of(const json& run) {
  const auto any = [&](const char* part, bool (*is)(const json&)) {
    const json rows = run.value(part, json::array());
    return std::any_of(rows.begin(), rows.end(), is);
  };
  const auto is_square = [](const json& row) { return row.at("m") == row.at("n"); };
  if (any("company", is_drawn)) return company_svg;
  if (any("streaming", [](const json& row) { return !is_memcpy(row); })) return streaming_svg;
  if (any("gemm", [](const json& row) { return row.at("m") == row.at("n") && row.at("m") == row.at("k"); }))
    return gemm_svg;
  return any("svd", is_square) ? svd_svg : nullptr;
}

}  // namespace

bool has_curves(const json& run) { return drawing_of(run) != nullptr; }

std::string curves_svg(const json& run) {
  const drawing draws = drawing_of(run);
  if (draws == nullptr) throw std::invalid_argument("a run without curves");
  return draws(run);
}

std::string model_svg(const cost_model& model) {
  std::vector<curve> curves;
  const architecture* base = model.find("sm_90");
  const char* const shown[] = {"ff_add22", "ff_mul22", "ff_fma22",  "ff_dot_step",
                               "ff_div22", "ff_div",   "ff_sqrt22", "ff_rsqrt22"};
  int colour = 0;
  for (const operation& o : operations()) {
    if (std::find(std::begin(shown), std::end(shown), o.id) == std::end(shown)) continue;
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
  return log_plot("ff over double: predicted throughput ratio",
                  "lines: sm_90 with its FP64 rate varied; dots: each architecture with its own code; above "
                  "1 ff is faster",
                  logarithmic(1, 64, {1, 2, 4, 8, 16, 32, 64}, "FP32 : FP64 results a clock"),
                  logarithmic(1.0 / 32, 32, {1.0 / 32, 1.0 / 16, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64},
                              "ff / double"),
                  curves, 1);
}

}  // namespace bench
