// Conversions to and from ff_t against integer arithmetic, and what converts implicitly.
#include <cmath>
#include <cstdio>
#include <ff/comparison.hpp>
#include <ff/ff_t.hpp>
#include <limits>
#include <type_traits>
#include <utility>

#include "exact.hpp"
#include "properties.hpp"

namespace {

using namespace ff_test;

struct Conversion : Everywhere {};

FF_HD_LARGE uint64 bits_of(double x) { return ff::detail::bit_cast<uint64>(x); }
FF_HD_LARGE double double_of(uint64 b) { return ff::detail::bit_cast<double>(b); }

// ---- float

struct float_is_exact {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float a = from_bits(static_cast<uint32>(i));
    const ff_t x = a;
    return to_bits(x.hi()) == to_bits(a) && to_bits(x.lo()) == 0 &&
           to_bits(static_cast<float>(x)) == to_bits(a);
  }
};

TEST_F(Conversion, every_float) { EXPECT_TRUE(holds(float_is_exact{}, 1ull << 32)); }

// ---- integers of 32 bits

template <class I>
struct integer_is_exact {
  uint64 stride;
  FF_HD_LARGE bool operator()(uint64 i) const {
    const I n = static_cast<I>(i * stride);
    const ff_t x = n;
    return wide(x.hi()) + wide(x.lo()) == static_cast<double>(n) && is_pair(x) && static_cast<I>(x) == n &&
           bits_of(static_cast<double>(x)) == bits_of(static_cast<double>(n));
  }
};

TEST_F(Conversion, every_int) {
  EXPECT_TRUE(holds(integer_is_exact<int>{vectors(61, 1)}, (1ull << 32) / vectors(61, 1)));
}
TEST_F(Conversion, every_unsigned_int) {
  EXPECT_TRUE(holds(integer_is_exact<unsigned>{vectors(59, 1)}, (1ull << 32) / vectors(59, 1)));
}

// ---- integers of 64 bits: hi = RN(i), lo = RN(i - hi)

FF_HD_LARGE int128 whole(float x) {  // for an integer |x| <= 2^64
  const decoded v = decode(x);
  const int128 m =
      v.e >= 0 ? static_cast<int128>(v.m) << v.e : static_cast<int128>(v.e > -64 ? v.m >> -v.e : 0);
  return v.negative ? -m : m;
}
FF_HD_LARGE ff_t nearest_pair(int128 i) {
  const auto rounded = [](int128 n) {
    return nearest_float(n < 0, n < 0 ? static_cast<uint128>(-n) : static_cast<uint128>(n), 0);
  };
  const float hi = rounded(i);
  return from_words(hi, rounded(i - whole(hi)));
}

// Runs of bits of every length and place, and what lies around the powers of two.
FF_HD_LARGE uint64 some_integer(uint64 i) {
  draws d(i);
  const int kind = d.between(0, 7), shift = d.between(0, 63);
  const uint64 n = d.bits() >> d.between(0, 63);
  const uint64 edge = (uint64{1} << shift) + static_cast<uint64>(d.between(-2, 2));
  const uint64 tie = (n | 1u) << (shift < 39 ? 24 : 48),
               below = uint64{0} - static_cast<uint64>(d.word() & 0xfffffu);
  return kind == 0   ? edge
         : kind == 1 ? ~edge
         : kind == 2 ? tie + static_cast<uint64>(d.between(-1, 1))
         : kind == 3 ? below >> (shift & 1)
         : kind == 4 ? (n << shift) + 0x8000u
         : kind == 5 ? uint64{0} - n
                     : n;
}

template <class I>
struct large_integer_is_nearest {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const I n = static_cast<I>(some_integer(i));
    const ff_t x(n), expected = nearest_pair(n);
    if (wide(x.hi()) != wide(expected.hi()) || wide(x.lo()) != wide(expected.lo())) return false;
    // and back: the pair is a whole number, exactly converted wherever it is in range
    const int128 value = whole(x.hi()) + whole(x.lo());
    return value > int128{largest_of<I>} || int128{static_cast<I>(x)} == value;
  }
};

