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

/// e^z: 8.3 u^2 of each part, over the range of exp; |im| < 2^128.
FF_HD_LARGE constexpr wide_complex exp(wide_complex z) {
  const wide_t size = exp(z.real());
  return {size * cos(z.imag()), size * sin(z.imag())};
}

/// The angle, -pi to pi: atan2, 5.1 u^2.
FF_HD_LARGE constexpr wide_t arg(wide_complex z) { return atan2(z.imag(), z.real()); }

}  // namespace ff
