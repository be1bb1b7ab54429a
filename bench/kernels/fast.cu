// The kernels in fast_t.
#include "run.cuh"

namespace bench {
std::vector<kernel_run> run_fast(const kernel_inputs& in) { return kernel_harness<ff::fast_t>(in).all(); }
}  // namespace bench
