// Operators, comparisons and functions of an ff_t and any arithmetic type: the same bits as with the operand
// as the nearest pair, and as written in code that is ported from double.
#include <ff/ff.hpp>
#include <type_traits>
#include <vector>

#include "exact.hpp"
#include "properties.hpp"

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

namespace {

using namespace ff_test;

struct MixedOperands : Everywhere {};

FF_HD_LARGE bool same(ff_t a, ff_t b) { return same_bits(a, b) || (is_nan(a.hi()) && is_nan(b.hi())); }

// ---- every operator with an operand of type U, on either side

template <class U>
FF_HD_LARGE bool operators_agree(ff_t x, U u) {
  const ff_t y(u);
  ff_t sum = x, difference = x, product = x, quotient = x, assigned;
  sum += u, difference -= u, product *= u, quotient /= u, assigned = u;
  return same(x + u, x + y) && same(u + x, y + x) && same(x - u, x - y) && same(u - x, y - x) &&
         same(x * u, x * y) && same(u * x, y * x) && same(x / u, x / y) && same(u / x, y / x) &&
         same(sum, x + y) && same(difference, x - y) && same(product, x * y) && same(quotient, x / y) &&
         same(assigned, y) && same(x.hi() < 0 ? x : u, x.hi() < 0 ? x : y);
}

// x against u and against what lies next to u: u's pair decides where it is exact.
template <class U>
FF_HD_LARGE bool comparisons_agree(ff_t x, U u) {
  const ff_t y(u);
  return (x < u) == (x < y) && (u < x) == (y < x) && (x <= u) == (x <= y) && (u <= x) == (y <= x) &&
         (x > u) == (x > y) && (x >= u) == (x >= y) && (u > x) == (y > x) && (u >= x) == (y >= x) &&
         (x == u) == (x == y) && (u == x) == (y == x) && (x != u) == (x != y) && (u != x) == (y != x);
}

// A float has operators of its own, with other roundings: there the value counts.
FF_HD_LARGE bool near(ff_t a, ff_t b) {
  const ff_t difference = a - b, size = fmax(fabs(a), fabs(b));
  return !(fabs(difference) > size * 0x1p-44f);
}
FF_HD_LARGE bool float_operators_agree(ff_t x, float u) {
  const ff_t y(u);
  return near(x + u, x + y) && near(u + x, y + x) && near(x - u, x - y) && near(u - x, y - x) &&
         near(x * u, x * y) && near(u * x, y * x) && near(x / u, x / y) && near(u / x, y / x);
}

FF_HD_LARGE bool every_type(ff_t x, ff_t of) {
  const double d = static_cast<double>(of);
  const int i = static_cast<int>(of);
  const long l = static_cast<long>(of);
  const unsigned long long ull = static_cast<unsigned long long>(of);
  const short s = static_cast<short>(i);
  bool all = operators_agree(x, d) && operators_agree(x, i) && operators_agree(x, l) &&
             operators_agree(x, ull) && operators_agree(x, s) &&
             operators_agree(x, static_cast<unsigned>(i)) &&
             operators_agree(x, static_cast<unsigned char>(i)) && operators_agree(x, static_cast<char>(i)) &&
             operators_agree(x, i > 0) && float_operators_agree(x, of.hi());
  all = all && comparisons_agree(x, i) && comparisons_agree(x, s) && comparisons_agree(x, of.hi()) &&
        comparisons_agree(x, i > 0) && comparisons_agree(ff_t(l), l) &&
        comparisons_agree(ff_t(d), ff_t(d).hi());
#if defined(__CUDACC__)
  const __half half = __float2half(of.hi());
  const __nv_bfloat16 brain = __float2bfloat16(of.hi());
  all = all && operators_agree(x, half) && operators_agree(x, brain) && comparisons_agree(x, half) &&
        comparisons_agree(x, brain) && same(pow(x, half), pow(x, ff_t(half))) && ff_t(brain).lo() == 0.0f &&
        ff_t(half).hi() == __half2float(half);
#endif
  return all;
}
TEST_F(MixedOperands, every_type) {
  EXPECT_TRUE((holds_for<every_type, two_pairs_of>({-8, 30}, vectors(1 << 18, 1 << 26))));
}

// ---- functions, as ported code calls them

FF_HD_LARGE bool functions_take_double(ff_t x, ff_t of) {
  const double d = static_cast<double>(of);
  const ff_t y(d);
  return same(pow(x, d), pow(x, y)) && same(pow(d, x), pow(y, x)) && same(fmax(x, d), fmax(x, y)) &&
         same(fmin(d, x), fmin(y, x)) && same(atan2(x, d), atan2(x, y)) && same(hypot(d, x), hypot(y, x)) &&
         same(fmod(x, d), fmod(x, y)) && same(remainder(x, d), remainder(x, y)) &&
         same(copysign(x, d), copysign(x, y)) && same(fdim(x, d), fdim(x, y)) &&
         same(fma(x, d, 1), fma(x, y, ff_t(1))) && same(fma(0.5, d, x), fma(ff_t(0.5), y, x)) &&
         same(lerp(x, d, 0.25), lerp(x, y, ff_t(0.25))) && same(hypot(x, 1, d), hypot(x, ff_t(1), y));
}
TEST_F(MixedOperands, functions_take_double) {
  EXPECT_TRUE((holds_for<functions_take_double, two_pairs_of>({-8, 8}, vectors(1 << 14, 1 << 22))));
}

// ---- long double, and 64-bit integers, against numbers that no pair holds: host only

#if !defined(FF_TEST_ON_DEVICE)
TEST(MixedOperandsHost, long_double_is_rounded_once_and_compared_exactly) {
  const long double quarter = 0x1p-60L;  // of an ulp of the low word, for 1 + 2^-24 and the like
  for (uint64 i = 0; i < 1 << 16; ++i) {
    draws d(i);
    const ff_t x = d.pair(-20, 20);
    const long double exact = static_cast<long double>(x.hi()) + static_cast<long double>(x.lo());
    if (exact - static_cast<long double>(x.hi()) != static_cast<long double>(x.lo()))
      continue;  // beyond 64 bits
    const long double off = exact * (1 + quarter), below = exact * (1 - quarter);
    EXPECT_TRUE(same(ff_t(exact), x) ||
                static_cast<long double>(ff_t(exact).hi()) + ff_t(exact).lo() == exact);
    EXPECT_TRUE(x == exact && x <= exact && exact >= x && !(x != exact));
    if (off != exact && below != exact) {
      const long double above = exact > 0 ? off : below, under = exact > 0 ? below : off;
      EXPECT_TRUE(x < above && under < x && x != above && above > x && x > under && !(above <= x));
      EXPECT_TRUE(ff_t(above) >= x && ff_t(under) <= x);
    }
    EXPECT_TRUE(operators_agree(x, 0.1L)) << i;
  }
  const ff_t infinite = std::numeric_limits<ff_t>::infinity();
  EXPECT_TRUE(infinite > 1e4000L && infinite == std::numeric_limits<long double>::infinity());
  EXPECT_TRUE(std::numeric_limits<ff_t>::max() < 1e4000L && ff_t(1e4000L) == infinite);
  EXPECT_FALSE(infinite < std::numeric_limits<long double>::quiet_NaN());
  EXPECT_FALSE(infinite == std::numeric_limits<long double>::quiet_NaN());
}

TEST(MixedOperandsHost, as_ported_code_is_written) {
  const std::vector<ff_t> v{0.1, 0.2, 3, 4.0f, 5L};
  ff_t x = 0.1, sum = 0;
  EXPECT_EQ(x, ff_t(0.1));
  for (const ff_t& e : v) sum += e;
  const ff_t mean = sum / v.size();
  EXPECT_TRUE(near(mean, 12.3 / 5)) << static_cast<double>(mean);
  x = mean > 2 ? mean : 0.0;
  x = 0.5 * x + x * v.size() - 1 / x;
  x *= 2, x /= 3.0, x -= 1ull, x += 'a' - 'a';
  EXPECT_TRUE(x > 0 && x < 1e3 && x != 0.5 && 1 < x + 1);
  const auto takes_a_pair = [](ff_t e) { return e; };
  EXPECT_EQ(takes_a_pair(v.size()), 5);
  EXPECT_EQ(takes_a_pair(2.5), 2.5);
}
#endif

// ---- volatile numbers, as libraries keep their sums from being optimised away

// The exact sum of u and v as GeographicLib's Math::sum has it, in the operators of a pair.
template <class T, class Stored>
FF_HD_LARGE T sum_with_rest(T u, T v, T& rest) {
  Stored s = u + v;
  Stored up = s - v;
  Stored vpp = s - up;
  up -= u;
  vpp -= v;
  rest = s != 0 ? T(0) - (up + vpp) : s;
  return s;
}
FF_HD_LARGE bool volatile_changes_nothing(ff_t x, ff_t y) {
  ff_t rest, volatile_rest;
  const ff_t sum = sum_with_rest<ff_t, ff_t>(x, y, rest);
  if (!same(sum_with_rest<ff_t, volatile ff_t>(x, y, volatile_rest), sum) || !same(rest, volatile_rest))
    return false;
  const volatile ff_t a = x;
  volatile ff_t b = y, c;
  c = a;
  c += b;
  ff_t d = x + y;
  if (!same(c, d) || !(c == d) || (c < a) != (d < x)) return false;
  c *= 3, c /= b, c -= 0.5f, d *= 3, d /= y, d -= 0.5f;
  b = c;
  y = b;
  b = 2.5;
  return same(y, d) && b == 2.5 && static_cast<double>(b) == 2.5 && static_cast<int>(b) == 2 &&
         static_cast<bool>(b) && same(sqrt(a), sqrt(x)) && same(-a, -x) && same(a * 2.0 + c, x * 2.0 + d) &&
         same(d = c, d) && same(fma(a, c, 1), fma(x, d, 1));
}
TEST_F(MixedOperands, volatile_numbers) {
  EXPECT_TRUE((holds_for<volatile_changes_nothing, two_pairs_of>({-8, 30}, vectors(1 << 16, 1 << 24))));
}

// ---- what converts into a number

enum level { low = 1, high = 7 };
struct expression {  // as ublas and Eigen have them
  double value;
  FF_HD_LARGE constexpr operator ff_t() const { return value; }
};
static_assert(ff_t(3) > low && high >= ff_t(7) && ff_t(7) == high && ff_t(3) != low && L'a' > ff_t(96.5) &&
              ff_t(97) == u'a' && ff_t(97) <= U'a' && ff_t(3) <= expression{3} && expression{2} < ff_t(3) &&
              ff_t(3) != expression{2} && expression{2} == ff_t(2));

// ---- while compiling

static_assert(0.5 * ff_t(3) == 1.5 && ff_t(1) + 0x1p-40 != 1 && 2.5L > ff_t(2) &&
              ff_t(1ull << 40) == (1ull << 40));
static_assert(std::is_same<decltype(true ? ff_t(1) : 0.0), ff_t>::value &&
              std::is_same<decltype(1L + ff_t(1)), ff_t>::value);

}  // namespace
