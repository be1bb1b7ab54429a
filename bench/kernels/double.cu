// The kernels in double.
#include "run.cuh"

namespace bench {
std::vector<kernel_run> run_double(const kernel_inputs& in) { return kernel_harness<double>(in).all(); }
}  // namespace bench
