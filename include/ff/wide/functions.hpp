// Functions of wide numbers: over the whole range exponentials, logarithms, powers, roots and rounding;
// through ff_t the others, where argument and result allow.
#pragma once

#include <ff/math/asin.hpp>
#include <ff/math/atan.hpp>
#include <ff/math/bounds.hpp>
#include <ff/math/cbrt.hpp>
#include <ff/math/erf.hpp>
#include <ff/math/hyperbolic.hpp>
#include <ff/math/inverse_hyperbolic.hpp>
#include <ff/math/trig.hpp>
#include <ff/wide/log_exp.hpp>

namespace ff {

/// e^x, 2 u^2, over the whole range: infinite from 2^(2^31) on.  Beyond |x| = 88 the argument is reduced out
/// of line.
FF_HD_LARGE constexpr wide_t exp(wide_t x) {
  using namespace detail;
  const bool plain = x.step() == 0 && less(abs(x.pair().hi()), 88.0f);
  if (!plain) return wide_out_of_line<exp_of_wide>(x);
  const auto [h, l, k] = exp_core(x.pair());
  return wide_of_parts(h, l, k, 0);
}
/// 2^x, 2 u^2, and 10^x, 2 u^2.
FF_HD_LARGE constexpr wide_t exp2(wide_t x) { return detail::wide_out_of_line<detail::exp2_of_wide>(x); }
FF_HD_LARGE constexpr wide_t exp10(wide_t x) { return detail::wide_out_of_line<detail::exp10_of_wide>(x); }
/// e^x - 1, 5.1 u^2 of the result, near 0 too.
FF_HD_LARGE constexpr wide_t expm1(wide_t x) { return detail::wide_out_of_line<detail::expm1_of_wide>(x); }

/// The logarithms of every x > 0: log 3.5 u^2, log2 4.5 u^2, log10 4 u^2.  log(1) = 0, log(+-0) = -inf, and
/// log(x < 0) = NaN.
FF_HD_LARGE constexpr wide_t log(wide_t x) {
  return x.step() == 0 ? wide_t(log(x.pair())) : detail::wide_out_of_line<detail::log_of_wide>(x);
}
FF_HD_LARGE constexpr wide_t log2(wide_t x) {
  return x.step() == 0 ? wide_t(log2(x.pair())) : detail::wide_out_of_line<detail::log2_of_wide>(x);
}
FF_HD_LARGE constexpr wide_t log10(wide_t x) {
  return x.step() == 0 ? wide_t(log10(x.pair())) : detail::wide_out_of_line<detail::log10_of_wide>(x);
}
/// log(1 + x), 5.1 u^2 of the result, near 0 too.
FF_HD_LARGE constexpr wide_t log1p(wide_t x) {
  return x.step() == 0 ? wide_t(log1p(x.pair())) : detail::wide_out_of_line<detail::log1p_of_wide>(x);
}

/// x^y, special values as C Annex F.  (2 + |y log x| / 64) u^2: the logarithm is good to 2^-55.
FF_HD_LARGE constexpr wide_t pow(wide_t x, wide_t y) {
  return detail::wide_out_of_line<detail::pow_of_wide>(x, y);
}

/// The cube root, 4 u^2.
FF_HD_LARGE constexpr wide_t cbrt(wide_t x) {
  using namespace detail;
  const int step = x.step(), third = (step + 3 * largest_step) / 3 - largest_step, over = step - 3 * third;
  return wide_at_home(ldexp(cbrt(ldexp(x.pair(), over)), 21 * over), third);
}

namespace detail {

/// The root of a sum of squares that leaves the range, or whose lesser squares may: the numbers are taken
/// down by the largest one's step first.
struct hypot_of_wide {
  FF_HD static constexpr wide_t of(wide_t x, wide_t y, wide_t z) {
    if (isinf(x) || isinf(y) || isinf(z)) return wide_special(infinity);
    const wide_t largest = fmax(abs(x), fmax(abs(y), abs(z)));
    if (isnan(x) || isnan(y) || isnan(z) || equal(largest.pair().hi(), 0.0f))
      return wide_special(add_rn(abs(x.pair().hi()), add_rn(abs(y.pair().hi()), abs(z.pair().hi()))));
    const int k = largest.step();
    const wide_t a = raised(x, -k), b = raised(y, -k), c = raised(z, -k);
    return raised(sqrt(a * a + (b * b + c * c)), k);
  }
};
/// Whether a sum of squares is finite and its lesser squares, if they vanished, are nothing beside it.
FF_HD constexpr bool is_sum_of_squares(wide_t sum) { return isnormal(sum) && sum.step() > 2 - largest_step; }

}  // namespace detail

/// sqrt(x^2 + y^2), 6.5 u^2, for all x and y.  hypot(+-inf, y) = inf, even for y NaN.
FF_HD_LARGE constexpr wide_t hypot(wide_t x, wide_t y) {
  const wide_t sum = x * x + y * y;
  if (detail::is_sum_of_squares(sum)) return sqrt(sum);
  return detail::wide_out_of_line<detail::hypot_of_wide>(x, y, wide_t(ff_t(0.0f)));
}
/// sqrt(x^2 + y^2 + z^2), 7.5 u^2, likewise.
FF_HD_LARGE constexpr wide_t hypot(wide_t x, wide_t y, wide_t z) {
  const wide_t sum = x * x + (y * y + z * z);
  if (detail::is_sum_of_squares(sum)) return sqrt(sum);
  return detail::wide_out_of_line<detail::hypot_of_wide>(x, y, z);
}

namespace detail {

/// The integer next to x that `by` chooses among pairs.
template <class Rounding>
FF_HD constexpr wide_t rounded_wide(wide_t anywhere, Rounding by) {
  const wide_t x = recentred(anywhere);
  // In the outer half of the last home x is recentred beyond it, and an integer.
  if (is_zero_or_not_finite(x.pair().hi()) || x.step() > largest_step) return anywhere;
  // Below 2^-26 only the sign counts.
  if (x.step() < 0) return wide_t(by(ff_t(with_sign(0x1p-30f, sign_bit(x.pair().hi())))));
  if (x.step() <= 1) return wide_t(by(static_cast<ff_t>(x)));
  // From 2^90 on the head is an even integer, and the low word is rounded beside another one.
  const ff_t digits = last_digits(x), rounded = by(digits);
  return x + wide_t(rounded - digits);
}

}  // namespace detail

/// The integers next to x, as for ff_t: exact.
FF_HD_LARGE constexpr wide_t floor(wide_t x) {
  return detail::rounded_wide(x, [](ff_t y) { return floor(y); });
}
FF_HD_LARGE constexpr wide_t ceil(wide_t x) {
  return detail::rounded_wide(x, [](ff_t y) { return ceil(y); });
}
FF_HD_LARGE constexpr wide_t trunc(wide_t x) {
  return detail::rounded_wide(x, [](ff_t y) { return trunc(y); });
}
FF_HD_LARGE constexpr wide_t round(wide_t x) {
  return detail::rounded_wide(x, [](ff_t y) { return round(y); });
}
FF_HD_LARGE constexpr wide_t rint(wide_t x) {
  return detail::rounded_wide(x, [](ff_t y) { return rint(y); });
}

namespace detail {

/// |x| < 2^-26, where an odd function is its first term.
FF_HD constexpr bool is_tiny(wide_t x) {
  return x.step() < -1 || (x.step() == -1 && less(abs(x.pair().hi()), 0x1p38f));
}

}  // namespace detail

/// Trigonometric and hyperbolic functions, their inverses and erf, through ff_t: its bounds, and 0.1 u^2 more
/// below 2^-26, where an odd function is its first term.  An angle that ff_t does not hold, from
/// 2^128 - 2^103 on, gives NaN.
FF_HD_LARGE constexpr wide_t sin(wide_t x) {
  return detail::is_tiny(x) ? x : wide_t(sin(static_cast<ff_t>(x)));
}
FF_HD_LARGE constexpr wide_t cos(wide_t x) { return wide_t(cos(static_cast<ff_t>(x))); }
FF_HD_LARGE constexpr wide_t tan(wide_t x) {
  return detail::is_tiny(x) ? x : wide_t(tan(static_cast<ff_t>(x)));
}
FF_HD_LARGE constexpr wide_t asin(wide_t x) {
  return detail::is_tiny(x) ? x : wide_t(asin(static_cast<ff_t>(x)));
}
FF_HD_LARGE constexpr wide_t acos(wide_t x) { return wide_t(acos(static_cast<ff_t>(x))); }
FF_HD_LARGE constexpr wide_t atan(wide_t x) {
  return detail::is_tiny(x) ? x : wide_t(atan(static_cast<ff_t>(x)));
}
FF_HD_LARGE constexpr wide_t tanh(wide_t x) {
  return detail::is_tiny(x) ? x : wide_t(tanh(static_cast<ff_t>(x)));
}
FF_HD_LARGE constexpr wide_t erf(wide_t x) {
  return detail::is_tiny(x) ? x * wide_t(from_words(0x1.20dd76p0f, -0x1.f7ac92p-25f))
                            : wide_t(erf(static_cast<ff_t>(x)));
}
namespace detail {

/// e^x / 2 for x >= 80.  From 88 on the power is taken down by a step, for its half may be a number where it
/// is none.
struct half_of_exp {
  FF_HD static constexpr wide_t of(wide_t x) {
    return ldexp(exp_of_wide::of_pair(static_cast<ff_t>(x), -1), wide_step - 1);
  }
};
FF_HD_LARGE constexpr wide_t half_exp(wide_t x) {
  const bool plain = x.step() == 0 && less(x.pair().hi(), 88.0f);
  return plain ? ldexp(exp(x), -1) : wide_out_of_line<half_of_exp>(x);
}

}  // namespace detail

/// sinh and cosh, as large as e^x / 2 is: 3.3 u^2.
FF_HD_LARGE constexpr wide_t sinh(wide_t anywhere) {
  const wide_t x = detail::recentred(anywhere);
  if (x.step() < 0) return anywhere;
  const bool large = x.step() > 0 || !less(abs(x.pair().hi()), 80.0f);
  return large && isfinite(x) ? copysign(detail::half_exp(abs(x)), x) : wide_t(sinh(x.pair()));
}
FF_HD_LARGE constexpr wide_t cosh(wide_t anywhere) {
  const wide_t x = detail::recentred(anywhere);
  if (x.step() < 0) return wide_t(ff_t(1.0f));
  const bool large = x.step() > 0 || !less(abs(x.pair().hi()), 80.0f);
  return large && isfinite(x) ? detail::half_exp(abs(x)) : wide_t(cosh(x.pair()));
}
namespace detail {

/// log(2 |x|) for a recentred x of at least 2^32, whose double is at home even where it is beyond the range.
FF_HD constexpr wide_t log_of_twice(wide_t x) { return log(wide_from(abs(ldexp(x.pair(), 1)), x.step())); }

}  // namespace detail

/// asinh, acosh and atanh of every x, 4.1 u^2.
FF_HD_LARGE constexpr wide_t asinh(wide_t anywhere) {
  const wide_t x = detail::recentred(anywhere);
  if (x.step() == 0) return wide_t(asinh(x.pair()));
  return x.step() < 0 ? anywhere : copysign(detail::log_of_twice(x), x);
}
FF_HD_LARGE constexpr wide_t acosh(wide_t anywhere) {
  const wide_t x = detail::recentred(anywhere);
  return x.step() > 0 && !signbit(x) ? detail::log_of_twice(x) : wide_t(acosh(static_cast<ff_t>(x)));
}
FF_HD_LARGE constexpr wide_t atanh(wide_t x) {
  return detail::is_tiny(x) ? x : wide_t(atanh(static_cast<ff_t>(x)));
}

/// The angle of the point (x, y), 5.1 u^2 for all x and y; special values as ff_t's.
FF_HD_LARGE constexpr wide_t atan2(wide_t y, wide_t x) {
  using namespace detail;
  const float yh = y.pair().hi(), xh = x.pair().hi();
  if (is_zero_or_not_finite(yh) || is_zero_or_not_finite(xh)) {
    const float a = is_zero_or_not_finite(yh) ? yh : with_sign(1.0f, sign_bit(yh));
    return wide_t(atan2(ff_t(a), ff_t(is_zero_or_not_finite(xh) ? xh : with_sign(1.0f, sign_bit(xh)))));
  }
  // An angle below 2^-30 is its tangent but for 2^-61 of it.
  if (!signbit(x) && abs(y) < ldexp(x, -30)) return y / x;
  // Both in the step of the larger one.  A part that underflows there is below 2^-70 of the other.
  const centred_pair a = centred(y), b = centred(x);
  const int k = max_int(a.k, b.k);
  return wide_t(
      atan2(scaled(a.m, wide_step * max_int(a.k - k, -8)), scaled(b.m, wide_step * max_int(b.k - k, -8))));
}

namespace bounds {

// The report draws pairs from 2^-40 to 1, times 2^e, |e| <= 5000.
inline constexpr range wide_digits{-1, 1, -40}, wide_positive{0x1p-41, 1, -40};
inline constexpr range wide_powers{-80, 28, 0}, wide_exponents{-5000, 5000, 0},
    wide_double_exponents{-960, 960, 0}, wide_gamma_exponents{-80, 18, 0}, wide_erfc_exponents{-80, 14, 0};

/// The bounds of wide numbers, where x is a pair and y an exponent.
inline constexpr function_row wide_numbers[] = {
    {"wide_plus", proved(2), {wide_digits, wide_exponents}, "add22 in a common step; docs/proofs/wide.md"},
    {"wide_minus", proved(2), {wide_digits, wide_exponents}, "add22 in a common step; docs/proofs/wide.md"},
    {"wide_times", proved(4), {wide_digits, wide_exponents}, "mul22; docs/proofs/wide.md"},
    {"wide_div", proved(5), {wide_digits, wide_exponents}, "div22; docs/proofs/wide.md"},
    {"wide_fma",
     proved(6.5, relative_to::operands),
     {wide_digits, wide_exponents},
     "fma22, or mul22 and add22; docs/proofs/wide.md"},
    {"wide_sqrt", proved(3.375), {wide_positive, wide_exponents}, "sqrt22; docs/proofs/wide.md"},
    {"wide_rsqrt", proved(5), {wide_positive, wide_exponents}, "rsqrt22; docs/proofs/wide.md"},
    {"wide_cbrt", observed(4), {wide_digits, wide_exponents}, "cbrt of the pair"},
    {"wide_hypot", proved(6.5), {wide_digits, wide_exponents}, "the sum of its steps; docs/proofs/wide.md"},
    {"wide_log",
     observed(3.5),
     {wide_positive, wide_exponents},
     "log of the pair and the steps' logarithm in four words"},
    {"wide_log2", observed(4.5), {wide_positive, wide_exponents}, "log2 of the pair and 64 for a step"},
    {"wide_log10",
     observed(4),
     {wide_positive, wide_exponents},
     "log10 of the pair and the steps' logarithm in four words"},
    {"wide_exp", observed(2), {wide_digits, wide_powers}, "exp_core of an argument reduced in four words"},
    {"wide_exp2", observed(2), {wide_digits, wide_powers}, "exp2 beside steps of 64"},
    {"wide_exp10", observed(2), {wide_digits, wide_powers}, "exp_core of the product by ln 10 in four words"},
    {"wide_expm1", observed(5.1), {wide_digits, wide_powers}, "expm1 of the pair, or exp and a sum"},
    {"wide_log1p", observed(5.1), {wide_digits, wide_exponents}, "log1p of the pair, or log of x + 1"},
    {"wide_sinh", observed(3.3), {wide_digits, wide_powers}, "sinh of the pair, or half of exp"},
    {"wide_cosh", observed(3.3), {wide_digits, wide_powers}, "cosh of the pair, or half of exp"},
    {"wide_asinh", observed(4.1), {wide_digits, wide_exponents}, "asinh of the pair, or log of 2x"},
    {"wide_pow",
     observed(2, relative_to::power),
     {wide_digits, wide_exponents},
     "y log x in four words; times 1 + |y log x| / 128"},
    {"wide_atan2", observed(5.1), {wide_digits, wide_exponents}, "atan2 in a common step, or y / x"},
    {"wide_erfc", observed(10), {wide_positive, wide_erfc_exponents}, "erfcx and e^(-x^2) in four words"},
    {"wide_tgamma",
     observed(13, relative_to::power),
     {wide_positive, wide_gamma_exponents},
     "Stirling's series in four words; times 1 + x |log x| / 832"},
    {"wide_tgamma_negative",
     observed(25, relative_to::power),
     {wide_positive, wide_gamma_exponents},
     "reflection; times 1 + |x log |x|| / 1600"},
    {"wide_lgamma_negative",
     observed(11, relative_to::unit),
     {wide_positive, wide_gamma_exponents},
     "lgamma of the pair, or a logarithm"},
    {"wide_lgamma", observed(11), {wide_positive, wide_exponents}, "lgamma of the pair, or logarithms"},
    {"wide_complex_times",
     proved(15, relative_to::norm),
     {wide_digits, wide_exponents},
     "fused sums of two products"},
    {"wide_complex_div", proved(31, relative_to::norm), {wide_digits, wide_exponents}, "z conj(w) / |w|^2"},
    {"wide_complex_sqrt",
     proved(13, relative_to::norm),
     {wide_digits, wide_exponents},
     "roots and a quotient"},
    {"wide_load", proved(0.5), {wide_digits, wide_double_exponents}, "half an ulp of the low word"},
    {"wide_double",
     proved(0.54),
     {wide_digits, wide_double_exponents},
     "2^-53 and half an ulp of the low word"},
};

}  // namespace bounds
}  // namespace ff
