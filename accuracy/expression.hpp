// What an operator is supposed to compute, and how far a result is from it.
#pragma once

#include <cmath>
#include <ff/math/bounds.hpp>

#include "wide.hpp"

namespace accuracy {

/// One set of operands; an operator uses the first one, two or three, a composite up to eight.
struct operands {
  ff::ff_t x, y, z, more[5] = {};
  FF_HD ff::ff_t& operator[](int k) { return k <= 0 ? x : k == 1 ? y : k == 2 ? z : more[k - 3]; }
  FF_HD ff::ff_t operator[](int k) const { return k <= 0 ? x : k == 1 ? y : k == 2 ? z : more[k - 3]; }
};

/// What came out: one number, or the components of a vector or a complex number.
struct outcome {
  static constexpr int most = 4;
  ff::ff_t part[most];
  outcome() = default;
  FF_HD outcome(ff::ff_t x, ff::ff_t y = 0.0f, ff::ff_t z = 0.0f, ff::ff_t w = 0.0f) : part{x, y, z, w} {}
};

enum class expression {
  identity,         // x
  sum,              // x + y
  difference,       // x - y
  product,          // x y
  square,           // x^2
  quotient,         // x / y
  reciprocal,       // 1 / x
  root,             // sqrt x
  reciprocal_root,  // 1 / sqrt x
  product_sum,      // x y + z
  floor,
  ceil,
  trunc,
  round,
  rint,
  fmod,
  remainder,
  function,  // an elementary function: see function.hpp
  composite  // a function of complex numbers or vectors: see composite.hpp
};

/// What to feed an operator and how to judge it.
struct recipe {
  expression wanted;
  bool single[3];  // x, y, z are floats
  ff::bounds::domain where;
  ff::bounds::relative_to scale;
  ff::bounds::range span[2] = {};  // x and y of a function, instead of `where`
  int arguments = 0;               // of a function
  int results = 1;
};

/// Where operand k of a function lies: the first half of a composite's has one range, the rest the other,
/// where there is another.
FF_HD const ff::bounds::range& span_of(const recipe& r, int k) {
  return r.span[1].low < r.span[1].high && 2 * k >= r.arguments ? r.span[1] : r.span[0];
}
FF_HD bool is_single(const recipe& r, int k) { return k < 3 && r.single[k]; }

FF_HD constexpr int operand_count(const recipe& r) {
  switch (r.wanted) {
    case expression::sum:
    case expression::difference:
    case expression::product:
    case expression::quotient:
    case expression::fmod:
    case expression::remainder:
      return 2;
    case expression::product_sum:
      return 3;
    case expression::function:
    case expression::composite:
      return r.arguments;
    default:
      return 1;
  }
}

FF_HD double magnitude_of(wide_pair a) { return fabs(a.hi().v); }

/// The error of `result` in units of u^2 of the scale, to about 10 digits; -1 where the search has no
/// oracle (the integer functions, which are exact or wrong).
FF_HD double estimated_error(const recipe& r, const operands& v, ff::ff_t result) {
  const wide_pair x = widened(v.x), y = widened(v.y), z = widened(v.z), got = widened(result);
  const wide_pair one(wide(1.0));
  double error = -1, scale = 1;
  switch (r.wanted) {
    case expression::identity:
      error = magnitude_of(ff::sub22(x, got));
      scale = magnitude_of(x);
      break;
    case expression::sum:
    case expression::difference: {
      const wide_pair s = r.wanted == expression::sum ? ff::add22(x, y) : ff::sub22(x, y);
      error = magnitude_of(ff::sub22(s, got));
      scale = magnitude_of(s);
      if (r.scale == ff::bounds::relative_to::operands) scale = magnitude_of(x) + magnitude_of(y);
      if (r.scale == ff::bounds::relative_to::paper) {
        const double low = fabs(ff::widen(v.x.lo()) + ff::widen(v.y.lo())) * 0x1p-24;
        const double high = scale * 0x1p-44;
        scale = (low > high ? low : high) * 0x1p48;
      }
      break;
    }
    case expression::product: {
      const wide_pair p = ff::mul22_dw(x, y);
      error = magnitude_of(ff::sub22(p, got));
      scale = magnitude_of(p);
      break;
    }
    case expression::square: {
      const wide_pair p = ff::mul22_dw(x, x);
      error = magnitude_of(ff::sub22(p, got));
      scale = magnitude_of(p);
      break;
    }
    case expression::quotient:  // x - y q, relative to x
      error = magnitude_of(ff::sub22(x, ff::mul22_dw(y, got)));
      scale = magnitude_of(x);
      break;
    case expression::reciprocal:
      error = magnitude_of(ff::sub22(one, ff::mul22_dw(x, got)));
      break;
    case expression::root:  // (x - s^2) / 2, relative to x
      error = magnitude_of(ff::sub22(x, ff::mul22_dw(got, got))) / 2;
      scale = magnitude_of(x);
      break;
    case expression::reciprocal_root:
      error = magnitude_of(ff::sub22(one, ff::mul22_dw(x, ff::mul22_dw(got, got)))) / 2;
      break;
    case expression::product_sum: {
      const wide_pair p = ff::mul22_dw(x, y);
      error = magnitude_of(ff::sub22(ff::add22(p, z), got));
      scale = magnitude_of(p) + magnitude_of(z);
      break;
    }
    default:
      return -1;
  }
  if (error == 0) return 0;
  return error / scale * 0x1p48;
}

}  // namespace accuracy
