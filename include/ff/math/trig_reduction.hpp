// x = q pi/2 + s (t + d): the quadrant q, the sign s, a table point t and a pair d, for every finite ff_t.
//
// For |x| < 2^13, not next to a multiple of pi/2, n pi/2 is subtracted in four parts (Cody and Waite 1980).
// The table's point is subtracted between the second and the third, so that all but the last steps are exact.
// For |x| < 2^30 that is done twice: m 51 turns first, then n pi/2.
// Elsewhere Payne and Hanek's reduction (SIGNUM 18(1), 1983), in integers, takes both words at once.
// docs/proofs/trig_reduction.md has the bounds: |d| < 2^-7, absolute error below 2^-58, or 2^-48.5 |d| where
// t = 0.
#pragma once

#include <ff/basic.hpp>
#include <ff/math/trig_table.hpp>
#include <ff/platform/integers.hpp>

namespace ff {
namespace detail {

/// A little more than pi/4, and within the tables' cells.
inline constexpr float most_angle = 0.79f;

/// Whole quadrants subtracted from x leave (hi, lo), |hi + lo| <= pi/4.
struct quadrant_rest {
  float hi, lo;
  uint32 quadrant;
};

// Not by run_load: of plain loads the device forms the addresses of neighbours in one step.
FF_HD_LARGE constexpr uint32 two_over_pi_digit(uint32 i) {
  return on_device() ? run_rows<two_over_pi_digit_table>()[i] : table_row<two_over_pi_digit_table>(i);
}

// Adds w 2/pi 2^158 modulo 2^160 to the number of five words, the most significant first.  The digits that
// are not there change it by less than 2^24.
FF_HD_LARGE constexpr void add_quadrants(uint32 (&sum)[5], float w) {
  const uint32 bits = to_bits(w), field = bits >> 23 & 0xffu;
  const uint32 significand = (bits & fraction_bits) | (field == 0 ? 0u : hidden_bit);
  const uint32 position = field == 0 ? 1u : field;
  const uint32 flip = sign_bit(w) != 0 ? ~0u : 0u;
  uint64 product = 0, carry = flip & 1u;
  for (uint32 i = 5; i-- > 0;) {
    const uint32 at = (position >> 5) + i;
    const uint64 two = uint64{two_over_pi_digit(at)} << 32 | two_over_pi_digit(at + 1);
    product += uint64{significand} * static_cast<uint32>(two << (position & 31u) >> 32);
    carry += uint64{sum[i]} + (static_cast<uint32>(product) ^ flip);
    sum[i] = static_cast<uint32>(carry);
    carry >>= 32;
    product >>= 32;
  }
}

FF_HD_LARGE constexpr uint64 high_product(uint64 a, uint64 b) {
  const uint64 al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
  const uint64 middle = ah * bl + (al * bl >> 32), other = al * bh + (middle & 0xffffffffu);
  return ah * bh + (middle >> 32) + (other >> 32);
}

// Any x.  The relative error is below 2^-49, as no pair but 0 comes nearer than 2^-66 to a multiple of pi/2.
FF_HD_OUT_OF_LINE constexpr quadrant_rest reduce_nearest(float hi, float lo) {
  if (!less(abs(hi), infinity) || !less(abs(lo), infinity)) return {0.0f, quiet_nan, 0};
  uint32 g[5] = {};
  add_quadrants(g, hi);
  add_quadrants(g, lo);
  const uint32 quadrant = (g[0] + 0x20000000u) >> 30;
  // the fraction, as a signed number of 160 bits, its magnitude, and that shifted to the left
  for (int i = 0; i < 4; ++i) g[i] = g[i] << 2 | g[i + 1] >> 30;
  g[4] <<= 2;
  const uint32 sign = g[0] & sign_bits, flip = sign != 0 ? ~0u : 0u;
  uint64 carry = flip & 1u;
  for (uint32 i = 5; i-- > 0;) {
    carry += g[i] ^ flip;
    g[i] = static_cast<uint32>(carry);
    carry >>= 32;
  }
  int exponent = 0;
  while (exponent > -96 && g[0] == 0) {
    for (int i = 0; i < 4; ++i) g[i] = g[i + 1];
    g[4] = 0;
    exponent -= 32;
  }
  uint64 top = uint64{g[0]} << 32 | g[1];
  uint32 next = g[2];
  if (top == 0) return {0.0f, 0.0f, quadrant};  // no pair but 0
  for (int step = 32; step > 0; step /= 2) {
    if (top >> (64 - step) != 0) continue;
    top = top << step | uint64{next} >> (32 - step);
    next = step < 32 ? next << step : 0u;
    exponent -= step;
  }
  // times pi/2, in 64 bits: 2^62 <= top < 2^64
  constexpr uint64 half_pi_bits = 0xc90fdaa22168c235u;  // pi/2 2^63
  top = high_product(top, half_pi_bits);
  const uint32 head = static_cast<uint32>((top + (uint64{1} << 39)) >> 40);
  const int32 tail = static_cast<int32>(static_cast<int64>(top - (uint64{head} << 40)) >> 9);
  const float h = mul_rn(static_cast<float>(head), power_of_two(exponent - 23));
  const float l = mul_rn(static_cast<float>(tail), power_of_two(exponent - 54));
  return {flip_sign(h, sign), flip_sign(l, sign), quadrant};
}

// The upper word of high:low shifted to the left by the last five bits of `by`.
FF_HD_LARGE constexpr uint32 shifted_left(uint32 high, uint32 low, uint32 by) {
  if (!constant_evaluated()) return run_shifted_left(high, low, by);
  return static_cast<uint32>((uint64{high} << 32 | low) << (by & 31u) >> 32);
}

// All ones for a leading bit of 1.
FF_HD_LARGE constexpr uint32 sign_mask(uint32 bits) {
  return static_cast<uint32>(static_cast<int32>(bits) >> 31);
}

// |w| is the significand times a power of 2, |w| 2/pi 2^94 = significand (high 2^64 + middle 2^32 + low)
// modulo 2^96 and to 2^24.
struct digits_of_word {
  uint32 significand, high, middle, low;
};
FF_HD_LARGE constexpr digits_of_word digits_for(uint32 bits) {
  // a zero has no hidden bit, but all its digits are 0
  const uint32 shift = bits >> 23, at = bits >> 28 & 7u;
  const uint32 a = two_over_pi_digit(at), b = two_over_pi_digit(at + 1), c = two_over_pi_digit(at + 2);
  return {(bits & fraction_bits) | hidden_bit, shifted_left(a, b, shift), shifted_left(b, c, shift),
          shifted_left(c, two_over_pi_digit(at + 3), shift)};
}

// x with its sign flipped by the leading bit: one LOP3 each; of two floats the compiler would mask the bit
// first.
FF_HD_LARGE constexpr float flip_by_bit(float x, uint32 bits) {
  if (constant_evaluated()) return flip_sign(x, bits & sign_bits);
  return run_flipped(x, bits);
}
FF_HD_LARGE constexpr ff_t flip_by_bit(ff_t x, uint32 bits) {
  return from_words(flip_by_bit(x.hi(), bits), flip_by_bit(x.lo(), bits));
}
// One LOP3 where nothing else is flipped by the same float; unlike flip_by_bit's, the compiler sees into it.
FF_HD_LARGE constexpr float flip_by(float x, float signed_by) { return flip_sign(x, sign_bit(signed_by)); }
FF_HD_LARGE constexpr ff_t flip_by(ff_t x, float signed_by) { return flip_by_bit(x, to_bits(signed_by)); }

// 24 bits of high:low, from bit `place` up.
template <int place>
FF_HD_LARGE constexpr float float_of_24_bits(uint32 high, uint32 low) {
  return static_cast<float>(static_cast<int32>(shifted_left(high, low, 32 - place) & 0xffffffu));
}

/// |x| = q pi/2 + head + low + v + tail; y, near that sum, chooses the cell.
struct large_rest {
  float head, low, v, tail;
};
struct large_parts {
  float y;
  large_rest rest;
  uint32 quadrant;
};

FF_HD_LARGE constexpr large_parts large_parts_of(quadrant_rest r) {
  return {r.hi, {r.hi, r.lo, 0.0f, 0.0f}, r.quadrant};
}

// Reduces x >= 0 in 96 bits.  The error is 2^-68.4 of a quadrant, which is enough except within 2^-17 of a
// multiple of pi/2.
FF_HD_OUT_OF_LINE constexpr large_parts reduce_any(float hi, float lo) {
  const uint32 x_bits = to_bits(hi), l_bits = to_bits(lo);
  const digits_of_word a = digits_for(x_bits), b = digits_for(l_bits);
  const uint32 below = sign_mask(l_bits);  // ~w s is -w s but for s
  const uint64 low =
      uint64{a.significand} * a.low + uint64{b.significand} * static_cast<uint32>(b.low ^ below);
  const uint64 middle = (low >> 32) + uint64{a.significand} * a.middle +
                        uint64{b.significand} * static_cast<uint32>(b.middle ^ below);
  const uint32 m = static_cast<uint32>(middle), m_low = static_cast<uint32>(low);
  const uint32 high =
      static_cast<uint32>(middle >> 32) + a.significand * a.high + b.significand * (b.high ^ below);
  // the fraction, of three words with a sign, times pi/2, of two; products below 2^-94 are left out
  constexpr uint32 half_pi_high = 0x6487ed51u, half_pi_low = 0x10b4611au;  // pi/2 2^62
  const int32 f = static_cast<int32>(shifted_left(high, m, 2));
  const uint32 f_low = shifted_left(m, m_low, 2), f_least = shifted_left(m_low, 0, 2);
  const uint32 carry = static_cast<uint32>(uint64{f_least} * half_pi_high >> 32) +
                       static_cast<uint32>(uint64{f_low} * half_pi_low >> 32);
  const int64 cross = static_cast<int64>(uint64{f_low} * half_pi_high + carry) + int64{f} * half_pi_low;
  const int64 product = int64{f} * half_pi_high + (cross >> 32);
  const uint32 top = static_cast<uint32>(static_cast<uint64>(product) >> 32);
  const uint32 next = static_cast<uint32>(product), last = static_cast<uint32>(cross);
  // 2^22 times it in parts of 24 bits, the first with a sign
  const float r = static_cast<float>(static_cast<int32>(top) >> 8);
  const bool apart = !less(abs(r), 32.0f), finite = less(hi, infinity), pair = less(abs(lo), infinity);
  if (!static_cast<bool>(apart & finite & pair)) return large_parts_of(reduce_nearest(hi, lo));
  const float head = mul_rn(r, 0x1p-22f), below_head = mul_rn(float_of_24_bits<16>(top, next), 0x1p-46f);
  const float tail = mul_rn(float_of_24_bits<24>(next, last), 0x1p-70f);
  return {head, {head, below_head, 0.0f, tail}, (high + 0x20000000u) >> 30};
}

/// x = n pi/2 + r with r = a + l - n (pi/2 - half_pi_1) about y + l; n is the quadrant but for multiples
/// of 4.
struct turned_back {
  float a, l, n;
};
struct quadrant_parts : turned_back {
  float y;
  uint32 quadrant;
  bool ordinary;  ///< false: beyond 2^13, or next to a multiple of pi/2; use reduce_large
};

// The parts are those of sin(x + shift pi/2): the quadrant is `shift` more than x's, which costs no step.
template <uint32 shift = 0>
FF_HD_LARGE constexpr quadrant_parts split_quadrant(ff_t x) {
  // n = the integer nearest to 2x/pi, without a tie; a = x.hi - n half_pi_1 is exact, y is near x - n pi/2
  constexpr float to_integer = rounder<0> + static_cast<float>(shift);
  const float t = fma_rn(x.hi(), two_over_pi, to_integer), n = sub_rn(t, to_integer);
  const float a = fma_rn(neg(n), half_pi_1, x.hi()), y = fma_rn(neg(n), half_pi_2, a);
  // a NaN or infinity is not below 2^13; one in the low word makes d NaN
  const bool bounded = less(abs(x.hi()), 0x1p13f), close = less(abs(y), abs(mul_rn(x.hi(), 0x1p-19f)));
  return {{a, x.lo(), n}, y, to_bits(t), static_cast<bool>(!close & bounded)};
}

// The bits of |y| + offset, which have the cell's number; any y, NaN too, is within the grid then.
FF_HD_LARGE constexpr uint32 cell_key(float y, cell_grid grid) {
  const float size = abs(y);
  const float inside = on_device() ? least(size, most_angle) : less(size, most_angle) ? size : most_angle;
  return to_bits(add_rn(inside, grid.offset));
}

// The cell's table point: its middle, moved by the last bits of the row's f_low, less the middle of the
// first: exact.
FF_HD_LARGE constexpr float cell_point(uint32 key, float f_low, cell_grid grid) {
  const uint32 half = 1u << (grid.shift - 1), middle = (key & ~(2 * half - 1)) | half;
  return sub_rn(from_bits((middle & ~grid.point_bits) | (to_bits(f_low) & grid.point_bits)), grid.middle);
}

// The cell's row for the quadrant, numbered from 2 grid.first.
FF_HD_LARGE constexpr uint32 cell_index(uint32 key, uint32 quadrant, cell_grid grid) {
  const uint32 twice = key >> (grid.shift - 1);
  return twice ^ ((twice ^ quadrant) & 1u);
}

// One addition on the device: the subtraction joins the load's constant offset.
template <class Table>
FF_HD_LARGE constexpr auto cell_row(uint32 index, cell_grid grid) {
  return table_row<Table>(static_cast<int64>(index) - int64{2} * grid.first);
}

/// d of x = q pi/2 + s (t + d), s the sign of y.
FF_HD_LARGE constexpr ff_t offset_from(float point, const quadrant_parts& p) {
  // a has the sign of y: n half_pi_2 is below 2^-23 |x|, and |y| is not below 2^-19 |x|.  Of one mask the
  // compiler would make an instruction of its own.
  const float m = flip_by(p.n, p.a);
  const float d = fma_rn(neg(m), half_pi_2, sub_rn(abs(p.a), point));
  // add12(l, -RN(m half_pi_3)), and the product's own error with its last step
  const float l = flip_by(p.l, p.y), v = sub_rn(l, mul_rn(m, half_pi_3)), seen = sub_rn(l, v);
  const float e = add_rn(fma_rn(neg(m), half_pi_3, seen), sub_rn(l, add_rn(v, seen)));
  const auto [h, hl] = fast_add12(d, v);
  return from_words(h, add_rn(hl, fma_rn(neg(m), half_pi_4, e)));
}

// |x| for every x of which split_quadrant is not ordinary.  In floats for |x| < 2^30, not next to a multiple
// of pi/2: m 51 turns and then n pi/2 are subtracted, each in four parts.
FF_HD_LARGE constexpr large_parts reduce_large(ff_t x) {
  // 51 turns less than the nearest: a and u lie in [128, 512), on multiples of 2^-16
  const float hi = abs(x.hi()), lo = flip_by(x.lo(), x.hi());
  const float m = neg(sub_rn(fma_rn(hi, per_turns, rounder<0>), rounder<0> + 1.0f));
  const float a = fma_rn(m, turns_1, hi);
  const float u = fma_rn(m, turns_2, a), u_low = fma_rn(m, turns_2, sub_rn(a, u));
  const float t = fma_rn(add_rn(u, lo), two_over_pi, rounder<0>), n = neg(sub_rn(t, rounder<0>));
  // what n quarter_1 leaves is a multiple of 2^-18 below 64: the low word joins it exactly
  const auto [head, low] = fast_add12(fma_rn(n, quarter_1, u), lo);
  // n quarter_2 outweighs the rest of them: w and v are in (2^-15, 2^-12)
  const float w = fma_rn(n, quarter_2, u_low), v = fma_rn(m, turns_3, fma_rn(n, quarter_3, w));
  const float v_low = fma_rn(n, quarter_3, fma_rn(m, turns_3, sub_rn(w, v)));
  const float tail = fma_rn(m, turns_4, fma_rn(n, quarter_4, v_low));
  // words that are no pair could lead out of the tables
  const float y = add_rn(head, v);
  const bool bounded = less(hi, 0x1p30f), apart = less(0x1p-9f, abs(head)), within = less(abs(y), most_angle);
  if (!static_cast<bool>(bounded & apart & within)) return reduce_any(hi, lo);
  return {y, {head, low, v, tail}, to_bits(t)};
}

// h, near d + s (v + low + tail), and what it leaves: exact but for its last two steps.
FF_HD_LARGE constexpr ff_t offset_from(float point, const large_parts& p) {
  const float s = flip_by(1.0f, p.y), d = sub_rn(abs(p.rest.head), point);
  const float h = fma_rn(s, add_rn(add_rn(p.rest.v, p.rest.low), p.rest.tail), d);
  const float left = fma_rn(s, p.rest.low, fma_rn(s, p.rest.v, sub_rn(d, h)));
  return from_words(h, fma_rn(s, p.rest.tail, left));
}

}  // namespace detail
}  // namespace ff
