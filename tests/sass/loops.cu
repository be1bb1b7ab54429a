// The loops of real kernels, one kernel each: bench/kernels' own bodies, not unrolled.
#include <ff/wide.hpp>

#include "bench/kernels/bodies.cuh"

namespace bench {
namespace {

template <class T>
__device__ void nbody(const T* p, T* a, int n, T softening) {
  const int stride = static_cast<int>(gridDim.x);
  add_pulls<1>(p, p + stride, p + 2 * stride, p + 3 * stride, n, a[0], a[1], a[2], softening, a[3], a[4],
               a[5]);
}
template <class T>
__device__ void kepler(T* s, int steps, T h) {
  runge_kutta(s[0], s[1], s[2], s[3], steps, h, s[4], s[5], s[6], s[7]);
}

}  // namespace

#define FF_ARITHMETIC_LOOPS(T)                                                                   \
  __global__ void nbody_##T(const T* p, T* a, int n, T softening) { nbody(p, a, n, softening); } \
  __global__ void kepler_##T(T* s, int steps, T h) { kepler(s, steps, h); }                      \
  __global__ void mandelbrot_##T(const T* c, int* n, T four) {                                   \
    *n = escape_time(c[0], c[1], c[2], four, 1000);                                              \
  }                                                                                              \
  __global__ void sum_##T(const T* x, const T* y, int n, T* s) { *s = dot_share(x, y, n, 0, gridDim.x, *s); }

#define FF_LOOPS(T)                                                                                      \
  FF_ARITHMETIC_LOOPS(T)                                                                                 \
  __global__ void multiply_add_##T(T* x, T b, T c) { *x = multiply_add(*x, b, c); }                      \
  __global__ void heat_##T(const T* a, T* b, int n, T c, T six) { *b = heated(a, n, n, n * n, c, six); } \
  __global__ void mandelbrot_auto_##T(const T* c, int* n, T four) {                                      \
    *n = escape_time_auto(c[0], c[1], c[2], four, 1000);                                                 \
  }                                                                                                      \
  __global__ void sar_##T(const T* p, const float2* profiles, int n, T k, float2* pixel) {               \
    backproject(p, p + n, p + 2 * n, p + 3 * n, profiles, n, 2048, 10.0f, p[0], p[1], p[2], k, *pixel);  \
  }                                                                                                      \
  __global__ void gaussian_##T(const T* p, int n, T one, T two_pi, T* out) {                             \
    *out = attraction(p, p + n, p + 2 * n, p + 3 * n, n, p[0], p[1], p[2], p[3], one, two_pi, *out);     \
  }                                                                                                      \
  __global__ void haversine_##T(const T* p, int n, T half, T* out) {                                     \
    *out = half_angles(p, p + n, n, p[0], p[1], half);                                                   \
  }                                                                                                      \
  __global__ void black_scholes_##T(const T* p, int n, T half, T* out) {                                 \
    *out = call_prices(p, p + n, n, p[0], p[1], p[2], half, p[3]);                                       \
  }

using ff::fast_t;
using ff::ff_t;
using ff::fused_t;
using ff::wide_t;
FF_LOOPS(ff_t)
FF_LOOPS(fast_t)
FF_LOOPS(fused_t)
FF_LOOPS(double)
FF_ARITHMETIC_LOOPS(wide_t)

}  // namespace bench
