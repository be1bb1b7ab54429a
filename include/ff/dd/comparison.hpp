// Order, limits and hash of dd_t: by value, exactly, the weak form of a product included.
#pragma once

#include <ff/arithmetic.hpp>
#include <ff/dd/number.hpp>
#include <ff/type/hash.hpp>
#include <ff/type/limits.hpp>

namespace ff {
namespace detail {

/// The strict pair of the value; beside a head that is infinite or NaN some low word.
FF_HD_PRIMITIVE constexpr dd_t strict(dd_t x) { return fast_add12(x.hi(), limited(x.lo(), 0x1p972)); }

// The words of strict pairs compare in order.  For infinities the low word is NaN, which compares as equal.
FF_HD_PRIMITIVE constexpr bool less(dd_t x, dd_t y) {
  const auto [xh, xl] = strict(x);
  const auto [yh, yl] = strict(y);
  const bool level = equal(xh, yh);
  return less(level ? xl : xh, level ? yl : yh);
}
FF_HD_PRIMITIVE constexpr bool equal(dd_t x, dd_t y) {
  const auto [xh, xl] = strict(x);
  const auto [yh, yl] = strict(y);
  const bool level = equal(xh, yh), tails = less(xl, yl), tails_reversed = less(yl, xl);
  return level & !tails & !tails_reversed;
}

/// These are the members that numeric_limits of ff_t has, with the figures of two doubles.  The model is a
/// binary number of 106 digits; every such number within range is a pair.
template <class RoundStyle, class DenormStyle>
struct limits_of<double, RoundStyle, DenormStyle> : limits<RoundStyle, DenormStyle> {
  static constexpr int digits = 106;
  static constexpr int digits10 = 31;      // floor(105 log10 2)
  static constexpr int max_digits10 = 34;  // ceil(1 + 107 log10 2), as ff_t's
  static constexpr int min_exponent = -968;
  static constexpr int min_exponent10 = -291;
  static constexpr int max_exponent = 1024;
  static constexpr int max_exponent10 = 308;

  /// 2^-969: from here on every number of 106 digits is a pair.
  FF_HD static constexpr dd_t(min)() noexcept { return 0x1p-969; }
  /// The largest pair that does not round to infinity.
  FF_HD static constexpr dd_t(max)() noexcept {
    return from_words(0x1.fffffffffffffp1023, 0x1.fffffffffffffp969);
  }
  FF_HD static constexpr dd_t lowest() noexcept {
    return from_words(-0x1.fffffffffffffp1023, -0x1.fffffffffffffp969);
  }
  /// 2^-105: from 1 to the next number of 106 digits.
  FF_HD static constexpr dd_t epsilon() noexcept { return 0x1p-105; }
  /// In units in the last of 106 digits, as ff_t's in the last of 48.
  FF_HD static constexpr dd_t round_error() noexcept { return 8.0; }
  FF_HD static constexpr dd_t infinity() noexcept { return infinite_double; }
  FF_HD static constexpr dd_t quiet_NaN() noexcept { return double_quiet_nan; }
  FF_HD static constexpr dd_t signaling_NaN() noexcept { return double_quiet_nan; }
  /// 2^-1074; below min() a number keeps fewer digits, at worst one.
  FF_HD static constexpr dd_t denorm_min() noexcept { return 0x1p-1074; }
};

}  // namespace detail

/// By value, exactly, against whatever converts into a dd_t.  With a NaN all are false but !=.
FF_HD constexpr bool operator==(dd_t x, dd_t y) { return detail::equal(x, y); }
FF_HD constexpr bool operator!=(dd_t x, dd_t y) { return !detail::equal(x, y); }
FF_HD constexpr bool operator<(dd_t x, dd_t y) { return detail::less(x, y); }
FF_HD constexpr bool operator>(dd_t x, dd_t y) { return detail::less(y, x); }
FF_HD constexpr bool operator<=(dd_t x, dd_t y) { return detail::less(x, y) || detail::equal(x, y); }
FF_HD constexpr bool operator>=(dd_t x, dd_t y) { return y <= x; }

}  // namespace ff

/// The model is a binary number of 106 digits: digits10 31, max_digits10 34, min() 2^-969, max() nearly
/// 2^1024, epsilon() 2^-105, denorm_min() 2^-1074.
template <>
class std::numeric_limits<ff::dd_t>
    : public ff::detail::limits_of<double, ff::detail::float_round_style, ff::detail::float_denorm_style> {};

/// Equal values have equal hashes: -0 and +0, and the weak and the strict pair of one value.
template <>
struct std::hash<ff::dd_t> {
  FF_HD constexpr ff::size_t operator()(ff::dd_t x) const noexcept {
    const auto [s, e] = ff::detail::strict(x);
    const double lo = ff::less(ff::abs(s), ff::detail::infinite_double) ? e : 0.0;
    const ff::uint64 head = ff::detail::mix_bits(ff::detail::to_bits(ff::add_rn(s, 0.0)));
    return static_cast<ff::size_t>(ff::detail::mix_bits(head ^ ff::detail::to_bits(ff::add_rn(lo, 0.0))));
  }
};
