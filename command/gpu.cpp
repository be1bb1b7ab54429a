// The GPU of a program with code for one.
#include "gpu.hpp"

#include <cuda_runtime.h>

#include <cstdlib>

#include "device.cuh"

namespace command {

std::optional<gpu_info> first_gpu(std::string& why, int place) {
  int count = 0, driver = 0, runtime = 0;
  const cudaError_t e = cudaGetDeviceCount(&count);
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (e != cudaSuccess || count == 0) {
    // Minor versions are compatible: only CUDA knows whether the driver is too old.
    const bool too_old = e == cudaErrorInsufficientDriver, none = e == cudaSuccess || e == cudaErrorNoDevice;
    why = why_no_gpu(driver, too_old ? runtime : 0, std::getenv("CUDA_VISIBLE_DEVICES"),
                     too_old || none ? nullptr : cudaGetErrorString(e));
    return {};
  }
  const int device = place % count;
  check(cudaSetDevice(device), "cudaSetDevice");
  cudaDeviceProp p{};
  check(cudaGetDeviceProperties(&p, device), "cudaGetDeviceProperties");
  gpu_info gpu;
  gpu.name = p.name, gpu.architecture = "sm_" + std::to_string(p.major) + std::to_string(p.minor);
  gpu.driver = cuda_version(driver), gpu.runtime = cuda_version(runtime);
  gpu.processors = p.multiProcessorCount, gpu.memory = p.totalGlobalMem;
  return gpu;
}

}  // namespace command
