// atan and atan2: the special values of C Annex F, symmetries that hold bit for bit, the worst cases known,
// and every exponent against double's own functions.
#include <ff/math/atan.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using Arctangents = Everywhere;

constexpr ff_t pi = from_words(0x1.921fb6p1f, -0x1.777a5cp-24f),
               half_pi = from_words(0x1.921fb6p0f, -0x1.777a5cp-25f),
               quarter_pi = from_words(0x1.921fb6p-1f, -0x1.777a5cp-26f);
// 3 pi/4, rounded to nearest.
constexpr ff_t three_quarters_pi = from_words(0x1.2d97c8p1f, -0x1.99bc5cp-28f);

// ---------------------------------------------------------------- special values

constexpr known atan_specials[] = {
    {0.0f, 0.0f}, {-0.0f, -0.0f}, {inf, half_pi}, {-inf, -half_pi}, {nan, nan}};
constexpr known atan_special_pairs[] = {{from_words(inf, inf), half_pi},
                                        {from_words(largest, 0x1p102f), half_pi}};

TEST_F(Arctangents, special_values) {
  EXPECT_TRUE(gives<ff::atan>(atan_specials));
  EXPECT_TRUE(gives<ff::atan>(atan_special_pairs));
}

// C Annex F.10.1.4 for all pairs of a few magnitudes and signs.
TEST(ArctangentsOnHost, special_values_of_atan2) {
  for (const float sign : {1.0f, -1.0f}) {
    const auto signed_by = [&](ff_t x) { return sign < 0 ? -x : x; };
    for (const float x : {0.0f, 0x1p-149f, 1.0f, largest, inf}) {
      EXPECT_TRUE(is(ff::atan2(sign * 0.0f, x), signed_by(0.0f))) << x;
      EXPECT_TRUE(is(ff::atan2(sign * 0.0f, -x), signed_by(pi))) << x;
      if (x == inf) continue;
      EXPECT_TRUE(is(ff::atan2(sign * inf, x), signed_by(half_pi))) << x;
      EXPECT_TRUE(is(ff::atan2(sign * inf, -x), signed_by(half_pi))) << x;
      EXPECT_TRUE(is(ff::atan2(sign * x, inf), signed_by(0.0f))) << x;
      EXPECT_TRUE(is(ff::atan2(sign * x, -inf), signed_by(pi))) << x;
      if (x == 0.0f) continue;
      EXPECT_TRUE(is(ff::atan2(sign * x, 0.0f), signed_by(half_pi))) << x;
      EXPECT_TRUE(is(ff::atan2(sign * x, -0.0f), signed_by(half_pi))) << x;
      EXPECT_TRUE(is(ff::atan2(sign * x, x), signed_by(quarter_pi))) << x;
      EXPECT_TRUE(is(ff::atan2(sign * x, -x), signed_by(three_quarters_pi))) << x;
    }
    EXPECT_TRUE(is(ff::atan2(sign * inf, inf), signed_by(quarter_pi)));
    EXPECT_TRUE(is(ff::atan2(sign * inf, -inf), signed_by(three_quarters_pi)));
    EXPECT_TRUE(is(ff::atan2(sign * 0x1p-149f, 2.0f), signed_by(0.0f)));     // a tie, to even
    EXPECT_TRUE(is(ff::atan2(sign * 0x1p-149f, largest), signed_by(0.0f)));  // far below the least float
    EXPECT_TRUE(is(ff::atan2(sign * largest, 0x1p-149f), signed_by(half_pi)));
    EXPECT_TRUE(is(ff::atan2(sign * 0x1p-149f, 0x1p-149f), signed_by(quarter_pi)));
  }
  for (const float x : {0.0f, 1.0f, -1.0f, inf, -inf, nan}) {
    EXPECT_TRUE(is_nan(ff::atan2(nan, x).hi())) << x;
    EXPECT_TRUE(is_nan(ff::atan2(x, nan).hi())) << x;
  }
}

// Any two words, unordered ones too: nothing is read outside the tables, and NaN stays NaN.
FF_HD_LARGE two_pairs any_four_words(uint64 i) {
  draws d(i);
  const ff_t x = from_words(from_bits(d.word()), from_bits(d.word())),
             y = from_words(from_bits(d.word()), from_bits(d.word()));
  return {x, y};
}
FF_HD_LARGE bool keep_nan(ff_t x, ff_t y) {
  const ff_t a = ff::atan(x), d = ff::atan2(y, x);
  const bool x_is = is_nan(x.hi()), y_is = is_nan(y.hi());
  return (!x_is || is_nan(a.hi())) && (!(x_is || y_is) || is_nan(d.hi()));
}
TEST_F(Arctangents, nan_stays_nan) {
  EXPECT_TRUE((holds_for<keep_nan, any_four_words>(vectors(1 << 20, 1 << 28))));
}

