#include "command/svg.hpp"

#include "pages.hpp"

namespace accuracy {

std::string to_svg(const command::provenance& from, const std::vector<trial>& trials) {
  namespace svg = command::svg;
  constexpr int columns = 3, width = 300, height = 150, margin = 34;
  std::vector<const trial*> shown;
  for (const trial& t : trials) {
    if (t.of->bound() > 0 && t.of->kind() != catalogue::group::outside) shown.push_back(&t);
  }
  const int rows = (static_cast<int>(shown.size()) + columns - 1) / columns;
  svg::document page(columns * width + 10, rows * height + 50);
  page.add(svg::text(10, 18,
                     "Error of each row, in u^2 = 2^-48 or ulps, judged by MPFR: share of vectors "
                     "(logarithmic), bound in red",
                     "font-size='13'"));
  page.add(svg::text(10, 34, from.device + "; commit " + from.commit, "fill='#555'"));
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const trial& t = *shown[k];
    const double left = static_cast<double>(k % columns) * width + margin, wide = width - margin - 12;
    const double top = static_cast<double>(k / columns) * height + 66, high = height - 52;
    const double total = static_cast<double>(t.vectors), decades = 8;
    page.add(svg::text(left, top - 4,
                       fmt::format("{}: max {} {}, {} {:.3g}", t.of->name(), error_text(t.worst_error()),
                                   t.of->unit(), t.of->known(), t.of->bound())));
    page.add(svg::polyline({{left, top}, {left, top + high}, {left + wide, top + high}}, "stroke='#888'"));
    const double bin = wide / histogram_bins;
    for (int i = 0; i < histogram_bins; ++i) {
      const double count = static_cast<double>(t.histogram[static_cast<std::size_t>(i)]);
      if (count == 0) continue;
      const double share = std::max(0.02, 1 + std::log10(count / total) / decades);
      page.add(
          svg::rect(left + i * bin, top + high * (1 - share), bin * 0.9, high * share, "fill='#4878a8'"));
    }
    for (const auto& [height_share, label] : {std::pair{0.0, "1"}, {0.5, "1e-4"}, {1.0, "1e-8"}}) {
      page.add(svg::text(left - 3, top + 4 + high * height_share, label,
                         "text-anchor='end' fill='#555' font-size='9'"));
    }
    const auto at = [&](double error) { return left + wide * error / t.of->histogram_top(); };
    page.add(svg::vertical_line(at(t.of->bound()), top, top + high, "stroke='#c03030' stroke-width='1.5'"));
    for (int tick = 0; tick <= 4; ++tick) {
      const double value = t.of->bound() * tick / 4;
      page.add(svg::text(at(value), top + high + 13, fmt::format("{:.3g}", value),
                         "text-anchor='middle' fill='#555'"));
    }
  }
  return page.str();
}

}  // namespace accuracy
