// Powers: x^y, x^n and the n-th root, all as e^(y log x) with a logarithm good to 2^-55.
//
//   x = 2^k z,  r = c z - 1,  log x = (k log 2 - log c) + r + r^2 H(r),  H = -1/2 + r/3 - ...
//
// c is the table's number near 1/z, short enough for r to be exact, |r| < 1.5 2^-9 (Tang 1990).  Around x =
// 1 it is 1, so that the logarithm is relatively accurate there too.
//
// The logarithm comes as a head and three words of one magnitude.  y multiplies these one by one, and each
// product enters the argument of exp.hpp's exponential with its rounding error.  That costs less than to add
// them up first.
#pragma once

#include <ff/math/exp.hpp>
#include <ff/math/pow_table.hpp>
#include <ff/type/integral.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr power_row power_row_at(uint32 i) { return table_row<power_table>(i); }

// log x = head + (a + b + c) + low; a, b, c are below 2^-23 head, low below 2^-31 head.
struct power_log {
  float head, a, b, c, low;
};

// log(2^shift x) for 2^-126 <= x < 2^125.
FF_HD_LARGE constexpr power_log power_log_of(ff_t x, int32 shift) {
  const uint32 offset = to_bits(x.hi()) - power_first;
  const uint32 k = offset & ~fraction_bits;  // times 2^23
  const power_row row = power_row_at(hidden(offset >> 15 & 255u));
  const uint32 short_bits = row.c & ~power_spare;
  const float spare = sub_rn(from_bits(row.c), from_bits(short_bits));
  const float c = from_bits(short_bits - k);
  const float count = static_cast<float>(static_cast<int32>(k + (static_cast<uint32>(shift) << 23)));

  // c x - 1 = r0 + v + ve exactly, = r + rl rounded.
  const float r0 = fma_rn(x.hi(), c, -1.0f);
  const auto [v, ve] = two_prod(x.lo(), c);
  const float r = add_rn(r0, v), rl = fma_rn(x.lo(), c, sub_rn(r0, r));

  // y = r^2 H(r), H = -1/2 + r (g + tail); log(1 + r + rl) = r + rl + y + rl (1/(1 + r) - 1).
  const auto [q, qe] = two_prod(r, r);
  const auto [g, ge] = add_prod(power_third_h, r, -0.25f);
  const float tail = add_rn(fma_rn(q, fma_rn(r, power_g1, power_g0), power_third_l), ge);
  const auto [h, he] = add_prod(-0.5f, r, g);
  const auto [y, ye] = two_prod(q, h);
  const float yt = fma_rn(q, fma_rn(tail, r, he), mul_rn(qe, h));
  const float d = fma_rn(q, sub_rn(1.0f, r), neg(r));

  // k log 2 - log c; base, and middle + r0, are exact on their grids.
  const float base = fma_rn(count, power_ln2_h, from_bits(row.h));
  const float middle = fma_rn(count, power_ln2_m, from_bits(row.m));
  const float last = fma_rn(count, power_ln2_l, from_bits(row.l));

  const auto [t, te] = fast_add12(add_rn(r0, middle), v);  // exact: r0 + middle is a multiple of ulp(v)
  const auto [s, se] = fast_add12(base, t);                // base is zero or a multiple of ulp(t)
  const auto [head, b] = fast_add12(s, y);
  const auto [a, ae] = fast_add12(se, te);  // se is zero or a multiple of ulp(t) > |te|
  const float low = add_rn(add_rn(fma_rn(rl, d, yt), ye), fma_rn(spare, power_spare_scale, add_rn(ve, ae)));
  return {head, a, b, last, low};
}

// log (1 + excess), |excess| < 2^-46.
FF_HD_LARGE constexpr power_log power_log_times(const power_log& w, float excess) {
  return {w.head, w.a, w.b, w.c, fma_rn(excess, w.head, w.low)};
}

// y log = k ln2 + D + r + low for the exponential, |y log| < 104.
// The sum less k ln2 + D stays below 2^-9.4 and starts from an anchor of 2^-8: every term is smaller than
// that, so each step's error is caught, and the anchor comes off exactly.
struct power_argument {
  uint32 whole;  // 256 k and the bits of the rounding constant
  exp_row row;
  exp_argument reduced;
};
FF_HD_LARGE constexpr power_argument power_argument_of(const power_log& w, ff_t y) {
  constexpr float anchor = 0x1p-8f;
  // s = y.hi head - k ln2 - D but for pe; then the terms one by one, e0 to e5 what their sums lose
  const auto [p, pe] = two_prod(y.hi(), w.head);
  const uint32 n = to_bits(fma_rn(p, exp_cells, exp_rounding));
  const exp_row row = exp_row_at(exp_cell(n));
  const uint32 whole = hidden(n & ~255u);
  const float k = sub_rn(from_bits(whole), rounder<0>);
  const float s = sub_rn(fma_rn(neg(k), ln2_cell_hi, p), from_bits(row.point));

  const auto [s0, e0] = fast_add12(anchor, fma_rn(neg(k), ln2_cell_mid, s));
  const auto [s1, e1] = fast_add12(s0, pe);
  const auto [s2, e2] = add_prod(s1, y.lo(), w.head);
  const auto [s3, e3] = add_prod(s2, y.hi(), w.c);
  const auto [s4, e4] = add_prod(s3, y.hi(), w.a);
  const auto [s5, e5] = add_prod(s4, y.hi(), w.b);
  const float tail = fma_rn(y.hi(), w.low, from_bits(row.rest));
  const float products = fma_rn(neg(k), ln2_cell_lo, fma_rn(y.lo(), add_rn(add_rn(w.a, w.b), w.c), tail));
  const float errors = add_rn(add_rn(add_rn(e0, e1), add_rn(e2, e3)), add_rn(e4, e5));
  const float low = add_rn(errors, products);
  return {whole, row, {sub_rn(s5, anchor), low}};
}

