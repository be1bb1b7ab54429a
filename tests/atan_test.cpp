// atan, atan2, asin and acos: the special values of C Annex F, symmetries that hold bit for bit, the worst
// cases known, and every exponent against double's own functions.
#include <cmath>
#include <ff/math/asin.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

struct InverseTrigonometry : Everywhere {};

constexpr float infinity = ff::detail::infinity, quiet_nan = ff::detail::quiet_nan;
constexpr float largest = 0x1.fffffep127f;

FF_HD constexpr bool same(ff_t x, ff_t y) {
  return to_bits(x.hi()) == to_bits(y.hi()) && ff::equal(x.lo(), y.lo());
}
FF_HD constexpr bool is_pair(ff_t x) { return ff::equal(ff::add_rn(x.hi(), x.lo()), x.hi()); }
FF_HD constexpr ff_t pi() { return {0x1.921fb6p1f, -0x1.777a5cp-24f}; }
FF_HD constexpr ff_t times(ff_t x, float power) {
  return {ff::mul_rn(x.hi(), power), ff::mul_rn(x.lo(), power)};
}
FF_HD constexpr ff_t half_pi() { return times(pi(), 0.5f); }
FF_HD constexpr ff_t quarter_pi() { return times(pi(), 0.25f); }
// 3 pi/4, rounded to nearest.
FF_HD constexpr ff_t three_quarters_pi() { return {0x1.2d97c8p1f, -0x1.99bc5cp-28f}; }

// ---------------------------------------------------------------- special values

TEST(InverseTrigonometryOnHost, special_values_of_atan) {
  EXPECT_TRUE(same(ff::atan(0.0f), 0.0f));
  EXPECT_TRUE(same(ff::atan(-0.0f), -0.0f));
  EXPECT_TRUE(same(ff::atan(infinity), half_pi()));
  EXPECT_TRUE(same(ff::atan(-infinity), -half_pi()));
  EXPECT_TRUE(same(ff::atan(ff_t(infinity, infinity)), half_pi()));
  EXPECT_TRUE(same(ff::atan(ff_t(largest, 0x1p102f)), half_pi()));
  EXPECT_TRUE(is_nan(ff::atan(quiet_nan).hi()));
}

TEST(InverseTrigonometryOnHost, special_values_of_asin_and_acos) {
  EXPECT_TRUE(same(ff::asin(0.0f), 0.0f));
  EXPECT_TRUE(same(ff::asin(-0.0f), -0.0f));
  EXPECT_TRUE(same(ff::asin(1.0f), half_pi()));
  EXPECT_TRUE(same(ff::asin(-1.0f), -half_pi()));
  EXPECT_TRUE(same(ff::acos(1.0f), 0.0f));
  EXPECT_TRUE(same(ff::acos(-1.0f), pi()));
  EXPECT_TRUE(same(ff::acos(0.0f), half_pi()));
  EXPECT_TRUE(same(ff::acos(-0.0f), half_pi()));
  // 2^-74 = sqrt(2 2^-149)
  EXPECT_TRUE(same(ff::acos(ff_t(1.0f, -0x1p-149f)), 0x1p-74f));
  for (const ff_t x : {ff_t(1.0f, 0x1p-149f), ff_t(1.0f, 0x1p-60f), ff_t(0x1.000002p0f), ff_t(2.0f, 0x1p-30f),
                       ff_t(largest), ff_t(infinity), ff_t(quiet_nan)}) {
    EXPECT_TRUE(is_nan(ff::asin(x).hi()) && is_nan(ff::asin(-x).hi())) << x.hi();
    EXPECT_TRUE(is_nan(ff::acos(x).hi()) && is_nan(ff::acos(-x).hi())) << x.hi();
  }
}

