// The rest of <cmath> for probes: classes, integers, neighbours, order by C's names, functions of three.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <ff/probe/functions.hpp>
#include <ff/type/classify.hpp>

namespace ff {

/// FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL or FP_NORMAL, of T's number; whether it is the last.
template <class T>
FF_HD int fpclassify(const probe<T>& x) {
  const ff_t value(x.value());
  const bool normal_float = detail::is_same<T, float> && isfinite(value) && !less(abs(value.hi()), 0x1p-126f);
  return normal_float ? detail::class_normal : fpclassify(value);
}
template <class T>
FF_HD bool isnormal(const probe<T>& x) {
  return fpclassify(x) == detail::class_normal;
}

/// Rounds T's number to an integer, which has no shadow; it saturates, and is 0 for NaN, as of ff_t.
template <class T>
FF_HD long lround(const probe<T>& x) {
  return lround(ff_t(x.value()));
}
template <class T>
FF_HD long long llround(const probe<T>& x) {
  return llround(ff_t(x.value()));
}
template <class T>
FF_HD long lrint(const probe<T>& x) {
  return lrint(ff_t(x.value()));
}
template <class T>
FF_HD long long llrint(const probe<T>& x) {
  return llrint(ff_t(x.value()));
}

/// T's neighbour of x in the direction of y.  The shadow takes the same step.
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto nextafter(const X& x, const Y& y) {
  using std::nextafter;
  const auto value = detail::own_number<Y>(x);
  const auto next = nextafter(value, detail::own_number<X>(y));
  return detail::with_shadow(
      next, detail::shadow_of(x) + (static_cast<double>(next) - static_cast<double>(value)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto nexttoward(const X& x, const Y& y) {
  return nextafter(x, y);
}

/// x 2^n, for n beyond the range of an int too.
template <class T>
FF_HD auto scalbln(const probe<T>& x, long n) {
  return ldexp(x, n > 100000 ? 100000 : n < -100000 ? -100000 : static_cast<int>(n));
}

/// T's remainder and the last bits of its quotient.
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto remquo(const X& x, const Y& y, int* quotient) {
  using std::remainder;
  using std::remquo;
  return detail::with_shadow(remquo(detail::own_number<Y>(x), detail::own_number<X>(y), quotient),
                             remainder(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}

namespace detail {
// One of the operands is the probe of a type of ff's: CUDA has no such functions of three floats.
template <class X, class Y, class Z>
FF_HD constexpr bool has_probe_of_pair() {
  if constexpr (is_probe<X> || is_probe<Y> || is_probe<Z>)
    return is_probe_operand<X> && is_probe_operand<Y> && is_probe_operand<Z> &&
           !is_same<number_among<X, Y, Z>, float>;
  else
    return false;
}
template <class X, class Y, class Z>
using if_probe_of_pair = require<has_probe_of_pair<X, Y, Z>()>;
}  // namespace detail

/// sqrt(x^2 + y^2 + z^2), T's own.
template <class X, class Y, class Z, detail::if_probe_of_pair<X, Y, Z> = 0>
FF_HD auto hypot(const X& x, const Y& y, const Z& z) {
  using std::hypot;
  using T = detail::number_among<X, Y, Z>;
  const T value(hypot(T(detail::number_of(x)), T(detail::number_of(y)), T(detail::number_of(z))));
  const double of_two = hypot(detail::shadow_of(x), detail::shadow_of(y));
  return detail::with_shadow(value, hypot(of_two, detail::shadow_of(z)), x, y);
}

/// a + t (b - a), T's own.
template <class X, class Y, class Z, detail::if_probe_of_pair<X, Y, Z> = 0>
FF_HD auto lerp(const X& a, const Y& b, const Z& t) {
  using T = detail::number_among<X, Y, Z>;
  const T value(lerp(T(detail::number_of(a)), T(detail::number_of(b)), T(detail::number_of(t))));
  const double from = detail::shadow_of(a), to = detail::shadow_of(b);
  return detail::with_shadow(value, from + detail::shadow_of(t) * (to - from), a, b);
}

/// isless and its kin: the operators' decisions under C's names.  isunordered is of T's numbers.
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool isgreater(const X& x, const Y& y) {
  return x > y;
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool isgreaterequal(const X& x, const Y& y) {
  return x >= y;
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool isless(const X& x, const Y& y) {
  return x < y;
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool islessequal(const X& x, const Y& y) {
  return x <= y;
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool islessgreater(const X& x, const Y& y) {
  return x < y || x > y;
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool isunordered(const X& x, const Y& y) {
  return isnan(ff_t(detail::number_of(x))) || isnan(ff_t(detail::number_of(y)));
}

}  // namespace ff

#endif
