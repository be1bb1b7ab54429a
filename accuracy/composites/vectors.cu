#include "../kernels.cuh"

namespace accuracy {

void add_vector_routines(std::vector<routines>& all) { vec::for_each_vector_function(gather{all}); }

}  // namespace accuracy
