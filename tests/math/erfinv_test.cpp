// The inverses of erf, erfc and the normal distribution: special values, the hardest arguments found with
// MPFR's results, and the functions that they undo.
#include <ff/math/erfinv.hpp>
#include <ff/operators.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using InverseErrorFunctions = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known erfinv_specials[] = {{0.0f, 0.0f},         {-0.0f, -0.0f}, {1.0f, inf}, {-1.0f, -inf},
                                     {0x1.000002p0f, nan}, {-inf, nan},    {nan, nan}};
constexpr known erfinv_special_pairs[] = {{from_words(1.0f, 0x1p-60f), nan}};
constexpr known erfcinv_specials[] = {{0.0f, inf}, {2.0f, -inf}, {1.0f, 0.0f}, {-0x1p-149f, nan}, {inf, nan}};
constexpr known erfcinv_special_pairs[] = {{from_words(2.0f, 0x1p-60f), nan}};
constexpr known normcdfinv_specials[] = {{0.0f, -inf}, {1.0f, inf}, {0.5f, 0.0f}, {1.5f, nan}, {nan, nan}};
constexpr known normcdfinv_special_pairs[] = {{from_words(1.0f, 0x1p-60f), nan}};

TEST_F(InverseErrorFunctions, special_values) {
  EXPECT_TRUE(gives<ff::erfinv>(erfinv_specials));
  EXPECT_TRUE(gives<ff::erfinv>(erfinv_special_pairs));
  EXPECT_TRUE(gives<ff::erfcinv>(erfcinv_specials));
  EXPECT_TRUE(gives<ff::erfcinv>(erfcinv_special_pairs));
  EXPECT_TRUE(gives<ff::normcdfinv>(normcdfinv_specials));
  EXPECT_TRUE(gives<ff::normcdfinv>(normcdfinv_special_pairs));
}

