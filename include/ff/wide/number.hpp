// The wide number: a pair of floats and an exponent of its own, so that no ordinary calculation leaves its
// range.
//
//   value = (hi + lo) 2^(64 k)
//
// A finite number that is not zero is at home: 2^-64 <= |hi| < 2^64.  A root alone may have the head 2^64.
// The homes of neighbouring k overlap by half, so that numbers of one kind share a k.  Most sums and products
// are then those of ff_t with one test more.  Steps:
//   1. an operator calls the kernel of ff_t on the pairs;
//   2. where the k agree and the result is at home, that is all: no word that matters has underflowed;
//   3. else a call out of line aligns the operands, or settles the result in the home of another k.
// Zero, infinities and NaN are never at home: they have k = 0, and step 3 treats them as IEEE does.
#pragma once

#include <ff/operators.hpp>
#include <ff/type/integral.hpp>
#include <ff/wide/home.hpp>

namespace ff {

class wide_t;

namespace detail {

/// These types become an ff_t first: every arithmetic type except those whose range is wider.
template <class A>
inline constexpr bool is_narrow = (is_operand<A> || is_character<A>)&&!is_same<A, ff_t> &&
                                  !is_same<A, double> && !is_same<A, long double> && !is_huge_integer<A>;

FF_HD constexpr wide_t wide_from(ff_t m, int k);
FF_HD constexpr wide_t wide_at(ff_t m, uint32 place);

}  // namespace detail

/// A number of ff_t's 48 bits whose exponent is that of a 32-bit integer: 2^-(2^31) to 2^(2^31).  16 bytes,
/// one load.
///
/// Nothing overflows before that, there are no subnormal numbers, and the relative bounds hold everywhere.  A
/// low word more than 60 binary digits below its head's may be rounded when the number moves to another step.
/// Zeros, infinities and NaN are those of IEEE.  No function uses an FP64 instruction.
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
  template <class A, detail::require<detail::is_huge_integer<A>> = 0, class = void>
  FF_HD constexpr wide_t(A x) : wide_t(from_huge(x)) {}
  /// long double, on the host: of any magnitude, rounded once to the nearest pair.
  template <class F, detail::require<detail::is_same<F, long double>> = 0, class = void, class = void>
  FF_HD constexpr wide_t(F x) : wide_t(from_long_double(x)) {}

#if !defined(__CUDACC_RTC__)
  /// The number that a text names, on the host, with ff/wide/text.hpp: rounded to the nearest pair, infinite
  /// beyond the range, NaN for a text that is no number.
  template <class C, detail::require<detail::is_same<C, const char*>> = 0, class = void, class = void,
            class = void>
  explicit wide_t(C text) : wide_t(detail::pair_of_text<wide_t>(text)) {}
#endif

  /// A volatile number, as it is.  A template, since a constructor of copies has to stay trivial.
  template <class V, detail::require<detail::is_volatile_of<V, wide_t>> = 0, class = void, class = V>
  FF_HD constexpr wide_t(V&& x) : m_(x.m_), place_{x.place_[0], 0} {}
  template <class V, detail::require<detail::is_volatile_of<V, wide_t>> = 0>
  FF_HD wide_t& operator=(V&& x) {
    return *this = wide_t(x);
  }
  /// Assigns to a volatile number; returns nothing, as ff_t's.
  template <class Self = wide_t>
  FF_HD void operator=(typename detail::enable_if<true, Self>::type x) volatile {
    m_ = x.m_;
    place_[0] = x.place_[0];
    place_[1] = 0;
  }

  /// The pair and the step: the value is pair() 2^(64 step()).
  FF_HD constexpr ff_t pair() const { return m_; }
  FF_HD constexpr int step() const {
    return static_cast<int>(place_[0] - detail::first_place) / static_cast<int>(detail::place_unit);
  }
  /// Returns how the number stores its step: 32 step() + 2^30.
  FF_HD constexpr uint32 place() const { return place_[0]; }

