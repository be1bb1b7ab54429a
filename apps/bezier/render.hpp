// A whole picture, on all cores of the host or on all GPUs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/picture/image.hpp"
#include "command/gpu.hpp"
#include "methods/method.hpp"
#include "shade.hpp"

namespace bezier {

struct plan {
  choice by;
  int bounces = 1;       ///< reflections
  int batch = 0;         ///< rays at a time; 0: as many as suit the device
  unsigned threads = 0;  ///< of the host; 0: as many as it has
  int gpus = 0;          ///< at most; 0: all
  int runs = 1;          ///< the fastest is told
};

/// Rays of one kind and one generation.
struct stage_record {
  counts cost{};
  double traversal = 0, meeting = 0;  ///< milliseconds
};

struct rendering {
  int width = 0, height = 0;
  std::vector<pixel> pixels;  ///< row by row from the top
  /// By stage_of_rays and stage_of_shadows; of several GPUs, the sum of the costs and the longest of the
  /// times.
  std::vector<stage_record> stages;
  double building = 0;  ///< of the tree, milliseconds
  double total = 0;     ///< from the patches in memory to the pixels in memory, milliseconds
  int batches = 0, gpus = 0;
};

/// "primary", "shadow", "reflected", "shadow of reflected", "reflected 2", ...
std::string name_of_stage(int stage);

picture::image image_of(const rendering& r);

/// Called now and then with the share that is done.
using progress = std::function<void(double)>;

rendering render_on_host(const std::vector<patch>& patches, const picture::camera& c, const plan& p,
                         const progress& report = nullptr);
rendering render_on_gpu(const std::vector<patch>& patches, const picture::camera& c, const plan& p);

/// The tree of the patches.
std::vector<node> tree_on_host(const std::vector<patch>& patches, unsigned threads = 0);
std::vector<node> tree_on_gpu(const std::vector<patch>& patches);

int count_gpus();

}  // namespace bezier