// A low word decides where the head alone is the end of the domain.
struct low_words_at_the_ends {
  FF_HD_LARGE bool operator()(uint64) const {
    return is_finite(ff::erfinv(from_words(1.0f, -least))) &&
           is_finite(ff::erfcinv(from_words(2.0f, -least)));
  }
};
TEST_F(InverseErrorFunctions, low_words_at_the_ends) { EXPECT_TRUE(holds(low_words_at_the_ends{}, 1)); }

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known erfinv_hard[] = {
    {from_words(0x1.3ffffep-1f, 0x1p-26f), from_words(0x1.412e6cp-1f, -0x1.ce8b0ep-28f)},
    {from_words(0x1.4p-1f, 0.0f), from_words(0x1.412e6ep-1f, -0x1.05a94p-27f)},
    {from_words(-0x1.1139e8p-1f, 0x1.30e5ap-26f), from_words(-0x1.07b79p-1f, -0x1.2e9782p-26f)},
    {from_words(0x1.d5e21p-1f, 0x1.f7ba8cp-26f), from_words(0x1.3a8fbcp0f, 0x1.46b5aep-25f)},
    {from_words(0x1p0f, -0x1p-60f), from_words(0x1.908cfap2f, -0x1.fc02c8p-23f)},
    {from_words(0x1.2102c2p-57f, -0x1.fffffp-82f), from_words(0x1.00210ep-57f, -0x1.476672p-83f)},
    {from_words(0x1p-20f, 0.0f), from_words(0x1.c5bf8ap-21f, -0x1.c96126p-46f)},
    {from_words(0x1.0011bep-2f, -0x1.28c8a8p-46f), from_words(0x1.cd917ep-3f, -0x1.4f58a2p-32f)},
    {from_words(0x1.fffffep-3f, 0x1p-27f), from_words(0x1.cd7068p-3f, -0x1.a2a0cp-28f)},
    {from_words(0x1p-2f, -0x1p-28f), from_words(0x1.cd7068p-3f, -0x1.67e0d2p-29f)},
    {from_words(0x1p-2f, 0x1p-27f), from_words(0x1.cd706ap-3f, -0x1.e7df64p-28f)},
    {from_words(0x1.004346p-2f, 0.0f), from_words(0x1.cdeddcp-3f, 0x1.5d916cp-28f)},
    {from_words(0x1.68efc2p-1f, 0x1.56372cp-28f), from_words(0x1.7b18c2p-1f, 0x1.785702p-27f)},
    {from_words(-0x1.2ad612p-8f, -0x1.f432cp-33f), from_words(-0x1.08d692p-8f, 0x1.b14136p-33f)},
};
constexpr known erfcinv_hard[] = {
    {from_words(0x1.39ec82p-3f, 0x1.000008p-28f), from_words(0x1.028048p0f, -0x1.27be9p-27f)},
    {from_words(0x1.44cc3ap-2f, -0x1.a5240cp-28f), from_words(0x1.6a21e2p-1f, -0x1.ce0518p-27f)},
    {from_words(0x1p-149f, 0.0f), from_words(0x1.40a27cp3f, -0x1.0f2bdep-22f)},
    {from_words(0x1p0f, 0x1p-30f), from_words(-0x1.c5bf8ap-31f, 0x1.c96212p-56f)},
    {from_words(0x1.ffffp0f, 0x1p-30f), from_words(-0x1.8772bep1f, 0x1.ed685p-25f)},
    {from_words(0x1.7ffffep-2f, -0x1p-27f), from_words(0x1.412e7p-1f, -0x1.3a28d4p-26f)},
    {from_words(0x1.8p-2f, 0x1p-27f), from_words(0x1.412e6ep-1f, -0x1.2af6fcp-26f)},
    {from_words(0x1.7d46e8p-1f, -0x1p-25f), from_words(0x1.d79b2cp-3f, 0x1.738abep-36f)},
    {from_words(0x1.8p-1f, -0x1p-26f), from_words(0x1.cd706ap-3f, -0x1.4fd6b4p-33f)},
    {from_words(0x1.8p-1f, 0x1p-25f), from_words(0x1.cd7064p-3f, 0x1.8a7a6ep-29f)},
    {from_words(0x1.4p0f, 0x1p-24f), from_words(-0x1.cd707p-3f, 0x1.b4753cp-29f)},
    {from_words(0x1.4p0f, -0x1p-24f), from_words(-0x1.cd706p-3f, -0x1.4fba8p-28f)},
    {from_words(0x1.400002p0f, -0x1p-24f), from_words(-0x1.cd707p-3f, 0x1.b4753cp-29f)},
    {from_words(0x1.4f116cp0f, -0x1.66a032p-25f), from_words(-0x1.1fae7ep-2f, -0x1.cc2356p-28f)},
    {from_words(0x1.21a23cp-2f, -0x1p-26f), from_words(0x1.84cfa8p-1f, 0x1.ed7898p-27f)},
    {from_words(0x1p-100f, 0x1p-126f), from_words(0x1.0537b2p3f, 0x1.75e5dcp-23f)},
};
constexpr known normcdfinv_hard[] = {
    {from_words(0x1.39ec82p-4f, 0x1.000008p-29f), from_words(-0x1.6d9364p0f, -0x1.8cf11cp-25f)},
    {from_words(0x1p-149f, 0.0f), from_words(-0x1.c3e2bap3f, -0x1.0a68aap-25f)},
    {from_words(0x1p-1f, 0x1p-40f), from_words(0x1.40d932p-39f, -0x1.3b1f4ep-72f)},
    {from_words(0x1.fffffep-1f, -0x1p-27f), from_words(0x1.517b18p2f, 0x1.cdc80cp-23f)},
    {from_words(0x1.99999ap-4f, -0x1.99999ap-29f), from_words(-0x1.4813c4p0f, 0x1.b585e4p-26f)},
    {from_words(0x1.8p-2f, 0x1p-27f), from_words(-0x1.464964p-2f, -0x1.b0e554p-28f)},
    {from_words(0x1.4p-1f, -0x1p-25f), from_words(0x1.46496p-2f, 0x1.de364ep-28f)},
    {from_words(0x1.0083a4p-9f, -0x1p-33f), from_words(-0x1.7147cap1f, 0x1.3e9b62p-24f)},
    {from_words(0x1.85979ep-1f, 0.0f), from_words(0x1.6b25ccp-1f, -0x1.a62988p-26f)},
};

