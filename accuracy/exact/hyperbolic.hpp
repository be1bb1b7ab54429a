// Defines what sinh, cosh and tanh compute.
#pragma once

#include "catalogue/math/hyperbolic.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::sinh> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_sinh(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::sinh(x), ::cosh(x)}; }
};

template <>
struct exact<entry::cosh> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_cosh(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::cosh(x), ::sinh(x)}; }
};

template <>
struct exact<entry::tanh> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_tanh(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    const double t = ::tanh(x), c = ::cosh(x);
    return {t, 1 / (c * c)};
  }
};

}  // namespace accuracy
