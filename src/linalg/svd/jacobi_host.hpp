// The group of jacobi.hpp on the host.
#pragma once

#include <algorithm>

#include "jacobi_decompose.hpp"

namespace ff::linalg::detail::jacobi {

/// A thread as a group of jacobi.hpp.
class host_group {
 public:
  template <class F>
  void each(int count, F f) const {
    for (int i = 0; i < count; ++i) f(i);
  }
  template <class Sum, class Measure, class Turn>
  void pairs(int count, int lanes, Measure measure, Turn turn) const {
    Sum of_lane[4];
    for (int k = 0; k < count; ++k) {
      for (int lane = 0; lane < lanes; ++lane) of_lane[lane] = measure(k, lane);
      for (int width = lanes / 2; width > 0; width /= 2)
        for (int lane = 0; lane < width; ++lane) of_lane[lane] = of_lane[lane] + of_lane[lane + width];
      for (int lane = 0; lane < lanes; ++lane) turn(k, lane, of_lane[0]);
    }
  }
  template <class F>
  uint32 largest(int count, F f) const {
    uint32 most = 0;
    for (int i = 0; i < count; ++i) most = std::max(most, f(i));
    return most;
  }
  bool any(bool flag) const { return flag; }
  bool every(bool flag) const { return flag; }
};

}  // namespace ff::linalg::detail::jacobi
