// ff::linalg on the host: views, refusals, the integers behind the products, and products against MPFR.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ff/complex.hpp>
#include <ff/linalg/gemm.hpp>
#include <ff/operators.hpp>
#include <ff/text/io.hpp>
#include <string>
#include <vector>

#include "exact.hpp"
#include "matrices_to_multiply.hpp"
#include "real.hpp"
#include "src/linalg/gemm/plan.hpp"
#include "src/linalg/gemm/residues.hpp"
#include "src/linalg/gemm/slices.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::vector;
namespace kernels = ff::linalg::detail;

// ---------------------------------------------------------------- views and refusals

TEST(LinalgView, RowsColumnsTransposesAndBlocks) {
  vector<ff_t> x(24);
  for (int i = 0; i < 24; ++i) x[static_cast<std::size_t>(i)] = i;
  const auto r = row_major(x.data(), 4, 6), c = column_major(x.data(), 4, 6);
  EXPECT_EQ(float(r(2, 3).hi()), 15.0f);
  EXPECT_EQ(float(c(2, 3).hi()), 14.0f);
  EXPECT_EQ(r.transposed()(3, 2), r(2, 3));
  EXPECT_EQ(r.transposed().rows, 6);
  const auto b = r.block(1, 2, 2, 3);
  EXPECT_EQ(b(1, 2), r(2, 4));
  EXPECT_EQ(b.rows, 2);
  EXPECT_EQ(b.columns, 3);
  const matrix_view<const ff_t> read = b;
  EXPECT_EQ(&read(1, 1), &b(1, 1));
  EXPECT_EQ(row_major(x.data(), 2, 3, 10)(1, 1), x[11]);
  EXPECT_EQ(column_major(x.data(), 2, 3, 10)(1, 1), x[11]);
}

// What std::mdspan, of C++23, promises.
struct like_mdspan {
  const ff_t* first;
  static constexpr std::size_t rank() { return 2; }
  const ff_t* data_handle() const { return first; }
  std::size_t extent(std::size_t d) const { return d == 0 ? 3 : 5; }
  std::size_t stride(std::size_t d) const { return d == 0 ? 1 : 4; }
};

TEST(LinalgView, FromWhateverIsLikeMdspan) {
  vector<ff_t> x(20);
  const matrix_view<const ff_t> v = like_mdspan{x.data()};
  EXPECT_EQ(v.rows, 3);
  EXPECT_EQ(v.columns, 5);
  EXPECT_EQ(&v(2, 3), x.data() + 14);
}

TEST(LinalgStatus, EveryRefusalSaysWhatWasExpectedAndWritesNothing) {
  vector<ff_t> x(64, ff_t(1.0f)), y(64, ff_t(7.0f));
  const auto a = row_major(x.data(), 3, 4), b = row_major(x.data(), 4, 5);
  const auto c = row_major(y.data(), 3, 5);
  gemm_options bad_accuracy, bad_kernel, bad_threads;
  bad_accuracy.length = static_cast<accuracy>(9);
  bad_kernel.product = static_cast<kernel>(9);
  bad_threads.threads = -1;
  matrix_view<const ff_t> negative = a, huge = a, none = a;
  negative.rows = -1;
  huge.rows = int64{1} << 31;
  none.data = nullptr;
  matrix_view<ff_t> no_c = c, flat = c, interleaved = c;
  no_c.data = nullptr;
  flat.column_stride = 0;
  interleaved.row_stride = 4;  // (0, 4) is (1, 0)
  const ff_t one = 1.0f;
  const auto batch_of = [&](int64 count, int64 stride) {
    return gemm_batched(count, one, a, 0, b, 0, one, c, stride);
  };
  const struct {
    status said;
    fault code;
    const char* words;
  } refusals[] = {
      {gemm(one, a, a, one, c), fault::shape, "as many rows of B as A has columns"},
      {gemm(one, a, b, one, row_major(y.data(), 4, 5)), fault::shape, "as many rows of C as A has"},
      {gemm(one, a, b, one, row_major(y.data(), 3, 4)), fault::shape, "as many columns of C as B has"},
      {gemm(one, negative, b, one, c), fault::shape, "between 0 and 2147483647"},
      {gemm(one, huge, b, one, c), fault::shape, "between 0 and 2147483647"},
      {batch_of(-1, 15), fault::shape, "a number of products of at least 0"},
      {gemm(one, a, b, one, c, bad_accuracy), fault::option, "accuracy fast, standard or proved"},
      {gemm(one, a, b, one, c, bad_kernel), fault::option, "kernel automatic, cublas, own or direct"},
      {gemm(one, a, b, one, c, bad_threads), fault::option, "threads of at least 0"},
      {gemm(one, none, b, one, c), fault::view, "A in memory"},
      {gemm(one, none.transposed().transposed(), b, one, c), fault::view, "A in memory"},
      {gemm(one, a, matrix_view<const ff_t>(nullptr, 4, 5, 5, 1), one, c), fault::view, "B in memory"},
      {gemm(one, a, b, one, no_c), fault::view, "C in memory"},
      {gemm(one, a, b, one, flat), fault::view, "an address of its own"},
      {gemm(one, a, b, one, interleaved), fault::view, "an address of its own"},
      {batch_of(2, 0), fault::view, "a stride between the results"},
      {batch_of(3, 14), fault::view, "a stride between the results"},
      {batch_of(3, -1), fault::view, "a stride between the results"},
  };
  for (const auto& r : refusals) {
    EXPECT_EQ(r.said.code(), r.code) << r.words;
    EXPECT_NE(std::string(r.said.text()).find(r.words), std::string::npos) << r.said.text();
    EXPECT_FALSE(r.said.ok());
  }
  for (const ff_t& e : y) EXPECT_EQ(e, ff_t(7.0f));

  const status good = gemm(one, a, b, one, c);
  EXPECT_TRUE(good.ok()) << good.text();
  EXPECT_STREQ(good.text(), "");
  EXPECT_EQ(y[0], ff_t(11.0f));
}

// ---------------------------------------------------------------- residues and their sums

// Every sum of bytes times balanced residues, for both of their starts.
TEST(LinalgResidues, EveryByteSumIsReduced) {
  const kernels::residue_table table = kernels::make_residue_table();
  for (const kernels::residue_constants& m : table.of) {
    const int p = m.p;
    const auto modulo = [p](int64 x) { return static_cast<int>((x % p + p) % p); };
    const int bias = modulo(int64{1} << kernels::integer_bias), sign = modulo(int64{1} << 31);
    for (int d = -230000; d <= 230000; ++d) {
      const auto r = static_cast<signed char>(kernels::reduced(m.start + static_cast<uint32>(d), m));
      ASSERT_EQ(modulo(r), modulo(d - bias)) << p << ' ' << d;
      const auto s = static_cast<signed char>(kernels::reduced(m.product_start + static_cast<uint32>(d), m));
      ASSERT_EQ(modulo(s), modulo(d - sign - 128)) << p << ' ' << d;
    }
  }
}

