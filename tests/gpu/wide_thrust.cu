// Thrust's algorithms on arrays of wide numbers: exact sums, extremes and order are those of the host.
#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <algorithm>

#include "wide/wide_vectors.hpp"

namespace {

using namespace ff_test;

thrust::host_vector<wide_t> numbers(unsigned n) {
  thrust::host_vector<wide_t> x(n);
  for (unsigned i = 0; i < n; ++i) {
    draws d(i);
    x[i] = wide_number(d, 5000);
  }
  return x;
}

TEST(GpuWideThrust, SortAndExtremesAreThoseOfTheHost) {
  thrust::host_vector<wide_t> x = numbers(1u << 16);
  thrust::device_vector<wide_t> dx = x;
  thrust::sort(dx.begin(), dx.end());
  std::sort(x.begin(), x.end());
  const thrust::host_vector<wide_t> got = dx;
  unsigned differ = 0;
  for (std::size_t i = 0; i < x.size(); ++i) differ += got[i] != x[i];
  EXPECT_EQ(differ, 0u);
  EXPECT_EQ(static_cast<wide_t>(*thrust::max_element(dx.begin(), dx.end())), x.back());
}

struct square {
  FF_HD wide_t operator()(wide_t w) const { return w * w; }
};

// Integers about 2^3000: their sums are exact, in any order.
TEST(GpuWideThrust, SumsAndProductsAreThoseOfTheHost) {
  constexpr int n = 1 << 16;
  thrust::host_vector<wide_t> x(n);
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = ff::ldexp(wide_t(i - n / 4), 3000);
  const thrust::device_vector<wide_t> dx = x;
  const wide_t sum = thrust::reduce(dx.begin(), dx.end(), wide_t(0), thrust::plus<wide_t>());
  EXPECT_EQ(sum, ff::ldexp(wide_t(1073709056LL), 3000));  // n (n - 1) / 2 - n n / 4
  const wide_t squares =
      thrust::transform_reduce(dx.begin(), dx.begin() + 1000, square(), wide_t(0), thrust::plus<wide_t>());
  wide_t right = 0;
  for (int i = 0; i < 1000; ++i) right += x[static_cast<std::size_t>(i)] * x[static_cast<std::size_t>(i)];
  EXPECT_EQ(squares, right);
}

}  // namespace
