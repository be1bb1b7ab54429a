#include "harness.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

namespace bench {
namespace {

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

}  // namespace

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

bool wanted(const selection& chosen, const operation& o) {
  return chosen.operations.empty() || chosen.operations.count(o.id) != 0 ||
         chosen.operations.count(o.name) != 0;
}

json row_of(const operation& o) { return {{"id", o.id}, {"type", o.type}, {"name", o.name}}; }

const chain_form& fma_chain() { return kernel_of(gpu_kernels<chain_kernel>(), "float_fma")->several; }

void warm_up() {
  for (double busy = 0; busy < 0.5;) busy += fma_chain().run(true, 1 << 12).seconds;
}

double issue_per_clock() {
  warm_up();
  return fma_chain().run(true, 1 << 14).results_per_clock();
}

#if !defined(FF_HAS_GPU_CODE)
std::optional<gpu_info> open_gpu(std::string& why) {
  why = command::why_no_gpu_code();
  return {};
}
#endif

}  // namespace bench
