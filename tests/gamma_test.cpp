// The gamma function and its logarithm: special values, factorials, hard arguments with MPFR's results,
// poles, and the identities between them.
#include <cmath>
#include <ff/math/lgamma.hpp>
#include <ff/math/tgamma.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using ff::lgamma;
using ff::tgamma;

using Gamma = Everywhere;

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

constexpr double gamma_bound = ff::bounds::tgammas[0].u2, below_bound = ff::bounds::tgammas[1].u2;
constexpr double log_bound = ff::bounds::lgammas[0].u2, negative_bound = ff::bounds::lgammas[3].u2;

FF_HD constexpr double value(ff_t x) { return wide(x.hi()) + wide(x.lo()); }

// |got - want| in u^2 of the size; a difference of pairs that agree to 24 bits is exact in double.
FF_HD constexpr double error(ff_t got, ff_t want, double size) {
  const double e = (wide(got.hi()) - wide(want.hi())) + (wide(got.lo()) - wide(want.lo()));
  return magnitude(e) / size * 0x1p48;
}

// ---------------------------------------------------------------- special values

struct special_case {
  float x;
  float gamma, log_gamma;
};

struct special_values {
  static constexpr int count = 28;
  FF_HD static constexpr special_case at(uint64 i) {
    const special_case all[count] = {{0.0f, inf, inf},
                                     {-0.0f, -inf, inf},
                                     {inf, inf, inf},
                                     {-inf, nan, inf},
                                     {nan, nan, nan},
                                     {-1.0f, nan, inf},
                                     {-2.0f, nan, inf},
                                     {-33.0f, nan, inf},
                                     {-34.0f, nan, inf},
                                     {-35.0f, nan, inf},
                                     {-64.0f, nan, inf},
                                     {-65.0f, nan, inf},
                                     {-0x1.fffffep23f, nan, inf},
                                     {-0x1p24f, nan, inf},
                                     {-0x1p100f, nan, inf},
                                     {1.0f, 1.0f, 0.0f},
                                     {2.0f, 1.0f, 0.0f},
                                     {0x1.185224p5f, inf, 0x1.62e438p6f},
                                     {36.0f, inf, 0x1.708b72p6f},
                                     {1e20f, inf, 0x1.e87398p71f},
                                     {0x1.895f1ep121f, inf, inf},
                                     {0x1.fffffep127f, inf, inf},
                                     {0x1p-128f, inf, 0x1.62e43p6f},
                                     {0x1p-149f, inf, 0x1.9d1dap6f},
                                     {-0x1p-149f, -inf, 0x1.9d1dap6f},
                                     {-65.5f, 0.0f, -0x1.a494e2p7f},
                                     {-66.5f, -0.0f, -0x1.acf9dap7f},
                                     {-0x1.000002p22f, -0.0f, -0x1.c7f9cap25f}};
    return all[i];
  }
  FF_HD one_float input(uint64 i) const { return {at(i).x}; }
  FF_HD bool operator()(uint64 i) const {
    const special_case c = at(i);
    const ff_t g = tgamma(ff_t(c.x)), l = lgamma(ff_t(c.x));
    const bool ends = is_finite(l) || is_nan(l.hi()) || same_bits(l.lo(), 0.0f);
    return same_bits(g.hi(), c.gamma) && (is_nan(c.gamma) || wide(g.lo()) == 0) &&
           same_bits(l.hi(), c.log_gamma) && ends;
  }
};

TEST_F(Gamma, special_values) { EXPECT_TRUE(holds(special_values{}, special_values::count)); }

// Between the integers however large, the words of x being what they are: signs of tgamma's zeros.
struct zeros_of_either_sign {
  FF_HD two_floats input(uint64 i) const {
    draws d(i);
    const int e = d.between(7, 60);
    const float head = ff::neg(ff::detail::from_bits(static_cast<uint32>(e + 127) << 23 | d.fraction()));
    return {head, d.coin() ? 0.25f : -0.25f};
  }
  FF_HD bool operator()(uint64 i) const {
    const two_floats v = input(i);
    if (wide(v.a) > -0x1p24) return true;  // 1/4 then is below half an ulp
    const ff_t g = tgamma(ff_t(v.a, v.b)), l = lgamma(ff_t(v.a, v.b));
    // -2^e k + 1/4 lies above an integer that is even, unless its last bit is one
    const bool odd = wide(v.a) >= -0x1p24 && (to_bits(v.a) & 1u) != 0;
    const bool negative = (v.b < 0) != odd;
    return same_bits(g, ff_t(negative ? -0.0f : 0.0f, g.lo())) && wide(g.lo()) == 0 && is_finite(l) &&
           l.hi() < 0;
  }
};

