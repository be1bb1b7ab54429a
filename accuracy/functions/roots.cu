#include "../kernels.cuh"

namespace accuracy {

void add_roots_routines(std::vector<routines>& all) { fn::for_each_roots_function(gather{all}); }

}  // namespace accuracy
