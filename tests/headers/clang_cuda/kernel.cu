// A kernel and its launch by clang's CUDA mode.
#include <ff/ff.hpp>

__global__ void evaluate(const ff::ff_t* x, ff::ff_t* y) {
  y[threadIdx.x] = exp(x[threadIdx.x]) / sqrt(x[0] + 1);
}

void launch(const ff::ff_t* x, ff::ff_t* y) { evaluate<<<1, 32>>>(x, y); }
