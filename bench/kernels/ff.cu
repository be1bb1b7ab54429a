// The kernels in ff_t.
#include "run.cuh"

namespace bench {
std::vector<kernel_run> run_ff(const kernel_inputs& in) { return kernel_harness<ff::ff_t>(in).all(); }
}  // namespace bench
