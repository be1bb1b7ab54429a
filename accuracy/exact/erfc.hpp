// Defines what erfc, erfcx and normcdf compute.
#pragma once

#include "catalogue/math/erfc.hpp"
#include "definition.hpp"

namespace accuracy {

template <>
struct exact<entry::erfc> : function {
  FF_HD_LARGE static tangent native(double x) { return {::erfc(x), -1.1283791670955126 * ::exp(-x * x)}; }
  static void of(mpfr_ptr r, mpfr_srcptr x) { mpfr_erfc(r, x, MPFR_RNDN); }
};

template <>
struct exact<entry::normcdf> : function {
  // -x/sqrt 2 in two words: erfc is steep
  FF_HD_LARGE static tangent native(double x) {
    const double y = -x * 0.70710678118654752, slope = 0.3989422804014327 * ::exp(-0.5 * x * x);
    const double rest = ::fma(-x, 0.70710678118654752, -y) + x * 4.833646656726457e-17;
    return {::fma(-1.1283791670955126 * 0.5 * ::exp(-y * y), rest, 0.5 * ::erfc(y)), slope};
  }
  static void of(mpfr_ptr r, mpfr_srcptr x) {
    mpfr_t y;
    mpfr_init2(y, 240);
    mpfr_sqrt_ui(y, 2, MPFR_RNDN);
    mpfr_div(y, x, y, MPFR_RNDN);
    mpfr_neg(y, y, MPFR_RNDN);
    mpfr_erfc(r, y, MPFR_RNDN);
    mpfr_div_2ui(r, r, 1, MPFR_RNDN);
    mpfr_clear(y);
  }
};

template <>
struct exact<entry::erfcx> : function {
  FF_HD_LARGE static tangent native(double x) {
#if defined(__CUDA_ARCH__)
    const double f = ::erfcx(x);
    return {f, x > 8 ? -f / x : 2 * x * f - 1.1283791670955126};  // which cancels
#else
    return {NAN, x};
#endif
  }
  static void of(mpfr_ptr r, mpfr_srcptr x) {
    mpfr_t y, z;
    mpfr_inits2(mpfr_cmp_d(x, 26) > 0 ? 200 : 260, y, z, nullptr);
    if (mpfr_cmp_d(x, 26) <= 0) {
      mpfr_sqr(y, x, MPFR_RNDN);
      mpfr_exp(y, y, MPFR_RNDN);
      mpfr_erfc(z, x, MPFR_RNDN);
      mpfr_mul(r, y, z, MPFR_RNDN);
    } else {  // Laplace's continued fraction x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ..)))
      mpfr_set(y, x, MPFR_RNDN);
      for (unsigned k = 40; k > 0; --k) {
        mpfr_ui_div(z, k, y, MPFR_RNDN);
        mpfr_div_2ui(z, z, 1, MPFR_RNDN);
        mpfr_add(y, z, x, MPFR_RNDN);
      }
      mpfr_const_pi(z, MPFR_RNDN);
      mpfr_sqrt(z, z, MPFR_RNDN);
      mpfr_mul(z, z, y, MPFR_RNDN);
      mpfr_ui_div(r, 1, z, MPFR_RNDN);
    }
    mpfr_clears(y, z, nullptr);
  }
};

}  // namespace accuracy
