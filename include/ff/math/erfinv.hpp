// The inverses of erf, erfc and the normal distribution.
//
// For |y| < 5/8, erfinv is a polynomial on each of the cells of |y| + 2^-4.  Beyond, with q = 1 - |y|, a
// float near the result comes from a table of s = sqrt(-log q), and one step of Newton's iteration with the
// second-order term, erfc being taken to float-float accuracy, gives the low word.
#pragma once

#include <ff/constants.hpp>
#include <ff/math/erfc.hpp>
#include <ff/math/erfinv_table.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr erfc_row erfinv_row_of(uint32 cell) {
  const uint32 i = cell - erfinv_first_cell;
  return {table_row<erfinv_points>(i), table_row<erfinv_heads>(i), table_row<erfinv_tails>(i)};
}
FF_HD_LARGE constexpr erfcinv_seed_row erfcinv_seed_of(uint32 i) {
  const uint32 row = i < erfcinv_last_seed ? i : erfcinv_last_seed;
  return table_row<erfcinv_seeds>(row);
}

// erfinv(t + d) = c0 + c1 d + ... + c5 d^5 on the cell of t.
// erfinv(y) for |y| <= 5/8, and up to 0.626, where 1 - q of erfcinv may come to lie.
FF_HD_LARGE constexpr ff_t erfinv_central(ff_t y) {
  const uint32 sign = sign_bit(y.hi());
  const auto [cell, a, l] = find_erf_cell(abs(y.hi()), flip_sign(y.lo(), sign), 0.626f, erfinv_offset, 16);
  const erfc_row row = erfinv_row_of(cell);
  const auto [d, dl] = fast_add12(sub_rn(a, from_bits(row.point)), l);
  const erfc_value f = erfc_polynomial(row, d, dl);
  return flip_sign(fast_add12(f.head, add_rn(f.rest, f.small)), sign);
}

// sqrt(-log(q 2^-64)) for 2^-85 <= q <= 2^63, to about 2^-28: q = 2^e m with m in [3/4, 3/2), and log m by
// the odd series of (m - 1)/(m + 1).
FF_HD_LARGE constexpr ff_t root_of_log(float q) {
  const uint32 bits = to_bits(q) - 0x3f400000u;
  const float m = from_bits((bits & fraction_bits) + 0x3f400000u);
  const float octaves = static_cast<float>(64 - (static_cast<int32>(bits) >> 23));
  // log m = 2 z + 2 z^3/3 + 2 z^5/5 + ...;  w + we = 64 log 2 - log q;  s + lo = sqrt(w + we)
  const float z = mul_rn(sub_rn(m, 1.0f), rcp_rn(add_rn(m, 1.0f))), z2 = mul_rn(z, z);
  const float series =
      fma_rn(z2, fma_rn(z2, fma_rn(z2, fma_rn(z2, 2.0f / 9, 2.0f / 7), 0.4f), 2.0f / 3), 2.0f);
  const float log_m = mul_rn(z, series), w = fma_rn(octaves, constants::ln2.hi(), neg(log_m));
  const float we =
      fma_rn(octaves, constants::ln2.lo(), sub_rn(fma_rn(octaves, constants::ln2.hi(), neg(w)), log_m));
  const auto [s, h] = sqrt_seed(w);
  return from_words(s, mul_rn(add_rn(fma_rn(neg(s), s, w), we), h));
}

// erfcinv(q) for 0 < q <= 3/8, and its limit for 0; NaN for q < 0.
FF_HD_LARGE constexpr ff_t erfcinv_tail(ff_t q) {
  if (!less(0.0f, q.hi())) return equal(q.hi(), 0.0f) ? infinity : quiet_nan;
  // x is erfcinv(q) to about 2^-24: c0 + c1 ds + c2 ds^2 + c3 ds^3, ds = s - the nearest multiple of 1/16.
  // All of q and erfc are taken at 2^64 times their values, so that no word underflows.
  const float qh = mul_rn(q.hi(), 0x1p64f), ql = mul_rn(q.lo(), 0x1p64f);  // exact
  const auto [s, se] = root_of_log(qh);
  const float shifted = add_rn(s, rounder<4>);  // rounded to multiples of 1/16
  const erfcinv_seed_row seed = erfcinv_seed_of(to_bits(shifted) & 0xffffu);
  const float ds = add_rn(sub_rn(s, sub_rn(shifted, rounder<4>)), se);
  const float c3 = from_bits(seed.c0_low_c3 << 16), c0_low = from_bits(seed.c0_low_c3);
  const float ascent = fma_rn(ds, fma_rn(ds, c3, from_bits(seed.c2)), from_bits(seed.c1));
  const float x = add_rn(from_bits(seed.c0), fma_rn(ds, ascent, c0_low));

  // p = erfc(x) = exp(-x^2) f.  Newton's step is h = (p - q) / -erfc'(x) = (p - q)/p f sqrt(pi)/2; with
  // erfc''/erfc' = -2 x the second order makes it h + x h^2.
  const uint32 bits = find_erf_cell(x, 0.0f, erfc_cells::last, erfc_wide_offset, 0).cell;
  const erfc_value f = scaled_tail<erfc_cells>(bits, x, 0.0f);
  const ff_t p = unscaled_tail<erfc_cells>(f, x, 0.0f);
  const float excess = mul_rn(add_rn(sub_rn(p.hi(), qh), sub_rn(p.lo(), ql)), rcp_rn(p.hi()));
  const float h = mul_rn(excess, mul_rn(f.head, 0x1.c5bf8ap-1f));
  return fast_add12(x, fma_rn(mul_rn(x, h), h, h));
}

inline constexpr ff_t minus_sqrt2 = -constants::sqrt2;

// a - x for a > x.hi / 2: exact but for x.hi < a/2, and then within 2^-50.
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
  if (less(abs(y.hi()), 0.625f)) return erfinv_central(y);
  return flip_sign(erfcinv_tail(subtracted_from(1.0f, flip_sign(y, sign))), sign);
}

/// The x of erfc(x) = q, for 0 <= q <= 2; erfcinv(0) = inf, erfcinv(2) = -inf, NaN beyond.  13 u^2
/// (bounds::error_inverses), for the smallest q too and near q = 1, where the result is 0.
FF_HD_LARGE constexpr ff_t erfcinv(ff_t q) {
  using namespace detail;
  const bool mirrored = less(1.625f, q.hi());
  const ff_t p = mirrored ? subtracted_from(2.0f, q) : q;
  if (less(0.375f, p.hi())) return erfinv_central(subtracted_from(1.0f, q));
  return flip_sign(erfcinv_tail(p), mirrored ? sign_bits : 0u);
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
    {"erfinv", 13, evidence::observed, relative_to::result, erf_values, unused,
     "polynomials; beyond 5/8 Newton's iteration on erfc"},
    {"erfinv_tiny", 8, evidence::observed, relative_to::subnormal, tiny_erf_arguments, unused, "the same"},
    {"erfcinv", 13, evidence::observed, relative_to::subnormal, erfc_values, unused, "the same"},
    {"normcdfinv", 16, evidence::observed, relative_to::subnormal, probabilities, unused,
     "-sqrt(2) erfcinv(2 p)"},
};
}  // namespace bounds

}  // namespace ff
