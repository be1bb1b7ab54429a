// The type probe<T>, and what the operators and functions make of its parts.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <ff/fast/functions.hpp>
#include <ff/fast/operators.hpp>
#include <ff/fast/standard.hpp>
#include <ff/probe/cuda.hpp>

namespace ff {

template <class T>
class probe;

namespace detail {

template <class X>
inline constexpr bool is_probe = false;
template <class T>
inline constexpr bool is_probe<probe<T>> = true;

// Beside a probe may stand everything that may stand beside its number.
template <class X>
inline constexpr bool is_probe_operand = is_probe<X> || is_fast_operand<X>;
template <class X, class... Y>
using if_probe =
    require<(is_probe<X> || ... || is_probe<Y>)&&(is_probe_operand<X>&&...&& is_probe_operand<Y>)>;

// Sums of fast_t, and what a float gives beside a double, are types of steps on the way.
template <class T>
inline constexpr bool is_probed =
    is_same<T, ff_t> || is_fast<T> || is_same<T, float> || is_same<T, double> || is_same<T, long double>;

FF_HD double to_shadow(double x) { return x; }
FF_HD double to_shadow(ff_t x) {
  const double head = static_cast<double>(x.hi());
  return is_finite_head(x.hi()) ? head + static_cast<double>(x.lo()) : head;
}

// |x - shadow| / |shadow|, at most 1.  The heads cancel exactly where the deviation is small.
FF_HD float deviation_of(ff_t x, double shadow) {
  if (!is_finite_head(x.hi())) {
    const bool is_infinite = shadow > 1.7e308 || shadow < -1.7e308,
               is_number = shadow <= 1.7e308 && shadow >= -1.7e308;
    const bool same = is_nan_head(x.hi()) ? !is_number && !is_infinite : is_infinite;
    return same ? 0.0f : 1.0f;
  }
  const double head = static_cast<double>(x.hi()) - shadow;
  const double difference = head + static_cast<double>(x.lo());
  const double size = shadow < 0 ? -shadow : shadow, off = difference < 0 ? -difference : difference;
  if (!(off > 0)) return off <= 0 ? 0.0f : 1.0f;
  return off < size ? static_cast<float>(off / size) : 1.0f;
}

}  // namespace detail

/// A number of type T (float, ff_t or fast_t) with its shadow: the same computation in double.
///
/// It computes T's own bits: every operator and function is T's.  It also carries the operands of the last
/// operation, and the most bits that a sum has cancelled since the last mark on the way to it.
///
/// It converts to T implicitly.  Such a conversion is a store: it is recorded, one line for a shape of
/// launch. The shadow has 53 bits, so a deviation below 2^-50 or so is not told apart from none.
template <class T>
class probe {
  static_assert(detail::is_probed<T>, "probe<T>: expected float, ff_t, fast_t or fused_t as T");

 public:
  using number = T;

  /// Uninitialised, like a float.
  probe() = default;

  /// Converts from whatever T is made from: exact as T is; the shadow is the operand itself.
  template <class A, detail::require<detail::is_fast_operand<A>> = 0>
  FF_HD probe(A x) : probe(T(x), detail::to_shadow(exact(x)), ff_t(T(x)), ff_t(0.0f), 0) {}
  /// From the probe of a number that T is made from, as a sum of fast_t that is stored.
  template <class U, detail::require<!detail::is_same<T, U>> = 0>
  FF_HD probe(const probe<U>& x) : probe(T(x.value()), x.shadow(), x.first(), x.second(), x.cancelled()) {}
  /// All parts, as the operators make them.
  FF_HD probe(T value, double shadow, ff_t first, ff_t second, int cancelled)
      : value_(value), shadow_(shadow), first_(first), second_(second), cancelled_(cancelled) {}

  /// The number, its shadow, the operands that it was made of, and the bits that were cancelled.
  FF_HD const T& value() const { return value_; }
  FF_HD double shadow() const { return shadow_; }
  FF_HD ff_t first() const { return first_; }
  FF_HD ff_t second() const { return second_; }
  FF_HD int cancelled() const { return cancelled_; }

  /// Returns what a mark sees.
  FF_HD detail::observation observed() const {
    const ff_t x(value_);
    return {x,
            first_,
            second_,
            shadow_,
            detail::deviation_of(x, shadow_),
            cancelled_,
            std::numeric_limits<T>::digits};
  }
  /// The same with another second operand, as a comparison has it.
  FF_HD detail::observation observed_beside(ff_t y) const {
    detail::observation seen = observed();
    seen.first = seen.value, seen.second = y;
    return seen;
  }
  /// Begins to count cancelled bits anew.
  FF_HD void forget_cancellation() { cancelled_ = 0; }

  /// A store: recorded, then the number itself.
  FF_HD operator T() const;
  /// Every other type: as T converts, and not recorded.
  template <class A, detail::require<detail::is_scalar<A> && !detail::is_same<A, T>> = 0>
  FF_HD explicit operator A() const {
    return static_cast<A>(value_);
  }

