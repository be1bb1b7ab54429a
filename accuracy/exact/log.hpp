// Defines what log, log2, log10 and log1p compute.
#pragma once

#include "catalogue/math/log.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::log> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_log(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::log(x), 1 / x}; }
};
template <>
struct exact<entry::log2> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_log2(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::log2(x), 1.4426950408889634 / x}; }
};
template <>
struct exact<entry::log10> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_log10(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::log10(x), 0.4342944819032518 / x}; }
};
template <>
struct exact<entry::log1p> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_log1p(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) { return {::log1p(x), 1 / (1 + x)}; }
};

}  // namespace accuracy
