// Division of integers of many limbs, exact: what remainders of all pairs stand on.
//
//   1. A pair's words are significands times powers of two (decompose).  Their sum is an integer in small
//      units.
//   2. divide() shifts the dividend in from the top, 18 bits a step.  Each step takes a float estimate of the
//      quotient times the divisor away.
//   3. Beyond 2^11 bits the first ones are one product by a power of two modulo the divisor.
#pragma once

#include <ff/basic.hpp>

namespace ff {
namespace detail {

// An integer of 32 Limbs bits, two's complement, least significant limb first.
template <int Limbs>
struct wide {
  uint32 limb[static_cast<size_t>(Limbs)] = {};
};

// Returns m 2^s without its bits below 2^0.
template <int Limbs>
FF_HD constexpr wide<Limbs> shifted(uint64 m, int s) {
  wide<Limbs> r;
  for (int i = 0; i < Limbs; ++i) {
    const int t = s - 32 * i;
    r.limb[i] = t >= 32 || t <= -64 ? 0u : static_cast<uint32>(t >= 0 ? m << t : m >> -t);
  }
  return r;
}

// Returns a 2^w - q b modulo 2^(32 Limbs), for |q| < 2^30 and 0 <= w < 30.
template <int Limbs>
FF_HD constexpr wide<Limbs> shift_sub(const wide<Limbs>& a, int w, int q, const wide<Limbs>& b) {
  wide<Limbs> r;
  int64 sum = 0;
  for (int i = 0; i < Limbs; ++i) {
    sum += (int64{a.limb[i]} << w) - int64{q} * int64{b.limb[i]};
    r.limb[i] = static_cast<uint32>(sum);
    sum >>= 32;
  }
  return r;
}

template <int Limbs>
FF_HD constexpr bool negative(const wide<Limbs>& a) {
  return (a.limb[Limbs - 1] >> 31) != 0;
}

template <int Limbs>
FF_HD constexpr bool is_zero(const wide<Limbs>& a) {
  uint32 any = 0;
  for (int i = 0; i < Limbs; ++i) any |= a.limb[i];
  return any == 0;
}

template <int Limbs>
FF_HD constexpr uint64 top_two(const wide<Limbs>& a) {
  return uint64{a.limb[Limbs - 1]} << 32 | a.limb[Limbs - 2];
}

// |x| is m 2^e, where m has the digits of a word.
struct significand {
  uint64 m;
  int e;
};
FF_HD constexpr significand decompose(float x) {
  const int field = static_cast<int>(to_bits(x) >> 23 & 0xffu);
  const uint32 m = to_bits(x) & fraction_bits;
  return field == 0 ? significand{m, -149} : significand{m | hidden_bit, field - 150};
}

template <class Pair>
struct division {
  Pair remainder;
  uint32 quotient;  // modulo 2^32
};

// A pair > 0 is the significand of its head, plus or minus the significand of its low word.
struct two_significands {
  significand head, low;
  int opposite;  // 1 where the low word is subtracted, else -1
};
FF_HD constexpr two_significands decompose(ff_t x) {
  return {decompose(x.hi()), decompose(x.lo()), sign_bit(x.lo()) != 0 ? 1 : -1};
}

// A divisor d, whose leading bit is the fifth or sixth of its limbs.  `inverse` is about 1 over d's upper two
// limbs.
template <int Limbs>
struct divisor {
  wide<Limbs> d;
  float inverse;

  FF_HD constexpr divisor(const two_significands& y, int unit)
      : d(shift_sub(shifted<Limbs>(y.head.m, y.head.e - unit), 0, y.opposite,
                    shifted<Limbs>(y.low.m, y.low.e - unit))),
        inverse(rcp_rn(static_cast<float>(top_two(d)))) {}

