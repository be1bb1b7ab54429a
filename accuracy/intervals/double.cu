// The device routines of interval<double>.
#include "kernels.cuh"

template std::unique_ptr<accuracy::intervals::engine<double>> accuracy::intervals::make_gpu_engine<double>();
