// The number of two doubles: ff_t's kernels and their proofs at p = 53, for hosts and GPUs with FP64.
//
// basic_ff<double> is a specialisation because its conversions differ: every float, ff_t and integer of 53
// bits enters exactly.  The kernels of arithmetic.hpp take it as they take basic_ff<float>.
#pragma once

#include <ff/dd/rounding.hpp>
#include <ff/ff_t.hpp>

namespace ff {
namespace detail {

/// RN(s + e) as a float, where s is RN(s + e) as a double: they differ only where s lies half-way between two
/// floats, and then e decides.
FF_HD constexpr float narrowed(double s) { return constant_evaluated() ? converted(s) : narrow_rn(s); }
FF_HD constexpr float narrowed_once(double s, double e) {
  const bool large = !less(abs(s), 0x1p127);  // where the float may overflow too early: a quarter does not
  const double part = large ? mul_rn(s, 0.25) : s;
  const float r = narrowed(part);
  const double d = sub_rn(part, widen(r)), other = add_rn(widen(r), add_rn(d, d));
  const bool half_way = !equal(d, 0.0) && equal(widen(narrowed(other)), other);
  const bool turned = half_way && !equal(e, 0.0) && less(0.0, e) == less(0.0, d);
  const float nearest = turned ? narrowed(other) : r;
  return large ? mul_rn(nearest, 4.0f) : nearest;
}

// An integer of 128 bits as the double nearest to it.  The bits that leave the lower end of 64 bits stay as
// one sticky bit, which decides ties.
template <class U>
FF_HD constexpr double nearest_double(U m) {
  uint64 sticky = 0;
  uint32 shift = 0;
  for (; (m >> 64) != 0; m >>= 1, ++shift) sticky |= static_cast<uint64>(m) & 1u;
  const double top = static_cast<double>(static_cast<uint64>(m) | sticky);
  return mul_rn(top, double_from_bits(static_cast<uint64>(1023 + shift) << 52));
}
// The integer part of 0 <= a < 2^128.
template <class U>
FF_HD constexpr U integer_part(double a) {
  const int shift = static_cast<int>(to_bits(a) >> 52) - 1075;
  const U significand = (to_bits(a) & ~uint64{0} >> 12) | uint64{1} << 52;
  return shift <= -53 ? U(0) : shift < 0 ? significand >> -shift : significand << shift;
}
FF_HD constexpr bool is_integer(double a) {
  return !less(a, 0x1p53) || equal(static_cast<double>(static_cast<uint64>(a)), a);
}

/// hi + lo truncated towards zero; beyond the range of Int its end, for infinities too; 0 for NaN.
template <class Int>
FF_HD constexpr Int truncated_to_huge(double hi, double lo) {
  using U = typename unsigned_of<Int>::type;
  constexpr bool is_signed = Int(-1) < Int(0);
  constexpr U largest = is_signed ? ~U(0) >> 1 : ~U(0), lowest = is_signed ? largest + 1 : U(0);
  if (!equal(hi, hi)) return Int(0);
  const bool negative = less(hi, 0.0);
  const U end = negative ? lowest : largest;
  const double head = abs(hi), low = negative ? neg(lo) : lo, size_of_low = abs(low);
  const bool at_the_end = equal(head, 0x1p128) && less(low, 0.0);  // 2^128 less something: modulo 2^128
  U size = end;
  if (less(head, 0x1p128) || at_the_end) {
    const U whole = at_the_end ? U(0) : integer_part<U>(head), moved = integer_part<U>(size_of_low);
    // The low word moves the integer part only where the head is an integer.
    size = !is_integer(head) ? whole
           : less(low, 0.0)  ? whole - moved - (is_integer(size_of_low) ? U(0) : U(1))
                             : whole + moved;
  }
  if (size > end) size = end;
  return static_cast<Int>(negative ? U(0) - size : size);
}

}  // namespace detail

/// The double-double number: two doubles whose exact, unevaluated sum is the value, about 106 bits, 16 bytes.
///
/// Pairs, the weak form that products may leave, infinities and NaN are those of ff_t, with 53 for 24 bits.
/// Each arithmetic type and ff_t convert into one implicitly; none does out of one.
template <>
class alignas(16) basic_ff<double> {
 public:
  using word = double;

  /// Uninitialised, like a double; `dd_t{}` is zero.
  basic_ff() = default;

  /// Exact: floats, doubles and integers of at most 32 bits.
  FF_HD_PRIMITIVE constexpr basic_ff(double x) : hi_(x), lo_(0.0) {}
  FF_HD_PRIMITIVE constexpr basic_ff(float x) : hi_(widen(x)), lo_(0.0) {}  // subnormal ones under -ftz too
  FF_HD_PRIMITIVE constexpr basic_ff(int i) : hi_(i), lo_(0.0) {}
  FF_HD_PRIMITIVE constexpr basic_ff(unsigned int i) : hi_(i), lo_(0.0) {}