TEST_F(Conversion, long_long) {
  EXPECT_TRUE(holds(large_integer_is_nearest<long long>{}, vectors(1 << 23, 1ull << 30)));
}
TEST_F(Conversion, unsigned_long_long) {
  EXPECT_TRUE(holds(large_integer_is_nearest<unsigned long long>{}, vectors(1 << 23, 1ull << 30)));
}
TEST_F(Conversion, long_is_one_of_them) {
  EXPECT_TRUE(holds(large_integer_is_nearest<long>{}, vectors(1 << 20, 1ull << 26)));
  EXPECT_TRUE(holds(large_integer_is_nearest<unsigned long>{}, vectors(1 << 20, 1ull << 26)));
}

// ---- integers of 128 bits, by shifts and comparisons alone

// RN(m), as a search among the floats would have it: the bits kept, then half a unit, then ties to even.
FF_HD_LARGE float nearest_to_huge(uint128 m) {
  int length = 0;
  for (uint128 rest = m; rest != 0; rest >>= 1) ++length;
  if (length <= 24) return static_cast<float>(static_cast<uint32>(m));
  const int drop = length - 24;
  uint128 kept = m >> drop;
  const uint128 lost = m - (kept << drop), half = uint128{1} << (drop - 1);
  if (lost > half || (lost == half && kept % 2 != 0)) ++kept;
  if (kept == 1u << 24 && drop == 104) return from_bits(0x7f800000u);
  return ff::mul_rn(static_cast<float>(static_cast<uint32>(kept)), power(drop));
}
FF_HD_LARGE uint128 some_huge_integer(uint64 i) {
  draws d(i);
  const int shift = d.between(0, 127), gap = d.between(0, 127);
  const uint128 n = (uint128{d.bits()} << 64 | d.bits()) >> shift;
  const uint128 edge = (uint128{1} << shift) + static_cast<uint128>(static_cast<int128>(d.between(-2, 2)));
  const uint128 tie = ((n | 1u) << (gap % 104)) + static_cast<uint128>(static_cast<int128>(d.between(-1, 1)));
  switch (d.between(0, 4)) {
    case 0:
      return edge;
    case 1:
      return ~edge;
    case 2:
      return tie;
    case 3:
      return edge + (uint128{d.bits()} >> (gap % 64));
    default:
      return n;
  }
}
FF_HD_LARGE uint128 size_of_whole(float x) {
  const decoded v = decode(x);
  return v.e >= 0 ? static_cast<uint128>(v.m) << v.e : static_cast<uint128>(v.m >> -v.e);
}

template <class I>
FF_HD_LARGE bool huge_integer_is_nearest(I n) {
  const bool negative = n < 0;
  const uint128 size = negative ? uint128{0} - static_cast<uint128>(n) : static_cast<uint128>(n);
  const ff_t x(n);
  const float head = nearest_to_huge(size), hi = negative ? ff::neg(head) : head;
  if (to_bits(x.hi()) != to_bits(hi)) return false;
  if (!is_finite(hi)) return to_bits(x.lo()) == 0 && x > n && n < x && x != n && static_cast<I>(x) >= n;
  const uint128 whole = size_of_whole(head);
  const uint128 rest = size < whole ? whole - size : size - whole;
  const float lo = nearest_to_huge(rest);
  if (wide(x.lo()) != wide((size < whole) != negative ? ff::neg(lo) : lo)) return false;
  // and back, and the order of both
  const uint128 back = size < whole ? whole - size_of_whole(lo) : whole + size_of_whole(lo);
  const bool over = back >> 127 != 0 && (I(-1) < I(0)) && !(negative && back == uint128{1} << 127);
  const uint128 signed_back = negative ? uint128{0} - back : back;
  if (!over && static_cast<I>(x) != static_cast<I>(signed_back)) return false;
  if (over && static_cast<I>(x) != static_cast<I>(~uint128{0} >> 1)) return false;
  const bool less = negative ? back > size : back < size, same = back == size;
  return (x == n) == same && (n == x) == same && (x < n) == less && (n > x) == less &&
         (x <= n) == (less || same) && (x > n) == !(less || same);
}
struct huge_integers_are_nearest {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const uint128 n = some_huge_integer(i);
    return huge_integer_is_nearest(n) && huge_integer_is_nearest(static_cast<int128>(n));
  }
};
TEST_F(Conversion, integers_of_128_bits) {
  EXPECT_TRUE(holds(huge_integers_are_nearest{}, vectors(1 << 20, 1ull << 28)));
}

