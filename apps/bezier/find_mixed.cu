#include "methods_gpu.cuh"

namespace bezier {

gpu_functions gpu_certified_mixed() {
  return {launch_find_by_blocks<float, ff::ff_t>, nullptr, launch_meeting_by_blocks<float, ff::ff_t>};
}

}  // namespace bezier
