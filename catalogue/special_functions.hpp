// The functions of <ff/special.hpp>.
#pragma once

#include <ff/special.hpp>

#include "vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(boys, (int n, ff_t x), ff::boys(n, x))
CATALOGUE_ENTRY(cyl_bessel_i0, (ff_t x), ff::cyl_bessel_i0(x))
CATALOGUE_ENTRY(cyl_bessel_i1, (ff_t x), ff::cyl_bessel_i1(x))

}  // namespace entry

/// An integer order up to `orders`, and an argument; class `cancellation` has arguments next to the borders
/// of cells, at least 1/2 and below `last`.
template <int last>
struct on_cells : arguments {
  FF_HD_LARGE static ff_t next_to_border(random_bits& bits) {
    const double border = static_cast<double>(bits.next() % last) + 0.5;
    return near_point(bits, border);
  }
  FF_HD_LARGE static operands hard(random_bits& bits) { return {next_to_border(bits), ff_t(1.0f), ff_t(0.0f)}; }
};
template <int last, int orders>
struct of_order : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    v.x = ff_t(static_cast<int>(bits.next() % (orders + 1)));
    return v;
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const ff_t n(static_cast<int>(bits.next() % (orders + 1)));
    return {n, on_cells<last>::next_to_border(bits), ff_t(0.0f)};
  }
};

template <class Visit>
void special_functions_rows(Visit visit) {
  const rows_of add_boys(visit, ff::bounds::boys_functions, group::composite);
  add_boys(row<entry::boys, of_order<33, 24>>{}, "boys");
  add_boys(row<entry::boys, of_order<33, 24>>{}, "boys_far");
  const rows_of add_i(visit, ff::bounds::modified_bessel_functions, group::composite);
  add_i(row<entry::cyl_bessel_i0, on_cells<17>>{}, "cyl_bessel_i0");
  add_i(row<entry::cyl_bessel_i1, on_cells<17>>{}, "cyl_bessel_i1");
  add_i(row<entry::cyl_bessel_i1, arguments>{}, "cyl_bessel_i1_tiny");
}

}  // namespace catalogue