// ---- double: hi = RN(x), lo = RN(x - hi)

FF_HD_LARGE double some_double(uint64 i) {
  draws d(i);
  const int kind = d.between(0, 9), e = d.between(-1023, 1023), near = d.between(-180, 128);
  const uint64 sign = d.bits() >> 63 << 63, f = d.bits() >> 12, unit = static_cast<uint64>(d.between(-2, 2));
  const uint64 at = sign | static_cast<uint64>(near + 1023) << 52;
  const uint64 max_float = 0x47efffffe0000000u,
               overflow = 0x47effffff0000000u;  // largest, and half an ulp above
  switch (kind) {
    case 0:
      return double_of(sign | static_cast<uint64>(e + 1023) << 52 | f);
    case 1:
      return double_of(sign | f >> d.between(0, 51));  // subnormal
    case 2:
      return double_of(at + unit);  // around powers of two
    case 3:
      return double_of(at + (f & ~uint64{0x1fffffff}) + 0x10000000u + unit);  // half-way to the next float
    case 4:
      return double_of(at + (f & ~uint64{0x1f}) + 0x10u + unit);  // half-way to the next pair
    case 5:
      return double_of(sign | (max_float + (f >> 22) % (overflow - max_float)));
    case 6:
      return double_of(sign | (overflow + unit));
    case 7:
      return unit == 0 ? double_of(sign) : double_of(sign | uint64{2047} << 52 | (unit == 1 ? f : 0));
    default:
      return double_of(at | f);
  }
}

struct double_is_nearest {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const double d = some_double(i);
    const ff_t x(d);
    const uint64 b = bits_of(d), field = b >> 52 & 2047u, fraction = b & (~uint64{0} >> 12);
    const bool negative = b >> 63 != 0;
    if (field == 2047)
      return (fraction != 0 ? is_nan(x.hi()) : to_bits(x.hi()) == (negative ? 0xff800000u : 0x7f800000u)) &&
             to_bits(x.lo()) == 0;
    const uint64 m = field == 0 ? fraction : fraction | uint64{1} << 52;
    const int e = field == 0 ? -1074 : static_cast<int>(field) - 1075;
    const float hi = nearest_float(negative, m, e);
    if (to_bits(x.hi()) != to_bits(hi)) return false;
    if (!is_finite(hi) || wide(hi) == d) return to_bits(x.lo()) == 0;
    // |x - hi| in units of 2^e: hi's unit is no finer where the two differ
    const decoded h = decode(hi);
    const uint128 head = h.m == 0 ? uint128{0} : static_cast<uint128>(h.m) << (h.e - e);
    const float lo = head > m ? nearest_float(!negative, head - m, e) : nearest_float(negative, m - head, e);
    return wide(x.lo()) == wide(lo);
  }
};

TEST_F(Conversion, double_to_nearest) {
  EXPECT_TRUE(holds(double_is_nearest{}, vectors(1 << 24, 1ull << 31)));
}

// Every double of at most 48 bits whose last is at least 2^-149 comes back as it was.
struct short_double_round_trip {
  FF_HD_LARGE bool operator()(uint64 i) const {
    draws d(i);
    const int e = d.between(-102, 126);
    const double x = double_of(d.bits() >> 63 << 63 | static_cast<uint64>(e + 1023) << 52 |
                               (d.bits() >> 12 & ~uint64{31}));
    return bits_of(static_cast<double>(ff_t(x))) == bits_of(x);
  }
};

// hi + lo to the nearest double, ties to even.
FF_HD_LARGE bool to_double_is_nearest(ff_t x) {
  const double d = static_cast<double>(x);
  const double rest = exact_sum<3>().add(x).add(-d).value();  // has few bits: exact
  if (rest == 0) return true;
  const uint64 b = bits_of(d);
  const double up = double_of(b + 1) - d, down = d - double_of(b - 1);
  const double gap = magnitude((rest > 0) == (d > 0) ? up : down);
  return 2 * magnitude(rest) < gap || (2 * magnitude(rest) == gap && b % 2 == 0);
}

