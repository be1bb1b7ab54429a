// Plain floats with the vocabulary of intervals, for pictures by point sampling: every operation rounds to
// nearest by ff's primitives, so that host and device agree.
#pragma once

#include <ff/rounding.hpp>

namespace implicit {

struct real {
  float x;
};

FF_HD constexpr real operator-(real a) { return {ff::neg(a.x)}; }
FF_HD constexpr real operator+(real a, real b) { return {ff::add_rn(a.x, b.x)}; }
FF_HD constexpr real operator-(real a, real b) { return {ff::sub_rn(a.x, b.x)}; }
FF_HD constexpr real operator*(real a, real b) { return {ff::mul_rn(a.x, b.x)}; }
FF_HD constexpr real operator/(real a, real b) { return {ff::div_rn(a.x, b.x)}; }
FF_HD constexpr real sqr(real a) { return a * a; }

FF_HD constexpr real pown(real a, int n) {
  real result{1.0f};
  for (; n > 0; n >>= 1, a = sqr(a))
    if (n & 1) result = result * a;
  return result;
}

}  // namespace implicit
