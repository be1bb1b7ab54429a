// Does not compile: one bit is no number, and an exponent of one bit no range.
#include <ff/reduced.hpp>

ff::reduced<1, 1> number;
