// Three floats, and the few operations that cameras and shading need, by ff's primitives.
#pragma once

#include <ff/rounding.hpp>

namespace picture {

struct vec3 {
  float x, y, z;
};

FF_HD constexpr vec3 operator+(vec3 a, vec3 b) {
  return {ff::add_rn(a.x, b.x), ff::add_rn(a.y, b.y), ff::add_rn(a.z, b.z)};
}
FF_HD constexpr vec3 operator-(vec3 a, vec3 b) {
  return {ff::sub_rn(a.x, b.x), ff::sub_rn(a.y, b.y), ff::sub_rn(a.z, b.z)};
}
FF_HD constexpr vec3 operator*(float s, vec3 a) {
  return {ff::mul_rn(s, a.x), ff::mul_rn(s, a.y), ff::mul_rn(s, a.z)};
}
/// s a + b.
FF_HD constexpr vec3 fma(float s, vec3 a, vec3 b) {
  return {ff::fma_rn(s, a.x, b.x), ff::fma_rn(s, a.y, b.y), ff::fma_rn(s, a.z, b.z)};
}
FF_HD constexpr float dot(vec3 a, vec3 b) {
  return ff::fma_rn(a.x, b.x, ff::fma_rn(a.y, b.y, ff::mul_rn(a.z, b.z)));
}
FF_HD constexpr vec3 cross(vec3 a, vec3 b) {
  return {ff::fma_rn(a.y, b.z, ff::neg(ff::mul_rn(a.z, b.y))),
          ff::fma_rn(a.z, b.x, ff::neg(ff::mul_rn(a.x, b.z))),
          ff::fma_rn(a.x, b.y, ff::neg(ff::mul_rn(a.y, b.x)))};
}
/// a / |a|; a itself where |a| is zero or not finite.  Where the square of |a| could overflow or lose bits
/// below the normal range, a is scaled first.
FF_HD constexpr vec3 normalized(vec3 a) {
  const float square = dot(a, a);
  const float scale = ff::less(0x1p100f, square) ? 0x1p-96f : ff::less(square, 0x1p-60f) ? 0x1p96f : 1.0f;
  const vec3 b = scale * a;
  const float length = ff::sqrt_rn(dot(b, b));
  const bool sound = ff::less(0.0f, length) && ff::less(length, ff::detail::infinity);
  return sound ? ff::div_rn(1.0f, length) * b : a;
}

}  // namespace picture
