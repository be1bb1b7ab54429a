// What a picture is made of: the camera, the rays, and the limits of the search along them.
#pragma once

#include "number.hpp"
#include "vec3.hpp"

namespace implicit {

/// The exact ray: the points origin + t direction for real t, the six floats taken as they are.
struct ray {
  vec3 origin, direction;
};

/// Made by the host; the rays come from it by float operations that are the same everywhere.
struct camera {
  vec3 eye;
  vec3 forward;    // of length 1
  vec3 right, up;  // half of the way to the neighbouring pixel
  vec3 light;      // towards it, of length 1
  bool orthographic;
  int width, height;
};

/// The ray through the centre of the pixel in column i and row j, from the top left.
FF_HD constexpr ray ray_of(const camera& c, int i, int j) {
  const float u = static_cast<float>(2 * i + 1 - c.width), v = static_cast<float>(c.height - 2 * j - 1);
  const vec3 across = fma(u, c.right, v * c.up);
  return c.orthographic ? ray{c.eye + across, c.forward} : ray{c.eye, c.forward + across};
}

/// How the roots along a ray are looked for.
struct search {
  float box;          // only inside the cube [-box, box]^3
  float resolution;   // the first root is isolated to an interval of t of this width
  float sample_step;  // of point sampling, in t
  int samples;        // at most so many steps
};

/// Where a ray meets the cube: floats that enclose the exact range of t >= 0; first > last if it does not.
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