TEST_F(Conversion, double_of_48_bits_round_trip) {
  EXPECT_TRUE(holds(short_double_round_trip{}, vectors(1 << 22, 1ull << 30)));
}
TEST_F(Conversion, to_double_is_nearest) {
  EXPECT_TRUE(holds_for<to_double_is_nearest>(pairs_of{-126, 126}, vectors(1 << 23, 1ull << 31)));
}

// ---- truncation

// The integer part by way of units of 2^-61; a smaller low word matters through its sign alone.
FF_HD_LARGE int128 truncated(ff_t x) {
  if (magnitude(wide(x.hi())) < 0.5) return 0;
  const auto fixed = [](float v) {
    const decoded p = decode(v);
    const int up = p.e + 61;
    const int128 m = up >= 0    ? static_cast<int128>(p.m) << up
                     : up > -64 ? static_cast<int128>(p.m >> -up)
                                : 0;
    const int128 kept = p.m != 0 && m == 0 ? 1 : m;
    return p.negative ? -kept : kept;
  };
  const int128 sum = fixed(x.hi()) + fixed(x.lo());
  return sum / (int128{1} << 61);
}

// Heads around whole numbers and low words with and without fraction, of either sign.
// 2^digits is the edge of the range.
FF_HD_LARGE ff_t some_pair_to_truncate(uint64 i, int digits) {
  draws d(i);
  const int kind = d.between(0, 4), e = d.between(0, digits - 1);
  const uint32 s = d.sign();
  const float whole_head =
      from_bits(s | to_bits(static_cast<float>(static_cast<int>(d.word() >> d.between(8, 31)))));
  const float low = d.low_word(digits - 1), tiny = d.coin() ? 0x1p-30f : -0x1p-30f;
  if (kind == 0)
    return draws::normalized(from_bits(s | to_bits(power(digits))),
                             d.coin() ? low : ff::mul_rn(low, 0x1p-20f));
  if (kind == 1) return draws::normalized(whole_head, tiny);
  if (kind == 2) return draws::normalized(from_bits(s | to_bits(power(e))), d.low_word(e));
  return d.pair(-3, digits - 1);
}

template <class I>
struct truncates {
  FF_HD_LARGE one_pair input(uint64 i) const {
    return {some_pair_to_truncate(i, std::numeric_limits<I>::digits)};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    const int128 whole = truncated(x), lowest = least_of<I>, largest = largest_of<I>;
    return int128{static_cast<I>(x)} == (whole < lowest ? lowest : whole > largest ? largest : whole);
  }
};

TEST_F(Conversion, truncation_to_long_long) {
  EXPECT_TRUE(holds(truncates<long long>{}, vectors(1 << 22, 1ull << 30)));
}
TEST_F(Conversion, truncation_to_unsigned_long_long) {
  EXPECT_TRUE(holds(truncates<unsigned long long>{}, vectors(1 << 22, 1ull << 30)));
}
TEST_F(Conversion, truncation_to_narrow_integers_and_characters) {
  EXPECT_TRUE(holds(truncates<short>{}, vectors(1 << 18, 1ull << 24)));
  EXPECT_TRUE(holds(truncates<unsigned short>{}, vectors(1 << 18, 1ull << 24)));
  EXPECT_TRUE(holds(truncates<signed char>{}, vectors(1 << 18, 1ull << 24)));
  EXPECT_TRUE(holds(truncates<unsigned char>{}, vectors(1 << 18, 1ull << 24)));
  EXPECT_TRUE(holds(truncates<char>{}, vectors(1 << 18, 1ull << 24)));
  EXPECT_TRUE(holds(truncates<wchar_t>{}, vectors(1 << 18, 1ull << 24)));
  EXPECT_TRUE(holds(truncates<char16_t>{}, vectors(1 << 18, 1ull << 24)));
  EXPECT_TRUE(holds(truncates<char32_t>{}, vectors(1 << 18, 1ull << 24)));
}

