#include "accuracy/special/special.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "catalogue/special.hpp"
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
  return fmt::format("{:.3g}", x);
}
std::string argument_text(ff_t x) {
  if (x == largest || x == -largest) return x == largest ? "max()" : "-max()";
  if (x == ff_t(0x1p-149f)) return "2^-149";
  return number_text(static_cast<double>(x.hi()));
}

// Says how a user writes what is not a call of its name.
struct spelling {
  const char *name, *text;
};
constexpr spelling spellings[] = {{"plus", "x + y"},
                                  {"minus", "x - y"},
                                  {"times", "x * y"},
                                  {"div", "x / y"},
                                  {"negate", "-x"},
                                  {"equal", "x == y"},
                                  {"not_equal", "x != y"},
                                  {"less", "x < y"},
                                  {"at_most", "x <= y"},
                                  {"greater", "x > y"},
                                  {"at_least", "x >= y"},
                                  {"from_double", "ff_t(double(x))"},
                                  {"to_bool", "bool(x)"},
                                  {"to_float", "float(x)"},
                                  {"to_int", "int(x)"},
                                  {"to_unsigned", "unsigned(x)"},
                                  {"to_long", "(long long)x"},
                                  {"to_unsigned_long", "(unsigned long long)x"},
                                  {"lround", "llround(x)"},
                                  {"lrint", "llrint(x)"},
                                  {"frexp_n", "frexp(x, &n), n"},
                                  {"frexp", "frexp(x, &n)"},
                                  {"modf", "modf(x, &n)"},
                                  {"modf_i", "modf(x, &n), n"},
                                  {"remquo_q", "remquo(x, y, &n), n modulo 8"}};

std::string title(const special_subject& s) {
  for (const spelling& k : spellings)
    if (std::string_view(k.name) == s.name) return fmt::format("`{}`", k.text);
  return fmt::format("`{}({})`", s.name, s.arguments == 1 ? "x" : "x, y");
}

// sincos gives what sin and cos give, and the other comparisons follow.
bool is_shown(const special_subject& s) {
  const std::string_view name = s.name;
  return name.substr(0, 6) != "sincos" && name != "not_equal" && name != "greater" && name != "at_least";
}

bool gives_integer(const special_subject& s) {
  return s.kind == special_group::comparisons ||
         (s.kind == special_group::conversions && std::string_view(s.name) != "to_float");
}

// A result, marked where double's is of another kind: ~ by its wider range, and otherwise != .
std::string result_text(const special_subject& s, const operands& v) {
  const ff_t r = s.run(v).part[0];
  const double want = s.in_double(v), got = static_cast<double>(r.hi());
  if (judged(r, want) != special_verdict::same) return number_text(got) + " ≠ " + number_text(want);
  if (gives_integer(s)) return fmt::format("{:.0f}", static_cast<long double>(r.hi()) + r.lo());
  const bool range = std::isinf(got) != std::isinf(want) || (got == 0) != (want == 0);
  return number_text(got) + (range ? " ~" : "");
}

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

/// The heading row and the rows under it.
using rows_of_cells = std::vector<std::vector<std::string>>;

rows_of_cells table_of_one() {
  rows_of_cells table{{"x"}};
  for (const ff_t x : of_one) table[0].push_back(argument_text(x));
  for (const special_subject& s : special_subjects()) {
    if (s.arguments != 1 || !is_shown(s)) continue;
    table.push_back({title(s)});
    for (const ff_t x : of_one) table.back().push_back(result_text(s, {x, 0.0f, 0.0f}));
  }
  return table;
}

rows_of_cells table_of_two(const special_subject& s) {
  rows_of_cells table{{title(s)}};
  for (const ff_t y : of_two) table[0].push_back(argument_text(y));
  for (const ff_t x : of_two) {
    table.push_back({argument_text(x)});
    for (const ff_t y : of_two) table.back().push_back(result_text(s, {x, y, 0.0f}));
  }
  return table;
}

}  // namespace

std::string special_tables() {
  nlohmann::ordered_json tables{table_of_one()};
  for (const special_subject& s : special_subjects()) {
    if (s.arguments == 2 && is_shown(s) && !is_word(s) && !is_integer(s)) tables.push_back(table_of_two(s));
  }
  return tables.dump() + "\n";
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