// e^(y log) where T 2^k is normal and no word of the result underflows.
FF_HD_LARGE constexpr bool plain_power_exponent(float p) { return less(abs(sub_rn(p, 11.0f)), 77.0f); }
FF_HD_LARGE constexpr ff_t plain_power(const power_argument& a) {
  return exp_on_cell(from_bits(a.row.head + (a.whole << 15)), a.reduced);
}

// The arguments of power_log_of, shift = 0.
FF_HD_LARGE constexpr bool plain_power_base(float x) { return between(x, 0x1p-126f, 0x1p125f); }

// |x|^(y + y excess) for any finite x != 0 and finite y.
FF_HD_LARGE constexpr ff_t power_anywhere(ff_t x, ff_t y, float excess) {
  const ff_t a = abs(x);
  const int32 shift = less(a.hi(), 0x1p-126f) ? 64 : less(a.hi(), 0x1p125f) ? 0 : -64;
  const power_log w = power_log_times(power_log_of(scaled(a, shift), -shift), excess);
  const float p = mul_rn(y.hi(), w.head);
  if (!less(abs(p), 104.0f)) return less(p, 0.0f) ? 0.0f : infinity;
  const power_argument e = power_argument_of(w, y);
  const auto [h, l] = exp_on_cell(from_bits(e.row.head), e.reduced);
  return ldexp_pair(h, l, exponent_part(e.whole));
}

enum class power_parity { fraction, even, odd };
FF_HD_LARGE constexpr power_parity power_parity_of(ff_t y) {
  const integer_parts p = split_integer(y);
  if (!equal(p.fraction, 0.0f) || !equal(p.rest, 0.0f)) return power_parity::fraction;
  return odd(p.base) != odd(p.nearest) ? power_parity::odd : power_parity::even;
}

// x^y where it is not plain: C Annex F, F.10.4.4.
FF_HD_OUT_OF_LINE constexpr ff_t power_outside(ff_t x, ff_t y) {
  if (equal(y, 0.0f) || equal(x, 1.0f)) return 1.0f;
  if (equal(y.hi(), 1.0f) && equal(y.lo(), 0.0f)) return x;  // max() would be rounded up
  if (isnan(x) || isnan(y)) return quiet_nan;
  const bool up = less(0.0f, y.hi());
  if (isinf(y)) {
    if (equal(abs(x), 1.0f)) return 1.0f;
    return less(1.0f, abs(x)) == up ? infinity : 0.0f;
  }
  const power_parity kind = power_parity_of(y);
  const uint32 sign = kind == power_parity::odd ? sign_bit(x.hi()) : 0u;
  if (isinf(x)) return flip_sign(up ? infinity : 0.0f, sign);
  if (equal(x.hi(), 0.0f)) return flip_sign(up ? 0.0f : infinity, sign);
  if (less(x.hi(), 0.0f) && kind == power_parity::fraction) return quiet_nan;
  return flip_sign(power_anywhere(x, y, 0.0f), sign);
}

// 1/n = y (1 + excess) for n != 0; past 2^24 y alone would do, since |log x/n| is small then.
struct root_reciprocal {
  ff_t y;
  float excess;
};
FF_HD_LARGE constexpr root_reciprocal root_reciprocal_of(int32 n) {
  const ff_t m(n);
  const float r = rcp_rn(m.hi());
  const float e = fma_rn(neg(m.lo()), r, fma_rn(neg(m.hi()), r, 1.0f)), t = mul_rn(e, r);
  return {from_words(r, t), fma_rn(neg(m.hi()), t, e)};
}

// rootn where it is not plain.
FF_HD_OUT_OF_LINE constexpr ff_t root_outside(ff_t x, int32 n) {
  if (isnan(x)) return quiet_nan;
  const uint32 odd = static_cast<uint32>(n) << 31, sign = sign_bit(x.hi()) & odd;
  if (equal(x.hi(), 0.0f)) return flip_sign(n > 0 ? 0.0f : infinity, sign);
  if (odd == 0 && less(x.hi(), 0.0f)) return quiet_nan;
  if (isinf(x)) return flip_sign(n > 0 ? infinity : 0.0f, sign);
  const auto [y, excess] = root_reciprocal_of(n);
  return flip_sign(power_anywhere(x, y, excess), sign);
}

