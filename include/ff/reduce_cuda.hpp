// The reductions on the device: see reduce/cuda.hpp.
#pragma once

#include <ff/reduce/cuda.hpp>
