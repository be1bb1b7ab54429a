// gemm_options::balance and componentwise on the device against the host's, bit for bit.
#include <ff/linalg/cuda.hpp>
#include <ff/operators.hpp>
#include <vector>

#include "gpu/linalg_fixture.cuh"
#include "linalg/matrices_to_multiply.hpp"

namespace {

using namespace ff_test;
using namespace ff::linalg;
using numbers = std::vector<ff_t>;

class GpuLinalgBalance : public OnItsStream {
 protected:
  /// One product on both sides, with the caller's workspace and with the pool's.
  void compare(const shape& s, placed a, placed b, placed c, const gemm_options& o, ff_t alpha, ff_t beta) {
    const device_array<ff_t> da(a.memory), db(b.memory), dc(c.memory), dd(c.memory);
    const size_t bytes = gemm_workspace_bytes(on, s.m, s.n, s.k, o);
    const device_array<unsigned char> workspace(bytes);
    check(cudaMemset(workspace.data(), 0xee, bytes), "cudaMemset");
    check(cudaDeviceSynchronize(), "copies");
    const status there =
        gemm(on, alpha, a.at(da.data()), b.at(db.data()), beta, c.at(dc.data()), o, workspace.data(), bytes);
    ASSERT_TRUE(there.ok()) << there.text();
    ASSERT_TRUE(gemm(on, alpha, a.at(da.data()), b.at(db.data()), beta, c.at(dd.data()), o).ok());
    ASSERT_TRUE(gemm(alpha, a.view(), b.view(), beta, c.view(), o).ok());
    check(cudaStreamSynchronize(own_stream), "gemm");
    placed got = c, pooled = c;
    got.memory = dc.on_host();
    pooled.memory = dd.on_host();
    expect_same(got.elements(), c.elements(), "host and device");
    expect_same(pooled.elements(), c.elements(), "host and device, memory of the pool");
    EXPECT_TRUE(got.rest_untouched()) << "an element outside of C was written";
  }
};

std::vector<gemm_options> both() {
  gemm_options balanced, componentwise;
  balanced.balance = true;
  componentwise.componentwise = true;
  return {balanced, componentwise};
}

TEST_F(GpuLinalgBalance, ShapesAndContents) {
  const ff_t third = ff_t(1.0f) / 3.0f;
  for (const gemm_options& o : both())
    for (const shape& s :
         {shape{1, 1, 1}, {5, 9, 1}, {33, 65, 129}, {128, 64, 256}, {70, 3, 2500}, {300, 200, 70}})
      for (const content kind : every_content)
        for (const ff_t beta : {ff_t(0.0f), -third}) {
          SCOPED_TRACE(::testing::Message() << s.m << " x " << s.n << " x " << s.k << ", " << name_of(kind)
                                            << (o.componentwise ? ", componentwise" : ""));
          compare(s, placed(elements(kind, s.m, s.k, 1), s.m, s.k, layout::rows),
                  placed(elements(kind, s.k, s.n, 2), s.k, s.n, layout::rows),
                  placed(elements(kind, s.m, s.n, 3), s.m, s.n, layout::rows), o, third, beta);
        }
}

TEST_F(GpuLinalgBalance, EveryLayout) {
  const shape s{67, 45, 131};
  for (const gemm_options& o : both())
    for (const layout a : every_layout)
      for (const layout b : every_layout)
        for (const layout c : {layout::rows, layout::padded_columns, layout::spread}) {
          SCOPED_TRACE(::testing::Message() << name_of(a) << ", " << name_of(b) << ", " << name_of(c));
          compare(s, placed(elements(content::graded, s.m, s.k, 1), s.m, s.k, a),
                  placed(elements(content::graded, s.k, s.n, 2), s.k, s.n, b),
                  placed(elements(content::normal, s.m, s.n, 3), s.m, s.n, c), o, 1.0f, 0.0f);
        }
}

TEST_F(GpuLinalgBalance, InfinitiesAndNaN) {
  const shape s{40, 50, 60};
  for (const gemm_options& o : both()) {
    numbers a = elements(content::normal, s.m, s.k, 1), b = elements(content::normal, s.k, s.n, 2);
    a[static_cast<std::size_t>(3 * s.k + 7)] = ff::detail::infinity;
    a[static_cast<std::size_t>(9 * s.k + 8)] = -ff::detail::infinity;
    b[static_cast<std::size_t>(5 * s.n + 11)] = ff::detail::quiet_nan;
    b[static_cast<std::size_t>(7 * s.n + 12)] = 0.0f;
    for (const layout by : {layout::rows, layout::columns})
      compare(s, placed(a, s.m, s.k, by), placed(b, s.k, s.n, by),
              placed(elements(content::normal, s.m, s.n, 3), s.m, s.n, by), o, 1.0f, 0.0f);
  }
}

}  // namespace
