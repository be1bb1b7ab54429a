// erf, erfc, tgamma and lgamma of dd_t.
//
//   erf     below 1/2 its series; else 1 - erfc.
//   erfc    the trapezoidal rule with step h for pi/x e^(x^2) erfc(x), the integral of e^-t^2 / (t^2 + x^2):
//             erfc x = x e^-x^2 sum over n of h/pi e^-(nh)^2 / (x^2 + (nh)^2)  -  2 / (e^(2 pi x/h) - 1),
//           to e^-(pi/h)^2 = 2^-115 (Hunter and Regan, Math. Comp. 26, 1972).  All terms are positive.
//   Gamma   log Gamma(2 + z) has a series for |z| <= 1/2; from there to 16, Gamma(x + 1) = x Gamma(x).  From
//           16 on Stirling's series: its products with log x are summed in five words, since e^ of the sum
//           loses what the sum's size is.
//   lgamma  likewise.  Below -1/2 both are reflected.
//
// Errors are in u^2, u = 2^-53, for results of at least 2^-960; `./ff accuracy --ops dd` measures them.
#pragma once

#include <ff/dd/integral.hpp>
#include <ff/dd/trigonometry.hpp>

namespace ff {
namespace detail {

/// x^2 as a pair, and what the pair lacks.
struct dd_square {
  dd_t pair;
  double tail;
};
FF_HD_LARGE constexpr dd_square dd_exact_square(dd_t x) {
  const auto [p, pe] = two_prod(x.hi(), x.hi());
  const auto [c, ce] = two_prod(add_rn(x.hi(), x.hi()), x.lo());
  const auto [a, ae] = add12(pe, c);
  const auto [hi, rest] = fast_add12(p, a);
  const auto [lo, tail] = add12(rest, fma_rn(x.lo(), x.lo(), add_rn(ae, ce)));
  return {fast_add12(hi, lo), tail};
}

/// The rule's sum for x >= 1/2, of the pair x^2: e^(x^2) erfc(x) from 9 on.
FF_HD_LARGE constexpr dd_t dd_erfc_sum(dd_t x, dd_t square) {
  constexpr double step_squared = 45.0 * 45.0 / (128.0 * 128.0);
  double last = 0;
  for (int n = dd_erfc_weights::last; n >= dd_erfc_weights::single; --n)
    last = add_rn(last, div_rn(dd_erfc_weights::at(n).hi(), add_rn(n * n * step_squared, square.hi())));
  dd_t sum = last;
  for (int n = dd_erfc_weights::single - 1; n >= 0; --n)
    sum = add22(sum, dd_erfc_weights::at(n) / add21(square, n * n * step_squared));
  return x * sum;
}

/// erfc(x) for 1/2 <= x < 28.
FF_HD_LARGE constexpr dd_t dd_erfc_above_half(dd_t x) {
  const auto [square, tail] = dd_exact_square(x);
  const dd_t r = exp(-square) * dd_erfc_sum(x, square), integral = add21(r, neg(mul_rn(tail, r.hi())));
  if (!less(x.hi(), 9.0)) return integral;
  return integral - 2.0 / (exp(x * dd_two_pi_over_step()) - 1.0);
}

/// m 2^n.
struct dd_with_exponent {
  dd_t m;
  int n;
};

/// log Gamma(x) for 16 <= x < 2^120 by Stirling's series, in words.  log x = k log 2 + log c + log(m/c) for
/// x = 2^k m and a c of 7 bits next to m.
FF_HD_LARGE constexpr five_doubles dd_stirling(dd_t x) {
  const auto [m, k] = significand_of(x);
  const int i = static_cast<int>(nearest_integer(mul_rn(sub_rn(m.hi(), 1.0), 64.0)));
  const double c = 1.0 + i * 0x1p-6, doublings = k;
  five_doubles log_near;
  for (const double word :
       {mul_rn(doublings, dd_ln2_1), mul_rn(doublings, dd_ln2_2), mul_rn(doublings, dd_ln2_3),
        dd_log_step(i, 0), dd_log_step(i, 1), dd_log_step(i, 2)})
    log_near.add(word);
  const dd_t factor = x - 0.5, rest = factor * dd_log1p((m - c) / c), r = rcp(x),
             series = r * dd_series<dd_stirling_series>(sqr(r)), constant = dd_half_log_2pi();
  five_doubles sum;
  for (int w = 0; w < 3; ++w) {
    const dd_t p = two_prod(factor.hi(), log_near.word[w]), q = two_prod(factor.lo(), log_near.word[w]);
    for (const double term : {p.hi(), p.lo(), q.hi(), q.lo()}) sum.add(term);
  }
  for (const dd_t term : {-x, rest, series, constant}) sum.add(term.hi()), sum.add(term.lo());
  return sum;
}

/// log Gamma(x) for 16 <= x.
FF_HD_LARGE constexpr dd_t dd_far_log_gamma(dd_t x) {
  return less(x.hi(), 0x1p120) ? dd_stirling(x).pair() : x * (log(x) - 1.0);
}

/// Gamma(x) for 16 <= x < 301: multiples of log 2 up to 2^11 are exact.
FF_HD_LARGE constexpr dd_with_exponent dd_stirling_gamma(dd_t x) {
  five_doubles sum = dd_stirling(x);
  const double k = nearest_integer(mul_rn(sum.word[0], 0x1.71547652b82fep+0));
  for (const double word : {dd_ln2_1, dd_ln2_2, dd_ln2_3}) sum.add(mul_rn(neg(k), word));
  return {add21(dd_expm1_near_zero(sum.pair()), 1.0), static_cast<int>(k)};
}

/// log Gamma(2 + z) for |z| <= 1/2.
FF_HD_LARGE constexpr dd_t dd_log_gamma_about_two(dd_t z) { return z * dd_series<dd_log_gamma_series>(z); }

/// (x - 1) (x - 2) ... (x - n), where x - n - 2 is z, |z| <= 1/2; for 3/2 <= x.
struct dd_descent {
  dd_t product, z;
};
FF_HD_LARGE constexpr dd_descent dd_descend(dd_t x) {
  dd_t product = 1.0;
  for (; less(2.5, x.hi()); x = x - 1.0) product = product * (x - 1.0);
  return {product, x - 2.0};
}

/// Gamma(x) for -1/2 <= x < 301.
FF_HD_LARGE constexpr dd_with_exponent dd_gamma(dd_t x) {
  if (!less(x.hi(), 16.0)) return dd_stirling_gamma(x);
  if (!less(x.hi(), 1.5)) {
    const auto [product, z] = dd_descend(x);
    return {product * exp(dd_log_gamma_about_two(z)), 0};
  }
  if (!less(x.hi(), 0.5)) return {exp(dd_log_gamma_about_two(x - 1.0)) / x, 0};
  return {exp(dd_log_gamma_about_two(x)) / (x + sqr(x)), 0};
}

/// sin(pi x) of an x that is no integer, m 2^n: next to an integer the words of the sine might underflow.
FF_HD_LARGE constexpr dd_with_exponent dd_sine_of_half_turns(dd_t x) {
  const dd_t whole = round(x), r = x - whole;
  const bool close = less(abs(r.hi()), 0x1p-700);
  const dd_t sine = close ? scaled_words(r, 1000) * dd_pi() : sin(r * dd_pi());
  return {dd_is_odd(whole) ? -sine : sine, close ? -1000 : 0};
}

/// log(x 2^n) for x > 0, which need not be a number: a sum where it is far from 1.
FF_HD_LARGE constexpr dd_t dd_log_of_scaled(dd_t x, int n) {
  const int e = ilogb(x) + n;
  if (-900 < e && e < 900) return log(ldexp(x, n));
  return log(ldexp(x, n - e)) + dd_ln2() * static_cast<double>(e);
}

}  // namespace detail

/// erf(x).  6 u^2, observed.  erf(+-0) = +-0, erf(+-inf) = +-1.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t erf(D x) {
  using namespace detail;
  if (isnan(x) || equal(x.hi(), 0.0)) return x;
  const dd_t a = abs(x);
  if (less(a.hi(), 0.5)) return x * dd_series<dd_erf_series>(less(a.hi(), 0x1p-400) ? dd_t(0.0) : sqr(x));
  return copysign(less(a.hi(), 9.0) ? 1.0 - dd_erfc_above_half(a) : dd_t(1.0), x);
}

