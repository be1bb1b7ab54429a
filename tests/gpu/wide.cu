// The bits of wide numbers on the device are those of the host: operators, functions, doubles, complex
// numbers, exchange within a warp, reductions of arrays.
#include <gtest/gtest.h>

#include <ff/wide/complex.hpp>
#include <ff/wide/cuda.hpp>
#include <vector>

#include "device_array.cuh"
#include "wide/wide_vectors.hpp"

namespace {

using namespace ff_test;

constexpr int functions = 48;

/// What vector i gives the functions.
struct wide_case {
  wide_t x, y, z, digits, q;
  int exponent, far_exponent;
  uint64 i;
};

/// Operators and elementary functions.
FF_HD_LARGE wide_t function_of(int f, const wide_case& c) {
  const auto& [x, y, z, digits, q, exponent, far_exponent, i] = c;
  const wide_t a = abs(x);
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
    default:
      return asinh(x);
  }
}
/// Doubles, complex numbers, whole parts and remainders, and the other functions.
FF_HD_LARGE wide_t other_function_of(int f, const wide_case& c) {
  const auto& [x, y, z, digits, q, exponent, far_exponent, i] = c;
  switch (f) {
    case 22:
      return wide_t(double(ff::ldexp(q, far_exponent)));
    case 23:
      return abs(ff::wide_complex(x, y));
    case 24:
      return real(ff::wide_complex(x, y) / ff::wide_complex(z, x));
    case 25:
      return imag(sqrt(ff::wide_complex(x, y)));
    case 26:
      return arg(ff::wide_complex(x, y));
    case 27: {
      double stored = 0;
      store_double(&stored, ff::ldexp(q, far_exponent));
      return ff::load_double(&stored);
    }
    case 28:
      return fmod(x, y);
    case 29: {
      int quotient = 0;
      const wide_t rest = remquo(x, y, &quotient);
      return rest + wide_t(quotient & 7);
    }
    case 30:
      return nextafter(x, y);
    case 31: {
      wide_t whole = 0;
      const wide_t fraction = modf(q, &whole);
      return i % 2 == 0 ? whole : fraction;
    }
    case 32:
      return atan2(x, y);
    case 33:
      return hypot(x, y, z);
    case 34:
      return erfc(q);
    case 35:
      return tgamma(q);
    case 36:
      return lgamma(q);
    case 37:
      return wide_t(llrint(q)) + wide_t(lround(x)) + wide_t(fpclassify(x));
    case 38:
      return scalbln(fdim(x, y), exponent);
    case 39:
      return lerp(x, y, abs(digits) * wide_t(0.5f));
    default:
      return x < y ? x : y;
  }
}

/// What holds at the ends of the range, where x, y and z are moved.
FF_HD_LARGE wide_t function_at_an_end(int f, const wide_case& c) {
  const ff::uint64 i = c.i;
  const long end = i % 2 == 0 ? (1L << 31) + 60 : -(1L << 31) - 61, near = static_cast<long>(i / 2 % 8) - 4;
  const auto at = [](wide_t x, long e) { return ff::scalbln(x, e - ff::ilogb(x)); };
  const wide_t x = at(c.x, end + near), y = at(c.y, end), half = at(c.z, end / 2 + near),
               rest = at(c.y, end / 2);
  const ff::wide_complex far(x, y), middle(half, rest);
  switch (f) {
    case 41:
      return real(middle * middle) + imag(far * ff::wide_complex(c.digits, 2));
    case 42:
      return real(far / far) + imag(middle / far);
    case 43:
      return imag(sqrt(far));
    case 44:
      return norm(middle);
    case 45:
      return imag(exp(ff::wide_complex(wide_t(1488522300.0) + c.q, at(c.q, -100 * (near + 4)))));
    case 46:
      return fma(half, rest, -y);
    default:
      return lerp(x, -y, abs(c.digits) * wide_t(0.5f));
  }
}

