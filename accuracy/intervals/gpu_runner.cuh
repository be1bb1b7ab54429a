// The operations of one type of endpoint on the GPU; compiled by a file for each (gpu_runner.cu.in).
#pragma once

#include <map>

#include "accuracy/judge/device.cuh"
#include "estimate.hpp"

namespace accuracy::intervals {
namespace {

template <class T>
__global__ void generate(recipe how, stream s, std::uint64_t first, std::uint64_t count,
                         evaluation<T>* evaluations) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k < count) evaluations[k].v = make_operands<T>(how, s.seed, s.classes, first + k);
}

template <class Operation, class T>
__global__ void apply(std::uint64_t count, evaluation<T>* evaluations) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k < count) evaluations[k].r = Operation::of(evaluations[k].v);
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

template <class Operation, class T>
__global__ void __launch_bounds__(block_size)
    search(recipe how, stream s, std::uint64_t first, std::uint64_t count, extremes* found) {
  extremes mine;
  const std::uint64_t stride = gridDim.x * std::uint64_t{blockDim.x};
  for (std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; k < count; k += stride) {
    const operands<T> v = make_operands<T>(how, s.seed, s.classes, first + k);
    const slack here = estimate<computed_by<Operation>>(v, Operation::of(v).first);
    mine.see(here.least, here.most, first + k);
  }
  keep_extremes(mine, found);
}

/// The launches of an operation's kernels.
template <class T>
struct device_code {
  void (*apply)(unsigned blocks, std::uint64_t count, evaluation<T>*) = nullptr;
  void (*search)(unsigned blocks, const recipe&, const stream&, std::uint64_t first, std::uint64_t count,
                 extremes*) = nullptr;  ///< nullptr where there is no estimate
};

template <class Operation>
inline constexpr bool is_mutant = true;
template <template <class> class Entry>
inline constexpr bool is_mutant<operation<Entry>> = false;

template <class T>
struct bind_on_device {
  std::map<std::string, device_code<T>>& all;

  template <class Operation>
  void operator()(Operation, const operation_row& row) const {
    device_code<T> code;
    code.apply = [](unsigned blocks, std::uint64_t count, evaluation<T>* e) {
      apply<Operation, T><<<blocks, 256>>>(count, e);
    };
    if constexpr (can_estimate(computed_by<Operation>) && !is_mutant<Operation>) {
      code.search = [](unsigned blocks, const recipe& how, const stream& s, std::uint64_t first,
                       std::uint64_t count, extremes* found) {
        search<Operation, T><<<blocks, block_size>>>(how, s, first, count, found);
      };
    }
    all[row.title] = code;
  }
};

template <class T>
const device_code<T>& code_of(const std::string& title) {
  static const std::map<std::string, device_code<T>> all = [] {
    std::map<std::string, device_code<T>> list;
    for_each_row<T>(bind_on_device<T>{list});
    return list;
  }();
  return all.at(title);
}

template <class T>
class gpu_runner final : public runner<T> {
 public:
  explicit gpu_runner(const operation_row& row) : how_(row.how), code_(code_of<T>(row.title)) {}
  bool is_gpu() const override { return true; }

  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation<T>>& all) override {
    const std::uint64_t count = all.size();
    const unsigned blocks = static_cast<unsigned>((count + 255) / 256);
    evaluation<T>* out = evaluations_.at_least(count);
    generate<T><<<blocks, 256>>>(how_, s, first, count, out);
    code_.apply(blocks, count, out);
    evaluations_.copy_out(all.data(), count);
  }

  results<T> evaluate_one(const operands<T>& v) override {
    evaluation<T> e{v, {}};
    code_.apply(1, 1, evaluations_.copy_in(&e, 1));
    evaluations_.copy_out(&e, 1);
    return e.r;
  }

  bag hunt(const stream& s, std::uint64_t first, std::uint64_t count) override {
    if (!code_.search) return {};
    const unsigned blocks = full_grid();
    std::vector<extremes> found(blocks);
    code_.search(blocks, how_, s, first, count, found_.at_least(blocks));
    found_.copy_out(found.data(), blocks);
    return worst_first(found);
  }

 private:
  recipe how_;
  device_code<T> code_;
  buffer<evaluation<T>> evaluations_;
  buffer<extremes> found_;
};

}  // namespace

template <class T>
std::shared_ptr<runner<T>> make_gpu_runner(const operation_row& row) {
  return std::make_shared<gpu_runner<T>>(row);
}

}  // namespace accuracy::intervals
