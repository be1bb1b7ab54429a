// sinh, cosh, tanh, asinh, acosh and atanh: Annex F's special values, hard arguments with MPFR's results,
// every exponent, the tables' cells, and the identities between them.
#include <cmath>
#include <ff/math/hyperbolic.hpp>
#include <ff/math/inverse_hyperbolic.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

using Hyperbolics = Everywhere;

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;
constexpr float largest = 0x1.fffffep127f, least = 0x1p-149f;

enum class function { sinh, cosh, tanh, asinh, acosh, atanh };
constexpr int functions = 6;

FF_HD constexpr ff_t apply(function f, ff_t x) {
  return f == function::sinh    ? ff::sinh(x)
         : f == function::cosh  ? ff::cosh(x)
         : f == function::tanh  ? ff::tanh(x)
         : f == function::asinh ? ff::asinh(x)
         : f == function::acosh ? ff::acosh(x)
                                : ff::atanh(x);
}

FF_HD double apply(function f, double x) {
  return f == function::sinh    ? ::sinh(x)
         : f == function::cosh  ? ::cosh(x)
         : f == function::tanh  ? ::tanh(x)
         : f == function::asinh ? ::asinh(x)
         : f == function::acosh ? ::acosh(x)
                                : ::atanh(x);
}

// |got - want| <= u2 u^2 |want| for a want that is itself good to u^2/2.
FF_HD constexpr bool near(ff_t got, ff_t want, float u2) {
  const ff_t difference = ff::sub22(got, want);
  return ff::abs(difference.hi()) <= (u2 + 0.5f) * 0x1p-48f * ff::abs(want.hi());
}

struct known_result {
  function f;
  ff_t x, want;
};

// ---------------------------------------------------------------- special values

