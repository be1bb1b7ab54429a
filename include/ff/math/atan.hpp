// Inverse tangents: a table point's angle and a rotation by it, so that one division serves reduction and
// quotient.
//
// With t the point of the cell that holds u/v, atan(u/v) = atan(t) + atan((u - t v) / (v + t u)), the second
// angle at most 2^-8.  Tang, ARITH-10, 1991 (table-driven functions); Gal, Bachelis, ACM TOMS 17(1), 1991
// (table points).
#pragma once

#include <ff/basic.hpp>
#include <ff/math/atan_table.hpp>
#include <ff/math/bounds.hpp>

namespace ff {
namespace bounds {

inline constexpr function_bound inverse_tangents[] = {
    {"atan",
     3,
     evidence::observed,
     relative_to::result,
     {-0x1.fffffep127, 0x1.fffffep127, -96},
     unused,
     "table, rotation"},
    {"atan_tiny",
     1,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p-90, 0x1p-90, -149},
     unused,
     "table, rotation"},
    {"atan2",
     4,
     evidence::observed,
     relative_to::result,
     {-0x1p30, 0x1p30, -30},
     {-0x1p30, 0x1p30, -30},
     "table, rotation"},
    {"atan2_wide",
     4,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p127, 0x1p127, -149},
     {-0x1p127, 0x1p127, -149},
     "table, rotation"},
};

}  // namespace bounds

namespace detail {

#if defined(__CUDA_ARCH__)
FF_HD constexpr const atan_row* atan_rows_here() { return atan_row_table_on_device.at; }
FF_HD constexpr const atan2_row* atan2_rows_here() { return atan2_row_table_on_device.at; }
#else
FF_HD constexpr const atan_row* atan_rows_here() { return atan_row_table.at; }
FF_HD constexpr const atan2_row* atan2_rows_here() { return atan2_row_table.at; }
#endif

// (atan(q) - q)/q^3 at q^2 = z, for |q| <= 2^-8.
FF_HD constexpr float atan_cubic(float z) { return fma_rn(z, 0.2f, -0x1.555556p-2f); }

// base + atan(n/d) for |n/d| <= 2^-8 and a base that is almost a float: with r = RN(1/d.hi) and n/d = n r (1
// + e), the product n.hi r is not rounded on its own.
FF_HD constexpr ff_t rotated(ff_t base, ff_t n, ff_t d) {
  const auto [h, l] = fast_add12(n.hi(), n.lo());
  const float r = rcp_rn(d.hi()), e = fma_rn(neg(r), d.lo(), fma_rn(neg(r), d.hi(), 1.0f));
  const float q = mul_rn(h, r), z = mul_rn(q, q);
  const float g = fma_rn(z, atan_cubic(z), e);
  const float tail = fma_rn(l, r, fma_rn(q, g, base.lo()));
  const auto [s, rest] = add_prod(base.hi(), h, r);
  return fast_add12(s, add_rn(rest, tail));
}

// The same for any base, zero included: the quotient's head is corrected before it is added, and the low
// words join the numerator before its residue is taken, which is exact only while it is small.
FF_HD constexpr ff_t rotated_by_quotient(ff_t base, ff_t n, ff_t d) {
  const float r = rcp_rn(d.hi()), e = fma_rn(neg(r), d.lo(), fma_rn(neg(r), d.hi(), 1.0f));
  const ff_t m = fast_add12(n.hi(), n.lo());
  const float q0 = mul_rn(m.hi(), r), z = mul_rn(q0, q0);
  const float q = fma_rn(residue(m, d, q0), r, q0);
  const auto [h, l] = fast_add12(m.hi(), fma_rn(neg(d.lo()), q, m.lo()));
  const float p = add_rn(fma_rn(neg(d.hi()), q, h), l);
  const float tail = fma_rn(p, r, fma_rn(p, mul_rn(r, e), mul_rn(mul_rn(q0, z), atan_cubic(z))));
  const auto [g, gl] = fast_add12(q, base.lo());
  const auto [s, rest] = fast_add12(base.hi(), g);
  return fast_add12(s, add_rn(rest, add_rn(gl, tail)));
}

}  // namespace detail

