// The CUDA backend.
#include <algorithm>
#include <stdexcept>

#include "kernels.cuh"

namespace accuracy {
namespace {

void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

const routines& routine(int op) {
  static const std::vector<routines> list = [] {
    std::vector<routines> all;
    for_each_basic_operator(gather{all});
    add_function_routines(all);
    add_composite_routines(all);
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
  const T* copy_in(const T* from, std::size_t n) {
    if (n > 0) check(cudaMemcpy(at_least(n), from, n * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
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

  void evaluate(int op, const stream& s, std::uint64_t first, std::vector<evaluation>& results) override {
    const std::uint64_t count = results.size();
    evaluation* out = results_.at_least(count);
    routine(op).evaluate(static_cast<unsigned>((count + 255) / 256), info(op).how(), s.seed,
                         to_list(s.classes), first, count, out);
    results_.copy_out(results.data(), count);
  }

  outcome evaluate_one(int op, const operands& v) override {
    outcome result;
    routine(op).one(v, result_.at_least(1));
    result_.copy_out(&result, 1);
    return result;
  }

  std::vector<candidate> hunt(int op, const stream& s, std::uint64_t evaluations,
                              const std::vector<operands>& about) override {
    const int sample = 256;
    const unsigned blocks = static_cast<unsigned>(properties_.multiProcessorCount) * 16;
    const std::uint64_t each = std::uint64_t{2} * sample * blocks * block_size;
    const int rounds = static_cast<int>(std::max<std::uint64_t>(1, (evaluations + each - 1) / each));
    std::vector<candidate> found(blocks);
    candidate* out = found_.at_least(blocks);
    const operands* vectors = about_.copy_in(about.data(), about.size());
    const origin from{s.seed, to_list(s.classes), vectors, static_cast<int>(about.size())};
    routine(op).hunt(blocks, info(op).how(), from, rounds, sample, out);
    found_.copy_out(found.data(), blocks);
    return worst_first(std::move(found));
  }

  std::vector<candidate> exhaust(int op) override {
    const unsigned blocks = static_cast<unsigned>(properties_.multiProcessorCount) * 16;
    std::vector<candidate> found(blocks);
    candidate* out = found_.at_least(blocks);
    routine(op).exhaust(blocks, info(op).how(), out);
    found_.copy_out(found.data(), blocks);
    return worst_first(std::move(found));
  }

 private:
  static const operator_info& info(int op) { return operators()[static_cast<std::size_t>(op)]; }
  cudaDeviceProp properties_{};
  buffer<evaluation> results_;
  buffer<outcome> result_;
  buffer<candidate> found_;
  buffer<operands> about_;
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
