// Where the host's memory ends, at whichever allocation: ff::linalg says fault::memory, threads that are not
// to be had are done without, and nothing terminates the program.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <ff/linalg/blas.hpp>
#include <ff/linalg/qr.hpp>
#include <ff/linalg/solve.hpp>
#include <ff/linalg/svd.hpp>
#include <ff/linalg/svd_batched.hpp>
#include <ff/polynomial/large.hpp>
#include <new>
#include <vector>

#include "linalg/linear_systems.hpp"

namespace {

/// How many allocations succeed before some fail; negative where all do.
std::atomic<long> remaining{-1};
std::atomic<bool> only_one{false}, one_failed{false};

bool fails() {
  if (remaining.load() < 0 || remaining.fetch_sub(1) > 0) return false;
  remaining = only_one ? -1 : 0;
  one_failed = true;
  return true;
}

void* allocated(std::size_t n) { return fails() ? nullptr : std::malloc(n > 0 ? n : 1); }

}  // namespace

void* operator new(std::size_t n) {
  void* const p = allocated(n);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
// std::stable_sort's.  The library's own calls the above, AddressSanitizer's does not.
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return allocated(n); }
// Inlined alone, without the other, g++ takes free for the wrong one.
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace ff_test;
using namespace ff::linalg;

/// f() with the allocation after each number of others failing, alone or with all after it.  How often one
/// failed.
template <class F>
int with_failures(F f) {
  int failures = 0;
  for (const bool alone : {false, true})
    for (long k = 0;; k += 1 + k / 8) {
      only_one = alone, one_failed = false, remaining = k;
      f();
      remaining = -1;
      if (!one_failed) break;
      ++failures;
    }
  return failures;
}

template <class F>
void expect_a_status(const char* name, F f) {
  SCOPED_TRACE(name);
  int refused = 0;
  status said;
  with_failures([&] {
    said = f();
    const long was = remaining.exchange(-1);
    EXPECT_TRUE(said.ok() || said.code() == fault::memory) << said.text();
    EXPECT_TRUE(said.ok() || one_failed);
    refused += said.ok() ? 0 : 1;
    remaining = was;
  });
  EXPECT_TRUE(said.ok()) << said.text();
  EXPECT_GT(refused, 0);
}

constexpr int64 n = 48;
const ff_numbers a = system_matrix(system_kind::random, n, n, 1e2),
                 b = system_matrix(system_kind::random, n, 2, 1.0, 2);

TEST(MemoryEnds, Solutions) {
  ff_numbers x(b.size());
  solve_options o;
  o.threads = 3;
  for (const solve_factors factors : {solve_factors::automatic, solve_factors::pairs}) {
    o.factors = factors;
    expect_a_status("solve", [&] {
      return solve(row_major(a.data(), n, n), row_major(b.data(), n, 2), row_major(x.data(), n, 2), o);
    });
    expect_a_status("least_squares", [&] {
      return least_squares(row_major(a.data(), n, 24, n), row_major(b.data(), n, 2),
                           row_major(x.data(), 24, 2), o);
    });
  }
}

TEST(MemoryEnds, Factors) {
  ff_numbers q(a.size()), r(a.size()), tau(n), s(n);
  const auto full = row_major(a.data(), n, n);
  const auto left_factor = row_major(q.data(), n, n), right_factor = row_major(r.data(), n, n);
  const vector_view<ff_t> taus(tau.data(), n);
  expect_a_status("qr", [&] { return qr(full, left_factor, right_factor, {qr_method::householder, 3}); });
  expect_a_status("qr by Cholesky", [&] {
    return qr(row_major(a.data(), n, 8, n), row_major(q.data(), n, 8), row_major(r.data(), 8, 8),
              {qr_method::cholesky, 3});
  });
  expect_a_status("householder", [&] {
    q = a;
    return householder(left_factor, taus, 3);
  });
  expect_a_status("apply_q", [&] { return apply_q(left_factor, taus, true, right_factor, 3); });
  ff_numbers positive(a.size(), ff_t(1.0f));
  for (int64 i = 0; i < n; ++i) positive[static_cast<std::size_t>(i * n + i)] = 99.0f;
  expect_a_status("cholesky",
                  [&] { return cholesky(row_major(positive.data(), n, n), right_factor, nullptr, 3); });
  svd_options o;
  o.threads = 3;
  for (const svd_method method : {svd_method::refine, svd_method::golub_reinsch, svd_method::jacobi}) {
    o.method = method;
    expect_a_status("svd", [&] {
      return svd(row_major(a.data(), 20, 16, n), s.data(), row_major(q.data(), 20, 16),
                 row_major(r.data(), 16, 16), o);
    });
  }
  expect_a_status("svd_batched", [&] {
    return svd_batched(3, row_major(a.data(), 4, 4), 16, s.data(), 4, row_major(q.data(), 4, 4), 16,
                       row_major(r.data(), 4, 4), 16, {true, 3});
  });
}

TEST(MemoryEnds, Products) {
  ff_numbers c(a.size());
  const auto from = row_major(a.data(), n, n);
  for (const bool balance : {false, true}) {
    gemm_options o;
    o.threads = 3, o.balance = balance, o.componentwise = balance;
    expect_a_status("gemm", [&] { return gemm(1.0f, from, from, 0.0f, row_major(c.data(), n, n), o); });
  }
  gemm_options o;
  o.threads = 3;
  expect_a_status("trsm", [&] {
    c = a;
    return trsm(triangle::lower, diagonal::unit, 1.0f, matrix_view<const ff_t>(a.data(), 70, 70, 0, 0),
                row_major(c.data(), 70, 2), o);
  });
}

/// What needs memory for threads alone is done by those there are.
TEST(MemoryEnds, ThreadsAreDoneWithout) {
  ff_numbers y(n), expected(n);
  const vector_view<const ff_t> x(b.data(), n);
  const auto product = [&](ff_numbers& to) {
    return gemv(1.0f, row_major(a.data(), n, n), x, 0.0f, {to.data(), n, 1}, 3);
  };
  ASSERT_TRUE(product(expected).ok());
  EXPECT_GT(with_failures([&] {
              std::fill(y.begin(), y.end(), ff_t(7.0f));
              const status s = product(y);
              const long was = remaining.exchange(-1);
              EXPECT_TRUE(s.ok());
              EXPECT_EQ(y, expected);
              remaining = was;
            }),
            0);
}

TEST(MemoryEnds, RootsOfALargePolynomial) {
  std::vector<ff_t> coefficients(201, ff_t(0.0f));
  coefficients.front() = -1.0f, coefficients.back() = 1.0f;
  int thrown = 0, found = 0;
  with_failures([&] {
    try {
      const auto disks = ff::polynomial::large_roots(coefficients.data(), 200, 3u);
      found += disks.isolated == 200 ? 1 : 0;
    } catch (const std::bad_alloc&) {
      ++thrown;
    }
  });
  EXPECT_GT(thrown, 0);
  EXPECT_GT(found, 2);  // without threads, too
}

}  // namespace
