// The chains on the GPU: operands in registers, nothing but the operation and the loop.
//
// `chains` independent chains a thread; 1 block of 32 threads with one chain gives the latency, a GPU full
// of them the throughput.
#include "device.cuh"

namespace bench {
namespace {

template <class Op, int chains, int unrolled>
__global__ void chain(int rounds, const typename Op::operand* __restrict__ operands,
                      typename Op::state* __restrict__ results, stamp* elapsed) {
  using operand = typename Op::operand;
  // Loaded by each thread, so that they are in registers and not in the constant bank.
  const operand c = operands[threadIdx.x % 32], d = operands[32 + threadIdx.x % 32];
  typename Op::state x[chains];
  for (int k = 0; k < chains; ++k) x[k] = Op::first(operands[64 + (threadIdx.x + 37 * k) % 256]);
  const stamp begin = now();
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int u = 0; u < unrolled / chains; ++u) {
#pragma unroll
      for (int k = 0; k < chains; ++k) x[k] = Op::next(x[k], c, d);
    }
  }
  const stamp end = now();
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  for (unsigned k = 0; k < chains; ++k) results[k * threads + thread] = x[k];
  if (thread == 0) *elapsed = {end.cycles - begin.cycles, end.nanoseconds - begin.nanoseconds};
}

template <class T>
const T* operands() {
  T values[320];
  for (int i = 0; i < 320; ++i) {
    const double x = i < 32   ? 1 + 0x1p-20 + 0x1p-40
                     : i < 64 ? 0x1p-12 + 0x1p-38
                              : 1 + (i * 0.61803398875 - int(i * 0.61803398875));
    values[i] = T(x);
  }
  static buffer<T> memory;
  return memory.copy_in(values, 320);
}

template <class Op, int chains>
chain_time run(bool whole_gpu, int rounds) {
  return run_kernel<typename Op::state>(chain<Op, chains, Op::unrolled>, whole_gpu, chains,
                                        double(Op::unrolled) * rounds, rounds,
                                        operands<typename Op::operand>());
}

}  // namespace

template <>
const std::vector<chain_kernel>& gpu_kernels<chain_kernel>() {
  return made_once<chain_kernel>([](auto& all) {
    for_each_operation([&](auto link, const operation& what) {
      using Op = decltype(link);
      all.push_back({what, Op::unrolled, {1, run<Op, 1>}, {Op::together, run<Op, Op::together>}});
    });
  });
}

std::optional<gpu_info> open_gpu(std::string& why) {
  std::optional<gpu_info> gpu = command::first_gpu(why);
  cudaFuncAttributes attributes;
  if (gpu &&
      cudaFuncGetAttributes(&attributes, chain<op::float_add, 1, op::float_add::unrolled>) != cudaSuccess) {
    why = gpu->name + " (" + gpu->architecture +
          ") cannot run what was compiled here; configure again on this machine";
    gpu.reset();
  }
  return gpu;
}

}  // namespace bench
