// Inverse hyperbolic sine, cosine and tangent.
//
// All three find an angle u from s = sinh u, with t a table's point near s:
//
//   u = asinh t + 2 atanh z,  z = tanh((u - asinh t) / 2) = (s - t) / (cosh u + sqrt(1 + t^2)),
//   2 atanh z = 2 z (1 + z^2/3 + z^4/5 + ...).
//
// The numerator is small and exact.  So the quotient needs few digits, but in the cell of t = 0.
#pragma once

#include <ff/math/bounds.hpp>
#include <ff/math/hyperbolic_table.hpp>
#include <ff/math/log.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr hyperbolic_row asinh_row_of(uint32 cell) { return table_row<asinh_table>(cell); }

FF_HD_LARGE constexpr uint32 asinh_point_of(uint32 cell) { return table_row<asinh_point_table>(cell); }

// The table's point t near s, 0 <= s < 2^12; angle = asinh t, half = sqrt(1 + t^2) / 2.
struct asinh_cell {
  float t;
  ff_t angle, half;
};

// Cells begin a little late, so that s >= t/2 and s - t is exact.
FF_HD_LARGE constexpr asinh_cell asinh_cell_of(float s) {
  const uint32 cell =
      index_within((to_bits(add_rn(s, asinh_offset)) >> 17) - asinh_first_cell, asinh_cells - 1);
  const hyperbolic_row row = asinh_row_of(cell);
  return {from_bits(asinh_point_of(cell)),
          {from_bits(row.a), from_bits(row.b)},
          {from_bits(row.c), from_bits(row.d)}};
}

// angle + z + cubic z^3 + quintic z^5, z = n / (d + dl); |n.hi| >= |n.lo| or n = 0, angle >= 2 |z| or 0.
// z = RN(n/d) nearly, z + e r the quotient, e = n - z (d + dl).
FF_HD_LARGE constexpr ff_t angle_plus_quotient(ff_t angle, ff_t n, float d, float dl, float cubic,
                                               float quintic) {
  const float r = rcp_rn(d), z = mul_rn(n.hi(), r);
  const float e = fma_rn(neg(z), dl, add_rn(fma_rn(neg(z), d, n.hi()), n.lo()));
  const float better = fma_rn(e, r, z), z2 = mul_rn(better, better),
              c = mul_rn(z2, fma_rn(z2, quintic, cubic));
  const auto [s, f] = fast_add12(angle.hi(), z);
  return fast_add12(s, add_rn(f, fma_rn(e, r, fma_rn(better, c, angle.lo()))));
}

// asinh(s + sl) for 0 <= s < 2^12 and half = sqrt(1 + s^2) / 2.  Here z is twice the hyperbolic tangent:
//   z = (s - t) / d,  d = (cosh u + sqrt(1 + t^2)) / 2,  2 atanh(z/2) = z + z^3/12 + z^5/80 + ...
FF_HD_LARGE constexpr ff_t asinh_of(asinh_cell cell, float s, float sl, ff_t half) {
  const auto n = fast_add12(sub_rn(s, cell.t), sl);
  const float step = sub_rn(half.hi(), cell.half.hi());
  const float d = fma_rn(cell.half.hi(), 2.0f, step), e = add_rn(fma_rn(cell.half.hi(), 2.0f, neg(d)), step);
  return angle_plus_quotient(cell.angle, n, d, add_rn(e, add_rn(half.lo(), cell.half.lo())), 1.0f / 12,
                             1.0f / 80);
}

// asinh(a + l) for 0 <= a < 2^12.
FF_HD_LARGE constexpr ff_t asinh_magnitude(float a, float l) {
  const float b = mul_rn(a, 0.5f);
  const float v = fma_rn(b, b, 0.25f), ve = fma_rn(b, l, fma_rn(b, b, sub_rn(0.25f, v)));  // (1 + x^2) / 4
  const auto [s, h] = sqrt_seed(v);
  return asinh_of(asinh_cell_of(a), a, l, {s, mul_rn(add_rn(fma_rn(neg(s), s, v), ve), h)});
}

// asinh (plus = 0.25) and acosh (plus = -0.25) where the table ends, x >= 2^12, and of NaN: ln(2x + plus /
// (x/2)).
FF_HD_OUT_OF_LINE constexpr ff_t far_angle(ff_t x, float plus) {
  if (!less(x.hi(), infinity)) return fma_rn(x.hi(), infinity, x.lo());
  const auto [h, l] = fast_add12(x.hi(), add_rn(x.lo(), div_rn(plus, x.hi())));
  return log_core({mul_rn(h, 0x1p-32f), mul_rn(l, 0x1p-32f)}, 33 * 0x1p23f);
}

// acosh outside [1 + 2^-100, 2^12): sqrt(2 (x - 1)) near 1.
FF_HD_OUT_OF_LINE constexpr ff_t acosh_outside(ff_t x, ff_t m) {
  if (!less(x.hi(), 0x1p12f)) return far_angle(x, -0.25f);  // NaN too
  if (less(m.hi(), 0.0f)) return quiet_nan;
  return sqrt(ff_t(add_rn(m.hi(), m.hi()), add_rn(m.lo(), m.lo())));
}

