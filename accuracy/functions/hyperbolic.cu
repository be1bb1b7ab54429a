#include "../kernels.cuh"

namespace accuracy {

void add_hyperbolic_routines(std::vector<routines>& all) { fn::for_each_hyperbolic_function(gather{all}); }

}  // namespace accuracy
