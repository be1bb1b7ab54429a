// ff::linalg's BLAS on the host: refusals, bounds against MPFR, orders, ranges, views.
#include <gtest/gtest.h>

#include <cmath>
#include <ff/linalg/blas.hpp>
#include <ff/operators.hpp>
#include <ff/reduce/host.hpp>
#include <string>
#include <vector>

#include "exact.hpp"
#include "matrices_to_multiply.hpp"
#include "real.hpp"
#include "src/linalg/blas/orders.hpp"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::vector;
using numbers = vector<ff_t>;

const double u2 = 0x1p-48;

vector_view<ff_t> all_of(numbers& x) { return {x.data(), static_cast<int64>(x.size())}; }
vector_view<const ff_t> all_of(const numbers& x) { return {x.data(), static_cast<int64>(x.size())}; }
double ratio(const real& error, const real& scale) {
  if (scale == real(0.0)) return error == real(0.0) ? 0.0 : HUGE_VAL;
  return static_cast<double>(abs(error) / scale);
}

// ---------------------------------------------------------------- refusals

TEST(LinalgBlasStatus, EveryRefusalSaysWhatWasExpectedAndWritesNothing) {
  numbers p(16, ff_t(1.0f)), q(16, ff_t(7.0f));
  const vector_view<ff_t> x(p.data(), 3), y(q.data(), 3), longer(q.data(), 4), none(nullptr, 3),
      still(q.data(), 3, 0);
  const auto a = row_major(p.data(), 3, 3), b = row_major(q.data(), 3, 2),
             flat = matrix_view<ff_t>(q.data(), 3, 3, 0, 1);
  const auto wide = row_major(p.data(), 2, 3);
  const matrix_view<ff_t> nowhere(nullptr, 3, 3, 3, 1);
  const ff_t one = 1.0f;
  const auto lower = triangle::lower;
  const auto stored = diagonal::stored;
  gemm_options bad;
  bad.threads = -1;
  const struct {
    status said;
    fault code;
    const char* words;
  } refusals[] = {
      {axpy(one, x, longer), fault::shape, "as many elements of y as of x"},
      {axpy(one, none, y), fault::view, "a pointer is null"},
      {axpy(one, x, still), fault::view, "an address of its own"},
      {axpy(one, vector_view<ff_t>(p.data(), -1), vector_view<ff_t>(q.data(), -1)), fault::shape,
       "0 to 2147483647"},
      {scal(one, none), fault::view, "a pointer is null"},
      {dot(x, longer, q.data()), fault::shape, "as many elements of y as of x"},
      {dot(x, x, nullptr), fault::view, "a place for the result"},
      {nrm2(x, nullptr), fault::view, "a place for the result"},
      {gemv(one, a, longer, one, y), fault::shape, "as A has columns"},
      {gemv(one, a, x, one, longer), fault::shape, "as A has rows"},
      {gemv(one, nowhere, x, one, y), fault::view, "a pointer is null"},
      {gemv(one, a, x, one, still), fault::view, "an address of its own"},
      {gemv(one, a, x, one, y, -1), fault::option, "threads of at least 0"},
      {ger(one, longer, x, flat), fault::shape, "as A has rows"},
      {ger(one, x, longer, flat), fault::shape, "as A has columns"},
      {ger(one, x, x, flat), fault::view, "an address of its own"},
      {trsv(lower, stored, wide, y), fault::shape, "as many rows of A as columns"},
      {trsv(lower, stored, a, longer), fault::shape, "rows of the right side as A has"},
      {trsv(static_cast<triangle>(7), stored, a, y), fault::option, "triangle lower or upper"},
      {trsv(lower, static_cast<diagonal>(7), a, y), fault::option, "diagonal stored or unit"},
      {trsm(lower, stored, one, wide, b), fault::shape, "as many rows of A as columns"},
      {trsm(lower, stored, one, a, row_major(q.data(), 2, 2)), fault::shape,
       "rows of the right side as A has"},
      {trsm(lower, stored, one, nowhere, b), fault::view, "a pointer is null"},
      {trsm(lower, stored, one, a, b, bad), fault::option, "threads of at least 0"},
  };
  for (const auto& r : refusals) {
    EXPECT_EQ(r.said.code(), r.code) << r.words;
    EXPECT_NE(std::string(r.said.text()).find(r.words), std::string::npos) << r.said.text();
  }
  for (const ff_t& e : q) EXPECT_EQ(e, ff_t(7.0f));
}

