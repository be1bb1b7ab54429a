// QR and Cholesky factors on the host: refusals, residuals by __float128, families, shapes, failures.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/linalg/qr.hpp>
#include <string>
#include <utility>
#include <vector>

#include "linear_systems.hpp"
#include "matrices_to_multiply.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;

const double u2 = 0x1p-48;
const ff_t nan_pair = ff::detail::quiet_nan;

// ---------------------------------------------------------------- refusals

TEST(LinalgFactorStatus, EveryRefusalSaysWhatWasExpectedAndWritesNothing) {
  ff_numbers p(36, ff_t(1.0f)), q(36, ff_t(7.0f)), r(36, ff_t(7.0f));
  const auto a = row_major(p.data(), 4, 3);
  const auto good_q = row_major(q.data(), 4, 3), good_r = row_major(r.data(), 3, 3),
             flat = matrix_view<ff_t>(q.data(), 4, 3, 0, 1), nowhere = matrix_view<ff_t>(nullptr, 4, 3, 3, 1);
  const vector_view<ff_t> tau(r.data(), 3), longer(r.data(), 4);
  qr_options bad_method, bad_threads, products;
  bad_method.method = static_cast<qr_method>(9);
  bad_threads.threads = -1;
  products.method = qr_method::cholesky;
  const struct {
    status said;
    fault code;
    const char* words;
  } refusals[] = {
      {qr(a, good_q, good_r, bad_method), fault::option, "automatic, householder or cholesky"},
      {qr(a, good_q, good_r, bad_threads), fault::option, "threads of at least 0"},
      {qr(a, good_r, good_r), fault::shape, "Q of A's rows"},
      {qr(a, good_q, good_q), fault::shape, "R of min(rows, columns) rows"},
      {qr(a.transposed(), good_r, row_major(r.data(), 3, 4), products), fault::shape,
       "as many rows as columns"},
      {qr(nowhere, good_q, good_r), fault::view, "a pointer is null"},
      {qr(a, flat, good_r), fault::view, "an address of its own"},
      {householder(good_q, longer), fault::shape, "elements of tau"},
      {householder(flat, tau), fault::view, "an address of its own"},
      {householder(good_q, tau, -1), fault::option, "threads of at least 0"},
      {apply_q(a, tau, false, good_r), fault::shape, "as many rows of C as of A"},
      {apply_q(a, tau, false, flat), fault::view, "an address of its own"},
      {cholesky(a, good_q), fault::shape, "as many rows of A as columns"},
      {cholesky(row_major(p.data(), 3, 3), good_q), fault::shape, "L of A's dimensions"},
      {cholesky(row_major(p.data(), 3, 3), good_r, nullptr, -1), fault::option, "threads of at least 0"},
  };
  for (const auto& f : refusals) {
    EXPECT_EQ(f.said.code(), f.code) << f.words;
    EXPECT_NE(std::string(f.said.text()).find(f.words), std::string::npos) << f.said.text();
  }
  for (const float odd : {ff::detail::quiet_nan, ff::detail::infinity}) {
    p[7] = odd;
    EXPECT_EQ(qr(a, good_q, good_r).code(), fault::numeric);
    ff_numbers before = p;
    EXPECT_EQ(householder(row_major(p.data(), 4, 3), tau).code(), fault::numeric);
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_TRUE(same_bits(p[i], before[i]));
  }
  for (const ff_t& e : q) EXPECT_EQ(e, ff_t(7.0f));
  for (const ff_t& e : r) EXPECT_EQ(e, ff_t(7.0f));
}

// ---------------------------------------------------------------- QR

/// `used`: what the report has to say; automatic for either.
void expect_factors(const ff_numbers& a, int64 m, int64 n, qr_method method, qr_method used, double bound) {
  const int64 k = std::min(m, n);
  ff_numbers q(static_cast<std::size_t>(m * k), nan_pair), r(static_cast<std::size_t>(k * n), nan_pair);
  qr_options options;
  options.method = method;
  qr_report report;
  const status s =
      qr(row_major(a.data(), m, n), row_major(q.data(), m, k), row_major(r.data(), k, n), options, &report);
  ASSERT_TRUE(s.ok()) << s.text();
  if (used != qr_method::automatic) {
    EXPECT_EQ(static_cast<int>(report.used), static_cast<int>(used));
  }
  const quads wide_q = quads_of(q);
  EXPECT_LE(distance_of_product(quads_of(a), wide_q, quads_of(r), m, n, k), bound);
  EXPECT_LE(distance_of_product(identity_quads(k), transpose_of(wide_q, m, k), wide_q, k, k, m), bound);
  for (int64 i = 0; i < k; ++i)
    for (int64 j = 0; j <= i && j < n; ++j) {
      const ff_t e = r[static_cast<std::size_t>(i * n + j)];
      EXPECT_TRUE(j < i ? same_bits(e, ff_t(0.0f)) : e >= 0.0f) << i << ' ' << j;
    }
}

