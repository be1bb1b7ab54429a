// Comparison by value, against the exact difference: pairs, weak pairs, float, double and integers.
#include <ff/comparison.hpp>
#include <ff/radix.hpp>
#include <limits>
#include <vector>

#include "exact.hpp"
#include "properties.hpp"

namespace {

using namespace ff_test;

struct Comparison : Everywhere {};

constexpr int unordered = 2;

// All six operators, both ways round, against the sign of x - y.
template <class X, class Y>
FF_HD_LARGE bool agrees(X x, Y y, int sign) {
  const bool lt = sign == -1, eq = sign == 0, gt = sign == 1;
  return (x < y) == lt && (x <= y) == (lt || eq) && (x == y) == eq && (x != y) == !eq && (x > y) == gt &&
         (x >= y) == (gt || eq) && (y < x) == gt && (y <= x) == (gt || eq) && (y == x) == eq &&
         (y != x) == !eq && (y > x) == lt && (y >= x) == (lt || eq);
}

// ---- pairs

FF_HD_LARGE int order(ff_t x, ff_t y) { return exact_sum<4>().add(x).sub(y).sign(); }

// Independent, equal, one unit of the low word apart, or equal heads; every tenth as weak pairs.
FF_HD_LARGE two_pairs comparable(uint64 i) {
  draws d(i);
  const ff_t x = d.pair(-126, 126);
  const int kind = d.between(0, 9), e = draws::exponent(x.hi());
  const float low = d.low_word(e);
  if (kind == 0) return {x, x};
  if (kind == 1) return {x, draws::normalized(x.hi(), low)};
  if (kind == 2) return {x, draws::normalized(x.hi(), from_bits(to_bits(x.lo()) + 1u))};
  if (kind == 3) return {x, -x};
  if (kind == 4) return {x, ff_t(x.hi())};
  if (kind == 5) return {x, draws::normalized(outwards(x.hi()), ff::neg(low))};
  if (kind == 6) return {ff_t(d.coin() ? 0.0f : -0.0f), d.coin() ? ff_t(0.0f) : x};
  if (kind == 7) return {d.weak_pair(-100, -99), d.weak_pair(-100, -99)};
  return {x, d.pair(e, e < 126 ? e + 1 : e)};
}

FF_HD_LARGE bool pairs_by_value(ff_t x, ff_t y) { return agrees(x, y, order(x, y)); }

// The weak form and the strict form of one value are equal, and stand alike to everything else.
FF_HD_LARGE two_pairs weak_and_close(uint64 i) {
  draws d(i);
  const ff_t x = d.weak_pair(-100, 126);
  const int e = draws::exponent(x.hi());
  return {x, d.coin() ? d.pair(e, e)
                      : draws::normalized(d.coin() ? outwards(x.hi()) : inwards(x.hi()), d.low_word(e))};
}
FF_HD_LARGE bool weak_is_its_strict_form(ff_t x, ff_t y) {
  const ff_t same = draws::normalized(x.hi(), x.lo());
  return agrees(x, same, 0) && agrees(x, y, order(x, y)) && agrees(same, y, order(x, y)) &&
         agrees(x, wide(x.hi()) + wide(x.lo()), 0) && agrees(x, x.hi(), ff::less(x.lo(), 0.0f) ? -1 : 1);
}

FF_HD_LARGE three_pairs three_comparable(uint64 i) {
  const auto [x, y] = comparable(i);
  return {x, y, comparable(i ^ (draws(i).word() & 1u)).y};
}
FF_HD_LARGE bool total_order(ff_t x, ff_t y, ff_t z) {
  const bool trichotomy = (x < y) + (x == y) + (x > y) == 1;
  const bool transitive = (!(x < y && y < z) || x < z) && (!(x == y && y == z) || x == z) &&
                          (!(x <= y && y <= z) || x <= z) && (!(x < y && y == z) || x < z);
  return trichotomy && transitive && x == x && !(x < x) && !(x != x);
}

TEST_F(Comparison, pairs_by_value) {
  EXPECT_TRUE((holds_for<pairs_by_value, comparable>(vectors(1 << 22, 1ull << 30))));
}
TEST_F(Comparison, a_weak_pair_is_its_strict_form) {
  EXPECT_TRUE((holds_for<weak_is_its_strict_form, weak_and_close>(vectors(1 << 21, 1ull << 30))));
}
TEST_F(Comparison, order_is_total) {
  EXPECT_TRUE((holds_for<total_order, three_comparable>(vectors(1 << 22, 1ull << 30))));
}

// ---- keys for radix sort

FF_HD_LARGE bool keys_in_order(ff_t x, ff_t y) {
  const uint64 a = ff::radix_key(x), b = ff::radix_key(y);
  const ff_t back = ff::from_radix_key(a);
  return (a < b) == (x < y) && (a == b) == (x == y) && back == x && ff::radix_key(back) == a;
}

TEST_F(Comparison, radix_keys_are_in_order) {
  EXPECT_TRUE((holds_for<keys_in_order, comparable>(vectors(1 << 22, 1ull << 30))));
  EXPECT_TRUE((holds_for<keys_in_order, weak_and_close>(vectors(1 << 21, 1ull << 30))));
}

TEST(RadixKey, special_numbers_from_the_least) {
  using limits = std::numeric_limits<ff_t>;
  const float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;
  const std::vector<ff_t> ascending = {-inf,      limits::lowest(), -1.0f, -0x1p-149f,    0.0f,
                                       0x1p-149f, limits::min(),    1.0f,  limits::max(), inf};
  for (size_t i = 0; i < ascending.size(); ++i)
    for (size_t j = 0; j < ascending.size(); ++j)
      EXPECT_TRUE(keys_in_order(ascending[i], ascending[j])) << i << " " << j;
  EXPECT_EQ(ff::radix_key(-0.0f), ff::radix_key(0.0f));
  EXPECT_EQ(ff::detail::to_bits(ff::from_radix_key(ff::radix_key(-0.0f)).hi()), 0u);
  EXPECT_EQ(ff::radix_key(ff::from_words(inf, -inf)), ff::radix_key(inf));
  for (const float other : {0.0f, -inf, nan})
    for (const float head : {nan, -nan}) EXPECT_EQ(ff::radix_key(ff::from_words(head, other)), ~uint64{0});
  EXPECT_LT(ff::radix_key(inf), ~uint64{0});
  const ff_t back = ff::from_radix_key(~uint64{0});
  EXPECT_TRUE(back != back);
}

// ---- float and double

struct against_float {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [x, y] = comparable(i);
    draws d(~i);
    const float near = from_bits(to_bits(x.hi()) + static_cast<uint32>(d.between(-1, 1)));
    const float f = d.coin() ? y.hi() : is_finite(near) ? near : 0.0f;
    return agrees(x, f, order(x, f)) && agrees(y, f, order(y, f));
  }
};