TEST(LinalgBlas, NothingToDo) {
  const vector_view<ff_t> none(nullptr, 0);
  const matrix_view<ff_t> empty(nullptr, 0, 0, 1, 1);
  ff_t result = 5.0f;
  EXPECT_TRUE(axpy(1.0f, none, none).ok());
  EXPECT_TRUE(ger(1.0f, none, none, empty).ok());
  EXPECT_TRUE(trsv(triangle::upper, diagonal::stored, empty, none).ok());
  EXPECT_TRUE(trsm(triangle::upper, diagonal::stored, 1.0f, empty, empty).ok());
  // No columns, in rows of none: a stride of 0.
  numbers triangle_of_three(9, ff_t(1.0f));
  const matrix_view<ff_t> no_columns = row_major<ff_t>(nullptr, 3, 0);
  EXPECT_TRUE(ger(1.0f, all_of(triangle_of_three).part(0, 3), none, no_columns).ok());
  EXPECT_TRUE(
      trsm(triangle::upper, diagonal::stored, 1.0f, row_major(triangle_of_three.data(), 3, 3), no_columns)
          .ok());
  EXPECT_TRUE(nrm2(none, &result).ok());
  EXPECT_EQ(result, ff_t(0.0f));
  // An empty sum: y = beta y, and y is not read for beta = 0.
  numbers y{ff_t(2.0f), ff_t(ff::detail::quiet_nan)};
  EXPECT_TRUE(
      gemv(1.0f, matrix_view<const ff_t>(nullptr, 1, 0, 1, 1), none, 3.0f, all_of(y).part(0, 1)).ok());
  EXPECT_EQ(y[0], ff_t(6.0f));
  EXPECT_TRUE(
      gemv(1.0f, matrix_view<const ff_t>(nullptr, 1, 0, 1, 1), none, 0.0f, all_of(y).part(1, 1)).ok());
  EXPECT_EQ(y[1], ff_t(0.0f));
}

// ---------------------------------------------------------------- elements

TEST(LinalgBlas, ElementsByTheOperators) {
  for (const content kind : every_content) {
    const numbers x = elements(kind, 1, 501, 1), before = elements(kind, 1, 501, 3);
    const ff_t alpha = ff_t(-5.0f) / 7.0f;
    numbers y = before, z = x;
    EXPECT_TRUE(axpy(alpha, all_of(x), all_of(y)).ok());
    EXPECT_TRUE(scal(alpha, all_of(z)).ok());
    for (std::size_t i = 0; i < y.size(); ++i) {
      const real product = real(alpha) * real(x[i]);
      ASSERT_LE(ratio(real(y[i]) - product - real(before[i]), abs(product) + abs(real(before[i]))), 6.5 * u2);
      ASSERT_LE(ratio(real(z[i]) - product, abs(product)), 4.001 * u2);
    }
  }
}

TEST(LinalgBlas, RankOne) {
  const int64 m = 37, n = 53;
  const numbers x = elements(content::graded, 1, m, 1), y = elements(content::graded, 1, n, 3);
  const numbers before = elements(content::normal, m, n, 5);
  const ff_t alpha = ff_t(2.0f) / 3.0f;
  numbers a = before;
  EXPECT_TRUE(ger(alpha, all_of(x), all_of(y), row_major(a.data(), m, n), 3).ok());
  for (int64 i = 0; i < m; ++i)
    for (int64 j = 0; j < n; ++j) {
      const auto at = static_cast<std::size_t>(i * n + j);
      const real product =
          real(alpha) * real(x[static_cast<std::size_t>(i)]) * real(y[static_cast<std::size_t>(j)]);
      const real scale = abs(product) * real(10.6) + abs(real(before[at])) * real(6.5);
      ASSERT_LE(ratio(real(a[at]) - product - real(before[at]), scale), u2);
    }
  // By columns: the same bits.
  placed other(before, m, n, layout::padded_columns);
  EXPECT_TRUE(ger(alpha, all_of(x), all_of(y), other.view()).ok());
  expect_same(other.elements(), a, "ger by columns");
  EXPECT_TRUE(other.rest_untouched());
}

