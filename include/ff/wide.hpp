// ff::wide_t: the digits of ff_t with the exponents of a 32-bit integer.
#pragma once

#include <ff/wide/arithmetic.hpp>
#include <ff/wide/comparison.hpp>
#include <ff/wide/functions.hpp>
#include <ff/wide/gamma.hpp>
#include <ff/wide/integral.hpp>
#include <ff/wide/number.hpp>
#include <ff/wide/text.hpp>
