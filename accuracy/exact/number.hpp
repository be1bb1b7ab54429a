// MPFR numbers with operators: the same lines then serve the judge and the search.
#pragma once

#include <mpfr.h>

#include <cmath>

#include "catalogue/approximation.hpp"

namespace accuracy {

using catalogue::approximation;
using catalogue::wide;
using ff::ff_t;
using ff::from_words;

/// A float is a multiple of 2^-149 below 2^128, so 288 bits hold any sum of floats, and 640 any sum of
/// products of two sums of floats: sums and products are exact.  Roots and functions are correctly rounded to
/// 160 bits, their arguments never.  Its words are on the stack: the judge makes millions a second.
class number {
 public:
  static constexpr mpfr_prec_t exact = 640, pair = 288, function = 160, ratio = 64;

  number() : number(exact) {}
  explicit number(wide x) : number(exact) { mpfr_set_d(m_, x.v, MPFR_RNDN); }
  explicit number(ff_t x) : number(pair) {
    mpfr_set_flt(m_, x.hi(), MPFR_RNDN);
    if (x.lo() != 0) mpfr_add_d(m_, m_, ff::widen(x.lo()), MPFR_RNDN);
  }
  explicit number(mpfr_prec_t bits) { mpfr_custom_init_set(m_, MPFR_NAN_KIND, 0, bits, words_); }
  number(const number& a) : number(mpfr_get_prec(a.m_)) { mpfr_set(m_, a.m_, MPFR_RNDN); }
  number& operator=(const number& a) {
    if (this == &a) return *this;
    mpfr_custom_init_set(m_, MPFR_NAN_KIND, 0, mpfr_get_prec(a.m_), words_);
    mpfr_set(m_, a.m_, MPFR_RNDN);
    return *this;
  }

  /// of(r, a...) rounded to so many bits.
  template <class Of, class... A>
  static number rounded(mpfr_prec_t bits, Of of, const A&... a) {
    number r(bits);
    of(r.m_, a.m_..., MPFR_RNDN);
    return r;
  }

  friend number operator+(const number& a, const number& b) { return rounded(exact, mpfr_add, a, b); }
  friend number operator-(const number& a, const number& b) { return rounded(exact, mpfr_sub, a, b); }
  friend number operator*(const number& a, const number& b) { return rounded(exact, mpfr_mul, a, b); }
  friend number operator/(const number& a, const number& b) { return rounded(exact, mpfr_div, a, b); }
  friend number operator-(const number& a) { return rounded(mpfr_get_prec(a.m_), mpfr_neg, a); }
  friend number abs(const number& a) { return is_negative(a) ? -a : a; }
  friend number sqrt(const number& a) { return rounded(exact, mpfr_sqrt, a); }
  friend number exp(const number& a) { return rounded(function, mpfr_exp, a); }
  friend number log(const number& a) { return rounded(function, mpfr_log, a); }
  friend number sin(const number& a) { return rounded(function, mpfr_sin, a); }
  friend number cos(const number& a) { return rounded(function, mpfr_cos, a); }
  friend number sinh(const number& a) { return rounded(function, mpfr_sinh, a); }
  friend number cosh(const number& a) { return rounded(function, mpfr_cosh, a); }
  friend number atan2(const number& y, const number& x) { return rounded(function, mpfr_atan2, y, x); }

  friend bool is_negative(const number& a) { return mpfr_signbit(a.m_) != 0; }  // of zeros too
  friend double to_double(const number& a) { return mpfr_get_d(a.m_, MPFR_RNDN); }
  friend double quotient(const number& a, const number& b) {
    return to_double(rounded(ratio, mpfr_div, a, b));
  }

  mpfr_ptr mpfr() { return m_; }
  mpfr_srcptr mpfr() const { return m_; }

 private:
  mpfr_t m_;
  mp_limb_t words_[(exact + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS];
};

}  // namespace accuracy
