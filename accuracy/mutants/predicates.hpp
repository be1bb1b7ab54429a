// Predicates broken on purpose: the report has to convict every one.
#pragma once

#include "accuracy/predicates/stages.hpp"

namespace accuracy::predicates {

/// Two points change places.
template <determinant d>
struct points_swapped {
  static constexpr determinant of_what = d;
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    return -predicate<d>::of(x, count);
  }
};

/// Infinity and NaN are read as the numbers that their bits would be.
template <determinant d>
struct status_ignored {
  static constexpr determinant of_what = d;
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    if (all_finite<d>(x)) return predicate<d>::of(x, count);
    return ff::detail::determinant_in_limbs<T, dimension_of(d), is_lifted(d)>(x).of();
  }
};

/// visit(mutant{}, name) for each mutant of points in T.
template <class T, class Visit>
void for_each_predicate_mutant(Visit visit) {
  visit(points_swapped<determinant::orient2d>{}, "orient2d_points_swapped");
  visit(points_swapped<determinant::insphere>{}, "insphere_points_swapped");
  visit(status_ignored<determinant::orient3d>{}, "orient3d_status_ignored");
  visit(status_ignored<determinant::incircle>{}, "incircle_status_ignored");
}

}  // namespace accuracy::predicates