TEST(LinalgResidues, OfIntegersAndOfSumsOfProducts) {
  const kernels::residue_table table = kernels::make_residue_table();
  for (uint64 i = 0; i < 200000; ++i) {
    draws d(i);
    const int kind = d.between(0, 3);
    int64 x = static_cast<int64>(d.bits()) >> d.between(9, 60);
    if (kind == 0) x = (int64{1} << d.between(0, 54)) - d.between(0, 2);
    if (kind == 1) x = -x;
    const auto c = static_cast<int>(kind == 2 ? 0x80000000u + d.word() % 3 : d.word() >> d.between(0, 31));
    for (const kernels::residue_constants& m : table.of) {
      const uint64 biased = static_cast<uint64>(x + (int64{1} << kernels::integer_bias));
      const auto r = static_cast<signed char>(kernels::residue_of(biased, m));
      ASSERT_EQ((x - r) % m.p, 0) << x << ' ' << m.p;
      const int other = c < 0 ? c + 1 : c - 1;
      const uint32 four = kernels::product_residues(c, other, ~c, 77, m);
      const int sums[] = {c, other, ~c, 77};
      for (int j = 0; j < 4; ++j)
        ASSERT_EQ((int64{sums[j]} - static_cast<int64>(four >> (8 * j) & 255u)) % m.p, 0)
            << sums[j] << ' ' << m.p;
    }
  }
}

// Y by its residues, whichever of [0, 255] stands for each; up to the very limit of |Y|.
template <int N>
void expect_reconstruction() {
  const kernels::reconstruction_table table = kernels::make_reconstruction_table<N>();
  const uint128 P = kernels::product_of_moduli<N>, most = P * 255u >> 9;
  for (uint64 i = 0; i < 20000; ++i) {
    draws d(i);
    int128 four[4];
    uint32 by_modulus[N] = {};
    for (int e = 0; e < 4; ++e) {
      const uint128 any = static_cast<uint128>(d.bits()) << 64 | d.bits();
      const int kind = d.between(0, 5);
      uint128 m = any % (most + 1);
      if (kind == 0) m = most - any % 4;
      if (kind == 1) m = m >> d.between(0, 127);
      if (kind == 2) m = (uint128{1} << d.between(0, 8 * N - 12)) - any % 2;
      four[e] = d.coin() ? -static_cast<int128>(m) : static_cast<int128>(m);
      for (int t = 0; t < N; ++t) {
        const int p = kernels::moduli[t];
        int r = static_cast<int>(four[e] % p);
        if (r < 0) r += p;
        if (r + p < 256 && d.coin()) r += p;
        by_modulus[t] |= static_cast<uint32>(r) << (8 * e);
      }
    }
    const auto numbers = kernels::transposed<N>(by_modulus);
    for (int e = 0; e < 4; ++e) {
      const kernels::magnitude128 y = kernels::reconstructed<N>(numbers.of[e], table);
      const auto m = static_cast<int128>(static_cast<uint128>(y.high) << 64 | y.low);
      ASSERT_TRUE((y.negative ? -m : m) == four[e]) << N << ' ' << i << ' ' << e;
    }
  }
}
TEST(LinalgResidues, ReconstructTwelve) { expect_reconstruction<12>(); }
TEST(LinalgResidues, ReconstructThirteen) { expect_reconstruction<13>(); }
TEST(LinalgResidues, ReconstructFourteen) { expect_reconstruction<14>(); }

// ---------------------------------------------------------------- digits

// Digits are in [-128, 127] and make up X; sums of their products make up the sum of the products.
template <int S>
void expect_digits(double most) {
  const auto limit = static_cast<int64>(most);
  for (uint64 i = 0; i < 20000; ++i) {
    draws d(i);
    int128 wanted = 0;
    ff::int32 sums[2 * S - 1] = {};
    for (int h = 0; h < 40; ++h) {
      int64 x[2];
      for (int64& e : x) {
        e = static_cast<int64>(d.bits() >> 1) % (limit + 1) >> d.between(0, h % 2 == 0 ? 0 : 50);
        if (d.between(0, 7) == 0) e = limit - d.between(0, 1);
        if (d.coin()) e = -e;
      }
      wanted += static_cast<int128>(x[0]) * x[1];
      int digit[2][S];
      for (int side = 0; side < 2; ++side) {
        const uint64 digits = kernels::digits_of<S>(x[side]);
        int64 back = 0;
        for (int j = S - 1; j >= 0; --j) {
          digit[side][j] = static_cast<signed char>(digits >> (8 * j) & 255u);
          back = back * 256 + digit[side][j];
        }
        ASSERT_EQ(back, x[side]);
      }
      for (int a = 0; a < S; ++a)
        for (int b = 0; b < S; ++b) sums[a + b] += digit[0][a] * digit[1][b];
    }
    const kernels::signed128 y = kernels::sum_of_digits<S>(sums);
    ASSERT_TRUE(static_cast<int128>(static_cast<uint128>(y.high) << 64 | y.low) == wanted) << S << ' ' << i;
    const kernels::magnitude128 m = kernels::magnitude_of(y);
    const auto magnitude = static_cast<int128>(static_cast<uint128>(m.high) << 64 | m.low);
    ASSERT_TRUE((m.negative ? -magnitude : magnitude) == wanted) << S << ' ' << i;
    const kernels::signed128 twice = y + y;
    ASSERT_TRUE(static_cast<int128>(static_cast<uint128>(twice.high) << 64 | twice.low) == 2 * wanted);
  }
}
TEST(LinalgDigits, SixForFast) { expect_digits<6>(std::exp2(46.9) + 1); }
TEST(LinalgDigits, SevenForTheOthers) { expect_digits<7>(std::exp2(54.58) + 1); }

// As many of the largest products as an accumulator takes.
TEST(LinalgDigits, LongestSums) {
  EXPECT_LT(int64{7} * 128 * 128 * kernels::longest_digit_sum, int64{1} << 31);
  ff::int32 most[13], least[13];
  for (int i = 0; i < 13; ++i) most[i] = 0x7fffffff, least[i] = -0x7fffffff - 1;
  uint128 above = 0, below = 0;  // modulo 2^128, as the sums are
  for (int i = 12; i >= 0; --i) {
    above = above * 256 + static_cast<uint128>(static_cast<int128>(most[i]));
    below = below * 256 + static_cast<uint128>(static_cast<int128>(least[i]));
  }
  const auto same = [](const kernels::signed128& y, uint128 wanted) {
    return (static_cast<uint128>(y.high) << 64 | y.low) == wanted;
  };
  EXPECT_TRUE(same(kernels::sum_of_digits<7>(most), above));
  EXPECT_TRUE(same(kernels::sum_of_digits<7>(least), below));
}

// ---------------------------------------------------------------- integers

