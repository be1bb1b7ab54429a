// Defines what asin and acos compute.
#pragma once

#include "catalogue/math/asin.hpp"
#include "definition.hpp"

namespace accuracy {

/// Near +-1 the double that is nearest to x no longer tells 1 - |x| well enough to judge by.
FF_HD_LARGE bool double_tells(double x) { return fabs(x) < 1 - 0x1p-29; }

template <>
struct exact<entry::asin> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_asin(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    if (!double_tells(x)) return {NAN};
    return {::asin(x), 1 / ::sqrt((1 - x) * (1 + x))};
  }
};

template <>
struct exact<entry::acos> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_acos(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    if (!double_tells(x)) return {NAN};
    return {::acos(x), -1 / ::sqrt((1 - x) * (1 + x))};
  }
};

}  // namespace accuracy
