// What an interval asks of its endpoints: float, double or ff_t.  Those of ff_t are strict pairs, so that
// their words compare in order.
#pragma once

#include <ff/directed/double.hpp>
#include <ff/directed/pair.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

template <class T>
inline constexpr bool is_pair = is_same<T, ff_t>;
template <class T>
inline constexpr bool is_endpoint = is_same<T, float> || is_same<T, double> || is_pair<T>;
// A T holds every U, a different type.
template <class T, class U>
inline constexpr bool holds_exactly = is_same<U, float> && !is_same<T, float>;
template <class T, class U>
inline constexpr bool rounds = is_endpoint<U> && !is_same<T, U> && !holds_exactly<T, U>;

// ---- order of strict endpoints; the head decides on sign, NaN and infinity

FF_HD constexpr float head(float x) { return x; }
FF_HD constexpr double head(double x) { return x; }
FF_HD constexpr float head(ff_t x) { return x.hi(); }

FF_HD constexpr bool less_strict(float a, float b) { return less(a, b); }
FF_HD constexpr bool less_strict(double a, double b) { return a < b; }
FF_HD constexpr bool less_strict(ff_t a, ff_t b) {
  const bool heads = less(a.hi(), b.hi()), tied = equal(a.hi(), b.hi()), tails = less(a.lo(), b.lo());
  return heads | (tied & tails);  // no branch
}
FF_HD constexpr bool equal_strict(float a, float b) { return equal(a, b); }
FF_HD constexpr bool equal_strict(double a, double b) { return equal_doubles(a, b); }
FF_HD constexpr bool equal_strict(ff_t a, ff_t b) {
  const bool heads = equal(a.hi(), b.hi()), tails = equal(a.lo(), b.lo());
  return heads & tails;
}

template <class T>
FF_HD constexpr bool negative(T x) {
  return less_strict(head(x), {});
}
template <class T>
FF_HD constexpr bool positive(T x) {
  return less_strict({}, head(x));
}
template <class T>
FF_HD constexpr bool zero(T x) {
  return equal_strict(head(x), {});
}
template <class T>
FF_HD constexpr bool is_nan(T x) {
  return !equal_strict(head(x), head(x));
}

FF_HD constexpr float opposite_of(float x) { return neg(x); }
FF_HD constexpr double opposite_of(double x) { return -x; }
FF_HD constexpr ff_t opposite_of(ff_t x) { return -x; }
FF_HD constexpr float magnitude_of(float x) { return abs(x); }
FF_HD constexpr double magnitude_of(double x) {
  return bit_cast<double>(bit_cast<uint64>(x) & ~(uint64{1} << 63));
}
FF_HD constexpr ff_t magnitude_of(ff_t x) { return abs(x); }

// The least and the greatest of two; of floats and doubles a NaN is left out.
FF_HD constexpr float least_strict(float a, float b) { return least(a, b); }
FF_HD constexpr float greatest_strict(float a, float b) { return greatest(a, b); }
FF_HD constexpr double least_strict(double a, double b) { return a < b || !equal_doubles(b, b) ? a : b; }
FF_HD constexpr double greatest_strict(double a, double b) { return b < a || !equal_doubles(b, b) ? a : b; }
FF_HD constexpr ff_t least_strict(ff_t a, ff_t b) { return less_strict(b, a) ? b : a; }
FF_HD constexpr ff_t greatest_strict(ff_t a, ff_t b) { return less_strict(a, b) ? b : a; }

template <class T>
FF_HD constexpr T not_a_number() {
  if constexpr (is_pair<T>) return from_words(quiet_nan, quiet_nan);
  return T(quiet_nan);
}
template <class T>
FF_HD constexpr T largest_endpoint() {
  if constexpr (is_pair<T>) return from_words(0x1.fffffep127f, 0x1.fffffep102f);
  if constexpr (is_same<T, double>) return largest_double;
  return T(0x1.fffffep127f);
}

template <class T>
FF_HD constexpr bool finite(T x) {
  return less_strict(magnitude_of(head(x)), decltype(head(x))(infinity));
}

// A strict pair of the same value.
FF_HD constexpr float strict_endpoint(float x) { return x; }
FF_HD constexpr double strict_endpoint(double x) { return x; }
FF_HD constexpr ff_t strict_endpoint(ff_t x) {
  if (!finite(x)) return x.hi();
  const ff_t s = fast_add12(x.hi(), x.lo());
  return finite(s) ? s : ff_t(s.hi());
}

// What a value beyond +-(2^128 - 2^106) is bounded by.
template <toward R>
FF_HD constexpr float beyond(bool is_negative) {
  const float magnitude = is_negative == (R == toward::up) ? 0x1.fffff8p127f : infinity;
  return is_negative ? neg(magnitude) : magnitude;
}

// ---- one endpoint type from another, on the side R

template <toward R, class To, class From>
FF_HD constexpr To convert_toward(From x) {
  if constexpr (is_same<To, From>) return x;
  if constexpr (is_same<To, float> && is_same<From, double>) return narrow_toward<R>(x);
  if constexpr (is_same<To, float> && is_pair<From>) {
    return finite(x) ? narrow22_toward<R>(x) : x.hi();
  }
  if constexpr (is_same<To, double> && is_same<From, float>) return widen(x);
  if constexpr (is_same<To, double> && is_pair<From>) {
    return finite(x) ? add_toward<R>(widen(x.hi()), widen(x.lo())) : widen(x.hi());
  }
  if constexpr (is_pair<To> && is_same<From, float>) return x;
  if constexpr (is_pair<To> && is_same<From, double>) {
    const auto [hi, lo, rest] = words_of(x);  // no FP64 on the device
    if (finite(hi)) return strict_endpoint(from_words(hi, step<R>(lo, rest<0, rest> 0)));
    return rest != 0 ? ff_t(beyond<R>(less(hi, 0.0f))) : ff_t(hi);
  }
}

// ... and from an integer of 64 bits, whose parts are exact: the head, what it leaves above and below 2^16.
template <toward R, class To, class Int>
FF_HD constexpr To integer_toward(Int i) {
  if constexpr (is_same<To, double>) {
    const Int low = i & Int{0xffffffff};
    return add_toward<R>(static_cast<double>(i - low), static_cast<double>(low));
  } else {
    const float hi = static_cast<float>(i);
    const int64 rest = static_cast<int64>(static_cast<uint64>(i) - modulo_2_64(hi)), low = rest & 0xffff;
    const float lo = add_toward<R>(static_cast<float>(rest - low), static_cast<float>(low));
    return convert_toward<R, To>(strict_endpoint(from_words(hi, lo)));
  }
}

}  // namespace detail
}  // namespace ff
