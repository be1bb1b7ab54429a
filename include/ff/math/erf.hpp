// The error function.
//
//   |x| = t + d,  erf(t + d) = erf(t) + E(t) d (1 - d w),  E(t) = 2/sqrt(pi) exp(-t^2),
//   w = t - d c,  c = c2 - d c3 + d^2 c4 - d^3 c5.
//
// 1 - d w are Taylor's terms in Hermite polynomials, (-1)^n H_n(t) d^n / (n + 1)!, up to n = 5.
// t is the centre of the cell of the top bits of |x| + 1/4, so that d is exact; the table holds erf(t) and
// E(t). Below 3 2^-9 it is 0: next to a second cell erf(t) would be twice the result, and so would its
// rounding.  There erf(x) = f + (2/sqrt(pi) - 1) f, where f = d (1 - d w).
#pragma once

#include <ff/basic.hpp>
#include <ff/math/bounds.hpp>
#include <ff/math/erf_table.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr erf_row erf_row_of(uint32 cell) { return table_row<erf_table>(cell - erf_first_cell); }

// a + l >= 0 on the cells of the top 32 - shift bits of a + offset; beyond `last` it becomes `last`.  A NaN
// stays in the words, while its cell is one that exists.
struct erf_cell {
  uint32 cell;
  float a, l;
};
FF_HD_LARGE constexpr erf_cell find_erf_cell(float a, float l, float last, float offset, uint32 shift) {
  const uint32 a_bits = to_bits(a), last_bits = to_bits(last);
  // the device's minimum takes |x| as an operand
  const float inside = on_device() ? least(a, last) : from_bits(a_bits < last_bits ? a_bits : last_bits);
  const bool beyond = less(last, a);
  return {to_bits(add_rn(inside, offset)) >> shift, beyond ? last : a, beyond ? 0.0f : l};
}

}  // namespace detail

/// erf(x) = 2/sqrt(pi) times the integral of exp(-s^2) from 0 to x, for every x.  2 u^2
/// (bounds::error_functions); erf(+-0) = +-0, and erf(x) = +-1 from |x| = 6 on.
/// Table and Taylor's series.
FF_HD_LARGE constexpr ff_t erf(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  // Evaluate at 2^60 x where low words would underflow: erf is linear there to 2^-58.
  const bool tiny = less(abs(x.hi()), 0x1p-89f);
  const float up = tiny ? 0x1p60f : 1.0f, down = tiny ? 0x1p-60f : 1.0f;
  const auto [bits, a, l] =
      find_erf_cell(mul_rn(abs(x.hi()), up), mul_rn(flip_sign(x.lo(), sign), up), 6.0f, erf_offset, 0);
  const erf_row row = erf_row_of(bits >> 17);
  const float centre = sub_rn(from_bits((bits & 0xfffe0000u) | 0x10000u), erf_offset);
  const bool next_to_zero = less(from_bits(bits), 0x1.08p-2f);
  const float t = next_to_zero ? 0.0f : centre;
  const auto [d, dl] = fast_add12(sub_rn(a, t), l);  // a - t is exact, and a multiple of ulp(a)
  const float value = from_bits(row.value), slope = from_bits(row.slope);
  const float value_low = from_bits(row.value_low), slope_low = from_bits(row.slope_low);

  // c2 = (2 t^2 - 1)/3, c3 = t (2 t^2 - 3)/6, c4 = (4 t^4 - 12 t^2 + 3)/30, c5 = t (4 t^4 - 20 t^2 + 15)/90;
  // t has so few bits that 3 c2 is exact.  c + ce, and w + we = t - d (c + ce).
  const float z = mul_rn(t, t), three_c2 = fma_rn(z, 2.0f, -1.0f), c2 = mul_rn(three_c2, 1.0f / 3);
  const float c3 = mul_rn(t, fma_rn(z, 1.0f / 3, -0.5f));
  const float c4 = fma_rn(z, fma_rn(z, 2.0f / 15, -0.4f), 0.1f);
  const float c5 = mul_rn(t, fma_rn(z, fma_rn(z, 2.0f / 45, -2.0f / 9), 1.0f / 6));
  const float descent = fma_rn(neg(d), fma_rn(neg(d), c5, c4), c3), c = fma_rn(neg(d), descent, c2);
  const float ce = fma_rn(fma_rn(c2, -3.0f, three_c2), 1.0f / 3, fma_rn(neg(d), descent, sub_rn(c2, c)));
  const float w = fma_rn(neg(d), c, t), we = fma_rn(neg(d), ce, fma_rn(neg(d), c, sub_rn(t, w)));
  // v + ve + vs = d + dl - (d + dl)^2 w, where d^2 w has the derivative d (3 w - t) but for d^3; vs is tiny,
  // since v + ve = d - y exactly, and y + ye = p - dl
  const float r = mul_rn(d, w);
  const float re = fma_rn(fma_rn(w, 3.0f, neg(t)), dl, fma_rn(d, we, fma_rn(d, w, neg(r))));
  const auto [p, pe] = two_prod(d, r);
  const auto [y, ye] = add12(p, neg(dl));
  const float v = sub_rn(d, y), ve = sub_rn(sub_rn(d, v), y), vs = sub_rn(fma_rn(neg(d), re, neg(pe)), ye);

  // f + f_low is erf(t), or v + ve where t is 0.  There `slope` is 2/sqrt(pi) - 1, so that its products are
  // an eighth of v's low words, and so are their roundings.
  const float f = next_to_zero ? v : value, f_low = next_to_zero ? ve : value_low;
  const float whole_slope = next_to_zero ? 0x1.20dd76p0f : slope;
  const auto [q, qe] = two_prod(slope, v);
  const float low = add_rn(f_low, fma_rn(slope, ve, fma_rn(slope_low, v, fma_rn(whole_slope, vs, qe))));
  // q's units make me so short that m - h + me is exact: low and the last sum alone are rounded at the size
  // of the last place
  const auto [m, me] = fast_add12(f, q);
  const float h = add_rn(m, add_rn(me, low)), hl = add_rn(add_rn(sub_rn(m, h), me), low);
  return flip_sign(from_words(mul_rn(h, down), mul_rn(hl, down)), sign);
}

namespace bounds {
inline constexpr range erf_arguments{-6.5, 6.5, -90}, tiny_erf_arguments{-0x1p-89, 0x1p-89, -149};

inline constexpr function_row error_functions[] = {
    {"erf", observed(2), {erf_arguments}, "table of erf and its derivative, Taylor"},
    {"erf_tiny",
     observed(6, relative_to::subnormal),
     {tiny_erf_arguments},
     "the same, where low words underflow"},
    {"erf_large", observed(1), {{-0x1p127, 0x1p127, 2}}, "the same"},
};
}  // namespace bounds

}  // namespace ff
