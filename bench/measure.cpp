#include "measure.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

#include "cpu.hpp"
#include "figures.hpp"

namespace bench {
namespace {

// ---------------------------------------------------------------- Google Benchmark

/// One line on a terminal, nothing in a pipe: the tables come from the samples.
class progress : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (!terminal_ || runs.empty()) return;
    fmt::print(stderr, "\r{:<60.60}", runs[0].benchmark_name());
    std::fflush(stderr);
  }
  void Finalize() override {
    if (terminal_) fmt::print(stderr, "\r{:<60}\r", "");
  }

 private:
  bool terminal_ = isatty(STDERR_FILENO) != 0;
};

/// Registered now, run by run_all: `once` does the work and returns the seconds that it took.
void add_benchmark(const std::string& name, int samples, std::function<double()> once) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [once = std::move(once)](benchmark::State& state) {
                                 for ([[maybe_unused]] auto _ : state) state.SetIterationTime(once());
                               })
      ->UseManualTime()
      ->Iterations(samples);
}

void run_all() {
  progress reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, ".");
  benchmark::ClearRegisteredBenchmarks();
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Kernel>
const Kernel* kernel_of(const std::vector<Kernel>& all, const std::string& id) {
  for (const Kernel& k : all) {
    if (k.what.id == id) return &k;
  }
  return nullptr;
}

bool wanted(const selection& chosen, const operation& o) {
  return chosen.operations.empty() || chosen.operations.count(o.id) != 0 ||
         chosen.operations.count(o.name) != 0;
}

json row_of(const operation& o) { return {{"id", o.id}, {"type", o.type}, {"name", o.name}}; }

// ---------------------------------------------------------------- chains

constexpr int samples = 9;

/// Rounds, so many times 2, that keep the GPU busy for so many seconds.
template <class Run>
int calibrated(int rounds, double seconds, Run run) {
  while (run(rounds).seconds < seconds && rounds < (1 << 24)) rounds *= 2;
  return rounds;
}

struct chain_samples {
  const chain_kernel* kernel;
  chain_form form;
  std::vector<double> per_clock{}, clock{}, latency{};  // results per clock on the whole GPU; Hz; cycles
};

void add_throughput(chain_samples& s) {
  // 2 ms: launch and tail are then well below a percent.
  const int rounds = calibrated(16, 2e-3, [&](int n) { return s.form.run(true, n); });
  add_benchmark(fmt::format("throughput/{}/{}", s.kernel->what.id, s.form.chains), samples, [&s, rounds] {
    const chain_time t = s.form.run(true, rounds);
    s.clock.push_back(t.clock());
    s.per_clock.push_back(t.results_per_clock());
    return t.seconds;
  });
}

void add_latency(chain_samples& s) {
  const int rounds = std::max(1, 8192 / s.kernel->unrolled);
  add_benchmark(fmt::format("latency/{}", s.kernel->what.id), samples, [&s, rounds] {
    const chain_time t = s.form.run(false, rounds);
    s.latency.push_back(t.latency());
    return t.seconds;
  });
}

/// The chain of float FMAs: the issue limit.
const chain_form& fma_chain() { return kernel_of(chain_kernels(), "float_fma")->several; }

// A GPU that has idled takes a while to reach its clock.
void warm_up() {
  for (double busy = 0; busy < 0.5;) busy += fma_chain().run(true, 1 << 12).seconds;
}

// The measure that everything else is compared with is taken in every run.
bool needed(const selection& chosen, const operation& o) {
  if (wanted(chosen, o)) return true;
  const std::set<std::string> always{"float_fma", "float_add", "float_mul", "double_fma"};
  return always.count(o.id) != 0 ||
         std::any_of(chain_kernels().begin(), chain_kernels().end(), [&](const chain_kernel& other) {
           return other.what.as == o.id && wanted(chosen, other.what);
         });
}

