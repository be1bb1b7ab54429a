// ff::linalg::svd_batched on the host: every family of matrices at every kind of size, layouts, scales, what
// is not finite, and refusals.  Factors are judged in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ff/linalg/svd_batched.hpp>
#include <ff/operators.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "matrices_to_decompose.hpp"
#include "src/linalg/svd/jacobi_host.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using ff::int64;
using std::size_t;
using std::vector;

constexpr double residual_goal = 1e-13, orthogonality_goal = 4e-14;

struct batched {
  vector<ff_t> s, u, v;
  vector<ff::int32> sweeps;
};

/// `count` matrices of m by n one after the other, by rows.
batched decompose(const vector<ff_t>& a, size_t count, size_t m, size_t n,
                  const svd_batched_options& o = {}) {
  const size_t k = std::min(m, n);
  batched r{vector<ff_t>(count * k), vector<ff_t>(count * m * k), vector<ff_t>(count * n * k),
            vector<ff::int32>(count)};
  const auto rows = static_cast<int64>(m), columns = static_cast<int64>(n), least = static_cast<int64>(k);
  const status said =
      svd_batched(static_cast<int64>(count), row_major(a.data(), rows, columns), rows * columns, r.s.data(),
                  least, row_major(r.u.data(), rows, least), rows * least,
                  row_major(r.v.data(), columns, least), columns * least, o, r.sweeps.data());
  const bool all = std::all_of(r.sweeps.begin(), r.sweeps.end(), [](ff::int32 n) { return n > 0; });
  const bool finite = std::all_of(a.begin(), a.end(), [](ff_t x) { return isfinite(x); });
  EXPECT_EQ(said.code(), !finite ? fault::numeric : all ? fault::none : fault::not_converged) << said.text();
  return r;
}

