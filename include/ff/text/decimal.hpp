// Text to the nearest float-float, exactly: the one engine behind the literals and the parser.
//
// Every float, and every point half-way between two neighbouring pairs, is a multiple of 2^-150 below
// 2^128.  So 160 bits on either side of the point, the last one sticky, decide every rounding.  A pair of
// doubles has 2^-1075 and 2^1024, hence 1088 and 1056 bits.  Digits enter one by one: before the point by
// Horner's rule; after it from the last to the first, by division, where floor((d + floor(x)) / b) = floor((d
// + x) / b) loses nothing that the sticky bit does not keep.  Hence no limit on the number of digits, and
// time linear in it.
#pragma once

#include <ff/ff_t.hpp>

namespace ff {
namespace detail {

// The words that text is read as and made of: their bits as an integer, the digits of a significand, the
// exponent of the smallest subnormal, and the limbs of 32 bits on both sides of the point.
template <class T>
struct word_layout {
  using bits = uint32;
  static constexpr int digits = 24, least = -149, fraction_limbs = 5, whole_limbs = 5;
};
template <>
struct word_layout<double> {
  using bits = uint64;
  static constexpr int digits = 53, least = -1074, fraction_limbs = 34, whole_limbs = 33;
};

// An unsigned number with bit i of weight 2^(i - point), least significant limb first.
template <class T>
struct basic_fixed_point {
  using layout = word_layout<T>;
  using word_bits = typename layout::bits;
  static constexpr int point_limb = layout::fraction_limbs, limbs = point_limb + layout::whole_limbs,
                       point = 32 * point_limb;
  static constexpr int last_place = point + layout::least;  // the bit of the smallest subnormal
  // The bits of infinity.
  static constexpr word_bits infinite = ((word_bits{1} << (8 * sizeof(T) - layout::digits)) - 1)
                                        << (layout::digits - 1);

  uint32 limb[static_cast<size_t>(limbs)] = {};
  bool overflow = false;  // more than the limbs hold

  // The integer part becomes base * integer part + digit.
  FF_HD constexpr void append(uint32 base, uint32 digit) {
    for (int i = point_limb; i < limbs; ++i) {
      const uint64 wide = uint64{limb[i]} * base + digit;
      limb[i] = static_cast<uint32>(wide);
      digit = static_cast<uint32>(wide >> 32);
    }
    overflow = overflow || digit != 0;
  }

  // The fraction becomes (digit + fraction) / base.  The base is even, so an odd last limb never
  // divides without a remainder: once set, the sticky bit stays.
  FF_HD constexpr void prepend(uint32 base, uint32 digit) {
    for (int i = point_limb; i-- > 0;) {
      const uint64 wide = uint64{digit} << 32 | limb[i];
      limb[i] = static_cast<uint32>(wide / base);
      digit = static_cast<uint32>(wide % base);
    }
    if (digit != 0) limb[0] |= 1;
  }

  // Multiplies by 2^count, count < 4; the sticky bit moves to at most bit 3, far below the last place.
  FF_HD constexpr void shift_left(int count) {
    uint32 carry = 0;
    for (uint32& l : limb) {
      const uint64 wide = uint64{l} << count | carry;
      l = static_cast<uint32>(wide);
      carry = static_cast<uint32>(wide >> 32);
    }
    overflow = overflow || carry != 0;
  }

  FF_HD constexpr bool any(int first_limb, int end_limb) const {
    uint32 all = 0;
    for (int i = first_limb; i < end_limb; ++i) all |= limb[i];
    return all != 0;
  }

  // The position of the highest bit set; 0 for zero.
  FF_HD constexpr int top() const {
    int i = limbs - 1, bit = 31;
    while (i > 0 && limb[i] == 0) --i;
    while (bit > 0 && limb[i] >> bit == 0) --bit;
    return 32 * i + bit;
  }

  // Bits first to first + 31.
  FF_HD constexpr uint32 window(int first) const {
    const int i = first / 32;
    const uint64 upper = i + 1 < limbs ? limb[i + 1] : 0;
    return static_cast<uint32>((upper << 32 | limb[i]) >> first % 32);
  }

  // *this modulo 2^bits, or 2^bits minus that (which is not zero).
  FF_HD constexpr void reduce(int bits, bool negate) {
    uint32 carry = 1;
    for (int i = 0; i < limbs; ++i) {
      if (negate) {
        limb[i] = ~limb[i] + carry;
        carry = carry != 0 && limb[i] == 0 ? 1 : 0;
      }
      if (bits < 32 * (i + 1)) limb[i] &= bits > 32 * i ? (uint32{1} << bits % 32) - 1 : 0;
    }
  }

