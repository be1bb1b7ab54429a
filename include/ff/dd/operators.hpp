// The operators of dd_t: ff_t's kernels and their bounds at u = 2^-53, heads as IEEE outside the domain.
//
// Each bound holds where no intermediate overflows and no low word underflows: |x|, |y| < 2^1022, and a
// product, quotient or root of at least 2^-960.  Below it a word underflows and adds up to 2^-1074 each time.
// A double operand takes the cheaper mixed form; whatever else converts into a dd_t does so first, exactly.
#pragma once

#include <ff/dd/basic.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {
template <class D, class F>
using if_dd_and_double = require<is_same<D, dd_t> && is_same<F, double>>;
}  // namespace detail

/// x + y: add22, 2 u^2, under cancellation too.
FF_HD constexpr dd_t operator+(dd_t x, dd_t y) { return detail::ieee_sum(x, y); }
FF_HD constexpr dd_t operator-(dd_t x, dd_t y) { return x + (-y); }

/// x y: mul22, 4 u^2.
FF_HD constexpr dd_t operator*(dd_t x, dd_t y) { return detail::ieee_product(x, y); }

/// x + y for a double: add21, 2 u^2.
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator+(D x, F y) {
  return detail::ieee_sum(x, y);
}
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator+(F x, D y) {
  return y + x;
}
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator-(D x, F y) {
  return x + neg(y);
}
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator-(F x, D y) {
  return -y + x;
}

/// x y for a double: mul21, 1 u^2.
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator*(D x, F y) {
  return detail::ieee_product(x, y);
}
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator*(F x, D y) {
  return y * x;
}

namespace detail {

FF_HD_PRIMITIVE constexpr bool plain_quotient(double x, double y, double q) {
  const bool x_in = is_within<-960, 1024>(x), y_in = is_within<-1022, 1022>(y),
             q_in = is_within<-960, 1022>(q);
  return x_in & y_in & q_in;  // all three are cheaper than a branch
}

// x/y where div22 does not hold: IEEE for zeros, infinities and NaN; else on significands, then scaled.
struct outside_dd_quotient {
  FF_HD static constexpr dd_t of(dd_t x, dd_t y) {
    const double a = x.hi(), b = y.hi(), sign = with_sign(1.0, sign_bit(b));
    if (equal(b, 0.0)) return mul_rn(a, mul_rn(sign, infinite_double));
    if (!less(abs(b), infinite_double)) return mul_rn(a, isinf(y) ? mul_rn(sign, 0.0) : b);
    if (is_zero_or_not_finite(a)) return mul_rn(a, sign);
    const int ex = ilogb(x), ey = ilogb(y);
    return ldexp(div22(ldexp(x, -ex), ldexp(y, -ey)), ex - ey);
  }
};
FF_HD constexpr dd_t quotient_outside(dd_t x, dd_t y) { return out_of_line<outside_dd_quotient>(x, y); }

struct outside_dd_root {
  FF_HD static constexpr dd_t of(dd_t x) {
    const double a = x.hi();
    if (equal(a, 0.0) || equal(a, infinite_double)) return a;
    if (!less(0.0, a)) return double_quiet_nan;
    return ldexp(sqrt22(ldexp(x, 200)), -100);
  }
};
struct outside_dd_inverse_root {
  FF_HD static constexpr dd_t of(dd_t x) {
    const double a = x.hi();
    if (equal(a, 0.0)) return with_sign(infinite_double, sign_bit(a));
    if (equal(a, infinite_double)) return 0.0;
    if (!less(0.0, a)) return double_quiet_nan;
    return ldexp(rsqrt22(ldexp(x, 200)), 100);
  }
};

}  // namespace detail

/// x/y: div22, 5 u^2 wherever |x/y| >= 2^-960.  x/0, 0/0, x/inf, inf/inf and NaN as IEEE.
FF_HD constexpr dd_t operator/(dd_t x, dd_t y) {
  const dd_t q = div22(x, y);
  return detail::plain_quotient(x.hi(), y.hi(), q.hi()) ? q : detail::quotient_outside(x, y);
}
/// x/y for a double y: div21, 2.5 u^2; for a double x: div12, 3 u^2.
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator/(D x, F y) {
  const dd_t q = div21(x, y);
  return detail::plain_quotient(x.hi(), y, q.hi()) ? q : detail::quotient_outside(x, y);
}
template <class D, class F, detail::if_dd_and_double<D, F> = 0>
FF_HD constexpr dd_t operator/(F x, D y) {
  const dd_t q = div12(x, y);
  return detail::plain_quotient(x, y.hi(), q.hi()) ? q : detail::quotient_outside(x, y);
}

/// 1/y: rcp22, 2.5 u^2; outside its domain as operator/.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t rcp(D y) {
  const dd_t r = rcp22(y);
  return detail::is_within<-1022, 960>(y.hi()) ? r : detail::quotient_outside(1.0, y);
}

/// sqrt(x): sqrt22, 27/8 u^2.  sqrt(+-0) = +-0, sqrt(inf) = inf, sqrt(x < 0) = NaN.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t sqrt(D x) {
  using namespace detail;
  return plain_or(
      both(less(0.0, x.hi()), is_within<-960, 1024>(x.hi())), [&] { return sqrt22(x); },
      [&] { return out_of_line<outside_dd_root>(x); });
}

/// 1/sqrt(x): rsqrt22, 5 u^2.  rsqrt(+-0) = +-inf, rsqrt(inf) = 0, rsqrt(x < 0) = NaN.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t rsqrt(D x) {
  using namespace detail;
  return plain_or(
      both(less(0.0, x.hi()), is_within<-960, 1024>(x.hi())), [&] { return rsqrt22(x); },
      [&] { return out_of_line<outside_dd_inverse_root>(x); });
}

/// x y + z: fma22, 6.5 u^2 of |x y| + |z|.  Infinite where x y overflows, unless z is infinite.
template <class X, class Y, class Z, detail::if_dds<X, Y, Z> = 0>
FF_HD constexpr dd_t fma(X x, Y y, Z z) {
  return detail::ieee_fma(dd_t(x), dd_t(y), dd_t(z));
}

/// x^2: sqr22, 3.5 u^2.
template <class D, detail::if_dd<D> = 0>
FF_HD constexpr dd_t sqr(D x) {
  return detail::ieee_square(x);
}

/// x = x + y and so on; ++ and -- add 1 and -1.
template <class Y>
FF_HD constexpr dd_t& operator+=(dd_t& x, Y y) {
  return x = x + y;
}
template <class Y>
FF_HD constexpr dd_t& operator-=(dd_t& x, Y y) {
  return x = x - y;
}
template <class Y>
FF_HD constexpr dd_t& operator*=(dd_t& x, Y y) {
  return x = x * y;
}
template <class Y>
FF_HD constexpr dd_t& operator/=(dd_t& x, Y y) {
  return x = x / y;
}
FF_HD constexpr dd_t& operator++(dd_t& x) { return x = x + 1.0; }
FF_HD constexpr dd_t& operator--(dd_t& x) { return x = x - 1.0; }
FF_HD constexpr dd_t operator++(dd_t& x, int) {
  const dd_t before = x;
  x = x + 1.0;
  return before;
}
FF_HD constexpr dd_t operator--(dd_t& x, int) {
  const dd_t before = x;
  x = x - 1.0;
  return before;
}

/// a + b for any two doubles, as a pair: add12.
template <class F, detail::if_double<F> = 0>
FF_HD constexpr dd_t from_sum(F a, F b) {
  return add12(a, b);
}

}  // namespace ff
