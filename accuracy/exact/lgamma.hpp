// Defines what lgamma computes.
#pragma once

#include "catalogue/math/lgamma.hpp"
#include "tgamma.hpp"

namespace accuracy {

template <>
struct exact<entry::lgamma> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) {
    int sign;
    mpfr_lgamma(r, &sign, x, MPFR_RNDN);
  }
  FF_HD_LARGE static tangent native(double x) {
    if (hidden_from_double(x)) return {::nan("")};
    return {::lgamma(x), digamma(x)};
  }
};

}  // namespace accuracy