 private:
  template <class A>
  FF_HD static auto exact(A x) {
    if constexpr (detail::is_scalar<A> && !detail::is_any_integer<A> && !detail::is_huge_integer<A>)
      return static_cast<double>(x);
    else
      return ff_t(x);
  }

  T value_;
  double shadow_;
  ff_t first_, second_;
  int cancelled_;
};

namespace detail {

// The parts of an operand, a probe or not.
template <class X>
FF_HD const X& number_of(const X& x) {
  return x;
}
template <class T>
FF_HD const T& number_of(const probe<T>& x) {
  return x.value();
}
template <class X>
FF_HD double shadow_of(const X& x) {
  return probe<ff_t>(x).shadow();
}
template <class T>
FF_HD double shadow_of(const probe<T>& x) {
  return x.shadow();
}
template <class X>
FF_HD int cancelled_in(const X&) {
  return 0;
}
template <class T>
FF_HD int cancelled_in(const probe<T>& x) {
  return x.cancelled();
}
template <class X, class Y>
FF_HD int cancelled_in(const X& x, const Y& y) {
  const int a = cancelled_in(x), b = cancelled_in(y);
  return a < b ? b : a;
}

// The probed type among operands: the first probe's, stored.
template <class T>
struct stored_number {
  using type = T;
};
template <bool ieee>
struct stored_number<basic_fast_sum<ieee>> {
  using type = basic_fast<ieee>;
};
template <bool ieee>
struct stored_number<basic_fast_product<ieee>> {
  using type = basic_fast<ieee>;
};
template <class X, class... Y>
struct first_number {
  using type = typename first_number<Y...>::type;
};
template <class T, class... Y>
struct first_number<probe<T>, Y...> : stored_number<T> {};
template <class... X>
using number_among = typename first_number<X...>::type;

// An operand as an operator takes it: an integer is made the neighbour's type, as C++ does for a float.
template <class Neighbour, class X>
FF_HD auto beside(const X& x) {
  if constexpr (is_probe<X>)
    return x.value();
  else if constexpr (is_any_integer<X> || is_huge_integer<X>)
    return static_cast<number_among<Neighbour>>(x);
  else
    return x;
}

// An operand as a function of T takes it: a number of its own type, or made T for its neighbour, a probe.
template <class Neighbour, class X>
FF_HD auto own_number(const X& x) {
  if constexpr (is_probe<X>)
    return x.value();
  else
    return number_among<Neighbour>(x);
}

// Returns what T's own operation gave, with the shadow's result beside it.
template <class R, class X>
FF_HD probe<R> with_shadow(const R& value, double shadow, const X& x) {
  return {value, shadow, ff_t(number_of(x)), ff_t(0.0f), cancelled_in(x)};
}
template <class R, class X, class Y>
FF_HD probe<R> with_shadow(const R& value, double shadow, const X& x, const Y& y) {
  return {value, shadow, ff_t(number_of(x)), ff_t(number_of(y)), cancelled_in(x, y)};
}

// Returns a sum and its shadow, and counts the bits that it cancelled.  A sum that is exactly zero lost none.
template <class R, class X, class Y>
FF_HD probe<R> sum_with_shadow(const R& value, double shadow, const X& x, const Y& y) {
  int cancelled = cancelled_in(x, y);
  const double a = shadow_of(x), b = shadow_of(y);
  if (has_exponent(a) && has_exponent(b) && has_exponent(shadow)) {
    const int ea = exponent_of(a), eb = exponent_of(b), lost = (ea < eb ? eb : ea) - exponent_of(shadow);
    if (lost > cancelled) cancelled = lost;
  }
  return {value, shadow, ff_t(number_of(x)), ff_t(number_of(y)), cancelled};
}

}  // namespace detail

/// What is asked of a number is asked of T's.
template <class T>
FF_HD bool isnan(const probe<T>& x) {
  return detail::is_nan_head(ff_t(x.value()).hi());
}
template <class T>
FF_HD bool isfinite(const probe<T>& x) {
  return detail::is_finite_head(ff_t(x.value()).hi());
}
template <class T>
FF_HD bool isinf(const probe<T>& x) {
  return !isfinite(x) && !isnan(x);
}
template <class T>
FF_HD bool signbit(const probe<T>& x) {
  return (detail::to_bits(ff_t(x.value()).hi()) & detail::sign_bits) != 0;
}
template <class T>
FF_HD int ilogb(const probe<T>& x) {
  return ilogb(ff_t(x.value()));
}

/// Reads and writes T's number.
template <class Stream, class T>
auto operator<<(Stream& out, const probe<T>& x) -> decltype(out << x.value()) {
  return out << x.value();
}

}  // namespace ff

/// T's model.
template <class T>
class std::numeric_limits<ff::probe<T>> : public std::numeric_limits<T> {};

#endif
