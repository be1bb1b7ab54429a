// Comparison, sign, classes, neighbours of wide numbers, and numeric_limits.
#pragma once

#include <ff/platform/classes.hpp>
#include <ff/type/hash.hpp>
#include <ff/wide/arithmetic.hpp>

namespace ff {
namespace detail {

/// x and y as pairs that compare as they do.
struct comparable_pairs {
  ff_t x, y;
};
struct align_to_compare {
  FF_HD static constexpr comparable_pairs of(wide_t x, wide_t y) {
    const float xh = x.pair().hi(), yh = y.pair().hi();
    // Zero, infinities and NaN compare with everything by their heads.
    if (is_zero_or_not_finite(xh) || is_zero_or_not_finite(yh)) return {xh, yh};
    // Two steps apart, a head of 2^-64 meets one below 2^64, and the low words may decide.
    const int apart = x.step() - y.step();
    if (apart == 1 || (apart == 2 && less(abs(xh), 1.0f)))
      return {scaled(x.pair(), wide_step * apart), y.pair()};
    if (apart == -1 || (apart == -2 && less(abs(yh), 1.0f)))
      return {x.pair(), scaled(y.pair(), -wide_step * apart)};
    return apart > 0 ? comparable_pairs{xh, 0.0f} : comparable_pairs{0.0f, yh};
  }
};
FF_HD constexpr comparable_pairs comparable(wide_t x, wide_t y) {
  return plain_or(
      x.place() == y.place(),
      [&] {
        return comparable_pairs{x.pair(), y.pair()};
      },
      [&] { return out_of_line<align_to_compare>(x, y); });
}

FF_HD constexpr bool less(wide_t x, wide_t y) {
  const auto [a, b] = comparable(x, y);
  return less(a, b);
}
FF_HD constexpr bool equal(wide_t x, wide_t y) {
  const auto [a, b] = comparable(x, y);
  return equal(a, b);
}
FF_HD constexpr bool at_most(wide_t x, wide_t y) {
  const auto [a, b] = comparable(x, y);
  return at_most(a, b);
}

/// Returns the same value with 2^-32 <= |hi| < 2^32: each value has one such pair and step.
FF_HD constexpr wide_t canonical(wide_t x) {
  const auto [s, e] = fast_add12(x.pair().hi(), low_word(x.pair()));
  const centred_pair c = centred(from_words(s, e), x.step());
  return wide_from(c.m, c.k);
}

}  // namespace detail

/// By value, exactly; every arithmetic type and ff_t converts.  With a NaN all are false but !=.
FF_HD constexpr bool operator==(wide_t x, wide_t y) { return detail::equal(x, y); }
FF_HD constexpr bool operator!=(wide_t x, wide_t y) { return !detail::equal(x, y); }
FF_HD constexpr bool operator<(wide_t x, wide_t y) { return detail::less(x, y); }
FF_HD constexpr bool operator>(wide_t x, wide_t y) { return detail::less(y, x); }
FF_HD constexpr bool operator<=(wide_t x, wide_t y) { return detail::at_most(x, y); }
FF_HD constexpr bool operator>=(wide_t x, wide_t y) { return detail::at_most(y, x); }

/// isless and its kin: the same order under C's names.  isunordered is true with a NaN.
FF_HD constexpr bool isgreater(wide_t x, wide_t y) { return y < x; }
FF_HD constexpr bool isgreaterequal(wide_t x, wide_t y) { return y <= x; }
FF_HD constexpr bool isless(wide_t x, wide_t y) { return x < y; }
FF_HD constexpr bool islessequal(wide_t x, wide_t y) { return x <= y; }
FF_HD constexpr bool islessgreater(wide_t x, wide_t y) { return x < y || y < x; }
FF_HD constexpr bool isunordered(wide_t x, wide_t y) { return !(x <= y) && !(y <= x); }

/// The head has the sign, as in ff_t.
FF_HD constexpr bool signbit(wide_t x) { return signbit(x.pair()); }
FF_HD constexpr bool isfinite(wide_t x) { return isfinite(x.pair()); }
FF_HD constexpr bool isnan(wide_t x) { return isnan(x.pair()); }
FF_HD constexpr bool isinf(wide_t x) { return isinf(x.pair()); }
/// Finite and not zero: there are no subnormal numbers.
FF_HD constexpr bool isnormal(wide_t x) { return !detail::is_zero_or_not_finite(x.pair().hi()); }
/// FP_NAN, FP_INFINITE, FP_ZERO or FP_NORMAL.
FF_HD constexpr int fpclassify(wide_t x) {
  if (isnormal(x)) return detail::class_normal;
  return isnan(x) ? detail::class_nan : isinf(x) ? detail::class_infinite : detail::class_zero;
}

/// |x|, and |x| with the sign of y.
FF_HD constexpr wide_t abs(wide_t x) { return detail::wide_at(abs(x.pair()), x.place()); }
FF_HD constexpr wide_t fabs(wide_t x) { return abs(x); }
FF_HD constexpr wide_t copysign(wide_t x, wide_t y) {
  return detail::wide_at(copysign(x.pair(), y.pair()), x.place());
}

/// min and max choose as std::min and std::max do; fmin and fmax prefer a number to a NaN, as in C.
FF_HD constexpr wide_t(min)(wide_t x, wide_t y) { return detail::less(y, x) ? y : x; }
FF_HD constexpr wide_t(max)(wide_t x, wide_t y) { return detail::less(x, y) ? y : x; }
FF_HD constexpr wide_t fmin(wide_t x, wide_t y) { return isnan(x) || detail::less(y, x) ? y : x; }
FF_HD constexpr wide_t fmax(wide_t x, wide_t y) { return isnan(x) || detail::less(x, y) ? y : x; }

namespace detail {

/// 64 k + within, and the same or the end of int's range beyond it.
FF_HD constexpr int64 long_exponent_of_step(int k, int within) { return int64{wide_step} * k + within; }
FF_HD constexpr int exponent_of_step(int k, int within) {
  const int64 all = long_exponent_of_step(k, within);
  return all > 2147483647 ? 2147483647 : all < -2147483647 - 1 ? -2147483647 - 1 : static_cast<int>(all);
}

}  // namespace detail

/// floor(log2 |x|).  Of ilogb zero and NaN give INT_MIN, infinity INT_MAX, and exponents beyond the range of
/// int its ends; logb is exact.
FF_HD constexpr int ilogb(wide_t x) {
  const int within = ilogb(x.pair());
  return detail::is_zero_or_not_finite(x.pair().hi()) ? within : detail::exponent_of_step(x.step(), within);
}
FF_HD constexpr wide_t logb(wide_t x) {
  if (detail::is_zero_or_not_finite(x.pair().hi())) return wide_t(logb(x.pair()));
  return wide_t(detail::long_exponent_of_step(x.step(), ilogb(x.pair())));
}

/// x 2^n, exact.
FF_HD constexpr wide_t ldexp(wide_t x, int n) {
  const int steps = n >> 6;
  return detail::wide_settled(detail::scaled(x.pair(), n - detail::wide_step * steps), x.step() + steps);
}
FF_HD constexpr wide_t scalbn(wide_t x, int n) { return ldexp(x, n); }
/// n need not fit an int: from min() to max() there are almost 2^32 steps.
FF_HD constexpr wide_t scalbln(wide_t x, long n) {
  const int64 all = n, bounded = all > int64{1} << 33      ? int64{1} << 33
                                 : all < -(int64{1} << 33) ? -(int64{1} << 33)
                                                           : all;
  const int64 steps = bounded >> 6;
  return detail::wide_settled(detail::scaled(x.pair(), static_cast<int>(bounded - detail::wide_step * steps)),
                              x.step() + static_cast<int>(steps));
}
/// x = f 2^exponent with 1/2 <= |f| < 1, but where the exponent ends with the range of int.
FF_HD constexpr wide_t frexp(wide_t x, int* exponent) {
  *exponent = 0;
  if (detail::is_zero_or_not_finite(x.pair().hi())) return x;
  int within = 0;
  const ff_t f = frexp(x.pair(), &within);
  *exponent = detail::exponent_of_step(x.step(), within);
  return f;
}

}  // namespace ff