struct factored_by_reflections {
  ff_numbers q, r;
  qr_report report;

  factored_by_reflections(const ff_numbers& a, int64 m, int64 n)
      : q(static_cast<std::size_t>(m * std::min(m, n))), r(static_cast<std::size_t>(std::min(m, n) * n)) {
    const int64 k = std::min(m, n);
    qr_options options;
    options.method = qr_method::householder;
    const status s =
        qr(row_major(a.data(), m, n), row_major(q.data(), m, k), row_major(r.data(), k, n), options, &report);
    EXPECT_TRUE(s.ok()) << s.text();
  }
};

/// Each column of A - Q R over that of A.
void expect_columns(const ff_numbers& a, const factored_by_reflections& f, int64 m, int64 n, double bound) {
  const int64 k = std::min(m, n);
  const quads wide = quads_of(a), q = quads_of(f.q), r = quads_of(f.r);
  for (int64 j = 0; j < n; ++j) {
    float128 rest = 0, norm = 0;
    for (int64 i = 0; i < m; ++i) {
      const float128 e = wide[static_cast<std::size_t>(i * n + j)];
      float128 t = e;
      for (int64 h = 0; h < k; ++h)
        t -= q[static_cast<std::size_t>(i * k + h)] * r[static_cast<std::size_t>(h * n + j)];
      rest += t * t;
      norm += e * e;
    }
    EXPECT_LE(std::sqrt(static_cast<double>(rest / norm)), bound) << "column " << j;
  }
}

/// householder and apply_q have qr's Q.
void expect_same_reflections(const ff_numbers& a, const factored_by_reflections& f, int64 m, int64 n) {
  const int64 k = std::min(m, n);
  ff_numbers factored = a, tau(static_cast<std::size_t>(k)), c(static_cast<std::size_t>(m * m), ff_t(0.0f));
  for (int64 i = 0; i < m; ++i) c[static_cast<std::size_t>(i * m + i)] = 1.0f;
  const vector_view<ff_t> taus(tau.data(), k);
  ASSERT_TRUE(householder(row_major(factored.data(), m, n), taus).ok());
  ASSERT_TRUE(apply_q(row_major(factored.data(), m, n), taus, false, row_major(c.data(), m, m)).ok());
  const quads wide = quads_of(c);
  EXPECT_LE(distance_of_product(identity_quads(m), transpose_of(wide, m, m), wide, m, m, m), 100 * u2);
  for (int64 i = 0; i < m; ++i)
    for (int64 j = 0; j < k; ++j)
      EXPECT_NEAR(static_cast<double>(abs(c[static_cast<std::size_t>(i * m + j)])),
                  static_cast<double>(abs(f.q[static_cast<std::size_t>(i * k + j)])), 100 * u2);
}

/// A matrix whose columns depend on each other exactly.
struct deficient {
  std::string name;
  ff_numbers elements;
  int64 rank;  ///< of the first min(m, n) columns
};
std::vector<deficient> deficient_matrices(int64 m, int64 n) {
  const int64 k = std::min(m, n);
  std::vector<deficient> all;
  const auto add = [&](const char* name, int64 rank, auto element) {
    ff_numbers a;
    for (int64 i = 0; i < m; ++i)
      for (int64 j = 0; j < n; ++j) a.push_back(element(i, j));
    all.push_back({name, a, std::min(rank, k)});
  };
  const ff_numbers drawn = system_matrix(system_kind::random, m, n, 1.0);
  const auto element = [&](int64 i, int64 j) { return drawn[static_cast<std::size_t>(i * n + j)]; };
  const auto integer = [&](int64 i, int64 h) {
    return std::nearbyint(static_cast<double>(element(i, h)) * 9);
  };
  add("ones", 1, [](int64, int64) { return ff_t(1.0f); });
  add("columns 1 and t", 2,
      [](int64 i, int64 j) { return ff_t(j % 2 == 1 ? static_cast<float>(i + 1) : 1.0f); });
  add("each column twice", (k + 1) / 2, [&](int64 i, int64 j) { return element(i, j / 2); });
  add("multiples of one column", 1,
      [&](int64 i, int64 j) { return ldexp(element(i, 0), static_cast<int>(j % 7)); });
  add("every third the sum of the two before", k - k / 3, [&](int64 i, int64 j) {
    return j % 3 == 2 ? ff_t(element(i, j - 1).hi()) + element(i, j - 2).hi() : ff_t(element(i, j).hi());
  });
  add("integers of rank 3", 3, [&](int64 i, int64 j) {
    double sum = 0;
    for (int64 h = 0; h < 3; ++h) sum += integer(i, h) * integer(j % m, h + 3);
    return ff_t(sum);
  });
  add("one to m n", 2, [&](int64 i, int64 j) { return ff_t(static_cast<float>(i * n + j + 1)); });
  return all;
}

