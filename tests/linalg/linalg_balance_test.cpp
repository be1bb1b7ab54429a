// gemm_options::balance and componentwise on the host: bounds against MPFR, what scaling must not change,
// poison.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ff/linalg/gemm.hpp>
#include <ff/operators.hpp>
#include <vector>

#include "exact.hpp"
#include "matrices_to_multiply.hpp"
#include "real.hpp"
#include "src/linalg/gemm/componentwise.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using numbers = std::vector<ff_t>;

gemm_options balanced() {
  gemm_options o;
  o.balance = true;
  return o;
}
gemm_options componentwise() {
  gemm_options o;
  o.componentwise = true;
  return o;
}

numbers product(const shape& s, const numbers& a, const numbers& b, const gemm_options& o) {
  numbers c(static_cast<std::size_t>(s.m * s.n));
  const status said = gemm(1.0f, row_major(a.data(), s.m, s.k), row_major(b.data(), s.k, s.n), 0.0f,
                           row_major(c.data(), s.m, s.n), o);
  EXPECT_TRUE(said.ok()) << said.text();
  return c;
}

struct errors {
  double norms;       ///< of |A_i| |B_j|
  double components;  ///< of (|A| |B|)_ij
};

/// The worst |c - (A B)_ij| beyond the half unit of a low word that underflows.
errors errors_of(const shape& s, const numbers& a, const numbers& b, const numbers& c) {
  errors worst{0, 0};
  for (int64 i = 0; i < s.m; ++i)
    for (int64 j = 0; j < s.n; ++j) {
      real sum(0.0), magnitudes(0.0), of_a(0.0), of_b(0.0);
      for (int64 h = 0; h < s.k; ++h) {
        const real x(a[static_cast<std::size_t>(i * s.k + h)]), y(b[static_cast<std::size_t>(h * s.n + j)]);
        sum = sum + x * y;
        magnitudes = magnitudes + abs(x * y);
        of_a = of_a + x * x;
        of_b = of_b + y * y;
      }
      const real error = abs(real(c[static_cast<std::size_t>(i * s.n + j)]) - sum);
      if (mpfr_lessequal_p(error, real(0x1p-149)) != 0) continue;
      worst.components = std::max(worst.components, static_cast<double>(error / magnitudes));
      worst.norms = std::max(worst.norms, static_cast<double>(error / sqrt(of_a * of_b)));
    }
  return worst;
}

/// Column h of A is times 2^-exponent(h), row h of B times 2^exponent(h).
template <class F>
void grade(const shape& s, numbers& a, numbers& b, F exponent) {
  for (int64 h = 0; h < s.k; ++h) {
    for (int64 i = 0; i < s.m; ++i) {
      ff_t& e = a[static_cast<std::size_t>(i * s.k + h)];
      e = ldexp(e, -exponent(h));
    }
    for (int64 j = 0; j < s.n; ++j) {
      ff_t& e = b[static_cast<std::size_t>(h * s.n + j)];
      e = ldexp(e, exponent(h));
    }
  }
}

// The adversary: A falls along the inner dimension by 2^40 where B rises, in two steps or in many.
TEST(LinalgBalance, AGradedInnerDimensionIsRepaired) {
  const shape s{4, 5, 512};
  for (const bool steps : {true, false}) {
    numbers a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
    grade(s, a, b, [&](int64 h) { return static_cast<int>(steps ? 40 * (2 * h / s.k) : 40 * h / s.k); });
    const double without = errors_of(s, a, b, product(s, a, b, {})).components;
    const double with = errors_of(s, a, b, product(s, a, b, balanced())).components;
    EXPECT_GT(without, 0x1p-20);
    EXPECT_LT(with, 0x1p-46);
  }
}

// 2^e in A's column and 2^-e in B's row cancel; 4^e in A is 4^e in the product: the same bits.
TEST(LinalgBalance, ScalingChangesNoBit) {
  const shape s{5, 6, 100};
  for (const content kind : every_content) {
    if (kind == content::huge || kind == content::tiny) continue;  // no room to scale
    numbers a = elements(kind, s.m, s.k, 1), b = elements(kind, s.k, s.n, 2);
    for (const gemm_options& o : {balanced(), componentwise()}) {
      const numbers before = product(s, a, b, o);
      numbers p = a, q = b;
      grade(s, p, q, [](int64 h) { return static_cast<int>(h * 7 % 31) - 15; });
      expect_same(product(s, p, q, o), before, "the inner dimension scaled");
      for (ff_t& e : p) e = ldexp(e, 8);
      numbers expected = before;
      for (ff_t& e : expected) e = ldexp(e, 8);
      expect_same(product(s, p, q, o), expected, "A scaled");
    }
  }
}

