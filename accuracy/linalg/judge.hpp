// Sums of products by MPFR, and how far a result is from one.
#pragma once

#include "accuracy/linalg/families.hpp"
#include "accuracy/roots/reference.hpp"

namespace accuracy {

/// sum x y, with 400 bits: of 2^20 products of pairs it is off by less than 2^-370 of the sum of magnitudes.
class wide_sum {
 public:
  wide_real value, magnitudes, squares_x, squares_y;

  void add(ff_t x, ff_t y) {
    const wide_real a(x), b(y);
    mpfr_mul(term_, a, b, MPFR_RNDN);
    mpfr_add(value, value, term_, MPFR_RNDN);
    mpfr_abs(term_, term_, MPFR_RNDN);
    mpfr_add(magnitudes, magnitudes, term_, MPFR_RNDN);
    mpfr_fma(squares_x, a, a, squares_x, MPFR_RNDN);
    mpfr_fma(squares_y, b, b, squares_y, MPFR_RNDN);
  }
  void subtract(ff_t x) {
    mpfr_sub(value, value, wide_real(x), MPFR_RNDN);
    mpfr_abs(term_, wide_real(x), MPFR_RNDN);
    mpfr_add(magnitudes, magnitudes, term_, MPFR_RNDN);
  }

  /// The product of the norms.
  wide_real norms() const {
    wide_real r;
    mpfr_mul(r, squares_x, squares_y, MPFR_RNDN);
    mpfr_sqrt(r, r, MPFR_RNDN);
    return r;
  }
  /// True where the result may be infinite or NaN.
  bool is_beyond(double largest_sum, double largest_magnitudes) const {
    return mpfr_cmpabs(value, of_double(largest_sum)) >= 0 ||
           mpfr_cmp(magnitudes, of_double(largest_magnitudes)) >= 0;
  }

  static wide_real of_double(double x) { return wide_real(static_cast<long double>(x)); }

 private:
  wide_real term_;
};

/// |got - exact| less `allowed`, relative to the scale; infinite for NaN and infinity.
inline double relative_error(ff_t got, const wide_real& exact, const wide_real& scale,
                             const wide_real& allowed) {
  if (!isfinite(got)) return HUGE_VAL;
  wide_real e(got);
  mpfr_sub(e, e, exact, MPFR_RNDN);
  mpfr_abs(e, e, MPFR_RNDN);
  mpfr_sub(e, e, allowed, MPFR_RNDN);
  if ((mpfr_sgn)(e) <= 0) return 0;
  if (mpfr_zero_p(scale) != 0) return HUGE_VAL;
  mpfr_div(e, e, scale, MPFR_RNDN);
  return mpfr_get_d(e, MPFR_RNDU);
}

}  // namespace accuracy
