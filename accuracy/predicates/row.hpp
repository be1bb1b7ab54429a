// A row of the report on predicates: a determinant of points in a format, and where it runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accuracy/judge/trial.hpp"
#include "accuracy/mutants/predicates.hpp"

namespace accuracy::predicates {

using ff::sign;
using ff::predicates::stage;

template <class T>
inline constexpr const char* type_name = nullptr;
template <>
inline constexpr const char* type_name<float> = "predicate_float";
template <>
inline constexpr const char* type_name<double> = "predicate_double";
template <>
inline constexpr const char* type_name<ff::double_in_floats> = "predicate_triple";

/// Everything about a predicate but its code.
struct predicate_row {
  std::string title;     ///< predicate_float.orient2d
  determinant of;        ///< what it is the sign of
  std::string original;  ///< the title of the row that a mutant breaks, or ""
};

/// Says what came of one vector.
struct verdict {
  sign found, turned;  ///< of the points as given and, times the permutation's sign, as reordered
  stage by;            ///< who decided the first
};
inline bool operator==(const verdict& a, const verdict& b) {
  return a.found == b.found && a.turned == b.turned && a.by == b.by;
}

template <class T>
struct evaluation {
  operands<T> v;
  theme of;
  verdict r;
  bool on_host = true;  ///< the host has the same points
};

using class_counts = std::array<sign_counts, theme_count>;

template <class T>
class runner {
 public:
  virtual ~runner() = default;
  virtual bool is_gpu() const = 0;
  /// all[k] is vector first + k and the verdict on it.
  virtual void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation<T>>& all) = 0;
  virtual verdict evaluate_one(const operands<T>& v) = 0;
  /// Each stage alone and all of them against the limbs, at vectors first, first + 1, ..; adds to the counts.
  virtual void search(const stream& s, std::uint64_t first, std::uint64_t count, class_counts& found) = 0;
};

/// A predicate in a format, bound to its code on the host.
template <class T>
struct typed_row {
  predicate_row row;
  std::shared_ptr<runner<T>> cpu;
};
template <class T>
const std::vector<typed_row<T>>& typed_rows();
/// The predicate on the GPU, by its title.
template <class T>
std::shared_ptr<runner<T>> make_gpu_runner(const predicate_row& row);

/// All rows on the CPU, or on the GPU: predicate by predicate, mutants last.
subjects predicate_subjects(bool on_gpu);

// ---------------------------------------------------------------- what both sides share

template <class Predicate, class T>
FF_HD_LARGE verdict judge_both_orders(const operands<T>& v) {
  constexpr determinant d = Predicate::of_what;
  last_stage by;
  operands<T> other;
  const bool odd = reorder(d, v, other);
  const sign found = Predicate::of(v.x, by), turned = Predicate::of(other.x, ff::predicates::uncounted{});
  return {found, odd ? -turned : turned, by.decided};
}

/// Counts vector `index`, which is v, by the limbs as the judge.
template <class Predicate, class T>
FF_HD_LARGE void search_at(const operands<T>& v, std::uint64_t index, sign_counts& counts) {
  constexpr determinant d = Predicate::of_what;
  const verdict r = judge_both_orders<Predicate>(v);
  const sign exact = by_limbs<d>(v.x);
  bool right = r.found == exact && r.turned == exact;
  ++counts.vectors, ++counts.decided[static_cast<int>(r.by)];
  counts.zeros += exact == sign::zero;
  counts.wrong += r.found != exact;
  counts.asymmetric += r.turned != r.found;
  Predicate::for_each_stage(v.x, [&](stage s, bool certain, sign says) {
    if (!certain || says == exact) return;
    ++counts.wrong_alone[static_cast<int>(s)];
    right = false;
  });
  if (!right && index < counts.first_wrong) counts.first_wrong = index;
}

/// visit(predicate{}, row) for each predicate and mutant that T has.
template <class T, class Visit>
void for_each_row(Visit visit) {
  const auto title = [](const char* name) { return std::string(type_name<T>) + "." + name; };
  for_each_predicate<T>([&](auto p) {
    constexpr determinant d = decltype(p)::of_what;
    visit(p, predicate_row{title(determinant_names[static_cast<int>(d)]), d, ""});
  });
  if constexpr (!ff::detail::is_same<T, ff::double_in_floats>) {
    for_each_predicate_mutant<T>([&](auto mutant, const char* name) {
      constexpr determinant d = decltype(mutant)::of_what;
      visit(mutant, predicate_row{title(name), d, title(determinant_names[static_cast<int>(d)])});
    });
  }
}

}  // namespace accuracy::predicates
