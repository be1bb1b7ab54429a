// Real numbers by MPFR: 640 bits hold every pair, every product of two and their sums exactly.
#pragma once

#include <mpfr.h>

#include <ff/ff_t.hpp>

namespace ff_test {

class real {
 public:
  real() { mpfr_init2(v_, 640), mpfr_set_zero(v_, 1); }
  real(double x) : real() { mpfr_set_d(v_, x, MPFR_RNDN); }
  /// A pair whose head is infinite or NaN is its head.
  explicit real(ff::ff_t x) : real(double{x.hi()}) {
    if (mpfr_number_p(v_) != 0) mpfr_add_d(v_, v_, double{x.lo()}, MPFR_RNDN);
  }
  real(const real& other) : real() { mpfr_set(v_, other.v_, MPFR_RNDN); }
  real& operator=(const real& other) {
    mpfr_set(v_, other.v_, MPFR_RNDN);
    return *this;
  }
  ~real() { mpfr_clear(v_); }
  operator mpfr_ptr() { return v_; }
  operator mpfr_srcptr() const { return v_; }
  explicit operator double() const { return mpfr_get_d(v_, MPFR_RNDN); }

 private:
  mpfr_t v_;
};

/// f(a, ...) by one of MPFR's functions, rounded to nearest.
template <class F, class... Operands>
real by(F f, const Operands&... a) {
  real r;
  f(r, a..., MPFR_RNDN);
  return r;
}
inline real operator+(const real& a, const real& b) { return by(mpfr_add, a, b); }
inline real operator-(const real& a, const real& b) { return by(mpfr_sub, a, b); }
inline real operator*(const real& a, const real& b) { return by(mpfr_mul, a, b); }
inline real operator/(const real& a, const real& b) { return by(mpfr_div, a, b); }
inline real sqrt(const real& a) { return by(mpfr_sqrt, a); }
inline real abs(const real& a) { return by(mpfr_abs, a); }
inline bool operator==(const real& a, const real& b) { return mpfr_equal_p(a, b) != 0; }

/// The nearest float, then the nearest float to the rest.
inline ff::ff_t nearest_pair(const real& x) {
  const float hi = mpfr_get_flt(x, MPFR_RNDN);
  return ff::from_words(hi, mpfr_get_flt(x - hi, MPFR_RNDN));
}

}  // namespace ff_test
