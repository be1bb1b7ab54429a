// Rounding to an integer, and the remainders of division.
//
// Names, arguments and special values are those of <cmath> and C Annex F.  All results are exact, decided by
// the value of the pair, weak or strict; only remainders that no pair holds are rounded, once per word.
#pragma once

#include <ff/type/division.hpp>

namespace ff {
namespace detail {

// The nearest integer, ties to even: at 2^23 the sum's own rounding is the one wanted.
FF_HD constexpr float nearest_integer(float a) {
  const float big = with_sign(0x1p23f, sign_bit(a));
  const float rounded = sub_rn(add_rn(a, big), big);
  return less(abs(a), 0x1p23f) ? rounded : a;
}

// x = base + nearest + fraction + rest exactly; base and nearest are integers, |fraction| <= 1/2.
// Where hi is an integer lo decides and nothing is left; otherwise hi does, and lo is the rest, smaller than
// the distance of hi to anything but a tie.
struct integer_parts {
  float base, nearest, fraction, rest;
};
FF_HD constexpr integer_parts split_integer(ff_t x) {
  const bool whole = equal(nearest_integer(x.hi()), x.hi());
  const float decisive = whole ? x.lo() : x.hi(), nearest = nearest_integer(decisive);
  return {whole ? x.hi() : 0.0f, nearest, sub_rn(decisive, nearest), whole ? 0.0f : x.lo()};
}

// The integer beside `nearest`, on the side of the fraction.
FF_HD constexpr float other_integer(const integer_parts& p) {
  return add_rn(p.nearest, with_sign(1.0f, sign_bit(p.fraction)));
}

// base + integer with the sign of x, zero included.  x as it is where that is infinite or NaN: x is too, or
// is a finite pair beyond max(), which is an integer.
FF_HD constexpr ff_t join_integer(ff_t x, float base, float integer) {
  const auto [s, e] = fast_add12(base, integer);
  const bool finite = less(abs(s), infinity);
  return from_words(finite ? with_sign(s, sign_bit(x.hi())) : x.hi(), finite ? e : x.lo());
}
FF_HD constexpr ff_t join_integer(ff_t x, const integer_parts& p, bool other) {
  return join_integer(x, p.base, other ? other_integer(p) : p.nearest);
}

FF_HD constexpr bool odd(float integer) {
  const float half = mul_rn(integer, 0.5f);
  return !equal(nearest_integer(half), half);
}

// Does x lie beyond the middle of its two integers, seen from the nearest one?  At a tie: at_tie.
FF_HD constexpr bool past_middle(const integer_parts& p, bool at_tie) {
  if (!equal(abs(p.fraction), 0.5f)) return false;
  return equal(p.rest, 0.0f) ? at_tie : sign_bit(p.rest) == sign_bit(p.fraction);
}

}  // namespace detail

// ---------------------------------------------------------------- to an integer

/// The largest integer not above x.
FF_HD constexpr ff_t floor(ff_t x) {
  const auto p = detail::split_integer(x);
  return detail::join_integer(x, p, less(p.fraction, 0.0f));
}

/// The smallest integer not below x.
FF_HD constexpr ff_t ceil(ff_t x) {
  const auto p = detail::split_integer(x);
  return detail::join_integer(x, p, less(0.0f, p.fraction));
}

/// The integer part: towards zero.
FF_HD constexpr ff_t trunc(ff_t x) {
  const auto p = detail::split_integer(x);
  const bool beyond = less(detail::flip_sign(p.fraction, detail::sign_bit(x.hi())), 0.0f);
  return detail::join_integer(x, p, beyond);
}

/// The nearest integer, ties away from zero.
FF_HD constexpr ff_t round(ff_t x) {
  const auto p = detail::split_integer(x);
  const bool outwards = detail::sign_bit(p.fraction) == detail::sign_bit(x.hi());
  return detail::join_integer(x, p, detail::past_middle(p, outwards));
}

/// The nearest integer, ties to even.
FF_HD constexpr ff_t rint(ff_t x) {
  const auto p = detail::split_integer(x);
  return detail::join_integer(x, p, detail::past_middle(p, detail::odd(p.base)));
}
FF_HD constexpr ff_t nearbyint(ff_t x) { return rint(x); }

/// round(x) and rint(x) as integers; the end of the type's range beyond it, 0 for NaN.
FF_HD constexpr long lround(ff_t x) { return static_cast<long>(round(x)); }
FF_HD constexpr long long llround(ff_t x) { return static_cast<long long>(round(x)); }
FF_HD constexpr long lrint(ff_t x) { return static_cast<long>(rint(x)); }
FF_HD constexpr long long llrint(ff_t x) { return static_cast<long long>(rint(x)); }

/// x = *integer + the result, both with the sign of x; *integer = trunc(x).  Of an infinity the fraction
/// is zero.  |result| < 1 by value: its hi can be 1 with a low word of the opposite sign.
FF_HD constexpr ff_t modf(ff_t x, ff_t* integer) {
  const auto p = detail::split_integer(x);
  const uint32 sign = detail::sign_bit(x.hi());
  const bool beyond = less(detail::flip_sign(p.fraction, sign), 0.0f);
  *integer = detail::join_integer(x, p, beyond);
  if (!isfinite(x)) return isnan(x) ? x : ff_t(detail::with_sign(0.0f, sign));
  const auto [s, e] = fast_add12(beyond ? detail::with_sign(1.0f, sign) : 0.0f, p.fraction);
  const auto [h, l] = fast_add12(s, add_rn(e, p.rest));  // e or rest is zero
  return from_words(detail::with_sign(h, sign), l);
}

// ---------------------------------------------------------------- remainders

namespace detail {

// The float nearest a > 0, as value = f 2^e.
struct scaled_float {
  float f;
  int e;
};
template <int Limbs>
FF_HD constexpr scaled_float to_float(wide<Limbs> a) {
  int e = 32 * (Limbs - 2);
  while (e > 0 && a.limb[Limbs - 1] == 0) {
    for (int i = Limbs - 1; i > 0; --i) a.limb[i] = a.limb[i - 1];
    a.limb[0] = 0;
    e -= 32;
  }
  uint32 below = 0;
  for (int i = 0; i < Limbs - 2; ++i) below |= a.limb[i];
  return {static_cast<float>(top_two(a) | (below != 0 ? 1u : 0u)), e};
}

// a 2^e >= 0 as the nearest pair.
template <int Limbs>
FF_HD constexpr ff_t to_pair(const wide<Limbs>& a, int e) {
  if (is_zero(a)) return 0.0f;
  const scaled_float head = to_float(a);
  const significand h = decompose(head.f);
  wide<Limbs> rest = shift_sub(a, 0, 1, shifted<Limbs>(h.m, h.e + head.e));
  const bool down = negative(rest);
  if (down) rest = shift_sub(wide<Limbs>{}, 0, 1, rest);
  const scaled_float tail = to_float(rest);
  return from_words(scaled(head.f, head.e + e).hi(), scaled(down ? neg(tail.f) : tail.f, tail.e + e).hi());
}

template <int Limbs, class Distance>
FF_HD constexpr division<ff_t> divide_floats(const two_significands& x, const two_significands& y,
                                             int y_exponent, bool to_nearest, Distance raised) {
  const int unit = y_exponent - (32 * Limbs - 28);
  const auto [r, quotient, up] = divide<Limbs, Distance>(x, y, y_exponent, unit, to_nearest, raised);
  const ff_t magnitude = to_pair(r, unit);
  return {up ? -magnitude : magnitude, quotient};
}
template <class Distance = int>
FF_HD constexpr division<ff_t> divide(ff_t x, ff_t y, bool to_nearest, Distance raised = 0) {
  const bool subnormal = less(y.hi(), 0x1p-126f);
  const float leading = subnormal ? mul_rn(y.hi(), 0x1p24f) : y.hi();
  const int y_exponent = decompose(leading).e - (subnormal ? 24 : 0), unit = y_exponent - (32 * 2 - 28);
  const two_significands a = decompose(x), b = decompose(y);
  if (fits(a.head, unit) && fits(a.low, unit) && fits(b.low, unit))
    return divide_floats<2, Distance>(a, b, y_exponent, to_nearest, raised);
  return divide_floats<9, Distance>(a, b, y_exponent, to_nearest, raised);  // of every pair
}

FF_HD constexpr bool no_remainder(ff_t x, ff_t y) { return !isfinite(x) || isnan(y) || equal(y.hi(), 0.0f); }

// The remainders of all arguments, on integers.
struct truncated_division {
  FF_HD static constexpr ff_t of(ff_t x, ff_t y) {
    if (no_remainder(x, y)) return quiet_nan;
    const ff_t a = abs(x), b = abs(y);
    if (isinf(y) || less(a, b)) return x;
    return flip_sign(divide(a, b, false).remainder, sign_bit(x.hi()));
  }
};
struct remainder_and_quotient {
  ff_t remainder;
  int quotient;
};
struct nearest_division {
  FF_HD static constexpr remainder_and_quotient of(ff_t x, ff_t y) {
    if (no_remainder(x, y)) return {quiet_nan, 0};
    const ff_t a = abs(x), b = abs(y);
    if (isinf(y) || less(scaled(a, 1), b)) return {x, 0};
    const division<ff_t> d = divide(a, b, true);
    const int n = static_cast<int>(d.quotient & 0x7fffffffu);
    return {flip_sign(d.remainder, sign_bit(x.hi())), signbit(x) == signbit(y) ? n : -n};
  }
};

// ---- the same in floats, where x/y < 2^24: with the right quotient n all but the last sum is exact
//
//   x - n y = ((x.hi - p) - pe) + (x.lo - s) - se,  p + pe = n y.hi,  s + se = n y.lo.

// n nearest x/y, or beside it, and x - n y to about 2^-23 y; zero where that is zero.
struct quotient_guess {
  float n, rest;
};
FF_HD constexpr quotient_guess guess_quotient(ff_t x, ff_t y) {
  const float r = rcp_rn(y.hi()), q = mul_rn(x.hi(), r), z = fma_rn(residue(x, y, q), r, q);
  const float n = less(z, 0x1p23f) ? sub_rn(add_rn(z, 0x1p23f), 0x1p23f) : z;
  return {n, residue(x, y, n)};
}

// x - n y as its nearest pair, and whether it is sure to be that.  Of the five terms' roundings one pair is
// left: where `lost` is zero the rest is rounded once, and inside half an ulp of hi it cannot change hi.
struct sure_remainder {
  ff_t remainder;
  bool sure;
};
FF_HD constexpr sure_remainder subtract_multiple(ff_t x, float n, ff_t y) {
  const auto [p, pe] = two_prod(n, y.hi());
  const auto [s, se] = two_prod(n, y.lo());
  const float difference = sub_rn(x.hi(), p);
  const bool whole = equal(sub_rn(x.hi(), difference), p);  // but for x.hi > 2p, n = 1
  const auto [d, de] = fast_add12(difference, neg(pe));
  const auto [t, te] = add12(x.lo(), neg(s));
  const auto [sum, error] = add12(d, t);
  const auto [w, w_lost] = add12(error, de);
  const auto [v, v_lost] = add12(te, neg(se));
  const auto [low, rest] = add12(w, v);
  const auto [hi, left] = add12(sum, low);
  const float lo = add_rn(left, rest);
  const bool inside = equal(fma_rn(lo, 1 + 0x1p-22f, hi), hi);
  const bool exact = both(equal(w_lost, 0.0f), equal(v_lost, 0.0f));
  return {from_words(hi, lo), both(whole, both(exact, inside))};
}

// Does n fit a float, and y the reciprocal?  By bits: a negative n is as bad as NaN.
FF_HD constexpr bool plain_ratio(float n, ff_t y) {
  return both(to_bits(n) < to_bits(0x1p24f), between(y.hi(), 0x1p-126f, 0x1p126f));
}

// The remainder of |x| with the sign of x; x itself where n is zero.  A zero in lo takes the sign of hi.
FF_HD constexpr ff_t remainder_of(ff_t x, float n, ff_t of_magnitude) {
  const uint32 turned = sign_bit(of_magnitude.hi()), sign = sign_bit(x.hi()) ^ turned;
  const float lo = add_rn(flip_sign(of_magnitude.lo(), turned), 0.0f);
  return equal(n, 0.0f) ? x : from_words(with_sign(of_magnitude.hi(), sign), flip_sign(lo, sign));
}

}  // namespace detail

/// x - n y, n = trunc(x/y), for all finite x and y != 0: exact whenever a pair holds it, otherwise the
/// nearest pair (relative error at most u^2).  A pair holds it, for instance, where y has 48 contiguous
/// bits and x none below them.  The sign is that of x, zero included; |result| < |y|, or |y| when rounded.
/// y = +-inf: x.  x infinite, y zero, or NaN: NaN.  In floats while x/y < 2^24 and a few guards hold; else in
/// integers: two limbs where x and y span at most 60 bits below the leading bit of y, nine otherwise, a step
/// for every 18 bits of the quotient.
FF_HD constexpr ff_t fmod(ff_t x, ff_t y) {
  using namespace detail;
  if (constant_evaluated()) return truncated_division::of(x, y);
  const ff_t a = abs(x), b = abs(y);
  const quotient_guess guess = guess_quotient(a, b);
  const float n = less(guess.rest, 0.0f) ? sub_rn(guess.n, 1.0f) : guess.n;
  const sure_remainder r = subtract_multiple(a, n, b);
  const bool below = to_bits(r.remainder.hi()) < to_bits(b.hi());  // and neither negative nor NaN
  const bool sure = both(r.sure, both(below, plain_ratio(n, b)));
  ff_t result = remainder_of(x, n, r.remainder);
  if (!sure) result = out_of_line<truncated_division>(x, y);
  return result;
}

/// x - n y, n the integer nearest x/y, ties to even; *quotient = n modulo 2^31 with the sign of x/y.
/// Exactness and special values as fmod; the quotient is 0 where the result is NaN.
FF_HD constexpr ff_t remquo(ff_t x, ff_t y, int* quotient) {
  using namespace detail;
  if (constant_evaluated()) {
    const remainder_and_quotient d = nearest_division::of(x, y);
    *quotient = d.quotient;
    return d.remainder;
  }
  const ff_t a = abs(x), b = abs(y);
  const quotient_guess guess = guess_quotient(a, b);
  const float half = mul_rn(0.5f, b.hi());
  const float step = less(half, abs(guess.rest)) ? with_sign(1.0f, sign_bit(guess.rest)) : 0.0f;
  const float n = add_rn(guess.n, step);
  const sure_remainder r = subtract_multiple(a, n, b);
  const bool nearest = less(abs(r.remainder.hi()), mul_rn(half, 1 - 0x1p-20f));  // no tie, nor next to one
  const bool sure = both(r.sure, both(nearest, plain_ratio(n, b)));
  const int whole = static_cast<int>(sure ? n : 0.0f);
  remainder_and_quotient result{remainder_of(x, n, r.remainder), signbit(x) == signbit(y) ? whole : -whole};
  if (!sure) result = out_of_line<nearest_division>(x, y);
  *quotient = result.quotient;
  return result.remainder;
}

/// x - n y, n the integer nearest x/y, ties to even; zero takes the sign of x.  Exactness and special
/// values as fmod.
FF_HD constexpr ff_t remainder(ff_t x, ff_t y) {
  int quotient = 0;
  return remquo(x, y, &quotient);
}

}  // namespace ff