  /// Integers of 64 bits: exact.
  FF_HD constexpr basic_ff(long i) : basic_ff(both_words(i)) {}
  FF_HD constexpr basic_ff(unsigned long i) : basic_ff(both_words(i)) {}
  FF_HD constexpr basic_ff(long long i) : basic_ff(both_words(i)) {}
  FF_HD constexpr basic_ff(unsigned long long i) : basic_ff(both_words(i)) {}

  /// Integers of 128 bits, where the compiler has them: rounded to the nearest pair.
  template <class Int, detail::require<detail::is_huge_integer<Int>> = 0, class = void, class = void>
  FF_HD constexpr basic_ff(Int i) : basic_ff(words_of_huge(i)) {}

  /// ff_t: exact.  Where its head is infinite or NaN, that alone.
  FF_HD constexpr basic_ff(ff_t x) : hi_(widen(x.hi())), lo_(0.0) {
    if (!less(abs(x.hi()), detail::infinity)) return;
    const double h = hi_, l = widen(x.lo());
    if (equal(l, 0.0)) return;
    hi_ = add_rn(h, l);
    lo_ = sub_rn(l, sub_rn(hi_, h));
  }

  /// long double, on the host: rounded to the nearest pair, which is exact for the 64 bits of x86.
  template <class F, detail::require<detail::is_same<F, long double>> = 0>
  FF_HD constexpr basic_ff(F x) : hi_(static_cast<double>(x)), lo_(0.0) {
    if (less(abs(hi_), detail::infinite_double)) lo_ = static_cast<double>(x - static_cast<F>(hi_));
  }

  /// __half and __nv_bfloat16: exact.
  template <class H, detail::require<detail::is_half<H>> = 0, class = void>
  FF_HD constexpr basic_ff(H x) : basic_ff(static_cast<float>(x)) {}

#if !defined(__CUDACC_RTC__)
  /// The number that a text names, on the host, with ff/dd/text.hpp: as ff_t's.
  template <class C, detail::require<detail::is_same<C, const char*>> = 0, class = void, class = void,
            class = void>
  explicit basic_ff(C text) : basic_ff(detail::pair_of_text<basic_ff>(text)) {}
#endif

  /// A volatile number: both words as they are.  A template, since a constructor of copies has to stay
  /// trivial.
  template <class V, detail::require<detail::is_volatile_of<V, basic_ff>> = 0, class = void, class = V>
  FF_HD constexpr basic_ff(V&& x) : hi_(x.hi_), lo_(x.lo_) {}
  template <class V, detail::require<detail::is_volatile_of<V, basic_ff>> = 0>
  FF_HD basic_ff& operator=(V&& x) {
    return *this = basic_ff(x);
  }
  /// Assigns to a volatile number; returns nothing, as ff_t's.
  template <class Self = basic_ff>
  FF_HD void operator=(typename detail::enable_if<true, Self>::type x) volatile {
    hi_ = x.hi_;
    lo_ = x.lo_;
  }

  /// The words.
  FF_HD_PRIMITIVE constexpr double hi() const { return hi_; }
  FF_HD_PRIMITIVE constexpr double lo() const { return lo_; }

  /// hi: the value rounded to nearest (after a product, at worst one part in 2^52 of half an ulp further).
  FF_HD constexpr explicit operator double() const { return hi_; }

  /// hi + lo rounded to nearest, once.
  FF_HD constexpr explicit operator float() const {
    const bool counts = less(abs(hi_), detail::infinite_double) && !equal(hi_, 0.0);  // -0 + 0 would be +0
    if (!counts) return detail::narrowed(hi_);
    const double s = add_rn(hi_, lo_);
    return detail::narrowed_once(s, sub_rn(lo_, sub_rn(s, hi_)));
  }

  /// The nearest pair of floats: exact where its 48 bits suffice; infinite from 2^128 - 2^103 on.
  FF_HD constexpr explicit operator ff_t() const {
    const float head = static_cast<float>(*this);
    if (!less(abs(head), detail::infinity)) return head;
    // Subtract the head: hi - head is exact, and so is its sum with lo as two words.
    const double rest = sub_rn(hi_, widen(head)), s = add_rn(rest, lo_), seen = sub_rn(s, rest);
    return from_words(head,
                      detail::narrowed_once(s, add_rn(sub_rn(rest, sub_rn(s, seen)), sub_rn(lo_, seen))));
  }

  /// hi + lo rounded to nearest, on the host; the device has no long double and gives hi.
  template <class F, detail::require<detail::is_same<F, long double>> = 0>
  FF_HD constexpr explicit operator F() const {
    const bool counts = less(abs(hi_), detail::infinite_double) && !equal(lo_, 0.0);
    return counts ? static_cast<F>(hi_) + static_cast<F>(lo_) : static_cast<F>(hi_);
  }