TEST(LinalgBalance, BoundOfNormsWhereNothingIsGraded) {
  for (const content kind : every_content)
    for (const int64 k : {1, 20, 300}) {
      const shape s{7, 6, k};
      const numbers a = elements(kind, s.m, k, 1), b = elements(kind, k, s.n, 2);
      const errors e = errors_of(s, a, b, product(s, a, b, balanced()));
      EXPECT_LE(e.norms, std::sqrt(static_cast<double>(k)) * 0x1p-49 + 0x1p-49) << name_of(kind) << ' ' << k;
    }
}

// exp(4 N(0, 1)) for each element, independently: no scaling repairs it.
numbers ragged(int64 rows, int64 columns, uint64 seed) {
  numbers x = elements(content::normal, rows, columns, seed);
  for (std::size_t i = 0; i < x.size(); ++i) {
    draws d(seed << 50 | i);
    int sum = 0;
    for (int r = 0; r < 12; ++r) sum += d.between(-10, 10);
    x[i] = ldexp(x[i], sum / 4);
  }
  return x;
}

TEST(LinalgComponentwise, BoundForEveryElement) {
  for (const int64 k : {1, 9, 64, 400, 3000}) {
    const shape s{k > 1000 ? 3 : 8, 6, k};
    for (const content kind : {content::normal, content::graded, content::cancelling, content::zeros}) {
      const numbers a = elements(kind, s.m, k, 1), b = elements(kind, k, s.n, 2);
      EXPECT_LE(errors_of(s, a, b, product(s, a, b, componentwise())).components, 0x1p-44)
          << name_of(kind) << ' ' << k;
    }
    const numbers a = ragged(s.m, k, 1), b = ragged(k, s.n, 2);
    EXPECT_LE(errors_of(s, a, b, product(s, a, b, componentwise())).components, 0x1p-44) << "ragged " << k;
  }
}

// Row 0 of A meets the large elements of B with its small ones alone: no power of two for the inner dimension
// helps, for row 1 meets them with its large ones.
// From P itself (docs/proofs/gemm.md): the share has to be so large that the bound of norms and the result's
// rounding are below 2^-44 (|A| |B|)_ij, and is not 8 % larger.
TEST(LinalgComponentwise, ShareFollowsFromTheProof) {
  long double all = 1;
  for (const int p : {256, 255, 253, 251, 247, 241, 239, 233, 229, 227, 223, 217, 211, 199}) all *= p;
  const long double norm_limit = std::sqrt(all * 255 / 512);  // 2^L
  for (const double k : {1.0, 2.0, 100.0, 4096.0, 131072.0}) {
    const double norms = std::sqrt(k) * (1 + std::sqrt(k) * 0x1p-14) * static_cast<double>(2 / norm_limit);
    const double needed = norms / (0x1p-44 - 0x1p-49) * (1 + 0x1p-18);
    const double share = ff::linalg::detail::needed_share(static_cast<ff::int64>(k));
    EXPECT_GE(share, needed) << k;
    EXPECT_LE(share, 1.08 * needed) << k;
  }
}

TEST(LinalgComponentwise, WhatBalancingCannotRepair) {
  const shape s{2, 2, 64};
  numbers a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
  for (int64 h = 0; h < s.k; ++h) {
    const bool first = h < 32;
    ff_t &x = a[static_cast<std::size_t>(h)], &y = b[static_cast<std::size_t>(h * s.n)];
    x = ldexp(x, first ? 0 : -45);
    y = first ? ff_t(0.0f) : y;  // column 0 of B has its second half only
  }
  EXPECT_GT(errors_of(s, a, b, product(s, a, b, balanced())).components, 0x1p-20);
  EXPECT_LE(errors_of(s, a, b, product(s, a, b, componentwise())).components, 0x1p-44);
}

// The elements that pass the test are those of the balanced product, and on plain matrices all pass.
TEST(LinalgComponentwise, PlainMatricesNeedNoSums) {
  const shape s{9, 8, 700};
  const numbers a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
  gemm_options proved = balanced();
  proved.length = accuracy::proved;
  expect_same(product(s, a, b, componentwise()), product(s, a, b, proved), "componentwise and proved");
}

