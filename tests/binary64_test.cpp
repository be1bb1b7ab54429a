// Doubles and floats into each other by integers, against the same by doubles.
#include <ff/ff_t.hpp>
#include <ff/type/binary64.hpp>

#include "exact.hpp"
#include "properties.hpp"

namespace {

using namespace ff_test;
using ff::detail::bit_cast;

struct Binary64 : Everywhere {};

FF_HD_LARGE uint64 bits_of(double x) { return bit_cast<uint64>(x); }
FF_HD_LARGE bool same_double(double a, double b) { return bits_of(a) == bits_of(b) || (a != a && b != b); }

FF_HD_LARGE constexpr int sign_of(int a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }

// ---- a double as two floats

FF_HD_LARGE bool words_alike(double x) {
  const ff::detail::nearest_words i = ff::detail::words_by_integers(x), d = ff::detail::words_by_doubles(x);
  return same_bits(i.hi, d.hi) && to_bits(i.lo) == to_bits(d.lo) && sign_of(i.rest) == sign_of(d.rest);
}

// A run of n bits that is zeros, ones, a half, or drawn; a few units more or less.
FF_HD_LARGE uint64 run_of(draws& d, int n) {
  const uint64 mask = (uint64{1} << n) - 1, drawn = d.bits() & mask, half = uint64{1} << (n - 1);
  const int kind = d.between(0, 7);
  const uint64 about = static_cast<uint64>(d.between(-2, 2));
  return (kind == 0 ? about : kind == 1 ? half + about : kind == 2 ? mask + about : drawn) & mask;
}

// Every exponent, or those of floats and of their subnormals' words; runs that end at a place where a word
// may.
FF_HD_LARGE double some_double(uint64 i) {
  draws d(i);
  const int kind = d.between(0, 7), any = d.between(0, 2047), of_float = d.between(896 - 60, 1023 + 130);
  const int field = kind == 0 ? any : kind == 1 ? d.between(1023 - 160, 1023 - 90) : of_float;
  const int cut = d.coin() ? 29 : d.between(1, 51), lower = d.coin() ? 5 : d.between(1, 51);
  const uint64 high = run_of(d, 52 - cut) << cut;
  const uint64 low = cut > lower ? run_of(d, cut - lower) << lower | run_of(d, lower) : run_of(d, cut);
  return bit_cast<double>(uint64{d.sign()} << 32 | static_cast<uint64>(field) << 52 | high | low);
}

struct some_doubles {
  FF_HD_LARGE bool operator()(uint64 i) const { return words_alike(some_double(i)); }
};
struct any_doubles {
  FF_HD_LARGE bool operator()(uint64 i) const { return words_alike(bit_cast<double>(draws(i).bits())); }
};
// The doubles about a border, both signs.
struct doubles_about {
  double border;
  FF_HD_LARGE bool operator()(uint64 i) const {
    const uint64 b = bits_of(border) + i - 2048;
    return words_alike(bit_cast<double>(b)) && words_alike(bit_cast<double>(b | uint64{1} << 63));
  }
};
constexpr double borders[] = {0x1p-1022,
                              0x1p-151,
                              0x1p-150,
                              0x1.8p-150,
                              0x1p-149,
                              0x1.8p-149,
                              0x1p-127,
                              0x1p-126,
                              0x1.fffffefp-126,
                              0x1p-103,
                              0x1p-98,
                              0x1p-97,
                              0x1.fffffefp-98,
                              0x1p-74,
                              1,
                              0x1.000001p0,
                              0x1.ffffefffffffp127,
                              0x1.fffff00p127,
                              0x1.fffffep127,
                              0x1.ffffffp127,
                              0x1p128,
                              0x1.fffffffffffffp1023};

TEST_F(Binary64, words_of_some_doubles) { EXPECT_TRUE(holds(some_doubles{}, vectors(1 << 24, 1ull << 31))); }
TEST_F(Binary64, words_of_any_doubles) { EXPECT_TRUE(holds(any_doubles{}, vectors(1 << 23, 1ull << 31))); }
TEST_F(Binary64, words_about_borders) {
  for (const double border : borders) EXPECT_TRUE(holds(doubles_about{border}, 4096)) << border;
  EXPECT_TRUE(holds(doubles_about{0}, 4096));  // and NaN
}

// ---- two floats as a double

FF_HD_LARGE bool sums_alike(float hi, float lo) {
  return same_double(ff::detail::sum_by_integers(hi, lo), ff::detail::sum_by_doubles(hi, lo));
}

// Pairs, weak pairs, and low words that come near to half a unit of the double or to the gap between heads.
FF_HD_LARGE two_floats some_words(uint64 i) {
  draws d(i);
  const int kind = d.between(0, 7), apart = d.between(-3, 60);
  const ff_t pair = d.pair(-126, 126), weak = d.weak_pair(-100, 126);
  if (kind == 0) return {pair.hi(), pair.lo()};
  if (kind == 1) return {weak.hi(), weak.lo()};
  if (kind == 2) return {d.any(), d.any()};
  if (kind == 3) return {from_bits(d.word()), from_bits(d.word())};
  const float head = kind == 4 ? from_bits(d.sign() | d.fraction() >> d.between(0, 22)) : d.in(-126, 127);
  const float power_head = from_bits(to_bits(head) & 0xff800000u), chosen = kind == 5 ? power_head : head;
  const int e = static_cast<int>(to_bits(chosen) >> 23 & 255u) - 127 - apart;
  const uint32 s = d.sign();
  const float low = e > 127 ? 0.0f : e < -149 ? from_bits(d.fraction() >> 20) : power(e);
  const uint32 f = kind == 6 ? d.fraction() : static_cast<uint32>(d.between(-2, 2));
  const uint32 bits = to_bits(low) + f;
  return {chosen, from_bits(s | (bits & 0x7fffffffu))};
}
FF_HD_LARGE bool words_that_cancel(uint64 i) {
  draws d(i);
  const float a = d.any();
  return sums_alike(a, from_bits((to_bits(a) ^ 0x80000000u) + static_cast<uint32>(d.between(-3, 3))));
}
struct cancelling {
  FF_HD_LARGE bool operator()(uint64 i) const { return words_that_cancel(i); }
};

TEST_F(Binary64, sums_of_some_words) {
  EXPECT_TRUE((holds_for<sums_alike, some_words>(vectors(1 << 24, 1ull << 31))));
}
TEST_F(Binary64, sums_that_cancel) { EXPECT_TRUE(holds(cancelling{}, vectors(1 << 22, 1ull << 28))); }

FF_HD_LARGE two_floats special_words(uint64 i) {
  constexpr float words[] = {0.0f,
                             -0.0f,
                             1.0f,
                             -1.0f,
                             0x1p-149f,
                             -0x1p-149f,
                             0x1.8p-126f,
                             0x1p-74f,
                             0x1p-75f,
                             -0x1p-98f,
                             0x1.fffffep127f,
                             -0x1.fffffep127f,
                             0x1p103f,
                             0x1.fffffep102f,
                             ff::detail::infinity,
                             -ff::detail::infinity,
                             ff::detail::quiet_nan};
  return {words[i / 17], words[i % 17]};
}
TEST_F(Binary64, sums_of_special_words) { EXPECT_TRUE((holds_for<sums_alike, special_words>(17 * 17))); }

// ---- signed zeros, non-finite values, borders, as constants too

constexpr float infinite = ff::detail::infinity;
constexpr uint64 sum_bits(float hi, float lo) {
  return bit_cast<uint64>(static_cast<double>(ff::from_words(hi, lo)));
}
static_assert(sum_bits(-0.0f, 0.0f) == uint64{1} << 63 && sum_bits(0.0f, -0.0f) == 0 &&
              sum_bits(1.0f, -1.0f) == 0);
static_assert(sum_bits(infinite, -infinite) == bit_cast<uint64>(static_cast<double>(infinite)));
static_assert(sum_bits(0x1.fffffep127f, 0x1.fffffep127f) == bit_cast<uint64>(0x1.fffffep128));
static_assert(sum_bits(1.0f, 0x1p-53f) == bit_cast<uint64>(1.0) &&
              sum_bits(1.0f, 0x1.8p-53f) == bit_cast<uint64>(0x1.0000000000001p0));
static_assert(sum_bits(0x1p-149f, 0.0f) == bit_cast<uint64>(0x1p-149));

constexpr bool are(double x, float hi, float lo, int rest) {
  const ff::detail::nearest_words w = ff::detail::words_by_integers(x);
  return to_bits(w.hi) == to_bits(hi) && to_bits(w.lo) == to_bits(lo) && sign_of(w.rest) == rest;
}
static_assert(are(-0.0, -0.0f, 0.0f, 0) && are(0.5, 0.5f, 0.0f, 0) && are(0x1p-150, 0.0f, 0.0f, 1));
static_assert(are(-0x1p-1074, -0.0f, -0.0f, -1) && are(0x1.8p-150, 0x1p-149f, -0.0f, -1));
static_assert(are(0x1.ffffffp127, infinite, 0.0f, -1) && are(-1e300, -infinite, 0.0f, 1));
static_assert(are(0x1.fffffefffffffp127, 0x1.fffffep127f, 0x1p103f, -1));
static_assert(are(0x1.000001p0, 1.0f, 0x1p-24f, 0) && are(0x1.000003p0, 0x1.000004p0f, -0x1p-24f, 0));

}  // namespace