  // Returns the integer nearest to top / d, or one beside it.  |top| < 2^21 d counts in units of d's upper
  // two limbs.
  FF_HD constexpr int quotient(float top) const {
    const float biased = fma_rn(top, inverse, 0x1.8p23f);  // its last bit is the unit
    return static_cast<int>(to_bits(biased) - to_bits(0x1.8p23f));
  }
  FF_HD static constexpr float top(const wide<Limbs>& a) {
    return static_cast<float>(static_cast<int64>(top_two(a)));
  }
  // Returns a, or a + d where a is negative.
  FF_HD constexpr wide<Limbs> not_negative(const wide<Limbs>& a) const {
    return negative(a) ? shift_sub(a, 0, -1, d) : a;
  }
};

// Returns a b modulo d, where 0 <= a < d and b >= 0.  b comes in from the top, 16 bits a step.  Each step
// takes the nearest multiple of d away, so that the rest stays below 0.6 d.
template <int Limbs>
FF_HD constexpr wide<Limbs> product_modulo(const wide<Limbs>& a, const wide<Limbs>& b,
                                           const divisor<Limbs>& by) {
  wide<Limbs> r;
  const float size = by.top(a);
  for (int i = 2 * Limbs - 1; i >= 0; --i) {
    const int digit = static_cast<int>(b.limb[i / 2] >> (16 * (i & 1)) & 0xffffu);
    const int q = by.quotient(fma_rn(by.top(r), 0x1p16f, mul_rn(static_cast<float>(digit), size)));
    r = shift_sub(shift_sub(r, 16, q, by.d), 0, -digit, a);
  }
  return by.not_negative(r);
}

// Returns 2^n modulo d.  The upper bits of n are a shift, and each bit below them is a squaring.
template <int Limbs>
FF_HD constexpr wide<Limbs> power_modulo(int64 n, const divisor<Limbs>& by) {
  int bits = 0;
  while (n >> bits > 32 * Limbs - 7) ++bits;
  wide<Limbs> r = shifted<Limbs>(1u, static_cast<int>(n >> bits));
  for (int i = bits - 1; i >= 0; --i) {
    r = product_modulo(r, r, by);
    if ((n >> i & 1) != 0) r = by.not_negative(shift_sub(r, 1, 1, by.d));
  }
  return r;
}

template <int Limbs>
struct integer_division {
  wide<Limbs> remainder;
  uint32 quotient;  // modulo 2^32
  bool up;          // remainder is d minus what the quotient leaves
};

// Divides x >= 0 by y > 0 as integers.  The unit is so small that y fills all limbs but four bits.
//
// x is shifted in from the top, at most 18 bits a step.  Each step estimates the quotient in float, off by
// less than 1, and takes that many y away.  The remainder in progress, |r| <= 3 y, is exact.  The quotient is
// truncated, or rounded to nearest with ties to even.
//
// x and y have at most 32 Limbs - 4 bits below the leading bit of y, and x/y is at least 1/4.  `y_exponent`
// is the exponent of the last digit of y's head.  x counts 2^raised times, where Distance has 64 bits.
//
// Where more than 2^11 bits are to be shifted in, the first ones are one product by a power of two modulo y.
// The other bits follow in steps, because the quotient modulo 2^32 needs them.
template <int Limbs, class Distance = int>
FF_HD constexpr integer_division<Limbs> divide(const two_significands& x, const two_significands& y,
                                               int y_exponent, int unit, bool to_nearest,
                                               Distance raised = 0) {
  const divisor<Limbs> by(y, unit);

  // These are the distances by which each word of x has to be shifted in.
  Distance left = x.head.e - y_exponent + raised, left1 = x.low.e - y_exponent + raised;
  left = left < 0 ? 0 : left, left1 = left1 < 0 ? 0 : left1;
  wide<Limbs> r = shifted<Limbs>(x.head.m, static_cast<int>(x.head.e + raised - left) - unit);
  uint32 quotient = 0;
  for (bool pending = true; pending || left > 0;) {
    if (pending && left == left1) {
      const int at = static_cast<int>(x.low.e + raised - left1) - unit;
      r = shift_sub(r, 0, x.opposite, shifted<Limbs>(x.low.m, at));
      pending = false;
    }
    const Distance step = left - (pending ? left1 : 0);
    const int w = step < 18 ? static_cast<int>(step) : 18;
    const int q = by.quotient(mul_rn(by.top(r), power_of_two(w)));
    r = shift_sub(r, w, q, by.d);
    quotient = (quotient << w) + static_cast<uint32>(q);
    left -= w;
    if constexpr (sizeof(Distance) == 8) {
      if (!pending && left > 2048) {
        r = product_modulo(power_modulo(left - 36, by), by.not_negative(r), by);
        left = 36;
      }
    }
  }
  if (negative(r)) {
    r = shift_sub(r, 0, -1, by.d);
    --quotient;
  }
  bool up = false;
  if (to_nearest) {
    const wide<Limbs> excess = shift_sub(r, 1, 1, by.d);  // 2 r - d
    up = !negative(excess) && (!is_zero(excess) || (quotient & 1u) != 0);
    if (up) r = shift_sub(wide<Limbs>{}, 0, 1, shift_sub(r, 0, 1, by.d));
  }
  return {r, quotient + (up ? 1u : 0u), up};
}

// True where all bits of a word lie at 2^unit or above.
FF_HD constexpr bool fits(const significand& word, int unit) { return word.m == 0 || word.e >= unit; }

}  // namespace detail
}  // namespace ff