/// The inverse tangent of x, in [-pi/2, pi/2].  3 u^2 for every x; below 2^-96 the low word underflows.
/// atan(+-0) = +-0, atan(+-inf) = +-pi/2.
FF_HD constexpr ff_t atan(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const bool huge = less(0x1p60f, abs(x.hi()));
  const float a = huge ? 0x1p60f : abs(x.hi()), l = huge ? 0.0f : flip_sign(x.lo(), sign);
  constexpr float far = from_bits((atan_first_cell + atan_cells) << atan_shift);
  const float key = add_rn(a, atan_offset);
  const atan_row row =
      fetch(atan_rows_here(), (to_bits(less(key, far) ? key : far) >> atan_shift) - atan_first_cell);
  const float t = from_bits(row.point);
  const auto [y, rest] = add_prod(1.0f, t, a);
  const ff_t base(from_bits(row.hi), from_bits(row.lo));
  return flip_sign(rotated(base, {sub_rn(a, t), l}, {y, fma_rn(t, l, rest)}), sign);
}

namespace detail {

// The larger operand v and the smaller one u of a quotient u/v.
struct ratio {
  ff_t u, v;
};

// u/v where u is tiny or zero or v is huge or infinite: the same ratio and signs, scaled so that no residue
// underflows unless the ratio does, and Annex F's ratios of zeros and infinities.
FF_HD constexpr ratio ratio_outside(ff_t u, ff_t v) {
  const float one = with_sign(1.0f, sign_bit(v.hi()));
  if (equal(v.hi(), 0.0f)) return {u, one};
  if (equal(abs(v.hi()), infinity)) {
    const bool finite = less(abs(u.hi()), infinity), equally = equal(abs(u.hi()), infinity);
    return {with_sign(finite ? 0.0f : equally ? 1.0f : quiet_nan, sign_bit(u.hi())), one};
  }
  const float scale = less(abs(v.hi()), 0x1p20f) ? 0x1p96f : less(abs(v.hi()), 0x1p120f) ? 1.0f : 0x1p-96f;
  return {{mul_rn(u.hi(), scale), mul_rn(u.lo(), scale)}, {mul_rn(v.hi(), scale), mul_rn(v.lo(), scale)}};
}

}  // namespace detail

/// The angle of the point (x, y), in [-pi, pi].  4 u^2 for all x and y; where it is below 2^-96 its low
/// word underflows.  Zeros and infinities as C Annex F: atan2(+-0, x) is +-0 for x = +0 or x > 0, else +-pi;
/// atan2(+-inf, +-inf) is an odd multiple of pi/4.
FF_HD constexpr ff_t atan2(ff_t y, ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(y.hi());
  const ff_t up = flip_sign(y, sign);
  const bool steep = less(abs(x.hi()), up.hi());
  // turned by -pi/2 where steep: the angle is that of the octant and atan(u/v)
  ff_t u = steep ? -x : up, v = steep ? up : x;
  if (!(less(0x1p-96f, abs(u.hi())) && less(abs(v.hi()), 0x1p120f))) {
    const ratio outside = ratio_outside(u, v);
    u = outside.u;
    v = outside.v;
  }
  const uint32 octant = (to_bits(x.hi()) >> 31) * 2 + (steep ? 1 : 0);
  // cell 0 reaches up to 15/16 of a width, so that no quotient is much smaller than its cell's point
  constexpr float width = from_bits(to_bits(atan2_offset) + (1u << atan2_shift)) - atan2_offset;
  constexpr float less_offset = atan2_offset - 0.4375f * width;
  const float quotient = mul_rn(u.hi(), rcp_rn(v.hi())), shifted = add_rn(abs(quotient), less_offset);
  const float key = less(atan2_offset, shifted) ? shifted : atan2_offset;
  const uint32 cell = (to_bits(key) + (1u << (atan2_shift - 1))) >> atan2_shift;
  const float a = sub_rn(from_bits(cell << atan2_shift), atan2_offset);
  const float t = flip_sign(a, sign_bit(quotient));
  const atan2_row row = fetch(atan2_rows_here(), octant * atan2_cells + cell - atan2_first_cell);
  const ff_t base(from_bits(row.hi), from_bits(row.lo));
  const auto [d, rest] = add_prod(v.hi(), t, u.hi());
  const auto [n, n_rest] = fast_add12(fma_rn(neg(t), v.hi(), u.hi()), u.lo());
  const float low = fma_rn(t, u.lo(), add_rn(rest, v.lo()));
  return flip_sign(rotated_by_quotient(base, {n, fma_rn(neg(t), v.lo(), n_rest)}, {d, low}), sign);
}

}  // namespace ff
