// ff::linalg::svd and eigh on the host: every family of matrices, shapes, layouts, scales, bad input, and
// that the judge sees what is wrong.  Factors are judged in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ff/linalg/svd.hpp>
#include <ff/operators.hpp>
#include <limits>
#include <string>
#include <vector>

#include "decompositions.hpp"
#include "src/linalg/svd/small_factors.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::size_t;
using std::vector;
namespace kernels = ff::linalg::detail;

constexpr double residual_goal = 1e-13, orthogonality_goal = 2e-14;

factors decompose(const decomposed& d, svd_vectors which) {
  svd_options o;
  o.vectors = which;
  return decompose(d, o);
}

void expect_good(const decomposed& d, const factors& f) {
  expect_good(d, f, svd_method::refine, {residual_goal, orthogonality_goal, 2e-14});
}

// ---------------------------------------------------------------- families

TEST(LinalgSvd, EveryFamilyOfSquares) {
  for (const decomposed& d : every_family(64, 64)) expect_good(d, decompose(d));
}

TEST(LinalgSvd, EveryFamilyTall) {
  for (const decomposed& d : every_family(90, 40)) expect_good(d, decompose(d));
}

TEST(LinalgSvd, EveryFamilyWide) {
  for (const decomposed& d : every_family(30, 50)) expect_good(d, decompose(d));
}

TEST(LinalgSvd, EveryShapeThinAndFull) {
  const size_t shapes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 2}, {17, 16}, {13, 25}, {40, 3}};
  for (const auto& s : shapes)
    for (const svd_vectors which : {svd_vectors::thin, svd_vectors::full})
      for (const decomposed& d : every_family(s[0], s[1])) expect_good(d, decompose(d, which));
}

TEST(LinalgSvd, ClustersAreReported) {
  for (const decomposed& d : families_with_values(40, 40)) {
    const factors f = decompose(d);
    if (d.name == "orthogonal" || d.name == "pairs") {
      EXPECT_GT(f.report.clusters, 0) << d.name;
    }
    if (d.name == "geometric 1e2") {
      EXPECT_EQ(f.report.clusters, 0);
      EXPECT_LE(f.report.steps, 4);
    }
  }
}

// ---------------------------------------------------------------- values, layouts, scales

TEST(LinalgSvd, ValuesAloneAreThoseOfTheWhole) {
  for (const decomposed& d : every_family(24, 15)) {
    const factors f = decompose(d);
    vector<ff_t> s(15);
    svd_options o;
    o.vectors = svd_vectors::none;
    const status said = svd(row_major(d.elements.data(), 24, 15), s.data(), {}, {}, o);
    ASSERT_TRUE(said.ok()) << said.text();
    EXPECT_EQ(s, f.s) << d.name;
  }
}

TEST(LinalgSvd, EveryLayoutGivesTheSameBits) {
  const decomposed d = families_with_elements(12, 7)[0];
  const factors f = decompose(d);
  vector<ff_t> a(12 * 20, ff_t(9.0f)), s(7), u(12 * 8, ff_t(5.0f)), v(7 * 10, ff_t(6.0f));
  const matrix_view<ff_t> at = column_major(a.data(), 12, 7, 20), to_u = row_major(u.data(), 12, 7, 8),
                          to_v = column_major(v.data(), 7, 7, 10);
  for (ff::int64 i = 0; i < 12; ++i)
    for (ff::int64 j = 0; j < 7; ++j) at(i, j) = d.elements[static_cast<size_t>(i * 7 + j)];
  const status said = svd(at, s.data(), to_u, to_v);
  ASSERT_TRUE(said.ok()) << said.text();
  EXPECT_EQ(s, f.s);
  for (ff::int64 i = 0; i < 12; ++i) {
    for (ff::int64 j = 0; j < 7; ++j) EXPECT_EQ(to_u(i, j), f.u[static_cast<size_t>(i * 7 + j)]);
    EXPECT_EQ(u[static_cast<size_t>(i * 8 + 7)], ff_t(5.0f));  // what lies between
  }
  for (ff::int64 i = 0; i < 7; ++i)
    for (ff::int64 j = 0; j < 7; ++j) EXPECT_EQ(to_v(i, j), f.v[static_cast<size_t>(i * 7 + j)]);
}

TEST(LinalgSvd, PowersOfTwoScaleTheValuesExactly) {
  for (const decomposed& plain : every_family(14, 14)) {
    const factors f = decompose(plain);
    for (const float scale : {0x1p-60f, 0x1p100f}) {
      decomposed d = plain;
      for (ff_t& x : d.elements) x = x * scale;
      const factors g = decompose(d);
      for (size_t i = 0; i < f.s.size(); ++i)
        EXPECT_EQ(g.s[i], f.s[i] * scale) << plain.name << " by " << scale << ", value " << i;
    }
  }
}

