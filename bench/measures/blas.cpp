// BLAS 1 and 2 beside cuBLAS.
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json run_here(const session&) {
  struct blas_samples {
    const blas_kernel* kernel;
    blas_time time;
  };
  std::vector<blas_samples> all;
  for (const blas_kernel& k : gpu_kernels<blas_kernel>()) all.push_back({&k, {}});
  for (blas_samples& s : all)
    add_benchmark(fmt::format("blas {} {}", s.kernel->routine, s.kernel->shape), 1, [&s] {
      s.time = s.kernel->measure();
      return s.time.seconds;
    });
  run_all();
  json rows = json::array();
  for (const blas_samples& s : all)
    rows.push_back({{"routine", s.kernel->routine},
                    {"shape", s.kernel->shape},
                    {"bytes", s.kernel->bytes},
                    {"seconds", s.time.seconds},
                    {"double_seconds", s.time.double_seconds},
                    {"gb", s.kernel->bytes / s.time.seconds * 1e-9},
                    {"double_gb", s.kernel->bytes / s.time.double_seconds * 1e-9},
                    {"ratio_to_double", s.time.double_seconds / s.time.seconds}});
  for (json& row : rows)
    row["share_of_copy"] = row.at("gb").get<double>() / rows.front().at("gb").get<double>();
  return rows;
}

std::string table_of(const json& run) {
  table t({{"routine", 20, side::left},
           {"shape", 12},
           {"GB/s", 8},
           {"of copy", 8},
           {"double", 8},
           {"x double", 9}});
  for (const json& row : run.at("blas")) {
    t.add({row.at("routine"), row.at("shape"), figure(row, "gb", "{:.0f}"),
           figure(row, "share_of_copy", "{:.2f}"), figure(row, "double_gb", "{:.0f}"),
           figure(row, "ratio_to_double", "{:.2f}")});
  }
  return "\nBLAS 1 and 2: bytes read and written in a second, beside a copy and beside cuBLAS's in "
         "double.\n" +
         t.text();
}

}  // namespace

measure blas() {
  measure m{"blas", {}, table_of, {"gb", {"routine", "shape"}}};
  m.run = run_here;
  return m;
}

}  // namespace bench