json measure_throughput(const selection& chosen, const gpu_info& gpu, const cost_model& model, json& peaks) {
  struct forms {
    chain_samples one, several;
  };
  std::vector<forms> all;
  for (const chain_kernel& k : chain_kernels()) {
    if (needed(chosen, k.what)) all.push_back({{&k, k.one}, {&k, k.several}});
  }
  for (forms& f : all) {
    add_throughput(f.one);
    add_throughput(f.several);
  }
  run_all();

  json rows = json::array();
  double issue_peak = 0;  // instructions per clock and SM, of the fastest float chain
  for (const forms& f : all) {
    const bool one_wins = median(f.one.per_clock) > median(f.several.per_clock);
    const chain_samples &s = one_wins ? f.one : f.several, &other = one_wins ? f.several : f.one;
    const double per_clock = median(s.per_clock) / gpu.processors, clock = median(s.clock);
    const operation& what = s.kernel->what;
    json row = row_of(what);
    row["chains"] = s.form.chains;
    row["gresults"] = per_clock * gpu.processors * clock * 1e-9;
    row["per_clock_sm"] = per_clock;
    row["clock_ghz"] = clock * 1e-9;
    row["per_clock_sm_of_other_form"] = median(other.per_clock) / gpu.processors;
    if (const counts* c =
            model.instructions(gpu.architecture, what.id, fmt::format("chains_{}", s.form.chains))) {
      row["instructions"] = total(*c);
      row["harness"] = what.harness;
      if (what.type == "float") issue_peak = std::max(issue_peak, total(*c) * per_clock);
    }
    rows.push_back(row);
  }
  for (json& row : rows) {
    const double per_clock = row.at("per_clock_sm");
    if (issue_peak > 0) row["slots"] = issue_peak / per_clock;
    if (issue_peak > 0 && row.contains("instructions"))
      row["share_of_issue"] = row.at("instructions").get<double>() * per_clock / issue_peak;
    const operation& what = kernel_of(chain_kernels(), row.at("id"))->what;
    if (const json* native = find_row(rows, what.as))
      row["ratio_to_double"] = per_clock / native->at("per_clock_sm").get<double>();
  }
  const json& ffma = *find_row(rows, "float_fma");
  const json& dfma = *find_row(rows, "double_fma");
  peaks["issue_per_clock_sm"] = issue_peak;
  peaks["ffma_gresults"] = ffma.at("gresults");
  peaks["ffma_per_clock_sm"] = ffma.at("per_clock_sm");
  peaks["dfma_gresults"] = dfma.at("gresults");
  peaks["dfma_per_clock_sm"] = dfma.at("per_clock_sm");
  peaks["clock_ghz"] = ffma.at("clock_ghz");
  return rows;
}

json measure_latency(const selection& chosen) {
  std::vector<chain_samples> all;
  for (const chain_kernel& k : chain_kernels()) {
    if (wanted(chosen, k.what)) all.push_back({&k, k.one});
  }
  for (chain_samples& s : all) add_latency(s);
  run_all();
  json rows = json::array();
  for (const chain_samples& s : all) {
    json row = row_of(s.kernel->what);
    row["cycles"] = median(s.latency);
    rows.push_back(row);
  }
  return rows;
}

// ---------------------------------------------------------------- elementary functions

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

