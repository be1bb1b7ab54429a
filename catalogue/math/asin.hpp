// asin, acos.
#pragma once

#include <ff/math/asin.hpp>

#include "atan.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(asin, (ff_t x), ff::asin(x))
CATALOGUE_ENTRY(acos, (ff_t x), ff::acos(x))

}  // namespace entry

/// A number near the edge of a cell of asin, of |x| or of 1 - |x|.
FF_HD_LARGE ff_t near_arcsine_cell(random_bits& bits) {
  using namespace ff::detail;
  const std::uint64_t b = bits.next();
  const int exponent = static_cast<int>((b >> 32) % 10) - 11;
  const double y = static_cast<double>(64 + (b & 63)) / 64 * ff::widen(make_float(false, exponent, 0));
  const double step = ff::widen(arcsine_step), v = step * (y - ff::widen(arcsine_shifted));
  const double a = 0 < v && b & 64 ? v : 1 - step * y;
  return near_point(bits, b & 128 ? a : -a);
}

/// Inside [-1, 1]; near the table's cells, near 1 and near sqrt 1/2.
struct sines : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    if (b & 1) return {near_arcsine_cell(bits), 1.0f, 0.0f};
    const ff_t x = near_point(bits, b & 2 ? 1 : 0.70710678118654752);
    return {b & 4 ? x : -x, 1.0f, 0.0f};
  }
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    if (!ff::less(ff::abs(v.x.hi()), 1.0f) && (v.x.lo() > 0) == (v.x.hi() > 0))
      v.x = from_words(v.x.hi(), -v.x.lo());
    return v;
  }
};

template <class Visit>
void asin_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::inverse_sines);
  add(row<entry::asin, sines>{}, "asin");
  add(row<entry::asin, sines>{}, "asin_tiny");
  add(row<entry::acos, sines>{}, "acos");
}

}  // namespace catalogue
