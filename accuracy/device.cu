// The CUDA backend.
#include <algorithm>
#include <stdexcept>

#include "backend.hpp"

namespace accuracy {
namespace {

void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

// Out of line and compiled once: inlined into the two kernels of every operator they would be most of
// the build.
__device__ __noinline__ operands draw(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t i) {
  return make_vector(r, seed, cls, i);
}
__device__ __noinline__ double judge(const recipe& r, const operands& v, ff::ff_t result) {
  return estimated_error(r, v, result);
}

template <class Op>
__global__ void evaluate_kernel(recipe r, std::uint64_t seed, class_list classes, std::uint64_t first,
                                std::uint64_t count, ff::ff_t* results) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k >= count) return;
  const std::uint64_t i = first + k;
  results[k] = Op::run(draw(r, seed, classes.classes[i % static_cast<std::uint64_t>(classes.count)], i));
}

template <class Op>
__global__ void evaluate_one_kernel(operands v, ff::ff_t* result) {
  *result = Op::run(v);
}

constexpr int block_size = 128;

template <class Op>
__global__ void hunt_kernel(recipe r, std::uint64_t seed, class_list classes, int rounds, int sample,
                            candidate* found) {
  __shared__ double errors[block_size];
  __shared__ int winner;
  const std::uint64_t climber = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  const candidate mine = climb<Op>(r, seed, classes, climber, rounds, sample, draw, judge);
  errors[threadIdx.x] = mine.error;
  __syncthreads();
  if (threadIdx.x == 0) {
    int best = 0;
    for (int t = 1; t < block_size; ++t) best = errors[t] > errors[best] ? t : best;
    winner = best;
  }
  __syncthreads();
  if (static_cast<int>(threadIdx.x) == winner) found[blockIdx.x] = mine;
}

struct routines {
  void (*evaluate)(unsigned blocks, const recipe&, std::uint64_t, const class_list&, std::uint64_t first,
                   std::uint64_t count, ff::ff_t*);
  void (*one)(const operands&, ff::ff_t*);
  void (*hunt)(unsigned blocks, const recipe&, std::uint64_t, const class_list&, int rounds, int sample,
               candidate*);
};

template <class Op>
routines routines_of() {
  return {
      [](unsigned blocks, const recipe& r, std::uint64_t seed, const class_list& c, std::uint64_t first,
         std::uint64_t count,
         ff::ff_t* out) { evaluate_kernel<Op><<<blocks, 256>>>(r, seed, c, first, count, out); },
      [](const operands& v, ff::ff_t* out) { evaluate_one_kernel<Op><<<1, 1>>>(v, out); },
      [](unsigned blocks, const recipe& r, std::uint64_t seed, const class_list& c, int rounds, int sample,
         candidate* out) { hunt_kernel<Op><<<blocks, block_size>>>(r, seed, c, rounds, sample, out); }};
}

struct gather {
  std::vector<routines>& all;
  template <class Op>
  void operator()(Op, const operator_info&) const {
    all.push_back(routines_of<Op>());
  }
};

const routines& routine(int op) {
  static const std::vector<routines> list = [] {
    std::vector<routines> all;
    for_each_operator(gather{all});
    return all;
  }();
  return list[static_cast<std::size_t>(op)];
}

// Device memory that grows as asked.
template <class T>
class buffer {
 public:
  ~buffer() { cudaFree(data_); }
  T* at_least(std::size_t n) {
    if (n > size_) {
      check(cudaFree(data_), "cudaFree");
      data_ = nullptr;
      check(cudaMalloc(reinterpret_cast<void**>(&data_), n * sizeof(T)), "cudaMalloc");
      size_ = n;
    }
    return data_;
  }
  void copy_out(T* to, std::size_t n) {
    check(cudaGetLastError(), "kernel launch");
    check(cudaMemcpy(to, data_, n * sizeof(T), cudaMemcpyDeviceToHost), "kernel or copy");
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

class gpu_backend final : public backend {
 public:
  gpu_backend() { check(cudaGetDeviceProperties(&properties_, 0), "cudaGetDeviceProperties"); }

  std::string describe() const override {
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
    return std::string(properties_.name) + ", sm_" + std::to_string(properties_.major) +
           std::to_string(properties_.minor) + ", CUDA driver " + version(driver) + ", runtime " +
           version(runtime);
  }
  bool is_gpu() const override { return true; }

  void evaluate(int op, const stream& s, std::uint64_t first, std::vector<ff::ff_t>& results) override {
    const std::uint64_t count = results.size();
    ff::ff_t* out = results_.at_least(count);
    routine(op).evaluate(static_cast<unsigned>((count + 255) / 256), info(op).how(), s.seed,
                         to_list(s.classes), first, count, out);
    results_.copy_out(results.data(), count);
  }

  ff::ff_t evaluate_one(int op, const operands& v) override {
    ff::ff_t result;
    routine(op).one(v, results_.at_least(1));
    results_.copy_out(&result, 1);
    return result;
  }

  std::vector<candidate> hunt(int op, const stream& s, std::uint64_t evaluations) override {
    const int sample = 256;
    const unsigned blocks = static_cast<unsigned>(properties_.multiProcessorCount) * 16;
    const std::uint64_t each = std::uint64_t{2} * sample * blocks * block_size;
    const int rounds = static_cast<int>(std::max<std::uint64_t>(1, (evaluations + each - 1) / each));
    std::vector<candidate> found(blocks);
    candidate* out = found_.at_least(blocks);
    routine(op).hunt(blocks, info(op).how(), s.seed, to_list(s.classes), rounds, sample, out);
    found_.copy_out(found.data(), blocks);
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.error > b.error; });
    found.resize(std::min<std::size_t>(found.size(), 64));
    return found;
  }

 private:
  static const operator_info& info(int op) { return operators()[static_cast<std::size_t>(op)]; }
  cudaDeviceProp properties_{};
  buffer<ff::ff_t> results_;
  buffer<candidate> found_;
};

}  // namespace

std::unique_ptr<backend> make_gpu_backend(std::string& why) {
  int count = 0;
  const cudaError_t e = cudaGetDeviceCount(&count);
  if (e != cudaSuccess || count == 0) {
    why = e == cudaSuccess ? "no CUDA device" : cudaGetErrorString(e);
    return nullptr;
  }
  return std::make_unique<gpu_backend>();
}

}  // namespace accuracy
