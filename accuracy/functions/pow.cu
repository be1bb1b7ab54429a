#include "../kernels.cuh"

namespace accuracy {

void add_pow_routines(std::vector<routines>& all) { fn::for_each_pow_function(gather{all}); }

}  // namespace accuracy
