// The operations on intervals of float, double and ff_t.
#pragma once

#include <ff/interval.hpp>
#include <ff/interval/bounds.hpp>

#include "interval_vectors.hpp"
#include "row.hpp"

/// An entry for each type of endpoint T; I is interval<T>.
#define CATALOGUE_INTERVAL_ENTRY(entry_name, parameters, ...)                 \
  template <class T>                                                          \
  struct entry_name {                                                         \
    using I = ff::interval<T>;                                                \
    static constexpr const char* name = #entry_name;                          \
    FF_HD_LARGE static constexpr auto call parameters { return __VA_ARGS__; } \
  };

namespace catalogue {

template <class T>
struct parameter<ff::interval<T>> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr ff::interval<T> from(const Source& s, int k) {
    return s.interval(k);
  }
};
template <>
struct parameter<double> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr double from(const Source& s, int k) {
    return s.real(k);
  }
};

namespace intervals {

/// Two intervals for a split quotient, otherwise the first alone.  A number v is [v, v], NaN included.
template <class T>
struct results {
  interval<T> first, second;
};
template <class T>
FF_HD_LARGE results<T> one(interval<T> x) {
  return {x, interval<T>::empty()};
}
template <class T>
FF_HD_LARGE results<T> number(T v) {
  return one(interval<T>::from_bounds(v, v));
}
template <class T>
FF_HD_LARGE results<T> results_of(interval<T> x) {
  return one(x);
}
template <class T>
FF_HD_LARGE results<T> results_of(ff::interval_pair<T> x) {
  return {x.first, x.second};
}
template <class T>
FF_HD_LARGE results<T> results_of(T v) {
  return number(v);
}

namespace entry {

CATALOGUE_INTERVAL_ENTRY(add, (I x, I y), x + y)
CATALOGUE_INTERVAL_ENTRY(sub, (I x, I y), x - y)
CATALOGUE_INTERVAL_ENTRY(mul, (I x, I y), (x * y))
CATALOGUE_INTERVAL_ENTRY(div, (I x, I y), x / y)
CATALOGUE_INTERVAL_ENTRY(divide_split, (I x, I y), ff::divide_split(x, y))
CATALOGUE_INTERVAL_ENTRY(recip, (I x), ff::recip(x))
CATALOGUE_INTERVAL_ENTRY(fma, (I x, I y, I z), ff::fma(x, y, z))
CATALOGUE_INTERVAL_ENTRY(sqr, (I x), ff::sqr(x))
CATALOGUE_INTERVAL_ENTRY(sqrt, (I x), ff::sqrt(x))
CATALOGUE_INTERVAL_ENTRY(add_scalar, (I x, T y), x + y)
CATALOGUE_INTERVAL_ENTRY(scalar_sub, (T x, I y), x - y)
CATALOGUE_INTERVAL_ENTRY(mul_scalar, (I x, T y), (x * y))
CATALOGUE_INTERVAL_ENTRY(div_scalar, (I x, T y), x / y)
CATALOGUE_INTERVAL_ENTRY(scalar_div, (T x, I y), x / y)
CATALOGUE_INTERVAL_ENTRY(abs, (I x), ff::abs(x))
CATALOGUE_INTERVAL_ENTRY(min, (I x, I y), ff::min(x, y))
CATALOGUE_INTERVAL_ENTRY(max, (I x, I y), ff::max(x, y))
CATALOGUE_INTERVAL_ENTRY(floor, (I x), ff::floor(x))
CATALOGUE_INTERVAL_ENTRY(ceil, (I x), ff::ceil(x))
CATALOGUE_INTERVAL_ENTRY(trunc, (I x), ff::trunc(x))
CATALOGUE_INTERVAL_ENTRY(hull, (I x, I y), ff::hull(x, y))
CATALOGUE_INTERVAL_ENTRY(intersection, (I x, I y), ff::intersection(x, y))
CATALOGUE_INTERVAL_ENTRY(magnitude, (I x), ff::magnitude(x))
CATALOGUE_INTERVAL_ENTRY(mignitude, (I x), ff::mignitude(x))
CATALOGUE_INTERVAL_ENTRY(width, (I x), ff::width(x))
// Beside the radius the midpoint that it belongs to.
CATALOGUE_INTERVAL_ENTRY(radius, (I x),
                         results<T>{number(ff::radius(x)).first, number(ff::midpoint(x)).first})
CATALOGUE_INTERVAL_ENTRY(midpoint, (I x), ff::midpoint(x))
CATALOGUE_INTERVAL_ENTRY(pown5, (I x), ff::pown<5>(x))
CATALOGUE_INTERVAL_ENTRY(pown_4, (I x), ff::pown<-4>(x))
CATALOGUE_INTERVAL_ENTRY(pown, (I x, int n), ff::pown(x, n))
CATALOGUE_INTERVAL_ENTRY(rootn, (I x, int n), ff::rootn(x, n))
CATALOGUE_INTERVAL_ENTRY(pow, (I x, I y), ff::pow(x, y))
CATALOGUE_INTERVAL_ENTRY(exp, (I x), ff::exp(x))
CATALOGUE_INTERVAL_ENTRY(exp2, (I x), ff::exp2(x))
CATALOGUE_INTERVAL_ENTRY(exp10, (I x), ff::exp10(x))
CATALOGUE_INTERVAL_ENTRY(log, (I x), ff::log(x))
CATALOGUE_INTERVAL_ENTRY(log2, (I x), ff::log2(x))
CATALOGUE_INTERVAL_ENTRY(log10, (I x), ff::log10(x))
CATALOGUE_INTERVAL_ENTRY(sin, (I x), ff::sin(x))
CATALOGUE_INTERVAL_ENTRY(cos, (I x), ff::cos(x))
CATALOGUE_INTERVAL_ENTRY(tan, (I x), ff::tan(x))
CATALOGUE_INTERVAL_ENTRY(atan, (I x), ff::atan(x))
CATALOGUE_INTERVAL_ENTRY(sinh, (I x), ff::sinh(x))
CATALOGUE_INTERVAL_ENTRY(cosh, (I x), ff::cosh(x))
CATALOGUE_INTERVAL_ENTRY(tanh, (I x), ff::tanh(x))

}  // namespace entry

template <class T>
FF_HD_LARGE results<T> results_of(results<T> r) {
  return r;
}

/// An operation at every type of endpoint.
template <template <class> class Entry>
struct operation {
  template <class T>
  using at = Entry<T>;
  template <class T>
  FF_HD_LARGE static results<T> of(const operands<T>& v) {
    return results_of(value_of<Entry<T>>(v));
  }
};

/// Everything about an operation but its code.
struct operation_info {
  const char* name;
  recipe how;
  const ff::bounds::interval_row* bound;  ///< nullptr where there is none of that name
  const char* original = nullptr;         ///< the operation that a mutant breaks
};

// ---- the shapes of operands

/// Exponents in this range, but for the themes `huge`, `tiny` and `integers`.
constexpr recipe within(int lowest, int highest, recipe r = {}) {
  r.lowest = lowest, r.highest = highest;
  return r;
}
/// The integer that the judge needs beside the operands of a power whose exponent is its type's.
constexpr recipe with_exponent(int n, recipe r) {
  r.integer = true, r.fixed = n;
  return r;
}
constexpr recipe cancelling_sum() {
  recipe r;
  r.near_sums = true;
  return r;
}
constexpr recipe cancelling_product() {
  recipe r;
  r.near_product = true;
  return r;
}

/// Out of line: inlined for each operation, the search would be most of what a compiler makes of a visit.
[[gnu::noinline]] inline operation_info info_of(const char* name, const recipe& how) {
  return {name, how, ff::bounds::find(ff::bounds::interval_operations, name)};
}

/// visit(operation{}, info) for each.
template <class Visit>
void for_each_operation(Visit visit) {
  const auto add = [&](auto op, recipe how = {}) {
    using entry = typename decltype(op)::template at<float>;
    using call = signature_of<entry>;
    how.arity = 0;
    for (int i = 0; i < call::count; ++i) {
      if (call::words[i]) how.scalar = i;
      if (call::integers[i]) how.integer = true;
      if (!call::integers[i]) ++how.arity;
    }
    visit(op, info_of(entry::name, how));
  };
  add(operation<entry::add>{}, cancelling_sum());
  add(operation<entry::sub>{});
  add(operation<entry::mul>{});
  add(operation<entry::div>{});
  add(operation<entry::divide_split>{});
  add(operation<entry::recip>{});
  add(operation<entry::fma>{}, cancelling_product());
  add(operation<entry::sqr>{});
  add(operation<entry::sqrt>{});
  add(operation<entry::add_scalar>{}, cancelling_sum());
  add(operation<entry::scalar_sub>{});
  add(operation<entry::mul_scalar>{});
  add(operation<entry::div_scalar>{});
  add(operation<entry::scalar_div>{});
  add(operation<entry::abs>{});
  add(operation<entry::min>{});
  add(operation<entry::max>{});
  add(operation<entry::floor>{});
  add(operation<entry::ceil>{});
  add(operation<entry::trunc>{});
  add(operation<entry::hull>{});
  add(operation<entry::intersection>{});
  add(operation<entry::magnitude>{});
  add(operation<entry::mignitude>{});
  add(operation<entry::width>{});
  add(operation<entry::radius>{});
  add(operation<entry::midpoint>{});
  add(operation<entry::pown5>{}, with_exponent(5, within(-18, 18)));
  add(operation<entry::pown_4>{}, with_exponent(-4, within(-18, 18)));
  add(operation<entry::pown>{}, within(-6, 6));
  add(operation<entry::rootn>{});
  add(operation<entry::pow>{}, within(-10, 5));
  add(operation<entry::exp>{}, within(-20, 5));
  add(operation<entry::exp2>{}, within(-20, 6));
  add(operation<entry::exp10>{}, within(-20, 4));
  add(operation<entry::log>{});
  add(operation<entry::log2>{});
  add(operation<entry::log10>{});
  add(operation<entry::sin>{}, within(-20, 12));
  add(operation<entry::cos>{}, within(-20, 12));
  add(operation<entry::tan>{}, within(-20, 12));
  add(operation<entry::atan>{}, within(-20, 12));
  add(operation<entry::sinh>{}, within(-20, 5));
  add(operation<entry::cosh>{}, within(-20, 5));
  add(operation<entry::tanh>{}, within(-20, 5));
}

}  // namespace intervals
}  // namespace catalogue
