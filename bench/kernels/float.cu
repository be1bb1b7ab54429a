// The kernels in float.
#include "run.cuh"

namespace bench {
std::vector<kernel_run> run_float(const kernel_inputs& in) { return kernel_harness<float>(in).all(); }
}  // namespace bench
