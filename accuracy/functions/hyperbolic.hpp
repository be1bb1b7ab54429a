// The hyperbolic functions and their inverses, for the report.
#pragma once

#include <ff/math/hyperbolic.hpp>
#include <ff/math/inverse_hyperbolic.hpp>

#include "../function.hpp"

namespace accuracy {
namespace fn {

/// Near an edge or a point of the cells that the top bits of |x| + 2^-4 cut, `bits_per_octave` of them.
FF_HD ff::ff_t near_hyperbolic_cell(random_bits& bits, int bits_per_octave, int largest_exponent) {
  const std::uint64_t b = bits.next();
  const int exponent = static_cast<int>((b >> 32) % static_cast<std::uint64_t>(largest_exponent + 5)) - 4;
  const int half_cells = 2 << bits_per_octave;
  const double y = 1 + static_cast<double>(static_cast<int>(b & 1023) % half_cells) / half_cells;
  const double a = y * ff::widen(make_float(false, exponent, 0)) - 0x1p-4;
  return a > 0 ? near_point(bits, b & 1024 ? a : -a) : near_point(bits, 0x1p-12);
}

struct tanh : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::tanh(x); }
  FF_HD static tangent native(double x) {
    const double t = ::tanh(x), c = ::cosh(x);
    return {t, 1 / (c * c)};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_tanh(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return {near_hyperbolic_cell(bits, 7, 4), 1.0f, 0.0f}; }
};

struct sinh : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::sinh(x); }
  FF_HD static tangent native(double x) { return {::sinh(x), ::cosh(x)}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_sinh(r, x, MPFR_RNDN); }
  /// Near the edges and points of the exponential's cells.
  FF_HD static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int cells = static_cast<int>((b >> 32) & 4095u) + 1;
    const double a = cells * (0x1.62e42fefa39efp-1 / 4096);
    return {near_point(bits, b & 1 ? a : -a), 1.0f, 0.0f};
  }
};

struct cosh : sinh {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::cosh(x); }
  FF_HD static tangent native(double x) { return {::cosh(x), ::sinh(x)}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_cosh(r, x, MPFR_RNDN); }
};

struct asinh : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::asinh(x); }
  FF_HD static tangent native(double x) { return {::asinh(x), 1 / ::sqrt(1 + x * x)}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_asinh(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return {near_hyperbolic_cell(bits, 6, 12), 1.0f, 0.0f}; }
};

struct acosh : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::acosh(x); }
  /// Near 1 double no longer tells x - 1 well enough to judge by.
  FF_HD static tangent native(double x) {
    const double s = ::sqrt((x - 1) * (x + 1));
    return {x > 1 + 0x1p-26 ? ::acosh(x) : ::nan(""), 1 / s};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_acosh(r, x, MPFR_RNDN); }
  /// At sinh of the result near the cells of the table, or near 1.
  FF_HD static operands hard(random_bits& bits) {
    const double s = static_cast<double>(near_hyperbolic_cell(bits, 6, 12));
    const std::uint64_t b = bits.next();
    const int k = static_cast<int>((b >> 32) % 100u);
    if (b & 1)
      return {ff::add22(ff::ff_t(1.0f), abs(make_operand(bits, -k, input_class::uniform, false))), 1.0f,
              0.0f};
    return {ff::ff_t(::sqrt(1 + s * s)), 1.0f, 0.0f};
  }
  FF_HD static operands fit(operands v, random_bits&) {
    const ff::ff_t x = ff::less(v.x.hi(), 0.0f) ? -v.x : v.x;
    const bool below = ff::less(x.hi(), 1.0f) || (ff::equal(x.hi(), 1.0f) && ff::less(x.lo(), 0.0f));
    return {below ? ff::ff_t(2.0f) - x : x, v.y, v.z};
  }
};

struct atanh : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::atanh(x); }
  /// Near +-1 double no longer tells 1 - |x| well enough to judge by.
  FF_HD static tangent native(double x) {
    return {::fabs(x) < 1 - 0x1p-26 ? ::atanh(x) : ::nan(""), 1 / ((1 - x) * (1 + x))};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_atanh(r, x, MPFR_RNDN); }
  /// At sinh of twice the result near the cells of the table, or near +-1.
  FF_HD static operands hard(random_bits& bits) {
    const double s = static_cast<double>(near_hyperbolic_cell(bits, 6, 12));
    const std::uint64_t b = bits.next();
    const int k = static_cast<int>((b >> 32) % 100u);
    const ff::ff_t step = abs(make_operand(bits, -1 - k, input_class::uniform, false));
    if (b & 1) return {ff::sub22(ff::ff_t(1.0f), step), 1.0f, 0.0f};
    return {ff::ff_t(s / (1 + ::sqrt(1 + s * s))), 1.0f, 0.0f};
  }
  FF_HD static operands fit(operands v, random_bits&) {
    const float a = ff::abs(v.x.hi());
    const bool outside = ff::equal(a, 1.0f) && !ff::less(ff::mul_rn(v.x.lo(), v.x.hi()), 0.0f);
    return {outside ? ff::ff_t(0.5f) : v.x, v.y, v.z};
  }
};

template <class Add>
void for_each_hyperbolic_function(Add add) {
  add(sinh{}, "sinh", ff::bounds::hyperbolics[0]);
  add(cosh{}, "cosh", ff::bounds::hyperbolics[1]);
  add(tanh{}, "tanh", ff::bounds::hyperbolics[2]);
  add(asinh{}, "asinh", ff::bounds::inverse_hyperbolics[0]);
  add(acosh{}, "acosh", ff::bounds::inverse_hyperbolics[1]);
  add(atanh{}, "atanh", ff::bounds::inverse_hyperbolics[2]);
}

}  // namespace fn
}  // namespace accuracy
