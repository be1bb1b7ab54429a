// exp, exp2, exp10 and expm1: Annex F's special values, hard arguments with MPFR's results, integers, every
// exponent, the edges of the table's cells, underflow, and the identities between them.
#include <cmath>
#include <ff/math/exp.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

using Exponentials = Everywhere;

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

enum class function { exp, exp2, exp10, expm1 };
constexpr int functions = 4;

FF_HD constexpr ff_t apply(function f, ff_t x) {
  return f == function::exp     ? ff::exp(x)
         : f == function::exp2  ? ff::exp2(x)
         : f == function::exp10 ? ff::exp10(x)
                                : ff::expm1(x);
}

FF_HD double apply(function f, double x) {
  return f == function::exp     ? ::exp(x)
         : f == function::exp2  ? ::exp2(x)
         : f == function::exp10 ? ::exp(x * 2.302585092994046)  // good enough to tell cells apart
                                : ::expm1(x);
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
constexpr int special_count = 46;
struct special_values {
  FF_HD one_pair input(uint64 i) const { return {row(i).x}; }
  FF_HD static special_case row(uint64 i) {
    constexpr float largest = 0x1.fffffep127f, least = 0x1p-149f;
    constexpr special_case rows[special_count] = {
        {function::exp, 0.0f, 1.0f},
        {function::exp, -0.0f, 1.0f},
        {function::exp, inf, inf},
        {function::exp, -inf, 0.0f},
        {function::exp, nan, nan},
        {function::exp, {inf, inf}, inf},
        {function::exp, {-inf, nan}, nan},
        {function::exp, {largest, 0x1p102f}, inf},
        {function::exp, {-largest, -0x1p102f}, 0.0f},
        {function::exp, 89.0f, inf},
        {function::exp, -104.0f, 0.0f},
        {function::exp, least, 1.0f},
        {function::exp, {0.0f, 0.0f}, 1.0f},
        {function::exp2, 0.0f, 1.0f},
        {function::exp2, inf, inf},
        {function::exp2, -inf, 0.0f},
        {function::exp2, nan, nan},
        {function::exp2, 128.0f, inf},
        {function::exp2, -149.0f, least},
        {function::exp2, -150.0f, 0.0f},
        {function::exp2, largest, inf},
        {function::exp2, -largest, 0.0f},
        {function::exp10, 0.0f, 1.0f},
        {function::exp10, inf, inf},
        {function::exp10, -inf, 0.0f},
        {function::exp10, nan, nan},
        {function::exp10, 39.0f, inf},
        {function::exp10, -46.0f, 0.0f},
        {function::exp10, largest, inf},
        {function::exp10, -largest, 0.0f},
        {function::expm1, 0.0f, 0.0f},
        {function::expm1, -0.0f, -0.0f},
        {function::expm1, inf, inf},
        {function::expm1, -inf, -1.0f},
        {function::expm1, nan, nan},
        {function::expm1, {-inf, nan}, nan},
        {function::expm1, 89.0f, inf},
        {function::expm1, largest, inf},
        {function::expm1, {-largest, -0x1p102f}, -1.0f},
        {function::expm1, least, least},
        {function::expm1, -least, -least},
        {function::expm1, -0x1p-126f, -0x1p-126f},
        {function::expm1, {0x1p-100f, -0x1p-130f}, {0x1p-100f, -0x1p-130f}},
        {function::expm1, {-0x1.8p-100f, 0x1p-130f}, {-0x1.8p-100f, 0x1p-130f}},
        {function::expm1, -104.0f, -1.0f},
        {function::expm1, -0x1p100f, -1.0f},
    };
    return rows[i];
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [f, x, want] = row(i);
    const ff_t got = apply(f, x);
    if (is_nan(want.hi())) return is_nan(got.hi());
    if (want.hi() == inf) return ff::equal(got.hi() + got.lo(), inf) && got.hi() == inf;
    return same_bits(got.hi(), want.hi()) && (f == function::expm1 || got.lo() <= 0x1p-140f) &&
           (f != function::expm1 || want.lo() == 0.0f || same_bits(got.lo(), want.lo())) && is_pair(got);
  }
};

TEST_F(Exponentials, special_values) { EXPECT_TRUE(holds(special_values{}, special_count)); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr int hard_count = 17;
struct hard_arguments {
  FF_HD one_pair input(uint64 i) const { return {row(i).x}; }
  FF_HD static special_case row(uint64 i) {
    constexpr special_case rows[hard_count] = {
        {function::exp, {0x1.37bcbap-10f, 0x1.e05ff8p-128f}, {0x1.004dfcp0f, -0x1.e6d608p-25f}},
        {function::exp, {0x1.0a196ap-11f, 0x1.a2164ap-36f}, {0x1.002146p0f, -0x1.52b87ep-25f}},
        {function::exp, {0x1.bb994p-11f, -0x1.9dd038p-37f}, {0x1.00377ap0f, -0x1.ac8cdcp-25f}},
        {function::exp, {-0x1.e26908p5f, -0x1.3931fp-23f}, {0x1.00a558p-87f, 0x1.44b31ap-115f}},
        {function::exp, {0x1.62e42ep6f, 0x1.fp-19f}, {0x1.ffff84p127f, 0x1.71fbfap100f}},
        {function::exp2, {0x1.e40602p-6f, -0x1.01e7e6p-31f}, {0x1.054bd6p0f, -0x1.c51a96p-25f}},
        {function::exp2, {0x1.ffc1fap-2f, 0x1.7277cep-27f}, {0x1.69fab4p0f, -0x1.dbbba4p-27f}},
        {function::exp2, {0x1.ae4ac8p6f, 0x1.75d3e8p-19f}, {0x1.7cd66p107f, -0x1.ed19e2p80f}},
        {function::exp10, {0x1.8e990cp-6f, 0x1.73c4b8p-33f}, {0x1.0ecp0f, -0x1.811f64p-25f}},
        {function::exp10, {-0x1.8af38cp4f, 0x1.0f31cap-24f}, {0x1p-82f, 0x1.a57b96p-107f}},
        {function::exp10, {-0x1.e0e2c4p1f, 0x1.bc8b58p-25f}, {0x1.6f096cp-13f, 0x1.d0dad8p-39f}},
        {function::exp10, {-0x1.6c7ffep1f, 0x1.e0710ap-28f}, {0x1.744accp-10f, 0x1.ffd5dap-36f}},
        {function::expm1, {-0x1.055246p-13f, 0x1p-37f}, {-0x1.054e1ap-13f, -0x1.faf8dcp-43f}},
        {function::expm1, {-0x1.bc13a6p-11f, -0x1.e188d8p-36f}, {-0x1.bbe386p-11f, 0x1.aeb8e4p-36f}},
        {function::expm1, {0x1.0379d2p-15f, -0x1p-39f}, {0x1.037ad8p-15f, 0x1.a250a4p-49f}},
        {function::expm1, {-0x1.672f8ap-13f, 0x1.fe3532p-38f}, {-0x1.6727aap-13f, 0x1.7621ccp-38f}},
        {function::expm1, {0x1.62p6f, 0x1p-20f}, {0x1.99b9ap127f, 0x1.61f242p102f}},
    };
    return rows[i];
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [f, x, want] = row(i);
    const ff_t got = apply(f, x);
    return near(got, want, 4) && is_pair(got);
  }
};

TEST_F(Exponentials, hard_arguments) { EXPECT_TRUE(holds(hard_arguments{}, hard_count)); }

// ---------------------------------------------------------------- integers

struct powers_of_two {
  FF_HD bool operator()(uint64 i) const {
    const int n = static_cast<int>(i) - 149;
    return same_bits(ff::exp2(ff_t(n)), ff_t(power(n)));
  }
};
TEST_F(Exponentials, exp2_is_exact_for_integers) { EXPECT_TRUE(holds(powers_of_two{}, 149 + 128)); }

struct powers_of_ten {  // 10^13 has 48 bits less its twos
  FF_HD bool operator()(uint64 i) const {
    ff_t want = 1.0f;
    for (uint64 k = 0; k < i; ++k) want = want * 10.0f;
    return near(ff::exp10(ff_t(static_cast<int>(i))), want, 3.5f);
  }
};
TEST_F(Exponentials, exp10_of_integers) { EXPECT_TRUE(holds(powers_of_ten{}, 14)); }

// ---------------------------------------------------------------- against double

// Floats of every exponent and sign, and those around the edges of the table's cells.
struct as_double_does {
  function f;
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    if (i % 2 == 0) return {ff_t(d.in(-149 + 23, 6))};
    const float cell = 0x1.62e43p-12f, edge = (static_cast<float>(d.between(-150000, 150000)) + 0.5f) * cell;
    return {ff_t(from_bits(to_bits(edge) + static_cast<uint32>(d.between(0, 2))))};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, got = apply(f, x);
    const double want = apply(f, wide(x.hi()));
    const double slack = f == function::exp10 ? 100 : 4.2;
    if (magnitude(want) >= 0x1p128) return got.hi() == inf;
    if (!is_finite(got)) return magnitude(want) >= 0x1.ffffffp127;
    const double error = magnitude((wide(got.hi()) - want) + wide(got.lo()));
    return error <= slack * 0x1p-48 * (magnitude(want) + 0x1p-103) && is_pair(got);
  }
};
TEST_F(Exponentials, every_exponent_and_cell) {
  for (int f = 0; f < functions; ++f)
    EXPECT_TRUE(holds(as_double_does{static_cast<function>(f)}, vectors(1 << 19, 1 << 26))) << f;
}

// ---------------------------------------------------------------- identities

// e^x e^-x = 1, for all low words; weak pairs among them.
struct reciprocals {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    return {i % 4 == 0 ? d.weak_pair(-30, 4) : d.pair(-30, 4)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, e = ff::exp(x);
    return near(e * ff::exp(-x), 1.0f, 12) && is_pair(e) &&
           near(ff::exp10(x * 0.5f) * ff::exp10(x * -0.5f), 1.0f, 12);
  }
};
TEST_F(Exponentials, reciprocals) { EXPECT_TRUE(holds(reciprocals{}, vectors(1 << 19, 1 << 26))); }

// expm1(x) + 1 = e^x where that does not cancel, and expm1(-x) = -expm1(x) e^-x.
struct less_one {
  FF_HD one_pair input(uint64 i) const { return {draws(i).pair(-20, 4)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, e = ff::expm1(x), m = ff::expm1(-x);
    return near(m, -(e * ff::exp(-x)), 14) && (x.hi() < -0.5f || near(e + 1.0f, ff::exp(x), 12)) &&
           is_pair(e);
  }
};
TEST_F(Exponentials, less_one) { EXPECT_TRUE(holds(less_one{}, vectors(1 << 19, 1 << 26))); }

// From one float to the next, across cells and exponents, values do not fall.
struct monotone {
  FF_HD one_pair input(uint64 i) const { return {ff_t(draws(i).in(-20, 6))}; }
  FF_HD bool operator()(uint64 i) const {
    const float x = input(i).x.hi(), above = x < 0 ? inwards(x) : outwards(x);
    for (int f = 0; f < functions; ++f) {
      const ff_t a = apply(static_cast<function>(f), ff_t(x)),
                 b = apply(static_cast<function>(f), ff_t(above));
      if (is_finite(a) && is_finite(b) && ff::sub22(b, a).hi() < -8 * 0x1p-48f * ff::abs(a.hi()))
        return false;
    }
    return true;
  }
};
TEST_F(Exponentials, monotone_between_floats) { EXPECT_TRUE(holds(monotone{}, vectors(1 << 18, 1 << 25))); }

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
      if (is_nan(x.hi()) || is_nan(x.lo()) ? !is_nan(r.hi()) : is_finite(x) && is_nan(r.hi() + r.lo()))
        return false;
      if (is_finite(r) && !is_pair(r)) return false;
    }
    return true;
  }
};
TEST_F(Exponentials, any_words) { EXPECT_TRUE(holds(any_words{}, vectors(1 << 19, 1 << 26))); }

