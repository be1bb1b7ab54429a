// The operators of ff_t, and the IEEE versions of quotient and roots that stand behind them.
//
// A float operand takes the cheaper mixed form; an integer of 32 bits converts exactly; a double or a
// 64-bit integer has to be converted by the user, since that rounds.
#pragma once

#include <ff/arithmetic.hpp>
#include <ff/basic.hpp>
#include <ff/comparison.hpp>

namespace ff {
namespace detail {

template <class F>
using if_float = require<is_same<F, float>>;

// Do x, y and the quotient q that a bare kernel made of them lie where that kernel holds?
FF_HD constexpr bool plain_quotient(float x, float y, float q) {
  const bool x_in = within(x, 0x1p-96f, infinity), y_in = within(y, 0x1p-126f, 0x1p126f);
  const bool q_in = within(q, 0x1p-96f, 0x1p126f);
  return x_in & y_in & q_in;  // all three are cheaper than a branch
}

// x/y where div22 does not hold: IEEE for zeros, infinities and NaN; else on significands, then scaled.
FF_HD constexpr ff_t quotient_outside(ff_t x, ff_t y) {
  const float a = x.hi(), b = y.hi();
  const float sign = from_bits((to_bits(b) & sign_bits) | 0x3f800000u);
  if (equal(b, 0.0f)) return mul_rn(a, mul_rn(sign, infinity));
  if (!less(abs(b), infinity)) return mul_rn(a, equal(abs(b), infinity) ? mul_rn(sign, 0.0f) : b);
  if (equal(a, 0.0f) || !less(abs(a), infinity)) return mul_rn(a, sign);
  const int ex = ilogb(x), ey = ilogb(y);
  return ldexp(div22(ldexp(x, -ex), ldexp(y, -ey)), ex - ey);
}

}  // namespace detail

// ---------------------------------------------------------------- IEEE versions of the bare kernels

/// x/y for all x and y: div22 on its domain, and its bound wherever |x/y| >= 2^-96; below, the quotient's low
/// word underflows and adds up to 2^-149.  x/0, 0/0, x/inf, inf/inf and NaN as IEEE.
FF_HD constexpr ff_t operator/(ff_t x, ff_t y) {
  const ff_t q = div22(x, y);
  return detail::plain_quotient(x.hi(), y.hi(), q.hi()) ? q : detail::quotient_outside(x, y);
}

/// x/y, y a float: div21, likewise.
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator/(ff_t x, F y) {
  const ff_t q = div21(x, y);
  return detail::plain_quotient(x.hi(), y, q.hi()) ? q : detail::quotient_outside(x, y);
}

/// x/y, x a float: div12, likewise.
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator/(F x, ff_t y) {
  const ff_t q = div12(x, y);
  return detail::plain_quotient(x, y.hi(), q.hi()) ? q : detail::quotient_outside(x, y);
}

/// 1/y: rcp22 on its domain, outside as operator/.
FF_HD constexpr ff_t rcp(ff_t y) {
  const ff_t r = rcp22(y);
  return detail::within(y.hi(), 0x1p-126f, 0x1p96f) ? r : detail::quotient_outside(1.0f, y);
}

/// sqrt(x): sqrt22 on its domain; sqrt(+-0) = +-0, sqrt(inf) = inf, sqrt(x < 0) = NaN; below 2^-102 the
/// bound holds for the words that are there.
FF_HD constexpr ff_t sqrt(ff_t x) {
  const float a = x.hi();
  if (detail::between(a, 0x1p-102f, detail::infinity)) return detail::sqrt_by(sqrt_seed(a), x);
  if (equal(a, 0.0f) || equal(a, detail::infinity)) return a;
  if (!less(0.0f, a)) return detail::quiet_nan;
  const ff_t scaled = ldexp(x, 100);
  return ldexp(detail::sqrt_by(sqrt_seed(scaled.hi()), scaled), -50);
}

namespace detail {
FF_HD constexpr ff_t rsqrt_outside(ff_t x) {
  const float a = x.hi();
  if (equal(a, 0.0f)) return from_bits(to_bits(a) | infinity_bits);
  if (equal(a, infinity)) return 0.0f;
  if (!less(0.0f, a)) return quiet_nan;
  return ldexp(rsqrt22(ldexp(x, 100)), 50);
}
}  // namespace detail

/// 1/sqrt(x): rsqrt22 on its domain; rsqrt(+-0) = +-inf, rsqrt(inf) = 0, rsqrt(x < 0) = NaN.
FF_HD constexpr ff_t rsqrt(ff_t x) {
  using namespace detail;
  return plain_or(
      between(x.hi(), 0x1p-126f, infinity), [&] { return rsqrt_by(rsqrt_rn(x.hi()), x); },
      [&] { return rsqrt_outside(x); });
}

// ---------------------------------------------------------------- + - *

/// add22: 2 u^2, under cancellation too.  Overflow and infinite operands give NaN, not infinity.
FF_HD constexpr ff_t operator+(ff_t x, ff_t y) { return add22(x, y); }
FF_HD constexpr ff_t operator-(ff_t x, ff_t y) { return sub22(x, y); }
/// mul22: the 5-instruction product.
FF_HD constexpr ff_t operator*(ff_t x, ff_t y) { return mul22(x, y); }

/// add21 and mul21: one operand a float.
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator+(ff_t x, F y) {
  return add21(x, y);
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator+(F x, ff_t y) {
  return add21(y, x);
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator-(ff_t x, F y) {
  return add21(x, neg(y));
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator-(F x, ff_t y) {
  return add21(-y, x);
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator*(ff_t x, F y) {
  return mul21(x, y);
}
template <class F, detail::if_float<F> = 0>
FF_HD constexpr ff_t operator*(F x, ff_t y) {
  return mul21(y, x);
}

/// x = x + y and so on, with whatever y the operator takes; ++ and -- add 1 and -1.
template <class Y>
FF_HD constexpr ff_t& operator+=(ff_t& x, Y y) {
  return x = x + y;
}
template <class Y>
FF_HD constexpr ff_t& operator-=(ff_t& x, Y y) {
  return x = x - y;
}
template <class Y>
FF_HD constexpr ff_t& operator*=(ff_t& x, Y y) {
  return x = x * y;
}
template <class Y>
FF_HD constexpr ff_t& operator/=(ff_t& x, Y y) {
  return x = x / y;
}
FF_HD constexpr ff_t& operator++(ff_t& x) { return x = x + 1.0f; }
FF_HD constexpr ff_t& operator--(ff_t& x) { return x = x - 1.0f; }
FF_HD constexpr ff_t operator++(ff_t& x, int) {
  const ff_t before = x;
  x = x + 1.0f;
  return before;
}
FF_HD constexpr ff_t operator--(ff_t& x, int) {
  const ff_t before = x;
  x = x - 1.0f;
  return before;
}

/// x y + z, fused: fma22.
FF_HD constexpr ff_t fma(ff_t x, ff_t y, ff_t z) { return fma22(x, y, z); }
/// x^2: sqr22.
FF_HD constexpr ff_t sqr(ff_t x) { return sqr22(x); }
/// a + t (b - a), 0 <= t <= 1: a for t = 0 and b for t = 1, exactly.  Within 12 u^2 of |a| + |b|, observed:
/// at most half of the difference counts, its error is 2 u^2, that of t - 1 too, and fma22's 6.5 u^2 of both
/// terms.
FF_HD constexpr ff_t lerp(ff_t a, ff_t b, ff_t t) {
  const ff_t d = sub22(b, a);
  return less(t.hi(), 0.5f) ? fma22(t, d, a) : fma22(add21(t, -1.0f), d, b);
}
/// a + b for any two floats, as a pair: add12.
FF_HD constexpr ff_t from_sum(float a, float b) { return add12(a, b); }
/// The pair of the same value with |lo| <= ulp(hi)/2 strictly, for words that mul22 left.
FF_HD constexpr ff_t renormalize(ff_t x) { return fast_add12(x.hi(), x.lo()); }

}  // namespace ff
