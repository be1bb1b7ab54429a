// The special functions of physics and chemistry that <cmath> of C lacks or has for double alone.
//
// Not part of <ff/ff.hpp>: who needs them includes this header, or one of its room.
#pragma once

#include <ff/special/bessel.hpp>
#include <ff/special/bessel_i.hpp>
#include <ff/special/bessel_n.hpp>
#include <ff/special/boys.hpp>
#include <ff/special/digamma.hpp>
#include <ff/special/expint.hpp>
#include <ff/special/lambert.hpp>
#include <ff/special/zeta.hpp>
