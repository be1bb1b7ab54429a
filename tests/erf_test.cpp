// The error functions, the normal distribution and their inverses: Annex F's special values, the hardest
// arguments found with MPFR's results, every exponent, every cell's edges, and the identities between them.
#include <ff/math/erfinv.hpp>
#include <ff/operators.hpp>

#include "everywhere.hpp"
#include "exact.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;

using ErrorFunctions = Everywhere;

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

enum class function { erf, erfc, normcdf, erfcx, erfinv, erfcinv, normcdfinv };

FF_HD constexpr ff_t apply(function f, ff_t x) {
  switch (f) {
    case function::erf:
      return ff::erf(x);
    case function::erfc:
      return ff::erfc(x);
    case function::normcdf:
      return ff::normcdf(x);
    case function::erfcx:
      return ff::erfcx(x);
    case function::erfinv:
      return ff::erfinv(x);
    case function::erfcinv:
      return ff::erfcinv(x);
    default:
      return ff::normcdfinv(x);
  }
}

// |got - want| <= u2 u^2 |want|, in float-float; `want` itself is within 2^-49.
FF_HD constexpr bool near(ff_t got, ff_t want, float u2) {
  const ff_t difference = ff::sub22(got, want);
  return ff::abs(difference.hi()) <= (u2 + 0.5f) * 0x1p-48f * ff::abs(want.hi());
}

// ---------------------------------------------------------------- special values

struct special_case {
  function f;
  float x, want;
};
constexpr int special_count = 46;
struct special_values {
  FF_HD one_float input(uint64 i) const { return {row(i).x}; }
  FF_HD static special_case row(uint64 i) {
    constexpr special_case rows[special_count] = {
        {function::erf, 0.0f, 0.0f},       {function::erf, -0.0f, -0.0f},
        {function::erf, inf, 1.0f},        {function::erf, -inf, -1.0f},
        {function::erf, nan, nan},         {function::erf, 7.0f, 1.0f},
        {function::erf, -0x1p127f, -1.0f}, {function::erf, 0x1p-149f, 0x1p-149f},
        {function::erfc, 0.0f, 1.0f},      {function::erfc, -0.0f, 1.0f},
        {function::erfc, inf, 0.0f},       {function::erfc, -inf, 2.0f},
        {function::erfc, nan, nan},        {function::erfc, 11.0f, 0.0f},
        {function::erfc, 0x1p127f, 0.0f},  {function::erfc, -0x1p127f, 2.0f},
        {function::normcdf, 0.0f, 0.5f},   {function::normcdf, inf, 1.0f},
        {function::normcdf, -inf, 0.0f},   {function::normcdf, nan, nan},
        {function::normcdf, -15.0f, 0.0f}, {function::normcdf, 0x1p127f, 1.0f},
        {function::erfcx, 0.0f, 1.0f},     {function::erfcx, -0.0f, 1.0f},
        {function::erfcx, inf, 0.0f},      {function::erfcx, -inf, inf},
        {function::erfcx, nan, nan},       {function::erfcx, -9.5f, inf},
        {function::erfcx, -0x1p127f, inf}, {function::erfinv, 0.0f, 0.0f},
        {function::erfinv, -0.0f, -0.0f},  {function::erfinv, 1.0f, inf},
        {function::erfinv, -1.0f, -inf},   {function::erfinv, 0x1.000002p0f, nan},
        {function::erfinv, -inf, nan},     {function::erfinv, nan, nan},
        {function::erfcinv, 0.0f, inf},    {function::erfcinv, 2.0f, -inf},
        {function::erfcinv, 1.0f, 0.0f},   {function::erfcinv, -0x1p-149f, nan},
        {function::erfcinv, inf, nan},     {function::normcdfinv, 0.0f, -inf},
        {function::normcdfinv, 1.0f, inf}, {function::normcdfinv, 0.5f, 0.0f},
        {function::normcdfinv, 1.5f, nan}, {function::normcdfinv, nan, nan}};
    return rows[i];
  }
  FF_HD bool operator()(uint64 i) const {
    const special_case row = special_values::row(i);
    const ff_t got = apply(row.f, row.x);
    if (is_nan(row.want)) return is_nan(got.hi());
    return same_bits(got.hi(), row.want) && (got.lo() == 0 || got.hi() == inf || got.hi() == -inf);
  }
};
TEST_F(ErrorFunctions, SpecialValues) { EXPECT_TRUE(holds(special_values{}, special_count)); }

