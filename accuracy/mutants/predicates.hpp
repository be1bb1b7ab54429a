// Predicates broken on purpose: the report has to convict every one.
#pragma once

#include "accuracy/predicates/stages.hpp"

namespace accuracy::predicates {

/// The word W with the same arithmetic, of which the stages believe that its unit roundoff is `shrink` times
/// smaller.
template <class W, int shrink>
class overrated {
 public:
  overrated() = default;
  template <class T>
  FF_HD_LARGE constexpr explicit overrated(T x) : word_(x) {}
  FF_HD_LARGE constexpr W word() const { return word_; }

  friend FF_HD_LARGE overrated add_rn(overrated a, overrated b) {
    using ff::add_rn;
    return made(add_rn(a.word_, b.word_));
  }
  friend FF_HD_LARGE overrated sub_rn(overrated a, overrated b) {
    using ff::sub_rn;
    return made(sub_rn(a.word_, b.word_));
  }
  friend FF_HD_LARGE overrated mul_rn(overrated a, overrated b) {
    using ff::mul_rn;
    return made(mul_rn(a.word_, b.word_));
  }
  friend FF_HD_LARGE overrated fma_rn(overrated a, overrated b, overrated c) {
    using ff::fma_rn;
    return made(fma_rn(a.word_, b.word_, c.word_));
  }
  friend FF_HD_LARGE overrated neg(overrated a) {
    using ff::neg;
    return made(neg(a.word_));
  }
  friend FF_HD_LARGE overrated abs(overrated a) {
    using ff::abs;
    return made(abs(a.word_));
  }
  friend FF_HD_LARGE bool less(overrated a, overrated b) {
    using ff::less;
    return less(a.word_, b.word_);
  }
  template <class... X>
  friend FF_HD_LARGE overrated extent(overrated a, X... x) {
    return made(ff::detail::extent(a.word_, x.word_...));
  }

 private:
  FF_HD_LARGE static overrated made(W w) { return overrated(w); }
  W word_;
};

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

// How many times too small the unit roundoff is in a mutant's bounds: for some hundred wrong signs among 2^16
// vectors. The fewer a bound is above the errors that occur, the fewer times will do.
struct times_too_small {
  int in_float, in_double;
  template <class T>
  static constexpr int of(const times_too_small& t) {
    return sizeof(T) == sizeof(float) ? t.in_float : t.in_double;
  }
};
inline constexpr times_too_small filter_shrink[] = {{8, 8}, {32, 256}, {32, 256}, {64, 4096}};
inline constexpr times_too_small pair_shrink[] = {{8, 8}, {32, 64}, {32, 64}, {64, 512}};

/// The filter's bound is too small.
template <determinant d>
struct filter_bound_small {
  static constexpr determinant of_what = d;
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    constexpr int shrink = times_too_small::of<T>(filter_shrink[static_cast<int>(d)]);
    using W = overrated<typename ff::detail::word_of<T>::type, shrink>;
    const ff::sign said = sign_said(filter_alone<d, W>(x).word());
    if (said == ff::sign::zero) return predicate<d>::of(x, count);
    count(ff::predicates::stage::filter);
    return said;
  }
};

/// The pair stage's, which is quadratic in the unit roundoff.
template <determinant d>
struct pair_bound_small {
  static constexpr determinant of_what = d;
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    constexpr int shrink = times_too_small::of<T>(pair_shrink[static_cast<int>(d)]);
    using W = overrated<typename ff::detail::word_of<T>::type, shrink>;
    const ff::sign said = sign_said(pairs_alone<d, W>(x).word());
    if (said == ff::sign::zero) return predicate<d>::of(x, count);
    count(ff::predicates::stage::pairs);
    return said;
  }
};

/// visit(mutant{}, name) for each mutant of points in T.
template <class T, class Visit>
void for_each_predicate_mutant(Visit visit) {
  visit(points_swapped<determinant::orient2d>{}, "orient2d_points_swapped");
  visit(points_swapped<determinant::insphere>{}, "insphere_points_swapped");
  visit(status_ignored<determinant::orient3d>{}, "orient3d_status_ignored");
  visit(status_ignored<determinant::incircle>{}, "incircle_status_ignored");
  visit(filter_bound_small<determinant::orient2d>{}, "orient2d_filter_bound_small");
  visit(filter_bound_small<determinant::orient3d>{}, "orient3d_filter_bound_small");
  visit(filter_bound_small<determinant::incircle>{}, "incircle_filter_bound_small");
  visit(filter_bound_small<determinant::insphere>{}, "insphere_filter_bound_small");
  visit(pair_bound_small<determinant::orient2d>{}, "orient2d_pair_bound_small");
  visit(pair_bound_small<determinant::orient3d>{}, "orient3d_pair_bound_small");
  visit(pair_bound_small<determinant::incircle>{}, "incircle_pair_bound_small");
  visit(pair_bound_small<determinant::insphere>{}, "insphere_pair_bound_small");
}

}  // namespace accuracy::predicates

template <class W, int shrink>
struct ff::detail::word_format<accuracy::predicates::overrated<W, shrink>> {
  using word = accuracy::predicates::overrated<W, shrink>;
  static constexpr double u = word_format<W>::u / shrink, least = word_format<W>::least;
  FF_HD_LARGE static constexpr word number(double c) { return word(word_format<W>::number(c)); }
  FF_HD_LARGE static constexpr bool is_finite(word a) { return word_format<W>::is_finite(a.word()); }
};
