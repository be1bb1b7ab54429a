#include "curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bench {
namespace {

const char* const colours[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                               "#17becf", "#8c564b", "#7f7f7f", "#bcbd22", "#e377c2"};

/// Powers of two from at most `low` to at least `high`.
std::vector<double> powers_of_two(double low, double high) {
  std::vector<double> all;
  for (double v = std::exp2(std::floor(std::log2(low))); all.empty() || all.back() < high; v *= 2)
    all.push_back(v);
  return all;
}

}  // namespace

std::string plain_text(double v) { return fmt::format("{:g}", v); }

svg::axis logarithmic(double low, double high, const std::vector<double>& ticks, const std::string& title,
                      std::string (*label)(double)) {
  svg::axis a{low, high, svg::scale::logarithmic, {}, title};
  for (const double t : ticks) a.ticks.push_back({t, label(t)});
  return a;
}

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

void square_curves::add(const std::string& name, const json& n, double y) {
  auto at = std::find_if(curves_.begin(), curves_.end(), [&](const curve& c) { return c.name == name; });
  if (at == curves_.end()) {
    curves_.push_back({name, {}, false, static_cast<int>(curves_.size())});
    at = curves_.end() - 1;
  }
  at->points.push_back({n, y});
}

std::string square_curves::plot(const json& run, const std::string& title, const std::string& unit) const {
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

}  // namespace bench
