// Decompositions by rotations on the host, svd_method::golub_reinsch and jacobi: every family, shape and
// scale, bidiagonal matrices whose values are known, small values, limits, and how batches of rotations are
// scheduled.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <ff/linalg/svd.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "decompositions.hpp"
#include "src/linalg/svd/gesvd.hpp"
#include "src/linalg/svd/rotation_pipeline.hpp"
#include "src/linalg/svd/rotations_host.hpp"
#include "src/linalg/svd/svd_host.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::size_t;
using std::vector;
namespace kernels = ff::linalg::detail;

constexpr decomposition_goals goals{5e-13, 5e-14, 1e-13};
constexpr svd_method both[] = {svd_method::golub_reinsch, svd_method::jacobi};

factors decompose(const decomposed& d, svd_method method, svd_vectors vectors = svd_vectors::thin) {
  svd_options o;
  o.method = method;
  o.vectors = vectors;
  return decompose(d, o);
}

// ---------------------------------------------------------------- families

class LinalgSvdRotations : public testing::TestWithParam<svd_method> {};
INSTANTIATE_TEST_SUITE_P(Methods, LinalgSvdRotations, testing::ValuesIn(both), [](const auto& method) {
  return method.param == svd_method::jacobi ? "Jacobi" : "GolubReinsch";
});

TEST_P(LinalgSvdRotations, EveryFamily) {
  const size_t shapes[][2] = {{40, 40}, {50, 24}, {20, 34}};
  for (const auto& s : shapes)
    for (const decomposed& d : every_family(s[0], s[1]))
      expect_good(d, decompose(d, GetParam()), GetParam(), goals);
}

TEST_P(LinalgSvdRotations, EveryShapeThinAndFull) {
  const size_t shapes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 2}, {13, 17}, {40, 3}};
  for (const auto& s : shapes)
    for (const svd_vectors which : {svd_vectors::thin, svd_vectors::full})
      for (const decomposed& d : every_family(s[0], s[1]))
        expect_good(d, decompose(d, GetParam(), which), GetParam(), goals);
}

// More than a panel of columns, more than one batch of sweeps, and more than svd_batched takes.
TEST_P(LinalgSvdRotations, LargerMatrices) {
  for (const decomposed& d : every_family(74, 70))
    if (d.name == "geometric 1e12" || d.name == "clusters 1e-9" || d.name == "half the rank" ||
        d.name == "graded rows" || d.name == "ones" || d.name == "zero" || d.name == "normal")
      for (const svd_vectors which : {svd_vectors::thin, svd_vectors::full})
        expect_good(d, decompose(d, GetParam(), which), GetParam(), goals);
}

TEST_P(LinalgSvdRotations, ValuesAloneAreThoseOfTheWhole) {
  for (const size_t n : {size_t{15}, size_t{68}}) {
    const decomposed d = families_with_values(n + 9, n)[2];
    const factors f = decompose(d, GetParam());
    vector<ff_t> s(n);
    svd_options o;
    o.method = GetParam();
    o.vectors = svd_vectors::none;
    const auto rows = static_cast<ff::int64>(d.m), columns = static_cast<ff::int64>(d.n);
    const status said = svd(row_major(d.elements.data(), rows, columns), s.data(), {}, {}, o);
    ASSERT_TRUE(said.ok()) << said.text();
    EXPECT_EQ(s, f.s);
  }
}

TEST_P(LinalgSvdRotations, PowersOfTwoScaleTheValuesExactly) {
  for (const decomposed& plain : every_family(9, 7)) {
    const factors f = decompose(plain, GetParam());
    for (const float scale : {0x1p-60f, 0x1p100f}) {
      decomposed d = plain;
      for (ff_t& x : d.elements) x = x * scale;
      const factors g = decompose(d, GetParam());
      for (size_t i = 0; i < f.s.size(); ++i)
        if (f.s[i] > 1e-12) {
          EXPECT_EQ(g.s[i], f.s[i] * scale) << plain.name << " by " << scale << ", value " << i;
        }
    }
  }
}