real power_of_two(int e) { return by(mpfr_mul_2si, real(1.0), static_cast<long>(e)); }
bool at_most(const real& a, const real& b) { return mpfr_lessequal_p(a, b) != 0; }
real of_wide(uint128 m) {
  return by(mpfr_mul_2si, by(mpfr_set_uj, static_cast<uintmax_t>(m >> 64)), 64l) +
         by(mpfr_set_uj, static_cast<uintmax_t>(m));
}

TEST(LinalgIntegers, ScaleIsTheLargestThatTheLimitAllows) {
  for (const int count : {12, 13, 14}) {
    const uint128 P = count == 12   ? kernels::product_of_moduli<12>
                      : count == 13 ? kernels::product_of_moduli<13>
                                    : kernels::product_of_moduli<14>;
    const real limit = of_wide(P * 255u >> 9);
    for (uint64 i = 0; i < 4000; ++i) {
      draws d(i);
      const auto largest = static_cast<uint32>(d.between(1, 254));
      const uint64 sum = (d.bits() >> d.between(1, 63)) | 1u;
      const int s = kernels::scale_of(largest, sum, kernels::norm_limit_of(count));
      const real square =
          real(static_cast<double>(sum >> 32)) * real(0x1p32) + real(static_cast<double>(sum & 0xffffffffu));
      const int unit = static_cast<int>(largest) - 142;
      EXPECT_TRUE(at_most(square * power_of_two(2 * (s + unit)), limit)) << largest << ' ' << sum;
      EXPECT_FALSE(at_most(square * power_of_two(2 * (s + 1 + unit)), limit)) << largest << ' ' << sum;
    }
  }
  EXPECT_EQ(kernels::scale_of(0, 0, kernels::norm_limit_of(13)), 0);
  EXPECT_EQ(kernels::scale_of(255, 3, kernels::norm_limit_of(13)), kernels::poisoned);
}

// The terms of the norm bound their numbers, low words included, by less than a unit too much.
TEST(LinalgIntegers, TermsBoundTheNumbers) {
  for (uint64 i = 0; i < 100000; ++i) {
    draws d(i);
    const int e = d.between(-120, 127);
    const ff_t x = d.coin() ? d.weak_pair(e, e) : ff_t(d.any());
    if (!is_finite(x)) continue;
    const uint32 field = kernels::exponent_field(kernels::magnitude_bits_of(x.hi()));
    const uint32 largest =
        std::max(1u, field) + static_cast<uint32>(d.between(0, 254 - static_cast<int>(std::max(1u, field))));
    const uint64 square = kernels::squared_term(x.hi(), largest);
    const auto units = static_cast<uint64>(std::llround(std::sqrt(static_cast<double>(square))));
    ASSERT_EQ(units * units, square);
    ASSERT_LE(units, 0x10000u);
    const real unit = power_of_two(static_cast<int>(largest) - 142),
               m = real(static_cast<double>(units)) * unit;
    ASSERT_TRUE(at_most(abs(real(x)), m)) << x.hi() << ' ' << largest;
    ASSERT_TRUE(units == 0 || at_most(m, abs(real(x.hi())) + unit)) << x.hi() << ' ' << largest;
    ASSERT_EQ(units == 0, x.hi() == 0.0f);
  }
  EXPECT_EQ(kernels::exponent_field(kernels::magnitude_bits_of(-INFINITY)), kernels::not_finite);
  EXPECT_EQ(kernels::exponent_field(kernels::magnitude_bits_of(NAN)), kernels::not_finite);
}

TEST(LinalgIntegers, RoundToNearestButForTwoToTheMinus24) {
  const real half = real(0.5) + real(0x1p-24);
  for (uint64 i = 0; i < 100000; ++i) {
    draws d(i);
    const int e = d.between(-120, 127);
    ff_t x = d.pair(e, e);
    if (i % 4 == 0) x = d.weak_pair(e, e);
    if (!is_finite(x)) continue;
    const int s = std::max(-200, std::min(200, d.between(-4, 53) - e));
    if (s + e > 53) continue;
    const int64 X = kernels::to_integer(x, kernels::factors_of(s));
    const real off = abs(real(static_cast<double>(X / 0x10000000)) * real(0x1p28) +
                         real(static_cast<double>(X % 0x10000000)) - real(x) * power_of_two(s));
    ASSERT_TRUE(at_most(off, half)) << x.hi() << ' ' << x.lo() << ' ' << s;
  }
  EXPECT_EQ(kernels::to_integer(2.5f, kernels::factors_of(0)), 2);
  EXPECT_EQ(kernels::to_integer(-3.5f, kernels::factors_of(0)), -4);
  EXPECT_EQ(kernels::to_integer(ff::from_sum(0x1p24f, 0.75f), kernels::factors_of(0)), 0x1000001);
}

TEST(LinalgIntegers, PairsAreRoundedFrom64Bits) {
  for (uint64 i = 0; i < 100000; ++i) {
    draws d(i);
    const int bits = d.between(1, 127);
    uint128 y = (static_cast<uint128>(d.bits()) << 64 | d.bits()) >> (128 - bits);
    if (i % 5 == 0) y = (uint128{1} << bits) - static_cast<unsigned>(d.between(0, 3));
    if (i % 5 == 1)
      y = static_cast<uint128>(d.fraction() | 0x800000u) << d.between(0, 100) |
          (uint128{1} << d.between(0, 70));
    const bool negative = d.coin();
    const int scale = d.between(-90, -10);
    const ff_t r = kernels::to_pair(static_cast<uint64>(y >> 64), static_cast<uint64>(y), negative, scale);
    const real exact = (negative ? real(-1.0) : real(1.0)) * of_wide(y) * power_of_two(scale);
    const real off = abs(real(r) - exact);
    ASSERT_TRUE(at_most(off, abs(exact) * (power_of_two(-49) + power_of_two(-63)))) << i;
    ASSERT_EQ(r.hi() + r.lo(), r.hi()) << i;
    ASSERT_TRUE(y >> 47 != 0 || off == real(0.0)) << i;
  }
  EXPECT_TRUE(same_bits(kernels::to_pair(0, 0, true, 5), ff_t(0.0f)));
  EXPECT_TRUE(same_bits(kernels::to_pair(0, 3, true, 200), ff_t(-INFINITY)));
  EXPECT_TRUE(same_bits(kernels::to_pair(0, 1, false, -149), ff_t(0x1p-149f)));
  EXPECT_TRUE(same_bits(kernels::to_pair(1, 0, false, -190), ff_t(0x1p-126f)));
}

// ---------------------------------------------------------------- workspaces

