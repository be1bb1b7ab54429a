// The primitives of rounding.hpp for double, of which the kernels make ff::dd_t.
//
// They are templates that take doubles alone, so that add_rn(x, 1.0) of a float x stays a float.  The device
// has each as one instruction but /, 1/x and the root, which are CUDA's own IEEE sequences.
#pragma once

#include <ff/platform/doubles.hpp>
#include <ff/rounding.hpp>

namespace ff {
namespace detail {

template <class D>
using if_double = require<is_same<D, double>>;

inline constexpr uint64 double_sign_bit = uint64{1} << 63;

FF_HD_PRIMITIVE constexpr uint64 to_bits(double x) { return bit_cast<uint64>(x); }
FF_HD_PRIMITIVE constexpr double double_from_bits(uint64 b) { return bit_cast<double>(b); }

inline constexpr double infinite_double = double_from_bits(uint64{0x7ff} << 52),
                        double_quiet_nan = double_from_bits(uint64{0xfff} << 51);

// --- constant expressions: the compiler's own + - * / are exact IEEE; fma and sqrt are not there.

struct folded_pair {
  double s, e;
};
FF_HD constexpr folded_pair folded_sum(double a, double b) {
  const double s = a + b, seen = s - a;
  return {s, (a - (s - seen)) + (b - seen)};
}
// Dekker's product over Veltkamp's splitting, for factors of about 1.
FF_HD constexpr folded_pair folded_product(double a, double b) {
  const double p = a * b, ca = 0x1.0000002p27 * a, cb = 0x1.0000002p27 * b;
  const double ah = ca - (ca - a), al = a - ah, bh = cb - (cb - b), bl = b - bh;
  return {p, al * bl - (((p - ah * bh) - al * bh) - ah * bl)};
}
// a + b rounded to odd (Boldo, Melquiond 2008): a second rounding to fewer bits then is harmless.
FF_HD constexpr double folded_sum_to_odd(double a, double b) {
  const auto [s, e] = folded_sum(a, b);
  const bool exact = !(e < 0) && !(e > 0);
  if (exact || (to_bits(s) & 1) != 0) return s;
  return double_from_bits(to_bits(s) + ((e > 0) == (s > 0) ? 1 : ~uint64{0}));
}
// floor(log2 |a|) of a finite a that is not zero.
FF_HD constexpr int folded_exponent(double a) {
  const int field = static_cast<int>(to_bits(a) >> 52 & 0x7ff);
  return field != 0 ? field - 1023 : static_cast<int>(to_bits(a * 0x1p100) >> 52 & 0x7ff) - 1123;
}
// a 2^n where that is a double, or overflows.
FF_HD constexpr double folded_scaled(double a, int n) {
  for (; n > 1000; n -= 1000) a *= 0x1p1000;
  for (; n < -1000; n += 1000) a *= 0x1p-1000;
  return a * double_from_bits(static_cast<uint64>(n + 1023) << 52);
}
FF_HD constexpr bool folded_finite(double a) { return (to_bits(a) >> 52 & 0x7ff) != 0x7ff; }

// RN(a b + c) as the sum of the exact product and c, by sums to odd, on operands scaled to about 1.
FF_HD constexpr double folded_fma(double a, double b, double c) {
  const bool finite = folded_finite(a) && folded_finite(b) && folded_finite(c);
  if (!finite || folded_equal(a, 0.0) || folded_equal(b, 0.0)) return a * b + c;
  const int ea = folded_exponent(a), eb = folded_exponent(b), shift = ea + eb;
  const auto [p, pl] = folded_product(folded_scaled(a, -ea), folded_scaled(b, -eb));
  double addend = c;
  if (!folded_equal(c, 0.0)) {
    const int apart = folded_exponent(c) - shift;
    if (apart > 120) return c;  // |a b| is below a quarter of c's last place
    addend = apart < -200 ? (c < 0 ? -0x1p-200 : 0x1p-200) : folded_scaled(c, -shift);
  }
  const auto [uh, ul] = folded_sum(addend, pl);
  const auto [th, tl] = folded_sum(p, uh);
  const double rest = folded_sum_to_odd(tl, ul), sum = th + rest;
  // A subnormal result is a multiple of 2^-1074.  A number with that last place is added, and subtracted
  // again.
  if (folded_equal(sum, 0.0) || folded_exponent(sum) + shift >= -1022) return folded_scaled(sum, shift);
  const int place = -1074 - shift;
  if (folded_exponent(sum) < place - 1) return sum < 0 ? -0.0 : 0.0;
  const double many = folded_scaled(sum < 0 ? -1.0 : 1.0, place + 52);
  const auto [s, e] = folded_sum(many, th);
  const double units = (s + folded_sum_to_odd(e, rest)) - many;
  return folded_equal(units, 0.0) ? (sum < 0 ? -0.0 : 0.0) : folded_scaled(units, shift);
}

// RN(sqrt a): Newton's steps, then the number next to it whose half-way points enclose the root.
FF_HD constexpr double folded_sqrt(double a) {
  if (a < 0) return double_quiet_nan;
  if (folded_equal(a, 0.0) || !folded_finite(a)) return a;
  const int half = folded_exponent(a) >> 1;
  const double x = folded_scaled(a, -2 * half);
  double s = x > 1 ? x : 1;
  for (double next = s; (next = 0.5 * (s + x / s)) < s;) s = next;
  while (folded_fma(s, double_from_bits(to_bits(s) - 1), -x) >= 0) s = double_from_bits(to_bits(s) - 1);
  while (folded_fma(s, double_from_bits(to_bits(s) + 1), -x) < 0) s = double_from_bits(to_bits(s) + 1);
  return folded_scaled(s, half);
}

// a with its magnitude cut at `limit` > 0, in integers; a NaN becomes one of the two limits.
FF_HD_PRIMITIVE constexpr double cut_double(double a, double limit) {
  const uint64 magnitude = to_bits(a) & ~double_sign_bit, most = to_bits(limit);
  return double_from_bits((magnitude < most ? magnitude : most) | (to_bits(a) & double_sign_bit));
}

}  // namespace detail

/// The sum, difference, product, fused a b + c, quotient and square root of doubles, rounded once.
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D add_rn(D a, D b) {
  return detail::constant_evaluated() ? a + b : detail::run_rounded_sum(a, b);
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D sub_rn(D a, D b) {
  return detail::constant_evaluated() ? a - b : detail::run_rounded_difference(a, b);
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D mul_rn(D a, D b) {
  return detail::constant_evaluated() ? a * b : detail::run_rounded_product(a, b);
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D fma_rn(D a, D b, D c) {
  return detail::constant_evaluated() ? detail::folded_fma(a, b, c) : detail::run_fma(a, b, c);
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D div_rn(D a, D b) {
  return detail::constant_evaluated() ? a / b : detail::run_div(a, b);
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D sqrt_rn(D a) {
  return detail::constant_evaluated() ? detail::folded_sqrt(a) : detail::run_sqrt(a);
}

/// -a and |a|: the sign bit alone changes.
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D neg(D a) {
  return detail::constant_evaluated() ? -a : detail::run_neg(a);
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D abs(D a) {
  return detail::constant_evaluated()
             ? detail::double_from_bits(detail::to_bits(a) & ~detail::double_sign_bit)
             : detail::run_abs(a);
}
/// a < b and a == b as IEEE has them; false with a NaN.
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr bool less(D a, D b) {
  return a < b;
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr bool equal(D a, D b) {
  return detail::equal_doubles(a, b);
}
/// a with its magnitude cut at `limit` > 0; a NaN becomes one of the two limits.
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D limited(D a, D limit) {
  return detail::cut_double(a, limit);
}
/// RN(a + b) or RN(a b + c) where p holds, else `otherwise`.
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D add_if(bool p, D a, D b, D otherwise) {
  return detail::constant_evaluated() ? (p ? a + b : otherwise) : detail::run_add_if(p, a, b, otherwise);
}
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D fma_if(bool p, D a, D b, D c, D otherwise) {
  return detail::constant_evaluated() ? (p ? fma_rn(a, b, c) : otherwise)
                                      : detail::run_fma_if(p, a, b, c, otherwise);
}

/// RN(1/b).
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D rcp_rn(D b) {
  return detail::constant_evaluated() ? 1 / b : detail::run_rcp(b);
}
/// RN(sqrt a), and RN(1 / (2 s)) for 2^-1022 <= s < 2^1021.
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr sqrt_seeds<D> sqrt_seed(D a) {
  const D s = sqrt_rn(a);
  return {s, mul_rn(0.5, rcp_rn(s))};
}
/// 1/sqrt a within half a unit in the last place and 2^-48 of it, for 2^-1022 <= a < 2^1024: the rounded
/// inverse of the rounded root, and one step of Newton's method, whose rounding is the only one that counts.
template <class D, detail::if_double<D> = 0>
FF_HD_PRIMITIVE constexpr D rsqrt_rn(D a) {
  const D y = rcp_rn(sqrt_rn(a)), p = mul_rn(a, y), e = fma_rn(a, y, neg(p));
  return fma_rn(mul_rn(0.5, y), fma_rn(neg(e), y, fma_rn(neg(p), y, 1.0)), y);
}

}  // namespace ff
