// From hits to colours, in floats whose operations are the same everywhere.
#pragma once

#include "apps/picture/camera.hpp"
#include "apps/picture/shading.hpp"
#include "task.hpp"

namespace bezier {

using picture::camera, picture::rgb, picture::vec3;

/// Holds what is known of a pixel.
enum class outcome : unsigned char {
  miss,
  hit,
  hit_in_doubt,  ///< a hit, and something undecided on the way to the light or of a reflection
  undecided
};

struct pixel {
  rgb colour;
  outcome what;
  int patch;   ///< of the hit; -1 without one
  ff::ff_t t;  ///< likewise; 0 without one
};

/// A pixel in work.
struct path {
  vec3 colour;   ///< of what is done
  float weight;  ///< of what comes
  bool is_open;  ///< there is something to come
  outcome what;
  int patch;
  ff::ff_t t;
  // Says where the path now meets a surface.
  vec3 point, normal, direction;  ///< the normal on the side from which the ray comes; both of length 1
  float cosine;                   ///< between the normal and the light; not positive: in its own shadow
  float clearance;                ///< the next rays begin so far from the point
};

constexpr vec3 of_surface{0.80f, 0.52f, 0.24f}, of_background{1.0f, 1.0f, 1.0f};
constexpr float ambient = 0.12f, diffuse = 0.66f, mirrored = 0.22f;

/// Says what is seen in a mirror where no surface is: paler towards the horizon and below.
FF_HD constexpr vec3 sky(vec3 direction) {
  const float height = ff::fma_rn(0.5f, direction.z, 0.5f);
  const vec3 low{0.95f, 0.93f, 0.90f}, high{0.30f, 0.50f, 0.95f};
  return picture::fma(height, high - low, low);
}

/// Of length 1, and no component so small that a box test would not take it.
FF_HD constexpr vec3 direction_of(vec3 a) {
  const vec3 d = picture::normalized(a);
  const auto cleared = [](float x) { return ff::less(ff::abs(x), 0x1p-60f) ? 0.0f : x; };
  return {cleared(d.x), cleared(d.y), cleared(d.z)};
}

FF_HD constexpr ray ray_from(vec3 origin, vec3 direction, float t_min) {
  return {
      {origin.x, origin.y, origin.z}, {direction.x, direction.y, direction.z}, t_min, ff::detail::infinity};
}

FF_HD constexpr vec3 vec3_of(const ff::geometry::vector3<float>& a) { return {a.x, a.y, a.z}; }

/// The surface at a hit: a point near it, its normal, and how far from it rays begin, a thousandth of the
/// patch's size.
FF_HD_LARGE constexpr void reach_surface(const patch& s, const task& t, vec3 light, path& p) {
  const float u = t.hit.u.hi(), v = t.hit.v.hi();
  const auto at = ff::geometry::evaluate(s, u, v);
  p.point = vec3_of(at.point);
  p.direction = picture::normalized(vec3_of(t.r.direction));
  const vec3 normal = picture::normalized(vec3_of(ff::geometry::normal(s, at, u, v)));
  p.normal = ff::less(0.0f, dot(normal, p.direction)) ? -1.0f * normal : normal;
  p.cosine = dot(p.normal, light);
  const box b = bounds_of(s);
  const auto sides = b.upper - b.lower;
  p.clearance = ff::mul_rn(0x1p-10f, ff::greatest(sides.x, ff::greatest(sides.y, sides.z)));
}

}  // namespace bezier