TEST(LinalgPlan, PartsHoldTheirPlanesAndDoNotOverlap) {
  const shape shapes[] = {{1, 1, 1},         {64, 64, 128},     {65, 1000, 129},        {8192, 8192, 8192},
                          {8193, 70, 40},    {20000, 3, 5},     {3, 1 << 20, 131072},   {2147483647, 1, 1},
                          {16384, 16384, 1}, {100, 100, 70000}, {300, 1 << 28, 1 << 10}};
  for (const shape& s : shapes)
    for (const accuracy length : {accuracy::fast, accuracy::standard, accuracy::proved})
      for (const bool own : {false, true}) {
        SCOPED_TRACE(::testing::Message() << s.m << ' ' << s.n << ' ' << s.k << ' ' << own);
        const kernels::gemm_plan p = kernels::plan_for(s.m, s.n, s.k, {length}, {own, false, 132});
        const auto planes = static_cast<std::size_t>(kernels::moduli_of(length));
        EXPECT_EQ(p.own, own && s.k <= 131071);
        EXPECT_TRUE(p.rows >= p.panel && p.columns >= s.n && p.inner >= s.k);
        EXPECT_TRUE(p.rows % 64 == 0 && p.columns % 64 == 0 && p.inner % 128 == 0);
        EXPECT_TRUE(p.panel == s.m || p.panel % 64 == 0);
        EXPECT_LE(p.panel, 8192);
        const std::size_t offsets[] = {p.residues_a, p.residues_b, p.residues_c, p.sums, p.scales_a,
                                       p.scales_b,   p.norms,      p.magnitudes, p.bytes};
        const auto longer = static_cast<std::size_t>(std::max(p.rows, p.columns));
        const std::size_t needed[] = {planes * p.plane_a(),
                                      planes * p.plane_b(),
                                      p.all_at_once ? 0 : planes * p.plane_c(),
                                      p.own ? 0 : 4 * p.plane_c() * (p.all_at_once ? planes : 1),
                                      4 * static_cast<std::size_t>(p.rows),
                                      4 * static_cast<std::size_t>(p.columns),
                                      8 * longer,
                                      4 * longer};
        for (int i = 0; i < 8; ++i) {
          EXPECT_EQ(offsets[i] % 256, 0u) << i;
          EXPECT_GE(offsets[i + 1] - offsets[i], needed[i]) << i;
        }
      }
}

TEST(LinalgPlan, DirectProductsCoverTheInnerDimensionAndHoldTheirSums) {
  const shape shapes[] = {{4, 5, 0},         {1, 1, 1},        {64, 64, 65536}, {1024, 1024, 64},
                          {32, 32, 1 << 29}, {5000, 3, 257},   {3, 3, 300000},  {1, 1, 129},
                          {33, 31, 100},     {4096, 4096, 512}};
  for (const shape& s : shapes)
    for (const int processors : {1, 20, 132}) {
      SCOPED_TRACE(::testing::Message() << s.m << ' ' << s.n << ' ' << s.k << ' ' << processors);
      const kernels::abilities device{true, true, processors};
      const kernels::gemm_plan p =
          kernels::plan_for(s.m, s.n, s.k, {accuracy::standard, kernel::direct}, device);
      ASSERT_TRUE(p.direct);
      EXPECT_TRUE(p.part % 32 == 0 && p.part > 0 && p.part <= kernels::longest_digit_sum);
      EXPECT_TRUE(p.parts * p.part >= s.k && (p.parts == 1 || (p.parts - 1) * p.part < s.k));
      EXPECT_LE(p.parts, 65535);
      if (p.parts > 1 || s.k > 256) {
        EXPECT_GT(p.measured, 0);
        EXPECT_LE((s.k + p.measured - 1) / p.measured, 65535);
        const auto rows = static_cast<std::size_t>((s.m + 31) / 32 * 32 + (s.n + 31) / 32 * 32);
        EXPECT_GE(p.magnitudes - p.norms, 8 * rows);
        EXPECT_GE(p.bytes - p.magnitudes, 4 * rows);
      }
      if (p.parts > 1) {
        EXPECT_GE(p.norms - p.sums, 16 * static_cast<std::size_t>(p.parts * s.m * s.n));
      }
      for (const kernel k : {kernel::automatic, kernel::cublas, kernel::own, kernel::direct}) {
        const gemm_options o{accuracy::standard, k};
        const std::size_t asked = kernels::workspace_for(s.m, s.n, s.k, o, device);
        EXPECT_EQ(asked, kernels::workspace_for(s.n, s.m, s.k, o, device));
        EXPECT_LE(kernels::plan_for(s.m, s.n, s.k, o, device).bytes, asked);
        if (k == kernel::direct || s.k > 131071) continue;
        for (const int ready : {1, 2, 3})
          EXPECT_LE(
              kernels::planes_for(s.m, s.n, s.k, o, k != kernel::cublas, (ready & 1) != 0, (ready & 2) != 0)
                  .bytes,
              asked);
      }
    }
}

// As an H200 was measured, where one of the two took less than 0.95 of the other's time.
TEST(LinalgPlan, AutomaticTakesTheFasterKernel) {
  const kernels::abilities device{true, true, 132};
  const auto takes_direct = [&](const shape& s) {
    return kernels::plan_for(s.m, s.n, s.k, {}, device).direct;
  };
  for (const shape& s : {shape{64, 64, 64}, shape{256, 256, 64}, shape{4096, 64, 64}, shape{65536, 64, 64},
                         shape{64, 64, 65536}, shape{96, 96, 16384}})
    EXPECT_TRUE(takes_direct(s)) << s.m << ' ' << s.n << ' ' << s.k;
  for (const shape& s :
       {shape{128, 128, 128}, shape{256, 256, 256}, shape{512, 512, 128}, shape{512, 512, 512},
        shape{1024, 1024, 64}, shape{1024, 1024, 1024}, shape{2048, 2048, 64}, shape{8192, 8192, 64},
        shape{8192, 8192, 256}, shape{128, 128, 1024}, shape{64, 64, 4096}, shape{32, 32, 4096},
        shape{256, 256, 4096}, shape{128, 128, 65536}, shape{4096, 32, 4096}, shape{65536, 64, 256},
        shape{65536, 64, 1024}, shape{16384, 16384, 16384}})
    EXPECT_FALSE(takes_direct(s)) << s.m << ' ' << s.n << ' ' << s.k;
}

// ---------------------------------------------------------------- products

using matrix = vector<ff_t>;
const ff_t one = 1.0f, zero = 0.0f;

matrix product(const shape& s, const matrix& a, const matrix& b, const gemm_options& o = {}) {
  matrix c(static_cast<std::size_t>(s.m * s.n), ff_t(NAN));
  const status said = gemm(one, row_major(a.data(), s.m, s.k), row_major(b.data(), s.k, s.n), zero,
                           row_major(c.data(), s.m, s.n), o);
  EXPECT_TRUE(said.ok()) << said.text();
  return c;
}

