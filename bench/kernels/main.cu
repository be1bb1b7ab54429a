// ff-bench-kernels [JSON]: kernels as users write them, with float, double, ff_t, fast_t, fused_t, a
// probe of ff_t and NVIDIA's fp32mp2; how long each takes, and how far its results are from a long reference.
#include <cmath>
#include <cstdio>
#include <map>

#include "bench/slots.cuh"
#include "bench/small_program.cuh"
#include "kernels.hpp"

namespace bench {
namespace {

int run(int argc, char** argv) {
  small_program program("ff-bench-kernels", argc, argv);
  program.require_gpu();
  nlohmann::ordered_json& record = program.record;

  const kernel_inputs in = make_inputs();
  const double rate = slots_a_second();
  record["slots_a_second"] = rate;
  std::printf("%.2f T slots a second\n", rate * 1e-12);
  std::map<std::string, std::vector<long double>> references;
  for (const char* kernel : kernel_names) references[kernel] = reference_of(kernel, in);
  for (const kernel_type& type : kernel_types()) {
    for (const kernel_run& r : type.run(in)) {
      const kernel_error e = error_of(r.kernel, r.values, references.at(r.kernel));
      const double slots = r.seconds * rate / r.units;
      std::printf("%-20s %-13s %9.3f ms %8.1f slots, %3d registers, error %.3g (2^%.1f), %.3g\n",
                  r.kernel.c_str(), type.name, r.seconds * 1e3, slots, r.registers, e.worst,
                  std::log2(e.worst), e.mean);
      std::fflush(stdout);
      record["kernels"].push_back({{"kernel", r.kernel},
                                   {"type", type.name},
                                   {"milliseconds", r.seconds * 1e3},
                                   {"units", r.units},
                                   {"slots", slots},
                                   {"registers", r.registers},
                                   {"worst_error", e.worst},
                                   {"mean_error", e.mean},
                                   {"error", e.meaning}});
    }
  }
  return program.end();
}

}  // namespace

std::vector<kernel_type> kernel_types() {
  std::vector<kernel_type> all{{"float", run_float}, {"double", run_double}, {"ff_t", run_ff},
                               {"fast_t", run_fast}, {"fused_t", run_fused}, {"probe<ff_t>", run_probe}};
  add_fp32mp2(all);
  return all;
}

}  // namespace bench

int main(int argc, char** argv) { return command::run_tool("ff-bench-kernels", argc, argv, bench::run); }
