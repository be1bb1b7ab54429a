// fast_t as a user meets it: its types, what they convert to, comparisons, generic code, and how it differs
// from ff_t.  The bounds are judged by ff-accuracy and by tests/proofs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <ff/ff.hpp>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace {

using ff::fast_product;
using ff::fast_sum;
using ff::fast_t;
using ff::ff_t;

// ---------------------------------------------------------------- types

template <class A, class B>
constexpr bool same = std::is_same_v<std::remove_const_t<A>, B>;
const fast_t a(1.5), b(2.25);

static_assert(same<decltype(a + b), fast_sum> && same<decltype(a - 1.0f), fast_sum>);
static_assert(same<decltype(a * b), fast_product> && same<decltype(2 * a), fast_product>);
static_assert(same<decltype(a / b), fast_t> && same<decltype(sqrt(a * b)), fast_t>);
static_assert(same<decltype(a * b + a), fast_sum> && same<decltype(-(a * b)), fast_product>);
static_assert(same<decltype(sin(a + b)), fast_t> && same<decltype(pow(a, 2)), fast_t>);
static_assert(same<decltype(true ? a * b : a + b), fast_sum>, "either of two computed values is a sum");
static_assert(same<decltype(true ? a * b : a), fast_t> && same<decltype(false ? a + b : a), fast_t>);
static_assert(sizeof(fast_t) == sizeof(ff_t) && alignof(fast_t) == alignof(ff_t));
static_assert(std::is_trivially_copyable_v<fast_t> && std::is_trivially_default_constructible_v<fast_t>);
static_assert(std::is_trivially_copyable_v<fast_sum> && std::is_default_constructible_v<fast_sum>);
static_assert(std::is_trivially_copyable_v<fast_product> && std::is_default_constructible_v<fast_product>);
static_assert(std::is_convertible_v<fast_t, ff_t> && std::is_convertible_v<ff_t, fast_t>);
static_assert(std::is_convertible_v<fast_sum, ff_t> && std::is_convertible_v<fast_product, fast_t>);
static_assert(!std::is_convertible_v<fast_t, double> && !std::is_convertible_v<fast_sum, float>);
static_assert(std::is_convertible_v<double, fast_t> && std::is_convertible_v<int, fast_t>);
static_assert(!std::is_convertible_v<void*, fast_t> && !std::is_convertible_v<fast_t, void*>);

// Constant expressions.
constexpr fast_t third = fast_t(1) / 3, ninth = third * third;
static_assert(third > 0.333 && third < 0.334 && ninth * 9 > 0.999999 && fast_t(2) * 3 + 4 == 10);

// ---------------------------------------------------------------- values

double value(ff_t x) { return double(x); }

TEST(Fast, ConversionsKeepTheWords) {
  const ff_t x = ff::from_words(1.0f, 0x1p-30f);
  const fast_t y = x;
  EXPECT_EQ(y.hi(), x.hi());
  EXPECT_EQ(y.lo(), x.lo());
  EXPECT_TRUE(ff_t(y) == x);
  EXPECT_EQ(double(y), 1 + 0x1p-30);
  EXPECT_EQ(float(y), 1.0f);
  EXPECT_EQ(int(fast_t(-7.75)), -7);
  EXPECT_EQ(static_cast<long long>(fast_t(1e10) + 1), 10000000001);
  EXPECT_TRUE(static_cast<bool>(a) && !static_cast<bool>(fast_t(0)));
  EXPECT_EQ(double(a * b + 1), 1.5 * 2.25 + 1);
  const auto [hi, lo] = y;
  EXPECT_EQ(hi, 1.0f);
  EXPECT_EQ(lo, 0x1p-30f);
}

// What fast_t costs in accuracy, seen beside double on random expressions.
TEST(Fast, ExpressionsAreAsAccurateAsTheirTerms) {
  std::mt19937_64 g(1);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    const fast_t x(u(g)), y(u(g)), z(u(g)), w(u(g));
    const long double X = value(x), Y = value(y), Z = value(z), W = value(w);
    const fast_t sum = x * y + z * w - x * z + y;
    const long double exact = X * Y + Z * W - X * Z + Y,
                      size = std::fabs(X * Y) + std::fabs(Z * W) + std::fabs(X * Z) + std::fabs(Y);
    ASSERT_LE(std::fabs(value(sum) - exact), 20 * 0x1p-48L * size);
    const fast_t q = (x - y) / (z + w);
    const long double quotient = (X - Y) / (Z + W);
    ASSERT_LE(std::fabs(value(q) - quotient), 12 * 0x1p-48L * std::fabs(quotient));
  }
}