  /// hi + lo truncated towards zero, exactly, as any integer or character.  Beyond the range of the type
  /// its end, for infinities too; 0 for NaN.
  template <class Int, detail::require<detail::is_any_integer<Int>> = 0, class = void>
  FF_HD constexpr explicit operator Int() const {
    return truncated<Int>();
  }

  template <class Int, detail::require<detail::is_huge_integer<Int>> = 0, class = void, class = void>
  FF_HD constexpr explicit operator Int() const {
    return detail::truncated_to_huge<Int>(hi_, lo_);
  }

  /// False for zero only, as for double.
  FF_HD constexpr explicit operator bool() const { return !equal(hi_, 0.0); }

  /// A volatile number as any of these.
  template <class A, detail::require<detail::is_scalar<A> || detail::is_same<A, ff_t>> = 0>
  FF_HD explicit operator A() const volatile {
    return static_cast<A>(basic_ff(*this));
  }

  // By value, so that device code can negate a constant of the host's.
  friend FF_HD_PRIMITIVE constexpr basic_ff operator+(basic_ff x) { return x; }
  friend FF_HD_PRIMITIVE constexpr basic_ff operator-(basic_ff x) { return {neg(x.hi_), neg(x.lo_)}; }

 private:
  FF_HD_PRIMITIVE constexpr basic_ff(double hi, double lo) : hi_(hi), lo_(lo) {}

  template <class U>
  friend FF_HD_PRIMITIVE constexpr basic_ff<U> from_words(U hi, U lo);

  // hi = RN(i); i - hi has at most 11 bits, so it is exact in 64-bit arithmetic modulo 2^64.
  template <class Int>
  FF_HD static constexpr basic_ff both_words(Int i) {
    const double hi = static_cast<double>(i);
    return {hi, static_cast<double>(static_cast<int64>(static_cast<uint64>(i) - modulo_2_64(hi)))};
  }
  // Integers of 128 bits convert likewise, but lo is rounded as well.  2^128 counts as 0.
  template <class Int>
  FF_HD static constexpr basic_ff words_of_huge(Int i) {
    using U = typename detail::unsigned_of<Int>::type;
    constexpr bool is_signed = Int(-1) < Int(0);
    const bool negative = is_signed && (static_cast<U>(i) >> 127) != 0;
    const U size = negative ? U(0) - static_cast<U>(i) : static_cast<U>(i);
    const double hi = detail::nearest_double(size);
    const U rest = size - (less(hi, 0x1p128) ? detail::integer_part<U>(hi) : U(0));
    const bool below = (rest >> 127) != 0;
    const double lo = detail::nearest_double(below ? U(0) - rest : rest);
    return {negative ? neg(hi) : hi, below != negative ? sub_rn(0.0, lo) : lo};
  }
  // An integer |x| <= 2^64, modulo 2^64.
  FF_HD static constexpr uint64 modulo_2_64(double x) {
    return x < 0        ? static_cast<uint64>(static_cast<int64>(x))
           : x < 0x1p64 ? static_cast<uint64>(x)
                        : uint64{0};
  }

  // Where the head is an end of the range, the low word decides.
  template <class Int>
  FF_HD constexpr Int truncated() const {
    constexpr int digits = 8 * static_cast<int>(sizeof(Int)) - (Int(-1) < Int(0) ? 1 : 0);
    constexpr Int largest = static_cast<Int>(~uint64{0} >> (64 - digits)),
                  lowest = static_cast<Int>(-largest - 1);
    constexpr double end = detail::double_from_bits(static_cast<uint64>(1023 + digits) << 52);
    constexpr double start = lowest < Int(0) ? -end : 0.0;
    if (less(hi_, start) || (equal(hi_, start) && !less(0.0, lo_))) return lowest;
    if (less(hi_, end) || (equal(hi_, end) && less(lo_, 0.0))) {
      const uint64 magnitude = truncated_magnitude();
      return static_cast<Int>(less(hi_, 0.0) ? uint64{0} - magnitude : magnitude);
    }
    return equal(hi_, hi_) ? largest : Int(0);
  }
  // The integer part of |hi + lo| < 2^64, |hi| <= 2^64: a low word moves it only where the head is an
  // integer.
  FF_HD constexpr uint64 truncated_magnitude() const {
    const double head = abs(hi_), low = less(hi_, 0.0) ? neg(lo_) : lo_;
    const uint64 whole = modulo_2_64(head);
    if (less(head, 0x1p53) && !equal(static_cast<double>(whole), head)) return whole;
    const int64 rest = static_cast<int64>(limited(low, 0x1p12));
    return whole + static_cast<uint64>(rest) - (less(low, static_cast<double>(rest)) ? 1u : 0u);
  }

  double hi_, lo_;
};

/// The double-double number: about 106 bits, 16 bytes.
using dd_t = basic_ff<double>;

static_assert(sizeof(dd_t) == 16 && alignof(dd_t) == 16, "dd_t has the size of double2");

}  // namespace ff
