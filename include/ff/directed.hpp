// The directed primitives of float: see directed/float.hpp.
#pragma once

#include <ff/directed/float.hpp>
