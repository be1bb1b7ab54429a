// One kernel an elementary function: load, call, store.  functions.py counts what ptxas makes of it.
#include <ff/math.hpp>

using ff::ff_t;

#define KERNEL(name, expression)                                                              \
  extern "C" __global__ void name##_kernel(const ff_t* __restrict in, ff_t* __restrict out) { \
    [[maybe_unused]] const ff_t x = in[0], y = in[1], z = in[2];                              \
    out[0] = expression;                                                                      \
  }

KERNEL(null, x)
KERNEL(exp, ff::exp(x))
KERNEL(exp2, ff::exp2(x))
KERNEL(exp10, ff::exp10(x))
KERNEL(expm1, ff::expm1(x))
KERNEL(log, ff::log(x))
KERNEL(log2, ff::log2(x))
KERNEL(log10, ff::log10(x))
KERNEL(log1p, ff::log1p(x))
KERNEL(cbrt, ff::cbrt(x))
KERNEL(rcbrt, ff::rcbrt(x))
KERNEL(sin, ff::sin(x))
KERNEL(cos, ff::cos(x))
KERNEL(tan, ff::tan(x))
KERNEL(sinpi, ff::sinpi(x))
KERNEL(cospi, ff::cospi(x))
KERNEL(tanpi, ff::tanpi(x))
KERNEL(asin, ff::asin(x))
KERNEL(acos, ff::acos(x))
KERNEL(atan, ff::atan(x))
KERNEL(sinh, ff::sinh(x))
KERNEL(cosh, ff::cosh(x))
KERNEL(tanh, ff::tanh(x))
KERNEL(asinh, ff::asinh(x))
KERNEL(acosh, ff::acosh(x))
KERNEL(atanh, ff::atanh(x))
KERNEL(erf, ff::erf(x))
KERNEL(erfc, ff::erfc(x))
KERNEL(erfcx, ff::erfcx(x))
KERNEL(erfinv, ff::erfinv(x))
KERNEL(erfcinv, ff::erfcinv(x))
KERNEL(normcdf, ff::normcdf(x))
KERNEL(normcdfinv, ff::normcdfinv(x))
KERNEL(tgamma, ff::tgamma(x))
KERNEL(lgamma, ff::lgamma(x))
KERNEL(pow, ff::pow(x, y))
KERNEL(hypot, ff::hypot(x, y))
KERNEL(rhypot, ff::rhypot(x, y))
KERNEL(atan2, ff::atan2(x, y))
KERNEL(hypot3, ff::hypot(x, y, z))

extern "C" __global__ void pown_kernel(const ff_t* __restrict in, const int* __restrict n,
                                       ff_t* __restrict out) {
  out[0] = ff::pown(in[0], n[0]);
}
extern "C" __global__ void rootn_kernel(const ff_t* __restrict in, const int* __restrict n,
                                        ff_t* __restrict out) {
  out[0] = ff::rootn(in[0], n[0]);
}
extern "C" __global__ void sincos_kernel(const ff_t* __restrict in, ff_t* __restrict out) {
  ff::sincos(in[0], &out[0], &out[1]);
}
extern "C" __global__ void sincospi_kernel(const ff_t* __restrict in, ff_t* __restrict out) {
  ff::sincospi(in[0], &out[0], &out[1]);
}