TEST_P(LinalgSvdRotations, ThreadsDoNotMatter) {
  const decomposed d = families_with_elements(150, 70)[0];
  svd_options o;
  o.method = GetParam();
  o.threads = 1;
  const factors one = decompose(d, o);
  o.threads = 3;
  const factors three = decompose(d, o);
  EXPECT_EQ(one.s, three.s);
  EXPECT_EQ(one.u, three.u);
  EXPECT_EQ(one.v, three.v);
}

TEST_P(LinalgSvdRotations, NaNAndInfinityGiveNaN) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    decomposed d = families_with_elements(5, 4)[0];
    d.elements[7] = bad;
    const factors f = decompose(d, GetParam());
    for (const vector<ff_t>* const r : {&f.s, &f.u, &f.v})
      for (const ff_t x : *r) EXPECT_TRUE(x != x);
    EXPECT_TRUE(std::isnan(f.report.residual));
    EXPECT_FALSE(f.report.converged);
    EXPECT_EQ(f.report.method, GetParam());
  }
}

// ---------------------------------------------------------------- small values

/// The values of a matrix by rows, in descending order, by Jacobi's rotations of its columns in long double.
vector<long double> reference_values(vector<long double> a, size_t m, size_t n) {
  const auto product = [&](size_t p, size_t q) {
    long double sum = 0;
    for (size_t i = 0; i < m; ++i) sum += a[i * n + p] * a[i * n + q];
    return sum;
  };
  bool turned = true;
  for (int sweep = 0; sweep < 40 && turned; ++sweep) {
    turned = false;
    for (size_t p = 0; p + 1 < n; ++p)
      for (size_t q = p + 1; q < n; ++q) {
        const long double xx = product(p, p), yy = product(q, q), xy = product(p, q);
        if (std::abs(xy) <= 1e-18L * std::sqrt(xx) * std::sqrt(yy)) continue;
        turned = true;
        const long double z = (yy - xx) / (2 * xy);
        const long double t = std::copysign(1 / (std::abs(z) + std::sqrt(1 + z * z)), z);
        const long double c = 1 / std::sqrt(1 + t * t), s = c * t;
        for (size_t i = 0; i < m; ++i) {
          const long double x = a[i * n + p], y = a[i * n + q];
          a[i * n + p] = c * x - s * y;
          a[i * n + q] = s * x + c * y;
        }
      }
  }
  EXPECT_FALSE(turned);
  vector<long double> values;
  for (size_t j = 0; j < n; ++j) values.push_back(std::sqrt(product(j, j)));
  std::sort(values.rbegin(), values.rend());
  return values;
}

template <class T>
double largest_relative_error(const vector<T>& found, const vector<long double>& values) {
  double most = 0;
  for (size_t i = 0; i < values.size(); ++i)
    most = std::max(most,
                    std::abs(static_cast<double>(
                        (static_cast<long double>(static_cast<double>(found[i])) - values[i]) / values[i])));
  return most;
}

vector<long double> wide_elements(const decomposed& d) {
  vector<long double> elements;
  for (const ff_t x : d.elements) elements.push_back(double(x));
  return elements;
}

// Columns of any lengths: each value is right to its own last bits.
TEST(LinalgSvdJacobi, SmallValuesOfGradedColumns) {
  const size_t shapes[][2] = {{30, 20}, {21, 21}, {12, 5}, {70, 70}, {75, 68}};
  const int bits[] = {30, 39, 41, 44, 48, 50, 52, 60, 80, 100, 140, 200};
  unsigned seed = 1;
  for (const auto& [m, n] : shapes)
    for (const int b : bits)
      for (const grading by : every_grading) {
        if (m > 40 && (by == grading::rising || (b != 41 && b != 50 && b != 80 && b != 200))) continue;
        const decomposed d = graded_columns(m, n, b, b > 100 ? 110 : 0, by, ++seed);
        const vector<long double> values = reference_values(wide_elements(d), d.m, d.n);
        ASSERT_LT(values.back(), std::exp2(8.0L - b) * values.front());
        const factors f = decompose(d, svd_method::jacobi);
        expect_good(d, f, svd_method::jacobi, goals);
        EXPECT_LE(largest_relative_error(f.s, values), 2e-13) << d.name << ", " << m << " x " << n;
        // Another method is right to the largest one's bits alone.
        if (b == 50) {
          EXPECT_GT(largest_relative_error(decompose(d, svd_method::refine).s, values), 1e-10) << n;
        }
      }
}

