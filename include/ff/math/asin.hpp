// Inverse sine and cosine: of u = |x| where that is at most 0.6, and beyond from asin|x| = pi/2 - 2 asin u
// with u = sqrt((1 - |x|)/2), by the Taylor polynomial at a table point near u.
#pragma once

#include <ff/math/atan.hpp>

namespace ff {
namespace bounds {

inline constexpr function_bound inverse_sines[] = {
    {"asin", 4, evidence::observed, relative_to::result, {-1, 1, -96}, unused, "table, Taylor polynomial"},
    {"asin_tiny",
     1,
     evidence::observed,
     relative_to::subnormal,
     {-0x1p-90, 0x1p-90, -149},
     unused,
     "table, Taylor polynomial"},
    {"acos", 4, evidence::observed, relative_to::result, {-1, 1, -149}, unused, "table, Taylor polynomial"},
};

}  // namespace bounds

namespace detail {

#if defined(__CUDA_ARCH__)
FF_HD constexpr const asin_row* asin_rows_here() { return asin_row_table_on_device.at; }
FF_HD constexpr const asin_tail* asin_tails_here() { return asin_tail_table_on_device.at; }
#else
FF_HD constexpr const asin_row* asin_rows_here() { return asin_row_table.at; }
FF_HD constexpr const asin_tail* asin_tails_here() { return asin_tail_table.at; }
#endif

inline constexpr float steep_from = 0x1.3333p-1f;

// (1 - a)/2 for a = |x| > 1/2, exact; the sign bit is set just when a > 1.
FF_HD constexpr ff_t half_rest(ff_t a) {
  const float e = fma_rn(a.hi(), -0.5f, 0.5f), h = fma_rn(a.lo(), -0.5f, e);
  return {h, fma_rn(a.lo(), -0.5f, sub_rn(e, h))};
}

// sqrt(e) for 2^-102 <= e: the head is corrected once, so that the rest is small, and h = 1/(2 s) with it.
FF_HD constexpr ff_t root_of(ff_t e) {
  const auto [r, h] = sqrt_seed(e.hi());
  const float s = fma_rn(add_rn(fma_rn(neg(r), r, e.hi()), e.lo()), h, r);
  const float c = mul_rn(add_rn(fma_rn(neg(s), s, e.hi()), e.lo()), h);
  return {s, fma_rn(c, fma_rn(neg(s), add_rn(h, h), 1.0f), c)};
}

// f(t) + d (c1 + d (c2 + d (c3 + d c4))) for f of the table's part and d = u - t: every product of the first
// two terms enters a sum unrounded.
FF_HD constexpr ff_t angle_of_sine(ff_t u, uint32 part) {
  const uint32 cell = (to_bits(fma_rn(u.hi(), asin_scale, asin_offset)) >> asin_shift) - asin_first_cell;
  // words that are no pair must not lead out of the table
  const uint32 i = part * asin_cells + index_within(cell, asin_cells - 1);
  const asin_row row = fetch(asin_rows_here(), i);
  const asin_tail tail = fetch(asin_tails_here(), i);
  const auto [d, d_low] = fast_add12(sub_rn(u.hi(), from_bits(row.point)), u.lo());
  const float c2 = from_bits(tail.second);
  const auto [g, g_rest] = add_prod(from_bits(row.first), d, c2);
  const float c4 = from_bits(tail.fourth),
              c3 = fma_rn(d, fma_rn(mul_rn(c4, 1.5f), d, c4), from_bits(tail.third));
  const float g_low = fma_rn(mul_rn(d, d), c3, add_rn(g_rest, from_bits(tail.first_low)));
  const float low = fma_rn(d_low, fma_rn(d, c2, g), fma_rn(d, g_low, from_bits(row.lo)));
  const auto [s, s_rest] = add_prod(from_bits(row.hi), d, g);
  return fast_add12(s, add_rn(s_rest, low));
}

}  // namespace detail

/// The inverse sine of x, in [-pi/2, pi/2].  4 u^2; below 2^-96 the low word underflows.
/// asin(+-0) = +-0; NaN for |x| > 1.
FF_HD constexpr ff_t asin(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const ff_t a = flip_sign(x, sign), e = half_rest(a);
  const bool steep = !less(a.hi(), steep_from), outside = to_bits(e.hi()) > 0x7f800000u;
  // below 2^-102, asin is pi/2 but for 2^-50; NaN must not reach the table's index
  const ff_t s = root_of({less(0x1p-102f, e.hi()) ? e.hi() : 0x1p-102f, e.lo()});
  const ff_t z = angle_of_sine(steep ? s : a, steep ? 1 : 0);
  return {outside ? quiet_nan : flip_sign(z.hi(), sign), flip_sign(z.lo(), sign)};
}

namespace detail {

// acos where (1 - |x|)/2 = e < 2^-102 or is no number: 2 sqrt(e) near 1, pi near -1.
FF_HD constexpr ff_t acos_outside(ff_t x, float e) {
  if (to_bits(e) > 0x7f800000u) return quiet_nan;
  if (less(x.hi(), 0.0f)) return ff_t(0x1.921fb6p1f, -0x1.777a5cp-24f);
  if (equal(x.lo(), 0.0f)) return 0.0f;
  const ff_t s = sqrt22(ff_t(mul_rn(x.lo(), -0x1p101f)));
  return {mul_rn(s.hi(), 0x1p-50f), mul_rn(s.lo(), 0x1p-50f)};
}

}  // namespace detail

/// The inverse cosine of x, in [0, pi].  4 u^2, near 1 too.  acos(1) = +0; NaN for |x| > 1.
FF_HD constexpr ff_t acos(ff_t x) {
  using namespace detail;
  const uint32 sign = sign_bit(x.hi());
  const ff_t a = flip_sign(x, sign), e = half_rest(a);
  if (!less(0x1p-102f, e.hi())) return acos_outside(x, e.hi());
  const bool steep = !less(a.hi(), steep_from);
  const uint32 negative = sign >> 31, part = steep ? 2 * negative : 2 + negative;
  const ff_t s = root_of(e), z = angle_of_sine(steep ? s : a, part);
  const float scale = steep ? 2.0f : 1.0f;
  return {mul_rn(z.hi(), scale), mul_rn(z.lo(), scale)};
}

}  // namespace ff
