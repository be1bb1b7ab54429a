// ff::linalg::svd and eigh on the device: every family of matrices, shapes, layouts, scales and refusals. The
// factors are judged on the host, in long double.
#include <ff/linalg/cuda/svd.hpp>
#include <ff/operators.hpp>
#include <optional>
#include <string>
#include <vector>

#include "everywhere.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"
#include "matrices_to_decompose.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::size_t;
using std::vector;

constexpr double residual_goal = 1e-13, orthogonality_goal = 2e-14;

class GpuSvd : public Everywhere {
 protected:
  void SetUp() override {
    Everywhere::SetUp();
    if (IsSkipped()) return;
    own_stream = holder.emplace();
    const status s = on.open(own_stream);
    ASSERT_TRUE(s.ok()) << s.text();
  }

  std::optional<stream> holder;
  cudaStream_t own_stream = nullptr;
  context on;

  svd_report decompose(const decomposed& d, svd_vectors which, bool by_columns = false) {
    SCOPED_TRACE(d.name + ", " + std::to_string(d.m) + " x " + std::to_string(d.n));
    const size_t least = std::min(d.m, d.n);
    const bool full = which == svd_vectors::full;
    const size_t p = full ? d.m : least, q = full ? d.n : least;
    vector<ff_t> placed = d.elements;
    if (by_columns)
      for (size_t i = 0; i < d.m; ++i)
        for (size_t j = 0; j < d.n; ++j) placed[j * d.m + i] = d.elements[i * d.n + j];
    const device_array<ff_t> a(placed), s(least), u(d.m * p), v(d.n * q);
    check(cudaDeviceSynchronize(), "copies");
    const auto rows = static_cast<ff::int64>(d.m), columns = static_cast<ff::int64>(d.n);
    svd_options o;
    o.vectors = which;
    svd_report report;
    const status said =
        svd(on, by_columns ? column_major(a.data(), rows, columns) : row_major(a.data(), rows, columns),
            s.data(), row_major(u.data(), rows, static_cast<ff::int64>(p)),
            row_major(v.data(), columns, static_cast<ff::int64>(q)), o, &report);
    EXPECT_TRUE(said.ok()) << said.text();
    if (!said.ok()) return report;
    const vector<ff_t> values = s.on_host();
    for (size_t i = 0; i < least; ++i) {
      EXPECT_GE(values[i], ff_t(0.0f));
      if (i > 0) EXPECT_LE(values[i], values[i - 1]);
      if (!d.values.empty())
        EXPECT_NEAR(double(values[i]), d.values[i], 2e-14 * d.values[0]) << "value " << i;
    }
    const worth w = worth_of(d, values, u.on_host(), p, v.on_host(), q);
    EXPECT_LE(w.residual, residual_goal);
    EXPECT_LE(w.orthogonality, orthogonality_goal);
    EXPECT_NEAR(report.residual, w.residual, 0.1 * w.residual + report_error(d));
    EXPECT_NEAR(report.orthogonality, w.orthogonality, 0.1 * w.orthogonality + report_error(d));
    EXPECT_TRUE(report.converged);
    return report;
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

TEST_F(GpuSvd, NaNGivesNaN) {
  vector<ff_t> x(6, ff_t(1.0f));
  x[4] = std::numeric_limits<float>::quiet_NaN();
  const device_array<ff_t> a(x), s(2), u(6), v(4);
  check(cudaDeviceSynchronize(), "copies");
  svd_report report;
  const status said = svd(on, row_major(a.data(), 3, 2), s.data(), row_major(u.data(), 3, 2),
                          row_major(v.data(), 2, 2), {}, &report);
  ASSERT_TRUE(said.ok()) << said.text();
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
