// sum, dot and nrm2 of arrays: float or float-float elements, float-float accumulation; Sum2 and Dot2.
//
// The result depends on the elements and their number alone: not on the grid, the stream, the GPU, the
// alignment, or on whether host or device computes it.
// On the host the result is returned.  On the device, under nvcc, the same names take a result pointer, a
// workspace and a stream.
// Error bounds: reduction_bound (reduce/shape.hpp); their derivation: docs/proofs/reduce.md.
#pragma once

#include <ff/reduce/cuda.hpp>
#include <ff/reduce/host.hpp>
#include <ff/reduce/shape.hpp>
