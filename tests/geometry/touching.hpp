// Rays whose meeting points with a patch are known exactly: they touch it, or cross it, at u = p/q and v =
// r/q.
#pragma once

#include <ff/geometry/certified.hpp>

#include "pairs.hpp"

namespace touching {

using ff::ff_t;
using pairs::patch;
using pairs::ray;
using pairs::vec3;

/// How the ray meets the patch.
enum class contact {
  point,    ///< it touches the patch in one point
  line,     ///< it lies in the patch, along u = p/q
  crossing  ///< it goes through the patch
};

/// A ray, a patch, and the point where they meet: u = p/q, v = r/q and t.
struct known_pair {
  pairs::pair at;
  int p, r, q;
  float t;
  contact how;
};

/// Bernstein's coefficient k of 3 (q x - p)^2.
FF_HD int square_coefficient(int p, int q, int k) {
  return k == 0   ? 3 * p * p
         : k == 1 ? 3 * p * p - 2 * p * q
         : k == 2 ? 3 * p * p - 4 * p * q + q * q
                  : 3 * (q - p) * (q - p);
}

/// The coordinates turned, so that each axis is in each place.
FF_HD vec3 turned(vec3 a, int by) {
  return by == 0 ? a : by == 1 ? vec3{a.y, a.z, a.x} : vec3{a.z, a.x, a.y};
}

/// S(u, v) = (3 q u, 3 q v, 3 (q u - p)^2 + 3 (q v - r)^2), without the last square for a line and without
/// both for a crossing; all coordinates times a power of two from 2^-57 to 2^57 for the greatest, the
/// direction times another one.  All numbers are exact.
FF_HD known_pair draw(ff::uint64 number, contact how) {
  pairs::stream x(number);
  known_pair k{};
  k.how = how;
  k.q = 2 + static_cast<int>(x.bits() % 62);
  k.p = static_cast<int>(x.bits() % static_cast<ff::uint64>(k.q + 1));
  k.r = static_cast<int>(x.bits() % static_cast<ff::uint64>(k.q + 1));
  if (how != contact::crossing && k.p == 0 && k.r == 0) k.p = 1;
  if (how == contact::line && k.p == 0) k.p = 1;
  // Half of all are about 1 in size, because rounding is seen best there.
  const int size = number % 2 == 0 ? 0 : static_cast<int>(x.bits() % 115) - 71;
  const float scale = ff::detail::power_of_two(size),
              along = ff::detail::power_of_two(static_cast<int>(x.bits() % 107) - 53);
  const int by = static_cast<int>(x.bits() % 3);
  const float q = static_cast<float>(k.q);
  const vec3 to{3 * static_cast<float>(k.p), 3 * static_cast<float>(k.r), 0.0f};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int height = how == contact::crossing ? 0
                         : how == contact::line
                             ? square_coefficient(k.p, k.q, i)
                             : square_coefficient(k.p, k.q, i) + square_coefficient(k.r, k.q, j);
      k.at.s.p[i][j] = turned(
          scale * vec3{q * static_cast<float>(i), q * static_cast<float>(j), static_cast<float>(height)}, by);
    }
  // The direction has small whole components, so that the origin is exact.
  const vec3 d = how == contact::crossing ? vec3{static_cast<float>(x.bits() % 7) - 3.0f,
                                                 static_cast<float>(x.bits() % 7) - 3.0f, -4.0f}
                 : how == contact::line   ? vec3{0.0f, 1.0f, 0.0f}
                                          : vec3{static_cast<float>(k.p), static_cast<float>(k.r), 0.0f};
  const float steps = how == contact::crossing ? 5.0f : 3.0f;
  k.at.r = {turned(scale * (to - steps * d), by), turned(along * d, by), 0.0f, ff::detail::infinity};
  k.t = steps * scale / along;
  return k;
}

/// Whether lower <= p/q <= upper; products of floats and small whole numbers are exact in double.
FF_HD bool is_within(int p, int q, float lower, float upper) {
  return static_cast<double>(lower) * q <= p && p <= static_cast<double>(upper) * q;
}
/// Whether |x - p/q| <= error, told exactly: heads are near p/q, so that the difference of heads is exact.
FF_HD bool is_near(double hi, double lo, int p, int q, float error) {
  return std::fabs(std::fma(hi, q, -p) + lo * q) <= static_cast<double>(error) * q;
}
FF_HD bool is_near(ff_t x, int p, int q, float error) { return is_near(x.hi(), x.lo(), p, q, error); }
FF_HD bool is_near(double x, int p, int q, float error) { return is_near(x, 0.0, p, q, error); }
FF_HD bool is_near(float x, int p, int q, float error) { return is_near(x, 0.0, p, q, error); }

/// Whether the search tells the truth of the known point: it is a hit within its errors, or within
/// `undecided`.
template <class N, class T>
FF_HD bool is_told(const known_pair& k) {
  ff::geometry::patch_hits<T> h;
  ff::geometry::certified_hits<N>(k.at.r, k.at.s, h);
  for (int i = 0; i < h.count; ++i)
    if (is_near(h.hit[i].u, k.p, k.q, h.hit[i].u_error) && is_near(h.hit[i].v, k.r, k.q, h.hit[i].v_error) &&
        std::fabs(static_cast<double>(h.hit[i].t) - k.t) <= static_cast<double>(h.hit[i].t_error))
      return true;
  const auto& w = h.undecided;
  const bool t = w.t_first <= k.t && k.t <= w.t_last, u = is_within(k.p, k.q, w.u_first, w.u_last);
  if (k.how == contact::line) return u && w.v_first <= 0 && w.v_last >= 1 && t;
  return u && t && is_within(k.r, k.q, w.v_first, w.v_last);
}

}  // namespace touching
