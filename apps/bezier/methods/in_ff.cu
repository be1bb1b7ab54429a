#include "methods_gpu.cuh"

namespace bezier {

gpu_functions gpu_functions_in_pairs(method m) { return gpu_functions_in<ff::ff_t>(m); }

}  // namespace bezier
