// probe<T>: computes the bits of T, carries a more exact shadow, and tells what a kernel needs.
//
// 1. A program changes T to ff::probe<T> in the kernel that it doubts, and marks places: FF_PROBE("r2", r2).
// 2. Each operation computes T's own result and, beside it, the same operation on doubles: the shadow.
// 3. A mark compares both and adds what it saw to a record of its place.
// 4. ff::probe_report prints the records, and says which type is enough.
//
// On a GPU the shadow costs FP64 instructions.  A probe is an instrument, not a number to compute with.
#pragma once

#include <ff/probe/cmath.hpp>
#include <ff/probe/functions.hpp>
#include <ff/probe/marks.hpp>
#include <ff/probe/number.hpp>
#include <ff/probe/operators.hpp>
#include <ff/probe/places.hpp>
#include <ff/probe/report.hpp>
