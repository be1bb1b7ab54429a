// The harness of company.hpp: arguments are made in registers, a different one for every call and lane, so
// that shared memory and L1 hold nothing of the harness.  Of a lattice of so many arguments, as many table
// rows are read at most.
#pragma once

#include <ff/fast.hpp>
#include <type_traits>

#include "../device.cuh"
#include "../peers.cuh"
#include "company.hpp"

namespace bench {
namespace {

// bits -> from_bits(first + bits span / 2^32) scale + offset.
struct draw {
  ff::uint32 first, span;
  float scale, offset;
};

inline draw draw_of(const drawn& d) {
  const auto bits = [](float x) { return ff::detail::to_bits(x); };
  if (d.wide) return {bits(d.low), bits(d.high) - bits(d.low), 1, 0};
  return {bits(1), bits(2) - bits(1), d.high - d.low, d.low - (d.high - d.low)};
}

/// A number of each type: what the kernels need of it.
template <class T>
struct company_number;

template <>
struct company_number<float> {
  __device__ static float drawn_from(ff::uint32 bits, draw d) {
    return ff::fma_rn(ff::detail::from_bits(d.first + __umulhi(bits, d.span)), d.scale, d.offset);
  }
};
template <>
struct company_number<ff::ff_t> {
  static constexpr const char* name = "ff";
  __device__ static ff::ff_t drawn_from(ff::uint32 bits, draw d) {
    const float hi = company_number<float>::drawn_from(bits, d);
    return ff::from_words(hi, ff::mul_rn(hi, 0x1.3p-26f));
  }
  __device__ static ff::uint32 word(ff::ff_t x) {
    return ff::detail::to_bits(x.hi()) ^ ff::detail::to_bits(x.lo());
  }
};
template <>
struct company_number<ff::fast_t> {
  static constexpr const char* name = "fast";
  __device__ static ff::fast_t drawn_from(ff::uint32 bits, draw d) {
    return company_number<ff::ff_t>::drawn_from(bits, d);
  }
  __device__ static ff::uint32 word(ff::fast_t x) { return company_number<ff::ff_t>::word(x); }
};
template <>
struct company_number<double> {
  static constexpr const char* name = "double";
  __device__ static double drawn_from(ff::uint32 bits, draw d) {
    const ff::uint32 head =
        d.first + __umulhi(bits, d.span);  // as a float; a double has 896 more in its exponent
    const double m = __hiloint2double(static_cast<int>((head >> 3) + 0x38000000u),
                                      static_cast<int>(head << 29 | (bits & 0x1fffffffu)));
    return __fma_rn(m, static_cast<double>(d.scale), static_cast<double>(d.offset));
  }
  __device__ static ff::uint32 word(double x) {
    return static_cast<ff::uint32>(__double2hiint(x) ^ __double2loint(x));
  }
};

constexpr int company_calls_a_round = 2;

template <class F, class T, int operands>
__global__ void __launch_bounds__(block_size)
    in_company(int rounds, draw x, draw y, int shift, ff::uint32* results, stamp* elapsed) {
  using number = company_number<T>;
  const ff::uint32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  ff::uint32 bits = thread * 2654435761u, mixed = 0;
  const stamp begin = now();
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < company_calls_a_round; ++k) {
      bits = bits * 1664525u + 1013904223u;
      const ff::uint32 which = bits >> shift;  // of the lattice
      const T a = number::drawn_from(which * 2654435769u, x);
      if constexpr (operands == 1) {
        mixed ^= number::word(F::of(a));
      } else {
        mixed ^= number::word(F::of(a, number::drawn_from(which * 1640531535u + 0x3c6ef372u, y)));
      }
    }
  }
  const stamp end = now();
  results[thread] = mixed;
  if (thread == 0) *elapsed = {end.cycles - begin.cycles, end.nanoseconds - begin.nanoseconds};
}

/// The blocks that registers admit to an SM share its memory evenly, so that the carve-out can be no smaller
/// than what they take and no larger.
template <class F, class T, int operands>
company_time run_in_company(const drawn& x, const drawn& y, const company_place& at, int rounds) {
  const auto kernel = in_company<F, T, operands>;
  static const int whole = attribute_of_device(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
                   reserved = attribute_of_device(cudaDevAttrReservedSharedMemoryPerBlock),
                   largest = attribute_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin),
                   processors = attribute_of_device(cudaDevAttrMultiProcessorCount);
  cudaFuncAttributes compiled{};
  check(cudaFuncGetAttributes(&compiled, kernel), "cudaFuncGetAttributes");
  const int resident = blocks_on_sm(kernel);
  const int granule = 128;  // bytes
  const int taken = std::min(largest, std::max(0, at.shared / resident - reserved) / granule * granule);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, taken),
        "cudaFuncSetAttribute");
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                             static_cast<int>(100.0 * at.shared / whole)),
        "cudaFuncSetAttribute");

  int shift = 32;
  for (int n = at.arguments; n > 1; n /= 2) --shift;
  const auto blocks = static_cast<unsigned>(resident * processors);
  workspace& w = shared_workspace();
  auto* to = reinterpret_cast<ff::uint32*>(
      w.results.at_least(std::size_t{blocks} * block_size * sizeof(ff::uint32)));
  stamp* stamps = w.elapsed.at_least(1);
  const auto bytes = static_cast<std::size_t>(taken);
  const double seconds = seconds_of(
      [&] { kernel<<<blocks, block_size, bytes>>>(rounds, draw_of(x), draw_of(y), shift, to, stamps); });
  stamp elapsed{};
  w.elapsed.copy_out(&elapsed, 1);
  return {{seconds, static_cast<double>(elapsed.cycles), static_cast<double>(elapsed.nanoseconds) * 1e-9,
           double(blocks) * block_size * company_calls_a_round * rounds},
          resident,
          compiled.numRegs};
}

template <class F, class T, int operands>
void add_company(std::vector<company_kernel>& all, const char* name) {
  all.push_back({name, company_number<T>::name, operands == 1 ? "null1" : "null2", operands,
                 run_in_company<F, T, operands>});
}

// The harness alone.
struct company_null1 {
  template <class T>
  __device__ static T of(T x) {
    return x;
  }
};
struct company_null2 {
  template <class T>
  __device__ static T of(T x, T y) {
    return both(x, y);
  }
};

template <class T>
void add_company_nulls(std::vector<company_kernel>& all) {
  add_company<company_null1, T, 1>(all, "null1");
  add_company<company_null2, T, 2>(all, "null2");
}

}  // namespace
}  // namespace bench
