#include "run_gpu.cuh"

namespace intersect {

result run_on_gpu(const space_scene& scene, const plan& p) {
  return best_of_runs<space_scene, space_memory>(scene, p);
}

}  // namespace intersect
