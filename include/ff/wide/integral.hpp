// Integers, remainders, neighbours and the like of wide numbers, under the names of <cmath>.
//
// Arguments and special values are those of C Annex F.  Remainders are exact as ff_t's: x is shifted into y's
// step, by any number of digits; of many, most are a power of two modulo y.
#pragma once

#include <ff/type/integral.hpp>
#include <ff/wide/functions.hpp>

namespace ff {

/// rint(x).
FF_HD_LARGE constexpr wide_t nearbyint(wide_t x) { return rint(x); }

/// round(x) and rint(x) as integers; the end of the type's range beyond it, 0 for NaN.
FF_HD_LARGE constexpr long lround(wide_t x) { return static_cast<long>(round(x)); }
FF_HD_LARGE constexpr long long llround(wide_t x) { return static_cast<long long>(round(x)); }
FF_HD_LARGE constexpr long lrint(wide_t x) { return static_cast<long>(rint(x)); }
FF_HD_LARGE constexpr long long llrint(wide_t x) { return static_cast<long long>(rint(x)); }

/// x = *integer + the result, both with the sign of x; *integer = trunc(x).  Exact.  Of an infinity the
/// fraction is zero.
FF_HD_LARGE constexpr wide_t modf(wide_t x, wide_t* integer) {
  *integer = trunc(x);
  if (isnan(x)) return x;
  const wide_t rest = isinf(x) ? wide_t(ff_t(0.0f)) : x - *integer;
  return copysign(rest, x);
}

namespace detail {

/// A remainder in a step, and the quotient's last 31 bits.
struct wide_remainder {
  wide_t remainder;
  int quotient;
};

/// |x| less a multiple of |y|, in y's step or, where that is larger, in x's: the quotient is cut off, or
/// nearest.  |x/y| is at least 1/2.
FF_HD_LARGE constexpr wide_remainder divide_wide(wide_t x, wide_t y, bool to_nearest) {
  const int apart = x.step() - y.step(), step = min_int(x.step(), y.step());
  const ff_t divisor = apart < 0 ? scaled(abs(y.pair()), -wide_step * apart) : abs(y.pair());
  const int64 raised = int64{wide_step} * max_int(apart, 0);
  const division<ff_t> d = divide<int64>(abs(x.pair()), divisor, to_nearest, raised);
  const uint32 sign = sign_bit(x.pair().hi());
  const int n = static_cast<int>(d.quotient & 0x7fffffffu);
  return {wide_settled(flip_sign(d.remainder, sign), step), sign == sign_bit(y.pair().hi()) ? n : -n};
}

FF_HD constexpr bool no_remainder(wide_t x, wide_t y) {
  return !isfinite(x) || isnan(y) || equal(y.pair().hi(), 0.0f);
}

struct truncated_wide_division {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y) {
    if (no_remainder(x, y)) return wide_special(quiet_nan);
    if (isinf(y) || less(abs(x), abs(y))) return x;
    return divide_wide(x, y, false).remainder;
  }
};
struct nearest_wide_division {
  FF_HD static constexpr wide_remainder of(wide_t x, wide_t y) {
    if (no_remainder(x, y)) return {wide_special(quiet_nan), 0};
    if (isinf(y) || less(ldexp(abs(x), 1), abs(y))) return {x, 0};
    return divide_wide(x, y, true);
  }
};

}  // namespace detail

/// x - n y, n = trunc(x/y), with the sign of x: exact where a pair holds it, else the nearest pair.  y
/// infinite: x; x infinite, y zero, or NaN: NaN.  Of a quotient of up to 2^32 bits the last 2^11 at
/// most take a step for 18 of them; a power of two modulo y, at most 28 squarings, takes the others.
FF_HD_LARGE constexpr wide_t fmod(wide_t x, wide_t y) {
  if (x.place() == y.place()) return detail::wide_at_home(fmod(x.pair(), y.pair()), x.step());
  return detail::wide_out_of_line<detail::truncated_wide_division>(x, y);
}

