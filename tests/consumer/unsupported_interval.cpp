// Must not compile: no directed rounding is known for this type.
#include <ff/interval.hpp>

ff::interval<long double> x;
