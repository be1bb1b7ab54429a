#include "methods_gpu.cuh"

namespace bezier {

gpu_functions gpu_functions_in_double(method m) { return gpu_functions_in<double>(m); }

}  // namespace bezier
