#include "methods_gpu.cuh"

namespace bezier {

gpu_functions gpu_certified_mixed() {
  using small = by_blocks<float, ff::ff_t, small_blocks>;
  using large = by_blocks<float, ff::ff_t, large_blocks>;
  if (large::fit()) return {large::find, nullptr, large::meet};
  return {small::find, nullptr, small::meet};
}

}  // namespace bezier