constexpr int special_count = 60;
struct special_values {
  FF_HD one_pair input(uint64 i) const { return {row(i).x}; }
  FF_HD static known_result row(uint64 i) {
    constexpr known_result rows[special_count] = {
        {function::sinh, 0.0f, 0.0f},
        {function::sinh, -0.0f, -0.0f},
        {function::sinh, inf, inf},
        {function::sinh, -inf, -inf},
        {function::sinh, nan, nan},
        {function::sinh, 90.0f, inf},
        {function::sinh, {-largest, -0x1p102f}, -inf},
        {function::sinh, least, least},
        {function::sinh, -3 * least, -3 * least},
        {function::sinh, {0x1p-100f, -3 * least}, {0x1p-100f, -3 * least}},
        {function::cosh, 0.0f, 1.0f},
        {function::cosh, -0.0f, 1.0f},
        {function::cosh, inf, inf},
        {function::cosh, -inf, inf},
        {function::cosh, nan, nan},
        {function::cosh, -90.0f, inf},
        {function::cosh, {largest, 0x1p102f}, inf},
        {function::cosh, least, 1.0f},
        {function::tanh, 0.0f, 0.0f},
        {function::tanh, -0.0f, -0.0f},
        {function::tanh, inf, 1.0f},
        {function::tanh, -inf, -1.0f},
        {function::tanh, nan, nan},
        {function::tanh, -nan, nan},
        {function::tanh, 19.0f, 1.0f},
        {function::tanh, {-largest, -0x1p102f}, -1.0f},
        {function::tanh, -3 * least, -3 * least},
        {function::tanh, {-0x1p-100f, 3 * least}, {-0x1p-100f, 3 * least}},
        {function::asinh, 0.0f, 0.0f},
        {function::asinh, -0.0f, -0.0f},
        {function::asinh, inf, inf},
        {function::asinh, -inf, -inf},
        {function::asinh, nan, nan},
        {function::asinh, 3 * least, 3 * least},
        {function::asinh, {-0x1p-100f, 3 * least}, {-0x1p-100f, 3 * least}},
        {function::acosh, 1.0f, 0.0f},
        {function::acosh, inf, inf},
        {function::acosh, -inf, nan},
        {function::acosh, nan, nan},
        {function::acosh, 0.0f, nan},
        {function::acosh, -0.0f, nan},
        {function::acosh, -2.0f, nan},
        {function::acosh, 0x1.fffffep-1f, nan},
        {function::acosh, {1.0f, -least}, nan},
        {function::acosh, -largest, nan},
        {function::atanh, 0.0f, 0.0f},
        {function::atanh, -0.0f, -0.0f},
        {function::atanh, 1.0f, inf},
        {function::atanh, -1.0f, -inf},
        {function::atanh, {1.0f, least}, nan},
        {function::atanh, {-1.0f, -least}, nan},
        {function::atanh, 0x1.000002p0f, nan},
        {function::atanh, -2.0f, nan},
        {function::atanh, inf, nan},
        {function::atanh, -inf, nan},
        {function::atanh, nan, nan},
        {function::atanh, -largest, nan},
        {function::atanh, -3 * least, -3 * least},
        {function::atanh, {0x1p-100f, 3 * least}, {0x1p-100f, 3 * least}},
        {function::atanh, 0x1p-126f, 0x1p-126f},
    };
    return rows[i];
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [f, x, want] = row(i);
    const ff_t got = apply(f, x);
    if (is_nan(want.hi())) return is_nan(got.hi());
    if (!is_finite(want)) return ff::equal(got.hi(), want.hi()) && ff::equal(got.hi() + got.lo(), want.hi());
    return same_bits(got.hi(), want.hi()) && ff::equal(got.lo(), want.lo());
  }
};
TEST_F(Hyperbolics, special_values) { EXPECT_TRUE(holds(special_values{}, special_count)); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr int hard_count = 31;
struct hard_arguments {
  FF_HD one_pair input(uint64 i) const { return {row(i).x}; }
  FF_HD static known_result row(uint64 i) {
    constexpr known_result rows[hard_count] = {
        {function::sinh, {-0x1.269272p-2f, -0x1.1f8894p-29f}, {-0x1.2aa6d4p-2f, -0x1.c74dc8p-28f}},
        {function::sinh, {0x1.26c2cp-2f, 0x1.436c4ap-28f}, {0x1.2ad926p-2f, 0x1.45cc18p-29f}},
        {function::sinh, {0x1.634d2ap-13f, 0x1.fc1bfp-38f}, {0x1.634d2cp-13f, -0x1.cadb8p-38f}},
        {function::sinh, {0x1.0a9c74p4f, 0x1.f48c06p-21f}, {0x1.072e6p23f, 0x1.5e9f9ap-3f}},
        {function::sinh, {-0x1.00008p6f, 0x1p-19f}, {-0x1.4281a8p91f, -0x1.a24dfep64f}},
        {function::sinh, {0x1.65a9f6p6f, -0x1p-19f}, {0x1.fffe98p127f, 0x1.f85a5ap100f}},
        {function::sinh, {0x1p-100f, -0x1.8p-126f}, {0x1p-100f, -0x1.8p-126f}},
        {function::cosh, {-0x1.bc6af4p1f, -0x1.da1d5p-24f}, {0x1.01dc56p4f, 0x1.9c1cb6p-21f}},
        {function::cosh, {0x1.0b4a7p3f, -0x1.2478ap-22f}, {0x1.092324p11f, -0x1.066c4ap-15f}},
        {function::cosh, {0x1.65a9f6p6f, -0x1p-19f}, {0x1.fffe98p127f, 0x1.f85a5ap100f}},
        {function::tanh, {-0x1.90502p-12f, -0x1.c00148p-37f}, {-0x1.90502p-12f, 0x1.9921dep-38f}},
        {function::tanh, {-0x1.05fd0cp2f, -0x1.1fd7eep-23f}, {-0x1.ffb716p-1f, -0x1.dff1fep-26f}},
        {function::tanh, {-0x1.000016p1f, 0x1.fff81ep-24f}, {-0x1.ed950cp-1f, 0x1.77e8ccp-28f}},
        {function::tanh, {0x1.0bp3f, 0x1p-22f}, {0x1.fffffcp-1f, 0x1.9ed9c2p-28f}},
        {function::tanh, {0x1.12p4f, 0x1p-22f}, {0x1p0f, -0x1.80ba5p-49f}},
        {function::asinh, {0x1.02f914p2f, 0x1.8402fp-23f}, {0x1.0d8eb8p1f, -0x1.79feb2p-24f}},
        {function::asinh, {-0x1.020422p1f, -0x1.b5ee4ap-24f}, {-0x1.735e4ap0f, -0x1.5ee696p-25f}},
        {function::asinh, {-0x1.fbf842p2f, -0x1.53c11cp-24f}, {-0x1.62628p1f, -0x1.b3f806p-24f}},
        {function::asinh, {0x1.00803p12f, 0x1.81e842p-14f}, {0x1.20696ap3f, -0x1.f5e816p-22f}},
        {function::asinh, {-0x1.b8aadap93f, -0x1.af92fep56f}, {-0x1.06cbb8p6f, -0x1.fefaf8p-19f}},
        {function::acosh, {0x1.2001f6p0f, -0x1.c390e8p-25f}, {0x1.fadee4p-2f, -0x1.8c1edep-27f}},
        {function::acosh, {0x1p0f, 0x1.238b52p-85f}, {0x1.1131d6p-42f, -0x1.fd67d6p-67f}},
        {function::acosh, {0x1p0f, 0x1p-149f}, {0x1p-74f, 0.0f}},
        {function::acosh, {0x1.000024p0f, 0x1.02198ep-31f}, {0x1.0f8f04p-9f, 0x1.ce7e96p-36f}},
        {function::acosh, {0x1.1fee2p1f, 0x1.e8a94cp-25f}, {0x1.73471ep0f, -0x1.ddf064p-25f}},
        {function::acosh, {0x1.fffffep127f, 0x1p102f}, {0x1.65a9f8p6f, 0x1.320b98p-20f}},
        {function::atanh, {0x1.3d88dcp-1f, -0x1.ef0948p-27f}, {0x1.735b36p-1f, 0x1.7b5ec4p-26f}},
        {function::atanh, {-0x1.8de4fap-13f, 0x1.7fffe8p-39f}, {-0x1.8de4fap-13f, 0x1.fcbd14p-42f}},
        {function::atanh, {0x1.ff7cfep-1f, 0x1p-26f}, {0x1.e67544p1f, 0x1.945acp-31f}},
        {function::atanh, {0x1p0f, -0x1p-149f}, {0x1.9fe368p5f, 0x1.669df2p-22f}},
        {function::atanh, {-0x1.fffffep-1f, 0x1.2p-27f}, {-0x1.132756p3f, 0x1.9608f6p-23f}},
    };
    return rows[i];
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [f, x, want] = row(i);
    const ff_t got = apply(f, x);
    return near(got, want, 4) && is_pair(got);
  }
};
TEST_F(Hyperbolics, hard_arguments) { EXPECT_TRUE(holds(hard_arguments{}, hard_count)); }

// ---------------------------------------------------------------- against double

// Floats of every exponent, and those around the edges and points of the tables' cells.
struct as_double_does {
  function f;
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const int top = f == function::sinh || f == function::cosh ? 6 : f == function::atanh ? -1 : 127;
    const float a = d.in(f == function::acosh ? 0 : -126, f == function::tanh ? 5 : top);
    const float cell = static_cast<float>(d.between(64, 255)) * power(d.between(-14, 4));
    const float edge = ff::sub_rn(cell, i % 4 == 1 ? 0.03125f : 0.0078125f);
    const float x = i % 2 == 0 ? a : from_bits(to_bits(edge) + static_cast<uint32>(d.between(0, 4)) - 2u);
    return {ff_t(f == function::acosh ? ff::abs(x) : x)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, got = apply(f, x);
    const double want = apply(f, wide(x.hi()));
    if (want != want) return is_nan(got.hi());
    if (magnitude(want) >= 0x1p128) return !is_finite(got.hi()) && !is_nan(got.hi());
    if (!is_finite(got)) return magnitude(want) >= 0x1.ffffffp127;
    const double error = magnitude((wide(got.hi()) - want) + wide(got.lo()));
    return error <= 4.4 * 0x1p-48 * (magnitude(want) + 0x1p-103) && is_pair(got);
  }
};
TEST_F(Hyperbolics, every_exponent_and_cell) {
  for (int f = 0; f < functions; ++f)
    EXPECT_TRUE(holds(as_double_does{static_cast<function>(f)}, vectors(1 << 18, 1 << 26))) << f;
}

// ---------------------------------------------------------------- identities

// cosh - sinh and cosh + sinh are e^-x and e^x, tanh is their quotient; weak pairs among them.
struct of_the_exponential {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    return {i % 4 == 0 ? d.weak_pair(-30, 5) : d.pair(-30, 5)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, s = ff::sinh(x), c = ff::cosh(x), t = ff::tanh(x);
    return near(x.hi() < 0 ? c - s : c + s, ff::exp(ff::abs(x)), 16) && near(s / c, t, 20) && is_pair(s) &&
           is_pair(c) && is_pair(t);
  }
};
TEST_F(Hyperbolics, of_the_exponential) {
  EXPECT_TRUE(holds(of_the_exponential{}, vectors(1 << 18, 1 << 26)));
}

// The functions undo their inverses, up to the condition of the step back.
struct round_trips {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    return {i % 4 == 0 ? d.weak_pair(-30, 40) : d.pair(-30, 40)};
  }
  FF_HD static bool back(ff_t got, ff_t x, ff_t angle) {
    return near(got, x, 10 + 6 * ff::abs(angle.hi())) && is_pair(angle);
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, a = ff::abs(x), a1 = a + 1.0f;
    if (!back(ff::sinh(ff::asinh(x)), x, ff::asinh(x))) return false;
    if (!back(ff::cosh(ff::acosh(a1)), a1, ff::acosh(a1))) return false;
    const ff_t t = x / a1, u = ff::atanh(t);  // tanh forgets a part of the angle that grows as e^(2u)
    return u.hi() > 16 || u.hi() < -16 || (near(ff::tanh(u), t, 16) && is_pair(u));
  }
};
TEST_F(Hyperbolics, round_trips) { EXPECT_TRUE(holds(round_trips{}, vectors(1 << 18, 1 << 26))); }

