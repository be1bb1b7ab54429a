// Text to the nearest float-float: see text/decimal.hpp.
#pragma once

#include <ff/text/decimal.hpp>
