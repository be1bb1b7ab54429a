// The functions of fast_t: arithmetic by bare kernels, everything else as of ff_t, returned as fast_t.  Those
// of fused_t are ff_t's throughout.
//
// The arguments may be open sums and products too.  Functions that give no number (isnan, ilogb, lround, ...)
// take the ff_t that a fast number converts to.
#pragma once

#include <ff/fast/operators.hpp>
#include <ff/math/asin.hpp>
#include <ff/math/atan.hpp>
#include <ff/math/cbrt.hpp>
#include <ff/math/erf.hpp>
#include <ff/math/erfc.hpp>
#include <ff/math/erfinv.hpp>
#include <ff/math/exp.hpp>
#include <ff/math/hyperbolic.hpp>
#include <ff/math/hypot.hpp>
#include <ff/math/inverse_hyperbolic.hpp>
#include <ff/math/lgamma.hpp>
#include <ff/math/log.hpp>
#include <ff/math/pow.hpp>
#include <ff/math/tgamma.hpp>
#include <ff/math/trig.hpp>
#include <ff/math/trig_pi.hpp>
#include <ff/type/integral.hpp>

namespace ff {
// ---------------------------------------------------------------- arithmetic, by bare kernels

/// sqrt(x): sqrt22, 27/8 u^2, for 2^-102 <= x < 2^128; sqrt(+-0) = 0, NaN for x < 0.
/// fused_t: ff_t's, for all x.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_of<X> sqrt(X x) {
  const ff_t v(x);
  if constexpr (detail::keeps_infinities<X>) {
    return sqrt(v);
  } else {
    const ff_t root = detail::sqrt_by(sqrt_seed(v.hi()), v);
    return equal(v.hi(), 0.0f) ? ff_t(0.0f) : root;
  }
}

/// 1/sqrt(x): rsqrt22, 5 u^2, for 2^-126 <= x < 2^128.  fused_t: ff_t's, for all x.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_of<X> rsqrt(X x) {
  const ff_t v(x);
  if constexpr (detail::keeps_infinities<X>)
    return rsqrt(v);
  else
    return detail::rsqrt_by(rsqrt_rn(v.hi()), v);
}

/// 1/x: rcp22, 2.5 u^2, for 2^-126 <= |x| < 2^126.  fused_t: ff_t's, for all x.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_of<X> rcp(X x) {
  if constexpr (detail::keeps_infinities<X>)
    return rcp(ff_t(x));
  else
    return rcp22(ff_t(x));
}

/// x^2: mul22, 4 u^2.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_product_of<X> sqr(X x) {
  return fast_of<X>(ff_t(x)) * x;
}

/// x y + z: the operators' own, 12 u^2 of |x y| + |z|, stored.
template <class X, class Y, class Z, detail::if_fast<X, Y, Z> = 0>
FF_HD constexpr fast_of<X, Y, Z> fma(X x, Y y, Z z) {
  return fast_of<X, Y, Z>(ff_t(x)) * y + z;
}

/// |x|.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_of<X> abs(X x) {
  return abs(ff_t(x));
}

/// The smaller and the larger, by the words; of NaN the other.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_of<X, Y> fmin(X x, Y y) {
  const ff_t a(x), b(y);
  return isnan(a) || detail::in_order<false, detail::keeps_infinities<X, Y>>(b, a) ? b : a;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_of<X, Y> fmax(X x, Y y) {
  const ff_t a(x), b(y);
  return isnan(a) || detail::in_order<false, detail::keeps_infinities<X, Y>>(a, b) ? b : a;
}

/// x cut to [low, high].
template <class X, class Y, class Z, detail::if_fast<X, Y, Z> = 0>
FF_HD constexpr fast_of<X, Y, Z> clamp(X x, Y low, Z high) {
  return fmin(fmax(fast_of<X, Y, Z>(ff_t(x)), low), high);
}

/// a + t (b - a), 0 <= t <= 1, as of ff_t.
template <class X, class Y, class Z, detail::if_fast<X, Y, Z> = 0>
FF_HD constexpr fast_of<X, Y, Z> lerp(X a, Y b, Z t) {
  return lerp(ff_t(a), ff_t(b), ff_t(t));
}

/// The pair of the same value with |lo| <= ulp(hi)/2 strictly.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_of<X> renormalize(X x) {
  const ff_t v(x);
  return add12(v.hi(), v.lo());
}

