// These tests compare each part of what the bound of least squares rests on (docs/proofs/solve.md) with MPFR.
//
// 1. A sum in words is within its bound: some cancel in any word, some are graded, tiny or long.  Without a
//    part of the bound some are not.
// 2. The departure of A S from orthonormal columns is a bound.  Of a singular A it is at least 1, whatever S.
// 3. Without the bounds of its sums, an answer from residuals of four words is certified and wrong.
#include <gtest/gtest.h>

#include <ff/random.hpp>
#include <functional>

#include "accuracy/linalg/families.hpp"
#include "accuracy/roots/reference.hpp"
#include "src/linalg/factor/gesv.hpp"
#include "src/linalg/factor/gesv_host.hpp"

namespace {

using namespace ff;
using namespace ff::linalg;
using namespace ff::linalg::detail::factor;
using accuracy::dense;
using accuracy::filled;

constexpr mpfr_prec_t all_bits = 1200;  // from 2^-298, a product's least bit, to 2^256 and beyond

class exact_sum {
 public:
  exact_sum() {
    for (mpfr_t* const v : {&sum_, &product_, &factor_}) mpfr_init2(*v, all_bits);
    mpfr_set_zero(sum_, 1);
  }
  ~exact_sum() {
    for (mpfr_t* const v : {&sum_, &product_, &factor_}) mpfr_clear(*v);
  }
  exact_sum(const exact_sum&) = delete;
  exact_sum& operator=(const exact_sum&) = delete;

  void add_product(ff_t x, ff_t y) {
    set(factor_, x);
    set(product_, y);
    mpfr_mul(product_, product_, factor_, MPFR_RNDN);
    mpfr_add(sum_, sum_, product_, MPFR_RNDN);
  }
  /// Says how far x and y together are from the sum.
  double distance_of(ff_t x, ff_t y) {
    set(factor_, x);
    set(product_, y);
    mpfr_add(product_, product_, factor_, MPFR_RNDN);
    mpfr_sub(product_, product_, sum_, MPFR_RNDN);
    return std::fabs(mpfr_get_d(product_, MPFR_RNDA));
  }

 private:
  static void set(mpfr_t to, ff_t x) {
    mpfr_set_flt(to, x.hi(), MPFR_RNDN);
    mpfr_add_d(to, to, static_cast<double>(x.lo()), MPFR_RNDN);
  }
  mpfr_t sum_, product_, factor_;
};

ff_t any_number(philox& g, int least, int most) {
  const int e = least + static_cast<int>(g() % static_cast<unsigned>(most - least + 1));
  const float head = std::ldexp(static_cast<float>(static_cast<int>(g())) * 0x1p-31f, e);
  const int below = 24 + static_cast<int>(g() % 4 == 0 ? g() % 80 : g() % 2);
  return add12(head, std::ldexp(static_cast<float>(static_cast<int>(g())) * 0x1p-31f, e - below - 1));
}

/// One row of A and a column of x.
struct row_of_products {
  std::vector<ff_t> a, x, x_low;
};
row_of_products products_of(std::uint64_t seed) {
  philox g(seed, 31);
  const int kind = static_cast<int>(g() % 7);
  const std::size_t n = kind == 5 ? 200 + g() % 800 : kind == 6 ? 1 : 1 + g() % 60;
  const int least = kind == 1   ? -70
                    : kind == 2 ? -149
                    : kind == 6 ? -25
                                : -10,
            most = kind == 1   ? 60
                   : kind == 2 ? -60
                   : kind == 6 ? -25
                               : 10;
  row_of_products p;
  for (std::size_t i = 0; i < n; ++i) {
    p.a.push_back(any_number(g, least, most));
    p.x.push_back(any_number(g, least, most));
    p.x_low.push_back(kind == 6 ? ff_t(0.0f) : ldexp(any_number(g, -1, 0), std::ilogb(p.x.back().hi()) - 49));
    // Then the same product follows with the other sign, but for some last bits.
    if (kind > 3 && g() % 2 == 0) {
      p.x.push_back(p.x.back() * ff_t(1.0f + std::ldexp(1.0f, -static_cast<int>(g() % 23))));
      p.a.push_back(-p.a.back());
      p.x_low.push_back(ldexp(p.x_low.back(), -10));
    }
  }
  // Then all of them follow with the other sign.
  for (std::size_t i = 0; kind == 3 && i < n; ++i) {
    p.a.push_back(-p.a[i]);
    p.x.push_back(p.x[i]);
    p.x_low.push_back(p.x_low[i]);
  }
  return p;
}

/// The largest error of 4000 sums over their bound by `errors`.
template <int words>
double largest_share_of_bound(bool with_low, const std::function<void(sum_errors&)>& change = {}) {
  double largest = 0.0;
  solve_host on(1);
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    row_of_products p = products_of(seed);
    const auto n = static_cast<int64>(p.a.size());
    ff_t r[3] = {};
    uint32 worst[2];
    residual_task t{matrix_read(row_major<const ff_t>(p.a.data(), 1, n)),
                    matrix_read(column_major<const ff_t>(p.x.data(), n, 1)),
                    {},
                    {},
                    column_major(r, 1, 1),
                    worst};
    t.x_low = column_major<const ff_t>(p.x_low.data(), n, 1);
    if (with_low) t.low = column_major(r + 1, 1, 1);
    t.bound = column_major(r + 2, 1, 1);
    t.errors = sum_errors::of<words>(2 * n);
    if (change) change(t.errors);
    on.residual<words>(t);
    exact_sum sum;
    for (std::size_t i = 0; i < p.a.size(); ++i) {
      sum.add_product(-p.a[i], p.x[i]);
      sum.add_product(-p.a[i], p.x_low[i]);
    }
    const double off = sum.distance_of(r[0], r[1]), bound = double(r[2]);
    if (off > 0.0) largest = std::max(largest, off / bound);
  }
  return largest;
}

