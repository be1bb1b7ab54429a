// Special values of complex functions, as C Annex G has them, for complex numbers of any kind.
#pragma once

#include <ff/platform.hpp>

namespace ff {
namespace detail {

template <class C, class = typename C::value_type>
FF_HD_LARGE constexpr bool is_finite(C z) {
  return isfinite(z.real()) && isfinite(z.imag());
}
template <class C, class = typename C::value_type>
FF_HD_LARGE constexpr bool is_infinite(C z) {
  return isinf(z.real()) || isinf(z.imag());
}
template <class C, class = typename C::value_type>
FF_HD_LARGE constexpr bool is_zero(C z) {
  return !static_cast<bool>(z.real()) && !static_cast<bool>(z.imag());
}

/// C Annex G.6.4.2, for an infinite or NaN part, or both.
template <class C>
FF_HD_LARGE constexpr C sqrt_not_finite(C z) {
  using T = typename C::value_type;
  const T x = z.real(), y = z.imag();
  if (isinf(y)) return {T(infinity), y};
  if (!isinf(x)) return {T(quiet_nan), T(quiet_nan)};
  if (signbit(x)) return {isnan(y) ? y : T(0.0f), copysign(T(infinity), y)};
  return {x, isnan(y) ? y : copysign(T(0.0f), y)};
}

/// C Annex G.6.3.1, likewise; turn(y) is sin y and cos y.
template <class C, class Turn>
FF_HD_LARGE constexpr C exp_not_finite(C z, Turn turn) {
  using T = typename C::value_type;
  const T x = z.real(), y = z.imag(), nan(quiet_nan);
  const bool level = !static_cast<bool>(y);
  if (!isinf(x)) return {nan, isnan(x) && level ? y : nan};
  const T modulus = signbit(x) ? T(0.0f) : x;
  if (level) return {modulus, y};
  const auto [s, c] = turn(y);
  if (isnan(c)) return {modulus, signbit(x) ? copysign(T(0.0f), y) : nan};
  return {copysign(modulus, c), copysign(modulus, s)};
}

}  // namespace detail
}  // namespace ff
