// Float-float to text: see text/format.hpp.
#pragma once

#include <ff/text/format.hpp>
