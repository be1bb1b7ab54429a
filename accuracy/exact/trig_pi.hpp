// Defines what sinpi, cospi, sincospi and tanpi compute.
#pragma once

#include "catalogue/math/trig_pi.hpp"
#include "trig.hpp"

namespace accuracy {

// sin(pi (x + q/2)) and its derivative by glibc: the reduction is exact, pi r is good to 2^-53.
inline tangent sinpi_on_host(double x, int quadrant) {
  const double n = std::nearbyint(2 * x), pi = 3.14159265358979312, r = pi * (x - 0.5 * n);
  const double s = std::sin(r), c = std::cos(r);
  switch (static_cast<int>(std::fmod(n, 4) + 4 + quadrant) & 3) {
    case 0:
      return {s, pi * c};
    case 1:
      return {c, -pi * s};
    case 2:
      return {-s, -pi * c};
    default:
      return {-c, pi * s};
  }
}

// sin(pi (x + shift/2)), 1/0 for shift < 0: tan(pi x).  x - n/2 is exact, so zeros and poles are.
inline void exact_half_turns(mpfr_ptr r, mpfr_srcptr x, int shift) {
  mpfr_t y, n;
  mpfr_inits2(700, y, n, static_cast<mpfr_ptr>(nullptr));
  mpfr_mul_2ui(y, x, 1, MPFR_RNDN);
  mpfr_rint(n, y, MPFR_RNDN);
  mpfr_sub(y, y, n, MPFR_RNDN);
  mpfr_fmod_ui(n, n, 4, MPFR_RNDN);
  const long q = (mpfr_get_si(n, MPFR_RNDN) + 4 + (shift < 0 ? 0 : shift)) & 3;
  mpfr_const_pi(n, MPFR_RNDN);
  mpfr_mul(y, y, n, MPFR_RNDN);
  mpfr_div_2ui(y, y, 1, MPFR_RNDN);
  if (shift < 0) {
    (q & 1 ? mpfr_cot : mpfr_tan)(r, y, MPFR_RNDN);
  } else {
    (q & 1 ? mpfr_cos : mpfr_sin)(r, y, MPFR_RNDN);
  }
  if (shift < 0 ? q & 1 : q & 2) mpfr_neg(r, r, MPFR_RNDN);
  mpfr_clears(y, n, static_cast<mpfr_ptr>(nullptr));
}

template <>
struct exact<entry::sinpi> : periodic_function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { exact_half_turns(r, x, 0); }
  FF_HD_LARGE static tangent native(double x) {
#if defined(__CUDA_ARCH__)
    return {::sinpi(x), 3.14159265358979312 * ::cospi(x)};
#else
    return sinpi_on_host(x, 0);
#endif
  }
};

template <>
struct exact<entry::cospi> : periodic_function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { exact_half_turns(r, x, 1); }
  FF_HD_LARGE static tangent native(double x) {
#if defined(__CUDA_ARCH__)
    return {::cospi(x), -3.14159265358979312 * ::sinpi(x)};
#else
    return sinpi_on_host(x, 1);
#endif
  }
};

template <>
struct exact<entry::sincospi_sin> : exact<entry::sinpi> {};

template <>
struct exact<entry::sincospi_cos> : exact<entry::cospi> {};

template <>
struct exact<entry::tanpi> : periodic_function {
  static void of(mpfr_ptr r, mpfr_srcptr x) { exact_half_turns(r, x, -1); }
  FF_HD_LARGE static tangent native(double x) {
    const double t = exact<entry::sinpi>::native(x).value / exact<entry::cospi>::native(x).value;
    return {t, 3.14159265358979312 * (1 + t * t)};
  }
};

}  // namespace accuracy
