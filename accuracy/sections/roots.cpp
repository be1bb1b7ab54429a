// Roots of polynomials, of the kinds that --distribution names.
#include <fmt/format.h>

#include <cstdio>

#include "accuracy/roots/study.hpp"
#include "classes.hpp"
#include "section.hpp"

namespace accuracy {
namespace {

class root_disks : public section {
 public:
  const char* title() const override { return "Roots"; }

  void check(const options& asked) const override { kinds(asked); }

  bool report(const options& asked, const place& at) override {
    bool passed = true;
    fmt::print("{}", root_table_head());
    const catalogue::class_list chosen = kinds(asked);
    for (int i = 0; i < chosen.count; ++i) {
      const auto kind = static_cast<polynomial_kind>(chosen[static_cast<std::uint64_t>(i)]);
      for (const root_trial& t :
           study_roots(kind, count(asked), {asked.seed, root_mutant::none, at.on_gpu})) {
        passed = passed && t.passed();
        fmt::print("{}", root_table_row(t));
        trials_.push_back(t);
      }
      std::fflush(stdout);
    }
    fmt::print(passed ? "Every disk holds as many roots as it says.\n"
                      : "A disk does NOT HOLD as many roots as it says, or could not be judged.\n");
    return passed;
  }
  std::string json(const place& at) const override { return roots_json(at.from, trials_); }

 private:
  // A mutant must be convicted on some kind, and the roots be acquitted on all.
  void judge_mutants(const options& asked, const place&,
                     const std::function<void(const conviction&)>& tell) const override {
    const bool sound = wrong_disks(asked, root_mutant::none).first == 0;
    for (int m = 1; m < root_mutants; ++m) {
      const auto [wrong, disks] = wrong_disks(asked, static_cast<root_mutant>(m));
      tell({root_mutant_names[m], root_mutant_names[0], fmt::format("{} of {} disks wrong", wrong, disks),
            wrong > 0, sound});
    }
  }

  static catalogue::class_list kinds(const options& asked) {
    return parse_classes(asked.classes, polynomial_kind_names, "of polynomials ");
  }
  static std::uint64_t count(const options& asked) { return asked.vectors.value_or(64); }

  static std::pair<std::uint64_t, std::uint64_t> wrong_disks(const options& asked, root_mutant mutant) {
    std::uint64_t wrong = 0, disks = 0;
    for (int kind = 0; kind < polynomial_kinds; ++kind) {
      for (const root_trial& t :
           study_roots(static_cast<polynomial_kind>(kind), count(asked), {asked.seed, mutant}))
        wrong += t.wrong, disks += t.disks;
    }
    return {wrong, disks};
  }

  std::vector<root_trial> trials_;
};

}  // namespace

std::unique_ptr<section> roots_section() { return std::make_unique<root_disks>(); }

}  // namespace accuracy