vector<ff_t> part(const vector<ff_t>& all, size_t p, size_t size) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(p * size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

void judge(const decomposed& d, const batched& r, size_t p) {
  SCOPED_TRACE(d.name + ", " + std::to_string(d.m) + " x " + std::to_string(d.n));
  const size_t k = std::min(d.m, d.n);
  const vector<ff_t> s = part(r.s, p, k);
  for (size_t i = 0; i < k; ++i) {
    EXPECT_GE(s[i], ff_t(0.0f));
    if (i > 0) {
      EXPECT_LE(s[i], s[i - 1]);
    }
    if (!d.values.empty()) {
      EXPECT_NEAR(double(s[i]), d.values[i], 1e-13 * d.values[0]) << "value " << i;
    }
  }
  const worth w = worth_of(d, s, part(r.u, p, d.m * k), k, part(r.v, p, d.n * k), k);
  EXPECT_LE(w.residual, residual_goal);
  EXPECT_LE(w.orthogonality, orthogonality_goal);
  EXPECT_GT(r.sweeps[p], 0);
}

void judge_families(size_t m, size_t n) {
  const vector<decomposed> families = every_family(m, n);
  vector<ff_t> a;
  for (const decomposed& d : families) a.insert(a.end(), d.elements.begin(), d.elements.end());
  const batched r = decompose(a, families.size(), m, n);
  for (size_t p = 0; p < families.size(); ++p) judge(families[p], r, p);
}

TEST(LinalgJacobi, EveryFamilyOfSquares) {
  for (const size_t n : {1, 2, 3, 7, 8, 9, 16, 17, 24, 32, 33, 64}) judge_families(n, n);
}
TEST(LinalgJacobi, EveryFamilyTallAndWide) {
  judge_families(24, 5);
  judge_families(5, 24);
  judge_families(128, 2);
  judge_families(128, 17);  // of ones, sixteen columns have no values
  judge_families(23, 50);
  judge_families(1, 128);
}
TEST(LinalgJacobi, TheLargest) {
  for (const decomposed& d : {families_with_values(128, 128)[0], families_with_elements(128, 128)[0]})
    judge(d, decompose(d.elements, 1, 128, 128), 0);
}

// Where refinement does not do, rotations in pairs take more sweeps the wider the values are spread.
// Equal rows: the products that a sum adds are equal, and so are their rounding errors.  At 105 rows 2^-42.0
// was seen, at 5 rows 2^-46.3.
TEST(LinalgJacobi, EqualRowsAddTheirRounding) {
  for (const size_t m : {5, 41, 105, 121, 128})
    for (const size_t n : {2, 3, 5})
      for (const bool steps : {false, true}) {
        decomposed d;
        d.name = steps ? "0.7 and 0.1" : "ones from the diagonal on";
        d.m = m, d.n = n;
        for (size_t i = 0; i < m; ++i)
          for (size_t j = 0; j < n; ++j)
            d.elements.push_back(steps ? (i >= j ? 0.7f : 0.1f) : i >= j ? 1.0f : 0.0f);
        const batched r = decompose(d.elements, 1, m, n);
        SCOPED_TRACE(d.name + ", " + std::to_string(m) + " x " + std::to_string(n));
        const worth w = worth_of(d, r.s, r.u, n, r.v, n);
        EXPECT_LE(w.residual, residual_goal);
        EXPECT_LE(w.orthogonality, 2.5e-15 * static_cast<double>(m + 20));
        EXPECT_GT(r.sweeps[0], 0);
      }
}

TEST(LinalgJacobi, ValuesOfAllMagnitudesConverge) {
  for (const size_t n : {24, 48, 96, 128})
    for (const double bits : {40.0, 50.0, 60.0})
      for (unsigned seed = 1; seed <= (n < 90 ? 6u : 2u); ++seed) {
        if (n == 128 && (bits != 60.0 || seed > 1)) continue;
        const decomposed d = log_uniform(n, n, bits, seed);
        judge(d, decompose(d.elements, 1, n, n), 0);
      }
}

TEST(LinalgJacobi, GradedColumnsConverge) {
  const size_t shapes[][2] = {{2, 2}, {9, 4}, {16, 16}, {30, 20}, {40, 40}, {20, 33}};
  for (const auto& [m, n] : shapes)
    for (const int bits : {41, 50, 60, 120, 200})
      for (const grading by : every_grading) {
        decomposed d = graded_columns(std::max(m, n), std::min(m, n), bits, bits > 100 ? 110 : 0, by, 7);
        if (m < n) {
          decomposed t = d;
          std::swap(t.m, t.n);
          for (size_t i = 0; i < d.m; ++i)
            for (size_t j = 0; j < d.n; ++j) t.elements[j * d.m + i] = d.elements[i * d.n + j];
          d = t;
        }
        judge(d, decompose(d.elements, 1, m, n), 0);
      }
}

// At the bottom of the range values have few bits, and the residual is theirs.
TEST(LinalgJacobi, ValuesThatLoseBitsAreNotEnough) {
  const decomposed plain = families_with_values(12, 12)[0];
  for (const int exponent : {-104, -106, -120, -140}) {
    vector<ff_t> a = plain.elements;
    for (ff_t& e : a) e = ldexp(e, exponent);
    const batched r = decompose(a, 1, 12, 12);
    EXPECT_EQ(r.sweeps[0] < 0, exponent < -105) << exponent;
  }
  const vector<ff_t> zero(144, ff_t(0.0f));
  EXPECT_GT(decompose(zero, 1, 12, 12).sweeps[0], 0);
}

// An overflow and NaN have no number of sweeps.
TEST(LinalgJacobi, ValuesThatAreNotFiniteHaveNoSweeps) {
  vector<ff_t> a(48, ff_t(3e38f)), s(12), u(48), v(48);
  for (size_t k = 0; k < 16; ++k) a[k] = 1.0f, a[k + 32] = ff::detail::quiet_nan;
  vector<ff::int32> sweeps(3);
  const status said =
      svd_batched(3, row_major<const ff_t>(a.data(), 4, 4), 16, s.data(), 4, row_major(u.data(), 4, 4), 16,
                  row_major(v.data(), 4, 4), 16, {}, sweeps.data());
  EXPECT_EQ(said.code(), fault::overflow);
  EXPECT_GT(sweeps[0], 0);
  EXPECT_EQ(sweeps[1], 0);
  EXPECT_EQ(sweeps[2], 0);
  EXPECT_TRUE(isinf(s[4]));
  // The status says so whether or not sweeps are asked for.
  const auto of_one = [&](const ff_t* from, ff::int32* taken) {
    return svd_batched(1, row_major<const ff_t>(from, 4, 4), 0, s.data(), 0, row_major(u.data(), 4, 4), 0,
                       row_major(v.data(), 4, 4), 0, {}, taken)
        .code();
  };
  vector<ff_t> small(a.begin(), a.begin() + 16);
  for (size_t k = 0; k < 16; ++k) small[k] = ldexp(ff_t(static_cast<float>(k * k % 7) + 0.3f), -130);
  for (ff::int32* const taken : {sweeps.data(), static_cast<ff::int32*>(nullptr)}) {
    EXPECT_EQ(of_one(a.data() + 32, taken), fault::numeric);
    EXPECT_EQ(of_one(a.data() + 16, taken), fault::overflow);
    EXPECT_EQ(of_one(small.data(), taken), fault::not_converged);
    EXPECT_EQ(of_one(a.data(), taken), fault::none);
  }
}

TEST(LinalgJacobi, ScalesDoNotMatter) {
  const decomposed plain = families_with_values(12, 12)[0];
  for (const float scale : {0x1p-96f, 0x1p-60f, 0x1p60f, 0x1p100f}) {
    decomposed d = plain;
    for (ff_t& e : d.elements) e = e * scale;
    for (double& v : d.values) v *= double(scale);
    judge(d, decompose(d.elements, 1, 12, 12), 0);
  }
}

TEST(LinalgJacobi, ValuesAloneAndThreadsChangeNoBits) {
  vector<ff_t> a;
  for (unsigned seed = 1; seed < 8; ++seed) {
    const decomposed d = with_values("drawn", 9, 6, {1, 0.5, 0.25, 0.2, 0.1, 1e-3}, seed);
    a.insert(a.end(), d.elements.begin(), d.elements.end());
  }
  const batched one = decompose(a, 7, 9, 6, {true, 1}), many = decompose(a, 7, 9, 6, {true, 3}),
                values = decompose(a, 7, 9, 6, {false, 2});
  EXPECT_EQ(one.s, many.s);
  EXPECT_EQ(one.u, many.u);
  EXPECT_EQ(one.v, many.v);
  EXPECT_EQ(one.s, values.s);
  EXPECT_EQ(values.u, vector<ff_t>(values.u.size()));  // not written
}

TEST(LinalgJacobi, ColumnsOfAnyStride) {
  const decomposed d = families_with_values(6, 4)[0];
  vector<ff_t> a(64), s(4), u(64), v(64);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 4; ++j)
      a[static_cast<size_t>(i + 9 * j)] = d.elements[static_cast<size_t>(i * 4 + j)];
  const batched rows = decompose(d.elements, 1, 6, 4);
  const status said = svd_batched(1, column_major<const ff_t>(a.data(), 6, 4, 9), 0, s.data(), 0,
                                  column_major(u.data(), 6, 4, 7), 0, column_major(v.data(), 4, 4, 5), 0);
  ASSERT_TRUE(said.ok()) << said.text();
  EXPECT_EQ(s, rows.s);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 4; ++j)
      EXPECT_EQ(u[static_cast<size_t>(i + 7 * j)], rows.u[static_cast<size_t>(i * 4 + j)]);
}

