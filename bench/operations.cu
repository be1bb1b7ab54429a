// The chains on the GPU: operands in registers, nothing but the operation and the loop.
//
// `chains` independent chains a thread; 1 block of 32 threads with one chain gives the latency, a GPU full
// of them the throughput.
#include <stdexcept>

#include "device.cuh"

namespace bench {

void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

workspace& shared_workspace(std::size_t result_bytes) {
  static workspace w;
  if (w.operands == nullptr) {
    check(cudaMalloc(&w.operands, 320 * sizeof(ff::interval<double>)), "cudaMalloc");
    check(cudaMalloc(&w.elapsed, sizeof(stamp)), "cudaMalloc");
    check(cudaEventCreate(&w.begin), "cudaEventCreate");
    check(cudaEventCreate(&w.end), "cudaEventCreate");
  }
  if (result_bytes > w.size) {
    check(cudaFree(w.results), "cudaFree");
    check(cudaMalloc(&w.results, result_bytes), "cudaMalloc");
    w.size = result_bytes;
  }
  return w;
}

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
void set_operands(void* to) {
  T values[320];
  for (int i = 0; i < 320; ++i) {
    const double x = i < 32   ? 1 + 0x1p-20 + 0x1p-40
                     : i < 64 ? 0x1p-12 + 0x1p-38
                              : 1 + (i * 0.61803398875 - int(i * 0.61803398875));
    values[i] = T(x);
  }
  check(cudaMemcpy(to, values, sizeof values, cudaMemcpyHostToDevice), "cudaMemcpy");
}

template <class Op, int chains>
chain_time run(bool whole_gpu, int rounds) {
  const auto kernel = chain<Op, chains, Op::unrolled>;
  int device = 0, processors = 0, resident = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
        "cudaDeviceGetAttribute");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block_size, 0),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  const int blocks = whole_gpu ? resident * processors : 1, threads = whole_gpu ? block_size : 32;
  const std::size_t count = std::size_t(blocks) * std::size_t(threads);
  workspace& w = shared_workspace(count * chains * sizeof(typename Op::state));
  set_operands<typename Op::operand>(w.operands);
  check(cudaEventRecord(w.begin), "cudaEventRecord");
  kernel<<<unsigned(blocks), unsigned(threads)>>>(rounds,
                                                  static_cast<const typename Op::operand*>(w.operands),
                                                  static_cast<typename Op::state*>(w.results), w.elapsed);
  check(cudaGetLastError(), "kernel launch");
  check(cudaEventRecord(w.end), "cudaEventRecord");
  check(cudaEventSynchronize(w.end), "kernel");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, w.begin, w.end), "cudaEventElapsedTime");
  stamp elapsed{};
  check(cudaMemcpy(&elapsed, w.elapsed, sizeof elapsed, cudaMemcpyDeviceToHost), "cudaMemcpy");
  return {milliseconds * 1e-3, double(elapsed.cycles), double(elapsed.nanoseconds) * 1e-9,
          double(count) * Op::unrolled * rounds};
}

struct gather {
  std::vector<chain_kernel>& all;
  template <class Op>
  void operator()(Op, const operation& what) const {
    all.push_back({what, Op::unrolled, Op::together, run<Op, 1>, run<Op, Op::together>});
  }
};

}  // namespace

const std::vector<chain_kernel>& chain_kernels() {
  static const std::vector<chain_kernel> list = [] {
    std::vector<chain_kernel> all;
    for_each_operation(gather{all});
    return all;
  }();
  return list;
}

bool open_gpu(gpu_info& info, std::string& why) {
  int count = 0;
  const cudaError_t e = cudaGetDeviceCount(&count);
  if (e != cudaSuccess || count == 0) {
    why = e == cudaSuccess ? "no CUDA device" : cudaGetErrorString(e);
    return false;
  }
  cudaDeviceProp p{};
  check(cudaGetDeviceProperties(&p, 0), "cudaGetDeviceProperties");
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
  info = {p.name,
          "sm_" + std::to_string(p.major) + std::to_string(p.minor),
          version(driver),
          version(runtime),
          p.multiProcessorCount,
          p.totalGlobalMem};
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, chain<op::float_add, 1, op::float_add::unrolled>) != cudaSuccess) {
    why = info.name + " (" + info.architecture +
          ") cannot run what was compiled here; configure again on this machine";
    return false;
  }
  return true;
}

}  // namespace bench
