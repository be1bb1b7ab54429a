// The functions of fast_t: arithmetic by bare kernels, everything else as of ff_t, returned as fast_t.
//
// The arguments may be open sums and products too.  Functions that give no number (isnan, ilogb, lround, ...)
// take the ff_t that a fast number converts to.
#pragma once

#include <ff/fast/operators.hpp>
#include <ff/integral.hpp>
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

namespace ff {
namespace detail {

template <class X, class Y, class Z>
using if_any_fast = require<(is_fast<X> || is_fast<Y> || is_fast<Z>)&&is_fast_operand<X> &&
                            is_fast_operand<Y> && is_fast_operand<Z>>;

}  // namespace detail

// ---------------------------------------------------------------- arithmetic, by bare kernels

/// sqrt(x): sqrt22, 27/8 u^2, for 2^-102 <= x < 2^128; sqrt(+-0) = 0, NaN for x < 0.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t sqrt(X x) {
  const ff_t v(x), root = detail::sqrt_by(sqrt_seed(v.hi()), v);
  return equal(v.hi(), 0.0f) ? ff_t(0.0f) : root;
}

/// 1/sqrt(x): rsqrt22, 5 u^2, for 2^-126 <= x < 2^128.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t rsqrt(X x) {
  const ff_t v(x);
  return detail::rsqrt_by(rsqrt_rn(v.hi()), v);
}

/// 1/x: rcp22, 2.5 u^2, for 2^-126 <= |x| < 2^126.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t rcp(X x) {
  return rcp22(ff_t(x));
}

/// x^2: mul22, 4 u^2.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_product sqr(X x) {
  return fast_t(ff_t(x)) * x;
}

/// x y + z: the operators' own, 12 u^2 of |x y| + |z|, stored.
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD constexpr fast_t fma(X x, Y y, Z z) {
  return fast_t(ff_t(x)) * y + z;
}

/// |x|.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t abs(X x) {
  return abs(ff_t(x));
}

/// The smaller and the larger, by the words; of NaN the other.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_t fmin(X x, Y y) {
  const ff_t a(x), b(y);
  return isnan(a) || detail::fast_less(b, a) ? b : a;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_t fmax(X x, Y y) {
  const ff_t a(x), b(y);
  return isnan(a) || detail::fast_less(a, b) ? b : a;
}

/// x cut to [low, high].
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD constexpr fast_t clamp(X x, Y low, Z high) {
  return fmin(fmax(fast_t(ff_t(x)), low), high);
}

/// a + t (b - a), 0 <= t <= 1, as of ff_t.
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD constexpr fast_t lerp(X a, Y b, Z t) {
  return lerp(ff_t(a), ff_t(b), ff_t(t));
}

/// The pair of the same value with |lo| <= ulp(hi)/2 strictly.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t renormalize(X x) {
  const ff_t v(x);
  return add12(v.hi(), v.lo());
}

// ---------------------------------------------------------------- functions of ff_t, to its bounds

/// Basic and integer functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t fabs(X x) {
  return fabs(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t logb(X x) {
  return logb(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t floor(X x) {
  return floor(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t ceil(X x) {
  return ceil(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t trunc(X x) {
  return trunc(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t round(X x) {
  return round(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t rint(X x) {
  return rint(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t nearbyint(X x) {
  return nearbyint(ff_t(x));
}

/// Exponentials and logarithms, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t exp(X x) {
  return exp(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t exp2(X x) {
  return exp2(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t exp10(X x) {
  return exp10(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t expm1(X x) {
  return expm1(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log(X x) {
  return log(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log2(X x) {
  return log2(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log10(X x) {
  return log10(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log1p(X x) {
  return log1p(ff_t(x));
}

/// Roots, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cbrt(X x) {
  return cbrt(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t rcbrt(X x) {
  return rcbrt(ff_t(x));
}

/// Trigonometric functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t sin(X x) {
  return sin(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cos(X x) {
  return cos(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tan(X x) {
  return tan(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t sinpi(X x) {
  return sinpi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cospi(X x) {
  return cospi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tanpi(X x) {
  return tanpi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t asin(X x) {
  return asin(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t acos(X x) {
  return acos(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t atan(X x) {
  return atan(ff_t(x));
}

/// Hyperbolic functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t sinh(X x) {
  return sinh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cosh(X x) {
  return cosh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tanh(X x) {
  return tanh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t asinh(X x) {
  return asinh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t acosh(X x) {
  return acosh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t atanh(X x) {
  return atanh(ff_t(x));
}

/// Error and gamma functions, as of ff_t, stored in a fast_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erf(X x) {
  return erf(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfc(X x) {
  return erfc(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfcx(X x) {
  return erfcx(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfinv(X x) {
  return erfinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfcinv(X x) {
  return erfcinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t normcdf(X x) {
  return normcdf(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t normcdfinv(X x) {
  return normcdfinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t lgamma(X x) {
  return lgamma(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tgamma(X x) {
  return tgamma(ff_t(x));
}

/// Functions of several numbers, as of ff_t, stored in a fast_t.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t copysign(X x, Y y) {
  return copysign(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t nextafter(X x, Y y) {
  return nextafter(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t fdim(X x, Y y) {
  return fdim(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t fmod(X x, Y y) {
  return fmod(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t remainder(X x, Y y) {
  return remainder(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t atan2(X x, Y y) {
  return atan2(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t pow(X x, Y y) {
  return pow(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t hypot(X x, Y y) {
  return hypot(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t rhypot(X x, Y y) {
  return rhypot(ff_t(x), ff_t(y));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t ldexp(X x, int n) {
  return ldexp(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t scalbn(X x, int n) {
  return scalbn(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t pown(X x, int n) {
  return pown(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t powi(X x, int n) {
  return powi(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t rootn(X x, int n) {
  return rootn(ff_t(x), n);
}
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD_LARGE constexpr fast_t hypot(X x, Y y, Z z) {
  return hypot(ff_t(x), ff_t(y), ff_t(z));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t midpoint(X x, Y y) {
  return midpoint(ff_t(x), ff_t(y));
}

/// Functions with a second result, as of ff_t.
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr void sincos(X x, fast_t* s, fast_t* c) {
  const sine_and_cosine both = sincos(ff_t(x));
  *s = both.s, *c = both.c;
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr void sincospi(X x, fast_t* s, fast_t* c) {
  const sine_and_cosine both = sincospi(ff_t(x));
  *s = both.s, *c = both.c;
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t frexp(X x, int* exponent) {
  return frexp(ff_t(x), exponent);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t modf(X x, fast_t* integer) {
  ff_t whole = 0.0f;
  const ff_t rest = modf(ff_t(x), &whole);
  *integer = whole;
  return rest;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t remquo(X x, Y y, int* quotient) {
  return remquo(ff_t(x), ff_t(y), quotient);
}

}  // namespace ff
