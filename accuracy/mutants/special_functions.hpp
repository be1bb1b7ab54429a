// Special functions broken on purpose.
#pragma once

#include "accuracy/exact/special_functions.hpp"
#include "accuracy/judge/mutant.hpp"

namespace accuracy {
namespace mutant {

// Without the argument's low word.
CATALOGUE_ENTRY(boys_of_head, (int n, ff_t x), ff::boys(n, ff_t(x.hi())))
CATALOGUE_ENTRY(cyl_bessel_i0_of_head, (ff_t x), ff::cyl_bessel_i0(ff_t(x.hi())))
// The result without its low word.
CATALOGUE_ENTRY(boys_in_float, (int n, ff_t x), ff_t(ff::boys(n, x).hi()))
CATALOGUE_ENTRY(cyl_bessel_i1_in_float, (ff_t x), ff_t(ff::cyl_bessel_i1(x).hi()))

}  // namespace mutant

template <class Visit>
void special_functions_mutants(Visit visit) {
  using namespace catalogue;
  visit("boys", mutant_of<mutant::boys_of_head, row<entry::boys, of_order<33, 24>>>{}, 1.0);
  visit("boys_far", mutant_of<mutant::boys_in_float, row<entry::boys, of_order<33, 24>>>{}, 1.0);
  visit("cyl_bessel_i0", mutant_of<mutant::cyl_bessel_i0_of_head, row<entry::cyl_bessel_i0, on_cells<17>>>{},
        1.0);
  visit("cyl_bessel_i1", mutant_of<mutant::cyl_bessel_i1_in_float, row<entry::cyl_bessel_i1, on_cells<17>>>{},
        1.0);
}

}  // namespace accuracy