// Doubles at the pair's own value, its neighbours, and doubles no float-float can hold.
struct against_double {
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [x, y] = comparable(i);
    draws d(~i);
    const double value = wide(x.hi()) + wide(x.lo()), other = wide(y.hi()) + wide(y.lo());
    const uint64 b = ff::detail::bit_cast<uint64>(value), far = d.bits();
    const double around = ff::detail::bit_cast<double>(b + static_cast<uint64>(d.between(-2, 2)));
    const double any = ff::detail::bit_cast<double>(far);
    const double given[] = {
        value, b << 1 == 0 ? value : around, other, any == any ? any : 1e300, 1e300, -5e-324, 0.0};
    for (const double g : given) {
      const bool huge = magnitude(g) > 0x1p200;
      if (!agrees(x, g, huge ? (g > 0 ? -1 : 1) : exact_sum<3>().add(x).add(-g).sign())) return false;
    }
    return true;
  }
};

// Any two words against doubles about their sum, though they be no pair.
struct words_against_double {
  FF_HD_LARGE bool operator()(uint64 i) const {
    draws d(i);
    const float a = d.in(-126, 126), other = d.in(-126, 126);
    const uint32 close = (to_bits(a) ^ 0x80000000u) + static_cast<uint32>(d.between(-3, 3));
    const ff_t x = ff::from_words(a, d.coin() ? other : from_bits(close));
    const double value = wide(x.hi()) + wide(x.lo());
    const uint64 b = ff::detail::bit_cast<uint64>(value), apart = static_cast<uint64>(d.between(-2, 2));
    const double around = b << 1 == 0 ? -5e-324 : ff::detail::bit_cast<double>(b + apart);
    for (const double g : {value, around, wide(x.hi()), wide(x.lo()), -value})
      if (!agrees(x, g, exact_sum<3>().add(x).add(-g).sign())) return false;
    return true;
  }
};

TEST_F(Comparison, against_float) { EXPECT_TRUE(holds(against_float{}, vectors(1 << 22, 1ull << 30))); }
TEST_F(Comparison, against_double) { EXPECT_TRUE(holds(against_double{}, vectors(1 << 21, 1ull << 30))); }

TEST_F(Comparison, words_against_double) {
  EXPECT_TRUE(holds(words_against_double{}, vectors(1 << 21, 1ull << 30)));
}

// ---- integers

// The integer in two doubles, the upper one a multiple of 2^32.
template <class I>
FF_HD_LARGE int order_to_integer(ff_t x, I n) {
  const I low = n & static_cast<I>(0xffffffffu);
  return exact_sum<4>().add(x).add(-static_cast<double>(n - low)).add(-static_cast<double>(low)).sign();
}