json measure_functions(const selection& chosen, const gpu_info& gpu, json& peaks) {
  std::vector<function_samples> all;
  for (const function_kernel& k : function_kernels()) {
    if (k.is_harness() || chosen.operations.empty() || chosen.operations.count(k.name) != 0)
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
  peaks["function_issue_per_clock_sm"] = issue / gpu.processors;
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

// ---------------------------------------------------------------- arrays

struct stream_samples {
  const stream_kernel* kernel;
  std::size_t n;
  std::vector<double> seconds;
};

json measure_streaming(const selection& chosen, const gpu_info& gpu, json& peaks) {
  std::vector<stream_samples> all;
  for (std::size_t n = 1 << 10; n <= chosen.largest; n *= 4) {
    for (const stream_kernel& k : stream_kernels()) {
      if (k.footprint(n) < gpu.memory / 10 * 9) all.push_back({&k, n, {}});
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
  if (!copy.empty()) peaks["copy_gbs"] = copy.rbegin()->second * 1e-9;
  return rows;
}

// ---------------------------------------------------------------- idioms

json measure_idioms() {
  struct idiom_samples {
    const idiom_kernel* kernel;
    std::vector<double> seconds;
  };
  std::vector<idiom_samples> all;
  for (const idiom_kernel& k : idiom_kernels()) all.push_back({&k, {}});
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

// ---------------------------------------------------------------- predicates

json measure_predicates() {
  struct predicate_samples {
    const predicate_kernel* kernel;
    std::vector<double> seconds;
    predicate_time last;
  };
  std::vector<predicate_samples> all;
  for (const predicate_kernel& k : predicate_kernels()) all.push_back({&k, {}, {}});
  for (predicate_samples& s : all) {
    add_benchmark(fmt::format("{} {} {}", s.kernel->predicate, s.kernel->format, s.kernel->operands), 5,
                  [&s] {
                    s.last = s.kernel->measure(s.kernel->n);
                    s.seconds.push_back(s.last.seconds);
                    return s.last.seconds;
                  });
  }
  run_all();
  json rows = json::array();
  for (const predicate_samples& s : all) {
    const double t = median(s.seconds);
    rows.push_back({{"predicate", s.kernel->predicate},
                    {"format", s.kernel->format},
                    {"operands", s.kernel->operands},
                    {"n", s.kernel->n},
                    {"seconds", t},
                    {"gresults", static_cast<double>(s.kernel->n) / t * 1e-9},
                    {"shares", s.last.share}});
  }
  return rows;
}

// ---------------------------------------------------------------- matrix products

json measure_gemm() {
  struct gemm_samples {
    const gemm_kernel* kernel;
    gemm_time time;
  };
  std::vector<gemm_samples> all;
  for (const gemm_kernel& k : gemm_kernels()) all.push_back({&k, {}});
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

// ---------------------------------------------------------------- singular value decompositions

json measure_decompositions() {
  struct svd_samples {
    const svd_size* size;
    svd_result result;
  };
  std::vector<svd_samples> all;
  for (const svd_size& s : svd_sizes()) all.push_back({&s, {}});
  for (svd_samples& s : all)
    add_benchmark(fmt::format("svd {}x{}", s.size->m, s.size->n), 1, [&s] {
      s.result = measure_svd(*s.size);
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

json measure_batches_of_decompositions() {
  struct batch_samples {
    const svd_batch* batch;
    svd_batch_result result;
  };
  std::vector<batch_samples> all;
  for (const svd_batch& b : svd_batches()) all.push_back({&b, {}});
  for (batch_samples& s : all)
    add_benchmark(fmt::format("svd_batched {}x{}", s.batch->n, s.batch->n), 1, [&s] {
      s.result = measure_svd_batch(*s.batch);
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

// ---------------------------------------------------------------- BLAS 1 and 2

json measure_blas() {
  struct blas_samples {
    const blas_kernel* kernel;
    blas_time time;
  };
  std::vector<blas_samples> all;
  for (const blas_kernel& k : blas_kernels()) all.push_back({&k, {}});
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

// ---------------------------------------------------------------- linear systems

json measure_systems() {
  struct system_samples {
    const solve_size* size;
    solve_result result;
  };
  std::vector<system_samples> all;
  for (const solve_size& s : solve_sizes()) all.push_back({&s, {}});
  for (system_samples& s : all)
    add_benchmark(
        fmt::format("solve {} condition {:g} {}", s.size->n, s.size->condition, name_of(s.size->vectors)), 1,
        [&s] {
          s.result = measure_solve(*s.size);
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

}  // namespace

double issue_per_clock() {
  warm_up();
  return fma_chain().run(true, 1 << 14).results_per_clock();
}

void measure_gpu(const selection& chosen, const gpu_info& gpu, const cost_model& model, json& run) {
  warm_up();
  json peaks = json::object();
  if (chosen.parts.count("throughput") != 0)
    run["throughput"] = measure_throughput(chosen, gpu, model, peaks);
  if (chosen.parts.count("latency") != 0) run["latency"] = measure_latency(chosen);
  if (chosen.parts.count("functions") != 0) run["functions"] = measure_functions(chosen, gpu, peaks);
  if (chosen.parts.count("streaming") != 0) run["streaming"] = measure_streaming(chosen, gpu, peaks);
  if (chosen.parts.count("idioms") != 0) run["idioms"] = measure_idioms();
  if (chosen.parts.count("predicates") != 0) run["predicates"] = measure_predicates();
  if (chosen.parts.count("gemm") != 0) run["gemm"] = measure_gemm();
  if (chosen.parts.count("svd") != 0)
    run["svd"] = measure_decompositions(), run["svd_batched"] = measure_batches_of_decompositions();
  if (chosen.parts.count("blas") != 0) run["blas"] = measure_blas();
  if (chosen.parts.count("solve") != 0) run["solve"] = measure_systems();
  run["peaks"] = peaks;
}

namespace {

json measure_host_arrays() {
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

}  // namespace

void measure_cpu(const selection& chosen, json& run) {
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
    bool needed = wanted(chosen, k.what);
    for (const cpu_kernel& other : cpu_kernels()) {
      needed = needed || (wanted(chosen, other.what) &&
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
  run["cpu"] = rows;
  if (chosen.operations.empty()) run["host_arrays"] = measure_host_arrays();
}

void measure_paper(bool gpu, json& run) {
  struct paper_samples {
    std::string where, name, algorithm;
    std::size_t n;
    std::function<double(std::size_t, int)> once;
    std::vector<double> seconds;
  };
  std::vector<paper_samples> all;
  for (std::size_t n = 4096; n <= 1048576; n *= 4) {
    const auto add = [&](const char* where, const std::vector<paper_kernel>& kernels) {
      for (const paper_kernel& k : kernels) all.push_back({where, k.name, k.algorithm, n, k.seconds, {}});
    };
    if (gpu) add("gpu", gpu_paper_kernels());
    add("cpu", cpu_paper_kernels());
  }
  for (paper_samples& s : all) {
    const int repeat = s.where == "gpu" ? 200 : std::max(4, static_cast<int>((std::size_t{1} << 22) / s.n));
    add_benchmark(fmt::format("paper/{}/{}/{}/{}", s.where, s.name, s.algorithm, s.n), 5, [&s, repeat] {
      s.seconds.push_back(s.once(s.n, repeat));
      return s.seconds.back();
    });
  }
  run_all();
  json rows = json::array();
  for (const paper_samples& s : all) {
    double unit = 0;
    for (const paper_samples& u : all) {
      if (u.where == s.where && u.name == "Add" && u.n == 4096) unit = median(u.seconds);
    }
    rows.push_back({{"where", s.where},
                    {"name", s.name},
                    {"algorithm", s.algorithm},
                    {"n", s.n},
                    {"seconds", median(s.seconds)},
                    {"relative", median(s.seconds) / unit}});
  }
  run["paper"] = rows;
}

#if !defined(FF_BENCH_CUDA)
std::optional<gpu_info> open_gpu(std::string& why) {
  why = command::why_no_gpu_code();
  return {};
}
template <class Kernel>
const std::vector<Kernel> none;
const std::vector<chain_kernel>& chain_kernels() { return none<chain_kernel>; }
const std::vector<function_kernel>& function_kernels() { return none<function_kernel>; }
const std::vector<stream_kernel>& stream_kernels() { return none<stream_kernel>; }
const std::vector<idiom_kernel>& idiom_kernels() { return none<idiom_kernel>; }
const std::vector<predicate_kernel>& predicate_kernels() { return none<predicate_kernel>; }
const std::vector<gemm_kernel>& gemm_kernels() { return none<gemm_kernel>; }
const std::vector<svd_size>& svd_sizes() { return none<svd_size>; }
svd_result measure_svd(const svd_size&) { return {}; }
const std::vector<svd_batch>& svd_batches() { return none<svd_batch>; }
svd_batch_result measure_svd_batch(const svd_batch&) { return {}; }
const std::vector<blas_kernel>& blas_kernels() { return none<blas_kernel>; }
const std::vector<solve_size>& solve_sizes() { return none<solve_size>; }
solve_result measure_solve(const solve_size&) { return {}; }
const std::vector<paper_kernel>& gpu_paper_kernels() { return none<paper_kernel>; }
#endif

}  // namespace bench
