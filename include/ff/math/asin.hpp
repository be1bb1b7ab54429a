// Inverse sine and cosine: the Taylor polynomial at a table's point t near |x|,
//
//   asin(t + d) = asin t + c1 d + c2 d^2 + c3 d^3 + c4 d^4,
//
// on cells that shrink towards 1 as 1 - |x| does.  Where that is below 2^-11 or so,
//
//   asin |x| = pi/2 - 2 asin(sqrt((1 - |x|)/2)).
#pragma once

#include <ff/constants.hpp>
#include <ff/math/asin_table.hpp>
#include <ff/math/atan.hpp>

namespace ff {
namespace bounds {

inline constexpr function_row inverse_sines[] = {
    {"asin", 4, evidence::observed, relative_to::result, {-1, 1, -96}, unused, "table, Taylor polynomial"},
    {"asin_tiny", 1, evidence::observed, relative_to::subnormal, tiny, unused, "table, Taylor polynomial"},
    {"acos", 4, evidence::observed, relative_to::result, {-1, 1, -149}, unused, "table, Taylor polynomial"},
};

}  // namespace bounds

namespace detail {

// The cell of a = |x.hi| < asin_limit.
FF_HD_LARGE constexpr uint32 asin_cell(float a) {
  const uint32 near_zero = to_bits(add_rn(a, asin_offset)), near_one = to_bits(sub_rn(1.0f, a));
  return ((near_zero - 4 * near_one) >> asin_shift) - asin_first_cell;
}

// angle +- d (c1 + e (c2 + e (c3 + e c4))), e = +-d: every product of the first two terms enters a sum
// unrounded, and c3 and c4 follow from c1 and c2.
FF_HD_LARGE constexpr ff_t near_angle(asin_row row, uint32 first_low, uint32 second, uint32 second_low,
                                      ff_t d, float e) {
  const float c1 = from_bits(row.first), c2 = from_bits(second), w = mul_rn(c1, c1);
  // c1 + e c2 = g + g_rest; c3 = c1 w c, c4 = c2 w (5 c/2 + 1/3)
  const float g = fma_rn(e, c2, c1), back = sub_rn(c1, g), g_rest = fma_rn(e, c2, back);
  const float c = fma_rn(w, asin_cubic, neg(asin_third));
  const float last = fma_rn(neg(back), fma_rn(c, 2.5f, asin_third), mul_rn(c1, c));
  const float g_low =
      fma_rn(e, fma_rn(mul_rn(e, w), last, from_bits(second_low)), add_rn(g_rest, from_bits(first_low)));
  const float low = fma_rn(d.lo(), fma_rn(e, c2, g), fma_rn(d.hi(), g_low, from_bits(row.lo)));
  const auto [s, s_rest] = add_prod(from_bits(row.hi), d.hi(), g);
  return fast_add12(s, add_rn(s_rest, low));
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

// 2 asin(s), s = sqrt e, for 2^-102 <= e < 2^-11.9:  asin s = s + s e (1/6 + e (3/40 + e (5/112 + e
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

// asin where |x| is not below asin_limit; pi/2 - 2^-50 for pi/2 - t with t smaller.
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

/// The inverse sine of x, in [-pi/2, pi/2].  4 u^2; below 2^-96 the low word underflows.
/// asin(+-0) = +-0; NaN for |x| > 1.
FF_HD_LARGE constexpr ff_t asin(ff_t x) {
  using namespace detail;
  const float a = abs(x.hi());
  if (!less(a, asin_limit)) return out_of_line<asin_near_one>(x);
  const uint32 i = asin_cell(a), sign = sign_bit(x.hi());
  const asin_row row = table_row<asin_table>(i);
  const asin_tail tail = table_row<asin_table, &asin_rows::tail>(i);
  const ff_t d = fast_add12(sub_rn(a, from_bits(row.point)), flip_sign(x.lo(), sign));
  return flip_sign(near_angle(row, tail.first_low, tail.second, 0, d, d.hi()), sign);
}

/// The inverse cosine of x, in [0, pi].  4 u^2, near 1 too.  acos(1) = +0; NaN for |x| > 1.
FF_HD_LARGE constexpr ff_t acos(ff_t x) {
  using namespace detail;
  const float a = abs(x.hi());
  if (!less(a, asin_limit)) return out_of_line<acos_near_one>(x);
  const uint32 i = asin_cell(a), sign = sign_bit(x.hi());
  const asin_row row = table_row<asin_table>(i + (sign != 0 ? 2 * asin_cells : asin_cells));
  const acos_tail tail = table_row<asin_table, &asin_rows::acos_tail_at>(i);
  const ff_t d = fast_add12(sub_rn(flip_sign(from_bits(row.point), sign), x.hi()), neg(x.lo()));
  return near_angle(row, tail.first_low, tail.second, tail.second_low, d, flip_sign(neg(d.hi()), sign));
}

}  // namespace ff