// ---------------------------------------------------------------- functions of ff_t, to its bounds

/// Basic and integer functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> fabs(X x) {
  return fabs(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> logb(X x) {
  return logb(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> floor(X x) {
  return floor(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> ceil(X x) {
  return ceil(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> trunc(X x) {
  return trunc(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> round(X x) {
  return round(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> rint(X x) {
  return rint(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> nearbyint(X x) {
  return nearbyint(ff_t(x));
}

/// Exponentials and logarithms, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> exp(X x) {
  return exp(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> exp2(X x) {
  return exp2(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> exp10(X x) {
  return exp10(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> expm1(X x) {
  return expm1(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> log(X x) {
  return log(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> log2(X x) {
  return log2(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> log10(X x) {
  return log10(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> log1p(X x) {
  return log1p(ff_t(x));
}

/// Roots, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> cbrt(X x) {
  return cbrt(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> rcbrt(X x) {
  return rcbrt(ff_t(x));
}

/// Trigonometric functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> sin(X x) {
  return sin(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> cos(X x) {
  return cos(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> tan(X x) {
  return tan(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> sinpi(X x) {
  return sinpi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> cospi(X x) {
  return cospi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> tanpi(X x) {
  return tanpi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> asin(X x) {
  return asin(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> acos(X x) {
  return acos(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> atan(X x) {
  return atan(ff_t(x));
}

/// Hyperbolic functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> sinh(X x) {
  return sinh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> cosh(X x) {
  return cosh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> tanh(X x) {
  return tanh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> asinh(X x) {
  return asinh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> acosh(X x) {
  return acosh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> atanh(X x) {
  return atanh(ff_t(x));
}

/// Error and gamma functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> erf(X x) {
  return erf(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> erfc(X x) {
  return erfc(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> erfcx(X x) {
  return erfcx(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> erfinv(X x) {
  return erfinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> erfcinv(X x) {
  return erfcinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> normcdf(X x) {
  return normcdf(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> normcdfinv(X x) {
  return normcdfinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> lgamma(X x) {
  return lgamma(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> tgamma(X x) {
  return tgamma(ff_t(x));
}

/// Functions of several numbers, as of ff_t, stored in a fast_t.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> copysign(X x, Y y) {
  return copysign(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> nextafter(X x, Y y) {
  return nextafter(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> nexttoward(X x, Y y) {
  return nexttoward(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> fdim(X x, Y y) {
  return fdim(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> fmod(X x, Y y) {
  return fmod(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> remainder(X x, Y y) {
  return remainder(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> atan2(X x, Y y) {
  return atan2(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> pow(X x, Y y) {
  return pow(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> hypot(X x, Y y) {
  return hypot(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> rhypot(X x, Y y) {
  return rhypot(ff_t(x), ff_t(y));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> ldexp(X x, int n) {
  return ldexp(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> scalbn(X x, int n) {
  return scalbn(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> scalbln(X x, long n) {
  return scalbln(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> pown(X x, int n) {
  return pown(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> powi(X x, int n) {
  return powi(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> rootn(X x, int n) {
  return rootn(ff_t(x), n);
}
template <class X, class Y, class Z, detail::if_fast<X, Y, Z> = 0>
FF_HD_LARGE constexpr fast_of<X, Y, Z> hypot(X x, Y y, Z z) {
  return hypot(ff_t(x), ff_t(y), ff_t(z));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> midpoint(X x, Y y) {
  return midpoint(ff_t(x), ff_t(y));
}

/// Functions with a second result, as of ff_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr void sincos(X x, fast_of<X>* s, fast_of<X>* c) {
  const sine_and_cosine both = sincos(ff_t(x));
  *s = both.s, *c = both.c;
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr void sincospi(X x, fast_of<X>* s, fast_of<X>* c) {
  const sine_and_cosine both = sincospi(ff_t(x));
  *s = both.s, *c = both.c;
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> frexp(X x, int* exponent) {
  return frexp(ff_t(x), exponent);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_of<X> modf(X x, fast_of<X>* integer) {
  ff_t whole = 0.0f;
  const ff_t rest = modf(ff_t(x), &whole);
  *integer = whole;
  return rest;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_of<X, Y> remquo(X x, Y y, int* quotient) {
  return remquo(ff_t(x), ff_t(y), quotient);
}

}  // namespace ff
