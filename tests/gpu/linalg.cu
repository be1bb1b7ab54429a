// ff::linalg::gemm on the device against the host's, bit for bit: shapes, layouts, contents, accuracies,
// kernels, batches, panels, graphs; and its refusals.  A message names the product and the first element that
// differs.
#include <cmath>
#include <ff/complex.hpp>
#include <ff/linalg/cuda.hpp>
#include <ff/operators.hpp>
#include <ff/text/io.hpp>
#include <string>
#include <vector>

#include "gpu/linalg_fixture.cuh"
#include "linalg/matrices_to_multiply.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::vector;
using matrix = vector<ff_t>;

const ff_t one = 1.0f, zero = 0.0f;

class GpuLinalg : public OnItsStream {
 protected:
  vector<kernel> kernels() const {
    vector<kernel> all = {kernel::automatic, kernel::cublas};
    if (on.has_own_kernel()) all.push_back(kernel::own);
    if (on.has_direct_kernel()) all.push_back(kernel::direct);
    return all;
  }
};

const char* name_of(kernel k) {
  return k == kernel::cublas   ? "cublas"
         : k == kernel::own    ? "own"
         : k == kernel::direct ? "direct"
                               : "automatic";
}
const char* name_of(accuracy a) {
  return a == accuracy::fast ? "fast" : a == accuracy::standard ? "standard" : "proved";
}
std::string described(const shape& s, const gemm_options& o) {
  return std::to_string(s.m) + " x " + std::to_string(s.n) + " x " + std::to_string(s.k) + ", " +
         name_of(o.length) + ", " + name_of(o.product);
}

struct scalars {
  ff_t alpha = 1.0f, beta = 0.0f;
};

/// One product on both sides, in these layouts; every element, and what lies between them.
void compare(const context& on, cudaStream_t stream, const shape& s, placed a, placed b, placed c,
             const gemm_options& o, const scalars& by = {}) {
  SCOPED_TRACE(described(s, o));
  const device_array<ff_t> da(a.memory), db(b.memory), dc(c.memory);
  const size_t bytes = gemm_workspace_bytes(on, s.m, s.n, s.k, o);
  const device_array<unsigned char> workspace(bytes);
  check(cudaMemset(workspace.data(), 0xee, bytes), "cudaMemset");
  check(cudaDeviceSynchronize(), "copies");
  const status there = gemm(on, by.alpha, a.at(da.data()), b.at(db.data()), by.beta, c.at(dc.data()), o,
                            workspace.data(), bytes);
  ASSERT_TRUE(there.ok()) << there.text();
  const status here = gemm(by.alpha, a.view(), b.view(), by.beta, c.view(), o);
  ASSERT_TRUE(here.ok()) << here.text();
  check(cudaStreamSynchronize(stream), "gemm");
  placed got = c;
  got.memory = dc.on_host();
  expect_same(got.elements(), c.elements(), "host and device");
  EXPECT_TRUE(got.rest_untouched()) << "an element outside of C was written";
}

void compare(const context& on, cudaStream_t stream, const shape& s, content kind, const gemm_options& o,
             const scalars& by = {}, layout la = layout::rows, layout lb = layout::rows,
             layout lc = layout::rows) {
  compare(on, stream, s, placed(elements(kind, s.m, s.k, 1), s.m, s.k, la),
          placed(elements(kind, s.k, s.n, 2), s.k, s.n, lb),
          placed(elements(kind, s.m, s.n, 3), s.m, s.n, lc), o, by);
}

// Odd, thin, of whole tiles and one more, of several tiles of each kernel, of long rows.
const shape shapes[] = {{1, 1, 1},      {1, 7, 5},       {9, 1, 3},      {64, 64, 128},
                        {65, 63, 129},  {128, 256, 384}, {257, 193, 97}, {33, 257, 300},
                        {300, 20, 640}, {5, 700, 1023},  {70, 3, 4099},  {3, 5, 9001},
                        {2, 3, 20000},  {640, 900, 513}, {40, 70, 1500}, {1300, 1100, 33}};

