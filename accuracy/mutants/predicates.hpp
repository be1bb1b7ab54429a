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
  FF_HD_LARGE constexpr explicit overrated(T x) : word_(static_cast<W>(x)) {}
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
struct points_swapped : predicate<d> {
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    return -predicate<d>::of(x, count);
  }
};

/// Infinity and NaN are read as the numbers that their bits would be.
template <determinant d>
struct status_ignored : predicate<d> {
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    if (all_finite<d>(x)) return predicate<d>::of(x, count);
    return ff::detail::determinant_in_limbs<T, dimension_of(d), is_lifted(d)>(x).of();
  }
};

// Says how many times too small the unit roundoff is in a mutant's bounds: for some hundred wrong signs among
// 2^16 vectors. The fewer a bound is above the errors that occur, the fewer times will do.
struct times_too_small {
  int in_float, in_double;
  template <class T>
  FF_HD_LARGE constexpr int in() const {
    return sizeof(T) == sizeof(float) ? in_float : in_double;
  }
};
inline constexpr times_too_small filter_shrink[] = {{8, 8}, {32, 256}, {32, 256}, {64, 4096}};
inline constexpr times_too_small pair_shrink[] = {{8, 8}, {32, 64}, {32, 64}, {64, 512}};

/// The filter's bound is too small.
template <determinant d>
struct filter_bound_small : predicate<d> {
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    constexpr int shrink = filter_shrink[static_cast<int>(d)].template in<T>();
    using W = overrated<typename ff::detail::word_of<T>::type, shrink>;
    const ff::sign said = sign_said(plain_stages<d, W>::filter(x).word());
    if (said == ff::sign::zero) return predicate<d>::of(x, count);
    count(ff::predicates::stage::filter);
    return said;
  }
};

/// The pair stage's, which is quadratic in the unit roundoff.
template <determinant d>
struct pair_bound_small : predicate<d> {
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    constexpr int shrink = pair_shrink[static_cast<int>(d)].template in<T>();
    using W = overrated<typename ff::detail::word_of<T>::type, shrink>;
    const ff::sign said = sign_said(plain_stages<d, W>::pairs(x).word());
    if (said == ff::sign::zero) return predicate<d>::of(x, count);
    count(ff::predicates::stage::pairs);
    return said;
  }
  template <class T, class Visit>
  FF_HD_LARGE static void for_each_stage(const T* x, Visit visit) {
    predicate<d>::for_each_stage(x, visit);
    ff::predicates::stage by = ff::predicates::stage::limbs;
    const ff::sign said = of(x, [&by](ff::predicates::stage s) { by = s; });
    if (by == ff::predicates::stage::pairs) visit(by, true, said);
  }
};

/// By the plain stages, else by `exact`.
template <determinant d, class T, class Count, class Exact>
FF_HD_LARGE ff::sign plain_or(const T* x, Count&& count, Exact exact) {
  using W = typename ff::detail::word_of<T>::type;
  using ff::predicates::stage;
  const ff::sign by_filter = sign_said(plain_stages<d, W>::filter(x));
  if (by_filter != ff::sign::zero) return count(stage::filter), by_filter;
  const ff::sign in_pairs = sign_said(plain_stages<d, W>::pairs(x));
  if (in_pairs != ff::sign::zero) return count(stage::pairs), in_pairs;
  return exact();
}

/// A coordinate of a lattice whose unit is `finer` bits too fine for its digits, or which keeps silent where
/// a coordinate is no multiple of its unit.
template <class X, int finer, bool silent>
struct misplaced {
  X x;
};

/// The lattice with such coordinates.
template <determinant d, int finer_in_float, int finer_in_double, bool silent>
struct lattice_mutant : predicate<d> {
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    return plain_or<d>(x, count, [&] {
      constexpr int finer = sizeof(T) == sizeof(float) ? finer_in_float : finer_in_double;
      using X = misplaced<decltype(ff::detail::on_lattice(T{})), finer, silent>;
      X coordinates[15] = {};
      for (int i = 0; i < points_of(d) * dimension_of(d); ++i)
        coordinates[i] = {ff::detail::on_lattice(x[i])};
      const auto on_lattice =
          ff::detail::determinant_on_lattice<X, dimension_of(d), is_lifted(d)>::of(coordinates);
      if (!on_lattice.applies) return predicate<d>::of(x, count);
      count(ff::predicates::stage::lattice);
      return on_lattice.s;
    });
  }
};
template <determinant d>
using lattice_too_fine = lattice_mutant<d, 1, 12, false>;
template <determinant d>
using lattice_rest_ignored = lattice_mutant<d, 0, 0, true>;

