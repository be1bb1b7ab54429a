// The elementary functions of <cmath> for ff_t; each states its bound beside its code.
#pragma once

#include <ff/math/asin.hpp>
#include <ff/math/atan.hpp>
#include <ff/math/cbrt.hpp>
#include <ff/math/erf.hpp>
#include <ff/math/erfc.hpp>
#include <ff/math/erfinv.hpp>
#include <ff/math/exp.hpp>
#include <ff/math/hyperbolic.hpp>
#include <ff/math/hypot.hpp>
#include <ff/math/inverse_hyperbolic.hpp>
#include <ff/math/lgamma.hpp>
#include <ff/math/log.hpp>
#include <ff/math/norm.hpp>
#include <ff/math/pow.hpp>
#include <ff/math/tgamma.hpp>
#include <ff/math/trig.hpp>
#include <ff/math/trig_pi.hpp>