TEST_F(Gamma, zeros_of_either_sign) { EXPECT_TRUE(holds(zeros_of_either_sign{}, vectors(1 << 16, 1 << 24))); }

// ---------------------------------------------------------------- integers

// n! = m 2^e with m odd, rounded to a pair in integers.
FF_HD constexpr ff_t factorial_pair(int n) {
  uint128 m = 1;
  int e = 0;
  for (int k = 2; k <= n; ++k) {
    m *= static_cast<uint128>(k);
    while ((m & 1u) == 0) m >>= 1, ++e;
  }
  const float hi = nearest_float(false, m, e);
  const decoded d = decode(hi);
  const uint128 head =
      d.e >= e ? static_cast<uint128>(d.m) << (d.e - e) : static_cast<uint128>(d.m) >> (e - d.e);
  const bool below = head > m;
  return {hi, nearest_float(below, below ? head - m : m - head, e)};
}

struct factorials {
  FF_HD one_float input(uint64 i) const { return {static_cast<float>(i + 1)}; }
  FF_HD bool operator()(uint64 i) const {
    return same_bits(tgamma(ff_t(input(i).a)), factorial_pair(static_cast<int>(i)));
  }
};

TEST_F(Gamma, factorials) { EXPECT_TRUE(holds(factorials{}, 35)); }

// ---------------------------------------------------------------- hard arguments

struct hard_case {
  ff_t x, want;
};

struct hard_gammas {
  static constexpr int count = 22;
  FF_HD static constexpr hard_case at(uint64 i) {
    const hard_case all[count] = {
        {{0x1p-1f, 0}, {0x1.c5bf8ap0f, -0x1.c96212p-25f}},
        {{-0x1p-1f, 0}, {-0x1.c5bf8ap1f, 0x1.c96212p-24f}},
        {{0x1.8p0f, 0}, {0x1.c5bf8ap-1f, -0x1.c96212p-26f}},
        {{0x1.50256p4f, 0x1.05387ap-33f}, {0x1.15a7bp61f, 0x1.c2401ep35f}},
        {{0x1.a50256p4f, 0x1.05387ap-33f}, {0x1.1b7ac8p85f, -0x1.ca5112p60f}},
        {{0x1.0f451cp5f, 0x1.33c27p-20f}, {0x1.2f7ed8p122f, -0x1.378e52p94f}},
        {{0x1.9dbcdcp4f, 0x1.82db9p-23f}, {0x1.03d48ap83f, -0x1.9fa1cap56f}},
        {{0x1.18521p5f, 0x1.fffffep-21f}, {0x1.fff30ep127f, -0x1.ff0998p100f}},
        {{0x1.762d86p0f, 0x1.b82fep-25f}, {0x1.c56dc8p-1f, 0x1.53a57ap-28f}},
        {{0x1p-127f, 0}, {0x1p127f, -0x1.2788dp-1f}},
        {{0x1p-100f, 0x1p-149f}, {0x1p100f, -0x1p51f}},
        {{-0x1p-127f, 0}, {-0x1p127f, -0x1.2788dp-1f}},
        {{-0x1p0f, 0x1p-100f}, {-0x1p100f, -0x1.b0ee6p-2f}},
        {{-0x1p0f, -0x1p-100f}, {0x1p100f, -0x1.b0ee6p-2f}},
        {{-0x1.8p1f, 0x1p-120f}, {-0x1.555556p117f, 0x1.555556p92f}},
        {{-0x1.4p4f, 0x1p-149f}, {0x1.e542bap87f, 0x1.00808ap61f}},
        {{-0x1p6f, 0x1p-149f}, {0x1p-147f, 0}},
        {{-0x1.ep5f, -0x1.8p-148f}, {-0x1.3749c8p-125f, 0}},
        {{-0x1.11p5f, 0}, {-0x1.84e64ep-126f, 0}},
        {{-0x1.116718p5f, 0x1.a98156p-21f}, {-0x1.dbbbe4p-127f, 0}},
        {{-0x1.4p3f, -0x1.1p-27f}, {-0x1.167d28p5f, -0x1.23fceap-20f}},
        {{-0x1.4p3f, -0x1.1p-24f}, {-0x1.167d26p2f, -0x1.88dbc4p-25f}},
    };
    return all[i];
  }
  FF_HD one_pair input(uint64 i) const { return {at(i).x}; }
  FF_HD bool operator()(uint64 i) const {
    const auto [x, want] = at(i);
    const ff_t got = tgamma(x);
    const double bound = value(x) >= 1 ? gamma_bound : below_bound;
    return error(got, want, magnitude(value(want)) + 0x1p-103) <= bound && is_pair(got);
  }
};

