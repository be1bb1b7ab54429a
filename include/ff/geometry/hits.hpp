// Where a ray meets a patch, and where that could not be told.
#pragma once

#include <ff/geometry/ray.hpp>

namespace ff {
namespace geometry {

/// Names which edges of the patch a hit may lie on, as a sum.
inline constexpr unsigned char edge_u0 = 1, edge_u1 = 2, edge_v0 = 4, edge_v1 = 8;

/// A point in which the ray meets the patch: the exact parameters are within the errors of these.
template <class T>
struct patch_hit {
  T t, u, v;
  float t_error, u_error, v_error;
  unsigned char edges;  ///< the sum of the edges within the errors, of which the point may be just outside
  /// The ray goes exactly through an edge that is a point.  v or u is then 1/2, but where such an edge along
  /// u meets one along v all of them are one hit, at a corner.
  bool collapsed;
};

/// Holds where the search could not decide: bounds of all such points, and empty (first > last) without any.
struct undecided_points {
  float t_first, t_last, u_first, u_last, v_first, v_last;

  FF_HD constexpr bool any() const { return !less(t_last, t_first); }
};

/// All hits of a ray on a patch, in no order.  A line meets a bicubic patch in at most 18 points, or lies in
/// it.
template <class T>
struct patch_hits {
  patch_hit<T> hit[18];
  int count;
  undecided_points undecided;
  int boxes;  ///< how many were examined
  int zooms;  ///< how many were made anew in the wider format
};

}  // namespace geometry

namespace detail {

/// [u, u + 1] 2^-u_depth x [v, v + 1] 2^-v_depth.
struct dyadic_box {
  uint64 u, v;
  int u_depth, v_depth;
};

/// index 2^-depth, exact for at most 24 bits and, in T, number<T>::digits bits.
FF_HD constexpr float dyadic_float(uint32 index, int depth) {
  return mul_rn(static_cast<float>(index), power_of_two(-depth));
}
template <class T>
FF_HD constexpr T dyadic(uint64 index, int depth) {
  using n = number<T>;
  const float scale = power_of_two(-depth);
  if constexpr (is_same<T, float>) return dyadic_float(static_cast<uint32>(index), depth);
  if constexpr (is_same<T, double>) return n::mul(static_cast<double>(index), scale);
  if constexpr (!is_same<T, float> && !is_same<T, double>) {
    const float upper = static_cast<float>(index >> 24), lower = static_cast<float>(index & 0xffffffu);
    return n::add(n::of(mul_rn(mul_rn(upper, 0x1p24f), scale)), n::of(mul_rn(lower, scale)));
  }
}
/// The greatest float that is not above index 2^-depth, and the least that is not below it.
FF_HD constexpr float dyadic_below(uint64 index, int depth) {
  const int dropped = max_int(40 - leading_zeros(index | 1), 0);
  return dyadic_float(static_cast<uint32>(index >> dropped), depth - dropped);
}
FF_HD constexpr float dyadic_above(uint64 index, int depth) {
  const int dropped = max_int(40 - leading_zeros(index | 1), 0);
  return dyadic_float(static_cast<uint32>((index + (uint64{1} << dropped) - 1) >> dropped), depth - dropped);
}

/// The parameters around a box in which there is only one zero.
template <class T>
struct single_region {
  T u, v;  // the middle
  float u_half, v_half;

  FF_HD constexpr bool holds(const geometry::patch_hit<T>& h) const {
    return holds(u, u_half, h.u, h.u_error) && holds(v, v_half, h.v, h.v_error);
  }

 private:
  FF_HD static constexpr bool holds(T middle, float half, T x, float error) {
    using n = number<T>;
    return less(mul_rn(1.001f, add_rn(abs(n::to_float(n::sub(x, middle))), error)), half);
  }
};

/// Returns whether the same point may be within the errors of both.
template <class T>
FF_HD constexpr bool overlap(const geometry::patch_hit<T>& a, const geometry::patch_hit<T>& b) {
  using n = number<T>;
  const float u = abs(n::to_float(n::sub(a.u, b.u))), v = abs(n::to_float(n::sub(a.v, b.v)));
  return !less(mul_rn(1.001f, add_rn(a.u_error, b.u_error)), u) &&
         !less(mul_rn(1.001f, add_rn(a.v_error, b.v_error)), v);
}

}  // namespace detail
}  // namespace ff
