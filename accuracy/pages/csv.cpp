#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/table.hpp"
#include "pages.hpp"

namespace accuracy {

std::string to_csv(const std::vector<trial>& trials) {
  if (!trials.empty() && trials[0].of->of_signs()) return signs_csv(trials);
  command::table table({{"row"},
                        {"vectors"},
                        {"wrong"},
                        {"loose"},
                        {"max"},
                        {"hunted"},
                        {"hunt_max"},
                        {"mean"},
                        {"total"},
                        {"bits"},
                        {"bound"},
                        {"unit"},
                        {"known"},
                        {"class"},
                        {"verdict"},
                        {"worst_input"}});
  const auto figure = [](double x) { return fmt::format("{:.9g}", x); };
  for (const trial& t : trials) {
    const instance& i = t.worst_instance();
    table.add({t.of->name(), std::to_string(t.vectors), std::to_string(t.wrong), std::to_string(t.loose),
               figure(t.worst.error), std::to_string(t.hunted), figure(t.prey.error), figure(t.mean),
               figure(t.total), t.of->values() ? bits_text(t.worst_error()) : "", figure(t.of->bound()),
               t.of->unit(), t.of->known(), found_by(t), t.verdict(),
               fmt::format("{}", fmt::join(i.input, " "))});
  }
  return table.csv();
}

}  // namespace accuracy
