// Predicates on paper: which stage decided how many, class by class.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/table.hpp"
#include "pages.hpp"

namespace accuracy {
namespace {

using command::side;

const command::table& layout() {
  static const command::table table({{"row", 36, side::left},
                                     {"class", 11, side::left},
                                     {"vectors", 12},
                                     {"wrong", 7},
                                     {"asymmetric", 10},
                                     {"alone", 7},
                                     {"filter %", 9},
                                     {"pairs %", 9},
                                     {"lattice %", 9},
                                     {"limbs %", 9},
                                     {"zeros %", 9}});
  return table;
}

/// Per cent, and no 0 or 100 but for none and all.
std::string share_text(std::uint64_t part, std::uint64_t all) {
  if (part == 0 || all == 0) return "-";
  if (part == all) return "100";
  const double share = 100 * static_cast<double>(part) / static_cast<double>(all);
  if (share < 0.001) return "< 0.001";
  return share > 99.999 ? "> 99.999" : fmt::format("{:.3f}", share);
}

std::uint64_t wrong_alone(const sign_counts& n) {
  std::uint64_t all = 0;
  for (const std::uint64_t w : n.wrong_alone) all += w;
  return all;
}

template <class Visit>
void for_each_class(const trial& t, Visit visit) {
  for (int c = 0; c < most_classes; ++c) {
    const sign_counts& n = t.signs[static_cast<std::size_t>(c)];
    if (n.vectors > 0) visit(t.of->class_name(c), n);
  }
}

}  // namespace

std::string signs_head() { return layout().text_heading(); }

std::string signs_rows(const trial& t) {
  std::string text;
  for_each_class(t, [&](const char* name, const sign_counts& n) {
    command::table::row cells{t.of->name(),
                              name,
                              std::to_string(n.vectors),
                              std::to_string(n.wrong),
                              std::to_string(n.asymmetric),
                              std::to_string(wrong_alone(n))};
    for (const std::uint64_t d : n.decided) cells.push_back(share_text(d, n.vectors));
    cells.push_back(share_text(n.zeros, n.vectors));
    text += layout().text_row(cells);
  });
  const instance& i = t.first_wrong;
  if (i.wrong != fault::none)
    text +=
        fmt::format("  {}: {}, in class {}: {} -> {}\n", t.of->name(), fault_names[static_cast<int>(i.wrong)],
                    t.of->class_name(i.of), fmt::join(i.input, " "), fmt::join(i.result, " "));
  return text;
}

std::string signs_csv(const std::vector<trial>& trials) {
  command::table table({{"row"},
                        {"class"},
                        {"vectors"},
                        {"wrong"},
                        {"asymmetric"},
                        {"filter"},
                        {"pairs"},
                        {"lattice"},
                        {"limbs"},
                        {"zeros"},
                        {"filter_wrong_alone"},
                        {"pairs_wrong_alone"},
                        {"lattice_wrong_alone"},
                        {"verdict"},
                        {"wrong_input"}});
  for (const trial& t : trials) {
    for_each_class(t, [&](const char* name, const sign_counts& n) {
      command::table::row cells{t.of->name(), name, std::to_string(n.vectors), std::to_string(n.wrong),
                                std::to_string(n.asymmetric)};
      for (const std::uint64_t d : n.decided) cells.push_back(std::to_string(d));
      cells.push_back(std::to_string(n.zeros));
      for (int s = 0; s < 3; ++s) cells.push_back(std::to_string(n.wrong_alone[s]));
      cells.push_back(t.verdict());
      cells.push_back(fmt::format("{}", fmt::join(t.first_wrong.input, " ")));
      table.add(cells);
    });
  }
  return table.csv();
}

}  // namespace accuracy
