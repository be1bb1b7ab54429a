// Stands in for render_gpu.cu where there is no CUDA.
#include <stdexcept>

#include "command/gpu.hpp"
#include "render.hpp"

namespace implicit {

std::string no_gpu() { return command::why_no_gpu_code(); }
std::string gpu_name() { return {}; }
rendering render_gpu(const surface&, arithmetic, const camera&, const search&, int) {
  throw std::runtime_error(no_gpu());
}

}  // namespace implicit
