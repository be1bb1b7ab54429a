// Two floats from a double and a double from two floats.
//
// The device and constant expressions do it with integers: many a GPU has one FP64 unit for 64 FP32 units.
// The host's doubles are as fast as its floats, so it takes them, and its loops vectorise.  The results are
// the same bits.  binary64_test.cpp compares the two.
//
// E is a number's exponent, 2^E <= |x| < 2^(E+1), throughout.
#pragma once

#include <ff/platform/integers.hpp>
#include <ff/rounding.hpp>

namespace ff {
namespace detail {

/// A double x in floats is hi = RN(x), lo = RN(x - hi), and the sign of the rest.
struct nearest_words {
  float hi, lo;
  int rest;  ///< of the sign of x - hi - lo
};

// The bits of doubles: of infinity, of a fraction, and of the number half-way from the largest float to
// 2^128, which is the first to round to infinity.
inline constexpr uint64 double_infinity_bits = 0x7ff0000000000000u, double_fraction_bits = 0xfffffffffffffu,
                        first_beyond_float = 0x47effffff0000000u;
inline constexpr uint32 quiet_bit = 0x400000u;  // of a float's NaN

// ---- a double as two floats, by integers

FF_HD constexpr int min_int(int a, int b) { return a < b ? a : b; }
FF_HD constexpr int max_int(int a, int b) { return a < b ? b : a; }

/// m / 2^drop to nearest even, m < 2^62, 0 < drop < 64.
FF_HD constexpr uint64 rounded_off(uint64 m, int drop) {
  return (m + ((uint64{1} << (drop - 1)) - 1) + (m >> drop & 1u)) >> drop;
}

/// 2^-74 <= |x|, and the high word below that of first_beyond_float.
///
/// The head is the upper 24 of x's 53 bits plus the carry that rounds the others.  Ties go to even: the
/// head's last bit, which a rotation takes below those, counts with them.  What the head leaves is a whole
/// number of units 2^(E-52), at most 2^28.  Its conversion to float is the one rounding of the low word,
/// since scaling is exact: the unit is at least 2^-126.  No step is an asm, so that a literal is folded.
FF_HD constexpr nearest_words words_plain(uint64 x) {
  const uint32 high = static_cast<uint32>(x >> 32), low = static_cast<uint32>(x);
  const uint32 kept = high << 3 | low >> 29, lost = (low << 3 | low >> 29) & ~6u;
  const uint32 cut = (kept + 0x40000000u) | (high & sign_bits);  // the head cut off; 127 - 1023 more, mod 2^9
  const uint32 head = cut + (lost > 0x80000000u ? 1u : 0u);
  const int32 units = static_cast<int32>(low - (head << 29));
  const float converted = static_cast<float>(units);
  const float unit = from_bits((cut & (sign_bits | infinity_bits)) - (52u << 23));
  const int32 left = units - static_cast<int32>(converted);
  return {from_bits(head), exact_product(converted, unit), (high & sign_bits) != 0 ? -left : left};
}

/// Any other x: zero, infinities and NaN, heads about 2^128, low words below the range of normal ones.
///
/// Below 2^-97 a float has no bit for the last k = -97 - E of x's 53.  The head loses these, or 29 where they
/// are fewer.  A rest of more than 24 + k bits is normal when rounded; others lose k bits too.
FF_HD constexpr nearest_words words_outside(uint64 x) {
  const uint64 magnitude = x & ~uint64{0} >> 1;
  const uint32 sign = static_cast<uint32>(x >> 32) & sign_bits;
  if (magnitude == 0) return {from_bits(sign), 0.0f, 0};
  if (magnitude > double_infinity_bits) {
    const uint32 payload = static_cast<uint32>(magnitude >> 29) & fraction_bits;
    return {from_bits(sign | infinity_bits | quiet_bit | payload), 0.0f, 0};
  }
  if (magnitude >= first_beyond_float) {
    const int towards_zero = sign != 0 ? 1 : -1;
    return {from_bits(sign | infinity_bits), 0.0f, magnitude < double_infinity_bits ? towards_zero : 0};
  }
  const int field = static_cast<int>(magnitude >> 52), below = 926 - field, k = min_int(below, 63);
  if (field >= 949) return words_plain(x);
  if (below <= 0) {  // words_plain holds a little higher, and its words lose nothing on the way back
    const nearest_words w = words_plain(x + (uint64{64} << 52));
    return {mul_rn(w.hi, 0x1p-64f), mul_rn(w.lo, 0x1p-64f), w.rest};
  }

  const int dropped = max_int(k, 29);
  const uint64 m = (magnitude & double_fraction_bits) | (double_fraction_bits + 1),
               head = rounded_off(m, dropped);
  const uint32 of_normal = static_cast<uint32>(dropped == 29 ? 29 - k : 0) << 23;
  const float hi = from_bits(sign | (static_cast<uint32>(head) + of_normal));

  const uint64 whole = head << dropped, left = m < whole ? whole - m : m - whole;
  if (left == 0) return {hi, 0.0f, 0};
  const bool low_is_normal = left >> k >= 2 * hidden_bit;  // then left <= 2^28
  const float converted = low_is_normal ? static_cast<float>(static_cast<int32>(left)) : 0.0f;
  const uint64 low =
      low_is_normal ? static_cast<uint64>(static_cast<int32>(converted)) : rounded_off(left, k) << k;
  const uint32 low_bits = low_is_normal ? to_bits(converted) - (static_cast<uint32>(149 + k) << 23)
                                        : static_cast<uint32>(low >> k);
  const uint32 low_sign = m < whole ? sign ^ sign_bits : sign;
  const int rest = low < left ? 1 : low > left ? -1 : 0;
  return {hi, from_bits(low_sign | low_bits), low_sign != 0 ? -rest : rest};
}

struct words_of_any {
  FF_HD static constexpr nearest_words of(uint64 x) { return words_outside(x); }
};

/// Main path 12 instructions and the 4 of the test, `rest` 3 more.
FF_HD constexpr nearest_words words_by_integers(double x) {
  const uint64 bits = bit_cast<uint64>(x);
  constexpr uint32 first = 949u << 21, last = static_cast<uint32>(first_beyond_float >> 32) << 1;
  return plain_or(
      static_cast<uint32>(bits >> 32) * 2u - first < last - first, [&] { return words_plain(bits); },
      [&] { return out_of_line<words_of_any>(bits); });
}

FF_HD constexpr bool is_finite(float a) { return (to_bits(a) & magnitude_bits) < infinity_bits; }

/// The host computes these words by doubles.  It selects by a mask, because a select of a rounded number
/// keeps g++ from vectorising.
FF_HD constexpr nearest_words words_by_doubles(double x) {
  const float hi = narrow_rn(x);
  const double left = x - widen(hi);
  const float lo = from_bits(to_bits(narrow_rn(left)) & (is_finite(hi) ? ~0u : 0u));
  const double rest = left - widen(lo);
  return {hi, lo, (rest > 0 ? 1 : 0) - (rest < 0 ? 1 : 0)};
}

// ---- the sum of two floats as a double, by integers

/// The bits of RN(hi + lo), and lo in their units.  They are right for 2^-74 <= |hi| < inf, and lo of at most
/// 2^29 units.
///
/// A double's bits count in units of 2^(E-52) as long as its exponent stays E.  The sum's is E(hi), or where
/// lo points towards zero that of hi's predecessor; 2^29 units are the gap between hi and its neighbour. lo's
/// product with 2^(52-E) is exact, but where it is far below a half.  hi is an even number of units, so the
/// ties are those of the product.
struct counted_sum {
  uint64 bits;
  float units;
};
inline constexpr uint32 first_plain_head = 53u << 23;  // 2^-74
FF_HD constexpr counted_sum sum_plain(float hi, float lo) {
  const uint32 head = to_bits(hi);
  const uint32 inner = head + static_cast<uint32>(static_cast<int32>(head ^ to_bits(lo)) >> 31);
  const float units = mul_rn(lo, from_bits((306u << 23) - (inner & (sign_bits | infinity_bits))));
  const int32 low = constant_evaluated() ? folded_nearest_int(units) : run_nearest_int(units);
  // |hi| less the least head, times 2^29, by a product of twice it: the sign goes.  896 is 1023 - 127.
  constexpr uint32 first = first_plain_head << 1, bias = (896u << 20) + (first >> 4);
  const uint64 count = uint64{(head << 1) - first} * 0x10000000u + static_cast<uint64>(int64{low});
  const uint32 high = (static_cast<uint32>(count >> 32) + bias) | (head & sign_bits);
  return {uint64{high} << 32 | static_cast<uint32>(count), units};
}

/// The bits of RN(hi + lo) for any hi and lo: the words of the exact sum, scaled to where sum_plain holds.
///
/// 2^100 takes what is below 1 to 2^-49 and above, exactly.  Where a word is at least 1, the sum is 0 or at
/// least 2^-24; 2^-4 keeps it from overflowing, and rounds no low word that matters.
FF_HD constexpr uint64 sum_outside(float hi, float lo) {
  const uint32 head = to_bits(hi), tail = to_bits(lo), one = to_bits(1.0f);
  const uint32 head_size = head & magnitude_bits, tail_size = tail & magnitude_bits;
  if (head_size >= infinity_bits || tail_size >= infinity_bits) {
    const uint32 word = head_size >= infinity_bits ? head : tail, payload = word & fraction_bits;
    const uint64 size = double_infinity_bits | uint64{payload | (payload != 0 ? quiet_bit : 0)} << 29;
    return uint64{word & sign_bits} << 32 | size;
  }
  if ((head_size | tail_size) == 0) return uint64{head} << 32;
  const bool large = head_size >= one || tail_size >= one;
  const float scale = large ? 0x1p-4f : 0x1p100f, a = mul_rn(hi, scale), b = mul_rn(lo, scale);
  const float s = add_rn(a, b), b_seen = sub_rn(s, a), a_seen = sub_rn(s, b_seen);
  if (equal(s, 0.0f)) return 0;
  const float e = add_rn(sub_rn(a, a_seen), sub_rn(b, b_seen));
  return sum_plain(s, e).bits + (large ? uint64{4} << 52 : uint64{0} - (uint64{100} << 52));
}

struct sum_of_any {
  FF_HD static constexpr uint64 of(float hi, float lo) { return sum_outside(hi, lo); }
};

/// RN(hi + lo); hi where it is infinite or NaN, or both are zeros.  Main path 11 instructions and the test.
FF_HD constexpr double sum_by_integers(float hi, float lo) {
  if (constant_evaluated()) return bit_cast<double>(sum_outside(hi, lo));
  const counted_sum sum = sum_plain(hi, lo);
  constexpr uint32 first = first_plain_head << 1, last = infinity_bits << 1;
  const bool head_in = (to_bits(hi) << 1) - first < last - first;
  const bool low_in = less(abs(sum.units), 0x1.000002p29f), plain = head_in & low_in;
  return bit_cast<double>(plain ? sum.bits : out_of_line<sum_of_any>(hi, lo));
}

/// The host computes this sum by doubles.  -0 added to hi leaves it as it is.
FF_HD constexpr double sum_by_doubles(float hi, float lo) {
  const bool head_in = is_finite(hi), low_in = (to_bits(lo) & magnitude_bits) != 0;
  const bool both = head_in & low_in;
  const uint32 mask = both ? ~0u : 0u;
  return widen(hi) + widen(from_bits(((to_bits(lo) ^ sign_bits) & mask) ^ sign_bits));
}

// ---- whichever is the machine's

FF_HD constexpr bool has_doubles() { return !device_pass && !constant_evaluated(); }
FF_HD constexpr nearest_words words_of(double x) {
  return has_doubles() ? words_by_doubles(x) : words_by_integers(x);
}
FF_HD constexpr double sum_of(float hi, float lo) {
  return has_doubles() ? sum_by_doubles(hi, lo) : sum_by_integers(hi, lo);
}

}  // namespace detail
}  // namespace ff
