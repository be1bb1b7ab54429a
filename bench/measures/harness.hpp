// Holds what every measure needs to take its samples.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "bench/gpu.hpp"
#include "measure.hpp"

namespace bench {

/// Registers a benchmark with Google Benchmark.  `once` does the work and returns the seconds that it took.
void add_benchmark(const std::string& name, int samples, std::function<double()> once);
/// Runs those that were registered since the last call.
void run_all();

double median(std::vector<double> values);

constexpr int samples = 9;

/// The kernel of that id; null where there is none.
template <class Kernel>
const Kernel* kernel_of(const std::vector<Kernel>& all, const std::string& id) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const Kernel& k) { return k.what.id == id; });
  return at == all.end() ? nullptr : &*at;
}

/// Returns whether --ops names an operation, by its id or its name.
bool wanted(const selection& chosen, const operation& o);

/// The columns by which a row is known.
json row_of(const operation& o);

/// Rounds, so many times 2, that keep the GPU busy for so many seconds.
template <class Run>
int calibrated(int rounds, double seconds, Run run) {
  while (run(rounds).seconds < seconds && rounds < (1 << 24)) rounds *= 2;
  return rounds;
}

/// The chain of float FMAs: the issue limit.
const chain_form& fma_chain();
/// Keeps a GPU that has idled busy until it has reached its clock.
void warm_up();
/// Float FMAs a clock of the whole GPU, once it is warm.
double issue_per_clock();

}  // namespace bench
