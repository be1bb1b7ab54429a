// The bits of wide numbers on the device are those of the host.
#include <gtest/gtest.h>

#include "../wide_vectors.hpp"
#include "device_array.cuh"

namespace {

using namespace ff_test;

constexpr int functions = 24;

/// Function f of vector i: pair and step.
FF_HD_LARGE wide_t result_of(int f, uint64 i) {
  draws d(i);
  const int span = i % 4 == 0 ? 20 : i % 4 == 1 ? 200 : i % 4 == 2 ? 5000 : 2000000000;
  const auto [x, y] = wide_pair_of(d, span);
  const wide_t z = wide_number(d, span), q = ff::ldexp(wide_number(d, 0), d.between(-80, 30)), a = abs(x);
  switch (f) {
    case 0:
      return x + y;
    case 1:
      return x * y;
    case 2:
      return x / y;
    case 3:
      return fma(x, y, i % 8 < 4 ? z : -(x * y));
    case 4:
      return sqrt(a);
    case 5:
      return rsqrt(a);
    case 6:
      return cbrt(x);
    case 7:
      return hypot(x, y);
    case 8:
      return exp(q);
    case 9:
      return expm1(q);
    case 10:
      return exp2(q);
    case 11:
      return exp10(q);
    case 12:
      return log(a);
    case 13:
      return log2(a);
    case 14:
      return log10(a);
    case 15:
      return log1p(abs(q));
    case 16:
      return pow(a, q);
    case 17:
      return floor(q);
    case 18:
      return rint(q);
    case 19:
      return sin(q);
    case 20:
      return sinh(q);
    case 21:
      return asinh(x);
    case 22:
      return wide_t(double(ff::ldexp(q, d.between(-1100, 1000))));
    default:
      return x < y ? x : y;
  }
}

struct bits {
  uint32 hi, lo;
  int step;
  FF_HD_LARGE explicit bits(wide_t x) {
    const bool number = !ff::detail::is_zero_or_not_finite(x.pair().hi());
    hi = isnan(x) ? 0x7fc00000u : to_bits(x.pair().hi());
    lo = number ? to_bits(x.pair().lo()) : 0u;  // beside a special head the low word does not count
    step = x.step();
  }
  bits() = default;
  bool operator==(const bits& other) const { return hi == other.hi && lo == other.lo && step == other.step; }
};

__global__ void compute(int f, uint64 n, bits* out) {
  const uint64 i = uint64{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = bits(result_of(f, i));
}

TEST(GpuWide, BitsAreThoseOfTheHost) {
  constexpr unsigned n = 1u << 16;
  device_array<bits> out(n);
  for (int f = 0; f < functions; ++f) {
    compute<<<n / 256, 256>>>(f, n, out.data());
    check(cudaGetLastError(), "launch");
    const std::vector<bits> got = out.on_host();
    unsigned differ = 0;
    for (unsigned i = 0; i < n; ++i) {
      const bits right(result_of(f, i));
      if (!(got[i] == right) && differ++ == 0)
        ADD_FAILURE() << "function " << f << ", vector " << i << ": " << std::hex << got[i].hi << ' '
                      << got[i].lo << ' ' << got[i].step << " on the device, " << right.hi << ' ' << right.lo
                      << ' ' << right.step << " on the host";
    }
    EXPECT_EQ(differ, 0u) << "function " << f;
  }
}

}  // namespace
