// The inverse trigonometric functions, for the report.
#pragma once

#include <ff/math/asin.hpp>
#include <ff/math/atan.hpp>

#include "../function.hpp"

namespace accuracy {
namespace fn {

/// Near an edge or a point of a table's cells, which are 2^-6 or 2^-7 of a power of two wide beyond 2^-5.
FF_HD ff::ff_t near_table_cell(random_bits& bits, int largest_exponent) {
  const std::uint64_t b = bits.next();
  const int exponent = static_cast<int>(b >> 32) % (largest_exponent + 6) - 5;
  const double cells = static_cast<double>(256 + (b & 255)) / 256;
  const double a = cells * ff::widen(make_float(false, exponent, 0)) - 0x1p-5;
  return a > 0 ? near_point(bits, b & 256 ? a : -a) : near_point(bits, 0x1p-12);
}

struct atan : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::atan(x); }
  FF_HD static tangent native(double x) { return {::atan(x), 1 / (1 + x * x)}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_atan(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return {near_table_cell(bits, 9), 1.0f, 0.0f}; }
};

struct atan2 : binary {
  FF_HD static ff::ff_t run(ff::ff_t y, ff::ff_t x) { return ff::atan2(y, x); }
  FF_HD static tangent native(double y, double x) {
    const double s = 1 / (x * x + y * y);
    return {::atan2(y, x), s > 0 && s < 0x1p1000 ? x * s : 0, s > 0 && s < 0x1p1000 ? -y * s : 0};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x) { mpfr_atan2(r, y, x, MPFR_RNDN); }
  /// Near the rays of the table's points and edges, of the quadrants and of the octants.
  FF_HD static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int exponent = static_cast<int>(b >> 32) % 21 - 10;
    const ff::ff_t x = make_operand(bits, exponent, input_class::uniform, (b & 12) == 0);
    const ff::ff_t ratio = near_table_cell(bits, 0);
    const ff::ff_t y = b & 16 ? near_point(bits, static_cast<double>(x)) : ff::mul22_dw(x, ratio);
    return b & 1 ? operands{x, y, 0.0f} : operands{y, x, 0.0f};
  }
};

/// The same with operands near the ends of the range.
struct atan2_wide : atan2 {
  FF_HD static operands hard(random_bits& bits) {
    operands v = atan2::hard(bits);
    const std::uint64_t b = bits.next();
    const float scale = make_float(false, b & 1 ? 116 : static_cast<int>(b >> 32) % 24 - 139, 0);
    for (ff::ff_t* a : {&v.x, &v.y}) *a = ff::ff_t(ff::mul_rn(a->hi(), scale), ff::mul_rn(a->lo(), scale));
    return v;
  }
};

/// Near +-1 the double that is nearest to x no longer tells 1 - |x| well enough to judge by.
FF_HD bool double_tells(double x) { return fabs(x) < 1 - 0x1p-29; }

struct asin : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::asin(x); }
  FF_HD static tangent native(double x) {
    if (!double_tells(x)) return {NAN};
    return {::asin(x), 1 / ::sqrt((1 - x) * (1 + x))};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_asin(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    if (b & 1) return {near_table_cell(bits, -2), 1.0f, 0.0f};
    const ff::ff_t x = near_point(bits, b & 2 ? 1 : 0.70710678118654752);
    return {b & 4 ? x : -x, 1.0f, 0.0f};
  }
  FF_HD static operands fit(operands v, random_bits&) {
    if (!ff::less(ff::abs(v.x.hi()), 1.0f) && (v.x.lo() > 0) == (v.x.hi() > 0))
      v.x = ff::ff_t(v.x.hi(), -v.x.lo());
    return v;
  }
};

struct acos : asin {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::acos(x); }
  FF_HD static tangent native(double x) {
    if (!double_tells(x)) return {NAN};
    return {::acos(x), -1 / ::sqrt((1 - x) * (1 + x))};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_acos(r, x, MPFR_RNDN); }
};

template <class Add>
void for_each_atan_function(Add add) {
  add(atan{}, "atan", ff::bounds::inverse_tangents[0]);
  add(atan{}, "atan_tiny", ff::bounds::inverse_tangents[1]);
  add(atan2{}, "atan2", ff::bounds::inverse_tangents[2]);
  add(atan2_wide{}, "atan2_wide", ff::bounds::inverse_tangents[3]);
  add(asin{}, "asin", ff::bounds::inverse_sines[0]);
  add(asin{}, "asin_tiny", ff::bounds::inverse_sines[1]);
  add(acos{}, "acos", ff::bounds::inverse_sines[2]);
}

}  // namespace fn
}  // namespace accuracy