// x, x^2 or x^3 for moderate x and n = 1, 2, 3: mul22 with all terms, and strictly a pair.
FF_HD_LARGE constexpr ff_t small_power(ff_t x, int32 n) {
  if (n == 1) return x;
  const float h = x.hi(), l = x.lo(), h2 = add_rn(h, h);
  if (n == 2) {
    const float t = fma_rn(h2, l, mul_rn(l, l)), s = fma_rn(h, h, t);
    return fast_add12(s, add_rn(fma_rn(h, h, neg(s)), t));
  }
  // x^2 = s + se + rest
  const auto [q, qe] = two_prod(h, h);
  const auto [c, ce] = two_prod(h2, l);
  const auto [d, de] = add12(qe, c);
  const auto [s, se] = fast_add12(q, d);
  const float rest = add_rn(de, fma_rn(l, l, ce));
  const float t = fma_rn(s, l, fma_rn(se, h, fma_rn(se, l, mul_rn(rest, h)))), p = fma_rn(s, h, t);
  return fast_add12(p, add_rn(fma_rn(s, h, neg(p)), t));
}

}  // namespace detail

/// x^y for every x and y.  4 u^2 (bounds::powers) for all results from 2^-96 to 2^128; below, where words
/// underflow, 3/4 of the least float more.  Special values as C Annex F: pow(x, 0) = pow(1, y) = 1 whatever
/// the other, NaN included; of a negative x, NaN unless hi + lo of y is an integer.  Positive normal x and
/// such results take a path without branches; the rest costs more than twice as much.
FF_HD_LARGE constexpr ff_t pow(ff_t x, ff_t y) {
  using namespace detail;
  const power_log w = power_log_of(x, 0);
  const bool base = plain_power_base(x.hi()), result = plain_power_exponent(mul_rn(y.hi(), w.head));
  return plain_or(
      base & result, [&] { return plain_power(power_argument_of(w, y)); },
      [&] { return power_outside(x, y); });
}

/// x^n for every x and n, as IEEE 754's pown: pown(x, 0) = 1 for every x, NaN included.  4 u^2 as pow; n = 1
/// is exact, and squares and cubes of 2^-30 <= |x| < 2^40 are products.
FF_HD_LARGE constexpr ff_t pown(ff_t x, int n) {
  using namespace detail;
  if (static_cast<uint32>(n) - 1u < 3u && (n == 1 || within(x.hi(), 0x1p-30f, 0x1p40f)))
    return small_power(x, n);
  const uint32 negative = sign_bit(x.hi());
  const ff_t a = flip_sign(x, negative), y(n);
  const power_log w = power_log_of(a, 0);
  const bool base = plain_power_base(a.hi()), result = plain_power_exponent(mul_rn(y.hi(), w.head));
  if (!(base & result)) return power_outside(x, y);
  return flip_sign(plain_power(power_argument_of(w, y)), negative & static_cast<uint32>(n) << 31);
}

/// pown under the name that some libraries give it.
FF_HD_LARGE constexpr ff_t powi(ff_t x, int n) { return pown(x, n); }

/// The real n-th root of x, x^(1/n), as IEEE 754's rootn, for every x and n: of a negative x for odd n only,
/// NaN otherwise; NaN for n = 0; of zero and for n < 0 as 1/n asks.  4 u^2.  n = 1 is exact.
FF_HD_LARGE constexpr ff_t rootn(ff_t x, int n) {
  using namespace detail;
  if (n == 1) return x;
  if (n == 0) return quiet_nan;
  const uint32 odd_sign = sign_bit(x.hi()) & static_cast<uint32>(n) << 31;
  const ff_t a = flip_sign(x, odd_sign);
  const root_reciprocal r = root_reciprocal_of(n);
  const power_log w = power_log_times(power_log_of(a, 0), r.excess);
  const bool base = plain_power_base(a.hi()), result = plain_power_exponent(mul_rn(r.y.hi(), w.head));
  return plain_or(
      base & result, [&] { return flip_sign(plain_power(power_argument_of(w, r.y)), odd_sign); },
      [&] { return root_outside(x, n); });
}

namespace bounds {
inline constexpr range exponents{-0x1p127, 0x1p127, -149}, integer_exponents{-0x1p31, 0x1.fffffffcp30, 0};

inline constexpr function_row powers[] = {
    {"pow", observed(4), {not_negative, exponents}, "logarithm to 2^-55, Gal's table of exp"},
    {"pow_underflow", observed(4, relative_to::subnormal), {not_negative, exponents}, "the same"},
    {"pown", observed(4), {everything, integer_exponents}, "the same"},
    {"rootn", observed(4), {everything, integer_exponents}, "the same"},
};
}  // namespace bounds

}  // namespace ff