/// x - n y, n the integer nearest x/y, ties to even; *quotient = n modulo 2^31 with the sign of x/y.  As fmod
/// otherwise.
FF_HD_LARGE constexpr wide_t remquo(wide_t x, wide_t y, int* quotient) {
  if (x.place() == y.place()) return detail::wide_at_home(remquo(x.pair(), y.pair(), quotient), x.step());
  const detail::wide_remainder d = detail::nearest_wide_division::of(x, y);
  *quotient = d.quotient;
  return d.remainder;
}
FF_HD_LARGE constexpr wide_t remainder(wide_t x, wide_t y) {
  int quotient = 0;
  return remquo(x, y, &quotient);
}

/// The first number of 48 digits beyond x in the direction of y, or y where that is nearer; y where x == y.
/// As for ff_t: nextafter(1, 2) = 1 + epsilon(); next to 0 is min(), next to infinity max(), and back.
FF_HD_LARGE constexpr wide_t nextafter(wide_t x, wide_t y) {
  using limits = std::numeric_limits<wide_t>;
  if (isnan(x) || isnan(y)) return limits::quiet_NaN();
  const bool upwards = x < y;
  if (!upwards && !(y < x)) return y;
  const uint32 sign = upwards ? 0u : detail::sign_bits;  // of the direction
  const detail::centred_pair c = detail::centred(detail::canonical(x));
  if (equal(c.m.hi(), 0.0f)) return upwards ? (limits::min)() : -(limits::min)();
  if (isinf(x)) return upwards ? limits::lowest() : (limits::max)();
  const uint32 own = detail::sign_bit(c.m.hi());
  const bool outwards = own == sign;
  const ff_t next_digits = detail::model_neighbour(abs(c.m), outwards);
  const wide_t beyond = detail::wide_settled(detail::flip_sign(next_digits, own), c.k), size = abs(x);
  // max() has one digit more than 48, and min() none below its head.
  const wide_t next = outwards && isinf(beyond) && size < (limits::max)() ? copysign((limits::max)(), x)
                      : !outwards && abs(beyond) < (limits::min)()        ? copysign(wide_t(ff_t(0.0f)), x)
                                                                          : beyond;
  const bool passed = upwards ? y < next : next < y;
  return passed ? y : next;
}
/// nextafter: each y is made a wide number first.
FF_HD_LARGE constexpr wide_t nexttoward(wide_t x, wide_t y) { return nextafter(x, y); }

/// x - y where x > y, else +0; NaN where one is NaN.  2 u^2, as x - y.
FF_HD_LARGE constexpr wide_t fdim(wide_t x, wide_t y) {
  if (isnan(x) || isnan(y)) return std::numeric_limits<wide_t>::quiet_NaN();
  if (!(y < x)) return wide_t(ff_t(0.0f));
  const wide_t d = x - y;
  return isnan(d) ? std::numeric_limits<wide_t>::infinity() : d;
}

namespace detail {

/// a + t d from the nearer end, where b = a + d.
FF_HD_LARGE constexpr wide_t from_nearer_end(wide_t a, wide_t b, wide_t t, wide_t d) {
  return t < wide_t(ff_t(0.5f)) ? fma(t, d, a) : fma(t - wide_t(ff_t(1.0f)), d, b);
}

/// Where b - a is zero or not finite: ends whose difference leaves the range are moved by 4 steps first.
struct lerp_of_wide {
  FF_HD static constexpr wide_t of(wide_t a, wide_t b, wide_t t) {
    const wide_t d = b - a;
    if (!isfinite(a) || !isfinite(b) || equal(a, b)) return from_nearer_end(a, b, t, d);
    const int steps = isfinite(d) ? 4 : -4;
    const wide_t from = raised(a, steps), to = raised(b, steps);
    return raised(from_nearer_end(from, to, t, to - from), -steps);
  }
};

}  // namespace detail

/// a + t (b - a), 0 <= t <= 1: a for t = 0 and b for t = 1, over the whole range.  Within 12 u^2 of
/// |a| + |b|, as ff_t's.
FF_HD_LARGE constexpr wide_t lerp(wide_t a, wide_t b, wide_t t) {
  const wide_t d = b - a;
  return isnormal(d) ? detail::from_nearer_end(a, b, t, d)
                     : detail::wide_out_of_line<detail::lerp_of_wide>(a, b, t);
}

}  // namespace ff
