// Candidate pairs of a ray and a patch, each from its number alone, with the same bits on host and device.
#pragma once

#include <ff/random.hpp>

#include "../methods/points.hpp"

namespace bezier {

enum class pair_kind {
  random,      ///< a sheet of random control points, and a ray through its box
  camera,      ///< a patch of the scene, and a ray from an eye outside the scene through its box
  silhouette,  ///< a patch of the scene, and a ray that touches it but for 2^-4 to 2^-24 of its size
  grazing,     ///< a sheet with a height of 2^-2 to 2^-14, and a ray nearly in it
  poles,       ///< a patch of the scene with an edge that is a point, and a ray past or through that point
  touching     ///< a patch that the ray touches in one point, which is known exactly
};
inline constexpr const char* pair_kind_names[] = {"random",  "camera", "silhouette",
                                                  "grazing", "poles",  "touching"};
inline constexpr int pair_kinds = 6;

/// Says what the kinds of pairs are drawn from: a scene's patches, its box, and those patches again of which
/// an edge is a point.
struct drawn_from {
  const patch* patches;
  const patch* poles;
  unsigned count, pole_count;
  ff::geometry::box bounds;
};

/// Numbers for one pair.
class pair_numbers {
 public:
  FF_HD pair_numbers(pair_kind kind, ff::uint64 number) : bits_(static_cast<ff::uint64>(kind), number) {}

  FF_HD unsigned below(unsigned n) { return static_cast<unsigned>((ff::uint64{bits_()} * n) >> 32); }
  /// From -size to size.
  FF_HD float within(float size) {
    const float x = static_cast<float>(static_cast<int>(bits_() >> 8) - (1 << 23));
    return ff::mul_rn(ff::mul_rn(x, 0x1p-23f), size);
  }
  FF_HD float between(float low, float high) {
    return ff::fma_rn(ff::sub_rn(high, low), ff::add_rn(within(0.5f), 0.5f), low);
  }
  FF_HD ff::geometry::vector3<float> within_box(const ff::geometry::box& b) {
    const float x = between(b.lower.x, b.upper.x), y = between(b.lower.y, b.upper.y);
    return {x, y, between(b.lower.z, b.upper.z)};
  }

 private:
  ff::philox bits_;
};

namespace drawing {

using vec3 = ff::geometry::vector3<float>;

/// All of the line through `from` and `to`.
FF_HD ray line(vec3 from, vec3 to) { return {from, to - from, -1e30f, 1e30f}; }

FF_HD float length(vec3 a) { return ff::sqrt_rn(dot(a, a)); }
FF_HD float extent(const ff::geometry::box& b) { return length(b.upper - b.lower); }

/// A grid over [-1, 1]^2, each point moved by up to `away` along it and up to `height` across.
FF_HD_LARGE patch sheet(pair_numbers& x, float away, float height) {
  patch s{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const float at_i = ff::fma_rn(static_cast<float>(i), 2.0f / 3.0f, -1.0f);
      const float at_j = ff::fma_rn(static_cast<float>(j), 2.0f / 3.0f, -1.0f);
      const float a = x.within(away), b = x.within(away);
      s.p[i][j] = {ff::add_rn(at_i, a), ff::add_rn(at_j, b), x.within(height)};
    }
  return s;
}

/// A ray from outside through the middle of a sheet of that height, in no direction of the axes.
FF_HD_LARGE ray through_sheet(pair_numbers& x, float height) {
  const float y = x.within(0.8f), z = x.within(height);
  const float to_x = x.within(0.7f), to_y = x.within(0.7f);
  return line({-6.0f, y, z}, {to_x, to_y, ff::mul_rn(0.7f, x.within(height))});
}

/// An eye on a cube about the scene, of twice its size.
FF_HD_LARGE vec3 eye(pair_numbers& x, const ff::geometry::box& scene) {
  const float size = extent(scene);
  const vec3 middle = 0.5f * (scene.lower + scene.upper);
  float at[3] = {x.within(size), x.within(size), x.within(size)};
  at[x.below(3)] = x.below(2) == 0 ? size : -size;
  return middle + vec3{at[0], at[1], at[2]};
}

/// A ray along the surface at some point of it, moved by `off` of the patch's size along the normal.
FF_HD_LARGE ray tangent(pair_numbers& x, const patch& s) {
  const float u = x.between(0.0625f, 0.9375f), v = x.between(0.0625f, 0.9375f);
  const float a = x.within(1.0f), b = x.within(1.0f);
  const auto at = ff::geometry::evaluate(s, u, v);
  const vec3 normal = cross(at.du, at.dv), along = a * at.du + b * at.dv;
  const float size = extent(ff::geometry::bounds_of(s));
  const float sideways = x.within(size);
  const float off = ff::mul_rn(sideways, ff::detail::power_of_two(-4 - static_cast<int>(x.below(21))));
  const float across = length(normal), ahead = length(along);
  const vec3 direction =
      ff::less(0.0f, ahead) ? ff::div_rn(size, ahead) * along : vec3{size, ff::mul_rn(0.5f, size), 0.0f};
  const vec3 moved = ff::less(0.0f, across) ? fma(ff::div_rn(off, across), normal, at.point) : at.point;
  return {fma(-3.0f, direction, moved), direction, -1e30f, 1e30f};
}

/// The point that an edge of the patch is.
FF_HD_LARGE vec3 pole_of(const patch& s) {
  const auto [u0, u1, v0, v1] = ff::geometry::collapsed(s);
  return u0 || v0 ? s.p[0][0] : u1 ? s.p[3][0] : s.p[0][3];
}

/// A ray past a pole at 1 to 2^-24 of the patch's size; one of eight goes to the pole itself.
FF_HD_LARGE ray past_pole(pair_numbers& x, const patch& s) {
  const float size = extent(ff::geometry::bounds_of(s)), far = ff::mul_rn(2.0f, size);
  const vec3 pole = pole_of(s);
  const int closeness = static_cast<int>(x.below(25));
  const bool exactly = x.below(8) == 0;
  const float miss = exactly ? 0.0f : ff::mul_rn(size, ff::detail::power_of_two(-closeness));
  const float dx = x.within(far), dy = x.within(far), dz = x.within(far);
  const float mx = x.within(miss), my = x.within(miss), mz = x.within(miss);
  return line(pole + vec3{dx, dy, dz}, pole + vec3{mx, my, mz});
}

/// The point u = p/q, v = r/q, t = 3 in which a pair of kind `touching` meets.
struct touched_point {
  int p, r, q;

