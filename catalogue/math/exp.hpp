// exp, exp2, exp10, expm1.
#pragma once

#include <ff/math/exp.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(exp, (ff_t x), ff::exp(x))
CATALOGUE_ENTRY(exp2, (ff_t x), ff::exp2(x))
CATALOGUE_ENTRY(exp10, (ff_t x), ff::exp10(x))
CATALOGUE_ENTRY(expm1, (ff_t x), ff::expm1(x))

}  // namespace entry

template <class Visit>
void exp_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::exponentials);
  add(row<entry::exp, arguments>{}, "exp");
  add(row<entry::exp, arguments>{}, "exp_underflow");
  add(row<entry::exp2, arguments>{}, "exp2");
  add(row<entry::exp2, arguments>{}, "exp2_underflow");
  add(row<entry::exp10, arguments>{}, "exp10");
  add(row<entry::exp10, arguments>{}, "exp10_underflow");
  add(row<entry::expm1, arguments>{}, "expm1");
  add(row<entry::expm1, arguments>{}, "expm1_tiny");
}

}  // namespace catalogue
