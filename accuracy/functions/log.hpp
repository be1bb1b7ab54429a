// log, log2, log10, log1p.
#pragma once

#include <ff/math/log.hpp>

#include "../function.hpp"

namespace accuracy::fn {

struct log : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::log(x); }
  FF_HD static tangent native(double x) { return {::log(x), 1 / x}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_log(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return {near_point(bits, 1), 1.0f, 0.0f}; }
};

struct log2 : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::log2(x); }
  FF_HD static tangent native(double x) { return {::log2(x), 1.4426950408889634 / x}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_log2(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return {near_point(bits, 1), 1.0f, 0.0f}; }
};

struct log10 : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::log10(x); }
  FF_HD static tangent native(double x) { return {::log10(x), 0.4342944819032518 / x}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_log10(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return {near_point(bits, 1), 1.0f, 0.0f}; }
};

struct log1p : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::log1p(x); }
  FF_HD static tangent native(double x) { return {::log1p(x), 1 / (1 + x)}; }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_log1p(r, x, MPFR_RNDN); }
  FF_HD static operands hard(random_bits& bits) { return {near_point(bits, -1), 1.0f, 0.0f}; }
};

template <class Add>
void for_each_log_function(Add add) {
  add(log{}, "log", ff::bounds::logarithms[0]);
  add(log2{}, "log2", ff::bounds::logarithms[1]);
  add(log10{}, "log10", ff::bounds::logarithms[2]);
  add(log1p{}, "log1p", ff::bounds::logarithms[3]);
}

}  // namespace accuracy::fn