/// Function f of vector i: pair and step.
FF_HD_LARGE wide_t result_of(int f, uint64 i) {
  draws d(i);
  const int span = i % 4 == 0 ? 20 : i % 4 == 1 ? 200 : i % 4 == 2 ? 5000 : 2000000000;
  const auto [x, y] = wide_pair_of(d, span);
  wide_case c{};
  c.x = x, c.y = y, c.i = i;
  c.z = wide_number(d, span), c.digits = wide_number(d, 0);
  c.exponent = d.between(-80, 30), c.far_exponent = d.between(-1100, 1000);
  c.q = ff::ldexp(c.digits, c.exponent);
  return f < 22 ? function_of(f, c) : f < 41 ? other_function_of(f, c) : function_at_an_end(f, c);
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

// ---------------------------------------------------------------- doubles in memory

// Every class of doubles: any bits, subnormal ones, those beside powers of two.
double any_double(uint64 i) {
  draws d(i);
  uint64 b = d.bits();
  if (i % 5 == 0) b &= 0x800fffffffffffffu;
  if (i % 7 == 0) b |= 0x000fffffff000000u;
  return ff::detail::bit_cast<double>(b);
}

__global__ void through_registers(const double* x, double* y, bits* words, uint64 n) {
  const uint64 i = uint64{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const wide_t w = ff::load_double(x + i);
  words[i] = bits(w);
  ff::store_double(y + i, w * wide_t(3));
}

TEST(GpuWide, DoublesAreLoadedAndStoredAsOnTheHost) {
  constexpr unsigned n = 1u << 20;
  std::vector<double> x(n);
  for (unsigned i = 0; i < n; ++i) x[i] = any_double(i);
  const device_array<double> dx(x), dy(n);
  const device_array<bits> words(n);
  through_registers<<<n / 256, 256>>>(dx.data(), dy.data(), words.data(), n);
  check(cudaGetLastError(), "launch");
  const std::vector<double> y = dy.on_host();
  const std::vector<bits> loaded = words.on_host();
  unsigned differ = 0;
  for (unsigned i = 0; i < n; ++i) {
    const wide_t w = ff::load_double(&x[i]);
    double right = 0;
    ff::store_double(&right, w * wide_t(3));
    const bool same = right != right
                          ? y[i] != y[i]
                          : ff::detail::bit_cast<uint64>(right) == ff::detail::bit_cast<uint64>(y[i]);
    differ += !same || !(loaded[i] == bits(w));
  }
  EXPECT_EQ(differ, 0u);
}

// A wide number's bits as a double, and a double's as a wide number, at their edges.
__global__ void edges(uint64* stored, bits* loaded) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < wide_edges) stored[i] = ff::detail::bits_of_wide(wide_edge(i));
  if (i < double_edges) loaded[i] = bits(wide_t(double_edge(i)));
}

TEST(GpuWide, EdgesOfDoublesAreLoadedAndStoredAsOnTheHost) {
  const device_array<uint64> stored(wide_edges);
  const device_array<bits> loaded(double_edges);
  static_assert(double_edges < wide_edges && wide_edges % 256 == 0);
  edges<<<wide_edges / 256, 256>>>(stored.data(), loaded.data());
  check(cudaGetLastError(), "launch");
  const std::vector<uint64> to_double = stored.on_host();
  const std::vector<bits> from_double = loaded.on_host();
  unsigned differ = 0;
  for (unsigned i = 0; i < wide_edges; ++i) differ += to_double[i] != ff::detail::bits_of_wide(wide_edge(i));
  for (unsigned i = 0; i < double_edges; ++i) differ += !(from_double[i] == bits(wide_t(double_edge(i))));
  EXPECT_EQ(differ, 0u);
}

// ---------------------------------------------------------------- within a warp

__global__ void exchange(bits* out) {
  draws d(threadIdx.x);
  const wide_t x = wide_number(d, 5000);
  out[threadIdx.x] = bits(__shfl_sync(~0u, x, 7));
  out[32 + threadIdx.x] = bits(__shfl_up_sync(~0u, x, 3));
  out[64 + threadIdx.x] = bits(__shfl_down_sync(~0u, x, 5));
  out[96 + threadIdx.x] = bits(__shfl_xor_sync(~0u, x, 9));
}

TEST(GpuWide, WarpsExchangeNumbers) {
  const device_array<bits> out(128);
  exchange<<<1, 32>>>(out.data());
  check(cudaGetLastError(), "launch");
  const std::vector<bits> got = out.on_host();
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned from[] = {7, lane < 3 ? lane : lane - 3, lane + 5 > 31 ? lane : lane + 5, lane ^ 9u};
    for (unsigned k = 0; k < 4; ++k) {
      draws d(from[k]);
      EXPECT_TRUE(got[32 * k + lane] == bits(wide_number(d, 5000))) << k << ' ' << lane;
    }
  }
}