template <class I>
struct against_integer {
  FF_HD_LARGE bool operator()(uint64 i) const {
    draws d(i);
    constexpr int digits = std::numeric_limits<I>::digits;
    const uint64 random = d.bits() >> d.between(0, 63), power_of_two = uint64{1} << d.between(0, 63);
    const uint64 unit = static_cast<uint64>(d.between(-2, 2)), top = uint64{largest_of<I>};
    const int kind = d.between(0, 3);
    const I n = static_cast<I>(kind == 0   ? random
                               : kind == 1 ? uint64{0} - random
                               : kind == 2 ? power_of_two + unit
                                           : top - (random >> 40) + unit);
    const ff_t rounded(n), edge = from_words(power(digits), d.coin() ? -0.5f : 0.0f);
    const float low = rounded.lo();
    const ff_t above = from_words(rounded.hi(), outwards(low)),
               below = from_words(rounded.hi(), to_bits(low) << 1 == 0 ? -0x1p-60f : inwards(low));
    const ff_t tiny = from_words(rounded.hi(), d.coin() ? 0x1p-40f : -0x1p-40f),
               random_pair = d.pair(-3, digits);
    for (const ff_t x : {rounded, above, below, tiny, edge, -edge, random_pair})
      if (!agrees(x, n, order_to_integer(x, n))) return false;
    return true;
  }
};

TEST_F(Comparison, against_int) {
  EXPECT_TRUE(holds(against_integer<int>{}, vectors(1 << 19, 1ull << 28)));
  EXPECT_TRUE(holds(against_integer<unsigned>{}, vectors(1 << 19, 1ull << 28)));
}
TEST_F(Comparison, against_long_long) {
  EXPECT_TRUE(holds(against_integer<long long>{}, vectors(1 << 20, 1ull << 28)));
  EXPECT_TRUE(holds(against_integer<long>{}, vectors(1 << 19, 1ull << 28)));
}
TEST_F(Comparison, against_unsigned_long_long) {
  EXPECT_TRUE(holds(against_integer<unsigned long long>{}, vectors(1 << 20, 1ull << 28)));
  EXPECT_TRUE(holds(against_integer<unsigned long>{}, vectors(1 << 19, 1ull << 28)));
}

// ---- infinities and NaN: the head is the value

constexpr float infinity = ff::detail::infinity, quiet_nan = ff::detail::quiet_nan;
constexpr double wide_infinity = std::numeric_limits<double>::infinity();

FF_HD_LARGE ff_t special_pair(uint64 i) {
  constexpr float words[] = {
      0.0f, -0.0f, 1.0f, -1.0f, 0x1p-149f, 0x1.fffffep127f, -0x1.fffffep127f, infinity, -infinity, quiet_nan};
  const float hi = words[i % 10];
  if (is_finite(hi)) return hi;
  return from_words(hi, words[i / 10 % 10]);
}
FF_HD_LARGE int order_of(double x, double y) {
  return x != x || y != y ? unordered : x < y ? -1 : x > y ? 1 : 0;
}

FF_HD_LARGE two_pairs two_special_pairs(uint64 i) { return {special_pair(i % 100), special_pair(i / 100)}; }
FF_HD_LARGE bool specials_as_ieee(ff_t x, ff_t y) {
  const double a = wide(x.hi()), b = wide(y.hi());  // a finite head stands alone here
  const double doubles[] = {wide_infinity, -wide_infinity, 0x1p1023, wide(quiet_nan), 0.0};
  const double head = wide(x.hi());  // what x is to a double
  for (const double d : doubles)
    if (!agrees(x, d, order_of(head, d))) return false;
  return agrees(x, y, order_of(a, b)) && agrees(x, y.hi(), order_of(a, wide(y.hi()))) &&
         agrees(x, b, order_of(head, b)) && agrees(x, 3, order_of(a, 3)) &&
         agrees(x, -5ll, order_of(a, -5)) && agrees(x, ~0ull, order_of(a, 0x1p64)) &&
         agrees(x, 0u, order_of(a, 0));
}

TEST_F(Comparison, specials_as_ieee) { EXPECT_TRUE((holds_for<specials_as_ieee, two_special_pairs>(10000))); }

static_assert(from_words(1.0f, 0x1p-30f) > 1.0f && from_words(1.0f, 0x1p-30f) < from_words(1.0f, 0x1p-29f) &&
              ff_t(3) == 3);
static_assert(from_words(0x1p63f, -1.0f) == 0x7fffffffffffffffll && from_words(0x1p64f, -1.0f) == ~0ull);
static_assert(ff_t(0.1) != 0.1 && ff_t(0.5) == 0.5 && ff_t(0.0f) == -0.0f);
static_assert(from_words(1.0f, 0x1.000002p-24f) == from_words(0x1.000002p0f, 0x1.000002p-24f - 0x1p-23f));

}  // namespace
