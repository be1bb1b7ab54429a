// The type reduced<Bits, Exponents>, its rounding and its operators.
//
// A result is ff_t's, rounded once more: to Bits significant bits, nearest and ties to even, with an exponent
// of Exponents bits as IEEE's formats have it.  What is too large becomes infinite, what lies below the least
// normal number becomes zero: there are no subnormal numbers.
#pragma once

#include <ff/basic.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

/// x rounded to `bits` <= 24 significant bits; the low word breaks ties.
FF_HD constexpr float rounded_to_bits(ff_t x, int bits) {
  const uint32 word = to_bits(x.hi());
  if ((word & infinity_bits) == infinity_bits) return x.hi();
  const int dropped = 24 - bits;
  if (dropped == 0) return x.hi();
  const uint32 last = uint32{1} << dropped, rest = word & (last - 1), down = word - rest;
  const bool low_up = less(0.0f, x.lo()) != less(x.hi(), 0.0f) && !equal(x.lo(), 0.0f);
  const bool low_down = !low_up && !equal(x.lo(), 0.0f);
  const bool up = rest > last / 2 || (rest == last / 2 && (low_up || (!low_down && (down & last) != 0)));
  return from_bits(up ? down + last : down);
}

/// x rounded to 24 < `bits` <= 46 significant bits, |x| a normal float.  Below a power of two the unit is
/// half as large, and the low word's sign tells on which side x lies.
FF_HD constexpr ff_t rounded_to_pair(ff_t x, int bits) {
  const uint32 word = to_bits(x.hi());
  if ((word & infinity_bits) == infinity_bits || equal(x.lo(), 0.0f)) return x;
  const bool below = (word & fraction_bits) == 0 && less(x.lo(), 0.0f) != less(x.hi(), 0.0f);
  const int exponent = static_cast<int>((word & infinity_bits) >> 23) - 127 - (below ? 1 : 0);
  const float adding = ldexp(ff_t(1.5f), exponent - bits + 24).hi();
  return add12(x.hi(), sub_rn(add_rn(x.lo(), adding), adding));
}

template <bool is_pair>
struct reduced_word {
  using type = ff_t;
};
template <>
struct reduced_word<false> {
  using type = float;
};

}  // namespace detail

/// A number of Bits significant bits, the leading one counted, 2 to 46, and an exponent of Exponents bits, 2
/// to 8: reduced<11, 5> has the normal numbers of half, reduced<8, 8> those of bfloat16, reduced<36, 8> lies
/// between float and ff_t.
///
/// Beyond 24 bits the least number is 2^-102, as where ff_t keeps all its digits.  An operation errs by half
/// a unit in the last of its bits, and a few u^2 more where ff_t's result lies next to a tie.
template <int Bits, int Exponents>
class reduced {
  static_assert(Bits >= 2 && Bits <= 46, "reduced<Bits, Exponents>: expected 2 to 46 significant bits");
  static_assert(Exponents >= 2 && Exponents <= 8,
                "reduced<Bits, Exponents>: expected an exponent of 2 to 8 bits");
  template <class X, class Y>
  using beside = detail::require<(detail::is_same<X, reduced> && detail::is_operand<Y>) ||
                                 (detail::is_operand<X> && detail::is_same<Y, reduced>)>;

 public:
  static constexpr bool is_pair = Bits > 24;
  static constexpr int greatest_exponent = (1 << (Exponents - 1)) - 1;
  static constexpr int least_exponent =
      is_pair && 1 - greatest_exponent < -102 ? -102 : 1 - greatest_exponent;
  /// Holds the value: a float where that has the bits, else a pair.
  using word = typename detail::reduced_word<is_pair>::type;

  /// Uninitialised, like a float.
  reduced() = default;
  /// Rounded, from whatever ff_t is made from.
  template <class A, detail::require<detail::is_operand<A>> = 0>
  FF_HD constexpr reduced(A x) : word_(rounded(ff_t(x))) {}

