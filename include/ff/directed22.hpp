// The directed kernels of float-floats: see directed/pair.hpp.
#pragma once

#include <ff/directed/pair.hpp>
