// Says what the harness needs of a number: made of a double, its value as a double, its leading float.
#pragma once

#include <ff/fast.hpp>
#include <ff/probe.hpp>

namespace bench {
namespace {

template <class T>
struct number {
  // NVIDIA's pairs of floats.
  static __host__ __device__ T of(double v) { return T(v); }
  static __host__ __device__ T of(float v) { return T(v); }
  static __host__ __device__ double value(T v) { return double(v.hi()) + double(v.lo()); }
  static __device__ float head(T v) { return v.hi(); }
  static __device__ unsigned bits(T v) { return ff::detail::to_bits(v.hi()) ^ ff::detail::to_bits(v.lo()); }
};
template <>
struct number<float> {
  static __host__ __device__ float of(double v) { return static_cast<float>(v); }
  static __host__ __device__ float of(float v) { return v; }
  static __host__ __device__ double value(float v) { return v; }
  static __device__ float head(float v) { return v; }
  static __device__ unsigned bits(float v) { return ff::detail::to_bits(v); }
};
template <>
struct number<double> {
  static __host__ __device__ double of(double v) { return v; }
  static __host__ __device__ double value(double v) { return v; }
  static __device__ float head(double v) { return static_cast<float>(v); }
  static __device__ unsigned bits(double v) {
    return static_cast<unsigned>(__double2hiint(v) ^ __double2loint(v));
  }
};
template <class N>
struct number<ff::probe<N>> {
  using T = ff::probe<N>;
  static __host__ __device__ T of(double v) { return T(v); }
  static __host__ __device__ T of(float v) { return T(v); }
  static __host__ __device__ double value(const T& v) { return double(v.value()); }
  static __device__ float head(const T& v) { return v.value().hi(); }
  static __device__ unsigned bits(const T& v) { return number<N>::bits(v.value()); }
};

}  // namespace
}  // namespace bench
