// The elementary functions measured: for each the same call on ff_t, double and float, and the arguments it
// gets.
#pragma once

#include <cmath>
#include <ff/ff.hpp>

#include "gpu.hpp"

namespace bench {

namespace fn {
using ff::ff_t;

template <int count>
struct takes {
  static constexpr int operands = count;
};

// Both results, in one.
__device__ inline ff_t both(ff_t a, ff_t b) {
  const auto mixed = [](float u, float v) {
    return ff::detail::from_bits(ff::detail::to_bits(u) ^ ff::detail::to_bits(v));
  };
  return {mixed(a.hi(), b.hi()), mixed(a.lo(), b.lo())};
}
template <class T>
__device__ inline T both(T a, T b) {
  using bits = std::conditional_t<sizeof(T) == 8, ff::uint64, ff::uint32>;
  return ff::detail::bit_cast<T>(ff::detail::bit_cast<bits>(a) ^ ff::detail::bit_cast<bits>(b));
}

// For the functions of an integer, which CUDA has for double as pow alone.
template <class T>
__device__ int integer(T n) {
  return static_cast<int>(n);
}

// The harness alone.
struct null1 : takes<1> {
  template <class T>
  __device__ static T of(T x) {
    return x;
  }
};
struct null2 : takes<2> {
  template <class T>
  __device__ static T of(T x, T y) {
    return both(x, y);
  }
};

// clang-format off
struct exp : takes<1> { __device__ static ff_t of(ff_t x) { return ff::exp(x); } __device__ static double of(double x) { return ::exp(x); } __device__ static float of(float x) { return ::expf(x); } };
struct exp2 : takes<1> { __device__ static ff_t of(ff_t x) { return ff::exp2(x); } __device__ static double of(double x) { return ::exp2(x); } __device__ static float of(float x) { return ::exp2f(x); } };
struct exp10 : takes<1> { __device__ static ff_t of(ff_t x) { return ff::exp10(x); } __device__ static double of(double x) { return ::exp10(x); } __device__ static float of(float x) { return ::exp10f(x); } };
struct expm1 : takes<1> { __device__ static ff_t of(ff_t x) { return ff::expm1(x); } __device__ static double of(double x) { return ::expm1(x); } __device__ static float of(float x) { return ::expm1f(x); } };
struct log : takes<1> { __device__ static ff_t of(ff_t x) { return ff::log(x); } __device__ static double of(double x) { return ::log(x); } __device__ static float of(float x) { return ::logf(x); } };
struct log2 : takes<1> { __device__ static ff_t of(ff_t x) { return ff::log2(x); } __device__ static double of(double x) { return ::log2(x); } __device__ static float of(float x) { return ::log2f(x); } };
struct log10 : takes<1> { __device__ static ff_t of(ff_t x) { return ff::log10(x); } __device__ static double of(double x) { return ::log10(x); } __device__ static float of(float x) { return ::log10f(x); } };
struct log1p : takes<1> { __device__ static ff_t of(ff_t x) { return ff::log1p(x); } __device__ static double of(double x) { return ::log1p(x); } __device__ static float of(float x) { return ::log1pf(x); } };
struct pow : takes<2> { __device__ static ff_t of(ff_t x, ff_t y) { return ff::pow(x, y); } __device__ static double of(double x, double y) { return ::pow(x, y); } __device__ static float of(float x, float y) { return ::powf(x, y); } };
struct pown : takes<2> { __device__ static ff_t of(ff_t x, ff_t n) { return ff::pown(x, integer(n.hi())); } __device__ static double of(double x, double n) { return ::pow(x, integer(n)); } __device__ static float of(float x, float n) { return ::powf(x, integer(n)); } };
struct rootn : takes<2> { __device__ static ff_t of(ff_t x, ff_t n) { return ff::rootn(x, integer(n.hi())); } __device__ static double of(double x, double n) { return ::pow(x, 1.0 / integer(n)); } __device__ static float of(float x, float n) { return ::powf(x, 1.0f / integer(n)); } };
struct cbrt : takes<1> { __device__ static ff_t of(ff_t x) { return ff::cbrt(x); } __device__ static double of(double x) { return ::cbrt(x); } __device__ static float of(float x) { return ::cbrtf(x); } };
struct rcbrt : takes<1> { __device__ static ff_t of(ff_t x) { return ff::rcbrt(x); } __device__ static double of(double x) { return ::rcbrt(x); } __device__ static float of(float x) { return ::rcbrtf(x); } };
struct hypot : takes<2> { __device__ static ff_t of(ff_t x, ff_t y) { return ff::hypot(x, y); } __device__ static double of(double x, double y) { return ::hypot(x, y); } __device__ static float of(float x, float y) { return ::hypotf(x, y); } };
struct rhypot : takes<2> { __device__ static ff_t of(ff_t x, ff_t y) { return ff::rhypot(x, y); } __device__ static double of(double x, double y) { return ::rhypot(x, y); } __device__ static float of(float x, float y) { return ::rhypotf(x, y); } };
struct sin : takes<1> { __device__ static ff_t of(ff_t x) { return ff::sin(x); } __device__ static double of(double x) { return ::sin(x); } __device__ static float of(float x) { return ::sinf(x); } };
struct cos : takes<1> { __device__ static ff_t of(ff_t x) { return ff::cos(x); } __device__ static double of(double x) { return ::cos(x); } __device__ static float of(float x) { return ::cosf(x); } };
struct sincos : takes<1> { __device__ static ff_t of(ff_t x) { ff_t s, c; ff::sincos(x, &s, &c); return both(s, c); } __device__ static double of(double x) { double s, c; ::sincos(x, &s, &c); return both(s, c); } __device__ static float of(float x) { float s, c; ::sincosf(x, &s, &c); return both(s, c); } };
struct tan : takes<1> { __device__ static ff_t of(ff_t x) { return ff::tan(x); } __device__ static double of(double x) { return ::tan(x); } __device__ static float of(float x) { return ::tanf(x); } };
struct sinpi : takes<1> { __device__ static ff_t of(ff_t x) { return ff::sinpi(x); } __device__ static double of(double x) { return ::sinpi(x); } __device__ static float of(float x) { return ::sinpif(x); } };
struct cospi : takes<1> { __device__ static ff_t of(ff_t x) { return ff::cospi(x); } __device__ static double of(double x) { return ::cospi(x); } __device__ static float of(float x) { return ::cospif(x); } };
struct tanpi : takes<1> { __device__ static ff_t of(ff_t x) { return ff::tanpi(x); } __device__ static double of(double x) { double s, c; ::sincospi(x, &s, &c); return s / c; } __device__ static float of(float x) { float s, c; ::sincospif(x, &s, &c); return s / c; } };
struct asin : takes<1> { __device__ static ff_t of(ff_t x) { return ff::asin(x); } __device__ static double of(double x) { return ::asin(x); } __device__ static float of(float x) { return ::asinf(x); } };
struct acos : takes<1> { __device__ static ff_t of(ff_t x) { return ff::acos(x); } __device__ static double of(double x) { return ::acos(x); } __device__ static float of(float x) { return ::acosf(x); } };
struct atan : takes<1> { __device__ static ff_t of(ff_t x) { return ff::atan(x); } __device__ static double of(double x) { return ::atan(x); } __device__ static float of(float x) { return ::atanf(x); } };
struct atan2 : takes<2> { __device__ static ff_t of(ff_t x, ff_t y) { return ff::atan2(x, y); } __device__ static double of(double x, double y) { return ::atan2(x, y); } __device__ static float of(float x, float y) { return ::atan2f(x, y); } };
struct sinh : takes<1> { __device__ static ff_t of(ff_t x) { return ff::sinh(x); } __device__ static double of(double x) { return ::sinh(x); } __device__ static float of(float x) { return ::sinhf(x); } };
struct cosh : takes<1> { __device__ static ff_t of(ff_t x) { return ff::cosh(x); } __device__ static double of(double x) { return ::cosh(x); } __device__ static float of(float x) { return ::coshf(x); } };
struct tanh : takes<1> { __device__ static ff_t of(ff_t x) { return ff::tanh(x); } __device__ static double of(double x) { return ::tanh(x); } __device__ static float of(float x) { return ::tanhf(x); } };
struct asinh : takes<1> { __device__ static ff_t of(ff_t x) { return ff::asinh(x); } __device__ static double of(double x) { return ::asinh(x); } __device__ static float of(float x) { return ::asinhf(x); } };
struct acosh : takes<1> { __device__ static ff_t of(ff_t x) { return ff::acosh(x); } __device__ static double of(double x) { return ::acosh(x); } __device__ static float of(float x) { return ::acoshf(x); } };
struct atanh : takes<1> { __device__ static ff_t of(ff_t x) { return ff::atanh(x); } __device__ static double of(double x) { return ::atanh(x); } __device__ static float of(float x) { return ::atanhf(x); } };
struct erf : takes<1> { __device__ static ff_t of(ff_t x) { return ff::erf(x); } __device__ static double of(double x) { return ::erf(x); } __device__ static float of(float x) { return ::erff(x); } };
struct erfc : takes<1> { __device__ static ff_t of(ff_t x) { return ff::erfc(x); } __device__ static double of(double x) { return ::erfc(x); } __device__ static float of(float x) { return ::erfcf(x); } };
struct erfcx : takes<1> { __device__ static ff_t of(ff_t x) { return ff::erfcx(x); } __device__ static double of(double x) { return ::erfcx(x); } __device__ static float of(float x) { return ::erfcxf(x); } };
struct erfinv : takes<1> { __device__ static ff_t of(ff_t x) { return ff::erfinv(x); } __device__ static double of(double x) { return ::erfinv(x); } __device__ static float of(float x) { return ::erfinvf(x); } };
struct erfcinv : takes<1> { __device__ static ff_t of(ff_t x) { return ff::erfcinv(x); } __device__ static double of(double x) { return ::erfcinv(x); } __device__ static float of(float x) { return ::erfcinvf(x); } };
struct normcdf : takes<1> { __device__ static ff_t of(ff_t x) { return ff::normcdf(x); } __device__ static double of(double x) { return ::normcdf(x); } __device__ static float of(float x) { return ::normcdff(x); } };
struct normcdfinv : takes<1> { __device__ static ff_t of(ff_t x) { return ff::normcdfinv(x); } __device__ static double of(double x) { return ::normcdfinv(x); } __device__ static float of(float x) { return ::normcdfinvf(x); } };
struct tgamma : takes<1> { __device__ static ff_t of(ff_t x) { return ff::tgamma(x); } __device__ static double of(double x) { return ::tgamma(x); } __device__ static float of(float x) { return ::tgammaf(x); } };
struct lgamma : takes<1> { __device__ static ff_t of(ff_t x) { return ff::lgamma(x); } __device__ static double of(double x) { return ::lgamma(x); } __device__ static float of(float x) { return ::lgammaf(x); } };
// clang-format on
}  // namespace fn

/// add(function, name, x, y) for each.
template <class Add>
void for_each_function(Add add) {
  constexpr arguments none{0, 0};
  add(fn::exp{}, "exp", arguments{-80, 80}, none);
  add(fn::exp2{}, "exp2", arguments{-120, 120}, none);
  add(fn::exp10{}, "exp10", arguments{-35, 35}, none);
  add(fn::expm1{}, "expm1", arguments{-10, 10}, none);
  add(fn::log{}, "log", arguments{0.01f, 100}, none);
  add(fn::log2{}, "log2", arguments{0.01f, 100}, none);
  add(fn::log10{}, "log10", arguments{0.01f, 100}, none);
  add(fn::log1p{}, "log1p", arguments{-0.9f, 10}, none);
  add(fn::pow{}, "pow", arguments{0.1f, 10}, arguments{-10, 10});
  add(fn::pown{}, "pown", arguments{0.1f, 10}, arguments{-10, 10});
  add(fn::rootn{}, "rootn", arguments{0.1f, 10}, arguments{2, 10});
  add(fn::cbrt{}, "cbrt", arguments{0.01f, 100}, none);
  add(fn::rcbrt{}, "rcbrt", arguments{0.01f, 100}, none);
  add(fn::hypot{}, "hypot", arguments{-10, 10}, arguments{-10, 10});
  add(fn::rhypot{}, "rhypot", arguments{-10, 10}, arguments{-10, 10});
  add(fn::sin{}, "sin", arguments{-100, 100}, none);
  add(fn::cos{}, "cos", arguments{-100, 100}, none);
  add(fn::sincos{}, "sincos", arguments{-100, 100}, none);
  add(fn::tan{}, "tan", arguments{-100, 100}, none);
  add(fn::sinpi{}, "sinpi", arguments{-100, 100}, none);
  add(fn::cospi{}, "cospi", arguments{-100, 100}, none);
  add(fn::tanpi{}, "tanpi", arguments{-100, 100}, none);
  add(fn::asin{}, "asin", arguments{-1, 1}, none);
  add(fn::acos{}, "acos", arguments{-1, 1}, none);
  add(fn::atan{}, "atan", arguments{-10, 10}, none);
  add(fn::atan2{}, "atan2", arguments{-10, 10}, arguments{-10, 10});
  add(fn::sinh{}, "sinh", arguments{-10, 10}, none);
  add(fn::cosh{}, "cosh", arguments{-10, 10}, none);
  add(fn::tanh{}, "tanh", arguments{-5, 5}, none);
  add(fn::asinh{}, "asinh", arguments{-10, 10}, none);
  add(fn::acosh{}, "acosh", arguments{1, 10}, none);
  add(fn::atanh{}, "atanh", arguments{-0.99f, 0.99f}, none);
  add(fn::erf{}, "erf", arguments{-4, 4}, none);
  add(fn::erfc{}, "erfc", arguments{-4, 9}, none);
  add(fn::erfcx{}, "erfcx", arguments{-4, 20}, none);
  add(fn::erfinv{}, "erfinv", arguments{-0.999f, 0.999f}, none);
  add(fn::erfcinv{}, "erfcinv", arguments{0.001f, 1.999f}, none);
  add(fn::normcdf{}, "normcdf", arguments{-10, 5}, none);
  add(fn::normcdfinv{}, "normcdfinv", arguments{0.001f, 0.999f}, none);
  add(fn::tgamma{}, "tgamma", arguments{-10, 30}, none);
  add(fn::lgamma{}, "lgamma", arguments{0.01f, 100}, none);
}

}  // namespace bench
