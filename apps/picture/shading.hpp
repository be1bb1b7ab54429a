// From a surface's normal to the colour of a pixel.
#pragma once

#include "image.hpp"
#include "vec3.hpp"

namespace picture {

FF_HD constexpr unsigned char to_byte(float x) {
  const float clamped = ff::less(x, 1.0f) ? x : 1.0f;
  return static_cast<unsigned char>(static_cast<int>(ff::fma_rn(255.0f, clamped, 0.5f)));
}

/// A colour by its linear components in [0, 1], with a gamma of 2.
FF_HD constexpr rgb to_rgb(vec3 c) {
  return {to_byte(ff::sqrt_rn(c.x)), to_byte(ff::sqrt_rn(c.y)), to_byte(ff::sqrt_rn(c.z))};
}

/// Lambert's law with some ambient light.  `normal` and `light` have length 1.  The surface is of colour
/// `front` where the ray comes from the side of the normal, and of colour `back` where it comes from the
/// other.
FF_HD constexpr rgb lambert(vec3 normal, vec3 direction, vec3 light, vec3 front, vec3 back) {
  const bool behind = ff::less(0.0f, dot(normal, direction));
  const float cosine = dot(behind ? -1.0f * normal : normal, light);
  const float brightness = ff::fma_rn(0.9f, ff::less(0.0f, cosine) ? cosine : 0.0f, 0.06f);
  return to_rgb(brightness * (behind ? back : front));
}

}  // namespace picture
