// Plots with two logarithmic axes, as SVG.
#pragma once

#include <string>
#include <vector>

#include "command/svg.hpp"
#include "measure.hpp"

namespace bench {

namespace svg = command::svg;

struct curve {
  std::string name;
  std::vector<svg::point> points;
  bool dots_only = false;
  int colour = 0;
};

std::string plain_text(double v);

svg::axis logarithmic(double low, double high, const std::vector<double>& ticks, const std::string& title,
                      std::string (*label)(double) = plain_text);

/// Draws the curves.  A black line marks the height `rule`, if that is positive.
std::string log_plot(const std::string& title, const std::string& subtitle, const svg::axis& x,
                     const svg::axis& y, const std::vector<curve>& curves, double rule);

/// Curves over the order of square problems, by name.
class square_curves {
 public:
  void add(const std::string& name, const json& n, double y);
  std::string plot(const json& run, const std::string& title, const std::string& unit) const;

 private:
  std::vector<curve> curves_;
};

}  // namespace bench