  // The bits of the nearest word, ties to even.  The number becomes its distance to that word, which
  // lies above it or below.
  FF_HD constexpr word_bits extract_nearest(bool& above) {
    const int ulp = top() - layout::digits >= last_place ? top() - layout::digits + 1 : last_place;
    word_bits kept = window(ulp);
    if constexpr (sizeof(T) == 8) kept |= word_bits{window(ulp + 32)} << 32;
    reduce(ulp, false);
    const bool half = (window(ulp - 1) & 1) != 0;
    basic_fixed_point tail = *this;
    tail.reduce(ulp - 1, false);
    above = half && ((kept & 1) != 0 || tail.any(0, limbs));
    if (above) reduce(ulp, true);
    // A normal word's exponent field is one more than (ulp - last_place): its leading bit carries.
    const word_bits exponent = static_cast<word_bits>(ulp - last_place) << (layout::digits - 1);
    const word_bits bits = exponent + kept + (above ? 1 : 0);
    return overflow || bits > infinite ? infinite : bits;
  }
};
using fixed_point = basic_fixed_point<float>;

// hi = RN(value), lo = RN(value - hi); a zero low word is +0.  Infinite when hi would be.
template <class T>
FF_HD constexpr basic_ff<T> nearest_pair(basic_fixed_point<T> magnitude, bool negative) {
  using bits = typename word_layout<T>::bits;
  bool hi_above = false, lo_above = false;
  const bits hi = magnitude.extract_nearest(hi_above);
  const bits lo = hi < magnitude.infinite ? magnitude.extract_nearest(lo_above) : 0;
  const bits sign = bits{1} << (8 * sizeof(T) - 1);
  const bits hi_sign = negative ? sign : 0, lo_sign = lo != 0 && negative != hi_above ? sign : 0;
  return from_words(bit_cast<T>(hi_sign | hi), bit_cast<T>(lo_sign | lo));
}

// An unsigned number as it stands in a text: digits that may have one point among them.
struct numeral {
  const char* digits = nullptr;
  const char* digits_end = nullptr;
  const char* end = nullptr;  // past the exponent; null if there is no number
  uint32 base = 10;
  int64 point = 0;  // how many digits stand before the point, once the exponent has moved it
  int scale = 0;    // a power of two left over from a binary exponent, below 4
};

// 0 to 15, or more for what is no digit.
FF_HD constexpr uint32 digit_value(char c) {
  return c >= '0' && c <= '9'   ? static_cast<uint32>(c - '0')
         : c >= 'a' && c <= 'f' ? static_cast<uint32>(c - 'a' + 10)
         : c >= 'A' && c <= 'F' ? static_cast<uint32>(c - 'A' + 10)
                                : 99;
}

// Digits with at most one point; nothing if there is no digit.
FF_HD constexpr numeral scan_digits(const char* p, const char* last, uint32 base) {
  numeral n;
  n.base = base;
  n.digits = p;
  int64 count = 0;
  bool fraction = false;
  for (; p != last && (digit_value(*p) < base || (*p == '.' && !fraction)); ++p) {
    if (*p == '.') {
      fraction = true;
    } else {
      ++count;
      if (!fraction) ++n.point;
    }
  }
  n.digits_end = p;
  if (count > 0) n.end = p;
  return n;
}

// The longest number that starts at p: `12`, `1.5e-3`, `.5`, `1.`, `0x1.8p3`, `0xff`; no sign.
FF_HD constexpr numeral scan_number(const char* p, const char* last) {
  numeral n;
  if (last - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) n = scan_digits(p + 2, last, 16);
  if (n.end == nullptr) n = scan_digits(p, last, 10);
  const char* q = n.end;
  const char mark = n.base == 16 ? 'p' : 'e';
  if (q == nullptr || q == last || (*q | 0x20) != mark) return n;
  ++q;
  const bool negative = q != last && *q == '-';
  if (q != last && (*q == '-' || *q == '+')) ++q;
  if (q == last || digit_value(*q) > 9) return n;
  int64 exponent = 0;
  for (; q != last && digit_value(*q) <= 9; ++q)  // far beyond the length of any text: enough
    if (exponent < 100000000000000000) exponent = 10 * exponent + digit_value(*q);
  if (negative) exponent = -exponent;
  n.end = q;
  if (n.base == 16) {
    n.scale = static_cast<int>(exponent & 3);
    exponent = (exponent - n.scale) / 4;
  }
  n.point += exponent;
  return n;
}

template <class T = float>
FF_HD constexpr basic_fixed_point<T> value_of(const numeral& n) {
  constexpr int middle = basic_fixed_point<T>::point_limb, end = basic_fixed_point<T>::limbs;
  basic_fixed_point<T> v;
  const char* p = n.digits;
  int64 place = n.point;
  for (; p != n.digits_end && place > 0; ++p) {
    if (*p == '.') continue;
    v.append(n.base, digit_value(*p));
    --place;
  }
  for (; place > 0 && !v.overflow && v.any(middle, end); --place) v.append(n.base, 0);
  for (const char* q = n.digits_end; q != p; --q)
    if (q[-1] != '.') v.prepend(n.base, digit_value(q[-1]));
  // Zeros before all these digits, until nothing or only the sticky bit is left.
  for (; place < 0 && (v.limb[0] > 1 || v.any(1, middle)); ++place) v.prepend(n.base, 0);
  v.shift_left(n.scale);
  return v;
}

}  // namespace detail
}  // namespace ff
