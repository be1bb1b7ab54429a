// The number alone: its type, its operators and the functions of <cmath>; ff_t and fast_t.
//
// No text, no intervals, no complex numbers, vectors or random numbers, and no header of the standard library
// that costs time: for files of kernels.  <ff/ff.hpp> has everything.
#pragma once

#include <ff/arithmetic.hpp>
#include <ff/basic.hpp>
#include <ff/bounds.hpp>
#include <ff/comparison.hpp>
#include <ff/eft.hpp>
#include <ff/fast.hpp>
#include <ff/ff_t.hpp>
#include <ff/math.hpp>
#include <ff/operators.hpp>
#include <ff/platform.hpp>
#include <ff/rounding.hpp>
#include <ff/type/accumulate.hpp>
#include <ff/type/classify.hpp>
#include <ff/type/constants.hpp>
#include <ff/type/hash.hpp>
#include <ff/type/integral.hpp>
#include <ff/type/limits.hpp>
#include <ff/type/literals.hpp>
