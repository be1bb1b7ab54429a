// Says what a compression prints, draws and records.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "decompose.hpp"

namespace compress {

/// Says what was compressed, and its terms.
struct subject {
  std::string name;
  double peak = 0;       ///< of the signal: 255 in pictures, else the largest magnitude
  double raw_bytes = 0;  ///< of the pixels, or of the elements as doubles
  int64 rows = 0, columns = 0;
  int channels = 0;  ///< 0: a matrix
  std::vector<double> norms;
  stored how = stored::fixed;
};

/// The rank that is kept, and its error as measured on what the file gives back.
struct outcome {
  int64 rank = 0;
  double error = 0, decibels = 0, bytes = 0;
};

/// Error, PSNR and bytes at powers of two, at the rank that is kept and at full rank, by the singular values.
std::string rank_table(const subject& s, int64 kept);
std::string kept_text(const outcome& o, const subject& s);
/// The error against the rank, as SVG, with a mark at the rank that is kept.
std::string curve_svg(const subject& s, int64 kept);

nlohmann::ordered_json to_json(const subject& s, const decomposition& d, const outcome& o);

}  // namespace compress
