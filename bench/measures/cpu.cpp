// Measures the same operations on the host, and arrays beyond its caches.
#include "bench/cpu.hpp"

#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json measure_operations(const session& at) {
  struct cpu_samples {
    const cpu_kernel* kernel;
    int sweeps;
    std::vector<double> seconds;
  };
  const auto is_quad = [](const operation& o) { return o.type == "__float128"; };
  // The id of double's operation that does the same job.
  const auto job_of = [](const operation& o) { return o.as.empty() ? o.id : o.as; };
  std::vector<cpu_samples> all;
  for (const cpu_kernel& k : cpu_kernels()) {
    bool needed = wanted(at.chosen, k.what);
    for (const cpu_kernel& other : cpu_kernels()) {
      needed = needed || (wanted(at.chosen, other.what) &&
                          job_of(other.what) == (is_quad(k.what) ? k.what.as : k.what.id));
    }
    if (needed) all.push_back({&k, 1, {}});
  }
  for (cpu_samples& s : all) {
    while (s.kernel->seconds(s.sweeps) < 2e-3) s.sweeps *= 2;
    add_benchmark(fmt::format("cpu/{}", s.kernel->what.id), samples, [&s] {
      const double t = s.kernel->seconds(s.sweeps);
      s.seconds.push_back(t / s.sweeps / static_cast<double>(cpu_elements));
      return t;
    });
  }
  run_all();
  json rows = json::array();
  for (const cpu_samples& s : all) {
    const operation& own = s.kernel->what;
    json row = row_of(own);
    row["gresults"] = 1e-9 / median(s.seconds);
    for (const cpu_samples& t : all) {
      const operation& other = t.kernel->what;
      const double ratio = median(t.seconds) / median(s.seconds);
      if (other.id == own.as) row["ratio_to_double"] = ratio;
      if (is_quad(other) && !is_quad(own) && other.as == job_of(own)) row["ratio_to_float128"] = ratio;
    }
    rows.push_back(row);
  }
  return rows;
}

json measure_arrays(const session& at) {
  if (!at.chosen.operations.empty()) return nullptr;
  constexpr std::size_t n = std::size_t{1} << 25;
  struct array_samples {
    const host_array_kernel* kernel;
    std::vector<double> seconds;
  };
  std::vector<array_samples> all;
  for (const host_array_kernel& k : host_array_kernels()) all.push_back({&k, {}});
  for (array_samples& s : all) {
    add_benchmark(fmt::format("host/{} {}", s.kernel->name, s.kernel->type), 9, [&s] {
      s.seconds.push_back(s.kernel->seconds(n));
      return s.seconds.back();
    });
  }
  run_all();
  json rows = json::array();
  for (const array_samples& s : all) {
    const double t = median(s.seconds);
    rows.push_back({{"kernel", s.kernel->name},
                    {"type", s.kernel->type},
                    {"n", n},
                    {"gelements", static_cast<double>(n) / t * 1e-9},
                    {"of_memcpy", median(all.front().seconds) / t}});
  }
  return rows;
}

std::string cpu_table(const json& run) {
  std::vector<table::row> rows;
  for (const json& row : run.at("cpu")) {
    rows.push_back({row.at("type"), row.at("name"), figure(row, "gresults", "{:.4f}"),
                    figure(row, "ratio_to_double", "{:.2f}"), figure(row, "ratio_to_float128", "{:.1f}")});
  }
  return fmt::format("\nOn the CPU, one thread, arrays in cache: {}\n", run.value("cpu_name", "-")) +
         text_by_type(10, {{"Gresults/s", 11}, {"x double", 9}, {"x __float128", 13}}, rows);
}

std::string host_arrays_table(const json& run) {
  table t({{"kernel", 10, side::left},
           {"type", 12, side::left},
           {"n", 6},
           {"Gelements/s", 12},
           {"of memcpy", 10}});
  for (const json& row : run.at("host_arrays")) {
    t.add({row.at("kernel"), row.at("type"), size_text(row.at("n")), figure(row, "gelements", "{:.3f}"),
           percent(row, "of_memcpy")});
  }
  return "\nArrays beyond the caches on the CPU, one thread.\n" + t.text();
}

}  // namespace

measure cpu() {
  measure m{"cpu",
            {{"type", kind::text}, {"name", kind::text}, {"gresults", kind::number}},
            cpu_table,
            {"gresults", {"type", "name"}}};
  m.run = measure_operations;
  m.on_gpu = false;
  return m;
}

measure host_arrays() {
  measure m{"host_arrays",
            {{"kernel", kind::text}, {"type", kind::text}, {"n", kind::size}, {"gelements", kind::number}},
            host_arrays_table,
            {"gelements", {"kernel", "type"}}};
  m.run = measure_arrays;
  m.on_gpu = false;
  m.with = "cpu";
  return m;
}

}  // namespace bench
