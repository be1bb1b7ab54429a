// From a ray to a pixel: the root, the normal there, and the colour.
#pragma once

#include "trace.hpp"

namespace implicit {

/// What is known of a pixel.
enum class outcome : unsigned char {
  miss,           // certainly no root
  hit,            // certainly the first root, to the resolution or as near as the arithmetic goes
  hit_no_normal,  // the same, and nothing certain about the direction of the normal
  undecided       // there may be a root where the search gave up, and none before
};

struct pixel {
  unsigned char red, green, blue;
  outcome what;
};

FF_HD constexpr unsigned char to_byte(float x) {
  const float clamped = ff::less(x, 1.0f) ? x : 1.0f;
  return static_cast<unsigned char>(static_cast<int>(ff::fma_rn(255.0f, clamped, 0.5f)));
}

/// A colour by its linear components in [0, 1], with a gamma of 2.
FF_HD constexpr pixel to_pixel(vec3 c, outcome what) {
  return {to_byte(ff::sqrt_rn(c.x)), to_byte(ff::sqrt_rn(c.y)), to_byte(ff::sqrt_rn(c.z)), what};
}

// Normals need no more than floats.
FF_HD constexpr real single(real x) { return x; }
template <class T>
FF_HD constexpr interval_float single(const ff::interval<T>& x) {
  return interval_float(x);
}
FF_HD constexpr float middle(real x) { return x.x; }
FF_HD constexpr float middle(const interval_float& x) { return midpoint(x); }
FF_HD constexpr bool nonzero(real x) { return !ff::equal(x.x, 0.0f); }
FF_HD constexpr bool nonzero(const interval_float& x) { return sign(x) != 0; }

/// Lambert's law with some ambient light; amber where the ray comes from f > 0, blue where from f < 0.
template <class I, class Surface>
FF_HD constexpr pixel shade(const Surface& f, const camera& c, const ray& r, const I& t) {
  decltype(single(t)) gradient[3] = {};
  for (int axis = 0; axis < 3; ++axis) {
    const vec3 unit{axis == 0 ? 1.0f : 0.0f, axis == 1 ? 1.0f : 0.0f, axis == 2 ? 1.0f : 0.0f};
    gradient[axis] = slope_at(f, r, single(t), unit).slope[0];
  }
  if (!nonzero(gradient[0]) && !nonzero(gradient[1]) && !nonzero(gradient[2]))
    return to_pixel({0.25f, 0.25f, 0.25f}, outcome::hit_no_normal);
  const vec3 normal = normalized({middle(gradient[0]), middle(gradient[1]), middle(gradient[2])});
  const bool inside = ff::less(0.0f, dot(normal, r.direction));
  const float cosine = dot(inside ? -1.0f * normal : normal, c.light);
  const float light = ff::fma_rn(0.9f, ff::less(0.0f, cosine) ? cosine : 0.0f, 0.06f);
  return to_pixel(light * (inside ? vec3{0.2f, 0.45f, 1.0f} : vec3{1.0f, 0.62f, 0.16f}), outcome::hit);
}

/// The pixel in column i and row j, in arithmetic I.
template <class I, class Surface>
FF_HD constexpr pixel render_pixel(const Surface& f, const camera& c, const search& s, int i, int j) {
  const ray r = ray_of(c, i, j);
  const range t = clip(r, s.box);
  const pixel nothing = {255, 255, 255, outcome::miss};
  if (ff::less(t.last, t.first)) return nothing;
  crossing<I> root{};
  if constexpr (std::is_same_v<I, real>) {
    root = first_sign_change(f, r, t, s.sample_step, s.samples);
  } else {
    root = first_root<I>(f, r, t, s.resolution);
  }
  if (root.what == verdict::miss) return nothing;
  if (root.what == verdict::undecided) return {255, 0, 255, outcome::undecided};
  return shade(f, c, r, root.where);
}

}  // namespace implicit
