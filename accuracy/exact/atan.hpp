// Defines what atan and atan2 compute.
#pragma once

#include "catalogue/math/atan.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::atan> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_atan(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::atan(x), 1 / (1 + x * x)}; }
};

template <>
struct exact<entry::atan2> : function {
  static void of(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x) { mpfr_atan2(r, y, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double y, double x) {
    const double s = 1 / (x * x + y * y);
    return {::atan2(y, x), s > 0 && s < 0x1p1000 ? x * s : 0, s > 0 && s < 0x1p1000 ? -y * s : 0};
  }
};

}  // namespace accuracy
