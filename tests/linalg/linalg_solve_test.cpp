// Linear systems and least squares on the host: refusals, solutions of __float128, families, singular ones.
#include <gtest/gtest.h>

#include <ff/linalg/blas.hpp>
#include <ff/linalg/solve.hpp>
#include <string>

#include "linear_systems.hpp"
#include "matrices_to_multiply.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;

const double u2 = 0x1p-48;

TEST(LinalgSolveStatus, EveryRefusalSaysWhatWasExpectedAndWritesNothing) {
  ff_numbers p(36, ff_t(1.0f)), q(36, ff_t(7.0f));
  for (std::size_t i = 0; i < p.size(); i += 4) p[i] = 5.0f;
  const auto a = row_major(p.data(), 3, 3), tall = row_major(p.data(), 4, 3), b = row_major(p.data(), 3, 2),
             x = row_major(q.data(), 3, 2), flat = matrix_view<ff_t>(q.data(), 3, 2, 1, 0),
             nowhere = matrix_view<ff_t>(nullptr, 3, 3, 3, 1);
  solve_options bad_factors, bad_threads;
  bad_factors.factors = static_cast<solve_factors>(9);
  bad_threads.threads = -1;
  const struct {
    status said;
    fault code;
    const char* words;
  } refusals[] = {
      {solve(tall, b, x), fault::shape, "as many rows of A as columns"},
      {solve(a, row_major(p.data(), 2, 2), x), fault::shape, "rows of B as of A"},
      {solve(a, b, row_major(q.data(), 4, 2)), fault::shape, "rows of X as A has columns"},
      {solve(a, b, row_major(q.data(), 3, 3)), fault::shape, "columns of X as of B"},
      {solve(nowhere, b, x), fault::view, "a pointer is null"},
      {solve(a, b, flat), fault::view, "an address of its own"},
      {solve(a, b, x, bad_factors), fault::option, "factors automatic or pairs"},
      {solve(a, b, x, bad_threads), fault::option, "threads of at least 0"},
      {least_squares(tall.transposed(), b, x), fault::shape, "at least as many rows as columns"},
      {least_squares(tall, b, x), fault::shape, "rows of B as of A"},
      {least_squares(a, b, x, bad_factors), fault::option, "factors automatic or pairs"},
  };
  for (const auto& f : refusals) {
    EXPECT_EQ(f.said.code(), f.code) << f.words;
    EXPECT_NE(std::string(f.said.text()).find(f.words), std::string::npos) << f.said.text();
  }
  for (const float odd : {ff::detail::quiet_nan, ff::detail::infinity}) {
    ff_numbers bad = p;
    bad[3] = odd;
    const auto view = row_major(bad.data(), 3, 3);
    for (const status& s : {solve(view, b, x), solve(a, view.block(0, 0, 3, 2), x), least_squares(view, b, x),
                            least_squares(a, view.block(0, 0, 3, 2), x)}) {
      EXPECT_EQ(s.code(), fault::numeric);
      EXPECT_NE(std::string(s.text()).find("without infinities and NaN"), std::string::npos);
    }
  }
  for (const ff_t& e : q) EXPECT_EQ(e, ff_t(7.0f));
}