// As long long wherever that holds the number, fractions of either sign included; as the head beyond.
struct truncates_to_huge {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const ff_t x = some_pair_to_truncate(i, 63);
    const long long whole = static_cast<long long>(x);
    const bool within = whole > least_of<long long> && whole < largest_of<long long>;
    const bool same = static_cast<int128>(x) == whole &&
                      static_cast<uint128>(x) == static_cast<uint128>(whole < 0 ? 0 : whole);
    return !within || same;
  }
};
#if !defined(__CUDACC__)
// The x87's 64 bits hold hi + lo or round it once.
FF_HD_LARGE bool to_long_double_is_the_sum(ff_t x) {
  const long double hi = x.hi(), lo = x.lo(), got = static_cast<long double>(x);
  return got == hi + lo && std::signbit(got) == std::signbit(x.hi());
}
TEST_F(Conversion, to_long_double) {
  EXPECT_TRUE(holds_for<to_long_double_is_the_sum>(pairs_of{-126, 126}, vectors(1 << 18, 1 << 18)));
  for (const float hi : {0.0f, -0.0f, ff::detail::infinity, -ff::detail::infinity}) {
    const long double got = static_cast<long double>(from_words(hi, hi == 0 ? 0.0f : ff::detail::quiet_nan));
    EXPECT_TRUE(got == hi && std::signbit(got) == std::signbit(hi));
  }
  EXPECT_TRUE(std::isnan(static_cast<long double>(from_words(ff::detail::quiet_nan, 1.0f))));
}
#endif
TEST_F(Conversion, truncation_to_128_bits) {
  EXPECT_TRUE(holds(truncates_to_huge{}, vectors(1 << 20, 1ull << 28)));
}
static_assert(static_cast<int128>(from_words(0x1p127f, -1.0f)) == static_cast<int128>(~uint128{0} >> 1) &&
              static_cast<int128>(from_words(-0x1p127f, 0x1p-9f)) + static_cast<int128>(~uint128{0} >> 1) ==
                  0 &&
              static_cast<int128>(ff_t(-0x1p127f)) + static_cast<int128>(~uint128{0} >> 1) == -1 &&
              static_cast<uint128>(from_words(0x1.fffffep127f, 0x1.fffffep102f)) ==
                  uint128{0} - (uint128{1} << 103) - (uint128{1} << 79) &&
              static_cast<uint128>(ff_t(-1.5)) == 0 &&
              static_cast<int128>(from_words(0x1p70f, -0x1p-9f)) == (int128{1} << 70) - 1 &&
              static_cast<int128>(ff_t(ff::detail::infinity)) == static_cast<int128>(~uint128{0} >> 1));

TEST_F(Conversion, truncation_to_int) {
  EXPECT_TRUE(holds(truncates<int>{}, vectors(1 << 22, 1ull << 30)));
  EXPECT_TRUE(holds(truncates<unsigned>{}, vectors(1 << 22, 1ull << 30)));
}

// Any bits in both words: the end of the range beyond it, 0 for NaN, by the head; a number that is no pair
// only has to convert, which -fsanitize=float-cast-overflow judges.
template <class I>
FF_HD_LARGE constexpr bool saturates(ff_t x) {
  const float value = x.hi();
  const I got = static_cast<I>(x);
  if (is_nan(value)) return got == 0;
  if (value > 0x1.000002p0f * static_cast<float>(largest_of<I>) + 1) return got == largest_of<I>;
  if (value < 0x1.000002p0f * static_cast<float>(least_of<I>) - 1) return got == least_of<I>;
  return true;
}
FF_HD_LARGE bool saturates_to_every_integer(float a, float b) {
  const ff_t x = from_words(a, b);
  return saturates<int>(x) && saturates<unsigned>(x) && saturates<long>(x) && saturates<unsigned long>(x) &&
         saturates<long long>(x) && saturates<unsigned long long>(x) && saturates<short>(x) &&
         saturates<signed char>(x) && saturates<unsigned char>(x) && saturates<char16_t>(x);
}
FF_HD_LARGE two_floats any_two_words(uint64 i) {
  draws d(i);
  const float hi = d.any(), lo = d.any();
  return {hi, lo};
}
TEST_F(Conversion, to_integers_of_any_words) {
  EXPECT_TRUE((holds_for<saturates_to_every_integer, any_two_words>(vectors(1 << 20, 1ull << 28))));
}

