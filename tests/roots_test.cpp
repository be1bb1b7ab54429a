// cbrt, rcbrt, hypot, rhypot: special values, all exponents, identities, worst cases found.
#include <mpfr.h>

#include <cmath>
#include <ff/math/roots.hpp>
#include <ff/operators.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

struct Roots : Everywhere {};

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

// ---------------------------------------------------------------- special values

struct unary_case {
  ff_t x, cbrt, rcbrt;
};
struct unary_specials {
  FF_HD bool operator()(uint64 i) const {
    const unary_case cases[] = {{0.0f, 0.0f, inf},
                                {-0.0f, -0.0f, -inf},
                                {inf, inf, 0.0f},
                                {-inf, -inf, -0.0f},
                                {nan, nan, nan},
                                {1.0f, 1.0f, 1.0f},
                                {-8.0f, -2.0f, -0.5f},
                                {0x1p-126f, 0x1p-42f, 0x1p42f},
                                {-0x1p-147f, -0x1p-49f, -0x1p49f},
                                {0x1p126f, 0x1p42f, 0x1p-42f}};
    const unary_case& c = cases[i];
    return same_bits(ff::cbrt(c.x).hi(), c.cbrt.hi()) && same_bits(ff::rcbrt(c.x).hi(), c.rcbrt.hi()) &&
           (is_nan(c.x.hi()) || (ff::cbrt(c.x).lo() == 0 && ff::rcbrt(c.x).lo() == 0));
  }
};
TEST_F(Roots, special_values_of_cube_roots) { EXPECT_TRUE(holds(unary_specials{}, 10)); }

struct binary_case {
  ff_t x, y;
  float hypot, rhypot;
};
struct binary_specials {
  FF_HD bool operator()(uint64 i) const {
    const binary_case cases[] = {{0.0f, -0.0f, 0.0f, inf},
                                 {inf, nan, inf, 0.0f},
                                 {nan, -inf, inf, 0.0f},
                                 {-inf, 3.0f, inf, 0.0f},
                                 {-inf, inf, inf, 0.0f},
                                 {nan, 0.0f, nan, nan},
                                 {1.0f, nan, nan, nan},
                                 {-3.0f, 4.0f, 5.0f, 0x1.99999ap-3f},
                                 {0x1p-149f, 0.0f, 0x1p-149f, inf},
                                 {0.0f, -0x1p-126f, 0x1p-126f, 0x1p126f},
                                 {0x1.8p-140f, 0x1p-139f, 0x1.4p-139f, inf},
                                 {0x1.8p127f, 0x1p127f, 0x1.cd82b4p127f, 0x1.1c01a8p-128f},
                                 {0x1.fp127f, 0x1.fp127f, inf, 0x1.75b7ap-129f},
                                 {0x1p127f, 0.0f, 0x1p127f, 0x1p-127f},
                                 {0x1p60f, 0x1p-60f, 0x1p60f, 0x1p-60f}};
    const auto& [x, y, h, r] = cases[i];
    return same_bits(ff::hypot(x, y).hi(), h) && same_bits(ff::hypot(y, -x).hi(), h) &&
           same_bits(ff::hypot(x, 0.0f, y).hi(), h) && same_bits(ff::hypot(-y, x, -0.0f).hi(), h) &&
           same_bits(ff::rhypot(x, y).hi(), r) && same_bits(ff::rhypot(-y, x).hi(), r);
  }
};
TEST_F(Roots, special_values_of_lengths) { EXPECT_TRUE(holds(binary_specials{}, 15)); }

// ---------------------------------------------------------------- every exponent

// Every exponent, subnormal heads included.
FF_HD ff_t any_pair(uint64 i) {
  draws d(i);
  const float subnormal = from_bits(d.sign() | (d.word() & 0x7fffffu));
  return i % 16 == 0 ? ff_t(subnormal) : d.pair(-126, 126);
}

