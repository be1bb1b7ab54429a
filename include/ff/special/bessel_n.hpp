// Bessel functions of integer order, by their recurrence f_(k+1) = (2k/x) f_k - f_(k-1).
//
// Upwards from the orders 0 and 1 where it is stable: for Y_n, and for J_n where n <= x.  For x < n Miller's
// algorithm runs it downwards from an order m whose share of J_n is below 2^-52, and divides by J_0 or J_1,
// whichever is greater.  m - n = 15 + n/4 is enough for every x < n <= 128: at x = n, the worst, 7.2 n^(1/3)
// to 12 orders are needed, found with 100 bits.
#pragma once

#include <ff/basic.hpp>
#include <ff/special/bessel.hpp>

namespace ff {
namespace detail {

inline constexpr int greatest_bessel_order = 128;

FF_HD_LARGE constexpr ff_t bessel_step(int k, ff_t x, ff_t at, ff_t before) {
  return sub22(mul22(div12(static_cast<float>(2 * k), x), at), before);
}

// The function of order n >= 1 from those of orders 0 and 1.  What overflows is -infinity.
FF_HD_LARGE constexpr ff_t bessel_upwards(int n, ff_t x, ff_t zero, ff_t one) {
  ff_t before = zero, at = one;
  for (int k = 1; k < n; ++k) {
    const ff_t next = bessel_step(k, x, at, before);
    if (!less(abs(next.hi()), infinity)) return -infinity;
    before = at, at = next;
  }
  return at;
}

// J_n(x) for 2^-25 <= x < n: f, proportional to it, is kept between 2^30 and 2^90 by powers
// of two, so that a step cannot overflow and the wanted one keeps its words.
FF_HD_LARGE constexpr ff_t bessel_j_downwards(int n, ff_t x) {
  ff_t above = 0.0f, at = 0x1p40f, wanted = 0.0f;
  for (int k = n + 15 + n / 4; k > 0; --k) {
    if (k == n) wanted = at;
    const ff_t next = bessel_step(k, x, at, above);
    above = at, at = next;
    if (!less(abs(at.hi()), 0x1p90f)) {
      above = from_words(mul_rn(above.hi(), 0x1p-60f), mul_rn(above.lo(), 0x1p-60f));
      at = from_words(mul_rn(at.hi(), 0x1p-60f), mul_rn(at.lo(), 0x1p-60f));
      wanted = from_words(mul_rn(wanted.hi(), 0x1p-60f), mul_rn(wanted.lo(), 0x1p-60f));
    }
  }
  const bool by_zero = less(abs(above.hi()), abs(at.hi()));
  return (wanted / (by_zero ? at : above)) * (by_zero ? j0(x) : j1(x));
}

// J_n(x) for x >= 0 and n >= 2, infinity and NaN included.  Below 2^-24 it is (x/2)^n/n! to 2^-50, so that x
// may be scaled.
FF_HD_LARGE constexpr ff_t bessel_j_of_order(int n, ff_t x) {
  if (!less(x.hi(), infinity)) return equal(x.hi(), infinity) ? 0.0f : quiet_nan;
  if (!less(x.hi(), static_cast<float>(n))) return bessel_upwards(n, x, j0(x), j1(x));
  if (equal(x.hi(), 0.0f)) return 0.0f;
  const int shift = less(x.hi(), 0x1p-24f) ? -25 - ilogb(x) : 0;
  return ldexp(bessel_j_downwards(n, ldexp(x, shift)), -shift * n);
}

// Tells whether f_n and f_(-n), or f_n(x) and f_n(-x), have opposite signs.
FF_HD_LARGE constexpr bool is_odd_order(int n) { return (n & 1) != 0; }

}  // namespace detail

/// The Bessel function J_n(x) for |n| <= 128 and every x.  The error is at most 64 u^2 for |n| <= 20,
/// and 512 u^2 for |n| <= 128, times the greater of |J_n(x)| and, for |x| > |n|, sqrt(2/(pi |x|))
/// (bounds::bessel_functions_of_order); below 2^-100 the result's words underflow.  NaN for other n.  At most
/// 176 steps.
FF_HD_LARGE constexpr ff_t jn(int n, ff_t x) {
  if (n < -detail::greatest_bessel_order || n > detail::greatest_bessel_order) return detail::quiet_nan;
  const int order = n < 0 ? -n : n;
  if (order == 0) return j0(x);
  const bool negative = (n < 0) != (detail::sign_bit(x.hi()) != 0) && detail::is_odd_order(n);
  const ff_t a = abs(x);
  const ff_t value = order == 1 ? j1(a) : detail::bessel_j_of_order(order, a);
  return negative ? -value : value;
}

/// The Bessel function Y_n(x) of the second kind for |n| <= 128 and x > 0, to the bound of jn.
/// yn(n, +-0) = -inf for n >= 0, yn(n, inf) = 0, NaN for x < 0 and other n; infinite where the result exceeds
/// 2^126.  At most 127 steps.
FF_HD_LARGE constexpr ff_t yn(int n, ff_t x) {
  if (n < -detail::greatest_bessel_order || n > detail::greatest_bessel_order) return detail::quiet_nan;
  const int order = n < 0 ? -n : n;
  const ff_t zero = y0(x);
  // at the poles, at infinity and for NaN all orders are alike, but for the sign
  const bool same = order == 0 || !less(abs(zero.hi()), detail::infinity) || equal(x.hi(), detail::infinity);
  const ff_t value = same ? zero : detail::bessel_upwards(order, x, zero, y1(x));
  return n < 0 && detail::is_odd_order(n) ? -value : value;
}

namespace bounds {
inline constexpr range small_orders{-20.99, 20.99, 0}, bessel_orders{-128.99, 128.99, 0},
    arguments_of_orders{-0x1p60, 0x1p60, -20}, positive_arguments_of_orders{0x1p-20, 0x1p60, -20},
    near_orders{-200, 200, -20}, positive_near_orders{0x1p-20, 200, -20};

/// x is the range of the order, y that of the argument.  Relative to the greater of the result and the
/// amplitude.
inline constexpr function_row bessel_functions_of_order[] = {
    {"jn",
     observed(64, relative_to::operands),
     {small_orders, arguments_of_orders},
     "recurrence, upwards or downwards"},
    {"jn_high",
     observed(512, relative_to::operands),
     {bessel_orders, near_orders},
     "the same, orders to 128"},
    {"yn",
     observed(64, relative_to::operands),
     {small_orders, positive_arguments_of_orders},
     "recurrence upwards"},
    {"yn_high",
     observed(512, relative_to::operands),
     {bessel_orders, positive_near_orders},
     "the same, orders to 128"},
};
}  // namespace bounds

}  // namespace ff