TEST(LinalgSolve, TheLastBitsWhereTheReportSaysSo) {
  int in_float = 0, in_pairs = 0;
  for (const int64 n : {1, 2, 5, 40, 110})
    for (const system_kind kind : every_system)
      for (const double condition : {1e2, 1e4, 1e10, 1e12})
        for (const solve_factors factors : {solve_factors::automatic, solve_factors::pairs}) {
          SCOPED_TRACE(::testing::Message() << n << ", kind " << static_cast<int>(kind) << ", condition "
                                            << condition << ", factors " << static_cast<int>(factors));
          const int64 k = 3;
          const ff_numbers a = system_matrix(kind, n, n, condition),
                           b = system_matrix(system_kind::random, n, k, 1.0, 2);
          placed x(ff_numbers(b.size()), n, k, layout::spread);
          solve_options options;
          options.factors = factors;
          solve_report r;
          const status s = solve(row_major(a.data(), n, n), row_major(b.data(), n, k), x.view(), options, &r);
          EXPECT_EQ(s.ok(), r.converged) << s.text();
          EXPECT_TRUE(s.ok() || s.code() == fault::singular || s.code() == fault::not_converged) << s.text();
          EXPECT_TRUE(x.rest_untouched());
          EXPECT_EQ(r.failed_pivot, -1);
          EXPECT_LE(r.backward_error, (r.converged ? 2 : 100) * u2);
          const bool automatic = factors == solve_factors::automatic;
          const bool known = kind == system_kind::graded;
          EXPECT_TRUE(r.converged || !known);
          EXPECT_TRUE(r.fallback || automatic);
          EXPECT_TRUE(!r.fallback || !automatic || !known || condition > 1e4);
          if (!r.converged) continue;
          ++(r.fallback ? in_pairs : in_float);
          const quads wide = quads_of(a);
          const ff_numbers xs = x.elements();
          for (int64 j = 0; j < k; ++j) {
            quads right;
            ff_numbers column;
            for (int64 i = 0; i < n; ++i) {
              right.push_back(quad_of(b[static_cast<std::size_t>(i * k + j)]));
              column.push_back(xs[static_cast<std::size_t>(i * k + j)]);
            }
            EXPECT_LE(apart(column, solution_of(wide, right)), 4 * u2);
          }
        }
  EXPECT_GT(in_float, 40);
  EXPECT_GT(in_pairs, 60);
}

ff_t rounded(float128 x) {
  const auto head = static_cast<float>(x);
  return ff::add12(head, static_cast<float>(x - static_cast<float128>(head)));
}

// A = I - (1 - 2^-36) w w^T / |w|^2 shrinks errors along w by next to nothing where the factors are floats.
// An answer with little along w has small corrections from the first on.
TEST(LinalgSolve, AnswersThatHideTheCondition) {
  const float128 w[] = {1, 2, 3, 5}, across[] = {5, -1, -1, 0};
  ff_numbers a;
  for (const float128 wi : w)
    for (const float128 wj : w)
      a.push_back(rounded((a.size() % 5 == 0 ? 1 : 0) - wi * wj * (1 - float128(0x1p-36)) / 39));
  const quads wide = quads_of(a);
  for (int e = 6; e < 34; ++e) {
    ff_numbers b, x(4);
    for (std::size_t i = 0; i < 4; ++i) {
      float128 sum = 0;
      for (std::size_t j = 0; j < 4; ++j)
        sum += wide[4 * i + j] * (across[j] + w[j] * float128(std::ldexp(1.0, -e)));
      b.push_back(rounded(sum));
    }
    for (const bool squares : {false, true}) {
      solve_report r;
      const auto f = squares ? least_squares : static_cast<decltype(&least_squares)>(solve);
      ASSERT_TRUE(f(row_major<const ff_t>(a.data(), 4, 4), column_major<const ff_t>(b.data(), 4, 1),
                    column_major(x.data(), 4, 1), {}, &r)
                      .ok());
      EXPECT_TRUE(r.converged) << e;
      EXPECT_LE(apart(x, solution_of(wide, quads_of(b))), 4 * u2) << e << ", squares " << squares;
    }
  }
}

// The report's backward error is that of the answer.
TEST(LinalgSolve, BackwardErrorAsReported) {
  const int64 n = 60;
  ff_numbers a = system_matrix(system_kind::hilbert, n, n, 1.0),
             b = system_matrix(system_kind::random, n, 1, 1.0, 2);
  std::copy_n(a.begin(), n, a.end() - n);  // the last row is the first, so that it is singular
  ff_numbers x(b.size());
  solve_report r;
  EXPECT_EQ(
      solve(row_major(a.data(), n, n), column_major(b.data(), n, 1), column_major(x.data(), n, 1), {}, &r)
          .code(),
      fault::singular);
  EXPECT_TRUE(r.fallback);
  EXPECT_FALSE(r.converged);
  double worst = 0.0;
  for (int64 i = 0; i < n; ++i) {
    float128 t = quad_of(b[static_cast<std::size_t>(i)]);
    double size = size_of(t);
    for (int64 h = 0; h < n; ++h) {
      const float128 p =
          quad_of(a[static_cast<std::size_t>(i * n + h)]) * quad_of(x[static_cast<std::size_t>(h)]);
      t -= p;
      size += size_of(p);
    }
    worst = std::max(worst, size_of(t) / size);
  }
  EXPECT_NEAR(r.backward_error, worst, 1e-4 * worst);
  EXPECT_LE(worst, 100 * u2);
}

