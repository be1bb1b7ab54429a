// sin, cos, sincos and tan of every ff_t.
//
//   x = q pi/2 + s (t + d)  (trig_reduction.hpp), t a table's point, |d| < 2^-7,
//   sin(t + d) = sin t + d (cos t - d/2 sin t + c (cos t - d/4 sin t)), c = -d^2/6 + d^4/120, and so for cos,
//   tan(t + d) = tan t + (1 + tan^2 t) tan d / (1 - tan t tan d).
//
// The series are nested.  Every step is an FMA and the same FMA less its result, so that heads stay exact and
// only tails are rounded.  No branch for |x| < 2^13; beyond, and within 2^-19 |x| of a multiple of pi/2, all
// is done again after a longer reduction: in floats for |x| < 2^30, else, or within 2^-10 of a multiple, in
// integers, out of line.  That branch comes last: nvcc then makes one of two equal calls.
#pragma once

#include <ff/eft.hpp>
#include <ff/math/bounds.hpp>
#include <ff/math/trig_reduction.hpp>
#include <ff/platform/paths.hpp>

namespace ff {
namespace bounds {

// Up to 2^14, a little beyond the path without a branch; and beyond that.
inline constexpr range moderate{-16384, 16384, -60}, far_angles{-0x1p127, 0x1p127, 9};

inline constexpr function_row trigonometric[] = {
    {"sin", observed(2.25), {moderate}, "table, degree 5"},
    {"sin_huge", observed(2.25), {far_angles}, "51 turns in floats; from 2^30 Payne-Hanek"},
    {"sin_tiny", observed(4, relative_to::subnormal), {{-1, 1, -149}}, "table, degree 5"},
    {"cos", observed(2.25), {moderate}, "table, degree 5"},
    {"cos_huge", observed(2.25), {far_angles}, "51 turns in floats; from 2^30 Payne-Hanek"},
    {"tan", observed(4), {moderate}, "table, quotient"},
    {"tan_huge", observed(4), {far_angles}, "51 turns in floats; from 2^30 Payne-Hanek"},
    {"tan_tiny", observed(4, relative_to::subnormal), {{-1, 1, -149}}, "table, quotient"},
    {"sincos_sin", observed(2.5), {moderate}, "table, degree 5"},
    {"sincos_cos", observed(2.5), {moderate}, "table, degree 5"},
};

}  // namespace bounds

/// The two results of sincos.
struct sine_and_cosine {
  ff_t s, c;
};

namespace detail {

FF_HD_LARGE constexpr sine_row sine_row_of(uint32 index) {
  return cell_row<sine_row_table>(index, sine_grid);
}
FF_HD_LARGE constexpr tangent_row tangent_row_of(uint32 index) {
  return cell_row<tangent_row_table>(index, tangent_grid);
}

// -h^2/6 + h^4/120, from -h^2/2.
FF_HD_LARGE constexpr float cubic_of(float square) {
  return mul_rn(square, fma_rn(square, 1.0f / 30, 1.0f / 3));
}

// m + me + low, where m + me is an exact sum and low is a few ulps of m at most.  me + low is rounded for the
// head only.  me has so few bits that m - z + me is exact: the last sum is the one rounding, of half an ulp.
FF_HD_LARGE constexpr ff_t head_and_tails(float m, float me, float low) {
  const float z = add_rn(m, add_rn(me, low));
  return from_words(z, add_rn(add_rn(sub_rn(m, z), me), low));
}

// f + d (g - f d/2 + c (g - f d/4)), c = -d^2/6 + d^4/120: sin or cos of t + d for a row of t, f = sin t or
// cos t and g its derivative.  In steps, d = h + d.lo:
//   g' + gl = g - f h/2 + c (g - f h/4)
//   q + qe  = h g',  m + me = f + q, both exact
//   low     = qe + d.lo (g - f h - g h^2/2) + h gl + f_low, of which f_low may be the largest and comes last
FF_HD_LARGE constexpr ff_t sine_series(sine_row r, ff_t d) {
  const float h = d.hi(), half = mul_rn(h, -0.5f), square = mul_rn(half, h), cubic = cubic_of(square);
  const float g = fma_rn(half, r.f, r.g), drop = sub_rn(r.g, g);  // g = g - f d/2
  const float gl =
      fma_rn(cubic, fma_rn(0.5f, drop, g), add_rn(fma_rn(half, r.f, drop), fma_rn(half, r.f_low, r.g_low)));
  const auto [q, qe] = two_prod(h, g);
  const auto [m, me] = fast_add12(r.f, q);
  const float slope = fma_rn(square, r.g, sub_rn(g, drop));
  return head_and_tails(m, me, add_rn(fma_rn(h, gl, fma_rn(d.lo(), slope, qe)), r.f_low));
}

// The sign of sin(q pi/2 + y) in the leading bit, the parity of the half-turns below; the others are any.
FF_HD_LARGE constexpr uint32 sine_sign(uint32 q, float y) {
  return (q + static_cast<uint32>(static_cast<int32>(to_bits(y)) >> 31)) << 30;
}

// A row, d, and what flips the signs of f(t + d) and f'(t + d), in the leading bits.
struct sine_place {
  sine_row row;
  ff_t d;
  uint32 s_sign, c_sign;
};

template <class Parts>
FF_HD_LARGE constexpr sine_place sine_place_of(const Parts& p) {
  const uint32 key = cell_key(p.y, sine_grid), sign = sine_sign(p.quadrant, p.y);
  const sine_row r = sine_row_of(cell_index(key, p.quadrant, sine_grid));
  return {r, offset_from(cell_point(key, r.f_low, sine_grid), p), sign, sign ^ to_bits(p.y)};
}
// This is the place of an x that split_quadrant leaves to others, and of shift quadrants more.
template <uint32 shift>
FF_HD_LARGE constexpr sine_place large_sine_place(ff_t x) {
  large_parts p = reduce_large(x);  // of |x|
  p.quadrant += shift;
  sine_place place = sine_place_of(p);
  if (shift == 0) place.s_sign ^= to_bits(x.hi());
  return place;
}

FF_HD_LARGE constexpr ff_t sine_at(const sine_place& p) {
  return flip_by_bit(sine_series(p.row, p.d), p.s_sign);
}

// sin(x + shift pi/2).
template <uint32 shift>
FF_HD_LARGE constexpr ff_t shifted_sin(ff_t x) {
  const quadrant_parts p = split_quadrant<shift>(x);
  return plain_or(
      p.ordinary, [&] { return sine_at(sine_place_of(p)); },
      [&] { return sine_at(large_sine_place<shift>(x)); });
}

// sin and cos of t + d for a row of an even quadrant, cos and -sin for one of an odd quadrant: f(t + d) and
// f'(t + d) of f'' = -f, two such series that share heads.
FF_HD_LARGE constexpr sine_and_cosine sine_cosine_series(sine_row r, ff_t d) {
  const float h = d.hi(), half = mul_rn(h, 0.5f), cubic = cubic_of(mul_rn(neg(half), h));
  const float g = fma_rn(neg(r.f), half, r.g), g_drop = sub_rn(r.g, g);  // g = cos t - d/2 sin t
  const float f = fma_rn(r.g, half, r.f), f_drop = sub_rn(r.f, f);       // f = sin t + d/2 cos t
  const float gl = fma_rn(cubic, fma_rn(0.5f, g_drop, g),
                          fma_rn(neg(r.f_low), half, add_rn(fma_rn(neg(r.f), half, g_drop), r.g_low)));
  const float fl = fma_rn(cubic, fma_rn(0.5f, f_drop, f),
                          fma_rn(r.g_low, half, add_rn(fma_rn(r.g, half, f_drop), r.f_low)));
  const auto [q, qe] = two_prod(h, g);
  const auto [p, pe] = two_prod(neg(h), f);
  const auto [s, se] = fast_add12(r.f, q);
  const auto [c, ce] = fast_add12(r.g, p);
  const float s_low = add_rn(fma_rn(h, gl, fma_rn(d.lo(), c, qe)), r.f_low);
  const float c_low = add_rn(fma_rn(neg(h), fl, fma_rn(neg(d.lo()), s, pe)), r.g_low);
  return {head_and_tails(s, se, s_low), head_and_tails(c, ce, c_low)};
}

// f and f' at |y| with the signs that make them sin and cos of q pi/2 + y.
FF_HD_LARGE constexpr sine_and_cosine placed(sine_and_cosine f, uint32 s_sign, uint32 c_sign) {
  return {flip_by_bit(f.s, s_sign), flip_by_bit(f.c, c_sign)};
}
FF_HD_LARGE constexpr sine_and_cosine placed(sine_and_cosine f, uint32 q, float y) {
  const uint32 sign = sine_sign(q, y);
  return placed(f, sign, sign ^ to_bits(y));
}

FF_HD_LARGE constexpr sine_and_cosine sine_and_cosine_at(const sine_place& p) {
  return placed(sine_cosine_series(p.row, p.d), p.s_sign, p.c_sign);
}

// f + g tan d / (1 - f tan d): tan or -cot of t + d for a row of t, f = tan t or -cot t, g = 1 + f^2, whose
// low word is exact but for f_low, for |f| < 2^12. tan d = d (1 + d^2/3 + 2 d^4/15), of which the bracket
// comes last: `odd`.
//   p + numerator_tail   = g d
//   y + denominator_tail = 1 - f d
//   q + e/y              = (g d + q odd) / (1 - f d)
FF_HD_LARGE constexpr ff_t tangent_series(tangent_row r, ff_t d) {
  const float h = d.hi(), g = fma_rn(r.f, r.f, 1.0f);
  const float g_low = fma_rn(mul_rn(r.f, 2.0f), r.f_low, fma_rn(r.f, r.f, sub_rn(1.0f, g)));
  const float cross = fma_rn(g, d.lo(), mul_rn(g_low, h)), p = fma_rn(g, h, cross);
  const float numerator_tail = add_rn(fma_rn(g, h, neg(p)), cross);
  const float y = fma_rn(neg(r.f), h, 1.0f), ye = fma_rn(neg(r.f), h, sub_rn(1.0f, y));
  const float denominator_tail = fma_rn(neg(r.f), d.lo(), fma_rn(neg(r.f_low), h, ye));
  const float inverse = rcp_rn(y), q = mul_rn(p, inverse), square = mul_rn(h, h);
  const float odd = mul_rn(square, fma_rn(square, 2.0f / 15, 1.0f / 3));
  // the two tails first: what they leave of p - q y is the largest
  const float e = add_rn(fma_rn(neg(q), y, p), fma_rn(q, sub_rn(odd, denominator_tail), numerator_tail));
  const float correction = sub_rn(fma_rn(neg(y), inverse, 1.0f), denominator_tail);
  const float full_inverse = fma_rn(correction, inverse, inverse);
  const auto [z, zl] = fast_add12(r.f, q);
  return fast_add12(z, fma_rn(e, full_inverse, add_rn(zl, r.f_low)));
}

// 1/(d + rest) for a rest of rounding errors: rcp22 and its residue.
FF_HD_LARGE constexpr ff_t reciprocal_of(ff_t d, float rest) {
  const auto [r, rl] = rcp22(d);
  const float e = fma_rn(neg(d.hi()), rl, fma_rn(neg(d.lo()), r, fma_rn(neg(d.hi()), r, 1.0f)));
  return from_words(r, fma_rn(fma_rn(neg(rest), r, e), r, rl));
}

// Within the pole's cells: -cot(d + rest) = -1/(d + rest) + d/3.
FF_HD_LARGE constexpr ff_t pole_series(ff_t d, float rest) {
  const auto [r, rl] = reciprocal_of(d, rest);
  return -fast_add12(r, fma_rn(d.hi(), -1.0f / 3, rl));
}

// tan at a cell that has a row.
template <class Parts>
FF_HD_LARGE constexpr ff_t tangent_at(const Parts& p) {
  const uint32 key = cell_key(p.y, tangent_grid);
  const tangent_row r = tangent_row_of(cell_index(key, p.quadrant, tangent_grid));
  return flip_by(tangent_series(r, offset_from(cell_point(key, r.f_low, tangent_grid), p)), p.y);
}

// True where -cot is asked for and the table has no row.
FF_HD_LARGE constexpr bool at_pole(uint32 key, uint32 quadrant) {
  return key >> tangent_grid.shift < tangent_grid.first + pole_cells && (quadrant & 1u) != 0;
}

template <class Parts>
FF_HD_LARGE constexpr ff_t tangent_or_pole(const Parts& p) {
  if (!at_pole(cell_key(p.y, tangent_grid), p.quadrant)) return tangent_at(p);
  return flip_by_bit(pole_series(offset_from(0.0f, p), 0.0f), to_bits(p.y));
}
FF_HD_OUT_OF_LINE constexpr ff_t tangent_any(float hi, float lo) {
  const ff_t x = from_words(hi, lo);
  const quadrant_parts p = split_quadrant(x);
  return p.ordinary ? tangent_or_pole(p) : flip_by_bit(tangent_or_pole(reduce_large(x)), to_bits(hi));
}

}  // namespace detail

/// sin x for every finite x, to 2.25 u^2; sin(+-0) = +-0, NaN for infinities.
FF_HD_LARGE constexpr ff_t sin(ff_t x) { return detail::shifted_sin<0>(x); }

/// cos x for every finite x, to 2.25 u^2; cos(+-0) = 1, NaN for infinities.
FF_HD_LARGE constexpr ff_t cos(ff_t x) { return detail::shifted_sin<1>(x); }

/// Both at once, for less than the two calls, to 2.5 u^2; the same special values, not the same bits.
FF_HD_LARGE constexpr sine_and_cosine sincos(ff_t x) {
  using namespace detail;
  const quadrant_parts p = split_quadrant(x);
  return plain_or(
      p.ordinary, [&] { return sine_and_cosine_at(sine_place_of(p)); },
      [&] { return sine_and_cosine_at(large_sine_place<0>(x)); });
}
FF_HD_LARGE constexpr void sincos(ff_t x, ff_t* s, ff_t* c) {
  const sine_and_cosine both = sincos(x);
  *s = both.s;
  *c = both.c;
}

/// tan x for every finite x, to 4 u^2; tan(+-0) = +-0, NaN for infinities.
FF_HD_LARGE constexpr ff_t tan(ff_t x) {
  using namespace detail;
  if (constant_evaluated()) return tangent_any(x.hi(), x.lo());  // where there may be no NaN
  const quadrant_parts p = split_quadrant(x);
  const ff_t z = tangent_at(p);  // NaN where the table has no row
  const bool known = equal(z.hi(), z.hi());
  return static_cast<bool>(known & p.ordinary) ? z : tangent_any(x.hi(), x.lo());
}

}  // namespace ff
