// Says what kernels and CUDA's libraries do with numbers besides arithmetic: atomic sums into few and many
// cells, and sorting, each beside the same with native double.
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_transform.cuh>
#include <ff/cuda.hpp>
#include <ff/radix.hpp>
#include <type_traits>

#include "device.cuh"

namespace bench {
namespace {

using ff::ff_t;
using ff::uint64;
constexpr unsigned threads = 256;

// ---------------------------------------------------------------- atomic sums

constexpr unsigned adders = 1 << 20;

struct atomic_add {
  template <class T>
  __device__ static void run(T* p, T y) {
    atomicAdd(p, y);
  }
};
struct accumulate {
  __device__ static void run(ff_t* p, ff_t y) { atomic_accumulate(p, y); }
};

__device__ inline float addend(unsigned i) { return 1.0f + static_cast<float>(i % 1024) * 0x1p-10f; }

// Each thread one number, thread i to cell i mod `cells`.
template <class Add, class T, unsigned cells>
__global__ void add_to_cells(T* cell) {
  const unsigned i = blockIdx.x * threads + threadIdx.x;
  Add::run(cell + i % cells, T(addend(i)));
}

// Blocks of 256 threads, 8 numbers a thread, into the block's own cells.
template <class Add, class T, unsigned cells>
__global__ void add_in_blocks(T* sums) {
  __shared__ T cell[cells];
  for (unsigned c = threadIdx.x; c < cells; c += threads) cell[c] = T(0.0f);
  __syncthreads();
  for (unsigned k = 0; k < 8; ++k) Add::run(cell + threadIdx.x % cells, T(addend(threadIdx.x + k)));
  __syncthreads();
  for (unsigned c = threadIdx.x; c < cells; c += threads) sums[blockIdx.x * cells + c] = cell[c];
}

template <class Add, class T, unsigned cells, bool shared>
double add_seconds() {
  static buffer<T> memory;
  T* const cell = memory.at_least(adders);
  check(cudaMemset(cell, 0, adders * sizeof(T)), "cudaMemset");
  const auto launch = [&] {
    if constexpr (shared)
      add_in_blocks<Add, T, cells><<<adders / threads / 8, threads>>>(cell);
    else
      add_to_cells<Add, T, cells><<<adders / threads, threads>>>(cell);
  };
  launch();
  return seconds_of(launch);
}

template <unsigned cells, bool shared>
void add_sums(std::vector<idiom_kernel>& all, const char* job) {
  all.push_back({job, "atomicAdd", "double", adders, add_seconds<atomic_add, double, cells, shared>});
  all.push_back({job, "atomicAdd", "ff", adders, add_seconds<atomic_add, ff_t, cells, shared>});
  all.push_back({job, "atomic_accumulate", "ff", adders, add_seconds<accumulate, ff_t, cells, shared>});
}

// ---------------------------------------------------------------- sort

constexpr std::size_t sorted = std::size_t{1} << 26;

template <class T>
__global__ void fill_random(T* x) {
  const std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x;
  const uint64 bits = (i + 1) * 0x9e3779b97f4a7c15u;
  x[i] = T(static_cast<long long>(bits ^ (bits >> 29)));
}
struct to_key {
  FF_HD uint64 operator()(ff_t x) const { return ff::radix_key(x); }
};
struct from_key {
  FF_HD ff_t operator()(uint64 key) const { return ff::from_radix_key(key); }
};
template <class T>
__global__ void count_descents(const T* x, unsigned* descents) {
  const std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x;
  if (i + 1 < sorted && x[i + 1] < x[i]) atomicAdd(descents, 1u);
}

// Three arrays of 2^26: the numbers, the keys or the sorted doubles, and CUB's own.
template <class T>
double sort_seconds() {
  using key = std::conditional_t<std::is_same_v<T, ff_t>, uint64, double>;
  constexpr auto blocks = static_cast<unsigned>(sorted / threads);
  buffer<T> numbers;
  buffer<key> keys, others;
  buffer<char> workspace;
  buffer<unsigned> descents;
  T* const x = numbers.at_least(sorted);
  cub::DoubleBuffer<key> two(keys.at_least(sorted), others.at_least(sorted));
  std::size_t bytes = 0;
  const auto sort = [&](void* at) {
    check(cub::DeviceRadixSort::SortKeys(at, bytes, two, static_cast<int>(sorted)), "SortKeys");
  };
  sort(nullptr);
  char* const at = workspace.at_least(bytes);
  const auto once = [&] {
    if constexpr (std::is_same_v<T, ff_t>) {
      check(cub::DeviceTransform::Transform(x, two.Current(), sorted, to_key()), "Transform");
      sort(at);
      check(cub::DeviceTransform::Transform(two.Current(), x, sorted, from_key()), "Transform");
    } else {
      sort(at);
    }
  };
  const auto refill = [&] {
    fill_random<<<blocks, threads>>>(x);
    if constexpr (!std::is_same_v<T, ff_t>)
      check(cudaMemcpyAsync(two.Current(), x, sorted * sizeof(T), cudaMemcpyDeviceToDevice),
            "cudaMemcpyAsync");
  };
  refill();
  once();
  refill();
  const double seconds = seconds_of(once);

  const T* result = x;
  if constexpr (!std::is_same_v<T, ff_t>) result = two.Current();
  check(cudaMemset(descents.at_least(1), 0, sizeof(unsigned)), "cudaMemset");
  count_descents<<<blocks, threads>>>(result, descents.at_least(1));
  unsigned wrong = 0;
  descents.copy_out(&wrong, 1);
  if (wrong != 0) throw std::runtime_error("the sorted numbers are not in order");
  return seconds;
}

}  // namespace

template <>
const std::vector<idiom_kernel>& gpu_kernels<idiom_kernel>() {
  return made_once<idiom_kernel>([](auto& all) {
    add_sums<1, false>(all, "into 1 cell");
    add_sums<32, false>(all, "into 32 cells");
    add_sums<1024, false>(all, "into 1024 cells");
    add_sums<adders, false>(all, "into as many cells");
    add_sums<1, true>(all, "into 1 cell a block, shared");
    add_sums<32, true>(all, "into 32 cells a block, shared");
    all.push_back({"sort", "cub::DeviceRadixSort", "double", sorted, sort_seconds<double>});
    all.push_back({"sort", "cub::DeviceRadixSort of radix_key", "ff", sorted, sort_seconds<ff_t>});
  });
}

}  // namespace bench