// Products of elements, and the low words of those, are below the range or above it.
TEST(LinalgSolve, ElementsOfAnySize) {
  const int64 n = 20, k = 2;
  for (const int of_a : {-100, 0, 100})
    for (const int of_b : {-100, 0, 100})
      for (const solve_factors factors : {solve_factors::automatic, solve_factors::pairs})
        for (const bool squares : {false, true}) {
          const ff_numbers a = system_matrix(system_kind::graded, n, n, 1e4),
                           b = system_matrix(system_kind::random, n, k, 1.0, 2);
          ff_numbers scaled_a = a, scaled_b = b, x(b.size()), y(b.size());
          for (ff_t& e : scaled_a) e = ldexp(e, of_a);
          for (ff_t& e : scaled_b) e = ldexp(e, of_b);
          // What a low word loses below the range is not the solver's.
          for (std::size_t i = 0; i < a.size(); ++i)
            if (of_a < 0) scaled_a[i] = scaled_a[i].hi();
          for (std::size_t i = 0; i < b.size(); ++i)
            if (of_b < 0) scaled_b[i] = scaled_b[i].hi();
          ff_numbers near_a = scaled_a, near_b = scaled_b;
          for (ff_t& e : near_a) e = ldexp(e, -of_a);
          for (ff_t& e : near_b) e = ldexp(e, -of_b);
          solve_options options;
          options.factors = factors;
          const auto by = squares ? least_squares : solve;
          const auto view = [](ff_numbers& v, int64 columns) { return row_major(v.data(), n, columns); };
          solve_report far, near;
          const status said = by(view(scaled_a, n), view(scaled_b, k), view(x, k), options, &far);
          ASSERT_TRUE(by(view(near_a, n), view(near_b, k), view(y, k), options, &near).ok());
          SCOPED_TRACE(::testing::Message() << "2^" << of_a << " A, 2^" << of_b << " B, squares " << squares);
          EXPECT_TRUE(near.converged);
          EXPECT_EQ(said.ok(), far.converged);
          const bool above = of_b - of_a > 120, below = of_b - of_a < -140;
          EXPECT_EQ(said.code(), above ? fault::overflow : below ? fault::not_converged : said.code());
          if (of_b - of_a > 100 || of_b - of_a < -60) continue;  // x itself is out of the range of pairs
          EXPECT_TRUE(far.converged);
          for (ff_t& e : x) e = ldexp(e, of_a - of_b);
          EXPECT_LE(apart(x, y), 4 * u2);
        }
}

TEST(LinalgSolve, InPlaceAndZeros) {
  const int64 n = 30;
  const ff_numbers a = system_matrix(system_kind::random, n, n, 1.0),
                   b = system_matrix(system_kind::random, n, 2, 1.0, 2);
  ff_numbers x(b.size()), in_place = b, zeros(b.size(), ff_t(0.0f)), other = b;
  const auto at = row_major(a.data(), n, n);
  ASSERT_TRUE(solve(at, row_major(b.data(), n, 2), row_major(x.data(), n, 2)).ok());
  ASSERT_TRUE(solve(at, row_major(in_place.data(), n, 2), row_major(in_place.data(), n, 2)).ok());
  expect_same(in_place, x, "in place");
  solve_report r;
  ASSERT_TRUE(solve(at, row_major(zeros.data(), n, 2), row_major(other.data(), n, 2), {}, &r).ok());
  EXPECT_TRUE(r.converged);
  for (const ff_t e : other) EXPECT_TRUE(e == 0.0f);
  const matrix_view<ff_t> none(nullptr, 0, 0, 1, 1), empty(nullptr, n, 0, 1, 1);
  EXPECT_TRUE(solve(none, none, none).ok());
  EXPECT_TRUE(solve(at, empty, empty).ok());
  EXPECT_TRUE(solve(at, row_major<ff_t>(nullptr, n, 0), row_major<ff_t>(nullptr, n, 0)).ok());
}