  FF_HD explicit touched_point(pair_numbers& x) : p(0), r(0), q(2 + static_cast<int>(x.below(62))) {
    p = 1 + static_cast<int>(x.below(static_cast<unsigned>(q))),
    r = static_cast<int>(x.below(static_cast<unsigned>(q + 1)));
  }

  /// Bernstein's coefficient k of 3 (q x - a)^2.
  FF_HD int square(int a, int k) const {
    return k == 0   ? 3 * a * a
           : k == 1 ? 3 * a * a - 2 * a * q
           : k == 2 ? 3 * a * a - 4 * a * q + q * q
                    : 3 * (q - a) * (q - a);
  }
  /// S(u, v) = (3 q u, 3 q v, 3 (q u - p)^2 + 3 (q v - r)^2), and the ray t (p, r, 0), times a power of two.
  FF_HD_LARGE ray_and_patch pair(float scale) const {
    ray_and_patch a{};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        a.s.p[i][j] = scale * vec3{static_cast<float>(i * q), static_cast<float>(j * q),
                                   static_cast<float>(square(p, i) + square(r, j))};
    a.r = {
        {0.0f, 0.0f, 0.0f}, scale * vec3{static_cast<float>(p), static_cast<float>(r), 0.0f}, -1e30f, 1e30f};
    return a;
  }
};

}  // namespace drawing

/// Pair `number` of a kind.  `camera` and `silhouette` need patches, `poles` needs poles.
FF_HD_LARGE ray_and_patch draw_pair(pair_kind kind, ff::uint64 number, const drawn_from& scene) {
  pair_numbers x(kind, number);
  ray_and_patch p{};
  if (kind == pair_kind::touching) {
    const drawing::touched_point at(x);
    return at.pair(ff::detail::power_of_two(static_cast<int>(x.below(101)) - 57));
  }
  if (kind == pair_kind::random) {
    p.s = drawing::sheet(x, 0.5f, 1.5f);
    p.r = drawing::through_sheet(x, 1.0f);
  } else if (kind == pair_kind::grazing) {
    const float height = ff::mul_rn(1.5f, ff::detail::power_of_two(-2 - static_cast<int>(x.below(13))));
    p.s = drawing::sheet(x, 0.25f, height);
    p.r = drawing::through_sheet(x, height);
  } else if (kind == pair_kind::poles) {
    p.s = scene.poles[x.below(scene.pole_count)];
    p.r = drawing::past_pole(x, p.s);
  } else {
    p.s = scene.patches[x.below(scene.count)];
    if (kind == pair_kind::silhouette) {
      p.r = drawing::tangent(x, p.s);
    } else {
      const drawing::vec3 from = drawing::eye(x, scene.bounds);
      p.r = drawing::line(from, x.within_box(ff::geometry::bounds_of(p.s)));
    }
  }
  return p;
}

}  // namespace bezier
