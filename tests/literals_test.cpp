// Literals: rounded while compiling, to the words that MPFR gives (24 bits, to nearest, twice).
#include <gtest/gtest.h>

#include <ff/text/io.hpp>
#include <ff/type/literals.hpp>
#include <string>

namespace {

using namespace ff::literals;
using ff::ff_t;
using ff::detail::to_bits;

constexpr bool is(ff_t x, float hi, float lo) {
  return to_bits(x.hi()) == to_bits(hi) && to_bits(x.lo()) == to_bits(lo);
}

// A literal is a constant expression wherever it stands, so device code holds nothing but its words.
static_assert(is(1.1_ff, 0x1.19999ap+0f, -0x1.99999ap-26f));
static_assert(is(0.1_ff, 0x1.99999ap-4f, -0x1.99999ap-30f));
static_assert(is(1e-3_ff, 0x1.0624dep-10f, -0x1.a1cacp-35f));
static_assert(is(3.14159265358979323846264338327950288419716939937510582097494_ff, 0x1.921fb6p+1f,
                 -0x1.777a5cp-24f));
static_assert(is(2.71828182845904523536028747135266249775724709369995957496696763_ff, 0x1.5bf0a8p+1f,
                 0x1.628aeep-24f));
static_assert(is(6.02214076E+23_ff, 0x1.fe185cp+78f, 0x1.4af8a2p+53f));
static_assert(is(123'456'789.123'456'789_ff, 0x1.d6f346p+26f, -0x1.703292p+1f));

static_assert(is(42_ff, 42.0f, 0.0f) && is(0_ff, 0.0f, 0.0f) && is(0e5_ff, 0.0f, 0.0f));
static_assert(is(16'777'217_ff, 0x1p24f, 1.0f));  // a tie: to the even head
static_assert(is(16'777'219_ff, 0x1.000004p24f, -1.0f));
static_assert(is(18446744073709551615_ff, 0x1p64f, -1.0f));
static_assert(is(1._ff, 1.0f, 0.0f) && is(.5_ff, 0.5f, 0.0f) && is(010.5_ff, 10.5f, 0.0f));

static_assert(is(0x1.8p3_ff, 12.0f, 0.0f) && is(0XFFp-4_ff, 15.9375f, 0.0f) && is(0x1e5_ff, 485.0f, 0.0f));
static_assert(is(0x1.000001p0_ff, 1.0f, 0x1p-24f) && is(0x1.0000011p0_ff, 0x1.000002p0f, -0x1.ep-25f));
static_assert(is(0x0.000'000'8p+10_ff, 0x1p-15f, 0.0f));

// Subnormals, the way to zero, and the last value before the overflow.
static_assert(is(1e-38_ff, 0x1.b38fb8p-127f, 0.0f) && is(1.6e-44_ff, 0x1.6p-146f, 0.0f));
static_assert(is(0x1p-149_ff, 0x1p-149f, 0.0f) && is(0x1.8p-149_ff, 0x1p-148f, 0.0f));
static_assert(is(0x1p-150_ff, 0.0f, 0.0f) && is(0x1.000001p-150_ff, 0x1p-149f, 0.0f));
static_assert(is(1e-400_ff, 0.0f, 0.0f) && is(1e-999999999999999999999_ff, 0.0f, 0.0f));
static_assert(is(1e38_ff, 0x1.2ced32p+126f, 0x1.42d436p+101f));
static_assert(is(0x1.fffffefffffffffffffp127_ff, 0x1.fffffep127f, 0x1p103f));

// Operators, templates and array bounds see a constant.
template <int N>
struct sized {
  static constexpr int size = N;
};
static_assert(sized<static_cast<int>(12_ff)>::size == 12);
static_assert(is(-1.1_ff, -0x1.19999ap+0f, 0x1.99999ap-26f));

// The parser runs the same engine at run time; io_test checks it against GMP.
void expect_parsed(const char* text, ff_t literal) {
  const ff_t parsed = ff::parse(text).value();
  EXPECT_TRUE(is(literal, parsed.hi(), parsed.lo())) << text;
}

TEST(Literals, AreWhatTheParserReads) {
  expect_parsed("1.1", 1.1_ff);
  expect_parsed("3.14159265358979323846264338327950288419716939937510582097494e-20",
                3.14159265358979323846264338327950288419716939937510582097494e-20_ff);
  expect_parsed("0.0000000000000000000000000000000000000001234567890123456789",
                0.0000000000000000000000000000000000000001234567890123456789_ff);
  expect_parsed("123456789012345678901234567890.12345678901234567890123456789",
                123456789012345678901234567890.12345678901234567890123456789_ff);
  expect_parsed("9.99999999999999999999999999999999999999999999999999999999e+37",
                9.99999999999999999999999999999999999999999999999999999999e+37_ff);
  expect_parsed("0x1.23456789abcdef0123456789abcdefp-99", 0x1.23456789abcdef0123456789abcdefp-99_ff);
}

TEST(Literals, ReachEveryScope) {
  const ff_t inline_namespace = 2.5_ff, by_name = ff::operator""_ff<'2', '.', '5' > ();
  using ff::operator""_ff;
  const ff_t by_using = 2.5_ff;
  EXPECT_TRUE(is(inline_namespace, 2.5f, 0.0f) && is(by_name, 2.5f, 0.0f) && is(by_using, 2.5f, 0.0f));
}

}  // namespace
