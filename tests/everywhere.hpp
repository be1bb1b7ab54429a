// One test body for host and device: a functor that says whether the property holds for vector i.
//
// A test file compiled by the host compiler runs its bodies on all cores.  The same file included from
// tests/gpu/*.cu, where FF_TEST_ON_DEVICE is defined, runs them in a kernel; without a GPU every test is
// skipped, with the driver's reason.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <ff/platform.hpp>
#include <ff/platform/threads.hpp>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(FF_TEST_ON_DEVICE)
#include <cuda_runtime.h>
#endif

namespace ff_test {

using ff::int64;
using ff::uint32;
using ff::uint64;

#if defined(FF_TEST_ON_DEVICE)
inline constexpr bool on_device = true;
#else
inline constexpr bool on_device = false;
#endif

/// The number of vectors: a host core judges about 10^7 a second, a GPU 10^10.
constexpr uint64 vectors(uint64 host, uint64 device) { return on_device ? device : host; }

struct outcome {
  uint64 failures = 0;
  uint64 first = ~uint64{0};  // the smallest failing index
};

#if defined(FF_TEST_ON_DEVICE)

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

/// Why no kernel can run here; empty where one can.
inline std::string reason_to_skip() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver ||
      (status == cudaSuccess && devices == 0))
    return std::string("no GPU: ") + cudaGetErrorString(status == cudaSuccess ? cudaErrorNoDevice : status);
  check(status, "cudaGetDeviceCount");
  return {};
}

template <class Body>
__global__ void judge(Body body, uint64 count, outcome* result) {
  const uint64 stride = uint64{gridDim.x} * blockDim.x;
  for (uint64 i = uint64{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
    if (!body(i)) {
      atomicAdd(&result->failures, uint64{1});
      atomicMin(&result->first, i);
    }
}

template <class Body>
outcome run(const Body& body, uint64 count) {
  struct device_outcome {
    outcome* p = nullptr;
    device_outcome() { check(cudaMalloc(&p, sizeof(outcome)), "cudaMalloc"); }
    ~device_outcome() { cudaFree(p); }
    device_outcome(const device_outcome&) = delete;
    device_outcome& operator=(const device_outcome&) = delete;
  } result;
  outcome seen;
  check(cudaMemcpy(result.p, &seen, sizeof seen, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
  constexpr uint64 block = 128, most = 1 << 16;
  const uint64 grid = std::min((count + block - 1) / block, most);
  if (count != 0) judge<<<static_cast<unsigned>(grid), block>>>(body, count, result.p);
  check(cudaGetLastError(), "kernel launch");
  check(cudaDeviceSynchronize(), "kernel");
  check(cudaMemcpy(&seen, result.p, sizeof seen, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
  return seen;
}

#else

inline std::string reason_to_skip() { return {}; }

template <class Body>
outcome run(const Body& body, uint64 count) {
  constexpr uint64 chunk = 1 << 14;
  std::atomic<uint64> next{0};
  std::mutex together;
  outcome all;
  const auto work = [&] {
    outcome mine;
    for (uint64 start; (start = next.fetch_add(chunk)) < count;)
      for (uint64 i = start; i < std::min(start + chunk, count); ++i)
        if (!body(i)) mine = {mine.failures + 1, std::min(mine.first, i)};
    const std::lock_guard<std::mutex> lock(together);
    all = {all.failures + mine.failures, std::min(all.first, mine.first)};
  };
  ff::detail::on_threads(std::min<uint64>(ff::detail::processors(), count / chunk + 1), work);
  return all;
}

#endif

/// The inputs of vector i, for bodies with a member `input(i)` that is printable; nothing for others.
template <class Body>
auto shown(const Body& body, uint64 i, int)
    -> decltype(void(std::declval<std::ostream&>() << body.input(i)), std::string()) {
  std::ostringstream text;
  text << std::hexfloat << ": " << body.input(i);
  return text.str();
}
template <class Body>
std::string shown(const Body&, uint64, long) {
  return {};
}

/// Whether `body(i)` is true for every i < count.
template <class Body>
::testing::AssertionResult holds(const Body& body, uint64 count) {
  const outcome seen = run(body, count);
  if (seen.failures == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << seen.failures << " of " << count << " vectors fail; the first is "
                                       << seen.first << shown(body, seen.first, 0);
}

/// The fixture of every test whose bodies run on either side.
class Everywhere : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = reason_to_skip();
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
};

}  // namespace ff_test
