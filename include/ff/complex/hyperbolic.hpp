// Hyperbolic and circular functions of complex numbers.
//
//   sinh(x + i y) = sinh x cos y + i cosh x sin y,
//   cosh(x + i y) = cosh x cos y + i sinh x sin y,
//   tanh(x + i y) = (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y).
//
// No difference occurs, so that each component has a small relative error, next to the poles of tanh too. The
// circular functions are sin z = -i sinh(i z), cos z = cosh(i z) and tan z = -i tanh(i z).  Special values
// are those of C Annex G.  Source: Kahan, "Branch cuts for complex elementary functions", 1987.
#pragma once

#include <ff/complex/number.hpp>
#include <ff/math/hyperbolic.hpp>

namespace ff {
namespace detail {

FF_HD_LARGE constexpr complex times_i(complex z) { return {-z.imag(), z.real()}; }
FF_HD_LARGE constexpr complex over_i(complex z) { return {z.imag(), -z.real()}; }

FF_HD_LARGE constexpr bool is_zero(ff_t x) { return equal(x.hi(), 0.0f); }
FF_HD_LARGE constexpr ff_t negated_if(bool negative, ff_t x) { return negative ? -x : x; }

// C Annex G.6.2.5, for an infinite or NaN component, or both.
FF_HD_LARGE constexpr complex sinh_not_finite(complex z) {
  const ff_t x = z.real(), y = z.imag();
  if (is_zero(y)) return z;
  if (is_zero(x)) return {x, quiet_nan};
  if (!isinf(x)) return {quiet_nan, quiet_nan};
  if (!isfinite(y)) return {x, quiet_nan};
  const auto [s, c] = sincos(y);
  return {copysign(ff_t(infinity), negated_if(signbit(x), c)), copysign(ff_t(infinity), s)};
}

// C Annex G.6.2.4: the signs of both components change with the sign of x.
FF_HD_LARGE constexpr complex cosh_not_finite(complex z) {
  if (is_zero(z.real())) return {quiet_nan, z.real()};
  const complex w = sinh_not_finite(z);
  return signbit(z.real()) ? -w : w;
}

// C Annex G.6.2.6.
FF_HD_LARGE constexpr complex tanh_not_finite(complex z) {
  const ff_t x = z.real(), y = z.imag();
  if (isinf(x)) {
    if (!isfinite(y)) return {copysign(1.0f, x), copysign(0.0f, y)};
    const auto [s, c] = sincos(y);
    return {copysign(1.0f, x), copysign(ff_t(0.0f), negated_if(signbit(c), s))};
  }
  if (is_zero(y)) return z;
  return {is_zero(x) ? x : ff_t(quiet_nan), quiet_nan};
}

// e^|x| / 2 (c + i s) for |x| >= 60, where e^-|x| does not count beside it.
FF_HD_LARGE constexpr complex half_exponential(ff_t x, ff_t c, ff_t s) {
  return turned_square(exp(ff::ldexp(ff::abs(x), -1)), ff::ldexp(c, -1), ff::ldexp(s, -1));
}
FF_HD_LARGE constexpr bool is_far_right_or_left(ff_t x) { return !less(abs(x.hi()), 60.0f); }

}  // namespace detail

/// The hyperbolic sine, 12 u^2 by component; 20 for |Re z| >= 60.  Parts below 2^-96 have words that
/// underflow.
FF_HD_LARGE constexpr complex sinh(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return sinh_not_finite(z);
  if (is_zero(y)) return {sinh(x), y};
  const auto [s, c] = sincos(y);
  if (is_far_right_or_left(x)) return half_exponential(x, negated_if(signbit(x), c), s);
  return {sinh(x) * c, cosh(x) * s};
}

/// The hyperbolic cosine, as sinh.
FF_HD_LARGE constexpr complex cosh(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return cosh_not_finite(z);
  if (is_zero(y)) return {cosh(x), negated_if(signbit(x), y)};
  const auto [s, c] = sincos(y);
  if (is_far_right_or_left(x)) return half_exponential(x, c, negated_if(signbit(x), s));
  return {cosh(x) * c, sinh(x) * s};
}

/// The hyperbolic tangent, 24 u^2 by component for |Re z| <= 10, next to its poles too, and 24 u^2 normwise
/// for every z (judged up to |Re z| = 2^12).  Parts below 2^-96 have words that underflow.
FF_HD_LARGE constexpr complex tanh(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return tanh_not_finite(z);
  if (is_zero(y)) return {tanh(x), y};
  const auto [s, c] = sincos(y);
  if (!less(abs(x.hi()), 20.0f)) {  // sinh^2 x and sinh x cosh x are e^|2 x| / 4 to 2^-55
    const ff_t r = exp(-ff::abs(x));
    return {copysign(1.0f, x), ff::ldexp((s * r) * (c * r), 2)};
  }
  // Next to a pole both squares are small.  Scale, so that their low words stay.
  const ff_t sine = sinh(x);
  const int n = less(greatest_unsigned(abs(sine.hi()), abs(c.hi())), 0x1p-20f) ? 40 : 0;
  const ff_t a = ff::ldexp(sine, n), b = ff::ldexp(c, n), square = square_length(ff2{a, b});
  return detail::ldexp(complex(a * cosh(x) / square, s * b / square), n);
}

/// The sine, cosine and tangent: sinh, cosh and tanh with the parts of z exchanged, to their bounds.
FF_HD_LARGE constexpr complex sin(complex z) { return detail::over_i(sinh(detail::times_i(z))); }
FF_HD_LARGE constexpr complex cos(complex z) { return cosh(detail::times_i(z)); }
FF_HD_LARGE constexpr complex tan(complex z) { return detail::over_i(tanh(detail::times_i(z))); }

namespace bounds {
// The part that becomes an exponential, with a sine beside it that keeps both words; e^20 of the tangent's
// imaginary part does; numbers whose inverse function keeps its words, and whose tangent MPFR can judge.
inline constexpr range growing{-60, 60, -30}, steep{-10, 10, -30}, kept{-0x1p126, 0x1p126, -90},
    judged{-0x1p12, 0x1p12, -90};

/// x is the range of the real part, y of the imaginary part.
inline constexpr function_row complex_hyperbolics[] = {
    {"complex_sinh", observed(12), {growing, angles}, "sinh, cosh, sincos"},
    {"complex_cosh", observed(12), {growing, angles}, "sinh, cosh, sincos"},
    {"complex_sinh_large", observed(20), {large_growth, angles}, "exp(x/2), sincos"},
    {"complex_cosh_large", observed(20), {large_growth, angles}, "exp(x/2), sincos"},
    {"complex_tanh", observed(24), {steep, angles}, "sinh, cosh, sincos"},
    {"complex_tanh_any", observed(24, relative_to::norm), {judged, angles}, "sinh, cosh, sincos"},
    {"complex_sin", observed(12), {angles, growing}, "sinh(i z)"},
    {"complex_cos", observed(12), {angles, growing}, "cosh(i z)"},
    {"complex_tan", observed(24), {angles, steep}, "tanh(i z)"},
    {"complex_tan_any", observed(24, relative_to::norm), {angles, judged}, "tanh(i z)"},
};
}  // namespace bounds

}  // namespace ff
