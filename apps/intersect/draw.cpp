#include "draw.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/picture/camera.hpp"
#include "apps/picture/shading.hpp"

namespace intersect {
namespace {

using picture::rgb, picture::vec3;

rgb colour_of(contact how) {
  switch (how) {
    case contact::proper:
      return {255, 170, 0};
    case contact::endpoint:
      return {40, 200, 60};
    case contact::edge:
      return {0, 200, 255};
    case contact::vertex:
      return {255, 0, 200};
    case contact::coplanar:
    case contact::overlap:
      return {255, 255, 0};
    default:
      return {255, 255, 255};
  }
}

/// In pixels from the top left, and how far away.
struct spot {
  double x, y, depth;
};
spot between(const spot& a, const spot& b, double t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.depth + t * (b.depth - a.depth)};
}

/// Pixels with their depths: what is nearer hides the rest.
class canvas {
 public:
  canvas(int width, int height, rgb background)
      : image_{width, height,
               std::vector<rgb>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                                background)},
        depth_(image_.pixels.size(), std::numeric_limits<double>::infinity()) {}

  void point(int column, int row, double depth, rgb colour) {
    if (column < 0 || row < 0 || column >= image_.width || row >= image_.height) return;
    const std::size_t at = static_cast<std::size_t>(row) * static_cast<std::size_t>(image_.width) +
                           static_cast<std::size_t>(column);
    if (depth > depth_[at]) return;
    depth_[at] = depth;
    image_.pixels[at] = colour;
  }
  void line(const spot& a, const spot& b, rgb colour) {
    const int steps =
        static_cast<int>(std::min(1e5, std::ceil(std::max(std::fabs(b.x - a.x), std::fabs(b.y - a.y))) + 1));
    for (int i = 0; i <= steps; ++i) {
      const spot s = between(a, b, static_cast<double>(i) / steps);
      point(floor(s.x), floor(s.y), s.depth, colour);
    }
  }
  void disc(const spot& s, int radius, rgb colour) {
    for (int j = -radius; j <= radius; ++j) {
      for (int i = -radius; i <= radius; ++i)
        if (i * i + j * j <= radius * radius) point(floor(s.x) + i, floor(s.y) + j, s.depth, colour);
    }
  }
  void face(const spot& a, const spot& b, const spot& c, rgb colour) {
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (!(std::fabs(area) > 1e-12)) return;
    const int first_row = std::max(0, floor(std::min({a.y, b.y, c.y})));
    const int last_row = std::min(image_.height - 1, floor(std::max({a.y, b.y, c.y})));
    const int first_column = std::max(0, floor(std::min({a.x, b.x, c.x})));
    const int last_column = std::min(image_.width - 1, floor(std::max({a.x, b.x, c.x})));
    for (int row = first_row; row <= last_row; ++row) {
      for (int column = first_column; column <= last_column; ++column) {
        const double x = column + 0.5, y = row + 0.5;
        const double u = ((b.x - x) * (c.y - y) - (b.y - y) * (c.x - x)) / area;
        const double v = ((c.x - x) * (a.y - y) - (c.y - y) * (a.x - x)) / area;
        if (u >= 0 && v >= 0 && u + v <= 1)
          point(column, row, u * a.depth + v * b.depth + (1 - u - v) * c.depth, colour);
      }
    }
  }
  picture::image take() { return std::move(image_); }

 private:
  static int floor(double x) { return static_cast<int>(std::clamp(std::floor(x), -1e6, 1e6)); }

  picture::image image_;
  std::vector<double> depth_;
};

/// Parallel projection along a camera's view.
class projection {
 public:
  explicit projection(const picture::camera& c) : camera_(c) {}
  spot operator()(const point3& p) const {
    const double d[] = {double{p.x} - camera_.eye.x, double{p.y} - camera_.eye.y,
                        double{p.z} - camera_.eye.z};
    const auto along = [&](const vec3& v) { return d[0] * v.x + d[1] * v.y + d[2] * v.z; };
    const auto square = [](const vec3& v) {
      return double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z;
    };
    return {(along(camera_.right) / square(camera_.right) + camera_.width) / 2,
            (camera_.height - along(camera_.up) / square(camera_.up)) / 2, along(camera_.forward)};
  }

 private:
  picture::camera camera_;
};

