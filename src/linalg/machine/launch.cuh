// Kernels whose blocks may start before the kernel that was queued before them has ended (programmatic
// dependent launch, compute capability 9.0).
#pragma once

#include <cuda_runtime.h>

namespace ff::linalg::detail {
namespace {

/// Waits until all that was queued before has ended, and its memory is seen.  Of no effect in a kernel that
/// was launched after it.
__device__ __forceinline__ void wait_for_previous() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// Lets the next kernel's blocks start once every block has come here.
__device__ __forceinline__ void let_next_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// A launch; `early`, before the previous kernel has ended: the kernel calls wait_for_previous.
template <class... Parameters, class... Arguments>
cudaError_t launch_behind(bool early, void (*kernel)(Parameters...), dim3 grid, dim3 block, size_t shared,
                          cudaStream_t stream, const Arguments&... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how{};
  how.gridDim = grid;
  how.blockDim = block;
  how.dynamicSmemBytes = shared;
  how.stream = stream;
  how.attrs = &attribute;
  how.numAttrs = early ? 1 : 0;
  return cudaLaunchKernelEx(&how, kernel, arguments...);
}

}  // namespace
}  // namespace ff::linalg::detail
