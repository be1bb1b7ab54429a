#include "methods_gpu.cuh"

namespace bezier {

gpu_functions gpu_certified_mixed() { return {launch_find<certified<float, ff::ff_t>>, nullptr}; }

}  // namespace bezier