TEST_F(GpuLinalg, EveryShape) {
  for (const kernel k : kernels())
    for (const accuracy length : {accuracy::fast, accuracy::standard, accuracy::proved})
      for (const shape& s : shapes) compare(on, own_stream, s, content::normal, {length, k});
}

TEST_F(GpuLinalg, EveryLayout) {
  for (const kernel k : kernels())
    for (const layout a : every_layout)
      for (const layout b : every_layout)
        for (const layout c : every_layout) {
          SCOPED_TRACE(::testing::Message()
                       << ff_test::name_of(a) << ", " << ff_test::name_of(b) << ", " << ff_test::name_of(c));
          compare(on, own_stream, {67, 45, 131}, content::graded, {accuracy::standard, k}, {}, a, b, c);
        }
}

TEST_F(GpuLinalg, EveryContentAndScalar) {
  const ff_t third = ff_t(1.0f) / 3.0f;
  for (const kernel k : kernels())
    for (const content kind : every_content)
      for (const scalars& by : {scalars{one, zero}, scalars{one, one}, scalars{third, zero},
                                scalars{-third, third}, scalars{zero, third}, scalars{zero, zero}}) {
        SCOPED_TRACE(::testing::Message()
                     << ff_test::name_of(kind) << ", alpha " << by.alpha.hi() << ", beta " << by.beta.hi());
        for (const layout c : {layout::rows, layout::padded_columns})
          compare(on, own_stream, {50, 66, 200}, kind, {accuracy::standard, k}, by, layout::rows,
                  layout::columns, c);
        compare(on, own_stream, {4, 5, 0}, kind, {accuracy::standard, k}, by);
      }
}