/// 1 - erf(x).  10 u^2 of the result, observed, however small; zero from 28 on.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t erfc(D x) {
  using namespace detail;
  if (less(x.hi(), 0.5)) return less(x.hi(), -9.0) ? dd_t(2.0) : 1.0 - erf(x);
  return less(x.hi(), 28.0) ? dd_erfc_above_half(x) : isnan(x) ? dd_t(x) : dd_t(0.0);
}

/// Gamma(x).  14 u^2, observed, and 16 u^2 below -1/2.  tgamma(+-0) = +-inf; NaN for negative integers and
/// -inf.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t tgamma(D x) {
  using namespace detail;
  if (equal(x.hi(), 0.0)) return with_sign(infinite_double, sign_bit(x.hi()));
  if (isnan(x) || !less(x.hi(), 180.0)) return isnan(x) ? dd_t(x) : dd_t(infinite_double);
  if (less(-0.5, x.hi())) {
    const auto [m, n] = dd_gamma(x);
    return ldexp(m, n);
  }
  const dd_t below = floor(x);
  if (x == below || isinf(x)) return double_quiet_nan;
  if (less(x.hi(), -301.0)) return dd_is_odd(below) ? -0.0 : 0.0;
  // Gamma(x) Gamma(-x) = -pi / (x sin(pi x)).
  const auto [m, n] = dd_gamma(-x);
  const auto [sine, k] = dd_sine_of_half_turns(x);
  return ldexp(-dd_pi() / (x * sine * m), -n - k);
}

/// log |Gamma(x)|.  20 u^2, observed, next to 1 and 2 too; for x < 0, 12 u^2 of the larger of the result and
/// 1.  Infinite for 0, negative integers and +-inf.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t lgamma(D x) {
  using namespace detail;
  if (is_zero_or_not_finite(x.hi())) return isnan(x) ? dd_t(x) : dd_t(infinite_double);
  if (!less(x.hi(), 16.0)) return dd_far_log_gamma(x);
  if (!less(x.hi(), 1.5)) {
    const auto [product, z] = dd_descend(x);
    const dd_t about_two = dd_log_gamma_about_two(z);
    return product == 1.0 ? about_two : about_two + log(product);
  }
  if (!less(x.hi(), 0.5)) return dd_log_gamma_about_two(x - 1.0) - log(x);
  if (less(-0.5, x.hi())) return dd_log_gamma_about_two(x) - log(abs(x + sqr(x)));
  if (x == floor(x)) return infinite_double;
  const auto [sine, k] = dd_sine_of_half_turns(x);
  const dd_t reflected = dd_pi() / abs(x * sine);
  // Beyond -300 Gamma(-x) is above 2^2000, and the reflected number below 2^1080.
  if (less(x.hi(), -300.0)) return dd_log_of_scaled(reflected, -k) - dd_far_log_gamma(-x);
  const auto [m, n] = dd_gamma(-x);  // next to a pole the two logarithms would cancel
  return dd_log_of_scaled(reflected / m, -n - k);
}

}  // namespace ff
