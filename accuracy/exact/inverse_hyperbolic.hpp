// Defines what asinh, acosh and atanh compute.
#pragma once

#include "catalogue/math/inverse_hyperbolic.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::asinh> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_asinh(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::asinh(x), 1 / ::sqrt(1 + x * x)}; }
};

template <>
struct exact<entry::acosh> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_acosh(r, x, MPFR_RNDN); }
  /// Near 1 double no longer tells x - 1 well enough to judge by.
  FF_HD_LARGE static tangent native(double x) {
    const double s = ::sqrt((x - 1) * (x + 1));
    return {x > 1 + 0x1p-26 ? ::acosh(x) : ::nan(""), 1 / s};
  }
};

template <>
struct exact<entry::atanh> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_atanh(r, x, MPFR_RNDN); }
  /// Near +-1 double no longer tells 1 - |x| well enough to judge by.
  FF_HD_LARGE static tangent native(double x) {
    return {::fabs(x) < 1 - 0x1p-26 ? ::atanh(x) : ::nan(""), 1 / ((1 - x) * (1 + x))};
  }
};

}  // namespace accuracy