// ---------------------------------------------------------------- symmetries

struct symmetries {
  FF_HD_LARGE two_pairs input(uint64 i) const {
    draws d(i);
    return {d.pair(-20, 20), d.pair(-20, 20)};
  }
  FF_HD_LARGE static ff_t times(ff_t x, float power) {
    return from_words(ff::mul_rn(x.hi(), power), ff::mul_rn(x.lo(), power));
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const auto [y, x] = input(i);
    const ff_t b = ff::atan2(y, x);
    const float scale = power(static_cast<int>(i % 41) - 20);
    return is_odd<ff::atan>(y) && is(ff::atan2(-y, x), -b) &&
           is(ff::atan2(times(y, scale), times(x, scale)), b) && is_rounded(ff::atan(y)) && is_rounded(b);
  }
};
TEST_F(Arctangents, odd_and_scale_free) { EXPECT_TRUE(holds(symmetries{}, vectors(1 << 19, 1 << 28))); }

// atan x = x where x^3/3 is below the last digit; atan2 as well.
FF_HD_LARGE bool tiny(ff_t x) { return is_next_to(ff::atan(x), x) && is_next_to(ff::atan2(x, 1.0f), x); }
TEST_F(Arctangents, tiny_arguments) { EXPECT_TRUE((holds_for<tiny, tiny_pair>(vectors(1 << 19, 1 << 27)))); }

// ---------------------------------------------------------------- against double

