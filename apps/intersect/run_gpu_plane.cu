#include "run_gpu.cuh"

namespace intersect {

result run_on_gpu(const plane_scene& scene, const plan& p) {
  return best_of_runs<plane_scene, plane_memory>(scene, p);
}

}  // namespace intersect