  /// The nearest ff_t: infinite beyond its range, with fewer bits below 2^-102.
  FF_HD constexpr explicit operator ff_t() const { return ldexp(m_, detail::wide_step * clamped_step()); }
  /// The nearest float, a subnormal one too.
  FF_HD constexpr explicit operator float() const;
  /// The nearest double, by integers on the device; subnormal doubles are rounded to nearest as well.
  FF_HD constexpr explicit operator double() const;
  /// The nearest long double within its normal range, on the host; the device has none and gives the double.
  template <class F, detail::require<detail::is_same<F, long double>> = 0, class = void>
  FF_HD constexpr explicit operator F() const {
    if (detail::device_pass) return static_cast<F>(static_cast<double>(*this));
    F x = static_cast<F>(m_);
    for (int k = detail::min_int(step(), 600); k > 0; --k) x *= static_cast<F>(detail::home_last);
    for (int k = detail::max_int(step(), -600); k < 0; ++k) x *= static_cast<F>(detail::home_first);
    return x;
  }
  /// Towards zero, as ff_t's, for integers and characters: beyond the range of the type its end, 0 for NaN.
  template <class Int, detail::require<detail::is_any_integer<Int> || detail::is_huge_integer<Int>> = 0>
  FF_HD constexpr explicit operator Int() const {
    if constexpr (sizeof(Int) == 16 && Int(0) < Int(-1)) {
      // 2^128 less something is below the end, but its head is no float.
      const ff_t half = detail::scaled(m_, detail::wide_step * clamped_step() - 1);
      const float low = half.lo();
      if (detail::equal(half.hi(), 0x1p127f) && detail::less(low, 0.0f))
        return Int(0) - static_cast<Int>(ceil(-2.0f * ff_t(low)));
    }
    return static_cast<Int>(static_cast<ff_t>(*this));
  }
  FF_HD constexpr explicit operator bool() const { return !equal(m_.hi(), 0.0f); }
  /// A volatile number as any of these.
  template <class A, detail::require<detail::is_scalar<A> || detail::is_same<A, ff_t>> = 0>
  FF_HD explicit operator A() const volatile {
    return static_cast<A>(wide_t(*this));
  }

  friend FF_HD constexpr wide_t operator+(wide_t x) { return x; }
  friend FF_HD constexpr wide_t operator-(wide_t x) { return {-x.m_, x.place_[0]}; }

 private:
  FF_HD constexpr wide_t(ff_t m, uint32 place) : m_(m), place_{place, 0} {}
  friend FF_HD constexpr wide_t detail::wide_at(ff_t m, uint32 place);

  /// The step, or one beyond what other types hold.
  FF_HD constexpr int clamped_step() const { return detail::max_int(-20, detail::min_int(step(), 20)); }

  FF_HD static constexpr wide_t settled(ff_t m, int k);
  FF_HD static constexpr wide_t from_double(double x);
  template <class Int>
  FF_HD static constexpr wide_t from_huge(Int x);
  template <class F>
  FF_HD static constexpr wide_t from_long_double(F x);

  ff_t m_;
  uint32 place_[2];  // the second is zero: the compiler would copy padding byte by byte
};