TEST(LinalgSvdJacobi, ValuesOfAllMagnitudesConverge) {
  for (const size_t n : {24, 48, 96})
    for (const double bits : {40.0, 50.0, 60.0})
      for (unsigned seed = 1; seed <= (n == 96 ? 2 : 6); ++seed) {
        const decomposed d = log_uniform(n, n, bits, seed);
        expect_good(d, decompose(d, svd_method::jacobi), svd_method::jacobi, goals);
      }
}

TEST(LinalgSvdJacobi, DependentColumnsConverge) {
  for (const size_t n : {5, 21, 67}) {
    const auto add = [&](const char* name, auto element) {
      decomposed d{name, n + 3, n, {}, {}};
      for (size_t i = 0; i < d.m; ++i)
        for (size_t j = 0; j < n; ++j)
          d.elements.push_back(element(static_cast<int>(i), static_cast<int>(j)));
      expect_good(d, decompose(d, svd_method::jacobi), svd_method::jacobi, goals);
    };
    add("ones", [](int, int) { return ff_t(1.0f); });
    add("columns 1 and t", [](int i, int j) { return ff_t(j % 2 == 1 ? static_cast<float>(i + 1) : 1.0f); });
    add("small integers", [](int i, int j) { return ff_t((i + j) % 3 - 1); });
    add("a block at 2^-70",
        [](int i, int j) { return i % 2 != j % 2 ? ff_t(0.0f) : ldexp(ff_t(1 + i * j % 7), i % 2 * -70); });
  }
}

// ---------------------------------------------------------------- ends of the range

struct limited {
  status said;
  svd_report report;
  vector<ff_t> s;
};
limited decompose_at_a_limit(const vector<ff_t>& a, ff::int64 n, svd_method method, bool symmetric) {
  limited r{{}, {}, vector<ff_t>(static_cast<size_t>(n))};
  vector<ff_t> u(a.size()), v(a.size());
  svd_options o;
  o.method = method;
  const auto view = [&](vector<ff_t>& x) { return row_major(x.data(), n, n); };
  const auto of = row_major(a.data(), n, n);
  r.said = symmetric ? eigh(of, r.s.data(), view(v), o, &r.report)
                     : svd(of, r.s.data(), view(u), view(v), o, &r.report);
  return r;
}
constexpr svd_method every_method[] = {svd_method::automatic, svd_method::refine, svd_method::golub_reinsch,
                                       svd_method::jacobi};

TEST(LinalgSvdLimits, AValueBeyondTheRangeIsAnOverflow) {
  for (const ff::int64 n : {4, 70})
    for (const svd_method method : every_method)
      for (const bool symmetric : {false, true}) {
        if (symmetric && method != svd_method::automatic) continue;
        const vector<ff_t> a(static_cast<size_t>(n * n), ff_t(3e38f));
        const limited r = decompose_at_a_limit(a, n, method, symmetric);
        EXPECT_EQ(r.said.code(), fault::overflow) << r.said.text();
        EXPECT_FALSE(r.report.converged);
        EXPECT_TRUE(isinf(r.s[0]));
        vector<ff_t> s(static_cast<size_t>(n));
        svd_options o;
        o.method = method;
        o.vectors = svd_vectors::none;
        const auto view = row_major(a.data(), n, n);
        const status without_report =
            symmetric ? eigh(view, s.data(), {}, o) : svd(view, s.data(), {}, {}, o);
        EXPECT_EQ(without_report.code(), fault::overflow);
      }
}

