// Reading and writing float-floats: see text/io.hpp.
#pragma once

#include <ff/text/io.hpp>
