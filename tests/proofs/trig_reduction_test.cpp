// The reduction of large arguments in floats (trig_reduction.hpp) against integers of 128 bits: what is left
// of x, the ranges that docs/proofs/trig_reduction.md states, and that constants which are off by a bit are
// seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ff/math/trig_reduction.hpp>
#include <random>

namespace {

using ff::ff_t;
using ff::from_words;
using namespace ff::detail;
__extension__ typedef unsigned __int128 fixed;  // multiples of 2^-96, modulo 2^32
__extension__ typedef __int128 signed_fixed;

constexpr fixed half_pi = (fixed{0x1921fb544ULL} << 64) | 0x42d18469898cc517ULL;

fixed fixed_of(float x) {
  int e = 0;
  const auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &e), 24));
  const int shift = e - 24 + 96;
  const fixed s = static_cast<fixed>(static_cast<signed_fixed>(significand));
  if (shift >= 0) return s << shift;
  return shift < -24 ? 0 : static_cast<fixed>(static_cast<signed_fixed>(s) >> -shift);
}
double value(fixed x) { return std::ldexp(static_cast<double>(static_cast<signed_fixed>(x)), -96); }

fixed sum_of(const large_parts& p) {
  return fixed_of(p.rest.head) + fixed_of(p.rest.low) + fixed_of(p.rest.v) + fixed_of(p.rest.tail);
}

struct seen {
  double error = 0, relative = 0, least_v = 1, largest_v = 0, largest_tail = 0, least = 1;
  long in_floats = 0, wrong_quadrants = 0;
};

// x >= 0, as x = n pi/2 + r with the n that the sum of the parts says.
void judge(seen& s, float hi, float lo) {
  const large_parts p = reduce_large(from_words(hi, lo));
  if (p.rest.v == 0) return;  // in integers
  ++s.in_floats;
  const fixed x = fixed_of(hi) + fixed_of(lo), left = x - sum_of(p);
  const double quadrants = (static_cast<double>(hi) + (lo - value(sum_of(p)))) / 0x1.921fb54442d18p0;
  const auto n = static_cast<std::uint64_t>(std::llround(quadrants));
  const double error = std::fabs(value(left - n * half_pi)), rest = std::fabs(value(x - n * half_pi));
  s.error = std::max(s.error, error);
  s.relative = std::max(s.relative, error / rest);
  s.least = std::min(s.least, rest);
  s.wrong_quadrants += ((n ^ p.quadrant) & 3) != 0;
  s.least_v = std::min(s.least_v, static_cast<double>(p.rest.v));
  s.largest_v = std::max(s.largest_v, static_cast<double>(p.rest.v));
  s.largest_tail = std::max(s.largest_tail, std::fabs(static_cast<double>(p.rest.tail)));
}

// Low words of a head: none, the ends of what a pair and a weak pair may have, and any, also much smaller.
template <class Bits>
void judge_pairs(seen& s, float hi, Bits& bits) {
  const float half = std::ldexp(1.0f, std::ilogb(hi) - 24);
  const float any = static_cast<float>(static_cast<std::int32_t>(bits())) * 0x1p-31f * half;
  for (const float lo : {0.0f, half, std::nextafter(half, 2 * half), any,
                         std::ldexp(any, -static_cast<int>(bits() % 40)), std::nextafter(half, 0.0f)}) {
    judge(s, hi, lo);
    judge(s, hi, -lo);
  }
}

// 51 turns, or a half of them more: where the quotients change and the rests are the largest.
template <class Bits>
void judge_ends(seen& s, Bits& bits) {
  const double half = 51 * 3.14159265358979324;
  const auto steps = static_cast<std::uint64_t>(0x1p30 / half);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t k = i < 8000    ? 52 + static_cast<unsigned>(i)
                            : i < 12000 ? steps - (i - 8000)
                                        : bits() % steps;
    float hi = static_cast<float>(static_cast<double>(k) * half);
    for (int j = 0; j < 3; ++j, hi = std::nextafter(hi, 0x1p30f))
      if (hi >= 0x1p13f && hi < 0x1p30f) judge_pairs(s, hi, bits);
  }
}

// Pairs whose rest is a little more or less than 2^-11, or any.
template <class Bits>
void judge_near_multiples(seen& s, Bits& bits) {
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t n = 5216 + (bits() % 683560000 >> bits() % 16);
    const double near = static_cast<double>(bits() >> 40) * 0x1p-24;
    const double rest = (1 + near) * std::ldexp(1.0, -static_cast<int>(bits() % 12) - 1);
    const double x = static_cast<double>(n) * 0x1.921fb54442d18p0 + (bits() % 2 ? rest : -rest);
    const float hi = static_cast<float>(x);
    judge(s, hi, static_cast<float>(x - static_cast<double>(hi)));
  }
}

TEST(LargeAngles, WhatIsLeftIsWithinTheProofsBounds) {
  std::mt19937_64 bits(1);
  seen s;
  judge_ends(s, bits);
  judge_near_multiples(s, bits);
  for (int i = 0; i < 100000; ++i)
    judge_pairs(s, std::ldexp(1 + static_cast<float>(bits() >> 41) * 0x1p-23f, 13 + i % 17), bits);
  EXPECT_EQ(s.wrong_quadrants, 0);
  EXPECT_GT(s.in_floats, 2000000);
  EXPECT_LT(s.error, 0x1.4p-59);     // 2.5 2^-60
  EXPECT_LT(s.relative, 0x1.7p-50);  // of 2^-9.2 at least
  EXPECT_GT(s.least, 0x1.bcp-10);
  EXPECT_LT(s.least, 0x1.ep-10);  // the search comes next to that
  EXPECT_GT(s.least_v, 0x1p-15);
  EXPECT_LT(s.largest_v, 0x1p-12);
  EXPECT_LT(s.largest_tail, 0x1.6p-36);
  RecordProperty("error", std::to_string(std::log2(s.error)));
  RecordProperty("relative", std::to_string(std::log2(s.relative)));
}

// The steps of the proof that are exact, from the code's own constants.
TEST(LargeAngles, ConstantsAddUpAndHaveTheirDigits) {
  const fixed quarter = fixed_of(quarter_1) + fixed_of(quarter_2) + fixed_of(quarter_3) + fixed_of(quarter_4);
  const fixed turns = fixed_of(turns_1) + fixed_of(turns_2) + fixed_of(turns_3) + fixed_of(turns_4);
  EXPECT_LT(std::fabs(value(quarter - half_pi)), 0x1p-87);
  EXPECT_LT(std::fabs(value(turns - 204 * half_pi)), 0x1p-83);
  const auto multiple = [](float x, int digits) {
    return std::ldexp(x, digits) == std::rint(std::ldexp(x, digits));
  };
  EXPECT_TRUE(multiple(quarter_1, 18) && multiple(quarter_2, 36));
  EXPECT_TRUE(multiple(turns_1, 15) && multiple(turns_2, 36) && multiple(turns_3, 54));
}

}  // namespace
