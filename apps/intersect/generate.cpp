#include "generate.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace intersect {
namespace {

using std::int64_t;

/// std::mt19937_64 is the same everywhere; the distributions of std are not.
class dice {
 public:
  explicit dice(uint64_t seed) : engine_(seed) {}
  /// From low to high, both included.
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }

 private:
  std::mt19937_64 engine_;
};

// ---- ground.  Coordinates are multiples of 2^-22 below 4, so that their halves and quarters are exact
// floats.

constexpr int64_t unit = 1 << 20, quarter = 4;

struct place {
  int64_t x, y, z;  // in quarters of 2^-20

  friend place operator+(const place& a, const place& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend place operator-(const place& a, const place& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

float as_float(int64_t n) { return static_cast<float>(n) * 0x1p-22f; }
point3 as_point(const place& a) { return {as_float(a.x), as_float(a.y), as_float(a.z)}; }

/// Heights between random ones on a square lattice, bilinear.
class relief {
 public:
  relief(int64_t cells, int64_t height, dice& d)
      : cells_(cells), heights_(static_cast<std::size_t>((cells + 2) * (cells + 2))) {
    for (int64_t& h : heights_) h = d.between(-height, height);
  }
  int64_t at(int64_t x, int64_t y) const {
    const int64_t step = unit / cells_, i = x / step, j = y / step, u = x % step, v = y % step;
    const int64_t low = of(i, j) * (step - u) + of(i + 1, j) * u;
    const int64_t high = of(i, j + 1) * (step - u) + of(i + 1, j + 1) * u;
    return (low * (step - v) + high * v) / (step * step);
  }

 private:
  int64_t of(int64_t i, int64_t j) const { return heights_[static_cast<std::size_t>(j * (cells_ + 2) + i)]; }

  int64_t cells_;
  std::vector<int64_t> heights_;
};

constexpr uint32_t layers = 8;

struct ground {
  std::vector<place> vertices;
  std::vector<corners> triangles;
};

ground make_ground(uint32_t triangles, dice& d) {
  ground g;
  const auto side =
      std::max<uint32_t>(1, static_cast<uint32_t>(std::ceil(std::sqrt(triangles / (2.0 * layers)))));
  g.vertices.reserve(std::size_t{layers} * (side + 1) * (side + 1));
  g.triangles.reserve(triangles);
  for (uint32_t layer = 0; layer < layers; ++layer) {
    const relief hills(8, unit / 40, d), stones(64, unit / 200, d);
    const int64_t depth = unit / 10 + layer * (unit / 10);
    const auto first = static_cast<uint32_t>(g.vertices.size());
    for (uint32_t j = 0; j <= side; ++j) {
      for (uint32_t i = 0; i <= side; ++i) {
        const int64_t x = i * unit / side, y = j * unit / side;
        const place at{x, y, depth + hills.at(x, y) + stones.at(x, y)};
        g.vertices.push_back({quarter * at.x, quarter * at.y, quarter * at.z});
      }
    }
    for (uint32_t j = 0; j < side; ++j) {
      for (uint32_t i = 0; i < side && g.triangles.size() < triangles; ++i) {
        const uint32_t a = first + j * (side + 1) + i, b = a + 1, c = a + side + 1, e = c + 1;
        g.triangles.push_back({a, b, e});
        if (g.triangles.size() < triangles) g.triangles.push_back({a, e, c});
      }
    }
  }
  return g;
}

struct line {
  place p, q;
};

/// From above the ground downwards, at most `lean` aside.
line drill(dice& d) {
  constexpr int64_t lean = quarter * unit * 5 / 93;
  const place top{d.between(0, quarter * unit), d.between(0, quarter * unit), quarter * unit * 15 / 16};
  return {top,
          {top.x + d.between(-lean, lean), top.y + d.between(-lean, lean), d.between(0, quarter * unit / 5)}};
}

/// With `middle` half-way between its ends.
line through(const place& middle, dice& d) {
  const place way{d.between(-unit / 32, unit / 32), d.between(-unit / 32, unit / 32),
                  d.between(unit / 8, unit / 2)};
  return {middle + way, middle - way};
}

place half(const place& a) { return {a.x / 2, a.y / 2, a.z / 2}; }  // of even numbers

line make_hole(uint32_t number, const ground& g, dice& d) {
  const corners t =
      g.triangles[static_cast<std::size_t>(d.between(0, static_cast<int64_t>(g.triangles.size()) - 1))];
  const place a = g.vertices[t.a], b = g.vertices[t.b], c = g.vertices[t.c];
  switch (number % 16) {
    case 0:
      return through(a, d);
    case 1:
      return through(half(a + b), d);
    case 2:
      return {a + (a - b), b + (b - a)};  // along an edge
    case 3:
      return {a + (a - half(b + c)), half(b + c) + (half(b + c) - a)};  // in the plane, through a corner
    case 4:
      return {through(a, d).p, half(a + half(b + c))};  // an end inside
    default:
      return drill(d);
  }
}

// ---- map.  Coordinates are even multiples of 2^-23, so that halves are exact floats.

constexpr int64_t width = 1 << 23;

struct spot {
  int64_t x, y;
};

point2 as_point(const spot& a) {
  return {static_cast<float>(a.x) * 0x1p-23f, static_cast<float>(a.y) * 0x1p-23f};
}

constexpr uint32_t line_length = 64;

/// Lines that turn a little at each vertex and stay on the map.
class pen {
 public:
  pen(uint32_t segments, dice& d)
      : d_(d), step_(std::max<int64_t>(8, width / std::max<int64_t>(1, std::lround(std::sqrt(segments))))) {}

  void start(const spot& at) {
    at_ = at;
    way_ = {d_.between(-step_, step_), d_.between(-step_, step_)};
  }
  spot next() {
    const int64_t turn = std::max<int64_t>(1, step_ / 4);
    way_.x = std::clamp(way_.x + d_.between(-turn, turn), -step_, step_);
    way_.y = std::clamp(way_.y + d_.between(-turn, turn), -step_, step_);
    at_.x = within(at_.x, way_.x), at_.y = within(at_.y, way_.y);
    return at_;
  }
  spot anywhere() { return {d_.between(0, width / 2 - 1) * 2, d_.between(0, width / 2 - 1) * 2}; }
  int64_t step() const { return step_; }

 private:
  /// Turns back at the border.
  static int64_t within(int64_t from, int64_t& by) {
    if (from + by < 0 || from + by >= width) by = -by;
    return (from + by) / 2 * 2;
  }

  dice& d_;
  int64_t step_;
  spot at_{}, way_{};
};

}  // namespace

space_scene generate_ground(uint32_t triangles, uint32_t segments, uint64_t seed) {
  dice d(seed);
  const ground g = make_ground(triangles, d);
  space_scene scene;
  scene.triangles = g.triangles;
  scene.vertices.reserve(g.vertices.size());
  for (const place& v : g.vertices) scene.vertices.push_back(as_point(v));
  for (uint32_t i = 0; i < segments; ++i) {
    const line l = make_hole(i, g, d);
    scene.reds.push_back({as_point(l.p), as_point(l.q)});
  }
  return scene;
}

plane_scene generate_map(uint32_t reds, uint32_t blues, uint64_t seed) {
  dice d(seed);
  plane_scene scene;
  std::vector<spot> red_vertices;  // of all lines, one after the other
  pen red(reds, d), blue(blues, d);
  for (uint32_t i = 0; i < reds; ++i) {
    if (i % line_length == 0) red.start(red_vertices.emplace_back(red.anywhere()));
    const spot from = red_vertices.back();
    red_vertices.push_back(red.next());
    scene.reds.push_back({as_point(from), as_point(red_vertices.back())});
  }
  spot from{};
  for (uint32_t i = 0, line = 0; i < blues; ++i) {
    const uint32_t place = i % line_length;
    line = i / line_length;
    // The red line that this blue one may touch.
    const uint64_t red_lines = (reds + line_length - 1) / line_length;
    const std::size_t first = line % red_lines * (line_length + 1);
    const auto red_vertex = [&](std::size_t k) {
      return red_vertices[std::min(first + k, red_vertices.size() - 1)];
    };
    const spot a = red_vertex(place), b = red_vertex(place + 1);
    if (line % 8 == 0) {
      scene.blues.push_back({as_point(a), as_point(b)});
      continue;
    }
    if (line % 8 == 1) {
      const spot way{d.between(1, blue.step()), d.between(-blue.step(), blue.step())};
      const spot before{a.x - way.x, a.y - way.y}, after{a.x + way.x, a.y + way.y};
      scene.blues.push_back({as_point(before), as_point(after)});
      continue;
    }
    if (place == 0) {
      from = line % 8 == 2 ? spot{(a.x + b.x) / 2, (a.y + b.y) / 2} : blue.anywhere();
      blue.start(from);
    }
    const spot to = blue.next();
    scene.blues.push_back({as_point(from), as_point(to)});
    from = to;
  }
  return scene;
}

}  // namespace intersect
