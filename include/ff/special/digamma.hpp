// The logarithmic derivative of the gamma function, psi.
//
//   1 <= x < 16:  polynomials, eight cells to the octave,
//   x >= 16:      log(x) - 1/(2x) - B_2/(2 x^2) - B_4/(4 x^4) - ..,
//   0 < x < 1:    psi(x + 1) - 1/x,
//   x < 0:        psi(1 - x) - pi/tan(pi x).
#pragma once

#include <ff/math/log.hpp>
#include <ff/math/trig_pi.hpp>
#include <ff/special/digamma_table.hpp>
#include <ff/type/constants.hpp>
#include <ff/type/integral.hpp>

namespace ff {
namespace detail {

// x >= 16.
FF_HD_LARGE constexpr ff_t digamma_far(ff_t x) {
  const ff_t v = rcp(x), w = sqr22(v);
  const ff_t series = cell_polynomial<digamma_far_table, 1, 1>(0, w.hi(), w.lo());
  return sub22(sub22(log(x), mul21(v, 0.5f)), mul22(series, w));
}

// x >= 1, NaN included.
FF_HD_LARGE constexpr ff_t digamma_from_one(ff_t x) {
  if (!less(x.hi(), 16.0f)) return equal(x.hi(), infinity) ? ff_t(infinity) : digamma_far(x);
  return on_octave_cells<digamma_table, 3, 1>(1.0f, 32, 0, x);
}

// x < 0: the poles give NaN, between them there is a zero.  Next to a pole pi/tan(pi x) is 1/t to 2^-50, t
// the distance.
FF_HD_LARGE constexpr ff_t digamma_reflected(ff_t x) {
  const ff_t t = x - rint(x);
  if (equal(t.hi(), 0.0f) || !less(-infinity, x.hi())) return quiet_nan;
  const ff_t pole = less(abs(t.hi()), 0x1p-26f) ? rcp(t) : ff_t(constants::pi) / tanpi(x);
  return digamma_from_one(1.0f - x) - pole;
}

}  // namespace detail

/// The digamma function psi(x), the derivative of log Gamma(x), for every x.  12 u^2 (bounds::digammas) of
/// the result for x > 0 and, for 1 < x < 2, next to its zero 1.4616, of the greater of it and 1/2; for x < 0,
/// where zeros are next to every integer, 12 u^2 of the greater of it and log(2 - x).  digamma(+-0) = -+inf,
/// digamma(inf) = inf; infinite within 2^-128 of 0; NaN for negative integers and -inf.
FF_HD_LARGE constexpr ff_t digamma(ff_t x) {
  using namespace detail;
  if (less(x.hi(), 0.0f)) return digamma_reflected(x);
  if (!less(x.hi(), 1.0f)) return digamma_from_one(x);
  return equal(x.hi(), 0.0f) ? rcp(-x) : digamma_from_one(x + 1.0f) - rcp(x);  // 1/x may overflow
}

namespace bounds {
/// Relative to the result, and at least to 1/2 between 1 and 2, to log(2 - x) below 0.
inline constexpr function_row digammas[] = {
    {"digamma",
     observed(12, relative_to::operands),
     {{0x1p-90, 0x1p126, -90}},
     "polynomials on cells; the asymptotic series from 16 on"},
    {"digamma_negative",
     observed(12, relative_to::operands),
     {{-0x1p20, -0x1p-90, -90}},
     "the same, reflected"},
};
}  // namespace bounds

}  // namespace ff
