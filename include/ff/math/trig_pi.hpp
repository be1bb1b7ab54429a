// sinpi, cospi, sincospi and tanpi: the functions of pi x, exact at the multiples of 1/2.
//
//   x = n/2 + s (t' + d),  f(pi x) = +-f(t + (pi t' - t) + pi d), n an integer, t a point of the tables of
//   sin, cos and tan, t' the float nearest to t/pi, s a sign.
//
// Both subtractions are exact, in half-turns.  No branch for |x| < 2^14; beyond, x modulo 2 first.
#pragma once

#include <ff/math/trig.hpp>
#include <ff/type/accumulate.hpp>
#include <ff/type/constants.hpp>

namespace ff {
namespace bounds {

inline constexpr range whole_turns{-0x1p40, 0x1p40, -149};

inline constexpr function_row half_turns[] = {
    {"sinpi", observed(2.25, relative_to::subnormal), {moderate}, "table, degree 5"},
    {"sinpi_any", observed(4, relative_to::subnormal), {whole_turns}, "x modulo 2"},
    {"cospi", observed(2, relative_to::subnormal), {moderate}, "table, degree 5"},
    {"cospi_any", observed(4, relative_to::subnormal), {whole_turns}, "x modulo 2"},
    {"tanpi", observed(5, relative_to::subnormal), {moderate}, "table, quotient"},
    {"tanpi_any", observed(5, relative_to::subnormal), {whole_turns}, "x modulo 2"},
    {"sincospi_sin", observed(2.25, relative_to::subnormal), {moderate}, "table, degree 5"},
    {"sincospi_cos", observed(2.25, relative_to::subnormal), {moderate}, "table, degree 5"},
};

}  // namespace bounds

namespace detail {

inline constexpr three_words pi = constants::pi_words;

// x - n/2 for the integer n nearest to 2x, |x| < 2^22: exact.
FF_HD_LARGE constexpr quadrant_rest split_half_turn(float hi, float lo) {
  const float t = fma_rn(hi, 2.0f, rounder<0>), n = sub_rn(t, rounder<0>);
  const auto [b, bl] = fast_add12(fma_rn(n, -0.5f, hi), lo);
  return {b, bl, to_bits(t)};
}

// A finite float modulo 2, in [-1, 1].
FF_HD_LARGE constexpr float modulo_two(float a) {
  if (!less(abs(a), 0x1p23f)) return less(abs(a), 0x1p24f) && (to_bits(a) & 1u) != 0 ? 1.0f : 0.0f;
  return fma_rn(sub_rn(fma_rn(a, 0.5f, rounder<0>), rounder<0>), -2.0f, a);
}

FF_HD_OUT_OF_LINE constexpr quadrant_rest split_half_turn_any(float hi, float lo) {
  if (!less(abs(hi), infinity) || !less(abs(lo), infinity)) return {0.0f, quiet_nan, 0};
  const auto [h, l] = add12(modulo_two(hi), modulo_two(lo));
  return split_half_turn(h, l);
}

FF_HD_LARGE constexpr quadrant_rest half_turns_of(ff_t x) {
  const quadrant_rest r = split_half_turn(x.hi(), x.lo());
  // a NaN or infinity is not below 2^14; one in the low word makes r NaN
  if (less(abs(x.hi()), 0x1p14f)) return r;
  return split_half_turn_any(x.hi(), x.lo());
}

// pi = first + second + third to 2^-64: `first` has 8 bits, so that its products have short low words.
inline constexpr float pi_first = 201.0f / 64, pi_second = 0x1.fb5444p-11f, pi_third = 0x1.68c234p-38f;

// pi |r| - point, with t the float next to point/pi and d + dl = |r| - t, exactly:
//   p + pe    = first d,  q + qe = second d,  k + ke = pi t - point
//   h         = p + q + k
//   exact     = pe and what the two sums of h lose: so short that it is exact, and beside h - z too
//   low       = pi.hi dl + pi.mid dl + qe + third d + ke
// Only `low`, where pi.hi dl is the largest, and the last sum are rounded at the size of the last place.
// pi.hi t - point is exact, and t is 0 next to 0.  Where |r| is t, k may exceed the product.
FF_HD_LARGE constexpr ff_t angle_from(float point, const quadrant_rest& r) {
  const float t = mul_rn(point, 0x1.45f306p-2f);  // 1/pi less 0.68 u: one ulp more would make `most` inexact
  const auto [d, dl] = fast_add12(sub_rn(abs(r.hi), t), flip_by(r.lo, r.hi));
  const float most = fma_rn(pi.hi, t, neg(point)), k = fma_rn(pi.mid, t, most);
  const float ke = fma_rn(pi.lo, t, fma_rn(pi.mid, t, sub_rn(most, k)));
  const auto [p, pe] = two_prod(pi_first, d);
  const auto [q, qe] = two_prod(pi_second, d);
  const auto [product, product_low] = fast_add12(p, q);
  const auto [h, h_low] = add12(product, k);
  const float exact = add_rn(add_rn(pe, product_low), h_low);
  const float low = fma_rn(pi.hi, dl, add_rn(fma_rn(pi.mid, dl, fma_rn(pi_third, d, qe)), ke));
  const float z = add_rn(h, add_rn(exact, low));
  return from_words(z, add_rn(add_rn(sub_rn(h, z), exact), low));
}

// pi d for d >= 0.
FF_HD_LARGE constexpr ff_t angle_of(ff_t d) { return angle_from(0.0f, {d.hi(), d.lo(), 0}); }

// pi d less the angle_of(d) that is given.  Products below the accumulator's domain lose less than 2^-149,
// 2^-54 of an angle above least_angle.
FF_HD_LARGE constexpr float angle_rest(ff_t d, ff_t angle) {
  return accumulator(neg(angle.hi()))
      .add_product(pi.hi, d.hi())
      .renormalize()  // next to nothing is left: the rest of the product is no tail any more
      .add(neg(angle.lo()))
      .add_product(pi.hi, d.lo())
      .add_product(pi.mid, d.hi())
      .add_product(pi.mid, d.lo())
      .add_product(pi.lo, d.hi())
      .result()
      .hi();
}

// The key of a cell within the grid, for any r: a malformed pair (|lo| > |hi|) may leave a large one.
FF_HD_LARGE constexpr uint32 key_within(float r, cell_grid grid) {
  return to_bits(least(add_rn(abs(r), grid.offset), from_bits((grid.first + grid.cells - 1) << grid.shift)));
}

FF_HD_LARGE constexpr uint32 angle_key(const quadrant_rest& r, cell_grid grid) {
  return key_within(mul_rn(r.hi, pi.hi), grid);
}

// The low word of a smaller angle underflows on the way to it.
inline constexpr float least_angle = 0x1p-96f;

// |r| scale.
FF_HD_LARGE constexpr ff_t scaled_up(const quadrant_rest& r, float scale) {
  return from_words(mul_rn(abs(r.hi), scale), mul_rn(flip_by(r.lo, r.hi), scale));
}
// The low word takes what the head loses where it underflows, so that both lose half a least float together.
FF_HD_LARGE constexpr ff_t tiny_angle(const quadrant_rest& r) {
  const ff_t a = angle_of(scaled_up(r, 0x1p64f));
  const float h = mul_rn(a.hi(), 0x1p-64f), lost = fma_rn(h, -0x1p64f, a.hi());
  return from_words(h, mul_rn(add_rn(lost, a.lo()), 0x1p-64f));
}

FF_HD_LARGE constexpr sine_and_cosine sincospi_from(const quadrant_rest& r) {
  const uint32 key = angle_key(r, sine_grid);
  const sine_row row = sine_row_of(cell_index(key, r.quadrant, sine_grid));
  const ff_t d = angle_from(cell_point(key, row.f_low, sine_grid), r);
  return placed(sine_cosine_series(row, d), r.quadrant, r.hi);
}

// sin(pi x) and cos(pi x) where x is large or one of them is tiny, or NaN.
FF_HD_OUT_OF_LINE constexpr sine_and_cosine sincospi_any(float hi, float lo) {
  const quadrant_rest r = half_turns_of(from_words(hi, lo));
  if (less(least_angle, abs(r.hi))) return sincospi_from(r);
  const ff_t sine = tiny_angle(r), cosine = add_rn(1.0f, r.lo);
  const bool odd = (r.quadrant & 1u) != 0;
  const auto [s, c] = placed({odd ? cosine : sine, odd ? -sine : cosine}, r.quadrant, r.hi);
  return {equal(s.hi(), 0.0f) ? ff_t(from_bits(sign_bit(hi))) : s, from_words(add_rn(c.hi(), 0.0f), c.lo())};
}

// sin(pi (x + shift/2)).
template <uint32 shift>
FF_HD_LARGE constexpr ff_t shifted_sinpi(ff_t x) {
  const bool is_small = less(abs(x.hi()), 0x1p14f);
  if (!constant_evaluated() || is_small) {  // beyond there may be NaN on the way
    const quadrant_rest r = split_half_turn(x.hi(), x.lo());
    const uint32 q = r.quadrant + shift, key = angle_key(r, sine_grid);
    const sine_row row = sine_row_of(cell_index(key, q, sine_grid));
    const ff_t z = sine_series(row, angle_from(cell_point(key, row.f_low, sine_grid), r));
    if (is_small && less(least_angle, abs(z.hi()))) return flip_by_bit(z, sine_sign(q, r.hi));
  }
  const auto [s, c] = sincospi_any(x.hi(), x.lo());
  return shift == 0 ? s : c;
}

FF_HD_LARGE constexpr ff_t tangent_pi_from(const quadrant_rest& r) {
  const uint32 key = angle_key(r, tangent_grid);
  const tangent_row row = tangent_row_of(cell_index(key, r.quadrant, tangent_grid));
  const ff_t d = angle_from(cell_point(key, row.f_low, tangent_grid), r);
  return flip_sign(tangent_series(row, d), sign_bit(r.hi));
}

FF_HD_OUT_OF_LINE constexpr ff_t tangent_pi_any(float hi, float lo) {
  const quadrant_rest r = half_turns_of(from_words(hi, lo));
  const uint32 turn = r.quadrant << 30 & sign_bits;
  const bool tiny = !less(least_angle, abs(r.hi));
  const bool at_zero = (r.quadrant & 1u) == 0 || !equal(r.lo, r.lo);
  if (!tiny && (at_zero || !at_pole(angle_key(r, tangent_grid), 1))) return tangent_pi_from(r);
  if (at_zero) {  // or NaN
    const ff_t z = tiny_angle(r);
    return equal(z.hi(), 0.0f) ? ff_t(from_bits(turn ^ sign_bit(hi))) : flip_sign(z, sign_bit(r.hi));
  }
  if (equal(r.hi, 0.0f)) return from_bits(infinity_bits | turn);
  const float scale = tiny ? 0x1p64f : 1.0f;  // the series' a/3, then not to scale, is below 2^-62 of 1/a
  const ff_t d = scaled_up(r, scale), a = angle_of(d), z = pole_series(a, angle_rest(d, a));
  return flip_sign(from_words(mul_rn(z.hi(), scale), mul_rn(z.lo(), scale)), sign_bit(r.hi));
}

}  // namespace detail

/// sin(pi x) for every finite x, to 2.25 u^2; below 2^-96 the words underflow.  Exact at multiples of 1/2,
/// +-0 at integers, with the sign of x; NaN for infinities (C23, IEEE 754-2019).
FF_HD_LARGE constexpr ff_t sinpi(ff_t x) { return detail::shifted_sinpi<0>(x); }

/// cos(pi x) for every finite x, to 2 u^2; below 2^-96 the words underflow.  Exact at multiples of 1/2, +0
/// half-way between integers; NaN for infinities.
FF_HD_LARGE constexpr ff_t cospi(ff_t x) { return detail::shifted_sinpi<1>(x); }

/// Both at once, for less than the two calls, to 2.25 u^2; the same special values, not the same bits.
FF_HD_LARGE constexpr sine_and_cosine sincospi(ff_t x) {
  using namespace detail;
  const bool is_small = less(abs(x.hi()), 0x1p14f);
  if (!constant_evaluated() || is_small) {
    const quadrant_rest r = split_half_turn(x.hi(), x.lo());
    const sine_and_cosine z = sincospi_from(r);
    if (is_small && less(least_angle, abs(r.hi))) return z;
  }
  return sincospi_any(x.hi(), x.lo());
}
FF_HD_LARGE constexpr void sincospi(ff_t x, ff_t* s, ff_t* c) {
  const sine_and_cosine both = sincospi(x);
  *s = both.s;
  *c = both.c;
}

/// tan(pi x) for every finite x, to 5 u^2.  tanpi(n) is +0 for even n >= +0 and
/// odd n < 0, else -0; tanpi(n + 1/2) is +inf for even n, -inf for odd n; NaN for infinities (C23).
FF_HD_LARGE constexpr ff_t tanpi(ff_t x) {
  using namespace detail;
  if (constant_evaluated()) return tangent_pi_any(x.hi(), x.lo());  // where there may be no NaN
  const ff_t z = tangent_pi_from(split_half_turn(x.hi(), x.lo()));
  const bool is_small = less(abs(x.hi()), 0x1p14f), finite = less(abs(z.hi()), infinity),
             tiny = !less(least_angle, abs(z.hi()));
  return static_cast<bool>(is_small & finite & !tiny) ? z : tangent_pi_any(x.hi(), x.lo());
}

}  // namespace ff
