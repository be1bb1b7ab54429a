#include "camera.hpp"

#include <cmath>

namespace picture {
namespace {

bool parallel(vec3 a, vec3 b) {
  const vec3 c = cross(a, b);
  return std::hypot(c.x, c.y, c.z) < 1e-6f;
}

}  // namespace

camera make_camera(const view& from, float height, int columns, int rows) {
  camera c{};
  c.eye = from.eye;
  c.forward = normalized(from.look_at - from.eye);
  vec3 upwards = normalized(from.up);
  if (parallel(c.forward, upwards)) upwards = parallel(upwards, {0, 1, 0}) ? vec3{0, 0, 1} : vec3{0, 1, 0};
  const vec3 right = normalized(cross(c.forward, upwards));
  const vec3 up = cross(right, c.forward);
  const double half = height > 0 ? height / 2 : std::tan(from.degrees * (3.14159265358979323846 / 360));
  const auto half_pixel = static_cast<float>(half / rows);
  c.right = half_pixel * right;
  c.up = half_pixel * up;
  c.light = normalized(fma(0.5f, right, fma(0.8f, up, -1.0f * c.forward)));
  c.orthographic = height > 0;
  c.width = columns;
  c.height = rows;
  return c;
}

}  // namespace picture
