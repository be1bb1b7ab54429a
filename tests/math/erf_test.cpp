// erf: Annex F's special values, the hardest arguments found with MPFR's results, and order across the cells.
#include <ff/math/erf.hpp>

#include "functions.hpp"

namespace {

using namespace ff_test;
using ff_test::nan;

using ErrorFunction = Everywhere;

// ---------------------------------------------------------------- special values

constexpr known erf_specials[] = {{0.0f, 0.0f}, {-0.0f, -0.0f}, {inf, 1.0f},        {-inf, -1.0f},
                                  {nan, nan},   {7.0f, 1.0f},   {-0x1p127f, -1.0f}, {0x1p-149f, 0x1p-149f}};
constexpr known erf_special_pairs[] = {{from_words(inf, nan), 1.0f}};

TEST_F(ErrorFunction, special_values) {
  EXPECT_TRUE(gives<ff::erf>(erf_specials));
  EXPECT_TRUE(gives<ff::erf>(erf_special_pairs));
}

// ---------------------------------------------------------------- hard arguments, MPFR's results

constexpr known erf_hard[] = {
    {from_words(0x1.12363ep-8f, -0x1.738152p-34f), from_words(0x1.3569c6p-8f, -0x1.a72da8p-33f)},
    {from_words(-0x1.043a86p-12f, 0x1.7fff2ep-37f), from_words(-0x1.25a2f2p-12f, -0x1.f5bea8p-37f)},
    {from_words(0x1.005b48p-12f, -0x1.7f6326p-37f), from_words(0x1.214474p-12f, -0x1.ef9bap-39f)},
    {from_words(0x1.10bcf8p-12f, -0x1.8dd572p-39f), from_words(0x1.33c086p-12f, 0x1.02be58p-39f)},
    {from_words(0x1.9e0aa8p-13f, -0x1p-37f), from_words(0x1.d33228p-13f, -0x1.21287ep-41f)},
    {from_words(-0x1.000072p2f, -0x1.ae231cp-24f), from_words(-0x1p0f, 0x1.08ce96p-26f)},
    {from_words(-0x1.053efp-8f, 0x1.4085cep-34f), from_words(-0x1.26c866p-8f, -0x1.07baa8p-36f)},
    {from_words(0x1.0a02c6p-8f, 0x1.7b045ep-33f), from_words(0x1.2c28d2p-8f, -0x1.d6a606p-34f)},
    {from_words(0x1.066b42p-8f, 0x1.a8a66ap-33f), from_words(0x1.281b46p-8f, 0x1.035f12p-38f)},
    {from_words(0x1.c8a8b2p-19f, -0x1.b1c97ep-44f), from_words(0x1.01a468p-18f, 0x1.a96ae4p-43f)},
    {from_words(0x1.56048p-4f, 0x1.29d628p-30f), from_words(0x1.8107ccp-4f, 0x1.578262p-37f)},
    {from_words(0x1.dd279ep-3f, -0x1.e30e1cp-34f), from_words(0x1.0869bcp-2f, -0x1.c46724p-27f)},
    {from_words(0x1p0f, 0.0f), from_words(0x1.af767ap-1f, 0x1.d04222p-27f)},
    {from_words(0x1.8p2f, 0x1p-30f), from_words(0x1p0f, -0x1.8cf816p-56f)},
    {from_words(0x1.7ffffep-8f, 0.0f),
     from_words(0x1.b14ae8p-8f, 0x1.3101cap-34f)},  // its sum with 1/4 is rounded up to the next cell
};

TEST_F(ErrorFunction, worst_arguments) { EXPECT_TRUE(gives<ff::erf>(erf_hard, 2)); }

// ---------------------------------------------------------------- symmetry and order

// Odd bit for bit, and pairs, on every exponent.
FF_HD_LARGE bool odd(ff_t x) { return is_odd<ff::erf>(x) && is_pair(ff::erf(x)); }
TEST_F(ErrorFunction, odd) { EXPECT_TRUE(holds_for<odd>(pairs_of{-126, 4}, vectors(1 << 19, 1 << 27))); }

TEST_F(ErrorFunction, rises_across_cells) { EXPECT_TRUE(holds(rises_across_cells<ff::erf>{}, 8 * 4 * 4096)); }

// ---------------------------------------------------------------- constant expressions

static_assert(near(ff::erf(1.0f), from_words(0x1.af767ap-1f, 0x1.d04222p-27f), 2));

}  // namespace
