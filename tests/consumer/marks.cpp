// A kernel on plain numbers with marks, and without where UNMARKED is defined: both compile to the same code.
#include <ff/ff.hpp>
#include <ff/probe.hpp>

#if defined(UNMARKED)
#undef FF_PROBE
#define FF_PROBE(name, x)
#endif

#if defined(__CUDACC__)
#define FF_KERNEL extern "C" __global__
#else
#define FF_KERNEL extern "C"
#endif

template <class T>
FF_HD T orbit(T x, T y) {
  T r2 = x * x + y * y;
  FF_PROBE("r2", r2);
  T inverse = T(1) / r2;
  FF_PROBE("inverse", inverse);
  const T gap = inverse * x - y;
  FF_PROBE("gap", gap);
  return gap;
}

FF_KERNEL void orbits(const ff::ff_t* x, ff::ff_t* y, float* z, ff::fused_t* w) {
  y[0] = orbit<ff::ff_t>(x[0], x[1]);
  z[0] = orbit<float>(z[1], z[2]);
  w[0] = orbit<ff::fused_t>(w[1], w[2]);
}
