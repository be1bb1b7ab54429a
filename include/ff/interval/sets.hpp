// Intervals as sets: predicates, hull and intersection, measures, bisection; and the functions that are
// exact: abs, min, max, floor, ceil, trunc.
//
// Names follow IEEE 1788.  A predicate is about all members; of the empty set every such statement is true.
#pragma once

#include <ff/interval/arithmetic.hpp>
#include <ff/platform/doubles.hpp>
#include <ff/type/integral.hpp>

namespace ff {
namespace detail {

template <class T>
FF_HD constexpr bool at_most_strict(T a, T b) {
  return less_strict(a, b) || equal_strict(a, b);
}
// a < b, or both the same infinity.
template <class T>
FF_HD constexpr bool inside(T a, T b, float limit) {
  return less_strict(a, b) || (equal_strict(a, b) && equal_strict(a, T(limit)));
}

FF_HD constexpr float floor_of(float x) { return floor(ff_t(x)).hi(); }
FF_HD double floor_of(double x) { return run_floor(x); }
FF_HD constexpr ff_t floor_of(ff_t x) { return finite(x) ? strict_endpoint(floor(x)) : x; }
template <class T>
FF_HD constexpr T trunc_of(T x) {
  return negative(x) ? opposite_of(floor_of(opposite_of(x))) : floor_of(x);
}

FF_HD constexpr float half(float a) { return mul_rn(a, 0.5f); }
FF_HD constexpr double half(double a) { return a * 0.5; }
FF_HD constexpr ff_t half(ff_t a) { return from_words(half(a.hi()), half(a.lo())); }
FF_HD constexpr float nearest_sum(float a, float b) { return add_rn(a, b); }
FF_HD constexpr double nearest_sum(double a, double b) { return a + b; }
FF_HD constexpr ff_t nearest_sum(ff_t a, ff_t b) { return add22(a, b); }

// (a + b) / 2.  Either the sum of words is rounded or, where it is subnormal, its half is, never both.  Where
// it overflows, the halves are exact.
template <class T>
FF_HD constexpr T mean(T a, T b) {
  const T sum = nearest_sum(a, b);
  return finite(sum) ? strict_endpoint(half(sum)) : nearest_sum(half(a), half(b));
}

}  // namespace detail

// ---------------------------------------------------------------- predicates

/// All reals are in x.
template <class T>
FF_HD constexpr bool is_entire(interval<T> x) {
  return !detail::finite(x.lower()) && !detail::finite(x.upper()) && !is_empty(x);
}
/// x has exactly one member.
template <class T>
FF_HD constexpr bool is_point(interval<T> x) {
  return detail::equal_strict(x.lower(), x.upper());
}
/// x has no infinite endpoint and a member.
template <class T>
FF_HD constexpr bool is_bounded(interval<T> x) {
  return detail::finite(x.lower()) && detail::finite(x.upper());
}
/// The real number v is in x.
template <class T>
FF_HD constexpr bool contains(interval<T> x, typename interval<T>::endpoint v) {
  const T s = detail::strict_endpoint(v);
  return detail::finite(s) && detail::at_most_strict(x.lower(), s) && detail::at_most_strict(s, x.upper());
}
/// Returns true for equal sets.
template <class T>
FF_HD constexpr bool operator==(interval<T> x, interval<T> y) {
  return (is_empty(x) && is_empty(y)) ||
         (detail::equal_strict(x.lower(), y.lower()) && detail::equal_strict(x.upper(), y.upper()));
}
template <class T>
FF_HD constexpr bool operator!=(interval<T> x, interval<T> y) {
  return !(x == y);
}
/// Every member of x is in y.
template <class T>
FF_HD constexpr bool subset(interval<T> x, interval<T> y) {
  return is_empty(x) ||
         (detail::at_most_strict(y.lower(), x.lower()) && detail::at_most_strict(x.upper(), y.upper()));
}
/// Every member of x is inside y, off its endpoints.
template <class T>
FF_HD constexpr bool interior(interval<T> x, interval<T> y) {
  return is_empty(x) || (detail::inside(y.lower(), x.lower(), -detail::infinity) &&
                         detail::inside(x.upper(), y.upper(), detail::infinity));
}
/// No number is in both.
template <class T>
FF_HD constexpr bool disjoint(interval<T> x, interval<T> y) {
  return is_empty(x) || is_empty(y) || detail::less_strict(x.upper(), y.lower()) ||
         detail::less_strict(y.upper(), x.lower());
}
/// No member of x is above any of y.
template <class T>
FF_HD constexpr bool precedes(interval<T> x, interval<T> y) {
  return is_empty(x) || is_empty(y) || detail::at_most_strict(x.upper(), y.lower());
}
/// Every member of x is below every one of y.
template <class T>
FF_HD constexpr bool strictly_precedes(interval<T> x, interval<T> y) {
  return is_empty(x) || is_empty(y) || detail::less_strict(x.upper(), y.lower());
}

// ---------------------------------------------------------------- sets

/// The tightest interval around both.
template <class T>
FF_HD constexpr interval<T> hull(interval<T> x, interval<T> y) {
  if (is_empty(x)) return y;
  if (is_empty(y)) return x;
  return interval<T>::from_bounds(detail::least_strict(x.lower(), y.lower()),
                                  detail::greatest_strict(x.upper(), y.upper()));
}
/// The numbers in both.
template <class T>
FF_HD constexpr interval<T> intersection(interval<T> x, interval<T> y) {
  if (disjoint(x, y)) return interval<T>::empty();
  return interval<T>::from_bounds(detail::greatest_strict(x.lower(), y.lower()),
                                  detail::least_strict(x.upper(), y.upper()));
}

// ---------------------------------------------------------------- measures

/// The largest |v| in x, +infinity if there is none; NaN for the empty set, as all measures.
template <class T>
FF_HD constexpr T magnitude(interval<T> x) {
  return detail::greatest_strict(detail::magnitude_of(x.lower()), detail::magnitude_of(x.upper()));
}
/// The least |v| in x.
template <class T>
FF_HD constexpr T mignitude(interval<T> x) {
  const T nearest = detail::greatest_strict(x.lower(), detail::opposite_of(x.upper()));
  return detail::negative(nearest) || detail::zero(nearest) ? T(0.0f) : nearest;
}
/// upper - lower, rounded up.
template <class T>
FF_HD constexpr T width(interval<T> x) {
  return (x - interval<T>::from_bounds(x.lower(), x.lower())).upper();
}
/// The middle of x rounded to nearest (ff_t: within 2 u^2 of it), always in x: 0 for all reals, the largest
/// number of its sign where one end is infinite.
template <class T>
FF_HD constexpr T midpoint(interval<T> x) {
  const T largest = detail::largest_endpoint<T>();
  if (is_empty(x) || is_entire(x)) return is_empty(x) ? x.lower() : T(0.0f);
  if (!detail::finite(x.lower())) return detail::least_strict(x.upper(), detail::opposite_of(largest));
  if (!detail::finite(x.upper())) return detail::greatest_strict(x.lower(), largest);
  return detail::greatest_strict(x.lower(),
                                 detail::least_strict(detail::mean(x.lower(), x.upper()), x.upper()));
}
/// The least r, but for rounding up, with x inside [m - r, m + r], m = midpoint(x).
template <class T>
FF_HD constexpr T radius(interval<T> x) {
  const T m = midpoint(x);
  return magnitude(x - interval<T>::from_bounds(m, m));
}
/// Both halves: [lower, midpoint] and [midpoint, upper].
template <class T>
FF_HD constexpr interval_pair<T> bisect(interval<T> x) {
  const T m = midpoint(x);
  return {interval<T>::from_bounds(x.lower(), m), interval<T>::from_bounds(m, x.upper())};
}

// ---------------------------------------------------------------- exact functions

/// {|v| : v in x}.
template <class T>
FF_HD constexpr interval<T> abs(interval<T> x) {
  return interval<T>::from_bounds(mignitude(x), magnitude(x));
}
/// {min(v, w)}.
template <class T>
FF_HD constexpr interval<T>(min)(interval<T> x, interval<T> y) {
  if (is_empty(x) || is_empty(y)) return interval<T>::empty();
  return interval<T>::from_bounds(detail::least_strict(x.lower(), y.lower()),
                                  detail::least_strict(x.upper(), y.upper()));
}
/// {max(v, w)}.
template <class T>
FF_HD constexpr interval<T>(max)(interval<T> x, interval<T> y) {
  if (is_empty(x) || is_empty(y)) return interval<T>::empty();
  return interval<T>::from_bounds(detail::greatest_strict(x.lower(), y.lower()),
                                  detail::greatest_strict(x.upper(), y.upper()));
}
/// {the largest integer not above v}.
template <class T>
FF_HD constexpr interval<T> floor(interval<T> x) {
  return interval<T>::from_bounds(detail::floor_of(x.lower()), detail::floor_of(x.upper()));
}
/// {the least integer not below v}.
template <class T>
FF_HD constexpr interval<T> ceil(interval<T> x) {
  return -floor(-x);
}
/// {v towards zero}.
template <class T>
FF_HD constexpr interval<T> trunc(interval<T> x) {
  return interval<T>::from_bounds(detail::trunc_of(x.lower()), detail::trunc_of(x.upper()));
}

}  // namespace ff