TEST(LinalgQr, ResidualAndOrthogonalityOfFamilies) {
  const struct {
    int64 m, n;
  } shapes[] = {{1, 1}, {2, 2}, {5, 3}, {3, 5}, {33, 32}, {70, 70}, {40, 100}, {150, 65}, {400, 9}};
  for (const auto& s : shapes)
    for (const system_kind kind : every_system)
      for (const double condition : {1e2, 1e6, 1e12}) {
        SCOPED_TRACE(::testing::Message() << s.m << " x " << s.n << ", kind " << static_cast<int>(kind)
                                          << ", condition " << condition);
        const ff_numbers a = system_matrix(kind, s.m, s.n, condition);
        expect_factors(a, s.m, s.n, qr_method::householder, qr_method::householder, 100 * u2);
      }
}

TEST(LinalgQr, ProductsForTallMatrices) {
  for (const int64 m : {4, 64, 300})
    for (const system_kind kind : {system_kind::random, system_kind::graded, system_kind::columns})
      for (const double condition : {1e2, 1e6, 1e10}) {
        const int64 n = m / 4;
        SCOPED_TRACE(::testing::Message()
                     << m << ", kind " << static_cast<int>(kind) << ", condition " << condition);
        const ff_numbers a = system_matrix(kind, m, n, condition);
        expect_factors(a, m, n, qr_method::cholesky, qr_method::cholesky, 50 * u2);
        expect_factors(a, m, n, qr_method::automatic, qr_method::cholesky, 50 * u2);
      }
  // Too few rows for the automatic choice.
  expect_factors(system_matrix(system_kind::random, 39, 10, 1.0), 39, 10, qr_method::automatic,
                 qr_method::householder, 100 * u2);
}

TEST(LinalgQr, RankDeficientMatricesAreReflected) {
  const int64 m = 80, n = 10;
  ff_numbers zero(static_cast<std::size_t>(m * n), ff_t(0.0f));
  ff_numbers repeated = system_matrix(system_kind::random, m, n, 1.0);
  for (int64 i = 0; i < m; ++i)
    repeated[static_cast<std::size_t>(i * n + 7)] = repeated[static_cast<std::size_t>(i * n + 2)];
  expect_factors(zero, m, n, qr_method::automatic, qr_method::householder, 100 * u2);
  expect_factors(repeated, m, n, qr_method::automatic, qr_method::automatic, 100 * u2);
  const ff_numbers hilbert = system_matrix(system_kind::hilbert, 200, 30, 1.0);
  expect_factors(hilbert, 200, 30, qr_method::automatic, qr_method::householder, 100 * u2);

  ff_numbers q(static_cast<std::size_t>(m * n)), r(static_cast<std::size_t>(n * n));
  qr_options products;
  products.method = qr_method::cholesky;
  qr_report report;
  const status s = qr(row_major(zero.data(), m, n), row_major(q.data(), m, n), row_major(r.data(), n, n),
                      products, &report);
  EXPECT_EQ(s.code(), fault::numeric);
  EXPECT_EQ(report.failed_pivot, 0);
}

TEST(LinalgQr, ScalesOfTheWholeRange) {
  for (const int e : {-100, -70, 70, 118}) {
    ff_numbers a = system_matrix(system_kind::random, 48, 12, 1.0);
    for (ff_t& x : a) x = ldexp(x, e);
    expect_factors(a, 48, 12, qr_method::householder, qr_method::householder, 100 * u2);
    expect_factors(a, 48, 12, qr_method::cholesky, qr_method::cholesky, 50 * u2);
  }
}

