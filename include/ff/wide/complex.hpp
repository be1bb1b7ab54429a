// Complex numbers of two wide numbers: no square overflows or vanishes, so that products, quotients and
// moduli need no scaling.
#pragma once

#include <ff/complex/pair.hpp>
#include <ff/wide/functions.hpp>

namespace ff {

/// A complex number of two wide_t: arithmetic, modulus and root are basic_complex's.
using wide_complex = basic_complex<wide_t>;

namespace detail {
template <>
inline constexpr bool squares_are_in_range<wide_t> = true;
}  // namespace detail

/// e^z: 16 u^2, over the range of exp; |im| < 2^128.
FF_HD_LARGE constexpr wide_complex exp(wide_complex z) {
  const wide_t size = exp(z.real());
  return {size * cos(z.imag()), size * sin(z.imag())};
}

/// The angle, -pi to pi: atan2's bound on the parts scaled by one power of two, 8 u^2.
FF_HD_LARGE constexpr wide_t arg(wide_complex z) {
  const int a = ilogb(z.real()), b = ilogb(z.imag()), most = a > b ? a : b;
  if (!isfinite(z.real()) || !isfinite(z.imag()) ||
      (z.real() == wide_t(ff_t(0.0f)) && z.imag() == wide_t(ff_t(0.0f))))
    return wide_t(atan2(static_cast<ff_t>(z.imag()), static_cast<ff_t>(z.real())));
  const wide_t re = ldexp(z.real(), -most), im = ldexp(z.imag(), -most);
  // A tiny angle is im / re, which ff_t may not hold.
  if (!signbit(re) && b < a - 60) return im / re;
  return wide_t(atan2(static_cast<ff_t>(im), static_cast<ff_t>(re)));
}

}  // namespace ff