TEST(LinalgSolve, SingularMatricesHaveAPivot) {
  for (const int64 n : {1, 6, 50}) {
    ff_numbers a(static_cast<std::size_t>(n * n), ff_t(0.0f)), x(static_cast<std::size_t>(n)),
        b(x.size(), ff_t(1.0f));
    for (int64 i = 0; i + 1 < n; ++i) a[static_cast<std::size_t>(i * n + i)] = 3.0f;  // the last row is zero
    for (const bool squares : {false, true}) {
      solve_report r;
      const auto f = squares ? least_squares : static_cast<decltype(&least_squares)>(solve);
      const status s =
          f(row_major(a.data(), n, n), column_major(b.data(), n, 1), column_major(x.data(), n, 1), {}, &r);
      EXPECT_EQ(s.code(), fault::singular);
      EXPECT_EQ(r.failed_pivot, n - 1);
      EXPECT_EQ(r.rank, n - 1);
      EXPECT_TRUE(r.fallback);
    }
  }
}

TEST(LinalgSolve, ScalesOfTheWholeRange) {
  const int64 n = 20;
  for (const int of_a : {-60, 0, 60})
    for (const int of_b : {-50, 0, 50}) {
      ff_numbers a = system_matrix(system_kind::graded, n, n, 1e3),
                 b = system_matrix(system_kind::random, n, 1, 1.0, 2), x(b.size());
      for (ff_t& e : a) e = ldexp(e, of_a);
      for (ff_t& e : b) e = ldexp(e, of_b);
      solve_report r;
      ASSERT_TRUE(
          solve(row_major(a.data(), n, n), column_major(b.data(), n, 1), column_major(x.data(), n, 1), {}, &r)
              .ok());
      EXPECT_TRUE(r.converged) << of_a << ' ' << of_b;
      EXPECT_LE(apart(x, solution_of(quads_of(a), quads_of(b))), 4 * u2) << of_a << ' ' << of_b;
    }
}

// ---------------------------------------------------------------- certificates

/// What solve, or least_squares, says of A and B by rows, of n rows of B each.
status solved(const ff_numbers& a, const ff_numbers& b, int64 n, ff_numbers& x, solve_report& r,
              bool squares = false, solve_factors factors = solve_factors::automatic) {
  const auto m = static_cast<int64>(a.size()) / n, k = static_cast<int64>(b.size()) / m;
  x.assign(static_cast<std::size_t>(n * k), ff_t(ff::detail::quiet_nan));
  solve_options o;
  o.factors = factors;
  const auto by = squares ? least_squares : static_cast<decltype(&least_squares)>(solve);
  return by(row_major(a.data(), m, n), row_major(b.data(), m, k), row_major(x.data(), n, k), o, &r);
}

// One power of two for all of A leaves one of the two elements outside the range of float.
TEST(LinalgCertificates, RegularSystemsOfFarApartElements) {
  ff_numbers x;
  solve_report r;
  for (const float e : {1e-18f, 1e-20f, 1e-25f, 1e-30f}) {
    for (const bool squares : {false, true}) {
      if (squares && e < 1e-22f) continue;  // rows of least squares are not scaled
      const status s = solved({e, 0.0f, 0.0f, 1 / e}, {1.0f, 1.0f}, 2, x, r, squares);
      EXPECT_NEAR(double(x[0] * e), 1.0, 4 * u2) << e;
      if (squares) continue;
      EXPECT_TRUE(s.ok()) << e << ' ' << s.text();
      EXPECT_NEAR(double(x[1] * (1 / e)), 1.0, e < 1e-26f ? 1e-13 : 8 * u2) << e;
    }
  }
  const ff_numbers a{ff_t(1.0) * 1e19f, ff_t(2.0) * 1e19f, ff_t(3.0) * 1e-21f, ff_t(7.0) * 1e-21f},
      b{1e20f, 2e-20f};
  ASSERT_TRUE(solved(a, b, 2, x, r).ok());
  EXPECT_LE(apart(x, solution_of(quads_of(a), quads_of(b))), 4 * u2);
  EXPECT_LE(r.backward_error, 2 * u2);
}

