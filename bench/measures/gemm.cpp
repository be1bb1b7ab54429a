// Matrix products beside cuBLAS.
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
  return m;
}

}  // namespace bench