// C Annex F.10.1.4 for all pairs of a few magnitudes and signs.
TEST(InverseTrigonometryOnHost, special_values_of_atan2) {
  for (const float sign : {1.0f, -1.0f}) {
    const auto signed_by = [&](ff_t x) { return sign < 0 ? -x : x; };
    for (const float x : {0.0f, 0x1p-149f, 1.0f, largest, infinity}) {
      EXPECT_TRUE(same(ff::atan2(sign * 0.0f, x), signed_by(0.0f))) << x;
      EXPECT_TRUE(same(ff::atan2(sign * 0.0f, -x), signed_by(pi()))) << x;
      if (x == infinity) continue;
      EXPECT_TRUE(same(ff::atan2(sign * infinity, x), signed_by(half_pi()))) << x;
      EXPECT_TRUE(same(ff::atan2(sign * infinity, -x), signed_by(half_pi()))) << x;
      EXPECT_TRUE(same(ff::atan2(sign * x, infinity), signed_by(0.0f))) << x;
      EXPECT_TRUE(same(ff::atan2(sign * x, -infinity), signed_by(pi()))) << x;
      if (x == 0.0f) continue;
      EXPECT_TRUE(same(ff::atan2(sign * x, 0.0f), signed_by(half_pi()))) << x;
      EXPECT_TRUE(same(ff::atan2(sign * x, -0.0f), signed_by(half_pi()))) << x;
      EXPECT_TRUE(same(ff::atan2(sign * x, x), signed_by(quarter_pi()))) << x;
      EXPECT_TRUE(same(ff::atan2(sign * x, -x), signed_by(three_quarters_pi()))) << x;
    }
    EXPECT_TRUE(same(ff::atan2(sign * infinity, infinity), signed_by(quarter_pi())));
    EXPECT_TRUE(same(ff::atan2(sign * infinity, -infinity), signed_by(three_quarters_pi())));
    EXPECT_TRUE(same(ff::atan2(sign * 0x1p-149f, 2.0f), signed_by(0.0f)));     // a tie, to even
    EXPECT_TRUE(same(ff::atan2(sign * 0x1p-149f, largest), signed_by(0.0f)));  // far below the least float
    EXPECT_TRUE(same(ff::atan2(sign * largest, 0x1p-149f), signed_by(half_pi())));
    EXPECT_TRUE(same(ff::atan2(sign * 0x1p-149f, 0x1p-149f), signed_by(quarter_pi())));
  }
  for (const float x : {0.0f, 1.0f, -1.0f, infinity, -infinity, quiet_nan}) {
    EXPECT_TRUE(is_nan(ff::atan2(quiet_nan, x).hi())) << x;
    EXPECT_TRUE(is_nan(ff::atan2(x, quiet_nan).hi())) << x;
  }
}

// Any two words, unordered ones too: nothing is read outside the tables, and NaN stays NaN.
struct any_words {
  FF_HD two_pairs input(uint64 i) const {
    draws d(i);
    const ff_t x{from_bits(d.word()), from_bits(d.word())}, y{from_bits(d.word()), from_bits(d.word())};
    return {x, y};
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [x, y] = input(i);
    const ff_t a = ff::atan(x), b = ff::asin(x), c = ff::acos(x), d = ff::atan2(y, x);
    const bool x_is = is_nan(x.hi()), y_is = is_nan(y.hi());
    return (!x_is || (is_nan(a.hi()) && is_nan(b.hi()) && is_nan(c.hi()))) &&
           (!(x_is || y_is) || is_nan(d.hi()));
  }
};
TEST_F(InverseTrigonometry, nan_stays_nan) { EXPECT_TRUE(holds(any_words{}, vectors(1 << 20, 1 << 28))); }

// ---------------------------------------------------------------- symmetries

struct symmetries {
  FF_HD two_pairs input(uint64 i) const {
    draws d(i);
    return {d.pair(-20, 20), d.pair(-20, 20)};
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [y, x] = input(i);
    const ff_t a = ff::atan(y), b = ff::atan2(y, x);
    const float power = ff_test::power(static_cast<int>(i % 41) - 20);
    const ff_t small = times(x, 0x1p-21f), s = ff::asin(small), c = ff::acos(small);
    return same(ff::atan(-y), -a) && same(ff::atan2(-y, x), -b) && same(ff::asin(-small), -s) &&
           same(ff::atan2(times(y, power), times(x, power)), b) && is_pair(a) && is_pair(b) && is_pair(s) &&
           is_pair(c);
  }
};
TEST_F(InverseTrigonometry, odd_and_scale_free) {
  EXPECT_TRUE(holds(symmetries{}, vectors(1 << 19, 1 << 28)));
}

