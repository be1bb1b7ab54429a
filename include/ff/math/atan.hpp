// Inverse tangents: a table point's angle and a rotation by it,
//
//   atan(u/v) = atan(t) + atan((u - t v) / (v + t u)),
//
// t the point of the cell that holds u/v, the second angle at most 2^-8.  For atan2 t is at most 1 and has so
// few bits that u - t v is exact but for low words.  atan's first cells are finer, for 2 u^2.
//
// Tang, ARITH-10, 1991 (table-driven functions).
#pragma once

#include <ff/basic.hpp>
#include <ff/math/atan_table.hpp>
#include <ff/math/bounds.hpp>

namespace ff {
namespace bounds {

inline constexpr range all_but_tiny{-largest_float, largest_float, -96}, coordinates{-0x1p30, 0x1p30, -30},
    wide_coordinates{-0x1p127, 0x1p127, -149};

inline constexpr function_row inverse_tangents[] = {
    {"atan", observed(2), {all_but_tiny}, "table, rotation"},
    {"atan_tiny", observed(1, relative_to::subnormal), {tiny}, "table, rotation"},
    {"atan2", observed(4), {coordinates, coordinates}, "table, rotation"},
    {"atan2_wide",
     observed(4, relative_to::subnormal),
     {wide_coordinates, wide_coordinates},
     "table, rotation"},
};

}  // namespace bounds

namespace detail {

// The point of the cell that holds a >= 0.
struct tangent_point {
  float t;
  uint32 cell;
};

FF_HD_LARGE constexpr tangent_point tangent_point_near(float a, angle_grid grid) {
  const uint32 key = to_bits(add_rn(a, grid.shifted)) + (1u << (tangent_shift - 1)),
               cell = key >> tangent_shift;
  return {sub_rn(from_bits(cell << tangent_shift), grid.offset), cell - grid.first};
}

// k pi/2 + angle, less k half_pi_rest, for k = 0, +-1 or 2 and an angle up to pi/3: exact.
FF_HD_LARGE constexpr ff_t quarter_turns(float k, float angle) {
  constexpr float head = 0x1.921fb6p0f, middle = -0x1.778p-25f;
  const float s = fma_rn(k, head, angle), rest = add_rn(fma_rn(k, head, neg(s)), angle);
  return from_words(s, fma_rn(k, middle, rest));
}
// The third word of pi/2, and 2^-51 more: half of what the pair of pi/4 is too large, so that pi - pi/4 is 3
// pi/4 to the last bit.
inline constexpr float half_pi_rest = 0x1.68d1a8p-39f;

// base + q + rest for |q| up to base.hi or base = 0, rest small.  base.lo enters before the head is rounded.
FF_HD_LARGE constexpr ff_t angle_sum(ff_t base, float q, float rest) {
  const auto [g, g_rest] = fast_add12(q, base.lo());
  const auto [s, s_rest] = fast_add12(base.hi(), g);
  return fast_add12(s, add_rn(s_rest, add_rn(g_rest, rest)));
}

// (atan(q) - q)/q from z = RN(q^2), rounded once: -q^2/3 with the low word of q^2 and a second word of 1/3.
FF_HD_LARGE constexpr float cubic_of_tangent(float q, float z) {
  constexpr float third = 1.0f / 3, third_rest = -0x1.555556p-27f;
  const float z_rest = fma_rn(q, q, neg(z)), fifth = fma_rn(z, 0.2f, neg(third_rest));
  return fma_rn(z, neg(third), fma_rn(z, fifth, mul_rn(z_rest, neg(third))));
}

}  // namespace detail

/// The inverse tangent of x, in [-pi/2, pi/2].  2 u^2 for every x; below 2^-96 the low word underflows.
/// atan(+-0) = +-0, atan(+-inf) = +-pi/2.
FF_HD_LARGE constexpr ff_t atan(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const bool is_large = less(0x1p60f, abs(x.hi()));
  const float a = is_large ? 0x1p60f : abs(x.hi()), l = is_large ? 0.0f : flip_sign(x.lo(), sign);
  const auto [t, cell] = tangent_point_near(less(a, tangent_limit) ? a : 0x1p60f, fine_tangents);
  const angle_row row = table_row<fine_angle_table>(index_within(cell, fine_tangents.cells - 1));
  //   d + d_low = 1 + t x,  n + n_rest = x - t,  r = RN(1/d),  q = RN(n r),
  //   (n + n_rest)/(d + d_low) = q + (n - d q + n_rest - d_low q)/(d + d_low)
  // The slope is 1/(d + d_low) times the derivative of atan at q.
  const auto [d, d_rest] = add_prod(1.0f, t, a);
  const auto [n, n_rest] = fast_add12(sub_rn(a, t), l);
  const float r = rcp_rn(d), q = mul_rn(n, r), p = fma_rn(neg(q), d, n);
  const float d_low = fma_rn(t, l, d_rest), low = fma_rn(neg(q), d_low, n_rest);
  const float z = mul_rn(q, q), slope = fma_rn(neg(fma_rn(d_low, r, z)), r, r);
  // Words enter in order of size, so that what is rounded is as small as q's low word.  Only the last sum is
  // rounded at the size of the result's low word.
  const auto [g, g_rest] = fast_add12(q, from_bits(row.lo));
  const float rest = fma_rn(slope, add_rn(p, low), g_rest);
  const auto [h, h_rest] = fast_add12(g, rest);
  const auto [s, s_rest] = fast_add12(from_bits(row.hi), h);
  return flip_sign(fast_add12(s, add_rn(s_rest, fma_rn(cubic_of_tangent(q, z), q, h_rest))), sign);
}

namespace detail {

// The larger operand v and the smaller one u of a quotient u/v, turned by -pi/2 where `steep`.
struct ratio {
  ff_t u, v;
  bool steep;
};

FF_HD_LARGE constexpr ratio ratio_of(ff_t y, ff_t x) {
  const ff_t up = from_words(abs(y.hi()), flip_sign(y.lo(), sign_bit(y.hi())));
  const bool steep = less(abs(x.hi()), up.hi());
  return {steep ? -x : up, steep ? up : x, steep};
}

// The octant's angle k pi/2, k = 0, 1 or 2, and atan(u/v); 2^-53 <= |v| < 2^120, |u| <= |v|.
FF_HD_LARGE constexpr ff_t angle_of_ratio(ratio at, float x) {
  const auto [u, v, steep] = at;
  const float ratio = mul_rn(u.hi(), rcp_rn(v.hi()));
  const auto [magnitude, cell] = tangent_point_near(least(abs(ratio), 1.0f), coarse_tangents);
  const uint32 sign = sign_bit(ratio);
  const angle_row row = table_row<angle_table>(cell);
  const float t = flip_sign(magnitude, sign);
  const float k = steep ? 1.0f : sign_bit(x) != 0 ? 2.0f : 0.0f;
  const auto [base, base_rest] = quarter_turns(k, flip_sign(from_bits(row.hi), sign));
  const auto [base_low, lost] = fast_add12(base_rest, flip_sign(from_bits(row.lo), sign));

  const auto [d, d_rest] = add_prod(v.hi(), t, u.hi());
  const ff_t divisor = from_words(d, fma_rn(t, u.lo(), add_rn(d_rest, v.lo())));
  const auto [low, low_rest] = add_prod(u.lo(), neg(t), v.lo());
  const auto [n_head, n_low] = fast_add12(fma_rn(neg(t), v.hi(), u.hi()), low);
  const ff_t n = from_words(n_head, add_rn(n_low, low_rest));
  //   r = RN(1/d),  q = RN(n/d) nearly,  p = n - d q,  n/d = q + p r
  const float r0 = rcp_rn(d), r = fma_rn(r0, fma_rn(neg(r0), divisor.lo(), fma_rn(neg(r0), d, 1.0f)), r0),
              q0 = mul_rn(n.hi(), r), q = fma_rn(residue(n, divisor, q0), r, q0);
  const auto [h, l] = fast_add12(n.hi(), fma_rn(neg(divisor.lo()), q, n.lo()));
  const float p = add_rn(fma_rn(neg(d), q, h), l);
  const float z = mul_rn(q, q), cubic = mul_rn(z, fma_rn(z, 0.2f, -1.0f / 3));
  const float rest = fma_rn(p, r, mul_rn(cubic, fma_rn(mul_rn(3.0f, p), r, q)));
  return angle_sum(from_words(base, base_low), q, add_rn(fma_rn(k, half_pi_rest, rest), lost));
}

// The ratio where the smaller operand is tiny or zero or the larger one huge, infinite or NaN: scaled so that
// no residue underflows unless the ratio does, and Annex F's ratios of zeros and infinities.
FF_HD_LARGE constexpr ratio scaled_ratio(ratio at) {
  const auto [u, v, steep] = at;
  if (!equal(u.hi(), u.hi()) || !equal(v.hi(), v.hi())) return {quiet_nan, 1.0f, steep};
  const float one = with_sign(1.0f, sign_bit(v.hi()));
  if (equal(v.hi(), 0.0f)) return {u, one, steep};
  if (equal(abs(v.hi()), infinity))
    return {with_sign(equal(abs(u.hi()), infinity) ? 1.0f : 0.0f, sign_bit(u.hi())), one, steep};
  const float scale = less(abs(v.hi()), 0x1p20f) ? 0x1p96f : less(abs(v.hi()), 0x1p120f) ? 1.0f : 0x1p-96f;
  return {from_words(mul_rn(u.hi(), scale), mul_rn(u.lo(), scale)),
          from_words(mul_rn(v.hi(), scale), mul_rn(v.lo(), scale)), steep};
}
struct angle_outside {
  FF_HD_LARGE static constexpr ff_t of(ratio at, float x) { return angle_of_ratio(scaled_ratio(at), x); }
};

}  // namespace detail

/// The angle of the point (x, y), in [-pi, pi].  4 u^2 for all x and y; where it is below 2^-96 its low
/// word underflows.  Zeros and infinities as C Annex F: atan2(+-0, x) is +-0 for x = +0 or x > 0, else +-pi;
/// atan2(+-inf, +-inf) is an odd multiple of pi/4.
FF_HD_LARGE constexpr ff_t atan2(ff_t y, ff_t x) {
  using namespace detail;
  const ratio at = ratio_of(y, x);
  const bool small_enough = less(abs(at.v.hi()), 0x1p120f), large_enough = less(0x1p-96f, abs(at.u.hi()));
  const ff_t angle = plain_or(
      large_enough & small_enough, [&] { return angle_of_ratio(at, x.hi()); },
      [&] { return out_of_line<angle_outside>(at, x.hi()); });
  return flip_sign(angle, sign_bit(y.hi()));
}

}  // namespace ff
