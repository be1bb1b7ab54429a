// Float, double and float-float behind one vocabulary, for geometry that is written once.
#pragma once

#include <ff/operators.hpp>
#include <ff/platform/doubles.hpp>

namespace ff {
namespace detail {

/// The operations of a format and, without overflow and underflow, what they err by at most: a sum or a
/// difference relative to itself, a product by a float likewise, a mean (1 - t) x + t y, 0 <= t <= 1,
/// relative to the greater magnitude; the last also where t is a float whose 1 - t is one; value_at of a
/// bicubic polynomial on its square, relative to its greatest coefficient.  Terms of second order are left
/// out (docs/proofs/bezier.md).
template <class T>
struct number;

template <>
struct number<float> {
  static constexpr float sum_error = 0x1p-24f, by_float_error = 0x1p-24f;
  static constexpr float mean_error = 2 * 0x1p-24f, dyadic_mean_error = mean_error,
                         value_error = 6 * mean_error;
  static constexpr int digits = 24;
  FF_HD static constexpr float of(float x) { return x; }
  FF_HD static constexpr float add(float x, float y) { return add_rn(x, y); }
  FF_HD static constexpr float sub(float x, float y) { return sub_rn(x, y); }
  FF_HD static constexpr float difference(float x, float y) { return sub_rn(x, y); }
  FF_HD static constexpr float mul(float x, float y) { return mul_rn(x, y); }
  FF_HD static constexpr float fma(float x, float y, float z) { return fma_rn(x, y, z); }
  FF_HD static constexpr float div(float x, float y) { return div_rn(x, y); }
  FF_HD static constexpr float mean(float x, float y, float t) { return fma_rn(t, y, fma_rn(neg(t), x, x)); }
  FF_HD static constexpr float negative(float x) { return neg(x); }
  FF_HD static constexpr float to_float(float x) { return x; }
};

template <>
struct number<double> {
  static constexpr float sum_error = 0x1p-53f, by_float_error = 0x1p-53f;
  static constexpr float mean_error = 2 * 0x1p-53f, dyadic_mean_error = mean_error,
                         value_error = 6 * mean_error;
  static constexpr int digits = 53;
  FF_HD static constexpr double of(float x) { return widen(x); }
  FF_HD static double add(double x, double y) { return run_rounded_sum(x, y); }
  FF_HD static double sub(double x, double y) { return run_rounded_difference(x, y); }
  FF_HD static double difference(float x, float y) { return sub(widen(x), widen(y)); }
  FF_HD static double mul(double x, double y) { return run_rounded_product(x, y); }
  FF_HD static double fma(double x, double y, double z) { return run_fma(x, y, z); }
  FF_HD static double div(double x, double y) { return x / y; }
  FF_HD static double mean(double x, double y, double t) { return fma(t, y, fma(-t, x, x)); }
  FF_HD static constexpr double negative(double x) { return -x; }
  FF_HD static constexpr float to_float(double x) { return narrow_rn(x); }
};

// A mean: 1 - t to 2 u^2, its products to 4 u^2 each, their sum to 2 u^2; by floats 1 and 2.  A value: four
// Bernstein polynomials, of which the cube of 1 - t errs most, and a scalar product, for each parameter.
template <>
struct number<ff_t> {
  static constexpr float sum_error = 2 * 0x1p-48f, by_float_error = 0x1p-48f, product_error = 4 * 0x1p-48f;
  static constexpr float dot4_error = 63 * 0x1p-48f, cube_error = 3 * sum_error + 2 * product_error;
  static constexpr float mean_error = 8 * 0x1p-48f, dyadic_mean_error = 3 * 0x1p-48f,
                         value_error = 160 * 0x1p-48f;
  static_assert(2 * sum_error + product_error <= mean_error &&
                    sum_error + by_float_error <= dyadic_mean_error,
                "docs/proofs/bezier.md: restriction");
  static_assert(2 * (cube_error + dot4_error) <= value_error, "docs/proofs/bezier.md: values");
  static constexpr int digits = 48;
  FF_HD static constexpr ff_t of(float x) { return x; }
  FF_HD static constexpr ff_t add(ff_t x, ff_t y) { return x + y; }
  FF_HD static constexpr ff_t sub(ff_t x, ff_t y) { return x - y; }
  FF_HD static constexpr ff_t difference(float x, float y) { return add12(x, neg(y)); }
  FF_HD static constexpr ff_t mul(ff_t x, ff_t y) { return x * y; }
  FF_HD static constexpr ff_t mul(ff_t x, float y) { return x * y; }
  FF_HD static constexpr ff_t fma(ff_t x, ff_t y, ff_t z) { return ff::fma(x, y, z); }
  FF_HD static constexpr ff_t div(ff_t x, ff_t y) { return x / y; }
  FF_HD static constexpr ff_t mean(ff_t x, ff_t y, ff_t t) { return (1.0f - t) * x + t * y; }
  FF_HD static constexpr ff_t mean(ff_t x, ff_t y, float t) { return x * sub_rn(1.0f, t) + y * t; }
  FF_HD static constexpr ff_t negative(ff_t x) { return -x; }
  FF_HD static constexpr float to_float(ff_t x) { return x.hi(); }
};

}  // namespace detail
}  // namespace ff
