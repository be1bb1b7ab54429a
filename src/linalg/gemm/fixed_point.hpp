// Numbers to integers and back: the definition of the product's bits, for host and device.
#pragma once

#include <ff/basic.hpp>
#include <ff/complex.hpp>
#include <ff/operators.hpp>

#include "moduli.hpp"
#include "words.hpp"

namespace ff::linalg::detail {

// ---------------------------------------------------------------- scales

/// The bits of |head|, whose order is that of the magnitudes.
FF_HD constexpr uint32 magnitude_bits_of(float head) { return to_bits(head) & ff::detail::magnitude_bits; }

/// The exponent field by the bits of a magnitude: 0 for zero, 1 for a subnormal, 255 for infinity and NaN.
FF_HD constexpr uint32 exponent_field(uint32 magnitude) {
  const uint32 field = magnitude >> 23;
  return field == 0 && magnitude != 0 ? 1 : field;
}
/// The exponent of a finite float but 0, by the bits of its magnitude.
FF_HD constexpr int32 exponent_of_bits(uint32 magnitude) {
  return ilogb(from_words(from_bits(magnitude), 0.0f));
}
inline constexpr uint32 not_finite = 255;

/// 2^s in two factors, -200 <= s <= 200.
struct scale_factors {
  float first, second;
};
FF_HD constexpr scale_factors factors_of(int32 s) {
  const int32 half = s >> 1;
  return {ff::detail::power_of_two(half), ff::detail::power_of_two(s - half)};
}
FF_HD constexpr float scaled(float x, scale_factors f) { return mul_rn(mul_rn(x, f.first), f.second); }

/// The square of |x| in units of 2^(largest - 142), rounded up; `largest` is the largest exponent field of
/// its row or column, `not_finite` gives any number.  It counts at most 2^16 units, and low words too: one
/// more in the head's last place would not change it.
FF_HD uint64 squared_term(float head, uint32 largest) {
  const float unscaled = largest == not_finite ? 0.0f : abs(head);
  const uint32 whole = whole_part(scaled(unscaled, factors_of(142 - static_cast<int32>(largest))));
  const uint32 units = equal(head, 0.0f) ? 0 : whole + 1;
  return uint64{units} * units;
}

/// T = T0 4^t, 1 <= T0 < 4: the largest square of a scaled norm, 2^(2L) = 255/512 P.
struct norm_limit {
  uint64 leading;  ///< T0 2^62, rounded down
  int half_exponent;
};
template <int N>
constexpr norm_limit make_norm_limit() {
  const wide T = product_of_moduli<N> * 255u >> 9;
  int t = 0;
  while (T >> (2 * t) >= 4) ++t;
  return {static_cast<uint64>(T >> (2 * t - 62)), t};
}
constexpr norm_limit norm_limit_of(int moduli_count) {
  return moduli_count == 12   ? make_norm_limit<12>()
         : moduli_count == 13 ? make_norm_limit<13>()
                              : make_norm_limit<14>();
}

/// The scale of a row that has a head which is infinite or NaN, and of which no integers are made.
inline constexpr int32 poisoned = -32768;

/// The largest s with sum 4^(s + largest - 142) <= T; 0 for a row of zeros.  `sum` is that of squared_term.
FF_HD constexpr int32 scale_of(uint32 largest, uint64 sum, const norm_limit& limit) {
  if (largest == not_finite) return poisoned;
  if (largest == 0) return 0;
  // sum = g 4^half, 1 <= g < 4.
  const int pairs_of_zeros = ff::detail::leading_zeros(sum) >> 1, half = 31 - pairs_of_zeros;
  const bool above = sum << (2 * pairs_of_zeros) > limit.leading;
  return limit.half_exponent - half - (above ? 1 : 0) + 142 - static_cast<int32>(largest);
}

// ---------------------------------------------------------------- integers

FF_HD int32 nearest_int32(float x) { return ff::detail::run_nearest_int(x); }

/// X = 2^s x as an integer, within 1/2 + 2^-24 of it, |2^s x| < 2^55: the head is rounded, and then what
/// remains of it with the low word.
FF_HD int64 to_integer(ff_t x, scale_factors f) {
  const float head = scaled(x.hi(), f), low = scaled(x.lo(), f);
  const float whole = nearest_integer(head);
  return static_cast<int64>(whole) + nearest_int32(add_rn(low, sub_rn(head, whole)));
}

// ---------------------------------------------------------------- results

/// A pair with its head in [2^31, 2^32], or zero, to be multiplied by 2^exponent and to have its sign.
struct unscaled_pair {
  ff_t magnitude;
  int32 exponent;
  bool negative;

