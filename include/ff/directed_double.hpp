// The directed primitives of double: see directed/double.hpp.
#pragma once

#include <ff/directed/double.hpp>