TEST(LinalgCertificates, EachRightSideHasItsScale) {
  const int64 n = 12;
  const ff_numbers a = system_matrix(system_kind::graded, n, n, 1e4),
                   one = system_matrix(system_kind::random, n, 1, 1.0, 2);
  for (const int e : {0, -60, -95, -100}) {
    ff_numbers b, x, small;
    for (const ff_t v : one) b.push_back(ldexp(v, 20)), b.push_back(ldexp(ff_t(v.hi()), e + 20));
    solve_report r;
    ASSERT_TRUE(solved(a, b, n, x, r).ok()) << e;
    quads right;
    for (const ff_t v : one) right.push_back(v.hi());
    for (int64 i = 0; i < n; ++i) small.push_back(ldexp(x[static_cast<std::size_t>(2 * i + 1)], -e - 20));
    EXPECT_LE(apart(small, solution_of(quads_of(a), right)), 4 * u2) << e;
  }
}

TEST(LinalgCertificates, SingularMatricesOfIntegersAreNotCertified) {
  ff_numbers x;
  solve_report r;
  for (const int64 n : {3, 4, 5, 9}) {
    ff_numbers a, b(static_cast<std::size_t>(n), ff_t(1.0f));
    for (int64 i = 0; i < n * n; ++i) a.push_back(static_cast<float>(i + 1));
    for (const bool squares : {false, true})
      for (const solve_factors factors : {solve_factors::automatic, solve_factors::pairs}) {
        EXPECT_EQ(solved(a, b, n, x, r, squares, factors).code(), fault::singular) << n;
        EXPECT_FALSE(r.converged);
        EXPECT_EQ(r.rank, 2);
      }
  }
  EXPECT_EQ(solved({1, 2, 2, 4, 3, 6}, {1, 2, 3}, 2, x, r, true).code(), fault::singular);
  EXPECT_EQ(r.rank, 1);
  // Copies of a column, by powers of two too.
  ff_numbers a = system_matrix(system_kind::random, 20, 20, 1.0);
  for (std::size_t i = 0; i < 20; ++i) a[20 * i + 19] = ldexp(a[20 * i + 4], -30);
  for (const bool squares : {false, true})
    EXPECT_EQ(solved(a, system_matrix(system_kind::random, 20, 1, 1.0, 2), 20, x, r, squares).code(),
              fault::singular);
}

TEST(LinalgCertificates, ResultsBeyondTheRange) {
  ff_numbers x;
  solve_report r;
  EXPECT_EQ(solved({1e-30f}, {1e30f}, 1, x, r).code(), fault::overflow);
  EXPECT_FALSE(r.converged);
  EXPECT_EQ(solved({1e30f}, {1e-30f}, 1, x, r).code(), fault::not_converged);
  EXPECT_FALSE(r.converged);
  EXPECT_GT(r.backward_error, 0.1);  // the solution 1e-60 was lost
  EXPECT_TRUE(solved({1e30f}, {0.0f}, 1, x, r).ok());
}

