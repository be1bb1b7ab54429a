// Who compiles, and what that compiler lacks: the headers of platform/ ask, no other does.
//
// This umbrella has what every header needs.  platform/floats.hpp, integers.hpp, directed.hpp and table.hpp
// are what one machine does in one instruction and another in several; they are included where they are
// called.
#pragma once

#include <ff/platform/compiler.hpp>
#include <ff/platform/debugger.hpp>
#include <ff/platform/paths.hpp>
#include <ff/platform/standard.hpp>
#include <ff/platform/types.hpp>
