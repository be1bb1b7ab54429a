// These tests take away what the certificates of solve rest on, and see each loss (docs/proofs/solve.md).
//
// 1. Probes that always pass, and a condition of 0: singular systems, which are consistent, come back
//    certified.  Probes alone refuse them.
// 2. Residuals that lose their low words: regular systems come back certified and wrong.
// The same systems by solve itself: none is certified wrongly.
#include <gtest/gtest.h>

#include <ff/random.hpp>

#include "src/linalg/factor/gesv.hpp"
#include "src/linalg/factor/gesv_host.hpp"

namespace {

using namespace ff;
using namespace ff::linalg;
using namespace ff::linalg::detail::factor;

struct integer_system {
  int64 n;
  std::vector<ff_t> a, b, x;
};

float integer(philox& g, int most) {
  return static_cast<float>(static_cast<int>(g() % static_cast<unsigned>(2 * most + 1)) - most);
}

/// A x = b with integers for all three, so that x is exact; singular, or with a last column that nearly is
/// the first one.
integer_system system_of(unsigned number, bool singular) {
  philox g(number, 11);
  const auto n = static_cast<int64>(3 + g() % 30);
  integer_system s{n, std::vector<ff_t>(static_cast<std::size_t>(n * n)), {}, {}};
  const auto at = [n](int64 i, int64 j) { return static_cast<std::size_t>(i * n + j); };
  for (ff_t& e : s.a) e = integer(g, 1 << 18);
  for (int64 i = 0; i < n; ++i)
    s.a[at(i, n - 1)] = singular ? s.a[at(i, 0)] * 2.0f : s.a[at(i, 0)] + integer(g, 3);
  for (int64 i = 0; i < n; ++i) s.x.emplace_back(integer(g, 99));
  for (int64 i = 0; i < n; ++i) {
    ff_t sum = 0.0f;
    for (int64 j = 0; j < n; ++j) sum = sum + s.a[at(i, j)] * s.x[static_cast<std::size_t>(j)];
    s.b.push_back(sum);
  }
  return s;
}

/// Residuals as sums of products of pairs, with a pair for the sum.
class without_low_words : public solve_host {
 public:
  using solve_host::solve_host;
  template <int words>
  void residual(const residual_task& t) {
    solve_host::residual<words>(t);
    for (int64 i = 0; i < t.r.rows; ++i)
      for (int64 j = 0; j < t.r.columns; ++j) {
        ff_t sum = t.b.data == nullptr ? ff_t(0.0f) : t.b(i, j);
        for (int64 h = 0; h < t.a.columns; ++h) sum = sum - t.a(i, h) * t.x(h, j);
        t.r(i, j) = sum;
      }
  }
};

/// Corrections of probes, which have no right side, always succeed.
template <class Machine, class Factors>
class unprobed : public square_refinement<Machine, Factors> {
 public:
  unprobed(Machine& on, const scaled_system& of, Factors& factors)
      : square_refinement<Machine, Factors>(on, of, factors), machine_(on), system_(of) {}
  void step() {
    square_refinement<Machine, Factors>::step();
    if (system_.b.data == nullptr) machine_.each(system_.y.rows, system_.y.columns, zeros_of{system_.y});
  }

 private:
  Machine& machine_;
  scaled_system system_;
};

/// Factors that say a condition of 0.
template <class Machine, template <class> class Factors>
class without_condition : public Factors<Machine> {
 public:
  using Factors<Machine>::Factors;
  matrix_read inverse(const matrix& d) { return nothing(d); }
  matrix_read transposed(const matrix& d) { return nothing(d); }

 private:
  static matrix_read nothing(const matrix& d) {
    for (int64 i = 0; i < d.rows; ++i)
      for (int64 j = 0; j < d.columns; ++j) d(i, j) = 0.0f;
    return d;
  }
};
template <class Machine>
struct careless_float_lu : without_condition<Machine, float_lu> {
  using without_condition<Machine, float_lu>::without_condition;
};
template <class Machine>
struct careless_pair_lu : without_condition<Machine, pair_lu> {
  using without_condition<Machine, pair_lu>::without_condition;
};

/// Systems of 400 that were certified with an error above 2^-46, or although they are singular.
template <class Machine, template <class, class> class Refinement, template <class> class InFloat = float_lu,
          template <class> class InPairs = pair_lu>
int wrong_certificates(bool singular) {
  int wrong = 0;
  for (unsigned number = 0; number < 400; ++number) {
    const integer_system s = system_of(number, singular);
    std::vector<ff_t> x(s.x.size());
    Machine on(1);
    const status said = by_refinement<InFloat, InPairs, Refinement>(
        on, row_major(s.a.data(), s.n, s.n), row_major(s.b.data(), s.n, 1), row_major(x.data(), s.n, 1), {},
        nullptr, {"not finite", "singular", "not converged", "overflow"});
    if (!said.ok()) continue;
    double off = 0.0, most = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      off = std::max(off, std::fabs(double(x[i] - s.x[i])));
      most = std::max(most, std::fabs(double(s.x[i])));
    }
    wrong += singular || off > 0x1p-46 * most;
  }
  return wrong;
}

