// The kernels in NVIDIA's pairs of floats, at their default level and at the high one, where the toolkit (or
// FF_CCCL, a folder of newer headers) has them.
#include "kernels.hpp"

#if __has_include(<cuda/fpmp_math>)
#include <cuda/fpmp>
#include <cuda/fpmp_math>

#include "run.cuh"

namespace bench {
void add_fp32mp2(std::vector<kernel_type>& all) {
  using namespace cuda::experimental;
  all.push_back({"fp32mp2", [](const kernel_inputs& in) { return kernel_harness<fp32mp2>(in).all(); }});
  all.push_back(
      {"fp32mp2_high", [](const kernel_inputs& in) { return kernel_harness<fp32mp2_high>(in).all(); }});
}
}  // namespace bench

#else
namespace bench {
void add_fp32mp2(std::vector<kernel_type>&) {}
}  // namespace bench
#endif
