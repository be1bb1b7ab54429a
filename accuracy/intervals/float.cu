// The device routines of interval<float>.
#include "kernels.cuh"

template std::unique_ptr<accuracy::intervals::engine<float>> accuracy::intervals::make_gpu_engine<float>();