TEST(LinalgProbes, WithAllOfThemNoCertificateIsWrong) {
  EXPECT_EQ((wrong_certificates<solve_host, square_refinement>(true)), 0);
  EXPECT_EQ((wrong_certificates<solve_host, square_refinement>(false)), 0);
}
// Either of probes and condition refuses these; without both they pass.
TEST(LinalgProbes, WithoutProbesSingularSystemsAreCertified) {
  EXPECT_EQ((wrong_certificates<solve_host, square_refinement, careless_float_lu, careless_pair_lu>(true)),
            0);
  EXPECT_GT((wrong_certificates<solve_host, unprobed, careless_float_lu, careless_pair_lu>(true)), 40);
}
TEST(LinalgProbes, WithoutLowWordsRegularSystemsAreCertifiedWrongly) {
  EXPECT_GT((wrong_certificates<without_low_words, square_refinement>(false)), 40);
}

// Rows that sum to zero: a probe keeps its mean alone, which is small where there are many rows.
TEST(LinalgProbes, RowsThatSumToZero) {
  for (const int64 n : {3, 40, 300}) {
    philox g(static_cast<unsigned>(n), 5);
    std::vector<ff_t> a(static_cast<std::size_t>(n * n)), b(static_cast<std::size_t>(n)), x(b.size());
    for (int64 i = 0; i < n; ++i) {
      ff_t sum = 0.0f;
      for (int64 j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(i * n + j);
        a[at] = i == j ? 0.0f : integer(g, 1000);
        sum = sum + a[at];
      }
      a[static_cast<std::size_t>(i * n + i)] = -sum;
      b[static_cast<std::size_t>(i)] = a[static_cast<std::size_t>(i * n)];
    }
    solve_report r;
    const status s = linalg::solve(row_major<const ff_t>(a.data(), n, n),
                                   row_major<const ff_t>(b.data(), n, 1), row_major(x.data(), n, 1), {}, &r);
    EXPECT_EQ(s.code(), fault::singular) << n;
    EXPECT_EQ(r.rank, n - 1) << n;
  }
}

// The estimate is one from below, of what it says: the norm of diag(|A| e) A^-T, which small matrices have
// exactly.
TEST(LinalgProbes, TheConditionIsAnEstimateFromBelow) {
  int exact = 0, matrices = 0;
  for (unsigned number = 0; number < 200; ++number) {
    philox g(number, 12);
    const auto n = static_cast<int64>(1 + g() % 40);
    solve_host on(1);
    const matrix a = on.matrix(n, n);
    for (int64 i = 0; i < n; ++i)
      for (int64 j = 0; j < n; ++j) a(i, j) = integer(g, 1 << 20) * 0x1p-20f;
    pair_lu<solve_host> factors(on, a, block_norm_estimate::widest);
    const double said = skeel_condition(on, a, factors);
    const matrix x = factors.inverse();
    double most = 0.0;
    for (int64 i = 0; i < n; ++i) {
      double sum = 0.0;
      for (int64 j = 0; j < n; ++j) {
        double row = 0.0;
        for (int64 h = 0; h < n; ++h) row += std::fabs(double(a(j, h)));
        sum += std::fabs(double(x(i, j))) * row;
      }
      most = std::max(most, sum);
    }
    EXPECT_LE(said, most * (1 + 1e-5)) << number;
    EXPECT_GE(said, most / 3) << number;
    if (n <= block_norm_estimate::widest) {
      EXPECT_GE(said, most * (1 - 1e-5)) << number;
    }
    exact += said >= most * (1 - 1e-5);
    ++matrices;
    EXPECT_EQ(said, skeel_condition(on, a, factors)) << "the same again";
  }
  EXPECT_GT(exact, matrices * 3 / 4);
}

}  // namespace
