// ff::linalg's BLAS on the device against the host's, bit for bit: sizes, layouts, strides, alignments,
// ranges.
#include <ff/linalg/cuda/blas.hpp>
#include <ff/operators.hpp>
#include <vector>

#include "gpu/linalg_fixture.cuh"
#include "linalg/matrices_to_multiply.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using std::vector;
using numbers = vector<ff_t>;

class GpuLinalgBlas : public OnItsStream {};

vector_view<ff_t> of(ff_t* p, int64 n) { return {p, n, 1}; }

/// The elements of a vector of this stride, from `start` on; the rest are zeros.
numbers spread(const numbers& x, int64 stride, int64 start) {
  numbers y(static_cast<std::size_t>(start + stride * static_cast<int64>(x.size()) + 1), ff_t(0.0f));
  for (std::size_t i = 0; i < x.size(); ++i)
    y[static_cast<std::size_t>(start) + i * static_cast<std::size_t>(stride)] = x[i];
  return y;
}

TEST_F(GpuLinalgBlas, Vectors) {
  const ff_t alpha = ff_t(-5.0f) / 7.0f;
  for (const int64 n : {1, 2, 3, 512, 513, 5001, 2100000})
    for (const int64 stride : {1, 3})
      for (const int64 start : {0, 1}) {
        if (n > 100000 && stride != 1 + 2 * start) continue;
        const numbers x = spread(elements(content::graded, 1, n, 1), stride, start);
        const numbers y = spread(elements(content::graded, 1, n, 3), stride, start);
        const device_array<ff_t> dx(x), dy(y), dr(numbers(2));
        check(cudaDeviceSynchronize(), "copies");
        const vector_view<const ff_t> hx(x.data() + start, n, stride), gx(dx.data() + start, n, stride);
        numbers hy_all = y;
        const vector_view<ff_t> hy(hy_all.data() + start, n, stride), gy(dy.data() + start, n, stride);
        numbers results(2);
        ASSERT_TRUE(dot(on, gx, gy, dr.data()).ok());
        ASSERT_TRUE(nrm2(on, gx, dr.data() + 1).ok());
        ASSERT_TRUE(axpy(on, alpha, gx, gy).ok());
        ASSERT_TRUE(scal(on, alpha, gy).ok());
        check(cudaStreamSynchronize(own_stream), "vectors");
        ASSERT_TRUE(dot(hx, hy, &results[0]).ok());
        ASSERT_TRUE(nrm2(hx, &results[1]).ok());
        ASSERT_TRUE(axpy(alpha, hx, hy).ok());
        ASSERT_TRUE(scal(alpha, hy).ok());
        SCOPED_TRACE(::testing::Message() << n << " elements, stride " << stride << ", start " << start);
        expect_same(dr.on_host(), results, "dot and nrm2");
        expect_same(dy.on_host(), hy_all, "axpy and scal");
      }
}

TEST_F(GpuLinalgBlas, NormsOfTheWholeRange) {
  for (const int scale : {-149, -126, -100, -60, -31, -29, 0, 55, 60, 70, 120, 127, 200})
    for (const int64 n : {5, 3000, 70000}) {
      numbers x = elements(content::normal, 1, n, 1), expected(1);
      for (ff_t& e : x) e = ldexp(e, scale);
      const device_array<ff_t> dx(x), dr(numbers(1));
      check(cudaDeviceSynchronize(), "copies");
      ASSERT_TRUE(nrm2(on, of(dx.data(), n), dr.data()).ok());
      check(cudaStreamSynchronize(own_stream), "nrm2");
      ASSERT_TRUE(nrm2(of(x.data(), n), expected.data()).ok());
      SCOPED_TRACE(::testing::Message() << n << " elements near 2^" << scale);
      expect_same(dr.on_host(), expected, "nrm2");
    }
}

TEST_F(GpuLinalgBlas, RowsByEveryLayout) {
  const ff_t third = ff_t(1.0f) / 3.0f;
  const struct {
    int64 m, k;
  } sizes[] = {{1, 1}, {5, 63}, {33, 64}, {70, 65}, {64, 1024}, {3, 1025}, {100, 2500}, {2, 70001}, {513, 0}};
  for (const auto& s : sizes)
    for (const layout by : every_layout)
      for (const content kind : {content::normal, content::graded, content::huge, content::zeros}) {
        const numbers a = elements(kind, s.m, s.k, 1), x = elements(kind, s.k, 1, 2),
                      y = elements(kind, s.m, 1, 3);
        placed p(a, s.m, s.k, by);
        for (const ff_t beta : {ff_t(0.0f), ff_t(1.0f), -third}) {
          const device_array<ff_t> da(p.memory), dx(x), dy(y);
          check(cudaDeviceSynchronize(), "copies");
          numbers expected = y;
          ASSERT_TRUE(gemv(on, third, p.at(da.data()), of(dx.data(), s.k), beta, of(dy.data(), s.m)).ok());
          check(cudaStreamSynchronize(own_stream), "gemv");
          ASSERT_TRUE(
              gemv(third, p.view(), vector_view<const ff_t>(x.data(), s.k), beta, of(expected.data(), s.m))
                  .ok());
          SCOPED_TRACE(::testing::Message()
                       << s.m << " x " << s.k << ", " << name_of(by) << ", " << name_of(kind));
          expect_same(dy.on_host(), expected, "gemv");
        }
      }
}