// Columns at any scale of their own: the factors are those of the columns at one scale, exactly.
TEST(LinalgQr, ColumnsAtScalesOfTheirOwn) {
  const int64 m = 40, n = 12;
  const ff_numbers plain = system_matrix(system_kind::random, m, n, 1.0);
  const factored_by_reflections one(plain, m, n);
  for (const int spread : {60, 100, 140, 180}) {
    SCOPED_TRACE(spread);
    const auto shift = [&](int64 j) { return static_cast<int>((j * 5 % n) * spread / n) - 60; };
    ff_numbers a = plain;
    for (int64 i = 0; i < m; ++i)
      for (int64 j = 0; j < n; ++j) {
        ff_t& e = a[static_cast<std::size_t>(i * n + j)];
        e = ldexp(e, shift(j));
      }
    const factored_by_reflections f(a, m, n);
    EXPECT_EQ(f.report.rank, n);
    for (std::size_t i = 0; i < f.q.size(); ++i) EXPECT_TRUE(same_bits(f.q[i], one.q[i]));
    for (int64 i = 0; i < n; ++i)
      for (int64 j = i; j < n; ++j)
        EXPECT_TRUE(same_bits(f.r[static_cast<std::size_t>(i * n + j)],
                              ldexp(one.r[static_cast<std::size_t>(i * n + j)], shift(j))));
  }
}

// What is left of a column that depends on others is noise, and noise of noise, down to 2^-149.
TEST(LinalgQr, DependentColumnsLeaveQOrthogonal) {
  for (const auto& [m, n] :
       {std::pair<int64, int64>{21, 21}, {40, 9}, {60, 20}, {70, 70}, {20, 45}, {100, 67}})
    for (const deficient& d : deficient_matrices(m, n))
      for (const int scale : {0, -100, 100}) {
        if (scale != 0 && m * n > 1000) continue;
        SCOPED_TRACE(d.name + ", " + std::to_string(m) + " x " + std::to_string(n) + ", 2^" +
                     std::to_string(scale));
        ff_numbers a = d.elements;
        for (ff_t& e : a) e = ldexp(e, scale);
        expect_factors(a, m, n, qr_method::automatic, qr_method::automatic, 100 * u2);
        const factored_by_reflections f(a, m, n);
        EXPECT_EQ(f.report.rank, d.rank);
        expect_columns(a, f, m, n, static_cast<double>(m + n) * u2);
        if (scale == 0) expect_same_reflections(a, f, m, n);
      }
}

TEST(LinalgQr, ZerosHaveNoSign) {
  for (const int64 n : {1, 2, 5, 9}) {
    std::vector<ff_t> a(static_cast<size_t>(12 * n), ff_t(1.0f)), q(a.size()), r(static_cast<size_t>(n * n));
    for (const float scale : {1.0f, -1.0f, 0.0f, -0.0f}) {
      for (ff_t& x : a) x = scale;
      const status said = qr(row_major<const ff_t>(a.data(), 12, n), row_major(q.data(), 12, n),
                             row_major(r.data(), n, n), {qr_method::householder, 1});
      ASSERT_TRUE(said.ok()) << said.text();
      for (const ff_t x : r) EXPECT_FALSE(x == 0.0f && signbit(x)) << n;
      for (const ff_t x : q) EXPECT_FALSE(x == 0.0f && signbit(x)) << n;
    }
  }
}

TEST(LinalgQr, RanksOfWholeMatrices) {
  for (const auto& [m, n] : {std::pair<int64, int64>{1, 1}, {33, 32}, {20, 45}, {300, 40}})
    for (const system_kind kind : {system_kind::random, system_kind::graded, system_kind::columns})
      EXPECT_EQ(factored_by_reflections(system_matrix(kind, m, n, 1e6), m, n).report.rank, std::min(m, n));
  ff_numbers one_zero = system_matrix(system_kind::random, 9, 4, 1.0);
  for (int64 i = 0; i < 9; ++i) one_zero[static_cast<std::size_t>(4 * i + 2)] = 0.0f;
  EXPECT_EQ(factored_by_reflections(one_zero, 9, 4).report.rank, 3);
}

TEST(LinalgQr, ANormBeyondTheRangeIsAnOverflow) {
  ff_numbers a(16, ff_t(3e38f)), q(16), r(16), tau(4);
  const auto view = row_major(a.data(), 4, 4);
  EXPECT_EQ(qr(view, row_major(q.data(), 4, 4), row_major(r.data(), 4, 4)).code(), fault::overflow);
  ff_numbers tall(80, ff_t(3e38f)), tall_q(80), tall_r(16);  // by products
  for (int64 i = 0; i < 4; ++i) tall[static_cast<std::size_t>(5 * i)] = -3e38f;
  EXPECT_EQ(qr(row_major(tall.data(), 20, 4), row_major(tall_q.data(), 20, 4), row_major(tall_r.data(), 4, 4))
                .code(),
            fault::overflow);
  EXPECT_EQ(householder(view, vector_view<ff_t>(tau.data(), 4)).code(), fault::overflow);
  a.assign(16, ff_t(1e38f));
  EXPECT_TRUE(qr(view, row_major(q.data(), 4, 4), row_major(r.data(), 4, 4)).ok());
}