TEST_F(GpuLinalg, InfinitiesAndNaN) {
  const shape s{20, 70, 260};
  for (const kernel k : kernels())
    for (const layout l : {layout::rows, layout::columns}) {
      matrix a = elements(content::zeros, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
      a[5] = INFINITY;
      a[static_cast<size_t>(s.k) + 7] = from_words(NAN, 1.0f);
      a[static_cast<size_t>(2 * s.k)] = from_words(-INFINITY, 3.0f);
      a[static_cast<size_t>(2 * s.k + 259)] = INFINITY;
      b[3] = from_words(-INFINITY, NAN);
      b[static_cast<size_t>(9 * s.n + 60)] = INFINITY;
      for (const scalars& by : {scalars{}, scalars{2.0f, -1.0f}})
        compare(on, own_stream, s, placed(a, s.m, s.k, l), placed(b, s.k, s.n, l),
                placed(elements(content::normal, s.m, s.n, 3), s.m, s.n, l), {accuracy::standard, k}, by);
    }
}

// More rows than a panel has, in either direction; more of the inner dimension than cuBLAS is given at once,
// and than the own kernel takes.
TEST_F(GpuLinalg, PanelsAndLongSums) {
  for (const kernel k : kernels()) {
    compare(on, own_stream, {8300, 70, 40}, content::normal, {accuracy::standard, k});
    compare(on, own_stream, {70, 8300, 40}, content::normal, {accuracy::standard, k}, {}, layout::rows,
            layout::rows, layout::columns);
    compare(on, own_stream, {3, 70, 66000}, content::normal, {accuracy::standard, k});
    compare(on, own_stream, {3, 5, 66000}, content::normal, {accuracy::standard, k}, {}, layout::columns,
            layout::rows);
  }
  compare(on, own_stream, {2, 3, 140000}, content::normal, {accuracy::standard, kernel::automatic});
}

// Sums of products as large as they get: equal elements, whose residues add up.
TEST_F(GpuLinalg, LargestSums) {
  for (const kernel k : kernels())
    for (const float x : {1.0f, -1.0f, 1.5f}) {
      const shape s{2, 3, 131071};
      compare(
          on, own_stream, s, placed(matrix(static_cast<size_t>(s.m * s.k), ff_t(x)), s.m, s.k, layout::rows),
          placed(matrix(static_cast<size_t>(s.k * s.n), ff_t(1.0f)), s.k, s.n, layout::columns),
          placed(matrix(static_cast<size_t>(s.m * s.n)), s.m, s.n, layout::rows), {accuracy::standard, k});
    }
}

TEST_F(GpuLinalg, BatchesFromThePool) {
  const shape s{31, 42, 53};
  const int64 count = 3, sa = s.m * s.k + 1, sb = 0, sc = s.m * s.n + 3;
  const matrix a = elements(content::normal, count, sa, 1), b = elements(content::normal, s.k, s.n, 2);
  for (const kernel k : kernels()) {
    const gemm_options o{accuracy::standard, k};
    matrix c(static_cast<size_t>(count * sc), ff_t(-1.0f));
    const device_array<ff_t> da(a), db(b), dc(c);
    const status there =
        gemm_batched(on, count, one, row_major(da.data(), s.m, s.k), sa, row_major(db.data(), s.k, s.n), sb,
                     one, row_major(dc.data(), s.m, s.n), sc, o);
    ASSERT_TRUE(there.ok()) << there.text();
    const status here =
        gemm_batched(count, one, row_major(a.data(), s.m, s.k), sa, row_major(b.data(), s.k, s.n), sb, one,
                     row_major(c.data(), s.m, s.n), sc, o);
    ASSERT_TRUE(here.ok()) << here.text();
    check(cudaStreamSynchronize(own_stream), "gemm_batched");
    expect_same(dc.on_host(), c, name_of(k));
  }
}

// Captured with a workspace of its own and with the pool's, and replayed on other data.
TEST_F(GpuLinalg, Graphs) {
  const shape s{300, 200, 257};
  for (const kernel k : kernels())
    for (const bool pool : {false, true}) {
      const gemm_options o{accuracy::standard, k};
      SCOPED_TRACE(described(s, o) + (pool ? ", pool" : ", workspace"));
      const matrix a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
      const matrix other = elements(content::graded, s.m, s.k, 5);
      const device_array<ff_t> da(a), db(b), dc(matrix(static_cast<size_t>(s.m * s.n)));
      const size_t bytes = gemm_workspace_bytes(on, s.m, s.n, s.k, o);
      const device_array<unsigned char> workspace(bytes);
      check(cudaDeviceSynchronize(), "copies");

      const auto va = row_major<const ff_t>(da.data(), s.m, s.k),
                 vb = row_major<const ff_t>(db.data(), s.k, s.n);
      const auto vc = row_major(dc.data(), s.m, s.n);
      cudaGraph_t graph = nullptr;
      cudaGraphExec_t ready = nullptr;
      check(cudaStreamBeginCapture(own_stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
      const status queued = pool ? gemm(on, one, va, vb, zero, vc, o)
                                 : gemm(on, one, va, vb, zero, vc, o, workspace.data(), bytes);
      check(cudaStreamEndCapture(own_stream, &graph), "cudaStreamEndCapture");
      ASSERT_TRUE(queued.ok()) << queued.text();
      check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");

      for (const matrix& from : {a, other, a}) {
        check(cudaMemcpy(da.data(), from.data(), from.size() * sizeof(ff_t), cudaMemcpyHostToDevice),
              "cudaMemcpy");
        check(cudaDeviceSynchronize(), "copy");
        check(cudaGraphLaunch(ready, own_stream), "cudaGraphLaunch");
        check(cudaStreamSynchronize(own_stream), "graph");
        matrix c(static_cast<size_t>(s.m * s.n));
        ASSERT_TRUE(gemm(one, row_major(from.data(), s.m, s.k), row_major(b.data(), s.k, s.n), zero,
                         row_major(c.data(), s.m, s.n), o)
                        .ok());
        expect_same(dc.on_host(), c, "replay");
      }
      check(cudaGraphExecDestroy(ready), "cudaGraphExecDestroy");
      check(cudaGraphDestroy(graph), "cudaGraphDestroy");
    }
}

// Operands that were prepared, of either side and both, in panels, layouts and batches.
TEST_F(GpuLinalg, Prepared) {
  for (const kernel k : {kernel::automatic, kernel::cublas, kernel::own}) {
    if (k == kernel::own && !on.has_own_kernel()) continue;
    for (const shape& s : {shape{1, 1, 1}, shape{65, 63, 129}, shape{257, 193, 97}, shape{300, 20, 640},
                           shape{8300, 70, 40}, shape{70, 8300, 40}, shape{3, 70, 66000}})
      for (const layout by : {layout::rows, layout::padded_columns}) {
        const gemm_options o{accuracy::standard, k};
        SCOPED_TRACE(described(s, o) + ", " + ff_test::name_of(by));
        matrix from_a = elements(content::normal, s.m, s.k, 1);
        from_a[0] = s.m > 64 ? ff_t(INFINITY) : ff_t(1.0f);
        placed a(from_a, s.m, s.k, by), b(elements(content::graded, s.k, s.n, 2), s.k, s.n, by);
        matrix wanted(static_cast<size_t>(s.m * s.n));
        ASSERT_TRUE(gemm(one, a.view(), b.view(), zero, row_major(wanted.data(), s.m, s.n), o).ok());
        const device_array<ff_t> da(a.memory), db(b.memory);
        const size_t bytes_a = prepared_bytes(on, s.m, s.k, o), bytes_b = prepared_bytes(on, s.k, s.n, o);
        const device_array<unsigned char> memory_a(bytes_a), memory_b(bytes_b);
        const size_t bytes = gemm_workspace_bytes(on, s.m, s.n, s.k, o);
        const device_array<unsigned char> workspace(bytes);
        check(cudaMemset(memory_a.data(), 0xee, bytes_a), "cudaMemset");
        check(cudaMemset(memory_b.data(), 0xee, bytes_b), "cudaMemset");
        check(cudaDeviceSynchronize(), "copies");
        prepared_matrix left, right;
        status said = prepare(on, a.at(da.data()), factor::left, o, memory_a.data(), bytes_a, left);
        ASSERT_TRUE(said.ok()) << said.text();
        said = prepare(on, b.at(db.data()), factor::right, o, memory_b.data(), bytes_b, right);
        ASSERT_TRUE(said.ok()) << said.text();
        const auto expect_wanted = [&](const operand& x, const operand& y, bool columns, const char* what) {
          const device_array<ff_t> dc(wanted.size());
          const auto c = columns ? column_major(dc.data(), s.m, s.n) : row_major(dc.data(), s.m, s.n);
          const status done = gemm(on, one, x, y, zero, c, o, workspace.data(), bytes);
          ASSERT_TRUE(done.ok()) << done.text();
          check(cudaStreamSynchronize(own_stream), "gemm");
          const matrix got = dc.on_host();
          matrix by_rows(got.size());
          for (int64 i = 0; i < s.m; ++i)
            for (int64 j = 0; j < s.n; ++j)
              by_rows[static_cast<size_t>(i * s.n + j)] =
                  got[static_cast<size_t>(columns ? j * s.m + i : i * s.n + j)];
          expect_same(by_rows, wanted, what);
        };
        for (const bool columns : {false, true}) {
          expect_wanted(left, b.at(db.data()), columns, "left");
          expect_wanted(a.at(da.data()), right, columns, "right");
          expect_wanted(left, right, columns, "both");
        }
      }
  }
}

TEST_F(GpuLinalg, ComplexProducts) {
  const ff::complex third{ff_t(1.0f) / 3.0f, -0.25f}, unit{1.0f}, none{0.0f};
  for (const kernel k : kernels())
    for (const shape& s : {shape{1, 1, 1}, shape{33, 20, 65}, shape{130, 97, 40}, shape{5, 7, 3000}})
      for (const bool columns : {false, true})
        for (const bool plain : {true, false}) {
          const gemm_options o{accuracy::standard, k};
          SCOPED_TRACE(described(s, o) + (columns ? ", columns" : ", rows"));
          const auto make = [](int64 rows, int64 across, uint64 seed) {
            const matrix re = elements(content::normal, rows, across, seed),
                         im = elements(content::graded, rows, across, seed + 10);
            vector<ff::complex> z;
            for (size_t i = 0; i < re.size(); ++i) z.push_back({re[i], im[i]});
            return z;
          };
          vector<ff::complex> a = make(s.m, s.k, 1), b = make(s.k, s.n, 2), c = make(s.m, s.n, 3);
          if (s.m == 33) a[70] = {ff_t(1.0f), ff_t(-INFINITY)};
          const device_array<ff::complex> da(a), db(b), dc(c);
          const auto view = [columns](auto* x, int64 rows, int64 across) {
            return columns ? column_major(x, rows, across) : row_major(x, rows, across);
          };
          const size_t bytes = complex_gemm_workspace_bytes(on, s.m, s.n, s.k, o);
          const device_array<unsigned char> workspace(bytes);
          check(cudaMemset(workspace.data(), 0xee, bytes), "cudaMemset");
          check(cudaDeviceSynchronize(), "copies");
          const ff::complex alpha = plain ? unit : third, beta = plain ? none : unit;
          const status there = plain ? gemm(on, alpha, view(da.data(), s.m, s.k), view(db.data(), s.k, s.n),
                                            beta, view(dc.data(), s.m, s.n), o)
                                     : gemm(on, alpha, view(da.data(), s.m, s.k), view(db.data(), s.k, s.n),
                                            beta, view(dc.data(), s.m, s.n), o, workspace.data(), bytes);
          ASSERT_TRUE(there.ok()) << there.text();
          const status here = gemm(alpha, view(a.data(), s.m, s.k), view(b.data(), s.k, s.n), beta,
                                   view(c.data(), s.m, s.n), o);
          ASSERT_TRUE(here.ok()) << here.text();
          check(cudaStreamSynchronize(own_stream), "gemm");
          const vector<ff::complex> got = dc.on_host();
          matrix got_words, words;
          for (size_t i = 0; i < c.size(); ++i) {
            got_words.push_back(got[i].real()), got_words.push_back(got[i].imag());
            words.push_back(c[i].real()), words.push_back(c[i].imag());
          }
          expect_same(got_words, words, "host and device");
        }
}

// Many small products are layers of one grid, and more than a grid has.
TEST_F(GpuLinalg, LargeBatches) {
  if (!on.has_direct_kernel()) GTEST_SKIP() << "kernel::direct needs compute capability 8.0";
  const shape s{2, 3, 2};
  const int64 count = 70000;
  const matrix a = elements(content::normal, count, s.m * s.k, 1), b = elements(content::normal, s.k, s.n, 2);
  matrix c(static_cast<size_t>(count * s.m * s.n));
  const device_array<ff_t> da(a), db(b), dc(c);
  const gemm_options o{accuracy::standard, kernel::direct};
  const status there = gemm_batched(on, count, one, row_major<const ff_t>(da.data(), s.m, s.k), s.m * s.k,
                                    row_major<const ff_t>(db.data(), s.k, s.n), 0, zero,
                                    row_major(dc.data(), s.m, s.n), s.m * s.n, o);
  ASSERT_TRUE(there.ok()) << there.text();
  gemm_options here = o;
  here.threads = 1;
  ASSERT_TRUE(gemm_batched(count, one, row_major(a.data(), s.m, s.k), s.m * s.k,
                           row_major(b.data(), s.k, s.n), 0, zero, row_major(c.data(), s.m, s.n), s.m * s.n,
                           here)
                  .ok());
  check(cudaStreamSynchronize(own_stream), "gemm_batched");
  expect_same(dc.on_host(), c, "batch");
}

TEST_F(GpuLinalg, Refusals) {
  const shape s{30, 40, 50};
  const device_array<ff_t> x(static_cast<size_t>(s.k * s.k)),
      y(matrix(static_cast<size_t>(s.m * s.n), ff_t(7.0f)));
  const auto a = row_major<const ff_t>(x.data(), s.m, s.k), b = row_major<const ff_t>(x.data(), s.k, s.n);
  const auto c = row_major(y.data(), s.m, s.n);
  const size_t bytes = gemm_workspace_bytes(on, s.m, s.n, s.k);
  const device_array<unsigned char> w(bytes + 256);
  EXPECT_GT(bytes, 0u);
  EXPECT_EQ(gemm_workspace_bytes(on, s.m, s.n, 0), 0u);
  const gemm_options o;
  EXPECT_EQ(gemm(on, one, a, b, zero, c, o, w.data(), 1000).code(), fault::workspace);
  EXPECT_EQ(gemm(on, one, a, b, zero, c, o, w.data() + 16, bytes).code(), fault::workspace);
  EXPECT_EQ(gemm(on, one, a, b, zero, c, o, nullptr, bytes).code(), fault::workspace);
  EXPECT_EQ(gemm(context(), one, a, b, zero, c).code(), fault::option);
  EXPECT_EQ(gemm(on, one, a, a, zero, c).code(), fault::shape);
  // The largest multiple of 128 that cuBLAS's dimensions can be, and one more.
  const int64 longest = 2147483520;
  const matrix_view<const ff_t> along(x.data(), 1, longest + 1, 0, 0);
  const matrix_view<ff_t> across(y.data(), 1, longest + 1, 1, 1), single = row_major(y.data(), 1, 1);
  EXPECT_EQ(gemm(on, one, along, along.transposed(), zero, single).code(), fault::shape);
  EXPECT_EQ(gemm(on, one, a.block(0, 0, 1, 1), along, zero, across).code(), fault::shape);
  EXPECT_EQ(gemm(on, one, along.transposed(), a.block(0, 0, 1, 1), zero, across.transposed()).code(),
            fault::shape);
  EXPECT_NE(gemm(on, one, along.block(0, 0, 1, longest), along.block(0, 0, 1, longest).transposed(), zero,
                 single, o, nullptr, 0)
                .code(),
            fault::shape);
  if (!on.has_own_kernel()) {
    EXPECT_EQ(gemm(on, one, a, b, zero, c, {accuracy::standard, kernel::own}).code(), fault::option);
  }
  if (!on.has_direct_kernel()) {
    EXPECT_EQ(gemm(on, one, a, b, zero, c, {accuracy::standard, kernel::direct}).code(), fault::option);
  }
  check(cudaDeviceSynchronize(), "nothing");
  for (const ff_t& e : y.on_host()) EXPECT_EQ(e, ff_t(7.0f));
  prepared_matrix p;
  EXPECT_EQ(prepare(on, a, factor::left, o, w.data(), 10, p).code(), fault::workspace);
  EXPECT_EQ(prepare(on, along, factor::left, o, w.data(), 10, p).code(), fault::shape);
  EXPECT_EQ(prepare(on, a, factor::left, o, w.data() + 8, bytes, p).code(), fault::workspace);
  EXPECT_EQ(prepare(on, a, factor::left, {accuracy::standard, kernel::direct}, w.data(), bytes, p).code(),
            fault::option);
  EXPECT_EQ(prepare(context(), a, factor::left, o, w.data(), bytes, p).code(), fault::option);
  ASSERT_TRUE(prepare(on, a, factor::left, {accuracy::standard, kernel::cublas}, w.data(), bytes, p).ok());
  EXPECT_EQ(gemm(on, one, p, b, zero, c, {accuracy::standard, kernel::direct}).code(), fault::option);
  EXPECT_EQ(gemm(on, one, p, b, zero, c, {accuracy::fast, kernel::cublas}).code(), fault::option);
  context moved = std::move(on);
  EXPECT_EQ(gemm(on, one, a, b, zero, c).code(), fault::option);
  EXPECT_TRUE(gemm(moved, one, a, b, zero, c, o, w.data(), bytes).ok());
  check(cudaDeviceSynchronize(), "gemm");
}

}  // namespace