// Enough of them for a thread a row at the end, of one chunk and of several.
TEST_F(GpuLinalgBlas, ManyRows) {
  const ff_t third = ff_t(1.0f) / 3.0f;
  const struct { int64 m, k; } sizes[] = {{34003, 70}, {4299, 4130}};
  for (const auto& s : sizes)
    for (const layout by : {layout::rows, layout::columns, layout::spread}) {
      const numbers a = elements(content::normal, s.m, s.k, 1), x = elements(content::normal, s.k, 1, 2),
                    y = elements(content::normal, s.m, 1, 3);
      placed p(a, s.m, s.k, by);
      const device_array<ff_t> da(p.memory), dx(x), dy(y);
      check(cudaDeviceSynchronize(), "copies");
      numbers expected = y;
      ASSERT_TRUE(gemv(on, third, p.at(da.data()), of(dx.data(), s.k), -third, of(dy.data(), s.m)).ok());
      check(cudaStreamSynchronize(own_stream), "gemv");
      ASSERT_TRUE(
          gemv(third, p.view(), vector_view<const ff_t>(x.data(), s.k), -third, of(expected.data(), s.m))
              .ok());
      SCOPED_TRACE(::testing::Message() << s.m << " x " << s.k << ", " << name_of(by));
      expect_same(dy.on_host(), expected, "gemv");
    }
}

TEST_F(GpuLinalgBlas, RankOneByEveryLayout) {
  const ff_t third = ff_t(1.0f) / 3.0f;
  for (const auto& [m, n] : {std::pair<int64, int64>{1, 1}, {7, 300}, {513, 65}})
    for (const layout by : every_layout) {
      const numbers a = elements(content::normal, m, n, 1), x = elements(content::graded, 1, m, 1),
                    y = elements(content::graded, 1, n, 3);
      placed p(a, m, n, by);
      const device_array<ff_t> da(p.memory), dx(x), dy(y);
      check(cudaDeviceSynchronize(), "copies");
      ASSERT_TRUE(ger(on, third, of(dx.data(), m), of(dy.data(), n), p.at(da.data())).ok());
      check(cudaStreamSynchronize(own_stream), "ger");
      placed got = p;
      got.memory = da.on_host();
      ASSERT_TRUE(
          ger(third, vector_view<const ff_t>(x.data(), m), vector_view<const ff_t>(y.data(), n), p.view())
              .ok());
      expect_same(got.elements(), p.elements(), name_of(by));
      EXPECT_TRUE(got.rest_untouched());
    }
}

TEST_F(GpuLinalgBlas, TrianglesByEveryLayout) {
  const ff_t third = ff_t(1.0f) / 3.0f;
  for (const int64 n : {1, 5, 8, 63, 64, 65, 130, 300})
    for (const triangle half : {triangle::lower, triangle::upper})
      for (const diagonal ones : {diagonal::stored, diagonal::unit})
        for (const layout by : every_layout) {
          if (n > 65 && by != layout::rows && by != layout::columns && (n > 130 || half == triangle::lower))
            continue;
          numbers a = elements(content::normal, n, n, 1);
          for (int64 i = 0; i < n * n; ++i)
            if (i / n != i % n) a[static_cast<std::size_t>(i)] = ldexp(a[static_cast<std::size_t>(i)], -4);
          placed p(a, n, n, by);
          const numbers b = elements(content::normal, n, 1, 3), c = elements(content::normal, n, 37, 3);
          placed right(c, n, 37, by);
          const device_array<ff_t> da(p.memory), db(b), dc(right.memory);
          check(cudaDeviceSynchronize(), "copies");
          ASSERT_TRUE(trsv(on, half, ones, p.at(da.data()), of(db.data(), n)).ok());
          ASSERT_TRUE(trsm(on, half, ones, third, p.at(da.data()), right.at(dc.data())).ok());
          check(cudaStreamSynchronize(own_stream), "trsv and trsm");
          numbers expected = b;
          placed got = right;
          got.memory = dc.on_host();
          ASSERT_TRUE(trsv(half, ones, p.view(), of(expected.data(), n)).ok());
          ASSERT_TRUE(trsm(half, ones, third, p.view(), right.view()).ok());
          SCOPED_TRACE(::testing::Message() << n << ", " << name_of(by));
          expect_same(db.on_host(), expected, "trsv");
          expect_same(got.elements(), right.elements(), "trsm");
          EXPECT_TRUE(got.rest_untouched());
        }
}

