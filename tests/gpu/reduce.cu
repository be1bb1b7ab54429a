// The reductions of the device against those of the host, bit for bit, whatever the size, the alignment, the
// grid and the stream; and their refusal of bad arguments.
#include <cstddef>
#include <ff/reduce.hpp>
#include <vector>

#include "everywhere.hpp"
#include "exact.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"
#include "vectors.hpp"

namespace {

using namespace ff_test;
using std::size_t;
using std::vector;

// Says how a reduction is run: none of it may change a bit.
struct how {
  size_t shift_x, shift_y;  // in elements, from an address aligned to 256 bytes
  unsigned blocks;
  bool own_stream;
};
const how ways[] = {{0, 0, 0, false}, {0, 0, 1, true},   {4, 8, 3, false},   {1, 0, 0, true},
                    {0, 3, 7, false}, {2, 2, 132, true}, {3, 1, 5000, false}};

// Says what `reduce(x, y, result, workspace, bytes, stream, blocks)` leaves in *result.  The workspace starts
// as garbage.
template <class R, class T, class F>
R on_the_device(const how& way, size_t n, const T* x, const T* y, F reduce) {
  device_array<R> result(1);
  device_array<unsigned char> workspace(ff::reduce_workspace_bytes(n));
  check(cudaMemset(result.data(), 0xee, sizeof(R)), "cudaMemset");
  check(cudaMemset(workspace.data(), 0xee, workspace.bytes()), "cudaMemset");
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const stream own;
  check(reduce(x + way.shift_x, y + way.shift_y, result.data(), workspace.data(), workspace.bytes(),
               way.own_stream ? static_cast<cudaStream_t>(own) : nullptr, way.blocks),
        "reduction");
  check(cudaDeviceSynchronize(), "reduction kernels");
  R r;
  check(cudaMemcpy(&r, result.data(), sizeof r, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
  return r;
}

template <class T>
vector<T> elements(size_t n, uint64 seed) {
  vector<T> x(n);
  for (size_t i = 0; i < n; ++i) {
    draws d(seed + i);
    const float hi = from_bits(d.sign() | static_cast<uint32>(d.between(-30, 30) + 127) << 23 | d.fraction());
    x[i] = hi;
    if constexpr (sizeof(T) == sizeof(ff_t)) x[i] = ff::add12(hi, hi * 0x1.23456p-26f);
    if (i % 5 == 4) x[i] = -x[i - 1];  // cancellation
  }
  return x;
}

const size_t sizes[] = {0,
                        1,
                        2,
                        3,
                        4,
                        5,
                        31,
                        33,
                        511,
                        512,
                        513,
                        1023,
                        1024,
                        1025,
                        4095,
                        4096,
                        4097,
                        8191,
                        8192,
                        8193,
                        16385,
                        24577,
                        65537,
                        99991,
                        262144,
                        1000003,
                        4194305,
                        (1u << 24) + 77,
                        (1u << 25) + 12345};

template <class T, class F>
void each_case(F body) {
  const size_t most = sizes[std::size(sizes) - 1] + 8;
  const vector<T> x = elements<T>(most, 1), y = elements<T>(most, 1u << 30);
  const device_array<T> dx(x), dy(y);
  for (const size_t n : sizes)
    for (const how& way : ways) {
      if (n > 1000000 && way.blocks == 1) continue;
      SCOPED_TRACE(::testing::Message() << "n " << n << ", offsets " << way.shift_x << " and " << way.shift_y
                                        << ", blocks " << way.blocks << ", own stream " << way.own_stream);
      body(way, n, x.data() + way.shift_x, y.data() + way.shift_y, dx.data(), dy.data());
    }
}

class GpuReduce : public Everywhere {};

template <class T>
void expect_same_bits() {
  each_case<T>([](const how& way, size_t n, const T* x, const T* y, const T* dx, const T* dy) {
    const ff_t sum = on_the_device<ff_t>(
        way, n, dx, dy, [n](const T* a, const T*, auto... rest) { return ff::sum(n, a, rest...); });
    const ff_t dot = on_the_device<ff_t>(
        way, n, dx, dy, [n](const T* a, const T* b, auto... rest) { return ff::dot(n, a, b, rest...); });
    const ff_t nrm2 = on_the_device<ff_t>(
        way, n, dx, dy, [n](const T* a, const T*, auto... rest) { return ff::nrm2(n, a, rest...); });
    EXPECT_TRUE(same_bits(sum, ff::sum(n, x))) << double(sum);
    EXPECT_TRUE(same_bits(dot, ff::dot(n, x, y))) << double(dot);
    EXPECT_TRUE(same_bits(nrm2, ff::nrm2(n, x))) << double(nrm2);
  });
}

TEST_F(GpuReduce, FloatsAsOnTheHost) { expect_same_bits<float>(); }
TEST_F(GpuReduce, FloatFloatsAsOnTheHost) { expect_same_bits<ff_t>(); }
TEST_F(GpuReduce, CompensatedAsOnTheHost) {
  each_case<float>([](const how& way, size_t n, const float* x, const float* y, const float* dx,
                      const float* dy) {
    const float sum = on_the_device<float>(
        way, n, dx, dy, [n](const float* a, const float*, auto... rest) { return ff::sum2(n, a, rest...); });
    const float dot = on_the_device<float>(way, n, dx, dy, [n](const float* a, const float* b, auto... rest) {
      return ff::dot2(n, a, b, rest...);
    });
    EXPECT_TRUE(same_bits(sum, ff::sum2(n, x))) << sum;
    EXPECT_TRUE(same_bits(dot, ff::dot2(n, x, y))) << dot;
  });
}

// NaN as well, bit for bit.
TEST_F(GpuReduce, NonFiniteElementsGiveTheOneNaN) {
  for (const size_t n : {1u, 1000u, 9000u})
    for (const uint32 bad : {0x7f800000u, 0xff800000u, 0xffc00001u}) {
      vector<float> x = elements<float>(n, 9);
      x[n / 2] = from_bits(bad);
      const device_array<float> dx(x);
      const ff_t sum = on_the_device<ff_t>(
          ways[0], n, dx.data(), dx.data(),
          [n](const float* a, const float*, auto... rest) { return ff::sum(n, a, rest...); });
      const ff_t nrm2 = on_the_device<ff_t>(
          ways[0], n, dx.data(), dx.data(),
          [n](const float* a, const float*, auto... rest) { return ff::nrm2(n, a, rest...); });
      EXPECT_EQ(to_bits(sum.hi()), 0x7fc00000u);
      EXPECT_EQ(to_bits(sum.lo()), to_bits(ff::sum(n, x.data()).lo()));
      EXPECT_EQ(to_bits(nrm2.hi()), 0x7fc00000u);
    }
}

// Two reductions under way at once, each with its workspace.
TEST_F(GpuReduce, StreamsSideBySide) {
  const size_t n = 3000001;
  const vector<float> x = elements<float>(n, 5), y = elements<float>(n, 6);
  const device_array<float> dx(x), dy(y);
  constexpr int streams = 4;
  const stream s[streams];
  const device_array<ff_t> result(streams);
  const size_t bytes = ff::reduce_workspace_bytes(n);
  const device_array<unsigned char> workspace(streams * bytes);
  check(cudaDeviceSynchronize(), "copies");
  for (size_t i = 0; i < streams; ++i)
    check(ff::dot(n, i % 2 ? dx.data() : dy.data(), dx.data(), result.data() + i,
                  workspace.data() + i * bytes, bytes, s[i]),
          "dot");
  check(cudaDeviceSynchronize(), "kernels");
  ff_t r[streams];
  check(cudaMemcpy(r, result.data(), sizeof r, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
  const ff_t wanted[] = {ff::dot(n, y.data(), x.data()), ff::dot(n, x.data(), x.data())};
  for (size_t i = 0; i < streams; ++i) EXPECT_TRUE(same_bits(r[i], wanted[i % 2])) << i;
}

// Needs no GPU: the arguments are judged before anything is launched.
TEST(GpuReduceArguments, BadOnesAreRefused) {
  float* const x = reinterpret_cast<float*>(256);
  ff_t* const result = reinterpret_cast<ff_t*>(512);
  void* const workspace = reinterpret_cast<void*>(1024);
  const size_t n = 100000, bytes = ff::reduce_workspace_bytes(n);
  ASSERT_GT(bytes, 0u);
  EXPECT_EQ(ff::sum(n, static_cast<const float*>(nullptr), result, workspace, bytes), cudaErrorInvalidValue);
  EXPECT_EQ(ff::dot(n, x, nullptr, result, workspace, bytes), cudaErrorInvalidValue);
  EXPECT_EQ(ff::sum(n, x, nullptr, workspace, bytes), cudaErrorInvalidValue);
  EXPECT_EQ(ff::sum(n, x, result, nullptr, bytes), cudaErrorInvalidValue);
  EXPECT_EQ(ff::sum(n, x, result, workspace, sizeof(ff_t)), cudaErrorInvalidValue);
  EXPECT_EQ(ff::sum(n, x, result, static_cast<char*>(workspace) + 4, bytes), cudaErrorInvalidValue);
  EXPECT_EQ(ff::reduce_workspace_bytes(0), 0u);
  EXPECT_LE(ff::reduce_workspace_bytes(size_t{1} << 40), size_t{1} << 15);
}

}  // namespace
