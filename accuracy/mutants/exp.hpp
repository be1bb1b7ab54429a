// Exponentials broken on purpose.
#pragma once

#include "accuracy/exact/exp.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {
CATALOGUE_ENTRY(exp_of_the_head, (ff_t x), ff::exp(ff_t(x.hi())))
}  // namespace mutant

template <class Visit>
void exp_mutants(Visit visit) {
  visit("exp", mutant_of<mutant::exp_of_the_head, catalogue::row<entry::exp, catalogue::arguments>>{}, 1.0);
}

}  // namespace accuracy