TEST_F(Gamma, hard_gammas) { EXPECT_TRUE(holds(hard_gammas{}, hard_gammas::count)); }

// The last of them lie beside the zeros between the poles, and beside poles.
struct hard_logarithms {
  static constexpr int count = 22;
  FF_HD static constexpr hard_case at(uint64 i) {
    const hard_case all[count] = {
        {{0x1p-1f, 0}, {0x1.250d04p-1f, 0x1.1cf438p-26f}},
        {{0x1.8p1f, 0}, {0x1.62e43p-1f, -0x1.05c61p-29f}},
        {{0x1p0f, 0x1p-40f}, {-0x1.2788dp-41f, 0x1.c8321cp-68f}},
        {{0x1p1f, -0x1p-30f}, {-0x1.b0ee6p-32f, -0x1.b381a6p-58f}},
        {{0x1.0044ccp0f, -0x1.bd6f4p-25f}, {-0x1.3d31cap-11f, 0x1.21471ap-36f}},
        {{0x1.736eacp2f, -0x1.ba9fd8p-23f}, {0x1.1d2f16p2f, 0x1.d90476p-24f}},
        {{0x1p4f, 0}, {0x1.be636ap4f, 0x1.8ff4d2p-22f}},
        {{0x1.fffffep3f, 0x1p-22f}, {0x1.be6368p4f, 0x1.56dbacp-22f}},
        {{0x1.044254p25f, -0x1.f1936ep0f}, {0x1.09dfb4p29f, -0x1.83a55p3f}},
        {{0x1p120f, 0}, {0x1.48b5ecp126f, 0x1.e152cap101f}},
        {{0x1p-149f, 0}, {0x1.9d1dap6f, -0x1.985c48p-21f}},
        {{0x1p-100f, 0}, {0x1.154246p6f, -0x1.199058p-19f}},
        {{-0x1p-100f, 0}, {0x1.154246p6f, -0x1.199058p-19f}},
        {{-0x1.8p0f, 0}, {0x1.b85816p-1f, -0x1.cfbe1p-26f}},
        {{-0x1.3a7fc6p1f, -0x1.23dcfp-26f}, {0x1.3992p-21f, 0x1.6ae1cep-47f}},
        {{-0x1.4p3f, 0x1.27e4fcp-22f}, {0x1.4d2d74p-21f, -0x1.5f2fcap-47f}},
        {{-0x1.4p4f, 0x1p-149f}, {0x1.e78be8p5f, -0x1.4ee8dep-23f}},
        {{-0x1.1p5f, 0x1p-127f}, {-0x1.1a2e72p-1f, -0x1.8a27cep-27f}},
        {{-0x1.1p5f, 0x1p-149f}, {0x1.d656dap3f, 0x1.86b0b6p-22f}},
        {{-0x1.08p6f, 0x1p-140f}, {-0x1.d1f77p6f, 0x1.081022p-19f}},
        {{-0x1.08p6f, 0x1p-20f}, {-0x1.8f56aep7f, 0x1.3ffb9ep-19f}},
        {{-0x1.908p6f, 0}, {-0x1.6a35ep8f, 0x1.76db78p-19f}},
    };
    return all[i];
  }
  FF_HD one_pair input(uint64 i) const { return {at(i).x}; }
  FF_HD bool operator()(uint64 i) const {
    const auto [x, want] = at(i);
    const double size = magnitude(value(want)), scale = value(x) < 0 && size < 1 ? 1 : size + 0x1p-103;
    const ff_t got = lgamma(x);
    const double bound = value(x) < 0 ? negative_bound : log_bound;
    return error(got, want, scale) <= bound && is_pair(got);
  }
};

