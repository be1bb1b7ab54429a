// cbrt, rcbrt.
#pragma once

#include <ff/math/cbrt.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(cbrt, (ff_t x), ff::cbrt(x))
CATALOGUE_ENTRY(rcbrt, (ff_t x), ff::rcbrt(x))
CATALOGUE_ENTRY(cbrt22, (ff_t x), ff::cbrt22(x))

}  // namespace entry

/// No zero, which is a pole.
struct off_zero : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    if (ff::equal(v.x.hi(), 0.0f)) v.x = 1.0f;
    return v;
  }
};

template <class Visit>
void cbrt_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::cube_roots);
  add(row<entry::cbrt, arguments>{}, "cbrt");
  add(row<entry::rcbrt, off_zero>{}, "rcbrt");
}

/// visit(entry{}) for each that has no row: the bare kernel.
template <class Visit>
void cbrt_without_row(Visit visit) {
  visit(entry::cbrt22{});
}

}  // namespace catalogue