  /// Returns whether a power of two in the normal range leaves both words exact, as for most exponents: the
  /// low word is a multiple of 2^-32.
  FF_HD bool is_plain() const { return exponent >= -90 && exponent <= 90; }
  /// The pair, where that is so.
  FF_HD ff_t plain() const {
    const float power = ff::detail::power_of_two(exponent), factor = negative ? neg(power) : power;
    const bool zero = equal(magnitude.hi(), 0.0f);
    return from_words(zero ? 0.0f : mul_rn(magnitude.hi(), factor),
                      zero ? 0.0f : mul_rn(magnitude.lo(), factor));
  }
  /// The pair, with ldexp's rounding at the ends of the range.
  FF_HD ff_t result() const {
    return is_plain()                    ? plain()
           : equal(magnitude.hi(), 0.0f) ? ff_t(0.0f)
                                         : ldexp(negative ? -magnitude : magnitude, exponent);
  }
};

/// The pair nearest to the 64 leading bits of high:low, times 2^exponent: within 2^-49 + 2^-63 of it.  Words
/// are chosen without a branch, so that several elements run abreast.
FF_HD unscaled_pair leading_pair(uint64 high, uint64 low, bool negative, int32 exponent) {
  // Three words from the first that is not zero on.
  const bool lower_half = high == 0;
  const auto w1 = static_cast<uint32>(low >> 32), w0 = static_cast<uint32>(low);
  const uint32 a = lower_half ? w1 : static_cast<uint32>(high >> 32),
               b = lower_half ? w0 : static_cast<uint32>(high), c = lower_half ? 0u : w1,
               d = lower_half ? 0u : w0;
  const bool lower_word = a == 0;
  const uint32 first = lower_word ? b : a, second = lower_word ? c : b, third = lower_word ? d : c;
  const int zeros = leading_zeros_of(first);
  const uint32 upper = shifted_left(first, second, zeros), lower = shifted_left(second, third, zeros);
  // The 24 leading bits, rounded to nearest even, as the float of that significand in [2^31, 2^32].
  const uint32 up = (upper & 255u) + 127u + ((upper >> 8 & 1u) | (lower != 0 ? 1u : 0u));
  const uint32 leading = (upper >> 8) + (up >> 8);
  const float head = from_bits(0x4f000000u + (leading - 0x800000u));
  // Says what remains, in 2^-32 of that: at most 2^23 times 2^16, and 16 bits.
  const auto above = static_cast<int32>((upper - (leading << 8)) * 65536u + (lower >> 16));
  const float rest = fma_rn(static_cast<float>(above), 0x1p16f, static_cast<float>(lower & 0xffffu));
  const ff_t pair = fast_add12(head, mul_rn(rest, 0x1p-32f));
  const int32 e = exponent + 96 - (lower_half ? 64 : 0) - (lower_word ? 32 : 0) - zeros;
  return {first == 0 ? ff_t(0.0f) : pair, e, negative};
}
FF_HD ff_t to_pair(uint64 high, uint64 low, bool negative, int32 exponent) {
  return leading_pair(high, low, negative, exponent).result();
}

/// Says what IEEE makes of a sum of products of heads of which one at least is infinite or NaN.  a(h) and
/// b(h) are the heads.
FF_ANY_CALLEE
template <class A, class B>
FF_HD float poisoned_sum(int64 k, A a, B b) {
  float sum = 0.0f;
  for (int64 h = 0; h < k && equal(sum, sum); ++h) {
    const float x = a(h), y = b(h);
    const bool finite = less(abs(x), ff::detail::infinity) && less(abs(y), ff::detail::infinity);
    if (!finite) sum = add_rn(sum, mul_rn(x, y));
  }
  return sum;
}

/// The canonical form: NaN is 0x7fc00000, and an infinity has the low word 0.
FF_HD ff_t settled(ff_t r) {
  if (isnan(r)) return ff::detail::quiet_nan;
  return isinf(r) ? ff_t(r.hi()) : r;
}

/// alpha product + beta c.  c() is read unless beta is 0.
FF_ANY_CALLEE
template <class C>
FF_HD ff_t updated(ff_t alpha, ff_t product, ff_t beta, C c) {
  ff_t r = product;
  if (!(alpha == 1.0f)) r = alpha * r;
  if (!(beta == 0.0f)) r = r + beta * c();
  return settled(r);
}
FF_ANY_CALLEE
template <class C>
FF_HD complex updated(complex alpha, complex product, complex beta, C c) {
  complex r = product;
  if (!(alpha == 1.0f)) r = alpha * r;
  if (!(beta == 0.0f)) r = r + beta * c();
  return {settled(r.real()), settled(r.imag())};
}

}  // namespace ff::linalg::detail