TEST(LinalgVerified, SumsAreWithinTheirBounds) {
  for (const bool with_low : {false, true}) {
    EXPECT_LE(largest_share_of_bound<4>(with_low), 1.0) << with_low;
    EXPECT_LE(largest_share_of_bound<6>(with_low), 1.0) << with_low;
  }
}
TEST(LinalgVerified, SumsAreNotWithinAPartOfTheirBounds) {
  EXPECT_GT(largest_share_of_bound<4>(true, [](sum_errors& e) { e.share = 0.0f; }), 1.0);
  EXPECT_GT(largest_share_of_bound<6>(true, [](sum_errors& e) { e.share = 0.0f; }), 1.0);
  EXPECT_GT(largest_share_of_bound<6>(true, [](sum_errors& e) { e.least = 0.0f; }), 1.0);
}

/// S for A: the inverse of the triangle that factors of A, its columns changed by 2^-e, have.
matrix triangle_for(solve_host& on, const matrix_read& a, int e, philox& g) {
  const matrix near_a = on.matrix(a.rows, a.columns);
  for (int64 j = 0; j < a.columns; ++j)
    for (int64 i = 0; i < a.rows; ++i)
      near_a(i, j) = a(i, j) + ldexp(a(i, j) * static_cast<float>(static_cast<int>(g())) * 0x1p-31f, -e);
  return pair_qr<solve_host>(on, near_a, 1).inverse_of_triangle();
}

TEST(LinalgVerified, NoTrianglePassesASingularMatrix) {
  double least = HUGE_VAL;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    philox g(seed, 32);
    const auto n = static_cast<int64>(2 + g() % 20), m = n + static_cast<int64>(g() % 9);
    solve_host on(1);
    dense a = filled(
        m, n, [&](int64, int64) { return ff_t(static_cast<float>(static_cast<int>(g() % 199) - 99)); });
    for (int64 i = 0; i < m; ++i) a(i, n - 1) = n == 2 ? a(i, 0) * 3.0f : a(i, 0) * 2.0f - a(i, n - 2);
    const int e = 3 + static_cast<int>(seed % 48);
    const scaled_system of{a.view(), {}, {}, {}, {}};
    verified_least_squares<solve_host> bound(on, of, triangle_for(on, a.view(), e, g));
    const double departure = bound.departure();
    if (departure < HUGE_VAL) least = std::min(least, departure);
    EXPECT_FALSE(departure < 1.0) << seed << ", 2^-" << e;
  }
  EXPECT_LT(least, 1.5) << "no S came near the edge";
}

/// |I - W^T W| of W = A S, by power iteration with doubles that long sums made: a bound from below.
double departure_seen(const matrix_read& a, const matrix_read& s) {
  const auto m = a.rows, n = a.columns;
  std::vector<long double> w(static_cast<std::size_t>(m * n));
  const auto at = [m](int64 i, int64 j) { return static_cast<std::size_t>(i + j * m); };
  for (int64 j = 0; j < n; ++j)
    for (int64 i = 0; i < m; ++i)
      for (int64 h = 0; h < n; ++h)
        w[at(i, j)] += static_cast<long double>(double(a(i, h))) * static_cast<long double>(double(s(h, j)));
  std::vector<long double> v(static_cast<std::size_t>(n), 1.0L);
  long double norm = 0.0L;
  for (int step = 0; step < 60; ++step) {
    std::vector<long double> wv(static_cast<std::size_t>(m)), next = v;
    for (int64 j = 0; j < n; ++j)
      for (int64 i = 0; i < m; ++i)
        wv[static_cast<std::size_t>(i)] += w[at(i, j)] * v[static_cast<std::size_t>(j)];
    for (int64 j = 0; j < n; ++j)
      for (int64 i = 0; i < m; ++i)
        next[static_cast<std::size_t>(j)] -= w[at(i, j)] * wv[static_cast<std::size_t>(i)];
    long double before = 0.0L, after = 0.0L;
    for (std::size_t j = 0; j < v.size(); ++j) before += v[j] * v[j], after += next[j] * next[j];
    norm = std::sqrt(after / before);
    if (!(norm > 0.0L)) break;
    for (std::size_t j = 0; j < v.size(); ++j) v[j] = next[j] / std::sqrt(after);
  }
  return static_cast<double>(norm);
}

