// Scenes full of degenerate contacts, and others, at every size that floats have.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "apps/intersect/shapes.hpp"

namespace intersect {

struct kind_of_scene {
  std::string name;
  int lattice;  // coordinates are whole numbers from 0 to this, or any below 1 where it is 0
  int exponent;
};
inline const std::vector<kind_of_scene> kinds_of_scenes = {
    {"uniform", 0, 0}, {"lattice of 2", 2, 0}, {"lattice of 4", 4, -2},   {"lattice of 16", 16, 20},
    {"huge", 3, 125},  {"subnormal", 4, -149}, {"uniform, huge", 0, 127}, {"uniform, subnormal", 0, -130}};

class scene_maker {
 public:
  scene_maker(const kind_of_scene& kind, unsigned seed) : kind_(kind), random_(seed) {}

  space_scene space(uint32_t reds, uint32_t triangles) {
    space_scene s;
    for (uint32_t i = 0; i < 2 * triangles; ++i) s.vertices.push_back(in_space());
    for (uint32_t i = 0; i < triangles; ++i) s.triangles.push_back({vertex(s), vertex(s), vertex(s)});
    for (uint32_t i = 0; i < reds; ++i) {
      const point3 p = in_space(), q = random_() % 8 == 0 ? p : in_space();
      s.reds.push_back({p, q});
    }
    return s;
  }
  plane_scene plane(uint32_t reds, uint32_t blues) {
    plane_scene s;
    for (uint32_t i = 0; i < reds; ++i) s.reds.push_back(in_plane());
    for (uint32_t i = 0; i < blues; ++i) s.blues.push_back(in_plane());
    return s;
  }

 private:
  float coordinate() {
    const float x = kind_.lattice > 0
                        ? static_cast<float>(random_() % static_cast<unsigned>(kind_.lattice + 1))
                        : static_cast<float>(random_() >> 8) * 0x1p-24f;
    return std::ldexp(random_() % 2 == 0 ? -x : x, kind_.exponent);
  }
  point3 in_space() {
    const float x = coordinate(), y = coordinate(), z = coordinate();
    return {x, y, z};
  }
  segment<point2> in_plane() {
    const float px = coordinate(), py = coordinate(), qx = coordinate(), qy = coordinate();
    return random_() % 8 == 0 ? segment<point2>{{px, py}, {px, py}} : segment<point2>{{px, py}, {qx, qy}};
  }
  uint32_t vertex(const space_scene& s) { return static_cast<uint32_t>(random_() % s.vertices.size()); }

  kind_of_scene kind_;
  std::mt19937 random_;
};

}  // namespace intersect
