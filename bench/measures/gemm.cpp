// Matrix products beside cuBLAS.
#include "bench/linalg/gemm_model.hpp"
#include "curves.hpp"
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json run_here(const session&) {
  struct gemm_samples {
    const gemm_kernel* kernel;
    gemm_time time;
  };
  std::vector<gemm_samples> all;
  for (const gemm_kernel& k : gpu_kernels<gemm_kernel>()) all.push_back({&k, {}});
  for (gemm_samples& s : all) {
    const gemm_shape& at = s.kernel->shape;
    add_benchmark(fmt::format("gemm {}x{}x{} {}", at.m, at.n, at.k, s.kernel->product), 1, [&s] {
      s.time = s.kernel->measure(s.kernel->shape);
      return s.time.sustained;
    });
  }
  run_all();
  json rows = json::array();
  double in_double = 0;
  for (const gemm_samples& s : all) {
    const gemm_shape& at = s.kernel->shape;
    const double operations = 2.0 * s.kernel->real_products * static_cast<double>(at.m) *
                              static_cast<double>(at.n) * static_cast<double>(at.k);
    const std::string product = s.kernel->product;
    if (product == "double, cuBLAS" || product == "complex double, cuBLAS") in_double = s.time.sustained;
    rows.push_back({{"product", s.kernel->product},
                    {"m", at.m},
                    {"n", at.n},
                    {"k", at.k},
                    {"seconds", s.time.sustained},
                    {"tf", operations / s.time.sustained * 1e-12},
                    {"burst_tf", operations / s.time.burst * 1e-12},
                    {"ratio_to_double", in_double / s.time.sustained}});
  }
  return rows;
}

std::string table_of(const json& run) {
  table t(
      {{"product", 28, side::left}, {"m", 6}, {"n", 6}, {"k", 6}, {"TF", 7}, {"burst", 7}, {"x double", 9}});
  for (const json& row : run.at("gemm")) {
    t.add({row.at("product"), figure(row, "m", "{:.0f}"), figure(row, "n", "{:.0f}"),
           figure(row, "k", "{:.0f}"), figure(row, "tf", "{:.1f}"), figure(row, "burst_tf", "{:.1f}"),
           figure(row, "ratio_to_double", "{:.2f}")});
  }
  return "\nMatrix products, 2 m n k operations: without a pause, and after a rest.\n" + t.text();
}

std::string page_of(const std::vector<json>& runs, const cost_model&) {
  const json& run = runs.front();
  table t(headed({"m", "n", "k", "product", "TF, sustained", "TF, after a rest", "times double"}));
  for (const json& row : run.at("gemm")) {
    t.add({fmt::format("{}", row.at("m").get<long>()), fmt::format("{}", row.at("n").get<long>()),
           fmt::format("{}", row.at("k").get<long>()), row.at("product"), figure(row, "tf", "{:.1f}"),
           figure(row, "burst_tf", "{:.1f}"), figure(row, "ratio_to_double", "{:.2f}")});
  }
  return fmt::format("On {}:\n\n", provenance(run)) + t.markdown();
}

// Prints the same for GPUs that are not at hand, and what the model makes of the run.
std::string model_page(const std::vector<json>& runs, const cost_model&) {
  const json& run = runs.front();
  const std::vector<part> parts = parts_of(nlohmann::json::parse(parts_json()));
  const gemm_model_error error = compare_gemm_with(parts, run);
  const std::string device = run.at("device");
  std::vector<column> columns = headed({"GPU", "INT8, 10^12", "memory, GB/s", "double, TF"});
  columns.reserve(columns.size() + error.tf.rows.size());
  for (const auto& row : error.tf.rows) columns.push_back({"n = " + row.id});
  table t(columns);
  for (const part& p : parts) {
    if (p.name == device) continue;
    table::row cells{fmt::format("{} ({})", p.name, p.architecture), fmt::format("{:g}", p.int8 / 1e12),
                     fmt::format("{:g}", p.memory / 1e9), fmt::format("{:.2f}", p.fp64 / 1e12)};
    for (const auto& row : error.tf.rows) {
      const double n = std::stod(row.id);
      cells.push_back(
          fmt::format("{:.1f} TF, × {:.1f}", gemm_model::tf(p, n, n, n), gemm_model::ratio(p, n, n, n)));
    }
    t.add(cells);
  }
  table check(
      headed({"n", "TF, predicted", "measured", "off by", "times double, predicted", "measured", "off by"}));
  for (std::size_t i = 0; i < error.tf.rows.size(); ++i) {
    const model_error::row &tf = error.tf.rows[i], &ratio = error.ratio.rows[i];
    check.add({tf.id, fmt::format("{:.1f}", tf.predicted), fmt::format("{:.1f}", tf.measured),
               fmt::format("{:+.0f} %", 100 * tf.error()), fmt::format("{:.2f}", ratio.predicted),
               fmt::format("{:.2f}", ratio.measured), fmt::format("{:+.0f} %", 100 * ratio.error())});
  }
  return "Predicted, not measured; × is times double:\n\n" + t.markdown() +
         fmt::format("\nThe model on {}, commit {}, beside *ff, cuBLAS's INT8* as measured there:\n\n",
                     device, run.at("commit").get<std::string>()) +
         check.markdown();
}

bool is_square(const json& row) { return row.at("m") == row.at("n") && row.at("m") == row.at("k"); }

std::string plot(const json& run) {
  square_curves curves;
  for (const json& row : run.at("gemm"))
    if (is_square(row)) curves.add(row.at("product"), row.at("n"), row.at("tf"));
  return curves.plot(run, "Matrix products of n by n: 2 n^3 operations, without a pause", "TF");
}

}  // namespace

measure gemm() {
  measure m{"gemm",
            {{"product", kind::text},
             {"m", kind::size},
             {"n", kind::size},
             {"k", kind::size},
             {"tf", kind::number},
             {"burst_tf", kind::number},
             {"ratio_to_double", kind::number}},
            table_of,
            {"tf", {"product", "m", "n", "k"}}};
  m.run = run_here;
  m.drawn = is_square;
  m.plot = plot;
  m.pages = {{"--gemm-table", "the table of docs/evidence/linalg.md", {"gemm"}, page_of},
             {"--gemm-model",
              "what matrix products would take on GPUs whose double is slow, and the model's error",
              {"gemm"},
              model_page}};
  return m;
}

}  // namespace bench