// atan x = asin x = x where x^3/3 is below the last digit, which a low word far below the head's may have
// above it: within 2^-59, so; atan2 as well.
struct tiny {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const float hi = from_bits(d.word() % to_bits(0x1p-30f) | d.sign());
    return {
        ff_t(hi, (to_bits(hi) & 0x7fffffffu) < to_bits(0x1p-96f) ? 0.0f : d.low_word(draws::exponent(hi)))};
  }
  // The same value, as a pair: x may have a low word of half an ulp that rounds the other way.
  FF_HD static bool is(ff_t got, ff_t x) {
    const double off = (wide(got.hi()) - wide(x.hi())) + (wide(got.lo()) - wide(x.lo()));
    return is_pair(got) && (off < 0 ? -off : off) <= wide(ff::abs(x.hi())) * 0x1p-59;
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    return is(ff::atan(x), x) && is(ff::asin(x), x) && is(ff::atan2(x, 1.0f), x);
  }
};
TEST_F(InverseTrigonometry, tiny_arguments) { EXPECT_TRUE(holds(tiny{}, vectors(1 << 19, 1 << 27))); }

// ---------------------------------------------------------------- against double

// |got - (value + slope dx)| in u^2 of the value, for dx = x - double(x).
FF_HD double error(ff_t got, double value, double correction) {
  const double e = ((value - wide(got.hi())) - wide(got.lo())) + correction;
  return magnitude(e / value) * 0x1p48;
}
FF_HD double rest(ff_t x, double rounded) { return (wide(x.hi()) - rounded) + wide(x.lo()); }

struct near_double {
  FF_HD two_pairs input(uint64 i) const {
    draws d(i);
    return {d.pair(-90, 90), d.coin() ? d.pair(-3, 3) : d.pair(-90, 90)};
  }
  FF_HD bool operator()(uint64 i) const {
    const auto [y, x] = input(i);
    const double b = wide(y.hi()) + wide(y.lo()), a = wide(x.hi()) + wide(x.lo()), r = a * a + b * b;
    const double turn = (rest(y, b) * a - rest(x, a) * b) / r;
    const bool tiny_angle = a > 0 && magnitude(b) < a * 0x1p-90;
    return error(ff::atan(y), ::atan(b), rest(y, b) / (1 + b * b)) <= 4.1 &&
           (tiny_angle || error(ff::atan2(y, x), ::atan2(b, a), turn) <= 4.1);
  }
};
TEST_F(InverseTrigonometry, tangents_of_every_exponent) {
  EXPECT_TRUE(holds(near_double{}, vectors(1 << 20, 1 << 29)));
}

struct sines_near_double {
  FF_HD one_pair input(uint64 i) const {
    draws d(i);
    const ff_t x = d.pair(-60, -1);
    return {i % 3 != 0 ? x : ff::sub22(ff_t(1.0f), ff::abs(times(x, 0x1p-1f)))};
  }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x;
    const double a = wide(x.hi()) + wide(x.lo());
    if (magnitude(a) > 1 - 0x1p-29) return true;  // double no longer tells 1 - |x|
    const double slope = 1 / ::sqrt((1 - a) * (1 + a));
    return error(ff::asin(x), ::asin(a), slope * rest(x, a)) <= 4.1 &&
           error(ff::acos(x), ::acos(a), -slope * rest(x, a)) <= 4.1;
  }
};
TEST_F(InverseTrigonometry, sines_of_every_exponent) {
  EXPECT_TRUE(holds(sines_near_double{}, vectors(1 << 20, 1 << 29)));
}

// ---------------------------------------------------------------- worst cases known, and edges of the tables