FF_HD_LARGE two_pairs two_sides(uint64 i) {
  draws d(i);
  return {d.pair(-90, 90), d.coin() ? d.pair(-3, 3) : d.pair(-90, 90)};
}
FF_HD_LARGE bool near_double(ff_t y, ff_t x) {
  const double b = value(y), a = value(x), r = a * a + b * b;
  const double turn = (rest(y) * a - rest(x) * b) / r;
  const bool tiny_angle = a > 0 && magnitude(b) < a * 0x1p-90;
  return is_near_double(ff::atan(y), ::atan(b), rest(y) / (1 + b * b), 4.1) &&
         (tiny_angle || is_near_double(ff::atan2(y, x), ::atan2(b, a), turn, 4.1));
}
TEST_F(Arctangents, every_exponent) {
  EXPECT_TRUE((holds_for<near_double, two_sides>(vectors(1 << 20, 1 << 29))));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known atan_hard[] = {
    {from_words(0x1.25344ap-13f, -0x1.3eefbcp-38f), from_words(0x1.25344ap-13f, -0x1.7f0a26p-38f)},
    {from_words(0x1.20b782p-13f, -0x1.3abbfcp-38f), from_words(0x1.20b782p-13f, -0x1.77f066p-38f)},
    {from_words(0x1.fff026p-1f, 0x1.905812p-27f), from_words(0x1.9217c8p-1f, 0x1.5b9964p-27f)},
    {from_words(0x1.0101f2p0f, 0x1.ffe93ep-25f), from_words(0x1.932126p-1f, 0x1.ebdcb2p-27f)},
    {from_words(0x1.80e88ep9f, 0x1.fc2398p-16f), from_words(0x1.91ca94p0f, -0x1.fca42p-26f)},
    {from_words(0x1.1b0052p-1f, 0x1.769df4p-26f), from_words(0x1.0287c2p-1f, 0x1.ef15b6p-29f)}};
constexpr known_of_two atan2_hard[] = {
    {from_words(0x1.0000e6p-6f, 0x1p-30f), from_words(0x1.feac92p14f, 0x1p-10f),
     from_words(0x1.00ab0ep-21f, 0x1.cd90c8p-46f)},
    {from_words(0x1.0001p11f, 0x1p-13f), from_words(0x1.11ee46p24f, -0x1p0f),
     from_words(0x1.de7e44p-14f, 0x1.d60b2cp-39f)},
    {from_words(0x1.1991eep-12f, -0x1.67e08p-37f), from_words(0x1.05ff3p-9f, 0x1.fd618p-34f),
     from_words(0x1.117ce2p-3f, 0x1.021602p-42f)},
    {from_words(0x1.0be53p-7f, 0x1.f5bc64p-32f), from_words(0x1.03692cp7f, -0x1.f9b9ep-18f),
     from_words(0x1.085f76p-14f, 0x1.f9bf8ep-39f)},
    {from_words(0x1.06decp-4f, -0x1.60e83cp-34f), from_words(0x1.04f65cp1f, -0x1.fffffp-24f),
     from_words(0x1.01c95p-5f, 0x1.a3b9d4p-30f)},
    {from_words(0x1.15fffep-32f, 0x1.303338p-58f), from_words(0x1p-27f, 0x1.eb822ap-52f),
     from_words(0x1.15e4bp-5f, 0x1.25b61ep-31f)},
    {from_words(0x1.fc0c0ep29f, 0x1.8283f8p4f), from_words(0x1.ffffe4p29f, 0x1.e1bffap4f),
     from_words(0x1.9023d4p-1f, 0x1.bf0a56p-26f)},
    {from_words(0x1.01b83ap-16f, -0x1.d7dfecp-41f), from_words(0x1.00000ap-3f, 0x1.fe382p-28f),
     from_words(0x1.01b82ep-13f, -0x1.3b896ap-41f)},
    {from_words(-0x1.fffff4p40f, -0x1.902dbp-80f), from_words(0x1.fffff6p41f, -0x1.b8c6eep-28f),
     from_words(-0x1.dac66ep-2f, -0x1.790426p-27f)},
    {from_words(0x1.800084p29f, 0x1.5dffeap4f), from_words(-0x1.7d0a8p29f, -0x1.fcd146p-3f),
     from_words(0x1.2d18f4p1f, 0x1.fd15f2p-24f)},
    {from_words(-0x1.3fp-138f, 0.0f), from_words(0x1.d90054p-50f, 0x1p-74f),
     from_words(-0x1.594d28p-89f, 0x1.af7bf2p-114f)},
    {from_words(0x1.fffffep126f, 0x1.46c818p101f), from_words(-0x1.fc0d32p126f, -0x1.1837dap101f),
     from_words(0x1.2d18f2p1f, -0x1.35317ep-24f)},
    {from_words(0x1.011ecp-24f, -0x1.ffc6c6p-49f), from_words(0x1.0045a4p0f, 0x1.fffdap-25f),
     from_words(0x1.00d8ep-24f, -0x1.ff89fap-49f)},
    {from_words(0x1.19365p-6f, 0x1.e35454p-31f), from_words(0x1.04bf98p0f, -0x1p-24f),
     from_words(0x1.1410a2p-6f, 0x1.ffc39ap-31f)}};

TEST_F(Arctangents, known_cases) {
  EXPECT_TRUE(gives<ff::atan>(atan_hard, 2));
  EXPECT_TRUE(gives<ff::atan2>(atan2_hard, 3.5f));
}

// ---------------------------------------------------------------- the edges of the tables' cells

// From one float to the next, atan does not fall.
FF_HD_LARGE one_float beside_edges(uint64 i) {
  using namespace ff::detail;
  const uint32 cell = fine_tangents.first + static_cast<uint32>(i / 8);
  const float edge = from_bits((cell << tangent_shift) + (1u << (tangent_shift - 1)));
  return {from_bits(to_bits(ff::sub_rn(edge, fine_tangents.shifted)) + static_cast<uint32>(i % 8) - 4)};
}
FF_HD_LARGE bool monotone(float x) { return ff::atan(x).hi() <= ff::atan(outwards(x)).hi(); }
TEST_F(Arctangents, monotone_at_the_edges_of_cells) {
  EXPECT_TRUE((holds_for<monotone, beside_edges>(8 * ff::detail::fine_tangents.cells)));
}

// ---------------------------------------------------------------- constant expressions

static_assert(ff::equal(ff::atan(1.0f).hi(), quarter_pi.hi()), "atan");
static_assert(is(ff::atan2(-0.0f, -1.0f), -pi), "atan2");

struct constants {
  FF_HD_LARGE bool operator()(uint64 i) const {
    constexpr float xs[4] = {0x1.2p-1f, 0x1.9p-4f, 0x1.fp-1f, 0x1p-20f};
    constexpr ff_t a[4] = {ff::atan(xs[0]), ff::atan(xs[1]), ff::atan(xs[2]), ff::atan(xs[3])};
    constexpr ff_t t[4] = {ff::atan2(xs[0], xs[1]), ff::atan2(xs[1], xs[2]), ff::atan2(xs[2], -xs[3]),
                           ff::atan2(-xs[3], xs[0])};
    const float other = i == 0 ? xs[1] : i == 1 ? xs[2] : i == 2 ? -xs[3] : xs[0];
    const float x = xs[i];
    return is(ff::atan(x), a[i]) && is(ff::atan2(i == 3 ? -x : x, other), t[i]);
  }
};
TEST_F(Arctangents, constant_expressions_agree) { EXPECT_TRUE(holds(constants{}, 4)); }

}  // namespace
