// ff::linalg's factors on the device against the host's, bit for bit; solutions to their bound.
#include <ff/linalg/cuda/solve.hpp>
#include <tuple>
#include <vector>

#include "gpu/linalg_fixture.cuh"
#include "linalg/linear_systems.hpp"
#include "linalg/matrices_to_multiply.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;

class GpuLinalgFactor : public OnItsStream {
 protected:
  void expect_qr_of_host(const ff_numbers& a, int64 m, int64 n, qr_method method);
};

std::size_t count(int64 rows, int64 columns) { return static_cast<std::size_t>(rows * columns); }

void GpuLinalgFactor::expect_qr_of_host(const ff_numbers& a, int64 m, int64 n, qr_method method) {
  const int64 k = std::min(m, n);
  ff_numbers q(count(m, k)), r(count(k, n));
  const device_array<ff_t> da(a), dq(q), dr(r);
  check(cudaDeviceSynchronize(), "copies");
  qr_options options;
  options.method = method;
  qr_report there_report, here_report;
  const status there = qr(on, row_major<const ff_t>(da.data(), m, n), column_major(dq.data(), m, k),
                          row_major(dr.data(), k, n), options, &there_report);
  const status here = qr(row_major<const ff_t>(a.data(), m, n), column_major(q.data(), m, k),
                         row_major(r.data(), k, n), options, &here_report);
  check(cudaStreamSynchronize(own_stream), "qr");
  EXPECT_EQ(there.code(), here.code()) << there.text();
  EXPECT_EQ(there_report.used, here_report.used);
  EXPECT_EQ(there_report.failed_pivot, here_report.failed_pivot);
  EXPECT_EQ(there_report.rank, here_report.rank);
  if (!here.ok()) return;
  expect_same(dq.on_host(), q, "Q");
  expect_same(dr.on_host(), r, "R");
}

TEST_F(GpuLinalgFactor, QrHasTheBitsOfTheHost) {
  const std::pair<int64, int64> shapes[] = {{1, 1},    {3, 5},   {33, 32},  {70, 70},
                                            {40, 100}, {500, 9}, {300, 150}};
  for (const auto& [m, n] : shapes)
    for (const system_kind kind : every_system)
      for (const qr_method method : {qr_method::automatic, qr_method::householder, qr_method::cholesky}) {
        if (method == qr_method::cholesky && m < n) continue;
        SCOPED_TRACE(::testing::Message() << m << " x " << n << ", kind " << static_cast<int>(kind)
                                          << ", method " << static_cast<int>(method));
        expect_qr_of_host(system_matrix(kind, m, n, 1e6), m, n, method);
      }
}

// Remainders far below their columns, and columns at scales of their own.
TEST_F(GpuLinalgFactor, DependentColumnsHaveTheBitsOfTheHost) {
  const std::pair<int64, int64> shapes[] = {{21, 21}, {40, 9}, {60, 20}, {200, 130}};
  for (const auto& [m, n] : shapes)
    for (const int kind : {0, 1, 2}) {
      SCOPED_TRACE(::testing::Message() << m << " x " << n << ", kind " << kind);
      ff_numbers a = system_matrix(system_kind::random, m, n, 1.0);
      for (int64 i = 0; i < m; ++i)
        for (int64 j = 0; j < n; ++j) {
          ff_t& e = a[count(i, n) + static_cast<std::size_t>(j)];
          e = kind == 0   ? ff_t(1.0f)
              : kind == 1 ? ff_t(j % 2 == 1 ? static_cast<float>(i + 1) : 1.0f)
                          : ldexp(e, static_cast<int>(j * 37 % 180) - 60);
        }
      for (const qr_method method : {qr_method::automatic, qr_method::householder})
        expect_qr_of_host(a, m, n, method);
    }
  expect_qr_of_host(ff_numbers(16, ff_t(3e38f)), 4, 4, qr_method::householder);  // an overflow
}

