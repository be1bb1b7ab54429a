// The number alone: its type, its operators and the functions of <cmath>; ff_t and fast_t.
//
// No text, no intervals, no complex numbers, vectors or random numbers, and no header of the standard library
// that costs time: for files of kernels.  <ff/ff.hpp> has everything.
#pragma once

#include <ff/accumulate.hpp>
#include <ff/arithmetic.hpp>
#include <ff/basic.hpp>
#include <ff/bounds.hpp>
#include <ff/classify.hpp>
#include <ff/comparison.hpp>
#include <ff/constants.hpp>
#include <ff/eft.hpp>
#include <ff/fast.hpp>
#include <ff/ff_t.hpp>
#include <ff/hash.hpp>
#include <ff/integral.hpp>
#include <ff/limits.hpp>
#include <ff/literals.hpp>
#include <ff/math.hpp>
#include <ff/operators.hpp>
#include <ff/platform.hpp>
#include <ff/rounding.hpp>
