// The three seeds against the definition of correct rounding: r is RN(y) when y lies between the points
// half-way to r's neighbours.  Those points have 25 bits, so their products with the argument are exact in
// double or are compared through one fused multiply-add, whose sign is exact.
//
// On the GPU every significand in every exponent of the stated range is visited: the seeds rest on the
// hardware's approximation tables, which no document guarantees.
#include <cmath>
#include <ff/rounding.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

struct Seeds : Everywhere {};

// Half-way from |r| to its neighbours, and |r| itself, for a finite r > 0.
FF_HD_LARGE double half_way_above(float r) { return 0.5 * (wide(r) + wide(outwards(r))); }
FF_HD_LARGE double half_way_below(float r) { return 0.5 * (wide(r) + wide(inwards(r))); }

FF_HD_LARGE bool is_reciprocal(float r, float b) {
  return ff::less(0.0f, r) && is_finite(r) && half_way_below(r) * wide(b) <= 1 &&
         half_way_above(r) * wide(b) >= 1;
}
FF_HD_LARGE bool is_square_root(float s, float a) {
  const double low = half_way_below(s), high = half_way_above(s);
  return ff::less(0.0f, s) && is_finite(s) && low * low <= wide(a) && high * high >= wide(a);
}
FF_HD_LARGE bool is_reciprocal_root(float r, float a) {
  const double low = half_way_below(r), high = half_way_above(r);
  return ff::less(0.0f, r) && is_finite(r) && std::fma(low * low, wide(a), -1.0) <= 0 &&
         std::fma(high * high, wide(a), -1.0) >= 0;
}

// Argument i: all significands of the first exponent, then of the next.
struct positive_floats {
  int first;
  FF_HD_LARGE one_float operator()(uint64 i) const {
    return {from_bits((static_cast<uint32>(first + 127) << 23) + static_cast<uint32>(i))};
  }
};

struct rcp_is_rounded {
  positive_floats from;
  FF_HD_LARGE one_float input(uint64 i) const { return from(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float b = input(i).a, r = ff::rcp_rn(b), negative = ff::rcp_rn(from_bits(to_bits(b) | 0x80000000u));
    return is_reciprocal(r, b) && to_bits(negative) == (to_bits(r) | 0x80000000u);
  }
};

struct sqrt_is_rounded {
  positive_floats from;
  FF_HD_LARGE one_float input(uint64 i) const { return from(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float a = input(i).a;
    const auto [s, h] = ff::sqrt_seed(a);
    const bool all_ones = (to_bits(s) & 0x7fffffu) == 0x7fffffu;
    const float twice = from_bits(to_bits(s) + 0x800000u);
    const auto straight = ff::straight_sqrt_seed(a);
    return is_square_root(s, a) && is_reciprocal(all_ones ? outwards(h) : h, twice) && straight.s == s &&
           straight.h == h;
  }
};

struct rsqrt_is_rounded {
  positive_floats from;
  FF_HD_LARGE one_float input(uint64 i) const { return from(i); }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float a = input(i).a;
    const float r = ff::rsqrt_rn(a);
    return is_reciprocal_root(r, a) && ff::straight_rsqrt_rn(a) == r;
  }
};

// Both parities of the exponent at each end of the range and in the middle; all of them on the device.
template <class Body>
void check_exponents(int first, int last) {
  constexpr uint64 significands = 1 << 23;
  if (on_device) {
    EXPECT_TRUE(holds(Body{{first}}, static_cast<uint64>(last - first + 1) * significands));
  } else {
    for (const int start : {first, -1, last - 1})
      EXPECT_TRUE(holds(Body{{start}}, 2 * significands)) << "exponents " << start << " and " << start + 1;
  }
}

TEST_F(Seeds, rcp_rn_is_correctly_rounded) { check_exponents<rcp_is_rounded>(-126, 125); }
TEST_F(Seeds, sqrt_seed_is_correctly_rounded) { check_exponents<sqrt_is_rounded>(-102, 127); }
TEST_F(Seeds, rsqrt_rn_is_correctly_rounded) { check_exponents<rsqrt_is_rounded>(-126, 127); }

// The judges themselves reject both neighbours of the right value.
struct neighbours_are_rejected {
  FF_HD_LARGE one_float input(uint64 i) const {
    return {from_bits((static_cast<uint32>(i % 100 + 64) << 23) + (draws(i).word() >> 9))};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float a = input(i).a, r = ff::rcp_rn(a), s = ff::sqrt_seed(a).s, y = ff::rsqrt_rn(a);
    return !is_reciprocal(outwards(r), a) && !is_reciprocal(inwards(r), a) &&
           !is_square_root(outwards(s), a) && !is_square_root(inwards(s), a) &&
           !is_reciprocal_root(outwards(y), a) && !is_reciprocal_root(inwards(y), a);
  }
};

TEST_F(Seeds, judges_reject_the_neighbours) { EXPECT_TRUE(holds(neighbours_are_rejected{}, 1 << 20)); }

}  // namespace