TEST(LinalgSvd, ScalesOf1e30) {
  for (const double scale : {1e-30, 1e30}) {
    decomposed d = families_with_values(20, 20)[1];
    for (ff_t& x : d.elements) x = x * ff_t(scale);
    const factors f = decompose(d);
    EXPECT_LE(f.report.residual, residual_goal);
    EXPECT_LE(f.report.orthogonality, orthogonality_goal);
    for (size_t i = 0; i < 20; ++i) EXPECT_NEAR(double(f.s[i]) / scale, d.values[i], 1e-13);
  }
}

// ---------------------------------------------------------------- bad input

TEST(LinalgSvd, NaNAndInfinityGiveNaN) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    for (const size_t place : {size_t{0}, size_t{5}}) {
      decomposed d = families_with_elements(5, 4)[0];
      d.elements[place] = bad;
      const factors f = decompose(d);
      for (const vector<ff_t>* const r : {&f.s, &f.u, &f.v})
        for (const ff_t x : *r) EXPECT_TRUE(x != x);
      EXPECT_TRUE(std::isnan(f.report.residual));
      EXPECT_FALSE(f.report.converged);
      vector<ff_t> w(4);
      const matrix_view<const ff_t> square(d.elements.data(), 4, 4, 4, 1);
      EXPECT_EQ(eigh(square, w.data(), {}, {svd_method::automatic, svd_vectors::none, 0}).code(),
                fault::numeric);
      EXPECT_TRUE(isnan(w[3]));
    }
}

TEST(LinalgSvd, NothingOfNothing) {
  ff_t u[9];
  svd_options o;
  o.vectors = svd_vectors::full;
  const status said = svd(row_major(static_cast<const ff_t*>(nullptr), 3, 0), nullptr, row_major(u, 3, 3),
                          row_major(static_cast<ff_t*>(nullptr), 0, 0), o);
  ASSERT_TRUE(said.ok()) << said.text();
  for (int i = 0; i < 9; ++i) EXPECT_EQ(u[i], ff_t(i % 4 == 0 ? 1.0f : 0.0f));
}

TEST(LinalgSvd, EveryRefusalSaysWhatWasExpectedAndWritesNothing) {
  vector<ff_t> x(64, ff_t(1.0f)), y(64, ff_t(7.0f)), z(64, ff_t(7.0f));
  ff_t s[4] = {7.0f, 7.0f, 7.0f, 7.0f};
  const matrix_view<const ff_t> a = row_major(x.data(), 4, 3);
  const auto u = row_major(y.data(), 4, 3), v = row_major(z.data(), 3, 3);
  svd_options method, rotations, vectors, threads, full;
  method.method = static_cast<svd_method>(9);
  rotations.method = svd_method::golub_reinsch;
  vectors.vectors = static_cast<svd_vectors>(9);
  threads.threads = -1;
  full.vectors = svd_vectors::full;
  matrix_view<const ff_t> negative = a, none = a;
  negative.rows = -1;
  none.data = nullptr;
  matrix_view<ff_t> flat = u, no_v = v;
  flat.column_stride = 0;
  no_v.data = nullptr;
  const auto square = row_major(x.data(), 3, 3);
  const struct {
    status said;
    fault code;
    const char* words;
  } refusals[] = {
      {svd(negative, s, u, v), fault::shape, "between 0 and"},
      {svd(a, s, v, v), fault::shape, "U of m by"},
      {svd(a, s, u, u), fault::shape, "V of n by"},
      {svd(a, s, u, v, full), fault::shape, "U of m by"},
      {svd(a, s, u, v, vectors), fault::option, "none, thin or full"},
      {svd(a, s, u, v, method), fault::option, "refine, golub_reinsch or jacobi"},
      {svd(a, s, u, v, threads), fault::option, "threads of at least 0"},
      {svd(none, s, u, v), fault::view, "A in memory"},
      {svd(a, nullptr, u, v), fault::view, "s in memory"},
      {svd(a, s, flat, v), fault::view, "U in memory"},
      {svd(a, s, u, no_v), fault::view, "V in memory"},
      {eigh(a, s, v), fault::shape, "as many columns"},
      {eigh(square, s, u), fault::shape, "as many rows and columns as A"},
      {eigh(square, nullptr, v), fault::view, "w in memory"},
      {eigh(square, s, no_v), fault::view, "V in memory"},
      {eigh(square, s, v, rotations), fault::option, "automatic or refine"},
  };
  for (const auto& r : refusals) {
    EXPECT_EQ(r.said.code(), r.code) << r.words;
    EXPECT_NE(std::string(r.said.text()).find(r.words), std::string::npos) << r.said.text();
  }
  for (const ff_t& e : y) EXPECT_EQ(e, ff_t(7.0f));
  for (const ff_t& e : z) EXPECT_EQ(e, ff_t(7.0f));
  for (const ff_t& e : s) EXPECT_EQ(e, ff_t(7.0f));
}