TEST(LinalgComponentwise, LongSums) {
  double worst = 0;
  for (uint64 i = 0; i < 300; ++i) {
    draws d(i);
    const int k = d.between(1, 3000);
    ff::linalg::detail::long_sum sum;
    real exact(0.0), magnitudes(0.0);
    for (int h = 0; h < k; ++h) {
      const ff_t x = d.pair(-20, 20), y = d.pair(-20, 20);
      sum.add_product(x, y);
      if (h % 8 == 7) sum.renormalize();
      exact = exact + real(x) * real(y);
      magnitudes = magnitudes + abs(real(x) * real(y));
    }
    worst = std::max(worst, static_cast<double>(abs(real(sum.result()) - exact) / magnitudes));
  }
  EXPECT_LE(worst, 8 * 0x1p-48);
  EXPECT_GT(worst, 0.0);
}

TEST(LinalgComponentwise, CutMagnitudesFitTheirSums) {
  for (const int64 k :
       {int64{1}, int64{1000}, int64{131071}, int64{140000}, int64{1} << 20, int64{0x7fffffff}}) {
    const int bits = ff::linalg::detail::magnitude_bits(k);
    const int64 most = (int64{1} << bits) - 1;
    if (bits > 1) {
      EXPECT_LT(k * most * most, int64{1} << 31) << k;
    }
    EXPECT_EQ(bits == 7, k <= 131071) << k;
    EXPECT_EQ(ff::linalg::detail::cut_magnitude(ff_t(-0x1.fffffep0f), bits), most);
  }
}

TEST(LinalgBalance, InfinitiesAndNaNPoisonTheirRowAndColumn) {
  const shape s{4, 5, 9};
  numbers a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
  for (const gemm_options& o : {balanced(), componentwise()}) {
    const numbers plain = product(s, a, b, o);
    numbers p = a, q = b;
    p[static_cast<std::size_t>(1 * s.k + 3)] = ff::detail::infinity;   // row 1
    q[static_cast<std::size_t>(4 * s.n + 2)] = ff::detail::quiet_nan;  // column 2
    const numbers c = product(s, p, q, o);
    for (int64 i = 0; i < s.m; ++i)
      for (int64 j = 0; j < s.n; ++j) {
        const ff_t e = c[static_cast<std::size_t>(i * s.n + j)],
                   before = plain[static_cast<std::size_t>(i * s.n + j)];
        if (j == 2)
          EXPECT_TRUE(isnan(e));
        else if (i == 1)
          EXPECT_TRUE(isinf(e) && (e.hi() > 0) == (b[static_cast<std::size_t>(3 * s.n + j)].hi() > 0));
        else
          EXPECT_EQ(isfinite(e), isfinite(before));
      }
    // The infinity meets a zero where the whole row of B is zero.
    for (int64 j = 0; j < s.n; ++j) q[static_cast<std::size_t>(3 * s.n + j)] = 0.0f;
    EXPECT_TRUE(isnan(product(s, p, q, o)[static_cast<std::size_t>(s.n)]));
  }
}

TEST(LinalgBalance, EveryLayoutBatchAndScalar) {
  const shape s{11, 7, 50};
  const ff_t third = ff_t(1.0f) / 3.0f;
  numbers a = elements(content::graded, s.m, s.k, 1), b = elements(content::graded, s.k, s.n, 2);
  const numbers c = elements(content::normal, s.m, s.n, 3);
  for (const gemm_options& o : {balanced(), componentwise()}) {
    numbers expected = c;
    const numbers plain = product(s, a, b, o);
    for (std::size_t i = 0; i < c.size(); ++i) expected[i] = third * plain[i] + -third * c[i];
    for (const layout by : every_layout) {
      placed p(a, s.m, s.k, by), q(b, s.k, s.n, by), r(c, s.m, s.n, by);
      gemm_options two = o;
      two.threads = 2;
      ASSERT_TRUE(gemm(third, p.view(), q.view(), -third, r.view(), two).ok());
      expect_same(r.elements(), expected, name_of(by));
      EXPECT_TRUE(r.rest_untouched());
    }
  }
}

TEST(LinalgBalance, ZerosAndSingleNumbers) {
  for (const gemm_options& o : {balanced(), componentwise()}) {
    const numbers zero(12, ff_t(0.0f)), b = elements(content::normal, 4, 5, 2);
    for (const ff_t& e : product({3, 5, 4}, zero, b, o)) EXPECT_TRUE(same_bits(e, ff_t(0.0f)));
    const numbers x{ff_t(3.0f)}, y{ff_t(-0x1p-100f)};
    EXPECT_EQ(product({1, 1, 1}, x, y, o)[0], ff_t(-3 * 0x1p-100f));
    const numbers large{ff_t(0x1p100f)}, too{ff_t(0x1p60f)};
    EXPECT_TRUE(isinf(product({1, 1, 1}, large, too, o)[0]));
  }
}

}  // namespace
