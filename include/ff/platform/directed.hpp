// Directed rounding, which the device has in its instructions; elsewhere directed/ computes it.
//
// Everything here is for on_device() only.
#pragma once

#include <ff/platform/types.hpp>

namespace ff {
namespace detail {

#if defined(__CUDA_ARCH__)

// IEEE binary32, rounded upwards (Up) or downwards, subnormals kept, whatever the flags.
template <bool Up>
FF_HD float device_add(float a, float b) {
  float r;
  if constexpr (Up) asm("add.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  if constexpr (!Up) asm("add.rm.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
}
template <bool Up>
FF_HD float device_mul(float a, float b) {
  float r;
  if constexpr (Up) asm("mul.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  if constexpr (!Up) asm("mul.rm.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
}
template <bool Up>
FF_HD float device_fma(float a, float b, float c) {
  float r;
  if constexpr (Up) asm("fma.rp.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
  if constexpr (!Up) asm("fma.rm.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
  return r;
}
template <bool Up>
FF_HD float device_div(float a, float b) {
  float r;
  if constexpr (Up) asm("div.rp.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  if constexpr (!Up) asm("div.rm.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
}
template <bool Up>
FF_HD float device_sqrt(float a) {
  float r;
  if constexpr (Up) asm("sqrt.rp.f32 %0, %1;" : "=f"(r) : "f"(a));
  if constexpr (!Up) asm("sqrt.rm.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
}
template <bool Up>
FF_HD float device_narrow(double a) {
  float r;
  if constexpr (Up) asm("cvt.rp.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
  if constexpr (!Up) asm("cvt.rm.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
  return r;
}

// IEEE binary64, likewise.
template <bool Up>
FF_HD double device_add(double a, double b) {
  return Up ? __dadd_ru(a, b) : __dadd_rd(a, b);
}
template <bool Up>
FF_HD double device_mul(double a, double b) {
  return Up ? __dmul_ru(a, b) : __dmul_rd(a, b);
}
template <bool Up>
FF_HD double device_fma(double a, double b, double c) {
  return Up ? __fma_ru(a, b, c) : __fma_rd(a, b, c);
}
template <bool Up>
FF_HD double device_div(double a, double b) {
  return Up ? __ddiv_ru(a, b) : __ddiv_rd(a, b);
}
template <bool Up>
FF_HD double device_sqrt(double a) {
  return Up ? __dsqrt_ru(a) : __dsqrt_rd(a);
}

// The four products that bound [xl, xh] [yl, yh], two downwards and two upwards.  Operands are chosen by
// predicated multiplications, which leave the half-rate pipe of selections to the comparisons.
FF_HD void device_bounding_products(float xl, float xh, float yl, float yh, float& low, float& other_low,
                                    float& high, float& other_high) {
  asm("{ .reg .pred turned, plain;"
      "setp.lt.f32 turned, %6, 0f00000000; setp.gt.f32 plain, %7, 0f00000000;"
      "mul.rm.f32 %0, %4, %6; @turned mul.rm.f32 %0, %5, %6;"
      "mul.rm.f32 %1, %5, %7; @plain mul.rm.f32 %1, %4, %7;"
      "mul.rp.f32 %2, %5, %6; @turned mul.rp.f32 %2, %4, %6;"
      "mul.rp.f32 %3, %4, %7; @plain mul.rp.f32 %3, %5, %7; }"
      : "=&f"(low), "=&f"(other_low), "=&f"(high), "=&f"(other_high)
      : "f"(xl), "f"(xh), "f"(yl), "f"(yh));
}

// Both bounds become zero where lower is NaN and x and y are not.
FF_HD void device_zero_for_nan(float& lower, float& upper, float x, float y) {
  asm("{ .reg .pred zero; setp.nan.f32 zero, %0, %0; setp.num.and.f32 zero, %2, %3, zero;"
      "@zero mov.f32 %0, 0f00000000; @zero mov.f32 %1, 0f00000000; }"
      : "+f"(lower), "+f"(upper)
      : "f"(x), "f"(y));
}

#else

template <bool, class T>
FF_HD T device_add(T, T) {
  return device_only<T>();
}
template <bool, class T>
FF_HD T device_mul(T, T) {
  return device_only<T>();
}
template <bool, class T>
FF_HD T device_fma(T, T, T) {
  return device_only<T>();
}
template <bool, class T>
FF_HD T device_div(T, T) {
  return device_only<T>();
}
template <bool, class T>
FF_HD T device_sqrt(T) {
  return device_only<T>();
}
template <bool>
FF_HD float device_narrow(double) {
  return device_only<float>();
}
FF_HD void device_bounding_products(float, float, float, float, float&, float&, float&, float&) {}
FF_HD void device_zero_for_nan(float&, float&, float, float) {}

#endif

}  // namespace detail
}  // namespace ff