// The report is of the values that were returned, which have lost their low words.
TEST(LinalgSvdLimits, ValuesWhoseLowWordsAreLostAreReported) {
  for (const int exponent : {-118, -130, -147})
    for (const svd_method method : every_method)
      for (const bool symmetric : {false, true}) {
        if (symmetric && method != svd_method::automatic) continue;
        decomposed d = families_with_elements(12, 12)[0];
        for (size_t i = 0; i < 12; ++i)
          for (size_t j = 0; j <= i; ++j) d.elements[12 * i + j] = d.elements[12 * j + i];
        for (ff_t& x : d.elements) x = ldexp(x, exponent);
        const limited r = decompose_at_a_limit(d.elements, 12, method, symmetric);
        EXPECT_EQ(r.said.code(), fault::not_converged);
        EXPECT_NE(std::string(r.said.text()).find("bits below 2^-149 are lost"), std::string::npos);
        EXPECT_FALSE(r.report.converged);
        EXPECT_GT(r.report.residual, 1e-12);
        EXPECT_LT(r.report.residual, 0.5);
        vector<ff_t> s(12);
        svd_options o;
        o.method = method;
        o.vectors = svd_vectors::none;
        const auto view = row_major<const ff_t>(d.elements.data(), 12, 12);
        const status without_report =
            symmetric ? eigh(view, s.data(), {}, o) : svd(view, s.data(), {}, {}, o);
        EXPECT_EQ(without_report.code(), fault::not_converged);
      }
}

// ---------------------------------------------------------------- bidiagonal matrices

/// The vectors of an iteration in double.
class collected_rotations final : public kernels::rotation_sink {
 public:
  explicit collected_rotations(size_t n) : left(n * n), right(n * n), n_(n) {
    for (vector<kernels::rotation>& m : memory_) m.resize(kernels::batched_sweeps * n);
    for (size_t i = 0; i < n; ++i) left[i * n + i] = right[i * n + i] = 1;
  }
  vector<double> left, right;  ///< columns one after the other

 protected:
  places memory_of_batch() override { return {memory_[0].data(), memory_[1].data()}; }
  void turn(const kernels::rotation_batch& batch, const places& by) override {
    turn_columns(batch, batch.reversed ? by.right : by.left, left);
    turn_columns(batch, batch.reversed ? by.left : by.right, right);
  }

 private:
  size_t n_;
  std::array<vector<kernels::rotation>, 2> memory_;

  void turn_columns(const kernels::rotation_batch& batch, const kernels::rotation* by,
                    vector<double>& x) const {
    for (int s = 0; s < batch.count; ++s)
      for (int k = 0; k < batch.sweeps[s].pairs; ++k) {
        const auto j = static_cast<size_t>(batch.sweeps[s].first + k);
        const size_t p = batch.reversed ? n_ - 1 - j : j, q = batch.reversed ? p - 1 : p + 1;
        const kernels::rotation& r = by[batch.sweeps[s].offset + k];
        const double c = double(r.c), sine = double(r.s);
        for (size_t i = 0; i < n_; ++i) {
          const double a = x[p * n_ + i], b = x[q * n_ + i];
          x[p * n_ + i] = c * a + sine * b;
          x[q * n_ + i] = c * b - sine * a;
        }
      }
  }
};

/// The largest element of P^T B Q that is not the value's.
double defect_of(const collected_rotations& r, const vector<double>& d, const vector<double>& e,
                 const vector<double>& found) {
  const size_t n = d.size();
  double most = 0;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double sum = i == j ? -found[i] : 0;
      for (size_t k = 0; k < n; ++k) {
        const double bq = d[k] * r.right[j * n + k] + (k + 1 < n ? e[k] * r.right[j * n + k + 1] : 0.0);
        sum += r.left[i * n + k] * bq;
      }
      most = std::max(most, std::abs(sum));
    }
  return most;
}

vector<double> sorted_magnitudes(vector<double> x) {
  for (double& value : x) value = std::abs(value);
  std::sort(x.rbegin(), x.rend());
  return x;
}

