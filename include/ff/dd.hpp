// ff::dd_t: the number of two doubles, about 106 bits, for hosts and GPUs with FP64.
// <ff/reduce/host.hpp> has its sums, dot products and norms; <ff/reduce/cuda.hpp> those on the device.
#pragma once

#include <ff/dd/basic.hpp>
#include <ff/dd/comparison.hpp>
#include <ff/dd/complex.hpp>
#include <ff/dd/exponential.hpp>
#include <ff/dd/functions.hpp>
#include <ff/dd/integral.hpp>
#include <ff/dd/number.hpp>
#include <ff/dd/operators.hpp>
#include <ff/dd/remainder.hpp>
#include <ff/dd/rounding.hpp>
#include <ff/dd/special.hpp>
#include <ff/dd/text.hpp>
#include <ff/dd/trigonometry.hpp>
#include <ff/reduce/host.hpp>
