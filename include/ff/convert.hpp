// Arrays of doubles into arrays of numbers and back: convert(in, out, n), each element as its conversion
// alone would give it.
//
// On the host the arrays are in its memory.  On the device, under nvcc, the same name takes a stream too.
// Either works in place, out the memory of in; otherwise the arrays must not overlap.
#pragma once

#include <ff/convert/cuda.hpp>
#include <ff/convert/host.hpp>