TEST(LinalgJacobi, WhatIsNotFiniteStaysAlone) {
  const decomposed d = families_with_values(5, 5)[0];
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    vector<ff_t> a = d.elements;
    a.insert(a.end(), d.elements.begin(), d.elements.end());
    a[7] = bad;
    const batched r = decompose(a, 2, 5, 5);
    for (const vector<ff_t>* const all : {&r.u, &r.v})
      for (size_t i = 0; i < 25; ++i) EXPECT_TRUE((*all)[i] != (*all)[i]);
    for (size_t i = 0; i < 5; ++i) EXPECT_TRUE(r.s[i] != r.s[i]);
    judge(d, r, 1);
  }
}

TEST(LinalgJacobi, Refusals) {
  ff_t x[4] = {1.0f, 2.0f, 3.0f, 4.0f}, s[2], u[4], v[4];
  const auto says = [&](const status& said, fault code, const char* text) {
    EXPECT_EQ(said.code(), code);
    EXPECT_NE(std::string(said.text()).find(text), std::string::npos) << said.text();
  };
  const matrix_view<const ff_t> a = row_major<const ff_t>(x, 2, 2);
  const matrix_view<ff_t> left = row_major(u, 2, 2), right = row_major(v, 2, 2);
  says(svd_batched(-1, a, 4, s, 2, left, 4, right, 4), fault::shape, "number of matrices");
  says(svd_batched(1, row_major<const ff_t>(x, 2, 129), 4, s, 2, left, 4, right, 4), fault::shape,
       "between 0 and 128");
  says(svd_batched(1, a, 4, s, 2, row_major(u, 2, 1), 4, right, 4), fault::shape, "U of m by");
  says(svd_batched(1, a, 4, s, 2, left, 4, row_major(v, 1, 2), 4), fault::shape, "V of n by");
  says(svd_batched(1, {nullptr, 2, 2, 2, 1}, 4, s, 2, left, 4, right, 4), fault::view, "A in memory");
  says(svd_batched(1, a, 4, nullptr, 2, left, 4, right, 4), fault::view, "s in memory");
  says(svd_batched(1, a, 4, s, 2, {u, 2, 2, 0, 1}, 4, right, 4), fault::view, "U in memory");
  ff_t s2[4], u2[8], v2[8];
  const matrix_view<ff_t> lefts = row_major(u2, 2, 2), rights = row_major(v2, 2, 2);
  for (const int64 stride : {0, 1, -1})
    says(svd_batched(2, a, 0, s2 + 1, stride, lefts, 4, rights, 4), fault::view, "stride between");
  for (const int64 stride : {0, 1, 2, 3, -3}) {
    says(svd_batched(2, a, 0, s2, 2, row_major(u2 + 3, 2, 2), stride, rights, 4), fault::view,
         "stride between");
    says(svd_batched(2, a, 0, s2, 2, lefts, 4, row_major(v2 + 3, 2, 2), stride), fault::view,
         "stride between");
  }
  EXPECT_TRUE(svd_batched(2, a, 0, s2, 2, row_major(u2 + 4, 2, 2), -4, rights, 4).ok());
  EXPECT_TRUE(svd_batched(2, a, 0, s2, 2, lefts, 0, rights, 0, {false}).ok());
  says(svd_batched(1, a, 4, s, 2, left, 4, right, 4, {true, -1}), fault::option, "threads");
  EXPECT_TRUE(svd_batched(0, a, 4, s, 2, left, 4, right, 4).ok());
}

