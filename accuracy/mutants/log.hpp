// Logarithms broken on purpose.
#pragma once

#include "accuracy/exact/log.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {
CATALOGUE_ENTRY(log_in_one_word, (ff_t x), ff_t(ff::log(x).hi()))
}  // namespace mutant

template <class Visit>
void log_mutants(Visit visit) {
  visit("log", mutant_of<mutant::log_in_one_word, catalogue::row<entry::log, catalogue::near_one>>{}, 1.0);
}

}  // namespace accuracy
