// svd_batched on the device.
#include <ff/linalg/cuda/svd_batched.hpp>

#include "../machine/resources.hpp"
#include "jacobi_device.cuh"

namespace ff::linalg {
namespace detail::jacobi {
namespace {

constexpr int least_threads = 64, most_threads = 256;
/// The blocks of most_threads that a processor must hold.  Refinement uses twice as many threads to hide the
/// latency of its loads, so that its registers are limited.
template <bool refines>
inline constexpr int least_blocks = refines ? 4 : 1;

/// Threads of a block as a group of jacobi.hpp; all groups of a block meet at its barriers.
class device_group {
 public:
  __device__ device_group(int thread, int threads, uint32* word)
      : thread_(thread), threads_(threads), word_(word) {}

  template <class F>
  __device__ void each(int count, F f) const {
    for (int i = thread_; i < count; i += threads_) f(i);
    __syncthreads();
  }
  template <class Sum, class Measure, class Turn>
  __device__ void pairs(int count, int lanes, Measure measure, Turn turn) const {
    const int k = thread_ / lanes, lane = thread_ % lanes;
    Sum sum = k < count ? measure(k, lane) : Sum{};  // others may turn their columns already
    for (int width = lanes / 2; width > 0; width /= 2) sum = sum + of_lane(sum, width);
    if (k < count) turn(k, lane, sum);
    __syncthreads();
  }
  template <class F>
  __device__ uint32 largest(int count, F f) const {
    uint32 most = 0;
    for (int i = thread_; i < count; i += threads_) most = ::max(most, f(i));
    return greatest(most);
  }
  __device__ bool any(bool flag) const { return greatest(flag ? 1u : 0u) != 0; }
  __device__ bool every(bool flag) const { return __syncthreads_and(flag ? 1 : 0) != 0; }

 private:
  int thread_, threads_;
  uint32* word_;  ///< the group's, in shared memory

  __device__ uint32 greatest(uint32 mine) const {
    if (thread_ == 0) *word_ = 0;
    __syncthreads();
    if (mine != 0) ::atomicMax(word_, mine);
    __syncthreads();
    const uint32 most = *word_;
    __syncthreads();
    return most;
  }
};

/// Groups of a block, and of all blocks, take matrices in turn.  Memory is shared, or, where it is too small,
/// each group's in `outside`.
template <bool refines>
__global__ void __launch_bounds__(most_threads, least_blocks<refines>)
    decompose_batch(batch b, int threads, int groups, ff_t* outside) {
  extern __shared__ __align__(16) ff_t inside[];
  __shared__ uint32 words[least_threads];
  const int group = static_cast<int>(threadIdx.x) / threads, thread = static_cast<int>(threadIdx.x) % threads;
  const auto elements = static_cast<size_t>(layout{b.rows(), b.columns()}.elements());
  ff_t* const memory = outside == nullptr
                           ? inside + static_cast<size_t>(group) * elements
                           : outside + (static_cast<size_t>(blockIdx.x) * static_cast<size_t>(groups) +
                                        static_cast<size_t>(group)) *
                                           elements;
  device_group own(thread, threads, words + group);
  for (int64 first = int64{blockIdx.x} * groups; first < b.count; first += int64{gridDim.x} * groups)
    decompose_as<refines>(own, b.at(first + group), memory);
}

/// The worst verdict of all matrices, as int32; it begins as that of sound.
__global__ void judge_batch(batch b, int32* worst) {
  const int64 threads = int64{gridDim.x} * blockDim.x;
  auto mine = static_cast<int32>(verdict::sound);
  for (int64 p = int64{blockIdx.x} * blockDim.x + threadIdx.x; p < b.count; p += threads)
    mine = ::max(mine, static_cast<int32>(verdict_of(b.s[p * b.stride_s], b.sweeps[p])));
  if (mine != static_cast<int32>(verdict::sound)) ::atomicMax(worst, mine);
}
/// Waits for the batch.  `worst` is in device memory.
status verdict_on(const batch& b, int32* worst, cudaStream_t stream) {
  auto said = verdict::sound;
  cudaError_t e = cudaMemsetAsync(worst, 0, sizeof said, stream);
  if (e == cudaSuccess) {
    judge_batch<<<static_cast<unsigned>(std::min<int64>((b.count + 255) / 256, 1024)), 256, 0, stream>>>(
        b, worst);
    e = cudaGetLastError();
  }
  if (e == cudaSuccess) e = cudaMemcpyAsync(&said, worst, sizeof said, cudaMemcpyDeviceToHost, stream);
  if (e == cudaSuccess) e = cudaStreamSynchronize(stream);
  return e == cudaSuccess ? status_of(said) : of_cuda(e);
}

/// Says how a batch is launched.
struct launch {
  void (*kernel)(batch, int, int, ff_t*);
  int threads, groups;  ///< of a group, and of a block
  size_t shared;        ///< bytes of a block; 0 where the memory is outside
  size_t outside;       ///< bytes
  unsigned blocks;
};
status launch_of(const batch& b, launch& l) {
  const auto bytes = static_cast<size_t>(layout{b.rows(), b.columns()}.elements()) * sizeof(ff_t);
  int device = 0, most = 0, processors = 0;
  cudaError_t e = cudaGetDevice(&device);
  if (e == cudaSuccess) e = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (e == cudaSuccess) e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  const size_t room = static_cast<size_t>(most) - 1024;
  const bool fits = bytes <= room;
  const bool refines = is_refined({b.rows(), b.columns()});
  l.kernel = refines ? decompose_batch<true> : decompose_batch<false>;
  l.threads = refines ? std::min(most_threads, 2 * threads_of(b.columns())) : threads_of(b.columns());
  l.groups = 1;
  while (l.threads * l.groups < least_threads && (!fits || bytes * 2 * static_cast<size_t>(l.groups) <= room))
    l.groups *= 2;
  l.shared = fits ? bytes * static_cast<size_t>(l.groups) : 0;
  if (e == cudaSuccess)
    e = cudaFuncSetAttribute(l.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(l.shared));
  int resident = 1;
  if (e == cudaSuccess)
    e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, l.kernel, l.threads * l.groups, l.shared);
  const int64 needed = (b.count + l.groups - 1) / l.groups;
  l.blocks = static_cast<unsigned>(std::min<int64>(needed, int64{processors} * std::max(resident, 1)));
  l.outside = fits ? 0 : bytes * static_cast<size_t>(l.groups) * l.blocks;
  return of_cuda(e);
}

}  // namespace
}  // namespace detail::jacobi

