#include "../kernels.cuh"

namespace accuracy {

void add_atan_routines(std::vector<routines>& all) { fn::for_each_atan_function(gather{all}); }

}  // namespace accuracy
