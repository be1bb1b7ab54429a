#include <stdexcept>

#include "methods_gpu.cuh"

namespace bezier {

gpu_functions functions_on_gpu(const choice& c) {
  switch (c.in) {
    case arithmetic::float32:
      return gpu_functions_in_float(c.how);
    case arithmetic::float64:
      return gpu_functions_in_double(c.how);
    case arithmetic::pairs:
      return gpu_functions_in_pairs(c.how);
    case arithmetic::mixed:
      break;
  }
  if (c.how != method::certified)
    throw std::logic_error("mixed arithmetic is for the certified search alone");
  return gpu_certified_mixed();
}

}  // namespace bezier
