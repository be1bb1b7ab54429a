// Exponentials, logarithms, powers and hyperbolic functions of dd_t, from dd/functions.hpp's exp and log.
//
// Errors are in u^2, u = 2^-53, for results of at least 2^-960; `./ff accuracy --ops dd` measures them.
#pragma once

#include <ff/dd/coefficients.hpp>
#include <ff/dd/functions.hpp>
#include <ff/math/pow.hpp>

namespace ff {
namespace detail {

/// |x| below 2^-60, where an odd function with slope 1 is x to less than u^2.
FF_HD_LARGE constexpr bool dd_is_tiny(dd_t x) { return less(abs(x.hi()), 0x1p-60); }
FF_HD_LARGE constexpr dd_t dd_half(dd_t x) { return from_words(mul_rn(x.hi(), 0.5), mul_rn(x.lo(), 0.5)); }

/// e^a / 2 for a >= 40, also where e^a overflows.
FF_HD_LARGE constexpr dd_t dd_half_exp(dd_t a) { return less(a.hi(), 800.0) ? dd_scaled_exp(a, -1) : exp(a); }

/// log(1 + t) from the rounded sum: its logarithm, and what the sum lost.  From -1 to -1/2 the sum is exact,
/// but sum - 1 is not, whose error the quotient would raise.
FF_HD_LARGE constexpr dd_t dd_log1p(dd_t t) {
  const dd_t sum = 1.0 + t;
  if (less(t.hi(), -0.5)) return log(sum);
  const dd_t lost = t - (sum - 1.0);
  return log(sum) + lost / sum;
}

/// x is an integer, and is it odd?
FF_HD_LARGE constexpr bool dd_is_odd(dd_t x) {
  const dd_t half = dd_half(x);
  return x == floor(x) && !(half == floor(half));
}

/// A float for which C Annex F has the same cases of pow: of x's sign and size beside 1, of y's sign and
/// parity.
FF_HD_LARGE constexpr ff_t dd_base_stand_in(dd_t x) {
  if (is_zero_or_not_finite(x.hi())) return static_cast<float>(x.hi());
  const float size = abs(x) < 1.0 ? 0.5f : abs(x) > 1.0 ? 2.0f : 1.0f;
  return signbit(x) ? -size : size;
}
FF_HD_LARGE constexpr ff_t dd_exponent_stand_in(dd_t y) {
  if (is_zero_or_not_finite(y.hi())) return static_cast<float>(y.hi());
  const float size = dd_is_odd(y) ? 3.0f : y == floor(y) ? 2.0f : 2.5f;
  return signbit(y) ? -size : size;
}

}  // namespace detail

/// e^x - 1, near 0 too.  10 u^2, observed.  expm1(+-0) = +-0, expm1(-inf) = -1.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t expm1(D x) {
  if (less(abs(x.hi()), 0x1p-120)) return x;
  if (detail::dd_is_tiny(x)) return x + detail::dd_half(sqr(x));
  return less(abs(x.hi()), 0.34) ? detail::dd_expm1_near_zero(x) : exp(x) - 1.0;
}

/// log(1 + x), near 0 too.  10 u^2, observed.  log1p(+-0) = +-0, log1p(-1) = -inf, log1p(x < -1) = NaN.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t log1p(D x) {
  if (detail::dd_is_tiny(x)) return x - detail::dd_half(sqr(x));
  return less(-1.0, x.hi()) && less(x.hi(), 0x1p110) ? detail::dd_log1p(x) : log(1.0 + x);
}

/// 2^x.  4 u^2, observed; exact for integers.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t exp2(D x) {
  using namespace detail;
  if (!less(abs(x.hi()), 1200.0)) return exp(x);  // an infinity, zero or NaN
  const double k = nearest_integer(x.hi());
  const dd_t r = (x - k) * dd_ln2();
  return ldexp(1.0 + dd_expm1_near_zero(r), static_cast<int>(k));
}

