#include "../kernels.cuh"

namespace accuracy {

void add_exp_routines(std::vector<routines>& all) { fn::for_each_exp_function(gather{all}); }

}  // namespace accuracy