// The factored form with any layout gives what qr gives, and Q^T Q = 1.
TEST(LinalgQr, FactoredFormAndItsProducts) {
  const int64 m = 75, n = 40;
  const ff_numbers a = system_matrix(system_kind::graded, m, n, 1e6);
  ff_numbers q(static_cast<std::size_t>(m * n)), r(static_cast<std::size_t>(n * n));
  qr_options reflections;
  reflections.method = qr_method::householder;
  ASSERT_TRUE(
      qr(row_major(a.data(), m, n), row_major(q.data(), m, n), row_major(r.data(), n, n), reflections).ok());
  for (const layout by : every_layout) {
    placed factored(a, m, n, by);
    ff_numbers tau(static_cast<std::size_t>(n));
    const vector_view<ff_t> taus(tau.data(), n);
    ASSERT_TRUE(householder(factored.view(), taus).ok());
    EXPECT_TRUE(factored.rest_untouched());
    for (int64 i = 0; i < n; ++i)
      for (int64 j = i; j < n; ++j)
        EXPECT_EQ(abs(factored.view()(i, j)), abs(r[static_cast<std::size_t>(i * n + j)])) << i << ' ' << j;
    placed c(a, m, n, by);
    ASSERT_TRUE(apply_q(factored.view(), taus, true, c.view()).ok());
    for (int64 i = 0; i < m; ++i)
      for (int64 j = 0; j < n; ++j) {
        const double wanted = i <= j ? static_cast<double>(factored.view()(i, j)) : 0.0;
        ASSERT_NEAR(static_cast<double>(c.view()(i, j)), wanted, 100 * u2) << i << ' ' << j;
      }
    ASSERT_TRUE(apply_q(factored.view(), taus, false, c.view()).ok());
    EXPECT_TRUE(c.rest_untouched());
    const ff_numbers back = c.elements();
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_NEAR(static_cast<double>(back[i] - a[i]), 0.0, 200 * u2);
  }
}

TEST(LinalgQr, NothingToDo) {
  const matrix_view<ff_t> tall(nullptr, 5, 0, 1, 1), none(nullptr, 0, 0, 1, 1);
  EXPECT_TRUE(qr(tall, tall, none).ok());
  const auto no_columns = row_major<ff_t>(nullptr, 5, 0);
  EXPECT_TRUE(qr(no_columns, no_columns, none).ok());
  EXPECT_TRUE(householder(tall, vector_view<ff_t>(nullptr, 0)).ok());
  EXPECT_TRUE(cholesky(none, none).ok());
}

// ---------------------------------------------------------------- Cholesky

/// B B^T + shift by rows, rounded to pairs, B of `kind`.
ff_numbers definite(system_kind kind, int64 n, double condition, double shift) {
  const quads b = quads_of(system_matrix(kind, n, n, condition));
  ff_numbers a(static_cast<std::size_t>(n * n));
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j < n; ++j) {
      float128 sum = i == j ? shift : 0.0;
      for (int64 h = 0; h < n; ++h)
        sum += b[static_cast<std::size_t>(i * n + h)] * b[static_cast<std::size_t>(j * n + h)];
      const auto head = static_cast<float>(sum);
      a[static_cast<std::size_t>(i * n + j)] =
          ff::add12(head, static_cast<float>(sum - static_cast<float128>(head)));
    }
  return a;
}