TEST_F(InverseErrorFunctions, worst_arguments) {
  EXPECT_TRUE(gives<ff::erfinv>(erfinv_hard, 12));
  EXPECT_TRUE(gives<ff::erfcinv>(erfcinv_hard, 12));
  EXPECT_TRUE(gives<ff::normcdfinv>(normcdfinv_hard, 12));
}

// A weak low word takes 1 - q just past 5/8, where erfinv's polynomials used to end.
TEST_F(InverseErrorFunctions, weak_operands_at_the_branch) {
  EXPECT_NEAR(static_cast<double>(ff::erfcinv(from_words(0x1.ap+0f, 0x1.000002p-24f))), -0.627307426082165228,
              1e-14);
  EXPECT_NEAR(static_cast<double>(ff::normcdfinv(from_words(0x1.ap-1f, 0x1.000002p-25f))),
              0.887146669742755886, 1e-14);
}

// From one float to the next above it, across the end of the polynomial at 1/4 and 3/4 too.
struct rise_across_the_branch {
  FF_HD_LARGE one_float input(uint64 i) const {
    return {from_bits(to_bits(0.25f) + static_cast<uint32>(i) - 1000)};
  }
  FF_HD_LARGE bool operator()(uint64 i) const {
    const float y = input(i).a, above = outwards(y), q = ff::sub_rn(1.0f, y);
    return ff::sub22(ff::erfinv(above), ff::erfinv(y)).hi() > 0 &&
           ff::sub22(ff::erfcinv(inwards(q)), ff::erfcinv(q)).hi() > 0;
  }
};
TEST_F(InverseErrorFunctions, rise_across_the_branch) { EXPECT_TRUE(holds(rise_across_the_branch{}, 2000)); }

// Tiny results are pairs where their words underflow, too, and erfinv is its first term.
FF_HD_LARGE bool tiny(ff_t x) {
  const ff_t r = ff::erfinv(x);
  const double slope = 0x1.c5bf891b4ef6ap-1;
  return is_pair(r) &&
         magnitude(value(r) - slope * value(x)) <= 8 * 0x1p-48 * (magnitude(value(x)) + 0x1p-103);
}
TEST_F(InverseErrorFunctions, tiny_arguments) {
  EXPECT_TRUE((holds_for<tiny, tiny_pair>(vectors(1 << 18, 1 << 26))));
}

// Any low word, which may move the seed to any float: the lookup reads rows of the table only.
struct stays_within_the_table {
  FF_HD_LARGE bool operator()(uint64 i) const {
    using namespace ff::detail;
    draws d(i);
    const float seed = erfcinv_seed(from_bits(0x14000000u + d.word() % 0x4b000000u), from_bits(d.word()));
    constexpr auto rows = table_type<erfc_table>::rows;
    return erfinv_pairs_of(to_bits(ff::add_rn(seed, erfc_wide_offset))) + 2 <= rows &&
           erfinv_pairs_of(erfinv_cell) + 2 == rows;
  }
};
TEST_F(InverseErrorFunctions, any_bits_stay_within_the_table) {
  EXPECT_TRUE(holds(stays_within_the_table{}, vectors(1 << 18, 1 << 26)));
}

// ---------------------------------------------------------------- identities

// The functions of their inverses.  The condition number of erf at erfinv(y) is below 1, of erfc and normcdf
// x f'/f.
FF_HD_LARGE bool inverses(ff_t q) {
  const ff_t x = ff::erfinv(q), c = ff::erfcinv(q), n = ff::normcdfinv(q);
  const float slope = 2 * c.hi() * c.hi() + 2;
  return near(ff::erf(x), q, 20.0f) && same_bits(ff::erfinv(-q), -x) &&
         near(ff::erfc(c), q, 8 + 16 * slope) && near(ff::normcdf(n), q, 8 + 20 * (n.hi() * n.hi() + 2)) &&
         is_pair(c) && is_pair(x) && is_pair(n);
}
TEST_F(InverseErrorFunctions, inverses) {
  EXPECT_TRUE(holds_for<inverses>(positive{pairs_of{-60, -2}}, vectors(1 << 17, 1 << 25)));
}

// ---------------------------------------------------------------- constant expressions

static_assert(ff::erfinv(0.0f).hi() == 0 && ff::erfcinv(2.0f).hi() == -inf && ff::normcdfinv(0.5f).hi() == 0);

}  // namespace