// A low word decides where the head alone is the end of the domain.
struct low_words_at_the_ends {
  FF_HD bool operator()(uint64) const {
    return is_nan(ff::erfinv(ff_t(1.0f, 0x1p-60f)).hi()) && is_finite(ff::erfinv(ff_t(1.0f, -0x1p-149f))) &&
           is_nan(ff::erfcinv(ff_t(2.0f, 0x1p-60f)).hi()) && is_finite(ff::erfcinv(ff_t(2.0f, -0x1p-149f))) &&
           is_nan(ff::normcdfinv(ff_t(1.0f, 0x1p-60f)).hi()) && is_nan(ff::erf(ff_t(inf, nan)).hi()) &&
           is_nan(ff::erfc(ff_t(-inf, nan)).hi()) && is_nan(ff::erfcx(ff_t(inf, nan)).hi());
  }
};
TEST_F(ErrorFunctions, LowWordsAtTheEnds) { EXPECT_TRUE(holds(low_words_at_the_ends{}, 1)); }

// ---------------------------------------------------------------- the worst arguments found, MPFR's results

struct known {
  ff_t x, want;
};
constexpr known erf_known[] = {
    {{-0x1.043a86p-12f, 0x1.7fff2ep-37f}, {-0x1.25a2f2p-12f, -0x1.f5bea8p-37f}},
    {{0x1.005b48p-12f, -0x1.7f6326p-37f}, {0x1.214474p-12f, -0x1.ef9bap-39f}},
    {{0x1.10bcf8p-12f, -0x1.8dd572p-39f}, {0x1.33c086p-12f, 0x1.02be58p-39f}},
    {{0x1.9e0aa8p-13f, -0x1p-37f}, {0x1.d33228p-13f, -0x1.21287ep-41f}},
    {{-0x1.000072p2f, -0x1.ae231cp-24f}, {-0x1p0f, 0x1.08ce96p-26f}},
    {{0x1p0f, 0.0f}, {0x1.af767ap-1f, 0x1.d04222p-27f}},
    {{0x1.8p2f, 0x1p-30f}, {0x1p0f, -0x1.8cf816p-56f}},
};
constexpr known erfc_known[] = {
    {{0x1.0a4414p2f, 0x1.4c4fbap-23f}, {0x1.13b23cp-28f, 0x1.fff302p-53f}},
    {{0x1.7877b2p1f, -0x1.997f5ap-24f}, {0x1.0ba57ep-15f, 0x1.fd4d0cp-40f}},
    {{0x1.a16deep1f, -0x1.6099bap-25f}, {0x1.0ba7dap-18f, 0x1.15b69p-43f}},
    {{0x1.110f84p0f, -0x1.d85826p-27f}, {0x1.0d2eap-3f, 0x1.22f486p-31f}},
    {{-0x1p0f, 0x1p-26f}, {0x1.d7bb3ep0f, -0x1.c111b6p-25f}},
    {{0x1.fffffep2f, 0x1p-23f}, {0x1.c7507p-97f, 0x1.03d046p-124f}},
    {{-0x1.4p2f, 0.0f}, {0x1p1f, -0x1.b0c1a8p-40f}},
};
constexpr known normcdf_known[] = {
    {{-0x1.239a64p0f, 0x1.8eb912p-26f}, {0x1.04c8cp-3f, 0x1.fc158cp-28f}},
    {{-0x1.cf02b2p2f, -0x1.a6057p-23f}, {0x1.06f5bep-42f, 0x1.4890c4p-76f}},
    {{-0x1.4e412cp-1f, 0x1.41bb7ap-26f}, {0x1.07188p-2f, 0x1.93c754p-27f}},
    {{0x1p0f, 0.0f}, {0x1.aec4bep-1f, -0x1.dbe59p-26f}},
    {{0x1.4p2f, 0x1p-24f}, {0x1.fffff6p-1f, 0x1.86bae4p-27f}},
    {{-0x1.6p3f, 0x1p-22f}, {0x1.e4693ap-93f, -0x1.356b6cp-118f}},
};
constexpr known erfcx_known[] = {
    {{0x1.9dc808p11f, 0.0f}, {0x1.656eb8p-13f, -0x1.071cd2p-40f}},
    {{0x1.fffff2p10f, -0x1.08008p-18f}, {0x1.20dd7ap-12f, 0x1.63987ap-37f}},
    {{0x1.b727fap93f, 0x1.46565ep68f}, {0x1.50c7ap-95f, -0x1.b97586p-120f}},
    {{-0x1.2c28f6p3f, 0x1p-23f}, {0x1.e953eap127f, 0x1.c4a83ap101f}},
    {{0x1.fffffep0f, 0x1p-24f}, {0x1.058672p-2f, 0x1.144426p-29f}},
    {{0x1p1f, -0x1p-25f}, {0x1.058672p-2f, -0x1.42582p-30f}},
    {{-0x1p-1f, 0x1p-30f}, {0x1.f3cde6p0f, -0x1.a5201p-26f}},
    {{0x1.5b2e02p10f, 0x1p-14f}, {0x1.aa003ap-12f, 0x1.ab7f2cp-38f}},
    {{-0x1.35fep0f, -0x1.1da996p-25f}, {0x1.0948f6p3f, 0x1.547cep-30f}},
    {{0x1.36ad12p1f, 0x1.da3abcp-24f}, {0x1.bb19aap-3f, 0x1.d9bfa2p-28f}},
    {{0x1.bfd2e2p3f, -0x1.30ce04p-27f}, {0x1.496cb6p-5f, -0x1.ffb42cp-30f}},
    {{-0x1.1de1a8p3f, -0x1.13f07p-23f}, {0x1.1b2574p116f, -0x1.fc43e4p91f}},
};
constexpr known erfinv_known[] = {
    {{0x1.3ffffep-1f, 0x1p-26f}, {0x1.412e6cp-1f, -0x1.ce8b0ep-28f}},
    {{0x1.4p-1f, 0.0f}, {0x1.412e6ep-1f, -0x1.05a94p-27f}},
    {{-0x1.1139e8p-1f, 0x1.30e5ap-26f}, {-0x1.07b79p-1f, -0x1.2e9782p-26f}},
    {{0x1.d5e21p-1f, 0x1.f7ba8cp-26f}, {0x1.3a8fbcp0f, 0x1.46b5aep-25f}},
    {{0x1p0f, -0x1p-60f}, {0x1.908cfap2f, -0x1.fc02c8p-23f}},
    {{0x1.2102c2p-57f, -0x1.fffffp-82f}, {0x1.00210ep-57f, -0x1.476672p-83f}},
    {{0x1p-20f, 0.0f}, {0x1.c5bf8ap-21f, -0x1.c96126p-46f}},
};
constexpr known erfcinv_known[] = {
    {{0x1.39ec82p-3f, 0x1.000008p-28f}, {0x1.028048p0f, -0x1.27be9p-27f}},
    {{0x1.44cc3ap-2f, -0x1.a5240cp-28f}, {0x1.6a21e2p-1f, -0x1.ce0518p-27f}},
    {{0x1p-149f, 0.0f}, {0x1.40a27cp3f, -0x1.0f2bdep-22f}},
    {{0x1p0f, 0x1p-30f}, {-0x1.c5bf8ap-31f, 0x1.c96212p-56f}},
    {{0x1.ffffp0f, 0x1p-30f}, {-0x1.8772bep1f, 0x1.ed685p-25f}},
    {{0x1.7ffffep-2f, -0x1p-27f}, {0x1.412e7p-1f, -0x1.3a28d4p-26f}},
    {{0x1.8p-2f, 0x1p-27f}, {0x1.412e6ep-1f, -0x1.2af6fcp-26f}},
};
constexpr known normcdfinv_known[] = {
    {{0x1.39ec82p-4f, 0x1.000008p-29f}, {-0x1.6d9364p0f, -0x1.8cf11cp-25f}},
    {{0x1p-149f, 0.0f}, {-0x1.c3e2bap3f, -0x1.0a68aap-25f}},
    {{0x1p-1f, 0x1p-40f}, {0x1.40d932p-39f, -0x1.3b1f4ep-72f}},
    {{0x1.fffffep-1f, -0x1p-27f}, {0x1.517b18p2f, 0x1.cdc80cp-23f}},
    {{0x1.99999ap-4f, -0x1.99999ap-29f}, {-0x1.4813c4p0f, 0x1.b585e4p-26f}},
};

