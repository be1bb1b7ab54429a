// This header tells where a wide number is at home, and how the number stores its step.
//
// The number stores its k as the place 32 k + 2^30, whose upper bit is clear within the range.  A head's
// offset from home has that bit clear at home, so that one test of one bit covers both.
#pragma once

#include <ff/basic.hpp>

namespace ff {
namespace detail {

/// An exponent counts steps of 64 binary digits; beyond largest_step a number is infinite, below the negative
/// of that zero.
inline constexpr int wide_step = 64, largest_step = 1 << 25;
inline constexpr float home_first = 0x1p-64f, home_last = 0x1p64f;

/// A place counts 32nds of a step, so that the steps within range fill 31 bits.
inline constexpr uint32 place_unit = 32, first_place = 1u << 30;
FF_HD constexpr uint32 place_of(int k) { return first_place + place_unit * static_cast<uint32>(k); }

/// The upper bit is clear where the head is at home: 63 is the exponent field of 2^-64, and 128 fields fill
/// the other bits.
FF_HD constexpr uint32 home_offset(float head) { return 2u * to_bits(head) - (63u << 24); }
FF_HD constexpr bool is_at_home(float head) {
  const bool not_below = !less(abs(head), home_first), not_above = less(abs(head), home_last);
  return not_below & not_above;
}
/// Returns whether the head is at home, and the place within range.
FF_HD constexpr bool is_settled(float head, uint32 place) {
  return ((home_offset(head) | place) & sign_bits) == 0;
}
/// Returns whether the head is at home and positive.
FF_HD constexpr bool is_positive_at_home(float head) {
  return to_bits(head) - to_bits(home_first) < 128u << 23;
}

}  // namespace detail
}  // namespace ff
