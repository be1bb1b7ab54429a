#include "channels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ff/operators.hpp>

namespace compress {
namespace {

using picture::image, picture::rgb;

unsigned char to_byte(ff_t x) {
  return static_cast<unsigned char>(std::lround(std::clamp(static_cast<double>(x), 0.0, white)));
}

unsigned char magnified(unsigned char x, unsigned char y) {
  constexpr int times = 8;
  return static_cast<unsigned char>(std::min(255, times * std::abs(int{x} - int{y})));
}

}  // namespace

int channels_of(const image& p) {
  const bool is_grey = std::all_of(p.pixels.begin(), p.pixels.end(),
                                   [](const rgb& q) { return q.red == q.green && q.green == q.blue; });
  return is_grey ? 1 : 3;
}

matrix to_matrix(const image& p, int channels) {
  matrix a(p.height, int64{p.width} * channels);
  for (int64 i = 0; i < p.height; ++i) {
    for (int64 j = 0; j < p.width; ++j) {
      const rgb& q = p.pixels[static_cast<std::size_t>(i * p.width + j)];
      const std::array<unsigned char, 3> components{q.red, q.green, q.blue};
      for (int c = 0; c < channels; ++c)
        a.view()(i, c * int64{p.width} + j) = components[static_cast<std::size_t>(c)];
    }
  }
  return a;
}

image to_image(const matrix& a, int channels) {
  const int64 width = a.columns / channels;
  image p{static_cast<int>(width), static_cast<int>(a.rows), {}};
  p.pixels.reserve(static_cast<std::size_t>(width * a.rows));
  for (int64 i = 0; i < a.rows; ++i) {
    for (int64 j = 0; j < width; ++j) {
      const auto component = [&](int64 c) {
        return to_byte(a.view()(i, std::min<int64>(c, channels - 1) * width + j));
      };
      p.pixels.push_back({component(0), component(1), component(2)});
    }
  }
  return p;
}

image compared(const image& before, const image& after) {
  constexpr int parts = 3;
  image p{parts * before.width, before.height, {}};
  p.pixels.resize(parts * before.pixels.size());
  const auto width = static_cast<std::size_t>(before.width);
  for (std::size_t i = 0; i < before.pixels.size(); ++i) {
    const rgb x = before.pixels[i], y = after.pixels[i];
    rgb* const row = p.pixels.data() + i / width * parts * width + i % width;
    row[0] = x;
    row[width] = y;
    row[2 * width] = {magnified(x.red, y.red), magnified(x.green, y.green), magnified(x.blue, y.blue)};
  }
  return p;
}

}  // namespace compress
