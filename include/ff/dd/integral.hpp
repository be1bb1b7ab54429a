// The rest of <cmath> for dd_t: nearest integers, parts, neighbours, classes, order by C's names.
//
// Names, arguments and special values are those of C Annex F.  All look at the value, weak pair or strict,
// and are exact unless a line says otherwise.
#pragma once

#include <ff/dd/operators.hpp>
#include <ff/platform/classes.hpp>

namespace ff {
namespace detail {

// x = base + nearest + fraction + rest exactly; base and nearest are integers, |fraction| <= 1/2.  Where the
// head is an integer the low word decides and nothing is left; else the head decides.
struct dd_parts {
  double base, nearest, fraction, rest;
};
FF_HD_LARGE constexpr dd_parts dd_split(dd_t x) {
  const auto [h, l] = renormalize(x);
  const bool whole = equal(nearest_integer(h), h);
  const double decisive = whole ? l : h, nearest = nearest_integer(decisive);
  return {whole ? h : 0.0, nearest, sub_rn(decisive, nearest), whole ? 0.0 : l};
}

/// The integer next to x: the nearest one, or at a tie the one beside it where `at_tie` says so.
FF_HD_LARGE constexpr dd_t dd_nearest(dd_t x, const dd_parts& p, bool at_tie) {
  const bool tie = equal(abs(p.fraction), 0.5), on_its_side = sign_bit(p.rest) == sign_bit(p.fraction);
  const bool other = tie && (equal(p.rest, 0.0) ? at_tie : on_its_side);
  const double integer = other ? add_rn(p.nearest, with_sign(1.0, sign_bit(p.fraction))) : p.nearest;
  const auto [s, e] = fast_add12(p.base, integer);
  return from_words(with_sign(s, sign_bit(x.hi())), e);
}

}  // namespace detail

/// The nearest integer, ties away from zero.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t round(D x) {
  if (detail::is_zero_or_not_finite(x.hi())) return x.hi();
  const detail::dd_parts p = detail::dd_split(x);
  return detail::dd_nearest(x, p, detail::sign_bit(p.fraction) == detail::sign_bit(x.hi()));
}
/// The nearest integer, ties to even.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t rint(D x) {
  if (detail::is_zero_or_not_finite(x.hi())) return x.hi();
  const detail::dd_parts p = detail::dd_split(x);
  const double half = mul_rn(p.base, 0.5);
  return detail::dd_nearest(x, p, !equal(detail::nearest_integer(half), half));
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t nearbyint(D x) {
  return rint(x);
}

/// round(x) and rint(x) as integers; the end of the type's range beyond it, 0 for NaN.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr long lround(D x) {
  return static_cast<long>(round(x));
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr long long llround(D x) {
  return static_cast<long long>(round(x));
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr long lrint(D x) {
  return static_cast<long>(rint(x));
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr long long llrint(D x) {
  return static_cast<long long>(rint(x));
}

/// x = *integer + the result, both with the sign of x; *integer = trunc(x).  Of an infinity the fraction is
/// zero.  |result| < 1 by value.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t modf(D x, dd_t* integer) {
  *integer = trunc(x);
  if (isnan(x)) return x;
  const uint64 sign = detail::sign_bit(x.hi());
  if (!isfinite(x)) return detail::with_sign(0.0, sign);
  const detail::dd_parts p = detail::dd_split(x);
  const bool beyond = less(detail::flip_sign(p.fraction, sign), 0.0);
  const auto [s, e] = fast_add12(beyond ? detail::with_sign(1.0, sign) : 0.0, p.fraction);
  const auto [h, l] = fast_add12(s, add_rn(e, p.rest));  // e or rest is zero
  return from_words(detail::with_sign(h, sign), l);
}

/// x = f 2^exponent with 1/2 <= |f| < 1, by value.  Zero, infinities and NaN come back as they are, with
/// exponent 0.  Exact, but for bits of lo that f cannot hold.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t frexp(D x, int* exponent) {
  *exponent = 0;
  if (detail::is_zero_or_not_finite(x.hi())) return x;
  const int n = ilogb(x) + 1;
  const dd_t f = detail::scaled_words(x, -n);
  const bool reached_one = equal(abs(f.hi()), 1.0) && equal(f.lo(), 0.0);  // lo was rounded away
  *exponent = reached_one ? n + 1 : n;
  return reached_one ? dd_t(detail::with_sign(0.5, detail::sign_bit(x.hi()))) : f;
}

/// ilogb(x) as a number; logb(+-0) = -inf, logb(+-inf) = inf, logb(NaN) = NaN.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t logb(D x) {
  if (!isfinite(x)) return isnan(x) ? x : abs(x);
  return equal(x.hi(), 0.0) ? -detail::infinite_double : static_cast<double>(ilogb(x));
}

