#include "accuracy/special/special.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catalogue/special.hpp"
#include "command/table.hpp"
#include "pages.hpp"

namespace accuracy {
namespace {

// The arguments of the tables: of one operand, and of each of two.
constexpr float infinity = ff::detail::infinity;
constexpr ff_t largest = ff::from_words(0x1.fffffep127f, 0x1.fffffep102f);
constexpr ff_t of_one[] = {-infinity, -largest, -1.0f,   -0.0f,    0.0f,
                           0x1p-149f, 1.0f,     largest, infinity, ff::detail::quiet_nan};
constexpr ff_t of_two[] = {-infinity, -2.0f, -1.0f, -0.0f, 0.0f, 0.5f, 1.0f, infinity, ff::detail::quiet_nan};

std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  if (x == 0) return std::signbit(x) ? "-0" : "+0";
  return fmt::format("{:.4g}", x);
}
std::string argument_text(ff_t x) {
  if (x == largest || x == -largest) return x == largest ? "max()" : "-max()";
  if (x == ff_t(0x1p-149f)) return "2^-149";
  return number_text(static_cast<double>(x));
}

// A result, marked where double's is of another kind: ~ by its wider range, and otherwise != .
std::string result_text(const special_subject& s, const operands& v) {
  const ff_t r = s.run(v).part[0];
  const double want = s.in_double(v), got = static_cast<double>(r.hi());
  if (judged(r, want) != special_verdict::same) return number_text(got) + " ≠ " + number_text(want);
  const bool range = std::isinf(got) != std::isinf(want) || (got == 0) != (want == 0);
  return number_text(got) + (range ? " ~" : "");
}

std::string title(const special_subject& s) { return fmt::format("`{}`", s.name); }

bool is_integer(const special_subject& s) {
  for (const bool i : s.integers)
    if (i) return true;
  return false;
}
bool is_word(const special_subject& s) {
  for (const bool w : s.words)
    if (w) return true;
  return false;
}

std::string table_of_one() {
  std::vector<command::column> columns{{"x"}};
  for (const ff_t x : of_one) columns.push_back({argument_text(x)});
  command::table table(columns);
  for (const special_subject& s : special_subjects()) {
    if (s.arguments != 1) continue;
    command::table::row cells{title(s)};
    for (const ff_t x : of_one) cells.push_back(result_text(s, {x, 0.0f, 0.0f}));
    table.add(cells);
  }
  return table.markdown();
}

std::string table_of_two(const special_subject& s) {
  std::vector<command::column> columns{{fmt::format("{}: x, y", title(s))}};
  for (const ff_t y : of_two) columns.push_back({argument_text(y)});
  command::table table(columns);
  for (const ff_t x : of_two) {
    command::table::row cells{argument_text(x)};
    for (const ff_t y : of_two) cells.push_back(result_text(s, {x, y, 0.0f}));
    table.add(cells);
  }
  return table.markdown();
}

}  // namespace

std::string special_tables() {
  std::string text = table_of_one();
  for (const special_subject& s : special_subjects()) {
    if (s.arguments == 2 && !is_word(s) && !is_integer(s)) text += "\n" + table_of_two(s);
  }
  return text;
}

std::string special_summary(const std::vector<special_trial>& trials) {
  std::uint64_t tried[special_groups] = {}, differ[special_groups] = {}, count[special_groups] = {};
  std::string text;
  for (const special_trial& t : trials) {
    const auto k = static_cast<std::size_t>(t.of->kind);
    ++count[k], tried[k] += t.tried, differ[k] += t.differ;
    if (t.differ == 0) continue;
    std::string at;
    for (int i = 0; i < t.of->arguments; ++i)
      at += fmt::format("{}{:a}", i > 0 ? ", " : "", static_cast<double>(t.first[i]));
    text += fmt::format("  {}: {} of {} differ, the first is {}({}) = {:a}\n", t.of->name, t.differ, t.tried,
                        t.of->name, at, t.first_result.hi());
  }
  std::string groups;
  std::uint64_t all_tried = 0, all_differ = 0;
  for (int k = 0; k < special_groups; ++k) {
    if (count[k] == 0) continue;
    groups += fmt::format("{}{} {}", groups.empty() ? "" : ", ", count[k], special_group_names[k]);
    all_tried += tried[k], all_differ += differ[k];
  }
  return fmt::format("Special operands: {} tuples of {}; {} differ from IEEE at the head.\n{}", all_tried,
                     groups, all_differ, text);
}

}  // namespace accuracy
