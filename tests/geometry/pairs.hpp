// Rays and patches to meet, each from its number alone, the same on host and device.
#pragma once

#include <ff/geometry/bezier.hpp>
#include <ff/type/hash.hpp>

namespace pairs {

using ff::geometry::basic_vector3;
using patch = ff::geometry::bezier_patch<float>;
using ray = ff::geometry::ray<float>;
using vec3 = basic_vector3<float>;

struct pair {
  patch s;
  ray r;
};

/// Numbers of a stream, by a counter: splitmix64.
class stream {
 public:
  FF_HD explicit stream(ff::uint64 seed) : state_(seed * 0x9e3779b97f4a7c15u) {}

  FF_HD ff::uint64 bits() { return ff::detail::mix_bits(state_ += 0x9e3779b97f4a7c15u); }
  /// Evenly from -size to size.
  FF_HD float within(float size) {
    const float x = static_cast<float>(static_cast<int>(bits() >> 40) - (1 << 23));
    return ff::mul_rn(ff::mul_rn(x, 0x1p-23f), size);
  }

 private:
  ff::uint64 state_;
};

/// A wobbly sheet, and a ray through the cube that it fills.
FF_HD pair wobbly(ff::uint64 number) {
  stream x(number);
  pair p{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      p.s.p[i][j] = {ff::add_rn(ff::div_rn(static_cast<float>(i), 1.5f), x.within(0.5f) - 1.0f),
                     ff::add_rn(ff::div_rn(static_cast<float>(j), 1.5f), x.within(0.5f) - 1.0f),
                     x.within(1.5f)};
  const vec3 from{-6.0f, x.within(0.8f), x.within(0.8f)}, to{x.within(0.7f), x.within(0.7f), x.within(0.7f)};
  p.r = {from, to - from, -1e30f, 1e30f};
  return p;
}

/// The same sheet, and a ray that touches it at some point but for 2^-4 to 2^-24 of its size.
FF_HD pair grazing(ff::uint64 number) {
  pair p = wobbly(number);
  stream x(~number);
  const float u = x.within(0.5f) + 0.5f, v = x.within(0.5f) + 0.5f, a = x.within(1.0f), b = x.within(1.0f);
  const auto at = ff::geometry::evaluate(p.s, u, v);
  const vec3 along = a * at.du + b * at.dv, normal = ff::geometry::cross(at.du, at.dv);
  const float off = x.within(ff::detail::power_of_two(-4 - static_cast<int>(x.bits() % 20)));
  p.r = {at.point + off * normal - 4.0f * along, along, -1e30f, 1e30f};
  return p;
}

/// An eighth of a sphere, whose edge u = 0 is the pole (0, 0, +-1): octant 0 ... 7.
FF_HD patch octant(int which) {
  constexpr float k = 0.552284777f, r[4] = {0, k, 1, 1}, z[4] = {1, 1, k, 0}, x[4] = {1, 1, k, 0};
  patch s{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const float a = ff::mul_rn(r[i], x[j]), b = ff::mul_rn(r[i], x[3 - j]);
      const float across = which % 4 == 0 || which % 4 == 3 ? a : -a, up = which % 4 < 2 ? b : -b;
      s.p[i][j] = {across, up, which < 4 ? z[i] : -z[i]};
    }
  return s;
}

/// A ray past the pole of an octant at a distance of 1 to 2^-24.
FF_HD pair polar(ff::uint64 number) {
  stream x(number);
  pair p{octant(static_cast<int>(number % 4)), {}};
  const float size = ff::detail::power_of_two(-static_cast<int>(x.bits() % 25));
  const vec3 from{x.within(2.0f), x.within(2.0f), 4.0f}, to{x.within(size), x.within(size), 1.0f};
  p.r = {from, to - from, -1e30f, 1e30f};
  return p;
}

}  // namespace pairs
