// Patches and rays that are known to meet in a point.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "apps/bezier/study/pairs.hpp"
#include "geometry/pairs.hpp"

namespace bezier {

/// A ray and a patch that meet exactly at u, v and t = 64.
struct known_pair {
  ray_and_patch pair;
  double u, v;
};

/// A sheet whose control points are whole multiples of 2^12, so that points at quarters are whole numbers.
inline known_pair known_point(ff::uint64 number) {
  pairs::stream x(number);
  known_pair k{};
  const auto whole = [&x](float size) { return std::floor(x.within(size)); };
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      k.pair.s.p[i][j] = {4096 * (static_cast<float>(16 * i) + whole(6)),
                          4096 * (static_cast<float>(16 * j) + whole(6)), 4096 * whole(24)};
  k.u = static_cast<double>(1 + x.bits() % 3) / 4, k.v = static_cast<double>(1 + x.bits() % 3) / 4;
  const auto to = ff::geometry::evaluate(k.pair.s, k.u, k.v).point;
  const float direction[3] = {whole(512), whole(512), -1024 - whole(512)};
  const auto from = [&](double at, int axis) {
    return static_cast<float>(at - 64 * static_cast<double>(direction[axis]));
  };
  k.pair.r = {
      {from(to.x, 0), from(to.y, 1), from(to.z, 2)}, {direction[0], direction[1], direction[2]}, 0.0f, 1e6f};
  return k;
}

/// How far the nearest of the points is from (u, v); 9 without one.
inline double nearest(const point_list& found, double u, double v) {
  double least = 9;
  for (int i = 0; i < found.count; ++i)
    least = std::fmin(least, std::fmax(std::fabs(static_cast<double>(found.hit[i].u) - u),
                                       std::fabs(static_cast<double>(found.hit[i].v) - v)));
  return least;
}

/// For comparisons bit by bit.
template <class T>
std::array<unsigned char, sizeof(T)> bytes_of(const T& x) {
  std::array<unsigned char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &x, sizeof x);
  return bytes;
}

/// The sheet x = 3 u, y = 3 v, z = 0.
inline patch flat_sheet() {
  patch s{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) s.p[i][j] = {static_cast<float>(i), static_cast<float>(j), 0.0f};
  return s;
}

/// A sphere: eight patches with an edge that is a point.
inline pair_source sphere() {
  std::vector<patch> all(8);
  for (int k = 0; k < 8; ++k) all[static_cast<std::size_t>(k)] = pairs::octant(k);
  return pair_source(all);
}

}  // namespace bezier
