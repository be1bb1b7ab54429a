// Stands in for decompose_gpu.cu where there is no CUDA.
#include <stdexcept>

#include "decompose.hpp"

namespace compress {

std::optional<command::gpu_info> find_gpu(std::string& why) {
  why = command::why_no_gpu_code();
  return {};
}
decomposition decompose_on_gpu(const matrix&) { throw std::logic_error("there is no GPU"); }

}  // namespace compress
