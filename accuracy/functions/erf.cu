#include "../kernels.cuh"

namespace accuracy {

void add_erf_routines(std::vector<routines>& all) { fn::for_each_erf_function(gather{all}); }

}  // namespace accuracy
