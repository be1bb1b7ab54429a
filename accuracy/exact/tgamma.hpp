// Defines what tgamma computes.
#pragma once

#include "catalogue/math/tgamma.hpp"
#include "definition.hpp"

namespace accuracy {

/// psi(x), to 2^-50 or so, by recurrence to x >= 16 and the asymptotic series.
FF_HD_LARGE double digamma(double x) {
  double sum = 0;
  if (x < 0.5) {
    const double t = 3.141592653589793 * (x - rint(x));
    sum = -3.141592653589793 * ::cos(t) / ::sin(t);
    x = 1 - x;
  }
  for (; x < 16; x += 1) sum -= 1 / x;
  const double w = 1 / (x * x);
  return sum + ::log(x) - 0.5 / x -
         w * (1.0 / 12 - w * (1.0 / 120 - w * (1.0 / 252 - w * (1.0 / 240 - w / 132))));
}

/// A pole, or where double, which sees no more of x than 53 bits, cannot follow beside one.
FF_HD_LARGE bool hidden_from_double(double x) { return x <= 0 && fabs(x - rint(x)) <= -0x1p-20 * x; }

template <>
struct exact<entry::tgamma> : function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_gamma(r, x, MPFR_RNDN); }
  FF_HD_LARGE static tangent native(double x) {
    if (hidden_from_double(x)) return {::nan("")};
    const double g = ::tgamma(x);
    return {g, g * digamma(x)};
  }
};

}  // namespace accuracy
