// From a ray to a pixel: the root, the normal there, and the colour.
#pragma once

#include "apps/picture/shading.hpp"
#include "trace.hpp"

namespace implicit {

/// Holds what is known of a pixel.
enum class outcome : unsigned char {
  miss,           // certainly no root
  hit,            // certainly the first root, to the resolution or as near as the arithmetic goes
  hit_no_normal,  // the same, and nothing certain about the direction of the normal
  undecided       // there may be a root where the search gave up, and none before
};

struct pixel {
  picture::rgb colour;
  outcome what;
};

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

/// Amber where the ray comes from f > 0, blue where from f < 0.
template <class I, class Surface>
FF_HD constexpr pixel shade(const Surface& f, const camera& c, const ray& r, const I& t) {
  decltype(single(t)) gradient[3] = {};
  for (int axis = 0; axis < 3; ++axis) {
    const vec3 unit{axis == 0 ? 1.0f : 0.0f, axis == 1 ? 1.0f : 0.0f, axis == 2 ? 1.0f : 0.0f};
    gradient[axis] = slope_at(f, r, single(t), unit).slope[0];
  }
  if (!nonzero(gradient[0]) && !nonzero(gradient[1]) && !nonzero(gradient[2]))
    return {picture::to_rgb({0.25f, 0.25f, 0.25f}), outcome::hit_no_normal};
  const vec3 normal = normalized(vec3{middle(gradient[0]), middle(gradient[1]), middle(gradient[2])});
  const vec3 amber{1.0f, 0.62f, 0.16f}, blue{0.2f, 0.45f, 1.0f};
  return {picture::lambert(normal, r.direction, c.light, amber, blue), outcome::hit};
}

/// The pixel in column i and row j, in arithmetic I.
template <class I, class Surface>
FF_HD constexpr pixel render_pixel(const Surface& f, const camera& c, const search& s, int i, int j) {
  const ray r = ray_of(c, i, j);
  const range t = clip(r, s.box);
  const pixel nothing = {{255, 255, 255}, outcome::miss};
  if (ff::less(t.last, t.first)) return nothing;
  crossing<I> root{};
  if constexpr (std::is_same_v<I, real>) {
    root = first_sign_change(f, r, t, s.sample_step, s.samples);
  } else {
    root = first_root<I>(f, r, t, s.resolution);
  }
  if (root.what == verdict::miss) return nothing;
  if (root.what == verdict::undecided) return {{255, 0, 255}, outcome::undecided};
  return shade(f, c, r, root.where);
}

}  // namespace implicit
