// log, log2, log10 and log1p: Annex F's special values, hard arguments with MPFR's results, powers of two,
// every exponent, the edges of the table's cells, and the identities between them.
#include <cmath>
#include <ff/math/exp.hpp>
#include <ff/math/log.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

using Logarithms = Everywhere;

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

enum class function { log, log2, log10, log1p };
constexpr int functions = 4;

FF_HD constexpr ff_t apply(function f, ff_t x) {
  return f == function::log     ? ff::log(x)
         : f == function::log2  ? ff::log2(x)
         : f == function::log10 ? ff::log10(x)
                                : ff::log1p(x);
}

FF_HD double apply(function f, double x) {
  return f == function::log     ? ::log(x)
         : f == function::log2  ? ::log2(x)
         : f == function::log10 ? ::log10(x)
                                : ::log1p(x);
}

// |got - want| <= u2 u^2 |want| for a want that is itself good to u^2/2.
FF_HD constexpr bool near(ff_t got, ff_t want, float u2) {
  const ff_t difference = ff::sub22(got, want);
  return ff::abs(difference.hi()) <= (u2 + 0.5f) * 0x1p-48f * ff::abs(want.hi());
}

// ---------------------------------------------------------------- special values

struct special_case {
  function f;
  ff_t x, want;
};
constexpr int special_count = 42;
struct special_values {
  FF_HD one_pair input(uint64 i) const { return {row(i).x}; }
  FF_HD static special_case row(uint64 i) {
    constexpr float least = 0x1p-149f;
    constexpr special_case rows[special_count] = {
        {function::log, 1.0f, 0.0f},
        {function::log, 0.0f, -inf},
        {function::log, -0.0f, -inf},
        {function::log, inf, inf},
        {function::log, -inf, nan},
        {function::log, nan, nan},
        {function::log, -1.0f, nan},
        {function::log, -least, nan},
        {function::log, {inf, inf}, inf},
        {function::log, {inf, -inf}, nan},
        {function::log, {inf, nan}, nan},
        {function::log, {1.0f, 0x1p-140f}, 0x1p-140f},
        {function::log2, 1.0f, 0.0f},
        {function::log2, 0.0f, -inf},
        {function::log2, inf, inf},
        {function::log2, -1.0f, nan},
        {function::log2, nan, nan},
        {function::log2, least, -149.0f},
        {function::log2, 0x1p-126f, -126.0f},
        {function::log2, 0x1p127f, 127.0f},
        {function::log10, 1.0f, 0.0f},
        {function::log10, 0.0f, -inf},
        {function::log10, inf, inf},
        {function::log10, -1.0f, nan},
        {function::log10, nan, nan},
        {function::log10, {inf, nan}, nan},
        {function::log1p, 0.0f, 0.0f},
        {function::log1p, -0.0f, -0.0f},
        {function::log1p, least, least},
        {function::log1p, -least, -least},
        {function::log1p, {0x1.8p-100f, -0x1p-130f}, {0x1.8p-100f, -0x1p-130f}},
        {function::log1p, {-0x1p-90f, 0x1p-120f}, {-0x1p-90f, 0x1p-120f}},
        {function::log1p, -1.0f, -inf},
        {function::log1p, {-1.0f, -least}, nan},
        {function::log1p, -2.0f, nan},
        {function::log1p, -inf, nan},
        {function::log1p, inf, inf},
        {function::log1p, nan, nan},
        {function::log1p, {inf, nan}, nan},
        {function::log1p, {0.5f, nan}, nan},
        {function::log, {0.5f, nan}, nan},
        {function::log, {0x1p127f, nan}, nan},
    };
    return rows[i];
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [f, x, want] = row(i);
    const ff_t got = apply(f, x);
    return is_nan(want.hi()) ? is_nan(got.hi()) : same_bits(got.hi(), want.hi()) && got.lo() == want.lo();
  }
};