// ---------------------------------------------------------------- sums

TEST(LinalgBlas, DotAndNormAreTheReductions) {
  for (const int64 n : {1, 2, 511, 513, 5000, 20001}) {
    const numbers x = elements(content::normal, 1, n, 1), y = elements(content::normal, 1, n, 3);
    numbers spread(static_cast<std::size_t>(3 * n));
    for (int64 i = 0; i < n; ++i)
      spread[static_cast<std::size_t>(3 * (n - 1 - i))] = x[static_cast<std::size_t>(i)];
    const vector_view<const ff_t> backwards(spread.data() + 3 * (n - 1), n, -3);
    const auto count = static_cast<std::size_t>(n);
    ff_t r = 0.0f;
    EXPECT_TRUE(dot(all_of(x), all_of(y), &r).ok());
    EXPECT_TRUE(same_bits(r, ff::dot(count, x.data(), y.data())));
    EXPECT_TRUE(dot(backwards, all_of(y), &r).ok());
    EXPECT_TRUE(same_bits(r, ff::dot(count, x.data(), y.data())));
    EXPECT_TRUE(nrm2(backwards, &r).ok());
    EXPECT_TRUE(same_bits(r, ff::nrm2(count, x.data())));
  }
}

TEST(LinalgBlas, NormsOfTheWholeRange) {
  const int64 n = 1000;
  for (int scale = -120; scale <= 120; ++scale) {
    numbers x = elements(content::normal, 1, n, 1);
    for (ff_t& e : x) e = ldexp(e, scale);
    real square(0.0);
    for (const ff_t& e : x) square = square + real(e) * real(e);
    ff_t r = 0.0f;
    EXPECT_TRUE(nrm2(all_of(x), &r).ok());
    const real exact = sqrt(square);
    const double bound = ff::reduction_bound<ff::reductions::nrm2<ff_t>>(n) / 2 + 3.375;
    // Below 2^-102 the low words of the elements and of the norm are rounded to multiples of 2^-149.
    const real slack = exact * real(bound * u2) + real(scale < -70 ? 0x1p-149 : 0.0);
    EXPECT_TRUE(mpfr_lessequal_p(abs(real(r) - exact), slack) != 0) << scale;
  }
  // Small beside large, huge alone, subnormal, zero, too large.
  numbers x{ff_t(0x1p127f), ff_t(0x1p-149f)};
  ff_t r = 0.0f;
  EXPECT_TRUE(nrm2(all_of(x), &r).ok());
  EXPECT_EQ(r, ff_t(0x1p127f));
  x = {ff_t(3 * 0x1p-149f), ff_t(-4 * 0x1p-149f)};
  EXPECT_TRUE(nrm2(all_of(x), &r).ok());
  EXPECT_EQ(r, ff_t(5 * 0x1p-149f));
  x = {ff_t(3 * 0x1p125f), ff_t(-4 * 0x1p125f)};
  EXPECT_TRUE(nrm2(all_of(x), &r).ok());
  EXPECT_EQ(r, ff_t(5 * 0x1p125f));
  x = numbers(7, ff_t(0.0f));
  EXPECT_TRUE(nrm2(all_of(x), &r).ok());
  EXPECT_EQ(r, ff_t(0.0f));
  x = numbers(4, ff_t(0x1.8p127f));
  EXPECT_TRUE(nrm2(all_of(x), &r).ok());
  EXPECT_TRUE(isinf(r));
  x[2] = ff::detail::quiet_nan;
  EXPECT_TRUE(nrm2(all_of(x), &r).ok());
  EXPECT_TRUE(isnan(r));
}