  /// The value, exactly.
  FF_HD constexpr operator ff_t() const { return word_; }
  template <class A, detail::require<detail::is_scalar<A>> = 0>
  FF_HD constexpr explicit operator A() const {
    return static_cast<A>(ff_t(word_));
  }

  friend FF_HD constexpr reduced operator+(reduced x) { return x; }
  friend FF_HD constexpr reduced operator-(reduced x) { return reduced(-ff_t(x)); }
  friend FF_HD constexpr reduced operator+(reduced x, reduced y) { return reduced(ff_t(x) + ff_t(y)); }
  friend FF_HD constexpr reduced operator-(reduced x, reduced y) { return reduced(ff_t(x) - ff_t(y)); }
  friend FF_HD constexpr reduced operator*(reduced x, reduced y) { return reduced(ff_t(x) * ff_t(y)); }
  friend FF_HD constexpr reduced operator/(reduced x, reduced y) { return reduced(ff_t(x) / ff_t(y)); }
  FF_HD constexpr reduced& operator+=(reduced y) { return *this = *this + y; }
  FF_HD constexpr reduced& operator-=(reduced y) { return *this = *this - y; }
  FF_HD constexpr reduced& operator*=(reduced y) { return *this = *this * y; }
  FF_HD constexpr reduced& operator/=(reduced y) { return *this = *this / y; }
  friend FF_HD constexpr bool operator==(reduced x, reduced y) { return ff_t(x) == ff_t(y); }
  friend FF_HD constexpr bool operator!=(reduced x, reduced y) { return ff_t(x) != ff_t(y); }
  friend FF_HD constexpr bool operator<(reduced x, reduced y) { return ff_t(x) < ff_t(y); }
  friend FF_HD constexpr bool operator>(reduced x, reduced y) { return ff_t(x) > ff_t(y); }
  friend FF_HD constexpr bool operator<=(reduced x, reduced y) { return ff_t(x) <= ff_t(y); }
  friend FF_HD constexpr bool operator>=(reduced x, reduced y) { return ff_t(x) >= ff_t(y); }

  /// Another operand is rounded first.  Without these templates a float could as well make an ff_t of its
  /// neighbour, and the call would be ambiguous.
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr reduced operator+(X x, Y y) {
    return reduced(x) + reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr reduced operator-(X x, Y y) {
    return reduced(x) - reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr reduced operator*(X x, Y y) {
    return reduced(x) * reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr reduced operator/(X x, Y y) {
    return reduced(x) / reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr bool operator==(X x, Y y) {
    return reduced(x) == reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr bool operator!=(X x, Y y) {
    return reduced(x) != reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr bool operator<(X x, Y y) {
    return reduced(x) < reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr bool operator>(X x, Y y) {
    return reduced(x) > reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr bool operator<=(X x, Y y) {
    return reduced(x) <= reduced(y);
  }
  template <class X, class Y, beside<X, Y> = 0>
  friend FF_HD constexpr bool operator>=(X x, Y y) {
    return reduced(x) >= reduced(y);
  }

 private:
  FF_HD static constexpr word rounded(ff_t x) {
    const ff_t y = is_pair ? detail::rounded_to_pair(x, Bits) : ff_t(detail::rounded_to_bits(x, Bits));
    constexpr float least_normal = detail::from_bits(static_cast<uint32>(127 + least_exponent) << 23);
    constexpr float last_power = detail::from_bits(static_cast<uint32>(127 + greatest_exponent) << 23);
    const float half = mul_rn(0.5f, abs(y.hi()));
    const bool ends = equal(half, last_power) && !less(abs(y).hi(), abs(y.hi()));
    const bool below_end = ends && less(y.hi(), 0.0f) == less(0.0f, y.lo()) && !equal(y.lo(), 0.0f);
    if (less(last_power, half) || (ends && !below_end)) return as_word(copysign(ff_t(detail::infinity), y));
    if (abs(y) < least_normal) return as_word(copysign(ff_t(0.0f), y));
    return as_word(y);
  }
  FF_HD static constexpr word as_word(ff_t x) {
    if constexpr (is_pair)
      return x;
    else
      return x.hi();
  }

  word word_;
};

}  // namespace ff
