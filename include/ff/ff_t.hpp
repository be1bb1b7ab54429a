// The float-float number: two floats whose exact, unevaluated sum is the value.
#pragma once

#include <ff/rounding.hpp>
#include <ff/type/huge.hpp>

namespace ff {
namespace detail {

// An integer |x| <= 2^64, modulo 2^64.
FF_HD constexpr uint64 modulo_2_64(float x) {
  return x < 0         ? static_cast<uint64>(static_cast<int64>(x))
         : x < 0x1p64f ? static_cast<uint64>(x)
                       : uint64{0};
}

#if !defined(__CUDACC_RTC__)
// The number that a text names, on the host.  ff/text/io.hpp has the body.
template <class F>
F pair_of_text(const char* text);
#endif

// V is what a parameter V&& deduces from a volatile X.
template <class V, class X>
inline constexpr bool is_volatile_of = is_same<V, volatile X&> || is_same<V, const volatile X&> ||
                                       is_same<V, volatile X> || is_same<V, const volatile X>;

template <class A>
inline constexpr bool is_any_integer = is_small_integer<A> || is_large_integer<A> || is_character<A>;
template <class A>
inline constexpr bool is_scalar = is_any_integer<A> || is_huge_integer<A> || is_same<A, bool> ||
                                  is_same<A, float> || is_same<A, double> || is_same<A, long double>;

}  // namespace detail

/// A number held as the unevaluated sum `hi + lo` of two words of type T.
///
/// Every function of the library returns a *pair*: |lo| <= ulp(hi)/2, so hi is the value rounded to
/// nearest.  The one exception is mul22 and sqr22, hence operator*: there |lo| may be the float next above
/// ulp(hi)/2, in very few products (docs/proofs/README.md: weak form).  Every function accepts that
/// form, and comparison, equality and hashing look at the value, not at the words.
///
/// Where hi is infinite or NaN the value is hi: everything but the bare kernels then ignores lo.
///
/// Two floats become a number by name: from_words takes the words of a pair, from_sum adds any two.
///
/// T is float; the tests also instantiate it with floats of 4 to 7 bits, to run the very same algorithms
/// exhaustively, which is what backs the proofs.
template <class T>
class alignas(2 * sizeof(T)) basic_ff {
 public:
  using word = T;

  /// Uninitialised, like a float; `ff_t{}` is zero.
  basic_ff() = default;

  /// Exact.  Every arithmetic type converts into an ff_t implicitly, none out of it.
  FF_HD_PRIMITIVE constexpr basic_ff(T x) : hi_(x), lo_(T(0.0f)) {}

  /// Integers of at most 32 bits (narrower ones promote): exact.
  FF_HD constexpr basic_ff(int i)
      : basic_ff(halves(static_cast<float>(i & ~0xffff), static_cast<float>(i & 0xffff))) {}
  FF_HD constexpr basic_ff(unsigned int i)
      : basic_ff(halves(static_cast<float>(i & ~0xffffu), static_cast<float>(i & 0xffffu))) {}

  /// Integers of 64 bits: rounded to the nearest pair.
  FF_HD constexpr basic_ff(long i) : basic_ff(rounded(i)) {}
  FF_HD constexpr basic_ff(unsigned long i) : basic_ff(rounded(i)) {}
  FF_HD constexpr basic_ff(long long i) : basic_ff(rounded(i)) {}
  FF_HD constexpr basic_ff(unsigned long long i) : basic_ff(rounded(i)) {}

  /// Integers of 128 bits, where the compiler has them: likewise.  Beyond the range infinite.
  template <class Int, detail::require<detail::is_huge_integer<Int>> = 0, class = void, class = void>
  FF_HD constexpr basic_ff(Int i) : basic_ff(detail::words_of_huge(i)) {}

  /// double: rounded to the nearest pair.  Exact when the value has at most 48 bits and its last one is at
  /// least 2^-149.  Infinities and NaN keep their kind; so does overflow.  Device: at most 16 instructions,
  /// none of FP64; a literal costs nothing.
  FF_HD constexpr basic_ff(double x) : basic_ff(detail::words_of(x)) {}

  /// long double, on the host: likewise.
  template <class F, detail::require<detail::is_same<F, long double>> = 0>
  FF_HD constexpr basic_ff(F x) : hi_(static_cast<float>(x)), lo_(T(0.0f)) {
    if (less(abs(hi_), detail::infinity)) lo_ = static_cast<float>(x - static_cast<F>(hi_));
  }