// The worst error of A x, in u^2 of |A| |x|.
double worst_of(const matrix_view<const ff_t>& a, const numbers& x, const numbers& y) {
  double worst = 0;
  for (int64 i = 0; i < a.rows; ++i) {
    real sum(0.0), scale(0.0);
    for (int64 h = 0; h < a.columns; ++h) {
      const real p = real(a(i, h)) * real(x[static_cast<std::size_t>(h)]);
      sum = sum + p;
      scale = scale + abs(p);
    }
    worst = std::max(worst, ratio(real(y[static_cast<std::size_t>(i)]) - sum, scale) / u2);
  }
  return worst;
}

TEST(LinalgBlas, ProductsWithAVectorWithinTheBound) {
  for (const content kind : {content::normal, content::graded, content::cancelling, content::zeros})
    for (const int64 k : {1, 7, 63, 64, 65, 511, 513, 1024, 1025, 3000, 70001}) {
      const int64 m = k > 5000 ? 2 : 9;
      const numbers a = elements(kind, m, k, 1), x = elements(kind, k, 1, 2);
      numbers y(static_cast<std::size_t>(m), ff_t(ff::detail::quiet_nan));
      ASSERT_TRUE(gemv(1.0f, row_major(a.data(), m, k), all_of(x), 0.0f, all_of(y)).ok());
      EXPECT_LE(worst_of(row_major(a.data(), m, k), x, y), gemv_bound(k)) << name_of(kind) << ' ' << k;
    }
}

// One order for every layout, stride and number of threads; it is that of the page.
TEST(LinalgBlas, TheOrderOfARow) {
  for (const int64 k : {5, 64, 200, 1024, 1500, 66000}) {
    const int64 m = 3;
    const numbers a = elements(content::normal, m, k, 1), x = elements(content::normal, k, 1, 2);
    const int64 rows = std::max<int64>(16, 8 * ((k + 32767) / 32768)), length = 64 * rows;
    numbers expected;
    for (int64 i = 0; i < m; ++i) {
      numbers level;
      for (int64 first = 0; first < k; first += length) {
        numbers lanes;
        for (int64 l = 0; l < 64; ++l) {
          ff::accumulator sum;
          for (int64 r = 0; r < rows; ++r) {
            const int64 h = first + 64 * r + l;
            if (h < k)
              sum.add_product(a[static_cast<std::size_t>(i * k + h)], x[static_cast<std::size_t>(h)]);
            if (r % 8 == 7) sum.renormalize();
          }
          lanes.push_back(sum.result());
        }
        while (lanes.size() > 1) {
          for (std::size_t l = 0; 2 * l < lanes.size(); ++l)
            lanes[l] = ff::add22(lanes[2 * l], lanes[2 * l + 1]);
          lanes.resize(lanes.size() / 2);
        }
        level.push_back(lanes[0]);
      }
      while (level.size() > 1) {
        if (level.size() % 2 == 1) level.push_back(0.0f);
        for (std::size_t l = 0; 2 * l < level.size(); ++l)
          level[l] = ff::add22(level[2 * l], level[2 * l + 1]);
        level.resize(level.size() / 2);
      }
      expected.push_back(level[0]);
    }
    for (const layout by : every_layout) {
      placed p(a, m, k, by);
      numbers y(static_cast<std::size_t>(m));
      ASSERT_TRUE(gemv(1.0f, p.view(), all_of(x), 0.0f, all_of(y), 2).ok());
      expect_same(y, expected, name_of(by));
    }
  }
}

TEST(LinalgBlas, AlphaBetaAndInfinities) {
  const int64 m = 4, k = 30;
  const numbers a = elements(content::normal, m, k, 1), x = elements(content::normal, k, 1, 2),
                before = elements(content::normal, m, 1, 3);
  numbers product(4), y = before;
  const ff_t alpha = ff_t(1.0f) / 3.0f, beta = ff_t(-2.0f) / 7.0f;
  ASSERT_TRUE(gemv(1.0f, row_major(a.data(), m, k), all_of(x), 0.0f, all_of(product)).ok());
  ASSERT_TRUE(gemv(alpha, row_major(a.data(), m, k), all_of(x), beta, all_of(y)).ok());
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(y[i], alpha * product[i] + beta * before[i]);
  numbers poisoned = a;
  poisoned[31] = ff::detail::infinity;
  ASSERT_TRUE(gemv(1.0f, row_major(poisoned.data(), m, k), all_of(x), 0.0f, all_of(y)).ok());
  EXPECT_FALSE(isfinite(y[1]));
  for (const std::size_t i : {0u, 2u, 3u}) EXPECT_TRUE(same_bits(y[i], product[i]));
  // alpha = 0: neither A nor x is read.
  ASSERT_TRUE(gemv(0.0f, matrix_view<const ff_t>(nullptr, m, k, k, 1), vector_view<const ff_t>(nullptr, k),
                   2.0f, all_of(product))
                  .ok());
}

