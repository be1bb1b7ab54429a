// Two floats from an integer of 128 bits and back, by integers alone.
//
// Each function is a template of the unsigned type, since not every compiler has one.
#pragma once

#include <ff/type/binary64.hpp>

namespace ff {
namespace detail {

template <class Int>
struct unsigned_of {
  using type = Int;
};
template <>
struct unsigned_of<int128> {
  using type = uint128;
};

// RN(m).  The bits that leave the lower end of 64 bits stay as one sticky bit, which decides ties.
template <class U>
FF_HD constexpr float nearest_float(U m) {
  uint64 sticky = 0;
  uint32 shift = 0;
  for (; (m >> 64) != 0; m >>= 16, shift += 16) sticky |= static_cast<uint64>(m) & 0xffffu;
  const float top = static_cast<float>(static_cast<uint64>(m) | (sticky != 0 ? 1u : 0u));
  const bool overflows = shift == 64 && !less(top, 0x1p64f);  // no constant expression may
  return overflows ? infinity : mul_rn(top, from_bits((127u + shift) << 23));
}

// The integer part of 0 <= a < 2^128.
template <class U>
FF_HD constexpr U integer_part(float a) {
  const int shift = static_cast<int>(to_bits(a) >> 23) - 150;
  const U significand = (to_bits(a) & fraction_bits) | hidden_bit;
  return shift <= -24 ? U(0) : shift < 0 ? significand >> -shift : significand << shift;
}

/// The pair nearest to i: hi = RN(i), lo = RN(i - hi).  An i that rounds to 2^128 gives an infinity.
template <class Int>
FF_HD constexpr nearest_words words_of_huge(Int i) {
  using U = typename unsigned_of<Int>::type;
  constexpr bool is_signed = Int(-1) < Int(0);
  const bool negative = is_signed && (static_cast<U>(i) >> 127) != 0;
  const U size = negative ? U(0) - static_cast<U>(i) : static_cast<U>(i);
  const float head = nearest_float(size), hi = negative ? neg(head) : head;
  if (!less(head, infinity)) return {hi, 0.0f, 0};
  const U whole = integer_part<U>(head);
  const bool rounded_up = size < whole;
  const float rest = nearest_float(rounded_up ? whole - size : size - whole);
  return {hi, rounded_up != negative ? sub_rn(0.0f, rest) : rest, 0};
}

/// hi + lo truncated towards zero; beyond the range of I its end, for infinities too; 0 for NaN.
template <class Int>
FF_HD constexpr Int truncated_to_huge(float hi, float lo) {
  using U = typename unsigned_of<Int>::type;
  constexpr bool is_signed = Int(-1) < Int(0);
  constexpr U largest = is_signed ? ~U(0) >> 1 : ~U(0), lowest = is_signed ? largest + 1 : U(0);
  if (!equal(hi, hi)) return Int(0);
  const bool negative = less(hi, 0.0f);
  const U end = negative ? lowest : largest;
  U size = end;
  if (less(abs(hi), infinity)) {
    const float head = abs(hi), low = negative ? neg(lo) : lo;
    const U whole = integer_part<U>(head), moved = integer_part<U>(abs(low));
    const bool head_is_whole = equal(nearest_float(whole), head);
    const bool low_is_whole = equal(nearest_float(moved), abs(low));
    // The low word moves the integer part only where the head is an integer.
    size = !head_is_whole    ? whole
           : less(low, 0.0f) ? whole - moved - (low_is_whole ? U(0) : U(1))
                             : whole + moved;
  }
  if (size > end) size = end;
  return static_cast<Int>(negative ? U(0) - size : size);
}

}  // namespace detail
}  // namespace ff