struct known {
  int function;  // atan, asin, acos, atan2
  float hi, lo, hi2, lo2;
  double head, tail;  // MPFR's value
};
struct known_cases {
  known at[37] = {
      {0, 0x1.25344ap-13f, -0x1.3eefbcp-38f, 0.0f, 0.0f, 0x1.253449407aed0p-13, 0x1.fa50d8677d80cp-71},
      {0, 0x1.20b782p-13f, -0x1.3abbfcp-38f, 0.0f, 0.0f, 0x1.20b7814407cd1p-13, -0x1.1b163354fb6a6p-69},
      {0, 0x1.fff026p-1f, 0x1.905812p-27f, 0.0f, 0.0f, 0x1.9217c856e658fp-1, -0x1.02be6b14a7792p-55},
      {0, 0x1.0101f2p0f, 0x1.ffe93ep-25f, 0.0f, 0.0f, 0x1.9321267af72c7p-1, 0x1.4d26588671e72p-58},
      {0, 0x1.80e88ep9f, 0x1.fc2398p-16f, 0.0f, 0.0f, 0x1.91ca9380d6f7fp0, -0x1.31e31f9813221p-57},
      {0, 0x1.1b0052p-1f, 0x1.769df4p-26f, 0.0f, 0.0f, 0x1.0287c21ef15b6p-1, 0x1.46c953fc53f1dp-56},
      {1, 0x1.20a81p-1f, -0x1.621ea6p-27f, 0.0f, 0.0f, 0x1.32aaa1016fec9p-1, -0x1.447cf5af00b28p-56},
      {1, 0x1.425962p-1f, -0x1.8d9b16p-27f, 0.0f, 0.0f, 0x1.5caf0cf49e81ap-1, -0x1.f3996030e2579p-57},
      {1, 0x1.155df6p-10f, -0x1.17e0c4p-35f, 0.0f, 0.0f, 0x1.155df8d85414ap-10, 0x1.10aea9d81c39ep-65},
      {1, 0x1.333334p-1f, 0x1.000002p-25f, 0.0f, 0.0f, 0x1.4978fc7269f18p-1, 0x1.520dace196ed9p-55},
      {1, 0x1.199998p-1f, 0x1p-25f, 0.0f, 0.0f, 0x1.2a2ba48018bb4p-1, 0x1.ed63ea1b85989p-55},
      {1, 0x1.fffffep-1f, 0x1.000002p-25f, 0.0f, 0.0f, 0x1.920fb5445226ep0, -0x1.8dcd14445a6dep-54},
      {1, 0x1p0f, -0x1p-40f, 0.0f, 0.0f, 0x1.921f9ea3a46b0p0, 0x1.4af6911701d82p-54},
      {2, 0x1.b86126p-1f, 0x1.2568d6p-27f, 0.0f, 0.0f, 0x1.1212b30122506p-1, -0x1.eed76a7ba5038p-56},
      {2, 0x1.7ffff6p-1f, -0x1.f4332ep-27f, 0.0f, 0.0f, 0x1.720a4907874a2p-1, -0x1.34f9434c44e27p-55},
      {2, 0x1.fffffep-1f, 0x1.000002p-25f, 0.0f, 0.0f, 0x1.fffffe1555541p-13, 0x1.eeeeb405ca133p-67},
      {2, 0x1p0f, -0x1p-60f, 0.0f, 0.0f, 0x1.6a09e667f3bcdp-30, -0x1.bd5a9343ae497p-84},
      {2, 0x1p0f, -0x1.4p-110f, 0.0f, 0.0f, 0x1.94c583ada5b53p-55, -0x1.b7ed750df3ccap-109},
      {2, -0x1.fffffep-1f, -0x1p-26f, 0.0f, 0.0f, 0x1.9215e8fd38303p1, -0x1.3cdf645d26918p-56},
      {2, 0x1.ffffb4p-1f, 0x1.588e82p-26f, 0.0f, 0.0f, 0x1.15bb52daae4dep-9, -0x1.68c436d838ef5p-63},
      {2, -0x1.333334p-1f, -0x1.000002p-25f, 0.0f, 0.0f, 0x1.1b6e19bebbe52p1, 0x1.c36939a211374p-54},
      {3, 0x1.0000e6p-6f, 0x1p-30f, 0x1.feac92p14f, 0x1p-10f, 0x1.00ab0ee6c8646p-21, -0x1.d6fb180515a8fp-77},
      {3, 0x1.0001p11f, 0x1p-13f, 0x1.11ee46p24f, -0x1p0f, 0x1.de7e44eb05962p-14, -0x1.e24dc3354bbdfp-68},
      {3, 0x1.1991eep-12f, -0x1.67e08p-37f, 0x1.05ff3p-9f, 0x1.fd618p-34f, 0x1.117ce20002043p-3,
       -0x1.fd1dcd5361835p-58},
      {3, 0x1.0be53p-7f, 0x1.f5bc64p-32f, 0x1.03692cp7f, -0x1.f9b9ep-18f, 0x1.085f76fcdfc6dp-14,
       0x1.d25ea39e00403p-72},
      {3, 0x1.06decp-4f, -0x1.60e83cp-34f, 0x1.04f65cp1f, -0x1.fffffp-24f, 0x1.01c950d1dce9dp-5,
       0x1.c9d89d649deeap-59},
      {3, 0x1.15fffep-32f, 0x1.303338p-58f, 0x1p-27f, 0x1.eb822ap-52f, 0x1.15e4b0496d875p-5,
       0x1.3b5721a26850ep-59},
      {3, 0x1.fc0c0ep29f, 0x1.8283f8p4f, 0x1.ffffe4p29f, 0x1.e1bffap4f, 0x1.9023d4df852b2p-1,
       -0x1.3e3f5c2e60eccp-55},
      {3, 0x1.01b83ap-16f, -0x1.d7dfecp-41f, 0x1.00000ap-3f, 0x1.fe382p-28f, 0x1.01b82dec47696p-13,
       0x1.bff8ee06026c8p-71},
      {3, -0x1.fffff4p40f, -0x1.902dbp-80f, 0x1.fffff6p41f, -0x1.b8c6eep-28f, -0x1.dac66ebc82131p-2,
       0x1.3e97c622ad042p-56},
      {3, 0x1.800084p29f, 0x1.5dffeap4f, -0x1.7d0a8p29f, -0x1.fcd146p-3f, 0x1.2d18f4fe8af89p1,
       0x1.ae18a0c4be8abp-53},
      {3, -0x1.3fp-138f, 0.0f, 0x1.d90054p-50f, 0x1p-74f, -0x1.594d272842076p-89, -0x1.d7765538abf32p-146},
      {3, 0x1.fffffep126f, 0x1.46c818p101f, -0x1.fc0d32p126f, -0x1.1837dap101f, 0x1.2d18f16567409p1,
       -0x1.eaac3cbcba245p-53},
      {1, -0x1.c06f0ep-12f, 0x1.fffffp-37f, 0.0f, 0.0f, -0x1.c06f0de554ea0p-12, 0x1.9cba2b52360c0p-66},
      {2, 0x1.ffec84p-1f, -0x1.c53aep-41f, 0.0f, 0.0f, 0x1.1a81b064e7247p-6, -0x1.ac165c4e81349p-60},
      {3, 0x1.011ecp-24f, -0x1.ffc6c6p-49f, 0x1.0045a4p0f, 0x1.fffdap-25f, 0x1.00d8df003b02ap-24,
       -0x1.3d595190fd7a7p-79},
      {3, 0x1.19365p-6f, 0x1.e35454p-31f, 0x1.04bf98p0f, -0x1p-24f, 0x1.1410a2ffe1cd7p-6,
       -0x1.18b4331ea8c3bp-61},
  };
  FF_HD two_pairs input(uint64 i) const { return {{at[i].hi, at[i].lo}, {at[i].hi2, at[i].lo2}}; }
  FF_HD bool operator()(uint64 i) const {
    const auto [x, y] = input(i);
    const ff_t got = at[i].function == 0   ? ff::atan(x)
                     : at[i].function == 1 ? ff::asin(x)
                     : at[i].function == 2 ? ff::acos(x)
                                           : ff::atan2(x, y);
    return error(got, at[i].head, at[i].tail) <= 4;
  }
};
TEST_F(InverseTrigonometry, known_cases) { EXPECT_TRUE(holds(known_cases{}, 37)); }