TEST(LinalgVerified, TheDepartureIsABound) {
  double nearest = 0.0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    philox g(seed, 33);
    const auto n = static_cast<int64>(seed % 6 == 0 ? 70 + g() % 80 : 1 + g() % 12),
               m = n + static_cast<int64>(g() % 30);
    solve_host on(1);
    const dense a = accuracy::normal_matrix(m, n, seed);
    const int e = static_cast<int>(seed % 20);
    const matrix s = triangle_for(on, a.view(), e, g);
    const scaled_system of{a.view(), {}, {}, {}, {}};
    verified_least_squares<solve_host> bound(on, of, s);
    const double said = bound.departure(), seen = departure_seen(a.view(), s);
    EXPECT_GE(said, seen * (1 - 1e-12)) << seed;
    nearest = std::max(nearest, seen / said);
  }
  EXPECT_GT(nearest, 0.9);
}

/// Sums of four words where six are asked for, with their bounds or without any.
template <bool with_bounds>
class with_four_words : public solve_host {
 public:
  using solve_host::solve_host;
  template <int>
  void residual(residual_task t) {
    // The unit of six words is far below that of four.
    if (t.errors.share < 0x1p-90f) t.errors.share *= 0x1p45f;
    solve_host::residual<4>(t);
    if (!with_bounds && t.bound.data != nullptr) each(t.bound.rows, t.bound.columns, zeros_of{t.bound});
  }
};

/// Certificates of heavy rows that conflict, and of these the wrong ones.  Rows u (1, -1) fit 1 + t - 1 at
/// best, and the light row makes the second unknown 1.
struct counted {
  int certified = 0, wrong = 0;
};
template <class Machine>
counted conflicting_rows() {
  counted all;
  for (int seed = 1; seed <= 400; ++seed) {
    philox g(static_cast<std::uint64_t>(seed), 34);
    const float light = std::ldexp(1.0f, -8 - seed % 36);
    const float weights[3] = {1.0f, std::ldexp(1.0f, -static_cast<int>(g() % 8)),
                              std::ldexp(1.0f, -static_cast<int>(g() % 8))};
    dense a(4, 2), b(4, 1), x(2, 1);
    long double sum = 0.0L, squares = 0.0L;
    for (int64 i = 0; i < 3; ++i) {
      a(i, 0) = weights[i];
      a(i, 1) = -weights[i];
      b(i, 0) = static_cast<float>(static_cast<int>(g() % 2001) - 1000);
      sum += static_cast<long double>(weights[i]) * static_cast<long double>(b(i, 0).hi());
      squares += static_cast<long double>(weights[i]) * static_cast<long double>(weights[i]);
    }
    a(3, 0) = 0.0f;
    a(3, 1) = b(3, 0) = light;
    Machine on(1);
    if (!least_squares_on(on, a.view(), b.view(), x.view(), {}, nullptr).ok()) continue;
    ++all.certified;
    const long double exact[2] = {1.0L + sum / squares, 1.0L};
    const long double most = std::max(std::fabs(exact[0]), std::fabs(exact[1]));
    long double off = 0.0L;
    for (int64 i = 0; i < 2; ++i)
      off = std::max(off, std::fabs(static_cast<long double>(x(i, 0).hi()) - exact[i] +
                                    static_cast<long double>(x(i, 0).lo())));
    all.wrong += off > 0x1p-46L * most;
  }
  return all;
}

TEST(LinalgVerified, FewerWordsCertifyWronglyWithoutTheirBounds) {
  const counted whole = conflicting_rows<solve_host>(), bounded = conflicting_rows<with_four_words<true>>(),
                unbounded = conflicting_rows<with_four_words<false>>();
  EXPECT_EQ(whole.wrong, 0);
  EXPECT_EQ(bounded.wrong, 0);
  EXPECT_GT(unbounded.wrong, 0);
  EXPECT_GT(whole.certified, 100);
  EXPECT_GT(bounded.certified, 20);
}

}  // namespace
