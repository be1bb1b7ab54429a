// The context: what cuBLAS and the kernels need to have before a product is queued.
#include <ff/linalg/cuda.hpp>
#include <new>
#include <utility>

#include "cusolver.hpp"
#include "resources.hpp"

namespace ff::linalg {
namespace {

// Says what cuBLAS recommends for this architecture; a workspace of its own keeps it from allocating in a
// capture.
constexpr size_t cublas_bytes = size_t{32} << 20;

status set_stream(detail::device_resources& r, cudaStream_t stream) {
  // Setting the stream takes the workspace away.
  if (const status s = detail::of_cublas(cublasSetStream(r.cublas, stream)); !s) return s;
  if (const status s = detail::of_cublas(cublasSetWorkspace(r.cublas, r.cublas_memory, cublas_bytes)); !s)
    return s;
  r.stream = stream;
  return {};
}

// Memory that the pool keeps when the stream is waited for, as a part of the device's: getting it back from
// the driver takes longer than many a call.
constexpr size_t kept_part = 32;

cudaError_t open_pool(detail::device_resources& r) {
  int supported = 0;
  cudaError_t e = cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, r.device);
  if (e != cudaSuccess || supported == 0) return e;
  cudaMemPoolProps what{};
  what.allocType = cudaMemAllocationTypePinned;
  what.location.type = cudaMemLocationTypeDevice;
  what.location.id = r.device;
  size_t free = 0, all = 0;
  e = cudaMemGetInfo(&free, &all);
  if (e == cudaSuccess) e = cudaMemPoolCreate(&r.pool, &what);
  uint64 kept = all / kept_part;
  if (e == cudaSuccess) e = cudaMemPoolSetAttribute(r.pool, cudaMemPoolAttrReleaseThreshold, &kept);
  return e;
}

status fill(detail::device_resources& r, cudaStream_t stream) {
  int major = 0, minor = 0;
  cudaError_t e = cudaGetDevice(&r.device);
  if (e == cudaSuccess) e = cudaDeviceGetAttribute(&r.processors, cudaDevAttrMultiProcessorCount, r.device);
  if (e == cudaSuccess) e = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, r.device);
  if (e == cudaSuccess) e = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, r.device);
  if (e == cudaSuccess) e = open_pool(r);
  if (e == cudaSuccess) e = cudaMalloc(&r.cublas_memory, cublas_bytes);
  if (e != cudaSuccess) return detail::of_cuda(e);
  if (const status s = detail::of_cublas(cublasCreate(&r.cublas)); !s) return s;
  r.own_kernel = major == 9 && minor == 0 && detail::prepare_products_sm90().ok();
  r.direct_kernel = detail::prepare_direct().ok();
  r.float_lu = major >= 9 && detail::has_float_lu();
  return set_stream(r, stream);
}

void release(detail::device_resources* r) {
  if (r == nullptr) return;
  if (r->cusolver != nullptr) cusolverDnDestroy(r->cusolver);
  if (r->cublas != nullptr) cublasDestroy(r->cublas);
  cudaFree(r->cublas_memory);
  if (r->pool != nullptr) cudaMemPoolDestroy(r->pool);
  delete r;
}

}  // namespace

context::~context() { release(resources_); }

context::context(context&& other) noexcept : resources_(std::exchange(other.resources_, nullptr)) {}

context& context::operator=(context&& other) noexcept {
  std::swap(resources_, other.resources_);
  return *this;
}

status context::open(CUstream_st* stream) {
  auto* const fresh = new (std::nothrow) detail::device_resources;
  if (fresh == nullptr) return {fault::memory, "context: expected memory for a few pointers"};
  const status s = fill(*fresh, stream);
  release(s.ok() ? std::exchange(resources_, fresh) : fresh);
  return s;
}

status context::use(CUstream_st* stream) {
  if (resources_ == nullptr) return {fault::option, "context: expected to be opened first"};
  return set_stream(*resources_, stream);
}

bool context::has_own_kernel() const { return resources_ != nullptr && resources_->own_kernel; }

bool context::has_direct_kernel() const { return resources_ != nullptr && resources_->direct_kernel; }

}  // namespace ff::linalg
