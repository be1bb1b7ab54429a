// Drawings as SVG: a document of elements, and a frame with two axes to plot in.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace command::svg {

// Each element is a string; elements join by +.  `attributes` are written as they are, like "fill='none'".

/// An int is printed as it is, a double with one decimal.
struct coordinate {
  std::string text;
  coordinate(int v) : text(fmt::format("{}", v)) {}         // NOLINT(google-explicit-constructor)
  coordinate(double v) : text(fmt::format("{:.1f}", v)) {}  // NOLINT(google-explicit-constructor)
};

struct point {
  double x, y;
};

/// Character data of XML.
inline std::string escaped(const std::string& words) {
  std::string text;
  for (const char c : words) text += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return text;
}

inline std::string spaced(const std::string& attributes) {
  return attributes.empty() ? "" : " " + attributes;
}

inline std::string text(const coordinate& x, const coordinate& y, const std::string& words,
                        const std::string& attributes = "") {
  return fmt::format("<text x='{}' y='{}'{}>{}</text>", x.text, y.text, spaced(attributes), escaped(words));
}

/// Text that runs upwards, centred on the point.
inline std::string upward_text(const coordinate& x, const coordinate& y, const std::string& words) {
  return fmt::format("<text transform='translate({} {}) rotate(-90)' text-anchor='middle'>{}</text>", x.text,
                     y.text, escaped(words));
}

inline std::string vertical_line(const coordinate& x, const coordinate& y1, const coordinate& y2,
                                 const std::string& attributes) {
  return fmt::format("<path d='M{} {}V{}'{}/>", x.text, y1.text, y2.text, spaced(attributes));
}

inline std::string horizontal_line(const coordinate& x1, const coordinate& x2, const coordinate& y,
                                   const std::string& attributes) {
  return fmt::format("<path d='M{} {}H{}'{}/>", x1.text, y.text, x2.text, spaced(attributes));
}

/// A horizontal line given by its length, as in a legend.
inline std::string segment(const coordinate& x, const coordinate& y, int length,
                           const std::string& attributes) {
  return fmt::format("<path d='M{} {}h{}'{}/>", x.text, y.text, length, spaced(attributes));
}

inline std::string polyline(const std::vector<point>& points, const std::string& attributes) {
  std::string path;
  for (const point& p : points) path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", p.x, p.y);
  return fmt::format("<path d='{}' fill='none'{}/>", path, spaced(attributes));
}

/// With two decimals: the bars of a histogram are narrow.
inline std::string rect(double x, double y, double width, double height, const std::string& attributes) {
  return fmt::format("<rect x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}'{}/>", x, y, width, height,
                     spaced(attributes));
}

inline std::string circle(point centre, double radius, const std::string& attributes) {
  return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}'{}/>", centre.x, centre.y, radius,
                     spaced(attributes));
}

/// A white page.
class document {
 public:
  document(double width, double height)
      : text_(fmt::format("<svg xmlns='http://www.w3.org/2000/svg' width='{:.0f}' height='{:.0f}' "
                          "font-family='sans-serif' font-size='11'>\n<rect width='100%' height='100%' "
                          "fill='white'/>\n",
                          width, height)) {}

  void add(const std::string& elements) { text_ += elements + "\n"; }
  std::string str() const { return text_ + "</svg>\n"; }

 private:
  std::string text_;
};

struct tick {
  double at;
  std::string label;
};

enum class scale { linear, logarithmic };

struct axis {
  double low, high;
  scale spacing;
  std::vector<tick> ticks;
  std::string title;

  /// Says how far along the axis a value lies: 0 at `low`, 1 at `high`.
  double share(double v) const {
    return spacing == scale::linear ? (v - low) / (high - low) : std::log2(v / low) / std::log2(high / low);
  }
};

/// The rectangle of a plot on the page, and its axes.
struct rectangle {
  double left, top, width, height;
};
struct frame : rectangle {
  axis x, y;

  double at_x(double v) const { return left + width * x.share(v); }
  /// A value beyond the axis is drawn at its end.
  double at_y(double v) const { return top + height * (1 - y.share(std::clamp(v, y.low, y.high))); }
  point at(double a, double b) const { return {at_x(a), at_y(b)}; }

  /// A line across the plot, with its label, at each tick.
  void add_grid(document& page) const {
    for (const tick& t : x.ticks) {
      const double at = at_x(t.at);
      page.add(vertical_line(at, top, top + height, "stroke='#ddd'") +
               text(at, top + height + 15, t.label, "text-anchor='middle'"));
    }
    for (const tick& t : y.ticks) {
      const double at = at_y(t.at);
      page.add(horizontal_line(left, left + width, at, "stroke='#ddd'") +
               text(left - 5, at + 4, t.label, "text-anchor='end'"));
    }
  }

  void add_titles(document& page) const {
    page.add(text(left + width / 2, top + height + 34, x.title, "text-anchor='middle'"));
    page.add(upward_text(18, top + height / 2, y.title));
  }
};

}  // namespace command::svg
