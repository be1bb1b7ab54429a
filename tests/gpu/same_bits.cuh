// A digest made on the device against the same one made on the host, vector by vector.
#pragma once

#include <ff/interval.hpp>
#include <ff/platform/threads.hpp>

#include "../everywhere.hpp"
#include "../exact.hpp"

namespace ff_test {

/// 64 bits of all that is added: every NaN alike, and an infinite head without its low word.
class digest {
 public:
  FF_HD digest& add(float x) { return mix(is_nan(x) ? 0x7fc00000u : to_bits(x)); }
  FF_HD digest& add(double x) { return mix(x != x ? 0x7ff8ull << 48 : ff::detail::bit_cast<uint64>(x)); }
  FF_HD digest& add(ff_t x) { return add(x.hi()).add(is_finite(x.hi()) ? x.lo() : 0.0f); }
  template <class T>
  FF_HD digest& add(ff::interval<T> x) {
    return add(x.lower()).add(x.upper());
  }
  FF_HD uint64 value() const { return state_; }

 private:
  FF_HD digest& mix(uint64 bits) {
    state_ = (state_ ^ bits) * 0xff51afd7ed558ccdu;
    state_ ^= state_ >> 32;
    return *this;
  }
  uint64 state_ = 1;
};

template <class Body>
__global__ void digest_kernel(Body body, uint64 count, uint64* digests) {
  const uint64 i = uint64{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) digests[i] = body(i);
}

/// Returns whether body(i) is the same 64 bits here and on the host, for every i < count.
template <class Body>
::testing::AssertionResult same_on_host(const Body& body, uint64 count) {
  struct buffer {
    uint64* p = nullptr;
    explicit buffer(uint64 n) { check(cudaMalloc(&p, n * sizeof(uint64)), "cudaMalloc"); }
    ~buffer() { cudaFree(p); }
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
  } on_device(count);
  constexpr uint64 block = 128;
  digest_kernel<<<static_cast<unsigned>((count + block - 1) / block), block>>>(body, count, on_device.p);
  check(cudaGetLastError(), "kernel launch");
  std::vector<uint64> digests(count);
  check(cudaMemcpy(digests.data(), on_device.p, count * sizeof(uint64), cudaMemcpyDeviceToHost),
        "cudaMemcpy from the device");

  std::atomic<uint64> differing{0}, first{count};
  constexpr uint64 share = 1 << 12;  // vectors that a thread takes at a time
  std::atomic<uint64> next{0};
  ff::detail::on_threads(ff::detail::processors(), [&] {
    for (uint64 start; (start = next.fetch_add(share)) < count;)
      for (uint64 i = start; i < std::min(start + share, count); ++i) {
        if (body(i) == digests[i]) continue;
        ++differing;
        uint64 seen = first;
        while (i < seen && !first.compare_exchange_weak(seen, i)) {
        }
      }
  });
  if (differing == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << differing << " of " << count << " vectors differ from the host's; the first is " << first
         << shown(body, first, 0);
}

}  // namespace ff_test
