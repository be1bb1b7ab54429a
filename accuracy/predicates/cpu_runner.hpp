// The predicates of points in one format on the CPU; compiled by a file for each (cpu_runner.cpp.in).
#pragma once

#include <mutex>

#include "accuracy/judge/parallel.hpp"
#include "row.hpp"

namespace accuracy::predicates {

/// Says what a predicate is on the host.
template <class T>
struct host_code {
  verdict (*run)(const operands<T>&);
  void (*search)(const operands<T>&, std::uint64_t index, sign_counts&);
};

template <class T>
class cpu_runner final : public runner<T> {
 public:
  cpu_runner(determinant d, host_code<T> code) : of_(d), code_(code) {}
  bool is_gpu() const override { return false; }

  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation<T>>& all) override {
    for (std::size_t k = 0; k < all.size(); ++k) {
      const theme t = theme_of(s.classes, first + k);
      const operands<T> v = make_points<T>(of_, s.seed, t, first + k);
      all[k] = {v, t, code_.run(v)};
    }
  }

  verdict evaluate_one(const operands<T>& v) override { return code_.run(v); }

  void search(const stream& s, std::uint64_t first, std::uint64_t count, class_counts& found) override {
    constexpr std::uint64_t share = 1 << 12;
    std::mutex merging;
    on_all_cores((count + share - 1) / share, [&](std::uint64_t c) {
      class_counts mine{};
      for (std::uint64_t i = first + c * share; i < first + std::min((c + 1) * share, count); ++i) {
        const theme t = theme_of(s.classes, i);
        code_.search(make_points<T>(of_, s.seed, t, i), i, mine[static_cast<std::size_t>(t)]);
      }
      const std::lock_guard<std::mutex> lock(merging);
      for (std::size_t t = 0; t < mine.size(); ++t) found[t].add(mine[t]);
    });
  }

 private:
  determinant of_;
  host_code<T> code_;
};

template <class T>
const std::vector<typed_row<T>>& typed_rows() {
  static const std::vector<typed_row<T>> list = [] {
    std::vector<typed_row<T>> all;
    for_each_row<T>([&](auto p, const predicate_row& row) {
      using Predicate = decltype(p);
      const host_code<T> code{judge_both_orders<Predicate, T>, search_at<Predicate, T>};
      all.push_back({row, std::make_shared<cpu_runner<T>>(row.of, code)});
    });
    return all;
  }();
  return list;
}

}  // namespace accuracy::predicates