template <function f, int count>
struct known_results {
  known rows[count];
  FF_HD one_pair input(uint64 i) const { return {rows[i].x}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t got = apply(f, rows[i].x);
    return is_pair(got) && near(got, rows[i].want, f >= function::erfinv ? 12.0f : 4.0f);
  }
};
template <function f, int count>
::testing::AssertionResult all_known(const known (&rows)[count]) {
  known_results<f, count> body;
  for (int i = 0; i < count; ++i) body.rows[i] = rows[i];
  return holds(body, count);
}
TEST_F(ErrorFunctions, WorstArguments) {
  EXPECT_TRUE(all_known<function::erf>(erf_known));
  EXPECT_TRUE(all_known<function::erfc>(erfc_known));
  EXPECT_TRUE(all_known<function::normcdf>(normcdf_known));
  EXPECT_TRUE(all_known<function::erfcx>(erfcx_known));
  EXPECT_TRUE(all_known<function::erfinv>(erfinv_known));
  EXPECT_TRUE(all_known<function::erfcinv>(erfcinv_known));
  EXPECT_TRUE(all_known<function::normcdfinv>(normcdfinv_known));
}

// ---------------------------------------------------------------- identities

// Odd and even parts, on every exponent: erf(-x) = -erf(x) bit for bit, erf + erfc = 1, the two tails of the
// normal distribution.
struct symmetries {
  FF_HD one_pair input(uint64 i) const { return {draws(i).pair(-126, 4)}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, e = ff::erf(x), c = ff::erfc(x), p = ff::normcdf(x), q = ff::normcdf(-x);
    return same_bits(ff::erf(-x), -e) && is_pair(e) && is_pair(c) && is_pair(p) &&
           near(ff::add22(e, c), 1.0f, 8.0f) && near(ff::add22(p, q), 1.0f, 5.0f);
  }
};
TEST_F(ErrorFunctions, Symmetries) { EXPECT_TRUE(holds(symmetries{}, vectors(1 << 19, 1 << 27))); }

