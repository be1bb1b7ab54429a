// The wide number: a pair of floats and an exponent of its own, so that no ordinary calculation leaves its
// range.
//
//   value = (hi + lo) 2^(64 k)
//
// A finite number that is not zero is at home: 2^-38 <= |hi| < 2^38.  The homes of neighbouring k overlap, so
// that numbers of one kind share a k, and most sums and products are those of ff_t with one comparison more.
// Steps:
//   1. an operator calls the kernel of ff_t on the pairs, which neither overflows nor underflows at home;
//   2. where the k agree and the result is at home, that is all;
//   3. else a call out of line aligns the operands, or settles the result in the home of another k.
// Zero, infinities and NaN are never at home: they have k = 0, and step 3 treats them as IEEE does.
#pragma once

#include <ff/basic.hpp>
#include <ff/integral.hpp>
#include <ff/operators.hpp>

namespace ff {

class wide_t;

namespace detail {

/// What becomes an ff_t first: every arithmetic type but double, whose range is wider.
template <class A>
inline constexpr bool is_narrow = is_operand<A> && !is_same<A, ff_t> && !is_same<A, double>;

/// An exponent counts steps of 64 binary digits; beyond largest_step a number is infinite, below the negative
/// of that zero.
inline constexpr int wide_step = 64, largest_step = 1 << 25;
inline constexpr float home_first = 0x1p-38f, home_last = 0x1p38f;

FF_HD constexpr bool is_at_home(float head) {
  const bool not_below = !less(abs(head), home_first), not_above = less(abs(head), home_last);
  return not_below & not_above;
}
FF_HD constexpr bool is_step(int k) {
  return static_cast<uint32>(k + largest_step) <= 2u * static_cast<uint32>(largest_step);
}

FF_HD constexpr wide_t wide_from(ff_t m, int k);

}  // namespace detail

/// A number of ff_t's 48 bits whose exponent is that of a 32-bit integer: 2^-(2^31) to 2^(2^31).  16 bytes,
/// one load.
///
/// Nothing overflows or loses low words before that: there are no subnormal numbers, and the relative bounds
/// hold everywhere. Zeros, infinities and NaN are those of IEEE.  No function uses an FP64 instruction.
/// Arrays may stay doubles: load_double and store_double convert their 64 bits.
class alignas(16) wide_t {
 public:
  /// Uninitialised, like a float; `wide_t{}` is zero.
  wide_t() = default;

  /// Exact.
  FF_HD constexpr wide_t(ff_t x) : wide_t(settled(x, 0)) {}
  /// Converts from every arithmetic type that ff_t takes: rounded once to the nearest pair where the type has
  /// more than 48 bits, and exact otherwise; a double of any magnitude keeps its 48 bits.
  FF_HD constexpr wide_t(double x) : wide_t(from_double(x)) {}
  template <class A, detail::require<detail::is_narrow<A>> = 0>
  FF_HD constexpr wide_t(A x) : wide_t(ff_t(x)) {}

  /// The pair and the step: the value is pair() 2^(64 step()).
  FF_HD constexpr ff_t pair() const { return m_; }
  FF_HD constexpr int step() const { return k_; }

  /// The nearest ff_t: infinite beyond its range, with fewer bits below 2^-102.
  FF_HD constexpr explicit operator ff_t() const {
    return ldexp(m_, detail::wide_step * detail::max_int(-8, detail::min_int(k_, 8)));
  }
  FF_HD constexpr explicit operator float() const { return static_cast<float>(static_cast<ff_t>(*this)); }
  /// The nearest double, by integers on the device; subnormal doubles are rounded to nearest as well.
  FF_HD constexpr explicit operator double() const;
  /// Towards zero, as ff_t's: beyond the range of the type its end, 0 for NaN.
  template <class Int, detail::require<detail::is_small_integer<Int> || detail::is_large_integer<Int>> = 0>
  FF_HD constexpr explicit operator Int() const {
    return static_cast<Int>(static_cast<ff_t>(*this));
  }
  FF_HD constexpr explicit operator bool() const { return !equal(m_.hi(), 0.0f); }

  friend FF_HD constexpr wide_t operator+(wide_t x) { return x; }
  friend FF_HD constexpr wide_t operator-(wide_t x) { return {-x.m_, x.k_}; }

 private:
  FF_HD constexpr wide_t(ff_t m, int k) : m_(m), k_(k) {}
  friend FF_HD constexpr wide_t detail::wide_from(ff_t m, int k);

  FF_HD static constexpr wide_t settled(ff_t m, int k);
  FF_HD static constexpr wide_t from_double(double x);

