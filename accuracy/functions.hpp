// The elementary functions of the report, family by family.
#pragma once

#include "functions/atan.hpp"
#include "functions/erf.hpp"
#include "functions/exp.hpp"
#include "functions/gamma.hpp"
#include "functions/hyperbolic.hpp"
#include "functions/log.hpp"
#include "functions/pow.hpp"
#include "functions/roots.hpp"
#include "functions/trig.hpp"

namespace accuracy {

/// add(function, name, row of its bound) for each.
template <class Add>
void for_each_function(Add add) {
  fn::for_each_exp_function(add);
  fn::for_each_log_function(add);
  fn::for_each_pow_function(add);
  fn::for_each_roots_function(add);
  fn::for_each_trig_function(add);
  fn::for_each_atan_function(add);
  fn::for_each_hyperbolic_function(add);
  fn::for_each_erf_function(add);
  fn::for_each_gamma_function(add);
}

// Functions broken on purpose, as the operators of that name in operators.hpp.
namespace mutant {
struct exp_of_the_head : fn::exp {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::exp(ff::ff_t(x.hi())); }
};
struct log_in_one_word : fn::log {
  FF_HD static ff::ff_t run(ff::ff_t x) { return ff::ff_t(ff::log(x).hi()); }
};
struct sin_reduced_by_a_short_pi : fn::sin {  // pi to 48 bits: right until cancellation shows the rest
  FF_HD static ff::ff_t run(ff::ff_t x) {
    const ff::ff_t pi(0x1.921fb6p+1f, -0x1.777a5cp-24f);
    return ff::sin(x - pi * ff::rint(x / pi)) *
           (ff::equal(ff::fmod(ff::rint(x / pi), ff::ff_t(2.0f)).hi(), 0.0f) ? 1.0f : -1.0f);
  }
};
struct pow_by_log : fn::pow {  // without an extended logarithm
  FF_HD static ff::ff_t run(ff::ff_t x, ff::ff_t y) { return ff::exp(ff::log(x) * y); }
};
}  // namespace mutant

template <class Add>
void for_each_function_mutant(Add add) {
  add(mutant::exp_of_the_head{}, "exp_of_the_head", ff::bounds::exponentials[0]);
  add(mutant::log_in_one_word{}, "log_in_one_word", ff::bounds::logarithms[0]);
  add(mutant::sin_reduced_by_a_short_pi{}, "sin_short_pi", ff::bounds::trigonometric[0]);
  add(mutant::pow_by_log{}, "pow_by_log", ff::bounds::powers[0]);
}

}  // namespace accuracy
