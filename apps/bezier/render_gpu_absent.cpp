// Stands in for render_gpu.cu where there is no CUDA.
#include <stdexcept>

#include "render.hpp"

namespace bezier {

std::optional<command::gpu_info> find_gpu(std::string& why) {
  why = command::why_no_gpu_code();
  return {};
}
int count_gpus() { return 0; }
rendering render_on_gpu(const std::vector<patch>&, const picture::camera&, const plan&) {
  throw std::logic_error("there is no GPU");
}
std::vector<node> tree_on_gpu(const std::vector<patch>&) { throw std::logic_error("there is no GPU"); }

}  // namespace bezier
