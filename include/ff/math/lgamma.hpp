// The logarithm of the absolute value of the gamma function.
//
// 1/2 <= x < 16: cells of 16 to the octave, each a polynomial of degree 7 about its centre (tgamma.hpp says
// how it is summed).  Below 3 it is that of log Gamma(x) / (x - 1) or log Gamma(x) / (x - 2), so the relative
// error stays small at the zeros 1 and 2.  From 16 on Stirling's series,
//   (x - 1/2) (log x - 1) + (log(2 pi) - 1)/2 + 1/(12 x) - 1/(360 x^3) + ...
// in which nothing cancels; below 1/2, log Gamma(1 + x) - log x and, for x < 0, the reflection.
#pragma once

#include <ff/math/log.hpp>
#include <ff/math/tgamma.hpp>
#include <ff/type/constants.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr gamma_row lgamma_row(size_t third, uint32 cell) {
  return table_row<lgamma_table>(third, cell);
}

// 1/2 <= x < 16.
FF_HD_LARGE constexpr ff_t lgamma_cell(ff_t x) {
  const uint32 bits = to_bits(x.hi()) + 0x40000u;
  const uint32 i = index_within((bits >> 19) - (0x3f000000u >> 19), 80u);
  const float centre = from_bits(bits & 0xfff80000u);
  const auto [r, low] = fast_add12(sub_rn(x.hi(), centre), x.lo());  // the difference is exact
  const gamma_offset o = gamma_offset_of(r, low);
  const gamma_row t = lgamma_row(2, i);
  const float tail = mul_rn(r, fma_rn(r, fma_rn(r, t.d, t.c), t.b));
  const ff_t g = gamma_polynomial(lgamma_row(0, i), lgamma_row(1, i), from_words(t.a, tail), o);
  // times x - 1 or x - 2; the difference is exact below 3
  const bool divided = less(centre, 3.0f);
  const ff_t f = fast_add12(sub_rn(x.hi(), less(centre, 1.5f) ? 1.0f : 2.0f), x.lo());
  return gamma_times(g, from_words(divided ? f.hi() : 1.0f, divided ? f.lo() : 0.0f));
}

inline constexpr ff_t stirling_constant = from_words(0x1.acfe3ap-2f, -0x1.e6d052p-27f);  // (log(2 pi) - 1)/2

// Stirling's series for 16 <= x < 2^122, as long as the value is finite:
//   log Gamma(x) = (x - 1/2) (log x - 1) + (log(2 pi) - 1)/2 + s(1/x),  s(v) = v/12 - v^3/360 + v^5/1260 -
//   ...
FF_HD_LARGE constexpr ff_t lgamma_stirling(ff_t x) {
  // 1/x = v (1 + e) and s(1/x) = u + ue, where u = RN(v/12); `slope` is ds/dv.
  const float v = rcp_rn(x.hi()), e = fma_rn(neg(x.lo()), v, fma_rn(neg(x.hi()), v, 1.0f)), w = mul_rn(v, v);
  const float series =
      fma_rn(w, fma_rn(w, fma_rn(w, -1.0f / 1680, 1.0f / 1260), -1.0f / 360), -0x1.555556p-29f);
  const float u = mul_rn(v, 1.0f / 12), slope = fma_rn(series, 3.0f, 1.0f / 12);
  const float ue = fma_rn(v, fma_rn(e, slope, series), fma_rn(v, 1.0f / 12, neg(u)));
  const auto [c, ce] = fast_add12(stirling_constant.hi(), u);
  // (x - 1/2) (log x - 1) = (n + nl) (m + ml) = p + pe, the low products inside p
  const ff_t log_x = log_core(x, 0.0f);
  const auto [m, me] = fast_add12(log_x.hi(), -1.0f);
  const auto [n, ne] = fast_add12(x.hi(), -0.5f);
  const float ml = add_rn(me, log_x.lo()), nl = add_rn(ne, x.lo());
  const float t = fma_rn(n, ml, fma_rn(nl, ml, mul_rn(nl, m))), p = fma_rn(n, m, t);
  const auto [s, se] = fast_add12(p, c);
  const float pe = add_rn(fma_rn(n, m, neg(p)), t);
  return fast_add12(s, add_rn(add_rn(se, pe), add_rn(add_rn(ce, ue), stirling_constant.lo())));
}