// As the device does it: residues of the integers, their products modulo each modulus, and the
// reconstruction.
template <int N>
ff_t by_residues(const ff_t* x, const ff_t* y, int64 k, int64 stride_of_y) {
  const kernels::residue_table table = kernels::make_residue_table();
  const kernels::reconstruction_table weights = kernels::make_reconstruction_table<N>();
  const auto scaled = [k](const ff_t* v, int64 stride) {
    uint32 magnitude = 0;
    uint64 sum = 0;
    for (int64 h = 0; h < k; ++h)
      magnitude = std::max(magnitude, kernels::magnitude_bits_of(v[h * stride].hi()));
    const uint32 largest = kernels::exponent_field(magnitude);
    for (int64 h = 0; h < k; ++h) sum += kernels::squared_term(v[h * stride].hi(), largest);
    return kernels::scale_of(largest, sum, kernels::norm_limit_of(N));
  };
  const int s = scaled(x, 1), t = scaled(y, stride_of_y);
  uint32 by_modulus[N];
  for (int i = 0; i < N; ++i) {
    const auto residue = [&](ff_t v, int scale) {
      const int64 X =
          kernels::to_integer(v, kernels::factors_of(scale)) + (int64{1} << kernels::integer_bias);
      return static_cast<int>(
          static_cast<signed char>(kernels::residue_of(static_cast<uint64>(X), table.of[i])));
    };
    int sum = 0;
    for (int64 h = 0; h < k; ++h) sum += residue(x[h], s) * residue(y[h * stride_of_y], t);
    by_modulus[i] = kernels::product_residues(sum, 0, 0, 0, table.of[i]) & 255u;
  }
  const kernels::magnitude128 Y =
      kernels::reconstructed<N>(kernels::transposed<N>(by_modulus).of[0], weights);
  return kernels::to_pair(Y.high, Y.low, Y.negative, -s - t);
}

TEST(LinalgGemm, ResiduesGiveTheSameBits) {
  const shape s{6, 5, 300};
  for (const content kind : every_content) {
    const matrix a = elements(kind, s.m, s.k, 1), b = elements(kind, s.k, s.n, 2);
    matrix twelve, thirteen, fourteen;
    for (int64 i = 0; i < s.m; ++i)
      for (int64 j = 0; j < s.n; ++j) {
        twelve.push_back(by_residues<12>(a.data() + i * s.k, b.data() + j, s.k, s.n));
        thirteen.push_back(by_residues<13>(a.data() + i * s.k, b.data() + j, s.k, s.n));
        fourteen.push_back(by_residues<14>(a.data() + i * s.k, b.data() + j, s.k, s.n));
      }
    expect_same(product(s, a, b, {accuracy::fast}), twelve, name_of(kind));
    expect_same(product(s, a, b, {accuracy::standard}), thirteen, name_of(kind));
    expect_same(product(s, a, b, {accuracy::proved}), fourteen, name_of(kind));
  }
}

// The bound of gemm.hpp, against products and norms by MPFR.
void expect_bound(const shape& s, const matrix& a, const matrix& b, accuracy length) {
  const double L = length == accuracy::fast ? 46.89 : length == accuracy::standard ? 50.75 : 54.57;
  gemm_options o;
  o.length = length;
  const matrix c = product(s, a, b, o);
  const auto at = [](const matrix& x, int64 i) { return real(x[static_cast<std::size_t>(i)]); };
  const double root = std::sqrt(static_cast<double>(s.k));
  const real factor(root * std::exp2(1 - L) * (1 + root * 0x1p-14));
  for (int64 i = 0; i < s.m; ++i)
    for (int64 j = 0; j < s.n; ++j) {
      real sum, norm_a, norm_b;
      for (int64 h = 0; h < s.k; ++h) {
        const real x = at(a, i * s.k + h), y = at(b, h * s.n + j);
        sum = sum + x * y;
        norm_a = norm_a + x * x;
        norm_b = norm_b + y * y;
      }
      const real r = at(c, i * s.n + j);
      const real bound = factor * sqrt(norm_a) * sqrt(norm_b) + abs(r) * real(0x1p-49 + 0x1p-63);
      ASSERT_TRUE(at_most(abs(r - sum), bound))
          << i << ' ' << j << ": " << double(r) << " for " << double(sum) << ", off by "
          << double(abs(r - sum)) << ", bound " << double(bound);
    }
}

TEST(LinalgGemm, BoundAgainstMpfr) {
  for (const accuracy length : {accuracy::fast, accuracy::standard, accuracy::proved})
    for (const content kind : every_content) {
      SCOPED_TRACE(name_of(kind));
      for (const shape s : {shape{3, 4, 1}, shape{5, 3, 64}, shape{2, 2, 1000}})
        expect_bound(s, elements(kind, s.m, s.k, 1), elements(kind, s.k, s.n, 2), length);
    }
}

TEST(LinalgGemm, IntegersAreExact) {
  const shape s{7, 9, 33};
  matrix a, b;
  for (int64 i = 0; i < s.m * s.k; ++i) a.push_back(static_cast<int>(i * 7919 % 2001) - 1000);
  for (int64 i = 0; i < s.k * s.n; ++i) b.push_back(static_cast<int>(i * 104729 % 4001) - 2000);
  const matrix c = product(s, a, b);
  for (int64 i = 0; i < s.m; ++i)
    for (int64 j = 0; j < s.n; ++j) {
      int64 sum = 0;
      for (int64 h = 0; h < s.k; ++h)
        sum += static_cast<int64>(a[static_cast<std::size_t>(i * s.k + h)]) *
               static_cast<int64>(b[static_cast<std::size_t>(h * s.n + j)]);
      EXPECT_EQ(c[static_cast<std::size_t>(i * s.n + j)], ff_t(sum)) << i << ' ' << j;
    }
}

// Scaled by 2^50, what does not cancel is 3 times 5, the last bits of Y.
TEST(LinalgGemm, TheLastBitOfTheSumCounts) {
  const shape s{1, 1, 3};
  EXPECT_TRUE(same_bits(product(s, {1.0f, -1.0f, 0x3p-50f}, {1.0f, 1.0f, 0x5p-50f})[0], ff_t(0xfp-100f)));
  EXPECT_TRUE(same_bits(product(s, {1.0f, -1.0f, 0x3p-52f}, {1.0f, 1.0f, 0x5p-50f})[0], ff_t(0x5p-100f)));
}

// An entry has the bits of its own row times its own column, whatever the matrix, the number of threads, the
// strides, and the order of the inner dimension.
TEST(LinalgGemm, OneDefinitionForEveryShapeStrideThreadAndOrder) {
  for (const shape s :
       {shape{1, 1, 1}, shape{1, 7, 5}, shape{6, 1, 3}, shape{13, 11, 17}, shape{2, 3, 300}}) {
    const matrix a = elements(content::graded, s.m, s.k, 5), b = elements(content::graded, s.k, s.n, 6);
    gemm_options alone, many;
    alone.threads = 1;
    many.threads = 7;
    const matrix c = product(s, a, b, alone);
    expect_same(product(s, a, b, many), c, "threads");
    for (const layout by : every_layout) {
      placed pa(a, s.m, s.k, by), pb(b, s.k, s.n, by), pc(matrix(c.size()), s.m, s.n, by);
      const status said = gemm(one, pa.view(), pb.view(), zero, pc.view());
      ASSERT_TRUE(said.ok()) << said.text();
      expect_same(pc.elements(), c, name_of(by));
      EXPECT_TRUE(pc.rest_untouched()) << name_of(by);
    }
    matrix permuted_a(a.size()), permuted_b(b.size());
    for (int64 h = 0; h < s.k; ++h) {
      const int64 to = s.k - 1 - h;
      for (int64 i = 0; i < s.m; ++i)
        permuted_a[static_cast<std::size_t>(i * s.k + to)] = a[static_cast<std::size_t>(i * s.k + h)];
      for (int64 j = 0; j < s.n; ++j)
        permuted_b[static_cast<std::size_t>(to * s.n + j)] = b[static_cast<std::size_t>(h * s.n + j)];
    }
    expect_same(product(s, permuted_a, permuted_b), c, "order");
    for (int64 i = 0; i < s.m; ++i)
      for (int64 j = 0; j < s.n; ++j) {
        ff_t single;
        const status said =
            gemm(one, row_major(a.data(), s.m, s.k).block(i, 0, 1, s.k),
                 row_major(b.data(), s.k, s.n).block(0, j, s.k, 1), zero, row_major(&single, 1, 1));
        ASSERT_TRUE(said.ok());
        ASSERT_TRUE(same_bits(single, c[static_cast<std::size_t>(i * s.n + j)])) << i << ' ' << j;
      }
  }
}

