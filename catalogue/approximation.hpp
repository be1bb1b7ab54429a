// A pair of doubles as a number: what vectors and searches compute with, on host and device.
#pragma once

#include <cmath>
#include <cstdint>

#include "wide.hpp"

namespace catalogue {

/// Sums and products to about 100 bits, quotients and roots too; functions are those of <cmath>, taken to
/// first order in the low word.
class approximation {
 public:
  FF_HD_LARGE approximation() : p_(wide(0.0)) {}
  FF_HD_LARGE explicit approximation(ff::ff_t x) : p_(x ? widened(x) : wide(ff::widen(x.hi()))) {}
  FF_HD_LARGE explicit approximation(wide x) : p_(x) {}
  FF_HD_LARGE explicit approximation(wide_pair p) : p_(p) {}

  using self = approximation;
  FF_HD_LARGE friend self operator+(self a, self b) { return self(ff::add22(a.p_, b.p_)); }
  FF_HD_LARGE friend self operator-(self a, self b) { return self(ff::sub22(a.p_, b.p_)); }
  FF_HD_LARGE friend self operator*(self a, self b) { return self(ff::mul22_dw(a.p_, b.p_)); }
  FF_HD_LARGE friend self operator/(self a, self b) {
    const wide q(a.hi() / b.hi());
    return first_order(q.v, (a - b * self(q)).hi() / b.hi());
  }
  FF_HD_LARGE friend self operator-(self a) { return self(-a.p_); }
  FF_HD_LARGE friend self abs(self a) { return is_negative(a) ? -a : a; }
  FF_HD_LARGE friend self sqrt(self a) {
    if (!(a.hi() > 0)) return a;
    const self s{wide(::sqrt(a.hi()))};
    return first_order(s.hi(), (a - s * s).hi() / (2 * s.hi()));
  }
  FF_HD_LARGE friend self exp(self a) {
    const double e = ::exp(a.hi());
    return first_order(e, e * a.lo());
  }
  FF_HD_LARGE friend self log(self a) {
    const double hi = a.hi(), lo = a.lo();
    return hi > 0.5 && hi < 2 ? first_order(::log1p((hi - 1) + lo), 0) : first_order(::log(hi), lo / hi);
  }
  FF_HD_LARGE friend self sin(self a) { return first_order(::sin(a.hi()), ::cos(a.hi()) * small_low(a)); }
  FF_HD_LARGE friend self cos(self a) { return first_order(::cos(a.hi()), -::sin(a.hi()) * small_low(a)); }
  FF_HD_LARGE friend self sinh(self a) { return first_order(::sinh(a.hi()), ::cosh(a.hi()) * small_low(a)); }
  FF_HD_LARGE friend self cosh(self a) { return first_order(::cosh(a.hi()), ::sinh(a.hi()) * small_low(a)); }
  FF_HD_LARGE friend self atan2(self y, self x) {
    const double square = x.hi() * x.hi() + y.hi() * y.hi(), turn = x.hi() * y.lo() - y.hi() * x.lo();
    return first_order(::atan2(y.hi(), x.hi()), square > 0 ? turn / square : 0);
  }

  FF_HD_LARGE friend bool is_negative(self a) {
    return (ff::detail::bit_cast<std::uint64_t>(a.hi()) >> 63) != 0;
  }
  FF_HD_LARGE friend double to_double(self a) { return a.hi() + a.lo(); }

 private:
  FF_HD_LARGE static self first_order(double f, double df) { return self(ff::add12(wide(f), wide(df))); }
  FF_HD_LARGE double hi() const { return p_.hi().v; }
  FF_HD_LARGE double lo() const { return p_.lo().v; }
  // NaN: a large angle's low word need not be small.
  FF_HD_LARGE static double small_low(self a) {
    return fabs(a.lo()) < 0x1p-26 ? a.lo() : ff::widen(ff::detail::quiet_nan);
  }

  wide_pair p_;
};

/// The Euclidean norm of n numbers.
template <class N>
FF_HD_LARGE N norm_of(const N* x, int n) {
  N s = x[0] * x[0];
  for (int i = 1; i < n; ++i) s = s + x[i] * x[i];
  return sqrt(s);
}

}  // namespace catalogue