TEST(LinalgJacobi, WellSeparatedValuesTakeTwoOrThreeRefinements) {
  for (const size_t n : {17, 32, 64}) {
    const decomposed d = families_with_elements(n, n)[0];
    const batched r = decompose(d.elements, 1, n, n);
    EXPECT_TRUE(r.sweeps[0] == 2 || r.sweeps[0] == 3) << d.name << ": " << r.sweeps[0];
  }
}

/// Heads of drawn matrices, the identity, and what rotations in float make of them.
TEST(LinalgJacobi, RotationsInFloatLeaveFewBits) {
  namespace jacobi = ff::linalg::detail::jacobi;
  for (const auto& [m, n] : {std::pair<int, int>{17, 17}, {24, 20}, {32, 32}, {40, 33}}) {
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n));
    const jacobi::narrow_layout l{m, n};
    const decomposed d = families_with_elements(static_cast<size_t>(m), static_cast<size_t>(n))[0];
    const jacobi::layout whole{m, n};
    EXPECT_LE(l.size_b() + n * l.between_v(), 2 * (whole.size_b() + whole.size_v()))
        << "no room in A V and V";
    vector<jacobi::four_rows> memory(static_cast<size_t>(l.size_b() + n * l.between_v()) / 4);
    float* const b = memory[0].x;
    float* const v = b + l.size_b();
    const auto head = [&, n = n](int i, int j) { return d.elements[static_cast<size_t>(i * n + j)].hi(); };
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) b[j * l.between_b() + i] = head(i, j);
      v[j * l.between_v() + j] = 1.0f;
    }
    vector<float> squares(static_cast<size_t>(n));
    jacobi::host_group group;
    jacobi::turn_in_float<0>(group, l, b, v, squares.data());
    const auto product = [](const float* x, const float* y, int length) {
      double sum = 0;
      for (int i = 0; i < length; ++i) sum += double(x[i]) * double(y[i]);
      return sum;
    };
    for (int p = 0; p < n; ++p) {
      const float *const x = b + p * l.between_b(), *const of_v = v + p * l.between_v();
      const double xx = product(x, x, m);
      EXPECT_NEAR(squares[static_cast<size_t>(p)], xx, 1e-4 * xx + 1e-6);
      for (int i = 0; i < m; ++i) {
        double sum = 0;
        for (int h = 0; h < n; ++h) sum += double(head(i, h)) * double(of_v[h]);
        EXPECT_NEAR(x[i], sum, 1e-4);
      }
      for (int i = m; i < l.between_b(); ++i) EXPECT_EQ(x[i], 0.0f);
      for (int i = n; i < l.between_v(); ++i) EXPECT_EQ(of_v[i], 0.0f);
      for (int q = 0; q < p; ++q) {
        const float* const y = b + q * l.between_b();
        EXPECT_LE(std::abs(product(x, y, m)), 1e-5 * std::sqrt(xx * product(y, y, m)));
        EXPECT_NEAR(product(of_v, v + q * l.between_v(), n), 0.0, 1e-5);
      }
    }
    if (m > 2 * jacobi::rows_of_lanes || n <= jacobi::rows_of_lanes) continue;
    vector<jacobi::four_rows> again(memory.size());  // the same bits where lengths are constants
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) (again[0].x + j * l.between_b())[i] = head(i, j);
      (again[0].x + l.size_b() + j * l.between_v())[j] = 1.0f;
    }
    jacobi::turn_in_float<2>(group, l, again[0].x, again[0].x + l.size_b(), squares.data());
    EXPECT_EQ(std::memcmp(again.data(), memory.data(), memory.size() * sizeof(again[0])), 0);
  }
}