TEST(LinalgGemm, AlphaAndBetaByTheOperators) {
  const shape s{4, 5, 6};
  const matrix a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2),
               old = elements(content::normal, s.m, s.n, 3), p = product(s, a, b);
  const auto run = [&](ff_t alpha, ff_t beta, const matrix& from, const matrix& start) {
    matrix c = start;
    const status said = gemm(alpha, row_major(from.data(), s.m, s.k), row_major(b.data(), s.k, s.n), beta,
                             row_major(c.data(), s.m, s.n));
    EXPECT_TRUE(said.ok()) << said.text();
    return c;
  };
  const ff_t alpha = 1.25, beta = ff_t(1.0f) / 3.0f;
  const matrix both = run(alpha, beta, a, old), added = run(one, one, a, old), only = run(zero, beta, a, old);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_TRUE(same_bits(both[i], alpha * p[i] + beta * old[i]));
    EXPECT_EQ(added[i], p[i] + old[i]);
    EXPECT_EQ(only[i], beta * old[i]);
  }
  // What a factor of 0 keeps from being read.
  const matrix bad(a.size(), ff_t(NAN)), bad_old(old.size(), ff_t(NAN));
  expect_same(run(one, zero, a, bad_old), p, "beta = 0");
  expect_same(run(zero, beta, bad, old), only, "alpha = 0");
  for (const ff_t& x : run(zero, zero, bad, bad_old)) EXPECT_TRUE(same_bits(x, zero));

  matrix kept = old;
  const status said = gemm(one, row_major(a.data(), s.m, 0), row_major(b.data(), 0, s.n), beta,
                           row_major(kept.data(), s.m, s.n));
  EXPECT_TRUE(said.ok());
  expect_same(kept, only, "k = 0");
}

TEST(LinalgGemm, InfinitiesAndNaNPoisonTheirRowAndColumn) {
  const shape s{4, 4, 5};
  matrix a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
  const matrix clean = product(s, a, b);
  const auto at = [&](matrix& x, int64 ld, int64 i, int64 j) -> ff_t& {
    return x[static_cast<std::size_t>(i * ld + j)];
  };
  at(a, s.k, 1, 2) = INFINITY;
  at(a, s.k, 2, 0) = from_words(NAN, 1.0f);
  at(b, s.n, 2, 3) = 0.0f;
  at(b, s.n, 4, 0) = from_words(-INFINITY, 5.0f);
  at(a, s.k, 3, 4) = 0.0f;
  const matrix c = product(s, a, b);
  const uint32 nan = 0x7fc00000u;
  for (int64 i = 0; i < s.m; ++i)
    for (int64 j = 0; j < s.n; ++j) {
      const ff_t r = c[static_cast<std::size_t>(i * s.n + j)];
      float sum = 0;
      for (int64 h = 0; h < s.k; ++h) sum += at(a, s.k, i, h).hi() * at(b, s.n, h, j).hi();
      if (is_finite(sum)) {
        const ff_t before = clean[static_cast<std::size_t>(i * s.n + j)];
        EXPECT_TRUE(is_finite(r) && (i == 3 || j == 3 || same_bits(r, before))) << i << j;
      } else {
        EXPECT_EQ(to_bits(r.hi()), sum != sum ? nan : to_bits(sum)) << i << j;
        EXPECT_EQ(to_bits(r.lo()), 0u) << i << j;
      }
    }
}

// Products beyond the range: infinite with the sign of the exact sum, although no operand is.
TEST(LinalgGemm, OverflowAndUnderflow) {
  const shape s{1, 1, 2};
  EXPECT_TRUE(same_bits(product(s, {0x1p100f, 1.0f}, {-0x1p100f, 1.0f})[0], ff_t(-INFINITY)));
  EXPECT_TRUE(same_bits(product(s, {0x1p100f, 0x1p100f}, {0x1p100f, -0x1p100f})[0], zero));
  EXPECT_TRUE(same_bits(product(s, {0x1p-100f, 0.0f}, {0x1p-100f, 0.0f})[0], zero));
  EXPECT_TRUE(same_bits(product(s, {0x1p-70f, 0.0f}, {0x1p-70f, 0.0f})[0], ff_t(0x1p-140f)));
  EXPECT_TRUE(same_bits(product(s, {0x1p-149f, 0.0f}, {0x1p127f, 0.0f})[0], ff_t(0x1p-22f)));
}

// ---------------------------------------------------------------- operands that were prepared

TEST(LinalgPrepare, TheSameBitsAsWithout) {
  for (const content kind : every_content)
    for (const accuracy length : {accuracy::fast, accuracy::standard, accuracy::proved}) {
      SCOPED_TRACE(name_of(kind));
      const shape s{5, 7, 33};
      gemm_options o;
      o.length = length;
      matrix a = elements(kind, s.m, s.k, 1);
      const matrix b = elements(kind, s.k, s.n, 2);
      a[3] = INFINITY;
      const matrix wanted = product(s, a, b, o);
      for (const layout by : {layout::rows, layout::padded_columns}) {
        placed pa(a, s.m, s.k, by), pb(b, s.k, s.n, by);
        vector<uint64> memory_a(prepared_bytes(s.m, s.k) / 8), memory_b(prepared_bytes(s.k, s.n) / 8);
        prepared_matrix left, right;
        status said = prepare(pa.view(), factor::left, o, memory_a.data(), 8 * memory_a.size(), left);
        ASSERT_TRUE(said.ok()) << said.text();
        said = prepare(pb.view(), factor::right, o, memory_b.data(), 8 * memory_b.size(), right);
        ASSERT_TRUE(said.ok()) << said.text();
        const auto expect_wanted = [&](const operand& x, const operand& y, const char* what) {
          matrix c(wanted.size());
          const status done = gemm(one, x, y, zero, row_major(c.data(), s.m, s.n), o);
          ASSERT_TRUE(done.ok()) << done.text();
          expect_same(c, wanted, what);
        };
        expect_wanted(left, pb.view(), "left");
        expect_wanted(pa.view(), right, "right");
        expect_wanted(left, right, "both");
        // The integers are what is read: another matrix in its place changes nothing.
        if (kind == content::zeros) continue;
        const matrix kept = pb.memory;
        for (ff_t& x : pb.memory) x = 3.0f;
        matrix c(wanted.size());
        ASSERT_TRUE(gemm(one, pa.view(), right, zero, row_major(c.data(), s.m, s.n), o).ok());
        for (int64 i = s.n; i < s.m * s.n; ++i)
          EXPECT_TRUE(same_bits(c[static_cast<std::size_t>(i)], wanted[static_cast<std::size_t>(i)]));
        pb.memory = kept;
      }
    }
}

