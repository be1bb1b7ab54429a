// Does not compile: the shadow is a double, which has no digits to judge those of a dd_t.
#include <ff/dd.hpp>
#include <ff/probe.hpp>

ff::probe<ff::dd_t> number;
