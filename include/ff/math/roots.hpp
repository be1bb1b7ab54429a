// Cube roots and Euclidean lengths.
#pragma once

#include <ff/math/cbrt.hpp>
#include <ff/math/hypot.hpp>
