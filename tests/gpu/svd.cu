// ff::linalg::svd and eigh on the device: every family of matrices, shapes, layouts, scales and refusals. The
// factors are judged on the host, in long double; those by rotations are the host's.
#include <cstring>
#include <ff/linalg/cuda/svd.hpp>
#include <ff/operators.hpp>
#include <string>
#include <vector>

#include "gpu/linalg_fixture.cuh"
#include "linalg/decompositions.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::size_t;
using std::vector;

constexpr double residual_goal = 1e-13, orthogonality_goal = 2e-14;

class GpuSvd : public OnItsStream {
 protected:
  factors decompose_there(const decomposed& d, const svd_options& o, bool by_columns = false) {
    const size_t least = std::min(d.m, d.n);
    const bool full = o.vectors == svd_vectors::full;
    const size_t p = full ? d.m : least, q = full ? d.n : least;
    vector<ff_t> placed = d.elements;
    if (by_columns)
      for (size_t i = 0; i < d.m; ++i)
        for (size_t j = 0; j < d.n; ++j) placed[j * d.m + i] = d.elements[i * d.n + j];
    const device_array<ff_t> a(placed), s(least), u(d.m * p), v(d.n * q);
    check(cudaDeviceSynchronize(), "copies");
    const auto rows = static_cast<ff::int64>(d.m), columns = static_cast<ff::int64>(d.n);
    svd_report report;
    const status said =
        svd(on, by_columns ? column_major(a.data(), rows, columns) : row_major(a.data(), rows, columns),
            s.data(), row_major(u.data(), rows, static_cast<ff::int64>(p)),
            row_major(v.data(), columns, static_cast<ff::int64>(q)), o, &report);
    EXPECT_TRUE(said.ok()) << said.text();
    factors f;
    f.s = s.on_host(), f.u = u.on_host(), f.v = v.on_host();
    f.u_columns = p, f.v_columns = q, f.report = report;
    return f;
  }

  void decompose(const decomposed& d, svd_vectors which, bool by_columns = false) {
    svd_options o;
    o.vectors = which;
    expect_good(d, decompose_there(d, o, by_columns), svd_method::refine,
                {residual_goal, orthogonality_goal, 2e-14});
  }

  /// By rotations: the host's bits.
  void expect_bits_of_host(const decomposed& d, svd_method method, svd_vectors which) {
    SCOPED_TRACE(d.name + ", " + std::to_string(d.m) + " x " + std::to_string(d.n));
    svd_options o;
    o.method = method;
    o.vectors = which;
    const factors there = decompose_there(d, o), here = ff_test::decompose(d, o);
    EXPECT_TRUE(same_bits(there.s, here.s));
    EXPECT_TRUE(same_bits(there.u, here.u));
    EXPECT_TRUE(same_bits(there.v, here.v));
    EXPECT_EQ(there.report.steps, here.report.steps);
    EXPECT_EQ(there.report.method, method);
    EXPECT_TRUE(there.report.converged);
  }
  static bool same_bits(const vector<ff_t>& x, const vector<ff_t>& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(ff_t)) == 0;
  }
};

TEST_F(GpuSvd, EveryFamilyOfSquares) {
  for (const decomposed& d : every_family(160, 160)) decompose(d, svd_vectors::thin);
}
TEST_F(GpuSvd, EveryFamilyTallAndWide) {
  for (const decomposed& d : every_family(190, 70)) decompose(d, svd_vectors::thin);
  for (const decomposed& d : every_family(50, 90)) decompose(d, svd_vectors::thin, true);
}
TEST_F(GpuSvd, EveryShape) {
  for (const auto& [m, n] :
       {std::pair<size_t, size_t>{1, 1}, {1, 9}, {9, 1}, {2, 2}, {33, 32}, {31, 65}, {130, 3}})
    for (const svd_vectors which : {svd_vectors::thin, svd_vectors::full})
      for (const decomposed& d : every_family(m, n)) decompose(d, which);
}

TEST_F(GpuSvd, ScalesDoNotMatter) {
  decomposed d = families_with_elements(40, 40)[0];
  const vector<ff_t> plain = d.elements;
  for (const float scale : {0x1p-100f, 0x1p100f}) {
    for (size_t i = 0; i < plain.size(); ++i) d.elements[i] = plain[i] * scale;
    decompose(d, svd_vectors::thin);
  }
}

constexpr size_t shapes_of_rotations[][2] = {{1, 1}, {1, 9}, {9, 1}, {33, 32}, {50, 24}, {20, 34}, {74, 70}};
constexpr svd_method by_rotations[] = {svd_method::golub_reinsch, svd_method::jacobi};

TEST_F(GpuSvd, JacobiHasTheBitsOfTheHost) {
  for (const auto& s : shapes_of_rotations)
    for (const decomposed& d : every_family(s[0], s[1]))
      expect_bits_of_host(d, svd_method::jacobi, svd_vectors::thin);
  for (const decomposed& d : every_family(40, 17))
    expect_bits_of_host(d, svd_method::jacobi, svd_vectors::full);
}
TEST_F(GpuSvd, GolubReinschHasTheBitsOfTheHost) {
  for (const auto& s : shapes_of_rotations)
    for (const decomposed& d : every_family(s[0], s[1]))
      expect_bits_of_host(d, svd_method::golub_reinsch, svd_vectors::thin);
  for (const decomposed& d : every_family(40, 17))
    expect_bits_of_host(d, svd_method::golub_reinsch, svd_vectors::full);
}