TEST(LinalgBidiagonal, OnesHaveKnownValues) {
  const size_t n = 40;
  vector<double> d(n, 1.0), e(n - 1, 1.0);
  collected_rotations r(n);
  const vector<double> old_d = d, old_e = e;
  const auto report = kernels::diagonalise(d, e, 30 * n, &r);
  r.finish();
  EXPECT_TRUE(report.converged);
  EXPECT_LE(report.sweeps, 3 * ff::int64{n});
  EXPECT_LE(defect_of(r, old_d, old_e, d), 1e-13);
  const vector<double> found = sorted_magnitudes(d);
  for (size_t k = 0; k < n; ++k)  // 2 cos(k pi / (2 n + 1))
    EXPECT_NEAR(found[k], 2 * std::cos(static_cast<double>(k + 1) * std::acos(-1.0) / (2 * n + 1)), 1e-14);
}

// Both directions, negative elements, and values of which each has its own last bits; the second matrix has
// squares below the range of double.
TEST(LinalgBidiagonal, GradedMatricesOfBothDirections) {
  const struct {
    size_t n;
    double ratio;
  } gradings[] = {{12, -0.01}, {5, -1e-40}};
  for (const auto& [n, ratio] : gradings)
    for (const bool rising : {false, true}) {
      vector<double> d(n), e(n - 1);
      for (size_t i = 0; i < n; ++i) d[i] = std::pow(ratio, static_cast<double>(rising ? n - 1 - i : i));
      for (size_t i = 0; i + 1 < n; ++i) e[i] = 0.7 * std::max(std::abs(d[i]), std::abs(d[i + 1]));
      // Columns that are graded: those of B^T, or of B.
      vector<long double> b(n * n, 0);
      for (size_t i = 0; i < n; ++i) {
        b[i * n + i] = d[i];
        if (i + 1 < n) b[rising ? i * n + i + 1 : (i + 1) * n + i] = e[i];
      }
      const vector<long double> values = reference_values(b, n, n);
      ASSERT_LT(values.back(), 1e-20L);
      collected_rotations r(n);
      const vector<double> old_d = d, old_e = e;
      EXPECT_TRUE(kernels::diagonalise(d, e, 30 * static_cast<ff::int64>(n), &r).converged);
      r.finish();
      EXPECT_LE(defect_of(r, old_d, old_e, d), 1e-13);
      EXPECT_LE(largest_relative_error(sorted_magnitudes(d), values), 1e-13) << ratio << ' ' << rising;
    }
}

TEST(LinalgBidiagonal, ABlockWhoseSquaresVanish) {
  vector<double> d{1, 3e-160, 2e-160, 5e-160}, e{0, 1e-160, 4e-160};
  const vector<long double> values =
      reference_values({1, 0, 0, 0, 0, d[1], e[1], 0, 0, 0, d[2], e[2], 0, 0, 0, d[3]}, 4, 4);
  EXPECT_TRUE(kernels::diagonalise(d, e, 120, nullptr).converged);
  EXPECT_LE(largest_relative_error(sorted_magnitudes(d), values), 1e-14);
}

TEST(LinalgBidiagonal, ZerosOnTheDiagonalAndBesideIt) {
  std::mt19937_64 random(9);
  for (size_t n = 1; n < 9; ++n)
    for (unsigned zeros = 0; zeros < 1u << n; ++zeros) {
      vector<double> d = normal_elements(n, random), e = normal_elements(n - 1, random);
      for (size_t i = 0; i < n; ++i)
        if ((zeros >> i & 1u) != 0) (i % 3 == 2 && i < n - 1 ? e[i] : d[i]) = 0;
      collected_rotations r(n);
      const vector<double> old_d = d, old_e = e;
      EXPECT_TRUE(kernels::diagonalise(d, e, 30 * static_cast<ff::int64>(n), &r).converged);
      r.finish();
      EXPECT_LE(defect_of(r, old_d, old_e, d), 1e-14 * static_cast<double>(4 + n)) << n << ' ' << zeros;
    }
}

TEST(LinalgBidiagonal, TheLimitEndsIt) {
  std::mt19937_64 random(4);
  const size_t n = 30;
  vector<double> d = normal_elements(n, random), e = normal_elements(n - 1, random);
  const auto square_of = [&] {
    double sum = 0;
    for (const double x : d) sum += x * x;
    for (const double x : e) sum += x * x;
    return sum;
  };
  const double before = square_of();
  const auto report = kernels::diagonalise(d, e, 7, nullptr);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.sweeps, 7);
  EXPECT_NEAR(square_of(), before, 1e-13 * before);  // so far it was rotated
}

