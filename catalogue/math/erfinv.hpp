// erfinv, erfcinv, normcdfinv.
#pragma once

#include <ff/math/erfinv.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(erfinv, (ff_t y), ff::erfinv(y))
CATALOGUE_ENTRY(erfcinv, (ff_t q), ff::erfcinv(q))
CATALOGUE_ENTRY(normcdfinv, (ff_t p), ff::normcdfinv(p))

}  // namespace entry

/// Says where the inverse is finite: inside |x| < end, and not zero if that is a pole.
template <int end, bool pole_at_zero>
struct probabilities : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    const float hi = v.x.hi(), lo = v.x.lo();
    if (ff::equal(ff::abs(hi), static_cast<float>(end)))
      v.x = from_words(hi, ff::equal(lo, 0.0f)                  ? ff::mul_rn(hi, -0x1p-50f)
                           : ff::less(0.0f, ff::mul_rn(hi, lo)) ? ff::neg(lo)
                                                                : lo);
    if (pole_at_zero && ff::equal(hi, 0.0f)) v.x = from_words(0.25f, 0x1p-30f);
    return v;
  }
};

template <class Visit>
void erfinv_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::error_inverses);
  add(row<entry::erfinv, probabilities<1, false>>{}, "erfinv");
  add(row<entry::erfinv, probabilities<1, false>>{}, "erfinv_tiny");
  add(row<entry::erfcinv, probabilities<2, true>>{}, "erfcinv");
  add(row<entry::normcdfinv, probabilities<1, true>>{}, "normcdfinv");
}

}  // namespace catalogue