TEST_F(Logarithms, special_values) { EXPECT_TRUE(holds(special_values{}, special_count)); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr int hard_count = 30;
struct hard_arguments {
  FF_HD one_pair input(uint64 i) const { return {row(i).x}; }
  FF_HD static special_case row(uint64 i) {
    constexpr special_case rows[hard_count] = {
        {function::log, {0x1.001438p0f, -0x1.f7d1a4p-32f}, {0x1.43731ap-12f, 0x1.9f141ap-37f}},
        {function::log, {0x1.002004p0f, 0x1.00f904p-25f}, {0x1.0014p-11f, 0x1.720faep-36f}},
        {function::log, {0x1.002fep0f, 0x1.73fda2p-30f}, {0x1.7edc62p-11f, 0x1.bad306p-36f}},
        {function::log, {0x1.ffd51p-1f, -0x1.d1367ap-28f}, {-0x1.57903ap-12f, 0x1.24987ap-37f}},
        {function::log, {0x1p0f, 0x1.1ap-50f}, {0x1.1ap-50f, -0x1.36a4p-101f}},
        {function::log, {0x1.afdc0ap127f, -0x1.2b5d7ep102f}, {0x1.6235ep6f, 0x1.5370e2p-19f}},
        {function::log, {0x1.8p-140f, 0x0p0f}, {-0x1.828a62p6f, -0x1.7a77e2p-21f}},
        {function::log2, {0x1.ffd718p-1f, -0x1.68dfp-26f}, {-0x1.d83a38p-12f, -0x1.3452b6p-37f}},
        {function::log2, {0x1.ffde34p-1f, -0x1.f2ab1p-26f}, {-0x1.8629b4p-12f, 0x1.7cc4ep-37f}},
        {function::log10, {0x1.fff688p-1f, 0x1.d439c8p-26f}, {-0x1.0717b8p-15f, -0x1.bd6138p-40f}},
        {function::log10, {0x1.4ee82ap0f, -0x1.5ef104p-26f}, {0x1.ddf028p-4f, 0x1.476ce2p-29f}},
        {function::log2, {0x1.ffd6bap-1f, -0x1.d4b14p-27f}, {-0x1.dc749ep-12f, 0x1.222492p-37f}},
        {function::log2, {0x1.0016a8p0f, -0x1.448424p-26f}, {0x1.056dd4p-11f, -0x1.800c9cp-36f}},
        {function::log10, {0x1.69f8fcp0f, 0x1.9ed15cp-25f}, {0x1.3417a8p-3f, -0x1.404a36p-28f}},
        {function::log10, {0x1.00161cp0f, -0x1.cde562p-27f}, {0x1.333304p-13f, 0x1.282b42p-38f}},
        {function::log10, {0x1.00101ap0f, -0x1.8de89ep-26f}, {0x1.bf717ep-14f, -0x1.d288a2p-39f}},
        {function::log1p, {-0x1p-2f, -0x1.fffffep-27f}, {-0x1.269622p-2f, -0x1.a28c36p-28f}},
        {function::log1p, {-0x1p0f, 0x1.8p-30f}, {-0x1.463924p4f, 0x1.50d022p-25f}},
        {function::log1p, {0x1.8p-60f, 0x1.2p-90f}, {0x1.8p-60f, 0x1.2p-90f}},
        {function::log1p, {0x1.2p100f, 0x1p70f}, {0x1.15bae2p6f, -0x1.bc051cp-20f}},
        {function::log1p, {0x1.2p0f, 0x1p-25f}, {0x1.81ee62p-1f, -0x1.afa50cp-26f}},
        {function::log, {0x1.0015c4p0f, -0x1.4aa194p-25f}, {0x1.5c26dep-12f, 0x1.74e138p-37f}},
        {function::log, {0x1.ffd64ep-1f, 0x1.a61984p-29f}, {-0x1.4d9cc2p-12f, -0x1.3cca34p-37f}},
        {function::log1p, {0x1.635decp-12f, 0x1.15b718p-38f}, {0x1.634e82p-12f, 0x1.79470ep-37f}},
        {function::log1p, {0x1.000028p24f, -0x1.a62016p-6f}, {0x1.0a2b26p4f, 0x1.06a1f6p-21f}},
        {function::log1p, {0x1.8p40f, 0x1.fffffep15f}, {0x1.c21a04p4f, 0x1.e2ce44p-21f}},
        {function::log1p, {-0x1.ffep-1f, 0x1.fffffep-26f}, {-0x1.0a2a24p3f, 0x1.088bc4p-26f}},
        {function::log1p, {-0x1.ffdffep-1f, -0x1.fffffcp-26f}, {-0x1.0a2a24p3f, 0x1.08ebc2p-26f}},
        {function::log1p, {-0x1.50ccap-1f, -0x1.fffffcp-26f}, {-0x1.128852p0f, -0x1.a482a4p-25f}},
        {function::log1p, {0x1.11c382p-24f, 0x1.143ceep-49f}, {0x1.11c382p-24f, -0x1.085a2ep-53f}},
    };
    return rows[i];
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [f, x, want] = row(i);
    const ff_t got = apply(f, x);
    return near(got, want, 3.6f) && is_pair(got);  // near adds a half
  }
};

TEST_F(Logarithms, hard_arguments) { EXPECT_TRUE(holds(hard_arguments{}, hard_count)); }

// ---------------------------------------------------------------- powers

struct powers_of_two {
  FF_HD bool operator()(uint64 i) const {
    const int n = static_cast<int>(i) - 149;
    return same_bits(ff::log2(ff_t(power(n))), ff_t(n));
  }
};
TEST_F(Logarithms, log2_is_exact_for_powers_of_two) { EXPECT_TRUE(holds(powers_of_two{}, 149 + 128)); }

struct powers_of_ten {
  FF_HD bool operator()(uint64 i) const {
    ff_t x = 1.0f;
    for (uint64 k = 0; k < i; ++k) x = x * 10.0f;
    return i == 0 ? same_bits(ff::log10(x), ff_t(0.0f)) : near(ff::log10(x), static_cast<float>(i), 3.5f);
  }
};
TEST_F(Logarithms, log10_of_powers_of_ten) { EXPECT_TRUE(holds(powers_of_ten{}, 14)); }

// ---------------------------------------------------------------- against double

// Floats of every exponent, subnormal ones too, and those around the edges of the table's cells.
struct as_double_does {
  function f;
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const uint32 edge = ff::detail::log_first + 4096 * static_cast<uint32>(d.between(-100, 2148));
    float x = from_bits(i % 2 == 0 ? static_cast<uint32>(d.bits() % 0x7f800000u)
                                   : edge + static_cast<uint32>(d.between(-2, 2)));
    if (f == function::log1p) x = i % 2 != 0 ? x - 1 : x < 1 && d.coin() ? -x : x;
    return {ff_t(x)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, got = apply(f, x);
    const double want = apply(f, wide(x.hi()));
    if (x.hi() == 0.0f && f != function::log1p) return got.hi() == -inf;
    const double error = magnitude((wide(got.hi()) - want) + wide(got.lo()));
    return error <= 4.2 * 0x1p-48 * (magnitude(want) + 0x1p-103) && is_pair(got);
  }
};
TEST_F(Logarithms, every_exponent_and_cell) {
  for (int f = 0; f < functions; ++f)
    EXPECT_TRUE(holds(as_double_does{static_cast<function>(f)}, vectors(1 << 19, 1 << 26))) << f;
}

// ---------------------------------------------------------------- identities

// log(1/x) = -log x and log(x 2^n) = log x + n ln2, with all low words, weak ones among them.
struct products {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    return {ff::abs(i % 4 == 0 ? d.weak_pair(-60, 60) : d.pair(-60, 60))};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, l = ff::log(x), inverse = ff::log(ff::rcp(x));
    if (!is_pair(l)) return false;
    const float slack = 0x1p-48f * (8 * ff::abs(l.hi()) + 3);  // the reciprocal's own error is absolute here
    const ff_t shifted = ff::log2(ff::ldexp(x, 40)) - (ff::log2(x) + 40.0f);
    const ff_t tens = ff::log10(x) * ff_t(0x1.26bb1cp1f, -0x1.12aabap-25f) - l;  // times ln10
    return ff::abs((l + inverse).hi()) <= slack && ff::abs(shifted.hi()) <= 3 * slack + 0x1p-48f * 100 &&
           ff::abs(tens.hi()) <= 2 * slack;
  }
};
TEST_F(Logarithms, products) { EXPECT_TRUE(holds(products{}, vectors(1 << 19, 1 << 26))); }

