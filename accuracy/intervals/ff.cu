// The device routines of interval<ff_t>.
#include "kernels.cuh"

template std::unique_ptr<accuracy::intervals::engine<ff::ff_t>>
accuracy::intervals::make_gpu_engine<ff::ff_t>();
