// The functions of a probe: T's own, beside the same function of the shadow.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <ff/probe/operators.hpp>
#include <ff/probe/shadow.hpp>

namespace ff {

/// Exponentials and logarithms.
template <class T>
FF_HD auto exp(const probe<T>& x) {
  using std::exp;
  return detail::with_shadow(exp(x.value()), exp(x.shadow()), x);
}
template <class T>
FF_HD auto exp2(const probe<T>& x) {
  using std::exp2;
  return detail::with_shadow(exp2(x.value()), exp2(x.shadow()), x);
}
template <class T>
FF_HD auto expm1(const probe<T>& x) {
  using std::expm1;
  return detail::with_shadow(expm1(x.value()), expm1(x.shadow()), x);
}
template <class T>
FF_HD auto log(const probe<T>& x) {
  using std::log;
  return detail::with_shadow(log(x.value()), log(x.shadow()), x);
}
template <class T>
FF_HD auto log2(const probe<T>& x) {
  using std::log2;
  return detail::with_shadow(log2(x.value()), log2(x.shadow()), x);
}
template <class T>
FF_HD auto log10(const probe<T>& x) {
  using std::log10;
  return detail::with_shadow(log10(x.value()), log10(x.shadow()), x);
}
template <class T>
FF_HD auto log1p(const probe<T>& x) {
  using std::log1p;
  return detail::with_shadow(log1p(x.value()), log1p(x.shadow()), x);
}
template <class T>
FF_HD auto logb(const probe<T>& x) {
  using std::logb;
  return detail::with_shadow(logb(x.value()), logb(x.shadow()), x);
}

/// Roots.
template <class T>
FF_HD auto sqrt(const probe<T>& x) {
  using std::sqrt;
  return detail::with_shadow(sqrt(x.value()), sqrt(x.shadow()), x);
}
template <class T>
FF_HD auto cbrt(const probe<T>& x) {
  using std::cbrt;
  return detail::with_shadow(cbrt(x.value()), cbrt(x.shadow()), x);
}

/// Trigonometric and hyperbolic functions.
template <class T>
FF_HD auto sin(const probe<T>& x) {
  using std::sin;
  return detail::with_shadow(sin(x.value()), sin(x.shadow()), x);
}
template <class T>
FF_HD auto cos(const probe<T>& x) {
  using std::cos;
  return detail::with_shadow(cos(x.value()), cos(x.shadow()), x);
}
template <class T>
FF_HD auto tan(const probe<T>& x) {
  using std::tan;
  return detail::with_shadow(tan(x.value()), tan(x.shadow()), x);
}
template <class T>
FF_HD auto asin(const probe<T>& x) {
  using std::asin;
  return detail::with_shadow(asin(x.value()), asin(x.shadow()), x);
}
template <class T>
FF_HD auto acos(const probe<T>& x) {
  using std::acos;
  return detail::with_shadow(acos(x.value()), acos(x.shadow()), x);
}
template <class T>
FF_HD auto atan(const probe<T>& x) {
  using std::atan;
  return detail::with_shadow(atan(x.value()), atan(x.shadow()), x);
}
template <class T>
FF_HD auto sinh(const probe<T>& x) {
  using std::sinh;
  return detail::with_shadow(sinh(x.value()), sinh(x.shadow()), x);
}
template <class T>
FF_HD auto cosh(const probe<T>& x) {
  using std::cosh;
  return detail::with_shadow(cosh(x.value()), cosh(x.shadow()), x);
}
template <class T>
FF_HD auto tanh(const probe<T>& x) {
  using std::tanh;
  return detail::with_shadow(tanh(x.value()), tanh(x.shadow()), x);
}
template <class T>
FF_HD auto asinh(const probe<T>& x) {
  using std::asinh;
  return detail::with_shadow(asinh(x.value()), asinh(x.shadow()), x);
}
template <class T>
FF_HD auto acosh(const probe<T>& x) {
  using std::acosh;
  return detail::with_shadow(acosh(x.value()), acosh(x.shadow()), x);
}
template <class T>
FF_HD auto atanh(const probe<T>& x) {
  using std::atanh;
  return detail::with_shadow(atanh(x.value()), atanh(x.shadow()), x);
}

/// Error and gamma functions.
template <class T>
FF_HD auto erf(const probe<T>& x) {
  using std::erf;
  return detail::with_shadow(erf(x.value()), erf(x.shadow()), x);
}
template <class T>
FF_HD auto erfc(const probe<T>& x) {
  using std::erfc;
  return detail::with_shadow(erfc(x.value()), erfc(x.shadow()), x);
}
template <class T>
FF_HD auto lgamma(const probe<T>& x) {
  using std::lgamma;
  return detail::with_shadow(lgamma(x.value()), lgamma(x.shadow()), x);
}
template <class T>
FF_HD auto tgamma(const probe<T>& x) {
  using std::tgamma;
  return detail::with_shadow(tgamma(x.value()), tgamma(x.shadow()), x);
}

/// Magnitude and rounding to integers.
template <class T>
FF_HD auto fabs(const probe<T>& x) {
  using std::fabs;
  return detail::with_shadow(fabs(x.value()), fabs(x.shadow()), x);
}
template <class T>
FF_HD auto floor(const probe<T>& x) {
  using std::floor;
  return detail::with_shadow(floor(x.value()), floor(x.shadow()), x);
}
template <class T>
FF_HD auto ceil(const probe<T>& x) {
  using std::ceil;
  return detail::with_shadow(ceil(x.value()), ceil(x.shadow()), x);
}
template <class T>
FF_HD auto trunc(const probe<T>& x) {
  using std::trunc;
  return detail::with_shadow(trunc(x.value()), trunc(x.shadow()), x);
}
template <class T>
FF_HD auto round(const probe<T>& x) {
  using std::round;
  return detail::with_shadow(round(x.value()), round(x.shadow()), x);
}
template <class T>
FF_HD auto rint(const probe<T>& x) {
  using std::rint;
  return detail::with_shadow(rint(x.value()), rint(x.shadow()), x);
}
template <class T>
FF_HD auto nearbyint(const probe<T>& x) {
  using std::nearbyint;
  return detail::with_shadow(nearbyint(x.value()), nearbyint(x.shadow()), x);
}

/// Functions that C++ lacks; T's own, and shadow.hpp's of double.
template <class T>
FF_HD auto exp10(const probe<T>& x) {
  using detail::shadow::exp10;
  return detail::with_shadow(exp10(x.value()), exp10(x.shadow()), x);
}
template <class T>
FF_HD auto sinpi(const probe<T>& x) {
  using detail::shadow::sinpi;
  return detail::with_shadow(sinpi(x.value()), sinpi(x.shadow()), x);
}
template <class T>
FF_HD auto cospi(const probe<T>& x) {
  using detail::shadow::cospi;
  return detail::with_shadow(cospi(x.value()), cospi(x.shadow()), x);
}
template <class T>
FF_HD auto tanpi(const probe<T>& x) {
  using detail::shadow::tanpi;
  return detail::with_shadow(tanpi(x.value()), tanpi(x.shadow()), x);
}
template <class T>
FF_HD auto rsqrt(const probe<T>& x) {
  using detail::shadow::rsqrt;
  return detail::with_shadow(rsqrt(x.value()), rsqrt(x.shadow()), x);
}
template <class T>
FF_HD auto rcbrt(const probe<T>& x) {
  using detail::shadow::rcbrt;
  return detail::with_shadow(rcbrt(x.value()), rcbrt(x.shadow()), x);
}
template <class T>
FF_HD auto erfcx(const probe<T>& x) {
  using detail::shadow::erfcx;
  return detail::with_shadow(erfcx(x.value()), erfcx(x.shadow()), x);
}
template <class T>
FF_HD auto erfinv(const probe<T>& x) {
  using detail::shadow::erfinv;
  return detail::with_shadow(erfinv(x.value()), erfinv(x.shadow()), x);
}
template <class T>
FF_HD auto erfcinv(const probe<T>& x) {
  using detail::shadow::erfcinv;
  return detail::with_shadow(erfcinv(x.value()), erfcinv(x.shadow()), x);
}
template <class T>
FF_HD auto normcdf(const probe<T>& x) {
  using detail::shadow::normcdf;
  return detail::with_shadow(normcdf(x.value()), normcdf(x.shadow()), x);
}
template <class T>
FF_HD auto normcdfinv(const probe<T>& x) {
  using detail::shadow::normcdfinv;
  return detail::with_shadow(normcdfinv(x.value()), normcdfinv(x.shadow()), x);
}
template <class T>
FF_HD auto abs(const probe<T>& x) {
  return fabs(x);
}
template <class T>
FF_HD auto sqr(const probe<T>& x) {
  return x * x;
}
template <class T>
FF_HD auto rcp(const probe<T>& x) {
  return detail::with_shadow(T(1.0f) / x.value(), 1.0 / x.shadow(), x);
}

/// Functions of two numbers, one of them a probe.
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto pow(const X& x, const Y& y) {
  using std::pow;
  return detail::with_shadow(pow(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             pow(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto hypot(const X& x, const Y& y) {
  using std::hypot;
  return detail::with_shadow(hypot(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             hypot(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto atan2(const X& x, const Y& y) {
  using std::atan2;
  return detail::with_shadow(atan2(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             atan2(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto fmod(const X& x, const Y& y) {
  using std::fmod;
  return detail::with_shadow(fmod(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             fmod(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto remainder(const X& x, const Y& y) {
  using std::remainder;
  return detail::with_shadow(remainder(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             remainder(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto fdim(const X& x, const Y& y) {
  using std::fdim;
  return detail::with_shadow(fdim(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             fdim(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto copysign(const X& x, const Y& y) {
  using std::copysign;
  return detail::with_shadow(copysign(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             copysign(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto fmin(const X& x, const Y& y) {
  using std::fmin;
  return detail::with_shadow(fmin(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             fmin(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}
template <class X, class Y, detail::if_probe<X, Y> = 0>
FF_HD auto fmax(const X& x, const Y& y) {
  using std::fmax;
  return detail::with_shadow(fmax(detail::own_number<Y>(x), detail::own_number<X>(y)),
                             fmax(detail::shadow_of(x), detail::shadow_of(y)), x, y);
}

/// x y + z: T's own fma.  The product may cancel against z, as in a sum.
template <class X, class Y, class Z, detail::if_probe<X, Y, Z> = 0>
FF_HD auto fma(const X& x, const Y& y, const Z& z) {
  using std::fma;
  using T = detail::number_among<X, Y, Z>;
  const double product = detail::shadow_of(x) * detail::shadow_of(y);
  const auto value = fma(T(detail::number_of(x)), T(detail::number_of(y)), T(detail::number_of(z)));
  const probe<T> term(T(detail::number_of(x)), product, ff_t(0.0f), ff_t(0.0f), detail::cancelled_in(x, y));
  return detail::sum_with_shadow(value, fma(detail::shadow_of(x), detail::shadow_of(y), detail::shadow_of(z)),
                                 term, z);
}

/// x 2^n, and x^n.
template <class T>
FF_HD auto ldexp(const probe<T>& x, int n) {
  using std::ldexp;
  return detail::with_shadow(ldexp(x.value(), n), ldexp(x.shadow(), n), x);
}
template <class T>
FF_HD auto scalbn(const probe<T>& x, int n) {
  return ldexp(x, n);
}
template <class T>
FF_HD auto pown(const probe<T>& x, int n) {
  using std::pow;
  if constexpr (detail::is_same<T, float>)
    return pow(x, static_cast<float>(n));
  else
    return detail::with_shadow(pown(x.value(), n), pow(x.shadow(), static_cast<double>(n)), x);
}

/// The fraction and exponent, and the fraction and whole.  The shadow follows T's exponent.
template <class T>
FF_HD probe<T> frexp(const probe<T>& x, int* exponent) {
  using std::frexp;
  using std::ldexp;
  const T fraction(frexp(x.value(), exponent));
  return detail::with_shadow(fraction, ldexp(x.shadow(), -*exponent), x);
}
template <class T>
FF_HD probe<T> modf(const probe<T>& x, probe<T>* whole) {
  const probe<T> w = trunc(x);
  *whole = w;
  return detail::with_shadow(T(x.value() - w.value()), x.shadow() - w.shadow(), x);
}

/// Sine and cosine together: bits of T's sincos, which may differ from those of sin and cos.
template <class U, class T>
FF_HD void sincos(const probe<U>& x, probe<T>* s, probe<T>* c) {
  const probe<T> angle = x;
  const probe<T> own_sine = sin(angle), own_cosine = cos(angle);
  T sine = own_sine.value(), cosine = own_cosine.value();
  if constexpr (!detail::is_same<T, float>) sincos(angle.value(), &sine, &cosine);
  *s = detail::with_shadow(sine, own_sine.shadow(), angle);
  *c = detail::with_shadow(cosine, own_cosine.shadow(), angle);
}
template <class U, class T>
FF_HD void sincospi(const probe<U>& x, probe<T>* s, probe<T>* c) {
  const probe<T> angle = x;
  const probe<T> own_sine = sinpi(angle), own_cosine = cospi(angle);
  T sine = own_sine.value(), cosine = own_cosine.value();
  if constexpr (!detail::is_same<T, float>) sincospi(angle.value(), &sine, &cosine);
  *s = detail::with_shadow(sine, own_sine.shadow(), angle);
  *c = detail::with_shadow(cosine, own_cosine.shadow(), angle);
}

}  // namespace ff

#endif