// Blocks of rows that others prepare, and their far columns in one chunk and in three; right sides with zeros
// and tiny numbers, whose quotients are not plain; an infinity on the way.
TEST_F(GpuLinalgBlas, TrianglesOfManyBlocks) {
  for (const int64 n : {192, 193, 257, 1216, 1217, 2300})
    for (const triangle half : {triangle::lower, triangle::upper})
      for (const diagonal ones : {diagonal::stored, diagonal::unit})
        for (const layout by : {layout::rows, layout::columns, layout::spread}) {
          if (n > 1000 && by == layout::spread) continue;
          numbers a = elements(content::normal, n, n, 1);
          for (int64 i = 0; i < n * n; ++i)
            if (i / n != i % n) a[static_cast<std::size_t>(i)] = ldexp(a[static_cast<std::size_t>(i)], -6);
          placed p(a, n, n, by);
          const device_array<ff_t> da(p.memory);
          const numbers plain = elements(content::normal, n, 1, 3);
          for (const int kind : {0, 1, 2, 3}) {
            if (n > 1000 && kind % 2 == 1) continue;
            numbers b = plain;
            for (std::size_t i = 0; i < b.size(); ++i) {
              if (kind == 1 && i % 90 > 3) b[i] = 0.0f;
              if (kind == 2) b[i] = ldexp(b[i], -130);
            }
            if (kind == 3) b[static_cast<std::size_t>(n / 2)] = ff::detail::infinity;
            const int64 stride = kind == 0 ? 1 : 2;
            numbers x = spread(b, stride, 1);
            const device_array<ff_t> dx(x);
            check(cudaDeviceSynchronize(), "copies");
            ASSERT_TRUE(
                trsv(on, half, ones, p.at(da.data()), vector_view<ff_t>(dx.data() + 1, n, stride)).ok());
            check(cudaStreamSynchronize(own_stream), "trsv");
            ASSERT_TRUE(trsv(half, ones, p.view(), vector_view<ff_t>(x.data() + 1, n, stride)).ok());
            SCOPED_TRACE(::testing::Message() << n << ", " << name_of(by) << ", right side " << kind);
            expect_same(dx.on_host(), x, "trsv");
          }
        }
}

TEST_F(GpuLinalgBlas, Refusals) {
  const device_array<ff_t> d(numbers(16, ff_t(7.0f)));
  const context closed;
  EXPECT_EQ(scal(closed, 2.0f, of(d.data(), 4)).code(), fault::option);
  EXPECT_EQ(axpy(on, 2.0f, of(d.data(), 4), of(d.data(), 5)).code(), fault::shape);
  EXPECT_EQ(nrm2(on, of(d.data(), 4), nullptr).code(), fault::view);
  EXPECT_EQ(trsv(on, triangle::lower, diagonal::stored, row_major(d.data(), 2, 3), of(d.data(), 2)).code(),
            fault::shape);
  // The first product is wanted after 64 rows, and one too long for kernel::own after 131072.
  const auto triangle_of = [&](int64 n) { return matrix_view<const ff_t>(d.data(), n, n, 0, 0); };
  const device_array<ff_t> right(numbers(300000, ff_t(7.0f)));
  const auto solved = [&](int64 n, kernel k) {
    return trsm(on, triangle::lower, diagonal::unit, 2.0f, triangle_of(n), row_major(right.data(), n, 1),
                {accuracy::standard, k});
  };
  EXPECT_EQ(solved(300000, kernel::own).code(), fault::option);
  if (!on.has_own_kernel()) {
    EXPECT_EQ(solved(100, kernel::own).code(), fault::option);
  }
  if (!on.has_direct_kernel()) {
    EXPECT_EQ(solved(100, kernel::direct).code(), fault::option);
  }
  check(cudaDeviceSynchronize(), "nothing");
  for (const ff_t& e : right.on_host()) EXPECT_EQ(e, ff_t(7.0f));
  for (const ff_t& e : d.on_host()) EXPECT_EQ(e, ff_t(7.0f));
}

}  // namespace
