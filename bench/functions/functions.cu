// The elementary functions on the GPU: a new random argument for every call and lane, drawn in registers, and
// the results mixed into one word, so that nothing is left out.  The harness is timed by itself and
// subtracted.
#include "../device.cuh"
#include "../ours.cuh"
#include "../peers.cuh"
#include "functions.hpp"

using ff::ff_t;

namespace bench {
namespace {

// A function of ff_t, and its peers: CUDA's functions of that name.
namespace fn {
#define BENCH_FUNCTION(NAME, ...)                      \
  struct NAME {                                        \
    template <class... More>                           \
    __device__ static ff_t of(ff_t x, More... y) {     \
      return ours<catalogue::entry::NAME>(x, y...);    \
    }                                                  \
    template <class... More>                           \
    __device__ static double of(double x, More... y) { \
      return ::NAME(x, y...);                          \
    }                                                  \
    template <class... More>                           \
    __device__ static float of(float x, More... y) {   \
      return ::NAME##f(x, y...);                       \
    }                                                  \
  };
BENCH_FUNCTIONS(BENCH_FUNCTION)
#undef BENCH_FUNCTION

// The harness alone.
struct null1 {
  template <class T>
  __device__ static T of(T x) {
    return x;
  }
};
struct null2 {
  template <class T>
  __device__ static T of(T x, T y) {
    return both(x, y);
  }
};
}  // namespace fn

__device__ ff::uint32 next_bits(ff::uint32 bits) { return bits * 1664525u + 1013904223u; }

// 1 <= m < 2 from the upper 23 bits, then m -> m scale + offset.
struct line {
  float scale, offset;
};
line line_of(arguments a) { return {a.high - a.low, a.low - (a.high - a.low)}; }

template <class T>
__device__ T argument(ff::uint32 bits, line l);
template <>
__device__ float argument<float>(ff::uint32 bits, line l) {
  return ff::fma_rn(ff::detail::from_bits(0x3f800000u | bits >> 9), l.scale, l.offset);
}
template <>
__device__ ff_t argument<ff_t>(ff::uint32 bits, line l) {
  const float hi = argument<float>(bits, l);
  return ff::from_words(hi, ff::mul_rn(hi, 0x1.3p-26f));
}
template <>
__device__ double argument<double>(ff::uint32 bits, line l) {
  const double m = __hiloint2double(static_cast<int>(0x3ff00000u | bits >> 12), static_cast<int>(bits));
  return __fma_rn(m, static_cast<double>(l.scale), static_cast<double>(l.offset));
}

__device__ ff::uint32 mix(float a) { return ff::detail::to_bits(a); }
__device__ ff::uint32 mix(ff_t a) { return ff::detail::to_bits(a.hi()) ^ ff::detail::to_bits(a.lo()); }
__device__ ff::uint32 mix(double a) { return static_cast<ff::uint32>(__double2hiint(a) ^ __double2loint(a)); }

constexpr int calls_a_round = 2;

template <int n>
using count = std::integral_constant<int, n>;

template <class F, class T, int operands, bool dependent>
__global__ void calls(int rounds, line x, line y, ff::uint32* results, stamp* elapsed) {
  const ff::uint32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  ff::uint32 bits = thread * 2654435761u, mixed = 0;
  const stamp begin = now();
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < calls_a_round; ++k) {
      bits = next_bits(dependent ? mixed : bits);
      if constexpr (operands == 1) {
        mixed ^= mix(F::of(argument<T>(bits, x)));
      } else {
        mixed ^= mix(F::of(argument<T>(bits, x), argument<T>(next_bits(bits ^ 0x5555u), y)));
      }
    }
  }
  const stamp end = now();
  results[thread] = mixed;
  if (thread == 0) *elapsed = {end.cycles - begin.cycles, end.nanoseconds - begin.nanoseconds};
}

template <class F, class T, int operands, bool dependent>
chain_time run(const argument_ranges& at, int rounds) {
  return run_kernel<ff::uint32>(calls<F, T, operands, dependent>, !dependent, 1,
                                double(calls_a_round) * rounds, rounds, line_of(at.x), line_of(at.y));
}

}  // namespace

template <>
const std::vector<function_kernel>& gpu_kernels<function_kernel>() {
  return made_once<function_kernel>([](auto& all) {
    const auto add_type = [&](auto f, auto type, auto operands, const char* name, const argument_ranges& at) {
      using F = decltype(f);
      using T = decltype(type);
      constexpr int n = decltype(operands)::value;
      all.push_back({name, type_name(type), "null" + std::to_string(n), n, at, run<F, T, n, false>,
                     run<F, T, n, true>});
    };
    const auto add = [&](auto f, auto operands, const char* name, const argument_ranges& at) {
      add_type(f, ff_t(), operands, name, at);
      add_type(f, 0.0, operands, name, at);
      add_type(f, 0.0f, operands, name, at);
    };
    add(fn::null1{}, count<1>{}, "null1", between(1, 2));
    add(fn::null2{}, count<2>{}, "null2", between(1, 2, 1, 2));
#define BENCH_ADD(NAME, ...)                                                                 \
  add(fn::NAME{}, count<catalogue::signature_of<catalogue::entry::NAME>::operands>{}, #NAME, \
      between(__VA_ARGS__));
    BENCH_FUNCTIONS(BENCH_ADD)
#undef BENCH_ADD
  });
}

}  // namespace bench
