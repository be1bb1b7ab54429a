// Rays and patches to meet, each from its number alone, the same on host and device.
#pragma once

#include <ff/geometry/bezier.hpp>

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

  FF_HD ff::uint64 bits() {
    ff::uint64 z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
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
  p.r = {from, to - from, 0.0f, 1e30f};
  return p;
}

}  // namespace pairs
