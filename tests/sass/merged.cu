// Functions once, and twice of the same argument, as sin(x) * sin(x) has them; and the haversine, with its
// sines named, and written twice with the products that they are of.
#include <ff/core.hpp>

// Functions of two arguments are taken with one of them constant.
#define FF_OF_TWO(name, expression)                      \
  __device__ __forceinline__ ff::ff_t name(ff::ff_t x) { \
    const ff::ff_t y(3.25);                              \
    return expression;                                   \
  }

FF_OF_TWO(quotient, y / x)
FF_OF_TWO(quotient_by_constant, x / y)
FF_OF_TWO(power, pow(x, y))
FF_OF_TWO(root, rootn(x, 5))
FF_OF_TWO(length, hypot(x, y))
FF_OF_TWO(angle, atan2(x, y))

#define FF_MERGED(F)                                                          \
  extern "C" __global__ void once_##F(const ff::ff_t* x, ff::ff_t* result) {  \
    const ff::ff_t s = F(*x);                                                 \
    *result = s * s;                                                          \
  }                                                                           \
  extern "C" __global__ void twice_##F(const ff::ff_t* x, ff::ff_t* result) { \
    const ff::ff_t a = *x;                                                    \
    *result = F(a) * F(a);                                                    \
  }

FF_MERGED(quotient)
FF_MERGED(quotient_by_constant)
FF_MERGED(power)
FF_MERGED(root)
FF_MERGED(length)
FF_MERGED(angle)
FF_MERGED(sqrt)
FF_MERGED(rsqrt)
FF_MERGED(rcp)
FF_MERGED(cbrt)
FF_MERGED(rcbrt)
FF_MERGED(exp)
FF_MERGED(exp2)
FF_MERGED(exp10)
FF_MERGED(expm1)
FF_MERGED(log)
FF_MERGED(log2)
FF_MERGED(log10)
FF_MERGED(log1p)
FF_MERGED(sin)
FF_MERGED(cos)
FF_MERGED(tan)
FF_MERGED(sinpi)
FF_MERGED(cospi)
FF_MERGED(tanpi)
FF_MERGED(asin)
FF_MERGED(acos)
FF_MERGED(atan)
FF_MERGED(cosh)
FF_MERGED(tanh)
FF_MERGED(asinh)
FF_MERGED(acosh)
FF_MERGED(atanh)
FF_MERGED(erf)
FF_MERGED(erfc)
FF_MERGED(erfinv)
FF_MERGED(normcdf)
FF_MERGED(tgamma)
FF_MERGED(lgamma)
FF_MERGED(floor)
FF_MERGED(round)

#define FF_HAVERSINE(T)                                                                                    \
  extern "C" __global__ void once_haversine_##T(const ff::T* at, ff::T* result) {                          \
    const ff::T a = at[0], b = at[1], half(0.5f), s = sin(a * half), t = sin(b * half);                    \
    *result = asin(sqrt(s * s + cos(a) * cos(b) * t * t));                                                 \
  }                                                                                                        \
  extern "C" __global__ void twice_haversine_##T(const ff::T* at, ff::T* result) {                         \
    const ff::T a = at[0], b = at[1], half(0.5f);                                                          \
    *result = asin(sqrt(sin(a * half) * sin(a * half) + cos(a) * cos(b) * sin(b * half) * sin(b * half))); \
  }

FF_HAVERSINE(ff_t)
FF_HAVERSINE(fast_t)
FF_HAVERSINE(fused_t)

// Between the equal calls of exp stand branches around rare paths of other functions.
#define FF_DAMPED(name, FIRST, SECOND)                                                   \
  extern "C" __global__ void once_damped_##name(const ff::ff_t* at, ff::ff_t* result) {  \
    const ff::ff_t a = at[0], b = at[1], c = at[2], e = exp(-a);                         \
    *result = e FIRST + e SECOND;                                                        \
  }                                                                                      \
  extern "C" __global__ void twice_damped_##name(const ff::ff_t* at, ff::ff_t* result) { \
    const ff::ff_t a = at[0], b = at[1], c = at[2];                                      \
    *result = exp(-a) FIRST + exp(-a) SECOND;                                            \
  }

FF_DAMPED(waves, *sin(b), *cos(c))

// The functions that the guide says have no branch, with that of a quotient between their equal calls.
#define FF_BESIDE_A_QUOTIENT(F)                                                            \
  extern "C" __global__ void once_##F##_quotients(const ff::ff_t* at, ff::ff_t* result) {  \
    const ff::ff_t a = at[0], b = at[1], c = at[2], s = F(a);                              \
    *result = s / b + s / c;                                                               \
  }                                                                                        \
  extern "C" __global__ void twice_##F##_quotients(const ff::ff_t* at, ff::ff_t* result) { \
    const ff::ff_t a = at[0], b = at[1], c = at[2];                                        \
    *result = F(a) / b + F(a) / c;                                                         \
  }

FF_BESIDE_A_QUOTIENT(exp)
FF_BESIDE_A_QUOTIENT(exp2)
FF_BESIDE_A_QUOTIENT(exp10)
FF_BESIDE_A_QUOTIENT(cosh)
FF_BESIDE_A_QUOTIENT(tanh)
FF_BESIDE_A_QUOTIENT(atan)
FF_BESIDE_A_QUOTIENT(erf)
FF_BESIDE_A_QUOTIENT(erfc)
FF_BESIDE_A_QUOTIENT(normcdf)