  /// __half and __nv_bfloat16: exact.
  template <class H, detail::require<detail::is_half<H>> = 0, class = void>
  FF_HD constexpr basic_ff(H x) : basic_ff(static_cast<float>(x)) {}

#if !defined(__CUDACC_RTC__)
  /// The number that a text names, on the host, with ff/text/io.hpp: rounded to the nearest pair, infinite
  /// beyond the range, NaN for a text that is no number.  Boost's tables of constants are made of it.
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

  /// Assigns to a volatile number.  A template, likewise.  It returns nothing, since g++ warns of a volatile
  /// reference that nobody reads.
  template <class Self = basic_ff>
  FF_HD void operator=(typename detail::enable_if<true, Self>::type x) volatile {
    hi_ = x.hi_;
    lo_ = x.lo_;
  }

  /// The words of a float2, x high and y low, as they are.
  FF_HD constexpr explicit basic_ff(float2 v) : hi_(v.x), lo_(v.y) {}

  /// The words.
  FF_HD_PRIMITIVE constexpr T hi() const { return hi_; }
  FF_HD_PRIMITIVE constexpr T lo() const { return lo_; }

  /// hi: the value rounded to nearest (after mul22, at worst one part in 2^23 of half an ulp further).
  FF_HD constexpr explicit operator float() const { return hi_; }

  /// hi + lo rounded to nearest, for any two finite words: exact whenever it fits in 53 bits.  hi where it is
  /// infinite or NaN, or both are zeros.  Device: at most 14 instructions, none of FP64.
  FF_HD constexpr explicit operator double() const { return detail::sum_of(hi_, lo_); }

  /// The words as a float2, x high and y low.
  FF_HD constexpr explicit operator float2() const { return {hi_, lo_}; }

  /// hi + lo rounded to nearest, on the host: exact wherever long double has the bits.
  template <class F, detail::require<detail::is_same<F, long double>> = 0>
  FF_HD constexpr explicit operator F() const {
    if (detail::device_pass) return static_cast<F>(detail::sum_of(hi_, lo_));
    const bool counts = less(abs(hi_), detail::infinity) && !equal(lo_, T(0.0f));
    return counts ? static_cast<F>(hi_) + static_cast<F>(lo_) : static_cast<F>(hi_);
  }

  /// hi + lo truncated towards zero, exactly, as any integer or character.  Beyond the range of the type its
  /// end, for infinities too; 0 for NaN.
  template <class Int, detail::require<detail::is_any_integer<Int>> = 0, class = void>
  FF_HD constexpr explicit operator Int() const {
    return truncated<Int>();
  }
  template <class Int, detail::require<detail::is_huge_integer<Int>> = 0, class = void, class = void>
  FF_HD constexpr explicit operator Int() const {
    return detail::truncated_to_huge<Int>(hi_, lo_);
  }

  /// False for zero only, as for float.
  FF_HD constexpr explicit operator bool() const { return !equal(hi_, T(0.0f)); }

  /// A volatile number as any of these.
  template <class A, detail::require<detail::is_scalar<A> || detail::is_same<A, float2>> = 0>
  FF_HD explicit operator A() const volatile {
    return static_cast<A>(basic_ff(*this));
  }

  // By value, so that device code can negate a constant of the host's.
  friend FF_HD_PRIMITIVE constexpr basic_ff operator+(basic_ff x) { return x; }
  friend FF_HD_PRIMITIVE constexpr basic_ff operator-(basic_ff x) { return {neg(x.hi_), neg(x.lo_)}; }

 private:
  // Private, for two floats in braces are seldom the words of a pair.
  FF_HD_PRIMITIVE constexpr basic_ff(T hi, T lo) : hi_(hi), lo_(lo) {}

  template <class U>
  friend FF_HD_PRIMITIVE constexpr basic_ff<U> from_words(U hi, U lo);

  // Two floats whose sum is an integer of 32 bits, the larger first or zero.
  FF_HD static constexpr basic_ff halves(float upper, float lower) {
    const float s = add_rn(upper, lower);
    return {s, sub_rn(lower, sub_rn(s, upper))};
  }

  FF_HD_PRIMITIVE constexpr explicit basic_ff(detail::nearest_words w) : hi_(w.hi), lo_(w.lo) {}

  // hi = RN(i); i - hi has at most 40 bits, so it is exact in 64-bit arithmetic modulo 2^64.
  template <class Int>
  FF_HD static constexpr basic_ff rounded(Int i) {
    const float hi = static_cast<float>(i);
    return {hi, static_cast<float>(static_cast<int64>(static_cast<uint64>(i) - detail::modulo_2_64(hi)))};
  }

