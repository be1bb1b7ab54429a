// Defines what erf computes.
#pragma once

#include "catalogue/math/erf.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::erf> : function {
  FF_HD_LARGE static tangent native(double x) { return {::erf(x), 1.1283791670955126 * ::exp(-x * x)}; }
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_erf(r, x, MPFR_RNDN); }
};

}  // namespace accuracy