// acosh(1 + m) = sqrt(2m) (1 - m/12) and atanh(1 - q) = ln(2/q)/2 where the next term is beyond the last
// digit.
struct at_the_ends {
  FF_HD one_pair input(uint64 i) const { return {ff_t(ff::abs(draws(i).in(-126, -26)))}; }
  FF_HD bool operator()(uint64 i) const {
    const float m = input(i).x.hi();
    const ff_t root = ff::sqrt(ff_t(m) * 2.0f);
    if (!near(ff::acosh(ff_t(1.0f, m)), root - root * (m / 12), 9)) return false;
    const ff_t half_log = ff::log(ff_t(2.0f) - m) - ff::log(ff_t(m));
    return near(ff::atanh(ff_t(1.0f, -m)), half_log * 0.5f, 10) &&
           near(ff::atanh(ff_t(-1.0f, m)), half_log * -0.5f, 10);
  }
};
TEST_F(Hyperbolics, at_the_ends) { EXPECT_TRUE(holds(at_the_ends{}, vectors(1 << 18, 1 << 24))); }

// asinh and acosh grow by ln 2 when a huge argument doubles, and agree with each other.
struct huge_arguments {
  FF_HD one_pair input(uint64 i) const { return {ff::abs(draws(i).pair(30, 125))}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, ln2(0x1.62e43p-1f, -0x1.05c61p-29f), a = ff::asinh(x);
    return near(ff::asinh(x * 2.0f) - ln2, a, 10) && near(ff::acosh(x), a, 8) && is_pair(a);
  }
};
TEST_F(Hyperbolics, huge_arguments) { EXPECT_TRUE(holds(huge_arguments{}, vectors(1 << 18, 1 << 26))); }

