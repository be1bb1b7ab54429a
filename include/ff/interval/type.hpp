// The interval: all real numbers between two endpoints, or the empty set.
#pragma once

#include <ff/interval/endpoint.hpp>

namespace ff {

/// A closed set of reals [lower, upper]: a bare interval of IEEE 1788's set-based flavour.  Where it is
/// unbounded lower is -infinity or upper +infinity, which are no members.  Both endpoints of the empty set
/// are NaN.
///
/// Every function of intervals returns one that contains all values of its real function over its operands,
/// whatever they are: unbounded, overflowing, underflowing, empty.  How much wider than the exact range it
/// can be, each function says.  Same bits on host and device, whatever the flags.
///
/// T is a type whose rounding can be directed with proof: float, double or ff_t.  The endpoints of an
/// interval<ff_t> are strict pairs.
template <class T>
class alignas(2 * sizeof(T)) interval {
  static_assert(detail::is_endpoint<T>,
                "ff::interval<T> exists for float, double and ff::ff_t: it needs directed rounding, and the "
                "operators of "
                "another type would silently lose the enclosure");

 public:
  using endpoint = T;

  /// Uninitialised, like a float; `interval<T>{}` is [0, 0].
  interval() = default;

  /// [point, point]; empty if that is not a real number.
  FF_HD constexpr interval(T point) : interval(point, point) {}

  /// [lower, upper]; empty where there are no such reals: lower > upper, a NaN, or both the same infinity.
  FF_HD constexpr interval(T lower, T upper)
      : lower_(detail::strict_endpoint(lower)), upper_(detail::strict_endpoint(upper)) {
    const bool ordered = detail::less_strict(lower_, upper_) || detail::equal_strict(lower_, upper_);
    const bool real =
        detail::less_strict(lower_, T(detail::infinity)) && detail::less_strict(T(-detail::infinity), upper_);
    if (!(ordered && real)) *this = empty();
  }

  /// The tightest interval around an integer.
  FF_HD constexpr interval(int i)
      : lower_(detail::convert_toward<toward::down, T>(ff_t(i))),
        upper_(detail::convert_toward<toward::up, T>(ff_t(i))) {}

  template <class Int, detail::require<detail::is_large_integer<Int>> = 0>
  FF_HD constexpr interval(Int i)
      : lower_(detail::integer_toward<toward::down, T>(i)),
        upper_(detail::integer_toward<toward::up, T>(i)) {}

  /// No interval of an integer of 128 bits or a long double: its nearest pair alone would not contain it.
  template <class W, detail::require<detail::is_huge_integer<W> || detail::is_same<W, long double>> = 0,
            class = void>
  interval(W) = delete;

  /// The tightest interval around a number or interval of another type; implicit where it is exact.
  template <class U, detail::require<detail::holds_exactly<T, U>> = 0>
  FF_HD constexpr interval(interval<U> x) : interval(enclosing(x)) {}
  template <class U, detail::require<detail::rounds<T, U>> = 0>
  FF_HD constexpr explicit interval(interval<U> x) : interval(enclosing(x)) {}
  template <class U, detail::require<detail::holds_exactly<T, U>> = 0>
  FF_HD constexpr interval(U point) : interval(enclosing(interval<U>(point))) {}
  template <class U, detail::require<detail::rounds<T, U>> = 0>
  FF_HD constexpr explicit interval(U point) : interval(enclosing(interval<U>(point))) {}

  /// The tightest interval around [lower, upper] of a type whose numbers T rounds.
  template <class U, detail::require<detail::rounds<T, U>> = 0>
  FF_HD constexpr explicit interval(U lower, U upper) : interval(enclosing(interval<U>(lower, upper))) {}

  /// The endpoints as they are: the caller vouches for what the constructor checks.
  FF_HD static constexpr interval from_bounds(T lower, T upper) {
    interval x{};
    x.lower_ = lower, x.upper_ = upper;
    return x;
  }

  FF_HD static constexpr interval empty() {
    return from_bounds(detail::not_a_number<T>(), detail::not_a_number<T>());
  }
  FF_HD static constexpr interval entire() { return from_bounds(T(-detail::infinity), T(detail::infinity)); }

  FF_HD constexpr T lower() const { return lower_; }
  FF_HD constexpr T upper() const { return upper_; }

 private:
  template <class U>
  FF_HD static constexpr interval enclosing(interval<U> x) {
    return from_bounds(detail::convert_toward<toward::down, T>(x.lower()),
                       detail::convert_toward<toward::up, T>(x.upper()));
  }

  T lower_, upper_;
};

/// Two intervals: of a division through zero, of a bisection.
template <class T>
struct interval_pair {
  interval<T> first, second;
};

/// No real number is in x.
template <class T>
FF_HD constexpr bool is_empty(interval<T> x) {
  return detail::is_nan(x.lower());
}

}  // namespace ff
