// The gamma function.
//
// Cells of width 1/4 hold Gamma in every second unit: [1, 2 + 5/32), [3 + 5/32, 4 + 5/32), ..., up to 34 +
// 5/32. In the units between, Gamma(x) = (x - 1) Gamma(x - 1).  A cell has a polynomial of degree 11 in r = x
// - c:
//
//   A + r B + r^2 (C + r D + r^2 (E + r F + r^2 (G + r H + r^2 t))),  t of degree 3,  -3/32 <= r <= 5/32.
//
// A to H are pairs, the four coefficients of t are floats.  r reaches further up than down: where Gamma grows
// by a factor of 1.7 within a cell, an error of A counts the more the smaller Gamma(c + r) is.  Two terms are
// added at a time.  A, C, E and G are even derivatives of Gamma and outweigh all that is added to them, so
// each residue is exact; B and D vanish within the range.  Integers are centres: tgamma(n) is (n - 1)! to the
// last bit.
#pragma once

#include <ff/basic.hpp>
#include <ff/math/bounds.hpp>
#include <ff/math/gamma_table.hpp>
#include <ff/operators.hpp>
#include <ff/type/integral.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr gamma_row tgamma_row(size_t fifth, uint32 cell) {
  return table_row<tgamma_table>(fifth, cell);
}

// r + low, and its square.
struct gamma_offset {
  float r, low, square, square_low;
};
FF_HD_LARGE constexpr gamma_offset gamma_offset_of(float r, float low) {
  const float square = mul_rn(r, r);
  return {r, low, square, fma_rn(add_rn(r, r), low, fma_rn(r, r, neg(square)))};
}

// a + r b + r^2 c + low: the head rounded to nearest, its residue, and the low words' and r's share.  Exact
// but for their roundings, since a outweighs the rest or is zero, and b outweighs c.
struct gamma_terms {
  float head, residue, rest;
};
FF_HD_LARGE constexpr gamma_terms gamma_add_terms(float a, float low, ff_t b, ff_t c, const gamma_offset& o) {
  const float s = fma_rn(o.r, b.hi(), a), e = fma_rn(o.r, b.hi(), sub_rn(a, s));
  const float t = fma_rn(o.square, c.hi(), s), f = fma_rn(o.square, c.hi(), sub_rn(s, t));
  const float of_c = fma_rn(o.square, c.lo(), fma_rn(o.square_low, c.hi(), low));
  return {t, add_rn(e, f), fma_rn(o.r, b.lo(), fma_rn(o.low, b.hi(), of_c))};
}

// Inner terms need this result as a pair.
FF_HD_LARGE constexpr ff_t gamma_pair(gamma_row ab, ff_t c, const gamma_offset& o) {
  const gamma_terms v = gamma_add_terms(ab.a, ab.b, from_words(ab.c, ab.d), c, o);
  return from_words(v.head, add_rn(v.residue, v.rest));
}

// The polynomial of a cell: four coefficients, and the rest as one pair.  The low word of a comes last, which
// rounds the least.
FF_HD_LARGE constexpr ff_t gamma_polynomial(gamma_row ab, gamma_row cd, ff_t rest, const gamma_offset& o) {
  const gamma_terms v = gamma_add_terms(ab.a, 0.0f, from_words(ab.c, ab.d), gamma_pair(cd, rest, o), o);
  const auto [h, l] = fast_add12(v.head, v.residue);
  return fast_add12(h, add_rn(add_rn(l, v.rest), ab.b));
}

// a + r c + r^2 (e + tail), a and c pairs: the innermost terms of a polynomial.
FF_HD_LARGE constexpr ff_t gamma_inner(gamma_row ac, float e, float tail, const gamma_offset& o) {
  const float s = fma_rn(o.r, ac.c, ac.a), se = fma_rn(o.r, ac.c, sub_rn(ac.a, s));
  const auto [t, te] = fast_add12(e, tail);
  const float q = fma_rn(o.square, t, s), qe = fma_rn(o.square, t, sub_rn(s, q));
  const float low = fma_rn(o.square_low, t, fma_rn(o.low, ac.c, fma_rn(o.r, ac.d, ac.b)));
  return from_words(q, add_rn(add_rn(se, qe), fma_rn(o.square, te, low)));
}

// g f; g where f is 1; +0 where f is 0.  mul22 rounds the cross terms once more, which here would count: the
// larger of them enters the tail by an fma, 6 flops.
FF_HD_LARGE constexpr ff_t gamma_times(ff_t g, ff_t f) {
  const float cross = fma_rn(g.hi(), f.lo(), 0.0f);  // a product of zero is +0
  const float p = fma_rn(g.hi(), f.hi(), fma_rn(g.lo(), f.hi(), cross));
  return from_words(p, fma_rn(g.lo(), f.hi(), add_rn(fma_rn(g.hi(), f.hi(), neg(p)), cross)));
}

