#include "methods_gpu.cuh"

namespace bezier {

gpu_functions gpu_certified_mixed() {
  using mixed = certified<float, ff::ff_t>;
  return {launch_find<mixed>, nullptr, launch_meeting<mixed>};
}

}  // namespace bezier
