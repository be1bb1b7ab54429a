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

}  // namespace ff_test