// A difference of stored numbers keeps all of its bits.
TEST(Fast, DifferencesOfStoredNumbersAreRelative) {
  std::mt19937_64 g(2);
  std::uniform_real_distribution<double> u(1, 2);
  for (int k = 4; k < 47; ++k) {
    for (int i = 0; i < 500; ++i) {
      const ff_t x(u(g)), y(double(x) + std::ldexp(u(g), -k));
      const fast_t d = fast_t(x) - y;
      const long double exact =
          (static_cast<long double>(x.hi()) - y.hi()) + (static_cast<long double>(x.lo()) - y.lo());
      ASSERT_LE(std::fabs(value(d) - exact), 3 * 0x1p-48L * std::fabs(exact)) << "2^-" << k << " apart";
      const fast_t square = d * d;
      ASSERT_LE(std::fabs(value(square) - exact * exact), 12 * 0x1p-48L * exact * exact);
    }
  }
}

TEST(Fast, SumsAndComparisonsCommute) {
  std::mt19937_64 g(3);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto alike = [](ff_t x, ff_t y) { return x.hi() == y.hi() && x.lo() == y.lo(); };
  for (int i = 0; i < 20000; ++i) {
    const fast_t x(u(g)), y(u(g)), z(u(g));
    ASSERT_TRUE(alike(x + y, y + x) && alike(x * y + z, z + x * y) && alike((x + y) + z, z + (x + y)));
    ASSERT_TRUE(alike(x + 0.5f, 0.5f + x) && alike(x * y + 0.5f, 0.5f + x * y) && alike(x - y, -(y - x)));
    ASSERT_EQ(x<y, y> x);
    ASSERT_EQ(x * y<z, z> x * y);
  }
}

// Heads decide most comparisons of sums; near equality the stored sum does.
TEST(Fast, ComparisonsOfSumsAreThoseOfTheStoredSum) {
  std::mt19937_64 g(4);
  std::uniform_real_distribution<double> u(-1, 1);
  int close = 0;
  for (int i = 0; i < 200000; ++i) {
    const fast_t x(u(g)), y(u(g)), p = x + y, q = x * x + y * y, r = x * y + y;
    const fast_t near_p(double(p) * (1 + 0x1p-44 * u(g))), near_q(double(q) * (1 + 0x1p-44 * u(g))),
        near_r(double(r) * (1 + 0x1p-44 * u(g)));
    for (const fast_t& z : {near_p, near_q, near_r, fast_t(u(g)), p, q, r}) {
      ASSERT_EQ(x + y < z, p < z);
      ASSERT_EQ(x + y > z, p > z);
      ASSERT_EQ(z < x * x + y * y, z < q);
      ASSERT_EQ(x * y + y > z, r > z);
      ASSERT_EQ(x + y <= z, p <= z);
      ASSERT_EQ(x * x + y * y >= z, q >= z);
      ASSERT_EQ(x + y == z, p == z);
      close += p != z && std::fabs(double(p) - double(z)) < 0x1p-40;
    }
  }
  EXPECT_GT(close, 10000);
}

TEST(Fast, ComparisonsOrderPairsByValue) {
  std::vector<fast_t> all;
  std::mt19937_64 g(5);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 2000; ++i)
    all.push_back(
        fast_t(i % 3 ? u(g) : double(all.empty() ? fast_t(1) : all.back()) * (1 + 0x1p-46 * (i % 7))));
  std::sort(all.begin(), all.end());
  for (std::size_t i = 1; i < all.size(); ++i) {
    ASSERT_TRUE(ff_t(all[i - 1]) <= ff_t(all[i]));
    ASSERT_EQ(all[i - 1] < all[i], ff_t(all[i - 1]) < ff_t(all[i]));
    ASSERT_EQ(all[i - 1] == all[i], ff_t(all[i - 1]) == ff_t(all[i]));
    ASSERT_EQ(all[i] <= all[i - 1], ff_t(all[i]) <= ff_t(all[i - 1]));
  }
  const fast_t nan = std::numeric_limits<fast_t>::quiet_NaN(), one = 1;
  EXPECT_FALSE(nan < one || nan > one || nan == one || nan <= one || nan >= one);
  EXPECT_TRUE(nan != one && fast_t(-0.0f) == fast_t(0.0f));
  EXPECT_TRUE(a < 2 && a < 1.6 && 1.4f < a && a == 1.5 && a >= 1.5f && a != b && a < ff_t(2));
}

// ---------------------------------------------------------------- what is not looked after

TEST(Fast, OverflowNeverLooksFinite) {
  const fast_t huge = std::numeric_limits<fast_t>::max(), inf = std::numeric_limits<fast_t>::infinity(),
               one = 1;
  for (const fast_t& x :
       {fast_t(huge + huge), fast_t(huge * huge), fast_t(inf + one), fast_t(inf - inf), fast_t(inf * one),
        fast_t(huge * huge - one), fast_t(one + inf * one), fast_t(one / fast_t(0))})
    EXPECT_FALSE(isfinite(x)) << x;
  EXPECT_TRUE(isnan(sqrt(fast_t(-1))));
  EXPECT_EQ(double(sqrt(fast_t(0))), 0);
  EXPECT_TRUE(isnan(rsqrt(fast_t(0))));
}

