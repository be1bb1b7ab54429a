// Runs the benchmarks and gathers what they measured, as the JSON that is recorded.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "gpu.hpp"
#include "model.hpp"

namespace bench {

using json = nlohmann::ordered_json;

struct selection {
  std::set<std::string>
      parts;  ///< throughput, latency, functions, streaming, idioms, predicates, gemm, svd, cpu
  std::set<std::string> operations;            ///< ids or names; empty for all
  std::size_t largest = std::size_t{1} << 28;  ///< elements of a streaming kernel
};

/// Says what a GPU does, measured; `model` has the instruction counts.
void measure_gpu(const selection& chosen, const gpu_info& gpu, const cost_model& model, json& run);
void measure_cpu(const selection& chosen, json& run);
/// Float FMAs a clock of the whole GPU, once it is warm: the issue limit.
double issue_per_clock();
/// The 2006 paper's tables; the GPU's when `gpu` is there.
void measure_paper(bool gpu, json& run);

}  // namespace bench
