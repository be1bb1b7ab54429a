// All methods side by side, as the tables of docs/evidence/bezier.md have them.
#pragma once

#include <nlohmann/json.hpp>

#include "../render.hpp"

namespace bezier {

struct study_plan {
  int columns = 512, rows = 512;  ///< of a view; larger scenes have twice as many
  bool on_gpu = false;
  plan how;  ///< whose method, batch and GPUs the study chooses
};

/// Says what comes next, and how much is done.
using announce = std::function<void(const std::string&, double)>;

/// Every method in every arithmetic on each view of the teapot, judged by certified/mixed; Kajiya's method
/// step by step; batches of several sizes; one GPU and more; the teapot and the field of teapots in larger
/// pictures.
nlohmann::ordered_json study(const study_plan& p, const announce& next);

}  // namespace bezier