/// A group whose neighbours at the same barriers never are done.
struct group_in_company : detail::jacobi::host_group {
  bool every(bool) const { return false; }
};

/// On the device groups of one block sweep until all of them are done.
TEST(LinalgJacobi, OthersThatTakeLongerChangeNothing) {
  for (const auto& [m, n] : {std::pair<int64, int64>{5, 5}, {8, 8}, {24, 5}, {16, 16}, {33, 20}}) {
    const auto elements = static_cast<size_t>(detail::jacobi::layout{int(m), int(n)}.elements());
    vector<ff_t> memory(elements);
    for (const decomposed& d : every_family(static_cast<size_t>(m), static_cast<size_t>(n))) {
      const auto decompose_by = [&, m = m, n = n](auto group) {
        batched r{vector<ff_t>(static_cast<size_t>(n)), vector<ff_t>(d.elements.size()),
                  vector<ff_t>(static_cast<size_t>(n * n)), vector<ff::int32>(1)};
        detail::jacobi::decompose(
            group,
            {row_major(d.elements.data(), m, n), r.s.data(), row_major(r.u.data(), m, n),
             row_major(r.v.data(), n, n), true, true, r.sweeps.data()},
            memory.data());
        return r;
      };
      SCOPED_TRACE(d.name + ", " + std::to_string(m) + " x " + std::to_string(n));
      const batched alone = decompose_by(detail::jacobi::host_group());
      const batched in_company = decompose_by(group_in_company());
      EXPECT_EQ(alone.s, in_company.s);
      EXPECT_EQ(alone.u, in_company.u);
      EXPECT_EQ(alone.v, in_company.v);
      EXPECT_EQ(alone.sweeps, in_company.sweeps);
    }
  }
}

}  // namespace
