// The predicates of points in one format on the GPU; compiled by a file for each (gpu_runner.cu.in).
#pragma once

#include <map>

#include "accuracy/judge/device.cuh"
#include "row.hpp"

namespace accuracy::predicates {
namespace {

template <class T>
__global__ void generate(determinant d, stream s, std::uint64_t first, std::uint64_t count,
                         evaluation<T>* evaluations) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k >= count) return;
  const theme t = theme_of(s.classes, first + k);
  evaluations[k].v = make_points<T>(d, s.seed, t, first + k);
  evaluations[k].of = t;
}

template <class Predicate, class T>
__global__ void apply(std::uint64_t count, evaluation<T>* evaluations) {
  const std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x;
  if (k < count) evaluations[k].r = judge_both_orders<Predicate>(evaluations[k].v);
}

__device__ void add_shared(unsigned long long& to, std::uint64_t n) {
  if (n > 0) atomicAdd(&to, static_cast<unsigned long long>(n));
}

// A block's counts are added to those of the device by its first threads.
template <class Predicate, class T>
__global__ void __launch_bounds__(block_size)
    search(stream s, std::uint64_t first, std::uint64_t count, sign_counts* found) {
  constexpr unsigned words = sizeof(sign_counts) / 8, first_wrong = words - 1;
  static_assert(offsetof(sign_counts, first_wrong) == 8 * first_wrong, "the last of them is no sum");
  __shared__ unsigned long long block[theme_count * words];
  for (unsigned i = threadIdx.x; i < theme_count * words; i += block_size)
    block[i] = i % words == first_wrong ? ~0ull : 0ull;
  __syncthreads();
  const std::uint64_t stride = gridDim.x * std::uint64_t{block_size};
  for (std::uint64_t k = blockIdx.x * std::uint64_t{block_size} + threadIdx.x; k < count; k += stride) {
    const theme t = theme_of(s.classes, first + k);
    sign_counts mine;
    search_at<Predicate>(make_points<T>(Predicate::of_what, s.seed, t, first + k), first + k, mine);
    const auto* n = reinterpret_cast<const std::uint64_t*>(&mine);
    unsigned long long* to = block + static_cast<unsigned>(t) * words;
    for (unsigned i = 0; i < first_wrong; ++i) add_shared(to[i], n[i]);
    if (mine.first_wrong != ~std::uint64_t{0})
      atomicMin(&to[first_wrong], static_cast<unsigned long long>(mine.first_wrong));
  }
  __syncthreads();
  auto* all = reinterpret_cast<unsigned long long*>(found);
  for (unsigned i = threadIdx.x; i < theme_count * words; i += block_size) {
    if (i % words == first_wrong) {
      atomicMin(&all[i], block[i]);
    } else {
      add_shared(all[i], block[i]);
    }
  }
}

/// The launches of a predicate's kernels.
template <class T>
struct device_code {
  void (*apply)(unsigned blocks, std::uint64_t count, evaluation<T>*) = nullptr;
  void (*search)(unsigned blocks, const stream&, std::uint64_t first, std::uint64_t count,
                 sign_counts*) = nullptr;  ///< nullptr of a mutant
};

template <class Predicate>
inline constexpr bool is_mutant = true;
template <determinant d>
inline constexpr bool is_mutant<predicate<d>> = false;
template <determinant d>
inline constexpr bool is_mutant<predicate_in_floats<d>> = false;

template <class T>
const device_code<T>& code_of(const std::string& title) {
  static const std::map<std::string, device_code<T>> all = [] {
    std::map<std::string, device_code<T>> list;
    for_each_row<T>([&](auto p, const predicate_row& row) {
      using Predicate = decltype(p);
      device_code<T> code;
      code.apply = [](unsigned blocks, std::uint64_t count, evaluation<T>* e) {
        apply<Predicate, T><<<blocks, block_size>>>(count, e);
      };
      if constexpr (!is_mutant<Predicate>) {
        code.search = [](unsigned blocks, const stream& s, std::uint64_t first, std::uint64_t count,
                         sign_counts* found) {
          search<Predicate, T><<<blocks, block_size>>>(s, first, count, found);
        };
      }
      list[row.title] = code;
    });
    return list;
  }();
  return all.at(title);
}

template <class T>
class gpu_runner final : public runner<T> {
 public:
  explicit gpu_runner(const predicate_row& row) : of_(row.of), code_(code_of<T>(row.title)) {}
  bool is_gpu() const override { return true; }

  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation<T>>& all) override {
    const std::uint64_t count = all.size();
    const unsigned blocks = static_cast<unsigned>((count + block_size - 1) / block_size);
    evaluation<T>* out = evaluations_.at_least(count);
    generate<T><<<blocks, block_size>>>(of_, s, first, count, out);
    code_.apply(blocks, count, out);
    evaluations_.copy_out(all.data(), count);
  }

  verdict evaluate_one(const operands<T>& v) override {
    evaluation<T> e{v, theme::uniform, {}};
    code_.apply(1, 1, evaluations_.copy_in(&e, 1));
    evaluations_.copy_out(&e, 1);
    return e.r;
  }

  void search(const stream& s, std::uint64_t first, std::uint64_t count, class_counts& found) override {
    if (!code_.search) return;
    code_.search(full_grid(), s, first, count, found_.copy_in(found.data(), found.size()));
    found_.copy_out(found.data(), found.size());
  }

 private:
  determinant of_;
  device_code<T> code_;
  buffer<evaluation<T>> evaluations_;
  buffer<sign_counts> found_;
};

}  // namespace

template <class T>
std::shared_ptr<runner<T>> make_gpu_runner(const predicate_row& row) {
  return std::make_shared<gpu_runner<T>>(row);
}

}  // namespace accuracy::predicates
