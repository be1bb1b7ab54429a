// A GPU, as tools name it in what they print and record.  No CUDA here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace command {

struct gpu_info {
  std::string name, architecture;  ///< "sm_90"
  std::string driver, runtime;     ///< CUDA's versions: of the driver, and compiled with
  int processors = 0;
  std::size_t memory = 0;  ///< bytes
};

/// A version as CUDA numbers it: 13010 is "13.1".
inline std::string cuda_version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// Whether this program has code for a GPU.  Calls of that code stand behind `if constexpr`: where there is
/// none, they leave nothing to link.
#if defined(FF_HAS_GPU_CODE)
inline constexpr bool has_gpu_code = true;
#else
inline constexpr bool has_gpu_code = false;
#endif

/// Says why this program has no code for a GPU, where it has none; cmake/FFCuda.cmake writes it.
const char* why_no_gpu_code();

/// The first CUDA device, or of several the one at `place`, counted round and round, which this process then
/// runs on; none where there is none, and `why` says so.
std::optional<gpu_info> first_gpu(std::string& why, int place = 0);

/// Why CUDA finds no GPU.  `driver` is the newest CUDA that the driver can run, 0 where there is no driver;
/// `runtime` is the one that the tool was built with; `visible` is CUDA_VISIBLE_DEVICES, if that is set;
/// `error` is what CUDA says if it says more than that there is none.
inline std::string why_no_gpu(int driver, int runtime, const char* visible, const char* error) {
  if (driver == 0) return "no NVIDIA GPU was found (there is no driver)";
  if (driver < runtime)
    return "the NVIDIA driver runs programs up to CUDA " + cuda_version(driver) +
           " and this was built with " + cuda_version(runtime) +
           " (a newer driver or an older toolkit would do)";
  if (error != nullptr) return std::string("the GPU cannot be used (CUDA says: ") + error + ")";
  if (visible != nullptr)
    return std::string("no NVIDIA GPU is visible (CUDA_VISIBLE_DEVICES is \"") + visible + "\")";
  return "no NVIDIA GPU was found";
}

}  // namespace command