// The report has the backward error of the caller's own system, whose solution lies among the subnormals.
TEST(LinalgCertificates, BackwardErrorOfTheCallersSystem) {
  const ff_numbers a{3.0f, 1.0f, 1.0f, 4.0f};
  for (const int e : {-110, -125, -135}) {
    const ff_numbers b{ldexp(ff_t(1.0f), e), ldexp(ff_t(1.5f), e)};
    ff_numbers x;
    solve_report r;
    const status s = solved(a, b, 2, x, r);
    double worst = 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
      const float128 p = quad_of(a[2 * i]) * quad_of(x[0]), q = quad_of(a[2 * i + 1]) * quad_of(x[1]),
                     t = quad_of(b[i]) - p - q;
      worst = std::max(worst, size_of(t) / (size_of(p) + size_of(q) + size_of(quad_of(b[i]))));
    }
    EXPECT_FALSE(s.ok()) << e;
    EXPECT_EQ(s.code(), fault::not_converged);
    EXPECT_GT(worst, 4 * u2) << e;
    EXPECT_GE(r.backward_error, 0.99 * worst) << e;
    EXPECT_LE(r.backward_error, 1.01 * worst + u2) << e;
  }
}

// A condition that is known, and a growth that is: Wilkinson's matrix doubles its last column at each step.
TEST(LinalgCertificates, ConditionAndGrowth) {
  ff_numbers x;
  solve_report r;
  for (const double condition : {1e2, 1e6, 1e11}) {
    const ff_numbers a = system_matrix(system_kind::graded, 30, 30, condition);
    ASSERT_TRUE(solved(a, system_matrix(system_kind::random, 30, 1, 1.0, 2), 30, x, r).ok());
    EXPECT_GT(r.condition, 0.01 * condition);
    EXPECT_LT(r.condition, 100 * condition);
    EXPECT_LE(r.forward_error, 4 * u2);
    EXPECT_EQ(r.rank, 30);
  }
  const int64 n = 16;
  ff_numbers a;
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j < n; ++j) a.push_back(j == n - 1 || i == j ? 1.0f : i > j ? -1.0f : 0.0f);
  ASSERT_TRUE(solved(a, ff_numbers(16, ff_t(1.0f)), n, x, r).ok());
  EXPECT_EQ(r.growth, 0x1p15);
}

// Hilbert's matrices have conditions far beyond pairs, and columns of all scales; dgesv has finite solutions.
// A b of the matrix's first column has the first unit vector for its solution, whatever was rounded.
TEST(LinalgCertificates, HilbertMatricesOfAnyColumns) {
  for (const int64 n : {8, 11, 12, 15, 20, 30, 36, 44})
    for (const int spread : {0, 40, 100}) {
      ff_numbers a = system_matrix(system_kind::hilbert, n, n, 1.0), b(static_cast<std::size_t>(n)), x;
      for (int64 i = 0; i < n; ++i)
        for (int64 j = 0; j < n; ++j) {
          ff_t& e = a[static_cast<std::size_t>(i * n + j)];
          e = ldexp(e, static_cast<int>(j * 7 % n) * spread / static_cast<int>(n) - spread / 2);
          if (j == 0) b[static_cast<std::size_t>(i)] = e;
        }
      solve_report r;
      const status s = solved(a, b, n, x, r);
      ASSERT_TRUE(s.ok()) << s.text() << ", n " << n << ", spread " << spread;
      EXPECT_EQ(r.rank, n);
      for (int64 i = 0; i < n; ++i) {
        const double off = double(x[static_cast<std::size_t>(i)]) - (i == 0 ? 1.0 : 0.0);
        double most = 1.0;
        for (const ff_t& e : x) most = std::max(most, std::fabs(double(e)));
        EXPECT_LE(std::fabs(off), 0x1p-46 * most) << n << ", " << spread;
      }
    }
}

// Rank-deficient least squares have a basic solution: no larger than its right side asks for.
TEST(LinalgCertificates, BasicSolutionsOfDeficientLeastSquares) {
  for (const int64 n : {2, 9, 40}) {
    const int64 m = n + 7;
    ff_numbers a = system_matrix(system_kind::random, m, n, 1.0), b(static_cast<std::size_t>(m)),
               x(static_cast<std::size_t>(n));
    for (int64 i = 0; i < m; ++i) {
      a[static_cast<std::size_t>(i * n + n - 1)] = a[static_cast<std::size_t>(i * n)] * 2.0f;
      b[static_cast<std::size_t>(i)] = a[static_cast<std::size_t>(i * n)] * 3.0f;
    }
    solve_report r;
    const status s = least_squares(row_major<const ff_t>(a.data(), m, n),
                                   row_major<const ff_t>(b.data(), m, 1), row_major(x.data(), n, 1), {}, &r);
    EXPECT_EQ(s.code(), fault::singular);
    EXPECT_EQ(r.rank, n - 1);
    for (int64 j = 0; j < n; ++j)
      EXPECT_LE(std::fabs(double(x[static_cast<std::size_t>(j)]) - (j == 0 ? 3.0 : 0.0)), 1e-11) << n;
  }
}

