// The exact ranges of powers, roots and elementary functions, by MPFR.
#pragma once

#include <mpfr.h>

#include "real_function.hpp"

namespace accuracy::intervals {

/// Bits of lo and hi that decide whether an endpoint contains them: of functions, since no endpoint comes
/// near to the exact one without being equal to it (it was moved outwards by 2^-47 or more); of powers and
/// roots, which need not be, since no endpoint has so many.
inline constexpr mpfr_prec_t function_precision = 96, power_precision = 320;

/// {wanted(v) : v in [xl, xh]}, of pow also w in [yl, yh], of powers and roots the n-th: lo rounded down, hi
/// up.  False if it is empty.  Operands may be overwritten.
bool elementary_range(real_function wanted, mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr yl, mpfr_ptr yh, int n,
                      mpfr_ptr lo, mpfr_ptr hi);

}  // namespace accuracy::intervals
