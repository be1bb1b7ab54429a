// cbrt, rcbrt, hypot, rhypot.
#pragma once

#include <ff/math/roots.hpp>

#include "../function.hpp"

namespace accuracy::fn {

struct cbrt : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::cbrt(x); }
  FF_HD static tangent native(double x) {
    const double y = ::cbrt(x);
    return {y, 1 / (3 * y * y)};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_cbrt(r, x, MPFR_RNDN); }
};

struct rcbrt : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::rcbrt(x); }
  FF_HD static tangent native(double x) {
#if defined(__CUDA_ARCH__)
    const double z = ::rcbrt(x);
#else
    const double y = ::cbrt(x), rest = std::fma(-y * y, y, x) - std::fma(y, y, -(y * y)) * y;
    const double z = (1 - rest / (3 * x)) / y;
#endif
    return {x != 0 ? z : NAN, -z / (3 * x)};  // a pole of either sign, which x itself does not tell
  }
  FF_HD static operands fit(operands v, random_bits&) {
    if (ff::equal(v.x.hi(), 0.0f)) v.x = 1.0f;
    return v;
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) {
    mpfr_rootn_ui(r, x, 3, MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
  }
};

struct hypot : binary {
  FF_HD static ff::ff_t run(ff::ff_t x, ff::ff_t y) { return ff::hypot(x, y); }
  FF_HD static tangent native(double x, double y) {
    const double h = ::hypot(x, y);
    return {h, h > 0 ? x / h : 0, h > 0 ? y / h : 0};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { mpfr_hypot(r, x, y, MPFR_RNDN); }
  /// Of like size, where both words of both count.
  FF_HD static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int ex = static_cast<int>(b % 64) - 32, ey = ex - static_cast<int>(b >> 32 & 15);
    return {make_operand(bits, ex, input_class::uniform, false),
            make_operand(bits, ey, b & 64 ? input_class::uniform : input_class::ties, false), 0.0f};
  }
};

struct rhypot : hypot {
  FF_HD static ff::ff_t run(ff::ff_t x, ff::ff_t y) { return ff::rhypot(x, y); }
  FF_HD static tangent native(double x, double y) {
    const double s = x * x + y * y;
    const double rest = fma(x, x, -(x * x)) + fma(y, y, -(y * y));
    const double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    const double lost = (a * a - s) + b * b;
    const double z = (1 - 0.5 * (rest + lost) / s) / sqrt(s);
    return {z, -z * z * z * x, -z * z * z * y};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    mpfr_hypot(r, x, y, MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
  }
};

template <class Add>
void for_each_roots_function(Add add) {
  add(cbrt{}, "cbrt", ff::bounds::cube_roots[0]);
  add(rcbrt{}, "rcbrt", ff::bounds::cube_roots[1]);
  add(hypot{}, "hypot", ff::bounds::euclidean_lengths[0]);
  add(hypot{}, "hypot_underflow", ff::bounds::euclidean_lengths[1]);
  add(rhypot{}, "rhypot", ff::bounds::euclidean_lengths[2]);
  add(rhypot{}, "rhypot_underflow", ff::bounds::euclidean_lengths[3]);
}

}  // namespace accuracy::fn
