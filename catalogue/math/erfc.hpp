// erfc, erfcx, normcdf.
#pragma once

#include <ff/math/erfc.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(erfc, (ff_t x), ff::erfc(x))
CATALOGUE_ENTRY(erfcx, (ff_t x), ff::erfcx(x))
CATALOGUE_ENTRY(normcdf, (ff_t x), ff::normcdf(x))

}  // namespace entry

template <class Visit>
void erfc_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::error_complements);
  add(row<entry::erfc, arguments>{}, "erfc");
  add(row<entry::erfc, arguments>{}, "erfc_underflow");
  add(row<entry::normcdf, arguments>{}, "normcdf");
  add(row<entry::normcdf, arguments>{}, "normcdf_underflow");
  add(row<entry::erfcx, arguments>{}, "erfcx");
  add(row<entry::erfcx, arguments>{}, "erfcx_underflow");
}

}  // namespace catalogue
