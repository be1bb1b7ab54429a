// The whole library.
#pragma once

#include <ff/accumulate.hpp>
#include <ff/arithmetic.hpp>
#include <ff/basic.hpp>
#include <ff/bounds.hpp>
#include <ff/comparison.hpp>
#include <ff/complex.hpp>
#include <ff/constants.hpp>
#include <ff/directed.hpp>
#include <ff/directed22.hpp>
#include <ff/directed_double.hpp>
#include <ff/eft.hpp>
#include <ff/ff_t.hpp>
#include <ff/hash.hpp>
#include <ff/integral.hpp>
#include <ff/interval.hpp>
#include <ff/io.hpp>
#include <ff/limits.hpp>
#include <ff/literals.hpp>
#include <ff/math.hpp>
#include <ff/operators.hpp>
#include <ff/paper2006.hpp>
#include <ff/platform.hpp>
#include <ff/rounding.hpp>
#include <ff/vector.hpp>