/// x 2^n; beyond the range of an int, n makes infinities and zeros all the same.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t scalbln(D x, long n) {
  return ldexp(x, n > 2147483647 ? 2147483647 : n < -2147483647 ? -2147483647 : static_cast<int>(n));
}

namespace detail {

// The number of 106 digits next to a > 0, a strict pair, away from zero or towards it; as ff_t's.
FF_HD_LARGE constexpr dd_t model_neighbour(dd_t a, bool outwards) {
  const bool whole_power = to_bits(a.hi()) << 12 == 0 && equal(a.lo(), 0.0);
  const int e = max_int(ilogb(a) - (whole_power && !outwards ? 1 : 0), -969);
  // The last of 106 digits counts `unit`; added to 2^52 units the low word is rounded to a multiple.
  const double many = double_power(e - 53), unit = mul_rn(many, 0x1p-52);
  const double magnitude = sub_rn(add_rn(abs(a.lo()), many), many);
  const double rounded = with_sign(magnitude, sign_bit(a.lo()));
  if (outwards) return fast_add12(a.hi(), less(a.lo(), rounded) ? rounded : add_rn(rounded, unit));
  return fast_add12(a.hi(), less(rounded, a.lo()) ? rounded : sub_rn(rounded, unit));
}

}  // namespace detail

/// The first number of 106 digits beyond x in the direction of y, or y where that is nearer; y where x == y.
/// As ff_t's: nextafter(1, 2) = 1 + epsilon(), nextafter(0, 1) = denorm_min().
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t nextafter(X from, Y towards) {
  using limits = std::numeric_limits<dd_t>;
  const dd_t x = from, y = towards;
  if (isnan(x) || isnan(y)) return detail::double_quiet_nan;
  const bool upwards = x < y;
  if (!upwards && !(y < x)) return y;
  const uint64 sign = upwards ? 0 : detail::double_sign_bit;  // of the direction
  if (equal(x.hi(), 0.0)) return detail::with_sign(0x1p-1074, sign);
  const uint64 own = detail::sign_bit(x.hi());
  const dd_t largest = (limits::max)(), a = isinf(x) ? x : renormalize(abs(x));
  dd_t next = largest;  // from infinity
  if (isfinite(x)) {
    next = detail::model_neighbour(a, own == sign);
    if (!isfinite(next)) next = a < largest ? largest : dd_t(detail::infinite_double);
  }
  next = detail::flip_sign(next, own);
  const bool passed = upwards ? y < next : next < y;
  return passed ? y : next;
}
/// nextafter: each y is made a dd_t first.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t nexttoward(X x, Y y) {
  return nextafter(x, y);
}

/// x - y where x > y, else +0; NaN where one is NaN; +inf on overflow.  2 u^2, as x - y.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t fdim(X minuend, Y subtrahend) {
  const dd_t x = minuend, y = subtrahend;
  if (isnan(x) || isnan(y)) return detail::double_quiet_nan;
  if (!(y < x)) return 0.0;
  const dd_t d = x - y;
  return isfinite(d) ? d : dd_t(detail::infinite_double);
}

/// a + t (b - a), 0 <= t <= 1: a for t = 0 and b for t = 1, and finite between finite ends.  Within 12 u^2 of
/// |a| + |b|, as ff_t's.
template <class X, class Y, class Z, detail::if_dds<X, Y, Z> = 0>
FF_HD_LARGE constexpr dd_t lerp(X from, Y to, Z share) {
  const dd_t a = from, b = to, t = share, d = b - a;
  if (!isfinite(d)) return fma(t, b, (1.0 - t) * a);
  return less(t.hi(), 0.5) ? fma(t, d, a) : fma(t - 1.0, d, b);
}

/// FP_NAN, FP_INFINITE, FP_ZERO, FP_NORMAL as isnormal, else FP_SUBNORMAL.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr int fpclassify(D x) {
  if (!isfinite(x)) return isnan(x) ? detail::class_nan : detail::class_infinite;
  if (equal(x.hi(), 0.0)) return detail::class_zero;
  return isnormal(x) ? detail::class_normal : detail::class_subnormal;
}

/// isless and its kin: the operators' order under C's names.  isunordered is true with a NaN.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr bool isgreater(X x, Y y) {
  return dd_t(y) < dd_t(x);
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr bool isgreaterequal(X x, Y y) {
  return dd_t(y) <= dd_t(x);
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr bool isless(X x, Y y) {
  return dd_t(x) < dd_t(y);
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr bool islessequal(X x, Y y) {
  return dd_t(x) <= dd_t(y);
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr bool islessgreater(X x, Y y) {
  return isless(x, y) || isless(y, x);
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr bool isunordered(X x, Y y) {
  return isnan(dd_t(x)) || isnan(dd_t(y));
}

}  // namespace ff
