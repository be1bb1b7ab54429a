// Says what the elementary functions are compared with: CUDA's own of that name, and what CUDA has not in
// this form.
#pragma once

#include <ff/ff_t.hpp>

// Both results, in one.
static __device__ float both(float a, float b) {
  return ff::detail::from_bits(ff::detail::to_bits(a) ^ ff::detail::to_bits(b));
}
static __device__ double both(double a, double b) {
  return ff::detail::bit_cast<double>(ff::detail::bit_cast<ff::uint64>(a) ^
                                      ff::detail::bit_cast<ff::uint64>(b));
}
static __device__ ff::ff_t both(ff::ff_t a, ff::ff_t b) {
  return ff::from_words(both(a.hi(), b.hi()), both(a.lo(), b.lo()));
}

// Of integers CUDA has pow alone.  At global scope, where its functions are.
static __device__ double pown(double x, double n) { return ::pow(x, static_cast<int>(n)); }
static __device__ float pownf(float x, float n) { return ::powf(x, static_cast<int>(n)); }
static __device__ double rootn(double x, double n) { return ::pow(x, 1.0 / static_cast<int>(n)); }
static __device__ float rootnf(float x, float n) { return ::powf(x, 1.0f / static_cast<int>(n)); }
// f(x, &sine, &cosine) as one number, or as their quotient.
template <class T, class F>
static __device__ T both_of(T x, F f) {
  T s, c;
  f(x, &s, &c);
  return both(s, c);
}
template <class T, class F>
static __device__ T quotient_of(T x, F f) {
  T s, c;
  f(x, &s, &c);
  return s / c;
}
static __device__ double sincos(double x) {
  return both_of(x, [](double a, double* s, double* c) { ::sincos(a, s, c); });
}
static __device__ float sincosf(float x) {
  return both_of(x, [](float a, float* s, float* c) { ::sincosf(a, s, c); });
}
static __device__ double sincospi(double x) {
  return both_of(x, [](double a, double* s, double* c) { ::sincospi(a, s, c); });
}
static __device__ float sincospif(float x) {
  return both_of(x, [](float a, float* s, float* c) { ::sincospif(a, s, c); });
}
static __device__ double tanpi(double x) {
  return quotient_of(x, [](double a, double* s, double* c) { ::sincospi(a, s, c); });
}
static __device__ float tanpif(float x) {
  return quotient_of(x, [](float a, float* s, float* c) { ::sincospif(a, s, c); });
}
