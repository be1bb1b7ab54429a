// Conversion of an array, one way or the other: what the compiler makes of it is looked at.
#include <ff/convert.hpp>

#if defined(CONVERT_from_doubles)
void convert_array(const double* in, ff::ff_t* out, std::size_t n) { ff::convert(in, out, n); }
#else
void convert_array(const ff::ff_t* in, double* out, std::size_t n) { ff::convert(in, out, n); }
#endif
