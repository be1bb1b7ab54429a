// Linear algebra: every function of ff::linalg on every family of matrices.
#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "accuracy/linalg/study.hpp"
#include "accuracy/pages/pages.hpp"
#include "section.hpp"

namespace accuracy {
namespace {

class linear_algebra : public section {
 public:
  const char* title() const override { return "Linear algebra"; }

  void check(const options&) const override {}

  bool report(const options& asked, const place& at) override {
    bool passed = true;
    const auto on = at.on_gpu ? device_machine() : std::make_unique<machine>();
    fmt::print("{}", linalg_table_head());
    for (const linalg_subject& s : linalg_subjects()) {
      for (const linalg_row& r : study_linalg(s, *on, asked.seed, samples(asked))) {
        passed = passed && r.passed();
        fmt::print("{}", linalg_table_row(r));
        rows_.push_back(r);
      }
      std::fflush(stdout);
    }
    fmt::print(passed ? "Every error is within its bound.\n" : "An error EXCEEDS its bound.\n");
    return passed;
  }
  std::string json(const place& at) const override { return to_json(at.from, rows_); }

 private:
  // A mutant must be convicted on some family, and the function that it breaks be acquitted on all.
  void judge_mutants(const options& asked, const place&,
                     const std::function<void(const conviction&)>& tell) const override {
    struct seen {
      std::size_t rows = 0, exceeded = 0;
    };
    const auto judged = [&](const std::string& subject, const machine& on) {
      seen all;
      for (const linalg_subject& s : linalg_subjects()) {
        if (s.name != subject) continue;
        for (const linalg_row& r : study_linalg(s, on, asked.seed, samples(asked)))
          ++all.rows, all.exceeded += !r.passed();
      }
      return all;
    };
    std::map<std::string, seen> originals;  // each judged once
    for (const linalg_mutant& m : linalg_mutants()) {
      if (originals.count(m.subject) == 0) originals[m.subject] = judged(m.subject, machine());
      const seen broken = judged(m.subject, *m.make());
      tell({m.name, m.subject, fmt::format("{} of {} rows exceed the bound", broken.exceeded, broken.rows),
            broken.exceeded > 0, originals[m.subject].exceeded == 0});
    }
  }

  static std::uint64_t samples(const options& asked) { return asked.vectors.value_or(64); }

  std::vector<linalg_row> rows_;
};

}  // namespace

std::unique_ptr<section> linalg_section() { return std::make_unique<linear_algebra>(); }

}  // namespace accuracy
