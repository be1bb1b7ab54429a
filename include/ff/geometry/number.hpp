// Float, double and float-float behind one vocabulary, for geometry that is written once.
#pragma once

#include <ff/operators.hpp>
#include <ff/platform/doubles.hpp>

namespace ff {
namespace detail {

/// The operations of a format.  u is what a sum, a difference, a product by a float or by a number of the
/// format and a fused multiply-add err by at most, relative to the result or, fused, to |x y| + |z|.  Without
/// overflow and underflow.
template <class T>
struct number;

template <>
struct number<float> {
  static constexpr float u = 0x1p-24f;
  FF_HD static constexpr float of(float x) { return x; }
  FF_HD static constexpr float add(float x, float y) { return add_rn(x, y); }
  FF_HD static constexpr float sub(float x, float y) { return sub_rn(x, y); }
  FF_HD static constexpr float mul(float x, float y) { return mul_rn(x, y); }
  FF_HD static constexpr float fma(float x, float y, float z) { return fma_rn(x, y, z); }
  FF_HD static constexpr float div(float x, float y) { return div_rn(x, y); }
  FF_HD static constexpr float negative(float x) { return neg(x); }
  FF_HD static constexpr float to_float(float x) { return x; }
};

template <>
struct number<double> {
  static constexpr float u = 0x1p-53f;
  FF_HD static constexpr double of(float x) { return widen(x); }
  FF_HD static double add(double x, double y) { return run_rounded_sum(x, y); }
  FF_HD static double sub(double x, double y) { return run_rounded_difference(x, y); }
  FF_HD static double mul(double x, double y) { return run_rounded_product(x, y); }
  FF_HD static double fma(double x, double y, double z) { return run_fma(x, y, z); }
  FF_HD static double div(double x, double y) { return x / y; }
  FF_HD static constexpr double negative(double x) { return -x; }
  FF_HD static constexpr float to_float(double x) { return narrow_rn(x); }
};

/// u is 7 u^2 of the float's: fma has 6.5 of them, the others less.
template <>
struct number<ff_t> {
  static constexpr float u = 7 * 0x1p-48f;
  FF_HD static constexpr ff_t of(float x) { return x; }
  FF_HD static constexpr ff_t add(ff_t x, ff_t y) { return x + y; }
  FF_HD static constexpr ff_t sub(ff_t x, ff_t y) { return x - y; }
  FF_HD static constexpr ff_t mul(ff_t x, ff_t y) { return x * y; }
  FF_HD static constexpr ff_t mul(ff_t x, float y) { return x * y; }
  FF_HD static constexpr ff_t fma(ff_t x, ff_t y, ff_t z) { return ff::fma(x, y, z); }
  FF_HD static constexpr ff_t div(ff_t x, ff_t y) { return x / y; }
  FF_HD static constexpr ff_t negative(ff_t x) { return -x; }
  FF_HD static constexpr float to_float(ff_t x) { return x.hi(); }
};

}  // namespace detail
}  // namespace ff
