// MPFR numbers with operators, for composite.hpp: the same lines then serve the judge and the search.
#pragma once

#include <mpfr.h>

#include <cmath>

#include "wide.hpp"

namespace accuracy {

/// Sums and products are exact as long as 640 bits hold them (oracle.cpp); roots and functions are correctly
/// rounded to 160 bits, their arguments never.
class number {
 public:
  number() : number(mpfr_prec_t{640}) {}
  explicit number(wide x) : number() { mpfr_set_d(m_, x.v, MPFR_RNDN); }
  explicit number(ff::ff_t x) : number(wide(ff::widen(x.hi()))) {
    if (x.lo() != 0) mpfr_add_d(m_, m_, ff::widen(x.lo()), MPFR_RNDN);
  }
  number(const number& a) : number(mpfr_get_prec(a.m_)) { mpfr_set(m_, a.m_, MPFR_RNDN); }
  number(number&& a) noexcept : number(mpfr_prec_t{2}) { mpfr_swap(m_, a.m_); }
  number& operator=(number a) {
    mpfr_swap(m_, a.m_);
    return *this;
  }
  ~number() { mpfr_clear(m_); }

  friend number operator+(const number& a, const number& b) { return number().by(mpfr_add, a, b); }
  friend number operator-(const number& a, const number& b) { return number().by(mpfr_sub, a, b); }
  friend number operator*(const number& a, const number& b) { return number().by(mpfr_mul, a, b); }
  friend number operator/(const number& a, const number& b) { return number().by(mpfr_div, a, b); }
  friend number operator-(const number& a) { return number().by(mpfr_neg, a); }
  friend number abs(const number& a) { return is_negative(a) ? -a : a; }
  friend number sqrt(const number& a) { return function().by(mpfr_sqrt, a); }
  friend number exp(const number& a) { return function().by(mpfr_exp, a); }
  friend number log(const number& a) { return function().by(mpfr_log, a); }
  friend number sin(const number& a) { return function().by(mpfr_sin, a); }
  friend number cos(const number& a) { return function().by(mpfr_cos, a); }
  friend number atan2(const number& y, const number& x) { return function().by(mpfr_atan2, y, x); }

  friend bool is_negative(const number& a) { return mpfr_signbit(a.m_) != 0; }  // of zeros too
  friend double to_double(const number& a) { return mpfr_get_d(a.m_, MPFR_RNDN); }

 private:
  explicit number(mpfr_prec_t bits) { mpfr_init2(m_, bits); }
  static number function() { return number(mpfr_prec_t{160}); }
  template <class Of>
  number by(Of of, const number& a) && {
    of(m_, a.m_, MPFR_RNDN);
    return static_cast<number&&>(*this);
  }
  template <class Of>
  number by(Of of, const number& a, const number& b) && {
    of(m_, a.m_, b.m_, MPFR_RNDN);
    return static_cast<number&&>(*this);
  }

  mpfr_t m_;
};

}  // namespace accuracy
