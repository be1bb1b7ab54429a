// Measures CUDA's own calls and libraries on numbers: atomic sums and sorting.
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json run_here(const session&) {
  struct idiom_samples {
    const idiom_kernel* kernel;
    std::vector<double> seconds;
  };
  std::vector<idiom_samples> all;
  for (const idiom_kernel& k : gpu_kernels<idiom_kernel>()) all.push_back({&k, {}});
  for (idiom_samples& s : all) {
    add_benchmark(fmt::format("{} {} {}", s.kernel->job, s.kernel->call, s.kernel->type), 5, [&s] {
      s.seconds.push_back(s.kernel->seconds());
      return s.seconds.back();
    });
  }
  run_all();
  json rows = json::array();
  for (const idiom_samples& s : all) {
    const double t = median(s.seconds);
    json row{{"job", s.kernel->job},   {"call", s.kernel->call},
             {"type", s.kernel->type}, {"n", s.kernel->n},
             {"seconds", t},           {"gresults", static_cast<double>(s.kernel->n) / t * 1e-9}};
    for (const idiom_samples& d : all) {
      if (std::string(d.kernel->job) == s.kernel->job && std::string(d.kernel->type) == "double")
        row["ratio_to_double"] = median(d.seconds) / t;
    }
    rows.push_back(row);
  }
  return rows;
}

std::string table_of(const json& run) {
  table t({{"job", 30, side::left},
           {"type", 7, side::left},
           {"call", 34, side::left},
           {"n", 6},
           {"Gresults/s", 12},
           {"x double", 9}});
  for (const json& row : run.at("idioms")) {
    t.add({row.at("job"), row.at("type"), row.at("call"), size_text(row.at("n")),
           figure(row, "gresults", "{:.4f}"), figure(row, "ratio_to_double", "{:.3f}")});
  }
  return "\nCUDA's own calls, on numbers: n atomic sums, one a thread (in shared memory eight), and "
         "sorting.\n" +
         t.text();
}

}  // namespace

measure idioms() {
  measure m{"idioms",
            {{"job", kind::text},
             {"call", kind::text},
             {"type", kind::text},
             {"n", kind::size},
             {"gresults", kind::number}},
            table_of,
            {"gresults", {"job", "call", "type"}}};
  m.run = run_here;
  return m;
}

}  // namespace bench