namespace detail {

FF_HD constexpr wide_t wide_at(ff_t m, uint32 place) { return {m, place}; }
FF_HD constexpr wide_t wide_from(ff_t m, int k) { return wide_at(m, place_of(k)); }

/// Calls out of line take and give these words: the number without its last one, which is zero.
struct wide_words {
  ff_t m;
  uint32 place;
};
/// F::of(x...) out of line, for wide numbers x and result.
template <class F>
struct on_words {
  template <class... X>
  FF_HD static constexpr wide_words of(X... x) {
    const wide_t r = F::of(wide_at(x.m, x.place)...);
    return {r.pair(), r.place()};
  }
};
template <class F, class... X>
FF_HD constexpr wide_t wide_out_of_line(X... x) {
  const wide_words r = out_of_line<on_words<F>>(wide_words{x.pair(), x.place()}...);
  return wide_at(r.m, r.place);
}

/// A pair whose head is zero, infinite or NaN, alone: its step is 0.
FF_HD constexpr wide_t wide_special(float head) { return wide_from(head, 0); }

/// m 2^(64 k) with 2^-32 <= |hi| < 2^32, for every m and |k| <= 2^27.
struct centred_pair {
  ff_t m;
  int k;
};
FF_HD constexpr centred_pair centred(ff_t m, int k) {
  if (is_zero_or_not_finite(m.hi())) return {m.hi(), 0};
  const int moved = (ilogb(m.hi()) + wide_step / 2) >> 6;
  return {scaled(m, -wide_step * moved), k + moved};
}
FF_HD constexpr centred_pair centred(wide_t x) { return centred(x.pair(), x.step()); }

/// Returns the same value.  A step other than 0 then says that |x| is below 2^-32, or at least 2^32.
FF_HD constexpr wide_t recentred(wide_t x) {
  const centred_pair c = centred(x);
  return x.step() == 0 ? x : wide_from(c.m, c.k);
}

/// Makes a result of it: infinite or zero where no home up to the largest step holds it.
struct settle_wide {
  FF_HD static constexpr wide_t of(ff_t m, int k) {
    const centred_pair x = centred(m, k);
    const int last = max_int(-largest_step, min_int(x.k, largest_step));
    if (last == x.k) return wide_from(x.m, x.k);
    // One step further the outer half of the last home is left.
    const ff_t outer = scaled(x.m, wide_step * max_int(-2, min_int(x.k - last, 2)));
    if (is_at_home(outer.hi())) return wide_from(outer, last);
    return special(with_sign(last < 0 ? 0.0f : infinity, sign_bit(m.hi())));
  }
  FF_HD static constexpr wide_t special(float head) { return wide_special(head); }
};
FF_HD constexpr wide_t wide_settled(ff_t m, int k) { return out_of_line<settle_wide>(m, k); }

/// Does the same, without a call where m is at home already.
FF_HD constexpr wide_t wide_at_home(ff_t m, int k) {
  return plain_or(
      is_settled(m.hi(), place_of(k)), [&] { return wide_from(m, k); }, [&] { return wide_settled(m, k); });
}

}  // namespace detail

/// m 2^(64 k), for the constructors.
FF_HD constexpr wide_t wide_t::settled(ff_t m, int k) { return detail::wide_at_home(m, k); }

/// Converts an integer of 128 bits.  One that rounds to 2^128 is (1 - d) 2^128, where d has at most 24 bits.
template <class Int>
FF_HD constexpr wide_t wide_t::from_huge(Int x) {
  const ff_t rounded(x);
  if (less(abs(rounded.hi()), detail::infinity)) return settled(rounded, 0);
  const float below = static_cast<float>(ff_t(static_cast<Int>(Int(0) - x)));
  return detail::wide_from(from_words(1.0f, neg(mul_rn(below, 0x1p-128f))), 2);
}
/// Converts a long double.  Exact steps bring it into the range of a double; an infinity or NaN keeps its
/// head.
template <class F>
FF_HD constexpr wide_t wide_t::from_long_double(F x) {
  constexpr F first = static_cast<F>(detail::home_first), last = static_cast<F>(detail::home_last);
  int k = 0;
  for (; k < 600 && !(-last < x && x < last); ++k) x *= first;
  for (; k > -600 && -first < x && x < first; --k) x *= last;
  return settled(ff_t(x), k);
}

// ---------------------------------------------------------------- the 64 bits of a double, by integers

namespace detail {

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

struct wide_of_any_double {
  FF_HD static constexpr wide_t of(uint64 bits) {
    const uint64 field = bits >> 52 & 0x7ffu;
    if (field == 0 || field == 0x7ffu) return wide_of_special_double::of(bits);
    // Scaling by two steps brings it to where wide_of_bits needs no call.
    const int moved = field < 1023 ? 2 : -2;
    const uint64 within = bits + (static_cast<uint64>(static_cast<int64>(moved * wide_step)) << 52);
    const wide_t x = wide_of_plain_bits(within);
    return wide_from(x.pair(), x.step() - moved);
  }