// The cell of Gamma(1 + y): its centre less 1, and its row.  `step` says that the row is that of Gamma(y).
// n counts quarters: 8 b + 4 step + q for the centre 2 b + step + (q + 1)/4, and -1 for the centre 0, whose
// row is the last.
struct gamma_place {
  float centre;
  uint32 row;
  bool step;
};
FF_HD_LARGE constexpr gamma_place gamma_place_of(float y) {
  const float nearest = add_rn(sub_rn(y, 9.0f / 32), rounder<2>);  // n is in its last bits
  const uint32 n = to_bits(nearest), half = n >> 1;
  const uint32 row = (half ^ ((half ^ n) & 3u)) - (to_bits(rounder<2>) >> 1);  // 4 b + q
  return {sub_rn(nearest, rounder<2> - 0.25f), index_within(row, 68u), (n & 0x400004u) == 0x400004u};
}

// Gamma(x) for 1 <= x <= 35.04, Gamma(1 + |x|) for -34.03 <= x < 1; something beyond.
FF_HD_LARGE constexpr ff_t tgamma_cell(ff_t x) {
  const float a = abs(x.hi()), y = sub_rn(a, less(x.hi(), 1.0f) ? 0.0f : 1.0f);  // exact
  const float yl = flip_sign(x.lo(), sign_bit(x.hi()));
  const auto [centre, i, step] = gamma_place_of(y);
  const auto [r, low] = fast_add12(sub_rn(y, centre), yl);  // the difference is exact
  const gamma_offset o = gamma_offset_of(r, low);
  const gamma_row t = tgamma_row(4, i);
  const float tail = mul_rn(r, fma_rn(r, fma_rn(r, t.d, t.c), t.b));
  const ff_t inner = gamma_pair(tgamma_row(2, i), gamma_inner(tgamma_row(3, i), t.a, tail, o), o);
  const ff_t g = gamma_polynomial(tgamma_row(0, i), tgamma_row(1, i), inner, o);
  return gamma_times(g, from_words(step ? y : 1.0f, step ? yl : 0.0f));
}

// The integer nearest to v; of two, any.
FF_HD_LARGE constexpr float gamma_nearest_whole(float v) {
  const float a = abs(v);
  return less(a, 0x1p23f) ? with_sign(sub_rn(add_rn(a, 0x1p23f), 0x1p23f), sign_bit(v)) : v;
}

// y = n + r for a whole number n next to y, which may be large.
struct gamma_whole {
  bool odd;   // n
  uint32 n;   // where it is below 2^24
  ff_t rest;  // exact; zero only for whole y
};
FF_HD_LARGE constexpr gamma_whole gamma_nearest_whole(ff_t y) {
  const float h = gamma_nearest_whole(y.hi()), l = gamma_nearest_whole(y.lo());
  const int hi = less(abs(h), 0x1p24f) ? static_cast<int>(h) : 0;
  const int lo = less(abs(l), 0x1p24f) ? static_cast<int>(l) : 0;
  const auto n = static_cast<uint32>(hi + lo);
  return {(n & 1u) != 0, n, add12(sub_rn(y.hi(), h), sub_rn(y.lo(), l))};
}

// x less a whole number next to it, |x| < 2^22.
FF_HD_LARGE constexpr ff_t gamma_rest(ff_t x) {
  return fast_add12(sub_rn(x.hi(), sub_rn(add_rn(x.hi(), rounder<0>), rounder<0>)), x.lo());
}

// The radius about the poles within which Gamma(1 + n + r) is n! and sin(pi r) is pi r.
FF_HD_LARGE constexpr bool gamma_near_pole(ff_t r) { return less(abs(r.hi()), 0x1p-56f); }

// sin(pi r) / pi for |r| <= 1/2, by a polynomial in r^2.
FF_HD_LARGE constexpr ff_t gamma_sine(ff_t r) {
  const float s = mul_rn(r.hi(), r.hi());
  const gamma_offset o =
      gamma_offset_of(s, fma_rn(add_rn(r.hi(), r.hi()), r.lo(), fma_rn(r.hi(), r.hi(), neg(s))));
  const gamma_row bgh = gamma_sine_bgh;
  const ff_t inner = gamma_inner(gamma_sine_ef, bgh.c, mul_rn(s, bgh.d), o);
  const gamma_terms v =
      gamma_add_terms(1.0f, 0.0f, from_words(bgh.a, bgh.b), gamma_pair(gamma_sine_cd, inner, o), o);
  const auto [h, l] = fast_add12(v.head, v.residue);
  return mul22(from_words(h, add_rn(l, v.rest)), r);
}