// ---------------------------------------------------------------- in company of the standard library

template <class T>
T poly(T x, T y) {
  T r = x * x - y;
  return r * 3 + y / x;
}

TEST(Fast, WorksInGenericCode) {
  EXPECT_NEAR(double(poly(a, b)), poly(1.5, 2.25), 1e-13);
  EXPECT_NEAR(double(poly<fast_t>(a * b, a)), poly(1.5 * 2.25, 1.5), 1e-13);
  std::vector<fast_t> v(1000);
  std::iota(v.begin(), v.end(), fast_t(1));
  EXPECT_EQ(double(std::accumulate(v.begin(), v.end(), fast_t(0))), 500500);
  EXPECT_EQ(double(std::inner_product(v.begin(), v.end(), v.begin(), fast_t(0))), 333833500);
  EXPECT_EQ(double(*std::max_element(v.begin(), v.end())), 1000);
  EXPECT_EQ(double(std::accumulate(v.begin(), v.end(), fast_t(0), std::plus<fast_t>())), 500500);
  EXPECT_EQ(double(std::max<fast_t>(a * b, a)), 3.375);
  EXPECT_EQ(double(fmax(a * b, a)), 3.375);
  const std::complex<fast_t> z(a, b), w = z * z;
  EXPECT_EQ(double(w.real()), 1.5 * 1.5 - 2.25 * 2.25);
  EXPECT_EQ(double(w.imag()), 2 * 1.5 * 2.25);
  fast_t x = a;
  x += b * b;
  x *= 2, x -= a, x /= 3.0f, ++x;
  EXPECT_NEAR(double(x), ((1.5 + 2.25 * 2.25) * 2 - 1.5) / 3 + 1, 1e-13);
}

TEST(Fast, HasLimitsHashAndText) {
  using limits = std::numeric_limits<fast_t>;
  EXPECT_TRUE(limits::is_specialized && limits::digits == 48 &&
              limits::max() == std::numeric_limits<ff_t>::max());
  std::unordered_set<fast_t> set{a, b, fast_t(0.0f), fast_t(-0.0f)};
  EXPECT_EQ(set.size(), 3u);
  EXPECT_TRUE(set.count(fast_t(1.5)) == 1);
  std::stringstream s;
  s.precision(16);
  s << a / 7 << ' ' << a * b << ' ' << a + b;
  fast_t x = 0, y = 0, z = 0;
  s >> x >> y >> z;
  EXPECT_NEAR(double(x), 1.5 / 7, 1e-14);
  EXPECT_EQ(double(y), 3.375);
  EXPECT_EQ(double(z), 3.75);
  EXPECT_EQ(ff::to_string(a * b), "3.375");
}

TEST(Fast, TakesEveryFunction) {
  const fast_t x = 0.5, y = 1.25;
  fast_t s, c, whole;
  int n = 0;
  sincos(x, &s, &c);
  EXPECT_TRUE(s == sin(x) && c == cos(x));
  EXPECT_TRUE(modf(y, &whole) == 0.25 && whole == 1 && frexp(y, &n) == 0.625 && n == 1);
  const fast_t all[] = {
      abs(x),        fabs(x),        sqr(x),      rcp(x),         fma(x, y, x),       fma(x, 2, y * y),
      lerp(x, y, x), clamp(x, 0, y), hypot(x, y), hypot(x, y, x), atan2(x, 2),        pow(x, y),
      pown(x, 3),    ldexp(x, 2),    exp(x * y),  log(x + y),     tgamma(y),          erf(x),
      cbrt(x),       floor(y),       fmod(y, x),  midpoint(x, y), renormalize(x + y), copysign(x, -y),
      acos(x),       tanh(x),        sinpi(x)};
  for (const fast_t& v : all) EXPECT_TRUE(isfinite(v));
  EXPECT_TRUE(ff_t(exp(x * y)) == exp(ff_t(x) * ff_t(y)));
  EXPECT_EQ(lround(fast_t(2.5) + 1), 4);
}

// ---------------------------------------------------------------- volatile numbers, of the host

template <class T>
void volatile_numbers() {
  const T x = 1.0f / 3, y = 0x1.8p-30f;
  const volatile T v = x;
  volatile T w = y, sum;
  sum = v + w;
  const T expected = x + y, read = sum;
  EXPECT_TRUE(read.hi() == expected.hi() && read.lo() == expected.lo());
  EXPECT_TRUE(v > w && T(sqrt(v)) == T(sqrt(x)) && static_cast<double>(w) == 0x1.8p-30 &&
              static_cast<bool>(w));
  sum = 2.5, w = sum;
  EXPECT_EQ(static_cast<int>(w), 2);
}

TEST(Fast, VolatileNumbersComputeAsOthers) {
  volatile_numbers<fast_t>();
  volatile_numbers<ff::fused_t>();
}

}  // namespace
