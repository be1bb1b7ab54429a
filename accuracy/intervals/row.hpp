// A row of the report on intervals: an operation at a type of endpoint, and where it runs.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "accuracy/judge/trial.hpp"
#include "accuracy/mutants/interval.hpp"

namespace accuracy::intervals {

using ff::bounds::promise;

template <class T>
inline constexpr const char* type_name = nullptr;
template <>
inline constexpr const char* type_name<float> = "interval_float";
template <>
inline constexpr const char* type_name<double> = "interval_double";
template <>
inline constexpr const char* type_name<ff_t> = "interval_ff";

/// Everything about an operation but its code.
struct operation_row : operation_info {
  std::string title;  ///< interval_ff.mul
  real_function wanted;
  promise promised;
};

template <class T>
struct evaluation {
  operands<T> v;
  results<T> r;
};

/// A vector that a hunt suspects, by its index: of a violation if the slack is negative.
struct suspect {
  double slack;
  std::uint64_t index;
};
struct bag {
  std::vector<suspect> tightest, widest;  ///< the least and the largest slack, worst first, at most 64
};

template <class T>
class runner {
 public:
  virtual ~runner() = default;
  virtual bool is_gpu() const = 0;
  /// all[k] is vector first + k and the operation's value there.
  virtual void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation<T>>& all) = 0;
  virtual results<T> evaluate_one(const operands<T>& v) = 0;
  /// Estimates the slack of vectors first, first + 1, ..
  virtual bag hunt(const stream& s, std::uint64_t first, std::uint64_t count) = 0;
};

/// An operation at a type, bound to its code on the host.
template <class T>
struct typed_row {
  operation_row row;
  std::shared_ptr<runner<T>> cpu;
};
template <class T>
const std::vector<typed_row<T>>& typed_rows();
/// The operation on the GPU, by its title.
template <class T>
std::shared_ptr<runner<T>> make_gpu_runner(const operation_row& row);

/// All rows on the CPU, or on the GPU: operation by operation, mutants last.
subjects interval_subjects(bool on_gpu);

// ---------------------------------------------------------------- what both sides share

/// The extremes that one thread saw.
struct extremes {
  suspect tightest{1e300, 0}, widest{-1e300, 0};

  FF_HD_LARGE void see(double least, double most, std::uint64_t index) {
    if (least < tightest.slack) tightest = {least, index};
    if (most > widest.slack) widest = {most, index};
  }
};
bag worst_first(const std::vector<extremes>& found);

/// visit(operation{}, row) for each operation and mutant that T has.
template <class T, class Visit>
void for_each_row(Visit visit) {
  std::vector<operation_info> known;
  const auto title = [](const char* name) { return std::string(type_name<T>) + "." + name; };
  const auto promised = [](const operation_info& info) {
    if (!info.bound) throw std::logic_error(std::string("no row of bounds is called ") + info.name);
    return info.bound->promised;
  };
  for_each_operation([&](auto op, const operation_info& info) {
    known.push_back(info);
    visit(op, operation_row{info, title(info.name), computed_by<decltype(op)>, promised(info)});
  });
  for_each_operation_mutant([&](const char* original, auto mutant, const char* name) {
    using Mutant = decltype(mutant);
    if constexpr ((Mutant::types & type_bit<T>) != 0) {
      for (operation_info info : known) {
        if (!same_name(info.name, original)) continue;
        info.name = name, info.original = original;
        visit(mutant, operation_row{info, title(name), Mutant::wanted, promised(info)});
      }
    }
  });
}

}  // namespace accuracy::intervals
