// Philox against published words; uniform and normal numbers against their definitions, moments, Kolmogorov
// and Smirnov's distance, and, bit by bit, coins.
#include <ff/random.hpp>
#include <random>

#include "everywhere.hpp"
#include "exact.hpp"
#include "properties.hpp"
#if !defined(FF_TEST_ON_DEVICE)
#include <cmath>
#include <numeric>

#include "real.hpp"
#if __has_include(<curand_philox4x32_x.h>)
#include <vector_types.h>
#define QUALIFIERS static inline
#include <curand_philox4x32_x.h>
#define FF_TEST_CURAND
#endif
#endif

namespace {

using namespace ff_test;
using ff::normal_distribution;
using ff::philox;
using ff::philox_block;
using ff::uniform_distribution;

struct Random : Everywhere {};

// ---------------------------------------------------------------- Philox

constexpr bool same_block(philox_block a, philox_block b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

// Random123, tests/kat_vectors: philox4x32 10.
static_assert(same_block(ff::philox_4x32_10({0, 0, 0, 0}, 0, 0),
                         {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
static_assert(same_block(ff::philox_4x32_10({~0u, ~0u, ~0u, ~0u}, ~0u, ~0u),
                         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
static_assert(same_block(ff::philox_4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822,
                                            0x299f31d0),
                         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));

FF_HD_LARGE bool known_answers(uint64) {
  const philox_block zeros = ff::philox_4x32_10({0, 0, 0, 0}, 0, 0);
  const philox_block digits =
      ff::philox_4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0);
  return zeros.x == 0x6627e8d5 && zeros.w == 0x9b00dbd8 && digits.y == 0x94fdcceb && digits.z == 0x5001e420;
}

// Words by number, by steps and by jumps.
FF_HD_LARGE bool jumps_are_steps(uint64 i) {
  draws d(i);
  const uint64 seed = d.word(), subsequence = d.word(), offset = d.bits() >> (i & 63);
  const uint32 before = static_cast<uint32>(d.between(0, 9)), step = static_cast<uint32>(d.between(0, 17));
  philox a(seed, subsequence, offset), b = a;
  for (uint32 k = 0; k < before; ++k) (void)a(), (void)b();
  for (uint32 k = 0; k < step; ++k) (void)a();
  b.discard(step);
  philox c(seed, subsequence, offset + before + step);
  const bool equal = a == b && (offset + before + step < offset || a == c);
  const uint32 x = a(), y = b(), z = c();
  return equal && x == y && (offset + before + step < offset || x == z);
}

template <bool (*Body)(uint64)>
struct each {
  FF_HD_LARGE bool operator()(uint64 i) const { return Body(i); }
};

TEST_F(Random, philox_gives_the_published_words) { EXPECT_TRUE(holds(each<known_answers>(), 1)); }
TEST_F(Random, jumps_are_steps) { EXPECT_TRUE(holds(each<jumps_are_steps>(), vectors(1 << 16, 1 << 24))); }

// ---------------------------------------------------------------- distributions

// As the compiler folds them and as they run, on either side.
constexpr int folded_numbers = 24;
struct folded_draws {
  ff_t uniform[folded_numbers]{}, normal[folded_numbers]{};
};
constexpr folded_draws folded() {
  folded_draws all;
  for (int i = 0; i < folded_numbers; ++i) {
    philox g(1, static_cast<uint64>(i));
    all.uniform[i] = uniform_distribution()(g);
    all.normal[i] = normal_distribution()(g);
  }
  return all;
}
struct runs_as_folded {
  folded_draws expected;
  FF_HD_LARGE bool operator()(uint64 i) const {
    philox g(1, i);
    const ff_t u = uniform_distribution()(g), x = normal_distribution()(g);
    return same_bits(u, expected.uniform[i]) && same_bits(x, expected.normal[i]);
  }
};
TEST_F(Random, one_set_of_bits) {
  static constexpr folded_draws expected = folded();
  EXPECT_TRUE(holds(runs_as_folded{expected}, folded_numbers));
}

// An engine that says what it is told.
struct said {
  using result_type = uint64;
  uint64 n;
  FF_HD static constexpr uint64 min() { return 0; }
  FF_HD static constexpr uint64 max() { return ~uint64{0}; }
  FF_HD_LARGE constexpr uint64 operator()() { return n; }
};

// n 2^-64 cut to 48 digits, and no less than another n's number where that is no greater.
FF_HD_LARGE bool uniform_is_cut_and_monotone(uint64 i) {
  draws d(i);
  const uint64 n = i < 2 ? i - 1 : d.bits() >> (i & 63), m = d.bits() >> (i >> 6 & 63);
  said e{n}, f{m};
  const ff_t x = uniform_distribution()(e), y = uniform_distribution()(f);
  uint64 digits = n;  // the number times 2^64, exactly: words are multiples of 2^-64
  for (int k = 63; k >= 48; --k)
    if (n >> k != 0) {
      digits = n >> (k - 47) << (k - 47);
      break;
    }
  const uint64 head =
      static_cast<uint64>(x.hi() * 0x1p32f) << 32 |
      static_cast<uint64>((x.hi() * 0x1p32f - static_cast<float>(static_cast<uint64>(x.hi() * 0x1p32f))) *
                          0x1p32f);
  const uint64 value =
      (x.hi() < 1 ? head : uint64{0}) + static_cast<uint64>(static_cast<int64>(x.lo() * 0x1p64f));
  return value == digits && x >= 0.0f && x < 1.0f && (n < m ? x <= y : x >= y);
}
TEST_F(Random, uniform_is_cut_and_monotone) {
  EXPECT_TRUE(holds(each<uniform_is_cut_and_monotone>(), vectors(1 << 20, 1 << 28)));
}

FF_HD_LARGE bool uniform_stays_within(uint64 i) {
  draws d(i);
  const ff_t a = d.pair(-10, 10), b = d.coin() ? d.pair(-10, 10) : a + a * 0x1p-46f;
  const ff_t low = fmin(a, b), high = fmax(a, b);
  said e{d.coin() ? ~uint64{0} : d.bits()};
  const ff_t x = uniform_distribution(low, high)(e);
  return low == high || (low <= x && x < high);
}
TEST_F(Random, uniform_stays_within) {
  EXPECT_TRUE(holds(each<uniform_stays_within>(), vectors(1 << 18, 1 << 26)));
}

// Odd in the sign, monotone in the share, finite at both ends, and as wide as said.
FF_HD_LARGE bool normal_is_odd_and_monotone(uint64 i) {
  draws d(i);
  const uint64 all = d.bits(), more = d.bits();
  const uint64 k = (i < 2 ? 0 - i : all >> (i & 63)) >> 1, m = more >> (i >> 6 & 63) >> 1;
  said plus{k}, minus{k | uint64{1} << 63}, other{m};
  const ff_t x = normal_distribution()(plus), y = normal_distribution()(minus),
             z = normal_distribution()(other);
  const bool apart = (k > m ? k - m : m - k) >> 20 != 0;  // what the functions' errors do not blur
  return x > 0.0f && x < 9.17f && y == -x && (!apart || (k < m ? x <= z : x >= z));
}
TEST_F(Random, normal_is_odd_and_monotone) {
  EXPECT_TRUE(holds(each<normal_is_odd_and_monotone>(), vectors(1 << 19, 1 << 26)));
}

#if !defined(FF_TEST_ON_DEVICE)

#if defined(FF_TEST_CURAND)
TEST(RandomHost, PhiloxIsCurands) {
  std::mt19937_64 bits(3);
  for (int i = 0; i < 1000; ++i) {
    const uint64 seed = bits(), subsequence = bits(), block = bits();
    const uint4 c = curand_Philox4x32_10(
        {uint32(block), uint32(block >> 32), uint32(subsequence), uint32(subsequence >> 32)},
        {uint32(seed), uint32(seed >> 32)});
    philox g(seed, subsequence, 4 * block);
    if (block >> 62 == 0) {
      EXPECT_TRUE(g() == c.x && g() == c.y && g() == c.z && g() == c.w) << i;
    }
    const philox_block own = ff::philox_4x32_10(
        {uint32(block), uint32(block >> 32), uint32(subsequence), uint32(subsequence >> 32)}, uint32(seed),
        uint32(seed >> 32));
    EXPECT_TRUE(same_block(own, {c.x, c.y, c.z, c.w})) << i;
  }
}
#endif

// C++26 [rand.predef]: the 10000th word of a std::philox4x32, whose default seed is 20111115.
TEST(RandomHost, PhiloxIsStds) {
  philox g(20111115);
  g.discard(9999);
  EXPECT_EQ(g(), 1955073260u);
}

TEST(RandomHost, PhiloxGoesOnInTheNextSubsequence) {
  philox g(5, 6, ~uint64{0});  // word 2^64 - 1; a subsequence has 2^66
  g.discard(~uint64{0}), g.discard(~uint64{0}), g.discard(~uint64{0});
  g.discard(4);
  EXPECT_TRUE(g == philox(5, 7, 0)) << "2^66 words further";
  EXPECT_TRUE(g != philox(5, 6, 0) && g != philox(4, 7, 0) && g != philox(5, 7, 1));
  philox steps(5, 6, ~uint64{0});
  steps.discard(~uint64{0}), steps.discard(~uint64{0}), steps.discard(~uint64{0});
  for (int i = 0; i < 4; ++i) (void)steps();
  EXPECT_EQ(steps(), philox(5, 7, 0)());
}

// The largest distance of the sample from the distribution, times sqrt(n): above 1.95 once in 1000 samples.
template <class Distribution>
double distance(std::vector<double> sample, Distribution below) {
  std::sort(sample.begin(), sample.end());
  const double n = static_cast<double>(sample.size());
  double most = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = below(sample[i]), k = static_cast<double>(i);
    most = std::max({most, p - k / n, (k + 1) / n - p});
  }
  return most * std::sqrt(n);
}

constexpr int sample_size = 1 << 18;

template <class Engine>
void expect_uniform(Engine engine) {
  uniform_distribution uniform;
  std::vector<double> numbers, lower;
  int ones[48] = {};
  double sum = 0, squares = 0;
  for (int i = 0; i < sample_size; ++i) {
    const ff_t u = uniform(engine);
    ASSERT_TRUE(u >= 0.0f && u < 1.0f);
    const double x = double(u);  // exact: 48 digits
    numbers.push_back(x);
    double rest = x * 0x1p24;
    lower.push_back(rest - std::floor(rest));
    const auto bits = static_cast<uint64>(x * 0x1p48);
    for (int k = 0; k < 48; ++k) ones[k] += static_cast<int>(bits >> k & 1u);
    sum += x;
    squares += x * x;
  }
  const double n = sample_size;
  EXPECT_LT(std::abs(sum / n - 0.5), 4.5 / std::sqrt(12 * n));
  EXPECT_LT(std::abs(squares / n - 1 / 3.0), 4.5 * std::sqrt(4 / 45.0 / n));
  EXPECT_LT(distance(numbers, [](double x) { return x; }), 1.95);
  EXPECT_LT(distance(lower, [](double x) { return x; }), 1.95) << "what the last 24 bits say";
  for (int k = 0; k < 48; ++k) EXPECT_LT(std::abs(ones[k] - n / 2), 4.5 * std::sqrt(n) / 2) << "bit " << k;
}
TEST(RandomHost, UniformOfEveryEngine) {
  expect_uniform(philox(1));
  expect_uniform(std::mt19937(2));
  expect_uniform(std::mt19937_64(3));
  expect_uniform(std::minstd_rand(4));  // 2^31 - 2 words: a range that is no power of two
  expect_uniform(std::ranlux48_base(5));
}

TEST(RandomHost, NormalMomentsDistanceAndBits) {
  philox engine(7);
  normal_distribution normal;
  std::vector<double> numbers;
  double moment[5] = {};
  int ones[44] = {}, negative_low = 0;
  for (int i = 0; i < sample_size; ++i) {
    const ff_t x = normal(engine);
    const double d = double(x);
    numbers.push_back(d);
    for (int k = 1; k < 5; ++k) moment[k] += std::pow(d, k) / sample_size;
    const auto digits = static_cast<uint64>(std::abs(d) * 0x1p44);
    for (int k = 0; k < 44; ++k) ones[k] += static_cast<int>(digits >> k & 1u);
    negative_low += x.lo() < 0 ? 1 : 0;
  }
  const double n = sample_size;
  EXPECT_LT(std::abs(moment[1]), 4.5 * std::sqrt(1 / n));
  EXPECT_LT(std::abs(moment[2] - 1), 4.5 * std::sqrt(2 / n));
  EXPECT_LT(std::abs(moment[3]), 4.5 * std::sqrt(15 / n));
  EXPECT_LT(std::abs(moment[4] - 3), 4.5 * std::sqrt(96 / n));
  EXPECT_LT(distance(numbers, [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }), 1.95);
  // Below 2^-8 the digits of |x| are coins.
  for (int k = 0; k < 36; ++k) EXPECT_LT(std::abs(ones[k] - n / 2), 4.5 * std::sqrt(n) / 2) << "bit " << k;
  EXPECT_LT(std::abs(negative_low - n / 2), 4.5 * std::sqrt(n) / 2);
}

// 18 u^2, by one step of Newton's iteration from the result: the exact inverse is that near.
TEST(RandomHost, NormalIsTheInverseOfTheDistribution) {
  std::mt19937_64 bits(11);
  double worst = 0;
  for (int i = 0; i < 5000; ++i) {
    const uint64 k = bits() >> (i % 64) >> 1, share = (i & 1) != 0 ? k : (~k << 1 >> 1);
    const ff_t x = normal_distribution()(*std::make_unique<said>(said{share}));
    // The pair nearest to the share or to what it leaves, which is what the function is given.
    const uint64 within = share << 1 | 1u;
    const bool tail = within >> 63 != 0;
    const ff_t argument(tail ? 0 - within : within);
    real half, root, y, of_x, slope;
    mpfr_set_d(half, 0.5, MPFR_RNDN);
    root = real(x) * sqrt(half);
    tail ? mpfr_erfc(of_x, root, MPFR_RNDN) : mpfr_erf(of_x, root, MPFR_RNDN);
    mpfr_mul_2si(y, real(argument), -64, MPFR_RNDN);
    slope = real(x) * real(x) * half;
    mpfr_neg(slope, slope, MPFR_RNDN);
    mpfr_exp(slope, slope, MPFR_RNDN);  // of erf(x/sqrt(2)): sqrt(2/pi) exp(-x^2/2)
    const double derivative = double(slope) * std::sqrt(2 / 3.141592653589793);
    const double error = double(of_x - y) / derivative / double(x);
    worst = std::max(worst, std::abs(error) * 0x1p48);
  }
  EXPECT_LT(worst, 18);
  EXPECT_GT(worst, 1);
}

TEST(RandomHost, DistributionsAreThoseOfStd) {
  const uniform_distribution u(2, 3), v{u.param()};
  EXPECT_TRUE(u == v && u != uniform_distribution() && u.a() == 2 && u.b() == 3 && u.min() == 2 &&
              u.max() == 3);
  const normal_distribution n(5, 2);
  EXPECT_TRUE(n.mean() == 5 && n.stddev() == 2 && n == normal_distribution(n.param()) &&
              n != normal_distribution());
  EXPECT_TRUE(n.min() < -1e38 && n.max() > 1e38);
  normal_distribution m;
  m.param(n.param());
  m.reset();
  philox g(1), h(1), l(1);
  const ff_t x = normal_distribution()(g);
  EXPECT_TRUE(n(h) == fma(ff_t(2), x, ff_t(5)) && m(l, normal_distribution::param_type()) == x);
  philox e(1), f(1);
  EXPECT_TRUE(u(e) == ff_t(2) + uniform_distribution()(f));
  std::vector<int> cards(52);
  std::iota(cards.begin(), cards.end(), 0);
  std::shuffle(cards.begin(), cards.end(), e);  // an engine for the standard library
  EXPECT_FALSE(std::is_sorted(cards.begin(), cards.end()));
}

#endif

}  // namespace