/// 10^x.  4 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t exp10(D x) {
  using namespace detail;
  if (!less(abs(x.hi()), 400.0)) return exp(3.0 * x);  // an infinity, zero or NaN
  const double k = nearest_integer(mul_rn(x.hi(), 0x1.a934f0979a371p+1));
  // The products by the first three words are exact, and so is the first difference.
  const dd_t head = add12(fma_rn(neg(k), dd_lg2_step(0), x.hi()), mul_rn(neg(k), dd_lg2_step(1)));
  const dd_t tail = add21(add12(x.lo(), mul_rn(neg(k), dd_lg2_step(2))), mul_rn(neg(k), dd_lg2_step(3)));
  return ldexp(1.0 + dd_expm1_near_zero(add22(head, tail) * dd_ln10()), static_cast<int>(k));
}

/// log2 x and log10 x.  10 u^2, observed; log2 of a power of two is exact.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t log2(D x) {
  using namespace detail;
  if (!less(0.0, x.hi()) || isinf(x)) return log(x);
  if (less(0.5, x.hi()) && less(x.hi(), 2.0)) return log(x) * dd_log2e();
  const auto [m, n] = significand_of(x);
  return log(m) * dd_log2e() + static_cast<double>(n);
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t log10(D x) {
  return log(x) * detail::dd_log10e();
}

/// x^y with C's special values.  10 (1 + |y log x|) u^2, observed.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t pow(X base, Y exponent) {
  using namespace detail;
  const dd_t x = base, y = exponent;
  if (is_zero_or_not_finite(x.hi()) || is_zero_or_not_finite(y.hi()) || abs(x) == 1.0)
    return static_cast<double>(pow(dd_base_stand_in(x), dd_exponent_stand_in(y)).hi());
  if (signbit(x) && !(y == floor(y))) return double_quiet_nan;
  const dd_t size = exp(y * log(abs(x)));
  return signbit(x) && dd_is_odd(y) ? -size : size;
}

/// (e^x - e^-x) / 2 and (e^x + e^-x) / 2, infinite where these are.  10 u^2 and 6 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t sinh(D x) {
  using namespace detail;
  if (dd_is_tiny(x) || isnan(x)) return x;
  if (less(abs(x.hi()), 0.34)) {
    const dd_t p = dd_expm1_near_zero(x);
    return dd_half(p + p / (1.0 + p));
  }
  const dd_t a = abs(x);
  if (!less(a.hi(), 40.0)) return copysign(dd_half_exp(a), x);
  const dd_t e = exp(a);
  return copysign(dd_half(e - rcp(e)), x);
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t cosh(D x) {
  using namespace detail;
  const dd_t a = abs(x);
  if (!less(a.hi(), 40.0)) return dd_half_exp(a);
  const dd_t e = exp(a);
  return dd_half(e + rcp(e));
}

/// (e^2x - 1) / (e^2x + 1).  12 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t tanh(D x) {
  using namespace detail;
  if (dd_is_tiny(x) || isnan(x)) return x;
  const dd_t a = abs(x);
  if (!less(a.hi(), 40.0)) return copysign(dd_t(1.0), x);
  const dd_t p = expm1(a + a);
  return copysign(p / (p + 2.0), x);
}

/// log(x + sqrt(x^2 + 1)).  12 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t asinh(D x) {
  using namespace detail;
  if (dd_is_tiny(x) || !isfinite(x)) return x;
  const dd_t a = abs(x);
  if (!less(a.hi(), 0x1p60)) return copysign(log(a) + dd_ln2(), x);
  const dd_t square = sqr(a);
  return copysign(log1p(a + square / (1.0 + sqrt(1.0 + square))), x);
}
/// log(x + sqrt(x^2 - 1)), next to 1 too; NaN below 1.  12 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t acosh(D x) {
  using namespace detail;
  if (!less(x.hi(), 0x1p60)) return log(x) + dd_ln2();
  const dd_t above = x - 1.0;
  if (signbit(above)) return double_quiet_nan;
  return log1p(above + sqrt(above * (x + 1.0)));
}
/// log((1 + x) / (1 - x)) / 2; +-inf at +-1, NaN beyond.  12 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t atanh(D x) {
  using namespace detail;
  if (dd_is_tiny(x) || isnan(x)) return x;
  const dd_t a = abs(x), below = 1.0 - a;
  return copysign(dd_half(log1p((a + a) / below)), x);
}

}  // namespace ff
