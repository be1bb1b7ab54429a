// fast_t and fused_t: the numbers for arithmetic in kernels.
#pragma once

#include <ff/fast/fast_t.hpp>
#include <ff/fast/functions.hpp>
#include <ff/fast/operators.hpp>
#include <ff/fast/standard.hpp>