/// About where on the segment the contact is, as a share of its length: from the distances of its ends to the
/// triangle's plane.  The middle where it lies in that plane.
double share_of(const segment<point3>& s, const triangle& t) {
  const auto distance = [&](const point3& p) {
    const double ax = double{t.b.x} - t.a.x, ay = double{t.b.y} - t.a.y, az = double{t.b.z} - t.a.z;
    const double bx = double{t.c.x} - t.a.x, by = double{t.c.y} - t.a.y, bz = double{t.c.z} - t.a.z;
    return (double{p.x} - t.a.x) * (ay * bz - az * by) + (double{p.y} - t.a.y) * (az * bx - ax * bz) +
           (double{p.z} - t.a.z) * (ax * by - ay * bx);
  };
  const double p = distance(s.p), q = distance(s.q);
  return std::fabs(p - q) > 0 ? std::clamp(p / (p - q), 0.0, 1.0) : 0.5;
}
double share_of(const segment<point2>& r, const segment<point2>& b) {
  const auto distance = [&](const point2& p) {
    return (double{b.q.x} - b.p.x) * (double{p.y} - b.p.y) - (double{b.q.y} - b.p.y) * (double{p.x} - b.p.x);
  };
  const double p = distance(r.p), q = distance(r.q);
  return std::fabs(p - q) > 0 ? std::clamp(p / (p - q), 0.0, 1.0) : 0.5;
}

constexpr vec3 low_ground{0.65f, 0.35f, 0.15f}, high_ground{0.15f, 0.5f, 0.35f};  // linear
constexpr rgb black{0, 0, 0}, white{255, 255, 255}, light_grey{225, 225, 225};

}  // namespace

picture::image draw(const space_scene& scene, const std::vector<hit>& hits, int width, int height) {
  box<3> all = empty_box<3>();
  for (const point3& p : scene.vertices) all = hull(all, box_of(p));
  for (const segment<point3>& s : scene.reds) all = hull(all, box_of(s));
  const auto middle = [&](int k) { return 0.5f * all.low[k] + 0.5f * all.high[k]; };
  const auto extent = [&](int k) { return all.high[k] - all.low[k]; };
  const float size = std::max(1e-30f, std::hypot(extent(0), extent(1), extent(2)));
  const vec3 centre{middle(0), middle(1), middle(2)};
  const picture::view from{centre + size * vec3{0.55f, -0.95f, 0.5f}, centre, 40, {0, 0, 1}};
  const float fits = std::max(1.0f, static_cast<float>(height) / static_cast<float>(width));
  const picture::camera camera = picture::make_camera(from, 0.8f * size * fits, width, height);
  const projection at(camera);

  canvas c(width, height, light_grey);
  for (const corners& t : scene.triangles) {
    const point3 p = scene.vertices[t.a], q = scene.vertices[t.b], r = scene.vertices[t.c];
    const vec3 normal = picture::normalized(
        picture::cross(vec3{q.x - p.x, q.y - p.y, q.z - p.z}, vec3{r.x - p.x, r.y - p.y, r.z - p.z}));
    const float height = ((p.z + q.z + r.z) / 3 - all.low[2]) / std::max(1e-30f, extent(2));
    const vec3 above = picture::fma(height, high_ground, (1 - height) * low_ground);
    c.face(at(p), at(q), at(r), picture::lambert(normal, camera.forward, camera.light, above, 0.7f * above));
  }
  // A little nearer than the ground that they lie in.
  const double nearer = 0.002 * static_cast<double>(size);
  const auto lifted = [&](spot s) { return s.depth -= nearer, s; };
  for (const segment<point3>& s : scene.reds) c.line(lifted(at(s.p)), lifted(at(s.q)), {170, 20, 20});
  const int radius = std::max(1, height / 240);
  for (const hit& h : hits) {
    const segment<point3> s = scene.reds[h.red];
    const spot here = between(at(s.p), at(s.q), share_of(s, scene.view().blue(h.blue)));
    c.disc({here.x, here.y, here.depth - 2 * nearer}, radius, colour_of(h.how));
  }
  return c.take();
}

picture::image draw(const plane_scene& scene, const std::vector<hit>& hits, int width, int height) {
  box<2> all = empty_box<2>();
  for (const auto& s : scene.reds) all = hull(all, box_of(s));
  for (const auto& s : scene.blues) all = hull(all, box_of(s));
  const double extent_x = double{all.high[0]} - all.low[0], extent_y = double{all.high[1]} - all.low[1];
  const double scale =
      0.96 * std::min(width / std::max(extent_x, 1e-300), height / std::max(extent_y, 1e-300));
  const auto at = [&](const point2& p) {
    return spot{0.5 * width + (p.x - 0.5 * (double{all.low[0]} + all.high[0])) * scale,
                0.5 * height - (p.y - 0.5 * (double{all.low[1]} + all.high[1])) * scale, 0};
  };
  canvas c(width, height, white);
  for (const auto& s : scene.blues) c.line(at(s.p), at(s.q), {90, 110, 220});
  for (const auto& s : scene.reds) c.line(at(s.p), at(s.q), {220, 80, 80});
  const int radius = std::max(1, height / 240);
  for (const hit& h : hits) {
    const auto s = scene.reds[h.red];
    const spot here = between(at(s.p), at(s.q), share_of(s, scene.blues[h.blue]));
    c.disc(here, radius + 1, black);
    c.disc(here, radius, colour_of(h.how));
  }
  return c.take();
}

}  // namespace intersect