// log(value 2^exponent); without cancellation where the product is a float of about 48 bits.
FF_HD_LARGE constexpr ff_t lgamma_log_of(gamma_scaled d) {
  const ff_t a = abs(d.value);
  const int n = ilogb(a) + d.exponent;
  if (-90 < n && n < 120) return log(ldexp(a, d.exponent));
  return log(a) + constants::ln2 * static_cast<float>(d.exponent);
}

// -log|sin(pi x) Gamma(1 - x) / pi| for x < 0.
FF_HD_OUT_OF_LINE constexpr ff_t lgamma_reflected(ff_t x) {
  const ff_t y = -x;
  const auto [odd, n, r] = gamma_nearest_whole(y);
  if (equal(y.hi(), infinity) || equal(r.hi(), 0.0f)) return infinity;
  const bool close = gamma_near_pole(r), low = less(y.hi(), 64.5f);
  if (close && low) return -lgamma_log_of(gamma_reflected(y, n, r, tgamma_cell(x)));
  const ff_t sine = close ? ldexp(abs(r), 100) : abs(gamma_sine(r));
  if (less(y.hi(), 34.03125f)) return -log(sine * tgamma_cell(x));
  if (!less(y.hi(), 0x1p122f)) return -infinity;
  const ff_t log_sine = lgamma_log_of({sine, close ? -100 : 0});
  const ff_t value = lgamma_stirling(y) + (log(y) + log_sine);
  return isfinite(value) ? -value : -infinity;
}

// Below 1/2, and where the value overflows.
FF_HD_OUT_OF_LINE constexpr ff_t lgamma_elsewhere(ff_t x) {
  const float a = x.hi();
  if (isnan(x)) return quiet_nan;
  if (equal(a, 0.0f) || equal(a, infinity)) return infinity;
  if (less(a, 0.0f)) return lgamma_reflected(x);
  if (less(a, 1.0f)) {
    const auto [s, e] = fast_add12(1.0f, a);
    return lgamma_cell(fast_add12(s, add_rn(e, x.lo()))) - log(x);
  }
  const ff_t value = lgamma_stirling(x);
  return less(a, 0x1p122f) && isfinite(value) ? value : infinity;
}

}  // namespace detail

namespace bounds {
inline constexpr range finite_lgamma{0x1p-126, 4.08e36, -126}, lgamma_cells{0.5, 16, -1},
    stirling{16, 4096, 4};

inline constexpr function_row lgammas[] = {
    {"lgamma", observed(9, relative_to::subnormal), {finite_lgamma}, "cells of degree 7, Stirling"},
    {"lgamma_near", observed(9, relative_to::subnormal), {lgamma_cells}, "cells of degree 7"},
    {"lgamma_stirling", observed(8), {stirling}, "Stirling"},
    {"lgamma_negative", observed(12, relative_to::unit), {{-70, 0, -126}}, "reflection"},
};
}  // namespace bounds

/// log|Gamma(x)|, for every x (bounds::lgammas): relative to the result for x > 0, the zeros 1 and 2
/// included; for x < 0 relative to the larger of the result and 1, since its zeros there are no floats.  +inf
/// for zero, negative integers, and +-inf.  The sign of Gamma is tgamma's.
FF_HD_LARGE constexpr ff_t lgamma(ff_t x) {
  if (detail::between(x.hi(), 0.5f, 16.0f)) return detail::lgamma_cell(x);
  if (detail::between(x.hi(), 16.0f, 4.08e36f)) return detail::lgamma_stirling(x);
  return detail::lgamma_elsewhere(x);
}

}  // namespace ff
