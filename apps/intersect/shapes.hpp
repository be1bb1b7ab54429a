// Says what is intersected: red segments with blue triangles in space, or red with blue segments in the
// plane.
#pragma once

#include <array>
#include <cstdint>
#include <ff/predicates/types.hpp>
#include <ff/rounding.hpp>
#include <vector>

namespace intersect {

using std::uint32_t, std::uint64_t;

using point2 = ff::point2<float>;
using point3 = ff::point3<float>;

/// The closed segment from p to q; a point where they are equal.
template <class P>
struct segment {
  P p, q;
};

/// Closed.
struct triangle {
  point3 a, b, c;
};

struct corners {
  uint32_t a, b, c;
};

// ---- boxes

/// A closed box: low[k] <= x <= high[k].  Aligned to be loaded at once.
template <int dimension>
struct alignas(dimension == 2 ? 16 : 32) box {
  float low[dimension];
  float high[dimension];
};

FF_HD constexpr box<2> box_of(const point2& a) { return {{a.x, a.y}, {a.x, a.y}}; }
FF_HD constexpr box<3> box_of(const point3& a) { return {{a.x, a.y, a.z}, {a.x, a.y, a.z}}; }

template <int dimension>
FF_HD constexpr box<dimension> hull(const box<dimension>& a, const box<dimension>& b) {
  box<dimension> r{};
  for (int k = 0; k < dimension; ++k) {
    r.low[k] = ff::least(a.low[k], b.low[k]);
    r.high[k] = ff::greatest(a.high[k], b.high[k]);
  }
  return r;
}
/// Says what they share; low > high somewhere if that is nothing.
template <int dimension>
FF_HD constexpr box<dimension> common(const box<dimension>& a, const box<dimension>& b) {
  box<dimension> r{};
  for (int k = 0; k < dimension; ++k) {
    r.low[k] = ff::greatest(a.low[k], b.low[k]);
    r.high[k] = ff::least(a.high[k], b.high[k]);
  }
  return r;
}
template <int dimension>
FF_HD constexpr bool is_empty(const box<dimension>& a) {
  bool empty = false;
  for (int k = 0; k < dimension; ++k) empty = empty || ff::less(a.high[k], a.low[k]);
  return empty;
}
template <int dimension>
constexpr box<dimension> empty_box() {
  box<dimension> r{};
  for (int k = 0; k < dimension; ++k) r.low[k] = ff::detail::infinity, r.high[k] = -ff::detail::infinity;
  return r;
}

template <class P>
FF_HD constexpr auto box_of(const segment<P>& s) {
  return hull(box_of(s.p), box_of(s.q));
}
FF_HD constexpr box<3> box_of(const triangle& t) { return hull(hull(box_of(t.a), box_of(t.b)), box_of(t.c)); }

// ---- scenes, and what a kernel sees of them

struct space_view {
  static constexpr int dimension = 3;
  const segment<point3>* reds;
  const point3* vertices;
  const corners* triangles;
  uint32_t red_count, blue_count;

  FF_HD constexpr const segment<point3>& red(uint32_t i) const { return reds[i]; }
  FF_HD constexpr triangle blue(uint32_t i) const {
    const corners t = triangles[i];
    return {vertices[t.a], vertices[t.b], vertices[t.c]};
  }
};

struct plane_view {
  static constexpr int dimension = 2;
  const segment<point2>* reds;
  const segment<point2>* blues;
  uint32_t red_count, blue_count;

  FF_HD constexpr const segment<point2>& red(uint32_t i) const { return reds[i]; }
  FF_HD constexpr const segment<point2>& blue(uint32_t i) const { return blues[i]; }
};

/// Segments, and a mesh: triangles by the places of their corners.
struct space_scene {
  using view_type = space_view;
  std::vector<segment<point3>> reds;
  std::vector<point3> vertices;
  std::vector<corners> triangles;

  space_view view() const {
    return {reds.data(), vertices.data(), triangles.data(), static_cast<uint32_t>(reds.size()),
            static_cast<uint32_t>(triangles.size())};
  }
};

struct plane_scene {
  using view_type = plane_view;
  std::vector<segment<point2>> reds, blues;

  plane_view view() const {
    return {reds.data(), blues.data(), static_cast<uint32_t>(reds.size()),
            static_cast<uint32_t>(blues.size())};
  }
};

}  // namespace intersect
