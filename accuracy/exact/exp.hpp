// Defines what exp, exp2, exp10 and expm1 compute.
#pragma once

#include "catalogue/math/exp.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::exp> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    const double e = ::exp(x);
    return {e, e};
  }
};

template <>
struct exact<entry::exp2> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp2(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    const double e = ::exp2(x);
    return {e, e * 0.6931471805599453};
  }
};

template <>
struct exact<entry::exp10> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp10(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    const double e = ::exp10(x);
    return {e, e * 2.302585092994046};
  }
};

template <>
struct exact<entry::expm1> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_expm1(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    const double e = ::expm1(x);
    return {e, e + 1};
  }
};

}  // namespace accuracy
