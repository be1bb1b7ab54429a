// All points in which a method finds a ray and a patch to meet.
#pragma once

#include "../first_hit.hpp"

namespace bezier {

/// A candidate pair.
struct alignas(16) ray_and_patch {
  ray r;
  patch s;
};

/// A point of a patch on a ray.
struct patch_point {
  ff::ff_t t, u, v;
};

/// Says what a method says of one ray and one patch: Bezout's number of points is 18.  Aligned for a GPU,
/// which then writes 16 bytes at a time.
struct alignas(16) point_list {
  static constexpr int most = 18;

  patch_point hit[most];
  int count;
  ff::geometry::undecided_points undecided;  ///< where the method knows that it could not tell
  int boxes;                                 ///< of parameters that it has examined
};

FF_HD constexpr void clear(point_list& found) {
  found.count = found.boxes = 0;
  found.undecided = ff::detail::nothing_undecided();
}

/// By how much the methods that prove nothing are generous: parameters that may lie beyond the patch,
/// imaginary parts of roots that count as real, and differences of parameters that count as none.
template <class T>
struct tolerance;
template <>
struct tolerance<float> {
  static constexpr float border = 0x1p-16f, imaginary = 0x1p-7f, same = 0x1p-10f;
};
template <>
struct tolerance<double> {
  static constexpr float border = 0x1p-36f, imaginary = 0x1p-20f, same = 0x1p-20f;
};
template <>
struct tolerance<ff::ff_t> {
  static constexpr float border = 0x1p-34f, imaginary = 0x1p-17f, same = 0x1p-18f;
};

/// Returns whether a parameter is from 0 to 1 but for the tolerance; it is then brought there.
template <class T>
FF_HD bool on_patch(T& x) {
  using n = ff::detail::number<T>;
  const float below = ff::neg(n::to_float(x)), above = n::to_float(n::sub(x, n::of(1.0f)));
  if (!ff::less(below, tolerance<T>::border) || !ff::less(above, tolerance<T>::border)) return false;
  if (ff::less(0.0f, below)) x = n::of(0.0f);
  if (ff::less(0.0f, above)) x = n::of(1.0f);
  return true;
}

/// The ray's parameter at the patch's point (u, v), along the axis on which the direction is greatest.
template <class T>
FF_HD_LARGE T parameter_at(const ray& r, const patch& s, T u, T v) {
  using n = ff::detail::number<T>;
  const int k = ff::geometry::main_axis<float>(r.direction);
  T c[4][4] = {};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[i][j] = n::of(component(s.p[i][j], k));
  const T along = n::sub(ff::detail::value_at(c, u, v), n::of(component(r.origin, k)));
  return n::div(along, n::of(component(r.direction, k)));
}

/// Returns whether two points are the same but for errors: by their parameters, or by t, for at an edge that
/// is a point one parameter says nothing.
template <class T>
FF_HD constexpr bool are_same(const patch_point& a, const patch_point& b) {
  using ff::less;
  constexpr float same = tolerance<T>::same;
  const auto distance = [](ff::ff_t x, ff::ff_t y) { return ff::abs((x - y).hi()); };
  return (less(distance(a.u, b.u), same) && less(distance(a.v, b.v), same)) ||
         less(distance(a.t, b.t), ff::mul_rn(0.0625f * same, ff::abs(a.t.hi())));
}

/// Adds the point (u, v) if it is on the patch, on the ray's part, and not there yet.
template <class T>
FF_HD_LARGE void add_point(const ray& r, const patch& s, T u, T v, point_list& found) {
  using ff::ff_t, ff::less;
  if (!on_patch(u) || !on_patch(v)) return;
  const T t = parameter_at(r, s, u, v);
  const float head = ff::detail::number<T>::to_float(t);
  if (less(head, r.t_min) || less(r.t_max, head) || found.count == point_list::most) return;
  const patch_point m{ff_t(t), ff_t(u), ff_t(v)};
  for (int i = 0; i < found.count; ++i)
    if (are_same<T>(m, found.hit[i])) return;
  found.hit[found.count++] = m;
}

/// Takes the points of a patch with its number.
FF_HD_LARGE void take_all(const point_list& found, int number, first_hit& best) {
  for (int i = 0; i < found.count; ++i) take(best, found.hit[i].t, found.hit[i].u, found.hit[i].v, number);
}

}  // namespace bezier