// Rows of weights 1e18 and 1e-18: the heavy rows leave one direction to the light ones.
TEST(LinalgCertificates, LeastSquaresOfFarApartRows) {
  for (const float light : {1e-3f, 1e-9f, 1e-18f}) {
    ff_numbers a = system_matrix(system_kind::random, 9, 3, 1.0),
               b = system_matrix(system_kind::random, 9, 1, 1.0, 2), x;
    for (std::size_t i = 0; i < 9; ++i) {
      const float w = i % 3 == 0 ? 1 / light : light;
      for (std::size_t j = 0; j < 3; ++j) a[3 * i + j] = a[3 * i + j] * w;
      b[i] = b[i] * w;
    }
    solve_report r;
    const status s = solved(a, b, 3, x, r, true);
    EXPECT_EQ(s.ok(), r.converged);
    EXPECT_TRUE(s.ok() || light < 1e-4f) << s.text();
    // Three heavy rows of three columns: the answer is that of the heavy ones but for 2^-120.
    ff_numbers heavy, right;
    for (std::size_t i = 0; i < 9; i += 3) {
      for (std::size_t j = 0; j < 3; ++j) heavy.push_back(a[3 * i + j]);
      right.push_back(b[i]);
    }
    if (s.ok() && light < 1e-17f) {
      EXPECT_LE(apart(x, solution_of(quads_of(heavy), quads_of(right))), 4 * u2);
    }
  }
}

// ---------------------------------------------------------------- least squares

/// By the augmented system, whose condition is not squared.
quads least_squares_of(const ff_numbers& a, const quads& b, int64 m, int64 n) {
  const int64 all = m + n;
  quads system(static_cast<std::size_t>(all * all), float128(0)), right = b;
  for (int64 i = 0; i < m; ++i) {
    system[static_cast<std::size_t>(i * all + i)] = 1;
    for (int64 j = 0; j < n; ++j) {
      const float128 e = quad_of(a[static_cast<std::size_t>(i * n + j)]);
      system[static_cast<std::size_t>(i * all + m + j)] = e;
      system[static_cast<std::size_t>((m + j) * all + i)] = e;
    }
  }
  right.resize(static_cast<std::size_t>(all), float128(0));
  const quads both = solution_of(system, right);
  return quads(both.begin() + static_cast<std::ptrdiff_t>(m), both.end());
}

TEST(LinalgLeastSquares, TheLastBits) {
  int compared = 0;
  for (const auto& [m, n] : {std::pair<int64, int64>{1, 1}, {7, 2}, {40, 40}, {90, 35}, {150, 3}})
    for (const system_kind kind : every_system)
      for (const double condition : {1e2, 1e6, 1e10})
        for (const solve_factors factors : {solve_factors::automatic, solve_factors::pairs}) {
          SCOPED_TRACE(::testing::Message()
                       << m << " x " << n << ", kind " << static_cast<int>(kind) << ", condition "
                       << condition << ", factors " << static_cast<int>(factors));
          const ff_numbers a = system_matrix(kind, m, n, condition),
                           b = system_matrix(system_kind::random, m, 1, 1.0, 2);
          ff_numbers x(static_cast<std::size_t>(n));
          solve_options options;
          options.factors = factors;
          solve_report r;
          const status s = least_squares(row_major(a.data(), m, n), column_major(b.data(), m, 1),
                                         column_major(x.data(), n, 1), options, &r);
          EXPECT_EQ(s.ok(), r.converged) << s.text();
          EXPECT_TRUE(r.fallback || factors == solve_factors::automatic);
          EXPECT_TRUE(r.converged);
          EXPECT_LE(r.backward_error, 2 * u2);
          if (r.condition > 0x1p28) continue;  // its square is too much for quads
          ++compared;
          EXPECT_LE(apart(x, least_squares_of(a, quads_of(b), m, n)), 4 * u2);
        }
  EXPECT_GT(compared, 70);
}

