// Intervals: see interval/type.hpp.
#pragma once

#include <ff/interval/arithmetic.hpp>
#include <ff/interval/elementary.hpp>
#include <ff/interval/power.hpp>
#include <ff/interval/sets.hpp>
#include <ff/interval/text.hpp>
