// The CUDA engine of one endpoint type; compiled by a file for each.
#pragma once

#include <stdexcept>

#include "engine.hpp"

namespace accuracy::intervals {
namespace {

constexpr int block_size = 128;

inline void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

template <class T>
__global__ void generate(recipe how, stream s, std::uint64_t first, std::uint64_t count,
                         evaluation<T>* evaluations) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k < count) evaluations[k].v = make_operands<T>(how, s.seed, s.themes, first + k);
}

template <class Op, class T>
__global__ void apply(std::uint64_t count, evaluation<T>* evaluations) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k < count) evaluations[k].r = Op::of(evaluations[k].v);
}

// The block's extremes.
__device__ void keep_extremes(extremes mine, extremes* found) {
  __shared__ extremes seen[block_size];
  seen[threadIdx.x] = mine;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) {
      extremes& a = seen[threadIdx.x];
      const extremes& b = seen[static_cast<int>(threadIdx.x) + half];
      if (b.tightest.slack < a.tightest.slack) a.tightest = b.tightest;
      if (b.widest.slack > a.widest.slack) a.widest = b.widest;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) found[blockIdx.x] = seen[0];
}

template <class Op, class T>
__global__ void __launch_bounds__(block_size)
    search(recipe how, stream s, std::uint64_t first, std::uint64_t count, extremes* found) {
  extremes mine;
  const std::uint64_t stride = gridDim.x * std::uint64_t{blockDim.x};
  for (std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; k < count; k += stride) {
    const operands<T> v = make_operands<T>(how, s.seed, s.themes, first + k);
    mine.see(estimate<Op::wanted>(v, Op::of(v).first), first + k);
  }
  keep_extremes(mine, found);
}

template <class T>
struct device_routines {
  void (*apply)(unsigned blocks, std::uint64_t count, evaluation<T>*) = nullptr;
  void (*search)(unsigned blocks, const recipe&, const stream&, std::uint64_t first, std::uint64_t count,
                 extremes*) = nullptr;  ///< nullptr where there is no estimate
};

template <class T>
struct gather {
  std::vector<device_routines<T>>& all;
  template <class Op>
  void operator()(Op, const operation_info&) const {
    device_routines<T> r;
    if constexpr ((Op::types & type_bit<T>) != 0) {
      r.apply = [](unsigned blocks, std::uint64_t count, evaluation<T>* e) {
        apply<Op, T><<<blocks, 256>>>(count, e);
      };
    }
    if constexpr (can_estimate(Op::wanted) && !Op::is_mutant) {
      r.search = [](unsigned blocks, const recipe& how, const stream& s, std::uint64_t first,
                    std::uint64_t count,
                    extremes* found) { search<Op, T><<<blocks, block_size>>>(how, s, first, count, found); };
    }
    all.push_back(r);
  }
};

template <class T>
const device_routines<T>& routine(int op) {
  static const std::vector<device_routines<T>> list = [] {
    std::vector<device_routines<T>> all;
    for_each_operation(gather<T>{all});
    return all;
  }();
  return list[static_cast<std::size_t>(op)];
}

// Device memory that grows as asked.
template <class X>
class buffer {
 public:
  ~buffer() { cudaFree(data_); }
  X* at_least(std::size_t n) {
    if (n > size_) {
      check(cudaFree(data_), "cudaFree");
      data_ = nullptr, size_ = 0;
      check(cudaMalloc(reinterpret_cast<void**>(&data_), n * sizeof(X)), "cudaMalloc");
      size_ = n;
    }
    return data_;
  }
  void copy_out(X* to, std::size_t n) {
    check(cudaGetLastError(), "kernel launch");
    check(cudaMemcpy(to, data_, n * sizeof(X), cudaMemcpyDeviceToHost), "kernel or copy");
  }

 private:
  X* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
class gpu_engine final : public engine<T> {
 public:
  gpu_engine() { check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, 0), "device"); }

  void evaluate(int op, const stream& s, std::uint64_t first, std::vector<evaluation<T>>& results) override {
    const std::uint64_t count = results.size();
    const unsigned blocks = static_cast<unsigned>((count + 255) / 256);
    evaluation<T>* out = evaluations_.at_least(count);
    generate<T><<<blocks, 256>>>(how(op), s, first, count, out);
    routine<T>(op).apply(blocks, count, out);
    evaluations_.copy_out(results.data(), count);
  }

  results<T> evaluate_one(int op, const operands<T>& v) override {
    evaluation<T> e{v, {}};
    evaluation<T>* at = evaluations_.at_least(1);
    check(cudaMemcpy(at, &e, sizeof e, cudaMemcpyHostToDevice), "copy");
    routine<T>(op).apply(1, 1, at);
    evaluations_.copy_out(&e, 1);
    return e.r;
  }

  bag hunt(int op, const stream& s, std::uint64_t first, std::uint64_t count) override {
    if (!routine<T>(op).search) return {};
    const unsigned blocks = static_cast<unsigned>(processors_) * 16;
    std::vector<extremes> found(blocks);
    routine<T>(op).search(blocks, how(op), s, first, count, found_.at_least(blocks));
    found_.copy_out(found.data(), blocks);
    return worst_first(found);
  }

 private:
  static const recipe& how(int op) { return operations()[static_cast<std::size_t>(op)].how; }
  int processors_ = 1;
  buffer<evaluation<T>> evaluations_;
  buffer<extremes> found_;
};

}  // namespace

template <class T>
std::unique_ptr<engine<T>> make_gpu_engine() {
  return std::make_unique<gpu_engine<T>>();
}

}  // namespace accuracy::intervals
