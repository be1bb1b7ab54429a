// sinpi, cospi, sincospi, tanpi.
#pragma once

#include <ff/math/trig_pi.hpp>

#include "trig.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(sinpi, (ff_t x), ff::sinpi(x))
CATALOGUE_ENTRY(cospi, (ff_t x), ff::cospi(x))
CATALOGUE_ENTRY(tanpi, (ff_t x), ff::tanpi(x))
CATALOGUE_ENTRY(sincospi, (ff_t x), ff::sincospi(x))
CATALOGUE_ENTRY(sincospi_sin, (ff_t x), ff::sincospi(x).s)
CATALOGUE_ENTRY(sincospi_cos, (ff_t x), ff::sincospi(x).c)

}  // namespace entry

/// Pairs near a multiple of 1/2.
template <int largest>
struct near_halves : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const double n = static_cast<double>(static_cast<std::int64_t>(bits.next()) >>
                                         (63 - b % static_cast<std::uint64_t>(largest)));
    const double gap =
        static_cast<double>(b >> 11) * ff::detail::bit_cast<double>((1023ull - 53 - (b >> 6 & 31)) << 52);
    return {ff_t(0.5 * n + (b & 32 ? gap : -gap)), ff_t(1.0f), ff_t(0.0f)};
  }
};
using near_any_half = near_halves<40>;
/// No low word that makes the result underflow.
struct near_half : near_halves<15> {
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    if (ff::less(ff::abs(v.x.lo()), 0x1p-90f)) v.x = ff_t(v.x.hi());
    return v;
  }
};

/// ... and none of tan(pi x)'s poles, the odd multiples of 1/2.
FF_HD_LARGE operands off_the_pole(operands v) {
  const double twice = fmod(2 * ff::widen(v.x.hi()), 2.0) + fmod(2 * ff::widen(v.x.lo()), 2.0);
  if (fabs(twice) == 1) v.x = ff_t(0.25f);
  return v;
}
struct off_half : near_half {
  FF_HD_LARGE static operands hard(random_bits& bits) { return off_the_pole(near_half::hard(bits)); }
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    return off_the_pole(near_half::fit(v, bits));
  }
};
struct off_any_half : near_any_half {
  FF_HD_LARGE static operands hard(random_bits& bits) { return off_the_pole(near_any_half::hard(bits)); }
  FF_HD_LARGE static operands fit(operands v, random_bits&) { return off_the_pole(v); }
};

template <class Visit>
void trig_pi_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::half_turns);
  add(row<entry::sinpi, near_half>{}, "sinpi");
  add(row<entry::sinpi, near_any_half>{}, "sinpi_any");
  add(row<entry::cospi, near_half>{}, "cospi");
  add(row<entry::cospi, near_any_half>{}, "cospi_any");
  add(row<entry::tanpi, off_half>{}, "tanpi");
  add(row<entry::tanpi, off_any_half>{}, "tanpi_any");
  add(row<entry::sincospi_sin, near_half>{}, "sincospi_sin");
  add(row<entry::sincospi_cos, near_half>{}, "sincospi_cos");
}

/// As trig_without_row.
template <class Visit>
void trig_pi_without_row(Visit visit) {
  visit(entry::sincospi{});
}

}  // namespace catalogue
