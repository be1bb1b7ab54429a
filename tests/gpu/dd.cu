// The bits of double-doubles on the device are those of the host.
#include <gtest/gtest.h>

#include <ff/reduce/cuda.hpp>

#include "../dd/dd_vectors.hpp"
#include "device_array.cuh"

namespace {

using namespace ff_test;

__global__ void compute(int f, uint64 n, dd_bits* out) {
  const uint64 i = uint64{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = dd_bits(dd_result(f, i));
}

TEST(GpuDoubleDouble, BitsAreThoseOfTheHost) {
  constexpr unsigned n = 1u << 18;
  device_array<dd_bits> out(n);
  for (int f = 0; f < dd_functions; ++f) {
    compute<<<n / 256, 256>>>(f, n, out.data());
    check(cudaGetLastError(), "launch");
    const std::vector<dd_bits> got = out.on_host();
    unsigned differ = 0;
    for (unsigned i = 0; i < n; ++i) {
      const dd_bits right(dd_result(f, i));
      if (!(got[i] == right) && differ++ == 0)
        ADD_FAILURE() << "function " << f << ", vector " << i << ": " << std::hex << got[i].hi << ' '
                      << got[i].lo << " on the device, " << right.hi << ' ' << right.lo << " on the host";
    }
    EXPECT_EQ(differ, 0u) << "function " << f;
  }
}

template <class T>
void compare_reductions() {
  for (const std::size_t n : {0, 1, 100, 4096, 4097, 1000003}) {
    std::vector<T> x(n), y(n);
    for (std::size_t i = 0; i < n; ++i) {
      draws d(i);
      x[i] = T(dd_number(d, 20)), y[i] = i % 5 == 4 ? T(-y[i - 1]) : T(dd_number(d, 20));
    }
    const device_array<T> at_x(x), at_y(y);
    device_array<dd_t> result(1);
    device_array<unsigned char> workspace(ff::reduce_workspace_bytes<dd_t>(n));
    for (const unsigned blocks : {0u, 7u}) {
      const auto same = [&](cudaError_t status, dd_t right) {
        check(status, "reduction");
        EXPECT_TRUE(dd_bits(result.on_host()[0]) == dd_bits(right)) << n << ' ' << blocks;
      };
      const std::size_t bytes = workspace.bytes();
      same(ff::sum(n, at_x.data(), result.data(), workspace.data(), bytes, nullptr, blocks),
           ff::sum(n, x.data()));
      same(ff::dot(n, at_x.data(), at_y.data(), result.data(), workspace.data(), bytes, nullptr, blocks),
           ff::dot(n, x.data(), y.data()));
      same(ff::nrm2(n, at_x.data(), result.data(), workspace.data(), bytes, nullptr, blocks),
           ff::nrm2(n, x.data()));
    }
  }
}
TEST(GpuDoubleDouble, ReductionsHaveTheBitsOfTheHost) {
  compare_reductions<dd_t>();
  compare_reductions<double>();
}

}  // namespace
