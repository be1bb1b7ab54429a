// Boys's function, the integral of t^(2n) exp(-x t^2) from 0 to 1, of quantum chemistry.
//
//   x < 32.5:  F_n(i + d) = F_n(i) - d/1 (F_(n+1)(i) - d/2 (F_(n+2)(i) - ..)),  i the integer next to x,
//   beyond:    F_n(x) = Gamma(n + 1/2)/(2 x^(n + 1/2)) - exp(-x)/(2x) (1 + (n - 1/2)/x (1 + (n - 3/2)/x ..)).
//
// Taylor's series has 14 terms, the first eight as pairs; all orders share one table.  Beyond 32.5 the
// incomplete gamma function is its finite sum; what that lacks, erfc(sqrt x), is below 2^-50 of the result.
#pragma once

#include <ff/math/exp.hpp>
#include <ff/math/pow.hpp>
#include <ff/special/boys_table.hpp>

namespace ff {
namespace detail {

// Term k of Taylor's series and all that follow it: F_(n+k)(i) - d/(k + 1) (..), as s + e.
template <int k>
FF_HD_LARGE constexpr ff_t boys_terms(uint32 place, float d, float dl) {
  constexpr int pairs = 8, terms = 14;
  const coefficient_pair c = table_row<boys_table>(place + static_cast<uint32>(k));
  if constexpr (k == terms - 1) {
    return from_words(c.hi, 0.0f);
  } else {
    const auto [s, e] = boys_terms<k + 1>(place, d, dl);
    constexpr float divisor = k + 1, inverse = div_rn(1.0f, divisor);
    constexpr float inverse_low = div_rn(fma_rn(neg(divisor), inverse, 1.0f), divisor);
    const float step = mul_rn(neg(d), inverse);
    if constexpr (k >= pairs) return from_words(fma_rn(step, s, c.hi), 0.0f);
    // step + step_low = -(d + dl)/(k + 1)
    const float exact_rest = fma_rn(neg(d), inverse, neg(step));
    const float step_low = sub_rn(fma_rn(neg(d), inverse_low, exact_rest), mul_rn(dl, inverse));
    const auto [p, pe] = two_prod(s, step);
    const auto [t, te] = add12(c.hi, p);
    return from_words(t, fma_rn(e, step, fma_rn(s, step_low, add_rn(add_rn(pe, c.lo), te))));
  }
}

// 0 <= x < 32.5.
FF_HD_LARGE constexpr ff_t boys_near(uint32 n, ff_t x) {
  const auto [i, d, dl] = unit_cell_of(x, boys_last_cell);
  const ff_t sum = boys_terms<0>(i * boys_row_length + n, d, dl);
  return fast_add12(sum.hi(), sum.lo());
}

// x >= 32.5.  From 128 on the exponential is below 2^-90 of the result.
FF_HD_LARGE constexpr ff_t boys_far(int n, ff_t x) {
  const coefficient_pair c = table_row<boys_limit_table>(static_cast<uint32>(n));
  const float order = add_rn(static_cast<float>(n), 0.5f);
  // x/16: the power is then not below the result, and underflows no sooner
  const ff_t power = pow(from_words(mul_rn(x.hi(), 0x1p-4f), mul_rn(x.lo(), 0x1p-4f)), ff_t(neg(order)));
  const ff_t limit = mul22_dw(power, from_words(c.hi, c.lo));
  if (!less(x.hi(), 128.0f) || n == 0) return limit;
  const ff_t y = rcp22(x);
  ff_t sum = 1.0f;
  for (int m = 1; m < n; ++m) sum = fma22(mul21(y, add_rn(static_cast<float>(m), 0.5f)), sum, ff_t(1.0f));
  return sub22(limit, mul22(mul22(exp(-x), mul21(y, 0.5f)), sum));
}

}  // namespace detail

/// Boys's function F_n(x), the integral of t^(2n) exp(-x t^2) for t from 0 to 1, for x >= 0 and 0 <= n <= 24.
/// 16 u^2 (bounds::boys_functions); below 2^-100 the result's words underflow.  F_n(inf) = 0; NaN for x < 0
/// and for other n.  At most n steps beyond x = 32.5, none from 128 on.
FF_HD_LARGE constexpr ff_t boys(int n, ff_t x) {
  if (less(x.hi(), 0.0f) || n < 0 || n >= detail::boys_orders) return detail::quiet_nan;
  if (less(x.hi(), 32.5f)) return detail::boys_near(static_cast<uint32>(n), x);
  return detail::boys_far(n, x);
}

namespace bounds {
inline constexpr range boys_numbers{0, 24.99, 0};

/// x is the range of the order, y that of the argument.
inline constexpr function_row boys_functions[] = {
    {"boys",
     observed(16),
     {boys_numbers, {0, 36, -60}},
     "table of derivatives, Taylor; a finite sum beyond 32.5"},
    {"boys_far", observed(16, relative_to::subnormal), {boys_numbers, {32, 0x1p100, 5}}, "the same"},
};
}  // namespace bounds

}  // namespace ff
