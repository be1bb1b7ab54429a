// Lambert's W, the solution of w exp(w) = x: its two real branches.
//
//   |p| < 1/2, p^2 = 2 (e x + 1), next to the branch point -1/e:  -1 + p times a polynomial in p, where p > 0
//   on the principal branch and p < 0 on the other,
//   elsewhere:  three steps of Halley's method on w - x exp(-w), from an estimate to 0.2 in floats.
#pragma once

#include <ff/basic.hpp>
#include <ff/math/exp.hpp>
#include <ff/special/lambert_table.hpp>

namespace ff {
namespace detail {

// 1/e in three words, and where p^2 = 2 e (x + 1/e) is less than 1/4.
inline constexpr float inverse_e = 0x1.78b564p-2f, inverse_e_low = -0x1.3a621ap-27f,
                       inverse_e_rest = 0x1.f1abaep-52f;
inline constexpr float lambert_branch_end = -0x1.4ap-2f;

// x + 1/e for -1/2 < x < -1/4: the heads' difference is exact, and so is that of the low words, but for its
// last bits.
FF_HD_LARGE constexpr ff_t above_branch_point(ff_t x) {
  const float head = add_rn(x.hi(), inverse_e);
  const auto [low, rest] = add12(x.lo(), inverse_e_low);
  const auto [s, e] = add12(head, low);
  return fast_add12(s, add_rn(e, add_rn(rest, inverse_e_rest)));
}

// W(x) of either branch for -1/e <= x < lambert_branch_end, s = x + 1/e.
FF_HD_LARGE constexpr ff_t lambert_branch(ff_t s, bool lower) {
  constexpr ff_t twice_e = from_words(0x1.5bf0a8p2f, 0x1.628aeep-23f);
  if (equal(s.hi(), 0.0f)) return -1.0f;
  const ff_t root = sqrt22(mul22(s, twice_e)), p = lower ? -root : root;
  return add22(mul22(cell_polynomial<lambert_table, 8, 2>(0, p.hi(), p.lo()), p), ff_t(-1.0f));
}

// log2(a) to 0.09 for a normal a: exponent and fraction as they stand.
FF_HD_LARGE constexpr float rough_log2(float a) {
  return mul_rn(static_cast<float>(static_cast<int32>(to_bits(a)) - 0x3f800000), 0x1p-23f);
}

// w one step of Halley's nearer to W(x): with r = x exp(-w) - w and E = x exp(-w) the distance d to it solves
// d + w = E exp(-d), d = r/(1 + E) (1 + E d/(2 (1 + E))) but for d^3.
FF_HD_LARGE constexpr ff_t lambert_step(ff_t x, ff_t w) {
  const auto [h, l, k] = exp_core(-w);
  const ff_t quarter = from_words(mul_rn(x.hi(), 0.25f), mul_rn(x.lo(), 0.25f));
  const ff_t product = mul22_dw(quarter, from_words(h, l)),
             all = ldexp_pair(product.hi(), product.lo(), k + 2);
  const ff_t divisor = add21(all, 1.0f), step = div22(sub22(all, w), divisor);
  const float bend = div_rn(mul_rn(0.5f, all.hi()), divisor.hi());
  return add22(w, add21(step, mul_rn(mul_rn(step.hi(), step.hi()), bend)));
}
FF_HD_LARGE constexpr ff_t lambert_from(ff_t x, float start) {
  ff_t w = start;
  for (int i = 0; i < 3; ++i) w = lambert_step(x, w);
  return fast_add12(w.hi(), w.lo());
}

// log x - log log x + log log x/log x to 0.3 or so, of both branches by |log|x||.
FF_HD_LARGE constexpr float lambert_asymptotic(float a) {
  constexpr float ln2 = 0x1.62e43p-1f;
  const float log_x = mul_rn(rough_log2(a), ln2), log_log = mul_rn(rough_log2(abs(log_x)), ln2);
  return add_rn(sub_rn(log_x, log_log), div_rn(log_log, log_x));
}
// The start for the principal branch, x >= lambert_branch_end: Pade's approximant below 4.
FF_HD_LARGE constexpr float lambert_start(float x) {
  if (!less(x, 4.0f)) return lambert_asymptotic(x);
  const float above = fma_rn(x, 4.0f / 3, 1.0f), below = fma_rn(x, fma_rn(x, 5.0f / 6, 7.0f / 3), 1.0f);
  return div_rn(mul_rn(x, above), below);
}
// ... for the lower branch, lambert_branch_end <= x < 0: Puiseux's series down to p = -1.
FF_HD_LARGE constexpr float lambert_lower_start(float x) {
  if (less(-0.18f, x)) return lambert_asymptotic(neg(x));
  const float p = neg(sqrt_rn(fma_rn(x, 0x1.5bf0a8p2f, 2.0f)));
  return fma_rn(p, fma_rn(p, fma_rn(p, fma_rn(p, -43.0f / 540, 11.0f / 72), -1.0f / 3), 1.0f), -1.0f);
}

}  // namespace detail

/// The principal branch W_0(x) of Lambert's W, the greatest w with w exp(w) = x, for x >= -1/e.  16 u^2
/// (bounds::lambert_functions); below 2^-95 the result's words underflow.  lambert_w0(+-0) = +-0,
/// lambert_w0(inf) = inf, NaN for x < -1/e.
FF_HD_LARGE constexpr ff_t lambert_w0(ff_t x) {
  using namespace detail;
  if (less(x.hi(), lambert_branch_end)) {
    const ff_t s = above_branch_point(x);
    return less(x.hi(), -0.5f) || less(s.hi(), 0.0f) ? ff_t(quiet_nan) : lambert_branch(s, false);
  }
  const bool linear = less(abs(x.hi()), 0x1p-60f);  // W_0(x) = x - x^2 + ..
  if (linear || equal(x.hi(), infinity)) return x;
  return lambert_from(x, lambert_start(x.hi()));
}

/// The lower branch W_-1(x) of Lambert's W, the least w with w exp(w) = x, for -1/e <= x < 0.  16 u^2
/// (bounds::lambert_functions) as far as x is normal.  lambert_wm1(+-0) = -inf, NaN for other x.
FF_HD_LARGE constexpr ff_t lambert_wm1(ff_t x) {
  using namespace detail;
  if (equal(x.hi(), 0.0f)) return -infinity;
  if (!less(x.hi(), 0.0f)) return quiet_nan;
  if (less(x.hi(), lambert_branch_end)) {
    const ff_t s = above_branch_point(x);
    return less(x.hi(), -0.5f) || less(s.hi(), 0.0f) ? ff_t(quiet_nan) : lambert_branch(s, true);
  }
  return lambert_from(x, lambert_lower_start(x.hi()));
}

namespace bounds {
inline constexpr range lambert_arguments{-0x1.78b56p-2, 0x1p126, -60},
    negative_lambert_arguments{-0x1.78b56p-2, -0x1p-96, -96};

inline constexpr function_row lambert_functions[] = {
    {"lambert_w0", observed(16), {lambert_arguments}, "Halley's method; a polynomial next to -1/e"},
    {"lambert_wm1", observed(16), {negative_lambert_arguments}, "the same"},
};
}  // namespace bounds

}  // namespace ff
