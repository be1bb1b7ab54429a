// cbrt, hypot, exp and log of dd_t.
//
//   cbrt   ff_t's cube root, then Newton's step twice, the second time with the exact cube and its second
//   order. hypot  the root of the sum of the squares, scaled where they over- or underflow. exp    x = k ln2
//   + 16 r, |r| < 0.0217: e^r - 1 = p by its series, then p becomes 2p + p^2 four times, which
//          keeps the relative error of p.
//   log    x = 2^k m, 0.7 < m < 1.42: y is ff_t's logarithm of m, and d = m e^-y - 1 = (m - 1) + m (e^-y -
//   1),
//          which cancels without a loss; log m = y + d - d^2/2.
#pragma once

#include <ff/dd/operators.hpp>
#include <ff/math/cbrt.hpp>
#include <ff/math/log.hpp>

namespace ff {
namespace detail {

/// x 2^-n in [1, 2) but for a low word, and n.
struct scaled_dd {
  dd_t m;
  int n;
};
FF_HD_LARGE constexpr scaled_dd significand_of(dd_t x) {
  const int n = ilogb(dd_t(x.hi()));
  return {scaled_words(x, -n), n};
}

// The cube root of a positive x in [1, 8).
FF_HD_LARGE constexpr dd_t dd_cube_root(dd_t x) {
  const double y0 = static_cast<double>(cbrt(static_cast<ff_t>(x)));
  const dd_t cube0 = mul21(sqr12(y0), y0);
  const double g0 = rcp_rn(mul_rn(3.0, mul_rn(y0, y0)));  // 1/(3 y^2)
  const double y = fma_rn(sub22(x, cube0).hi(), g0, y0);  // to half a unit in the last place
  const dd_t square = sqr12(y);
  const double g = fma_rn(g0, fma_rn(mul_rn(-3.0, square.hi()), g0, 1.0), g0);
  const double d = mul_rn(sub22(x, mul21(square, y)).hi(), g);
  // d - d^2/y, where 1/y = 3 g y.
  return fast_add12(y, fma_rn(neg(mul_rn(d, d)), mul_rn(3.0, mul_rn(g, y)), d));
}

// ln2 in three words: multiples by integers below 2^11 of the first two are exact.
inline constexpr double dd_ln2_1 = 0x1.62e42fefa4p-1, dd_ln2_2 = -0x1.8432a1b0e28p-43,
                        dd_ln2_3 = 0x1.cc01f97b57a08p-87;

// 1/n! for n = 3 to 7 in two words each, and for n = 8 to 14 in one.
FF_HD_LARGE constexpr dd_t exp_coefficient(int n) {
  constexpr double words[5][2] = {{0x1.5555555555555p-3, 0x1.5555555555555p-57},
                                  {0x1.5555555555555p-5, 0x1.5555555555555p-59},
                                  {0x1.1111111111111p-7, 0x1.1111111111111p-63},
                                  {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
                                  {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73}};
  return from_words(words[n - 3][0], words[n - 3][1]);
}
FF_HD_LARGE constexpr double exp_tail(double r) {
  double t = fma_rn(r, 0x1.93974a8c07c9dp-37, 0x1.6124613a86d09p-33);
  t = fma_rn(r, t, 0x1.1eed8eff8d898p-29);
  t = fma_rn(r, t, 0x1.ae64567f544e4p-26);
  t = fma_rn(r, t, 0x1.27e4fb7789f5cp-22);
  t = fma_rn(r, t, 0x1.71de3a556c734p-19);
  return fma_rn(r, t, 0x1.a01a01a01a01ap-16);
}

/// e^x - 1 for |x| < 0.35, to a relative 12 u^2.
FF_HD_LARGE constexpr dd_t dd_expm1_near_zero(dd_t x) {
  const dd_t r = from_words(mul_rn(x.hi(), 0x1p-4), mul_rn(x.lo(), 0x1p-4));
  // q = 1/6 + r/24 + ...: the sums do not cancel, since |r| is small beside each coefficient.
  dd_t q = add22_sloppy(exp_coefficient(7), mul21(r, exp_tail(r.hi())));
  for (int n = 6; n >= 3; --n) q = add22_sloppy(exp_coefficient(n), mul22(r, q));
  dd_t p = add22(r, mul22(sqr22(r), add21(mul22(r, q), 0.5)));
  for (int doubled = 0; doubled < 4; ++doubled)
    p = add22(from_words(add_rn(p.hi(), p.hi()), add_rn(p.lo(), p.lo())), sqr22(p));
  return p;
}

}  // namespace detail

/// x^(1/3) for every x.  5 u^2, observed.  cbrt(+-0) = +-0, cbrt(+-inf) = +-inf.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t cbrt(D x) {
  using namespace detail;
  if (is_zero_or_not_finite(x.hi())) return x.hi();
  const uint64 sign = sign_bit(x.hi());
  const int e = ilogb(dd_t(x.hi())), n = (e + 1200) / 3 - 400;  // rounded downwards
  return ldexp(flip_sign(dd_cube_root(scaled_words(flip_sign(x, sign), -3 * n)), sign), n);
}

/// sqrt(x^2 + y^2), without undue over- or underflow.  6.25 u^2, proved: half of sqr22's 3.5 and add22's 2,
/// and sqrt22's 27/8.  hypot(+-inf, y) = inf, even for y NaN.
template <class X, class Y, detail::if_dds<X, Y> = 0>
FF_HD_LARGE constexpr dd_t hypot(X first, Y second) {
  using namespace detail;
  const dd_t x = first, y = second;
  if (isinf(x) || isinf(y)) return infinite_double;
  const double greatest = less(abs(x.hi()), abs(y.hi())) ? abs(y.hi()) : abs(x.hi());
  if (is_within<-450, 500>(greatest)) return sqrt22(add22(sqr22(x), sqr22(y)));
  if (isnan(x) || isnan(y)) return double_quiet_nan;
  if (equal(greatest, 0.0)) return 0.0;
  const int n = ilogb(dd_t(greatest));
  return ldexp(sqrt22(add22(sqr22(scaled_words(x, -n)), sqr22(scaled_words(y, -n)))), n);
}

/// sqrt(x^2 + y^2 + z^2), likewise.  7.25 u^2, proved: half of sqr22's 3.5 and twice add22's 2, and sqrt22's
/// 27/8.
template <class X, class Y, class Z, detail::if_dds<X, Y, Z> = 0>
FF_HD_LARGE constexpr dd_t hypot(X first, Y second, Z third) {
  using namespace detail;
  const dd_t x = first, y = second, z = third;
  if (isinf(x) || isinf(y) || isinf(z)) return infinite_double;
  if (isnan(x) || isnan(y) || isnan(z)) return double_quiet_nan;
  const double greatest = (max)((max)(abs(x), abs(y)), abs(z)).hi();
  if (equal(greatest, 0.0)) return 0.0;
  const int n = is_within<-450, 500>(greatest) ? 0 : ilogb(dd_t(greatest));
  const dd_t a = scaled_words(x, -n), b = scaled_words(y, -n), c = scaled_words(z, -n);
  return ldexp(sqrt22(add22(add22(sqr22(a), sqr22(b)), sqr22(c))), n);
}

namespace detail {

/// e^x 2^n for |x| < 800.
FF_HD_LARGE constexpr dd_t dd_scaled_exp(dd_t x, int n) {
  const double k = nearest_integer(mul_rn(x.hi(), 0x1.71547652b82fep+0));
  const dd_t head = add12(fma_rn(neg(k), dd_ln2_1, x.hi()), mul_rn(neg(k), dd_ln2_2));
  const dd_t r = add22(head, add12(x.lo(), mul_rn(neg(k), dd_ln2_3)));
  return ldexp(add21(dd_expm1_near_zero(r), 1.0), static_cast<int>(k) + n);
}

}  // namespace detail

/// e^x.  4 u^2, observed, for results of at least 2^-960; below, the words underflow.  Infinite from 1024 ln2
/// on, zero below -1075 ln2.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t exp(D x) {
  using namespace detail;
  if (!less(abs(x.hi()), 800.0)) return isnan(x) ? x.hi() : less(x.hi(), 0.0) ? 0.0 : infinite_double;
  return dd_scaled_exp(x, 0);
}

