#include "sample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ff/ff.hpp>

namespace compress {
namespace {

using ff::ff_t;
using colour = std::array<ff_t, 3>;  // components from 0 to 1

// All arithmetic is in pairs, which no compiler contracts: a picture has one set of bits.
constexpr ff_t horizon = 0.55f, ball_x = 0.38f, ball_y = 0.58f, ball_radius = 0.24f;

colour mixed(const colour& x, const colour& y, ff_t share) {
  colour z;
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x[i] + share * (y[i] - x[i]);
  return z;
}

ff_t fraction(ff_t x) { return x - floor(x); }

/// With a sun, whose rim is hard, and stripes of cloud.
colour sky(ff_t x, ff_t y) {
  const ff_t dx = x - 0.8f, dy = y - 0.17f;
  if (dx * dx + dy * dy < 0.006f) return {1.0f, 0.93f, 0.7f};
  const colour blue = mixed({0.16f, 0.32f, 0.62f}, {0.85f, 0.72f, 0.62f}, y / horizon);
  const ff_t cloud = 0.5f + 0.5f * sin(9.0f * y * y + 2.5f * x + 3.0f * sin(4.0f * x));
  return mixed(blue, {0.95f, 0.93f, 0.92f}, 0.35f * cloud * cloud);
}

/// Squares of a plane that the eye looks along; far away they fade into grey before they are smaller than
/// pixels.
colour floor_at(ff_t x, ff_t y) {
  const ff_t depth = 1.0f / (y - horizon + 0.01f), across = (x - 0.5f) * depth;
  const bool odd = (fraction(0.6f * across) < 0.5f) != (fraction(0.3f * depth) < 0.5f);
  const colour square = odd ? colour{0.76f, 0.7f, 0.6f} : colour{0.24f, 0.2f, 0.22f};
  const ff_t haze = depth < 40.0f ? depth / 40.0f : 1.0f;
  const ff_t sx = (x - ball_x - 0.08f) / 0.3f, sy = (y - 0.83f) / 0.06f;
  const ff_t shadow = sx * sx + sy * sy;
  const colour lit = mixed(square, {0.5f, 0.46f, 0.44f}, haze);
  return shadow < 1.0f ? mixed({0.08f, 0.07f, 0.09f}, lit, 0.35f + 0.65f * shadow) : lit;
}

/// Rings of a fine texture, shaded by Lambert's law with a highlight; nz is the normal's part to the eye.
colour ball(ff_t nx, ff_t ny, ff_t nz) {
  const ff_t light = 0.52f * nx - 0.6f * ny + 0.608f * nz;
  const ff_t lambert = light > 0.0f ? light : ff_t(0.0f);
  const ff_t ring = 0.5f + 0.5f * sin(38.0f * (ny + 0.35f * nx));
  const colour skin = mixed({0.72f, 0.16f, 0.14f}, {0.93f, 0.55f, 0.2f}, ring);
  colour shaded;
  for (std::size_t i = 0; i < shaded.size(); ++i) shaded[i] = skin[i] * (0.14f + 0.86f * lambert);
  ff_t highlight = lambert;
  for (int i = 0; i < 5; ++i) highlight = highlight * highlight;
  return mixed(shaded, {1.0f, 1.0f, 1.0f}, 0.8f * highlight);
}

colour scene(ff_t x, ff_t y) {
  const ff_t nx = (x - ball_x) / ball_radius, ny = (y - ball_y) / ball_radius, square = nx * nx + ny * ny;
  if (square < 1.0f) return ball(nx, ny, sqrt(1.0f - square));
  return y < horizon ? sky(x, y) : floor_at(x, y);
}

}  // namespace

picture::image sample(int size) {
  picture::image p{size, size, {}};
  p.pixels.reserve(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      const colour c = scene((ff_t(j) + 0.5f) / size, (ff_t(i) + 0.5f) / size);
      const auto byte = [](ff_t x) {
        return static_cast<unsigned char>(std::lround(255 * std::clamp(static_cast<double>(x), 0.0, 1.0)));
      };
      p.pixels.push_back({byte(c[0]), byte(c[1]), byte(c[2])});
    }
  }
  return p;
}

}  // namespace compress