// atanh(a + l) from a = 0.999 on, and of NaN: ln((2 - q) / q) / 2 with q = 1 - a - l.
FF_HD_OUT_OF_LINE constexpr ff_t atanh_outside(float a, float l) {
  const ff_t q = fast_add12(sub_rn(1.0f, a), neg(l));
  if (equal(q.hi(), 0.0f)) return infinity;
  if (!less(0.0f, q.hi())) return quiet_nan;
  const int n = ilogb(q);
  const ff_t ln = log_core(div22(sub22(ff_t(2.0f), q), ldexp(q, -n)), static_cast<float>(-n * 0x800000));
  return {mul_rn(ln.hi(), 0.5f), mul_rn(ln.lo(), 0.5f)};
}

}  // namespace detail

/// asinh(x) for every x.  4 u^2 (bounds::inverse_hyperbolics); asinh(+-0) = +-0, asinh(+-inf) = +-inf.
FF_HD_LARGE constexpr ff_t asinh(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const float a = abs(x.hi()), l = flip_sign(x.lo(), sign);
  const ff_t u = less(a, 0x1p12f) ? asinh_magnitude(a, l) : far_angle({a, l}, 0.25f);
  return flip_sign(u, sign);
}

/// acosh(x) for every x.  4 u^2 (bounds::inverse_hyperbolics), near 1 too, by the pair's value; acosh(1) =
/// +0, acosh(x < 1) = NaN, acosh(inf) = inf.
FF_HD_LARGE constexpr ff_t acosh(ff_t x) {
  using namespace detail;
  const ff_t m = fast_add12(sub_rn(x.hi(), 1.0f), x.lo());
  if (!between(m.hi(), 0x1p-100f, 0x1p12f)) return acosh_outside(x, m);
  // s = sinh u = sqrt(m^2 + 2m)
  const auto [square, square_low] = sqr12(m.hi());
  const auto [sum, sum_low] = add12(square, add_rn(m.hi(), m.hi()));
  const auto [v, rest] = fast_add12(sum, fma_rn(add_rn(x.hi(), x.hi()), m.lo(), add_rn(square_low, sum_low)));
  const auto [s, h] = sqrt_seed(v);
  // sl = e / (2s + sl), e = v - s^2 + rest, with h not exactly 1 / (2s)
  const float e = fma_rn(neg(s), s, v), first = mul_rn(add_rn(e, rest), h);
  const float excess = fma_rn(neg(first), h, fma_rn(neg(s), add_rn(h, h), 1.0f));
  const float sl = fma_rn(e, h, fma_rn(rest, h, mul_rn(first, excess)));
  return asinh_of(asinh_cell_of(s), s, sl, {mul_rn(x.hi(), 0.5f), mul_rn(x.lo(), 0.5f)});
}

/// atanh(x) for every x.  4 u^2 (bounds::inverse_hyperbolics), near +-1 too, by the pair's value; atanh(+-0)
/// = +-0, atanh(+-1) = +-inf, atanh(|x| > 1) = NaN.
///
/// Of the double angle, s = 2x / q with q = 1 - x^2, and z = (x - t q/2) / ((1 + x^2)/2 + q sqrt(1 + t^2)/2).
FF_HD_LARGE constexpr ff_t atanh(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const float a = abs(x.hi()), l = flip_sign(x.lo(), sign);
  if (!less(a, 0.999f)) return flip_sign(atanh_outside(a, l), sign);
  // q = 1 - x^2, or 2b - b^2 for b = 1 - x
  const bool large = !less(a, 0.5f);
  const float b = sub_rn(1.0f, a), a2 = add_rn(a, a);
  const auto [y, ye] = fast_add12(large ? b : a, large ? neg(l) : l);
  const float base = large ? add_rn(y, y) : 1.0f, slope = large ? a2 : neg(a2);
  const float q = fma_rn(neg(y), y, base), qe = fma_rn(slope, ye, fma_rn(neg(y), y, sub_rn(base, q)));
  const asinh_cell cell = asinh_cell_of(mul_rn(a2, rcp_rn(q)));

  const float t = mul_rn(cell.t, 0.5f), p = mul_rn(t, q), pe = fma_rn(t, q, neg(p));
  const auto [n1, n1l] = fast_add12(sub_rn(a, p), l);
  const ff_t n = fast_add12(n1, fma_rn(neg(t), qe, sub_rn(n1l, pe)));
  const float c = sub_rn(cell.half.hi(), 0.5f), d = fma_rn(c, q, 1.0f);
  const float e = fma_rn(c, qe, fma_rn(cell.half.lo(), q, fma_rn(c, q, sub_rn(1.0f, d))));
  const ff_t angle(mul_rn(cell.angle.hi(), 0.5f), mul_rn(cell.angle.lo(), 0.5f));
  return flip_sign(angle_plus_quotient(angle, n, d, e, 1.0f / 3, 1.0f / 5), sign);
}

namespace bounds {
inline constexpr function_row inverse_hyperbolics[] = {
    {"asinh", 4, evidence::observed, relative_to::result, {-3.4e38, 3.4e38, -100}, unused, "table, sqrt"},
    {"acosh", 4, evidence::observed, relative_to::result, {1, 3.4e38, 0}, unused, "table, sqrt"},
    {"atanh", 4, evidence::observed, relative_to::result, {-1, 1, -100}, unused, "table, two divisions"},
};
}  // namespace bounds

}  // namespace ff
