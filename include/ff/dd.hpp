// ff::dd_t: the number of two doubles, about 106 bits, for hosts and GPUs with FP64.
// Reductions on the device are in <ff/dd/reduce_cuda.hpp>.
#pragma once

#include <ff/dd/basic.hpp>
#include <ff/dd/comparison.hpp>
#include <ff/dd/complex.hpp>
#include <ff/dd/functions.hpp>
#include <ff/dd/number.hpp>
#include <ff/dd/operators.hpp>
#include <ff/dd/reduce.hpp>
#include <ff/dd/rounding.hpp>
#include <ff/dd/text.hpp>
