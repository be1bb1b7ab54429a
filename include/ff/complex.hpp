// Complex numbers of two float-floats: the type with its arithmetic, and the functions of <complex>.
#pragma once

#include <ff/complex/hyperbolic.hpp>
#include <ff/complex/inverse.hpp>
#include <ff/complex/number.hpp>
