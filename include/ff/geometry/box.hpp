// Boxes with sides along the axes, and which rays may meet them.
#pragma once

#include <ff/geometry/ray.hpp>

namespace ff {
namespace geometry {

/// The points lower <= p <= upper; empty where some lower component is greater.
struct box {
  vector3<float> lower, upper;
};

/// The empty box, which joins to any other without changing it.
FF_HD constexpr box empty_box() {
  constexpr float inf = detail::infinity;
  return {{inf, inf, inf}, {-inf, -inf, -inf}};
}

/// The least box that holds both.
FF_HD constexpr box join(const box& a, const box& b) {
  return {{least(a.lower.x, b.lower.x), least(a.lower.y, b.lower.y), least(a.lower.z, b.lower.z)},
          {greatest(a.upper.x, b.upper.x), greatest(a.upper.y, b.upper.y), greatest(a.upper.z, b.upper.z)}};
}
FF_HD constexpr box join(const box& a, vector3<float> p) { return join(a, box{p, p}); }

/// A ray with the reciprocals of its direction, for many boxes.
struct slab_ray {
  vector3<float> origin, reciprocal;
  float t_min, t_max;

  FF_HD constexpr explicit slab_ray(const ray<float>& r)
      : origin(r.origin), reciprocal(reciprocals(r.direction)), t_min(r.t_min), t_max(r.t_max) {}

 private:
  FF_HD static constexpr vector3<float> reciprocals(vector3<float> d) {
    return {div_rn(1.0f, d.x), div_rn(1.0f, d.y), div_rn(1.0f, d.z)};
  }
};

/// Holds where a ray may be inside a box: from `entry` to `leave`, in outer bounds.
struct slab_interval {
  float entry, leave;
  bool may_meet;  ///< false: the ray does not meet the box
};

/// The slab test of Kay and Kajiya (1986), widened by its rounding errors as in Ize, Robust BVH ray
/// traversal, JCGT 2013: a ray that meets the box is never rejected.  For coordinates below 2^126 in
/// magnitude and components of the direction that are zero or at least 2^-126.
FF_HD constexpr slab_interval slabs(const slab_ray& r, const box& b) {
  const auto plane = [](float at, float origin, float reciprocal) {
    return mul_rn(sub_rn(at, origin), reciprocal);
  };
  // Which plane is met first is a matter of the direction's sign.  On a slab's plane and parallel to it
  // the product is NaN, which loses in least and greatest: that plane bounds nothing.
  const auto first = [](float lower, float upper, float reciprocal) {
    return (detail::to_bits(reciprocal) & detail::sign_bits) != 0 ? upper : lower;
  };
  const vector3<float>&o = r.origin, &i = r.reciprocal;
  const float entry = greatest(greatest(plane(first(b.lower.x, b.upper.x, i.x), o.x, i.x),
                                        plane(first(b.lower.y, b.upper.y, i.y), o.y, i.y)),
                               greatest(plane(first(b.lower.z, b.upper.z, i.z), o.z, i.z), r.t_min));
  const float leave = least(least(plane(first(b.upper.x, b.lower.x, i.x), o.x, i.x),
                                  plane(first(b.upper.y, b.lower.y, i.y), o.y, i.y)),
                            least(plane(first(b.upper.z, b.lower.z, i.z), o.z, i.z), r.t_max));
  // Three roundings of u each, and underflow.
  const auto outward = [](float t, float shrink, float grow) {
    return mul_rn(t, less(0.0f, t) ? shrink : grow);
  };
  const float first_at = sub_rn(outward(entry, 1.0f - 0x1p-21f, 1.0f + 0x1p-21f), 0x1p-126f);
  const float last_at = add_rn(outward(leave, 1.0f + 0x1p-21f, 1.0f - 0x1p-21f), 0x1p-126f);
  return {first_at, last_at, !less(last_at, first_at)};
}

/// Returns whether the ray may meet the box; false only where it does not.
FF_HD constexpr bool may_meet(const slab_ray& r, const box& b) { return slabs(r, b).may_meet; }

}  // namespace geometry
}  // namespace ff