TEST(LinalgCholesky, ResidualOverTheRootsOfTheDiagonal) {
  for (const int64 n : {1, 2, 5, 63, 64, 65, 130, 200})
    for (const system_kind kind : {system_kind::random, system_kind::graded})
      for (const double condition : {1e2, 1e5}) {
        const ff_numbers a = definite(kind, n, condition, 1e-9);
        for (const layout by : every_layout) {
          if (by != layout::rows && n > 65) continue;
          placed in(a, n, n, by), out(ff_numbers(a.size(), nan_pair), n, n, by);
          for (int64 i = 0; i < n; ++i)
            for (int64 j = i + 1; j < n; ++j) in.view()(i, j) = nan_pair;  // not read
          cholesky_report report;
          const status s = cholesky(in.view(), out.view(), &report);
          ASSERT_TRUE(s.ok()) << s.text();
          EXPECT_EQ(report.failed_pivot, -1);
          EXPECT_TRUE(out.rest_untouched());
          const ff_numbers l = out.elements();
          double worst = 0.0;
          for (int64 i = 0; i < n; ++i)
            for (int64 j = 0; j < n; ++j) {
              if (j > i) {
                ASSERT_TRUE(same_bits(l[static_cast<std::size_t>(i * n + j)], ff_t(0.0f)));
                continue;
              }
              float128 t = quad_of(a[static_cast<std::size_t>(i * n + j)]);
              for (int64 h = 0; h <= j; ++h)
                t -= quad_of(l[static_cast<std::size_t>(i * n + h)]) *
                     quad_of(l[static_cast<std::size_t>(j * n + h)]);
              worst = std::max(
                  worst, size_of(t) / std::sqrt(size_of(quad_of(a[static_cast<std::size_t>(i * n + i)])) *
                                                size_of(quad_of(a[static_cast<std::size_t>(j * n + j)]))));
            }
          EXPECT_LE(worst, 40 * u2) << n << ", kind " << static_cast<int>(kind) << ", " << name_of(by);
          ASSERT_TRUE(cholesky(in.view(), in.view()).ok());  // in place
          expect_same(in.elements(), l, "in place");
        }
      }
}

/// The largest |A - L L^T|_ij over sqrt(a_ii a_jj).
double distance_of_factor(const ff_numbers& a, const ff_numbers& l, int64 n) {
  double worst = 0.0;
  const auto at = [&](int64 i, int64 j) { return static_cast<std::size_t>(i * n + j); };
  const auto root = [&](int64 i) { return std::sqrt(size_of(quad_of(a[at(i, i)]))); };
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j <= i; ++j) {
      float128 t = quad_of(a[at(i, j)]);
      for (int64 h = 0; h <= j; ++h) t -= quad_of(l[at(i, h)]) * quad_of(l[at(j, h)]);
      worst = std::max(worst, size_of(t) / root(i) / root(j));
    }
  return worst;
}

// Powers of two for rows and columns change nothing but L's rows, wherever the results are in range.
TEST(LinalgCholesky, DiagonalsOfTheWholeRange) {
  for (const int64 n : {2, 9, 70})
    for (const int spread : {0, 30, 60, 120})
      for (const int by : {0, -120, 120}) {
        const ff_numbers a = definite(system_kind::random, n, 1e2, 1e-3);
        ff_numbers scaled = a, l(a.size()), of_a(a.size());
        std::vector<int> e(static_cast<std::size_t>(n));
        // Half exponents: a_ii keeps within 2^-120 and 2^124.
        for (int64 i = 0; i < n; ++i) {
          const auto grade = static_cast<int>(i * spread / (n - 1)) - spread / 2;
          e[static_cast<std::size_t>(i)] = std::max(-60, std::min(60, grade + by / 2));
        }
        for (int64 i = 0; i < n; ++i)
          for (int64 j = 0; j < n; ++j)
            scaled[static_cast<std::size_t>(i * n + j)] =
                ldexp(a[static_cast<std::size_t>(i * n + j)],
                      e[static_cast<std::size_t>(i)] + e[static_cast<std::size_t>(j)]);
        const auto view = [&](auto& m) { return row_major(m.data(), n, n); };
        const status s = cholesky(view(scaled), view(l));
        ASSERT_TRUE(s.ok()) << s.text() << n << " " << spread << " " << by;
        EXPECT_LE(distance_of_factor(scaled, l, n), 40 * u2) << n << " " << spread << " " << by;
        ASSERT_TRUE(cholesky(view(a), view(of_a)).ok());
        // Scaling that lost no bits of A changes no bit of L but its rows' powers.
        bool exact = true;
        for (int64 i = 0; i < n; ++i)
          for (int64 j = 0; j < n; ++j) {
            const auto at = static_cast<std::size_t>(i * n + j);
            const int power = e[static_cast<std::size_t>(i)] + e[static_cast<std::size_t>(j)];
            exact = exact && same_bits(ldexp(scaled[at], -power), a[at]);
          }
        EXPECT_TRUE(exact || by == -120 || spread >= 60);
        for (int64 i = 0; exact && i < n; ++i)
          for (int64 j = 0; j <= i; ++j) {
            const auto at = static_cast<std::size_t>(i * n + j);
            EXPECT_TRUE(same_bits(ldexp(l[at], -e[static_cast<std::size_t>(i)]), of_a[at]));
          }
      }
  // The ends: subnormal pivots, and the largest.
  ff_numbers ends{ff_t(0x1p-148f), ff_t(0.0f), ff_t(0.0f), ff_t(0x1p127f)}, l(4);
  ASSERT_TRUE(cholesky(row_major(ends.data(), 2, 2), row_major(l.data(), 2, 2)).ok());
  EXPECT_EQ(l[0], ff_t(0x1p-74f));
  EXPECT_EQ(l[3] * l[3], ff_t(0x1p127f));
}

