// Bessel functions of the first and second kind, orders 0 and 1.
//
//   x < 16.5:  polynomials of degree 13 on cells about 0, 1, .., 16: of J_0(x), J_1(x)/x, Y_0(x) and Y_1(x);
//              below 3.5 Y_n(x) = 2/pi (log(x) J_n(x) - [n = 1]/x) + a polynomial, x times it for n = 1,
//   beyond:    Hankel's form, J_0 = ((P + Q) cos x + (P - Q) sin x)/sqrt(pi x) and so on, P and x Q in powers
//              of 1/x^2.
//
// The sine and cosine of x are ff's own, which are good for every x, so Hankel's form is.  Next to a zero of
// its own a function has an absolute error only: it is relative to the greater of the result and the
// amplitude sqrt(2/(pi x)).
#pragma once

#include <ff/math/log.hpp>
#include <ff/math/trig.hpp>
#include <ff/special/bessel_table.hpp>

namespace ff {
namespace detail {

// Hankel's form begins here.
inline constexpr float hankel_from = bessel_cells - 0.5f;

// J_0(x) or J_1(x)/x for 0 <= x < 16.5.
FF_HD_LARGE constexpr ff_t bessel_j_near(uint32 order, ff_t x) {
  return on_unit_cells<bessel_j_table, bessel_cells, 5, 1>(order, x);
}

// Y_n(x) for 0 < x < 16.5, n = 0 or 1.
FF_HD_LARGE constexpr ff_t bessel_y_near(uint32 order, ff_t x) {
  constexpr ff_t scale = from_words(0x1.45f306p-1f, 0x1.b9391p-26f);
  const ff_t smooth = on_unit_cells<bessel_y_table, bessel_cells, 5, 1>(order, x);
  if (!less(x.hi(), bessel_cells_with_log - 0.5f)) return smooth;
  const ff_t product = mul22(mul22(log(x), scale), bessel_j_near(order, x));
  const ff_t sum = add22(product, smooth);
  if (order == 0) return sum;
  const ff_t pole = scale / x;
  return less(pole.hi(), infinity) ? sub22(mul22(sum, x), pole) : ff_t(-infinity);
}

// P + Q and P - Q of Hankel's form, over sqrt(pi x).
struct hankel_terms {
  ff_t sum, difference;
};
FF_HD_LARGE constexpr hankel_terms hankel_terms_of(uint32 order, ff_t x) {
  constexpr uint32 rows = 4;
  const ff_t v = rcp(x), w = sqr22(v), root = rsqrt(x);
  const ff_t p = cell_polynomial<hankel_table, 2, 2>(2 * order * rows, w.hi(), w.lo());
  const ff_t q = mul22(cell_polynomial<hankel_table, 2, 2>((2 * order + 1) * rows, w.hi(), w.lo()), v);
  return {mul22(add22(p, q), root), mul22(sub22(p, q), root)};
}

// a c + b s, rounded to a pair at the end.
FF_HD_LARGE constexpr ff_t hankel_sum(ff_t a, ff_t c, ff_t b, ff_t s) {
  const ff_t sum = add22(mul22(a, c), mul22(b, s));
  return fast_add12(sum.hi(), sum.lo());
}

// J_n(x) for x >= 16.5, NaN included.
FF_HD_LARGE constexpr ff_t bessel_j_far(uint32 order, ff_t x) {
  if (equal(x.hi(), infinity)) return 0.0f;
  const auto [sum, difference] = hankel_terms_of(order, x);
  const sine_and_cosine at = sincos(x);
  return order == 0 ? hankel_sum(sum, at.c, difference, at.s) : hankel_sum(sum, at.s, -difference, at.c);
}
// Y_n(x), likewise.
FF_HD_LARGE constexpr ff_t bessel_y_far(uint32 order, ff_t x) {
  if (equal(x.hi(), infinity)) return 0.0f;
  const auto [sum, difference] = hankel_terms_of(order, x);
  const sine_and_cosine at = sincos(x);
  return order == 0 ? hankel_sum(sum, at.s, -difference, at.c) : hankel_sum(-sum, at.c, -difference, at.s);
}

// Y_n(x) for n = 0 or 1 and every x.
FF_HD_LARGE constexpr ff_t bessel_y(uint32 order, ff_t x) {
  if (less(x.hi(), 0.0f)) return quiet_nan;
  if (equal(x.hi(), 0.0f)) return -infinity;
  return less(x.hi(), hankel_from) ? bessel_y_near(order, x) : bessel_y_far(order, x);
}

}  // namespace detail

/// The Bessel function J_0(x) for every x.  The error is at most 16 u^2 times the greater of |J_0(x)| and
/// sqrt(2/(pi |x|)), of |J_0(x)| alone below |x| = 1/2 (bounds::bessel_functions).  j0(+-inf) = 0.
FF_HD_LARGE constexpr ff_t j0(ff_t x) {
  const ff_t a = abs(x);
  return less(a.hi(), detail::hankel_from) ? detail::bessel_j_near(0, a) : detail::bessel_j_far(0, a);
}

/// The Bessel function J_1(x) for every x, odd, to the bound of j0; where |x| < 2^-95 the result's words
/// underflow.  j1(+-inf) = +-0.
FF_HD_LARGE constexpr ff_t j1(ff_t x) {
  const ff_t a = abs(x);
  const ff_t value = less(a.hi(), detail::hankel_from) ? mul22_dw(detail::bessel_j_near(1, a), a)
                                                       : detail::bessel_j_far(1, a);
  return detail::sign_bit(x.hi()) != 0 ? -value : value;
}

/// The Bessel function of the second kind Y_0(x) for x > 0, to the bound of j0.  y0(+-0) = -inf,
/// y0(inf) = 0, NaN for x < 0.
FF_HD_LARGE constexpr ff_t y0(ff_t x) { return detail::bessel_y(0, x); }

/// The Bessel function of the second kind Y_1(x) for x > 0, to the bound of j0.  y1(+-0) = -inf,
/// y1(inf) = 0, NaN for x < 0; -inf where the result exceeds 2^128, below x = 2^-128.65.
FF_HD_LARGE constexpr ff_t y1(ff_t x) { return detail::bessel_y(1, x); }

namespace bounds {
inline constexpr range bessel_arguments{-100, 100, -60}, large_bessel_arguments{-0x1p120, 0x1p120, 4},
    positive_bessel_arguments{0x1p-90, 100, -90}, large_positive_bessel_arguments{16, 0x1p120, 4};

/// Relative to the greater of the result and the amplitude.
inline constexpr function_row bessel_functions[] = {
    {"j0",
     observed(16, relative_to::operands),
     {bessel_arguments},
     "polynomials on cells; Hankel's form from 16.5 on"},
    {"j0_large", observed(16, relative_to::operands), {large_bessel_arguments}, "the same"},
    {"j1", observed(16, relative_to::operands), {bessel_arguments}, "the same"},
    {"j1_large", observed(16, relative_to::operands), {large_bessel_arguments}, "the same"},
    {"y0", observed(16, relative_to::operands), {positive_bessel_arguments}, "the same"},
    {"y0_large", observed(16, relative_to::operands), {large_positive_bessel_arguments}, "the same"},
    {"y1", observed(16, relative_to::operands), {positive_bessel_arguments}, "the same"},
    {"y1_large", observed(16, relative_to::operands), {large_positive_bessel_arguments}, "the same"},
};
}  // namespace bounds

}  // namespace ff
