// The kernels in fused_t.
#include "run.cuh"

namespace bench {
std::vector<kernel_run> run_fused(const kernel_inputs& in) { return kernel_harness<ff::fused_t>(in).all(); }
}  // namespace bench
