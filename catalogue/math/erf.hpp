// erf.
#pragma once

#include <ff/math/erf.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(erf, (ff_t x), ff::erf(x))

}  // namespace entry

template <class Visit>
void erf_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::error_functions);
  add(row<entry::erf, arguments>{}, "erf");
  add(row<entry::erf, arguments>{}, "erf_tiny");
  add(row<entry::erf, arguments>{}, "erf_large");
}

}  // namespace catalogue