status svd_batched(const context& on, int64 count, matrix_view<const ff_t> a, int64 stride_a, ff_t* s,
                   int64 stride_s, matrix_view<ff_t> u, int64 stride_u, matrix_view<ff_t> v, int64 stride_v,
                   const svd_batched_options& options, int32* sweeps) {
  using namespace detail;
  if (on.resources() == nullptr) return {fault::option, "svd_batched: expected a context that was opened"};
  jacobi::batch b{};
  b.a = a, b.s = s, b.u = u, b.v = v, b.sweeps = sweeps, b.count = count, b.vectors = options.vectors;
  b.stride_a = stride_a, b.stride_s = stride_s, b.stride_u = stride_u, b.stride_v = stride_v;
  if (const status bad = jacobi::checked(b, options.threads); !bad) return bad;
  int device = -1;
  if (const status e = of_cuda(cudaGetDevice(&device)); !e) return e;
  if (device != on.resources()->device)
    return {fault::option, "svd_batched: expected the context's device to be the current one"};
  if (count == 0 || b.columns() == 0) return {};
  jacobi::launch l{};
  if (const status e = jacobi::launch_of(b, l); !e) return e;
  const cudaStream_t stream = on.resources()->stream;
  const pooled outside(*on.resources(), l.outside);
  if (const status e = outside.found(); !e) return e;
  const pooled own(*on.resources(), sweeps == nullptr ? static_cast<size_t>(count + 1) * sizeof(int32) : 0);
  if (const status e = own.found(); !e) return e;
  if (sweeps == nullptr) b.sweeps = own.at<int32>() + 1;
  l.kernel<<<l.blocks, static_cast<unsigned>(l.threads * l.groups), l.shared, stream>>>(
      b, l.threads, l.groups, l.outside > 0 ? outside.at<ff_t>() : nullptr);
  if (const status e = of_cuda(cudaGetLastError()); !e) return e;
  return sweeps == nullptr ? jacobi::verdict_on(b, own.at<int32>(), stream) : status();
}

}  // namespace ff::linalg