// ---------------------------------------------------------------- triangles

/// A triangle whose diagonal is not small; what lies in the other one must not be read.
numbers triangle_of(triangle half, diagonal ones, int64 n, uint64 seed) {
  numbers a = elements(content::normal, n, n, seed);
  for (int64 i = 0; i < n; ++i)
    for (int64 j = 0; j < n; ++j) {
      ff_t& e = a[static_cast<std::size_t>(i * n + j)];
      const bool other = half == triangle::lower ? j > i : j < i;
      if (other || (i == j && ones == diagonal::unit)) e = ff::detail::quiet_nan;
      if (i != j && !other) e = ldexp(e, -4);
    }
  return a;
}

/// The worst |b - A x| of a row in u^2 of |A| |x|, that is, the entrywise backward error.
double backward_error(triangle half, diagonal ones, const numbers& a, int64 n, const numbers& x,
                      const numbers& b) {
  double worst = 0;
  for (int64 i = 0; i < n; ++i) {
    real rest(b[static_cast<std::size_t>(i)]), scale(0.0);
    for (int64 h = half == triangle::lower ? 0 : i; h < (half == triangle::lower ? i + 1 : n); ++h) {
      const ff_t e = i == h && ones == diagonal::unit ? ff_t(1.0f) : a[static_cast<std::size_t>(i * n + h)];
      const real p = real(e) * real(x[static_cast<std::size_t>(h)]);
      rest = rest - p;
      scale = scale + abs(p);
    }
    worst = std::max(worst, ratio(rest, scale) / u2);
  }
  return worst;
}

TEST(LinalgBlas, TrianglesAreSolvedBackwardStably) {
  for (const triangle half : {triangle::lower, triangle::upper})
    for (const diagonal ones : {diagonal::stored, diagonal::unit})
      for (const int64 n : {1, 2, 8, 9, 63, 64, 65, 129, 200, 300, 500}) {
        const numbers a = triangle_of(half, ones, n, 1), b = elements(content::graded, n, 1, 3);
        numbers x = b;
        ASSERT_TRUE(trsv(half, ones, row_major(a.data(), n, n), all_of(x)).ok());
        EXPECT_LE(backward_error(half, ones, a, n, x, b), trsv_bound(n)) << n;
        // The transpose of the other triangle is the same system.
        numbers t(a.size()), again = b;
        for (int64 i = 0; i < n; ++i)
          for (int64 j = 0; j < n; ++j)
            t[static_cast<std::size_t>(j * n + i)] = a[static_cast<std::size_t>(i * n + j)];
        ASSERT_TRUE(trsv(half, ones, row_major(t.data(), n, n).transposed(), all_of(again), 2).ok());
        expect_same(again, x, "transposed");
      }
}

