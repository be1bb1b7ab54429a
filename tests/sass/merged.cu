// Functions once, and twice of the same argument, as sin(x) * sin(x) has them; and the haversine, with its
// sines named, and written twice with the products that they are of.
#include <ff/core.hpp>

#define FF_MERGED(F)                                                          \
  extern "C" __global__ void once_##F(const ff::ff_t* x, ff::ff_t* result) {  \
    const ff::ff_t s = F(*x);                                                 \
    *result = s * s;                                                          \
  }                                                                           \
  extern "C" __global__ void twice_##F(const ff::ff_t* x, ff::ff_t* result) { \
    const ff::ff_t a = *x;                                                    \
    *result = F(a) * F(a);                                                    \
  }

FF_MERGED(sin)
FF_MERGED(cos)
FF_MERGED(sinpi)
FF_MERGED(cospi)
FF_MERGED(asin)
FF_MERGED(acos)
FF_MERGED(atan)
FF_MERGED(log)
FF_MERGED(log2)
FF_MERGED(log10)
FF_MERGED(log1p)
FF_MERGED(tanh)
FF_MERGED(acosh)
FF_MERGED(erf)
FF_MERGED(erfc)
FF_MERGED(normcdf)
FF_MERGED(tgamma)

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
