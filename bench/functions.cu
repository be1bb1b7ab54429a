// The elementary functions on the GPU: a new random argument for every call and lane, drawn in registers, and
// the results mixed into one word, so that nothing is left out.  The harness is timed by itself and
// subtracted.
#include "device.cuh"
#include "functions.hpp"

namespace bench {
namespace {

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
__device__ ff::ff_t argument<ff::ff_t>(ff::uint32 bits, line l) {
  const float hi = argument<float>(bits, l);
  return {hi, ff::mul_rn(hi, 0x1.3p-26f)};
}
template <>
__device__ double argument<double>(ff::uint32 bits, line l) {
  const double m = __hiloint2double(static_cast<int>(0x3ff00000u | bits >> 12), static_cast<int>(bits));
  return __fma_rn(m, static_cast<double>(l.scale), static_cast<double>(l.offset));
}

__device__ ff::uint32 mix(float a) { return ff::detail::to_bits(a); }
__device__ ff::uint32 mix(ff::ff_t a) { return ff::detail::to_bits(a.hi()) ^ ff::detail::to_bits(a.lo()); }
__device__ ff::uint32 mix(double a) { return static_cast<ff::uint32>(__double2hiint(a) ^ __double2loint(a)); }

constexpr int calls_a_round = 2;

template <class F, class T, bool dependent>
__global__ void calls(int rounds, line x, line y, ff::uint32* results, stamp* elapsed) {
  const ff::uint32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  ff::uint32 bits = thread * 2654435761u, mixed = 0;
  const stamp begin = now();
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < calls_a_round; ++k) {
      bits = next_bits(dependent ? mixed : bits);
      if constexpr (F::operands == 1) {
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

template <class F, class T, bool dependent>
chain_time run(arguments x, arguments y, int rounds) {
  const auto kernel = calls<F, T, dependent>;
  int device = 0, processors = 0, resident = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
        "cudaDeviceGetAttribute");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block_size, 0),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  const int blocks = dependent ? 1 : resident * processors, threads = dependent ? 32 : block_size;
  const std::size_t count = static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads);
  workspace& w = shared_workspace(count * sizeof(ff::uint32));
  check(cudaEventRecord(w.begin), "cudaEventRecord");
  kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads)>>>(
      rounds, line_of(x), line_of(y), static_cast<ff::uint32*>(w.results), w.elapsed);
  check(cudaGetLastError(), "kernel launch");
  check(cudaEventRecord(w.end), "cudaEventRecord");
  check(cudaEventSynchronize(w.end), "kernel");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, w.begin, w.end), "cudaEventElapsedTime");
  stamp elapsed{};
  check(cudaMemcpy(&elapsed, w.elapsed, sizeof elapsed, cudaMemcpyDeviceToHost), "cudaMemcpy");
  return {milliseconds * 1e-3, double(elapsed.cycles), double(elapsed.nanoseconds) * 1e-9,
          double(count) * rounds * calls_a_round};
}

template <class F, class T>
function_kernel kernel_of(const char* name, const char* type, arguments x, arguments y) {
  return {name, type, F::operands, x, y, run<F, T, false>, run<F, T, true>};
}

struct gather {
  std::vector<function_kernel>& all;
  template <class F>
  void operator()(F, const char* name, arguments x, arguments y) const {
    all.push_back(kernel_of<F, ff::ff_t>(name, "ff", x, y));
    all.push_back(kernel_of<F, double>(name, "double", x, y));
    all.push_back(kernel_of<F, float>(name, "float", x, y));
  }
};

}  // namespace

const std::vector<function_kernel>& function_kernels() {
  static const std::vector<function_kernel> list = [] {
    std::vector<function_kernel> all;
    const gather add{all};
    add(fn::null1{}, "null1", {1, 2}, {1, 2});
    add(fn::null2{}, "null2", {1, 2}, {1, 2});
    for_each_function(add);
    return all;
  }();
  return list;
}

}  // namespace bench