// One order for every layout and number of threads; it is that of the page.
TEST(LinalgBlas, TheOrderOfATriangle) {
  for (const int64 n : {64, 100, 129, 200, 450, 1300}) {
    const numbers a = triangle_of(triangle::lower, diagonal::stored, n, 1),
                  b = elements(content::normal, n, 1, 3);
    const auto at = [&](int64 i, int64 h) { return a[static_cast<std::size_t>(i * n + h)]; };
    numbers x = b;
    for (int64 i = 0; i < n; ++i) {
      const int64 first = i / 64 * 64, far = std::max<int64>(first - 128, 0);
      ff_t& rest = x[static_cast<std::size_t>(i)];
      if (far > 0) {
        ASSERT_TRUE(gemv(-1.0f, row_major(a.data() + i * n, 1, far), vector_view<const ff_t>(x.data(), far),
                         1.0f, vector_view<ff_t>(&rest, 1))
                        .ok());
      }
      if (first > 0) {
        ff::accumulator near;
        for (int64 h = far; h < first; ++h) {
          near.add_product(-at(i, h), x[static_cast<std::size_t>(h)]);
          if (h % 8 == 7) near.renormalize();
        }
        rest = ff::add22(rest, near.result());
      }
      ff::accumulator sum(rest);
      for (int64 h = first; h < i; ++h) {
        sum.add_product(-at(i, h), x[static_cast<std::size_t>(h)]);
        if (h % 8 == 7) sum.renormalize();
      }
      rest = sum.result() / at(i, i);
    }
    for (const layout by : {layout::rows, layout::columns}) {
      placed p(a, n, n, by);
      numbers y = b;
      ASSERT_TRUE(trsv(triangle::lower, diagonal::stored, p.view(), all_of(y), 2).ok());
      expect_same(y, x, name_of(by));
    }
  }
}

TEST(LinalgBlas, TrianglesWithManyRightSides) {
  for (const triangle half : {triangle::lower, triangle::upper})
    for (const diagonal ones : {diagonal::stored, diagonal::unit})
      for (const int64 n : {1, 7, 64, 65, 150, 200}) {
        const int64 m = 5;
        const numbers a = triangle_of(half, ones, n, 1), b = elements(content::normal, n, m, 3);
        const ff_t alpha = ff_t(1.0f) / 3.0f;
        numbers x = b;
        ASSERT_TRUE(trsm(half, ones, alpha, row_major(a.data(), n, n), row_major(x.data(), n, m)).ok());
        for (int64 j = 0; j < m; ++j) {
          numbers of_column, right;
          for (int64 i = 0; i < n; ++i) {
            of_column.push_back(x[static_cast<std::size_t>(i * m + j)]);
            right.push_back(alpha * b[static_cast<std::size_t>(i * m + j)]);
          }
          // Of products by gemm: its bound is of norms; these matrices have no small entries to lose.
          EXPECT_LE(backward_error(half, ones, a, n, of_column, right), trsv_bound(n)) << n;
          if (n > 64) continue;
          ASSERT_TRUE(trsv(half, ones, row_major(a.data(), n, n), all_of(right)).ok());
          expect_same(of_column, right, "trsm of at most 64 rows, and trsv");
        }
        placed other(b, n, m, layout::spread);
        ASSERT_TRUE(trsm(half, ones, alpha, row_major(a.data(), n, n), other.view()).ok());
        expect_same(other.elements(), x, "spread");
        EXPECT_TRUE(other.rest_untouched());
      }
}

TEST(LinalgBlas, AZeroOnTheDiagonalDividesAsIEEE) {
  const numbers a{ff_t(0.0f), ff_t(0.0f), ff_t(1.0f), ff_t(2.0f)};
  numbers x{ff_t(1.0f), ff_t(1.0f)};
  EXPECT_TRUE(trsv(triangle::lower, diagonal::stored, row_major(a.data(), 2, 2), all_of(x)).ok());
  EXPECT_TRUE(isinf(x[0]));
  EXPECT_FALSE(isfinite(x[1]));
}

TEST(LinalgBlas, ViewsBackwards) {
  numbers x(24);
  for (int i = 0; i < 24; ++i) x[static_cast<std::size_t>(i)] = i;
  const auto m = row_major(x.data(), 4, 6);
  EXPECT_EQ(m.reversed()(0, 0), ff_t(23.0f));
  EXPECT_EQ(m.reversed()(1, 2), m(2, 3));
  EXPECT_EQ(m.row(2)(3), m(2, 3));
  EXPECT_EQ(m.column(3)(2), m(2, 3));
  EXPECT_EQ(m.column(3).reversed()(0), m(3, 3));
  EXPECT_EQ(m.row(1).part(2, 3)(1), m(1, 3));
  EXPECT_EQ(m.row(1).part(2, 3).size, 3);
}

}  // namespace
