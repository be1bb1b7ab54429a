// Exact values of wide numbers as MPFR has them, and errors in u^2.
#pragma once

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>

#include "real.hpp"
#include "wide_vectors.hpp"

namespace ff_test {

/// MPFR's exponents must reach beyond those of wide_t.
struct large_exponents {
  mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
  large_exponents() { mpfr_set_emin(mpfr_get_emin_min()), mpfr_set_emax(mpfr_get_emax_max()); }
  ~large_exponents() { mpfr_set_emin(low), mpfr_set_emax(high); }
};

inline real exact(wide_t x) {
  real r(x.pair());
  if (mpfr_number_p(r) != 0) mpfr_mul_2si(r, r, 64L * x.step(), MPFR_RNDN);
  return r;
}

/// |got - right| / scale in u^2; infinite where one of the two is not finite and the other is.
inline double error_of(wide_t got, const real& right, const real& scale) {
  if (!isfinite(got) || mpfr_number_p(right) == 0)
    return isfinite(got) == (mpfr_number_p(right) != 0) ? 0 : HUGE_VAL;
  const real d = abs(exact(got) - right);
  if (mpfr_zero_p(d)) return 0;
  return double(by(mpfr_div, d, abs(scale)) * real(0x1p48));
}
inline double error_of(wide_t got, const real& right) { return error_of(got, right, right); }

class wide_range_test : public ::testing::Test {
  large_exponents exponents_;
};

}  // namespace ff_test
