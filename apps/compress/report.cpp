#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "command/svg.hpp"
#include "command/table.hpp"

namespace compress {
namespace {

namespace svg = command::svg;

int64 full_rank(const subject& s) { return static_cast<int64>(s.norms.size()) - 1; }
double norm_of(const subject& s, int64 rank) { return s.norms[static_cast<std::size_t>(rank)]; }
double elements_of(const subject& s) { return static_cast<double>(s.rows) * static_cast<double>(s.columns); }

/// The relative error; a zero matrix has none.
double error_of(const subject& s, int64 rank) { return s.norms[0] > 0 ? norm_of(s, rank) / s.norms[0] : 0; }

std::string decibels_text(double x) { return std::isfinite(x) ? fmt::format("{:.2f}", x) : "-"; }

/// By the singular values.
outcome outcome_of(const subject& s, int64 rank) {
  return {rank, error_of(s, rank), signal_to_noise(norm_of(s, rank), s.peak, elements_of(s)),
          file_bytes(s.rows, s.columns, rank, s.how)};
}

std::set<int64> ranks_of(const subject& s, int64 kept) {
  std::set<int64> ranks{kept, full_rank(s)};
  for (int64 k = 1; k < full_rank(s); k *= 2) ranks.insert(k);
  return ranks;
}

}  // namespace

std::string rank_table(const subject& s, int64 kept) {
  command::table t({{"rank", 6}, {"relative error", 16}, {"PSNR, dB", 10}, {"bytes", 12}, {"of raw", 9}});
  for (const int64 k : ranks_of(s, kept)) {
    const outcome o = outcome_of(s, k);
    t.add({fmt::format("{}", k), fmt::format("{:.4g}", o.error), decibels_text(o.decibels),
           fmt::format("{:.0f}", o.bytes), fmt::format("{:.1f} %", 100 * o.bytes / s.raw_bytes)});
  }
  return t.text();
}

std::string kept_text(const outcome& o, const subject& s) {
  return fmt::format("rank {} of {} is kept: relative error {:.4g}, PSNR {} dB, {:.0f} bytes as {}\n", o.rank,
                     full_rank(s), o.error, decibels_text(o.decibels), o.bytes,
                     stored_names[static_cast<int>(s.how)]);
}

std::string curve_svg(const subject& s, int64 kept) {
  // The rest that rounding leaves of values that are zero is not drawn.
  constexpr double least = 1e-13;
  const double last = std::max<double>(2, static_cast<double>(full_rank(s)));
  double lowest = 1;
  std::vector<std::pair<double, double>> errors;
  for (int64 k = 1; k <= full_rank(s) && error_of(s, k) > least; ++k) {
    errors.emplace_back(static_cast<double>(k), error_of(s, k));
    lowest = std::min(lowest, errors.back().second);
  }
  svg::axis x{1, last, svg::scale::logarithmic, {}, "rank"};
  svg::axis y{1, 1, svg::scale::logarithmic, {}, "relative error"};
  for (double k = 1; k <= last; k *= 2) x.ticks.push_back({k, fmt::format("{:g}", k)});
  y.ticks.push_back({1, "1"});
  do {
    y.low /= 10;
    y.ticks.push_back({y.low, fmt::format("{:g}", y.low)});
  } while (y.low > lowest);
  const svg::frame plot{{70, 50, 520, 320}, x, y};
  svg::document page(plot.left + plot.width + 20, plot.top + plot.height + 50);
  page.add(svg::text(10, 20, s.name, "font-size='14'"));
  page.add(svg::text(10, 38, fmt::format("rank {} is kept", kept), "fill='#555'"));
  plot.add_grid(page);
  page.add(svg::vertical_line(plot.at_x(static_cast<double>(kept)), plot.top, plot.top + plot.height,
                              "stroke='#d62728'"));
  std::vector<svg::point> points;
  points.reserve(errors.size());
  for (const auto& [rank, error] : errors) points.push_back(plot.at(rank, error));
  if (points.size() == 1) page.add(svg::circle(points[0], 2.5, "fill='#1f77b4'"));
  if (points.size() > 1) page.add(svg::polyline(points, "stroke='#1f77b4' stroke-width='1.5'"));
  plot.add_titles(page);
  return page.str();
}

nlohmann::ordered_json to_json(const subject& s, const decomposition& d, const outcome& o) {
  const auto number = [](double x) {
    return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(nullptr);
  };
  nlohmann::ordered_json j;
  j["input"] = s.name;
  j["rows"] = s.rows;
  j["columns"] = s.columns;
  j["channels"] = s.channels;
  j["stored"] = stored_names[static_cast<int>(s.how)];
  j["raw_bytes"] = s.raw_bytes;
  j["seconds"] = d.seconds;
  j["residual"] = d.report.residual;
  j["orthogonality"] = d.report.orthogonality;
  j["converged"] = d.report.converged;
  j["rank"] = o.rank;
  j["error"] = o.error;
  j["psnr"] = number(o.decibels);
  j["bytes"] = o.bytes;
  for (const int64 k : ranks_of(s, o.rank)) {
    const outcome at = outcome_of(s, k);
    j["ranks"].push_back(
        {{"rank", at.rank}, {"error", at.error}, {"psnr", number(at.decibels)}, {"bytes", at.bytes}});
  }
  for (const ff_t x : d.all.values) j["values"].push_back(static_cast<double>(x));
  for (int64 k = 1; k <= full_rank(s); ++k) j["errors"].push_back(error_of(s, k));
  return j;
}

}  // namespace compress
