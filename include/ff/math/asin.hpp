// Inverse sine and cosine, from the angle of a point t near a = |x|:
//
//   asin a = asin t + d/sqrt(W) (1 + (3 + W)/24 (d/W)^2 + (105 + 30 W + 9 W^2)/1920 (d/W)^4 + ...),
//
// d = a - t, W = 1 - t a.  (a and t may change places, so that the series is even in d.)  Cells of t grow
// with a and shrink towards 1 as 1 - a does, |d/W| < 2^-7.7.  Where 1 - a <= 2^-10,
//
//   asin a = pi/2 - 2 asin(sqrt((1 - a)/2)).
#pragma once

#include <ff/math/asin_table.hpp>
#include <ff/math/atan.hpp>
#include <ff/type/constants.hpp>

namespace ff {
namespace bounds {

inline constexpr function_row inverse_sines[] = {
    {"asin", observed(3), {{-1, 1, -96}}, "table, one root"},
    {"asin_tiny", observed(1, relative_to::subnormal), {tiny}, "table, one root"},
    {"acos", observed(3.5), {{-1, 1, -149}}, "table, one root"},
};

}  // namespace bounds

namespace detail {

// The cell of a = |x| < arcsine_limit: its point t, the angle of that and W = 1 - t a in two words.
struct arcsine_cell {
  bool steep;  // a > 1/2
  float t;     // a - t is exact
  ff_t angle;
  float w, w_rest;
};

template <class Table>
FF_HD_LARGE constexpr arcsine_cell arcsine_cell_of(float a, float low) {
  const bool steep = less(0.5f, a);
  const float v = least(a, sub_rn(1.0f, a));
  const uint32 y = to_bits(fma_rn(v, arcsine_scale, steep ? 0.0f : arcsine_shifted));
  const arcsine_row row = table_row<Table>((y >> arcsine_shift) - (steep ? steep_first : arcsine_first));
  const float m = from_bits((y & (~0u << arcsine_shift)) | 1u << (arcsine_shift - 1));
  // p = t, W = (1 - t) + t (1 - a)  or  p = -t, W = 1 - t a
  const float p = fma_rn(m, -arcsine_step, steep ? 1.0f : arcsine_zero), t = abs(p);
  const float base = steep ? sub_rn(1.0f, p) : 1.0f, w = fma_rn(p, v, base);
  const float w_rest = fma_rn(neg(t), low, fma_rn(p, v, sub_rn(base, w)));
  return {steep, t, from_words(from_bits(row.hi), from_bits(row.lo)), w, w_rest};
}

// base + d/sqrt(W) (1 + ...): the root is that of w + w_rest, of which the rest reaches 2^-15,
//   1/sqrt(W) = r (1 + e),
//   p + low   = d/sqrt(W),  tail = low + third p (1 + 3 low/p).
// The cube of p + low rounds four times less than p times d^2/W.  The tail meets base.lo before what base + p
// lost.  With 69/2 W for 30 W + 9 W^2 and no further term the series is good to 0.14 u^2 of the angle.
FF_HD_LARGE constexpr ff_t near_angle(ff_t base, arcsine_cell cell, ff_t d) {
  const float h = add_rn(cell.w, cell.w_rest), q = rcp_rn(h), s = sqrt_seed(h).s, r = mul_rn(s, q);
  const float over = add_rn(fma_rn(neg(s), s, cell.w), cell.w_rest);
  const float e1 = fma_rn(over, mul_rn(-0.5f, q), fma_rn(neg(s), r, 1.0f)), e = fma_rn(e1, e1, e1);
  const auto [p, pe] = two_prod(d.hi(), r);
  const float z = mul_rn(p, p), fifth = fma_rn(q, 105.0f / 1920, 34.5f / 1920);
  const float third = mul_rn(z, fma_rn(q, fma_rn(z, fifth, 0.125f), 1.0f / 24));
  const float low = fma_rn(p, e, fma_rn(d.lo(), r, pe));
  const float tail = fma_rn(third, p, fma_rn(mul_rn(third, 3.0f), low, low));
  const auto [sum, lost] = fast_add12(base.hi(), p);
  const auto [head, rest] = fast_add12(sum, add_rn(base.lo(), tail));
  return fast_add12(head, add_rn(rest, lost));
}

// (1 - a)/2 for a = |x| > 1/2, exact; the sign bit is set just when a > 1.
FF_HD_LARGE constexpr ff_t half_rest(ff_t a) {
  const float e = fma_rn(a.hi(), -0.5f, 0.5f), h = fma_rn(a.lo(), -0.5f, e);
  return from_words(h, fma_rn(a.lo(), -0.5f, sub_rn(e, h)));
}

// sqrt(e) for 2^-102 <= e: the head is corrected once, so that the rest, d (1 + g)/(2 s) with d = e - s^2, is
// small and is rounded but once.
FF_HD_LARGE constexpr ff_t root_of(ff_t e) {
  const auto [r, h] = sqrt_seed(e.hi());
  const float s = fma_rn(add_rn(fma_rn(neg(r), r, e.hi()), e.lo()), h, r);
  const auto [d, dl] = add12(fma_rn(neg(s), s, e.hi()), e.lo());
  const float g = fma_rn(neg(s), add_rn(h, h), 1.0f);
  return from_words(s, fma_rn(d, h, mul_rn(fma_rn(d, g, dl), h)));
}

// 2 asin(s), s = sqrt e, for 2^-102 <= e < 2^-11:  asin s = s + s e (1/6 + e (3/40 + e (5/112 + e
// 35/1152))).
FF_HD_LARGE constexpr ff_t twice_asin_of_root(ff_t e) {
  constexpr float sixth = 0x1.555556p-3f, sixth_low = -0x1.555556p-28f;
  const float q = fma_rn(e.hi(), fma_rn(e.hi(), 0x1.f1c71cp-6f, 0x1.6db6dcp-5f), 0x1.333334p-4f);
  const auto [c, c_rest] = add_prod(sixth, e.hi(), q);
  const ff_t s = root_of(e);
  const ff_t cubic =
      less(e.hi(), 0x1p-60f) ? ff_t(0.0f) : mul22(s, mul22(e, from_words(c, add_rn(c_rest, sixth_low))));
  const auto [r, rest] = fast_add12(s.hi(), cubic.hi());
  const auto [low, lost] = add12(rest, s.lo());
  const auto [head, left] = fast_add12(r, low);
  const ff_t half = fast_add12(head, add_rn(left, add_rn(lost, cubic.lo())));
  return from_words(add_rn(half.hi(), half.hi()), add_rn(half.lo(), half.lo()));
}

// asin where |x| is not below arcsine_limit; pi/2 - 2^-50 for pi/2 - t with t smaller.
struct asin_near_one {
  FF_HD_LARGE static constexpr ff_t of(ff_t x) {
    const uint32 sign = sign_bit(x.hi());
    const ff_t e = half_rest(flip_sign(x, sign));
    if (to_bits(e.hi()) > infinity_bits) return quiet_nan;
    const ff_t rest = twice_asin_of_root(from_words(less(0x1p-102f, e.hi()) ? e.hi() : 0x1p-102f, e.lo()));
    return flip_sign(sub22(constants::half_pi, rest), sign);
  }
};

// acos there: near 1, where 1 - |x| < 2^-101, sqrt(2 (1 - |x|)).
struct acos_near_one {
  FF_HD_LARGE static constexpr ff_t of(ff_t x) {
    const ff_t e = half_rest(flip_sign(x, sign_bit(x.hi())));
    if (to_bits(e.hi()) > infinity_bits) return quiet_nan;
    const bool tiny = !less(0x1p-102f, e.hi()), negative = less(x.hi(), 0.0f);
    if (!tiny) {
      const ff_t rest = twice_asin_of_root(e);
      return negative ? sub22(constants::pi, rest) : rest;
    }
    if (negative) return constants::pi;
    if (equal(x.lo(), 0.0f)) return 0.0f;
    const ff_t s = sqrt22(ff_t(mul_rn(x.lo(), -0x1p101f)));
    return from_words(mul_rn(s.hi(), 0x1p-50f), mul_rn(s.lo(), 0x1p-50f));
  }
};

}  // namespace detail

/// The inverse sine of x, in [-pi/2, pi/2].  3 u^2; below 2^-96 the low word underflows.
/// asin(+-0) = +-0; NaN for |x| > 1.
FF_HD_LARGE constexpr ff_t asin(ff_t x) {
  using namespace detail;
  const float a = abs(x.hi());
  if (!less(a, arcsine_limit)) return out_of_line<asin_near_one>(x);
  const uint32 sign = sign_bit(x.hi());
  const float low = flip_sign(x.lo(), sign);
  const arcsine_cell cell = arcsine_cell_of<arcsine_table>(a, low);
  const ff_t d = fast_add12(sub_rn(a, cell.t), low);
  return flip_sign(near_angle(cell.angle, cell, d), sign);
}

/// The inverse cosine of x, in [0, pi].  3.5 u^2, near 1 too.  acos(1) = +0; NaN for |x| > 1.
FF_HD_LARGE constexpr ff_t acos(ff_t x) {
  using namespace detail;
  const float a = abs(x.hi());
  if (!less(a, arcsine_limit)) return out_of_line<acos_near_one>(x);
  const uint32 sign = sign_bit(x.hi());
  const arcsine_cell cell = arcsine_cell_of<arccosine_table>(a, flip_sign(x.lo(), sign));
  // pi/2 -+ asin t,  or  acos t  or  pi - acos t
  const float k = cell.steep ? (sign != 0 ? 2.0f : 0.0f) : 1.0f;
  const ff_t angle = flip_sign(cell.angle, cell.steep ? sign : sign ^ sign_bits);
  const auto [base, rest] = quarter_turns(k, angle.hi());
  const float base_low = add_rn(rest, fma_rn(k, half_pi_rest, angle.lo()));
  const ff_t d = fast_add12(sub_rn(flip_sign(cell.t, sign), x.hi()), neg(x.lo()));
  return near_angle(from_words(base, base_low), cell, d);
}

}  // namespace ff