// In constant expressions undefined behaviour would not compile.  (Nor does nvcc compare a NaN there.)
constexpr float infinite = ff::detail::infinity;
template <class I, int digits>
constexpr bool ends_hold() {
  constexpr I largest = largest_of<I>, lowest = least_of<I>;
  constexpr float end = power(digits), half = 0.5f, step = power(digits - 25);
  constexpr auto to = [](float hi, float lo) { return static_cast<I>(from_words(hi, lo)); };
  return to(end, 0.0f) == largest && to(end, half) == largest && to(end, -half) == largest &&
         to(end, -1.0f) == largest && to(end, -1.5f) == largest - 1 &&
         to(end, -step) == static_cast<I>(largest - static_cast<I>(step) + 1) &&
         to(inwards(end), step) == static_cast<I>(largest - static_cast<I>(step) + 1) &&
         to(outwards(end), -step) == largest && to(0x1p100f, -1.0f) == largest &&
         to(-0x1p100f, 1.0f) == lowest && to(infinite, 0.0f) == largest && to(-infinite, 0.0f) == lowest &&
         to(infinite, -infinite) == largest && to(-infinite, infinite) == lowest && to(-0.0f, 0.0f) == 0 &&
         to(-0.5f, 0.0f) == 0 && to(-1.0f, 0x1p-30f) == 0;
}
static_assert(!std::is_convertible_v<ff_t, short> && std::is_constructible_v<long double, ff_t> &&
              std::is_trivially_copyable_v<ff_t> && std::is_trivially_copy_assignable_v<ff_t>);
static_assert(ends_hold<int, 31>() && ends_hold<unsigned, 32>() && ends_hold<long long, 63>() &&
              ends_hold<unsigned long long, 64>());
#if !defined(__CUDACC__)
static_assert(static_cast<int>(from_words(ff::detail::quiet_nan, 1.0f)) == 0);
#endif
template <class I, int digits>
constexpr bool lower_ends_hold() {
  constexpr I lowest = least_of<I>;
  constexpr float start = -power(digits);
  constexpr auto to = [](float hi, float lo) { return static_cast<I>(from_words(hi, lo)); };
  return to(start, 0.0f) == lowest && to(start, -0.5f) == lowest && to(start, -1.0f) == lowest &&
         to(start, 0.5f) == lowest + 1 && to(start, 1.0f) == lowest + 1 && to(start, 1.5f) == lowest + 2 &&
         to(outwards(start), 1.0f) == lowest;
}
static_assert(lower_ends_hold<int, 31>() && lower_ends_hold<long long, 63>());
static_assert(static_cast<unsigned>(ff_t(-1.0f)) == 0 &&
              static_cast<unsigned long long>(ff_t(-0x1p40f)) == 0);
static_assert(static_cast<unsigned long long>(from_words(0x1p64f, -0x1p39f)) == 0ull - (1ull << 39));
static_assert(static_cast<int>(from_words(3.0f, -0x1p-30f)) == 2 &&
              static_cast<int>(from_words(-3.0f, 0x1p-30f)) == -2);
static_assert(static_cast<int>(from_words(3.0f, 0x1p-30f)) == 3 &&
              static_cast<int>(from_words(-3.0f, -0x1p-30f)) == -3);
static_assert(static_cast<int>(from_words(1.0f, -0x1p-60f)) == 0 && static_cast<int>(ff_t(-0.75f)) == 0);

// ---- sign and truth

FF_HD_LARGE two_floats two_words(uint64 i) {
  draws d(i);
  return {d.any(), d.any()};
}
FF_HD_LARGE bool sign_and_truth(float a, float b) {
  const ff_t x = from_words(a, b);
  return same_bits(-x, from_words(ff::neg(a), ff::neg(b))) && same_bits(+x, x) &&
         static_cast<bool>(x) == ((to_bits(a) & 0x7fffffffu) != 0);
}

TEST_F(Conversion, sign_and_truth) {
  EXPECT_TRUE((holds_for<sign_and_truth, two_words>(vectors(1 << 20, 1ull << 28))));
}

// ---- what converts by itself

template <class From>
constexpr bool implicit = std::is_convertible<From, ff_t>::value;
template <class From>
constexpr bool explicitly = std::is_constructible<ff_t, From>::value;
template <class To>
constexpr bool leaves = std::is_convertible<ff_t, To>::value;

static_assert(implicit<float> && implicit<double> && implicit<long double> && implicit<bool> &&
                  implicit<char> && implicit<signed char> && implicit<unsigned char> && implicit<wchar_t> &&
                  implicit<char16_t> && implicit<short> && implicit<unsigned short> && implicit<int> &&
                  implicit<unsigned> && implicit<long> && implicit<unsigned long> && implicit<long long> &&
                  implicit<unsigned long long>,
              "every arithmetic type becomes an ff_t by itself");
