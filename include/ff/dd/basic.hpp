// Sign, classification, scaling, integer parts, minimum and maximum of dd_t: exact, by value, as ff_t's.
#pragma once

#include <ff/dd/comparison.hpp>

namespace ff {
namespace detail {

// Functions take a dd_t itself, and two or three operands of which one is: a call with floats, doubles or
// ff_t alone means what it means without this header.
template <class D>
using if_dd = require<is_same<D, dd_t>>;
template <class A>
inline constexpr bool is_dd_operand = is_same<A, dd_t> || is_operand<A> || is_character<A>;
template <class X, class Y, class Z = Y>
using if_dds = require<(is_same<X, dd_t> || is_same<Y, dd_t> || is_same<Z, dd_t>)&&is_dd_operand<X> &&
                       is_dd_operand<Y> && is_dd_operand<Z>>;

FF_HD_PRIMITIVE constexpr uint64 sign_bit(double x) { return to_bits(x) & double_sign_bit; }
FF_HD_PRIMITIVE constexpr double flip_sign(double x, uint64 bit) {
  return double_from_bits(to_bits(x) ^ bit);
}
FF_HD constexpr dd_t flip_sign(dd_t x, uint64 bit) {
  return from_words(flip_sign(x.hi(), bit), flip_sign(x.lo(), bit));
}
FF_HD_PRIMITIVE constexpr double with_sign(double x, uint64 bit) {
  return double_from_bits((to_bits(x) & ~double_sign_bit) | bit);
}
FF_HD_PRIMITIVE constexpr bool is_zero_or_not_finite(double a) {
  return equal(a, 0.0) || !less(abs(a), infinite_double);
}

/// 2^first <= |a| < 2^end, by the upper 32 bits: a zero lies outside, and so do infinity and NaN.
template <int first, int end>
FF_HD_PRIMITIVE constexpr bool is_within(double a) {
  const uint32 upper = static_cast<uint32>(to_bits(a) >> 32) & magnitude_bits;
  return upper - (static_cast<uint32>(first + 1023) << 20) < static_cast<uint32>(end - first) << 20;
}

/// 2^n as a normal double: -1022 <= n <= 1023.
FF_HD constexpr double double_power(int n) { return double_from_bits(static_cast<uint64>(n + 1023) << 52); }

/// Both words times 2^n, each rounded once, for any n: the last factor takes as much of n as it can.
FF_HD constexpr dd_t scaled_words(dd_t x, int n) {
  double h = x.hi(), l = x.lo();
  const int last = max_int(-1022, min_int(n, 1023)), rest = n - last;
  if (rest != 0) {
    const int middle = max_int(-1022, min_int(rest, 1023));
    const double b = double_power(middle), a = double_power(max_int(-1022, min_int(rest - middle, 1023)));
    h = mul_rn(mul_rn(h, a), b);
    l = mul_rn(mul_rn(l, a), b);
  }
  return from_words(mul_rn(h, double_power(last)), mul_rn(l, double_power(last)));
}

/// The integers next to a: towards zero, downwards, and the nearest, ties to even.
FF_HD constexpr double nearest_integer(double a) {
  const double magnitude = abs(a);
  if (!less(magnitude, 0x1p52)) return a;
  return with_sign(sub_rn(add_rn(magnitude, 0x1p52), 0x1p52), sign_bit(a));
}
FF_HD constexpr double floor_integer(double a) {
  const double r = nearest_integer(a);
  return less(a, r) ? sub_rn(r, 1.0) : r;
}

}  // namespace detail

/// True when the sign bit of hi is set: -0, and NaN with its sign set, too.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr bool signbit(D x) {
  return detail::sign_bit(x.hi()) != 0;
}

/// |x|.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t abs(D x) {
  return detail::flip_sign(x, detail::sign_bit(x.hi()));
}
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t fabs(D x) {
  return abs(x);
}

/// |x| with the sign of y.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr dd_t copysign(X x, Y y) {
  const dd_t a(x), b(y);
  return detail::flip_sign(a, detail::sign_bit(a.hi()) ^ detail::sign_bit(b.hi()));
}

/// The head is neither infinite nor NaN; it is NaN; it is infinite.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr bool isfinite(D x) {
  return less(abs(x.hi()), detail::infinite_double);
}
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr bool isnan(D x) {
  return !equal(x.hi(), x.hi());
}
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr bool isinf(D x) {
  return equal(abs(x.hi()), detail::infinite_double);
}

/// Finite and |x| >= 2^-969, numeric_limits' min(): x has its 106 digits.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr bool isnormal(D x) {
  return isfinite(x) && !(abs(x) < dd_t(0x1p-969));
}

/// x 2^n for every n.  Exact unless a word over- or underflows; then each word is rounded once, an overflow
/// gives (+-inf, 0), and lo is 0 where it could at most be half a unit in the last place of a subnormal hi.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t ldexp(D x, int n) {
  const dd_t r = detail::scaled_words(x, n);
  const bool head_alone = less(abs(r.hi()), 0x1p-1021) || isinf(r);
  return from_words(r.hi(), head_alone && less(abs(x.lo()), detail::infinite_double) ? 0.0 : r.lo());
}
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t scalbn(D x, int n) {
  return ldexp(x, n);
}

/// floor(log2 |x|), by value: the low word of (1, -2^-60) makes it -1.
/// Zero and NaN give INT_MIN, infinity INT_MAX.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr int ilogb(D x) {
  if (!isfinite(x)) return isnan(x) ? -2147483647 - 1 : 2147483647;
  const double a = abs(x.hi());
  if (equal(a, 0.0)) return -2147483647 - 1;
  const bool subnormal = less(a, 0x1p-1022);
  const uint64 bits = detail::to_bits(subnormal ? mul_rn(a, 0x1p53) : a);
  const bool below = bits << 12 == 0 && less(detail::flip_sign(x.lo(), detail::sign_bit(x.hi())), 0.0);
  return static_cast<int>(bits >> 52) - (subnormal ? 1076 : 1023) - (below ? 1 : 0);
}

/// The pair of the same value with |lo| <= ulp(hi)/2 strictly, for words that a product left.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t renormalize(D x) {
  return fast_add12(x.hi(), x.lo());
}

/// The largest integer that is not above x, the smallest not below it, and x without its fraction: exact.
/// Zeros, infinities and NaN stay.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t floor(D x) {
  if (detail::is_zero_or_not_finite(x.hi())) return x.hi();
  const auto [h, l] = renormalize(x);
  const double head = detail::floor_integer(h);
  if (!equal(head, h)) return head;
  return fast_add12(head, detail::floor_integer(l));
}
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t ceil(D x) {
  return -floor(-x);
}
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t trunc(D x) {
  return signbit(x) ? ceil(x) : floor(x);
}

/// The smaller and the larger, as std::min and std::max choose: x where they are equal or one is NaN.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr dd_t(min)(X x, Y y) {
  return dd_t(y) < dd_t(x) ? dd_t(y) : dd_t(x);
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr dd_t(max)(X x, Y y) {
  return dd_t(x) < dd_t(y) ? dd_t(y) : dd_t(x);
}
/// The smaller and the larger; the other one where one is NaN.  Of equal values, x.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr dd_t fmin(X x, Y y) {
  return isnan(dd_t(x)) ? dd_t(y) : (min)(dd_t(x), dd_t(y));
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD constexpr dd_t fmax(X x, Y y) {
  return isnan(dd_t(x)) ? dd_t(y) : (max)(dd_t(x), dd_t(y));
}

}  // namespace ff