// From one float to the next, across cells and exponents, no value falls (cosh over positive arguments).
struct monotone {
  FF_HD one_pair input(uint64 i) const { return {ff_t(ff::abs(draws(i).in(-20, 14)))}; }
  FF_HD bool operator()(uint64 i) const {
    const float x = input(i).x.hi();
    for (int f = 0; f < functions; ++f) {
      const ff_t a = apply(static_cast<function>(f), ff_t(x)),
                 b = apply(static_cast<function>(f), ff_t(outwards(x)));
      if (is_finite(a) && is_finite(b) && ff::sub22(b, a).hi() < -8 * 0x1p-48f * ff::abs(a.hi()))
        return false;
    }
    return true;
  }
};
TEST_F(Hyperbolics, monotone_between_floats) { EXPECT_TRUE(holds(monotone{}, vectors(1 << 18, 1 << 25))); }

// Whatever the words: a finite result is a pair, and none comes from NaN; odd functions are odd, cosh is
// even.
struct any_words {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const float hi = d.any();
    return {{hi, is_finite(hi) ? d.low_word(draws::exponent(hi)) : 0.0f}};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    for (int k = 0; k < functions; ++k) {
      const auto f = static_cast<function>(k);
      const ff_t r = apply(f, x), mirrored = apply(f, -x);
      if (is_nan(x.hi()) && !is_nan(r.hi())) return false;
      if (is_finite(r) && !is_pair(r)) return false;
      if (f == function::acosh) continue;
      const ff_t want = f == function::cosh ? r : -r;
      if (!same_bits(mirrored.hi(), want.hi()) || !(mirrored.lo() == want.lo() || is_nan(want.lo())))
        return false;
    }
    return true;
  }
};
TEST_F(Hyperbolics, any_words) { EXPECT_TRUE(holds(any_words{}, vectors(1 << 18, 1 << 26))); }

// ---------------------------------------------------------------- constant expressions

static_assert(near(ff::sinh(ff_t(1.0f)), {0x1.2cd9fcp0f, 0x1.13ae6p-26f}, 4));
static_assert(near(ff::cosh(ff_t(1.0f)), {0x1.8b0756p0f, -0x1.c4c156p-25f}, 4));
static_assert(near(ff::tanh(ff_t(1.0f)), {0x1.85efacp-1f, -0x1.5d618ep-26f}, 4));
static_assert(near(ff::asinh(ff_t(1.0f)), {0x1.c34366p-1f, 0x1.79d426p-29f}, 4));
static_assert(near(ff::acosh(ff_t(2.0f)), {0x1.512428p0f, -0x1.ccff7ap-25f}, 4));
static_assert(near(ff::atanh(ff_t(0.5f)), {0x1.193ea8p-1f, -0x1.54bf3ep-27f}, 4));
static_assert(ff::asinh(ff_t(0x1p20f)).hi() > 14.5f && ff::atanh(ff_t(0x1.fffffep-1f)).hi() > 8.0f);

}  // namespace
