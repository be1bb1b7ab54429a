// The whole library.
#pragma once

#include <ff/accumulate.hpp>
#include <ff/arithmetic.hpp>
#include <ff/basic.hpp>
#include <ff/bounds.hpp>
#include <ff/comparison.hpp>
#include <ff/complex.hpp>
#include <ff/constants.hpp>
#include <ff/directed/double.hpp>
#include <ff/directed/float.hpp>
#include <ff/directed/pair.hpp>
#include <ff/eft.hpp>
#include <ff/ff_t.hpp>
#include <ff/hash.hpp>
#include <ff/integral.hpp>
#include <ff/interval.hpp>
#include <ff/limits.hpp>
#include <ff/literals.hpp>
#include <ff/math.hpp>
#include <ff/numbers.hpp>
#include <ff/operators.hpp>
#include <ff/platform.hpp>
#include <ff/random.hpp>
#include <ff/rounding.hpp>
#include <ff/text/io.hpp>
#include <ff/vector.hpp>