TEST_F(GpuLinalgFactor, FactoredFormHasTheBitsOfTheHost) {
  const int64 m = 130, n = 70;
  const ff_numbers a = system_matrix(system_kind::graded, m, n, 1e6);
  for (const layout by : every_layout) {
    placed p(a, m, n, by), c(a, m, n, by);
    ff_numbers tau(count(n, 1));
    const device_array<ff_t> da(p.memory), dt(tau), dc(c.memory);
    check(cudaDeviceSynchronize(), "copies");
    const vector_view<ff_t> here(tau.data(), n), there(dt.data(), n);
    ASSERT_TRUE(householder(on, p.at(da.data()), there).ok());
    ASSERT_TRUE(apply_q(on, p.at(da.data()), there, true, c.at(dc.data())).ok());
    check(cudaStreamSynchronize(own_stream), "householder");
    ASSERT_TRUE(householder(p.view(), here).ok());
    ASSERT_TRUE(apply_q(p.view(), here, true, c.view()).ok());
    expect_same(da.on_host(), p.memory, "factored form");
    expect_same(dt.on_host(), tau, "tau");
    expect_same(dc.on_host(), c.memory, "Q^T C");
  }
}

TEST_F(GpuLinalgFactor, CholeskyHasTheBitsOfTheHost) {
  for (const int64 n : {1, 5, 64, 65, 300, 530})
    for (const int64 bad : {int64{-1}, n / 2}) {
      ff_numbers a = system_matrix(system_kind::random, n, n, 1.0), l(a.size());
      for (int64 i = 0; i < n; ++i) a[count(i, n + 1)] = i == bad ? -1.0f : static_cast<float>(n);
      const device_array<ff_t> da(a), dl(l);
      check(cudaDeviceSynchronize(), "copies");
      cholesky_report there_report, here_report;
      const status there =
          cholesky(on, column_major<const ff_t>(da.data(), n, n), row_major(dl.data(), n, n), &there_report);
      const status here =
          cholesky(column_major<const ff_t>(a.data(), n, n), row_major(l.data(), n, n), &here_report);
      check(cudaStreamSynchronize(own_stream), "cholesky");
      EXPECT_EQ(there.code(), bad < 0 ? fault::none : fault::numeric) << there.text();
      EXPECT_EQ(there.code(), here.code());
      EXPECT_EQ(there_report.failed_pivot, bad);
      EXPECT_EQ(here_report.failed_pivot, bad);
      if (bad < 0) expect_same(dl.on_host(), l, "L");
    }
}

// A case for each order and condition: the host takes most of the time, and cases go to all of its cores.
class GpuLinalgSolutions : public GpuLinalgFactor,
                           public ::testing::WithParamInterface<std::tuple<int64, double>> {};

TEST_P(GpuLinalgSolutions, ToTheirBound) {
  const auto [n, condition] = GetParam();
  for (const solve_factors factors : {solve_factors::automatic, solve_factors::pairs})
    for (const bool rows : {true, false})
      for (const bool squares : {false, true}) {
        if (n > 100 && rows != squares) continue;
        const int64 k = 3;
        const ff_numbers a = system_matrix(system_kind::graded, n, n, condition),
                         b = system_matrix(system_kind::random, n, k, 1.0, 2);
        ff_numbers x(b.size());
        const device_array<ff_t> da(a), db(b), dx(x);
        check(cudaDeviceSynchronize(), "copies");
        const auto of = [&](const ff_t* p) { return rows ? row_major(p, n, n) : column_major(p, n, n); };
        solve_options options;
        options.factors = factors;
        solve_report there_report, here_report;
        const auto db_view = row_major<const ff_t>(db.data(), n, k),
                   b_view = row_major<const ff_t>(b.data(), n, k);
        const auto dx_view = row_major(dx.data(), n, k), x_view = row_major(x.data(), n, k);
        const status there = squares
                                 ? least_squares(on, of(da.data()), db_view, dx_view, options, &there_report)
                                 : solve(on, of(da.data()), db_view, dx_view, options, &there_report);
        const status here = squares ? least_squares(of(a.data()), b_view, x_view, options, &here_report)
                                    : solve(of(a.data()), b_view, x_view, options, &here_report);
        check(cudaStreamSynchronize(own_stream), "solve");
        SCOPED_TRACE(::testing::Message() << n << ", condition " << condition << ", squares " << squares
                                          << ", factors " << static_cast<int>(factors));
        // The columns' powers spread X by more than 2^10 from 1e10 on, and least squares do not
        // certify that. The answers have to be right all the same.
        for (const status& s : {here, there}) {
          if (squares && condition >= 1e10 && s.code() == ff::linalg::fault::not_converged) continue;
          ASSERT_TRUE(s.ok()) << s.text();
        }
        EXPECT_LE(there_report.backward_error, 2 * 0x1p-48);
        EXPECT_EQ(there_report.converged, there.ok());
        EXPECT_EQ(here_report.converged, here.ok());
        // Estimates from below of one number, by factors that differ in float.
        EXPECT_LE(there_report.condition, 3 * here_report.condition);
        EXPECT_GE(there_report.condition, here_report.condition / 3);
        // At 1e10 it depends on the factors' last bits whether floats just do.
        if (condition != 1e10) EXPECT_EQ(there_report.fallback, here_report.fallback);
        const ff_numbers got = dx.on_host();
        EXPECT_LE(apart(got, x), 8 * 0x1p-48);
      }
}