TEST_F(Gamma, hard_logarithms) { EXPECT_TRUE(holds(hard_logarithms{}, hard_logarithms::count)); }

// ---------------------------------------------------------------- identities

// x = k/2^16 + j/2^33 between low and high: x + 1 and 1 - x are exact pairs.
FF_HD ff_t dyadic(uint64 i, int low, int high) {
  draws d(i);
  const float head = static_cast<float>(d.between(low << 16, (high << 16) - 1)) * 0x1p-16f;
  const float tail = static_cast<float>(d.between(-(1 << 15), 1 << 15)) * 0x1p-33f;
  return draws::normalized(head, d.coin() ? tail : 0.0f);
}

// Gamma(x + 1) = x Gamma(x)
struct recurrence {
  FF_HD one_pair input(uint64 i) const { return {dyadic(i, -26, 34)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    if (value(x) <= 0 && is_nan(tgamma(x).hi())) return x.lo() == 0.0f;
    const ff_t next = tgamma(ff::add21(x, 1.0f)), product = ff::mul22(x, tgamma(x));
    const auto bound = [](ff_t a) { return value(a) < 1 ? below_bound : gamma_bound; };
    if (value(x) == 0) return value(next) == 1;
    return error(product, next, magnitude(value(next))) <= bound(x) + bound(ff::add21(x, 1.0f)) + 4.5;
  }
};

// Gamma(x) Gamma(1 - x) sin(pi x) = pi
struct reflection {
  FF_HD one_pair input(uint64 i) const { return {dyadic(i, -26, 1)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, s = ff::sinpi(x);
    if (s.hi() == 0.0f) return true;
    const ff_t p = ff::mul22(ff::mul22(tgamma(x), s), tgamma(ff::add21(-x, 1.0f)));
    const double bound = gamma_bound + below_bound + 4 + 2 * 4.5;
    return error(p, ff_t(0x1.921fb6p+1f, -0x1.777a5cp-24f), 3.14) <= bound;
  }
};

// log|Gamma(x)| by the two functions
struct logarithm {
  FF_HD one_pair input(uint64 i) const { return {dyadic(i, -26, 35)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, g = tgamma(x);
    if (is_nan(g.hi()) || !is_finite(g)) return true;
    const ff_t l = lgamma(x), other = ff::log(ff::abs(g));
    const double size = magnitude(value(l)), below = value(x) < 1 ? below_bound : gamma_bound;
    return error(l, other, 1) <= 16 * (size > 1 ? size : 1) + below + 4 * size;
  }
};

TEST_F(Gamma, recurrence) { EXPECT_TRUE(holds(recurrence{}, vectors(1 << 18, 1ull << 30))); }
TEST_F(Gamma, reflection) { EXPECT_TRUE(holds(reflection{}, vectors(1 << 18, 1ull << 30))); }
TEST_F(Gamma, logarithm) { EXPECT_TRUE(holds(logarithm{}, vectors(1 << 18, 1ull << 30))); }

// ---------------------------------------------------------------- poles

// Gamma(-n + r) = (-1)^n / (n! r) to within r psi: r from 2^-60 to the least float.
struct beside_poles {
  FF_HD two_floats input(uint64 i) const {
    draws d(i);
    const float r =
        from_bits(d.sign() | (d.word() & 0x7fffffu) | static_cast<uint32>(d.between(0, 67)) << 23);
    return {static_cast<float>(d.between(0, 64)), r};
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [n, r] = input(i);
    if (r == 0.0f) return true;
    const ff_t x = n == 0.0f ? ff_t(r) : ff_t(ff::neg(n), r), g = tgamma(x), l = lgamma(x);
    double inverse = 1 / wide(r);  // of r n!
    for (double k = 2; k <= wide(n); k += 1) inverse /= k;
    if ((static_cast<int>(n) & 1) != 0) inverse = -inverse;
    const double size = magnitude(inverse), log_size = std::log(size);
    const bool close = magnitude(value(l) - log_size) <= 1e-13 * (1 + magnitude(log_size));
    if (!close || !is_pair(l)) return false;
    if (size >= 0x1.ffp127 && !is_finite(g))
      return same_bits(g.hi(), inverse < 0 ? -inf : inf) && g.lo() == 0;
    const double e = magnitude((wide(g.hi()) - inverse) + wide(g.lo()));
    return e <= (16 + 64 * 0x1p-5) * 0x1p-48 * (size + 0x1p-103) && is_pair(g);
  }
};

TEST_F(Gamma, beside_poles) { EXPECT_TRUE(holds(beside_poles{}, vectors(1 << 18, 1ull << 28))); }

// ---------------------------------------------------------------- every exponent, order, weak operands

// Near zero Gamma(x) = 1/x - 0.577 and log|Gamma(x)| = -log|x|; beyond the ends the right kind.
struct every_exponent {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const uint32 head = static_cast<uint32>(i % 255) << 23 | d.fraction() | d.sign();
    return {ff_t(from_bits(head))};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, g = tgamma(x), l = lgamma(x);
    const double a = value(x), size = magnitude(a);
    if (a == 0) return true;
    if (is_finite(g) && !(is_pair(g) && is_pair(l) && is_finite(l))) return a > 4e36;
    if (size < 0x1p-50) {
      const bool gamma_fits = size < 0x1.00001p-128 ? true : error(g, ff_t(1 / a), 1 / size) <= 16 + 4;
      return gamma_fits && error(l, -ff::log(ff::abs(x)), value(l)) <= 20;
    }
    if (a >= 35.1) return g.hi() == inf && (a > 4.0850035e36 ? l.hi() == inf : is_finite(l) && l.hi() > 0);
    if (a <= -65)
      return a <= -0x1p23 ? is_nan(g.hi()) && l.hi() == inf : magnitude(value(g)) == 0 || is_nan(g.hi());
    return is_finite(l) || l.hi() == inf;
  }
};

// From one float to the next: Gamma increases from 1.5 on, its logarithm from 1.5 on and decreases
// before 1.4.
struct monotone {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const double x = 0.5 + 34.5 * d.word() * 0x1p-32;
    const double edge = static_cast<int>(x * 16) / 16.0;  // the cells of both meet there
    return {ff_t(static_cast<float>(d.coin() ? x : edge))};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, next(outwards(x.hi())), before(inwards(x.hi()));
    const auto rises = [](ff_t a, ff_t b, ff_t c) { return a < b && b < c; };
    if (value(x) > 1.5)
      return rises(tgamma(before), tgamma(x), tgamma(next)) && rises(lgamma(before), lgamma(x), lgamma(next));
    return value(x) > 1.4 || (value(x) > 0.51 && rises(lgamma(next), lgamma(x), lgamma(before))) ||
           value(x) <= 0.51;
  }
};

// |lo| one float above ulp(hi)/2, as mul22 may leave it.
struct weak_operands {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const ff_t x = d.weak_pair(-20, 5);
    return {ff::abs(x)};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, strict = ff::renormalize(x), g = tgamma(x), l = lgamma(x);
    if (value(x) > 35.04) return true;
    const double size = magnitude(value(l));
    return error(g, tgamma(strict), magnitude(value(g))) <= 2 * 16 &&
           error(l, lgamma(strict), size) <= 2 * 16 && is_pair(g) && is_pair(l);
  }
};

TEST_F(Gamma, every_exponent) { EXPECT_TRUE(holds(every_exponent{}, vectors(1 << 18, 1ull << 28))); }
TEST_F(Gamma, monotone) { EXPECT_TRUE(holds(monotone{}, vectors(1 << 18, 1ull << 30))); }
TEST_F(Gamma, weak_operands) { EXPECT_TRUE(holds(weak_operands{}, vectors(1 << 18, 1ull << 28))); }

static_assert(tgamma(ff_t(5.0f)) == 24.0f && tgamma(ff_t(0.5f)).hi() == 0x1.c5bf8ap0f);
static_assert(tgamma(ff_t(-0.5f)).hi() == -0x1.c5bf8ap1f && tgamma(ff_t(0.0f)).hi() == inf);
static_assert(lgamma(ff_t(2.0f)) == 0.0f && lgamma(ff_t(3.0f)).hi() == 0x1.62e43p-1f);
static_assert(lgamma(ff_t(16.0f)).hi() == 0x1.be636ap4f && lgamma(ff_t(-1.5f)).hi() == 0x1.b85816p-1f);

}  // namespace
