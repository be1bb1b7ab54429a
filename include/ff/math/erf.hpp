// The error function.
//
//   |x| = t + d,  erf(t + d) = erf(t) + E(t) d (1 - d w),  E(t) = 2/sqrt(pi) exp(-t^2),
//   w = t - d c,  c = c2 - d c3 + d^2 c4.
//
// 1 - d w are Taylor's terms in Hermite polynomials, (-1)^n H_n(t) d^n / (n + 1)!, up to n = 4.
// The table's point t is in the cell of the top bits of |x| + 2^-4, so that d is exact.  It is chosen so that
// erf(t) is almost a float (Gal 1986).  The table holds t, erf(t) and E(t).
#pragma once

#include <ff/basic.hpp>
#include <ff/math/bounds.hpp>
#include <ff/math/erf_table.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr erf_row erf_row_of(uint32 cell) { return table_row<erf_table>(cell - erf_first_cell); }
FF_HD_LARGE constexpr float erf_point_of(uint32 cell) {
  return from_bits(table_row<erf_points>(cell - erf_first_cell));
}

// a + l >= 0 on the cells of the top 32 - shift bits of a + offset; beyond `last` it becomes `last`.  A NaN
// stays in the words, while its cell is one that exists.
struct erf_cell {
  uint32 cell;
  float a, l;
};
FF_HD_LARGE constexpr erf_cell find_erf_cell(float a, float l, float last, float offset, uint32 shift) {
  const uint32 a_bits = to_bits(a), last_bits = to_bits(last);
  const float inside = from_bits(a_bits < last_bits ? a_bits : last_bits);
  const bool beyond = less(last, a);
  return {to_bits(add_rn(inside, offset)) >> shift, beyond ? last : a, beyond ? mul_rn(l, 0.0f) : l};
}

}  // namespace detail

/// erf(x) = 2/sqrt(pi) times the integral of exp(-s^2) from 0 to x, for every x.  4 u^2
/// (bounds::error_functions); erf(+-0) = +-0, and erf(x) = +-1 from |x| = 6 on.
/// Table and Taylor's series.
FF_HD_LARGE constexpr ff_t erf(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const auto [cell, a, l] = find_erf_cell(abs(x.hi()), flip_sign(x.lo(), sign), 6.0f, erf_offset, 16);
  const erf_row row = erf_row_of(cell);
  const float t = erf_point_of(cell);
  const auto [d, dl] = fast_add12(sub_rn(a, t), l);  // a - t is exact, and a multiple of ulp(a)
  const float value = from_bits(row.value), slope = from_bits(row.slope);
  const float value_low = from_bits(row.value_low), slope_low = from_bits(row.slope_low);

  // c2 = (2 t^2 - 1)/3, c3 = t (2 t^2 - 3)/6, c4 = (4 t^4 - 12 t^2 + 3)/30;  w + we = t - d c
  const float z = mul_rn(t, t);
  const float c2 = fma_rn(z, 2.0f / 3, -1.0f / 3), c3 = mul_rn(t, fma_rn(z, 1.0f / 3, -0.5f));
  const float c4 = fma_rn(z, fma_rn(z, 2.0f / 15, -0.4f), 0.1f);
  const float c = fma_rn(neg(d), fma_rn(neg(d), c4, c3), c2);
  const float w = fma_rn(neg(d), c, t), we = fma_rn(neg(d), c, sub_rn(t, w));
  // v + small + dl = d + dl - (d + dl)^2 w, whose derivative is 1 - 2 t d - d^2 and so on
  const float r = mul_rn(d, w);
  const float re = fma_rn(add_rn(t, add_rn(t, d)), dl, fma_rn(d, we, fma_rn(d, w, neg(r))));
  const float v = fma_rn(neg(d), r, d);
  const float small = fma_rn(neg(d), re, fma_rn(neg(d), r, sub_rn(d, v)));

  // erf(t) + E(t) (v + small + dl)
  const float s = fma_rn(slope, v, value), se = fma_rn(slope, v, sub_rn(value, s));
  const float l1 = fma_rn(slope_low, dl, fma_rn(slope, small, value_low));
  const float low = fma_rn(slope, dl, fma_rn(slope_low, v, l1));
  const auto [head, rest] = fast_add12(s, low);
  return flip_sign(fast_add12(head, add_rn(se, rest)), sign);
}

namespace bounds {
inline constexpr range erf_arguments{-6.5, 6.5, -90}, tiny_erf_arguments{-0x1p-89, 0x1p-89, -149};

inline constexpr function_row error_functions[] = {
    {"erf", 4, evidence::observed, relative_to::result, erf_arguments, unused,
     "table of erf and its derivative, Taylor"},
    {"erf_tiny", 6, evidence::observed, relative_to::subnormal, tiny_erf_arguments, unused,
     "the same, where low words underflow"},
    {"erf_large", 1, evidence::observed, relative_to::result, {-0x1p127, 0x1p127, 2}, unused, "the same"},
};
}  // namespace bounds

}  // namespace ff
