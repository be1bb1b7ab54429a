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
FF_HD constexpr fast_t sqrt(const X& x) {
  const ff_t v(x), root = detail::sqrt_by(sqrt_seed(v.hi()), v);
  return equal(v.hi(), 0.0f) ? ff_t(0.0f) : root;
}

/// 1/sqrt(x): rsqrt22, 5 u^2, for 2^-126 <= x < 2^128.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t rsqrt(const X& x) {
  const ff_t v(x);
  return detail::rsqrt_by(rsqrt_rn(v.hi()), v);
}

/// 1/x: rcp22, 2.5 u^2, for 2^-126 <= |x| < 2^126.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t rcp(const X& x) {
  return rcp22(ff_t(x));
}

/// x^2: sqr22, 3.5 u^2.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_product sqr(const X& x) {
  const ff_t v(x);
  const float t = mul_rn(add_rn(v.hi(), v.hi()), v.lo());
  return detail::open_product<float>{fma_rn(v.hi(), v.hi(), t), v.hi(), v.hi(), t};
}

/// x y + z: the operators' own, 20 u^2 of |x y| + |z|, stored.
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD constexpr fast_t fma(const X& x, const Y& y, const Z& z) {
  return fast_t(ff_t(x)) * y + z;
}

/// |x|.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t abs(const X& x) {
  return abs(ff_t(x));
}

/// The smaller and the larger, by the words; of NaN the other.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_t fmin(const X& x, const Y& y) {
  const ff_t a(x), b(y);
  return isnan(a) || detail::fast_less(b, a) ? b : a;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_t fmax(const X& x, const Y& y) {
  const ff_t a(x), b(y);
  return isnan(a) || detail::fast_less(a, b) ? b : a;
}

/// x cut to [low, high].
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD constexpr fast_t clamp(const X& x, const Y& low, const Z& high) {
  return fmin(fmax(fast_t(ff_t(x)), low), high);
}

/// a + t (b - a), 0 <= t <= 1, as of ff_t.
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD constexpr fast_t lerp(const X& a, const Y& b, const Z& t) {
  return lerp(ff_t(a), ff_t(b), ff_t(t));
}

/// The pair of the same value with |lo| <= ulp(hi)/2 strictly.
template <class X, detail::if_fast<X, X> = 0>
FF_HD constexpr fast_t renormalize(const X& x) {
  const ff_t v(x);
  return add12(v.hi(), v.lo());
}

// ---------------------------------------------------------------- functions of ff_t, to its bounds

// basic and integer functions
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t fabs(const X& x) {
  return fabs(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t logb(const X& x) {
  return logb(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t floor(const X& x) {
  return floor(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t ceil(const X& x) {
  return ceil(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t trunc(const X& x) {
  return trunc(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t round(const X& x) {
  return round(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t rint(const X& x) {
  return rint(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t nearbyint(const X& x) {
  return nearbyint(ff_t(x));
}
// exponentials and logarithms
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t exp(const X& x) {
  return exp(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t exp2(const X& x) {
  return exp2(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t exp10(const X& x) {
  return exp10(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t expm1(const X& x) {
  return expm1(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log(const X& x) {
  return log(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log2(const X& x) {
  return log2(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log10(const X& x) {
  return log10(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t log1p(const X& x) {
  return log1p(ff_t(x));
}
// roots
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cbrt(const X& x) {
  return cbrt(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t rcbrt(const X& x) {
  return rcbrt(ff_t(x));
}
// trigonometric functions
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t sin(const X& x) {
  return sin(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cos(const X& x) {
  return cos(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tan(const X& x) {
  return tan(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t sinpi(const X& x) {
  return sinpi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cospi(const X& x) {
  return cospi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tanpi(const X& x) {
  return tanpi(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t asin(const X& x) {
  return asin(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t acos(const X& x) {
  return acos(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t atan(const X& x) {
  return atan(ff_t(x));
}
// hyperbolic functions
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t sinh(const X& x) {
  return sinh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t cosh(const X& x) {
  return cosh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tanh(const X& x) {
  return tanh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t asinh(const X& x) {
  return asinh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t acosh(const X& x) {
  return acosh(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t atanh(const X& x) {
  return atanh(ff_t(x));
}
// error and gamma functions
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erf(const X& x) {
  return erf(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfc(const X& x) {
  return erfc(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfcx(const X& x) {
  return erfcx(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfinv(const X& x) {
  return erfinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t erfcinv(const X& x) {
  return erfcinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t normcdf(const X& x) {
  return normcdf(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t normcdfinv(const X& x) {
  return normcdfinv(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t lgamma(const X& x) {
  return lgamma(ff_t(x));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t tgamma(const X& x) {
  return tgamma(ff_t(x));
}
// functions of two numbers
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t copysign(const X& x, const Y& y) {
  return copysign(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t nextafter(const X& x, const Y& y) {
  return nextafter(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t fdim(const X& x, const Y& y) {
  return fdim(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t fmod(const X& x, const Y& y) {
  return fmod(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t remainder(const X& x, const Y& y) {
  return remainder(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t atan2(const X& x, const Y& y) {
  return atan2(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t pow(const X& x, const Y& y) {
  return pow(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t hypot(const X& x, const Y& y) {
  return hypot(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t rhypot(const X& x, const Y& y) {
  return rhypot(ff_t(x), ff_t(y));
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t ldexp(const X& x, int n) {
  return ldexp(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t scalbn(const X& x, int n) {
  return scalbn(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t pown(const X& x, int n) {
  return pown(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t powi(const X& x, int n) {
  return powi(ff_t(x), n);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t rootn(const X& x, int n) {
  return rootn(ff_t(x), n);
}
template <class X, class Y, class Z, detail::if_any_fast<X, Y, Z> = 0>
FF_HD_LARGE constexpr fast_t hypot(const X& x, const Y& y, const Z& z) {
  return hypot(ff_t(x), ff_t(y), ff_t(z));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t midpoint(const X& x, const Y& y) {
  return midpoint(ff_t(x), ff_t(y));
}
// functions with a second result

template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr void sincos(const X& x, fast_t* s, fast_t* c) {
  const sine_and_cosine both = sincos(ff_t(x));
  *s = both.s, *c = both.c;
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr void sincospi(const X& x, fast_t* s, fast_t* c) {
  const sine_and_cosine both = sincospi(ff_t(x));
  *s = both.s, *c = both.c;
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t frexp(const X& x, int* exponent) {
  return frexp(ff_t(x), exponent);
}
template <class X, detail::if_fast<X, X> = 0>
FF_HD_LARGE constexpr fast_t modf(const X& x, fast_t* integer) {
  ff_t whole = 0.0f;
  const ff_t rest = modf(ff_t(x), &whole);
  *integer = whole;
  return rest;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD_LARGE constexpr fast_t remquo(const X& x, const Y& y, int* quotient) {
  return remquo(ff_t(x), ff_t(y), quotient);
}

}  // namespace ff
