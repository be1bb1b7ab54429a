#include "methods_gpu.cuh"

namespace bezier {

gpu_functions gpu_functions_in_float(method m) { return gpu_functions_in<float>(m); }

}  // namespace bezier
