// Says what a matrix product of ff costs on a GPU that is not at hand, by the peaks that its vendor states.
//
// Thirteen products of INT8 tensor cores at their peak; before and after them, at the peak of memory, the
// bytes that splitting, the products, the reduction of their sums and the reconstruction read and write.
// cuBLAS's path, which every GPU with integer tensor cores has.  Double is at its peak.  What the model
// leaves out, clocks that fall under load among it, slows both.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "../model.hpp"

namespace bench {

struct part {
  std::string name, architecture;
  double int8, fp64;  ///< operations a second
  double memory;      ///< bytes a second
};

inline std::vector<part> parts_of(const nlohmann::json& data) {
  std::vector<part> all;
  for (const auto& p : data.at("parts"))
    all.push_back({p.at("name"), p.at("architecture"), 1e12 * p.at("int8").get<double>(),
                   1e12 * p.at("fp32").get<double>() * p.at("fp64_of_fp32").get<double>(),
                   1e9 * p.at("memory").get<double>()});
  return all;
}

struct gemm_model {
  static constexpr double moduli = 13;  // of the standard accuracy

  /// A and B are read once as pairs, written as residues, and read by the products; these write sums of 32
  /// bits, which are read, written as residues and read again; C is written.
  static constexpr double pair = 8, sum = 4;
  static constexpr double operand_bytes = pair + 2 * moduli;
  static constexpr double result_bytes = 2 * sum * moduli + 2 * moduli + pair;

  static double seconds(const part& p, double m, double n, double k) {
    const double operations = moduli * 2 * m * n * k;
    const double bytes = operand_bytes * (m * k + k * n) + result_bytes * m * n;
    return operations / p.int8 + bytes / p.memory;
  }
  static double tf(const part& p, double m, double n, double k) {
    return 2e-12 * m * n * k / seconds(p, m, n, k);
  }
  static double double_seconds(const part& p, double m, double n, double k) { return 2 * m * n * k / p.fp64; }

  /// Says how many times as fast as double.
  static double ratio(const part& p, double m, double n, double k) {
    return double_seconds(p, m, n, k) / seconds(p, m, n, k);
  }
};

/// The model beside the square products of a recorded run.
struct gemm_model_error {
  model_error tf;     ///< 10^12 flops a second, sustained
  model_error ratio;  ///< times double
};

/// Of cuBLAS's path.  Throws std::out_of_range where no such part is known, or the run has no such products.
inline gemm_model_error compare_gemm_with(const std::vector<part>& parts, const nlohmann::ordered_json& run) {
  const auto here = std::find_if(parts.begin(), parts.end(), [&](const part& p) {
    return p.name == run.at("device").get<std::string>();
  });
  if (here == parts.end()) throw std::out_of_range("the part");
  gemm_model_error all;
  for (const auto& row : run.at("gemm")) {
    const double n = row.at("n");
    if (row.at("product") != "ff, cuBLAS's INT8" || row.at("m") != row.at("n") || row.at("k") != row.at("n"))
      continue;
    const std::string id = row.at("n").dump();
    all.tf.rows.push_back({id, gemm_model::tf(*here, n, n, n), row.at("tf")});
    all.ratio.rows.push_back({id, gemm_model::ratio(*here, n, n, n), row.at("ratio_to_double")});
  }
  if (all.tf.rows.empty()) throw std::out_of_range("square products");
  return all;
}

}  // namespace bench
