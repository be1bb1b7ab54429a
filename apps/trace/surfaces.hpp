// The built-in surfaces: functors over jets of any arithmetic, written in the operations and the order that
// the parser makes of their equations, so that both give the same bits.
#pragma once

#include "jet.hpp"

namespace implicit {

struct sphere {
  template <class J>
  FF_HD constexpr J operator()(const J& x, const J& y, const J& z) const {
    return sqr(x) + sqr(y) + sqr(z) + -1.0f;
  }
};

struct kusner_schmitt {
  template <class J>
  FF_HD constexpr J operator()(const J& x, const J& y, const J& z) const {
    return (sqr(x) + 3.0f) * (sqr(y) + 3.0f) * (sqr(z) + 3.0f) - 32.0f * (x * y * z + 1.0f);
  }
};

struct tangle {
  constant c;  // 11.8
  template <class J>
  FF_HD constexpr J operator()(const J& x, const J& y, const J& z) const {
    return power<4>(x) - 5.0f * sqr(x) + power<4>(y) - 5.0f * sqr(y) + power<4>(z) - 5.0f * sqr(z) + c;
  }
};

struct gumdrop_torus {
  template <class J>
  FF_HD constexpr J operator()(const J& x, const J& y, const J& z) const {
    const J r = sqr(y) + sqr(z);
    return 4.0f * (power<4>(x) + sqr(r)) + 17.0f * sqr(x) * r - 20.0f * (sqr(x) + sqr(y) + sqr(z)) + 17.0f;
  }
};

struct drop {
  template <class J>
  FF_HD constexpr J operator()(const J& x, const J& y, const J& z) const {
    return 4.0f * (sqr(x) + sqr(y)) - (z + 1.0f) * power<3>(-z + 1.0f);
  }
};

struct tri_trumpet {
  constant c;  // -0.9
  template <class J>
  FF_HD constexpr J operator()(const J& x, const J& y, const J& z) const {
    return 8.0f * sqr(z) + 6.0f * x * sqr(y) - 2.0f * power<3>(x) + 3.0f * sqr(x) + 3.0f * sqr(y) + c;
  }
};

}  // namespace implicit
