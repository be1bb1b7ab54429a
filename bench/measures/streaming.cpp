// Kernels over arrays: throughput against size.
#include <map>

#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

struct stream_samples {
  const stream_kernel* kernel;
  std::size_t n;
  std::vector<double> seconds;
};

json run_here(const session& at) {
  std::vector<stream_samples> all;
  for (std::size_t n = 1 << 10; n <= at.chosen.largest; n *= 4) {
    for (const stream_kernel& k : gpu_kernels<stream_kernel>()) {
      if (k.footprint(n) < at.gpu->memory / 10 * 9) all.push_back({&k, n, {}});
    }
  }
  for (stream_samples& s : all) {
    const double guess = 3e-6 + s.kernel->bytes(s.n) / 3e12;
    // 10 ms: the launch of the first and the tail of the last are a few microseconds.
    const int repeat = std::clamp(static_cast<int>(10e-3 / guess), 1, 200);
    add_benchmark(fmt::format("streaming/{}/{}/{}", s.kernel->name, s.kernel->type, s.n), 5, [&s, repeat] {
      s.seconds.push_back(s.kernel->seconds(s.n, repeat));
      return s.seconds.back();
    });
  }
  run_all();

  json rows = json::array();
  std::map<std::size_t, double> copy;  // the best at each size, in bytes a second
  for (const stream_samples& s : all) {
    const std::string name = s.kernel->name;
    const double rate = s.kernel->bytes(s.n) / median(s.seconds);
    if (name == "copy" || name == "memcpy") copy[s.n] = std::max(copy[s.n], rate);
  }
  for (const stream_samples& s : all) {
    const double t = median(s.seconds), rate = s.kernel->bytes(s.n) / t;
    json row{{"kernel", s.kernel->name},
             {"type", s.kernel->type},
             {"n", s.n},
             {"seconds", t},
             {"gelements", static_cast<double>(s.n) / t * 1e-9},
             {"gbs", rate * 1e-9},
             {"share_of_copy", rate / copy[s.n]}};
    for (const stream_samples& d : all) {
      if (d.n == s.n && std::string(d.kernel->type) == "double" &&
          std::string(d.kernel->name) == s.kernel->name) {
        row["ratio_to_double"] = median(d.seconds) / t;
      }
    }
    rows.push_back(row);
  }
  if (!copy.empty()) at.peaks["copy_gbs"] = copy.rbegin()->second * 1e-9;
  return rows;
}

std::string table_of(const json& run) {
  double largest = 0;
  for (const json& row : run.at("streaming")) largest = std::max(largest, row.at("n").get<double>());
  table t({{"kernel", 8, side::left},
           {"type", 10, side::left},
           {"Gelements/s", 12},
           {"GB/s", 9},
           {"copy", 9},
           {"x double", 9}});
  for (const json& row : run.at("streaming")) {
    if (row.at("n").get<double>() != largest) continue;
    t.add({row.at("kernel"), row.at("type"), figure(row, "gelements", "{:.2f}"), figure(row, "gbs", "{:.0f}"),
           percent(row, "share_of_copy"), figure(row, "ratio_to_double", "{:.3f}")});
  }
  return fmt::format(
             "\nArrays of {} elements (float->ff: float elements, ff sum).  copy: the share of the best copy "
             "of the same size.\n",
             size_text(largest)) +
         t.text();
}

}  // namespace

measure streaming() {
  measure m{"streaming",
            {{"kernel", kind::text}, {"type", kind::text}, {"n", kind::size}, {"gelements", kind::size}},
            table_of,
            {"gelements", {"kernel", "type", "n"}}};
  m.run = run_here;
  return m;
}

}  // namespace bench
