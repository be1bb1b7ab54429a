// Contacts by another way than the rule's: points of intersection, parameters and barycentric coordinates in
// GMP's rationals.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <vector>

#include "apps/intersect/run.hpp"

namespace intersect {

using vector = std::array<mpq_class, 3>;

inline vector operator-(const vector& a, const vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline vector operator+(const vector& a, const vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline vector operator*(const mpq_class& s, const vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline mpq_class dot(const vector& a, const vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline vector cross(const vector& a, const vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline bool vanishes(const vector& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }
inline vector exactly(const point3& a) { return {mpq_class(a.x), mpq_class(a.y), mpq_class(a.z)}; }
inline vector exactly(const point2& a) { return {mpq_class(a.x), mpq_class(a.y), mpq_class(0)}; }

/// How two segments in one plane meet: their classes in the plane.
inline contact reference(const vector& p, const vector& q, const vector& a, const vector& b) {
  const vector d = q - p, e = b - a, n = cross(d, e);
  if (!vanishes(n)) {
    if (dot(n, a - p) != 0) return contact::none;
    // p + t d = a + s e
    const mpq_class t = dot(cross(a - p, e), n) / dot(n, n), s = dot(cross(a - p, d), n) / dot(n, n);
    if (t < 0 || t > 1 || s < 0 || s > 1) return contact::none;
    const bool end_t = t == 0 || t == 1, end_s = s == 0 || s == 1;
    return end_t && end_s ? contact::vertex : end_t || end_s ? contact::endpoint : contact::proper;
  }
  const vector along = vanishes(d) ? e : d;
  if (!vanishes(cross(along, a - p))) return contact::none;
  if (vanishes(along)) return vanishes(a - p) ? contact::vertex : contact::none;
  // places on the common line
  const mpq_class zero = 0, at_q = dot(along, q - p), at_a = dot(along, a - p), at_b = dot(along, b - p);
  const mpq_class low = std::max(std::min(zero, at_q), std::min(at_a, at_b));
  const mpq_class high = std::min(std::max(zero, at_q), std::max(at_a, at_b));
  if (low != high) return low < high ? contact::overlap : contact::none;
  const bool end_of_both = (low == 0 || low == at_q) && (low == at_a || low == at_b);
  return end_of_both ? contact::vertex : contact::endpoint;
}
inline contact reference(const segment<point2>& r, const segment<point2>& b) {
  return reference(exactly(r.p), exactly(r.q), exactly(b.p), exactly(b.q));
}

inline contact reference(const segment<point3>& r, const triangle& t) {
  const vector p = exactly(r.p), q = exactly(r.q), d = q - p;
  const std::array<vector, 3> corner = {exactly(t.a), exactly(t.b), exactly(t.c)};
  const vector n = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const auto edge = [&](std::size_t i) -> vector { return corner[(i + 1) % 3] - corner[i]; };
  if (vanishes(n)) {
    for (std::size_t i = 0; i < 3; ++i)
      if (reference(p, q, corner[i], corner[(i + 1) % 3]) != contact::none) return contact::degenerate;
    return contact::none;
  }
  const mpq_class above_p = dot(n, p - corner[0]), above_q = dot(n, q - corner[0]);
  if (above_p == 0 && above_q == 0) {
    // the parameters of the segment that each edge leaves
    mpq_class first = 0, last = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      const vector inward = cross(n, edge(i));
      const mpq_class at = dot(inward, p - corner[i]), slope = dot(inward, d);
      if (slope == 0 && at < 0) return contact::none;
      if (slope > 0) first = std::max(first, mpq_class(-at / slope));
      if (slope < 0) last = std::min(last, mpq_class(-at / slope));
    }
    return first <= last ? contact::coplanar : contact::none;
  }
  if (sgn(above_p) * sgn(above_q) > 0) return contact::none;
  const mpq_class place = above_p / (above_p - above_q);
  const vector x = p + place * d;
  int on_edges = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const mpq_class inside = dot(cross(n, edge(i)), x - corner[i]);
    if (inside < 0) return contact::none;
    on_edges += inside == 0;
  }
  if (on_edges > 0) return on_edges == 1 ? contact::edge : contact::vertex;
  return place == 0 || place == 1 ? contact::endpoint : contact::proper;
}

/// Every pair, without a grid.
template <class View>
std::vector<hit> all_contacts(const View& scene) {
  std::vector<hit> hits;
  for (uint32_t i = 0; i < scene.red_count; ++i) {
    for (uint32_t j = 0; j < scene.blue_count; ++j) {
      const contact how = reference(scene.red(i), scene.blue(j));
      if (how != contact::none) hits.push_back({i, j, how});
    }
  }
  return hits;
}

}  // namespace intersect
