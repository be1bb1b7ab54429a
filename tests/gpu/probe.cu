// probe<T> on the device: T's bits, counts from many blocks, and the worst operands of all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <ff/ff.hpp>
#include <ff/probe.hpp>
#include <string>
#include <vector>

#include "../everywhere.hpp"
#include "device_array.cuh"

namespace {

using ff::ff_t;
using ff::probe;

template <class T>
__global__ void pairs_of(const ff_t* x, ff_t* y, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  T sum = 0;
  for (int j = 0; j < 8; ++j) {
    T d = T(x[i]) - T(x[(i + j) % n]) + T(0.01f);
    FF_PROBE("distance", d);
    sum = sum + rsqrt(d * d + T(0.25f)) * exp(-d);
  }
  FF_PROBE("sum", sum);
  y[i] = static_cast<ff_t>(sum);
}

std::vector<ff_t> run(const std::vector<ff_t>& x, bool probed) {
  const int n = static_cast<int>(x.size());
  const ff_test::device_array<ff_t> in(x);
  ff_test::device_array<ff_t> out(x.size());
  if (probed)
    pairs_of<probe<ff_t>><<<(n + 127) / 128, 128>>>(in.data(), out.data(), n);
  else
    pairs_of<ff_t><<<(n + 127) / 128, 128>>>(in.data(), out.data(), n);
  return out.on_host();
}

TEST(GpuProbe, CountsWhatEveryThreadMarks) {
  constexpr int n = 100003;
  std::vector<ff_t> x(n);
  for (int i = 0; i < n; ++i) x[i] = ff_t(1) / (i % 977 + 3);
  x[5000] = 0.24 - 0.23999999;  // the least distance of all, and the worst
  ff::probe_rows();
  const std::vector<ff_t> plain = run(x, false), probed = run(x, true);
  for (int i = 0; i < n; ++i) ASSERT_EQ(plain[i], probed[i]) << i;
  const std::vector<ff::probe_row> rows = ff::probe_rows();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].place, "distance");
  EXPECT_EQ(rows[0].executions, 8ull * n);
  EXPECT_EQ(rows[1].place, "stored by 782 x 128 threads");
  EXPECT_EQ(rows[1].executions, static_cast<unsigned long long>(n));
  EXPECT_EQ(rows[2].place, "sum");
  EXPECT_EQ(rows[2].executions, static_cast<unsigned long long>(n));
  EXPECT_EQ(rows[2].value, rows[1].value) << "what is marked last is what is stored";

  // The host computes the same bits, so it finds the same extremes; its shadow may differ in the last bits.
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) {
      probe<ff_t> d = probe<ff_t>(x[i]) - probe<ff_t>(x[(i + j) % n]) + probe<ff_t>(0.01f);
      FF_PROBE("distance", d);
    }
  const std::vector<ff::probe_row> host = ff::probe_rows();
  ASSERT_EQ(host.size(), 1u);
  EXPECT_EQ(host[0].least_exponent, rows[0].least_exponent);
  EXPECT_EQ(host[0].greatest_exponent, rows[0].greatest_exponent);
  EXPECT_EQ(host[0].most_cancelled, rows[0].most_cancelled);
  EXPECT_EQ(host[0].cancellations, rows[0].cancellations);
  EXPECT_EQ(host[0].lost_bits, rows[0].lost_bits) << "sums are the same in double on both";
  EXPECT_EQ(host[0].value, rows[0].value);
}

template <class T>
__global__ void lanes(int n) {
  T x = static_cast<float>(threadIdx.x);
  if (static_cast<int>(threadIdx.x) % 3 == 0) FF_PROBE("every third", x);
  if (static_cast<int>(threadIdx.x) < n) {
    T y = x / T(0.0f);
    FF_PROBE("divided by zero", y);
  }
}

TEST(GpuProbe, DivergentLanesAreCountedOnce) {
  ff::probe_rows();
  lanes<probe<float>><<<70, 96>>>(5);
  const std::vector<ff::probe_row> rows = ff::probe_rows();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].executions, 70u * 5);
  EXPECT_EQ(rows[0].infinities, 70u * 4);
  EXPECT_EQ(rows[0].nans, 70u);
  EXPECT_EQ(rows[1].executions, 70u * 32);
}

}  // namespace
