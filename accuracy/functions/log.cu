#include "../kernels.cuh"

namespace accuracy {

void add_log_routines(std::vector<routines>& all) { fn::for_each_log_function(gather{all}); }

}  // namespace accuracy
