// The three arithmetics behind one vocabulary: plain floats, and intervals of floats or of float-floats.
#pragma once

#include <ff/interval.hpp>
#include <type_traits>

#include "real.hpp"

namespace implicit {

using interval_float = ff::interval<float>;
using interval_ff = ff::interval<ff::ff_t>;

/// The type of a position along a ray, and of an interval's bounds.
template <class I>
struct scalar_of;
template <>
struct scalar_of<interval_float> {
  using type = float;
};
template <>
struct scalar_of<interval_ff> {
  using type = ff::ff_t;
};
template <class I>
using scalar = typename scalar_of<I>::type;

/// A float, exactly.
template <class I>
FF_HD constexpr I exact(float x) {
  if constexpr (std::is_same_v<I, real>) {
    return {x};
  } else {
    return I::from_bounds(x, x);
  }
}

FF_HD constexpr real scale(float c, real x) { return real{c} * x; }
template <class T>
FF_HD constexpr ff::interval<T> scale(float c, const ff::interval<T>& x) {
  return x * exact<ff::interval<T>>(c);
}

template <int n>
FF_HD constexpr real power(real x) {
  return pown(x, n);
}
template <int n, class T>
FF_HD constexpr ff::interval<T> power(const ff::interval<T>& x) {
  return ff::pown<n>(x);
}

/// A decimal number of an equation: the float nearest to it, and an enclosure in each interval arithmetic.
struct constant {
  real nearest;
  interval_float single;
  interval_ff pair;

  template <class I>
  FF_HD constexpr const I& as() const {
    if constexpr (std::is_same_v<I, real>) {
      return nearest;
    } else if constexpr (std::is_same_v<I, interval_float>) {
      return single;
    } else {
      return pair;
    }
  }
};

}  // namespace implicit