// Neither scale nor grading makes an indefinite matrix pass.
TEST(LinalgCholesky, IndefiniteMatricesAtAnyScale) {
  for (const int e : {0, -60, 60})
    for (const int f : {0, -60, 60})
      for (const int64 n : {2, 20, 80}) {
        ff_numbers a = definite(system_kind::random, n, 1e2, 1e-3), l(a.size());
        const auto at = [&](int64 i, int64 j) { return static_cast<std::size_t>(i * n + j); };
        // a_(n-1,0) is 2^-40 too large for a_00 a_(n-1,n-1).
        for (int64 j = 0; j < n; ++j) a[at(n - 1, j)] = a[at(j, n - 1)] = a[at(0, j)];
        a[at(n - 1, 0)] = a[at(0, n - 1)] = a[at(0, 0)] * (1.0f + 0x1p-20f);
        a[at(n - 1, n - 1)] = a[at(0, 0)] * (1.0f + 0x1p-20f);
        for (int64 j = 0; j < n; ++j) {
          a[at(0, j)] = ldexp(a[at(0, j)], e), a[at(j, 0)] = ldexp(a[at(j, 0)], e);
          a[at(n - 1, j)] = ldexp(a[at(n - 1, j)], f), a[at(j, n - 1)] = ldexp(a[at(j, n - 1)], f);
        }
        cholesky_report report;
        const status s = cholesky(row_major(a.data(), n, n), row_major(l.data(), n, n), &report);
        EXPECT_EQ(s.code(), fault::numeric) << n << " " << e << " " << f;
        EXPECT_EQ(report.failed_pivot, n - 1);
      }
}

TEST(LinalgCholesky, TheFirstPivotThatFails) {
  for (const int64 n : {1, 10, 64, 150})
    for (const int64 at : {int64{0}, n / 2, n - 1})
      for (const float wrong : {-1.0f, 0.0f, ff::detail::quiet_nan, ff::detail::infinity}) {
        ff_numbers a(static_cast<std::size_t>(n * n), ff_t(0.0f)), l(a.size());
        for (int64 i = 0; i < n; ++i) a[static_cast<std::size_t>(i * n + i)] = ff_t(2.0f) / 3.0f;
        a[static_cast<std::size_t>(at * n + at)] = wrong;
        cholesky_report report;
        const status s = cholesky(row_major(a.data(), n, n), row_major(l.data(), n, n), &report);
        EXPECT_EQ(s.code(), fault::numeric);
        EXPECT_NE(std::string(s.text()).find("positive definite"), std::string::npos);
        EXPECT_EQ(report.failed_pivot, at) << n << ", " << wrong;
      }
  // Singular: two rows alike.  An infinity beside the diagonal.
  ff_numbers a{ff_t(1.0f), ff_t(1.0f), ff_t(1.0f), ff_t(1.0f)}, l(4);
  cholesky_report report;
  EXPECT_EQ(cholesky(row_major(a.data(), 2, 2), row_major(l.data(), 2, 2), &report).code(), fault::numeric);
  EXPECT_EQ(report.failed_pivot, 1);
  a[2] = ff::detail::infinity;
  EXPECT_EQ(cholesky(row_major(a.data(), 2, 2), row_major(l.data(), 2, 2), &report).code(), fault::numeric);
  EXPECT_EQ(report.failed_pivot, 1);
}

// ---------------------------------------------------------------- updates

/// A lower triangle of any signs, with sevens above, which nothing may read or write.
ff_numbers lower_factor_of(int64 n) {
  ff_numbers l(static_cast<std::size_t>(n * n), ff_t(7.0f));
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j <= i; ++j)
      l[static_cast<std::size_t>(i * n + j)] = ff_t(static_cast<float>((i * 5 + j * 3) % 11 - 4)) / 3.0f;
  return l;
}
ff_numbers update_of(int64 n) {
  ff_numbers x;
  for (int64 i = 0; i < n; ++i) x.push_back(ff_t(static_cast<float>(i % 7 - 3)) / 7.0f);
  return x;
}

