// Inverse circular and hyperbolic functions of complex numbers.
//
// For x, y >= 0 let r = |z + 1|, s = |z - 1| and a = (r + s)/2.  Then
//
//   asin z = atan2(x, w) + i v,  acos z = atan2(w, x) - i v,  w = sqrt(a^2 - x^2),  v = asinh sqrt(a^2 - 1).
//
// a - 1 and a - x have no cancellation where they are written as sums of positive terms: with q = s + |x -
// 1|, u = y^2 (1/(r + x + 1) + 1/q) / 2 and U = (y^2/(r + x + 1) + q) / 2 they are u and U for x < 1, and U
// and u from x = 1 on.  Each component therefore has a small relative error, at the branch points too.
// Source: Hull, Fairgrieve and Tang, "Implementing the complex arcsine and arccosine functions using
// exception handling", 1997; asinh in place of their logarithms needs no case distinction.  Of the tangents,
//
//   atanh z = asinh(2 x / (r s)) / 2 + i atan2(2 y, (1 - x)(1 + x) - y^2) / 2.
//
// Branch cuts are those of C Annex G, and the sign of a zero says on which side of a cut z lies.
#pragma once

#include <ff/complex/hyperbolic.hpp>
#include <ff/math/inverse_hyperbolic.hpp>