INSTANTIATE_TEST_SUITE_P(Small, GpuLinalgSolutions,
                         ::testing::Combine(::testing::Values(1, 5, 70),
                                            ::testing::Values(1e1, 1e4, 1e10, 1e12)));
INSTANTIATE_TEST_SUITE_P(Large, GpuLinalgSolutions,
                         ::testing::Combine(::testing::Values(200), ::testing::Values(1e1, 1e4, 1e10)));

// The condition of an order that has factors in float of its own on the device (lu_float.cu), whose
// transposed solutions nothing else uses.
TEST_F(GpuLinalgFactor, ConditionsOfOwnFactors) {
  for (const int64 n : {1100, 1536}) {
    const ff_numbers a = system_matrix(system_kind::random, n, n, 1.0),
                     b = system_matrix(system_kind::random, n, 1, 1.0, 2);
    ff_numbers x(b.size());
    const device_array<ff_t> da(a), db(b), dx(x);
    check(cudaDeviceSynchronize(), "copies");
    solve_report there, here;
    ASSERT_TRUE(solve(on, column_major<const ff_t>(da.data(), n, n),
                      column_major<const ff_t>(db.data(), n, 1), column_major(dx.data(), n, 1), {}, &there)
                    .ok());
    ASSERT_TRUE(solve(column_major<const ff_t>(a.data(), n, n), column_major<const ff_t>(b.data(), n, 1),
                      column_major(x.data(), n, 1), {}, &here)
                    .ok());
    check(cudaStreamSynchronize(own_stream), "solve");
    EXPECT_LE(there.condition, 3 * here.condition) << n;
    EXPECT_GE(there.condition, here.condition / 3) << n;
  }
}

// Says what is certified, and what is not, on the device as on the host.
TEST_F(GpuLinalgFactor, CertificatesOfSystems) {
  const struct {
    int64 n;
    ff_numbers a, b;
    fault said;
  } systems[] = {{2, {1e-25f, 0, 0, 1e25f}, {1, 1}, fault::none},
                 {3, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 1, 1}, fault::singular},
                 {4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, {1, 1, 1, 1}, fault::singular},
                 {1, {1e-30f}, {1e30f}, fault::overflow},
                 {1, {1e30f}, {1e-30f}, fault::not_converged},
                 {2, {1e18f, 2e18f, 3e-18f, 7e-18f}, {1e18f, 1e-18f}, fault::none}};
  for (const auto& s : systems) {
    ff_numbers x(s.b.size());
    const device_array<ff_t> da(s.a), db(s.b), dx(x);
    check(cudaDeviceSynchronize(), "copies");
    solve_report there_report, here_report;
    const status there = solve(on, row_major<const ff_t>(da.data(), s.n, s.n),
                               row_major<const ff_t>(db.data(), s.n, 1), row_major(dx.data(), s.n, 1), {},
                               &there_report),
                 here = solve(row_major(s.a.data(), s.n, s.n), row_major(s.b.data(), s.n, 1),
                              row_major(x.data(), s.n, 1), {}, &here_report);
    check(cudaStreamSynchronize(own_stream), "solve");
    EXPECT_EQ(there.code(), s.said) << there.text();
    EXPECT_EQ(here.code(), s.said) << here.text();
    EXPECT_EQ(there_report.rank, here_report.rank);
    if (s.said == fault::none) EXPECT_LE(apart(dx.on_host(), x), 8 * 0x1p-48);
  }
}

