// fmod, remainder and remquo of dd_t: exact, on integers of many limbs, as ff_t's are.
#pragma once

#include <ff/dd/integral.hpp>
#include <ff/type/integral.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr significand decompose(double x) {
  const int field = static_cast<int>(to_bits(x) >> 52 & 0x7ffu);
  const uint64 m = to_bits(x) & ~uint64{0} >> 12;
  return field == 0 ? significand{m, -1074} : significand{m | uint64{1} << 52, field - 1075};
}
FF_HD_LARGE constexpr two_significands decompose(dd_t x) {
  return {decompose(x.hi()), decompose(x.lo()), sign_bit(x.lo()) != 0 ? 1 : -1};
}

// The double nearest to a > 0, as f 2^e: the upper 64 bits, the last of them 1 where a bit is left below.
struct scaled_double {
  double f;
  int e;
};
template <int Limbs>
FF_HD_LARGE constexpr scaled_double to_double(const wide<Limbs>& a) {
  int top = Limbs - 1;
  while (top > 2 && a.limb[top] == 0) --top;
  uint64 upper = uint64{a.limb[top]} << 32 | a.limb[top - 1];
  uint32 next = a.limb[top - 2], below = 0;
  for (int i = 0; i < top - 2; ++i) below |= a.limb[i];
  int moved = 0;
  for (; moved < 64 && upper >> 63 == 0; ++moved, next <<= 1) upper = upper << 1 | next >> 31;
  return {static_cast<double>(upper | ((next | below) != 0 ? 1u : 0u)), 32 * (top - 1) - moved};
}

// a 2^e >= 0 as the nearest pair.
template <int Limbs>
FF_HD_LARGE constexpr dd_t to_dd(const wide<Limbs>& a, int e) {
  if (is_zero(a)) return 0.0;
  const scaled_double head = to_double(a);
  const significand h = decompose(head.f);
  wide<Limbs> rest = shift_sub(a, 0, 1, shifted<Limbs>(h.m, h.e + head.e));
  const bool down = negative(rest);
  if (down) rest = shift_sub(wide<Limbs>{}, 0, 1, rest);
  const double hi = scaled_words(head.f, head.e + e).hi();
  if (is_zero(rest)) return hi;
  const scaled_double tail = to_double(rest);
  const double lo = scaled_words(tail.f, tail.e + e).hi();
  return from_words(hi, down ? neg(lo) : lo);
}

template <int Limbs>
FF_HD_LARGE constexpr division<dd_t> divide_doubles(const two_significands& x, const two_significands& y,
                                                    int y_exponent, bool to_nearest) {
  const int unit = y_exponent - (32 * Limbs - 57);
  const auto [r, quotient, up] = divide<Limbs>(x, y, y_exponent, unit, to_nearest);
  const dd_t magnitude = to_dd(r, unit);
  return {up ? -magnitude : magnitude, quotient};
}

FF_HD_LARGE constexpr division<dd_t> divide(dd_t x, dd_t y, bool to_nearest) {
  // The unit is chosen as if y's head had 53 bits.  Mostly 9 limbs span x and y; 68 span every pair.
  const int y_exponent = ilogb(dd_t(y.hi())) - 52, unit = y_exponent - (32 * 9 - 57);
  const two_significands a = decompose(x), b = decompose(y);
  if (fits(a.head, unit) && fits(a.low, unit) && fits(b.low, unit))
    return divide_doubles<9>(a, b, y_exponent, to_nearest);
  return divide_doubles<68>(a, b, y_exponent, to_nearest);
}

FF_HD_LARGE constexpr bool no_remainder(dd_t x, dd_t y) {
  return !isfinite(x) || isnan(y) || equal(y.hi(), 0.0);
}

}  // namespace detail

/// x - n y, n = trunc(x/y), with the sign of x: exact where a pair holds it, else the nearest pair.  y
/// infinite: x; x infinite, y zero, or NaN: NaN.  In integers of 9 limbs where these span both, else of 68.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t fmod(X dividend, Y divisor) {
  const dd_t x = dividend, y = divisor, a = abs(x), b = abs(y);
  if (detail::no_remainder(x, y)) return detail::double_quiet_nan;
  if (isinf(y) || a < b) return x;
  return detail::flip_sign(detail::divide(a, b, false).remainder, detail::sign_bit(x.hi()));
}

/// x - n y, n the integer nearest x/y, ties to even; *quotient = n modulo 2^31 with the sign of x/y.  As fmod
/// otherwise; the quotient is 0 where the result is NaN.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t remquo(X dividend, Y divisor, int* quotient) {
  const dd_t x = dividend, y = divisor, a = abs(x), b = abs(y);
  *quotient = 0;
  if (detail::no_remainder(x, y)) return detail::double_quiet_nan;
  if (isinf(y) || (less(a.hi(), 0x1p1022) && detail::scaled_words(a, 1) < b)) return x;
  const detail::division<dd_t> d = detail::divide(a, b, true);
  const int n = static_cast<int>(d.quotient & 0x7fffffffu);
  *quotient = signbit(x) == signbit(y) ? n : -n;
  return detail::flip_sign(d.remainder, detail::sign_bit(x.hi()));
}
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t remainder(X x, Y y) {
  int quotient = 0;
  return remquo(x, y, &quotient);
}

}  // namespace ff
