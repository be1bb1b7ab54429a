// Wide numbers to try functions on: a counter makes the same vector on host and device.
#pragma once

#include <ff/wide.hpp>

#include "vectors.hpp"

namespace ff_test {

using ff::wide_t;

/// A random pair in [1, 2): a full low word, none, a tiny one, or one float beside a power of two.
FF_HD_LARGE ff_t wide_digits(draws& d) {
  const float head = from_bits(0x3f800000u | d.fraction()), low = head * power(-25);
  const int kind = d.between(0, 7);
  if (kind == 0) return head;
  const int below = d.between(0, 60);
  const uint32 sign = d.sign();  // one draw a statement: the order within one is the compiler's
  if (kind == 1) return ff::from_words(head, low * power(-below));
  if (kind == 2) return ff::from_words(1.0f, from_bits(sign | 0x3f800000u) * power(-25 - below));
  return ff::add12(head, from_bits(sign | to_bits(low)));
}

/// The same value anywhere in a home that holds it: results of operators are not centred, either.
FF_HD_LARGE wide_t moved_home(wide_t x, int steps) {
  const ff_t m = ff::ldexp(x.pair(), -64 * steps);
  const int k = x.step() + steps, last = ff::detail::largest_step;
  return ff::detail::is_at_home(m.hi()) && -last <= k && k <= last ? ff::detail::wide_from(m, k) : x;
}

/// A number of either sign with an exponent from -span to span.
FF_HD_LARGE wide_t wide_number(draws& d, int span) {
  const ff_t m = wide_digits(d);
  const int exponent = d.between(-span, span), steps = d.between(-1, 1);
  const wide_t x = moved_home(ff::ldexp(wide_t(m), exponent), steps);
  return d.sign() != 0 ? -x : x;
}

/// Two summands: far apart, near, or cancelling to some digit.
struct two_wide {
  wide_t x, y;
};
FF_HD_LARGE two_wide wide_pair_of(draws& d, int span) {
  const wide_t x = wide_number(d, span), other = wide_number(d, 90);
  const int kind = d.between(0, 3);
  if (kind == 0) return {x, wide_number(d, span)};
  const int e = ff::ilogb(x);
  if (kind == 1) return {x, ff::ldexp(other, e)};
  const uint32 sign = d.sign();
  const ff_t ratio = ff::from_words(1.0f, from_bits(sign | 0x3f800000u) * power(-25 - d.between(0, 24)));
  return {x, kind == 2 ? -x * wide_t(ratio) : -x};
}

/// 16 low words of either sign beside a head of exponent e, where doubles have the half unit 2^h: none, those
/// at and beside ties with the unit and with half of it, at and beside half an ulp of the head, and tiny
/// ones.
FF_HD_LARGE float edge_low(unsigned kind, int e, int h) {
  constexpr float above = 1 + 0x1p-23f, below = 1 - 0x1p-24f;
  const float ties[] = {1, above, below, 3, 0.5f, 0.5f * above, 0.5f * below, 1.5f, 0.25f};
  const float ends[] = {1, above, below};
  const float low = kind == 0   ? 0.0f
                    : kind < 10 ? ff::ldexp(ff_t(ties[kind - 1]), h).hi()
                    : kind < 13 ? ff::ldexp(ff_t(ends[kind - 10]), e - 24).hi()
                                : ff::ldexp(ff_t(1.0f), kind == 13   ? e - 80
                                                        : kind == 14 ? -126
                                                                     : -149)
                                      .hi();
  return low > ff::ldexp(ff_t(above), e - 24).hi() ? 0x1p-149f : low;
}

/// The numbers at the edges of what a double holds: every step that doubles have, and beyond; all exponents
/// of a head at home; heads beside powers of two, and with their last digit at a tie of subnormal doubles.
inline constexpr unsigned wide_edges = 40u * 128 * 6 * 16 * 4;
FF_HD_LARGE wide_t wide_edge(unsigned i) {
  const bool negative = (i & 1) != 0, down = (i & 2) != 0;
  const unsigned kind = i >> 2 & 15, head_kind = (i >> 6) % 6;
  const int e = static_cast<int>((i >> 6) / 6 % 128) - 64, k = static_cast<int>((i >> 6) / 6 / 128) - 20;
  const int normal = e - 53, subnormal = -1075 - 64 * k, h = normal < subnormal ? subnormal : normal;
  const int tie = h - e;  // the head's digit of half a unit
  const float heads[] = {1,
                         1 + 0x1p-23f,
                         2 - 0x1p-23f,
                         1.5f,
                         tie < 0 && tie > -24 ? 1 + ff::ldexp(ff_t(1.0f), tie).hi() : 1 + 0x1p-22f,
                         tie < -1 && tie > -24 ? 1.5f + ff::ldexp(ff_t(1.0f), tie).hi() : 2 - 0x1p-22f};
  const float low = edge_low(kind, e, h);
  const ff_t m = ff::from_words(ff::ldexp(ff_t(heads[head_kind]), e).hi(), down ? -low : low);
  return ff::detail::wide_from(negative ? -m : m, k);
}

/// The doubles at the edges of what a pair holds: every exponent field, and digits about each carry and tie.
inline constexpr unsigned double_edges = 2048u * 6 * 16 * 2;
FF_HD_LARGE double double_edge(unsigned i) {
  const uint64 upper[] = {0, 1, 0x7fffff, 0x7ffffe, 0x400000, 0x2aaaaa};
  const uint64 lower[] = {0,  1,  0x0fffffff, 0x10000000, 0x10000001, 0x1fffffff, 0x1ffffffe, 8,
                          16, 24, 0x0ffffff0, 0x10000010, 0x08000010, 0x18000008, 0x05555555, 0x1aaaaaaa};
  const uint64 sign = uint64{i & 1u} << 63, field = uint64{(i >> 5) / 6} << 52;
  return ff::detail::bit_cast<double>(sign | field | upper[(i >> 5) % 6] << 29 | lower[i >> 1 & 15]);
}

}  // namespace ff_test
