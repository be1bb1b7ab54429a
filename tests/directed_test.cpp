// The directed primitives: each result lies on its side of the exact value and no closer number does.  Of
// floats by exact sums of doubles, on host and device; of doubles on the host by MPFR, on the device by the
// host's bits.
#include <ff/directed/double.hpp>
#include <ff/directed/pair.hpp>

#include "exact.hpp"
#include "properties.hpp"

#if defined(FF_TEST_ON_DEVICE)
#include "gpu/same_bits.cuh"
#else
#include <mpfr.h>

#include <cmath>
#endif

namespace {

using namespace ff_test;
using ff::toward;

struct Directed : Everywhere {};

constexpr float inf = ff::detail::infinity, largest = 0x1.fffffep127f;
constexpr uint32 sign_bit = 0x80000000u;

FF_HD_LARGE bool is_zero(float x) { return (to_bits(x) & ~sign_bit) == 0; }

// ---------------------------------------------------------------- float

// r is the exact value rounded in direction R, where side(v) is the sign of exact - v for finite v.
template <toward R, class Side>
FF_HD_LARGE bool is_rounded(float r, Side side) {
  if constexpr (R == toward::up)
    return is_rounded<toward::down>(ff::neg(r), [&](float v) { return -side(ff::neg(v)); });
  if (is_nan(r) || to_bits(r) == to_bits(inf)) return false;
  const bool lowest = to_bits(r) == to_bits(-inf);
  if (!lowest && side(r) < 0) return false;
  const float above = lowest ? -largest : ff::detail::next_up(r);
  return !is_finite(above) || side(above) < 0;
}

// Any three; a product and its opposite; a sum near cancellation; quotients and squares near exact ones.
FF_HD_LARGE three_floats float_operands(uint64 i) {
  draws d(i);
  const float a = d.any(), b = d.any(), c = d.any();
  const int kind = d.between(0, 7), e = d.between(-60, 60);
  const float x = d.in(e, e), y = d.in(-e - 3, 60 - e > 127 ? 127 : 60 - e);
  const float near = from_bits(to_bits(ff::mul_rn(x, y)) + static_cast<uint32>(d.between(-2, 2)));
  const float tiny = from_bits(d.sign() | d.word() >> d.between(9, 31));
  if (kind == 0) return {x, y, ff::neg(near)};
  if (kind == 1) return {near, y, ff::neg(x)};
  if (kind == 2) return {x, from_bits(to_bits(x) ^ sign_bit ^ (d.word() & 3u)), near};
  if (kind == 3) return {tiny, y, near};
  if (kind == 4) return {ff::mul_rn(x, x), x, tiny};
  return {a, b, c};
}

FF_HD_LARGE bool all_finite(float a, float b, float c = 0) {
  return is_finite(a) && is_finite(b) && is_finite(c);
}

// The sign of a zero: of equal signs theirs, else + but for rounding downwards.
template <toward R>
FF_HD_LARGE float zero_of(bool a_negative, bool b_negative) {
  return (a_negative && b_negative) || (R == toward::down && (a_negative || b_negative)) ? -0.0f : 0.0f;
}
FF_HD_LARGE bool negative(float x) { return to_bits(x) >> 31 != 0; }

// Exact zeros have their IEEE sign; other results that of the exact value.
FF_HD_LARGE bool signed_right(float r, int exact_sign, float zero) {
  return exact_sign == 0 ? same_bits(r, zero) : negative(r) == (exact_sign < 0);
}

template <toward R>
FF_HD_LARGE bool fma_is_directed(float a, float b, float c) {
  const float r = ff::fma_toward<R>(a, b, c);
  if (!all_finite(a, b, c)) return same_bits(r, ff::fma_rn(a, b, c));
  const auto exact = [&](float v) { return exact_sum<3>().add_product(a, b).add(c).sub(v).sign(); };
  return is_rounded<R>(r, exact) &&
         signed_right(r, exact(0.0f), zero_of<R>(negative(a) != negative(b), negative(c)));
}

template <toward R>
FF_HD_LARGE bool sum_is_directed(float r, float nearest, float a, float b) {
  if (!all_finite(a, b)) return same_bits(r, nearest);
  const auto exact = [&](float v) { return exact_sum<3>().add(a).add(b).sub(v).sign(); };
  return is_rounded<R>(r, exact) && signed_right(r, exact(0.0f), zero_of<R>(negative(a), negative(b)));
}
template <toward R>
FF_HD_LARGE bool add_is_directed(float a, float b, float c) {
  return sum_is_directed<R>(ff::add_toward<R>(a, b), ff::add_rn(a, b), a, b) &&
         sum_is_directed<R>(ff::sub_toward<R>(a, c), ff::sub_rn(a, c), a, ff::neg(c));
}

template <toward R>
FF_HD_LARGE bool mul_is_directed(float a, float b, float) {
  const float r = ff::mul_toward<R>(a, b);
  if (!all_finite(a, b)) return same_bits(r, ff::mul_rn(a, b));
  const auto exact = [&](float v) { return exact_sum<2>().add_product(a, b).sub(v).sign(); };
  const bool below = negative(a) != negative(b);
  return is_rounded<R>(r, exact) && signed_right(r, exact(0.0f), below ? -0.0f : 0.0f);
}

template <toward R>
FF_HD_LARGE bool div_is_directed(float a, float b, float) {
  const float r = ff::div_toward<R>(a, b);
  if (!all_finite(a, b) || is_zero(b)) return same_bits(r, ff::div_rn(a, b));
  const int sign_of_b = negative(b) ? -1 : 1;
  const auto exact = [&](float v) { return sign_of_b * exact_sum<2>().add(a).sub_product(v, b).sign(); };
  const bool below = negative(a) != negative(b);
  return is_rounded<R>(r, exact) && signed_right(r, exact(0.0f), below ? -0.0f : 0.0f);
}

template <toward R>
FF_HD_LARGE bool sqrt_is_directed(float a, float, float) {
  const float r = ff::sqrt_toward<R>(a);
  if (!is_finite(a) || is_zero(a) || negative(a)) return same_bits(r, ff::sqrt_rn(a));
  const auto exact = [&](float v) {
    return negative(v) ? 1 : exact_sum<2>().add(a).sub_product(v, v).sign();
  };
  return is_rounded<R>(r, exact);
}

template <toward R>
struct narrow_is_directed {
  FF_HD_LARGE double input(uint64 i) const {
    draws d(i);
    const uint64 bits = d.bits(), any_exponent = bits & 0x800fffffffffffffull;
    const uint64 near_float = static_cast<uint64>(d.between(1023 - 152, 1023 + 129)) << 52;
    const double x = ff::detail::bit_cast<double>(any_exponent | near_float);
    const int kind = d.between(0, 5);
    if (kind == 0) return ff::detail::bit_cast<double>(bits);
    if (kind == 1) return wide(d.any());
    if (kind == 2)
      return ff::detail::bit_cast<double>((any_exponent & ~((uint64{1} << d.between(1, 52)) - 1)) |
                                          near_float);
    return x;
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const double a = input(i);
    const float r = ff::narrow_toward<R>(a);
    if (a != a) return is_nan(r);
    if (magnitude(a) > 0x1.fffffffffffffp1023) return same_bits(r, a > 0 ? inf : -inf);
    const auto exact = [&](float v) { return a > wide(v) ? 1 : a < wide(v) ? -1 : 0; };
    const bool below = ff::detail::bit_cast<uint64>(a) >> 63 != 0;
    return is_rounded<R>(r, exact) && negative(r) == below;
  }
};

constexpr uint64 count = vectors(1 << 20, 1ull << 28);

// Of three floats, in both directions.
template <auto* down, auto* up>
::testing::AssertionResult both_ways() {
  auto result = holds_for<down, float_operands>(count);
  return result ? holds_for<up, float_operands>(count) : result << " downwards";
}
TEST_F(Directed, add) {
  EXPECT_TRUE((both_ways<add_is_directed<toward::down>, add_is_directed<toward::up>>()));
}
TEST_F(Directed, mul) {
  EXPECT_TRUE((both_ways<mul_is_directed<toward::down>, mul_is_directed<toward::up>>()));
}
TEST_F(Directed, fma) {
  EXPECT_TRUE((both_ways<fma_is_directed<toward::down>, fma_is_directed<toward::up>>()));
}
TEST_F(Directed, div) {
  EXPECT_TRUE((both_ways<div_is_directed<toward::down>, div_is_directed<toward::up>>()));
}
TEST_F(Directed, sqrt) {
  EXPECT_TRUE((both_ways<sqrt_is_directed<toward::down>, sqrt_is_directed<toward::up>>()));
}
TEST_F(Directed, narrow) {
  EXPECT_TRUE(holds(narrow_is_directed<toward::down>{}, count));
  EXPECT_TRUE(holds(narrow_is_directed<toward::up>{}, count));
}

// ---------------------------------------------------------------- double

struct three_doubles {
  double a, b, c;
};

// As the floats, with under- and overflowing products, subnormals, and addends that dwarf or are dwarfed.
FF_HD_LARGE double any_double(draws& d) {
  const uint64 bits = d.bits(), fraction = bits & 0xfffffffffffffull, sign = bits & uint64{1} << 63;
  const int kind = d.between(0, 9);
  const uint64 few = static_cast<uint64>(d.between(0, 3));
  const uint64 exponent = static_cast<uint64>(d.between(0, 2046)),
               small = static_cast<uint64>(d.between(0, 120));
  const uint64 middle = static_cast<uint64>(d.between(1000, 1060));
  const uint64 magnitude = kind == 0   ? fraction >> d.between(0, 51)
                           : kind == 1 ? 0x7fefffffffffffffull - few
                           : kind == 2 ? 0
                           : kind == 3 ? middle << 52 | fraction
                           : kind == 4 ? 0x3ff0000000000000ull + few
                           : kind == 5 ? small << 52 | fraction
                           : kind == 6 ? 0x7ff0000000000000ull
                                       : exponent << 52 | fraction;
  return ff::detail::bit_cast<double>(sign | magnitude);
}

FF_HD_LARGE three_doubles double_operands(uint64 i) {
  draws d(i);
  const double a = any_double(d), b = any_double(d), c = any_double(d);
  const int kind = d.between(0, 9);
  const uint64 few = static_cast<uint64>(d.between(0, 2));
  if (kind == 0) return {a, -ff::detail::bit_cast<double>(ff::detail::bit_cast<uint64>(a) ^ few), c};
  if (kind == 1) return {a, b, ff::detail::bit_cast<double>(ff::detail::bit_cast<uint64>(-a * b) ^ few)};
  if (kind == 2) return {a * b, b, -a};
  if (kind == 3) return {a * a, a, a};
  return {a, b, c};
}

FF_HD_LARGE uint64 bits_of(double x) {
  return x != x ? 0x7ff8000000000000ull : ff::detail::bit_cast<uint64>(x);
}

constexpr int double_results = 12;
template <toward R>
FF_HD_LARGE double double_result(int which, three_doubles v) {
  return which == 0   ? ff::add_toward<R>(v.a, v.b)
         : which == 1 ? ff::sub_toward<R>(v.a, v.b)
         : which == 2 ? ff::mul_toward<R>(v.a, v.b)
         : which == 3 ? ff::fma_toward<R>(v.a, v.b, v.c)
         : which == 4 ? ff::div_toward<R>(v.a, v.b)
                      : ff::sqrt_toward<R>(v.a);
}
FF_HD_LARGE double double_result(uint64 which, three_doubles v) {
  const int i = static_cast<int>(which) / 2;
  return which % 2 == 0 ? double_result<toward::down>(i, v) : double_result<toward::up>(i, v);
}

#if defined(FF_TEST_ON_DEVICE)

struct double_bits {
  FF_HD_LARGE uint64 operator()(uint64 i) const {
    return bits_of(double_result(i % double_results, double_operands(i / double_results)));
  }
};
TEST_F(Directed, DoublesHaveTheHostsBits) { EXPECT_TRUE(same_on_host(double_bits{}, double_results << 18)); }

#else

// MPFR with the exponents of double, subnormals included.
class mpfr_double {
 public:
  mpfr_double() {
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    mpfr_inits2(53, a_, b_, c_, r_, nullptr);
  }
  ~mpfr_double() {
    mpfr_clears(a_, b_, c_, r_, nullptr);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }
  mpfr_double(const mpfr_double&) = delete;
  mpfr_double& operator=(const mpfr_double&) = delete;