// More rows than a block has, chunks of columns, and several batches of sweeps.
TEST_F(GpuSvd, RotationsOfLargerMatricesHaveTheBitsOfTheHost) {
  expect_bits_of_host(families_with_elements(210, 210)[0], svd_method::golub_reinsch, svd_vectors::thin);
  expect_bits_of_host(families_with_values(130, 170)[2], svd_method::golub_reinsch, svd_vectors::thin);
  expect_bits_of_host(families_with_values(131, 131)[1], svd_method::jacobi, svd_vectors::thin);
}

// Columns with exponents of their own, up to 64 and above.
TEST_F(GpuSvd, GradedColumnsHaveTheBitsOfTheHost) {
  const size_t shapes[][2] = {{30, 20}, {21, 21}, {75, 68}, {70, 70}};
  for (const auto& [m, n] : shapes)
    for (const int bits : {41, 50, 80, 200})
      for (const grading by : every_grading)
        expect_bits_of_host(graded_columns(m, n, bits, bits > 100 ? 110 : 0, by, 5), svd_method::jacobi,
                            svd_vectors::thin);
  for (const size_t n : {24, 48, 96})
    for (const svd_method method : by_rotations)
      expect_bits_of_host(log_uniform(n, n, 60, 2), method, svd_vectors::thin);
}

TEST_F(GpuSvd, AValueBeyondTheRangeIsAnOverflow) {
  for (const svd_method method :
       {svd_method::automatic, svd_method::refine, svd_method::golub_reinsch, svd_method::jacobi})
    for (const bool symmetric : {false, true}) {
      if (symmetric && method != svd_method::automatic) continue;
      const device_array<ff_t> a(vector<ff_t>(16, ff_t(3e38f))), s(4), u(16), v(16);
      check(cudaDeviceSynchronize(), "copies");
      svd_options o;
      o.method = method;
      svd_report report;
      const ff_t* const there = a.data();
      const status said =
          symmetric ? eigh(on, row_major(there, 4, 4), s.data(), row_major(v.data(), 4, 4), o, &report)
                    : svd(on, row_major(there, 4, 4), s.data(), row_major(u.data(), 4, 4),
                          row_major(v.data(), 4, 4), o, &report);
      EXPECT_EQ(said.code(), fault::overflow) << said.text();
      EXPECT_FALSE(report.converged);
    }
}

TEST_F(GpuSvd, RotationsOfHundredsOfColumns) {
  for (const svd_method method : by_rotations) {
    const decomposed d = families_with_elements(700, 600)[0];
    svd_options o;
    o.method = method;
    const factors f = decompose_there(d, o);
    EXPECT_TRUE(f.report.converged) << f.report.residual << ' ' << f.report.orthogonality;
  }
}

TEST_F(GpuSvd, NaNGivesNaN) {
  vector<ff_t> x(6, ff_t(1.0f));
  x[4] = std::numeric_limits<float>::quiet_NaN();
  const device_array<ff_t> a(x), s(2), u(6), v(4);
  check(cudaDeviceSynchronize(), "copies");
  svd_report report;
  const status said = svd(on, row_major(a.data(), 3, 2), s.data(), row_major(u.data(), 3, 2),
                          row_major(v.data(), 2, 2), {}, &report);
  EXPECT_EQ(said.code(), fault::numeric) << said.text();
  for (const device_array<ff_t>* const r : {&s, &u, &v})
    for (const ff_t e : r->on_host()) EXPECT_TRUE(e != e);
  EXPECT_FALSE(report.converged);
}

TEST_F(GpuSvd, SymmetricMatrices) {
  for (decomposed d : every_family(120, 120)) {
    SCOPED_TRACE(d.name);
    vector<ff_t> a(d.elements.size());
    for (size_t i = 0; i < d.n; ++i)
      for (size_t j = 0; j < d.n; ++j) a[i * d.n + j] = d.elements[i * d.n + j] + d.elements[j * d.n + i];
    d.elements = a;
    const device_array<ff_t> x(a), w(d.n), v(d.n * d.n);
    check(cudaDeviceSynchronize(), "copies");
    const auto n = static_cast<ff::int64>(d.n);
    svd_report report;
    const status said = eigh(on, row_major(x.data(), n, n), w.data(), row_major(v.data(), n, n), {}, &report);
    ASSERT_TRUE(said.ok()) << said.text();
    const vector<ff_t> vectors = v.on_host();
    const worth is = worth_of(d, w.on_host(), vectors, d.n, vectors, d.n);
    EXPECT_LE(is.residual, residual_goal);
    EXPECT_LE(is.orthogonality, orthogonality_goal);
    EXPECT_TRUE(report.converged);
  }
}

TEST_F(GpuSvd, RefusesAContextThatIsNotOpen) {
  const context closed;
  const status said = svd(closed, {}, nullptr, {}, {});
  EXPECT_EQ(said.code(), fault::option);
  EXPECT_NE(std::string(said.text()).find("opened"), std::string::npos);
}

}  // namespace