// Orders from 1024 on have factors of the library's own where there are clusters; 1300 is padded.
TEST_F(GpuLinalgFactor, LargeSystemsByEitherFactors) {
  for (const int64 n : {1024, 1300})
    for (const double condition : {1e1, 1e4, 1e6})
      for (const int64 k : {1, 5}) {
        SCOPED_TRACE(::testing::Message() << n << ", condition " << condition << ", columns " << k);
        const ff_numbers a = system_matrix(system_kind::graded, n, n, condition),
                         b = system_matrix(system_kind::random, n, k, 1.0, 2);
        const device_array<ff_t> da(a), db(b), in_float(b), in_pairs(b);
        check(cudaDeviceSynchronize(), "copies");
        const auto by = [&](const device_array<ff_t>& x, solve_factors factors, solve_report& report) {
          solve_options options;
          options.factors = factors;
          return solve(on, column_major<const ff_t>(da.data(), n, n), row_major<const ff_t>(db.data(), n, k),
                       row_major(x.data(), n, k), options, &report);
        };
        solve_report report, report_of_pairs;
        const status s = by(in_float, solve_factors::automatic, report),
                     of_pairs = by(in_pairs, solve_factors::pairs, report_of_pairs);
        check(cudaStreamSynchronize(own_stream), "solve");
        ASSERT_TRUE(s.ok() && of_pairs.ok()) << s.text() << of_pairs.text();
        EXPECT_TRUE(report.converged &&
                    (!report.fallback || condition > 1e4));  // powers of columns take their share
        EXPECT_TRUE(report_of_pairs.converged);
        EXPECT_LE(report.backward_error, 2 * 0x1p-48);
        EXPECT_LE(apart(in_float.on_host(), in_pairs.on_host()), 8 * 0x1p-48);
      }
}

// A column of zeros has no pivot in float, and none in pairs.
TEST_F(GpuLinalgFactor, LargeSingularSystems) {
  const int64 n = 1024;
  ff_numbers a = system_matrix(system_kind::random, n, n, 1.0);
  for (int64 i = 0; i < n; ++i) a[static_cast<std::size_t>(i * n + 700)] = 0.0f;
  const device_array<ff_t> da(a), db(ff_numbers(static_cast<std::size_t>(n), ff_t(1.0f))), dx(db.on_host());
  check(cudaDeviceSynchronize(), "copies");
  solve_report report;
  const status s =
      solve(on, row_major<const ff_t>(da.data(), n, n), column_major<const ff_t>(db.data(), n, 1),
            column_major(dx.data(), n, 1), {}, &report);
  EXPECT_EQ(s.code(), fault::singular);
  EXPECT_TRUE(report.fallback);
  EXPECT_EQ(report.failed_pivot, 700);
  EXPECT_EQ(report.rank, n - 1);
}

TEST_F(GpuLinalgFactor, Refusals) {
  const device_array<ff_t> d(ff_numbers(16, ff_t(7.0f)));
  const context closed;
  const auto square = row_major(d.data(), 2, 2), other = row_major(d.data() + 4, 2, 2),
             third = row_major(d.data() + 8, 2, 2);
  EXPECT_EQ(qr(closed, square, other, third).code(), fault::option);
  EXPECT_EQ(cholesky(closed, square, other).code(), fault::option);
  EXPECT_EQ(solve(closed, square, other, third).code(), fault::option);
  EXPECT_EQ(qr(on, square, other, row_major(d.data(), 3, 2)).code(), fault::shape);
  EXPECT_EQ(householder(on, square, vector_view<ff_t>(d.data(), 3)).code(), fault::shape);
  EXPECT_EQ(solve(on, row_major(d.data(), 2, 3), other, third).code(), fault::shape);
  EXPECT_EQ(least_squares(on, row_major(d.data(), 2, 3), other, third).code(), fault::shape);
  // Singular: all elements alike.
  solve_report report;
  EXPECT_EQ(solve(on, square, other, third, {}, &report).code(), fault::singular);
  EXPECT_EQ(report.failed_pivot, 1);
  check(cudaDeviceSynchronize(), "nothing");
  const ff_numbers after = d.on_host();
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(after[i], ff_t(7.0f));
}

}  // namespace
