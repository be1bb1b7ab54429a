// The elementary functions, each on random arguments drawn in registers.
#include "bench/operations.hpp"
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

struct function_samples {
  const function_kernel* kernel;
  std::vector<double> clocks_a_call{}, clock{}, latency{};  // of the whole GPU; in Hz; in cycles
};

const function_samples* find_samples(const std::vector<function_samples>& all, const std::string& name,
                                     const std::string& type) {
  for (const function_samples& s : all) {
    if (s.kernel->name == name && s.kernel->type == type) return &s;
  }
  return nullptr;
}

json run_here(const session& at) {
  std::vector<function_samples> all;
  for (const function_kernel& k : gpu_kernels<function_kernel>()) {
    if (k.is_harness() || at.chosen.operations.empty() || at.chosen.operations.count(k.name) != 0)
      all.push_back({&k});
  }
  for (function_samples& s : all) {
    const function_kernel& k = *s.kernel;
    const int rounds = calibrated(8, 1e-3, [&](int n) { return k.throughput(k.at, n); });
    add_benchmark(fmt::format("function/{}/{}", k.name, k.type), samples, [&s, &k, rounds] {
      const chain_time t = k.throughput(k.at, rounds);
      s.clock.push_back(t.clock());
      s.clocks_a_call.push_back(1 / t.results_per_clock());
      return t.seconds;
    });
    add_benchmark(fmt::format("function latency/{}/{}", k.name, k.type), 3, [&s, &k] {
      const chain_time t = k.latency(k.at, 512);
      s.latency.push_back(t.latency());
      return t.seconds;
    });
  }
  run_all();
  const double issue = fma_chain().run(true, 1 << 14).results_per_clock();
  at.peaks["function_issue_per_clock_sm"] = issue / at.gpu->processors;
  const auto harness_of = [&](const function_samples& s) -> const function_samples& {
    return *find_samples(all, s.kernel->harness, s.kernel->type);
  };
  const auto net_clocks = [&](const function_samples& s) {
    return median(s.clocks_a_call) - median(harness_of(s).clocks_a_call);
  };
  json rows = json::array();
  for (const function_samples& s : all) {
    const function_kernel& k = *s.kernel;
    if (k.is_harness()) continue;
    const double clocks = net_clocks(s);
    json row{
        {"id", k.type + "_" + k.name}, {"type", k.type}, {"name", k.name}, {"x", {k.at.x.low, k.at.x.high}}};
    if (k.operands > 1) row["y"] = {k.at.y.low, k.at.y.high};
    row["gresults"] = median(s.clock) / clocks * 1e-9;
    row["slots"] = issue * clocks;
    row["harness_slots"] = issue * median(harness_of(s).clocks_a_call);
    row["latency"] = median(s.latency) - median(harness_of(s).latency);
    row["ratio_to_double"] = net_clocks(*find_samples(all, k.name, "double")) / clocks;
    rows.push_back(row);
  }
  return rows;
}

std::string table_of(const json& run) {
  table t({{"type", 7, side::left},
           {"function", 12, side::left},
           {"Gresults/s", 11},
           {"slots", 8},
           {"latency", 9},
           {"x double", 9},
           {"arguments", 0, side::left, 2}});
  for (const json& row : run.at("functions")) {
    t.add({row.at("type"), row.at("name"), figure(row, "gresults", "{:.1f}"), figure(row, "slots", "{:.1f}"),
           figure(row, "latency", "{:.0f}"), figure(row, "ratio_to_double", "{:.2f}"),
           row.at("x").dump() + (row.contains("y") ? " " + row.at("y").dump() : "")});
  }
  return "\nElementary functions, a random argument for each lane and call.  Slots and cycles are the "
         "function's alone: the harness,\ntimed by itself, is subtracted.\n" +
         t.text();
}

}  // namespace

measure functions() {
  measure m{"functions",
            {{"id", kind::text},
             {"type", kind::text},
             {"name", kind::text},
             {"gresults", kind::number},
             {"slots", kind::number},
             {"x", kind::span},
             {"y", kind::span, false}},
            table_of,
            {"gresults", {"type", "name"}}};
  m.run = run_here;
  return m;
}

}  // namespace bench
