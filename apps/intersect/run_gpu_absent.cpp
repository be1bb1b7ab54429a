// Stands in for run_gpu.cu where there is no CUDA.
#include <stdexcept>

#include "run.hpp"

namespace intersect {

std::optional<command::gpu_info> find_gpu(std::string& why) {
  why = command::why_no_gpu_code();
  return {};
}
result run_on_gpu(const space_scene&, const plan&) { throw std::logic_error("there is no GPU"); }
result run_on_gpu(const plane_scene&, const plan&) { throw std::logic_error("there is no GPU"); }

}  // namespace intersect