// erfc(x) and erfcx(x) exp(x^2), and erfcx(-x) = 2 exp(x^2) - erfcx(x), where the exponential amplifies
// little.
struct scaled {
  FF_HD one_pair input(uint64 i) const { return {ff::abs(draws(i).pair(-20, 0))}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t x = input(i).x, f = ff::erfcx(x), c = ff::erfc(x), g = ff::erfcx(-x), d = ff::erfc(-x);
    // exp(x^2) from either side
    return is_pair(f) && is_pair(g) && near(ff::mul22(f, d), ff::mul22(g, c), 32.0f);
  }
};
TEST_F(ErrorFunctions, Scaled) { EXPECT_TRUE(holds(scaled{}, vectors(1 << 18, 1 << 26))); }

// The functions of their inverses.  The condition number of erf at erfinv(y) is below 1, of erfc and normcdf
// x f'/f.
struct inverses {
  FF_HD one_pair input(uint64 i) const { return {ff::abs(draws(i).pair(-60, -2))}; }
  FF_HD bool operator()(uint64 i) const {
    const ff_t q = input(i).x, x = ff::erfinv(q), c = ff::erfcinv(q), n = ff::normcdfinv(q);
    const float slope = 2 * c.hi() * c.hi() + 2;
    return near(ff::erf(x), q, 20.0f) && same_bits(ff::erfinv(-q), -x) &&
           near(ff::erfc(c), q, 8 + 16 * slope) && near(ff::normcdf(n), q, 8 + 20 * (n.hi() * n.hi() + 2)) &&
           is_pair(c) && is_pair(x) && is_pair(n);
  }
};
TEST_F(ErrorFunctions, Inverses) { EXPECT_TRUE(holds(inverses{}, vectors(1 << 17, 1 << 25))); }

// ---------------------------------------------------------------- monotone across cells

// Neighbouring floats are 2^24 u apart: the results keep their order where the function is not flat, at the
// edges of the cells of 2^-11 to 2^-4 too.
struct monotone {
  FF_HD one_float input(uint64 i) const {
    const float edge = static_cast<float>(i / 8 + 1) * 0x1p-12f;
    return {ff::detail::from_bits(ff::detail::to_bits(edge) + static_cast<uint32>(i % 8) - 3)};
  }
  FF_HD bool operator()(uint64 i) const {
    const float a = input(i).a, b = outwards(a);
    const ff_t rise = ff::sub22(ff::erf(b), ff::erf(a)), fall = ff::sub22(ff::erfc(a), ff::erfc(b));
    const ff_t inverse = ff::sub22(ff::erfcx(a), ff::erfcx(b)),
               step = ff::sub22(ff::normcdf(b), ff::normcdf(a));
    return rise.hi() > 0 && fall.hi() > 0 && inverse.hi() > 0 && step.hi() > 0;
  }
};
TEST_F(ErrorFunctions, Monotone) { EXPECT_TRUE(holds(monotone{}, 8 * 4 * 4096)); }

// ---------------------------------------------------------------- constant expressions

static_assert(near(ff::erf(1.0f), {0x1.af767ap-1f, 0x1.d04222p-27f}, 4.0f));
static_assert(near(ff::erfc(ff_t(-1.0f)), {0x1.d7bb3e0000000p+0f, -0x1.8bef780000000p-25f}, 4.0f));
static_assert(ff::erfc(0.0f).hi() == 1 && ff::normcdf(0.0f).hi() == 0.5f && ff::erfcx(0.0f).hi() == 1);
static_assert(ff::erfinv(0.0f).hi() == 0 && ff::erfcinv(2.0f).hi() == -inf && ff::normcdfinv(0.5f).hi() == 0);

// A weak low word takes 1 - q just past 5/8, where erfinv's polynomials used to end.
TEST(ErrorFunctionInverses, WeakOperandsAtTheBranch) {
  EXPECT_NEAR(static_cast<double>(ff::erfcinv(ff_t(0x1.ap+0f, 0x1.000002p-24f))), -0.627307426082165228,
              1e-14);
  EXPECT_NEAR(static_cast<double>(ff::normcdfinv(ff_t(0x1.ap-1f, 0x1.000002p-25f))), 0.887146669742755886,
              1e-14);
}

}  // namespace
