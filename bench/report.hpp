// Says what a run prints and draws, from the JSON that was recorded: a run of last year prints as well as
// today's.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model.hpp"

namespace bench {

using json = nlohmann::ordered_json;

std::string heading(const json& run);
std::string throughput_table(const json& run);
std::string latency_table(const json& run);
std::string function_table(const json& run);
std::string streaming_table(const json& run);
std::string idioms_table(const json& run);
std::string predicates_table(const json& run);
std::string gemm_table(const json& run);
std::string svd_table(const json& run);
std::string svd_batched_table(const json& run);
std::string cpu_table(const json& run);
std::string host_arrays_table(const json& run);
std::string paper_tables(const json& run);
/// All of these that the run has.
std::string all_tables(const json& run);

/// The prediction for every operation and GPU; its error against the recorded runs.
std::string model_tables(const cost_model& model, const std::vector<json>& recorded);
/// B over A, row by row.
std::string compare_runs(const json& a, const json& b);
/// Says how many times as fast as double ff is: by GPU, as the model predicts it.
std::string choice_table(const json& run, const cost_model& model);
/// The tables of docs/evidence/performance.md.
std::string readme_tables(const json& run, const cost_model& model);

/// The elementary functions: bounds and errors from ff-accuracy's JSON, speed from ff-bench's.
std::string functions_page(const json& accuracy, const json& run, const cost_model& model);
/// The intervals: errors and containment from ff-accuracy's JSON, instructions and slots from ff-bench's.
std::string intervals_page(const json& accuracy, const json& run);

/// Says what CUDA's own calls and libraries do with numbers, for docs/evidence/idioms.md.
std::string idioms_page(const json& run);
/// Batches of exact predicates, for docs/evidence/predicates.md.
std::string predicates_page(const json& run);
/// Matrix products, for docs/evidence/linalg.md; the rest of linear algebra, for docs/evidence/svd.md.
std::string gemm_page(const json& run);
/// The same on GPUs that are not at hand, and what the model makes of the run.
std::string gemm_model_page(const json& run);
std::string svd_page(const json& run);
std::string blas_page(const json& run);
std::string solve_page(const json& run);

/// Functions and mixes in company, for docs/evidence/company.md; on a terminal the first table alone.
std::string company_page(const json& run, const cost_model& model);
std::string company_table(const json& run);
/// Returns whether the run has something to draw: functions in company, array kernels, or square products or
/// decompositions.
bool has_curves(const json& run);
/// The first of these: slots against the L1 cache that is left, throughput against size, TF or seconds
/// against the order; the run has curves.
std::string curves_svg(const json& run);
/// ff over double against FP32 over FP64, a line an operation.
std::string model_svg(const cost_model& model);

/// The data files, built in.
const char* architectures_json();
const char* sass_json();
const char* functions_json();
const char* tables_json();
const char* parts_json();

}  // namespace bench
