// Sign, classification, scaling by powers of two, neighbours, minimum and maximum.  The integer parts and
// remainders are in integral.hpp.
//
// Names, arguments and special values are those of <cmath> and C Annex F.  All look at the value, so a
// weak pair, as mul22 may leave it, gives the same result as the strict one.  The sign is that of hi, zeros
// and NaN included; every function but fdim is exact unless a line says otherwise.  Finite words whose sum
// rounds to infinity lie beyond numeric_limits' max(); comparisons take them for infinities.
#pragma once

#include <ff/arithmetic.hpp>
#include <ff/comparison.hpp>
#include <ff/type/limits.hpp>

namespace ff {
namespace detail {

FF_HD_PRIMITIVE constexpr uint32 sign_bit(float x) { return to_bits(x) & sign_bits; }
FF_HD_PRIMITIVE constexpr float flip_sign(float x, uint32 bit) { return from_bits(to_bits(x) ^ bit); }
FF_HD constexpr ff_t flip_sign(ff_t x, uint32 bit) {
  return from_words(flip_sign(x.hi(), bit), flip_sign(x.lo(), bit));
}
FF_HD_PRIMITIVE constexpr float with_sign(float x, uint32 bit) {
  return from_bits((to_bits(x) & magnitude_bits) | bit);
}

FF_HD constexpr bool is_zero_or_not_finite(float a) { return equal(a, 0.0f) || !less(abs(a), infinity); }

// low <= a < high for 0 < low, in one integer comparison; false for NaN and for negative a.
FF_HD_PRIMITIVE constexpr bool between(float a, float low, float high) {
  return to_bits(a) - to_bits(low) < to_bits(high) - to_bits(low);
}
// low <= |a| < high likewise.  On the device two comparisons that take |a| as an operand, where the one of
// integers would need |a| and a difference.
FF_HD_PRIMITIVE constexpr bool within(float a, float low, float high) {
  if (!on_device()) return between(abs(a), low, high);
  const bool above = !less(abs(a), low), below = less(abs(a), high);
  return above & below;
}

// a && b without the branch that it may become.
FF_HD_PRIMITIVE constexpr bool both(bool a, bool b) { return a & b; }

// 2^n as a normal float: -126 <= n <= 127.
FF_HD constexpr float power_of_two(int n) { return from_bits(static_cast<uint32>(n + 127) << 23); }

// Both words times 2^n, each rounded once, for any n.  The last factor takes as much of n as it can:
// what the others round, a last factor of 2^-126 turns into zero anyway.
FF_HD constexpr ff_t scaled(ff_t x, int n) {
  float h = x.hi(), l = x.lo();
  const int last = max_int(-126, min_int(n, 127)), rest = n - last;
  if (rest != 0) {
    const int middle = max_int(-126, min_int(rest, 127));
    const float b = power_of_two(middle), a = power_of_two(max_int(-126, min_int(rest - middle, 127)));
    h = mul_rn(mul_rn(h, a), b);
    l = mul_rn(mul_rn(l, a), b);
  }
  return from_words(mul_rn(h, power_of_two(last)), mul_rn(l, power_of_two(last)));
}

}  // namespace detail

// ---------------------------------------------------------------- sign

/// True when the sign bit of hi is set: -0, and NaN with its sign set, too.
FF_HD constexpr bool signbit(ff_t x) { return detail::sign_bit(x.hi()) != 0; }

/// |x|.
FF_HD constexpr ff_t abs(ff_t x) { return detail::flip_sign(x, detail::sign_bit(x.hi())); }
FF_HD constexpr ff_t fabs(ff_t x) { return abs(x); }

/// |x| with the sign of y.
FF_HD constexpr ff_t copysign(ff_t x, ff_t y) {
  return detail::flip_sign(x, detail::sign_bit(x.hi()) ^ detail::sign_bit(y.hi()));
}

// ---------------------------------------------------------------- classification

/// x is neither infinite nor NaN: its head is neither.
FF_HD constexpr bool isfinite(ff_t x) { return less(abs(x.hi()), detail::infinity); }

/// x is NaN: its head is.
FF_HD constexpr bool isnan(ff_t x) { return !equal(x.hi(), x.hi()); }

/// x is infinite: its head is.
FF_HD constexpr bool isinf(ff_t x) { return equal(abs(x.hi()), detail::infinity); }

/// Finite and |x| >= 2^-102, numeric_limits' min(): x has its 48 digits.
FF_HD constexpr bool isnormal(ff_t x) { return isfinite(x) && !detail::less(abs(x), 0x1p-102f); }

// ---------------------------------------------------------------- scaling

/// x 2^n for every n, INT_MIN and INT_MAX included.  Exact unless a word over- or underflows; then each
/// word is rounded to nearest once, an overflow gives (+-inf, 0), and lo is 0 where it could at most be
/// half a unit in the last place of a subnormal hi.
FF_HD constexpr ff_t ldexp(ff_t x, int n) {
  const ff_t r = detail::scaled(x, n);
  const bool overflow_or_last_place = less(abs(r.hi()), 0x1p-125f) || equal(abs(r.hi()), detail::infinity);
  return from_words(r.hi(), overflow_or_last_place && less(abs(x.lo()), detail::infinity) ? 0.0f : r.lo());
}
FF_HD constexpr ff_t scalbn(ff_t x, int n) { return ldexp(x, n); }
/// n may be beyond the range of an int, where the results are infinities and zeros.
FF_HD constexpr ff_t scalbln(ff_t x, long n) {
  return ldexp(x, n > 2147483647 ? 2147483647 : n < -2147483647 ? -2147483647 : static_cast<int>(n));
}

/// floor(log2 |x|), by value: the low word of (1, -2^-30) makes it -1.
/// Zero and NaN give INT_MIN, infinity INT_MAX.
FF_HD constexpr int ilogb(ff_t x) {
  if (!isfinite(x)) return isnan(x) ? -2147483647 - 1 : 2147483647;
  const float a = abs(x.hi());
  if (equal(a, 0.0f)) return -2147483647 - 1;
  const bool subnormal = less(a, 0x1p-126f);
  const uint32 bits = detail::to_bits(subnormal ? mul_rn(a, 0x1p24f) : a);
  const bool below =
      (bits & detail::fraction_bits) == 0 && less(detail::flip_sign(x.lo(), detail::sign_bit(x.hi())), 0.0f);
  return static_cast<int>(bits >> 23) - (subnormal ? 151 : 127) - (below ? 1 : 0);
}

/// ilogb(x) as a number; logb(+-0) = -inf, logb(+-inf) = inf, logb(NaN) = NaN.
FF_HD constexpr ff_t logb(ff_t x) {
  if (!isfinite(x)) return isnan(x) ? x : abs(x);
  return equal(x.hi(), 0.0f) ? -detail::infinity : static_cast<float>(ilogb(x));
}

/// x = f 2^exponent with 1/2 <= |f| < 1, both by value: the hi of f can be 1 with a negative low word.
/// Zero, infinities and NaN come back as they are, with exponent 0.  Exact, but for bits of lo that f cannot
/// hold, those below 2^(exponent-149); they are rounded away.
FF_HD constexpr ff_t frexp(ff_t x, int* exponent) {
  *exponent = 0;
  if (!isfinite(x) || equal(x.hi(), 0.0f)) return x;
  const int n = ilogb(x) + 1;
  const ff_t f = detail::scaled(x, -n);
  const bool reached_one = equal(abs(f.hi()), 1.0f) && equal(f.lo(), 0.0f);  // lo was rounded away
  *exponent = reached_one ? n + 1 : n;
  return reached_one ? ff_t(detail::with_sign(0.5f, detail::sign_bit(x.hi()))) : f;
}

// ---------------------------------------------------------------- neighbours

namespace detail {

// The number of 48 digits next to a > 0, a strict pair, away from zero or towards it.
FF_HD constexpr ff_t model_neighbour(ff_t a, bool outwards) {
  const bool whole_power = (to_bits(a.hi()) & fraction_bits) == 0 && equal(a.lo(), 0.0f);
  const int e = max_int(ilogb(a) - (whole_power && !outwards ? 1 : 0), -102);
  // The last of 48 digits counts `unit`, and |lo| is at most 2^23 of them; added to 2^23 units it is rounded
  // to a multiple.
  const float many = power_of_two(e - 24), unit = mul_rn(many, 0x1p-23f);
  const float magnitude = sub_rn(add_rn(abs(a.lo()), many), many);
  const float rounded = with_sign(magnitude, sign_bit(a.lo()));
  if (outwards) return fast_add12(a.hi(), less(a.lo(), rounded) ? rounded : add_rn(rounded, unit));
  return fast_add12(a.hi(), less(rounded, a.lo()) ? rounded : sub_rn(rounded, unit));
}

}  // namespace detail

/// The first number of 48 digits beyond x in the direction of y, or y where that is nearer; y where x == y.
///
/// The numbers of 48 digits are numeric_limits' model: multiples of 2^(e-47), 2^e <= |x| < 2^(e+1), and of
/// 2^-149 where that is more, so that nextafter(1, 2) = 1 + epsilon() and nextafter(0, 1) = denorm_min().
/// Pairs may lie between them, as 1 + 2^-149 does, which are stepped over: it is what glibc does for IBM's
/// double-double.  Beyond the last of them stand max() and infinity; NaN where one is NaN.
FF_HD constexpr ff_t nextafter(ff_t x, ff_t y) {
  if (isnan(x) || isnan(y)) return detail::quiet_nan;
  const bool upwards = detail::less(x, y);
  if (!upwards && !detail::less(y, x)) return y;
  const auto [hi, lo] = fast_add12(x.hi(), detail::low_word(x));
  const uint32 sign = upwards ? 0u : detail::sign_bits;  // of the direction
  if (equal(hi, 0.0f)) {
    const ff_t least_number = detail::with_sign(0x1p-149f, sign);
    return detail::less(abs(y), 0x1p-149f) ? y : least_number;
  }
  const bool outwards = detail::sign_bit(hi) == sign;
  const ff_t largest = (std::numeric_limits<ff_t>::max)(), a = abs(from_words(hi, lo));
  ff_t next = largest;  // from infinity
  if (less(a.hi(), detail::infinity)) {
    next = detail::model_neighbour(a, outwards);
    if (!isfinite(next)) next = detail::less(a, largest) ? largest : ff_t(detail::infinity);
  }
  next = detail::flip_sign(next, detail::sign_bit(hi));
  const bool passed = upwards ? detail::less(y, next) : detail::less(next, y);
  return passed ? y : next;
}

/// nextafter in the direction of a y of any type, which need not be a pair: where x is the pair nearest to y,
/// the neighbour on y's side.
template <class Y, detail::require<detail::is_operand<Y>> = 0>
FF_HD constexpr ff_t nexttoward(ff_t x, Y y) {
  const ff_t nearest(y);
  const bool before = x<y, behind = x> y;
  if ((before || behind) && !detail::less(x, nearest) && !detail::less(nearest, x))
    return nextafter(x, before ? detail::infinity : -detail::infinity);
  return nextafter(x, nearest);
}

// ---------------------------------------------------------------- minimum, maximum, positive difference

/// The smaller and the larger, as std::min and std::max choose: x where they are equal or one is NaN.
FF_HD constexpr ff_t(min)(ff_t x, ff_t y) { return detail::less(y, x) ? y : x; }
FF_HD constexpr ff_t(max)(ff_t x, ff_t y) { return detail::less(x, y) ? y : x; }

/// x, or the end of [low, high] that it lies beyond, as std::clamp chooses: a NaN x stays.  low <= high.
FF_HD constexpr ff_t clamp(ff_t x, ff_t low, ff_t high) {
  return detail::less(x, low) ? low : detail::less(high, x) ? high : x;
}

/// The smaller; the other one where one is NaN (IEEE 754-2008 minNum).  Of equal values, x.
FF_HD constexpr ff_t fmin(ff_t x, ff_t y) { return isnan(x) || detail::less(y, x) ? y : x; }

/// The larger; the other one where one is NaN (IEEE 754-2008 maxNum).  Of equal values, x.
FF_HD constexpr ff_t fmax(ff_t x, ff_t y) { return isnan(x) || detail::less(x, y) ? y : x; }

/// x - y where x > y, else +0; NaN where one is NaN; +inf on overflow.  Relative error as sub22.
FF_HD constexpr ff_t fdim(ff_t x, ff_t y) {
  if (isnan(x) || isnan(y)) return detail::quiet_nan;
  if (!detail::less(y, x)) return 0.0f;
  const ff_t d = sub22(x, y);
  return isfinite(d) ? d : detail::infinity;
}

}  // namespace ff
