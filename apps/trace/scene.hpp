// The limits of the search along a ray.
#pragma once

#include "apps/picture/camera.hpp"
#include "number.hpp"

namespace implicit {

using picture::camera;
using picture::ray;
using picture::vec3;

/// How the roots along a ray are looked for.
struct search {
  float box;          // only inside the cube [-box, box]^3
  float resolution;   // the first root is isolated to an interval of t of this width
  float sample_step;  // of point sampling, in t
  int samples;        // at most so many steps
};

/// Says where a ray meets the cube: floats that enclose the exact range of t >= 0; first > last if it does
/// not.
struct range {
  float first, last;
};

FF_HD constexpr range clip(const ray& r, float box) {
  const auto slab = [&](float origin, float direction, const interval_float& t) {
    if (ff::equal(direction, 0.0f)) return ff::less(box, ff::abs(origin)) ? interval_float::empty() : t;
    return intersection(t, (interval_float(ff::neg(box), box) - origin) / direction);
  };
  interval_float t(0.0f, 0x1p126f);
  t = slab(r.origin.x, r.direction.x, t);
  t = slab(r.origin.y, r.direction.y, t);
  t = slab(r.origin.z, r.direction.z, t);
  if (is_empty(t)) return {1.0f, 0.0f};
  return {t.lower(), t.upper()};
}

}  // namespace implicit
