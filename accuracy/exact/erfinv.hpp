// Defines what erfinv, erfcinv and normcdfinv compute.
#pragma once

#include "catalogue/math/erfinv.hpp"
#include "definition.hpp"

namespace accuracy {

// x of erfc(x) = q for 0 < q <= 1, by Newton's iteration on log erfc in double.
inline double upper_inverse(double q) {
  double x = std::sqrt(-std::log(q)) * 0.9;
  for (int i = 0; i < 40; ++i) {
    const double c = std::erfc(x), step = std::log(c / q) * c * 0.886226925452758 * std::exp(x * x);
    x += step;
    if (std::fabs(step) < 1e-15 * x) break;
  }
  return x;
}

// r = the x of erf(x) = y where q = 1 - |y|, exact.  A double near it, then one step with erf or erfc in MPFR
// and the second-order term: 2^-50 becomes 2^-100.
inline void exact_inverse(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr q) {
  if (mpfr_zero_p(y) || mpfr_sgn(q) <= 0) {
    if (mpfr_zero_p(y)) return void(mpfr_set(r, y, MPFR_RNDN));
    if (mpfr_zero_p(q)) return mpfr_set_inf(r, mpfr_sgn(y));
    return mpfr_set_nan(r);
  }
  const double a = std::fabs(mpfr_get_d(y, MPFR_RNDN));
  double x = 0.886226925452758 * a;
  if (a >= 0.25) {
    x = upper_inverse(mpfr_get_d(q, MPFR_RNDN));
  } else {
    for (int i = 0; i < 6; ++i) x -= (std::erf(x) - a) * 0.886226925452758 * std::exp(x * x);
  }
  mpfr_t residue;
  mpfr_init2(residue, 200);
  mpfr_set_d(residue, x, MPFR_RNDN);
  if (a >= 0.25) {
    mpfr_erfc(residue, residue, MPFR_RNDN);
    mpfr_sub(residue, residue, q, MPFR_RNDN);
  } else {
    mpfr_erf(residue, residue, MPFR_RNDN);
    mpfr_sgn(y) < 0 ? mpfr_add(residue, residue, y, MPFR_RNDN) : mpfr_sub(residue, y, residue, MPFR_RNDN);
    if (mpfr_sgn(y) < 0) mpfr_neg(residue, residue, MPFR_RNDN);
  }
  mpfr_t scale;
  mpfr_init2(scale, 100);
  mpfr_set_d(scale, x, MPFR_RNDN);
  mpfr_sqr(scale, scale, MPFR_RNDN);
  mpfr_exp(scale, scale, MPFR_RNDN);
  mpfr_mul(residue, residue, scale, MPFR_RNDN);
  mpfr_const_pi(scale, MPFR_RNDN);
  mpfr_sqrt(scale, scale, MPFR_RNDN);
  mpfr_mul(residue, residue, scale, MPFR_RNDN);
  mpfr_div_2ui(residue, residue, 1, MPFR_RNDN);
  mpfr_add_d(r, residue, x, MPFR_RNDN);
  if (mpfr_sgn(y) < 0) mpfr_neg(r, r, MPFR_RNDN);
  mpfr_clears(residue, scale, nullptr);
}

template <>
struct exact<entry::erfinv> : function {
  FF_HD_LARGE static tangent native([[maybe_unused]] double y) {
#if defined(__CUDA_ARCH__)
    const double x = ::erfinv(y);  // near 1 the double lacks bits of 1 - y
    return {fabs(y) < 1 - 0x1p-20 ? x : NAN, 0.886226925452758 * ::exp(x * x)};
#else
    return {NAN};
#endif
  }
  static void of(mpfr_ptr r, mpfr_srcptr y) {
    mpfr_t q;
    mpfr_init2(q, 400);
    mpfr_abs(q, y, MPFR_RNDN);
    mpfr_ui_sub(q, 1, q, MPFR_RNDN);
    exact_inverse(r, y, q);
    mpfr_clear(q);
  }
};

template <>
struct exact<entry::erfcinv> : function {
  FF_HD_LARGE static tangent native([[maybe_unused]] double q) {
#if defined(__CUDA_ARCH__)
    const double x = ::erfcinv(q);
    return {q < 2 - 0x1p-20 ? x : NAN, -0.886226925452758 * ::exp(x * x)};
#else
    return {NAN};
#endif
  }
  static void of(mpfr_ptr r, mpfr_srcptr q) {
    mpfr_t y, p;
    mpfr_inits2(400, y, p, nullptr);
    mpfr_ui_sub(y, 1, q, MPFR_RNDN);
    if (mpfr_sgn(y) < 0) {
      mpfr_ui_sub(p, 2, q, MPFR_RNDN);
    } else {
      mpfr_set(p, q, MPFR_RNDN);
    }
    exact_inverse(r, y, p);
    mpfr_clears(y, p, nullptr);
  }
};

template <>
struct exact<entry::normcdfinv> : function {
  FF_HD_LARGE static tangent native([[maybe_unused]] double p) {
#if defined(__CUDA_ARCH__)
    const double x = ::normcdfinv(p);
    return {p < 1 - 0x1p-20 ? x : NAN, 2.5066282746310002 * ::exp(0.5 * x * x)};
#else
    return {NAN};
#endif
  }
  static void of(mpfr_ptr r, mpfr_srcptr p) {
    mpfr_t q;
    mpfr_init2(q, mpfr_get_prec(p) + 2);
    mpfr_mul_2ui(q, p, 1, MPFR_RNDN);
    exact<entry::erfcinv>::of(r, q);
    mpfr_set_prec(q, 200);
    mpfr_sqrt_ui(q, 2, MPFR_RNDN);
    mpfr_mul(r, r, q, MPFR_RNDN);
    mpfr_neg(r, r, MPFR_RNDN);
    mpfr_clear(q);
  }
};

}  // namespace accuracy
