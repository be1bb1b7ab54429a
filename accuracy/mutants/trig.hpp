// Trigonometric functions broken on purpose.
#pragma once

#include <ff/operators.hpp>
#include <ff/type/integral.hpp>

#include "accuracy/exact/trig.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {

// pi to 48 bits: right until cancellation shows the rest.
FF_HD_LARGE constexpr ff_t sine_by_short_pi(ff_t x) {
  const ff_t pi = from_words(0x1.921fb6p+1f, -0x1.777a5cp-24f), half_turns = ff::rint(x / pi);
  return ff::sin(x - pi * half_turns) *
         (ff::equal(ff::fmod(half_turns, ff_t(2.0f)).hi(), 0.0f) ? 1.0f : -1.0f);
}
CATALOGUE_ENTRY(sin_short_pi, (ff_t x), sine_by_short_pi(x))

}  // namespace mutant

template <class Visit>
void trig_mutants(Visit visit) {
  using original = catalogue::row<entry::sin, catalogue::near_few_quadrants>;
  visit("sin", mutant_of<mutant::sin_short_pi, original>{}, 1.0);
}

}  // namespace accuracy