// Around every edge of the tables' cells: the functions do not fall from one float to the next.
struct monotone {
  // the least float of a cell of asin
  FF_HD static uint32 edge_of(uint32 cell) {
    uint32 low = 0, high = to_bits(ff::detail::asin_limit);
    while (low < high) {
      const uint32 middle = (low + high) / 2;
      if (ff::detail::asin_cell(from_bits(middle)) < cell) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  FF_HD one_pair input(uint64 i) const {
    using namespace ff::detail;
    const uint32 near = static_cast<uint32>(i % 8) - 4;
    const uint32 n = static_cast<uint32>(i / 8);
    const uint32 edge = n < atan_cells
                            ? to_bits(ff::sub_rn(from_bits((atan_first_cell + n) << atan_shift), atan_offset))
                            : edge_of(n - atan_cells + 1);
    return {from_bits((0 < static_cast<int>(edge) ? edge : 0x38000000u) + near)};
  }
  FF_HD bool operator()(uint64 i) const {
    const float x = input(i).x.hi(), next = outwards(x);
    if (ff::less(ff::atan(next).hi(), ff::atan(x).hi())) return false;
    return !ff::less(next, 1.0f) || (!ff::less(ff::asin(next).hi(), ff::asin(x).hi()) &&
                                     !ff::less(ff::acos(x).hi(), ff::acos(next).hi()));
  }
};
TEST_F(InverseTrigonometry, monotone_at_the_edges_of_cells) {
  EXPECT_TRUE(holds(monotone{}, 8 * (ff::detail::atan_cells + ff::detail::asin_cells)));
}

// ---------------------------------------------------------------- constant expressions

static_assert(ff::equal(ff::atan(1.0f).hi(), quarter_pi().hi()), "atan");
static_assert(same(ff::atan2(-0.0f, -1.0f), -pi()), "atan2");
static_assert(same(ff::asin(ff_t(1.0f)), half_pi()) && same(ff::acos(1.0f), 0.0f), "asin, acos");
static_assert(!ff::equal(ff::acos(2.0f).hi(), 0.0f), "acos outside");

struct constants {
  FF_HD bool operator()(uint64 i) const {
    constexpr float xs[4] = {0x1.2p-1f, 0x1.9p-4f, 0x1.fp-1f, 0x1p-20f};
    constexpr ff_t a[4] = {ff::atan(xs[0]), ff::atan(xs[1]), ff::atan(xs[2]), ff::atan(xs[3])};
    constexpr ff_t s[4] = {ff::asin(xs[0]), ff::asin(xs[1]), ff::asin(xs[2]), ff::asin(xs[3])};
    constexpr ff_t c[4] = {ff::acos(xs[0]), ff::acos(xs[1]), ff::acos(xs[2]), ff::acos(xs[3])};
    constexpr ff_t t[4] = {ff::atan2(xs[0], xs[1]), ff::atan2(xs[1], xs[2]), ff::atan2(xs[2], -xs[3]),
                           ff::atan2(-xs[3], xs[0])};
    const float other = i == 0 ? xs[1] : i == 1 ? xs[2] : i == 2 ? -xs[3] : xs[0];
    const float x = xs[i];
    return same(ff::atan(x), a[i]) && same(ff::asin(x), s[i]) && same(ff::acos(x), c[i]) &&
           same(ff::atan2(i == 3 ? -x : x, other), t[i]);
  }
};
TEST_F(InverseTrigonometry, constant_expressions_agree) { EXPECT_TRUE(holds(constants{}, 4)); }

}  // namespace
