// Trigonometric functions of dd_t and their inverses.
//
//   sin cos   x = k pi/2 + r, |r| < 0.79, where the difference is summed in five words; Taylor's series of r.
//   atan2     ff_t's angle t, then the angle between (x, y) and t, whose tangent is exact to its digits:
//             d = (y cos t - x sin t) / (x cos t + y sin t), below 2^-40.
//
// Errors are in u^2, u = 2^-53; `./ff accuracy --ops dd` measures them.
#pragma once

#include <ff/dd/exponential.hpp>
#include <ff/math/atan.hpp>

namespace ff {

/// A sine and a cosine.
struct dd_sincos {
  dd_t sin, cos;
};

namespace detail {

/// Angles end here: what is left beyond pi/2 has its digits, however near a multiple lies.
inline constexpr double dd_largest_angle = 0x1p30;

/// A sum in five words of decreasing size; what is lost lies 2^-250 below the largest term.
struct five_doubles {
  double word[5] = {};

  FF_HD_LARGE constexpr void add(double term) {
    for (int i = 0; i < 4; ++i) {
      const auto [s, e] = add12(word[i], term);
      word[i] = s, term = e;
    }
    word[4] = add_rn(word[4], term);
  }
  /// The sum as a pair.  Words that cancelled may overlap: each pass from the last word up separates them.
  FF_HD_LARGE constexpr dd_t pair() const {
    five_doubles sum = *this;
    for (int pass = 0; pass < 3; ++pass) {
      five_doubles next;
      for (int i = 4; i >= 0; --i) next.add(sum.word[i]);
      sum = next;
    }
    return fast_add12(sum.word[0], add_rn(sum.word[1], sum.word[2]));
  }
};

struct dd_angle {
  dd_t r;
  int quadrant;
};
/// x less the nearest multiple of pi/2, |x| < 2^30.
FF_HD_LARGE constexpr dd_angle dd_reduced(dd_t x) {
  if (less(abs(x.hi()), 0.78)) return {x, 0};
  const double k = nearest_integer(mul_rn(x.hi(), 0x1.45f306dc9c883p-1));
  five_doubles sum;
  sum.add(x.hi()), sum.add(x.lo());
  for (int i = 0; i < 5; ++i) {
    const dd_t p = two_prod(neg(k), dd_half_pi(i));
    sum.add(p.hi()), sum.add(p.lo());
  }
  return {sum.pair(), static_cast<int>(k) & 3};
}

/// c0 + c1 z + c2 z^2 + ..., whose terms decrease: the single ones are below 2^-50 of the sum.
template <class Coefficients>
FF_HD_LARGE constexpr dd_t dd_series(dd_t z) {
  constexpr int last = Coefficients::last, single = Coefficients::single;
  double tail = Coefficients::at(last).hi();
  for (int n = last - 1; n >= single; --n) tail = fma_rn(tail, z.hi(), Coefficients::at(n).hi());
  dd_t sum = add22_sloppy(Coefficients::at(single - 1), mul21(z, tail));
  for (int n = single - 2; n >= 0; --n) sum = add22_sloppy(Coefficients::at(n), mul22(z, sum));
  return sum;
}
FF_HD_LARGE constexpr dd_t dd_sin_near_zero(dd_t r) {
  const dd_t z = sqr22(r);
  return add22(r, mul22(mul22(r, z), dd_series<dd_sine>(z)));
}
FF_HD_LARGE constexpr dd_t dd_cos_near_zero(dd_t r) {
  const dd_t z = sqr22(r);
  return add21(add22(-dd_half(z), mul22(sqr22(z), dd_series<dd_cosine>(z))), 1.0);
}

}  // namespace detail

/// sin x and cos x for |x| < 2^30; beyond, NaN.  4 u^2, observed, near their zeros too.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_sincos sincos(D x) {
  using namespace detail;
  if (dd_is_tiny(x)) return {x, 1.0};
  if (!less(abs(x.hi()), dd_largest_angle)) return {double_quiet_nan, double_quiet_nan};
  const auto [r, quadrant] = dd_reduced(x);
  const dd_t s = dd_sin_near_zero(r), c = dd_cos_near_zero(r);
  const dd_t sine = (quadrant & 1) != 0 ? c : s, cosine = (quadrant & 1) != 0 ? s : c;
  return {(quadrant & 2) != 0 ? -sine : sine, quadrant == 1 || quadrant == 2 ? -cosine : cosine};
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t sin(D x) {
  return sincos(x).sin;
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t cos(D x) {
  return sincos(x).cos;
}
/// tan x for |x| < 2^30; beyond, NaN.  6 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t tan(D x) {
  const auto [s, c] = sincos(x);
  return detail::dd_is_tiny(x) ? s : s / c;
}

namespace detail {

/// The angle of (x, y), neither zero nor infinite, y positive.
FF_HD_LARGE constexpr dd_t dd_angle_of(dd_t y, dd_t x) {
  const int n = max_int(ilogb(x), ilogb(y));
  const dd_t a = ldexp(y, -n), b = ldexp(x, -n);
  // A small angle is its tangent.
  if (!signbit(x) && less(abs(a.hi()), 0x1p-60)) return y / x;
  const dd_t t = atan2(static_cast<ff_t>(a), static_cast<ff_t>(b));
  const auto [s, c] = sincos(t);
  return t + (a * c - b * s) / (b * c + a * s);
}

}  // namespace detail

/// The angle of (x, y) in [-pi, pi], with C's special values.  8 u^2, observed.
template <class Y, class X, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t atan2(Y first, X second) {
  using namespace detail;
  const dd_t y = first, x = second;
  if (isnan(x) || isnan(y)) return double_quiet_nan;
  const uint64 sign = sign_bit(y.hi());
  if (!is_zero_or_not_finite(x.hi()) && !is_zero_or_not_finite(y.hi()))
    return flip_sign(dd_angle_of(abs(y), x), sign);
  // A multiple of pi/4 or a zero, as for floats of the same signs; an infinite one counts as the larger.
  const double size_y = isinf(y)                         ? 1.0
                        : equal(y.hi(), 0.0) || isinf(x) ? 0.0
                                                         : 1.0,
               size_x = isinf(x)                         ? 1.0
                        : equal(x.hi(), 0.0) || isinf(y) ? 0.0
                                                         : 1.0;
  const bool left = signbit(x);
  const double quarters = equal(size_y, 0.0)   ? (left ? 4.0 : 0.0)
                          : equal(size_x, 0.0) ? 2.0
                                               : (left ? 3.0 : 1.0);
  const dd_t angle = dd_t(from_words(dd_half_pi(0), dd_half_pi(1))) * (0.5 * quarters);
  return flip_sign(angle, sign);
}

/// The angle in [-pi/2, pi/2] whose tangent is x.  4 u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t atan(D x) {
  return detail::dd_is_tiny(x) ? x : atan2(x, dd_t(1.0));
}

/// The angle in [-pi/2, pi/2] whose sine is x, and that in [0, pi] whose cosine is x; NaN for |x| > 1.  8
/// u^2, observed.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t asin(D x) {
  return detail::dd_is_tiny(x) ? x : atan2(x, sqrt((1.0 - x) * (1.0 + x)));
}
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t acos(D x) {
  return atan2(sqrt((1.0 - x) * (1.0 + x)), x);
}

}  // namespace ff
