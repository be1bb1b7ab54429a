// Riemann's zeta function of a real argument.
//
//   s >= 49.5:         1 + 2^-s,
//   5.5 <= s < 49.5:   polynomials on unit cells,
//   -1/2 <= s < 5.5:   1/(s - 1) and polynomials for the rest, which is entire,
//   s < -1/2:          the reflection 2 (2 pi)^-t sin(pi s/2) Gamma(t) zeta(t) with t = 1 - s.
//
// Gamma(t) overflows before zeta(s): from t = 33 on it is taken apart by the duplication formula, so that
// (2 pi)^-t Gamma(t) = pi^-t Gamma(t/2) Gamma(t/2 + 1/2)/(2 sqrt pi).  What the pairs lack of t and of 2 pi
// is multiplied by the logarithmic derivative, to first order.
#pragma once

#include <ff/math/exp.hpp>
#include <ff/math/log.hpp>
#include <ff/math/pow.hpp>
#include <ff/math/tgamma.hpp>
#include <ff/math/trig_pi.hpp>
#include <ff/special/zeta_table.hpp>

namespace ff {
namespace detail {

// s >= -1/2, NaN included.
FF_HD_LARGE constexpr ff_t zeta_from_zero(ff_t s) {
  constexpr int cells = 50;
  if (!less(s.hi(), cells - 0.5f)) return isnan(s) ? s : from_words(1.0f, exp2(-s).hi());
  if (s == 1.0f) return infinity;
  const ff_t smooth = on_unit_cells<zeta_table, cells, 5, 1>(0, s);
  return less(s.hi(), 5.5f) ? rcp(s - 1.0f) + smooth : smooth;
}

// c + x, and what the pair lacks.
struct sum_and_rest {
  ff_t sum;
  float rest;
};
FF_HD_LARGE constexpr sum_and_rest sum_with_rest(float c, ff_t x) {
  const auto [h, e] = add12(c, x.hi());
  const auto [l, rest] = add12(e, x.lo());
  return {fast_add12(h, l), rest};
}

// (2 pi)^-t Gamma(t) for 1.5 < t.
FF_HD_LARGE constexpr ff_t zeta_gamma(ff_t t, float t_rest) {
  constexpr float log_two_pi = 0x1.d67f1cp0f, two_pi_lacks = -0x1.3ab6bp-50f;  // 2 pi's third word over 2 pi
  const float slope = sub_rn(sub_rn(log(t).hi(), log_two_pi), div_rn(0.5f, t.hi()));
  const float lost = fma_rn(slope, t_rest, mul_rn(neg(t.hi()), two_pi_lacks));
  ff_t product = 0.0f;
  if (less(t.hi(), 33.0f)) {
    constexpr ff_t two_pi = from_words(0x1.921fb6p2f, -0x1.777a5cp-23f);
    product = pow(two_pi, -t) * tgamma(t);
  } else {
    constexpr ff_t base = from_words(0x1.921fb6p1f, -0x1.777a5cp-24f);
    constexpr ff_t half_inverse_root_pi = from_words(0x1.20dd76p-2f, -0x1.f7ac92p-27f);
    const ff_t half = from_words(mul_rn(t.hi(), 0.5f), mul_rn(t.lo(), 0.5f)), power = pow(base, -half);
    const auto [above, rest] = sum_with_rest(0.5f, half);
    const ff_t upper = tgamma(above) * power;
    product =
        (tgamma(half) * power) * (upper + upper * ff_t(mul_rn(rest, log(above).hi()))) * half_inverse_root_pi;
  }
  return product + product * ff_t(lost);
}

// |x| < 2^22.
FF_HD_LARGE constexpr bool is_whole(float x) { return equal(sub_rn(add_rn(x, rounder<0>), rounder<0>), x); }

// zeta(s) = 2 (2 pi)^-t Gamma(t) zeta(t) sin(pi s/2), t = 1 - s.
FF_HD_LARGE constexpr ff_t zeta_reflected(ff_t s) {
  const float half = mul_rn(s.hi(), 0.5f);
  const auto [t, rest] = sum_with_rest(1.0f, -s);
  const ff_t gamma = zeta_gamma(t, rest);
  // Next to the zero 2 m the words of 2 sin(pi s/2) = (-1)^m pi d underflow, d = s - 2 m, and those of the
  // product need not: so d comes last.
  if (less(-76.0f, s.hi()) && less(abs(s.lo()), 0x1p-60f) && is_whole(half)) {
    constexpr ff_t half_turn = from_words(0x1.921fb6p1f, -0x1.777a5cp-24f);
    if (equal(s.lo(), 0.0f)) return 0.0f;
    return gamma * (zeta_from_zero(t) * half_turn) *
           ff_t(is_whole(mul_rn(half, 0.5f)) ? s.lo() : neg(s.lo()));
  }
  const ff_t sine = sinpi(from_words(half, mul_rn(s.lo(), 0.5f)));
  if (equal(sine.hi(), 0.0f)) return 0.0f;
  // Beyond the range its factors are infinite, or vanish beside infinite ones.
  return (isfinite(gamma) ? gamma : ff_t(infinity)) * (zeta_from_zero(t) * (sine + sine));
}

}  // namespace detail

/// Riemann's zeta function of a real argument, as std::riemann_zeta.  24 u^2 for s >= -1/2, 48 u^2 of the
/// result + 2^-103 for -64 <= s < -1/2 (bounds::zetas); it is 0 for negative even integers.  riemann_zeta(1)
/// = inf, riemann_zeta(inf) = 1, NaN for -inf; below -64 results overflow.
FF_HD_LARGE constexpr ff_t riemann_zeta(ff_t s) {
  return less(s.hi(), -0.5f) ? detail::zeta_reflected(s) : detail::zeta_from_zero(s);
}

namespace bounds {
inline constexpr function_row zetas[] = {
    {"riemann_zeta", observed(24), {{-0.5, 0x1p100, -60}}, "the pole and polynomials on unit cells"},
    {"riemann_zeta_negative", observed(48, relative_to::subnormal), {{-64, -0.5, -1}}, "the same, reflected"},
};
}  // namespace bounds

}  // namespace ff
