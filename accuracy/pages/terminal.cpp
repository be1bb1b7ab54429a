#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "command/table.hpp"
#include "pages.hpp"

namespace accuracy {
namespace {

using command::side;

const command::table& layout() {
  static const command::table table({{"row", 28, side::left},
                                     {"vectors", 7},
                                     {"hunted", 7},
                                     {"wrong", 7},
                                     {"loose", 7},
                                     {"max", 9},
                                     {"mean", 8},
                                     {"total", 8},
                                     {"bits", 6},
                                     {"bound", 6},
                                     {"", 4, side::left},
                                     {"known", 11, side::left},
                                     {"worst class", 15, side::left},
                                     {"verdict", 12, side::left},
                                     {"worst input -> result", 0, side::left}});
  return table;
}

std::string count_text(std::uint64_t n) {
  if (n == 0) return "-";
  return n < 4096 ? std::to_string(n) : fmt::format("2^{:.4g}", std::log2(static_cast<double>(n)));
}

}  // namespace

std::string found_by(const trial& t) {
  const instance& i = t.worst_instance();
  if (i.error == 0 || (i.error < 0 && i.wrong == fault::none)) return "-";
  const std::string of = t.of->class_name(i.of);
  switch (i.found_by) {
    case finder::floats:
      return "all floats";
    case finder::hunt:
      return t.of->values() ? "hunt" : "hunt: " + of;
    default:
      return of;
  }
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

std::string table_head(const subject& of) { return of.of_signs() ? signs_head() : layout().text_heading(); }

std::string table_row(const trial& t) {
  if (t.of->of_signs()) return signs_rows(t);
  const bool of_values = t.of->values() != nullptr, in_u2 = std::string(t.of->unit()) == "u^2";
  const bool bounded = t.of->kind() != catalogue::group::outside;
  const instance& i = t.worst_instance();
  const bool shown = i.wrong != fault::none || i.error > 0;
  std::string text = layout().text_row(
      {t.of->name(), count_text(t.vectors), count_text(t.hunted), count_text(t.wrong),
       of_values ? "" : count_text(t.loose), error_text(t.worst_error()), of_values ? "" : error_text(t.mean),
       of_values || !in_u2 ? "" : error_text(t.total), of_values ? bits_text(t.worst_error()) : "",
       bounded ? fmt::format("{:.3g}", t.of->bound()) : "-", t.of->unit(), t.of->known(), found_by(t),
       t.verdict(),
       shown ? fmt::format("{} -> {}", fmt::join(i.input, " "), fmt::join(i.result, " ")) : "-"});
  if (t.wrong > 0) text += fmt::format("  {}: {}\n", t.of->name(), fault_names[static_cast<int>(i.wrong)]);
  return text;
}

}  // namespace accuracy
