// Intervals: see interval/type.hpp.
#pragma once

#include <ff/interval/arithmetic.hpp>
#include <ff/interval/sets.hpp>
