// Defines what sin, cos, sincos and tan compute.
#pragma once

#include "catalogue/math/trig.hpp"
#include "definition.hpp"

namespace accuracy {

struct periodic_function : function {
  static constexpr bool periodic = true;
};

template <>
struct exact<entry::sin> : periodic_function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_sin(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::sin(x), ::cos(x)}; }
};

template <>
struct exact<entry::cos> : periodic_function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_cos(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::cos(x), -::sin(x)}; }
};

template <>
struct exact<entry::sincos_sin> : exact<entry::sin> {};

template <>
struct exact<entry::sincos_cos> : exact<entry::cos> {};

template <>
struct exact<entry::tan> : periodic_function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_tan(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    const double t = ::tan(x);
    return {t, 1 + t * t};
  }
};

}  // namespace accuracy