// sin(pi r) Gamma(1 + y) / pi = value 2^exponent for y = n + r > 0, n an integer next to y and at most 65.
// Words that are no pair may have any n; the steps stay few. The cell is Gamma(1 + y), unless n exceeds 33:
// then k = n - 33 steps make it,
//   Gamma(1 + y) = y (y - 1) ... (y - k + 1) Gamma(1 + y - k).
// A step costs 1 u^2.  Off the poles the reciprocal loses its last bits, below 2^-101, from n = 40 on, so at
// most 6 steps count; next to the poles the product is n!, right to 1.6 u^2 for every n.
struct gamma_scaled {
  ff_t value;
  int exponent;
};
FF_HD_OUT_OF_LINE constexpr gamma_scaled gamma_reflected(ff_t y, uint32 n, ff_t r, ff_t cell) {
  uint32 k = n < 33u ? 0u : index_within(n - 33u, 32u);
  if (k != 0) cell = tgamma_cell(from_words(sub_rn(static_cast<float>(k), y.hi()), neg(y.lo())));
  int exponent = ilogb(cell);
  ff_t g = ldexp(cell, -exponent);
  for (; k != 0; --k, exponent += 6) {
    const ff_t factor = from_words(sub_rn(y.hi(), static_cast<float>(k - 1)), y.lo());
    g = mul22(g, from_words(mul_rn(factor.hi(), 1.0f / 64), mul_rn(factor.lo(), 1.0f / 64)));
  }
  if (gamma_near_pole(r)) return {mul22(ldexp(r, 100), g), exponent - 100};
  return {mul22(gamma_sine(r), g), exponent};
}

// Gamma(x) for -27.5 < x < 1 off the poles, by Gamma(1 + |x|), with r = x - n, n the integer next to x:
//   Gamma(x) = pi / (sin(pi x) Gamma(1 - x)) = (-1)^n / (sin(pi r)/pi Gamma(1 - x)) = Gamma(1 + x) / x.
FF_HD_LARGE constexpr ff_t tgamma_below_one(ff_t x, ff_t r, ff_t cell) {
  const bool positive = less(0.0f, x.hi());
  const ff_t product = mul22(gamma_sine(r), cell),
             one = flip_sign(1.0f, to_bits(add_rn(x.hi(), rounder<0>)) << 31);
  return div22(positive ? cell : one, positive ? x : product);
}

// tgamma near the poles, below -27.5, at 29, 34.99 and above.
FF_HD_OUT_OF_LINE constexpr ff_t tgamma_elsewhere(ff_t x, ff_t cell) {
  const float a = x.hi();
  if (isnan(x)) return quiet_nan;
  if (!less(a, 1.0f)) {
    if (!less(a, 35.05f) || !less(cell.hi(), infinity)) return infinity;
    // 28 27! and 34 33!, products of a rounded factorial, miss the last bit
    if (equal(a, 29.0f) && equal(x.lo(), 0.0f)) return from_words(0x1.ec92dep97f, -0x1.b852d4p72f);
    if (equal(a, 35.0f) && equal(x.lo(), 0.0f)) return from_words(0x1.bc378ap127f, -0x1.73081ap101f);
    return cell;
  }
  if (equal(a, 0.0f)) return from_bits(to_bits(a) | infinity_bits);
  if (less(0.0f, a)) return cell / x;
  const gamma_whole y = gamma_nearest_whole(-x);
  if (equal(a, -infinity) || equal(y.rest.hi(), 0.0f)) return quiet_nan;
  const uint32 sign = y.odd ? 0u : sign_bits;  // Gamma(-y) = -pi / (sin(pi y) Gamma(1 + y))
  if (less(a, -64.5f)) return from_bits(sign ^ sign_bit(y.rest.hi()));
  const gamma_scaled d = gamma_reflected(-x, y.n, y.rest, cell);
  return ldexp(flip_sign(div12(1.0f, d.value), sign), -d.exponent);
}

}  // namespace detail

namespace bounds {
inline constexpr range below_one{-27, 1, -126}, far_below_one{-60, -27, 4};

inline constexpr function_row tgammas[] = {
    {"tgamma", observed(8), {{1, 35.04, 0}}, "cells of degree 11"},
    {"tgamma_below_one", observed(13), {below_one}, "the same, reflection"},
    {"tgamma_underflow", observed(12, relative_to::subnormal), {far_below_one}, "reflection, recurrence"},
};
}  // namespace bounds

/// The gamma function, for every x (bounds::tgammas): 8 u^2 from 1 on, 13 u^2 below, also next to the poles;
/// in units of the result + 2^-103 where its words underflow, from -27 on.  Correctly rounded for integers.
/// tgamma(+-0) = +-inf, tgamma(x) = inf from 35.0401 on; NaN for negative integers and -inf.
FF_HD_LARGE constexpr ff_t tgamma(ff_t x) {
  const ff_t cell = detail::tgamma_cell(x);
  const bool usual = !equal(x.hi(), 29.0f);  // whose factorial tgamma_elsewhere has
  if (detail::between(x.hi(), 1.0f, 34.99f) && usual) return cell;
  const ff_t r = detail::gamma_rest(x);
  if (detail::within(x.hi(), 0.0f, 27.5f) && usual && !detail::gamma_near_pole(r))
    return detail::tgamma_below_one(x, r, cell);
  return detail::tgamma_elsewhere(x, cell);
}

}  // namespace ff
