// ff::linalg::svd_batched on the device against the host's, bit for bit: sizes on both sides of each change
// of the groups and of their memory, families of matrices, layouts, what is not finite.
#include <algorithm>
#include <ff/linalg/cuda/svd_batched.hpp>
#include <ff/operators.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "gpu/linalg_fixture.cuh"
#include "linalg/matrices_to_decompose.hpp"
#include "linalg/matrices_to_multiply.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using ff::int64;
using std::size_t;
using std::vector;

class GpuLinalgJacobi : public OnItsStream {
 protected:
  /// Matrices of m by n one after the other, by columns.
  void compare(const vector<ff_t>& a, size_t count, size_t m, size_t n, bool vectors = true) {
    SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(m) + " x " + std::to_string(n));
    const size_t k = std::min(m, n);
    const auto rows = static_cast<int64>(m), columns = static_cast<int64>(n), least = static_cast<int64>(k);
    vector<ff_t> s(count * k), u(count * m * k), v(count * n * k);
    vector<ff::int32> sweeps(count);
    const device_array<ff_t> da(a), ds(s), du(u), dv(v);
    const device_array<ff::int32> taken(sweeps);
    check(cudaDeviceSynchronize(), "copies");
    const auto matrix = [&](auto* data, int64 r, int64 c) { return column_major(data, r, c); };
    const ff_t* const there_a = da.data();
    const svd_batched_options o{vectors, 0};
    const status here =
        svd_batched(static_cast<int64>(count), matrix(a.data(), rows, columns), rows * columns, s.data(),
                    least, matrix(u.data(), rows, least), rows * least, matrix(v.data(), columns, least),
                    columns * least, o, sweeps.data());
    const status there =
        svd_batched(on, static_cast<int64>(count), matrix(there_a, rows, columns), rows * columns, ds.data(),
                    least, matrix(du.data(), rows, least), rows * least, matrix(dv.data(), columns, least),
                    columns * least, o, taken.data());
    ASSERT_TRUE(there.ok()) << there.text();
    EXPECT_EQ(here.ok(), std::all_of(sweeps.begin(), sweeps.end(), [](ff::int32 n) { return n > 0; }))
        << here.text();
    expect_same(ds.on_host(), s, "s");
    expect_same(du.on_host(), u, "U");
    expect_same(dv.on_host(), v, "V");
    EXPECT_EQ(taken.on_host(), sweeps);
    // Without sweeps the call waits, and its status is the host's.
    const status waited = svd_batched(on, static_cast<int64>(count), matrix(there_a, rows, columns),
                                      rows * columns, ds.data(), least, matrix(du.data(), rows, least),
                                      rows * least, matrix(dv.data(), columns, least), columns * least, o);
    EXPECT_EQ(waited.code(), here.code()) << waited.text();
    EXPECT_STREQ(waited.text(), here.text());
  }
};

TEST_F(GpuLinalgJacobi, EveryFamilyAndSize) {
  for (const auto& [m, n] : {std::pair<size_t, size_t>{1, 1},
                             {2, 2},
                             {8, 8},
                             {9, 9},
                             {16, 16},
                             {17, 17},
                             {24, 24},
                             {32, 32},
                             {33, 33},
                             {64, 64},
                             {24, 5},
                             {5, 24},
                             {128, 3},
                             {128, 17},
                             {20, 30},
                             {100, 40}}) {
    const vector<decomposed> families = every_family(m, n);
    vector<ff_t> a;
    for (const decomposed& d : families) a.insert(a.end(), d.elements.begin(), d.elements.end());
    compare(a, families.size(), m, n);
    if (n <= 16) compare(a, families.size(), m, n, false);
  }
}

// Columns with exponents of their own.
TEST_F(GpuLinalgJacobi, GradedColumnsAndValuesOfAllMagnitudes) {
  for (const auto& [m, n] :
       {std::pair<size_t, size_t>{2, 2}, {8, 8}, {16, 12}, {24, 24}, {40, 33}, {96, 96}}) {
    vector<ff_t> a;
    size_t count = 0;
    const auto add = [&](const decomposed& d) {
      a.insert(a.end(), d.elements.begin(), d.elements.end());
      ++count;
    };
    for (const double bits : {40.0, 60.0}) add(log_uniform(m, n, bits, 3));
    for (const int bits : {41, 60, 200})
      for (const grading by : every_grading) add(graded_columns(m, n, bits, bits > 100 ? 110 : 0, by, 7));
    compare(a, count, m, n);
  }
}

TEST_F(GpuLinalgJacobi, ValuesThatAreNotFiniteHaveNoSweeps) {
  const vector<ff_t> a(16, ff_t(3e38f));
  const device_array<ff_t> da(a), s(4), u(16), v(16);
  const device_array<ff::int32> taken(vector<ff::int32>{7});
  check(cudaDeviceSynchronize(), "copies");
  const ff_t* const there = da.data();
  ASSERT_TRUE(svd_batched(on, 1, row_major(there, 4, 4), 0, s.data(), 0, row_major(u.data(), 4, 4), 0,
                          row_major(v.data(), 4, 4), 0, {}, taken.data())
                  .ok());
  check(cudaStreamSynchronize(own_stream), "svd_batched");
  EXPECT_EQ(taken.on_host()[0], 0);
  EXPECT_TRUE(isinf(s.on_host()[0]));
  const status waited = svd_batched(on, 1, row_major(there, 4, 4), 0, s.data(), 0, row_major(u.data(), 4, 4),
                                    0, row_major(v.data(), 4, 4), 0);
  EXPECT_EQ(waited.code(), fault::overflow) << waited.text();
}

TEST_F(GpuLinalgJacobi, MatricesOutsideOfSharedMemory) {
  const vector<decomposed> some = families_with_elements(128, 128);
  vector<ff_t> a;
  for (size_t p = 0; p < 2; ++p) a.insert(a.end(), some[p].elements.begin(), some[p].elements.end());
  compare(a, 2, 128, 128);
}

TEST_F(GpuLinalgJacobi, ManyAtATimeAndWhatIsNotFinite) {
  constexpr size_t count = 3001;
  const vector<decomposed> families = every_family(8, 8);
  vector<ff_t> a;
  for (size_t p = 0; p < count; ++p) {
    const vector<ff_t>& from = families[p % families.size()].elements;
    a.insert(a.end(), from.begin(), from.end());
  }
  a[64 * 5 + 3] = std::numeric_limits<float>::infinity();
  a[64 * 9] = std::numeric_limits<float>::quiet_NaN();
  compare(a, count, 8, 8);
}

TEST_F(GpuLinalgJacobi, Refusals) {
  const context closed;
  EXPECT_EQ(svd_batched(closed, 1, {}, 0, nullptr, 0, {}, 0, {}, 0).code(), fault::option);
  EXPECT_EQ(svd_batched(on, 1, {nullptr, 200, 2, 2, 1}, 0, nullptr, 0, {}, 0, {}, 0).code(), fault::shape);
  EXPECT_TRUE(svd_batched(on, 0, {nullptr, 2, 2, 2, 1}, 0, nullptr, 0, {nullptr, 2, 2, 2, 1}, 0,
                          {nullptr, 2, 2, 2, 1}, 0)
                  .ok());
}

}  // namespace
