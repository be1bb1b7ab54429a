// The device routines of all composites, after those of the functions.
#include "kernels.cuh"

namespace accuracy {

void add_vector_routines(std::vector<routines>& all);
void add_complex_routines(std::vector<routines>& all);

void add_composite_routines(std::vector<routines>& all) {
  add_vector_routines(all);
  add_complex_routines(all);
  for_each_composite_mutant(gather{all});
}

}  // namespace accuracy
