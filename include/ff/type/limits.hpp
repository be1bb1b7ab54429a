// numeric_limits<ff_t>, in std and, where CUDA compiles and libcu++ is found, in cuda::std.
#pragma once

#include <ff/ff_t.hpp>

namespace ff::detail {

// The members of both; the two libraries differ in their enumerations only.
//
// The model is a binary number of 48 digits.  Every such number within range is a pair, but a pair may hold
// more: lo starts anywhere below hi, so values between the model's exist.
template <class RoundStyle, class DenormStyle>
struct limits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool is_iec559 = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;

  static constexpr int radix = 2;
  static constexpr int digits = 48;
  static constexpr int digits10 = 14;  // floor(47 log10 2)
  // ceil(1 + 49 log10 2): tells apart all numbers of 49 bits, the most that every pair of neighbouring
  // words can hold.  No useful count tells apart all pairs: (2^127, 2^-149) has 277 bits, 85 digits.
  static constexpr int max_digits10 = 16;

  static constexpr int min_exponent = -101;  // of min() = 2^-102
  static constexpr int min_exponent10 = -30;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;

  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = false;
  static constexpr DenormStyle has_denorm = static_cast<DenormStyle>(1);  // denorm_present
  static constexpr bool has_denorm_loss = false;
  static constexpr RoundStyle round_style = static_cast<RoundStyle>(-1);  // round_indeterminate

  /// 2^-102: from here on every number of 48 digits is a pair.
  FF_HD static constexpr ff_t(min)() noexcept { return 0x1p-102f; }
  /// The largest pair that does not round to infinity.
  FF_HD static constexpr ff_t(max)() noexcept { return from_words(0x1.fffffep127f, 0x1.fffffep102f); }
  FF_HD static constexpr ff_t lowest() noexcept { return from_words(-0x1.fffffep127f, -0x1.fffffep102f); }
  /// 2^-47: from 1 to the next number of 48 digits.
  FF_HD static constexpr ff_t epsilon() noexcept { return 0x1p-47f; }
  /// In units in the last of 48 digits: + - * / and sqrt err by less than 8 u^2, and u^2 |x| is at most one.
  FF_HD static constexpr ff_t round_error() noexcept { return 8.0f; }
  FF_HD static constexpr ff_t infinity() noexcept { return detail::infinity; }
  FF_HD static constexpr ff_t quiet_NaN() noexcept { return detail::quiet_nan; }
  FF_HD static constexpr ff_t signaling_NaN() noexcept { return detail::quiet_nan; }
  /// 2^-149; below min() a number keeps fewer digits, at worst one.
  FF_HD static constexpr ff_t denorm_min() noexcept { return 0x1p-149f; }
};

// These are the limits of a basic_ff<T>.
template <class T, class RoundStyle, class DenormStyle>
struct limits_of : limits<RoundStyle, DenormStyle> {};

}  // namespace ff::detail

/// The model is a binary number of 48 digits: digits10 14, max_digits10 16, min() 2^-102, max() nearly 2^128,
/// epsilon() 2^-47, denorm_min() 2^-149.
template <>
class std::numeric_limits<ff::ff_t>
    : public ff::detail::limits<ff::detail::float_round_style, ff::detail::float_denorm_style> {};

// Its enumerations are those of its limits of T, found when it is asked for.
template <class T>
class ff::detail::device_std::numeric_limits<ff::basic_ff<T>>
    : public ff::detail::limits_of<T, decltype(ff::detail::device_std::numeric_limits<T>::round_style),
                                   decltype(ff::detail::device_std::numeric_limits<T>::has_denorm)> {};
