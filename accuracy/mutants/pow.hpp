// Powers broken on purpose.
#pragma once

#include <ff/math/exp.hpp>
#include <ff/math/log.hpp>
#include <ff/operators.hpp>

#include "accuracy/exact/pow.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {
// Without an extended logarithm.
CATALOGUE_ENTRY(pow_by_log, (ff_t x, ff_t y), ff::exp(ff::log(x) * y))
}  // namespace mutant

template <class Visit>
void pow_mutants(Visit visit) {
  using original = catalogue::row<entry::pow, catalogue::bases_and_exponents>;
  visit("pow", mutant_of<mutant::pow_by_log, original>{}, 1.0);
}

}  // namespace accuracy