  // Where the head is an end of the range, 2^31 of an int for one, the low word decides.
  template <class Int>
  FF_HD constexpr Int truncated() const {
    constexpr int digits = 8 * static_cast<int>(sizeof(Int)) - (Int(-1) < Int(0) ? 1 : 0);
    constexpr Int largest = static_cast<Int>(~uint64{0} >> (64 - digits)),
                  lowest = static_cast<Int>(-largest - 1);
    constexpr float end = detail::from_bits(static_cast<uint32>(127 + digits) << 23);
    constexpr float start = lowest < Int(0) ? -end : 0.0f;
    if (less(hi_, start) || (equal(hi_, start) && !less(0.0f, lo_))) return lowest;
    if (less(hi_, end) || (equal(hi_, end) && less(lo_, 0.0f))) {
      const uint64 magnitude = truncated_magnitude();
      return static_cast<Int>(less(hi_, 0.0f) ? uint64{0} - magnitude : magnitude);
    }
    return equal(hi_, hi_) ? largest : Int(0);
  }

  // The integer part of |hi + lo| < 2^64, |hi| <= 2^64: a low word moves it only where the head is an
  // integer.
  FF_HD constexpr uint64 truncated_magnitude() const {
    const float head = abs(hi_), low = less(hi_, 0.0f) ? neg(lo_) : lo_;
    const uint64 whole = less(head, 0x1p64f) ? static_cast<uint64>(head) : 0;  // modulo 2^64
    if (less(head, 0x1p24f) && !equal(static_cast<float>(whole), head)) return whole;
    const float bounded = least(greatest(low, -0x1p40f), 0x1p40f);  // what the low word of a pair is
    const int64 rest = static_cast<int64>(bounded);
    return whole + static_cast<uint64>(rest) - (less(low, static_cast<float>(rest)) ? 1u : 0u);
  }

  T hi_, lo_;
};

/// The float-float number: about 48 bits, 8 bytes, laid out as float2.
using ff_t = basic_ff<float>;

static_assert(sizeof(ff_t) == 8 && alignof(ff_t) == 8, "ff_t has the size and alignment of float2");

/// The two words as they are; the caller vouches that |lo| <= ulp(hi)/2.  Otherwise use from_sum.
template <class T>
FF_HD_PRIMITIVE constexpr basic_ff<T> from_words(T hi, T lo) {
  return {hi, lo};
}

/// hi for Word = 0, lo for Word = 1: what structured bindings call.
template <size_t Word, class T>
FF_HD_PRIMITIVE constexpr T get(const basic_ff<T>& x) {
  static_assert(Word < 2, "a basic_ff has two words");
  return Word == 0 ? x.hi() : x.lo();
}

namespace detail {

template <class A>
inline constexpr bool is_basic_ff = false;
template <class T>
inline constexpr bool is_basic_ff<basic_ff<T>> = true;
template <class A>
inline constexpr bool is_basic_ff_pointer = false;
template <class T>
inline constexpr bool is_basic_ff_pointer<basic_ff<T>*> = true;

}  // namespace detail

// An ellipsis takes the bytes of a number, for they are trivially copied: `printf("%g", x)` would print hi
// and lo as one double.  A call by the unqualified name finds these through its arguments; what has no number
// among them is left to C.
template <class... A, detail::require<(detail::is_basic_ff<A> || ...)> = 0>
int printf(const A&...) = delete;
template <class... A, detail::require<(detail::is_basic_ff<A> || ...)> = 0>
int fprintf(const A&...) = delete;
template <class... A, detail::require<(detail::is_basic_ff<A> || ...)> = 0>
int sprintf(const A&...) = delete;
template <class... A, detail::require<(detail::is_basic_ff<A> || ...)> = 0>
int snprintf(const A&...) = delete;

// Likewise scanf("%lf", &x), which would store one double over both words.
template <class... A, detail::require<(detail::is_basic_ff_pointer<A> || ...)> = 0>
int scanf(const A&...) = delete;
template <class... A, detail::require<(detail::is_basic_ff_pointer<A> || ...)> = 0>
int fscanf(const A&...) = delete;
template <class... A, detail::require<(detail::is_basic_ff_pointer<A> || ...)> = 0>
int sscanf(const A&...) = delete;

}  // namespace ff

// The const forms are the standard library's where there is one; NVRTC has none.
template <class T>
struct std::tuple_size<ff::basic_ff<T>> {
  static constexpr ff::size_t value = 2;
};
template <class T>
struct std::tuple_size<const ff::basic_ff<T>> {
  static constexpr ff::size_t value = 2;
};
template <ff::size_t Word, class T>
struct std::tuple_element<Word, ff::basic_ff<T>> {
  using type = T;
};
template <ff::size_t Word, class T>
struct std::tuple_element<Word, const ff::basic_ff<T>> {
  using type = const T;
};
