// A whole picture, on all cores of the host or on the GPU.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "program.hpp"
#include "shade.hpp"
#include "surfaces.hpp"

namespace implicit {

using surface = std::variant<sphere, kusner_schmitt, tangle, gumdrop_torus, drop, tri_trumpet, program>;

enum class arithmetic { point, interval_float, interval_ff };

struct rendering {
  int width = 0, height = 0;
  std::vector<pixel> pixels;  // row by row from the top
  double milliseconds = 0;
};

inline picture::image image_of(const rendering& r) {
  picture::image p{r.width, r.height, {}};
  p.pixels.reserve(r.pixels.size());
  for (const pixel& q : r.pixels) p.pixels.push_back(q.colour);
  return p;
}

inline bool same_pixels(const rendering& a, const rendering& b) {
  const auto same = [](const pixel& p, const pixel& q) {
    const picture::rgb a = p.colour, b = q.colour;
    return a.red == b.red && a.green == b.green && a.blue == b.blue && p.what == q.what;
  };
  return a.width == b.width && a.height == b.height &&
         std::equal(a.pixels.begin(), a.pixels.end(), b.pixels.begin(), b.pixels.end(), same);
}

/// Called now and then with the share that is done.
using progress = std::function<void(double)>;

rendering render_cpu(const surface& f, arithmetic kind, const camera& c, const search& s,
                     const progress& report = nullptr);

/// The best time of so many runs, by CUDA events, without the copy to the host.
rendering render_gpu(const surface& f, arithmetic kind, const camera& c, const search& s, int runs = 1);

}  // namespace implicit
