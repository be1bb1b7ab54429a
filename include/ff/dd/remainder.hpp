// fmod, remainder and remquo of dd_t: exact, on integers of many limbs, as ff_t's are.
#pragma once

#include <ff/dd/integral.hpp>
#include <ff/type/integral.hpp>

namespace ff {
namespace detail {

// |x| = m 2^e, m < 2^53.
struct dd_significand {
  uint64 m;
  int e;
};
FF_HD_LARGE constexpr dd_significand decompose(double x) {
  const int field = static_cast<int>(to_bits(x) >> 52 & 0x7ffu);
  const uint64 m = to_bits(x) & ~uint64{0} >> 12;
  return field == 0 ? dd_significand{m, -1074} : dd_significand{m | uint64{1} << 52, field - 1075};
}

// m 2^s; bits below 2^0 are dropped.
template <int Limbs>
FF_HD_LARGE constexpr wide<Limbs> shifted(uint64 m, int s) {
  const wide<Limbs> low = shifted<Limbs>(static_cast<uint32>(m), s),
                    high = shifted<Limbs>(static_cast<uint32>(m >> 32), s + 32);
  wide<Limbs> r;
  for (int i = 0; i < Limbs; ++i) r.limb[i] = low.limb[i] | high.limb[i];
  return r;
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
  const dd_significand h = decompose(head.f);
  wide<Limbs> rest = shift_sub(a, 0, 1, shifted<Limbs>(h.m, h.e + head.e));
  const bool down = negative(rest);
  if (down) rest = shift_sub(wide<Limbs>{}, 0, 1, rest);
  const double hi = scaled_words(head.f, head.e + e).hi();
  if (is_zero(rest)) return hi;
  const scaled_double tail = to_double(rest);
  const double lo = scaled_words(tail.f, tail.e + e).hi();
  return from_words(hi, down ? neg(lo) : lo);
}

struct dd_division {
  dd_t remainder;
  uint32 quotient;  // modulo 2^32
};

// x >= 0 divided by y > 0 as integers in units of 2^unit, of which y fills all bits but four: as the division
// of type/integral.hpp, 18 bits a step.  x/y >= 1/4.
template <int Limbs>
FF_HD_LARGE constexpr dd_division divide(dd_t x, dd_t y, int y_exponent, int unit, bool to_nearest) {
  const dd_significand x0 = decompose(x.hi()), x1 = decompose(x.lo()), y0 = decompose(y.hi()),
                       y1 = decompose(y.lo());
  const int y_sign = sign_bit(y.lo()) != 0 ? 1 : -1, x_sign = sign_bit(x.lo()) != 0 ? 1 : -1;
  const wide<Limbs> d =
      shift_sub(shifted<Limbs>(y0.m, y0.e - unit), 0, y_sign, shifted<Limbs>(y1.m, y1.e - unit));
  const float inverse = rcp_rn(static_cast<float>(top_two(d)));

  int left = max_int(x0.e - y_exponent, 0);
  const int left1 = max_int(x1.e - y_exponent, 0);
  wide<Limbs> r = shifted<Limbs>(x0.m, x0.e - left - unit);
  uint32 quotient = 0;
  for (bool pending = true; pending || left > 0;) {
    if (pending && left == left1) {
      r = shift_sub(r, 0, x_sign, shifted<Limbs>(x1.m, x1.e - left1 - unit));
      pending = false;
    }
    const int w = min_int(left - (pending ? left1 : 0), 18);
    const float estimate = mul_rn(static_cast<float>(static_cast<int64>(top_two(r))), inverse);
    const float biased = fma_rn(estimate, power_of_two(w), 0x1.8p23f);  // its last bit is the unit
    const int q = static_cast<int>(to_bits(biased) - to_bits(0x1.8p23f));
    r = shift_sub(r, w, q, d);
    quotient = (quotient << w) + static_cast<uint32>(q);
    left -= w;
  }
  if (negative(r)) {
    r = shift_sub(r, 0, -1, d);
    --quotient;
  }
  bool up = false;
  if (to_nearest) {
    const wide<Limbs> excess = shift_sub(r, 1, 1, d);  // 2 r - d
    up = !negative(excess) && (!is_zero(excess) || (quotient & 1u) != 0);
    if (up) r = shift_sub(wide<Limbs>{}, 0, 1, shift_sub(r, 0, 1, d));
  }
  const dd_t magnitude = to_dd(r, unit);
  return {up ? -magnitude : magnitude, quotient + (up ? 1u : 0u)};
}

FF_HD_LARGE constexpr dd_division divide(dd_t x, dd_t y, bool to_nearest) {
  // The unit is chosen as if y's head had 53 bits.  Mostly 9 limbs span x and y; 68 span every pair.
  const int y_exponent = ilogb(dd_t(y.hi())) - 52, unit = y_exponent - (32 * 9 - 57);
  bool all_fit = true;
  for (const double word : {x.hi(), x.lo(), y.lo()})
    all_fit = all_fit && (equal(word, 0.0) || decompose(word).e >= unit);
  if (all_fit) return divide<9>(x, y, y_exponent, unit, to_nearest);
  return divide<68>(x, y, y_exponent, y_exponent - (32 * 68 - 57), to_nearest);
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
  const detail::dd_division d = detail::divide(a, b, true);
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
