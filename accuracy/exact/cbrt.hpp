// Defines what cbrt and rcbrt compute.
#pragma once

#include "catalogue/math/cbrt.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::cbrt> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_cbrt(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    const double y = ::cbrt(x);
    return {y, 1 / (3 * y * y)};
  }
};

template <>
struct exact<entry::rcbrt> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) {
    mpfr_rootn_ui(r, x, 3, MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
  }
  FF_HD_LARGE static tangent native(double x) {
#if defined(__CUDA_ARCH__)
    const double z = ::rcbrt(x);
#else
    const double y = ::cbrt(x), rest = std::fma(-y * y, y, x) - std::fma(y, y, -(y * y)) * y;
    const double z = (1 - rest / (3 * x)) / y;
#endif
    return {x != 0 ? z : NAN, -z / (3 * x)};  // a pole of either sign, which x itself does not tell
  }
};

}  // namespace accuracy
