// Inverse tangents: a table point's angle and a rotation by it,
//
//   atan(u/v) = atan(t) + atan((u - t v) / (v + t u)),
//
// t the point of the cell that holds u/v, the second angle at most 2^-8.  One division serves the reduction
// and the quotient.  atan2 finds its cell by a reciprocal of v; a factor from the table makes it that of v +
// t u.
//
// Tang, ARITH-10, 1991 (table-driven functions); Gal, Bachelis, ACM TOMS 17(1), 1991 (table points).
#pragma once

#include <ff/basic.hpp>
#include <ff/math/atan_table.hpp>
#include <ff/math/bounds.hpp>

namespace ff {
namespace bounds {

inline constexpr range all_but_tiny{-largest_float, largest_float, -96}, coordinates{-0x1p30, 0x1p30, -30},
    wide_coordinates{-0x1p127, 0x1p127, -149};

inline constexpr function_row inverse_tangents[] = {
    {"atan", 3, evidence::observed, relative_to::result, all_but_tiny, unused, "table, rotation"},
    {"atan_tiny", 1, evidence::observed, relative_to::subnormal, tiny, unused, "table, rotation"},
    {"atan2", 4, evidence::observed, relative_to::result, coordinates, coordinates, "table, rotation"},
    {"atan2_wide", 4, evidence::observed, relative_to::subnormal, wide_coordinates, wide_coordinates,
     "table, rotation"},
};

}  // namespace bounds

namespace detail {

// (atan(q) - q)/q^3 at q^2 = z, for |q| <= 2^-8.
FF_HD_LARGE constexpr float atan_cubic(float z) { return fma_rn(z, 0.2f, -1.0f / 3); }

// base + atan(n/d) for |n/d| <= 2^-8 and a base that is almost a float.
//   r = RN(1/d.hi),  n/d = n r (1 + e),  atan(q) = q (1 + q^2 atan_cubic(q^2)),
// and the product n.hi r enters the sum unrounded.
FF_HD_LARGE constexpr ff_t rotated(ff_t base, ff_t n, ff_t d) {
  const auto [h, l] = fast_add12(n.hi(), n.lo());
  const float r = rcp_rn(d.hi()), e = fma_rn(neg(r), d.lo(), fma_rn(neg(r), d.hi(), 1.0f));
  const float q = mul_rn(h, r), z = mul_rn(q, q);
  const float g = fma_rn(z, atan_cubic(z), e);
  const float tail = fma_rn(l, r, fma_rn(q, g, base.lo()));
  const auto [s, rest] = add_prod(base.hi(), h, r);
  return fast_add12(s, add_rn(rest, tail));
}

// The same for |n/d| <= 2^-9 and any base, zero included, with `seed` = 1/d to 2^-9.
//   r = seed (2 - d seed),  q = RN(n/d) nearly,  p = n - d q,  n/d = q + p r.
// The quotient's head is corrected before it is added.  The low words join the numerator before its remainder
// p is taken, which is exact only while it is small.
FF_HD_LARGE constexpr ff_t rotated_by_quotient(ff_t base, ff_t n, ff_t d, float seed) {
  const ff_t m = fast_add12(n.hi(), n.lo());
  const float e = fma_rn(neg(seed), d.lo(), fma_rn(neg(seed), d.hi(), 1.0f)), r = fma_rn(seed, e, seed);
  const float q0 = mul_rn(m.hi(), r), q = fma_rn(residue(m, d, q0), r, q0);
  const auto [h, l] = fast_add12(m.hi(), fma_rn(neg(d.lo()), q, m.lo()));
  const float p = add_rn(fma_rn(neg(d.hi()), q, h), l);
  // -q^3/3, less in q^5/5's stead
  const float cubic = mul_rn(mul_rn(q, q), -0x1.555536p-2f);
  const auto [g, g_rest] = fast_add12(q, base.lo());
  const auto [s, rest] = fast_add12(base.hi(), g);
  return fast_add12(s, add_rn(rest, fma_rn(p, r, fma_rn(q, cubic, g_rest))));
}

}  // namespace detail

/// The inverse tangent of x, in [-pi/2, pi/2].  3 u^2 for every x; below 2^-96 the low word underflows.
/// atan(+-0) = +-0, atan(+-inf) = +-pi/2.
FF_HD_LARGE constexpr ff_t atan(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const bool huge = less(0x1p60f, abs(x.hi()));
  const float a = huge ? 0x1p60f : abs(x.hi()), l = huge ? 0.0f : flip_sign(x.lo(), sign);
  constexpr float far = from_bits((atan_first_cell + atan_cells) << atan_shift);
  const float key = add_rn(a, atan_offset);
  const atan_row row =
      table_row<atan_row_table>((to_bits(less(key, far) ? key : far) >> atan_shift) - atan_first_cell);
  const float t = from_bits(row.point);
  const auto [y, rest] = add_prod(1.0f, t, a);
  const ff_t base(from_bits(row.hi), from_bits(row.lo));
  return flip_sign(rotated(base, {sub_rn(a, t), l}, {y, fma_rn(t, l, rest)}), sign);
}

namespace detail {

// The larger operand v and the smaller one u of a quotient u/v, turned by -pi/2 where `steep`.
struct ratio {
  ff_t u, v;
  bool steep;
};

FF_HD_LARGE constexpr ratio ratio_of(ff_t y, ff_t x) {
  const ff_t up(abs(y.hi()), flip_sign(y.lo(), sign_bit(y.hi())));
  const bool steep = less(abs(x.hi()), up.hi());
  return {steep ? -x : up, steep ? up : x, steep};
}

// The octant's angle, 0, pi/2 or pi, and atan(u/v); 2^-53 <= |v| < 2^120, |u| <= |v|.
FF_HD_LARGE constexpr ff_t angle_of_ratio(ratio at, float x) {
  const auto [u, v, steep] = at;
  // a point for every cell: few bits, and no quotient is much smaller than its cell's, 0 apart
  const float inverse = rcp_rn(v.hi()), key = add_rn(abs(mul_rn(u.hi(), inverse)), atan2_offset);
  const uint32 cell =
      (to_bits(key) >> atan2_shift) - (steep ? atan2_first_cell - atan2_cells : atan2_first_cell);
  const uint32 i = cell + (to_bits(x) >> 31) * (2 * atan2_cells);
  const atan2_row row = table_row<atan2_row_table>(index_within(i, 4 * atan2_cells - 1));
  const float t = from_bits(row.point);
  const auto [d, rest] = add_prod(v.hi(), t, u.hi());
  const ff_t n(fma_rn(neg(t), v.hi(), u.hi()), fma_rn(neg(t), v.lo(), u.lo()));
  const float low = fma_rn(t, u.lo(), add_rn(rest, v.lo()));
  const ff_t base(from_bits(row.hi), from_bits(row.lo));
  // d = v (1 + t u/v), about v (1 + t^2)
  return rotated_by_quotient(base, n, {d, low}, mul_rn(inverse, from_bits(row.inverse)));
}

// atan2 where the smaller operand is tiny or zero or the larger one huge, infinite or NaN: the same ratio and
// signs, scaled so that no residue underflows unless the ratio does, and Annex F's ratios of zeros and
// infinities.
struct atan2_outside {
  FF_HD_LARGE static constexpr ff_t of(ff_t y, ff_t x) {
    if (!equal(y.hi(), y.hi()) || !equal(x.hi(), x.hi())) return quiet_nan;
    ratio at = ratio_of(y, x);
    const ff_t u = at.u, v = at.v;
    const float one = with_sign(1.0f, sign_bit(v.hi()));
    if (equal(v.hi(), 0.0f)) {
      at.v = one;
    } else if (equal(abs(v.hi()), infinity)) {
      at.u = with_sign(equal(abs(u.hi()), infinity) ? 1.0f : 0.0f, sign_bit(u.hi()));
      at.v = one;
    } else {
      const float scale = less(abs(v.hi()), 0x1p20f)    ? 0x1p96f
                          : less(abs(v.hi()), 0x1p120f) ? 1.0f
                                                        : 0x1p-96f;
      at.u = {mul_rn(u.hi(), scale), mul_rn(u.lo(), scale)};
      at.v = {mul_rn(v.hi(), scale), mul_rn(v.lo(), scale)};
    }
    return flip_sign(angle_of_ratio(at, x.hi()), sign_bit(y.hi()));
  }
};

}  // namespace detail

/// The angle of the point (x, y), in [-pi, pi].  4 u^2 for all x and y; where it is below 2^-96 its low
/// word underflows.  Zeros and infinities as C Annex F: atan2(+-0, x) is +-0 for x = +0 or x > 0, else +-pi;
/// atan2(+-inf, +-inf) is an odd multiple of pi/4.
FF_HD_LARGE constexpr ff_t atan2(ff_t y, ff_t x) {
  using namespace detail;
  const ratio at = ratio_of(y, x);
  const bool plain = less(0x1p-96f, abs(at.u.hi())) && less(abs(at.v.hi()), 0x1p120f);
  // plain_or written out: through it nvcc 13.0 takes 4 instructions a call more on sm_89 and sm_90.
  if (constant_evaluated() && !plain) return atan2_outside::of(y, x);
  ff_t z = flip_sign(angle_of_ratio(at, x.hi()), sign_bit(y.hi()));
  if (!plain) z = out_of_line<atan2_outside>(y, x);
  return z;
}

}  // namespace ff
