// Complex numbers of two dd_t, u = 2^-53.
#pragma once

#include <ff/complex/pair.hpp>
#include <ff/dd/functions.hpp>

namespace ff {

/// A complex number of two dd_t: arithmetic, modulus and root are basic_complex's.
using dd_complex = basic_complex<dd_t>;

}  // namespace ff
