// Singular value decompositions beside cuSOLVER: large ones, and many small ones.
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json measure_large(const session&) {
  struct svd_samples {
    const svd_size* size;
    svd_result result;
  };
  std::vector<svd_samples> all;
  for (const svd_size& s : gpu_kernels<svd_size>()) all.push_back({&s, {}});
  for (svd_samples& s : all)
    add_benchmark(fmt::format("svd {}x{}", s.size->m, s.size->n), 1, [&s] {
      s.result = s.size->measure(*s.size);
      return s.result.seconds;
    });
  run_all();
  json rows = json::array();
  for (const svd_samples& s : all) {
    const svd_result& r = s.result;
    json row = {{"m", s.size->m},
                {"n", s.size->n},
                {"seconds", r.seconds},
                {"double_seconds", r.double_seconds},
                {"float_seconds", r.float_seconds},
                {"ratio_to_double", r.double_seconds / r.seconds},
                {"residual", r.residual},
                {"orthogonality", r.orthogonality},
                {"double_values", r.double_values},
                {"float_values", r.float_values},
                {"steps", r.steps},
                {"clusters", r.clusters},
                {"converged", r.converged}};
    if (s.size->thesis_seconds > 0) row["thesis_seconds"] = s.size->thesis_seconds;
    if (r.golub_reinsch_seconds > 0) {
      row["golub_reinsch_seconds"] = r.golub_reinsch_seconds;
      row["golub_reinsch_residual"] = r.golub_reinsch_residual;
      row["golub_reinsch_orthogonality"] = r.golub_reinsch_orthogonality;
    }
    if (r.jacobi_seconds > 0) row["jacobi_seconds"] = r.jacobi_seconds;
    rows.push_back(row);
  }
  return rows;
}

json measure_batches(const session&) {
  struct batch_samples {
    const svd_batch* batch;
    svd_batch_result result;
  };
  std::vector<batch_samples> all;
  for (const svd_batch& b : gpu_kernels<svd_batch>()) all.push_back({&b, {}});
  for (batch_samples& s : all)
    add_benchmark(fmt::format("svd_batched {}x{}", s.batch->n, s.batch->n), 1, [&s] {
      s.result = s.batch->measure(*s.batch);
      return s.result.seconds;
    });
  run_all();
  json rows = json::array();
  for (const batch_samples& s : all) {
    const auto count = static_cast<double>(s.batch->count);
    json row = {{"n", s.batch->n},
                {"count", s.batch->count},
                {"millions", count / s.result.seconds * 1e-6},
                {"not_converged", s.result.not_converged}};
    if (s.result.double_seconds > 0) {
      row["double_millions"] = count / s.result.double_seconds * 1e-6;
      row["ratio_to_double"] = s.result.double_seconds / s.result.seconds;
    }
    rows.push_back(row);
  }
  return rows;
}

std::string svd_table(const json& run) {
  table t({{"m", 6},
           {"n", 6},
           {"ms", 9},
           {"double", 9},
           {"x double", 9},
           {"thesis, s", 10},
           {"G-R, ms", 9},
           {"off", 9},
           {"Jacobi, ms", 11},
           {"residual", 9},
           {"orthogonal", 11},
           {"double's off", 13},
           {"float's off", 12},
           {"steps", 6}});
  for (const json& row : run.at("svd")) {
    t.add({figure(row, "m", "{:.0f}"), figure(row, "n", "{:.0f}"), milliseconds(row, "seconds"),
           milliseconds(row, "double_seconds"), figure(row, "ratio_to_double", "{:.2f}"),
           figure(row, "thesis_seconds", "{:.1f}"), milliseconds(row, "golub_reinsch_seconds"),
           figure(row, "golub_reinsch_residual", "{:.1e}"), milliseconds(row, "jacobi_seconds"),
           figure(row, "residual", "{:.1e}"), figure(row, "orthogonality", "{:.1e}"),
           figure(row, "double_values", "{:.1e}"), figure(row, "float_values", "{:.1e}"),
           figure(row, "steps", "{:.0f}")});
  }
  return "\nSingular value decompositions with thin factors, beside cuSOLVER's gesvdp; how far its singular "
         "values are from ours,\nover the largest; S. Lahabar's times in float on a GTX 280 (2010); and ff's "
         "by "
         "Golub and Reinsch's method, with its\nresidual, and by Jacobi's.\n" +
         t.text();
}

std::string svd_batched_table(const json& run) {
  table t({{"n", 4}, {"count", 8}, {"10^6 a second", 14}, {"double", 9}, {"x double", 9}});
  for (const json& row : run.at("svd_batched")) {
    t.add({figure(row, "n", "{:.0f}"), size_text(row.at("count")), figure(row, "millions", "{:.3g}"),
           figure(row, "double_millions", "{:.3g}"), figure(row, "ratio_to_double", "{:.2f}")});
  }
  return "\nMany decompositions of n by n with vectors, beside cuSOLVER's gesvdjBatched in double.\n" +
         t.text();
}

}  // namespace

measure svd() {
  measure m{"svd",
            {{"m", kind::size},
             {"n", kind::size},
             {"seconds", kind::number},
             {"double_seconds", kind::number},
             {"ratio_to_double", kind::number},
             {"thesis_seconds", kind::number, false},
             {"golub_reinsch_seconds", kind::number, false},
             {"golub_reinsch_residual", kind::number, false},
             {"golub_reinsch_orthogonality", kind::number, false},
             {"jacobi_seconds", kind::number, false},
             {"residual", kind::number},
             {"orthogonality", kind::number},
             {"double_values", kind::number},
             {"float_values", kind::number},
             {"steps", kind::number}},
            svd_table,
            {"seconds", {"m", "n"}, true}};
  m.run = measure_large;
  return m;
}

measure svd_batched() {
  measure m{"svd_batched",
            {{"n", kind::size},
             {"count", kind::size},
             {"millions", kind::number},
             {"double_millions", kind::number, false},
             {"ratio_to_double", kind::number, false}},
            svd_batched_table,
            {"millions", {"n"}}};
  m.run = measure_batches;
  m.with = "svd";
  return m;
}

}  // namespace bench