namespace ff {
namespace detail {

// C Annex G.6.2.2, G.6.1.1 and G.6.2.3, for an infinite or NaN component, or both.
FF_HD_LARGE constexpr complex asinh_not_finite(complex z) {
  const ff_t x = z.real(), y = z.imag();
  const ff_t angle = isnan(x) && is_zero(y) ? y : copysign(atan2(ff::abs(y), ff::abs(x)), y);
  return {is_infinite(z) ? copysign(infinity, x) : ff_t(quiet_nan), angle};
}
FF_HD_LARGE constexpr complex acos_not_finite(complex z) {
  const ff_t x = z.real(), y = z.imag();
  if (is_zero(x) && isnan(y)) return {constants::half_pi, y};
  return {atan2(ff::abs(y), x), is_infinite(z) ? copysign(infinity, -y) : ff_t(quiet_nan)};
}
FF_HD_LARGE constexpr complex atanh_not_finite(complex z) {
  const ff_t x = z.real(), y = z.imag();
  if (is_infinite(z) && !(isinf(x) && isnan(y))) return {copysign(0.0f, x), copysign(constants::half_pi, y)};
  if (isinf(x)) return {copysign(0.0f, x), quiet_nan};
  return {is_zero(x) ? x : ff_t(quiet_nan), quiet_nan};
}

// w and v of the header, for x, y >= 0.
struct arcsine_parts {
  ff_t w, v;
};
FF_HD_LARGE constexpr arcsine_parts arcsine_parts_of(ff_t x, ff_t y) {
  // Far away w is y, and a is |z|.  Scale, because |z| may overflow.
  if (!less(greatest_unsigned(x.hi(), y.hi()), 0x1p32f))
    return {y, asinh(hypot(ff::ldexp(x, -4), ff::ldexp(y, -4))) + ff::ldexp(constants::ln2, 2)};
  // Next to 1 scale |x - 1| and y by 2^n, so that their length keeps its low word.
  const ff_t offset = x - 1.0f, p = x + 1.0f;
  const bool inside = less(offset.hi(), 0.0f);
  const int n = less(greatest_unsigned(abs(offset.hi()), y.hi()), 0x1p-64f) ? 64 : 0;
  const ff_t d = ff::ldexp(ff::abs(offset), n), h = ff::ldexp(y, n);
  const ff_t r = hypot(p, y), s = hypot(d, h), q = s + d, sum = r + p;
  if (is_zero(q)) return {0.0f, 0.0f};
  // larger = sqrt(U (a + x or 1)), smaller = sqrt(u (a + 1 or x)), without the square of a small y
  const ff_t a = ff::ldexp(r + ff::ldexp(s, -n), -1);
  const ff_t larger = sqrt(ff::ldexp(h * (y / sum) + q, -1) * (a + (inside ? x : ff_t(1.0f))));
  const ff_t factor = ff::ldexp(1.0f + ff::ldexp(q, -n) / sum, -1) * (a + (inside ? ff_t(1.0f) : x));
  const ff_t smaller = h / sqrt(q) * sqrt(factor);
  const ff_t w = ff::ldexp(inside ? larger : smaller, -n / 2);
  return {w, asinh(ff::ldexp(inside ? smaller : larger, -n / 2))};
}

// asin z for x, y >= 0.
FF_HD_LARGE constexpr complex asin_in_quadrant(ff_t x, ff_t y) {
  const auto [w, v] = arcsine_parts_of(x, y);
  return {atan2(x, w), v};
}

// atanh z for x, y >= 0.
FF_HD_LARGE constexpr complex atanh_in_quadrant(ff_t x, ff_t y) {
  if (!less(greatest_unsigned(x.hi(), y.hi()), 0x1p60f)) {  // 1/z + i pi/2; |z| may overflow
    const ff_t part = ff::ldexp(x, -2), modulus = hypot(part, ff::ldexp(y, -2));
    return {ff::ldexp(part / modulus / modulus, -2), constants::half_pi};
  }
  const ff_t d = 1.0f - x, p = 1.0f + x;
  const int n = less(greatest_unsigned(abs(d.hi()), y.hi()), 0x1p-64f) ? 64 : 0;
  const ff_t s = hypot(ff::ldexp(d, n), ff::ldexp(y, n));
  const ff_t t = ff::ldexp(x, 1) / (hypot(p, y) * s);  // at 2^-n times its size
  const ff_t twice = n == 0 ? asinh(t) : log(ff::ldexp(t, 1)) + ff::ldexp(constants::ln2, 6);
  const ff_t angle = atan2(ff::ldexp(y, 1), difference_of_products(d, p, y, y));
  return {ff::ldexp(twice, -1), ff::ldexp(angle, -1)};
}

FF_HD_LARGE constexpr complex with_signs_of(complex w, ff_t x, ff_t y) {
  return {copysign(w.real(), x), copysign(w.imag(), y)};
}
FF_HD_LARGE constexpr complex exchanged(complex z) { return {z.imag(), z.real()}; }

}  // namespace detail

/// The inverse sine, real part in [-pi/2, pi/2], cuts on the real axis beyond -1 and 1; 20 u^2 by component.
/// Parts below 2^-96 have words that underflow.
FF_HD_LARGE constexpr complex asin(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return over_i(asinh_not_finite(times_i(z)));
  return with_signs_of(asin_in_quadrant(ff::abs(x), ff::abs(y)), x, y);
}

/// The inverse hyperbolic sine, imaginary part in [-pi/2, pi/2], cuts on the imaginary axis beyond -i and i;
/// as asin.
FF_HD_LARGE constexpr complex asinh(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return asinh_not_finite(z);
  return with_signs_of(exchanged(asin_in_quadrant(ff::abs(y), ff::abs(x))), x, y);
}

/// The inverse cosine, real part in [0, pi], cuts on the real axis beyond -1 and 1; as asin.
FF_HD_LARGE constexpr complex acos(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return acos_not_finite(z);
  const auto [w, v] = arcsine_parts_of(ff::abs(x), ff::abs(y));
  return {atan2(w, x), copysign(v, -y)};
}

/// The inverse hyperbolic cosine, real part not negative, imaginary part in [-pi, pi], the cut on the real
/// axis below 1; as asin.
FF_HD_LARGE constexpr complex acosh(complex z) {
  const complex w = acos(z);
  return {ff::abs(w.imag()), copysign(w.real(), z.imag())};
}

/// The inverse hyperbolic tangent, imaginary part in [-pi/2, pi/2], cuts on the real axis beyond -1 and 1;
/// 20 u^2 by component.  atanh(+-1) = +-inf.  Parts below 2^-96 have words that underflow.
FF_HD_LARGE constexpr complex atanh(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return atanh_not_finite(z);
  return with_signs_of(atanh_in_quadrant(ff::abs(x), ff::abs(y)), x, y);
}

/// The inverse tangent, real part in [-pi/2, pi/2], cuts on the imaginary axis beyond -i and i; as atanh.
FF_HD_LARGE constexpr complex atan(complex z) {
  using namespace detail;
  const ff_t x = z.real(), y = z.imag();
  if (!is_finite(z)) return over_i(atanh_not_finite(times_i(z)));
  return with_signs_of(exchanged(atanh_in_quadrant(ff::abs(y), ff::abs(x))), x, y);
}

namespace bounds {
// Both parts of the result keep their words.
inline constexpr range arc_parts{-0x1p30, 0x1p30, -60}, artanh_parts{-0x1p15, 0x1p15, -50};

/// x is the range of both components.  Rows that end in _any are judged normwise.
inline constexpr function_row complex_inverses[] = {
    {"complex_asin", observed(20), {arc_parts}, "Hull, Fairgrieve, Tang"},
    {"complex_asin_any", observed(20, relative_to::norm), {kept}, "Hull, Fairgrieve, Tang"},
    {"complex_acos", observed(20), {arc_parts}, "Hull, Fairgrieve, Tang"},
    {"complex_acos_any", observed(20, relative_to::norm), {everything}, "Hull, Fairgrieve, Tang"},
    {"complex_atan", observed(20), {artanh_parts}, "atanh(i z)"},
    {"complex_atan_any", observed(20, relative_to::norm), {kept}, "atanh(i z)"},
    {"complex_asinh", observed(20), {arc_parts}, "asin(i z)"},
    {"complex_acosh", observed(20), {arc_parts}, "acos"},
    {"complex_atanh", observed(20), {artanh_parts}, "asinh, atan2"},
    {"complex_atanh_any", observed(20, relative_to::norm), {kept}, "asinh, atan2"},
};
}  // namespace bounds

}  // namespace ff
