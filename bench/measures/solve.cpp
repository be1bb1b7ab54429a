// Linear systems beside cuSOLVER.
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json run_here(const session&) {
  struct system_samples {
    const solve_size* size;
    solve_result result;
  };
  std::vector<system_samples> all;
  for (const solve_size& s : gpu_kernels<solve_size>()) all.push_back({&s, {}});
  for (system_samples& s : all)
    add_benchmark(
        fmt::format("solve {} condition {:g} {}", s.size->n, s.size->condition, name_of(s.size->vectors)), 1,
        [&s] {
          s.result = s.size->measure(*s.size);
          return s.result.seconds;
        });
  run_all();
  json rows = json::array();
  for (const system_samples& s : all) {
    const solve_result& r = s.result;
    rows.push_back({{"n", s.size->n},
                    {"condition", s.size->condition},
                    {"vectors", name_of(s.size->vectors)},
                    {"seconds", r.seconds},
                    {"double_seconds", r.double_seconds},
                    {"ratio_to_double", r.double_seconds / r.seconds},
                    {"correction", r.correction},
                    {"backward_error", r.backward_error},
                    {"double_off", r.double_off},
                    {"steps", r.steps},
                    {"fallback", r.fallback},
                    {"converged", r.converged}});
  }
  return rows;
}

std::string table_of(const json& run) {
  table t({{"n", 6},
           {"condition", 9},
           {"vectors", 15},
           {"ms", 9},
           {"double", 9},
           {"x double", 9},
           {"correction", 10},
           {"backward", 9},
           {"double's off", 13},
           {"steps", 6}});
  for (const json& row : run.at("solve")) {
    t.add({figure(row, "n", "{:.0f}"), figure(row, "condition", "{:.0e}"), vectors_of(row),
           milliseconds(row, "seconds"), milliseconds(row, "double_seconds"),
           figure(row, "ratio_to_double", "{:.2f}"), figure(row, "correction", "{:.1e}"),
           figure(row, "backward_error", "{:.1e}"), figure(row, "double_off", "{:.1e}"),
           figure(row, "steps", "{:.0f}")});
  }
  return "\nLinear systems, beside cuSOLVER's getrf and getrs in double, and how far its answer is from "
         "ours, "
         "over the largest.\n" +
         t.text();
}

}  // namespace

measure solve() {
  measure m{"solve", {}, table_of, {"seconds", {"n", "condition", "vectors"}, true}};
  m.run = run_here;
  return m;
}

}  // namespace bench