// ---------------------------------------------------------------- the cores

struct cores {
  FF_HD one_pair input(uint64 i) const { return {draws(i).pair(-30, 9)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    const auto [h, l, k] = ff::detail::exp_core(x);
    const auto [ht, lt, kt] = ff::detail::exp_core(x, 0x1p-40f);
    if (!(h > 0.69f && h < 1.43f) || !is_pair({h, l}) || k != kt) return false;
    const ff_t ratio = ff_t(ht, lt) / ff_t(h, l);  // e^(2^-40)
    if (!near(ratio, ff_t(1.0f, 0x1p-40f), 11)) return false;
    if (k < -252 || k > 254) return true;
    const ff_t e = ff::exp(x), scaled = ff::detail::ldexp_pair(h, l, k);
    const bool underflow = e.hi() < 0x1p-100f;  // the head's last place is one of the low word's
    return is_finite(e) ? underflow || near(e, scaled, 0) : scaled.hi() == inf;
  }
};
TEST_F(Exponentials, cores) { EXPECT_TRUE(holds(cores{}, vectors(1 << 18, 1 << 25))); }

// ---------------------------------------------------------------- constant expressions

static_assert(ff::exp(ff_t(0.0f)).hi() == 1.0f && ff::exp(ff_t(0.0f)).lo() == 0.0f);
static_assert(near(ff::exp(ff_t(1.0f)), {0x1.5bf0a8p1f, 0x1.628aeep-24f}, 4));
static_assert(ff::exp2(ff_t(10.0f)).hi() == 1024.0f && ff::exp2(ff_t(10.0f)).lo() == 0.0f);
static_assert(near(ff::exp10(ff_t(3.0f)), 1000.0f, 4));
static_assert(ff::expm1(ff_t(0x1p-60f)).hi() == 0x1p-60f);

}  // namespace
