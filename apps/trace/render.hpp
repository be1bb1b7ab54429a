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

struct picture {
  int width = 0, height = 0;
  std::vector<pixel> pixels;  // row by row from the top
  double milliseconds = 0;
};

inline bool same_pixels(const picture& a, const picture& b) {
  const auto same = [](const pixel& p, const pixel& q) {
    return p.red == q.red && p.green == q.green && p.blue == q.blue && p.what == q.what;
  };
  return a.width == b.width && a.height == b.height &&
         std::equal(a.pixels.begin(), a.pixels.end(), b.pixels.begin(), b.pixels.end(), same);
}

/// Called now and then with the share that is done.
using progress = std::function<void(double)>;

picture render_cpu(const surface& f, arithmetic kind, const camera& c, const search& s,
                   const progress& report = nullptr);

/// Why there is no GPU to render on; empty if there is one.
std::string no_gpu();
std::string gpu_name();

/// The best time of so many runs, by CUDA events, without the copy to the host.
picture render_gpu(const surface& f, arithmetic kind, const camera& c, const search& s, int runs = 1);

}  // namespace implicit
