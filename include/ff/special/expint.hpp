// The exponential integral Ei, as std::expint.
//
//   -1/2 < x < 1:  log|x| and a polynomial for Ei(x) - log|x|, which is entire,
//   beyond:        exp(x)/x times a polynomial for x exp(-x) Ei(x), eight cells to the octave.
#pragma once

#include <ff/math/exp.hpp>
#include <ff/math/log.hpp>
#include <ff/special/expint_table.hpp>

namespace ff {
namespace detail {

// |x| < 1, and not below -1/2.
FF_HD_LARGE constexpr ff_t expint_near(ff_t x) {
  return add22(log(abs(x)), on_unit_cells<expint_near_table, 2, 5, 1>(0, x));
}

// x >= 1 or x <= -1/2; infinite or zero from |x| = 128 on, as the result then is.
FF_HD_LARGE constexpr ff_t expint_far(ff_t x) {
  const float greatest = 0x1.fffffep6f;
  const bool is_negative = less(x.hi(), 0.0f);
  const ff_t a = less(greatest, abs(x.hi())) ? ff_t(greatest) : abs(x);
  const float first = is_negative ? 0.5f : 1.0f;
  const uint32 cells = is_negative ? 64 : 56, before = is_negative ? 56 * 4 : 0;
  const ff_t scaled = div22(on_octave_cells<expint_table, 3, 1>(first, cells, before, a), a);
  const auto [h, l, k] = exp_core(is_negative ? -a : a);
  const ff_t product = mul22_dw(is_negative ? -scaled : scaled, from_words(h, l));
  return ldexp_pair(product.hi(), product.lo(), k);
}

}  // namespace detail

/// The exponential integral Ei(x), the principal value of the integral of exp(t)/t from -inf to x, for every
/// x; -E_1(-x) for x < 0.  24 u^2 of the result and, for 0 < x < 1, next to its zero 0.3725, of the greater
/// of it and 1/2 (bounds::exponential_integrals); below 2^-100, from x = -65 on, the result's words
/// underflow. expint(+-0) = -inf, expint(-inf) = -0, and inf from x = 93.2 on.
FF_HD_LARGE constexpr ff_t expint(ff_t x) {
  if (equal(x.hi(), 0.0f)) return -detail::infinity;
  return less(-0.5f, x.hi()) && less(x.hi(), 1.0f) ? detail::expint_near(x) : detail::expint_far(x);
}

namespace bounds {
/// Relative to the result; between 0 and 1 at least to 1/2.
inline constexpr function_row exponential_integrals[] = {
    {"expint",
     observed(24, relative_to::operands),
     {{-64, 93.2, -100}},
     "logarithm and polynomial; exp(x)/x times polynomials on cells"},
    {"expint_underflow", observed(24, relative_to::subnormal), {{-110, -64, 6}}, "the same"},
};
}  // namespace bounds

}  // namespace ff