/// log x.  12 u^2, observed, next to 1 too.  log(+-0) = -inf, log(inf) = inf, log(x < 0) = NaN.
template <class D, detail::if_dd<D> = 0>
FF_HD_LARGE constexpr dd_t log(D x) {
  using namespace detail;
  if (equal(x.hi(), 0.0)) return -infinite_double;
  if (!less(0.0, x.hi())) return double_quiet_nan;
  if (equal(x.hi(), infinite_double)) return infinite_double;
  const auto [s, exponent] = significand_of(x);
  const bool upper = less(0x1.6a09e667f3bcdp+0, s.hi());  // above sqrt 2
  const dd_t m = upper ? from_words(mul_rn(s.hi(), 0.5), mul_rn(s.lo(), 0.5)) : s;
  const dd_t y = log(static_cast<ff_t>(m));
  const dd_t d = add22(add21(m, -1.0), mul22(m, dd_expm1_near_zero(-y)));
  const dd_t log_m = add22(y, add21(d, mul_rn(mul_rn(-0.5, d.hi()), d.hi())));
  const int k = exponent + (upper ? 1 : 0);
  if (k == 0) return log_m;
  constexpr dd_t ln2 = from_words(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
  return add22(mul21(ln2, static_cast<double>(k)), log_m);
}

}  // namespace ff
