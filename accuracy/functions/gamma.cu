#include "../kernels.cuh"

namespace accuracy {

void add_gamma_routines(std::vector<routines>& all) { fn::for_each_gamma_function(gather{all}); }

}  // namespace accuracy