TEST(LinalgPrepare, Refusals) {
  matrix x(20, ff_t(1.0f)), y(15, ff_t(7.0f));
  const auto a = row_major(x.data(), 3, 4), b = row_major(x.data(), 4, 5);
  const auto c = row_major(y.data(), 3, 5);
  vector<uint64> memory(prepared_bytes(4, 5) / 8);
  const std::size_t bytes = 8 * memory.size();
  prepared_matrix p, left, right, fast;
  gemm_options wrong, for_fast;
  wrong.length = static_cast<accuracy>(7);
  for_fast.length = accuracy::fast;
  vector<uint64> more(memory.size()), yet_more(memory.size());
  ASSERT_TRUE(prepare(a, factor::left, {}, memory.data(), bytes, left).ok());
  ASSERT_TRUE(prepare(b, factor::right, {}, more.data(), bytes, right).ok());
  ASSERT_TRUE(prepare(b, factor::right, for_fast, yet_more.data(), bytes, fast).ok());
  prepared_matrix elsewhere = right;
  elsewhere.form = kernels::split_form::planes;
  matrix_view<const ff_t> negative = b, none = b;
  negative.columns = -1;
  none.data = nullptr;
  const auto odd = reinterpret_cast<char*>(memory.data()) + 4;
  const struct {
    status said;
    fault code;
    const char* words;
  } refusals[] = {
      {prepare(negative, factor::left, {}, odd, bytes, p), fault::shape, "between 0 and 2147483647"},
      {prepare(b, factor::left, wrong, odd, bytes, p), fault::option, "fast, standard or proved"},
      {prepare(b, static_cast<factor>(5), {}, odd, bytes, p), fault::option, "left or right"},
      {prepare(none, factor::left, {}, odd, bytes, p), fault::view, "pointer is null"},
      {prepare(b, factor::left, {}, memory.data(), bytes - 1, p), fault::workspace, "prepared_bytes"},
      {prepare(b, factor::left, {}, odd, bytes, p), fault::workspace, "aligned to 8"},
      {prepare(b, factor::left, {}, nullptr, bytes, p), fault::workspace, "aligned to 8"},
      {gemm(one, a, prepared_matrix(), zero, c), fault::shape, "as many rows of B"},
      {gemm(one, right, b, zero, row_major(y.data(), 4, 5)), fault::shape, "as many rows of B"},
      {gemm(one, a, fast, zero, c), fault::option, "with the accuracy of the product"},
      {gemm(one, a, elsewhere, zero, c), fault::option, "prepared on the host"},
      {gemm_batched(2, one, left, 1, b, 0, zero, row_major(y.data(), 1, 1), 1), fault::shape, "rows of C"},
      {gemm_batched(2, one, left, 1, b, 0, zero, c, 15), fault::view, "a stride of 0"},
  };
  for (const auto& r : refusals) {
    EXPECT_EQ(r.said.code(), r.code) << r.words;
    EXPECT_NE(std::string(r.said.text()).find(r.words), std::string::npos) << r.said.text();
  }
  const auto square = row_major(x.data(), 4, 4);
  ASSERT_TRUE(prepare(square, factor::left, {}, memory.data(), bytes, p).ok());
  EXPECT_EQ(gemm(one, square, p, zero, row_major(x.data(), 4, 4)).code(), fault::option);
  for (const ff_t& e : y) EXPECT_EQ(e, ff_t(7.0f));
}

// ---------------------------------------------------------------- complex products

using complex_matrix = vector<ff::complex>;
complex_matrix complex_elements(content kind, int64 rows, int64 columns, uint64 seed) {
  const matrix re = elements(kind, rows, columns, seed), im = elements(kind, rows, columns, seed + 10);
  complex_matrix z;
  for (std::size_t i = 0; i < re.size(); ++i) z.push_back({re[i], im[i]});
  return z;
}
bool same_bits(ff::complex z, ff::complex w) {
  return ff_test::same_bits(z.real(), w.real()) && ff_test::same_bits(z.imag(), w.imag());
}
complex_matrix complex_product(const shape& s, const complex_matrix& a, const complex_matrix& b,
                               const gemm_options& o = {}) {
  complex_matrix c(static_cast<std::size_t>(s.m * s.n), ff::complex(NAN));
  const status said = gemm(ff::complex(1.0f), row_major(a.data(), s.m, s.k), row_major(b.data(), s.k, s.n),
                           ff::complex(0.0f), row_major(c.data(), s.m, s.n), o);
  EXPECT_TRUE(said.ok()) << said.text();
  return c;
}

// The definition: each component is a real product of twice the inner dimension.
TEST(LinalgComplex, ComponentsAreRealProducts) {
  const shape s{4, 3, 20}, real_shape{4, 3, 40};
  for (const content kind : every_content)
    for (const accuracy length : {accuracy::fast, accuracy::standard, accuracy::proved}) {
      SCOPED_TRACE(name_of(kind));
      gemm_options o;
      o.length = length;
      complex_matrix a = complex_elements(kind, s.m, s.k, 1), b = complex_elements(kind, s.k, s.n, 2);
      a[1] = {ff_t(1.0f), ff_t(INFINITY)};
      b[4] = {ff_t(1.0f), ff_t(NAN)};
      matrix re, im, right(static_cast<std::size_t>(2 * s.k * s.n));
      for (const ff::complex& z : a) {
        re.push_back(z.real()), re.push_back(-z.imag());
        im.push_back(z.imag()), im.push_back(z.real());
      }
      for (int64 h = 0; h < s.k; ++h)
        for (int64 j = 0; j < s.n; ++j) {
          const ff::complex z = b[static_cast<std::size_t>(h * s.n + j)];
          right[static_cast<std::size_t>(2 * h * s.n + j)] = z.real();
          right[static_cast<std::size_t>((2 * h + 1) * s.n + j)] = z.imag();
        }
      const complex_matrix c = complex_product(s, a, b, o);
      const matrix c_re = product(real_shape, re, right, o), c_im = product(real_shape, im, right, o);
      for (std::size_t i = 0; i < c.size(); ++i)
        EXPECT_TRUE(same_bits(c[i], {c_re[i], c_im[i]}))
            << i << ' ' << c[i].real().hi() << ' ' << c[i].imag().hi() << " for " << c_re[i].hi() << ' '
            << c_im[i].hi();
    }
}