  double result(uint64 which, three_doubles v) {
    const mpfr_rnd_t to = which % 2 == 0 ? MPFR_RNDD : MPFR_RNDU;
    mpfr_set_d(a_, v.a, MPFR_RNDN);
    mpfr_set_d(b_, v.b, MPFR_RNDN);
    mpfr_set_d(c_, v.c, MPFR_RNDN);
    const int i = static_cast<int>(which) / 2;
    const int t = i == 0   ? mpfr_add(r_, a_, b_, to)
                  : i == 1 ? mpfr_sub(r_, a_, b_, to)
                  : i == 2 ? mpfr_mul(r_, a_, b_, to)
                  : i == 3 ? mpfr_fma(r_, a_, b_, c_, to)
                  : i == 4 ? mpfr_div(r_, a_, b_, to)
                           : mpfr_sqrt(r_, a_, to);
    mpfr_subnormalize(r_, t, to);
    return mpfr_get_d(r_, to);
  }

 private:
  mpfr_t a_, b_, c_, r_;
};

TEST_F(Directed, DoublesAreMpfrs) {
  mpfr_double reference;
  for (uint64 i = 0; i < 300'000; ++i) {
    const three_doubles v = double_operands(i);
    for (uint64 which = 0; which < double_results; ++which) {
      const double got = double_result(which, v), want = reference.result(which, v);
      ASSERT_EQ(bits_of(got), bits_of(want)) << std::hexfloat << "result " << which << " of " << v.a << ", "
                                             << v.b << ", " << v.c << ": " << got << ", not " << want;
    }
  }
}

// Products and quotients whose rests underflow: where the host scales them.
TEST_F(Directed, DoublesAreMpfrsAtTheEdges) {
  mpfr_double reference;
  for (uint64 i = 0; i < 200'000; ++i) {
    draws d(i);
    const int e = d.between(-1074, 1023), f = d.between(-1080, -890);
    const double a = std::ldexp(1 + 0x1p-52 * static_cast<double>(d.bits() >> 12), e);
    const double b = std::ldexp(1 + 0x1p-52 * static_cast<double>(d.bits() >> 12), f - e),
                 c = std::ldexp(b, d.between(-70, 70));
    for (const three_doubles v :
         {three_doubles{a, b, c}, three_doubles{a, -b, a * b}, three_doubles{std::ldexp(a, f - e), a, b}})
      for (uint64 which = 0; which < double_results; ++which)
        ASSERT_EQ(bits_of(double_result(which, v)), bits_of(reference.result(which, v)))
            << std::hexfloat << "result " << which << " of " << v.a << ", " << v.b << ", " << v.c;
  }
}

#endif

// ---------------------------------------------------------------- constant expressions

static_assert(ff::add_toward<toward::down>(1.0f, 0x1p-60f) == 1.0f);
static_assert(ff::add_toward<toward::up>(1.0f, 0x1p-60f) == 0x1.000002p0f);
static_assert(ff::fma_toward<toward::down>(largest, largest, -largest) == largest);
static_assert(ff::div_toward<toward::down>(1.0f, 3.0f) < ff::div_toward<toward::up>(1.0f, 3.0f));
static_assert(ff::sqrt_toward<toward::down>(2.0f) < ff::sqrt_toward<toward::up>(2.0f));
static_assert(ff::narrow_toward<toward::down>(1e300) == largest);
static_assert(ff::add22_toward<toward::down>(ff::ff_t(1.0f), ff::ff_t(0x1p-100f)).lo() == 0x1p-100f);

}  // namespace
