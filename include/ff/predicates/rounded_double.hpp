// A double with the primitives of rounding.hpp, for templates over the format of their words.
#pragma once

#include <ff/platform/doubles.hpp>
#include <ff/rounding.hpp>

namespace ff {
namespace detail {

/// A double whose sums and products are rounded one by one, whatever the flags.  A type of its own, so that
/// templates find its primitives by their arguments and add_rn(1.0f, 1.0) stays the float's.  Its arithmetic
/// is not for constant expressions.
class rounded_double {
 public:
  rounded_double() = default;
  FF_HD constexpr explicit rounded_double(double value) : value_(value) {}

  FF_HD constexpr double value() const { return value_; }

  friend FF_HD rounded_double add_rn(rounded_double a, rounded_double b) {
    return rounded_double(run_rounded_sum(a.value_, b.value_));
  }
  friend FF_HD rounded_double sub_rn(rounded_double a, rounded_double b) {
    return rounded_double(run_rounded_difference(a.value_, b.value_));
  }
  friend FF_HD rounded_double mul_rn(rounded_double a, rounded_double b) {
    return rounded_double(run_rounded_product(a.value_, b.value_));
  }
  friend FF_HD rounded_double fma_rn(rounded_double a, rounded_double b, rounded_double c) {
    return rounded_double(run_fma(a.value_, b.value_, c.value_));
  }
  friend FF_HD rounded_double neg(rounded_double a) { return rounded_double(-a.value_); }
  friend FF_HD rounded_double abs(rounded_double a) { return rounded_double(run_abs(a.value_)); }
  friend FF_HD constexpr bool less(rounded_double a, rounded_double b) { return a.value_ < b.value_; }

 private:
  double value_;
};

}  // namespace detail
}  // namespace ff