// expm1(log1p(x)) = x, and log(e^x) = x.
struct inverses {
  FF_HD one_pair input(uint64 i) const { return {draws(i).pair(-90, -2)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, l = ff::log1p(x);
    const ff_t y = ff_t(8.0f) + x;
    return near(ff::expm1(l), x, 12) && is_pair(l) && near(ff::log(ff::exp(y)), y, 8) &&
           near(ff::log2(ff::exp2(y)), y, 8) && near(ff::log10(ff::exp10(y)), y, 8);
  }
};
TEST_F(Logarithms, inverses) { EXPECT_TRUE(holds(inverses{}, vectors(1 << 19, 1 << 26))); }

// From one float to the next, across cells and exponents, values do not fall.
struct monotone {
  FF_HD one_pair input(uint64 i) const { return {ff_t(ff::abs(draws(i).in(-30, 30)))}; }
  FF_HD bool operator()(uint64 i) const {
    const float x = input(i).x.hi();
    for (int f = 0; f < functions; ++f) {
      const ff_t a = apply(static_cast<function>(f), ff_t(x)),
                 b = apply(static_cast<function>(f), ff_t(outwards(x)));
      if (ff::sub22(b, a).hi() < -8 * 0x1p-48f * ff::abs(a.hi())) return false;
    }
    return true;
  }
};
TEST_F(Logarithms, monotone_between_floats) { EXPECT_TRUE(holds(monotone{}, vectors(1 << 18, 1 << 25))); }

// Whatever the words, a result that is finite is a pair, and no finite result comes from NaN.
struct any_words {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const float hi = d.any();
    return {{hi, is_finite(hi) ? d.low_word(draws::exponent(hi)) : d.any()}};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    for (int f = 0; f < functions; ++f) {
      const ff_t r = apply(static_cast<function>(f), x);
      if ((is_nan(x.hi()) || is_nan(x.lo())) && !is_nan(r.hi())) return false;
      if (is_finite(r) && !is_pair(r)) return false;
      if (is_finite(x.hi() + x.lo()) && x.hi() > 0x1p-100f && !is_finite(r)) return false;
    }
    return true;
  }
};
TEST_F(Logarithms, any_words) { EXPECT_TRUE(holds(any_words{}, vectors(1 << 19, 1 << 26))); }

// ---------------------------------------------------------------- constant expressions

static_assert(ff::log(ff_t(1.0f)).hi() == 0.0f && ff::log(ff_t(1.0f)).lo() == 0.0f);
static_assert(near(ff::log(ff_t(2.0f)), {0x1.62e43p-1f, -0x1.05c61p-29f}, 4));
static_assert(ff::log2(ff_t(0x1p-149f)).hi() == -149.0f);
static_assert(near(ff::log10(ff_t(1000.0f)), 3.0f, 4));
static_assert(ff::log1p(ff_t(0x1p-60f)).hi() == 0x1p-60f);
static_assert(ff::log(ff_t(0.0f)).hi() == -inf);

}  // namespace