// ---------------------------------------------------------------- rotations

// What a device's threads do, warp after warp, has the bits of one sweep after the other.
TEST(LinalgRotations, ThePipelineKeepsTheOrder) {
  std::mt19937_64 random(3);
  const auto below = [&](int n) { return static_cast<ff::int32>(random() % static_cast<unsigned>(n)); };
  const int rows = 3, columns = 91;
  for (const int count : {1, 5, 8, 9, 31, 32})
    for (const bool reversed : {false, true}) {
      kernels::rotation_batch batch;
      vector<kernels::rotation> by;
      for (batch.count = 0; batch.count < count; ++batch.count) {
        const ff::int32 first = below(columns - 1), pairs = 1 + below(columns - 1 - first);
        batch.sweeps[batch.count] = {first, pairs, static_cast<ff::int64>(by.size())};
        for (int k = 0; k < pairs; ++k) {
          const double angle = static_cast<double>(below(1000)) * 0.01;
          by.push_back({ff_t(std::cos(angle)), ff_t(std::sin(angle))});
        }
      }
      batch.reversed = reversed;
      vector<ff_t> x = rounded(normal_elements(size_t{rows} * columns, random)), y = x;
      const auto view_of = [&](vector<ff_t>& of) {
        const auto all = column_major(of.data(), rows, columns);
        return reversed ? all.reversed() : all;
      };
      for (int s = 0; s < count; ++s)
        for (int k = 0; k < batch.sweeps[s].pairs; ++k)
          for (int i = 0; i < rows; ++i) {
            const int j = batch.sweeps[s].first + k;
            kernels::rotate(by[static_cast<size_t>(batch.sweeps[s].offset + k)], view_of(x)(i, j),
                            view_of(x)(i, j + 1));
          }
      const kernels::columns_of_batch used(batch);
      const int groups = (count + kernels::sweeps_of_group - 1) / kernels::sweeps_of_group;
      for (int i = 0; i < rows; ++i) {
        vector<kernels::sweeps_on_row> warps;
        for (int g = 0; g < groups; ++g) warps.emplace_back(batch, used, by.data(), g);
        const int chunks = kernels::chunks_of(used, groups);
        for (int turn = 0; turn < chunks + groups - 1; ++turn)
          for (int g = 0; g < groups; ++g)  // in no order between barriers
            if (turn - g >= 0 && turn - g < chunks)
              warps[static_cast<size_t>(g)].pass(view_of(y).row(i), turn - g);
      }
      EXPECT_EQ(x, y) << count;
    }
}

// ---------------------------------------------------------------- which method

/// A host whose floats have no eigenvectors to offer.
class without_eigenvectors : public kernels::svd_host {
 public:
  using svd_host::svd_host;
  void eigenvectors(kernels::dense_read, kernels::dense v) {
    each(v.rows, v.columns, kernels::fill_diagonal{v, 1.0f, 0.0f});
  }
};

TEST(LinalgSvdAutomatic, FallsToGolubAndReinschWhereRefinementDoesNotConverge) {
  const decomposed d = families_with_elements(30, 30)[0];
  factors f{vector<ff_t>(30), vector<ff_t>(900), vector<ff_t>(900)};
  f.u_columns = f.v_columns = 30;
  const auto decompose_on = [&](svd_method method) {
    svd_options o;
    o.method = method;
    without_eigenvectors on(1);
    return kernels::svd_on(on, row_major(d.elements.data(), 30, 30), f.s.data(),
                           row_major(f.u.data(), 30, 30), row_major(f.v.data(), 30, 30), o, &f.report);
  };
  EXPECT_EQ(decompose_on(svd_method::refine).code(), fault::not_converged);
  EXPECT_FALSE(f.report.converged);
  EXPECT_EQ(f.report.method, svd_method::refine);
  EXPECT_TRUE(decompose_on(svd_method::automatic).ok());
  expect_good(d, f, svd_method::golub_reinsch, goals);
}

}  // namespace