// What is left of b is as large as A x, and not smaller by the condition: residuals count by its square.
TEST(LinalgLeastSquares, LargeResiduals) {
  const int64 m = 60, n = 12;
  for (const double condition : {1e2, 1e4, 1e6, 1e7}) {
    const ff_numbers a = system_matrix(system_kind::graded, m, n, condition);
    ff_numbers b = system_matrix(system_kind::random, m, 1, 1.0, 2),
               ones(static_cast<std::size_t>(n), ff_t(1.0f)), q(a.size()), r(static_cast<std::size_t>(n * n)),
               along(ones.size()), x(ones.size());
    const auto of_a = row_major<const ff_t>(a.data(), m, n);
    const auto of_q = row_major(q.data(), m, n);
    const vector_view<ff_t> of_b(b.data(), m), of_along(along.data(), n);
    ASSERT_TRUE(qr(of_a, of_q, row_major(r.data(), n, n)).ok());
    // b = A (1, ..., 1) + what is orthogonal to A's columns.
    ASSERT_TRUE(gemv(1.0f, of_q.transposed(), of_b, 0.0f, of_along).ok());
    ASSERT_TRUE(gemv(-1.0f, of_q, of_along, 1.0f, of_b).ok());
    ASSERT_TRUE(gemv(1.0f, of_a, vector_view<const ff_t>(ones.data(), n), 1.0f, of_b).ok());
    solve_report report;
    ASSERT_TRUE(least_squares(of_a, column_major<const ff_t>(b.data(), m, 1), column_major(x.data(), n, 1),
                              {}, &report)
                    .ok());
    EXPECT_TRUE(report.converged) << condition;
    EXPECT_LE(apart(x, least_squares_of(a, quads_of(b), m, n)), 4 * u2) << condition;
  }
}

// The heads of A and b are orthogonal, in floats without a rounding error, and their low words make the
// answer.
TEST(LinalgLeastSquares, AnAnswerThatHeadsDoNotShow) {
  const ff_numbers heads{0.3f, 0.7f, -1.1f}, right{0.7f, -0.3f, 0.0f};
  for (const bool in_a : {false, true}) {
    ff_numbers a = heads, b = right, x(1);
    ff_t& e = in_a ? a[0] : b[0];
    e = e + e * 0x1p-26f;
    solve_report report;
    ASSERT_TRUE(least_squares(column_major<const ff_t>(a.data(), 3, 1),
                              column_major<const ff_t>(b.data(), 3, 1), column_major(x.data(), 1, 1), {},
                              &report)
                    .ok());
    EXPECT_TRUE(report.converged);
    EXPECT_LE(apart(x, least_squares_of(a, quads_of(b), 3, 1)), 4 * u2);
  }
}

// Of one column: some second corrections are small although the residual, which is larger than A x, is not
// right yet.
TEST(LinalgLeastSquares, SmallSecondCorrections) {
  const int64 m = 16;
  for (uint64 seed = 1; seed < 6000; ++seed) {
    const ff_numbers a = system_matrix(system_kind::random, m, 1, 1.0, seed),
                     b = system_matrix(system_kind::random, m, 1, 1.0, seed + 6000);
    ff_numbers x(1);
    solve_report report;
    ASSERT_TRUE(least_squares(column_major(a.data(), m, 1), column_major(b.data(), m, 1),
                              column_major(x.data(), 1, 1), {}, &report)
                    .ok());
    ASSERT_TRUE(report.converged);
    float128 along = 0, square = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      along += quad_of(a[i]) * quad_of(b[i]);
      square += quad_of(a[i]) * quad_of(a[i]);
    }
    ASSERT_LE(apart(x, quads{along / square}), 4 * u2) << seed;
  }
}

}  // namespace