// ---------------------------------------------------------------- symmetric matrices

TEST(LinalgEigh, EveryFamily) {
  for (const size_t n : {size_t{1}, size_t{2}, size_t{50}})
    for (decomposed d : every_family(n, n)) {
      SCOPED_TRACE(d.name);
      const vector<ff_t> plain = d.elements;
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) d.elements[i * n + j] = plain[i * n + j] + plain[j * n + i];
      const auto size = static_cast<ff::int64>(n);
      vector<ff_t> w(n), v(n * n);
      svd_report report;
      const status said = eigh(row_major(d.elements.data(), size, size), w.data(),
                               row_major(v.data(), size, size), {}, &report);
      ASSERT_TRUE(said.ok()) << said.text();
      EXPECT_TRUE(std::is_sorted(w.rbegin(), w.rend()));
      const worth is = worth_of(d, w, v, n, v, n);
      EXPECT_LE(is.residual, residual_goal);
      EXPECT_LE(is.orthogonality, orthogonality_goal);
      EXPECT_NEAR(report.residual, is.residual, 0.1 * is.residual + report_error(d));
      EXPECT_TRUE(report.converged);
    }
}

TEST(LinalgEigh, TakesTheSymmetricPart) {
  const ff_t a[] = {2.0f, 3.0f, 1.0f, 2.0f};  // (A + A^T)/2 has 4 and 0
  ff_t w[2], v[4];
  const status said = eigh(row_major(a, 2, 2), w, row_major(v, 2, 2));
  ASSERT_TRUE(said.ok()) << said.text();
  EXPECT_NEAR(double(w[0]), 4.0, 1e-13);
  EXPECT_NEAR(double(w[1]), 0.0, 1e-13);
}

// ---------------------------------------------------------------- the parts

TEST(LinalgSvdParts, SmallFactorsInDouble) {
  std::mt19937_64 random(5);
  for (const size_t n : {size_t{1}, size_t{2}, size_t{7}, size_t{16}}) {
    const vector<double> e = normal_elements(n * n, random);
    const kernels::small_svd<double> f(e, n);
    vector<ff_t> p(f.p.begin(), f.p.end()), q(f.q.begin(), f.q.end());
    EXPECT_LE(orthogonality_of(p, n, n), 2e-14);
    EXPECT_LE(orthogonality_of(q, n, n), 2e-14);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (size_t k = 0; k < n; ++k)
          for (size_t l = 0; l < n; ++l) sum += f.p[k * n + i] * e[k * n + l] * f.q[l * n + j];
        if (i != j) {
          EXPECT_NEAR(sum, 0.0, 1e-12);
        }
      }
  }
}

TEST(LinalgSvdParts, TheInverseOfACholeskyFactor) {
  const vector<double> g = {4, 2, 2, 2, 5, 3, 2, 3, 6};
  vector<double> x = g;
  ASSERT_TRUE(kernels::inverse_cholesky(x, 3));
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < 3; ++j) {
      double sum = 0;  // X^T G X = I
      for (size_t k = 0; k < 3; ++k)
        for (size_t l = 0; l < 3; ++l) sum += x[k * 3 + i] * g[k * 3 + l] * x[l * 3 + j];
      EXPECT_NEAR(sum, i == j ? 1.0 : 0.0, 1e-14);
    }
  vector<double> indefinite = {1, 2, 2, 1};
  EXPECT_FALSE(kernels::inverse_cholesky(indefinite, 2));
}

// The judge of this file, on factors with one error.
TEST(LinalgSvdParts, TheJudgeSeesErrors) {
  const decomposed d = families_with_values(20, 12)[0];
  const factors good = decompose(d);
  factors f = good;
  f.s[3] = f.s[3] * ff_t(1.0 + 1e-11);
  EXPECT_GT(worth_of(d, f.s, f.u, 12, f.v, 12).residual, residual_goal);
  f = good;
  for (size_t i = 0; i < 20; ++i) f.u[i * 12] += f.u[i * 12 + 1] * 1e-12;
  EXPECT_GT(worth_of(d, f.s, f.u, 12, f.v, 12).orthogonality, orthogonality_goal);
}

}  // namespace
