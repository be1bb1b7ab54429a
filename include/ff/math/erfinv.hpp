// The inverses of erf, erfc and the normal distribution.
//
// For |y| < 1/4, erfinv(y) = y P(y^2), P a polynomial of degree 7.  Beyond, with q = 1 - |y|, a float near
// the result is s - base + R, s = sqrt(-log q), R a polynomial in 1/(s + shift).  One step of Newton's
// iteration with the second-order term, erfc being taken to float-float accuracy, gives the low word.
//
// P stands behind the cells of erfc's table and is evaluated by the same instructions as they are: the
// threads of a warp may take either way.
#pragma once

#include <ff/math/erfc.hpp>
#include <ff/math/erfinv_table.hpp>
#include <ff/type/constants.hpp>

namespace ff {
namespace detail {

// sqrt(-log(q 2^-64)) for 2^-85 <= q < 2^64, to about 2^-26: q = 2^(64 - octaves) m with m in [1/2, 1), and
// log m = Z + Z^3/12 + Z^5/80 + .. for Z = 2 (m - 1)/(m + 1).
FF_HD_LARGE constexpr ff_t root_of_log(float q) {
  const uint32 bits = to_bits(q);
  const float m = from_bits((bits & fraction_bits) | 0x3f000000u);
  const float octaves = static_cast<float>(190 - static_cast<int32>(bits >> 23));
  const float n = sub_rn(m, 1.0f), u = rcp_rn(fma_rn(m, 0.5f, 0.5f)), Z = mul_rn(n, u), Z2 = mul_rn(Z, Z);
  const float lost = fma_rn(neg(Z), m, fma_rn(n, 2.0f, neg(Z)));  // 2 n - Z (m + 1), exactly
  const float series =
      fma_rn(Z2, fma_rn(Z2, fma_rn(Z2, log_series_3, log_series_2), log_series_1), log_series_0);
  const float twice = fma_rn(lost, u, mul_rn(mul_rn(Z, Z2), series));  // 2 (log m - Z)
  // w + we = octaves log 2 - log m;  s + lo = sqrt(w + we)
  const float w0 = fma_rn(octaves, constants::ln2.hi(), neg(Z)), w = fma_rn(twice, -0.5f, w0);
  const float we = fma_rn(octaves, constants::ln2.lo(), fma_rn(twice, -0.5f, sub_rn(w0, w)));
  const auto [s, h] = sqrt_seed(w);
  return from_words(s, mul_rn(add_rn(fma_rn(neg(s), s, w), we), h));
}

// erfcinv(q + low) to 2^-23, for 2^-149 <= q <= 0.755; q is given times 2^64, and low as it is: it counts
// from 1/2 on, where -erfcinv' is about 1.
FF_HD_LARGE constexpr float erfcinv_seed(float q, float low) {
  const auto [s, se] = root_of_log(q);
  const float d =
      mul_rn(fma_rn(neg(erfcinv_seed_point), s, erfcinv_seed_offset), rcp_rn(add_rn(s, erfcinv_seed_shift)));
  const float r9 = fma_rn(d, fma_rn(d, erfcinv_seed_11, erfcinv_seed_10), erfcinv_seed_9);
  const float r6 = fma_rn(d, fma_rn(d, fma_rn(d, r9, erfcinv_seed_8), erfcinv_seed_7), erfcinv_seed_6);
  const float r3 = fma_rn(d, fma_rn(d, fma_rn(d, r6, erfcinv_seed_5), erfcinv_seed_4), erfcinv_seed_3);
  const float rest = fma_rn(d, fma_rn(d, fma_rn(d, r3, erfcinv_seed_2), erfcinv_seed_1), erfcinv_seed_0);
  return add_rn(sub_rn(s, erfcinv_seed_base), add_rn(rest, sub_rn(se, low)));  // s - base is exact
}

// x and the step from it to erfcinv(q), for f = exp(x^2) erfc(x); q = qh + ql is given times 2^64.
// p = erfc(x) = exp(-x^2) f.  Newton's step is h = (p - q) / -erfc'(x) = (p - q)/p f sqrt(pi)/2; with
// erfc''/erfc' = -2 x the second order makes it h + x h^2.  h is at most 2^-23 x, and its error 2^-22 h or
// so.
FF_HD_LARGE constexpr ff_t erfcinv_step(float x, erfc_value f, float qh, float ql) {
  const auto [y, ye] = two_prod(x, neg(x));
  const auto [power, a] = scaled_power_of(y, ye, 0x1p-64f);
  const ff_t p = erfc_times_power(f, power, a);
  const float excess = mul_rn(add_rn(sub_rn(p.hi(), qh), sub_rn(p.lo(), ql)), rcp_rn(p.hi()));
  const float h = mul_rn(excess, mul_rn(f.head, 0x1.c5bf8ap-1f));
  return from_words(x, fma_rn(mul_rn(x, h), h, h));
}

// The first row of the cell, P's being the last.
FF_HD_LARGE constexpr uint32 erfinv_pairs_of(uint32 bits) {
  return index_within(erfc_pairs_of(bits), erfc_pairs_of(erfinv_cell));
}

// erfinv(v) for 0 <= v <= 0.2501, or erfcinv(v) for 0 < v <= 0.755.
FF_HD_LARGE constexpr ff_t erfinv_core(bool central, ff_t v) {
  // all of q and erfc are taken at 2^64 times their values, so that no word underflows
  const float qh = mul_rn(v.hi(), 0x1p64f), ql = mul_rn(v.lo(), 0x1p64f);  // exact
  const float x = central ? 0.0f : erfcinv_seed(qh, v.lo());
  const uint32 bits = central ? erfinv_cell : to_bits(add_rn(x, erfc_wide_offset));
  const uint32 i = erfinv_pairs_of(bits);
  const erfc_pairs lower = erfc_cells::row(i), upper = erfc_cells::row(i + 1);
  erfc_place place{};
  if (central) {
    const float z = mul_rn(v.hi(), v.hi());
    const float zl = fma_rn(add_rn(v.hi(), v.hi()), v.lo(), fma_rn(v.hi(), v.hi(), neg(z)));
    const auto [d, dl] = fast_add12(neg(erfinv_point), z);  // z is below twice the point
    place = {d, add_rn(dl, zl), {erfinv_c4, erfinv_c5, erfinv_c6, erfinv_c7}};
  } else {
    const float t = erfc_point(bits, lower);
    place = {sub_rn(x, t), 0.0f, terms_at<erfc_cells>(t, upper)};
  }
  const erfc_value f = erfc_polynomial(lower, upper, place.terms, place.d, place.dl);
  const ff_t words =
      central ? mul22(v, from_words(f.head, add_rn(f.rest, f.lowest))) : erfcinv_step(x, f, qh, ql);
  return fast_add12(words.hi(), words.lo());
}

// erfcinv(q) outside 0 < q: its limit for 0, NaN for q < 0.
FF_HD_LARGE constexpr float erfcinv_limit(float q) { return equal(q, 0.0f) ? infinity : quiet_nan; }

inline constexpr ff_t minus_sqrt2 = -constants::sqrt2;

// a - x for a = 0 and for a > x.hi / 2: exact but for x.hi < a/2, and then within 2^-50.
FF_HD_LARGE constexpr ff_t subtracted_from(float a, ff_t x) {
  const auto [s, e] = fast_add12(a, neg(x.hi()));
  return fast_add12(s, sub_rn(e, x.lo()));
}

}  // namespace detail

/// The x of erf(x) = y, for |y| <= 1; erfinv(+-1) = +-inf, NaN beyond.  13 u^2 (bounds::error_inverses), near
/// y = 0 and y = +-1 too.
FF_HD_LARGE constexpr ff_t erfinv(ff_t y) {
  using namespace detail;
  const uint32 sign = sign_bit(y.hi());
  const ff_t a = flip_sign(y, sign);
  const bool central = less(a.hi(), 0.25f);
  const ff_t v = central ? a : subtracted_from(1.0f, a);
  const bool inside = central || less(0.0f, v.hi());
  return flip_sign(inside ? erfinv_core(central, v) : ff_t(erfcinv_limit(v.hi())), sign);
}

/// The x of erfc(x) = q, for 0 <= q <= 2; erfcinv(0) = inf, erfcinv(2) = -inf, NaN beyond.  13 u^2
/// (bounds::error_inverses), for the smallest q too and near q = 1, where the result is 0.
FF_HD_LARGE constexpr ff_t erfcinv(ff_t q) {
  using namespace detail;
  const bool central = less(abs(sub_rn(q.hi(), 1.0f)), 0.25f), mirrored = less(1.0f, q.hi());
  // 1 - q, 2 - q, or -q
  const ff_t w = subtracted_from(central ? 1.0f : mirrored ? 2.0f : 0.0f, q);
  const uint32 sign = central ? sign_bit(w.hi()) : mirrored ? sign_bits : 0u;
  const ff_t v = flip_sign(w, central ? sign : sign ^ sign_bits);
  const bool inside = central || less(0.0f, v.hi());
  return flip_sign(inside ? erfinv_core(central, v) : ff_t(erfcinv_limit(v.hi())), sign);
}

/// The x of normcdf(x) = p, for 0 <= p <= 1; normcdfinv(0) = -inf, normcdfinv(1) = inf, NaN beyond.  16 u^2
/// (bounds::error_inverses), relative to the result near p = 1/2 too.  -sqrt(2) erfcinv(2 p).
FF_HD_LARGE constexpr ff_t normcdfinv(ff_t p) {
  const ff_t x = erfcinv(from_words(add_rn(p.hi(), p.hi()), add_rn(p.lo(), p.lo())));
  const ff_t result = mul22(x, detail::minus_sqrt2);
  const bool regular = isfinite(x) && !equal(x.hi(), 0.0f);
  return regular ? fast_add12(result.hi(), result.lo()) : ff_t(sub_rn(0.0f, x.hi()));
}

namespace bounds {
inline constexpr range erf_values{-1, 1, -90}, erfc_values{0x1p-149, 2, -149},
    probabilities{0x1p-149, 1, -149};

inline constexpr function_row error_inverses[] = {
    {"erfinv", observed(13), {erf_values}, "a polynomial; beyond 1/4 Newton's iteration on erfc"},
    {"erfinv_tiny", observed(8, relative_to::subnormal), {tiny_erf_arguments}, "the same"},
    {"erfcinv", observed(13, relative_to::subnormal), {erfc_values}, "the same"},
    {"normcdfinv", observed(16, relative_to::subnormal), {probabilities}, "-sqrt(2) erfcinv(2 p)"},
};
}  // namespace bounds

}  // namespace ff
