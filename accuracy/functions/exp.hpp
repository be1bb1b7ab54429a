// exp, exp2, exp10, expm1.
#pragma once

#include <ff/math/exp.hpp>

#include "../function.hpp"

namespace accuracy::fn {

struct exp : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::exp(x); }
  FF_HD static tangent native(double x) {
    const double e = ::exp(x);
    return {e, e};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp(r, x, MPFR_RNDN); }
};

struct exp2 : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::exp2(x); }
  FF_HD static tangent native(double x) {
    const double e = ::exp2(x);
    return {e, e * 0.6931471805599453};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp2(r, x, MPFR_RNDN); }
};

struct exp10 : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::exp10(x); }
  FF_HD static tangent native(double x) {
    const double e = ::exp10(x);
    return {e, e * 2.302585092994046};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_exp10(r, x, MPFR_RNDN); }
};

struct expm1 : unary {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::expm1(x); }
  FF_HD static tangent native(double x) {
    const double e = ::expm1(x);
    return {e, e + 1};
  }
  static void exact(mpfr_ptr r, mpfr_srcptr x) { mpfr_expm1(r, x, MPFR_RNDN); }
};

template <class Add>
void for_each_exp_function(Add add) {
  add(exp{}, "exp", ff::bounds::exponentials[0]);
  add(exp{}, "exp_underflow", ff::bounds::exponentials[1]);
  add(exp2{}, "exp2", ff::bounds::exponentials[2]);
  add(exp2{}, "exp2_underflow", ff::bounds::exponentials[3]);
  add(exp10{}, "exp10", ff::bounds::exponentials[4]);
  add(exp10{}, "exp10_underflow", ff::bounds::exponentials[5]);
  add(expm1{}, "expm1", ff::bounds::exponentials[6]);
  add(expm1{}, "expm1_tiny", ff::bounds::exponentials[7]);
}

}  // namespace accuracy::fn
