// The operators and comparisons of a probe: T's own result, beside the same operation of the shadow.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <ff/probe/number.hpp>

namespace ff {

// ---------------------------------------------------------------- + - * /

/// x + y and so on: T's own, and the shadow's.
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto operator+(const X& x, const Y& y) {
  return detail::sum_with_shadow(detail::beside<Y>(x) + detail::beside<X>(y),
                                 detail::shadow_of(x) + detail::shadow_of(y), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto operator-(const X& x, const Y& y) {
  return detail::sum_with_shadow(detail::beside<Y>(x) - detail::beside<X>(y),
                                 detail::shadow_of(x) - detail::shadow_of(y), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto operator*(const X& x, const Y& y) {
  return detail::with_shadow(detail::beside<Y>(x) * detail::beside<X>(y),
                             detail::shadow_of(x) * detail::shadow_of(y), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto operator/(const X& x, const Y& y) {
  return detail::with_shadow(detail::beside<Y>(x) / detail::beside<X>(y),
                             detail::shadow_of(x) / detail::shadow_of(y), x, y);
}
template <class T>
FF_HD probe<T> operator+(const probe<T>& x) {
  return x;
}
template <class T>
FF_HD auto operator-(const probe<T>& x) {
  return detail::with_shadow(-x.value(), -x.shadow(), x);
}

/// x = x + y and so on; ++ and -- add 1 and -1.
template <class T, class Y, detail::require<detail::is_probe_operand<Y>> = 0>
FF_HD probe<T>& operator+=(probe<T>& x, const Y& y) {
  return x = x + y;
}
template <class T, class Y, detail::require<detail::is_probe_operand<Y>> = 0>
FF_HD probe<T>& operator-=(probe<T>& x, const Y& y) {
  return x = x - y;
}
template <class T, class Y, detail::require<detail::is_probe_operand<Y>> = 0>
FF_HD probe<T>& operator*=(probe<T>& x, const Y& y) {
  return x = x * y;
}
template <class T, class Y, detail::require<detail::is_probe_operand<Y>> = 0>
FF_HD probe<T>& operator/=(probe<T>& x, const Y& y) {
  return x = x / y;
}
template <class T>
FF_HD probe<T>& operator++(probe<T>& x) {
  return x = x + 1.0f;
}
template <class T>
FF_HD probe<T>& operator--(probe<T>& x) {
  return x = x - 1.0f;
}
template <class T>
FF_HD probe<T> operator++(probe<T>& x, int) {
  const probe<T> before = x;
  x = x + 1.0f;
  return before;
}
template <class T>
FF_HD probe<T> operator--(probe<T>& x, int) {
  const probe<T> before = x;
  x = x - 1.0f;
  return before;
}

// ---------------------------------------------------------------- comparison

namespace detail {

inline constexpr const char* turned_name = "comparisons that the shadow decides otherwise";

// T's own decision.  One that the shadow would take otherwise is recorded: from there on, both compute
// different things.
template <class X, class Y>
FF_HD bool decide(bool by_number, bool by_shadow, const X& x, const Y& y) {
  if (by_number != by_shadow)
    record_by_name(turned_name, probe<number_among<X, Y>>(x).observed_beside(ff_t(number_of(y))));
  return by_number;
}

}  // namespace detail

/// T's own decision; report tells how often the shadow would have decided otherwise.
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool operator<(const X& x, const Y& y) {
  return detail::decide(detail::beside<Y>(x) < detail::beside<X>(y),
                        detail::shadow_of(x) < detail::shadow_of(y), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool operator>(const X& x, const Y& y) {
  return detail::decide(detail::beside<Y>(x) > detail::beside<X>(y),
                        detail::shadow_of(x) > detail::shadow_of(y), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool operator<=(const X& x, const Y& y) {
  return detail::decide(detail::beside<Y>(x) <= detail::beside<X>(y),
                        detail::shadow_of(x) <= detail::shadow_of(y), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool operator>=(const X& x, const Y& y) {
  return detail::decide(detail::beside<Y>(x) >= detail::beside<X>(y),
                        detail::shadow_of(x) >= detail::shadow_of(y), x, y);
}
/// Equality is T's, and never recorded: two roundings seldom agree in the last bit.
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool operator==(const X& x, const Y& y) {
  return detail::beside<Y>(x) == detail::beside<X>(y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD bool operator!=(const X& x, const Y& y) {
  return detail::beside<Y>(x) != detail::beside<X>(y);
}

}  // namespace ff

#endif
