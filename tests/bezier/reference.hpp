// What the tests of the tracer compare with.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "apps/bezier/render.hpp"
#include "apps/bezier/scene.hpp"

namespace bezier {

inline bool same_bits(const box& a, const box& b) {
  const auto same = [](float x, float y) { return ff::detail::to_bits(x) == ff::detail::to_bits(y); };
  return same(a.lower.x, b.lower.x) && same(a.lower.y, b.lower.y) && same(a.lower.z, b.lower.z) &&
         same(a.upper.x, b.upper.x) && same(a.upper.y, b.upper.y) && same(a.upper.z, b.upper.z);
}

/// The number of the first pixel that differs, -1 where none does.
inline int first_difference(const rendering& a, const rendering& b) {
  if (a.pixels.size() != b.pixels.size()) return 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const pixel &p = a.pixels[i], &q = b.pixels[i];
    const bool same = p.colour.red == q.colour.red && p.colour.green == q.colour.green &&
                      p.colour.blue == q.colour.blue && p.what == q.what && p.patch == q.patch &&
                      ff::detail::to_bits(p.t.hi()) == ff::detail::to_bits(q.t.hi()) &&
                      ff::detail::to_bits(p.t.lo()) == ff::detail::to_bits(q.t.lo());
    if (!same) return static_cast<int>(i);
  }
  return -1;
}

using point3 = std::array<float, 3>;
inline point3 coordinates_of(const ff::geometry::vector3<float>& p) { return {p.x, p.y, p.z}; }

/// An edge by its control points, from its lesser end.
inline std::vector<point3> edge_of(const patch& s, int edge) {
  const int far = edge % 2 * 3;
  const auto at = [&](int k) { return coordinates_of(edge < 2 ? s.p[far][k] : s.p[k][far]); };
  const std::vector<point3> e = {at(0), at(1), at(2), at(3)};
  const std::vector<point3> reversed(e.rbegin(), e.rend());
  return std::min(e, reversed);
}

/// How many patches have an edge; edges that are points are left out.
inline std::map<std::vector<point3>, int> edges_of(const std::vector<patch>& patches) {
  std::map<std::vector<point3>, int> count;
  for (const patch& s : patches) {
    for (int edge = 0; edge < 4; ++edge) {
      const auto e = edge_of(s, edge);
      if (e[0] != e[1] || e[0] != e[3]) ++count[e];
    }
  }
  return count;
}

/// Rays from around a scene through it.
class rays_at {
 public:
  rays_at(const std::vector<patch>& patches, unsigned seed) : random_(seed) {
    for (const patch& p : patches) all_ = join(all_, bounds_of(p));
  }
  ray next() {
    const auto from = within(1.5f), to = within(0.5f);
    return {from, to - from, 0.0f, ff::detail::infinity};
  }

 private:
  // A point of the box made larger or smaller about its middle.
  ff::geometry::vector3<float> within(float size) {
    std::uniform_real_distribution<float> share(-size, size);
    const auto middle = 0.5f * (all_.lower + all_.upper), sides = all_.upper - all_.lower;
    return {middle.x + share(random_) * sides.x, middle.y + share(random_) * sides.y,
            middle.z + share(random_) * sides.z};
  }

  std::mt19937 random_;
  box all_ = ff::geometry::empty_box();
};

}  // namespace bezier
