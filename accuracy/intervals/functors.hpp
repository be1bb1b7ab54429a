// The operations as functors.
#pragma once

#include "vectors.hpp"

namespace accuracy::intervals {

/// The real function whose range over the operands is wanted.
enum class exact {
  sum,
  difference,
  product,
  quotient,
  quotient_split,
  reciprocal,
  product_sum,
  square,
  root,
  abs,
  min,
  max,
  floor,
  ceil,
  trunc,
  hull,
  intersection,
  width,
  radius,
  magnitude,
  mignitude,
  midpoint,
  power,
  nth_root,
  pow,
  exp,
  exp2,
  exp10,
  log,
  log2,
  log10,
  sin,
  cos,
  tan,
  atan,
  sinh,
  cosh,
  tanh,
};
/// Whether elementary_range knows the range.
FF_HD constexpr bool is_elementary(exact e) { return e >= exact::power; }

/// The endpoint types as bits of a mask.
template <class T>
inline constexpr int type_bit = ff::detail::is_same<T, float>    ? 1
                                : ff::detail::is_same<T, double> ? 2
                                                                 : 4;
inline constexpr int every_type = 7, words_only = 3, pairs_only = 4;

/// What every functor says of itself.
template <exact Wanted>
struct sound {
  static constexpr exact wanted = Wanted;
  static constexpr int types = every_type;
  static constexpr bool is_mutant = false;
};
template <exact Wanted, int Types = every_type>
struct broken {
  static constexpr exact wanted = Wanted;
  static constexpr int types = Types;
  static constexpr bool is_mutant = true;
};

/// Two intervals for a split quotient, otherwise the first alone.  A number v is [v, v], NaN included.
template <class T>
struct results {
  interval<T> first, second;
};
template <class T>
FF_HD results<T> one(interval<T> x) {
  return {x, interval<T>::empty()};
}
template <class T>
FF_HD results<T> number(T v) {
  return one(interval<T>::from_bounds(v, v));
}

template <class T>
FF_HD bool is_zero(const interval<T>& x) {
  return ff::detail::zero(x.lower()) && ff::detail::zero(x.upper());
}

namespace op {

struct add : sound<exact::sum> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x + v.y);
  }
};
struct sub : sound<exact::difference> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x - v.y);
  }
};
struct mul : sound<exact::product> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x * v.y);
  }
};
struct div : sound<exact::quotient> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x / v.y);
  }
};
struct divide_split : sound<exact::quotient_split> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    const auto both = ff::divide_split(v.x, v.y);
    return {both.first, both.second};
  }
};
struct recip : sound<exact::reciprocal> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::recip(v.x));
  }
};
struct fma : sound<exact::product_sum> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::fma(v.x, v.y, v.z));
  }
};
struct sqr : sound<exact::square> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::sqr(v.x));
  }
};
struct sqrt : sound<exact::root> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::sqrt(v.x));
  }
};
struct add_scalar : sound<exact::sum> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x + v.y.lower());
  }
};
struct scalar_sub : sound<exact::difference> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x.lower() - v.y);
  }
};
struct mul_scalar : sound<exact::product> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x * v.y.lower());
  }
};
struct div_scalar : sound<exact::quotient> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x / v.y.lower());
  }
};
struct scalar_div : sound<exact::quotient> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(v.x.lower() / v.y);
  }
};
struct abs : sound<exact::abs> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::abs(v.x));
  }
};
struct min : sound<exact::min> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::min(v.x, v.y));
  }
};
struct max : sound<exact::max> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::max(v.x, v.y));
  }
};
struct floor : sound<exact::floor> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::floor(v.x));
  }
};
struct ceil : sound<exact::ceil> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::ceil(v.x));
  }
};
struct trunc : sound<exact::trunc> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::trunc(v.x));
  }
};
struct hull : sound<exact::hull> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::hull(v.x, v.y));
  }
};
struct intersection : sound<exact::intersection> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::intersection(v.x, v.y));
  }
};
struct width : sound<exact::width> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return number(ff::width(v.x));
  }
};
/// Beside the radius the midpoint that it belongs to.
struct radius : sound<exact::radius> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return {number(ff::radius(v.x)).first, number(ff::midpoint(v.x)).first};
  }
};
struct magnitude : sound<exact::magnitude> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return number(ff::magnitude(v.x));
  }
};
struct mignitude : sound<exact::mignitude> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return number(ff::mignitude(v.x));
  }
};
struct midpoint : sound<exact::midpoint> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return number(ff::midpoint(v.x));
  }
};

}  // namespace op

}  // namespace accuracy::intervals
