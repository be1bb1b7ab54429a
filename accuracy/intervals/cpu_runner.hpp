// The operations of one type of endpoint on the CPU; compiled by a file for each (cpu_runner.cpp.in).
#pragma once

#include "accuracy/judge/parallel.hpp"
#include "estimate.hpp"

namespace accuracy::intervals {

/// Says what an operation is on the host.
template <class T>
struct host_code {
  results<T> (*run)(const operands<T>&);
  slack (*estimated)(const operands<T>&, interval<T>);  ///< nullptr where there is no estimate
};

template <class Operation, class T>
results<T> run(const operands<T>& v) {
  return Operation::of(v);
}
template <real_function Wanted, class T>
slack estimated(const operands<T>& v, interval<T> r) {
  return estimate<Wanted>(v, r);
}

template <class T>
class cpu_runner final : public runner<T> {
 public:
  cpu_runner(const recipe& how, host_code<T> code) : how_(how), code_(code) {}
  bool is_gpu() const override { return false; }

  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation<T>>& all) override {
    for (std::size_t k = 0; k < all.size(); ++k) {
      const operands<T> v = make_operands<T>(how_, s.seed, s.classes, first + k);
      all[k] = {v, code_.run(v)};
    }
  }

  results<T> evaluate_one(const operands<T>& v) override { return code_.run(v); }

  bag hunt(const stream& s, std::uint64_t first, std::uint64_t count) override {
    constexpr std::uint64_t share = 1 << 14;
    if (!code_.estimated) return {};
    std::vector<extremes> found((count + share - 1) / share);
    on_all_cores(found.size(), [&](std::uint64_t c) {
      for (std::uint64_t i = first + c * share; i < first + std::min((c + 1) * share, count); ++i) {
        const operands<T> v = make_operands<T>(how_, s.seed, s.classes, i);
        const slack here = code_.estimated(v, code_.run(v).first);
        found[c].see(here.least, here.most, i);
      }
    });
    return worst_first(found);
  }

 private:
  recipe how_;
  host_code<T> code_;
};

template <class T>
const std::vector<typed_row<T>>& typed_rows() {
  static const std::vector<typed_row<T>> list = [] {
    std::vector<typed_row<T>> all;
    for_each_row<T>([&](auto op, const operation_row& row) {
      using Operation = decltype(op);
      host_code<T> code{run<Operation, T>, nullptr};
      if constexpr (can_estimate(computed_by<Operation>))
        code.estimated = estimated<computed_by<Operation>, T>;
      all.push_back({row, std::make_shared<cpu_runner<T>>(row.how, code)});
    });
    return all;
  }();
  return list;
}

}  // namespace accuracy::intervals
