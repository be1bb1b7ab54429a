// NVIDIA's pairs of doubles, at their default level and at the high one, where the toolkit (or FF_CCCL, a
// folder of newer headers) has them.
#include "dd.hpp"

#if __has_include(<cuda/fpmp_math>)
#include <cuda/fpmp>
#include <cuda/fpmp_math>

#include "run.cuh"

namespace bench {
void add_dd_fp64mp2(std::vector<dd_run>& all) {
  add_dd_type<cuda::experimental::fp64mp2>(all, "fp64mp2");
  add_dd_type<cuda::experimental::fp64mp2_high>(all, "fp64mp2_high");
}
}  // namespace bench

#else
namespace bench {
void add_dd_fp64mp2(std::vector<dd_run>&) {}
}  // namespace bench
#endif
