// Integers as digits, and sums of products of digits back to integers, as the kernel for small products does
// it; the host's tests run the same lines.
//
// X is the sum of S digits in [-128, 127] times powers of 256.  A product of two has S^2 products of digits;
// of those that count the same power of 256 the sums stand in one accumulator, 2 S - 1 in all.
#pragma once

#include "residues.hpp"

namespace ff::linalg::detail {

/// The digits that |X| <= 2^L + 1/2 needs: of S digits the largest number is 127/255 256^S, a little less
/// than 2^47 for 6 and 2^55 for 7.
constexpr int digits_for(int moduli_count) { return moduli_count == 12 ? 6 : 7; }

/// Sums of products of digits fit 32 bits up to here: S 2^14 of each element of the inner dimension.
inline constexpr int64 longest_digit_sum = 16384;

/// The digits of X, a byte each, the lowest first; what lies above them is of no use.
template <int S>
FF_HD constexpr uint64 digits_of(int64 x) {
  constexpr uint64 halves = 0x8080808080808080u >> (64 - 8 * S);
  return (static_cast<uint64>(x) + halves) ^ halves;
}

/// A signed integer of 128 bits.
struct signed128 {
  uint64 high, low;
};
FF_HD constexpr signed128 operator+(signed128 a, signed128 b) {
  const uint64 low = a.low + b.low;
  return {a.high + b.high + (low < a.low ? 1u : 0u), low};
}
FF_HD constexpr magnitude128 magnitude_of(signed128 y) {
  const bool negative = y.high >> 63 != 0;
  if (!negative) return {y.high, y.low, false};
  return {~y.high + (y.low == 0 ? 1u : 0u), ~y.low + 1u, true};
}

/// The sum of c_i 256^i.
template <int S>
FF_HD constexpr signed128 sum_of_digits(const int32 (&c)[2 * S - 1]) {
  // Four accumulators make a number of 56 bits, times 2^(32 g).
  const auto at = [&c](int i) { return i < 2 * S - 1 ? static_cast<int64>(c[i < 2 * S - 1 ? i : 0]) : 0; };
  int64 part[4] = {};
  for (int g = 0; g < 4; ++g)
    part[g] = at(4 * g) + at(4 * g + 1) * 256 + (at(4 * g + 2) + at(4 * g + 3) * 256) * 65536;
  const auto sign = [](int64 x) { return static_cast<uint64>(x >> 63); };
  const auto bits = [](int64 x) { return static_cast<uint64>(x); };
  const signed128 first{sign(part[0]), bits(part[0])}, second{bits(part[1] >> 32), bits(part[1]) << 32};
  const signed128 upper{bits(part[2]) + (bits(part[3]) << 32), 0};
  return first + second + upper;
}

}  // namespace ff::linalg::detail
