// Rays.
#pragma once

#include <ff/geometry/vector.hpp>

namespace ff {
namespace geometry {

/// The points origin + t direction, t_min <= t <= t_max.  The direction need not have length 1.
template <class T>
struct ray {
  vector3<T> origin, direction;
  T t_min, t_max;
};

/// The point at t, by fused multiply-adds.
template <class T>
FF_HD constexpr vector3<T> point_at(const ray<T>& r, T t) {
  return fma(t, r.direction, r.origin);
}

/// The axis along which the ray runs most: the first of those with the greatest |component|.
template <class T>
FF_HD constexpr int main_axis(const vector3<T>& d) {
  using n = detail::number<T>;
  const float x = abs(n::to_float(d.x)), y = abs(n::to_float(d.y)), z = abs(n::to_float(d.z));
  const int k = less(x, y) ? 1 : 0;
  return less(k == 0 ? x : y, z) ? 2 : k;
}

}  // namespace geometry
}  // namespace ff