/// A binary number of 48 digits with the exponents of a 32-bit integer.  min() and max() lie 64 binary digits
/// beyond the exponents, which int cannot say.  A result below 2^-64 of the last step is zero.  A sum may end
/// below min() by its low word, within 2^-25 of it.
template <>
class std::numeric_limits<ff::wide_t>
    : public ff::detail::limits<ff::detail::float_round_style, ff::detail::float_denorm_style> {
 public:
  static constexpr int min_exponent = -2147483647, min_exponent10 = -646456993;
  static constexpr int max_exponent = 2147483647, max_exponent10 = 646456993;
  static constexpr ff::detail::float_denorm_style has_denorm = static_cast<ff::detail::float_denorm_style>(0);
  FF_HD static constexpr ff::wide_t(min)() noexcept {
    return ff::detail::wide_from(0x1p-64f, -ff::detail::largest_step);
  }
  FF_HD static constexpr ff::wide_t(max)() noexcept {
    return ff::detail::wide_from(ff::from_words(0x1.fffffep63f, 0x1.fffffep38f), ff::detail::largest_step);
  }
  FF_HD static constexpr ff::wide_t lowest() noexcept { return -(max)(); }
  FF_HD static constexpr ff::wide_t epsilon() noexcept { return ff::ff_t(0x1p-47f); }
  FF_HD static constexpr ff::wide_t round_error() noexcept { return ff::ff_t(8.0f); }
  FF_HD static constexpr ff::wide_t infinity() noexcept { return ff::ff_t(ff::detail::infinity); }
  FF_HD static constexpr ff::wide_t quiet_NaN() noexcept { return ff::ff_t(ff::detail::quiet_nan); }
  FF_HD static constexpr ff::wide_t signaling_NaN() noexcept { return ff::ff_t(ff::detail::quiet_nan); }
  FF_HD static constexpr ff::wide_t denorm_min() noexcept { return (min)(); }
};

/// Equal values have equal hashes.
template <>
struct std::hash<ff::wide_t> {
  FF_HD constexpr ff::size_t operator()(ff::wide_t x) const noexcept {
    const ff::wide_t c = ff::detail::canonical(x);
    const ff::uint64 step = static_cast<ff::uint32>(c.step());
    return static_cast<ff::size_t>(
        ff::detail::mix_bits(ff::detail::value_bits(c.pair()) ^ ff::detail::mix_bits(step)));
  }
};
