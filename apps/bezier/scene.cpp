#include "scene.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bezier {
namespace {

using ff::add_rn, ff::fma_rn, ff::mul_rn;

/// Turns the patches about the z axis and moves them.  What coincides in two patches does so afterwards.
void add_moved(const std::vector<patch>& from, float cosine, float sine, float x, float y,
               std::vector<patch>& to) {
  for (patch p : from) {
    for (auto& row : p.p)
      for (auto& q : row)
        q = {add_rn(fma_rn(cosine, q.x, mul_rn(-sine, q.y)), x),
             add_rn(fma_rn(sine, q.x, mul_rn(cosine, q.y)), y), q.z};
    to.push_back(p);
  }
}

std::vector<patch> field() {
  constexpr int columns = 20, rows = 18;
  constexpr float apart = 8;
  // Each step turns by atan(5/12), which is no fraction of a turn.
  constexpr float cosine = 12.0f / 13.0f, sine = 5.0f / 13.0f;
  const std::vector<patch> one = teapot(true);
  std::vector<patch> all;
  float c = 1, s = 0;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const float x = apart * static_cast<float>(2 * i + j % 2 - columns) / 2;
      const float y = apart * static_cast<float>(2 * j - rows) / 2;
      add_moved(one, c, s, x, y, all);
      const float next = fma_rn(c, cosine, mul_rn(-s, sine));
      s = fma_rn(s, cosine, mul_rn(c, sine)), c = next;
    }
  }
  return all;
}

}  // namespace

scene make_scene(const std::string& name) {
  if (name == "teapot") return {name, teapot(true)};
  if (name == "teapot28") return {name, teapot(false)};
  if (name == "field") return {name, field()};
  throw std::invalid_argument("no scene " + name);
}

picture::view teapot_view(const std::string& name) {
  if (name == "teapot") return {{4.5f, -7.0f, 4.2f}, {0.3f, 0.0f, 1.45f}, 36.0f};
  if (name == "silhouette") return {{9.0f, 0.01f, 1.2f}, {2.3f, 0.0f, 2.2f}, 14.0f};
  if (name == "grazing") return {{-4.25f, -4.25f, 0.9f}, {0.86f, -1.81f, 0.9f}, 0.5f};
  if (name == "poles") return {{0.0f, 0.0f, 8.0f}, {0.0f, 0.0f, 3.15f}, 10.0f};
  throw std::invalid_argument("no view " + name);
}

picture::view view_of(const scene& s) {
  ff::geometry::box all = ff::geometry::empty_box();
  for (const patch& p : s.patches) all = join(all, bounds_of(p));
  const picture::vec3 low{all.lower.x, all.lower.y, all.lower.z}, high{all.upper.x, all.upper.y, all.upper.z};
  const picture::vec3 middle = 0.5f * low + 0.5f * high, half = 0.5f * high - 0.5f * low;
  const float radius = std::max(std::hypot(half.x, half.y, half.z), 1e-30f);
  constexpr float degrees = 36;
  const float distance = radius / std::sin(degrees * 3.14159265f / 360);
  const picture::vec3 towards = normalized(picture::vec3{0.5f, -0.8f, 0.42f});
  return {fma(distance, towards, middle), middle, degrees};
}

}  // namespace bezier
