// The bits of double-doubles on the device are those of the host.
#include <gtest/gtest.h>

#include "../dd_vectors.hpp"
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

}  // namespace
