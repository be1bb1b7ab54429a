// erfc and gamma functions of wide numbers, over the whole range of their results.
//
// They are ff_t's where its range holds the result, and made of wide exponentials, powers and logarithms
// elsewhere.
#pragma once

#include <ff/math/erfc.hpp>
#include <ff/math/lgamma.hpp>
#include <ff/math/tgamma.hpp>
#include <ff/math/trig_pi.hpp>
#include <ff/wide/functions.hpp>

namespace ff {
namespace detail {

/// e^(-x^2) erfcx(x) for 8 <= x < 2^16; the square is exact.
FF_HD_LARGE constexpr wide_t far_erfc(ff_t x) {
  long_sum sum;
  const float twice = mul_rn(-2.0f, x.hi());
  sum.add_product(neg(x.hi()), x.hi()), sum.add_product(twice, x.lo()), sum.add_product(neg(x.lo()), x.lo());
  return exp_of_sum(sum, neg(mul_rn(x.hi(), x.hi()))) * wide_t(erfcx(x));
}

/// e^((x - 1/2) log x - x + log(2 pi)/2 + t) for x >= 34, where t = 1/12x - 1/360x^3 + 1/1260x^5 - 1/1680x^7
/// is Stirling's series (Abramowitz and Stegun, 6.1.40); the first term left out is below 2^-55.  The
/// logarithm is pow's, and the sum is kept in four words: only the exponential rounds.
FF_HD_LARGE constexpr wide_t far_gamma(wide_t anywhere) {
  if (!(anywhere < wide_t(0x1p31f)))
    return isnan(anywhere) ? anywhere : std::numeric_limits<wide_t>::infinity();
  const ff_t x = static_cast<ff_t>(anywhere), r = rcp(x), square = sqr(r);
  const float tail = fma_rn(square.hi(), -0x1.381382p-11f, 0x1.a01a02p-11f);  // -1/1680, 1/1260
  const ff_t t = r * fma(square, fma(square, ff_t(tail), ff_t(-1.0f) / 360.0f), ff_t(1.0f) / 12.0f);
  const power_log w = power_log_of(x, 0);
  long_sum sum;
  for (const float f : {w.head, w.a, w.b, w.c, w.low})
    sum.add_product(x.hi(), f), sum.add_product(x.lo(), f), sum.add(mul_rn(-0.5f, f));
  constexpr ff_t half_log_2pi = from_words(0x1.d67f1cp-1f, 0x1.0c97d6p-26f);
  for (const ff_t term : {-x, t, half_log_2pi}) sum.add(term.hi()), sum.add(term.lo());
  if (!less(sum.word[0], largest_exponent)) return std::numeric_limits<wide_t>::infinity();
  return exp_of_sum(sum, sum.word[0]);
}
/// Gamma(x) for x > -20.
FF_HD_LARGE constexpr wide_t gamma_of(wide_t x) {
  return x > wide_t(ff_t(34.0f)) ? far_gamma(x) : wide_t(tgamma(static_cast<ff_t>(x)));
}

}  // namespace detail

/// erfc(x), 10 u^2 of the result, however small: erfc(38582) is 2^-(2^31).
FF_HD_LARGE constexpr wide_t erfc(wide_t anywhere) {
  const wide_t x = detail::recentred(anywhere);
  const ff_t pair = static_cast<ff_t>(x);  // infinite beyond its range, where erfc is 0 or 2
  if (!(x > wide_t(ff_t(8.0f))) || !(x < wide_t(0x1p16f))) return wide_t(erfc(pair));
  return detail::far_erfc(pair);
}

/// Gamma(x): ff_t's below 34, 8 u^2 from 1 on and 13 u^2 below; beyond, (3 + x log x / 64) u^2, and below -20
/// (25 + |x log |x|| / 64) u^2.  Infinite from about 9e7 on; poles and infinities as ff_t's.
FF_HD_LARGE constexpr wide_t tgamma(wide_t anywhere) {
  const wide_t x = detail::recentred(anywhere);
  if (x.step() < -1 && !detail::is_zero_or_not_finite(x.pair().hi())) return wide_t(ff_t(1.0f)) / x;
  // Gamma(x) is Gamma(y), or numerator / (factor Gamma(y)).
  wide_t y = x, factor = x, numerator(ff_t(1.0f));
  bool reflected = false;
  if (x < wide_t(ff_t(-0.5f))) {
    const wide_t whole = rint(x), r = x - whole;
    // Poles and -infinity; from 2^96 on every number counts as an integer.
    if (x.step() > 1 || !isnormal(r)) return std::numeric_limits<wide_t>::quiet_NaN();
    const bool next_to_pole = abs(r) < wide_t(ff_t(0x1p-60f));
    reflected = next_to_pole || x < wide_t(ff_t(-20.0f));
    if (next_to_pole) {
      // There Gamma(-n + r) is (-1)^n / (n! r), which ff_t may not hold.
      const bool odd = detail::power_parity_of(detail::last_digits(whole)) == detail::power_parity::odd;
      y = numerator - whole, factor = odd ? -r : r;
    } else if (reflected) {
      // Gamma(x) Gamma(-x) = -pi / (x sin(pi x)).
      y = -x, factor = y * wide_t(sinpi(static_cast<ff_t>(x))), numerator = wide_t(constants::pi);
    }
  }
  const wide_t gamma = detail::gamma_of(y);
  return reflected ? numerator / (factor * gamma) : gamma;
}

/// log |Gamma(x)|: ff_t's from 2^-32 to 2^96, 9 u^2, where x < 0 of the larger of the result and 1; 11 u^2
/// elsewhere.  Negative numbers from 2^96 on count as integers, where it is infinite.
FF_HD_LARGE constexpr wide_t lgamma(wide_t anywhere) {
  const wide_t x = detail::recentred(anywhere);
  if (detail::is_zero_or_not_finite(x.pair().hi())) return wide_t(lgamma(x.pair()));
  // -log |x| - gamma x; the next term is x^2.
  if (x.step() < 0) return -(log(abs(x)) + wide_t(constants::egamma) * x);
  if (x.step() <= 1) return wide_t(lgamma(static_cast<ff_t>(x)));
  return signbit(x) ? std::numeric_limits<wide_t>::infinity() : x * (log(x) - wide_t(ff_t(1.0f)));
}

}  // namespace ff