/// Each product of coordinates loses its highest limb.
template <determinant d>
struct limb_too_few : predicate<d> {
  template <class T, class Count>
  FF_HD_LARGE static ff::sign of(const T* x, Count&& count) {
    return plain_or<d>(x, count, [&] {
      if (!all_finite<d>(x)) return ff::sign::not_finite;
      return ff::detail::determinant_in_limbs<T, dimension_of(d), is_lifted(d), 1>(x).of();
    });
  }
};

/// visit(mutant{}, name) for each mutant of points in T.
template <class T, class Visit>
void for_each_predicate_mutant(Visit visit) {
  visit(points_swapped<determinant::orient2d>{}, "orient2d_points_swapped");
  visit(points_swapped<determinant::orient3d>{}, "orient3d_points_swapped");
  visit(points_swapped<determinant::incircle>{}, "incircle_points_swapped");
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
  visit(lattice_too_fine<determinant::orient2d>{}, "orient2d_lattice_too_fine");
  visit(lattice_too_fine<determinant::orient3d>{}, "orient3d_lattice_too_fine");
  visit(lattice_too_fine<determinant::incircle>{}, "incircle_lattice_too_fine");
  visit(lattice_too_fine<determinant::insphere>{}, "insphere_lattice_too_fine");
  visit(lattice_rest_ignored<determinant::orient2d>{}, "orient2d_lattice_rest_ignored");
  visit(lattice_rest_ignored<determinant::orient3d>{}, "orient3d_lattice_rest_ignored");
  visit(lattice_rest_ignored<determinant::incircle>{}, "incircle_lattice_rest_ignored");
  visit(lattice_rest_ignored<determinant::insphere>{}, "insphere_lattice_rest_ignored");
  visit(limb_too_few<determinant::orient2d>{}, "orient2d_limb_too_few");
  visit(limb_too_few<determinant::orient3d>{}, "orient3d_limb_too_few");
  visit(limb_too_few<determinant::incircle>{}, "incircle_limb_too_few");
  visit(limb_too_few<determinant::insphere>{}, "insphere_limb_too_few");
}

}  // namespace accuracy::predicates

template <class W, int shrink>
struct ff::detail::word_format<accuracy::predicates::overrated<W, shrink>> {
  using word = accuracy::predicates::overrated<W, shrink>;
  static constexpr double u = word_format<W>::u / shrink, least = word_format<W>::least;
  FF_HD_LARGE static constexpr word number(double c) { return word(word_format<W>::number(c)); }
  FF_HD_LARGE static constexpr bool is_finite(word a) { return word_format<W>::is_finite(a.word()); }
};

template <class X, int finer, bool silent>
class ff::detail::lattice<accuracy::predicates::misplaced<X, finer, silent>> {
  using given = accuracy::predicates::misplaced<X, finer, silent>;
  using right = lattice<X>;

 public:
  static constexpr int size = right::size;

  FF_HD_LARGE static constexpr auto magnitude(const given& a) { return right::magnitude(a.x); }
  template <class Size>
  FF_HD_LARGE static constexpr Size larger(Size a, Size b) {
    return right::larger(a, b);
  }
  FF_HD_LARGE constexpr explicit lattice(float largest) : right_(largest / static_cast<float>(1 << finer)) {}
  FF_HD_LARGE constexpr explicit lattice(int32 largest) : right_(largest - finer) {}
  FF_HD_LARGE constexpr bool applies() const { return right_.applies(); }
  FF_HD_LARGE constexpr digits<size> of(const given& a, uint32& rest) const {
    uint32 seen = 0;
    const digits<size> d = right_.of(a.x, seen);
    rest |= silent ? 0u : seen;
    return d;
  }

 private:
  right right_;
};