static_assert(!implicit<ff::float2> && explicitly<ff::float2> && !implicit<const char*> &&
              explicitly<const char*> && !explicitly<const void*> && !explicitly<std::nullptr_t>);
static_assert(!leaves<float> && !leaves<double> && !leaves<int> && !leaves<long long> && !leaves<bool> &&
                  !leaves<ff::float2>,
              "nothing leaves ff_t by itself");
static_assert(std::is_constructible<float, ff_t>::value && std::is_constructible<double, ff_t>::value &&
              std::is_constructible<unsigned long long, ff_t>::value &&
              std::is_constructible<bool, ff_t>::value);

// ---- what does not become a number, nor go through an ellipsis

struct taker {
  static void take(ff_t);
};
template <class Words, class = void>
constexpr bool braces_convert = false;
template <class Word>
constexpr bool
    braces_convert<Word, std::void_t<decltype(taker::take({std::declval<Word>(), std::declval<Word>()}))>> =
        true;

static_assert(!std::is_constructible<ff_t, float, float>::value &&
                  !std::is_constructible<ff_t, int, int>::value && !braces_convert<float> &&
                  !braces_convert<int>,
              "`ff_t{1.0f, 1.0f}` is no pair, so it does not compile");
static_assert(std::is_same<decltype(ff::from_words(1.0f, 0.0f)), ff_t>::value);
static_assert(ff::from_words(1.0f, 0x1p-25f).hi() == 1.0f && ff::from_words(1.0f, 0x1p-25f).lo() == 0x1p-25f);
static_assert(std::is_trivially_copyable<ff_t>::value && std::is_standard_layout<ff_t>::value &&
              std::is_trivially_default_constructible<ff_t>::value);

#define PRINTS(NAME, CALL)                                                  \
  template <class X, class = void>                                          \
  constexpr bool NAME##s = false;                                           \
  template <class X>                                                        \
  constexpr bool NAME##s<X, std::void_t<decltype(CALL)>> = true;            \
  static_assert(NAME##s<float> && NAME##s<double> && NAME##s<const ff_t*>); \
  static_assert(!NAME##s<ff_t> && !NAME##s<const ff_t&> && !NAME##s<ff_t&>)

PRINTS(printf, printf(std::declval<const char*>(), std::declval<X>()));
PRINTS(fprintf, fprintf(stderr, std::declval<const char*>(), 1, std::declval<X>()));
PRINTS(sprintf, sprintf(std::declval<char*>(), std::declval<const char*>(), std::declval<X>(), 1));
PRINTS(snprintf, snprintf(std::declval<char*>(), 9, std::declval<const char*>(), std::declval<X>()));

#define SCANS(NAME, CALL)                                        \
  template <class X, class = void>                               \
  constexpr bool NAME##s = false;                                \
  template <class X>                                             \
  constexpr bool NAME##s<X, std::void_t<decltype(CALL)>> = true; \
  static_assert(NAME##s<float*> && NAME##s<double*> && !NAME##s<ff_t*> && !NAME##s<ff_t*&>)

SCANS(scanf, scanf(std::declval<const char*>(), std::declval<X>()));
SCANS(fscanf, fscanf(stdin, std::declval<const char*>(), std::declval<X>()));
SCANS(sscanf, sscanf("1", std::declval<const char*>(), std::declval<int*>(), std::declval<X>()));

// ---- constant expressions

static_assert(ff_t(0.1).hi() == 0.1f && static_cast<double>(ff_t(0.1)) != 0.1 &&
              ff_t(0.1).lo() == static_cast<float>(0.1 - static_cast<double>(0.1f)));
static_assert(static_cast<double>(ff_t(2147483647)) == 2147483647.0 &&
              static_cast<double>(ff_t(4294967295u)) == 4294967295.0);
static_assert(ff_t(~0ull).hi() == 0x1p64f && ff_t(~0ull).lo() == -1.0f);
static_assert((-from_words(1.0f, 0x1p-30f)).lo() == -0x1p-30f && !static_cast<bool>(ff_t{}));

}  // namespace
