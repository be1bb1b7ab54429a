// The operators and functions of dd_t, on the host: tests/gpu/dd.cu shows that a GPU has the same bits.
#include <fmt/format.h>

#include <cstdio>

#include "accuracy/dd/study.hpp"
#include "section.hpp"

namespace accuracy {
namespace {

class double_doubles : public section {
 public:
  const char* title() const override { return "dd_t"; }

  bool rows_on_gpu() const override { return false; }
  void check(const options&) const override {}

  bool report(const options& asked, const place&) override {
    bool passed = true;
    fmt::print("{}", dd_table_head());
    for (const catalogue::dd_row& row : catalogue::dd_rows) {
      trials_.push_back(study_dd(row, asked.vectors.value_or(1 << 20), asked.seed));
      passed = passed && trials_.back().passed();
      fmt::print("{}", dd_table_row(trials_.back()));
      std::fflush(stdout);
    }
    fmt::print(passed ? "Every bound holds.\n" : "A bound is EXCEEDED.\n");
    return passed;
  }
  std::string json(const place& at) const override { return dd_json(at.from, trials_); }

 private:
  void judge_mutants(const options& asked, const place&,
                     const std::function<void(const conviction&)>& tell) const override {
    const std::uint64_t count = asked.vectors.value_or(1 << 14);
    for (const dd_mutant& m : dd_mutants())
      for (const catalogue::dd_row& row : catalogue::dd_rows) {
        if (std::string(row.name) != m.row) continue;
        const dd_trial broken = study_dd(row, count, asked.seed, &m);
        tell({m.what, m.row, fmt::format("{:.4g} u^2, {} wrong", broken.worst, broken.wrong),
              !broken.passed(), study_dd(row, count, asked.seed).passed()});
      }
  }

  std::vector<dd_trial> trials_;
};

}  // namespace

std::unique_ptr<section> dd_section() { return std::make_unique<double_doubles>(); }

}  // namespace accuracy