// y^3 - x, relative to x, is three times the error: exactly, on significands.
struct cube_is_back {
  FF_HD one_pair input(uint64 i) const { return {any_pair(i)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    if (x.hi() == 0) return true;
    const int n = ff::ilogb(x) / 3;
    const ff_t y = ff::ldexp(ff::cbrt(x), -n), z = ff::ldexp(ff::rcbrt(x), n), a = ff::ldexp(x, -3 * n);
    const double yh = wide(y.hi()), yl = wide(y.lo()), zh = wide(z.hi()), zl = wide(z.lo());
    const double ah = wide(a.hi()), al = wide(a.lo());
    // yh^3 - ah in double words, the rest to first order
    const double p = yh * yh, cube = p * yh, lost = ::fma(p, yh, -cube);
    const double back = ((cube - ah) + lost) + (3 * p * yl - al);
    const double q = zh * zh * zh, q_lost = ::fma(zh * zh, zh, -q), r = q * ah, r_lost = ::fma(q, ah, -r);
    const double one = ((r - 1) + r_lost) + (q_lost * ah + q * al + 3 * zh * zh * zl * ah);
    return is_pair(ff::cbrt(x)) && is_pair(ff::rcbrt(x)) &&
           magnitude(back) <= 12.3 * 0x1p-48 * magnitude(ah) && magnitude(one) <= 12.3 * 0x1p-48;
  }
};
TEST_F(Roots, cubes_are_back_for_every_exponent) {
  EXPECT_TRUE(holds(cube_is_back{}, vectors(1 << 21, 1 << 28)));
}

// cbrt is odd; hypot scales by powers of 2, exactly but where a low word's square underflows and a tie then
// falls the other way; its arguments may change places and signs.
struct scales {
  FF_HD static bool close(ff_t a, ff_t b) {
    const double off = (double(a.hi()) - double(b.hi())) + (double(a.lo()) - double(b.lo()));
    return (off < 0 ? -off : off) <= double(b.hi()) * 0x1p-64;
  }
  FF_HD two_pairs input(uint64 i) const {
    draws d(i);
    const ff_t x = d.pair(-15, 30);  // so that no square's residue underflows
    const int e = ff::ilogb(x) + d.between(-25, 25);
    return {x, d.pair(e, e)};
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [x, y] = input(i);
    const int n = static_cast<int>(i % 9) - 4;
    return ff::cbrt(-x) == -ff::cbrt(x) && ff::rcbrt(-x) == -ff::rcbrt(x) &&
           close(ff::hypot(ff::ldexp(x, n), ff::ldexp(y, n)), ff::ldexp(ff::hypot(x, y), n)) &&
           same_bits(ff::hypot(x, y), ff::hypot(-y, x)) && is_pair(ff::hypot(x, y)) &&
           is_pair(ff::hypot(x, y, x)) && is_pair(ff::rhypot(x, y));
  }
};
TEST_F(Roots, scale_and_are_odd) { EXPECT_TRUE(holds(scales{}, vectors(1 << 20, 1 << 28))); }

// hypot(x, y)^2 - x^2 - y^2, exactly.
struct square_is_back {
  FF_HD two_pairs input(uint64 i) const {
    draws d(i);
    const ff_t x = d.pair(-15, 30);  // so that no square's residue underflows
    const int e = ff::ilogb(x);
    return {x, i % 2 == 0 ? d.pair(-30, 30) : d.pair(e, e)};
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [x, y] = input(i);
    const ff_t h = ff::hypot(x, y), three = ff::hypot(x, y, x);
    const double back = exact_sum<16>().add_product(h, h).sub_product(x, x).sub_product(y, y).value();
    const double back3 = exact_sum<20>()
                             .add_product(three, three)
                             .sub_product(x, x)
                             .sub_product(y, y)
                             .sub_product(x, x)
                             .value();
    const double s = wide(h.hi()) * wide(h.hi()), s3 = wide(three.hi()) * wide(three.hi());
    const ff_t one = h * ff::rhypot(x, y) - 1.0f;
    return magnitude(back) <= 8.1 * 0x1p-48 * s && magnitude(back3) <= 8.1 * 0x1p-48 * s3 &&
           magnitude(wide(one.hi())) <= 12.1 * 0x1p-48;
  }
};
TEST_F(Roots, squares_are_back) { EXPECT_TRUE(holds(square_is_back{}, vectors(1 << 19, 1 << 27))); }

// ---------------------------------------------------------------- the worst arguments found, against MPFR

#if !defined(FF_TEST_ON_DEVICE)

struct number {
  mpfr_t m;
  explicit number(ff_t x) {
    mpfr_init2(m, 400);
    mpfr_set_d(m, wide(x.hi()), MPFR_RNDN);
    mpfr_add_d(m, m, wide(x.lo()), MPFR_RNDN);
  }
  ~number() { mpfr_clear(m); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;
};
double error_of(ff_t got, mpfr_srcptr want) {
  number off(got);
  mpfr_sub(off.m, off.m, want, MPFR_RNDN);
  mpfr_div(off.m, off.m, want, MPFR_RNDN);
  return std::fabs(mpfr_get_d(off.m, MPFR_RNDN)) * 0x1p48;
}

TEST(RootsHost, worst_cube_roots) {
  const ff_t cases[] = {{-0x1.0669f4p+126f, -0x1.9211dap+100f}, {0x1.010422p+60f, -0x1.6a1ccap+34f},
                        {0x1.04a1a6p+123f, 0x1.185cf4p+97f},    {0x1.060b12p+0f, 0x1.a883cp-27f},
                        {-0x1.048daep+126f, -0x1.e09f0ap+99f},  {0x1.02acd2p+0f, -0x1.cee63ap-25f},
                        {0x1.f55d42p-25f, 0x1.fffffcp-50f},     {0x1.84c8dap+125f, -0x1.c48e92p+100f},
                        {0x1.9c071ep+2f, -0x1.06d08ap-23f}};
  for (const ff_t x : cases) {
    number root(x), inverse(x);
    mpfr_cbrt(root.m, root.m, MPFR_RNDN);
    mpfr_ui_div(inverse.m, 1, root.m, MPFR_RNDN);
    EXPECT_LE(error_of(ff::cbrt(x), root.m), ff::bounds::cube_roots[0].u2) << x.hi();
    EXPECT_LE(error_of(ff::rcbrt(x), inverse.m), ff::bounds::cube_roots[1].u2) << x.hi();
  }
}

TEST(RootsHost, worst_lengths) {
  const two_pairs cases[] = {{{0x1.e2cb96p+73f, -0x1.b51b9ap-62f}, {-0x1.0a3f5p+88f, -0x1.04929p+63f}},
                             {{-0x1.000002p-22f, -0x1.dfffdcp-49f}, {0x1.4422fcp-26f, 0x1.0001c8p-51f}},
                             {{0x1.00cb9ep+0f, 0x1.67cecap-27f}, {0x1.62822p-10f, 0x1.7c89d6p-36f}},
                             {{0x1.08p-92f, -0x1.1048bp-119f}, {-0x1.0000dp-89f, 0x1.ffffbap-115f}},
                             {{-0x1.76b44ep-29f, -0x1.faf6fap-54f}, {-0x1.84c724p-39f, 0x1.759194p-65f}},
                             {{0x1.77df0cp+95f, -0x1.09de28p+69f}, {0x1.78dc9p+99f, -0x1.e956f8p+74f}},
                             {{-0x1.7a3efap-4f, 0x1.ff3fe6p-29f}, {0x1.ae6f18p-11f, -0x1.ffa0b2p-36f}}};
  for (const auto& [x, y] : cases) {
    number a(x), b(y);
    mpfr_hypot(a.m, a.m, b.m, MPFR_RNDN);
    mpfr_ui_div(b.m, 1, a.m, MPFR_RNDN);
    EXPECT_LE(error_of(ff::hypot(x, y), a.m), ff::bounds::euclidean_lengths[0].u2) << x.hi();
    EXPECT_LE(error_of(ff::hypot(x, 0.0f, y), a.m), ff::bounds::euclidean_lengths[0].u2) << x.hi();
    EXPECT_LE(error_of(ff::rhypot(x, y), b.m), ff::bounds::euclidean_lengths[2].u2) << x.hi();
  }
}

#endif

// ---------------------------------------------------------------- perfect powers

struct exact_roots {
  FF_HD bool operator()(uint64 i) const {
    const ff_t n = static_cast<float>(i + 1);  // n^3 has at most 48 bits
    const ff_t cube = n * n * n;
    return same_bits(ff::cbrt(cube).hi(), n.hi()) && (i > 1000 || same_bits(ff::cbrt(cube), n)) &&
           same_bits(ff::hypot(3 * n, 4 * n), 5 * n) && same_bits(ff::hypot(2 * n, 3 * n, 6 * n), 7 * n);
  }
};
TEST_F(Roots, perfect_powers_are_exact) { EXPECT_TRUE(holds(exact_roots{}, 40000)); }

static_assert(same_bits(ff::cbrt(27), 3.0f) && same_bits(ff::rcbrt(-64), -0.25f), "constant expressions");
static_assert(same_bits(ff::hypot(5, 12), 13.0f) && same_bits(ff::hypot(2, 3, 6), 7.0f));
static_assert(same_bits(ff::rhypot(0, 0), inf) && same_bits(ff::cbrt(-0.0f), -0.0f));
// ... and where the bare kernels, which every call runs at run time, would divide by zero or make a NaN.
static_assert(same_bits(ff::cbrt(inf), inf) && same_bits(ff::rcbrt(0.0f), inf));
static_assert(same_bits(ff::rsqrt(ff_t(0.0f)), inf) && same_bits(ff::rsqrt(ff_t(inf)), 0.0f));
static_assert(same_bits(ff::rsqrt(ff_t(0x1p-148f)), 0x1p74f) &&
              same_bits(ff::rsqrt(ff_t(0x1p126f)), 0x1p-63f));

}  // namespace