TEST(LinalgComplex, BoundAgainstMpfr) {
  const shape s{3, 4, 50};
  for (const content kind : every_content) {
    SCOPED_TRACE(name_of(kind));
    const complex_matrix a = complex_elements(kind, s.m, s.k, 1), b = complex_elements(kind, s.k, s.n, 2);
    const complex_matrix c = complex_product(s, a, b);
    const double root = std::sqrt(2.0 * static_cast<double>(s.k));
    const real factor(root * std::exp2(1 - 50.75) * (1 + root * 0x1p-14));
    for (int64 i = 0; i < s.m; ++i)
      for (int64 j = 0; j < s.n; ++j) {
        real re, im, norm_a, norm_b;
        for (int64 h = 0; h < s.k; ++h) {
          const ff::complex z = a[static_cast<std::size_t>(i * s.k + h)],
                            w = b[static_cast<std::size_t>(h * s.n + j)];
          const real zr(z.real()), zi(z.imag()), wr(w.real()), wi(w.imag());
          re = re + zr * wr - zi * wi;
          im = im + zr * wi + zi * wr;
          norm_a = norm_a + zr * zr + zi * zi;
          norm_b = norm_b + wr * wr + wi * wi;
        }
        const ff::complex got = c[static_cast<std::size_t>(i * s.n + j)];
        const real norms = factor * sqrt(norm_a) * sqrt(norm_b), last(0x1p-49 + 0x1p-63);
        const real r(got.real()), q(got.imag());
        EXPECT_TRUE(at_most(abs(r - re), norms + abs(r) * last)) << i << ' ' << j;
        EXPECT_TRUE(at_most(abs(q - im), norms + abs(q) * last)) << i << ' ' << j;
      }
  }
}

TEST(LinalgComplex, FactorsLayoutsAndThreads) {
  const shape s{3, 5, 7};
  const complex_matrix a = complex_elements(content::normal, s.m, s.k, 1),
                       b = complex_elements(content::normal, s.k, s.n, 2),
                       old = complex_elements(content::normal, s.m, s.n, 3), p = complex_product(s, a, b);
  gemm_options many;
  many.threads = 5;
  const ff::complex alpha{1.25f, ff_t(1.0f) / 3.0f}, beta{-0.5f, 2.0f}, none{0.0f};
  const auto run = [&](ff::complex by, ff::complex and_by, bool columns) {
    complex_matrix c(old.size());
    const auto to = columns ? column_major(c.data(), s.m, s.n) : row_major(c.data(), s.m, s.n);
    for (int64 i = 0; i < s.m; ++i)
      for (int64 j = 0; j < s.n; ++j) to(i, j) = old[static_cast<std::size_t>(i * s.n + j)];
    const status said =
        gemm(by, row_major(a.data(), s.m, s.k), row_major(b.data(), s.k, s.n), and_by, to, many);
    EXPECT_TRUE(said.ok()) << said.text();
    complex_matrix by_rows;
    for (int64 i = 0; i < s.m; ++i)
      for (int64 j = 0; j < s.n; ++j) by_rows.push_back(to(i, j));
    return by_rows;
  };
  for (const bool columns : {false, true}) {
    const complex_matrix both = run(alpha, beta, columns), first = run(alpha, none, columns),
                         second = run(none, beta, columns), zeros = run(none, none, columns);
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_TRUE(same_bits(both[i], alpha * p[i] + beta * old[i])) << i;
      EXPECT_TRUE(same_bits(first[i], alpha * p[i])) << i;
      EXPECT_EQ(second[i], beta * old[i]) << i;
      EXPECT_EQ(zeros[i], none);
    }
  }
  // (1 + 2i)(3 - i) + i i = 5 + 5i - 1
  const complex_matrix x = {{1.0f, 2.0f}, {0.0f, 1.0f}}, y = {{3.0f, -1.0f}, {0.0f, 1.0f}};
  EXPECT_EQ(complex_product({1, 1, 2}, x, y)[0], ff::complex(4.0f, 5.0f));
}

TEST(LinalgComplex, Refusals) {
  complex_matrix x(20, ff::complex(1.0f)), y(20, ff::complex(7.0f));
  const ff::complex by{1.0f};
  const auto a = row_major(x.data(), 3, 4), b = row_major(x.data(), 4, 5);
  const auto c = row_major(y.data(), 3, 5);
  matrix_view<const ff::complex> huge = a;
  huge.rows = int64{1} << 30;
  matrix_view<ff::complex> flat = c;
  flat.row_stride = 0;
  EXPECT_EQ(gemm(by, a, a, by, c).code(), fault::shape);
  EXPECT_EQ(gemm(by, a, b, by, row_major(y.data(), 4, 5)).code(), fault::shape);
  EXPECT_EQ(gemm(by, huge, b, by, c).code(), fault::shape);
  EXPECT_EQ(gemm(by, a, b, by, flat).code(), fault::view);
  EXPECT_EQ(gemm(by, a, row_major<const ff::complex>(nullptr, 4, 5), by, c).code(), fault::view);
  gemm_options bad;
  bad.threads = -2;
  EXPECT_EQ(gemm(by, a, b, by, c, bad).code(), fault::option);
  for (const ff::complex& e : y) EXPECT_EQ(e, ff::complex(7.0f));
}

TEST(LinalgGemm, Batches) {
  const shape s{3, 4, 5};
  const int64 count = 3, sa = 17, sb = 0, sc = 20;
  const matrix a = elements(content::normal, 1, 2 * sa + s.m * s.k, 1),
               b = elements(content::normal, s.k, s.n, 2);
  matrix c(static_cast<std::size_t>(2 * sc + s.m * s.n), ff_t(-1.0f));
  const status said =
      gemm_batched(count, one, row_major(a.data(), s.m, s.k), sa, row_major(b.data(), s.k, s.n), sb, zero,
                   row_major(c.data(), s.m, s.n), sc);
  ASSERT_TRUE(said.ok()) << said.text();
  for (int64 p = 0; p < count; ++p) {
    const matrix from(a.begin() + p * sa, a.begin() + p * sa + s.m * s.k);
    expect_same({c.begin() + p * sc, c.begin() + p * sc + s.m * s.n}, product(s, from, b), "batch");
  }
  for (std::size_t i = 12; i < 20; ++i) EXPECT_EQ(c[i], ff_t(-1.0f));

  // Element by element, each of all products: every stride of C is a multiple of the batch's.
  matrix mixed(static_cast<std::size_t>(count * s.m * s.n));
  ASSERT_TRUE(gemm_batched(count, one, row_major(a.data(), s.m, s.k), sa, row_major(b.data(), s.k, s.n), sb,
                           zero, matrix_view<ff_t>(mixed.data(), s.m, s.n, count * s.n, count), 1)
                  .ok());
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(mixed[3 * i + 1], c[20 + i]);
}

}  // namespace