void expect_update_within_bound(int64 n, const ff_numbers& before, const ff_numbers& x) {
  ff_numbers l = before;
  ASSERT_TRUE(cholesky_update(row_major(l.data(), n, n), {x.data(), n}).ok());
  const auto at = [n](int64 i, int64 j) { return static_cast<std::size_t>(i * n + j); };
  const auto wide = [](ff_t a) { return static_cast<__float128>(a.hi()) + a.lo(); };
  const auto product = [&](const ff_numbers& f, int64 i, int64 j) {
    __float128 sum = 0;
    for (int64 k = 0; k <= std::min(i, j); ++k) sum += wide(f[at(i, k)]) * wide(f[at(j, k)]);
    return sum;
  };
  const auto updated = [&](int64 i, int64 j) {
    return product(before, i, j) +
           wide(x[static_cast<std::size_t>(i)]) * wide(x[static_cast<std::size_t>(j)]);
  };
  for (int64 i = 0; i < n; ++i) {
    EXPECT_FALSE(l[at(i, i)] < 0.0f);
    for (int64 j = i + 1; j < n; ++j) EXPECT_EQ(l[at(i, j)], before[at(i, j)]);
    for (int64 j = 0; j <= i; ++j) {
      const auto error = static_cast<double>(product(l, i, j) - updated(i, j));
      const double scale = std::sqrt(static_cast<double>(updated(i, i)) * static_cast<double>(updated(j, j)));
      EXPECT_LE(std::fabs(error), 56 * static_cast<double>(n) * u2 * scale) << n << " " << i << " " << j;
    }
  }
}

TEST(LinalgCholeskyUpdate, TheProductWithTheTransposeGainsTheSquareOfX) {
  for (const int64 n : {0, 1, 2, 33, 100}) expect_update_within_bound(n, lower_factor_of(n), update_of(n));
}

// The first row leaves the second one's pivot and the rest of x as they are, however small.
TEST(LinalgCholeskyUpdate, TinyPivotsBesideLargeElementsKeepTheBound) {
  for (int e = -149; e <= 59; ++e) {
    const ff_t third = ldexp(ff_t(1.0f) / 3.0f, e), seventh = ldexp(ff_t(1.0f) / 7.0f, e);
    expect_update_within_bound(3, {1.0f, 7.0f, 7.0f, 1.0f, third, 7.0f, 0.0f, 1.0f, third},
                               {0.0f, seventh, -0.7f});
  }
}

TEST(LinalgCholeskyUpdate, ColumnsHaveTheBitsOfRowsAndZeroChangesTheSignsOfColumnsAlone) {
  constexpr int64 n = 20;
  const ff_numbers before = lower_factor_of(n), x = update_of(n), zero(n, ff_t(0.0f));
  ff_numbers rows = before, columns(before.size()), same = before;
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j < n; ++j)
      columns[static_cast<std::size_t>(j * n + i)] = before[static_cast<std::size_t>(i * n + j)];
  ASSERT_TRUE(cholesky_update(row_major(rows.data(), n, n), {x.data(), n}).ok());
  ASSERT_TRUE(cholesky_update(column_major(columns.data(), n, n), {x.data(), n}).ok());
  ASSERT_TRUE(cholesky_update(row_major(same.data(), n, n), {zero.data(), n}).ok());
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j <= i; ++j) {
      const auto at = static_cast<std::size_t>(i * n + j);
      EXPECT_EQ(rows[at], columns[static_cast<std::size_t>(j * n + i)]);
      EXPECT_EQ(abs(same[at]), abs(before[at]));
    }
}

TEST(LinalgCholeskyUpdate, RefusesAndReports) {
  ff_numbers l = lower_factor_of(3), x = update_of(3);
  const auto said = [&](const matrix_view<ff_t>& to, const vector_view<const ff_t>& by) {
    return cholesky_update(to, by).code();
  };
  const auto good = row_major(l.data(), 3, 3);
  EXPECT_EQ(said(row_major(l.data(), 2, 3), {x.data(), 2}), fault::shape);
  EXPECT_EQ(said(good, {x.data(), 2}), fault::shape);
  EXPECT_EQ(said(good, {nullptr, 3}), fault::view);
  EXPECT_EQ(said({l.data(), 3, 3, 0, 1}, {x.data(), 3}), fault::view);
  const ff_numbers before = l;
  x[2] = nan_pair;
  EXPECT_EQ(said(good, {x.data(), 3}), fault::numeric);
  EXPECT_EQ(l, before);
  l[8] = x[2] = 0x1.8p127f;  // the root of the sum of their squares is beyond the range
  EXPECT_EQ(said(good, {x.data(), 3}), fault::overflow);
}

}  // namespace
