// Inverse sine and cosine: of |x| and s = sqrt(1 - x^2), let u be the smaller and v the larger one, t the
// point of atan's table for u/v and c = 1/sqrt(1 + t^2) from a table of its own.  Then
//
//   asin u = atan t + asin((u - t v) c),
//
// and asin x and acos x are that or what it leaves of pi/2 or pi.
#pragma once

#include <ff/constants.hpp>
#include <ff/math/asin_table.hpp>
#include <ff/math/atan.hpp>

namespace ff {
namespace bounds {

inline constexpr function_row inverse_sines[] = {
    {"asin", 4, evidence::observed, relative_to::result, {-1, 1, -96}, unused, "table, rotation"},
    {"asin_tiny", 1, evidence::observed, relative_to::subnormal, tiny, unused, "table, rotation"},
    {"acos", 4, evidence::observed, relative_to::result, {-1, 1, -149}, unused, "table, rotation"},
};

}  // namespace bounds

namespace detail {

// 1 - x^2 = 2 m - m^2 for m = 1 - |x|, but for m.lo^2.
struct cosine_square {
  float head, rest;  // of 2 m.hi - m.hi^2
  float twice_low;   // 2 m.lo
};

FF_HD_LARGE constexpr cosine_square one_less_square(ff_t a) {
  const float h = sub_rn(1.0f, a.hi());
  const auto [m, l] = fast_add12(h, sub_rn(sub_rn(sub_rn(1.0f, h), a.hi()), a.lo()));
  const float twice = add_rn(m, m), head = fma_rn(neg(m), m, twice);
  return {head, fma_rn(neg(m), m, sub_rn(twice, head)), add_rn(l, l)};
}

// sqrt(e) for 2^-102 <= e.head, a = |x|: the head is corrected once, so that the rest, d/(s + sqrt e) = d h
// (1 + g) with d = e - s^2, is small.
FF_HD_LARGE constexpr ff_t root_of(cosine_square e, float a) {
  const auto [r, h] = sqrt_seed(e.head);
  const float s = fma_rn(add_rn(fma_rn(neg(r), r, e.head), fma_rn(e.twice_low, a, e.rest)), h, r);
  const auto [y, y_rest] = fast_add12(fma_rn(neg(s), s, e.head), e.rest);
  const auto [d, d_rest] = add_prod(y, e.twice_low, a);
  const float g = fma_rn(neg(h), mul_rn(d, h), fma_rn(neg(s), add_rn(h, h), 1.0f));
  return {s, fma_rn(d, h, mul_rn(fma_rn(d, g, add_rn(y_rest, d_rest)), h))};
}

// asin(q + rest) - q for |q| <= 2^-8 and |rest| < 2^-22.
FF_HD_LARGE constexpr float asin_rest(float q, float rest) {
  const float z = mul_rn(mul_rn(0.5f, q), q), cubic = mul_rn(z, fma_rn(z, 0.3f, 1.0f / 3));
  return fma_rn(cubic, q, fma_rn(z, rest, rest));
}

// asin x = k pi/2 +- asin u or, where `complement`, acos x.
template <bool complement>
FF_HD_LARGE constexpr ff_t arcsine(ff_t x, ff_t a, cosine_square e) {
  const auto [root, root_low] = root_of(e, a.hi());
  const bool steep = less(root, a.hi());
  const ff_t u(steep ? root : a.hi(), steep ? root_low : a.lo()),
      v(steep ? a.hi() : root, steep ? a.lo() : root_low);
  const auto [t, cell] = tangent_point_near(least(mul_rn(u.hi(), rcp_rn(v.hi())), 1.0f));
  const angle_row row = table_row<angle_table>(cell);
  const cosine_row cosine = table_row<cosine_table>(cell);
  const float toward = with_sign(1.0f, sign_bit(x.hi()));
  const float k = complement ? (steep ? sub_rn(1.0f, toward) : 1.0f) : (steep ? toward : 0.0f);
  const uint32 sign = sign_bit(x.hi()) ^ (steep != complement ? sign_bits : 0u);
  const auto [base, base_rest] = quarter_turns(k, flip_sign(from_bits(row.hi), sign));
  const float base_low = add_rn(base_rest, flip_sign(from_bits(row.lo), sign));

  const float c = flip_sign(from_bits(cosine.head), sign);
  const auto [n, l] = fast_add12(fma_rn(neg(t), v.hi(), u.hi()), fma_rn(neg(t), v.lo(), u.lo()));
  const auto [q, q_rest] = two_prod(n, c);
  const float rest = asin_rest(q, fma_rn(c, fma_rn(n, from_bits(cosine.rest), l), q_rest));
  const ff_t angle = angle_sum({base, base_low}, q, fma_rn(k, half_pi_rest, rest));
  return complement ? angle : ff_t(with_sign(angle.hi(), sign_bit(x.hi())), angle.lo());  // -0
}

// Where 1 - x^2 < 2^-102, |x| = 1 included: sqrt(2 (1 - |x|)) away from 0, pi/2 or pi.
struct asin_outside {
  FF_HD_LARGE static constexpr ff_t of(ff_t x, float e) {
    if (!equal(abs(x.hi()), 1.0f) || less(e, 0.0f)) return quiet_nan;
    return flip_sign(constants::half_pi, sign_bit(x.hi()));
  }
};
struct acos_outside {
  FF_HD_LARGE static constexpr ff_t of(ff_t x, float e) {
    if (!equal(abs(x.hi()), 1.0f) || less(e, 0.0f)) return quiet_nan;
    if (less(x.hi(), 0.0f)) return constants::pi;
    if (equal(x.lo(), 0.0f)) return 0.0f;
    const ff_t s = sqrt22(ff_t(mul_rn(x.lo(), -0x1p101f)));
    return {mul_rn(s.hi(), 0x1p-50f), mul_rn(s.lo(), 0x1p-50f)};
  }
};

template <bool complement, class Outside>
FF_HD_LARGE constexpr ff_t arcsine_or(ff_t x) {
  const ff_t a = flip_sign(x, sign_bit(x.hi()));
  const cosine_square e = one_less_square(a);
  const bool plain = less(0x1p-102f, e.head);
  if (constant_evaluated() && !plain) return Outside::of(x, e.head);
  ff_t z = arcsine<complement>(x, a, e);
  if (!plain) z = out_of_line<Outside>(x, e.head);
  return z;
}

}  // namespace detail

/// The inverse sine of x, in [-pi/2, pi/2].  4 u^2; below 2^-96 the low word underflows.
/// asin(+-0) = +-0; NaN for |x| > 1.
FF_HD_LARGE constexpr ff_t asin(ff_t x) { return detail::arcsine_or<false, detail::asin_outside>(x); }

/// The inverse cosine of x, in [0, pi].  4 u^2, near 1 too.  acos(1) = +0; NaN for |x| > 1.
FF_HD_LARGE constexpr ff_t acos(ff_t x) { return detail::arcsine_or<true, detail::acos_outside>(x); }

}  // namespace ff