// ---------------------------------------------------------------- reductions

template <class T>
std::vector<T> elements(std::size_t n, uint64 seed) {
  std::vector<T> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    draws d(seed + i);
    x[i] = static_cast<T>(wide_number(d, sizeof(T) == sizeof(double) ? 700 : 5000));
    if (i % 5 == 4) x[i] = -x[i - 1];
  }
  return x;
}

template <class Reduce>
bits on_the_device(std::size_t n, Reduce reduce) {
  const device_array<wide_t> result(1);
  const device_array<unsigned char> workspace(ff::reduce_workspace_bytes<wide_t>(n));
  check(reduce(result.data(), workspace.data(), workspace.bytes()), "reduction");
  return bits(result.on_host()[0]);
}

TEST(GpuWide, ReductionsHaveTheBitsOfTheHost) {
  for (const std::size_t n : {0u, 1u, 255u, 256u, 257u, 2047u, 2048u, 2049u, 100000u, 9000001u}) {
    const std::vector<wide_t> x = elements<wide_t>(n, 1), y = elements<wide_t>(n, 1u << 30);
    const std::vector<double> a = elements<double>(n, 1), b = elements<double>(n, 1u << 30);
    const device_array<wide_t> dx(x), dy(y);
    const device_array<double> da(a), db(b);
    EXPECT_TRUE(on_the_device(n, [&](auto r, auto... w) { return ff::sum(n, dx.data(), r, w...); }) ==
                bits(ff::sum(n, x.data())))
        << n;
    EXPECT_TRUE(
        on_the_device(n, [&](auto r, auto... w) { return ff::dot(n, dx.data(), dy.data(), r, w...); }) ==
        bits(ff::dot(n, x.data(), y.data())))
        << n;
    EXPECT_TRUE(on_the_device(n, [&](auto r, auto... w) { return ff::nrm2(n, dx.data(), r, w...); }) ==
                bits(ff::nrm2(n, x.data())))
        << n;
    EXPECT_TRUE(on_the_device(n, [&](auto r, auto... w) { return ff::wide_sum(n, da.data(), r, w...); }) ==
                bits(ff::wide_sum(n, a.data())))
        << n;
    EXPECT_TRUE(
        on_the_device(n, [&](auto r, auto... w) { return ff::wide_dot(n, da.data(), db.data(), r, w...); }) ==
        bits(ff::wide_dot(n, a.data(), b.data())))
        << n;
    EXPECT_TRUE(on_the_device(n, [&](auto r, auto... w) { return ff::wide_nrm2(n, da.data(), r, w...); }) ==
                bits(ff::wide_nrm2(n, a.data())))
        << n;
  }
}

/// Squares and products leave the range here, and the totals of lanes with them.
TEST(GpuWide, ReductionsBeyondTheRangeHaveTheBitsOfTheHost) {
  for (const std::size_t n : {1u, 2u, 257u, 2049u, 100000u}) {
    std::vector<wide_t> x(n), y(n);
    for (std::size_t i = 0; i < n; ++i) {
      draws d(i);
      x[i] = wide_number(d, 2000000000), y[i] = wide_number(d, 2000000000);
      if (i % 3 != 0) x[i] = -x[i - 1], y[i] = y[i - 1];
    }
    const device_array<wide_t> dx(x), dy(y);
    EXPECT_TRUE(on_the_device(n, [&](auto r, auto... w) { return ff::sum(n, dx.data(), r, w...); }) ==
                bits(ff::sum(n, x.data())))
        << n;
    EXPECT_TRUE(
        on_the_device(n, [&](auto r, auto... w) { return ff::dot(n, dx.data(), dy.data(), r, w...); }) ==
        bits(ff::dot(n, x.data(), y.data())))
        << n;
    EXPECT_TRUE(on_the_device(n, [&](auto r, auto... w) { return ff::nrm2(n, dx.data(), r, w...); }) ==
                bits(ff::nrm2(n, x.data())))
        << n;
    EXPECT_FALSE(isnan(ff::nrm2(n, x.data())) || isnan(ff::dot(n, x.data(), y.data())));
  }
}

}  // namespace
