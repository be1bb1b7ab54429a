// ff-bench-dd [JSON]: dd_t beside double, NVIDIA's fp64mp2 and QD: slots of a call on the GPU, nanoseconds on
// one core of the host, and the error of both in u^2 = 2^-106, over the same arguments.
#include <cmath>
#include <cstdio>

#include "bench/small_program.cuh"
#include "dd.hpp"

namespace bench {
namespace {

int run(int argc, char** argv) {
  small_program program("ff-bench-dd", argc, argv);
  nlohmann::ordered_json& record = program.record;
  std::vector<dd_run> all;
  double rate = 0;
  if (program.gpu) {
    record["slots_a_second"] = rate = dd_slots_a_second();
    add_dd_ours(all), add_dd_fp64mp2(all);
  }
  add_dd_host(all);
  if (program.gpu)
    std::printf("%.2f T slots a second\n", rate * 1e-12);
  else
    std::printf("No GPU, the host alone: %s\n", program.why_no_gpu.c_str());
  std::printf("%-8s %-13s %10s %10s %14s %14s\n", "", "", "slots", "ns", "worst, u^2", "mean, u^2");
  for (const dd_run& r : all) {
    const dd_error e = judged(r);
    const bool on_gpu = r.registers > 0;
    const double slots = r.seconds_a_call * rate, nanoseconds = r.seconds_a_call * 1e9;
    std::printf("%-8s %-13s %10.1f %10.4f %14.4g %14.4g\n", r.operation.c_str(), r.type.c_str(),
                on_gpu ? slots : 0.0, nanoseconds, e.worst, e.mean);
    std::fflush(stdout);
    nlohmann::ordered_json row{{"operation", r.operation}, {"type", r.type}};
    if (on_gpu) row["slots"] = slots, row["registers"] = r.registers;
    row["nanoseconds"] = nanoseconds, row["worst_u2"] = e.worst, row["mean_u2"] = e.mean;
    record["double_doubles"].push_back(row);
  }
  return program.end();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) { return command::run_tool("ff-bench-dd", argc, argv, bench::run); }
