// Defines what powers and roots compute.
#pragma once

#include "catalogue/math/pow.hpp"
#include "definition.hpp"

namespace accuracy {

/// double's own, where the rest of x beyond a double acts linearly.
FF_HD_LARGE tangent native_power(double x, double y) {
  const double value = ::pow(x, y);
  if (!(fabs(y) < 0x1p27)) return {ff::widen(ff::detail::quiet_nan)};
  return {value, value * y / x, value * ::log(x)};
}

template <>
struct exact<entry::pow> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { mpfr_pow(r, x, y, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x, double y) { return native_power(x, y); }
  FF_HD_LARGE static bool holds(relative_to scale, double value) {
    return scale == relative_to::subnormal ? value > 0x1p-160 && value < 0x1p-95
                                           : fabs(value) > 0x1p-96 && fabs(value) < 0x1.fffffp127;
  }
};

/// The integer part of y as operands::integer takes it, by way of double.
inline long integer_part(mpfr_srcptr y) { return static_cast<int>(ff_t(mpfr_get_d(y, MPFR_RNDN))); }

/// x^n, n the integer part of y.
template <>
struct exact<entry::pown> : exact<entry::pow> {
  static void of(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { mpfr_pow_si(r, x, integer_part(y), MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x, double y) {
    const int n = static_cast<int>(ff_t(y));
    const tangent t = native_power(fabs(x), n);
    const bool negative = x < 0 && (n & 1) != 0;
    return {negative ? -t.value : t.value, negative == (x < 0) ? t.dx : -t.dx, 0};
  }
};

/// x^(1/n), n the integer part of y.
template <>
struct exact<entry::rootn> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    const long n = integer_part(y);
    mpfr_rootn_ui(r, x, static_cast<unsigned long>(n < 0 ? -n : n), MPFR_RNDN);
    if (n < 0) mpfr_ui_div(r, 1, r, MPFR_RNDN);
  }
  FF_HD_LARGE static tangent native(double x, double y) {
    const int n = static_cast<int>(ff_t(y));
    if (x < 0 && n % 2 == 0) return {ff::widen(ff::detail::quiet_nan)};
    // 1/n is not a double: the rest of it enters by its derivative.
    const double inverse = 1.0 / n, rest = ::fma(-inverse, static_cast<double>(n), 1.0) * inverse;
    const tangent t = native_power(fabs(x), inverse);
    const double value = t.value * (1 + rest * ::log(fabs(x)));
    return {x < 0 ? -value : value, t.dx, 0};
  }
  FF_HD_LARGE static bool holds(relative_to, double value) {
    return fabs(value) > 0x1p-96 && fabs(value) < 0x1p128;  // less only for n = -1
  }
};

}  // namespace accuracy