  /// 2^-992 <= |x| < 2^992.  H, L: the upper and lower 32 bits.
  ///
  /// Adding 33 to the exponent field puts the centre of each home in the middle of a block of 64 fields; the
  /// block's number is the step.  The head is cut off after 24 bits and takes the bit after them as a carry.
  /// The other 29 bits, less that carry, are an integer whose conversion is the one rounding.
  FF_HD static constexpr wide_t wide_of_plain_bits(uint64 bits) {
    const uint32 high = static_cast<uint32>(bits >> 32), low = static_cast<uint32>(bits);
    const uint32 block = block_of(bits);
    const uint32 at_home = high - block + (128u << 20);  // 128 - 33 = 95 is the exponent field of 2^-32
    const uint32 digits = constant_evaluated() ? at_home << 3 | low >> 29 : run_shifted_left(at_home, low, 3);
    const uint32 cut = digits | (high & sign_bits), rest = hidden(low << 3);
    const float head = from_bits(cut + (rest >> 31));
    const float last_place = from_bits((cut & (sign_bits | infinity_bits)) - (55u << 23));
    const float tail = exact_product(static_cast<float>(static_cast<int32>(rest)), last_place);
    constexpr uint32 first = first_place - 16 * place_unit;
    return wide_at(from_words(head, tail), hidden((block >> 21) + first));
  }

