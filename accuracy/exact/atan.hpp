// What atan, atan2, asin and acos compute.
#pragma once

#include "catalogue/math/atan.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::atan> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_atan(r, x, MPFR_RNDN); }
  FF_HD static tangent native(double x) { return {::atan(x), 1 / (1 + x * x)}; }
};

template <>
struct exact<entry::atan2> : function {
  static void of(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x) { mpfr_atan2(r, y, x, MPFR_RNDN); }
  FF_HD static tangent native(double y, double x) {
    const double s = 1 / (x * x + y * y);
    return {::atan2(y, x), s > 0 && s < 0x1p1000 ? x * s : 0, s > 0 && s < 0x1p1000 ? -y * s : 0};
  }
};

/// Near +-1 the double that is nearest to x no longer tells 1 - |x| well enough to judge by.
FF_HD bool double_tells(double x) { return fabs(x) < 1 - 0x1p-29; }

template <>
struct exact<entry::asin> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_asin(r, x, MPFR_RNDN); }
  FF_HD static tangent native(double x) {
    if (!double_tells(x)) return {NAN};
    return {::asin(x), 1 / ::sqrt((1 - x) * (1 + x))};
  }
};

template <>
struct exact<entry::acos> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_acos(r, x, MPFR_RNDN); }
  FF_HD static tangent native(double x) {
    if (!double_tells(x)) return {NAN};
    return {::acos(x), -1 / ::sqrt((1 - x) * (1 + x))};
  }
};

}  // namespace accuracy