  ff_t m_;
  int k_;
};

namespace detail {

FF_HD constexpr wide_t wide_from(ff_t m, int k) { return {m, k}; }

/// A pair whose head is zero, infinite or NaN, alone: its step is 0.
FF_HD constexpr wide_t wide_special(float head) { return wide_from(head, 0); }

/// m 2^(64 k) with 2^-32 <= |hi| < 2^32, for every m and |k| <= 2^27.
FF_HD constexpr wide_t wide_centred(ff_t m, int k) {
  if (is_zero_or_not_finite(m.hi())) return wide_special(m.hi());
  const int moved = (ilogb(m.hi()) + wide_step / 2) >> 6;
  return wide_from(scaled(m, -wide_step * moved), k + moved);
}

/// The same as a result: infinite or zero beyond the largest step.
struct settle_wide {
  FF_HD static constexpr wide_t of(ff_t m, int k) {
    const wide_t x = wide_centred(m, k);
    if (x.step() > largest_step) return wide_special(with_sign(infinity, sign_bit(m.hi())));
    if (x.step() < -largest_step) return wide_special(with_sign(0.0f, sign_bit(m.hi())));
    return x;
  }
};
FF_HD constexpr wide_t wide_settled(ff_t m, int k) { return out_of_line<settle_wide>(m, k); }

/// The same without a call where m is at home already.
FF_HD constexpr wide_t wide_at_home(ff_t m, int k) {
  const bool home = is_at_home(m.hi()), in_range = is_step(k);
  return plain_or(
      home & in_range, [&] { return wide_from(m, k); }, [&] { return wide_settled(m, k); });
}

}  // namespace detail

/// m 2^(64 k), for the constructors.
FF_HD constexpr wide_t wide_t::settled(ff_t m, int k) { return detail::wide_at_home(m, k); }

// ---------------------------------------------------------------- the 64 bits of a double, by integers

namespace detail {

/// The step of a double's home, and how far that moves the upper word of its bits: the exponent field counts
/// from 2^20, so that 64 k of it are k 2^26.
inline constexpr uint32 double_step_unit = 1u << 26;

/// Zeros, subnormal doubles, infinities and NaN.
struct wide_of_special_double {
  FF_HD static constexpr wide_t of(uint64 bits) {
    const uint64 magnitude = bits & ~uint64{0} >> 1;
    const uint32 sign = static_cast<uint32>(bits >> 32) & sign_bits;
    if (magnitude > double_infinity_bits) return wide_special(quiet_nan);
    if (magnitude == double_infinity_bits) return wide_special(with_sign(infinity, sign));
    if (magnitude == 0) return wide_special(with_sign(0.0f, sign));
    const ff_t units(magnitude);  // of 2^-1074 = 2^(14 - 64 17)
    return settle_wide::of(flip_sign(ldexp(units, 14), sign), -17);
  }
};

FF_HD constexpr wide_t wide_of_bits(uint64 bits) {
  const uint32 high = static_cast<uint32>(bits >> 32), low = static_cast<uint32>(bits);
  // The field of a double in [2^-33, 2^31) times 2^(64 k) is 990 to 1053 and 64 k more; 33 more makes that
  // 1023 + 64 k.
  const uint32 place = ((high & magnitude_bits) + (33u << 20)) >> 26;
  const bool plain = (high & 0x7ff00000u) - 0x00100000u < 0x7fe00000u;
  return plain_or(
      plain,
      [&] {
        const uint32 at_home = high - (place - 16) * double_step_unit;
        const nearest_words w = words_plain(uint64{at_home} << 32 | low);
        return wide_from(from_words(w.hi, w.lo), static_cast<int>(place) - 16);
      },
      [&] { return out_of_line<wide_of_special_double>(bits); });
}

/// The bits of the double nearest to x where that is zero, subnormal, infinite or NaN.
struct bits_of_special_wide {
  FF_HD static constexpr uint64 of(wide_t x) {
    const ff_t m = abs(x.pair());
    const uint64 sign = uint64{sign_bit(x.pair().hi())} << 32;
    if (isnan(m)) return double_infinity_bits | uint64{1} << 51;
    if (equal(m.hi(), 0.0f)) return sign;
    if (isinf(m) || x.step() > 0) return sign | double_infinity_bits;
    const int shift = wide_step * max_int(x.step(), -20) + 1074;
    // A low word that vanishes on the way still tells which side of a tie the number is on.
    const ff_t units = ldexp(m, shift);
    const bool lost = equal(units.lo(), 0.0f) && !equal(m.lo(), 0.0f);
    const float crumb = with_sign(0x1p-149f, sign_bit(m.lo()));
    return sign | static_cast<uint64>(rint(lost ? from_words(units.hi(), crumb) : units));
  }
};

FF_HD constexpr uint64 bits_of_wide(wide_t x) {
  const ff_t m = x.pair();
  const counted_sum sum = sum_plain(m.hi(), m.lo());
  const uint32 high = static_cast<uint32>(sum.bits >> 32), field = (high >> 20 & 0x7ffu);
  const int at = static_cast<int>(field) + wide_step * x.step();
  const bool normal = static_cast<uint32>(at - 1) < 2046u, home = is_at_home(m.hi());
  const bool low_in = less(abs(sum.units), 0x1.000002p29f);
  return plain_or(
      normal & home & low_in,
      [&] {
        return sum.bits + (static_cast<uint64>(static_cast<uint32>(x.step()) * double_step_unit) << 32);
      },
      [&] { return out_of_line<bits_of_special_wide>(x); });
}

}  // namespace detail

/// The double at p, of any magnitude, as the nearest wide number: exact but for its last 5 bits.
FF_HD constexpr wide_t load_double(const double* p) {
  return detail::wide_of_bits(detail::bit_cast<uint64>(*p));
}

/// Stores at p the double nearest to x, ties to even: infinite beyond 2^1024, and subnormal below 2^-1022.
FF_HD constexpr void store_double(double* p, wide_t x) {
  *p = detail::bit_cast<double>(detail::bits_of_wide(x));
}

/// The nearest wide number, for the constructor.
FF_HD constexpr wide_t wide_t::from_double(double x) {
  return detail::wide_of_bits(detail::bit_cast<uint64>(x));
}
/// As store_double.
FF_HD constexpr wide_t::operator double() const {
  return detail::bit_cast<double>(detail::bits_of_wide(*this));
}

}  // namespace ff