  FF_HD static constexpr uint32 block_of(uint64 bits) {
    constexpr uint32 block_bits = 0x7c000000u;
    return hidden((static_cast<uint32>(bits >> 32) + (33u << 20)) & block_bits);
  }
};

FF_HD constexpr wide_t wide_of_bits(uint64 bits) {
  // Block 0 has all that is not plain: fields below 31, and those that the addition takes beyond 2047.
  return plain_or(
      wide_of_any_double::block_of(bits) != 0, [&] { return wide_of_any_double::wide_of_plain_bits(bits); },
      [&] { return out_of_line<wide_of_any_double>(bits); });
}

/// rint(m 2^n), where `low` is m's low word as it was at home.  One that vanishes on the way still tells
/// which side of a tie the number is on.
FF_HD constexpr ff_t rounded_units(ff_t m, float low, int n) {
  const ff_t units = ldexp(m, n);
  const bool lost = equal(units.lo(), 0.0f) && !equal(low, 0.0f);
  const float crumb = with_sign(0x1p-149f, sign_bit(low));
  return rint(lost ? from_words(units.hi(), crumb) : units);
}

/// The bits of the double nearest to any x: zero, subnormal, infinite and NaN too.
struct bits_of_special_wide {
  FF_HD static constexpr uint64 of(wide_t x) {
    const centred_pair c = centred(x);
    const ff_t m = abs(c.m);
    const uint64 sign = uint64{sign_bit(c.m.hi())} << 32;
    if (isnan(m)) return double_infinity_bits | uint64{1} << 51;
    if (equal(m.hi(), 0.0f)) return sign;
    if (isinf(m)) return sign | double_infinity_bits;
    const int k = max_int(-20, min_int(c.k, 20));
    const uint64 sum = sum_outside(m.hi(), m.lo());
    const int field = static_cast<int>(sum >> 52) + wide_step * k;
    if (field >= 2047) return sign | double_infinity_bits;
    if (field > 0) return sign | (sum + (static_cast<uint64>(int64{wide_step} * k) << 52));
    const float low = flip_sign(x.pair().lo(), sign_bit(x.pair().hi()));
    return sign | static_cast<uint64>(rounded_units(m, low, wide_step * k + 1074));
  }
};

/// The bits of RN(hi + lo) 2^(64 k), for a pair in weak form with 2^-64 <= |hi| < 2^53.  `counted` is twice
/// |hi|'s bits less those of 2^-75.
///
/// A double's bits count in units of 2^(E-52) as long as its exponent stays E; E is that of the sum cut off.
/// lo counts lo 2^(52-E) units, at most 2^29: its exponent field less E's is that number's.  The field stays
/// positive where lo is 0: then it says less than half a unit, as it does where lo is subnormal.  hi is an
/// even number of units, so the ties are those of lo's count, which the conversion takes to even.
FF_HD constexpr uint64 bits_of_plain_wide(float hi, float lo, uint32 counted, uint32 place) {
  const uint32 cut = constant_evaluated() ? folded_cut_off_sum(hi, lo) : run_cut_off_sum(hi, lo);
  const uint32 exponent = cut & (sign_bits | infinity_bits);
  const float units = from_bits(to_bits(lo) - exponent + (179u << 23));
  const int32 low = constant_evaluated() ? folded_nearest_int(units) : run_nearest_int(units);
  // A step adds 64 to the exponent.  948 is the field of the double 2^-75.
  constexpr uint32 first = 948u << 20;
  const uint32 base = hidden((place << 21) + first);
  const uint32 above = base + static_cast<uint32>(low >> 31), below = static_cast<uint32>(low);
  const uint64 rest = constant_evaluated() ? uint64{above} << 32 | below : run_joined(above, below);
  const uint64 count = uint64{counted} * 0x10000000u + rest;
  const uint32 high = static_cast<uint32>(count >> 32) | (to_bits(hi) & sign_bits);
  return uint64{high} << 32 | static_cast<uint32>(count);
}

/// Within 14 steps, or 15 upwards, the double is normal.  The upper bit of `counted` is clear for 128 fields
/// of the head: home up to 2^53.
FF_HD constexpr uint64 bits_of_wide(wide_t x) {
  const ff_t m = x.pair();
  const uint32 counted = 2u * to_bits(m.hi()) - (52u << 24);
  const bool in_reach = x.place() - place_of(-14) <= 29 * place_unit;
  const bool plain = static_cast<int32>(counted) >= 0 && in_reach;
  return plain_or(
      plain, [&] { return bits_of_plain_wide(m.hi(), m.lo(), counted, x.place()); },
      [&] { return out_of_line<bits_of_special_wide>(x); });
}

}  // namespace detail

/// The double at p, of any magnitude, as the nearest wide number: exact but for its last 5 bits.  On the
/// device 12 instructions, none of FP64, where 2^-992 <= |x| < 2^992; else a call out of line.
FF_HD constexpr wide_t load_double(const double* p) {
  return detail::wide_of_bits(detail::bit_cast<uint64>(*p));
}

/// Stores at p the double nearest to x, ties to even: infinite beyond 2^1024, and subnormal below 2^-1022.
/// On the device 12 instructions, none of FP64, for steps from -14 to 15 and a head below 2^53; else a call.
FF_HD constexpr void store_double(double* p, wide_t x) {
  *p = detail::bit_cast<double>(detail::bits_of_wide(x));
}

/// The nearest wide number, for the constructor.
FF_HD constexpr wide_t wide_t::from_double(double x) {
  return detail::wide_of_bits(detail::bit_cast<uint64>(x));
}
FF_HD constexpr wide_t::operator float() const {
  const int n = detail::wide_step * clamped_step();
  const float head = ldexp(m_, n).hi();
  if (!less(abs(head), 0x1.000002p-126f) || equal(m_.hi(), 0.0f)) return head;
  const float units = detail::rounded_units(m_, m_.lo(), n + 149).hi();
  return detail::with_sign(mul_rn(units, 0x1p-149f), detail::sign_bit(m_.hi()));
}
/// Rounds as store_double does.
FF_HD constexpr wide_t::operator double() const {
  return detail::bit_cast<double>(detail::bits_of_wide(*this));
}

}  // namespace ff
