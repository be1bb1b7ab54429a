// Rows whose results are values: judged by their distance from the exact ones, in u^2.
#pragma once

#include "runner.hpp"

namespace accuracy {

/// Says how a bound is known, in a word.
inline const char* known_text(ff::bounds::evidence e) {
  return e == ff::bounds::evidence::exact    ? "exact"
         : e == ff::bounds::evidence::proved ? "proved"
                                             : "observed";
}

/// A row where it runs.
class value_subject final : public subject {
 public:
  value_subject(const value_row& row, std::shared_ptr<runner> where) : row_(row), where_(std::move(where)) {}

  const row_info& info() const { return row_.info; }
  std::string name() const override { return info().name; }
  group kind() const override { return info().kind; }
  std::string original() const override { return info().original ? info().original : ""; }
  double bound() const override { return info().u2; }
  const char* known() const override { return known_text(info().known); }
  bool passed(const trial& t) const override;
  const char* verdict(const trial& t) const override;
  const char* class_name(int c) const override { return catalogue::class_names[c]; }
  const row_info* values() const override { return &row_.info; }
  trial study(const plan& p) const override;
  std::string bits() const override;
  instance replay(const std::vector<std::string>& input) const override;

 private:
  const value_row& row_;
  std::shared_ptr<runner> where_;
};

/// All rows of values on the CPU, or on the GPU.
subjects value_subjects(bool on_gpu);

}  // namespace accuracy
