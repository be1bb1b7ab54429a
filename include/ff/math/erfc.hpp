// The complementary error function, scaled and unscaled, and the normal distribution.
//
//   erfc(x) = exp(-x^2) f(x),  f(t + d) = c0 + c1 d + .. + c7 d^7,  x = t + d >= 0.
//
// t is a point in the cell of the top bits of x + 1, 32 cells to the octave, and is such that c0 is nearly a
// float (Gal 1986).  The table has c0 to c3 in two words; the others follow from f' = 2 x f - 2/sqrt(pi),
// (n + 1) c_(n+1) = 2 (t c_n + c_(n-1)), and the stored ones make up for their roundings.  The square of x is
// taken in all its words to exp's table.  normcdf is the same with exp(-x^2/2) and its own f.
//
// erfcx is f for x >= 0, on these cells up to 10.73.  Beyond them it is g/x, g = x erfcx(x) being one more
// polynomial of degree 7, in 1/x^2 - z0.  erfcx(-x) = 2 exp(x^2) - erfcx(x).
#pragma once

#include <ff/math/erf.hpp>
#include <ff/math/erfc_table.hpp>
#include <ff/math/exp.hpp>

namespace ff {
namespace detail {

// A value in three words: |rest| <= ulp(head)/2, and |small| is about 2^-6 ulp(head).
struct erfc_value {
  float head, rest, lowest;
};

// erfc: the integral from x of slope exp(e s^2), f' = factor x f - slope for f = exp(-e x^2) times it.  The
// exponent e is -1, and -1/2 of normcdf.  Beyond `last` the integral is constant.
struct erfc_cells {
  static constexpr float last = 10.5f;  // erfc(10.5) < 2^-162
  static constexpr float factor = 2.0f;
  FF_HD_LARGE static constexpr float times_exponent(float x) { return neg(x); }
  FF_HD_LARGE static constexpr erfc_pairs row(int64 i) { return table_row<erfc_table>(i); }
};
// And normcdf(-x).
struct normcdf_cells {
  static constexpr float last = 14.5f;  // normcdf(-14.5) < 2^-156
  static constexpr float factor = 1.0f;
  FF_HD_LARGE static constexpr float times_exponent(float x) { return mul_rn(-0.5f, x); }
  FF_HD_LARGE static constexpr erfc_pairs row(int64 i) { return table_row<normcdf_table>(i); }
};

// f power exp(r + low), |r| < 2^-8.5, for f of at least 2^-96: head and rest, |rest| little above
// ulp(head)/2. With p + pe = r + r^2/2,
//   exp(r) = (1 + p) (1 + pe/(1 + p) + r^3/6 - r^4/8 + r^5/20 - ...).
FF_HD_LARGE constexpr ff_t erfc_times_power(erfc_value f, float power, exp_argument a) {
  const float r = a.r, h = mul_rn(r, 0.5f), p = fma_rn(h, r, r), pe = fma_rn(h, r, sub_rn(r, p));
  const float cubic = mul_rn(r, fma_rn(r, fma_rn(r, 0.1f, -0.25f), 1.0f / 3));
  const float relative = add_rn(fma_rn(mul_rn(h, r), cubic, fma_rn(neg(p), pe, pe)), a.low);

  // (power + power p) (f.head + f.rest + f.lowest) (1 + relative): all but m is 2^-8 of it or less, and is
  // summed before m rounds it away
  const float scale = fma_rn(power, p, power);
  const float m = mul_rn(power, f.head), me = fma_rn(power, f.head, neg(m));
  const float mp = mul_rn(m, p), mpe = fma_rn(m, p, neg(mp));
  const auto [b, be] = fast_add12(mp, me);
  const float c = fma_rn(scale, f.rest, b), ce = fma_rn(scale, f.rest, sub_rn(b, c));
  const auto [head, rest] = fast_add12(m, c);
  const float lowest = fma_rn(head, relative, fma_rn(scale, f.lowest, fma_rn(me, p, mpe)));
  return from_words(head, add_rn(rest, add_rn(lowest, add_rn(be, ce))));
}

// c4 to c7 of a cell's polynomial.
struct erfc_terms {
  float c4, c5, c6, c7;
};

// c0 + c1 x + .. + c7 x^7 for x = d + dl, by Horner's rule: b3, b2, b1 and s are the rounded values from c3,
// c2, c1 and c0 on; b3e, b2e, b1e and se what their roundings leave.
FF_HD_LARGE constexpr erfc_value erfc_polynomial(erfc_pairs lower, erfc_pairs upper, erfc_terms terms,
                                                 float d, float dl) {
  const auto [c4, c5, c6, c7] = terms;
  const float c0 = from_bits(lower.first), c1 = from_bits(lower.second);
  const float c2 = from_bits(upper.first), c3 = from_bits(upper.second);
  const float b4 = fma_rn(d, fma_rn(d, fma_rn(d, c7, c6), c5), c4);
  const float b3 = fma_rn(d, b4, c3),
              b3e = add_rn(fma_rn(d, b4, sub_rn(c3, b3)), from_bits(upper.second_low));
  const float b2 = fma_rn(d, b3, c2);
  const float b2e = fma_rn(d, b3e, add_rn(fma_rn(d, b3, sub_rn(c2, b2)), from_bits(upper.first_low)));
  const float b1 = fma_rn(d, b2, c1);
  const float b1e = fma_rn(d, b2e, add_rn(fma_rn(d, b2, sub_rn(c1, b1)), from_bits(lower.second_low)));
  const float s = fma_rn(d, b1, c0), se = fma_rn(d, b1, sub_rn(c0, s));
  const float derivative = fma_rn(d, fma_rn(d, fma_rn(d, b4, b3), b2), b1);
  return {s, se, fma_rn(d, b1e, fma_rn(dl, derivative, from_bits(lower.first_low)))};
}

// The point of the cell of `bits`: its middle, moved by the last bits of c0's low word.
FF_HD_LARGE constexpr float erfc_point(uint32 bits, erfc_pairs lower) {
  const uint32 middle = (bits & 0xfffc0000u) | 0x20000u;
  return sub_rn(from_bits(middle | (lower.first_low & erfc_point_bits)), erfc_first_middle);
}
template <class Cells>
FF_HD_LARGE constexpr erfc_terms terms_at(float t, erfc_pairs upper) {
  const float c2 = from_bits(upper.first), c3 = from_bits(upper.second);
  const float c2_low = from_bits(upper.first_low), c3_low = from_bits(upper.second_low);
  const float c4 = mul_rn(Cells::factor / 4, add_rn(fma_rn(t, c3, c2), fma_rn(t, c3_low, c2_low)));
  const float c5 = mul_rn(Cells::factor / 5, fma_rn(t, c4, c3));
  const float c6 = mul_rn(Cells::factor / 6, fma_rn(t, c5, c4));
  const float c7 = mul_rn(Cells::factor / 7, fma_rn(t, c6, c5));
  return {c4, c5, c6, c7};
}

// The argument of a cell's polynomial and its last coefficients.
struct erfc_place {
  float d, dl;
  erfc_terms terms;
};
// h + l on the cell of `bits`, whose rows are given.
template <class Cells>
FF_HD_LARGE constexpr erfc_place place_on_cell(uint32 bits, erfc_pairs lower, erfc_pairs upper, float h,
                                               float l) {
  const float t = erfc_point(bits, lower);
  const auto [d, dl] = fast_add12(sub_rn(h, t), l);  // h - t is exact, and a multiple of ulp(h)
  return {d, dl, terms_at<Cells>(t, upper)};
}

FF_HD_LARGE constexpr uint32 erfc_pairs_of(uint32 bits) { return 2 * ((bits >> 18) - erfc_first_wide_cell); }

// f(h + l) = exp(-e (h + l)^2) times the function of Cells, on the cell of `bits`.
template <class Cells>
FF_HD_LARGE constexpr erfc_value scaled_tail(uint32 bits, float h, float l) {
  // One address on the device: the subtraction joins the loads' constant offsets, and two rows are the unit
  // of the index, which the compiler does not see to be shifted.
  const uint32 cell = hidden(bits >> 18);
  const int64 i = int64{2} * cell - int64{2} * erfc_first_wide_cell;
  const erfc_pairs lower = Cells::row(i), upper = Cells::row(i + 1);
  const auto [d, dl, terms] = place_on_cell<Cells>(bits, lower, upper, h, l);
  return erfc_polynomial(lower, upper, terms, d, dl);
}

// exp(y + ye) / scale = power exp(a.r + a.low) for |y| <= 120 and |ye| <= ulp(y)/2.
struct scaled_power {
  float power;
  exp_argument a;
};
FF_HD_LARGE constexpr scaled_power scaled_power_of(float y, float ye, float scale) {
  // The division by scale is in n: what is rounded to integers starts at so much less.
  const uint32 less_by = to_bits(scale) >> 15;
  const float rounding = from_bits(to_bits(exp_rounding) - less_by);
  const uint32 n = to_bits(fma_rn(y, exp_cells, rounding));
  const exp_row row = exp_row_at(exp_cell(n));
  const float k = whole_part(n, from_bits(to_bits(rounder<0>) - less_by));
  return {from_bits(row.shifted + (n << 15)), exp_reduced(from_words(y, ye), k, row)};
}

// This is the same power of (h + l) (s + sl), for pairs where h sl = l s: y + ye = h s, z + ze = 2 l s.
FF_HD_LARGE constexpr scaled_power power_of_product(float h, float l, float s, float sl, float scale) {
  const auto [y, ye] = two_prod(h, s);
  const auto [z, ze] = two_prod(l, add_rn(s, s));
  const auto [power, a] = scaled_power_of(y, ye, scale);
  const auto [r, e] = fast_add12(a.r, z);
  return {power, {r, add_rn(a.low, add_rn(e, fma_rn(l, sl, ze)))}};
}

// 2^64 f exp(e (h + l)^2): head and rest, |rest| little above ulp(head)/2.
template <class Cells>
FF_HD_LARGE constexpr ff_t unscaled_tail(erfc_value f, float h, float l) {
  const float s = Cells::times_exponent(h), sl = Cells::times_exponent(l);
  const auto [power, a] = power_of_product(h, l, s, sl, 0x1p-64f);
  return erfc_times_power(f, power, a);
}

// 2^64 times the function of Cells at a + l >= 0, likewise.
template <class Cells>
FF_HD_LARGE constexpr ff_t value_on_cell(float a, float l) {
  const auto [bits, h, hl] = find_erf_cell(a, l, Cells::last, erfc_wide_offset, 0);
  return unscaled_tail<Cells>(scaled_tail<Cells>(bits, h, hl), h, hl);
}

// value_on_cell of |x|, or `total` less that where the sign bit of x says so.
template <class Cells>
FF_HD_LARGE constexpr ff_t either_tail(ff_t x, float total, uint32 mirrored) {
  const uint32 sign = sign_bit(x.hi());
  const auto [m, me] = value_on_cell<Cells>(abs(x.hi()), flip_sign(x.lo(), sign));
  const float scale = flip_sign(0x1p-64f, mirrored), base = mirrored != 0 ? total : 0.0f;
  const auto [s, e] = fast_add12(base, mul_rn(m, scale));
  return fast_add12(s, fma_rn(me, scale, e));
}

// 1/x = r (1 + e), r = RN(1/x.hi).
struct rough_reciprocal {
  float r = 1.0f, e = 0.0f;
};
FF_HD_LARGE constexpr rough_reciprocal rough_reciprocal_of(ff_t x) {
  const float r = rcp_rn(x.hi());
  return {r, fma_rn(neg(x.lo()), r, fma_rn(neg(x.hi()), r, 1.0f))};
}

// 1/x^2 - z0 and the last coefficients of g; 1/x^2 = z + zl = r^2 (1 + 2 e).
FF_HD_LARGE constexpr erfc_place place_far_out(rough_reciprocal v) {
  const float z = mul_rn(v.r, v.r), zl = fma_rn(add_rn(z, z), v.e, fma_rn(v.r, v.r, neg(z)));
  // z is at most twice the point, and the difference exact from half of it on
  const auto [d, dl] = fast_add12(neg(erfcx_far_point), z);
  return {d, add_rn(dl, zl), {erfcx_far_c4, erfcx_far_c5, erfcx_far_c6, erfcx_far_c7}};
}

// g/x, its words not yet normalised.  A quotient: its residues are small, where a product's low words would
// be rounded one by one.
FF_HD_LARGE constexpr ff_t erfcx_quotient(erfc_value g, ff_t x, rough_reciprocal v) {
  const auto [r, e] = v;
  const float q = fma_rn(g.head, r, mul_rn(fma_rn(g.head, e, g.rest), r));
  // g.head - x.hi q may need 25 bits: half an ulp of it is up to 1.8 u^2 of the result
  const auto [xq, xqe] = two_prod(x.hi(), q);
  const auto [left, bit] = fast_add12(sub_rn(g.head, xq), neg(xqe));
  const auto [above, below] = fast_add12(left, g.rest);
  const float p = fma_rn(neg(x.lo()), q, above);
  return from_words(q, mul_rn(add_rn(p, fma_rn(p, e, add_rn(add_rn(below, bit), g.lowest))), r));
}

// erfcx(-x - xl) = 2 exp((x + xl)^2) - f for f = erfcx(x + xl), x >= 0; inf from 2^128 on.  All is taken at
// 2^-64 times its value: 2 exp((x + xl)^2) = power (1 + p + pe) (1 + relative), as in exp_on_cell.
FF_HD_LARGE constexpr ff_t erfcx_mirrored(erfc_value f, float x, float xl) {
  const auto [power, a] = power_of_product(x, xl, x, xl, 0x1p63f);
  const float r = a.r, half = mul_rn(r, 0.5f), p = fma_rn(half, r, r), pe = fma_rn(half, r, sub_rn(r, p));
  const float cubic = mul_rn(r, fma_rn(r, -0.25f, 1.0f / 3));
  const float relative = fma_rn(mul_rn(half, r), cubic, a.low);

  // power - f.head = base + base_low, and power p = pp + pp_low.  |pp| < |base_low| for pp below 2^-24 only,
  // and then c + ce lacks at most 2^-48.
  const float base = fma_rn(f.head, -0x1p-64f, power),
              base_low = fma_rn(f.head, -0x1p-64f, sub_rn(power, base));
  const float pp = mul_rn(power, p), pp_low = fma_rn(power, p, neg(pp));
  const auto [c, ce] = fast_add12(pp, base_low);
  const auto [head, rest] = fast_add12(base, c);
  const float tiny = fma_rn(f.lowest, -0x1p-64f, fma_rn(add_rn(power, pp), relative, pp_low));
  const float lowest = add_rn(fma_rn(f.rest, -0x1p-64f, ce), fma_rn(power, pe, tiny));
  const auto [s, e] = fast_add12(head, add_rn(rest, lowest));
  return pair_or_infinity(mul_rn(s, 0x1p64f), mul_rn(e, 0x1p64f));
}

// erfcx(x) for -9.5 < x < 2^100.
FF_HD_LARGE constexpr ff_t erfcx_main(ff_t x) {
  const float a = abs(x.hi());
  const bool remote = !less(a, erfcx_far_from);
  const uint32 bits = remote ? erfcx_far_cell : to_bits(add_rn(a, erfc_wide_offset)), i = erfc_pairs_of(bits);
  const erfc_pairs lower = erfc_cells::row(i), upper = erfc_cells::row(i + 1);
  const float l = flip_sign(x.lo(), sign_bit(x.hi()));
  const rough_reciprocal v = remote ? rough_reciprocal_of(x) : rough_reciprocal{};
  const auto [d, dl, terms] = remote ? place_far_out(v) : place_on_cell<erfc_cells>(bits, lower, upper, a, l);
  const erfc_value f = erfc_polynomial(lower, upper, terms, d, dl);
  if (less(x.hi(), 0.0f)) return erfcx_mirrored(f, a, l);
  const ff_t words = remote ? erfcx_quotient(f, x, v) : from_words(f.head, add_rn(f.rest, f.lowest));
  return fast_add12(words.hi(), words.lo());
}

// erfcx for the other x: 1/(x sqrt pi), taken at x 2^-64, or its limit.
FF_HD_OUT_OF_LINE constexpr ff_t erfcx_outside(ff_t x) {
  if (less(x.hi(), 0.0f)) return infinity;
  if (!less(x.hi(), infinity)) return isinf(x) ? 0.0f : quiet_nan;
  const ff_t w = from_words(mul_rn(x.hi(), 0x1p-64f), mul_rn(x.lo(), 0x1p-64f));
  const auto [q, ql] =
      erfcx_quotient({inverse_root_pi, inverse_root_pi_low, 0.0f}, w, rough_reciprocal_of(w));
  const auto [h, l] = fast_add12(q, ql);
  return from_words(mul_rn(h, 0x1p-64f), mul_rn(l, 0x1p-64f));
}

}  // namespace detail

/// erfc(x) = 1 - erf(x) for every x, relative to the result however small.  4 u^2
/// (bounds::error_complements); below 2^-96, from x = 8 on, low words underflow, and from 10.06 on the result
/// is 0.  erfc(-inf) = 2.
FF_HD_LARGE constexpr ff_t erfc(ff_t x) {
  return detail::either_tail<detail::erfc_cells>(x, 2.0f, detail::sign_bit(x.hi()));
}

/// The normal distribution: the probability that a standard normal variate is at most x, erfc(-x/sqrt 2)/2,
/// for every x, as erfc.  0 below x = -14.2.
FF_HD_LARGE constexpr ff_t normcdf(ff_t x) {
  return detail::either_tail<detail::normcdf_cells>(x, 1.0f, detail::sign_bit(x.hi()) ^ detail::sign_bits);
}

/// erfcx(x) = exp(x^2) erfc(x) for every x: inf below -9.38, 1/(x sqrt pi) for large x.  4 u^2
/// (bounds::error_complements); below 2^-96, from x = 2^95 on, low words underflow.  erfcx(inf) = 0.
FF_HD_LARGE constexpr ff_t erfcx(ff_t x) {
  using namespace detail;
  return plain_or(
      both(less(-9.5f, x.hi()), less(x.hi(), 0x1p100f)), [&] { return erfcx_main(x); },
      [&] { return erfcx_outside(x); });
}

namespace bounds {
inline constexpr range erfc_arguments{-6.5, 8, -60}, erfc_tail{8, 10.5, 3}, normcdf_arguments{-11.3, 8, -60},
    normcdf_tail{-14.5, -11.3, 3}, erfcx_arguments{-9.382, 0x1p95, -60},
    erfcx_tail{0x1p95, largest_float, 95};

inline constexpr function_row error_complements[] = {
    {"erfc", observed(4), {erfc_arguments}, "table of polynomials for erfcx, times exp"},
    {"erfc_underflow", observed(4, relative_to::subnormal), {erfc_tail}, "the same"},
    {"normcdf", observed(4), {normcdf_arguments}, "the same"},
    {"normcdf_underflow", observed(4, relative_to::subnormal), {normcdf_tail}, "the same"},
    {"erfcx",
     observed(4),
     {erfcx_arguments},
     "the same table; 2 exp(x^2) - erfcx(-x) below 0, a quotient beyond 10.7"},
    {"erfcx_underflow", observed(4, relative_to::subnormal), {erfcx_tail}, "the same"},
};
}  // namespace bounds

}  // namespace ff
