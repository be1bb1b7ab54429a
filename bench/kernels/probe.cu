// Two kernels in a probe of ff_t, which costs what its marks cost.
#include "run.cuh"

namespace bench {
std::vector<kernel_run> run_probe(const kernel_inputs& in) {
  return kernel_harness<ff::probe<ff::ff_t>>(in).probed();
}
}  // namespace bench
