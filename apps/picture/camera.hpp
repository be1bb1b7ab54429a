// The camera, and the rays through its pixels.
#pragma once

#include "vec3.hpp"

namespace picture {

/// The exact ray: the points origin + t direction for real t, the six floats taken as they are.
struct ray {
  vec3 origin, direction;
};

/// Says where a camera stands and what it looks at.
struct view {
  vec3 eye, look_at;
  float degrees;  // the vertical field of view
  vec3 up = {0, 0, 1};
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

/// A pinhole camera, or, if `height` is positive, an orthographic one of that height in place of the field of
/// view. If it looks along `up`, the y axis is up, or the z axis if `up` is along y.
camera make_camera(const view& from, float height, int columns, int rows);

/// The ray through the centre of the pixel in column i and row j, from the top left.
FF_HD constexpr ray ray_of(const camera& c, int i, int j) {
  const float u = static_cast<float>(2 * i + 1 - c.width), v = static_cast<float>(c.height - 2 * j - 1);
  const vec3 across = fma(u, c.right, v * c.up);
  return c.orthographic ? ray{c.eye + across, c.forward} : ray{c.eye, c.forward + across};
}

}  // namespace picture
