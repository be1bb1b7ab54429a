// Defines what hypot and rhypot compute.
#pragma once

#include "catalogue/math/hypot.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::hypot> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { mpfr_hypot(r, x, y, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x, double y) {
    const double h = ::hypot(x, y);
    return {h, h > 0 ? x / h : 0, h > 0 ? y / h : 0};
  }
};

template <>
struct exact<entry::rhypot> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    mpfr_hypot(r, x, y, MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
  }
  FF_HD_LARGE static tangent native(double x, double y) {
    const double s = x * x + y * y;
    const double rest = fma(x, x, -(x * x)) + fma(y, y, -(y * y));
    const double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    const double lost = (a * a - s) + b * b;
    const double z = (1 - 0.5 * (rest + lost) / s) / sqrt(s);
    return {z, -z * z * z * x, -z * z * z * y};
  }
};

}  // namespace accuracy
